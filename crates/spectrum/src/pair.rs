//! The last two eigenvalues of a rank-one transition: real, or a conjugate pair.

use crate::hint;
use crate::rank_one::Search;
use crate::{Disc, Located};
use exact::{Integer, Rational};
use num_complex::Complex64;
use std::cmp::Ordering;

/// Completes `located` when exactly two roots are missing: a point where the sign is the other one shows two
/// real roots more, a disc shows a pair.
pub(crate) fn finish(mut located: Located, search: &Search) -> Option<Located> {
    let degree = search.rest.degree()?;
    if degree != located.intervals.len() + 2 {
        return None;
    }
    let guess = Guess::new(&located, search);
    let (centre, discriminant) = guess.missing_quadratic();
    if discriminant < 0.0 {
        let z = guess.polish(Complex64::new(centre, (-discriminant).sqrt()));
        located.discs.push(disc(z, search)?);
        return Some(located);
    }
    split(&mut located, search, &Rational::from_f64(centre)?).then_some(located)
}

/// The problem in double precision, in the unscaled variable.
struct Guess {
    poles: Vec<f64>,
    weights: Vec<f64>,
    known: Vec<f64>,
}

impl Guess {
    fn new(located: &Located, search: &Search) -> Self {
        let reduced = &search.reduced;
        let unscaled = |pole: &Integer| Rational::from((pole, &reduced.scale)).to_f64();
        let poles: Vec<f64> = reduced.poles.iter().map(unscaled).collect();
        let weights: Vec<f64> = reduced.weights.iter().map(Rational::to_f64).collect();
        let root = |(low, high): &(Rational, Rational)| {
            let (low, high) = (low.to_f64(), high.to_f64());
            let sign_low = poles.iter().position(|pole| *pole == low).map(|at| weights[at] > 0.0);
            let sign_high = poles.iter().position(|pole| *pole == high).map(|at| weights[at] < 0.0);
            // Just above a pole the secular function has the sign of its weight, just below the opposite.
            let sign_low = sign_low.or(sign_high.map(|sign| !sign)).unwrap_or(true);
            hint::root_between(&poles, &weights, low, high, sign_low)
        };
        let mut known: Vec<f64> = located.intervals.iter().map(root).collect();
        known.extend(search.divided.iter().map(Rational::to_f64));
        Self { poles, weights, known }
    }

    /// Centre `c` and discriminant `s` of the missing roots `c ± √s`, from the first two power sums
    /// `Σλ = Σ(a − w)` and `Σλ² = Σ(a² − 2aw) + (Σw)²`.
    fn missing_quadratic(&self) -> (f64, f64) {
        let total: f64 = self.weights.iter().sum();
        let first = self.poles.iter().sum::<f64>() - total - self.known.iter().sum::<f64>();
        let squares = self.poles.iter().zip(&self.weights).map(|(a, w)| a * a - 2.0 * a * w).sum::<f64>();
        let second = squares + total * total - self.known.iter().map(|root| root * root).sum::<f64>();
        let centre = first / 2.0;
        (centre, second / 2.0 - centre * centre)
    }

    fn polish(&self, start: Complex64) -> Complex64 {
        hint::newton(&self.poles, &self.weights, start)
    }
}

/// A disc about `z` that holds a root of the remaining factor, by `n |p/p′| ≤ radius < Im z`, decided exactly.
fn disc(z: Complex64, search: &Search) -> Option<Disc> {
    let y = z.im.abs();
    // A short dyadic centre keeps the certificate and the evaluation small.
    let digits = (y / 64.0).log2().floor().clamp(-900.0, 0.0) as i32 - 8;
    let round = |value: f64| {
        let unit = 2f64.powi(digits);
        Rational::from_f64((value / unit).round() * unit)
    };
    let (x, y) = (round(z.re)?, round(y)?);
    let radius = Rational::from(&y / 2);
    let q = Rational::from(&search.reduced.scale);
    let inside =
        has_root(search, &Rational::from(&x * &q), &Rational::from(&y * &q), &Rational::from(&radius * &q));
    inside.then_some(Disc { x, y, radius })
}

/// Whether `n |p(c)| ≤ r |p′(c)|` at `c = x + iy`, `n = deg p`: then a root is within `r` of `c`.
fn has_root(search: &Search, x: &Rational, y: &Rational, r: &Rational) -> bool {
    let p = search.rest.coefficients();
    let q = x.denom().clone().lcm(y.denom());
    let (a, b) =
        (Integer::from(x.numer() * Integer::from(&q / x.denom())), y.numer() * Integer::from(&q / y.denom()));
    let mut value = (Integer::new(), Integer::new());
    let mut slope = (Integer::new(), Integer::new());
    let mut power = Integer::from(1);
    for (k, coefficient) in p.iter().enumerate().rev() {
        // value = q^j · (Horner of p), slope = q^j · (Horner of p′) one degree lower, j steps in.
        value = (Integer::from(&value.0 * &a) - Integer::from(&value.1 * &b), value.0 * &b + value.1 * &a);
        value.0 += coefficient * &power;
        if k > 0 {
            slope =
                (Integer::from(&slope.0 * &a) - Integer::from(&slope.1 * &b), slope.0 * &b + slope.1 * &a);
            slope.0 += Integer::from(coefficient * &power) * k as u64;
            power *= &q;
        }
    }
    // value = q^n p(c), slope = q^(n−1) p′(c), so n |p| ≤ r |p′| reads n |value| ≤ r q |slope|.
    let n = p.len() as u64 - 1;
    let left = Rational::from((value.0.square() + value.1.square()) * n * n);
    let slope = Rational::from(slope.0.square() + slope.1.square());
    let right = Rational::from(r * &q).square() * slope.clone();
    slope != 0 && left <= right
}

/// Splits the gap that holds `middle` when the sign there is opposite to that at both ends of the gap.
fn split(located: &mut Located, search: &Search, middle: &Rational) -> bool {
    let reduced = &search.reduced;
    let scaled = |point: &Rational| Rational::from(point * &reduced.scale);
    let sign = search.rest.sign_at(&scaled(middle));
    if sign == Ordering::Equal || located.exact.iter().any(|(root, _)| root == middle) {
        return false;
    }
    let poles = reduced.poles.iter().map(|pole| Rational::from((pole, &reduced.scale)));
    let exact = located.exact.iter().map(|(root, _)| root.clone());
    let ends = located.intervals.iter().flat_map(|(low, high)| [low.clone(), high.clone()]);
    let largest = Rational::from(middle.abs_ref()) + 1;
    let mut points: Vec<Rational> = poles.chain(exact).chain(ends).collect();
    let reach =
        points.iter().map(|point| Rational::from(point.abs_ref())).max().unwrap_or_default().max(largest);
    let weights: Rational = reduced.weights.iter().map(|weight| Rational::from(weight.abs_ref())).sum();
    let bound = reach + weights;
    points.extend([-bound.clone(), bound]);
    let below = points.iter().filter(|point| *point < middle).max();
    let above = points.iter().filter(|point| *point > middle).min();
    let (Some(below), Some(above)) = (below, above) else { return false };
    let opposite = |point: &Rational| search.rest.sign_at(&scaled(point)) == sign.reverse();
    if !(opposite(below) && opposite(above)) {
        return false;
    }
    located.intervals.extend([(below.clone(), middle.clone()), (middle.clone(), above.clone())]);
    located.intervals.sort();
    true
}
