//! What each token's write still is in a later state: $C_i^{(t)} = A_t \cdots A_{i+1} W_i$, and its share $q_t^\top C_i^{(t)}$ of an output.
//!
//! With a fixed trajectory of transitions $A_t$, writes $W_t$ and queries, $S_t = A_t \cdots A_1 S_0 + \sum_{i \le t} C_i^{(t)}$.

use crate::program::{Program, Token};
use crate::scalar::{Scalar, scaled};
use crate::step::{Carry, column_products};

/// The write $W$ of a whole token: what it leaves in an empty state.
fn written<S: Scalar>(token: &Token<S>, rows: usize, columns: usize) -> Vec<S> {
    token.steps.iter().fold(vec![S::zero(); rows * columns], |state, step| step.apply(&state, columns))
}

fn carried<S: Scalar>(token: &Token<S>, state: Vec<S>, columns: usize) -> Vec<S> {
    token.steps.iter().fold(state, |state, step| step.apply_homogeneous(&state, columns))
}

/// $C_i^{(t)}$, `[rows, columns]`: what token `i` wrote, as it is after token `t`.
///
/// # Panics
/// When `i > t` or the program has no token `t`.
pub fn contribution<S: Scalar>(program: &Program<S>, i: usize, t: usize) -> Vec<S> {
    assert!(i <= t, "token {i} has written nothing before token {t}");
    let start = written(&program.tokens[i], program.rows, program.columns);
    program.tokens[i + 1..=t].iter().fold(start, |state, token| carried(token, state, program.columns))
}

/// The shares of the output of token `t`: that of the initial state, and $s\,q_t^\top C_i^{(t)}$ for each token `i ≤ t`.
///
/// Their sum is the output. One backward pass over the tokens: the query is carried back by the transposed transitions.
///
/// # Panics
/// When the program has no token `t` or carries entry by entry (Mamba-1), where a query is carried back column by column.
pub fn read_contributions<S: Scalar>(program: &Program<S>, initial: &[S], t: usize) -> (Vec<S>, Vec<Vec<S>>) {
    let (rows, columns) = (program.rows, program.columns);
    let mut query = scaled(&program.scale, &program.tokens[t].query);
    let mut shares = vec![Vec::new(); t + 1];
    for i in (0..=t).rev() {
        let token = &program.tokens[i];
        shares[i] = column_products(&query, &written(token, rows, columns), columns);
        for step in token.steps.iter().rev() {
            let linear = !matches!(step.carry, Carry::Elementwise(_));
            assert!(linear, "a query cannot be carried back through a factor for each entry");
            query = step.apply_transposed(&query, 1);
        }
    }
    (column_products(&query, initial, columns), shares)
}
