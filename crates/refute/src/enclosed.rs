//! Shows that a product whose entries are enclosed breaks a property, for every matrix in the enclosure.
//!
//! Everything rests on two facts about a polynomial $\chi$ of degree $n$ whose coefficients are only known to lie in
//! intervals: if $n\,\lvert\chi(c)\rvert \le r\,\lvert\chi'(c)\rvert$ then a root is at most $r$ away from $c$
//! (`docs/certificate-v1.md`, section 7.1), and a sign of $\chi$ that all of them share at a point is the sign there.

use crate::claim::{Claim, Constraint};
use crate::clock::Clock;
use crate::decide::{Broken, compute};
use crate::grid::{Grid, value};
use crate::number::Number;
use crate::property::Property;
use crate::spectral;
use crate::word::Word;
use enclosure::{ComplexBall, RealBall};
use exact::Rational;
use num_complex::Complex64;
use serde_json::json;

/// The precisions that are tried, in bits.
const PRECISIONS: [u32; 5] = [64, 128, 256, 512, 1024];

/// What the enclosures show to be broken. `None` is no verdict: the property may hold, or the precision not suffice.
pub(crate) fn broken(claim: &Claim, word: &Word, clock: Clock<'_>) -> Option<Broken> {
    let exact = word.points.iter().map(|points| word.admitted(claim, points)).collect::<Option<Vec<_>>>()?;
    let mut precisions = PRECISIONS.into_iter().take_while(|_| !clock.is_over());
    precisions.find_map(|precision| at(claim, word.d, &exact, precision))
}

/// Whether the parameters are within their ranges, and certainly give the rule a value and satisfy all constraints.
pub(crate) fn admits(claim: &Claim, word: &Word) -> bool {
    let exact = word.points.iter().map(|points| word.admitted(claim, points)).collect::<Option<Vec<_>>>();
    exact.is_some_and(|exact| {
        PRECISIONS.into_iter().any(|precision| steps(claim, word.d, &exact, precision).is_some())
    })
}

fn steps(
    claim: &Claim,
    d: usize,
    exact: &[Vec<Grid<Rational>>],
    precision: u32,
) -> Option<Vec<Grid<RealBall>>> {
    let mut steps = Vec::new();
    for parameters in exact {
        let balls = |grid: &Grid<Rational>| Grid {
            rows: grid.rows,
            cols: grid.cols,
            data: grid.data.iter().map(|x| RealBall::from_rational(precision, x)).collect(),
        };
        let names = claim.names(parameters.iter().map(balls).collect(), d, precision).ok()?;
        if !claim.constraints.iter().all(|constraint| certainly(constraint, &names, d, precision)) {
            return None;
        }
        steps.push(claim.step(&names).clone());
    }
    Some(steps)
}

fn at(claim: &Claim, d: usize, exact: &[Vec<Grid<Rational>>], precision: u32) -> Option<Broken> {
    let steps = steps(claim, d, exact, precision)?;
    let (first, rest) = steps.split_first()?;
    if let Property::Commutes = claim.property {
        let second = rest.first()?;
        let difference = first.times(second).zip(&second.times(first), RealBall::minus);
        let apart = difference.data.iter().position(|entry| !entry.contains_zero())?;
        let column = (0..difference.cols).map(|j| Rational::from(u8::from(j == apart % difference.cols)));
        return Some(compute("the two steps do not commute".into()).of(column.collect()));
    }
    let product = rest.iter().fold(first.clone(), |product, step| step.times(&product));
    Product { product, precision }.broken(&claim.property)
}

/// Whether a constraint holds for all values in the enclosures.
fn certainly(constraint: &Constraint, names: &[Grid<RealBall>], d: usize, precision: u32) -> bool {
    let side = |term| value(term, names, d, precision).map(|grid| grid.data[0].clone());
    let (Ok(left), Ok(right)) = (side(&constraint.left), side(&constraint.right)) else { return false };
    let difference = left.minus(&right);
    match difference.sign() {
        Some(sign) => constraint.relation.holds(&(sign as i8), &0),
        None => difference.is_exact() && constraint.relation.holds(&0, &0),
    }
}

struct Product {
    product: Grid<RealBall>,
    precision: u32,
}

/// A disc that certainly holds an eigenvalue.
struct Disc {
    centre: Complex64,
    radius: Rational,
}

impl Product {
    fn ball(&self, value: &Rational) -> RealBall {
        RealBall::from_rational(self.precision, value)
    }

    /// Coefficients of the characteristic polynomial, constant first (Faddeev–LeVerrier).
    fn polynomial(&self) -> Option<Vec<RealBall>> {
        let n = self.product.rows;
        let one = RealBall::one(self.precision);
        let mut coefficients = vec![one.clone()];
        let mut m = Grid::identity(n, self.precision);
        for k in 1..=n {
            let am = self.product.times(&m);
            let trace = (1..n).fold(am.at(0, 0).clone(), |sum, i| sum.plus(am.at(i, i)));
            let count = RealBall::integer(i32::try_from(k).ok()?, self.precision);
            let c = trace.over(&count).ok()?.negated();
            m = Grid::from_fn(n, n, |i, j| if i == j { am.at(i, j).plus(&c) } else { am.at(i, j).clone() });
            coefficients.push(c);
        }
        coefficients.reverse();
        Some(coefficients)
    }

    fn hints(&self) -> Option<Vec<Complex64>> {
        let middle = self.product.data.iter().map(|x| x.midpoint().map(|x| x.to_f64()));
        let data = middle.collect::<Option<Vec<_>>>()?;
        spectral::eigenvalues(&Grid { rows: self.product.rows, cols: self.product.cols, data }.dense())
    }

    fn disc(&self, polynomial: &[RealBall], centre: Complex64) -> Option<Disc> {
        let part = |x: f64| Rational::from_f64(x);
        let z = ComplexBall::from_rationals(self.precision, &part(centre.re)?, &part(centre.im)?);
        let zero = ComplexBall::from_real(RealBall::zero(self.precision));
        let (mut value, mut slope) = (zero.clone(), zero);
        for coefficient in polynomial.iter().rev() {
            slope = &(&slope * &z) + &value;
            value = &(&value * &z) + &ComplexBall::from_real(coefficient.clone());
        }
        let degree = self.ball(&Rational::from(polynomial.len() - 1));
        let radius = value.abs().times(&degree).over(&slope.abs()).ok()?.upper()?;
        Some(Disc { centre, radius: power_of_two_above(&radius) })
    }

    /// The discs of eigenvalues in the upper half plane that do not touch the axis or each other: centre and radius.
    fn pairs(&self, polynomial: &[RealBall]) -> Option<Vec<(Rational, Rational, Rational)>> {
        let mut discs: Vec<(Rational, Rational, Rational)> = Vec::new();
        for hint in self.hints()?.into_iter().filter(|z| z.im > 0.0) {
            let Some(disc) = self.disc(polynomial, hint) else { continue };
            let (x, y) = (Rational::from_f64(disc.centre.re)?, Rational::from_f64(disc.centre.im)?);
            let apart = |(a, b, r): &(Rational, Rational, Rational)| {
                let distance = Rational::from(a - &x).square() + Rational::from(b - &y).square();
                distance > Rational::from(r + &disc.radius).square()
            };
            if disc.radius < y && discs.iter().all(apart) {
                discs.push((x, y, disc.radius));
            }
        }
        Some(discs)
    }

    /// `det(P − sI) < 0` for some `s < 0`, which the line says is not so.
    fn negative(&self, polynomial: &[RealBall], line: usize) -> Option<Broken> {
        let real = self.hints()?.into_iter().filter(|z| z.im == 0.0 && z.re < 0.0).map(|z| z.re);
        let mut points: Vec<f64> = real.collect();
        points.push(0.0);
        points.sort_by(f64::total_cmp);
        points.windows(2).find_map(|pair| {
            let s = Rational::from_f64((pair[0] + pair[1]) / 2.0)?;
            let at = self.ball(&s);
            let value =
                polynomial.iter().rev().fold(RealBall::zero(self.precision), |sum, c| sum.times(&at).plus(c));
            let value = if self.product.rows % 2 == 1 { value.negated() } else { value };
            (s < 0 && value.sign() == Some(std::cmp::Ordering::Less))
                .then(|| Broken::beyond(line, s, "a negative eigenvalue".into()))
        })
    }

    fn broken(&self, property: &Property) -> Option<Broken> {
        let polynomial = self.polynomial()?;
        let pairs_beyond = |most: usize| {
            let pairs = self.pairs(&polynomial)?;
            let discs = pairs.iter().map(|(x, y, r)| [x, y, r].map(exact::text::format));
            let evidence =
                json!({"kind": "roots", "exact": [], "intervals": [], "discs": discs.collect::<Vec<_>>()});
            let found = format!("at least {} pair(s) of non-real eigenvalues", pairs.len());
            (pairs.len() > most).then(|| Broken::new(0, evidence, found))
        };
        match property {
            Property::PairsAtMost(most) => pairs_beyond(*most),
            Property::SimilarToSymmetric => pairs_beyond(0),
            Property::PositiveSpectrum => pairs_beyond(0).or_else(|| self.negative(&polynomial, 1)),
            Property::NoNegativeEigenvalue => self.negative(&polynomial, 0),
            Property::SpectralRadius { bound, strict } => self.hints()?.into_iter().find_map(|hint| {
                let disc = self.disc(&polynomial, hint)?;
                let (x, y) = (Rational::from_f64(hint.re)?, Rational::from_f64(hint.im)?);
                let beyond = |scale: &Rational| {
                    x.clone().square() + y.clone().square() > Rational::from(scale + &disc.radius).square()
                };
                let found = format!("an eigenvalue of modulus beyond {bound} (about {:.6})", hint.norm());
                let excess = hint.norm() - bound.to_f64();
                if *strict {
                    return beyond(bound).then(|| compute(found).by(excess));
                }
                // A simple number between the bound and the modulus.
                let gap = Rational::from_f64(hint.norm())? - bound;
                let between = |part: u32| bound + Rational::from(&gap / part);
                let scale = (gap > 0).then(|| crate::fraction::simplest(&between(1024), &between(2)))?;
                beyond(&scale).then(|| Broken::beyond(0, scale, found).by(excess))
            }),
            Property::NormSquared { bound, .. } => self.norm_beyond(bound),
            Property::Determinant(relation, bound) => {
                let n = self.product.rows;
                let constant = if n % 2 == 1 { polynomial[0].negated() } else { polynomial[0].clone() };
                let sign = constant.minus(&self.ball(bound)).sign()?;
                (!relation.holds(&(sign as i8), &0))
                    .then(|| compute("the determinant is on the other side".into()))
            }
            Property::Commutes => None,
        }
    }

    /// A vector `x` with `‖Px‖² > bound ‖x‖²`.
    fn norm_beyond(&self, bound: &Rational) -> Option<Broken> {
        let data =
            self.product.data.iter().map(|x| x.midpoint().map(|x| x.to_f64())).collect::<Option<Vec<_>>>()?;
        let dense = Grid { rows: self.product.rows, cols: self.product.cols, data }.dense();
        let eigen = (dense.transpose() * &dense).symmetric_eigen();
        let (at, _) = eigen.eigenvalues.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1))?;
        let column = eigen.eigenvectors.column(at);
        let largest = eigen.eigenvalues[at];
        // Short entries first, so that the certificate can be read.
        [32.0, 1024.0, 1_048_576.0, 9_007_199_254_740_992.0].into_iter().find_map(|unit: f64| {
            let entry = |x: &f64| Rational::from_f64((x * unit).round() / unit);
            let vector = column.iter().map(entry).collect::<Option<Vec<_>>>()?;
            let x = Grid::column(vector.iter().map(|x| self.ball(x)).collect());
            let square = |v: &Grid<RealBall>| {
                v.data.iter().fold(RealBall::zero(self.precision), |sum, x| sum.plus(&x.sqr()))
            };
            let excess = square(&self.product.times(&x)).minus(&square(&x).times(&self.ball(bound)));
            (excess.sign() == Some(std::cmp::Ordering::Greater)).then(|| {
                let found = format!("a squared norm beyond {bound} (about {largest:.6})");
                compute(found).of(vector).by(largest - bound.to_f64())
            })
        })
    }
}

/// The smallest power of two that is not below `x`, a number that is not negative; at least 2⁻²⁰⁰.
fn power_of_two_above(x: &Rational) -> Rational {
    let bits = |n: &exact::Integer| i64::from(n.significant_bits());
    let from = (bits(x.numer()) - bits(x.denom()) - 1).clamp(-200, 4096) as i32;
    let power = |exponent: i32| Rational::from(1) << exponent;
    (from..).map(power).find(|power| power >= x).unwrap_or_default()
}
