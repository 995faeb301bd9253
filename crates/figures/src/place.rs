//! Where a number is drawn, and how it is written: decided from an enclosure, in rational arithmetic.

use enclosure::{F64Interval, RealBall};
use exact::{Integer, Rational};
use std::fmt;

/// Bits of the balls that figures compute with; a pixel needs fewer than twenty.
pub(crate) const PRECISION: u32 = 128;

/// Numerator and denominator.
pub(crate) type Fraction = (i64, i64);

/// A number that a figure shows, between two rationals; the two are equal when it is known exactly. `None` when nothing bounds it.
#[derive(Clone, Debug)]
pub(crate) struct Enclosed(Option<(Rational, Rational)>);

impl Enclosed {
    /// The number between two ends.
    pub(crate) fn between(low: Rational, high: Rational) -> Self {
        Self(Some((low, high)))
    }

    /// A ball around the number; `None` when nothing bounds it.
    pub(crate) fn ball(&self) -> Option<RealBall> {
        let (low, high) = self.0.as_ref()?;
        RealBall::from_bounds(PRECISION, low, high).ok()
    }

    /// The number with so many decimals, as many of them as the enclosure settles: both ends round to what is written.
    ///
    /// `undecided` when not even the integer part is settled.
    pub(crate) fn decimals(&self, places: u32) -> String {
        let settled = |places: u32| {
            let (low, high) = self.0.as_ref()?;
            let unit = Rational::from((1, Integer::from(Integer::u_pow_u(10, places))));
            let (low, high) = (nearest(low, &unit), nearest(high, &unit));
            (low == high).then(|| written(&low, places as usize))
        };
        (0..=places).rev().find_map(settled).unwrap_or_else(|| "undecided".into())
    }
}

impl From<&Rational> for Enclosed {
    fn from(value: &Rational) -> Self {
        Self::between(value.clone(), value.clone())
    }
}

impl From<Rational> for Enclosed {
    fn from(value: Rational) -> Self {
        Self::from(&value)
    }
}

impl From<&RealBall> for Enclosed {
    fn from(ball: &RealBall) -> Self {
        Self(ball.lower().zip(ball.upper()))
    }
}

impl From<RealBall> for Enclosed {
    fn from(ball: RealBall) -> Self {
        Self::from(&ball)
    }
}

impl From<F64Interval> for Enclosed {
    fn from(interval: F64Interval) -> Self {
        Self(interval.lower().zip(interval.upper()))
    }
}

/// The multiple of `unit` nearest to a number, counted in units; upwards half-way between two.
fn nearest(value: &Rational, unit: &Rational) -> Integer {
    let units: Rational = Rational::from(value / unit) + Rational::from((1, 2));
    units.floor().into_numer_denom().0
}

/// A number of units of `10^-places`, in decimals, with the typographic minus.
fn written(units: &Integer, places: usize) -> String {
    let digits = format!("{:0>width$}", Integer::from(units.abs_ref()), width = places + 1);
    let (whole, rest) = digits.split_at(digits.len() - places);
    let sign = if units.is_negative() { "−" } else { "" };
    if rest.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest}") }
}

/// The ball of a rational.
pub(crate) fn ball(value: &Rational) -> RealBall {
    RealBall::from_rational(PRECISION, value)
}

/// The ball of a fraction.
pub(crate) fn fraction(numerator: i64, denominator: i64) -> RealBall {
    ball(&Rational::from((numerator, denominator)))
}

/// An angle of so many degrees, in radians.
pub(crate) fn radians(degrees: &RealBall) -> RealBall {
    degrees * &(RealBall::pi(PRECISION) * fraction(1, 180))
}

/// An angle in radians, in degrees; unbounded where it is.
pub(crate) fn degrees(radians: &RealBall) -> RealBall {
    let half_turn = RealBall::pi(PRECISION);
    let turned = (radians * &fraction(180, 1)).checked_div(&half_turn);
    turned.unwrap_or_else(|_| RealBall::everything(PRECISION))
}

/// A fraction as people write it, with the typographic minus.
pub(crate) fn text(value: &Rational) -> String {
    exact::text::format(value).replace('-', "−")
}

/// A coordinate of the picture, in hundredths of its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Pixel(i64);

impl Pixel {
    /// A coordinate as far below one of so many units.
    pub(crate) fn below(self, units: i64) -> Self {
        Self(100 * units - self.0)
    }

    /// A coordinate moved by so many units.
    pub(crate) fn plus(self, units: i64) -> Self {
        Self(self.0 + 100 * units)
    }
}

impl From<i64> for Pixel {
    fn from(units: i64) -> Self {
        Self(100 * units)
    }
}

impl fmt::Display for Pixel {
    /// At most two decimals, none that are zero.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, rest) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        match rest {
            0 => write!(f, "{sign}{whole}"),
            _ if rest.is_multiple_of(10) => write!(f, "{sign}{whole}.{}", rest / 10),
            _ => write!(f, "{sign}{whole}.{rest:02}"),
        }
    }
}

/// An axis: numbers from `low` to `high`, drawn from one coordinate to another.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    low: Rational,
    high: Rational,
    from: i64,
    to: i64,
}

impl Axis {
    /// The axis of the numbers from `low` to `high`, `low` at `from` and `high` at `to`.
    pub(crate) fn new(low: (i64, i64), high: (i64, i64), from: i64, to: i64) -> Self {
        Self { low: low.into(), high: high.into(), from, to }
    }

    /// The coordinates of the two ends.
    pub(crate) fn ends(&self) -> (i64, i64) {
        (self.from, self.to)
    }

    /// Where a number is drawn, or `None` when it is beyond the axis, or its enclosure does not settle it.
    ///
    /// Both ends of the enclosure must round to one hundredth of a unit, or to one tenth where the number lies next to
    /// half a hundredth: so what is drawn is within 1/20 of the number, and depends on the number, not on how it was enclosed
    /// (except for enclosures that happen to end at half a hundredth, whose width makes that one chance in millions).
    pub(crate) fn place(&self, value: &Enclosed) -> Option<Pixel> {
        let (low, high) = value.0.as_ref()?;
        if *low > self.high || *high < self.low {
            return None;
        }
        let (low, high) = (self.coordinate(low), self.coordinate(high));
        [1_i64, 10].into_iter().find_map(|hundredths| {
            let unit = Rational::from((hundredths, 100));
            let (low, high) = (nearest(&low, &unit), nearest(&high, &unit));
            (low == high).then(|| low.to_i64().map(|units| Pixel(units * hundredths)))?
        })
    }

    fn coordinate(&self, value: &Rational) -> Rational {
        let part: Rational = Rational::from(value - &self.low) / Rational::from(&self.high - &self.low);
        part * (self.to - self.from) + self.from
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(low: (i64, i64), high: (i64, i64)) -> Enclosed {
        Enclosed::between(low.into(), high.into())
    }

    #[test]
    fn an_enclosure_that_is_wider_than_a_tenth_of_a_unit_is_not_placed() {
        let axis = Axis::new((0, 1), (1, 1), 0, 100);
        assert!(axis.place(&between((1, 2), (502, 1000))).is_none());
        assert_eq!(axis.place(&between((500_001, 1_000_000), (500_002, 1_000_000))), Some(Pixel(5000)));
        // Next to half a hundredth: a tenth is settled.
        assert_eq!(axis.place(&between((1_234_499, 10_000_000), (1_234_501, 10_000_000))), Some(Pixel(1230)));
        assert!(axis.place(&Enclosed::from(RealBall::everything(64))).is_none());
    }

    #[test]
    fn a_number_beyond_the_axis_is_not_placed() {
        let axis = Axis::new((-1, 1), (1, 1), 200, 0);
        assert_eq!(axis.place(&Rational::from((-1, 1)).into()), Some(Pixel(20000)));
        assert_eq!(axis.place(&Rational::from((101, 100)).into()), None);
    }

    #[test]
    fn only_settled_decimals_are_written() {
        assert_eq!(between((1_234, 1000), (1_234, 1000)).decimals(4), "1.2340");
        assert_eq!(between((-12_344, 10_000), (-12_336, 10_000)).decimals(4), "−1.234");
        assert_eq!(between((-12_356, 10_000), (-12_344, 10_000)).decimals(4), "−1.2");
        assert_eq!(between((-1, 1000), (1, 1000)).decimals(2), "0.00");
        assert_eq!(between((0, 1), (5, 1)).decimals(3), "undecided");
    }

    #[test]
    fn coordinates_have_no_needless_zeros() {
        let shown: Vec<String> = [0, 5, 50, 1234, -150].map(|x| Pixel(x).to_string()).to_vec();
        assert_eq!(shown, ["0", "0.05", "0.5", "12.34", "-1.5"]);
    }
}
