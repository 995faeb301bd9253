//! A sequence of one head, ready to run: every system becomes one of these.

use crate::scalar::Scalar;
use crate::step::Step;

/// One token of one head: what happens to the state, and then how it is read.
#[derive(Clone, Debug, PartialEq)]
pub struct Token<S> {
    /// The steps, in order (one, except for DeltaProduct).
    pub steps: Vec<Step<S>>,
    /// $q$, one entry for each row; the output is $S^\top q$ after the steps, times the scale.
    pub query: Vec<S>,
}

impl<S: Scalar> Token<S> {
    /// A token of a single step.
    pub fn single(step: Step<S>, query: Vec<S>) -> Self {
        Self { steps: vec![step], query }
    }

    /// The transition of the whole token, `rows × rows`, row-major; `None` where a carry is no matrix.
    pub fn transition(&self, rows: usize) -> Option<Vec<S>> {
        let mut product = identity(rows);
        for step in &self.steps {
            step.transition(rows)?;
            product = step.apply_homogeneous(&product, rows);
        }
        Some(product)
    }
}

/// All tokens of one sequence and head.
#[derive(Clone, Debug, PartialEq)]
pub struct Program<S> {
    /// Rows of the state.
    pub rows: usize,
    /// Columns of the state.
    pub columns: usize,
    /// The factor of every output.
    pub scale: S,
    /// The tokens in order.
    pub tokens: Vec<Token<S>>,
}

impl<S: Scalar> Program<S> {
    /// The empty state.
    pub fn empty_state(&self) -> Vec<S> {
        vec![S::zero(); self.rows * self.columns]
    }
}

/// The identity matrix, row-major.
pub fn identity<S: Scalar>(n: usize) -> Vec<S> {
    let mut matrix = vec![S::zero(); n * n];
    for i in 0..n {
        matrix[i * n + i] = S::one();
    }
    matrix
}
