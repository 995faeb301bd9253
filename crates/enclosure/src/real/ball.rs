//! The type, its constructors, and what can be asked of it.

use crate::EnclosureError;
use rug::float::{Round, Special, prec_max, prec_min};
use rug::ops::AssignRound;
use rug::{Assign, Float, Integer, Rational};
use std::cmp::Ordering;

/// A closed set of reals `[lo, hi]`, known to contain some real number of interest.
///
/// **Representation.** Two endpoints of one precision, each the result of a correctly rounded MPFR operation in the
/// direction away from the interior. In one dimension a ball is an interval, so nothing is lost against midpoint and
/// radius, and three things are gained: the proof that an operation encloses is the proof that MPFR rounds
/// correctly, with no error term to derive per function; monotone functions, hulls, intersections and squares give
/// the tightest result at their precision, for wide balls too; a half-line is representable, so that overflow is an
/// endpoint at infinity and not a lie. The price is two MPFR calls per operation instead of one.
///
/// **Invariant.** Neither endpoint is NaN, `lo ≤ hi`, `lo < +∞` and `hi > −∞`: a ball is never empty. An infinite
/// endpoint means that no bound is known on that side; infinity itself is never a member. Zero endpoints are `+0`.
///
/// **Precision** is the number of bits of the endpoints. A binary operation works at the larger of its operands'
/// precisions, so an exact small constant does not spoil a precise operand. A precision outside MPFR's range is
/// moved to the nearest one in it.
///
/// **Range.** MPFR's exponents are bounded by about ±2³⁰. A larger result has an infinite endpoint; a smaller one has
/// an endpoint at zero. Both are enclosures.
///
/// There is no `==` and no `<`: whether two *numbers* are equal or ordered, given only enclosures, is
/// [`compare`](Self::compare).
#[derive(Clone, Debug)]
pub struct RealBall {
    lo: Float,
    hi: Float,
}

/// `value`, rounded towards −∞ to `precision` bits.
pub(super) fn down<T>(precision: u32, value: T) -> Float
where
    Float: AssignRound<T, Round = Round, Ordering = Ordering>,
{
    Float::with_val_round(precision, value, Round::Down).0
}

/// `value`, rounded towards +∞ to `precision` bits.
pub(super) fn up<T>(precision: u32, value: T) -> Float
where
    Float: AssignRound<T, Round = Round, Ordering = Ordering>,
{
    Float::with_val_round(precision, value, Round::Up).0
}

fn in_range(precision: u32) -> u32 {
    precision.clamp(prec_min(), prec_max())
}

impl RealBall {
    /// `lo` must be rounded down and `hi` up, to the same precision.
    pub(super) fn from_endpoints(mut lo: Float, mut hi: Float) -> Self {
        debug_assert_eq!(lo.prec(), hi.prec(), "endpoints of different precision");
        assert!(lo <= hi, "endpoints {lo} and {hi} are not those of an interval");
        if lo.is_zero() {
            lo.assign(0);
        }
        if hi.is_zero() {
            hi.assign(0);
        }
        Self { lo, hi }
    }

    /// Both roundings of one correctly rounded operation.
    fn rounded<T: Copy>(precision: u32, value: T) -> Self
    where
        Float: AssignRound<T, Round = Round, Ordering = Ordering>,
    {
        let precision = in_range(precision);
        Self::from_endpoints(down(precision, value), up(precision, value))
    }

    pub(super) fn lo(&self) -> &Float {
        &self.lo
    }

    pub(super) fn hi(&self) -> &Float {
        &self.hi
    }

    /// The whole real line: what is known of a result that is not defined on all of an argument.
    pub fn everything(precision: u32) -> Self {
        let precision = in_range(precision);
        Self::from_endpoints(
            Float::with_val(precision, Special::NegInfinity),
            Float::with_val(precision, Special::Infinity),
        )
    }

    /// The tightest enclosure of a rational at `precision` bits; a single point when it is representable.
    pub fn from_rational(precision: u32, value: &Rational) -> Self {
        Self::rounded(precision, value)
    }

    /// The tightest enclosure of an integer at `precision` bits; a single point when it is representable.
    pub fn from_integer(precision: u32, value: &Integer) -> Self {
        Self::rounded(precision, value)
    }

    /// The number that `value` is, exactly when `precision ≥ 53`, otherwise its tightest enclosure.
    ///
    /// # Errors
    /// [`EnclosureError::NotFinite`] for NaN and the infinities.
    pub fn from_f64(precision: u32, value: f64) -> Result<Self, EnclosureError> {
        if value.is_finite() {
            Ok(Self::rounded(precision, value))
        } else {
            Err(EnclosureError::NotFinite { value: value.to_string() })
        }
    }

    /// The tightest enclosure at `precision` bits of all reals from `lower` to `upper`.
    ///
    /// # Errors
    /// [`EnclosureError::Reversed`] when `lower > upper`.
    pub fn from_bounds(precision: u32, lower: &Rational, upper: &Rational) -> Result<Self, EnclosureError> {
        if lower > upper {
            return Err(EnclosureError::Reversed { lower: lower.to_string(), upper: upper.to_string() });
        }
        let precision = in_range(precision);
        Ok(Self::from_endpoints(down(precision, lower), up(precision, upper)))
    }

    /// `lo ≤ hi`, neither NaN, infinite only outward.
    pub(crate) fn from_f64_bounds(precision: u32, lo: f64, hi: f64) -> Self {
        let precision = in_range(precision);
        Self::from_endpoints(down(precision, lo), up(precision, hi))
    }

    /// The endpoints rounded outward.
    pub(crate) fn to_f64_bounds(&self) -> (f64, f64) {
        (self.lo.to_f64_round(Round::Down), self.hi.to_f64_round(Round::Up))
    }

    /// Zero, exactly.
    pub fn zero(precision: u32) -> Self {
        Self::rounded(precision, 0)
    }

    /// One, exactly.
    pub fn one(precision: u32) -> Self {
        Self::rounded(precision, 1)
    }

    /// The same ball with endpoints of `precision` bits: widened when bits are lost, otherwise the same set.
    pub fn with_precision(&self, precision: u32) -> Self {
        let precision = in_range(precision);
        Self::from_endpoints(down(precision, &self.lo), up(precision, &self.hi))
    }

    /// The precision of the endpoints, in bits.
    pub fn precision(&self) -> u32 {
        self.lo.prec()
    }

    /// The lower endpoint, exactly; `None` when the ball is unbounded below.
    ///
    /// The rational has about as many bits as the endpoint's exponent is large: a bound such as `exp(-1e8)` is a
    /// fraction with a denominator of 144 million bits. Compare by [`sign`](Self::sign) or
    /// [`contains`](Self::contains) where no exact value is needed.
    pub fn lower(&self) -> Option<Rational> {
        self.lo.to_rational()
    }

    /// The upper endpoint, exactly; `None` when the ball is unbounded above. The size of the result is as for
    /// [`lower`](Self::lower).
    pub fn upper(&self) -> Option<Rational> {
        self.hi.to_rational()
    }

    /// The distance between the endpoints, exactly; `None` when the ball is unbounded.
    pub fn width(&self) -> Option<Rational> {
        Some(self.upper()? - self.lower()?)
    }

    /// The point half-way between the endpoints, exactly; `None` when the ball is unbounded.
    pub fn midpoint(&self) -> Option<Rational> {
        Some((self.upper()? + self.lower()?) / 2u32)
    }

    /// Whether the ball is a single number, hence known exactly.
    pub fn is_exact(&self) -> bool {
        self.lo == self.hi
    }

    /// Whether the ball has finite endpoints on both sides.
    pub fn is_bounded(&self) -> bool {
        self.lo.is_finite() && self.hi.is_finite()
    }

    /// Whether `value` is a member, decided exactly.
    pub fn contains(&self, value: &Rational) -> bool {
        self.lo <= *value && self.hi >= *value
    }

    /// Whether zero is a member.
    pub fn contains_zero(&self) -> bool {
        self.lo <= 0 && self.hi >= 0
    }

    /// Whether every member of `other` is a member of `self`.
    pub fn contains_ball(&self, other: &Self) -> bool {
        self.lo <= other.lo && self.hi >= other.hi
    }

    /// Whether the two balls have a member in common. When they have none, the enclosed numbers differ.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.lo <= other.hi && other.lo <= self.hi
    }

    /// The sign of the enclosed number, if all members have that sign; `Equal` only for the exact zero.
    pub fn sign(&self) -> Option<Ordering> {
        if self.lo > 0 {
            Some(Ordering::Greater)
        } else if self.hi < 0 {
            Some(Ordering::Less)
        } else if self.lo == 0 && self.hi == 0 {
            Some(Ordering::Equal)
        } else {
            None
        }
    }

    /// Whether no member is negative.
    pub fn is_nonnegative(&self) -> bool {
        self.lo >= 0
    }

    /// How the enclosed number compares with that in `other`, if every pair of members agrees on it; `Equal` only
    /// for two equal single points.
    pub fn compare(&self, other: &Self) -> Option<Ordering> {
        if self.lo > other.hi {
            Some(Ordering::Greater)
        } else if self.hi < other.lo {
            Some(Ordering::Less)
        } else if self.is_exact() && other.is_exact() {
            Some(Ordering::Equal)
        } else {
            None
        }
    }

    /// The smallest ball that contains both.
    pub fn hull(&self, other: &Self) -> Self {
        let precision = self.precision().max(other.precision());
        let lo = if self.lo <= other.lo { &self.lo } else { &other.lo };
        let hi = if self.hi >= other.hi { &self.hi } else { &other.hi };
        Self::from_endpoints(down(precision, lo), up(precision, hi))
    }

    /// The members common to both, or `None` when there is none. Two enclosures of one number always intersect, so
    /// `None` proves that the two numbers differ.
    pub fn intersect(&self, other: &Self) -> Option<Self> {
        if !self.overlaps(other) {
            return None;
        }
        let precision = self.precision().max(other.precision());
        let lo = if self.lo >= other.lo { &self.lo } else { &other.lo };
        let hi = if self.hi <= other.hi { &self.hi } else { &other.hi };
        Some(Self::from_endpoints(down(precision, lo), up(precision, hi)))
    }
}
