//! The last two eigenvalues of a rank-one transition: real, or a conjugate pair.
//!
//! What is missing is first guessed in double precision, then, where the guess does not lead to a proof, computed
//! exactly. Either way the result is a suggestion: signs or the disc decide.

use crate::hint;
use crate::rank_one::Search;
use crate::{Disc, Located};
use exact::{Integer, Rational};
use num_complex::Complex64;

/// What the two missing eigenvalues are.
pub(crate) enum Missing {
    /// A conjugate pair, with proof.
    Pair(Disc),
    /// Supposedly real: the signs at these points may show it.
    Real(Vec<Rational>),
    /// The search gave out.
    Unknown,
}

/// A guess in double precision.
pub(crate) fn guess(located: &Located, search: &Search<'_>) -> Missing {
    let guess = Guess::new(located, search);
    let (centre, discriminant) = guess.missing_quadratic();
    if discriminant < 0.0 {
        let z = guess.polish(Complex64::new(centre, (-discriminant).sqrt()));
        let centre = Rational::from_f64(z.re).zip(Rational::from_f64(z.im.abs()));
        centre.and_then(|(x, y)| disc(&x, &y, search)).map_or(Missing::Unknown, Missing::Pair)
    } else {
        Missing::Real(guess.separators(centre, discriminant.sqrt()))
    }
}

/// Points at which the signs show every simple real root, and the rational multiple roots.
pub(crate) fn separators(search: &Search<'_>) -> Vec<Rational> {
    let scale = Rational::from(&search.reduced().scale);
    let mut points = Vec::new();
    for (factor, multiplicity) in search.rest().square_free_factorization() {
        if let (2.., [constant, slope]) = (multiplicity, factor.coefficients()) {
            points.push(-Rational::from((constant, slope)) / &scale);
        }
        let roots = factor.isolate_real_roots();
        points.extend(roots.iter().flat_map(|root| [root.lo() / scale.clone(), root.hi() / scale.clone()]));
    }
    points
}

/// The disc of the one pair beside simple real roots, which are refined until it is found.
pub(crate) fn compute(search: &Search<'_>) -> Option<Disc> {
    const BITS: [u32; 8] = [64, 128, 256, 512, 1024, 2048, 4096, 8192];
    BITS.iter().find_map(|&bits| {
        let (x, y) = beside_real_roots(search, bits)?;
        disc(&x, &y, search)
    })
}

/// About where the upper root of the pair is, from the sums of all roots and of their squares, given the real roots
/// to `bits` binary digits. With more bits it comes as close as one likes.
pub(crate) fn beside_real_roots(search: &Search<'_>, bits: u32) -> Option<(Rational, Rational)> {
    let rest = search.rest();
    let width = Rational::from(1) >> bits;
    let [.., c, b, a] = rest.coefficients() else { return None };
    let mut first = -Rational::from((b, a));
    let mut second = first.clone().square() - Rational::from((c, a)) * 2;
    for interval in rest.isolate_real_roots() {
        let interval = rest.refine(&interval, &width);
        let root: Rational = Rational::from(interval.lo() + interval.hi()) / 2;
        first -= &root;
        second -= root.square();
    }
    let centre: Rational = first / 2;
    let height: Rational = second / 2 - centre.clone().square();
    if height >= 0 {
        return None;
    }
    // ⌊2^bits √−height⌋ / 2^bits.
    let (numerator, denominator) = (-height).into_numer_denom();
    let height = Rational::from(((numerator << (2 * bits)) / denominator).sqrt()) >> bits;
    let scale = Rational::from(&search.reduced().scale);
    Some((centre / &scale, height / scale))
}

/// The problem in double precision, in the unscaled variable.
struct Guess {
    poles: Vec<f64>,
    weights: Vec<f64>,
    known: Vec<f64>,
}

impl Guess {
    fn new(located: &Located, search: &Search<'_>) -> Self {
        let reduced = search.reduced();
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

    /// Points between `centre ± distance` and their neighbours among the known roots, and between the two.
    fn separators(&self, centre: f64, distance: f64) -> Vec<Rational> {
        let [lower, upper] = [centre - distance, centre + distance];
        let below = |x: f64| self.known.iter().copied().filter(|root| *root < x).fold(f64::NAN, f64::max);
        let above = |x: f64| self.known.iter().copied().filter(|root| *root > x).fold(f64::NAN, f64::min);
        let pairs = [
            (below(lower), lower),
            (lower, above(lower).min(upper)),
            (lower.max(below(upper)), upper),
            (upper, above(upper)),
        ];
        pairs.iter().filter_map(|(a, b)| Rational::from_f64(0.5 * (a + b))).collect()
    }

    fn polish(&self, start: Complex64) -> Complex64 {
        hint::newton(&self.poles, &self.weights, start)
    }
}

/// A disc about `x + iy` that holds a root of the remaining factor, by `n |p/p′| ≤ radius < Im z`, decided exactly.
fn disc(x: &Rational, y: &Rational, search: &Search<'_>) -> Option<Disc> {
    if *y <= 0 {
        return None;
    }
    // A short dyadic centre keeps the certificate and the evaluation small: the rounding moves it by less than
    // y / (2^12 n), where a root within y / 4n would do.
    let bits = |n: &Integer| i64::from(n.significant_bits());
    let degree = Integer::from(search.reduced().degree() + 1);
    let unit = bits(y.numer()) - bits(y.denom()) - 14 - bits(&degree);
    let unit = i32::try_from(unit).ok()?;
    let round = |value: &Rational| (value.clone() >> unit).round() << unit;
    let (x, y) = (round(x), round(y));
    let radius = Rational::from(&y / 2);
    let inside = search.polynomial.shows_root(&search.divided, (&x, &y), &radius)
        || Evaluated::new(search, &x, &y).shows_root(&radius);
    inside.then_some(Disc { x, y, radius })
}

/// The remaining factor `p` of degree `n` and its derivative at a point `c`, exactly.
pub(crate) struct Evaluated {
    degree: u64,
    /// `p(c)` up to a factor.
    value: [Integer; 2],
    /// `p′(c)`, for the unscaled variable, up to the factor of `value` divided by `denominator`.
    slope: [Integer; 2],
    denominator: Integer,
}

impl Evaluated {
    /// At `c = x + iy`, unscaled.
    pub(crate) fn new(search: &Search<'_>, x: &Rational, y: &Rational) -> Self {
        let scale = &search.reduced().scale;
        let (x, y) = (Rational::from(x * scale), Rational::from(y * scale));
        let p = search.rest().coefficients();
        let q = x.denom().clone().lcm(y.denom());
        let (a, b) = (x.numer() * Integer::from(&q / x.denom()), y.numer() * Integer::from(&q / y.denom()));
        let times_c =
            |[re, im]: [Integer; 2]| [Integer::from(&re * &a) - Integer::from(&im * &b), re * &b + im * &a];
        let (mut value, mut slope) = ([Integer::new(), Integer::new()], [Integer::new(), Integer::new()]);
        let mut power = Integer::from(1);
        for (k, coefficient) in p.iter().enumerate().rev() {
            // value = q^j · (Horner of p), slope = q^j · (Horner of p′) one degree lower, j steps in.
            value = times_c(value);
            value[0] += coefficient * &power;
            if k > 0 {
                slope = times_c(slope);
                slope[0] += Integer::from(coefficient * &power) * k as u64;
                power *= &q;
            }
        }
        // value = q^n p(c), slope = q^(n−1) p′(c), p′ for the scaled variable.
        Self { degree: p.len() as u64 - 1, value, slope, denominator: q * scale }
    }

    /// Whether `n |p(c)| ≤ r |p′(c)|`: then a root is within `r` of `c`.
    pub(crate) fn shows_root(&self, r: &Rational) -> bool {
        let norm2 = |[re, im]: &[Integer; 2]| Rational::from(re.clone().square() + im.clone().square());
        let slope = norm2(&self.slope);
        let left = norm2(&self.value) * self.degree * self.degree;
        let right = Rational::from(r * &self.denominator).square() * &slope;
        slope != 0 && left <= right
    }

    /// `p(c) / p′(c)`; none at a critical point.
    pub(crate) fn newton_step(&self) -> Option<[Rational; 2]> {
        let ([a, b], [c, d]) = (&self.value, &self.slope);
        let norm2 = (c.clone().square() + d.clone().square()) * &self.denominator;
        if norm2.is_zero() {
            return None;
        }
        let re = Integer::from(a * c) + Integer::from(b * d);
        let im = Integer::from(b * c) - Integer::from(a * d);
        Some([re, im].map(|part| Rational::from((part, norm2.clone()))))
    }
}
