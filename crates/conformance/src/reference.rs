//! What a right kernel would give, in enough precision to judge the stated arithmetic.

use crate::Dump;
use enclosure::RealBall;
use engine::bounds::Arithmetic;
use engine::fast;
use engine::run::{Run, recurrent_all};
use engine::{Head, Inputs, Real, Scalar};
use exact::Rational;

/// Bits of the balls that judge `f64` arithmetic.
pub(crate) const BITS: u32 = 192;

/// $1 - 2^{-28}$.
const REFERENCE: f64 = 1.0 - 1.0 / 268_435_456.0;

/// Results that computed ones are held against.
#[derive(Clone, Debug)]
pub enum Values {
    /// Computed in `f64`: their own error is $2^{-29}$ of what an arithmetic of 24 bits or less is allowed, see [`errors`](Self::errors).
    Double(Vec<f64>),
    /// Enclosed.
    Ball(Vec<RealBall>),
}

/// Outputs and final states of a run, in the engine's order.
#[derive(Clone, Debug)]
pub struct Reference {
    /// `[batch, tokens, value heads, V]`.
    pub outputs: Values,
    /// `[sequences, value heads, rows, V]`.
    pub state: Values,
}

impl Values {
    /// $|{\rm computed} - {\rm exact}|$ from above (of an enclosure: its far end); infinite where the computed one is not a number.
    ///
    /// # Panics
    /// When the lengths differ.
    pub fn errors(&self, computed: &[f64]) -> Vec<f64> {
        let known = |x: f64| if x.is_nan() { f64::INFINITY } else { x };
        match self {
            Self::Double(exact) => {
                assert_eq!(exact.len(), computed.len(), "results of different sizes");
                // A right result is within the bound b of the exact one, and the reference within 2⁻²⁹ b, the bounds being linear in the unit:
                // with this factor their difference, rounded, is within b too.
                exact.iter().zip(computed).map(|(e, c)| known((e - c).abs() * REFERENCE)).collect()
            }
            Self::Ball(exact) => {
                assert_eq!(exact.len(), computed.len(), "results of different sizes");
                exact.iter().zip(computed).map(|(ball, c)| far_end(ball, *c)).collect()
            }
        }
    }

    /// The values in a format, each rounded once (of an enclosure: its midpoint).
    pub fn nearest(&self, format: crate::vectors::Format) -> Vec<f64> {
        match self {
            Self::Double(values) => values.iter().map(|x| format.nearest(*x)).collect(),
            Self::Ball(balls) => {
                balls.iter().map(|b| b.midpoint().map_or(f64::NAN, |m| format.round(&m))).collect()
            }
        }
    }

    /// The values, to within a unit of `f64`.
    pub fn rounded(&self) -> Vec<f64> {
        match self {
            Self::Double(values) => values.clone(),
            Self::Ball(balls) => {
                balls.iter().map(|b| b.midpoint().map_or(f64::NAN, |m| m.to_f64())).collect()
            }
        }
    }
}

fn far_end(ball: &RealBall, computed: f64) -> f64 {
    let (Some(x), Some(lo), Some(hi)) = (Rational::from_f64(computed), ball.lower(), ball.upper()) else {
        return f64::INFINITY;
    };
    let error = Rational::from(&x - &lo).abs().max(Rational::from(&hi - &x).abs());
    // `to_f64` rounds towards zero.
    error.to_f64() * (1.0 + f64::EPSILON)
}

/// Runs inputs given as factors, by the definition.
pub(crate) fn assembled<S: Scalar>(inputs: &Inputs<S>) -> (Vec<S>, Vec<S>) {
    arranged(inputs, recurrent_all(inputs))
}

/// Puts the runs of all heads together, in the order of a dump's tensors.
pub(crate) fn arranged<S: Scalar>(inputs: &Inputs<S>, runs: Vec<(Head, Run<S>)>) -> (Vec<S>, Vec<S>) {
    let dims = inputs.dims;
    let mut outputs = vec![S::zero(); dims.batch * dims.tokens * dims.value_heads * dims.v];
    let mut state = Vec::new();
    for (at, run) in runs {
        let (batch, tokens) = inputs.tokens_of(at.sequence);
        for (t, row) in tokens.zip(run.outputs.chunks_exact(dims.v.max(1))) {
            let start = ((batch * dims.tokens + t) * dims.value_heads + at.head) * dims.v;
            outputs[start..start + dims.v].clone_from_slice(row);
        }
        state.extend(run.state);
    }
    (outputs, state)
}

fn started<S: Real>(mut inputs: Inputs<S>, from_initial: bool) -> Inputs<S> {
    if !from_initial {
        inputs.set_initial(None);
    }
    inputs.factors()
}

impl Reference {
    /// The results of a dump's inputs, from its initial state or from zero: enclosed for `f64` arithmetic, in `f64` for others.
    pub fn of(dump: &Dump, from_initial: bool) -> Self {
        if precise(dump.arithmetic) {
            return Self::enclosed(dump, from_initial);
        }
        let inputs = started(dump.prepared(|x| *x), from_initial);
        let (outputs, state) = arranged(&inputs, fast::recurrent(&inputs));
        Self { outputs: Values::Double(outputs), state: Values::Double(state) }
    }

    /// The same results, enclosed in any case.
    pub fn enclosed(dump: &Dump, from_initial: bool) -> Self {
        let number = |x: &f64| RealBall::from_f64(BITS, *x).unwrap_or_else(|_| RealBall::everything(BITS));
        let inputs = started(dump.prepared(number), from_initial);
        let (outputs, state) = assembled(&inputs);
        Self { outputs: Values::Ball(outputs), state: Values::Ball(state) }
    }
}

/// Whether an arithmetic is too fine for a reference in `f64`.
pub(crate) fn precise(arithmetic: &Arithmetic) -> bool {
    arithmetic.unit < Arithmetic::F32.unit
}
