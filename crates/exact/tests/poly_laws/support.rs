//! Generators for the tests of polynomials, biased to corners, and the way they are run.

use exact::{IntPoly, Integer, Rational};
use quickcheck::{Arbitrary, Gen, QuickCheck, Testable};

/// Checks a law on `cases` instances; `EIGENCLAIM_CASES` and `EIGENCLAIM_SEED` widen the search.
#[expect(clippy::print_stdout, reason = "a failing test shows what replays it")]
pub(crate) fn check<L: Testable>(cases: u64, law: L) {
    let number = |name| std::env::var(name).ok().and_then(|text: String| text.parse::<u64>().ok());
    let seed = number("EIGENCLAIM_SEED").unwrap_or(20_261_130);
    let cases = number("EIGENCLAIM_CASES").unwrap_or(cases);
    println!("EIGENCLAIM_SEED={seed} EIGENCLAIM_CASES={cases}");
    QuickCheck::new().rng(Gen::from_size_and_seed(100, seed)).tests(cases).quickcheck(law);
}

/// A random integer below `bound`.
pub(crate) fn below(g: &mut Gen, bound: u64) -> u64 {
    u64::arbitrary(g) % bound
}

/// An integer that is often small, sometimes a power of two, sometimes of several digits.
pub(crate) fn integer(g: &mut Gen) -> Integer {
    let sign = if bool::arbitrary(g) { 1 } else { -1 };
    let magnitude = match below(g, 8) {
        0 => Integer::new(),
        1..=4 => Integer::from(below(g, 6)),
        5 => Integer::from(1) << below(g, 150) as u32,
        6 => Integer::from(below(g, 1 << 40)),
        _ => {
            let high = Integer::from(u64::arbitrary(g)) << (64 * below(g, 4) as u32);
            high + Integer::from(u64::arbitrary(g))
        }
    };
    magnitude * sign
}

/// A rational: an integer, a small fraction, a dyadic, or long.
#[derive(Clone, Debug)]
pub(crate) struct Ratio(pub(crate) Rational);

impl Arbitrary for Ratio {
    fn arbitrary(g: &mut Gen) -> Self {
        let denominator = match below(g, 4) {
            0 => Integer::from(1),
            1 => Integer::from(1 + below(g, 12)),
            2 => Integer::from(1) << below(g, 60) as u32,
            _ => integer(g).abs() + 1,
        };
        Self(Rational::from((integer(g), denominator)))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let whole = Self(Rational::from(self.0.clone().trunc().numer()));
        let smaller = Self(Rational::from((self.0.numer() / Integer::from(2), self.0.denom().clone())));
        let original = self.0.clone();
        Box::new([whole, smaller].into_iter().filter(move |candidate| candidate.0 != original))
    }
}

/// Any polynomial of degree at most 9, zero among them.
#[derive(Clone, Debug)]
pub(crate) struct Poly(pub(crate) IntPoly);

impl Arbitrary for Poly {
    fn arbitrary(g: &mut Gen) -> Self {
        let length = below(g, 11);
        let small = bool::arbitrary(g);
        let mut coefficient = || if small { Integer::from(below(g, 7)) - 3 } else { integer(g) };
        Self(IntPoly::new((0..length).map(|_| coefficient()).collect()))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let coefficients = self.0.coefficients().to_vec();
        let dropped = {
            let coefficients = coefficients.clone();
            (0..coefficients.len()).map(move |i| {
                let mut fewer = coefficients.clone();
                fewer.remove(i);
                Self(IntPoly::new(fewer))
            })
        };
        let halved = (0..coefficients.len()).filter_map(move |i| {
            let mut smaller = coefficients.clone();
            smaller[i] /= 2;
            (smaller[i] != coefficients[i]).then(|| Self(IntPoly::new(smaller)))
        });
        Box::new(dropped.chain(halved))
    }
}

/// A polynomial that is not zero.
#[derive(Clone, Debug)]
pub(crate) struct NonZero(pub(crate) IntPoly);

impl Arbitrary for NonZero {
    fn arbitrary(g: &mut Gen) -> Self {
        loop {
            let Poly(polynomial) = Poly::arbitrary(g);
            if !polynomial.is_zero() {
                return Self(polynomial);
            }
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(Poly(self.0.clone()).shrink().filter(|p| !p.0.is_zero()).map(|p| Self(p.0)))
    }
}

/// A product of linear factors and of quadratic ones without real roots, to known powers.
#[derive(Clone, Debug)]
pub(crate) struct Factored {
    /// Distinct real roots, ascending, with multiplicities.
    pub(crate) roots: Vec<(Rational, usize)>,
    /// Pairs $u \pm i\sqrt{w}$, $w > 0$, as $(u, w)$, distinct, with multiplicities.
    pub(crate) pairs: Vec<((Rational, Rational), usize)>,
    /// A factor other than zero.
    pub(crate) constant: Integer,
}

impl Factored {
    /// The product.
    pub(crate) fn product(&self) -> IntPoly {
        let mut product = IntPoly::new(vec![self.constant.clone()]);
        for (root, multiplicity) in &self.roots {
            for _ in 0..*multiplicity {
                product = &product * &linear(root);
            }
        }
        for ((u, w), multiplicity) in &self.pairs {
            for _ in 0..*multiplicity {
                product = &product * &quadratic(u, w);
            }
        }
        product
    }
}

/// $x - r$, made primitive.
pub(crate) fn linear(root: &Rational) -> IntPoly {
    IntPoly::from_rationals(&[Rational::from(-root), Rational::from(1)])
}

/// $(x - u)^2 + w$, made primitive.
pub(crate) fn quadratic(u: &Rational, w: &Rational) -> IntPoly {
    let constant = Rational::from(u * u) + w;
    IntPoly::from_rationals(&[constant, Rational::from(u * -2), Rational::from(1)])
}

impl Arbitrary for Factored {
    fn arbitrary(g: &mut Gen) -> Self {
        let multiplicity = |g: &mut Gen| [1, 1, 1, 2, 3][below(g, 5) as usize];
        // Neighbours at a tiny distance, and the grid points of bisection, are the difficult places.
        let near = Ratio::arbitrary(g).0;
        let tiny = Rational::from((1, Integer::from(1) << below(g, 80) as u32));
        let place = |g: &mut Gen| match below(g, 4) {
            0 => Rational::from((Integer::from(below(g, 17)) - 8, 1 << below(g, 4))),
            1 => Rational::from(&tiny * Integer::from(below(g, 5))) + &near,
            _ => Ratio::arbitrary(g).0,
        };
        let mut roots: Vec<(Rational, usize)> = Vec::new();
        for _ in 0..below(g, 6) {
            let root = place(g);
            if roots.iter().all(|(other, _)| *other != root) {
                roots.push((root, multiplicity(g)));
            }
        }
        roots.sort();
        let mut pairs: Vec<((Rational, Rational), usize)> = Vec::new();
        for _ in 0..below(g, 3) {
            let pair = (place(g), place(g).abs() + &tiny);
            if pairs.iter().all(|(other, _)| *other != pair) {
                pairs.push((pair, multiplicity(g)));
            }
        }
        let constant = loop {
            let constant = integer(g);
            if !constant.is_zero() {
                break constant;
            }
        };
        Self { roots, pairs, constant }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let (whole, other) = (self.clone(), self.clone());
        let fewer_roots = (0..self.roots.len()).map(move |i| {
            let mut fewer = whole.clone();
            fewer.roots.remove(i);
            fewer
        });
        let fewer_pairs = (0..self.pairs.len()).map(move |i| {
            let mut fewer = other.clone();
            fewer.pairs.remove(i);
            fewer
        });
        Box::new(fewer_roots.chain(fewer_pairs))
    }
}
