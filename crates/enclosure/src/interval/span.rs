//! The type, its constructors, and what can be asked of it.

use crate::{EnclosureError, RealBall};
use rug::float::Round;
use rug::{Float, Rational};
use std::cmp::Ordering;
use std::fmt;

/// Bits of the significand of an `f64`.
const F64_BITS: u32 = 53;

/// A closed set of reals `[lo, hi]` with `f64` endpoints, known to contain some real number of interest.
///
/// **How it rounds.** Each endpoint is computed in the processor's round-to-nearest and then moved one float outward
/// (`next_down`, `next_up`). IEEE 754 puts the exact result within half a unit of the rounded one, also where that is
/// subnormal, so one step is enough; it is one step too many when the operation was exact. An operation therefore
/// widens by at most two units in the last place at each end, and never returns a single point, except for negation
/// and absolute value, which are exact. This assumes the default floating-point environment, as Rust does.
///
/// **Invariant.** Neither endpoint is NaN, `lo ≤ hi`, `lo < +∞` and `hi > −∞`: an interval is never empty. A result
/// beyond the largest float has an infinite endpoint, which means that no bound is known on that side; infinity
/// itself is never a member. A zero endpoint may carry either sign, with no effect.
///
/// There is no `==` and no `<`: see [`compare`](Self::compare).
#[derive(Clone, Copy, Debug)]
pub struct F64Interval {
    pub(super) lo: f64,
    pub(super) hi: f64,
}

impl F64Interval {
    /// The exact zero.
    pub const ZERO: Self = Self { lo: 0.0, hi: 0.0 };
    /// The exact one.
    pub const ONE: Self = Self { lo: 1.0, hi: 1.0 };
    /// All reals: nothing is known.
    pub const ENTIRE: Self = Self { lo: f64::NEG_INFINITY, hi: f64::INFINITY };

    /// The single number that `value` is.
    ///
    /// # Errors
    /// [`EnclosureError::NotFinite`] for NaN and the infinities.
    #[inline]
    pub fn point(value: f64) -> Result<Self, EnclosureError> {
        if value.is_finite() {
            Ok(Self { lo: value, hi: value })
        } else {
            Err(EnclosureError::NotFinite { value: value.to_string() })
        }
    }

    /// The interval with these finite endpoints.
    ///
    /// # Errors
    /// [`EnclosureError::NotFinite`] for NaN and the infinities, [`EnclosureError::Reversed`] when `lo > hi`.
    #[inline]
    pub fn new(lo: f64, hi: f64) -> Result<Self, EnclosureError> {
        let (lo, hi) = (Self::point(lo)?.lo, Self::point(hi)?.hi);
        if lo > hi {
            return Err(EnclosureError::Reversed { lower: lo.to_string(), upper: hi.to_string() });
        }
        Ok(Self { lo, hi })
    }

    /// The tightest enclosure of a rational; a single point when it is an `f64`.
    pub fn from_rational(value: &Rational) -> Self {
        let to_bits = |round| Float::with_val_round(F64_BITS, value, round).0.to_f64_round(round);
        // Rounding twice in one direction is rounding once: the second time only where the result is subnormal.
        Self { lo: to_bits(Round::Down), hi: to_bits(Round::Up) }
    }

    /// The tightest interval around a ball.
    pub fn from_ball(ball: &RealBall) -> Self {
        let (lo, hi) = ball.to_f64_bounds();
        Self { lo, hi }
    }

    /// The ball with the same members, or the tightest around them when `precision < 53`.
    pub fn to_ball(self, precision: u32) -> RealBall {
        RealBall::from_f64_bounds(precision, self.lo, self.hi)
    }

    /// The lower endpoint; −∞ when the interval is unbounded below.
    #[inline]
    pub fn lo(self) -> f64 {
        self.lo
    }

    /// The upper endpoint; +∞ when the interval is unbounded above.
    #[inline]
    pub fn hi(self) -> f64 {
        self.hi
    }

    /// The lower endpoint, exactly; `None` when the interval is unbounded below.
    pub fn lower(self) -> Option<Rational> {
        Rational::from_f64(self.lo)
    }

    /// The upper endpoint, exactly; `None` when the interval is unbounded above.
    pub fn upper(self) -> Option<Rational> {
        Rational::from_f64(self.hi)
    }

    /// An upper bound of the distance between the endpoints; +∞ when the interval is unbounded.
    #[inline]
    pub fn width(self) -> f64 {
        (self.hi - self.lo).next_up()
    }

    /// A finite member near the middle. It is a hint where to split, and nothing is claimed of it but membership.
    #[inline]
    pub fn midpoint(self) -> f64 {
        let (lo, hi) = (self.lo.max(f64::MIN), self.hi.min(f64::MAX));
        f64::midpoint(lo, hi).clamp(lo, hi)
    }

    /// Whether the interval is a single number, hence known exactly.
    #[inline]
    pub fn is_exact(self) -> bool {
        self.lo == self.hi
    }

    /// Whether the rational is a member, decided exactly.
    pub fn contains(self, value: &Rational) -> bool {
        Float::with_val(F64_BITS, self.lo) <= *value && Float::with_val(F64_BITS, self.hi) >= *value
    }

    /// Whether the number is a member; NaN and the infinities never are.
    #[inline]
    pub fn contains_f64(self, value: f64) -> bool {
        value.is_finite() & (self.lo <= value) & (value <= self.hi)
    }

    /// Whether zero is a member.
    #[inline]
    pub fn contains_zero(self) -> bool {
        (self.lo <= 0.0) & (self.hi >= 0.0)
    }

    /// Whether every member of `other` is a member of `self`.
    #[inline]
    pub fn contains_interval(self, other: Self) -> bool {
        (self.lo <= other.lo) & (self.hi >= other.hi)
    }

    /// Whether the two intervals have a member in common. When they have none, the enclosed numbers differ.
    #[inline]
    pub fn overlaps(self, other: Self) -> bool {
        (self.lo <= other.hi) & (other.lo <= self.hi)
    }

    /// The sign of the enclosed number, if all members have that sign; `Equal` only for the exact zero.
    #[inline]
    pub fn sign(self) -> Option<Ordering> {
        self.compare(Self::ZERO)
    }

    /// How the enclosed number compares with that in `other`, if every pair of members agrees on it; `Equal` only
    /// for two equal single points.
    #[inline]
    pub fn compare(self, other: Self) -> Option<Ordering> {
        if self.lo > other.hi {
            Some(Ordering::Greater)
        } else if self.hi < other.lo {
            Some(Ordering::Less)
        } else if self.is_exact() & other.is_exact() {
            Some(Ordering::Equal)
        } else {
            None
        }
    }

    /// The smallest interval that contains both.
    #[inline]
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        Self { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    /// The members common to both, or `None` when there is none. Two enclosures of one number always intersect, so
    /// `None` proves that the two numbers differ.
    #[inline]
    pub fn intersect(self, other: Self) -> Option<Self> {
        let (lo, hi) = (self.lo.max(other.lo), self.hi.min(other.hi));
        (lo <= hi).then_some(Self { lo, hi })
    }
}

impl fmt::Display for F64Interval {
    /// `[lo, hi]`, rounded outward as [`RealBall`] prints it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_ball(F64_BITS).fmt(f)
    }
}
