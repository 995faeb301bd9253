//! One step of a linear state, $S \mapsto B S + \sum_u x_u (w_u - S^\top y_u)^\top + A$: what every system is made of.

use crate::scalar::{Scalar, dot, hadamard};
use exact::Rational;
use spectrum::RankOne;

/// What happens to the old state before anything is erased or written: the matrix $B$, `rows × rows`.
#[derive(Clone, Debug, PartialEq)]
pub enum Carry<S> {
    /// $B = I$.
    Identity,
    /// $B = a I$.
    Scalar(S),
    /// $B = \mathrm{Diag}(a)$, one factor for each row.
    Diagonal(Vec<S>),
    /// One factor for each entry of the state, row-major: no matrix, but still linear (Mamba-1).
    Elementwise(Vec<S>),
    /// 2×2 blocks `[a, b, c, d]`, row-major; block `i` of `n` acts on rows `i` and `n + i`.
    Blocks(Vec<[S; 4]>),
    /// Any matrix, row-major.
    Dense(Vec<S>),
}

/// One erase and write of rank one: $x (w - S^\top y)^\top$, where $S$ is the state **before** the step.
#[derive(Clone, Debug, PartialEq)]
pub struct Update<S> {
    /// $x$, one entry for each row: where the result is written.
    pub write: Vec<S>,
    /// $y$, one entry for each row: what is read and taken away. Empty: nothing is.
    pub erase: Vec<S>,
    /// $w$, one entry for each column. Empty: nothing new is written.
    pub value: Vec<S>,
}

/// One step of the state.
#[derive(Clone, Debug, PartialEq)]
pub struct Step<S> {
    /// The matrix $B$.
    pub carry: Carry<S>,
    /// The updates, all reading the state before the step.
    pub updates: Vec<Update<S>>,
    /// The matrix $A$ that is added, row-major, for writes that are not of low rank.
    pub add: Option<Vec<S>>,
}

impl<S: Scalar> Carry<S> {
    /// $B S$ for a state of `columns` columns.
    ///
    /// # Panics
    /// When the state has other rows than the carry.
    pub fn apply(&self, state: &[S], columns: usize) -> Vec<S> {
        let rows = state.len().checked_div(columns).unwrap_or(0);
        match self {
            Self::Identity => state.to_vec(),
            Self::Scalar(a) => state.iter().map(|x| a.times(x)).collect(),
            Self::Diagonal(a) => {
                assert_eq!(a.len(), rows, "gates of {} channels for a state of {rows} rows", a.len());
                state.iter().enumerate().map(|(n, x)| a[n / columns].times(x)).collect()
            }
            Self::Elementwise(a) => hadamard(a, state),
            Self::Blocks(blocks) => {
                assert_eq!(2 * blocks.len(), rows, "{} blocks for a state of {rows} rows", blocks.len());
                let half = blocks.len() * columns;
                let mut out = state.to_vec();
                for (n, (top, bottom)) in state[..half].iter().zip(&state[half..]).enumerate() {
                    let [a, b, c, d] = &blocks[n / columns];
                    out[n] = a.times(top).plus(&b.times(bottom));
                    out[half + n] = c.times(top).plus(&d.times(bottom));
                }
                out
            }
            Self::Dense(matrix) => {
                assert_eq!(matrix.len(), rows * rows, "a matrix of {} entries for {rows} rows", matrix.len());
                let mut out = vec![S::zero(); state.len()];
                for i in 0..rows {
                    for j in 0..rows {
                        for c in 0..columns {
                            out[i * columns + c].add_product(&matrix[i * rows + j], &state[j * columns + c]);
                        }
                    }
                }
                out
            }
        }
    }

    /// The product $B B'$ where `earlier` is $B'$: first `earlier`, then `self`.
    ///
    /// # Panics
    /// When the shapes differ, or one acts entry by entry and the other does not.
    pub fn after(&self, earlier: &Self) -> Self {
        match (self, earlier) {
            (Self::Identity, other) | (other, Self::Identity) => other.clone(),
            (Self::Scalar(a), Self::Scalar(b)) => Self::Scalar(a.times(b)),
            (Self::Scalar(a), other) | (other, Self::Scalar(a)) => other.map(|x| a.times(x)),
            (Self::Diagonal(a), Self::Diagonal(b)) => Self::Diagonal(hadamard(a, b)),
            (Self::Elementwise(a), Self::Elementwise(b)) => Self::Elementwise(hadamard(a, b)),
            (Self::Blocks(a), Self::Blocks(b)) => {
                assert_eq!(a.len(), b.len(), "carries of different size");
                let entry = |x: &[S; 4], y: &[S; 4], i: usize, j: usize| {
                    x[2 * i].times(&y[j]).plus(&x[2 * i + 1].times(&y[2 + j]))
                };
                let product = |(x, y): (&[S; 4], &[S; 4])| std::array::from_fn(|e| entry(x, y, e / 2, e % 2));
                Self::Blocks(a.iter().zip(b).map(product).collect())
            }
            (left, right) => {
                let rows = left.rows().or(right.rows()).unwrap_or(0);
                let identity = crate::program::identity(rows);
                Self::Dense(left.apply(&right.apply(&identity, rows), rows))
            }
        }
    }

    fn rows(&self) -> Option<usize> {
        match self {
            Self::Identity | Self::Scalar(_) => None,
            Self::Diagonal(a) => Some(a.len()),
            Self::Elementwise(_) => panic!("a carry that acts entry by entry is no matrix"),
            Self::Blocks(blocks) => Some(2 * blocks.len()),
            Self::Dense(matrix) => Some(matrix.len().isqrt()),
        }
    }

    fn map(&self, mut f: impl FnMut(&S) -> S) -> Self {
        match self {
            Self::Identity => Self::Identity,
            Self::Scalar(a) => Self::Scalar(f(a)),
            Self::Diagonal(a) => Self::Diagonal(a.iter().map(f).collect()),
            Self::Elementwise(a) => Self::Elementwise(a.iter().map(f).collect()),
            Self::Blocks(blocks) => {
                Self::Blocks(blocks.iter().map(|b| std::array::from_fn(|e| f(&b[e]))).collect())
            }
            Self::Dense(matrix) => Self::Dense(matrix.iter().map(f).collect()),
        }
    }

    /// The carry whose matrix is $B^\top$ (for one that acts entry by entry: itself).
    pub fn transposed(&self) -> Self {
        match self {
            Self::Blocks(blocks) => Self::Blocks(
                blocks.iter().map(|[a, b, c, d]| [a.clone(), c.clone(), b.clone(), d.clone()]).collect(),
            ),
            Self::Dense(matrix) => {
                let n = matrix.len().isqrt();
                Self::Dense((0..n * n).map(|e| matrix[(e % n) * n + e / n].clone()).collect())
            }
            other => other.clone(),
        }
    }
}

impl<S: Scalar> Update<S> {
    /// A write without an erase: $x w^\top$.
    pub fn write(write: Vec<S>, value: Vec<S>) -> Self {
        Self { write, erase: Vec::new(), value }
    }

    /// $w - S^\top y$ for the state before the step: the row that is written along $x$.
    pub fn residual(&self, state: &[S], columns: usize) -> Vec<S> {
        let mut row = if self.value.is_empty() { vec![S::zero(); columns] } else { self.value.clone() };
        for (i, y) in self.erase.iter().enumerate() {
            let minus = y.negate();
            for (r, s) in row.iter_mut().zip(&state[i * columns..(i + 1) * columns]) {
                r.add_product(&minus, s);
            }
        }
        row
    }
}

impl<S: Scalar> Step<S> {
    /// Carry, then one update that erases from the **carried** state: with diagonal or scalar gates, $y = B e$.
    ///
    /// This is the order of Gated DeltaNet, KDA and Gated DeltaNet-2: decay first, then erase.
    ///
    /// # Panics
    /// When the carry is neither the identity nor a scalar nor diagonal, or the erase vector has another length than
    /// the diagonal.
    pub fn erase_carried(carry: Carry<S>, write: Vec<S>, erase: &[S], value: Vec<S>) -> Self {
        let erase = match &carry {
            Carry::Identity => erase.to_vec(),
            Carry::Scalar(a) => crate::scalar::scaled(a, erase),
            Carry::Diagonal(a) => hadamard(a, erase),
            _ => panic!("only gates can be moved into an erase vector"),
        };
        Self { carry, updates: vec![Update { write, erase, value }], add: None }
    }

    /// Carry, then updates that all read the state **before** the carry.
    pub fn erase_before(carry: Carry<S>, updates: Vec<Update<S>>) -> Self {
        Self { carry, updates, add: None }
    }

    /// The state after the step.
    pub fn apply(&self, state: &[S], columns: usize) -> Vec<S> {
        let mut next = self.apply_updates(state, columns, Update::residual);
        if let Some(add) = &self.add {
            for (x, a) in next.iter_mut().zip(add) {
                *x = x.plus(a);
            }
        }
        next
    }

    /// The state after the step when nothing new is written: $T S$ with $T = B - \sum_u x_u y_u^\top$.
    pub fn apply_homogeneous(&self, state: &[S], columns: usize) -> Vec<S> {
        self.apply_updates(state, columns, |update, state, columns| {
            Update { value: Vec::new(), ..update.clone() }.residual(state, columns)
        })
    }

    /// $T^\top S$ for the transition $T$ of [`apply_homogeneous`](Self::apply_homogeneous).
    pub fn apply_transposed(&self, state: &[S], columns: usize) -> Vec<S> {
        let mut next = self.carry.transposed().apply(state, columns);
        for update in self.updates.iter().filter(|u| !u.erase.is_empty()) {
            let read = column_products(&update.write, state, columns);
            for (i, y) in update.erase.iter().enumerate() {
                let minus = y.negate();
                for (x, r) in next[i * columns..(i + 1) * columns].iter_mut().zip(&read) {
                    x.add_product(&minus, r);
                }
            }
        }
        next
    }

    fn apply_updates(
        &self,
        state: &[S],
        columns: usize,
        residual: impl Fn(&Update<S>, &[S], usize) -> Vec<S>,
    ) -> Vec<S> {
        let mut next = self.carry.apply(state, columns);
        for update in &self.updates {
            let row = residual(update, state, columns);
            for (i, x) in update.write.iter().enumerate() {
                for (s, r) in next[i * columns..(i + 1) * columns].iter_mut().zip(&row) {
                    s.add_product(x, r);
                }
            }
        }
        next
    }

    /// What the step writes into an empty state.
    pub fn written(&self, rows: usize, columns: usize) -> Vec<S> {
        self.apply(&vec![S::zero(); rows * columns], columns)
    }

    /// The transition $T$, `rows × rows`, row-major; `None` where the carry is no matrix (elementwise).
    pub fn transition(&self, rows: usize) -> Option<Vec<S>> {
        if matches!(self.carry, Carry::Elementwise(_)) {
            return None;
        }
        let mut identity = vec![S::zero(); rows * rows];
        for i in 0..rows {
            identity[i * rows + i] = S::one();
        }
        Some(self.apply_homogeneous(&identity, rows))
    }
}

/// $x^\top S$: one product for each column of the state.
pub fn column_products<S: Scalar>(x: &[S], state: &[S], columns: usize) -> Vec<S> {
    let mut out = vec![S::zero(); columns];
    for (i, a) in x.iter().enumerate() {
        for (o, s) in out.iter_mut().zip(&state[i * columns..(i + 1) * columns]) {
            o.add_product(a, s);
        }
    }
    out
}

/// $S w$: one product for each row of the state.
pub fn row_products<S: Scalar>(state: &[S], w: &[S]) -> Vec<S> {
    state.chunks_exact(w.len().max(1)).map(|row| dot(row, w)).collect()
}

impl Step<Rational> {
    /// The transition as a diagonal plus rank one, for the certified spectrum; `None` where it has another shape (two erases, momentum,
    /// dense).
    pub fn rank_one(&self, rows: usize) -> Option<RankOne> {
        let gates = match &self.carry {
            Carry::Identity => vec![Rational::from(1); rows],
            Carry::Scalar(a) => vec![a.clone(); rows],
            Carry::Diagonal(a) => a.clone(),
            _ => return None,
        };
        let mut erasing = self.updates.iter().filter(|u| !u.erase.is_empty());
        let (first, second) = (erasing.next(), erasing.next());
        match (first, second) {
            (None, _) => Some(RankOne::new(gates, vec![Rational::new(); rows], vec![Rational::new(); rows])),
            (Some(update), None) => Some(RankOne::new(gates, update.write.clone(), update.erase.clone())),
            _ => None,
        }
    }
}
