//! The type, its queries and field operations.

use crate::real::operator;
use crate::{EnclosureError, RealBall};
use rug::Rational;
use std::fmt;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// A closed rectangle `re + i·im` of the complex plane, known to contain some complex number of interest.
///
/// The operations inherit the containment property from [`RealBall`]. They are the usual formulas on the parts, hence
/// not the tightest rectangles: a part that occurs twice in a formula is treated as two numbers.
#[derive(Clone, Debug)]
pub struct ComplexBall {
    /// The enclosure of the real part.
    pub re: RealBall,
    /// The enclosure of the imaginary part.
    pub im: RealBall,
}

impl ComplexBall {
    /// The rectangle with these parts.
    pub fn new(re: RealBall, im: RealBall) -> Self {
        Self { re, im }
    }

    /// The real number `re`, with imaginary part exactly zero.
    pub fn from_real(re: RealBall) -> Self {
        let im = RealBall::zero(re.precision());
        Self { re, im }
    }

    /// The tightest rectangle at `precision` bits around `re + i·im`.
    pub fn from_rationals(precision: u32, re: &Rational, im: &Rational) -> Self {
        Self { re: RealBall::from_rational(precision, re), im: RealBall::from_rational(precision, im) }
    }

    /// The larger of the precisions of the parts, in bits.
    pub fn precision(&self) -> u32 {
        self.re.precision().max(self.im.precision())
    }

    /// Whether `re + i·im` is a member, decided exactly.
    pub fn contains(&self, re: &Rational, im: &Rational) -> bool {
        self.re.contains(re) && self.im.contains(im)
    }

    /// Whether zero is a member.
    pub fn contains_zero(&self) -> bool {
        self.re.contains_zero() && self.im.contains_zero()
    }

    /// Whether the rectangle is the single number zero.
    pub(super) fn is_exactly_zero(&self) -> bool {
        self.contains_zero() && self.re.is_exact() && self.im.is_exact()
    }

    /// Whether every member of `other` is a member of `self`.
    pub fn contains_ball(&self, other: &Self) -> bool {
        self.re.contains_ball(&other.re) && self.im.contains_ball(&other.im)
    }

    /// Whether the two rectangles have a member in common. When they have none, the enclosed numbers differ.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.re.overlaps(&other.re) && self.im.overlaps(&other.im)
    }

    /// The smallest rectangle that contains both.
    #[must_use]
    pub fn hull(&self, other: &Self) -> Self {
        Self { re: self.re.hull(&other.re), im: self.im.hull(&other.im) }
    }

    /// The members common to both, or `None` when there is none.
    pub fn intersect(&self, other: &Self) -> Option<Self> {
        Some(Self { re: self.re.intersect(&other.re)?, im: self.im.intersect(&other.im)? })
    }

    /// The complex conjugate, exactly.
    #[must_use]
    pub fn conj(&self) -> Self {
        Self { re: self.re.clone(), im: -&self.im }
    }

    /// The squared modulus `re² + im²`; never negative.
    pub fn norm2(&self) -> RealBall {
        self.re.sqr() + self.im.sqr()
    }

    /// The product with a real number.
    #[must_use]
    pub fn scale(&self, factor: &RealBall) -> Self {
        Self { re: &self.re * factor, im: &self.im * factor }
    }

    /// The square; its real part is `re² − im²` with each square known to be ≥ 0.
    #[must_use]
    pub fn sqr(&self) -> Self {
        let cross = &self.re * &self.im;
        Self { re: self.re.sqr() - self.im.sqr(), im: &cross + &cross }
    }

    /// The power `zⁿ` by repeated squaring; `z⁰ = 1` for every `z`.
    #[must_use]
    pub fn pow_u(&self, n: u32) -> Self {
        let one = Self::from_real(RealBall::one(self.precision()));
        (0..u32::BITS - n.leading_zeros()).rev().fold(one, |power, bit| {
            let square = power.sqr();
            if n >> bit & 1 == 1 { &square * self } else { square }
        })
    }

    /// The quotient, as `self · conj(divisor) / norm2(divisor)`.
    ///
    /// # Errors
    /// A divisor that contains zero: [`EnclosureError::OutsideDomain`] when it is exactly zero, otherwise
    /// [`EnclosureError::DomainUndecided`]. The latter also when the squared modulus of a nonzero divisor underflows.
    pub fn checked_div(&self, divisor: &Self) -> Result<Self, EnclosureError> {
        let norm2 = divisor.norm2();
        if norm2.contains_zero() {
            return Err(EnclosureError::domain("division", divisor, divisor.is_exactly_zero()));
        }
        let numerator = self * &divisor.conj();
        Ok(Self { re: numerator.re.checked_div(&norm2)?, im: numerator.im.checked_div(&norm2)? })
    }

    fn sum(&self, other: &Self) -> Self {
        Self { re: &self.re + &other.re, im: &self.im + &other.im }
    }

    fn difference(&self, other: &Self) -> Self {
        Self { re: &self.re - &other.re, im: &self.im - &other.im }
    }

    fn product(&self, other: &Self) -> Self {
        Self {
            re: &self.re * &other.re - &self.im * &other.im,
            im: &self.re * &other.im + &self.im * &other.re,
        }
    }
}

operator!(ComplexBall, Add add AddAssign add_assign => sum, "The sum.");
operator!(ComplexBall, Sub sub SubAssign sub_assign => difference, "The difference.");
operator!(ComplexBall, Mul mul MulAssign mul_assign => product, "The product.");

impl Neg for &ComplexBall {
    type Output = ComplexBall;
    /// The negation, exactly.
    fn neg(self) -> ComplexBall {
        ComplexBall { re: -&self.re, im: -&self.im }
    }
}

impl Neg for ComplexBall {
    type Output = ComplexBall;
    fn neg(self) -> ComplexBall {
        -&self
    }
}

impl fmt::Display for ComplexBall {
    /// `[re] + [im]i`, each part as [`RealBall`] prints it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.re.fmt(f)?;
        f.write_str(" + ")?;
        self.im.fmt(f)?;
        f.write_str("i")
    }
}
