//! Results against the reference: how much of the bound an error takes.

use super::Content;
use crate::recurrent::Outputs;
use engine::bounds::{Arithmetic, Form, HeadBound, Preparation, Roundings, bounds};
use engine::run::{Run, recurrent};
use engine::{Head, Inputs};

/// The reference's results with their bounds, in the layout of [`Outputs`].
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// `[batch, tokens, heads, V]`.
    pub outputs: Vec<f64>,
    /// `[sequences, heads, rows, V]`.
    pub state: Vec<f64>,
    /// Of the outputs.
    pub bound_outputs: Vec<f64>,
    /// Of the states.
    pub bound_state: Vec<f64>,
}

/// The largest error as a part of its bound.
#[derive(Clone, Debug, PartialEq)]
pub struct Worst {
    /// error / bound; infinite for a NaN, and where the bound is 0 and the error is not.
    pub ratio: f64,
    /// Where.
    pub place: String,
    /// The largest bound over the largest result: what the check can see.
    pub sharpness: f64,
}

impl Worst {
    /// What is seen in a case of this content, in words, where it is beyond the bound.
    pub(super) fn beyond(&self, content: Content) -> Option<String> {
        let Self { ratio, place, .. } = self;
        (*ratio > 1.0).then(|| format!("{} content: {ratio:.1e} of the bound at {place}", content.name()))
    }
}

/// The reference is computed in binary64, whose errors obey the same bound with $2^{-53}$ in the place of $2^{-24}$: $2^{-29}$ of it.
const REFERENCE: f64 = 1.0 + 1.0 / 268_435_456.0;

/// Runs the reference. Factors that are given as logarithms are taken as computed by the kernel, with the error of an exponential.
///
/// The bound is the certain one: it assumes nothing of the roundings' directions.
pub fn reference(inputs: &Inputs<f32>, arithmetic: &Arithmetic, form: Form) -> Reference {
    let inputs = inputs.map(|x| f64::from(*x));
    let factors = inputs.factors();
    let exact = |at: Head| recurrent(&factors.program(at), &factors.initial(at));
    let all = bounds(&inputs, arithmetic, Roundings::Adversarial, &[form], &Preparation::default());
    let mut outputs =
        vec![0.0; inputs.dims.batch * inputs.dims.tokens * inputs.dims.value_heads * inputs.dims.v];
    let mut bound_outputs = outputs.clone();
    let (mut state, mut bound_state) = (Vec::new(), Vec::new());
    for (at, bound) in all {
        let Run { outputs: o, state: s } = exact(at);
        let HeadBound { outputs: bo, state: bs } = bound;
        let (batch, tokens) = inputs.tokens_of(at.sequence);
        let v = inputs.dims.v;
        for (t, token) in tokens.enumerate() {
            let to = ((batch * inputs.dims.tokens + token) * inputs.dims.value_heads + at.head) * v;
            outputs[to..to + v].copy_from_slice(&o[t * v..(t + 1) * v]);
            bound_outputs[to..to + v].copy_from_slice(&bo[t * v..(t + 1) * v]);
        }
        state.extend(s);
        bound_state.extend(bs);
    }
    Reference { outputs, state, bound_outputs, bound_state }
}

impl Reference {
    /// Holds results against it. NaNs are told by their bits, never by a comparison.
    pub fn judge(&self, results: &Outputs) -> Worst {
        let mut worst = Worst { ratio: 0.0, place: String::new(), sharpness: 0.0 };
        let pairs = [
            ("output", &results.outputs, &self.outputs, &self.bound_outputs),
            ("state", &results.state, &self.state, &self.bound_state),
        ];
        for (what, got, wanted, bound) in pairs {
            if got.len() != wanted.len() {
                let place = format!("{} entries of {what} in the place of {}", got.len(), wanted.len());
                return Worst { ratio: f64::INFINITY, place, sharpness: 0.0 };
            }
            let size = wanted.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
            let widest = bound.iter().fold(0.0_f64, |m, x| m.max(*x));
            if size > 0.0 {
                worst.sharpness = worst.sharpness.max(widest / size);
            }
            for (n, ((x, exact), bound)) in got.iter().zip(wanted).zip(bound).enumerate() {
                let ratio = ratio(*x, *exact, *bound);
                if ratio > worst.ratio {
                    worst.ratio = ratio;
                    worst.place = format!("{what} {n}: {x:e}, exact {exact:e}, bound {bound:.1e}");
                }
            }
        }
        worst
    }
}

fn ratio(got: f32, exact: f64, bound: f64) -> f64 {
    let bits = got.to_bits() & 0x7fff_ffff;
    if bits >= 0x7f80_0000 || !bound.is_finite() {
        return f64::INFINITY;
    }
    let error = (f64::from(got) - exact).abs();
    if error == 0.0 { 0.0 } else { error / (bound * REFERENCE) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_not_a_number_passes() {
        for bits in [0x7fc0_dead, 0xffc0_0000, 0x7f80_0000, 0x7f80_0001] {
            assert_eq!(ratio(f32::from_bits(bits), 0.0, 1.0), f64::INFINITY, "{bits:x}");
        }
        assert_eq!(ratio(1.0, 1.0, f64::INFINITY), f64::INFINITY, "a bound that says nothing");
        assert_eq!(ratio(1.0, 2.0, 0.0), f64::INFINITY);
        assert_eq!(ratio(1.0, 1.0, 0.0), 0.0);
    }
}
