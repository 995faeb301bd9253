//! The inputs of one token and head, by name.

/// Named rows of numbers. A system asks for what its specification lists, and so never for a name that is missing.
#[derive(Clone, Debug, Default)]
pub struct Fields<S> {
    entries: Vec<(&'static str, Vec<Vec<S>>)>,
}

impl<S> Fields<S> {
    /// No inputs yet.
    pub fn new() -> Self {
        Self { entries: Vec::new() }
    }

    /// Adds an input of one row.
    pub fn with(self, name: &'static str, row: Vec<S>) -> Self {
        self.with_rows(name, vec![row])
    }

    /// Adds an input of several rows.
    pub fn with_rows(mut self, name: &'static str, rows: Vec<Vec<S>>) -> Self {
        self.entries.push((name, rows));
        self
    }

    /// The names, with their rows.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &[Vec<S>])> {
        self.entries.iter().map(|(name, rows)| (*name, rows.as_slice()))
    }

    /// All rows of an input.
    ///
    /// # Panics
    /// When there is no such input.
    pub fn rows(&self, name: &str) -> &[Vec<S>] {
        match self.entries.iter().find(|(n, _)| *n == name) {
            Some((_, rows)) => rows,
            None => panic!("the token has no input `{name}`"),
        }
    }

    /// The only row of an input.
    ///
    /// # Panics
    /// When there is no such input, or it has several rows.
    pub fn row(&self, name: &str) -> &[S] {
        match self.rows(name) {
            [row] => row,
            rows => panic!("`{name}` has {} rows, one was asked for", rows.len()),
        }
    }

    /// The only number of an input.
    ///
    /// # Panics
    /// When there is no such input, or it is no single number.
    pub fn one(&self, name: &str) -> &S {
        match self.row(name) {
            [x] => x,
            row => panic!("`{name}` has {} numbers, one was asked for", row.len()),
        }
    }

    /// The same inputs with every number replaced.
    pub fn map<R>(&self, mut f: impl FnMut(&S) -> R) -> Fields<R> {
        let entries = self.entries.iter();
        let entries =
            entries.map(|(n, rows)| (*n, rows.iter().map(|r| r.iter().map(&mut f).collect()).collect()));
        Fields { entries: entries.collect() }
    }
}
