//! π, sine and cosine, arc tangents.

use super::ball::{RealBall, down, up};
use crate::EnclosureError;
use rug::float::{Constant, Round};
use rug::{Float, Integer};

/// Arguments of magnitude 2^this and more are not reduced modulo π: it would take as many bits of π.
const LARGEST_REDUCED_EXPONENT: i32 = 1 << 16;

/// Bits carried in the reduction beyond those of the argument's integer part and of the result.
const GUARD_BITS: u32 = 32;

/// The extreme values that a function attains within a ball, as far as they could not be excluded.
#[derive(Clone, Copy)]
struct Extrema {
    minimum: bool,
    maximum: bool,
}

impl Extrema {
    const BOTH: Self = Self { minimum: true, maximum: true };
}

/// Which of the extrema of `cos(x − delay·π)` may lie in the ball: maxima at `(k + delay)π` for even `k`, minima for
/// odd `k`. Cosine has delay 0, sine 1/2.
///
/// The integers `k` are those between `lo/π − delay` and `hi/π − delay`, both taken outward, so none is missed; one
/// may be counted that lies just outside the ball, which only widens the result, and by less than 2⁻ᵖ since the
/// endpoint is then within rounding of an extremum.
fn extrema(x: &RealBall, delay: f64) -> Extrema {
    let (Some(low), Some(high)) = (exponent(x.lo()), exponent(x.hi())) else { return Extrema::BOTH };
    let exponent = low.max(high).max(0);
    if exponent >= LARGEST_REDUCED_EXPONENT {
        return Extrema::BOTH;
    }
    let bits = x.precision().saturating_add(exponent.unsigned_abs()).saturating_add(GUARD_BITS);
    let Ok(turns) = x.with_precision(bits).checked_div(&RealBall::pi(bits)) else { return Extrema::BOTH };
    let first = down(bits, turns.lo() - delay).to_integer_round(Round::Up);
    let last = up(bits, turns.hi() - delay).to_integer_round(Round::Down);
    let (Some((first, _)), Some((last, _))) = (first, last) else { return Extrema::BOTH };
    if first > last {
        Extrema { minimum: false, maximum: false }
    } else if first == last {
        let even = Integer::is_even(&first);
        Extrema { minimum: !even, maximum: even }
    } else {
        Extrema::BOTH
    }
}

/// The binary exponent: `|x| < 2^exponent`. `None` for an infinity, and the smallest integer for zero.
fn exponent(x: &Float) -> Option<i32> {
    if x.is_zero() { Some(i32::MIN) } else { x.get_exp() }
}

/// The endpoints' images are the extreme values wherever no extremum lies between them.
fn periodic(x: &RealBall, extrema: Extrema, image: impl Fn(&Float, Round) -> Float) -> RealBall {
    let p = x.precision();
    let lo = if extrema.minimum {
        Float::with_val(p, -1)
    } else {
        image(x.lo(), Round::Down).min(&image(x.hi(), Round::Down))
    };
    let hi = if extrema.maximum {
        Float::with_val(p, 1)
    } else {
        image(x.lo(), Round::Up).max(&image(x.hi(), Round::Up))
    };
    RealBall::from_endpoints(lo, hi)
}

impl RealBall {
    /// π, the tightest enclosure at `precision` bits.
    pub fn pi(precision: u32) -> Self {
        let exact = Self::zero(precision);
        let p = exact.precision();
        Self::from_endpoints(down(p, Constant::Pi), up(p, Constant::Pi))
    }

    /// The sine: the tightest at its precision, or wider by less than one unit in the last place of 1 where an
    /// endpoint is within rounding of an extremum.
    ///
    /// Extrema inside the ball are found by enclosing the endpoints' multiples of π with enough bits for their
    /// magnitude. A ball that contains a maximum and a minimum, one that is unbounded, and one that reaches 2^65536
    /// in magnitude give `[−1, 1]`.
    #[must_use]
    pub fn sin(&self) -> Self {
        let p = self.precision();
        periodic(self, extrema(self, 0.5), |x, round| Float::with_val_round(p, x.sin_ref(), round).0)
    }

    /// The cosine; tightness and range as for [`sin`](Self::sin).
    #[must_use]
    pub fn cos(&self) -> Self {
        let p = self.precision();
        periodic(self, extrema(self, 0.0), |x, round| Float::with_val_round(p, x.cos_ref(), round).0)
    }

    /// The sine and the cosine.
    #[must_use]
    pub fn sin_cos(&self) -> (Self, Self) {
        (self.sin(), self.cos())
    }

    /// The arc tangent, in `[−π/2, π/2]`, the tightest at its precision.
    #[must_use]
    pub fn atan(&self) -> Self {
        let p = self.precision();
        Self::from_endpoints(down(p, self.lo().atan_ref()), up(p, self.hi().atan_ref()))
    }

    /// The angle in `(−π, π]` of the points `(x, y)` with `y ∈ self` and `x ∈ x`, the tightest at the larger
    /// precision.
    ///
    /// # Errors
    /// A rectangle that contains the origin, where there is no angle, or on which the angle jumps by 2π: one with
    /// points of the negative x-axis and points below it. [`EnclosureError::OutsideDomain`] when it is the origin
    /// alone, otherwise [`EnclosureError::DomainUndecided`].
    pub fn atan2(&self, x: &Self) -> Result<Self, EnclosureError> {
        let origin = self.contains_zero() && x.contains_zero();
        let jump = *self.lo() < 0 && *self.hi() >= 0 && *x.lo() < 0;
        if origin || jump {
            let outside = origin && self.is_exact() && x.is_exact();
            let rectangle = format_args!("x = {x}, y = {self}").to_string();
            return Err(EnclosureError::domain("angle", &rectangle, outside));
        }
        // The rectangle is convex and avoids the origin, so it is seen from there under an angle less than π that is
        // spanned by two of its corners.
        let p = self.precision().max(x.precision());
        let corners = [(self.lo(), x.lo()), (self.lo(), x.hi()), (self.hi(), x.lo()), (self.hi(), x.hi())];
        let infinity = |sign: i32| Float::with_val(p, rug::float::Special::Infinity) * sign;
        let (lo, hi) = corners.into_iter().fold((infinity(1), infinity(-1)), |(lo, hi), (y, x)| {
            (lo.min(&down(p, y.atan2_ref(x))), hi.max(&up(p, y.atan2_ref(x))))
        });
        Ok(Self::from_endpoints(lo, hi))
    }
}
