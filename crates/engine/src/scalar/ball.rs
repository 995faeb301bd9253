//! Balls: every result encloses the exact one.

use super::{Real, Scalar};
use enclosure::{EnclosureError, RealBall};
use exact::Rational;
use std::cmp::Ordering;

/// Enough for every `i32`; operations take the larger precision of their operands.
const INTEGER_BITS: u32 = 32;

fn or_everything(x: &RealBall, result: Result<RealBall, EnclosureError>) -> RealBall {
    result.unwrap_or_else(|_| RealBall::everything(x.precision()))
}

impl Scalar for RealBall {
    fn from_int(value: i32) -> Self {
        Self::from_integer(INTEGER_BITS, &value.into())
    }
    fn plus(&self, other: &Self) -> Self {
        self + other
    }
    fn minus(&self, other: &Self) -> Self {
        self - other
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
    fn negate(&self) -> Self {
        -self
    }
}

impl Real for RealBall {
    fn over(&self, divisor: &Self) -> Self {
        or_everything(self, self.checked_div(divisor))
    }
    fn exp(&self) -> Self {
        RealBall::exp(self)
    }
    fn sqrt(&self) -> Self {
        or_everything(self, self.sqrt_of_nonnegative())
    }
    fn softplus(&self) -> Self {
        // ln(1 + eˣ) = x + ln(1 + e⁻ˣ): the form with the smaller exponential loses nothing to cancellation.
        let positive = self.sign() == Some(Ordering::Greater);
        let small = if positive { (-self).exp() } else { RealBall::exp(self) };
        let log = or_everything(self, (Self::from_int(1) + small).log());
        if positive { self + log } else { log }
    }
    fn sigmoid(&self) -> Self {
        Self::from_int(1).over(&(Self::from_int(1) + (-self).exp()))
    }
    fn tanh(&self) -> Self {
        let twice = self + self;
        let two = RealBall::from_integer(self.precision(), &2.into());
        // tanh x = 1 − 2 / (1 + e²ˣ), with cancellation near 0: widen the working precision by the exponent lost.
        let wide = twice.with_precision(2 * self.precision() + 64);
        let value = Self::from_int(1) - two.over(&(Self::from_int(1) + wide.exp()));
        value.with_precision(self.precision())
    }
    fn sin_cos(&self) -> (Self, Self) {
        RealBall::sin_cos(self)
    }
    fn pi(&self) -> Self {
        RealBall::pi(self.precision())
    }
    fn sign(&self) -> Self {
        if self.is_nonnegative() {
            return Self::from_int(1);
        }
        match RealBall::sign(self) {
            Some(Ordering::Less) => Self::from_int(-1),
            _ => Self::from_int(-1).hull(&Self::from_int(1)),
        }
    }
    fn maximum(&self, other: &Self) -> Self {
        match self.compare(other) {
            Some(Ordering::Less) => other.clone(),
            Some(_) => self.clone(),
            // max(a, b) = (a + b + |a − b|) / 2 holds for every pair of members.
            None => (self + other + (self - other).abs()).times(&self.fraction(1, 2)),
        }
    }
    fn fraction(&self, numerator: i32, denominator: i32) -> Self {
        Self::from_rational(self.precision(), &Rational::from((numerator, denominator)))
    }
}
