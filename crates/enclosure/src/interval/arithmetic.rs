//! Arithmetic of [`F64Interval`].

use super::F64Interval;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// The smallest and the largest of the candidates, moved outward; NaN candidates are ignored.
///
/// Candidates are the four products (or quotients) of endpoints. One of them is NaN when it is 0·∞ (or ∞/∞), with ∞
/// standing for arbitrarily large members. Its place is taken by the others: if only one endpoint of the unbounded
/// factor is infinite, zero times the other one is the zero that is meant; if both are, the products of a nonzero
/// endpoint with them are −∞ and +∞. If no candidate is left the zero factor is exactly zero, and so is the result.
/// For quotients the limits 0 and ∞ of ∞/∞ are among the others, as the divisor is bounded away from zero.
#[inline]
fn outward(a: f64, b: f64, c: f64, d: f64) -> F64Interval {
    let lo = a.min(b).min(c.min(d));
    let hi = a.max(b).max(c.max(d));
    let exact_zero = lo.is_nan();
    F64Interval {
        lo: if exact_zero { 0.0 } else { lo.next_down() },
        hi: if exact_zero { 0.0 } else { hi.next_up() },
    }
}

impl F64Interval {
    /// The quotient; `None` when the divisor contains zero.
    #[inline]
    pub fn checked_div(self, divisor: Self) -> Option<Self> {
        let quotient =
            outward(self.lo / divisor.lo, self.lo / divisor.hi, self.hi / divisor.lo, self.hi / divisor.hi);
        (!divisor.contains_zero()).then_some(quotient)
    }

    /// The reciprocal; `None` for an interval that contains zero.
    #[inline]
    pub fn recip(self) -> Option<Self> {
        let reciprocal = Self { lo: (1.0 / self.hi).next_down(), hi: (1.0 / self.lo).next_up() };
        (!self.contains_zero()).then_some(reciprocal)
    }

    /// The absolute value, exactly.
    #[inline]
    #[must_use]
    pub fn abs(self) -> Self {
        Self { lo: self.lo.max(-self.hi).max(0.0), hi: self.hi.max(-self.lo) }
    }

    /// The square, `{x² : x ∈ X}`; unlike `X * X` it knows that both factors are the same number, so it is never
    /// negative.
    #[inline]
    #[must_use]
    pub fn sqr(self) -> Self {
        let Self { lo, hi } = self.abs();
        Self { lo: (lo * lo).next_down().max(0.0), hi: (hi * hi).next_up() }
    }

    /// The square root; `None` for an interval with a negative member. One that touches zero from above has a root
    /// that does too.
    #[inline]
    pub fn sqrt(self) -> Option<Self> {
        let root = Self { lo: self.lo.sqrt().next_down().max(0.0), hi: self.hi.sqrt().next_up() };
        (self.lo >= 0.0).then_some(root)
    }
}

impl Add for F64Interval {
    type Output = Self;
    /// The sum.
    #[inline]
    fn add(self, other: Self) -> Self {
        Self { lo: (self.lo + other.lo).next_down(), hi: (self.hi + other.hi).next_up() }
    }
}

impl Sub for F64Interval {
    type Output = Self;
    /// The difference.
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self { lo: (self.lo - other.hi).next_down(), hi: (self.hi - other.lo).next_up() }
    }
}

impl Mul for F64Interval {
    type Output = Self;
    /// The product.
    #[inline]
    fn mul(self, other: Self) -> Self {
        outward(self.lo * other.lo, self.lo * other.hi, self.hi * other.lo, self.hi * other.hi)
    }
}

impl Neg for F64Interval {
    type Output = Self;
    /// The negation, exactly.
    #[inline]
    fn neg(self) -> Self {
        Self { lo: -self.hi, hi: -self.lo }
    }
}

impl AddAssign for F64Interval {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for F64Interval {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl MulAssign for F64Interval {
    #[inline]
    fn mul_assign(&mut self, other: Self) {
        *self = *self * other;
    }
}
