//! One transition of diagonal plus rank one, from the numbers that a model has.

use crate::number::{Number, times};
use enclosure::{F64Interval, RealBall};
use exact::{Matrix, Rational};
use std::cmp::Ordering;

/// The transition `T = Diag(gates) − scale · left (right ⊙ gates)ᵀ` (the erase reads the decayed state), or
/// `T = Diag(gates) − scale · left rightᵀ` where `decayed` is false.
///
/// | system | scale | left | right | decayed |
/// |---|---|---|---|---|
/// | KDA, Complex KDA, Gated DeltaNet, DeltaNet | β | k | k | yes |
/// | Gated DeltaNet-2 | 1 | k | b ⊙ k | yes |
/// | RWKV-7 | 1 | a ⊙ κ | κ | no |
#[derive(Clone, Debug)]
pub struct RankOneStep {
    /// The diagonal, one gate for each channel.
    pub gates: Vec<Number>,
    /// The factor of the rank-one part.
    pub scale: Number,
    /// Where the step writes, as many entries as gates.
    pub left: Vec<Number>,
    /// What it erases, as many entries as gates.
    pub right: Vec<Number>,
    /// Whether the erase reads the state after the decay.
    pub decayed: bool,
}

impl RankOneStep {
    /// The erase `(I − strength k kᵀ) Diag(gates)` along a key.
    ///
    /// # Panics
    /// Unless key and gates have one length.
    pub fn erase(gates: Vec<Number>, strength: Number, key: &[f64]) -> Self {
        assert_eq!(gates.len(), key.len(), "gates and key have different lengths");
        let key: Vec<Number> = key.iter().map(|entry| Number::Exact(*entry)).collect();
        Self { gates, scale: strength, left: key.clone(), right: key, decayed: true }
    }

    /// Dimension `d`.
    pub fn dimension(&self) -> usize {
        self.gates.len()
    }

    /// The sign of the weight `w_i = left_i right_i` of channel `i`, scale and gate included.
    pub(crate) fn weight_sign(&self, i: usize) -> Option<Ordering> {
        let factors = [&self.scale, &self.left[i], &self.right[i]];
        if factors.iter().any(|factor| factor.is_zero()) || (self.decayed && self.gates[i].is_zero()) {
            return Some(Ordering::Equal);
        }
        let gate = if self.decayed { self.gates[i].sign()? } else { Ordering::Greater };
        factors.iter().try_fold(gate, |sign, factor| Some(times(sign, factor.sign()?)))
    }

    /// `left_i right_i scale`, without the gate.
    pub(crate) fn coupling(&self, i: usize, scale: F64Interval) -> F64Interval {
        match (&self.left[i], &self.right[i]) {
            // A product of two f32 is an f64, so that keys in single precision lose nothing here.
            (Number::Exact(a), Number::Exact(b)) if is_single(*a) && is_single(*b) => {
                F64Interval::point(a * b).unwrap_or(F64Interval::ENTIRE) * scale
            }
            (left, right) => left.interval() * right.interval() * scale,
        }
    }

    /// The sum of the couplings `Σ scale left_i right_i`, where everything is known exactly.
    pub(crate) fn exact_coupling(&self) -> Option<Rational> {
        let mut sum = Rational::new();
        for (left, right) in self.left.iter().zip(&self.right) {
            sum += left.exact()? * right.exact()?;
        }
        Some(sum * self.scale.exact()?)
    }

    /// The coupling of one channel, in a ball.
    pub(crate) fn coupling_ball(&self, i: usize, bits: u32) -> RealBall {
        self.left[i].ball(bits).with_precision(bits) * self.right[i].ball(bits) * self.scale.ball(bits)
    }

    /// The same transition over the rationals, where all is known exactly.
    pub fn exact(&self) -> Option<crate::RankOne> {
        let all = |numbers: &[Number]| numbers.iter().map(Number::exact).collect::<Option<Vec<_>>>();
        let (gates, left, mut right) = (all(&self.gates)?, all(&self.left)?, all(&self.right)?);
        let scale = self.scale.exact()?;
        for (entry, gate) in right.iter_mut().zip(&gates) {
            *entry *= &scale;
            if self.decayed {
                *entry *= gate;
            }
        }
        Some(crate::RankOne::new(gates, left, right))
    }

    /// The dense matrix over the rationals, where all is known exactly.
    pub fn matrix(&self) -> Option<Matrix> {
        Some(self.exact()?.matrix())
    }
}

fn is_single(value: f64) -> bool {
    f64::from(value as f32) == value && value.abs() > 1e-30
}
