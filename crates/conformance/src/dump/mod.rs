//! A dump: what a kernel was given and what it gave back, in one tensor file. The format is described in `docs/dump-format.md`.

mod error;
mod layout;
mod read;
mod settings;

pub use error::DumpError;
pub use layout::{Layout, StateLayout};
pub use settings::{Beta, Gate, Settings};

use engine::bounds::{Arithmetic, Preparation};
use engine::{Inputs, System};
use std::collections::BTreeMap;

/// One run that a dump holds: the outputs, from the initial state or from zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The name of the tensor of outputs, as in the file.
    pub name: String,
    /// `[batch, tokens, value heads, V]`.
    pub outputs: Option<Vec<f64>>,
    /// `[sequences, value heads, rows, V]`.
    pub state: Option<Vec<f64>>,
    /// Whether it starts from the dump's initial state.
    pub from_initial: bool,
}

/// Cotangents and gradients of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Backward {
    /// The cotangent of the outputs, in their shape.
    pub outputs: Vec<f64>,
    /// The cotangent of the final state, in its shape; zero where the dump has none.
    pub state: Vec<f64>,
    /// The kernel's gradient by each input that the dump has one for, under the input's name; `h0` for the initial state.
    pub gradients: BTreeMap<String, Vec<f64>>,
}

/// A dump, read and checked. All values are the exact values of the file's numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Dump {
    /// The system.
    pub system: System,
    /// The arithmetic that the kernel is allowed.
    pub arithmetic: &'static Arithmetic,
    /// The inputs with the initial state, where there is one; queries and keys as given, gates as [`Gate`] says.
    pub inputs: Inputs<f64>,
    /// The gates' raw activations, where the kernel computes them.
    pub raw_gate: Option<RawGate>,
    /// How the strengths are given, where the kernel takes their sigmoid.
    pub raw_beta: Option<Beta>,
    /// Inputs of the value heads that are stored once for each key head: `inputs` hold them for every value head, gradients by them are sums.
    pub shared: Vec<&'static str>,
    /// Whether the kernel normalises queries and keys.
    pub normalise: bool,
    /// The runs.
    pub cases: Vec<Case>,
    /// The backward pass of the last run, where the dump has one.
    pub backward: Option<Backward>,
    /// What the reader should know: tensors that were ignored, what was assumed.
    pub notes: Vec<String>,
}

/// Raw activations of log-decays, one for each entry of the gate's tensor.
#[derive(Clone, Debug, PartialEq)]
pub struct RawGate {
    /// The activation.
    pub raw: Vec<f64>,
    /// `A_log` of the entry's head.
    pub a_log: Vec<f64>,
    /// `dt_bias` of the entry's head and channel.
    pub bias: Vec<f64>,
    /// The lower bound of the safe gate; `None` for the softplus form.
    pub lower_bound: Option<f64>,
}

impl RawGate {
    /// The log-decays in any arithmetic.
    pub fn logarithms<S: engine::Real>(&self, number: impl Fn(&f64) -> S) -> Vec<S> {
        use engine::systems::gates::{bounded_decay, softplus_decay};
        let lower = self.lower_bound.as_ref().map(&number);
        let entries = self.raw.iter().zip(&self.bias).zip(&self.a_log);
        let decay = |((x, b), a): ((&f64, &f64), &f64)| match &lower {
            Some(lower) => bounded_decay(&number(x), &number(b), &number(a), lower),
            None => softplus_decay(&number(x), &number(b), &number(a)),
        };
        entries.map(decay).collect()
    }

    /// How far an implementation's log-decay may be off, in units: an absolute error, over the unit roundoff.
    ///
    /// The exponential of $A$ is off by 4 units and, by its own argument's rounding, by $|A|$; the sum $x + b$ by 1. $\\sigma(z)$ has a condition number
    /// of at most $|z|$ and is off by 6. Softplus has a condition number of at most $1 + |x + b|$ and is off by 8 units (an exponential and a logarithm);
    /// in the form $\\ln(1 + e^x)$ of most public kernels its absolute error is up to 4 units however small it is: 1 of the sum, 3 of a fast logarithm.
    pub fn units(&self) -> Vec<f64> {
        let entries = self.raw.iter().zip(&self.bias).zip(&self.a_log);
        let units = |((x, b), a): ((&f64, &f64), &f64)| {
            let size = (x + b).abs() + (x.abs() + b.abs()) * f64::EPSILON;
            let exponential = 5.0 + a.abs();
            match self.lower_bound {
                Some(_) => 7.0 + (a.exp() * size) * (exponential + 2.0),
                None => exponential + 9.0 + 2.0 * (1.0 + size),
            }
        };
        let logarithms = self.logarithms(|x| *x);
        let absolute = |a: &f64| if self.lower_bound.is_some() { 0.0 } else { 4.0 * a.exp() };
        entries.zip(logarithms).zip(&self.a_log).map(|((e, g), a)| units(e) * g.abs() + absolute(a)).collect()
    }
}

impl Dump {
    /// The name of the tensor of logarithms that [`RawGate`] stands for.
    pub fn gate_name(&self) -> &'static str {
        self.system.spec().inputs.iter().find_map(|i| i.log).unwrap_or("g")
    }

    /// The inputs as the recurrence takes them, in any arithmetic: gates computed, queries and keys normalised.
    pub fn prepared<S: engine::Real>(&self, number: impl Fn(&f64) -> S + Copy) -> Inputs<S> {
        let mut inputs = self.inputs.map(number);
        if let Some(gate) = &self.raw_gate {
            let logarithms = gate.logarithms(number);
            inputs.replace(self.gate_name(), |i, _| logarithms[i].clone());
        }
        if let Some(beta) = self.raw_beta {
            let doubled = beta == Beta::RawDoubled;
            for (name, doubled) in [("beta", doubled), ("b", doubled), ("w", false)] {
                inputs.replace(name, |_, x| engine::systems::gates::strength(x, doubled));
            }
        }
        if self.normalise {
            for name in ["q", "k"] {
                normalise(&mut inputs, name);
            }
        }
        inputs
    }

    /// The same dump with the first `tokens` tokens only, and so without what comes after them; `None` where sequences are packed.
    pub(crate) fn prefix(&self, tokens: usize) -> Option<Self> {
        let dims = self.inputs.dims;
        let cut = |x: &[f64]| {
            let rows = x.len() / dims.batch.max(1);
            let kept = rows.checked_div(dims.tokens).unwrap_or(0) * tokens;
            x.chunks_exact(rows.max(1)).flat_map(|entry| entry[..kept].to_vec()).collect::<Vec<_>>()
        };
        let raw_gate = self.raw_gate.as_ref().map(|gate| RawGate {
            raw: cut(&gate.raw),
            a_log: cut(&gate.a_log),
            bias: cut(&gate.bias),
            lower_bound: gate.lower_bound,
        });
        let case = |case: &Case| Case {
            outputs: case.outputs.as_deref().map(cut),
            state: case.state.clone().filter(|_| tokens == dims.tokens),
            ..case.clone()
        };
        let (inputs, cases) = (self.inputs.prefix(tokens)?, self.cases.iter().map(case).collect());
        Some(Self { inputs, raw_gate, cases, backward: None, ..self.clone() })
    }

    /// What the kernel computes before the recurrence.
    pub fn preparation(&self) -> Preparation {
        let normalised = if self.normalise { Preparation::normalisation(self.inputs.dims.k) } else { 0.0 };
        // A sigmoid: an exponential, a sum, a quotient.
        let vectors = normalised + if self.raw_beta.is_some() { 6.0 } else { 0.0 };
        Preparation { vectors, logarithms: self.raw_gate.as_ref().map(RawGate::units) }
    }
}

/// Normalises a tensor of key channels as FLA does.
pub(crate) fn normalise<S: engine::Real>(inputs: &mut Inputs<S>, name: &str) {
    let width = inputs.dims.k;
    let Some(tensor) = inputs.tensor(name) else { return };
    let rows: Vec<S> =
        tensor.chunks_exact(width.max(1)).flat_map(engine::systems::gates::l2_normalised).collect();
    inputs.replace(name, |i, _| rows[i].clone());
}
