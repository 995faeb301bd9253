//! Weights that are negative below some point and positive above it: at most one pair.
//!
//! Let the first `split` poles have negative weights and the others positive ones. Between neighbours of one sign `s` goes from one
//! infinity to the other, so that each of these `n − 2` gaps has an eigenvalue; where poles coincide, the closed gap has one, by
//! continuity. Two eigenvalues are left. In every gap, and beyond the outermost poles, the sign of `s` at the ends is known, so that
//! signs at points between show further real eigenvalues; or a disc off the real line shows that the two are a pair.

use super::balls::{self, Last};
use super::poles::Poles;
use super::zero::sign_at_zero;
use super::{Pair, Spectrum, bound, edge};
use crate::norm::root_of_nonnegative;
use crate::step::RankOneStep;
use enclosure::F64Interval;
use num_complex::Complex64;
use std::cmp::Ordering;

/// A gap between poles, or beyond them: `index` poles are below it.
#[derive(Clone, Copy)]
struct Gap {
    index: usize,
    /// The part of the gap that is outside of all enclosures.
    open: (f64, f64),
    /// The ends of what is certain to contain the gap.
    ends: (f64, f64),
    /// The sign of `s` at the left end.
    left: Ordering,
    /// At the right end.
    right: Ordering,
}

fn gap(poles: &Poles, split: usize, index: usize, bound: f64) -> Gap {
    let n = poles.len();
    let (open_low, low) = match index.checked_sub(1) {
        Some(before) => (poles.high[before], poles.low[before]),
        None => (-bound, -bound),
    };
    let (open_high, high) = if index < n { (poles.low[index], poles.high[index]) } else { (bound, bound) };
    // Above a pole s has the sign of its weight, below it the other; far away it is positive.
    let weight = |pole: usize| if pole < split { Ordering::Less } else { Ordering::Greater };
    let left = index.checked_sub(1).map_or(Ordering::Greater, weight);
    let right = if index < n { weight(index).reverse() } else { Ordering::Greater };
    Gap { index, open: (open_low, open_high), ends: (low, high), left, right }
}

/// The one eigenvalue that a gap with different signs at its ends is certain to have.
fn certain(poles: &Poles, gap: &Gap) -> (F64Interval, f64) {
    let ends = F64Interval::new(gap.ends.0, gap.ends.1).unwrap_or(F64Interval::ENTIRE);
    if gap.open.0 >= gap.open.1 {
        return (ends, ends.midpoint());
    }
    let hint = poles.hint(gap.index, gap.open.0, gap.open.1, gap.left);
    (between(poles, gap, hint, gap.open, gap.left), hint.0)
}

/// An eigenvalue in a part of a gap at whose ends `s` has different signs, `left` on the left.
fn between(poles: &Poles, gap: &Gap, hint: (f64, f64), part: (f64, f64), left: Ordering) -> F64Interval {
    let found = poles.bracket(hint, part, left);
    let low = if found.lo() == gap.open.0 { gap.ends.0 } else { found.lo() };
    let high = if found.hi() == gap.open.1 { gap.ends.1 } else { found.hi() };
    F64Interval::new(low, high).unwrap_or(F64Interval::ENTIRE)
}

/// The spectrum for poles of which the first `split` have negative weights and the others positive ones.
pub(super) fn spectrum(step: &RankOneStep, poles: &Poles, split: usize) -> Spectrum {
    let n = poles.len();
    let bound = bound(poles);
    let gaps: Vec<Gap> = (0..=n).map(|index| gap(poles, split, index, bound)).collect();
    let (mut real, mut hints) = (Vec::with_capacity(n), Vec::with_capacity(n));
    for gap in gaps.iter().filter(|gap| gap.left != gap.right) {
        let (enclosure, hint) = certain(poles, gap);
        real.push(enclosure);
        hints.push((gap.index, hint));
    }
    let (centre, discriminant) = last_two(poles, split, &hints);
    let mut last = if discriminant < 0.0 {
        let start = poles.newton(Complex64::new(centre, (-discriminant).sqrt()));
        disc(poles, start).map_or(Last::Unknown, Last::Pair)
    } else {
        let root = discriminant.sqrt();
        real_ones(poles, &gaps, &hints, [centre - root, centre + root]).unwrap_or(Last::Unknown)
    };
    if matches!(last, Last::Unknown) {
        last = balls::last_two(step, poles);
    }
    let mut out = Spectrum {
        dimension: n,
        real,
        pairs: Vec::new(),
        undecided: 0,
        undecided_bound: 0.0,
        negative: None,
        zero: None,
        edge: None,
    };
    match last {
        Last::Pair(pair) => {
            let (re, modulus) = (pair.re.abs(), pair.modulus());
            out.edge = Some(positive((modulus - re) + (modulus - re)));
            out.pairs.push(pair);
            (out.negative, out.zero) = (Some(split.saturating_sub(1)), Some(0));
        }
        Last::Real { all, two } => {
            let [a, b] = two;
            out.edge = Some(not_positive(edge(a + b, a * b)));
            (out.negative, out.zero) = signs(step, poles, split, two);
            out.real = all.unwrap_or_else(|| out.real.into_iter().chain(two).collect());
        }
        Last::Unknown => {
            out.undecided = 2;
            out.undecided_bound = bound;
        }
    }
    out.real.sort_by(|a, b| a.midpoint().total_cmp(&b.midpoint()));
    out
}

/// The part above zero of an enclosure of a positive number.
fn positive(x: F64Interval) -> F64Interval {
    F64Interval::new(x.lo().max(0.0), x.hi()).unwrap_or(x)
}

/// The part up to zero of an enclosure of a number that is not positive.
fn not_positive(x: F64Interval) -> F64Interval {
    F64Interval::new(x.lo(), x.hi().min(0.0)).unwrap_or(x)
}

/// Centre and discriminant of the two eigenvalues beside those in the gaps, `c ± √d`: their sum from the trace, their product from
/// the determinant.
fn last_two(poles: &Poles, split: usize, hints: &[(usize, f64)]) -> (f64, f64) {
    let trace: f64 = poles.mid.iter().zip(&poles.weight_mid).map(|(a, w)| a - w).sum();
    let centre = 0.5 * (trace - hints.iter().map(|(_, root)| root).sum::<f64>());
    let at_zero: f64 = 1.0 - poles.mid.iter().zip(&poles.weight_mid).map(|(a, w)| w / a).sum::<f64>();
    let quotients: f64 = hints.iter().map(|(index, root)| poles.mid[index - 1] / root).product();
    let product = at_zero * quotients * poles.mid[split - 1] * poles.mid[poles.len() - 1];
    (centre, centre * centre - product)
}

/// All eigenvalues as real ones, when signs between the hints show that many.
fn real_ones(poles: &Poles, gaps: &[Gap], hints: &[(usize, f64)], two: [f64; 2]) -> Option<Last> {
    let mut extra = [None; 2];
    let mut all = Vec::with_capacity(poles.len());
    for gap in gaps {
        let inside = |z: f64| z > gap.open.0 && z < gap.open.1;
        let mut roots: Vec<f64> =
            hints.iter().filter(|(index, _)| *index == gap.index).map(|(_, root)| *root).collect();
        let own = roots.len();
        roots.extend(two.iter().copied().filter(|z| inside(*z)));
        if roots.len() == own {
            if own == 1 {
                all.push(certain(poles, gap).0);
            }
            continue;
        }
        roots.sort_by(f64::total_cmp);
        let mut left = gap.left;
        let mut low = gap.open.0;
        for (at, root) in roots.iter().enumerate() {
            let high = match roots.get(at + 1) {
                Some(next) => 0.5 * (root + next),
                None => gap.open.1,
            };
            let right = if at + 1 < roots.len() { poles.sign_at(high)? } else { gap.right };
            if right != left.reverse() {
                return None;
            }
            let hint = polished(poles, gap.index, *root, (low, high), left);
            let enclosure = between(poles, gap, hint, (low, high), left);
            all.push(enclosure);
            if let Some(slot) = two.iter().position(|z| z == root) {
                extra[slot] = Some(enclosure);
            }
            (left, low) = (right, high);
        }
    }
    let [Some(a), Some(b)] = extra else { return None };
    (all.len() == poles.len()).then_some(Last::Real { all: Some(all), two: [a, b] })
}

fn polished(poles: &Poles, index: usize, root: f64, part: (f64, f64), left: Ordering) -> (f64, f64) {
    let hint = poles.hint(index, part.0, part.1, left);
    if hint.0 > part.0 && hint.0 < part.1 { hint } else { (root, f64::EPSILON) }
}

/// A pair at a hint, by `n |p/p′| < Im`, where `p` is the characteristic polynomial of degree `n`.
///
/// Some eigenvalue is within `n |p(c)/p′(c)|` of `c`. As it is the only one in the upper half plane, all others are at least `Im c`
/// away, hence `|p′/p| ≤ 1/|c − λ| + (n−1)/Im c`, and with `ρ = |p/p′|` it is within `ρ / (1 − ρ (n−1)/Im c)`.
fn disc(poles: &Poles, c: Complex64) -> Option<Pair> {
    let (x, y) = (F64Interval::point(c.re).ok()?, F64Interval::point(c.im.abs()).ok()?);
    let y2 = y.sqr();
    let mut value = (F64Interval::ONE, F64Interval::ZERO);
    let mut slope = (F64Interval::ZERO, F64Interval::ZERO);
    let mut sum = (F64Interval::ZERO, F64Interval::ZERO);
    for (pole, weight) in poles.pole.iter().zip(&poles.weight) {
        let d = x - *pole;
        let norm = d.sqr() + y2;
        let (re, im) = (d.checked_div(norm)?, (-y).checked_div(norm)?);
        sum = (sum.0 + re, sum.1 + im);
        value = (value.0 + *weight * re, value.1 + *weight * im);
        slope = (slope.0 - *weight * (re.sqr() - im.sqr()), slope.1 - *weight * (re * im + re * im));
    }
    // p′ / Π = s A + s′ and p / Π = s.
    let derivative =
        (value.0 * sum.0 - value.1 * sum.1 + slope.0, value.0 * sum.1 + value.1 * sum.0 + slope.1);
    let size = |z: (F64Interval, F64Interval)| root_of_nonnegative(z.0.sqr() + z.1.sqr());
    let rho = size(value).checked_div(size(derivative))?;
    let count = F64Interval::point(poles.len() as f64).ok()?;
    if (rho * count).hi() >= y.lo() {
        return None;
    }
    let others = (rho * (count - F64Interval::ONE)).checked_div(y)?;
    let radius = rho
        .checked_div(F64Interval::ONE - others)
        .map_or((rho * count).hi(), |r| r.hi().min((rho * count).hi()));
    let around = F64Interval::new(-radius, radius).ok()?;
    Some(Pair { re: x + around, im: y + around })
}

/// Numbers of negative and zero eigenvalues when the last two are real.
fn signs(
    step: &RankOneStep,
    poles: &Poles,
    split: usize,
    two: [F64Interval; 2],
) -> (Option<usize>, Option<usize>) {
    // The gates below are negative and those above positive; then so are the eigenvalues in their gaps. The determinant gives the
    // sign of the product of the last two: that of −s(0).
    if poles.high[split - 1] >= 0.0 || poles.low[split] <= 0.0 {
        return (None, None);
    }
    let in_gaps = split - 1;
    match sign_at_zero(step, poles) {
        Some(Ordering::Greater) => (Some(in_gaps + 1), Some(0)),
        Some(Ordering::Less) => {
            let both = two.iter().find_map(|x| x.sign());
            (both.map(|sign| in_gaps + if sign == Ordering::Less { 2 } else { 0 }), both.map(|_| 0))
        }
        // One is zero; the other one is where it is certain.
        Some(Ordering::Equal) => {
            let other = two.iter().find_map(|x| x.sign());
            (other.map(|sign| in_gaps + usize::from(sign == Ordering::Less)), other.map(|_| 1))
        }
        None => (None, None),
    }
}
