//! Ring operations, division and powers.

use super::ball::{RealBall, down, up};
use crate::EnclosureError;
use rug::Float;
use rug::ops::Pow;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// Where the members of a ball lie relative to zero.
enum Place {
    NonNegative,
    NonPositive,
    Both,
}

fn place(x: &RealBall) -> Place {
    if *x.lo() >= 0 {
        Place::NonNegative
    } else if *x.hi() <= 0 {
        Place::NonPositive
    } else {
        Place::Both
    }
}

/// An infinite endpoint stands for arbitrarily large members, none of them infinite, so its product with a zero
/// endpoint is zero and not NaN.
fn product_is_zero(x: &Float, y: &Float) -> bool {
    x.is_zero() || y.is_zero()
}

fn mul_down(precision: u32, x: &Float, y: &Float) -> Float {
    if product_is_zero(x, y) { Float::new(precision) } else { down(precision, x * y) }
}

fn mul_up(precision: u32, x: &Float, y: &Float) -> Float {
    if product_is_zero(x, y) { Float::new(precision) } else { up(precision, x * y) }
}

impl RealBall {
    fn sum(&self, other: &Self) -> Self {
        let p = self.precision().max(other.precision());
        Self::from_endpoints(down(p, self.lo() + other.lo()), up(p, self.hi() + other.hi()))
    }

    fn difference(&self, other: &Self) -> Self {
        let p = self.precision().max(other.precision());
        Self::from_endpoints(down(p, self.lo() - other.hi()), up(p, self.hi() - other.lo()))
    }

    fn product(&self, other: &Self) -> Self {
        use Place::{Both, NonNegative, NonPositive};
        let p = self.precision().max(other.precision());
        let ((a, b), (c, d)) = ((self.lo(), self.hi()), (other.lo(), other.hi()));
        let ((l, m), (u, v)) = match (place(self), place(other)) {
            (NonNegative, NonNegative) => ((a, c), (b, d)),
            (NonNegative, Both) => ((b, c), (b, d)),
            (NonNegative, NonPositive) => ((b, c), (a, d)),
            (Both, NonNegative) => ((a, d), (b, d)),
            (Both, NonPositive) => ((b, c), (a, c)),
            (NonPositive, NonNegative) => ((a, d), (b, c)),
            (NonPositive, Both) => ((a, d), (a, c)),
            (NonPositive, NonPositive) => ((b, d), (a, c)),
            (Both, Both) => {
                let lo = mul_down(p, a, d).min(&mul_down(p, b, c));
                let hi = mul_up(p, a, c).max(&mul_up(p, b, d));
                return Self::from_endpoints(lo, hi);
            }
        };
        Self::from_endpoints(mul_down(p, l, m), mul_up(p, u, v))
    }

    fn negation(&self) -> Self {
        let p = self.precision();
        Self::from_endpoints(down(p, -self.hi()), up(p, -self.lo()))
    }

    /// The quotient, the tightest at the larger of the two precisions.
    ///
    /// # Errors
    /// A divisor that contains zero: [`EnclosureError::OutsideDomain`] when it is exactly zero, otherwise
    /// [`EnclosureError::DomainUndecided`].
    pub fn checked_div(&self, divisor: &Self) -> Result<Self, EnclosureError> {
        let p = self.precision().max(divisor.precision());
        if divisor.contains_zero() {
            return Err(EnclosureError::domain("division", divisor, divisor.is_exact()));
        }
        let (c, d) = (divisor.lo(), divisor.hi());
        // x / y falls with y where x > 0 and rises with y where x < 0, on either side of zero.
        Ok(if *c > 0 {
            let lo = down(p, self.lo() / if *self.lo() >= 0 { d } else { c });
            let hi = up(p, self.hi() / if *self.hi() >= 0 { c } else { d });
            Self::from_endpoints(lo, hi)
        } else {
            let lo = down(p, self.hi() / if *self.hi() >= 0 { d } else { c });
            let hi = up(p, self.lo() / if *self.lo() >= 0 { c } else { d });
            Self::from_endpoints(lo, hi)
        })
    }

    /// The reciprocal.
    ///
    /// # Errors
    /// As for [`checked_div`](Self::checked_div).
    pub fn recip(&self) -> Result<Self, EnclosureError> {
        Self::one(self.precision()).checked_div(self)
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Self {
        match place(self) {
            Place::NonNegative => self.clone(),
            Place::NonPositive => self.negation(),
            Place::Both => {
                let negated = self.negation();
                let hi = if *self.hi() >= *negated.hi() { self.hi() } else { negated.hi() };
                Self::from_endpoints(Float::new(self.precision()), hi.clone())
            }
        }
    }

    /// The square, `{x² : x ∈ X}`; unlike `X * X` it knows that both factors are the same number, so it is never
    /// negative.
    #[must_use]
    pub fn sqr(&self) -> Self {
        self.pow_u(2)
    }

    /// The power `xⁿ`, the tightest at its precision; `x⁰ = 1` for every `x`, also for zero.
    #[must_use]
    pub fn pow_u(&self, n: u32) -> Self {
        let p = self.precision();
        if n == 0 {
            return Self::one(p);
        }
        let base = if n.is_multiple_of(2) { &self.abs() } else { self };
        Self::from_endpoints(down(p, base.lo().pow(n)), up(p, base.hi().pow(n)))
    }
}

/// The four combinations of value and reference, and the compound assignment.
macro_rules! operator {
    ($type:ty, $trait:ident $method:ident $assign:ident $assign_method:ident => $inner:ident, $doc:literal) => {
        impl $trait<&$type> for &$type {
            type Output = $type;
            #[doc = $doc]
            fn $method(self, other: &$type) -> $type {
                <$type>::$inner(self, other)
            }
        }
        impl $trait<$type> for $type {
            type Output = $type;
            fn $method(self, other: $type) -> $type {
                <$type>::$inner(&self, &other)
            }
        }
        impl $trait<&$type> for $type {
            type Output = $type;
            fn $method(self, other: &$type) -> $type {
                <$type>::$inner(&self, other)
            }
        }
        impl $trait<$type> for &$type {
            type Output = $type;
            fn $method(self, other: $type) -> $type {
                <$type>::$inner(self, &other)
            }
        }
        impl $assign<&$type> for $type {
            fn $assign_method(&mut self, other: &$type) {
                *self = <$type>::$inner(self, other);
            }
        }
        impl $assign<$type> for $type {
            fn $assign_method(&mut self, other: $type) {
                *self = <$type>::$inner(self, &other);
            }
        }
    };
}
pub(crate) use operator;

operator!(RealBall, Add add AddAssign add_assign => sum, "The sum, the tightest at the larger precision.");
operator!(RealBall, Sub sub SubAssign sub_assign => difference, "The difference, the tightest at the larger precision.");
operator!(RealBall, Mul mul MulAssign mul_assign => product, "The product, the tightest at the larger precision.");

impl Neg for &RealBall {
    type Output = RealBall;
    /// The negation, exactly.
    fn neg(self) -> RealBall {
        self.negation()
    }
}

impl Neg for RealBall {
    type Output = RealBall;
    fn neg(self) -> RealBall {
        self.negation()
    }
}
