//! Tensors by name, with their axes bound to sizes.

use engine::{Program, Scalar};
use std::collections::BTreeMap;
use std::ops::Range;

/// The inputs of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Given<S> {
    /// The size of each axis.
    pub sizes: BTreeMap<char, usize>,
    /// The tensors, row-major.
    pub tensors: BTreeMap<&'static str, Vec<S>>,
    /// The batch entry and the tokens of each sequence.
    pub sequences: Vec<(usize, Range<usize>)>,
    /// Whether the step sizes are raw, before their softplus.
    pub softplus: bool,
}

/// The results of a run, by name.
pub type Results<S> = BTreeMap<&'static str, Vec<S>>;

/// What a kernel in chunks, or one that rounds the operands of its matrix products, may lose besides: widens a number by units of its mass.
pub(crate) struct Margin<'a, S> {
    /// Tokens of a chunk; 1 where the kernel runs token by token.
    pub(crate) chunk: usize,
    pub(crate) widen: &'a dyn Fn(S, f64) -> S,
    pub(crate) size: &'a dyn Fn(&S) -> f64,
    /// What so many roundings of operands of matrix products do to a number.
    pub(crate) operand: &'a dyn Fn(S, f64) -> S,
    /// Sees each program that a run is made of, and where it begins.
    pub(crate) seen: &'a dyn Fn(&Program<S>, &[S]),
}

impl<S: Scalar> Margin<'_, S> {
    /// No allowance: for runs that are no bounds.
    pub(crate) const NONE: Margin<'static, S> =
        Margin { chunk: 1, widen: &|x, _| x, size: &|_| 0.0, operand: &|x, _| x, seen: &|_, _| () };

    /// A write and the read at token `t` of a sequence, where the logarithms since the chunk began have the total size `sum`.
    ///
    /// A factor $e^{G_i - G_j}$ of cumulative sums is off by a relative $(n + 4)\,\sum |g|\,u$, the sum being that since the chunk began.
    pub(crate) fn chunked(&self, x: S, t: usize, sum: f64) -> S {
        if self.chunk <= 1 { x } else { (self.widen)(x, ((t % self.chunk) as f64 + 5.0) * sum) }
    }

    /// A row whose entries meet `roundings` operands of matrix products that are rounded first, on the way of any term.
    pub(crate) fn operands(&self, row: Vec<S>, roundings: f64) -> Vec<S> {
        row.into_iter().map(|x| (self.operand)(x, roundings)).collect()
    }
}

/// The size of the logarithms since the present chunk began.
#[derive(Clone, Default)]
pub(crate) struct Sum(f64);

impl Sum {
    /// After token `t` with the logarithm `g`.
    pub(crate) fn after<S: Scalar>(&mut self, margin: &Margin<'_, S>, t: usize, g: &S) -> f64 {
        if t.is_multiple_of(margin.chunk.max(1)) {
            self.0 = 0.0;
        }
        self.0 += (margin.size)(g);
        self.0
    }
}

impl<S: Scalar> Given<S> {
    /// The size of an axis; 0 where no tensor has it.
    pub fn size(&self, axis: char) -> usize {
        self.sizes.get(&axis).copied().unwrap_or(0)
    }

    /// A tensor that has to be there.
    ///
    /// # Panics
    /// When it is not.
    pub fn tensor(&self, name: &str) -> &[S] {
        match self.tensors.get(name) {
            Some(tensor) => tensor,
            None => panic!("`{name}` is checked to be there"),
        }
    }

    /// A tensor that may be missing.
    pub fn maybe(&self, name: &str) -> Option<&[S]> {
        self.tensors.get(name).map(Vec::as_slice)
    }

    /// The same inputs with every number replaced.
    pub fn map<R>(&self, f: impl Fn(&S) -> R) -> Given<R> {
        let tensors = self.tensors.iter().map(|(n, t)| (*n, t.iter().map(&f).collect())).collect();
        Given {
            sizes: self.sizes.clone(),
            tensors,
            sequences: self.sequences.clone(),
            softplus: self.softplus,
        }
    }

    /// The same inputs without the tensors `names`.
    pub fn without(&self, names: &[&str]) -> Self {
        let mut out = self.clone();
        out.tensors.retain(|name, _| !names.contains(name));
        out
    }
}

/// Rows and columns exchanged.
pub(crate) fn transposed<S: Clone>(matrix: &[S], columns: usize) -> Vec<S> {
    let rows = matrix.len().checked_div(columns).unwrap_or(0);
    (0..matrix.len()).map(|e| matrix[(e % rows) * columns + e / rows].clone()).collect()
}
