//! One token after the other: the definition of every system.

use crate::inputs::{Head, Inputs};
use crate::program::Program;
use crate::scalar::{Scalar, scaled};
use crate::step::column_products;
use rayon::prelude::*;

/// Outputs and final state of one sequence and head.
#[derive(Clone, Debug, PartialEq)]
pub struct Run<S> {
    /// `[tokens, columns]`, row-major.
    pub outputs: Vec<S>,
    /// `[rows, columns]`, row-major.
    pub state: Vec<S>,
}

/// Every state of a run: `states[t]` is the one before token `t`, the last one the final state.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace<S> {
    /// `tokens + 1` states.
    pub states: Vec<Vec<S>>,
}

fn after<S: Scalar>(program: &Program<S>, token: usize, state: &[S]) -> Vec<S> {
    let mut steps = program.tokens[token].steps.iter();
    let first = steps.next().map_or_else(|| state.to_vec(), |s| s.apply(state, program.columns));
    steps.fold(first, |state, step| step.apply(&state, program.columns))
}

/// Runs a program from an initial state.
///
/// # Panics
/// When the initial state does not have the program's shape.
pub fn recurrent<S: Scalar>(program: &Program<S>, initial: &[S]) -> Run<S> {
    assert_eq!(initial.len(), program.rows * program.columns, "an initial state of the wrong size");
    let mut state = initial.to_vec();
    let mut outputs = Vec::with_capacity(program.tokens.len() * program.columns);
    for (t, token) in program.tokens.iter().enumerate() {
        state = after(program, t, &state);
        outputs.extend(scaled(&program.scale, &column_products(&token.query, &state, program.columns)));
    }
    Run { outputs, state }
}

/// Runs a program and keeps every state.
pub fn trace<S: Scalar>(program: &Program<S>, initial: &[S]) -> Trace<S> {
    let mut states = vec![initial.to_vec()];
    for t in 0..program.tokens.len() {
        let next = after(program, t, &states[t]);
        states.push(next);
    }
    Trace { states }
}

/// Runs every sequence and head, in the order of [`Inputs::all_heads`], on all cores.
///
/// # Panics
/// As [`Inputs::program`].
pub fn recurrent_all<S: Scalar>(inputs: &Inputs<S>) -> Vec<(Head, Run<S>)> {
    let run = |at: Head| (at, recurrent(&inputs.program(at), &inputs.initial(at)));
    inputs.all_heads().into_par_iter().map(run).collect()
}
