//! What is certain about one token of one head.

use crate::Transition;
use enclosure::{F64Interval, RealBall};
use spectrum::{Pair, Spectrum};

/// One token of one head of a layer.
#[derive(Clone, Debug)]
pub struct Row {
    /// Entry of the batch.
    pub batch: usize,
    /// Token, from 0.
    pub token: usize,
    /// Head, from 0.
    pub head: usize,
    /// All eigenvalues.
    pub spectrum: Spectrum,
    /// The operator norm of the step.
    pub norm: F64Interval,
}

impl Row {
    /// Looks at a transition.
    pub fn new(batch: usize, token: usize, head: usize, transition: &Transition) -> Self {
        Self { batch, token, head, spectrum: transition.spectrum(), norm: transition.operator_norm() }
    }

    /// Absolute values of the real eigenvalues, ascending by midpoint.
    pub fn real_moduli(&self) -> Vec<F64Interval> {
        let mut moduli: Vec<F64Interval> = self.spectrum.real.iter().map(|x| x.abs()).collect();
        moduli.sort_by(|a, b| a.midpoint().total_cmp(&b.midpoint()));
        moduli
    }

    /// Half-lives in tokens of the fastest, the middle and the slowest real mode; `None` where there is none.
    pub fn half_lives(&self) -> Option<[HalfLife; 3]> {
        let moduli = self.real_moduli();
        let (first, last) = (moduli.first()?, moduli.last()?);
        Some([*first, moduli[moduli.len() / 2], *last].map(HalfLife::of))
    }

    /// The pair with the largest modulus.
    pub fn leading_pair(&self) -> Option<&Pair> {
        self.spectrum.pairs.iter().max_by(|a, b| a.modulus().midpoint().total_cmp(&b.modulus().midpoint()))
    }

    /// Whether everything about the row is decided: pairs, negative and zero eigenvalues, and where all numbers are.
    pub fn is_decided(&self) -> bool {
        self.spectrum.undecided == 0
            && self.spectrum.negative.is_some()
            && self.spectrum.zero.is_some()
            && self.is_bounded()
    }

    /// Whether every enclosure has two ends: not where numbers are beyond the range of a binary64.
    pub fn is_bounded(&self) -> bool {
        let finite = |x: &F64Interval| x.lo().is_finite() && x.hi().is_finite();
        finite(&self.norm)
            && finite(&self.spectrum.radius())
            && self.spectrum.real.iter().all(finite)
            && self.spectrum.pairs.iter().all(|pair| finite(&pair.re) && finite(&pair.im))
            && self.spectrum.edge.iter().all(finite)
    }
}

/// `ln 2 / −ln |λ|` in tokens, enclosed: 0 for `λ = 0`, infinite for `|λ| ≥ 1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfLife {
    /// Lower bound.
    pub low: f64,
    /// Upper bound; infinite where the mode may not decay.
    pub high: f64,
}

impl HalfLife {
    /// That of a mode with this absolute value of its eigenvalue.
    pub fn of(modulus: F64Interval) -> Self {
        let bounds = |modulus: f64| {
            if modulus <= 0.0 {
                return (0.0, 0.0);
            }
            if modulus >= 1.0 {
                return (f64::INFINITY, f64::INFINITY);
            }
            let ball = |x: f64| RealBall::from_f64(64, x).ok();
            let ratio = || {
                let rate = -ball(modulus)?.log().ok()?;
                ball(2.0)?.log().ok()?.checked_div(&rate).ok()
            };
            ratio().map_or((0.0, f64::INFINITY), |x| {
                let x = F64Interval::from_ball(&x);
                (x.lo(), x.hi())
            })
        };
        let low = bounds(modulus.lo());
        let high = if modulus.is_exact() { low } else { bounds(modulus.hi()) };
        Self { low: low.0, high: high.1 }
    }
}
