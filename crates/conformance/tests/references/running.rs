//! Numbers that know what a computation of them in `f64` may have lost.
//!
//! A running error analysis (Higham, *Accuracy and Stability*, §3.3) that does not depend on the order of summation: a sum is kept as the sum of the
//! absolute values of its terms and the number $n$ of its additions, and is off by at most $\gamma_n$ times the former in any order; what its terms
//! are off by is added. Where a reference stores what the engine fuses (a decayed state, a residual, a scaled query) it rounds once more, so that
//! every operation may round twice: [`UNIT`] is $2 \cdot 2^{-53}$. Elementary functions of the platform are good to one unit in the last place, which is
//! two roundings.
//!
//! The bounds themselves are computed in `f64`, in sums and products of positive numbers: with fewer than $2^{20}$ operations on the way to one,
//! [`SLACK`] covers what they lose.

use enclosure::RealBall;
use engine::{Real, Scalar};
use exact::Rational;

const BITS: u32 = 192;
/// Two roundings.
const UNIT: f64 = f64::EPSILON;
/// More than $2^{20}$ roundings, relative.
const SLACK: f64 = 1.0 + 1.0 / (1_u64 << 32) as f64;

/// An exact number and the bound of a computed one's error.
#[derive(Clone, Debug)]
pub(crate) struct Running {
    exact: RealBall,
    /// What the terms are off by.
    moved: f64,
    /// The sum of the absolute values of the terms, as computed.
    terms: f64,
    /// Additions.
    count: f64,
}

/// The distance of a number from the far end of a ball.
pub(crate) fn far(number: f64, ball: &RealBall) -> f64 {
    let (Some(x), Some(lo), Some(hi)) = (Rational::from_f64(number), ball.lower(), ball.upper()) else {
        return f64::INFINITY;
    };
    let error = Rational::from(&x - &lo).abs().max(Rational::from(&hi - &x).abs());
    error.to_f64() * (1.0 + f64::EPSILON)
}

impl Running {
    /// An input: exact.
    pub(crate) fn input(value: f64) -> Self {
        Self::rounded(RealBall::from_f64(BITS, value).expect("finite"), 0.0)
    }

    /// A number that is off by at most `error`.
    fn rounded(exact: RealBall, error: f64) -> Self {
        let terms = far(0.0, &exact) + error;
        Self { exact, moved: error, terms, count: 0.0 }
    }

    /// A function of `self` that moves by at most `moved`, and is itself good to `units` double roundings.
    fn function(exact: RealBall, moved: f64, units: f64) -> Self {
        let own = units * UNIT * (far(0.0, &exact) + moved);
        Self::rounded(exact, moved + own)
    }

    pub(crate) fn exact(&self) -> &RealBall {
        &self.exact
    }

    /// A bound of the error.
    pub(crate) fn error(&self) -> f64 {
        let nu = self.count * UNIT;
        (self.moved + nu / (1.0 - nu) * self.terms) * SLACK + f64::MIN_POSITIVE
    }

    /// The same number, off by `more` besides.
    pub(crate) fn widened(&self, more: f64) -> Self {
        Self { moved: self.moved + more, terms: self.terms + more, ..self.clone() }
    }

    pub(crate) fn size(&self) -> f64 {
        far(0.0, &self.exact)
    }
}

impl Scalar for Running {
    fn from_int(value: i32) -> Self {
        Self::rounded(RealBall::from_integer(BITS, &value.into()), 0.0)
    }
    fn plus(&self, other: &Self) -> Self {
        Self {
            exact: &self.exact + &other.exact,
            moved: self.moved + other.moved,
            terms: self.terms + other.terms,
            count: self.count + other.count + 1.0,
        }
    }
    fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negate())
    }
    fn times(&self, other: &Self) -> Self {
        let (a, b, x, y) = (self.size(), other.size(), self.error(), other.error());
        Self::function(&self.exact * &other.exact, a * y + b * x + x * y, 1.0)
    }
    fn negate(&self) -> Self {
        Self { exact: -&self.exact, ..self.clone() }
    }
}

impl Real for Running {
    fn over(&self, divisor: &Self) -> Self {
        let (x, y) = (self.error(), divisor.error());
        let smallest = divisor.exact.abs().lower().map_or(0.0, |l| l.to_f64()) - y;
        let exact = Real::over(&self.exact, &divisor.exact);
        let moved = if smallest > 0.0 { (x + far(0.0, &exact) * y) / smallest } else { f64::INFINITY };
        Self::function(exact, moved, 1.0)
    }
    fn exp(&self) -> Self {
        let exact = self.exact.exp();
        let moved = far(0.0, &exact) * self.error().exp_m1();
        Self::function(exact, moved, 1.0)
    }
    fn sqrt(&self) -> Self {
        // |√x − √y| = |x − y| / (√x + √y), and at most the root of |x − y|.
        let exact = Real::sqrt(&self.exact);
        let error = self.error();
        let moved = (error / exact.lower().map_or(0.0, |l| l.to_f64())).min(error.sqrt());
        Self::function(exact, moved, 1.0)
    }
    fn softplus(&self) -> Self {
        // An exponential, a logarithm, and a sum; the slope is σ(x) ≤ min(1, eˣ).
        let slope = far(0.0, &self.exact.exp()).min(1.0);
        let error = self.error();
        Self::function(Real::softplus(&self.exact), slope * error.exp() * error, 3.0)
    }
    fn sigmoid(&self) -> Self {
        // An exponential, a sum, a quotient; the relative slope is at most 1.
        let exact = Real::sigmoid(&self.exact);
        let moved = far(0.0, &exact) * self.error().exp_m1();
        Self::function(exact, moved, 3.0)
    }
    fn tanh(&self) -> Self {
        Self::function(Real::tanh(&self.exact), self.error(), 1.0)
    }
    fn sin_cos(&self) -> (Self, Self) {
        let (sin, cos) = self.exact.sin_cos();
        (Self::function(sin, self.error(), 1.0), Self::function(cos, self.error(), 1.0))
    }
    fn pi(&self) -> Self {
        Self::function(RealBall::pi(BITS), 0.0, 1.0)
    }
    fn sign(&self) -> Self {
        Self::rounded(Real::sign(&self.exact), 0.0)
    }
    fn maximum(&self, other: &Self) -> Self {
        Self::rounded(self.exact.maximum(&other.exact), self.error().max(other.error()))
    }
    fn fraction(&self, numerator: i32, denominator: i32) -> Self {
        let exact = RealBall::from_rational(BITS, &Rational::from((numerator, denominator)));
        Self::function(exact, 0.0, if denominator == 1 { 0.0 } else { 1.0 })
    }
}
