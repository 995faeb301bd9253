//! The last two eigenvalues where `f64` intervals do not tell: rationals where all is known exactly, balls otherwise.

use super::poles::Poles;
use super::{Pair, escalate, weight_ball};
use crate::enclose::Region;
use crate::step::RankOneStep;
use crate::{Disc, Enclosure, Number, RankOne};
use enclosure::{ComplexBall, F64Interval, RealBall};
use exact::Rational;
use std::cmp::Ordering;

/// What the two eigenvalues beside those of the gaps are.
pub(super) enum Last {
    /// A pair that is not real.
    Pair(Pair),
    /// Two real ones, and where they were found with all others, all.
    Real {
        /// All real eigenvalues.
        all: Option<Vec<F64Interval>>,
        /// The two.
        two: [F64Interval; 2],
    },
    /// Not decided.
    Unknown,
}

/// The two eigenvalues beside those of the gaps.
pub(super) fn last_two(step: &RankOneStep, poles: &Poles) -> Last {
    let coupled = |numbers: &[Number]| poles.channel.iter().map(|&i| numbers[i].clone()).collect();
    let step = RankOneStep {
        gates: coupled(&step.gates),
        scale: step.scale.clone(),
        left: coupled(&step.left),
        right: coupled(&step.right),
        decayed: step.decayed,
    };
    let found = match step.exact() {
        Some(exact) => exact.enclose(&(Rational::from(1) >> 80_u32)).and_then(|all| read(&all)),
        None => escalate(|bits| in_balls(&step, bits)),
    };
    found.unwrap_or(Last::Unknown)
}

fn interval(low: &Rational, high: &Rational) -> F64Interval {
    F64Interval::from_rational(low).hull(F64Interval::from_rational(high))
}

fn around(disc: &Disc) -> Pair {
    let part = |centre: &Rational| {
        interval(&Rational::from(centre - &disc.radius), &Rational::from(centre + &disc.radius))
    };
    Pair { re: part(&disc.x), im: part(&disc.y) }
}

/// A pair, or the real eigenvalues.
fn read(all: &[Enclosure]) -> Option<Last> {
    if let Some(Region::Disc(disc)) = all.last().map(|enclosure| &enclosure.region) {
        return Some(Last::Pair(around(disc)));
    }
    let real: Vec<F64Interval> = all
        .iter()
        .flat_map(|enclosure| {
            let ends = enclosure.region.ends();
            std::iter::repeat_n(ends, enclosure.multiplicity as usize)
        })
        .map(|ends| ends.map(|(low, high)| interval(low, high)))
        .collect::<Option<_>>()?;
    let two = closest(&real)?;
    Some(Last::Real { all: Some(real), two })
}

/// The neighbours with the largest [edge](super::edge): those that are closest to leaving the real line.
fn closest(real: &[F64Interval]) -> Option<[F64Interval; 2]> {
    let edge = |pair: &&[F64Interval]| super::edge(pair[0] + pair[1], pair[0] * pair[1]).midpoint();
    let two = real.windows(2).max_by(|a, b| edge(a).total_cmp(&edge(b)))?;
    Some([two[0], two[1]])
}

/// The eigenvalues for the midpoints of the balls suggest where to look; the balls decide.
fn in_balls(step: &RankOneStep, bits: u32) -> Option<Last> {
    // A gate that occurs r times is one pole, whose weights add up, and an eigenvalue r − 1 times.
    let (mut pole, mut weight): (Vec<RealBall>, Vec<RealBall>) = (Vec::new(), Vec::new());
    let mut kept: Vec<&Number> = Vec::new();
    let mut found = Vec::with_capacity(step.dimension());
    for (i, gate) in step.gates.iter().enumerate() {
        let ball = weight_ball(step, i, bits);
        if let Some(at) = kept.iter().position(|known| known.is_same(gate)) {
            weight[at] += &ball;
            found.push(gate.interval());
        } else {
            kept.push(gate);
            pole.push(gate.ball(bits));
            weight.push(ball);
        }
    }
    let mid = |balls: &[RealBall]| balls.iter().map(RealBall::midpoint).collect::<Option<Vec<_>>>();
    let ones = vec![Rational::from(1); pole.len()];
    let width = Rational::from(1) >> (bits / 2);
    let all = RankOne::new(mid(&pole)?, mid(&weight)?, ones).enclose(&width)?;
    if let Some(Region::Disc(disc)) = all.last().map(|enclosure| &enclosure.region) {
        return shows_root(&pole, &weight, disc, bits).then(|| Last::Pair(around(disc)));
    }
    // Real: as many intervals apart from each other as poles, with different signs at the ends of each.
    let mut last_end: Option<Rational> = None;
    for enclosure in &all {
        let (low, high) = enclosure.region.ends()?;
        let (low, high) = (Rational::from(low - &width), Rational::from(high + &width));
        if enclosure.multiplicity > 1 || last_end.as_ref().is_some_and(|end| *end > low) {
            return None;
        }
        let sign = |z| polynomial_sign(&pole, &weight, z, bits);
        if sign(&low)? == sign(&high)? {
            return None;
        }
        found.push(interval(&low, &high));
        last_end = Some(high);
    }
    found.sort_by(|a, b| a.midpoint().total_cmp(&b.midpoint()));
    let two = closest(&found)?;
    (found.len() == step.dimension()).then_some(Last::Real { all: Some(found), two })
}

/// The sign of `∏(z − a_i) · s(z)`.
fn polynomial_sign(pole: &[RealBall], weight: &[RealBall], z: &Rational, bits: u32) -> Option<Ordering> {
    let z = RealBall::from_rational(bits, z);
    let mut sum = RealBall::one(bits);
    let mut flips = false;
    for (pole, weight) in pole.iter().zip(weight) {
        let distance = &z - pole;
        flips ^= distance.sign()? == Ordering::Less;
        sum += &weight.checked_div(&distance).ok()?;
    }
    let sign = sum.sign()?;
    Some(if flips { sign.reverse() } else { sign })
}

/// Whether `n |p(c)| ≤ r |p′(c)|` at the centre of the disc, so that an eigenvalue is in it.
fn shows_root(pole: &[RealBall], weight: &[RealBall], disc: &Disc, bits: u32) -> bool {
    let c = ComplexBall::from_rationals(bits, &disc.x, &disc.y);
    let zero = || ComplexBall::from_real(RealBall::zero(bits));
    let (mut value, mut slope, mut sum) = (ComplexBall::from_real(RealBall::one(bits)), zero(), zero());
    let one = ComplexBall::from_real(RealBall::one(bits));
    for (pole, weight) in pole.iter().zip(weight) {
        let Ok(inverse) = one.checked_div(&(&c - &ComplexBall::from_real(pole.clone()))) else {
            return false;
        };
        let term = inverse.scale(weight);
        slope -= &term * &inverse;
        value += term;
        sum += inverse;
    }
    let n = RealBall::from_integer(bits, &exact::Integer::from(pole.len()));
    let left = n.sqr() * value.norm2();
    let right = RealBall::from_rational(bits, &disc.radius).sqr() * (&value * &sum + slope).norm2();
    matches!(left.compare(&right), Some(Ordering::Less))
}
