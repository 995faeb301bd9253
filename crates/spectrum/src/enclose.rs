//! Every eigenvalue with its multiplicity, as narrowly as asked.
//!
//! Intervals are halved by signs. A disc is moved by Newton's method, rounded to the bits that its radius needs, until
//! `n |p/p′| ≤ radius` proves it.

use crate::Disc;
use crate::pair::{self, Evaluated};
use crate::rank_one::{Search, Secular};
use exact::{Integer, Rational};
use std::cmp::Ordering;

/// Where an eigenvalue is, and how often it occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enclosure {
    /// Algebraic multiplicity of the eigenvalue, at least 1.
    pub multiplicity: u32,
    /// Where it is.
    pub region: Region,
}

/// A set with exactly one eigenvalue, repetitions not counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Region {
    /// The eigenvalue itself.
    Exact(Rational),
    /// An open interval. The ends may be other eigenvalues.
    Interval {
        /// The lower end.
        low: Rational,
        /// The upper end, greater than the lower one.
        high: Rational,
    },
    /// A closed disc in the open upper half plane, which stands for a conjugate pair.
    Disc(Disc),
}

impl Region {
    /// The diameter: 0, the length of the interval, or twice the radius.
    pub fn width(&self) -> Rational {
        match self {
            Self::Exact(_) => Rational::new(),
            Self::Interval { low, high } => Rational::from(high - low),
            Self::Disc(disc) => Rational::from(&disc.radius * 2),
        }
    }

    /// The ends of a real region, equal for an exact one; none for a disc.
    pub fn ends(&self) -> Option<(&Rational, &Rational)> {
        match self {
            Self::Exact(root) => Some((root, root)),
            Self::Interval { low, high } => Some((low, high)),
            Self::Disc(_) => None,
        }
    }
}

/// The real roots of a polynomial, and how many are not real.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enclosed {
    /// The distinct real roots in ascending order, in disjoint regions, none of them a disc.
    pub real: Vec<Enclosure>,
    /// Number of conjugate pairs that are not real, with multiplicity. With twice this number, the multiplicities of
    /// the real roots sum to the degree.
    pub pairs: usize,
}

impl Secular {
    /// Encloses every eigenvalue to at most `width`, when at most one pair is not real: the real ones in ascending
    /// order, then the disc.
    ///
    /// The regions are disjoint, each holds exactly one distinct eigenvalue, with its multiplicity, and has a
    /// [width](Region::width) of at most `width`. The multiplicities, that of a disc counted twice, sum to the
    /// dimension. Midpoints and centres are dyadic rationals with few bits; there is no limit on how small `width` may
    /// be. A multiple eigenvalue is always exact. Otherwise rational eigenvalues may be exact or in an interval.
    ///
    /// `None` when [`Self::locate_pair`] has none, or `width` is not positive.
    pub fn enclose(&self, width: &Rational) -> Option<Vec<Enclosure>> {
        if *width <= 0 {
            return None;
        }
        let (located, search) = self.locate_pair_with_rest()?;
        let exact = located.exact.into_iter();
        let mut all: Vec<Enclosure> = exact
            .map(|(root, multiplicity)| Enclosure { multiplicity, region: Region::Exact(root) })
            .collect();
        // As many roots are left as there are intervals, two more with a disc, so each interval has one, a simple
        // one. No exact root is inside, so a midpoint that is a root is a simple eigenvalue, too.
        all.extend(located.intervals.into_iter().map(|(low, high)| {
            let region = bisect(low, high, width, |point| search.sign_at(point));
            Enclosure { multiplicity: 1, region }
        }));
        all.sort_by(|a, b| a.region.ends().cmp(&b.region.ends()));
        all.extend(located.discs.into_iter().map(|disc| {
            let region = Region::Disc(tighten(disc, width, &search));
            Enclosure { multiplicity: 1, region }
        }));
        Some(all)
    }
}

/// The root in the open interval, to at most `width > 0`: one simple root, at which `sign` changes. An end may be a
/// zero of another factor, but not of `sign`.
pub(crate) fn bisect(
    mut low: Rational,
    mut high: Rational,
    width: &Rational,
    sign: impl Fn(&Rational) -> Ordering,
) -> Region {
    let below = sign(&low);
    loop {
        let length = Rational::from(&high - &low);
        if length <= *width {
            return Region::Interval { low, high };
        }
        // Rounding to at most a quarter of the length moves the midpoint by at most an eighth.
        let unit = log2_below(&length) - 2;
        let middle = round(Rational::from(&low + &high) / 2, unit);
        match sign(&middle) {
            Ordering::Equal => return Region::Exact(middle),
            same if same == below => low = middle,
            _ => high = middle,
        }
    }
}

/// A disc of radius at most `width / 2 > 0` about the same eigenvalue: the only one in the upper half plane.
fn tighten(disc: Disc, width: &Rational, search: &Search<'_>) -> Disc {
    let wanted = Rational::from(width / 2);
    if disc.radius <= wanted {
        return disc;
    }
    // The eigenvalue lies above y − radius, hence all others are at least that far from it. With r at most a quarter,
    // |p′/p| > 1/δ − n/3r at a distance δ ≤ r: the criterion holds for δ ≤ r/8n. Rounding takes up to r/16n of this.
    let lowest = Rational::from(&disc.y - &disc.radius);
    let exponent = log2_below(&wanted.min(lowest / 4));
    let radius = Rational::from(1) << exponent;
    let degree = Integer::from(search.reduced().degree());
    let unit = exponent - degree.significant_bits().cast_signed() - 4;
    // Twice what quadratic convergence takes; then it is quicker to begin closer to the eigenvalue.
    let gained = (log2_below(&disc.radius) - unit).unsigned_abs();
    let steps = 2 * (u32::BITS - gained.leading_zeros());
    let mut start = (disc.x, disc.y);
    let mut bits = 64;
    loop {
        if let Some(disc) = newton(start.clone(), &radius, unit, steps, search) {
            return disc;
        }
        // With enough bits the start itself satisfies the criterion.
        start = pair::beside_real_roots(search, bits).unwrap_or(start);
        bits *= 2;
    }
}

/// Newton's method from `start` in multiples of `2^unit`, until the criterion holds; none after so many `steps`.
fn newton(
    (x, y): (Rational, Rational),
    radius: &Rational,
    unit: i32,
    steps: u32,
    search: &Search<'_>,
) -> Option<Disc> {
    let (mut x, mut y) = (round(x, unit), round(y, unit));
    for _ in 0..steps {
        let at = Evaluated::new(search, &x, &y);
        if y > *radius && at.shows_root(radius) {
            return Some(Disc { x, y, radius: radius.clone() });
        }
        let [dx, dy] = at.newton_step()?;
        (x, y) = (round(x - dx, unit), round(y - dy, unit));
    }
    None
}

/// The nearest multiple of `2^unit`.
fn round(value: Rational, unit: i32) -> Rational {
    (value >> unit).round() << unit
}

/// An `e` with `2^e < value < 2^(e+2)`, for a positive value.
fn log2_below(value: &Rational) -> i32 {
    let bits = |n: &Integer| n.significant_bits().cast_signed();
    bits(value.numer()) - bits(value.denom()) - 1
}
