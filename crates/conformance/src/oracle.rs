//! The engine's own results for the inputs of a file.

use crate::Dump;
use crate::reference::{Reference, Values};
use engine::run::trace;

/// What a right kernel gives back.
#[derive(Clone, Debug)]
pub struct Oracle {
    /// `[batch, tokens, value heads, V]`.
    pub outputs: Values,
    /// `[sequences, value heads, rows, V]`.
    pub state: Values,
    /// `[batch, tokens, value heads, rows, V]`: the state after each token, where it was asked for.
    pub states: Option<Values>,
}

/// Runs the inputs of a dump from its initial state. Outputs and final state are enclosed (192 bits), the states after every token are `f64`.
pub fn oracle(dump: &Dump, states: bool) -> Oracle {
    let Reference { outputs, state } = Reference::enclosed(dump, true);
    Oracle { outputs, state, states: states.then(|| Values::Double(every_state(dump))) }
}

fn every_state(dump: &Dump) -> Vec<f64> {
    let inputs = dump.prepared(|x| *x).factors();
    let (dims, rows) = (inputs.dims, inputs.rows());
    let size = rows * dims.v;
    let mut out = vec![0.0; dims.batch * dims.tokens * dims.value_heads * size];
    for at in inputs.all_heads() {
        let (batch, tokens) = inputs.tokens_of(at.sequence);
        let states = trace(&inputs.program(at), &inputs.initial(at)).states;
        for (t, state) in tokens.zip(&states[1..]) {
            let start = ((batch * dims.tokens + t) * dims.value_heads + at.head) * size;
            out[start..start + size].copy_from_slice(state);
        }
    }
    out
}
