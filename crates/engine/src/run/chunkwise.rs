//! The chunkwise form: within a chunk the writes solve a unit lower triangular system, so that no state is formed between its
//! tokens.
//!
//! Let $B_s$ be the carries of a chunk, $\Gamma_{r \to s} = B_s \cdots B_{r+1}$, and $x_j$, $y_j$, $u_j$ the updates, $j$ of step $s(j)$. The rows that are written solve
//!
//! $$w_j = u_j - y_j^\top \Gamma_{0 \to s(j)-1} S_0 - \sum_{i : s(i) < s(j)} (y_j^\top \Gamma_{s(i) \to s(j)-1}\, x_i)\, w_i,$$
//!
//! by forward substitution, and a query after step $s$ reads $q^\top\Gamma_{0 \to s} S_0 + \sum_{s(i) \le s} (q^\top \Gamma_{s(i) \to s}\, x_i)\, w_i$.
//!
//! The products $\Gamma$ are multiplied up from the factors of the steps between, never divided out of cumulative ones or taken as
//! $e^{G_s - G_r}$ before masking: a factor of 0 or $10^{-12}$ in each step is harmless.

use super::recurrent::Run;
use crate::program::{Program, Token};
use crate::scalar::{Scalar, dot, scaled};
use crate::step::{Carry, Step, column_products};

/// Why a program has no chunkwise form here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChunkError {
    /// A chunk of no tokens.
    #[error("a chunk has at least one token")]
    EmptyChunk,
    /// A carry with one factor for each entry of the state is no matrix.
    #[error("a state that is carried entry by entry has no chunkwise form")]
    Elementwise,
    /// A write that is not of low rank.
    #[error("a write of full rank has no chunkwise form")]
    FullWrite,
}

/// What a chunk has done so far.
struct Chunk<'a, S> {
    start: &'a [S],
    columns: usize,
    /// $\Gamma_{0 \to s}$.
    carried: Carry<S>,
    /// $\Gamma_{s(j) \to s}\, x_j$.
    writes: Vec<Vec<S>>,
    /// $w_j$.
    rows: Vec<Vec<S>>,
}

impl<S: Scalar> Chunk<'_, S> {
    /// $x^\top S_s$ for the state after the last step.
    fn read(&self, x: &[S]) -> Vec<S> {
        let mut out = column_products(&self.carried.transposed().apply(x, 1), self.start, self.columns);
        for (write, row) in self.writes.iter().zip(&self.rows) {
            let weight = dot(x, write);
            for (o, r) in out.iter_mut().zip(row) {
                o.add_product(&weight, r);
            }
        }
        out
    }

    fn step(&mut self, step: &Step<S>) {
        let row = |update: &crate::step::Update<S>| {
            let mut row =
                if update.value.is_empty() { vec![S::zero(); self.columns] } else { update.value.clone() };
            if !update.erase.is_empty() {
                row = row.iter().zip(self.read(&update.erase)).map(|(u, r)| u.minus(&r)).collect();
            }
            row
        };
        let rows: Vec<Vec<S>> = step.updates.iter().map(row).collect();
        self.carried = step.carry.after(&self.carried);
        for write in &mut self.writes {
            *write = step.carry.apply(write, 1);
        }
        self.writes.extend(step.updates.iter().map(|u| u.write.clone()));
        self.rows.extend(rows);
    }

    fn state(&self) -> Vec<S> {
        let mut state = self.carried.apply(self.start, self.columns);
        for (write, row) in self.writes.iter().zip(&self.rows) {
            for (i, x) in write.iter().enumerate() {
                for (s, r) in state[i * self.columns..].iter_mut().zip(row) {
                    s.add_product(x, r);
                }
            }
        }
        state
    }
}

/// Runs a program in chunks of `size` tokens; the last one may be shorter.
///
/// # Errors
/// When the program has no chunkwise form.
///
/// # Panics
/// When the initial state does not have the program's shape.
pub fn chunkwise<S: Scalar>(program: &Program<S>, initial: &[S], size: usize) -> Result<Run<S>, ChunkError> {
    assert_eq!(initial.len(), program.rows * program.columns, "an initial state of the wrong size");
    if size == 0 {
        return Err(ChunkError::EmptyChunk);
    }
    let mut steps = program.tokens.iter().flat_map(|t| &t.steps);
    if steps.clone().any(|s| matches!(s.carry, Carry::Elementwise(_))) {
        return Err(ChunkError::Elementwise);
    }
    if steps.any(|s| s.add.is_some()) {
        return Err(ChunkError::FullWrite);
    }
    let mut state = initial.to_vec();
    let mut outputs = Vec::with_capacity(program.tokens.len() * program.columns);
    for tokens in program.tokens.chunks(size) {
        state = chunk(program, tokens, &state, &mut outputs);
    }
    Ok(Run { outputs, state })
}

fn chunk<S: Scalar>(program: &Program<S>, tokens: &[Token<S>], start: &[S], outputs: &mut Vec<S>) -> Vec<S> {
    let (carried, columns) = (Carry::Identity, program.columns);
    let mut chunk = Chunk { start, columns, carried, writes: Vec::new(), rows: Vec::new() };
    for token in tokens {
        for step in &token.steps {
            chunk.step(step);
        }
        outputs.extend(scaled(&program.scale, &chunk.read(&token.query)));
    }
    chunk.state()
}
