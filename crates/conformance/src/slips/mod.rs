//! Likely slips of convention, each as a run that makes it: what a diagnosis tries.
//!
//! A slip is tried by running the reference with the slip in it, in `f64`. One file for each place where it can happen.

mod heads;
mod inputs;
mod recurrence;
mod state;

use crate::reference::arranged;
use crate::{Case, Dump};
use engine::fast;
use engine::{Fields, Head, Inputs, Program, System, Token, run};

/// Outputs and final states in a dump's order.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// `[batch, tokens, value heads, V]`.
    pub outputs: Vec<f64>,
    /// `[sequences, value heads, rows, V]`.
    pub state: Vec<f64>,
}

/// A slip of convention.
#[derive(Clone, Copy, Debug)]
pub struct Slip {
    /// Its key, in kebab case.
    pub name: &'static str,
    /// What the kernel does, in words, to follow "the kernel".
    pub what: &'static str,
    /// The results of a run with the slip, and the inputs whose bound it has; `None` where the slip cannot be made.
    pub run: fn(&Context<'_>) -> Option<Results>,
}

/// A run to slip in.
pub struct Context<'a> {
    /// The dump.
    pub dump: &'a Dump,
    /// The prepared inputs, as factors, with the initial state of the run.
    pub inputs: Inputs<f64>,
    /// The prepared inputs as they are given, logarithms as logarithms.
    pub given: Inputs<f64>,
}

impl<'a> Context<'a> {
    /// The right run of a case.
    pub fn of(dump: &'a Dump, case: &Case) -> Self {
        let mut given = dump.prepared(|x| *x);
        if !case.from_initial {
            given.set_initial(None);
        }
        Self { dump, inputs: given.factors(), given }
    }

    fn system(&self) -> System {
        self.inputs.system
    }

    /// Runs inputs with another value for each entry of `name`.
    fn with(&self, name: &str, f: impl FnMut(usize, &f64) -> f64) -> Option<Results> {
        self.inputs.tensor(name)?;
        let mut inputs = self.inputs.clone();
        inputs.replace(name, f);
        Some(results(&inputs))
    }

    /// Runs with tokens made in another way.
    fn with_tokens(&self, token: impl Fn(&Fields<f64>) -> Token<f64> + Sync) -> Results {
        each_head(&self.inputs, |inputs, at| {
            let (batch, tokens) = inputs.tokens_of(at.sequence);
            let tokens = tokens.map(|t| token(&inputs.fields(batch, t, at.head))).collect();
            let program = Program { tokens, ..inputs.program(at) };
            run::recurrent(&program, &inputs.initial(at))
        })
    }
}

/// The results of inputs given as factors.
pub(crate) fn results(inputs: &Inputs<f64>) -> Results {
    let (outputs, state) = arranged(inputs, fast::recurrent(inputs));
    Results { outputs, state }
}

/// The results of a run of each sequence and head.
fn each_head(inputs: &Inputs<f64>, run: impl Fn(&Inputs<f64>, Head) -> run::Run<f64>) -> Results {
    let dims = inputs.dims;
    let mut outputs = vec![0.0; dims.batch * dims.tokens * dims.value_heads * dims.v];
    let mut state = Vec::new();
    for at in inputs.all_heads() {
        let one = run(inputs, at);
        let (batch, tokens) = inputs.tokens_of(at.sequence);
        for (t, row) in tokens.zip(one.outputs.chunks_exact(dims.v.max(1))) {
            let start = ((batch * dims.tokens + t) * dims.value_heads + at.head) * dims.v;
            outputs[start..start + dims.v].copy_from_slice(row);
        }
        state.extend(one.state);
    }
    Results { outputs, state }
}

/// All slips that are tried, the likelier first.
pub fn all() -> Vec<Slip> {
    [recurrence::SLIPS, inputs::SLIPS, state::SLIPS, heads::SLIPS].concat()
}
