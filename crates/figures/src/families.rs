//! Nine families of steps, at random from the ranges of their rules.

use crate::place::{PRECISION, ball};
use crate::sample::Samples;
use enclosure::{F64Interval, RealBall};
use exact::{Complete, IntPoly, Integer, Matrix, Rational, vector};
use spectrum::{IntervalMatrix, Momentum, Number, Pair, RankOneStep, Spectrum};

/// Steps of each family.
pub(crate) const STEPS: usize = 80;

/// What is drawn of one step.
pub(crate) struct Step {
    /// Its certified spectrum.
    pub(crate) spectrum: Spectrum,
    /// Its transitions, of which the last one is applied last, where it is made of steps of rank one.
    pub(crate) factors: Vec<RankOneStep>,
}

/// A family of steps.
pub(crate) struct Family {
    /// What it is called.
    pub(crate) name: &'static str,
    /// The ranges of its parameters.
    pub(crate) range: &'static str,
    /// What its spectra are like.
    pub(crate) finding: &'static str,
    /// Dimension of the state.
    pub(crate) dimension: &'static str,
    draw: fn(&mut Samples) -> Step,
}

fn numbers(values: &[Rational]) -> Vec<Number> {
    values.iter().cloned().map(Number::rational).collect()
}

fn erase(
    gates: &[Rational],
    strength: Rational,
    write: &[Rational],
    read: &[Rational],
    decayed: bool,
) -> RankOneStep {
    RankOneStep {
        gates: numbers(gates),
        scale: Number::rational(strength),
        left: numbers(write),
        right: numbers(read),
        decayed,
    }
}

fn one(step: RankOneStep) -> Step {
    Step { spectrum: spectrum::of(&step), factors: vec![step] }
}

fn several(factors: Vec<RankOneStep>) -> Step {
    let identity = IntervalMatrix::identity(factors[0].dimension());
    let product = factors.iter().fold(identity, IntervalMatrix::then);
    Step { spectrum: product.spectrum(), factors }
}

fn kda(samples: &mut Samples, gates: [(i64, i64); 2], strength: [(i64, i64); 2], d: usize) -> RankOneStep {
    let (alpha, key) = (samples.vector(d, gates[0], gates[1]), samples.key(d));
    erase(&alpha, samples.open(strength[0], strength[1]), &key, &key, true)
}

fn gdn2(samples: &mut Samples) -> Step {
    let (alpha, key) = (samples.vector(4, (0, 1), (1, 1)), samples.key(4));
    let read = vector::hadamard(&samples.vector(4, (0, 1), (2, 1)), &key);
    one(erase(&alpha, Rational::from(1), &key, &read, true))
}

fn rwkv7(samples: &mut Samples) -> Step {
    let (w, key) = (samples.vector(4, (11, 20), (1, 1)), samples.key(4));
    let write = vector::hadamard(&samples.vector(4, (0, 1), (1, 1)), &key);
    one(erase(&w, Rational::from(1), &write, &key, false))
}

fn mdn(samples: &mut Samples) -> Step {
    let mut between = |high| Number::rational(samples.open((0, 1), high));
    let momentum = Momentum {
        channels: 2,
        alpha: between((1, 1)),
        mu: between((1, 1)),
        beta: between((1, 1)),
        eta: between((2, 1)),
        norm2: Number::ONE,
        erased: None,
    };
    Step { spectrum: momentum.spectrum(), factors: Vec::new() }
}

/// `(I − β₂k₂k₂ᵀ)(I − β₁k₁k₁ᵀ) Diag(α)`.
fn delta_product(alpha: &[Rational], strengths: [Rational; 2], keys: [&[Rational]; 2]) -> Step {
    let [first, second] = strengths;
    let ones = vec![Rational::from(1); alpha.len()];
    several(vec![erase(alpha, first, keys[0], keys[0], true), erase(&ones, second, keys[1], keys[1], true)])
}

/// Two steps with one decay: it is an eigenvalue twice, and the other two solve a quadratic equation.
fn one_decay(samples: &mut Samples) -> Step {
    let alpha = samples.open((0, 1), (1, 1));
    let strengths = [samples.open((0, 1), (2, 1)), samples.open((0, 1), (2, 1))];
    let keys = [samples.key(4), samples.key(4)];
    let mut step = delta_product(&vec![alpha.clone(); 4], strengths, [&keys[0], &keys[1]]);
    let mut rest = product(&step.factors).map_or(IntPoly::from_i64(&[]), |t| t.characteristic_polynomial());
    if rest.divide_linear(&alpha) && rest.divide_linear(&alpha) {
        let decay = F64Interval::from_rational(&alpha);
        let mut spectrum = quadratic(&rest).unwrap_or_else(|| step.spectrum.clone());
        spectrum.real.extend([decay; 2]);
        spectrum.dimension += 2;
        step.spectrum = spectrum;
    }
    step
}

/// The spectrum of a matrix with a quadratic characteristic polynomial; `None` for another degree.
pub(crate) fn quadratic(polynomial: &IntPoly) -> Option<Spectrum> {
    let [c, b, a] = polynomial.coefficients() else { return None };
    let discriminant = Rational::from(b.square_ref().complete() - Integer::from(a * c) * 4u32);
    let over = |value: RealBall| value.checked_div(&ball(&Rational::from(Integer::from(a * 2)))).ok();
    let middle = over(-ball(&Rational::from(b)))?;
    let root = over(ball(&Rational::from(discriminant.abs_ref())).sqrt_of_nonnegative().ok()?)?.abs();
    let (mut real, mut pairs) = (Vec::new(), Vec::new());
    if discriminant < 0 {
        pairs.push(Pair { re: F64Interval::from_ball(&middle), im: F64Interval::from_ball(&root) });
    } else {
        real.extend([&middle - &root, &middle + &root].map(|value| F64Interval::from_ball(&value)));
    }
    Some(Spectrum {
        dimension: 2,
        real,
        pairs,
        undecided: 0,
        undecided_bound: 0.0,
        negative: None,
        zero: None,
        edge: None,
    })
}

/// The exact product of factors with rational numbers.
pub(crate) fn product(factors: &[RankOneStep]) -> Option<Matrix> {
    let mut factors = factors.iter().map(RankOneStep::matrix);
    let first = factors.next()??;
    factors.try_fold(first, |product, factor| Some(&factor? * &product))
}

/// A decay for each channel, and strengths up to 2; a quarter near an instance that has two pairs.
fn channel_decays(samples: &mut Samples) -> Step {
    if samples.open((0, 1), (4, 1)) < 1 {
        return near_two_pairs(samples);
    }
    let alpha = samples.vector(4, (0, 1), (1, 1));
    let strengths = [samples.open((0, 1), (2, 1)), samples.open((0, 1), (2, 1))];
    let keys = [samples.key(4), samples.key(4)];
    delta_product(&alpha, strengths, [&keys[0], &keys[1]])
}

/// Decays and strengths within 2 % of an instance that has two pairs.
fn near_two_pairs(samples: &mut Samples) -> Step {
    let mut near = |n: i64, d: i64| samples.open((98 * n, 100 * d), (102 * n, 100 * d));
    // The first erase of the product is that of the second key.
    let alpha = [(47, 50), (27, 50), (6, 25), (7, 25)].map(|(n, d)| near(n, d));
    let strengths = [near(3, 5), near(16, 25)];
    let key = |entries: [i64; 4], norm: i64| entries.map(|entry| Rational::from((entry, norm)));
    delta_product(&alpha, strengths, [&key([32, -23, 8, -8], 41), &key([48, 24, -8, -9], 55)])
}

fn cyfa(samples: &mut Samples) -> Step {
    let (alpha, delta) = (samples.open((0, 1), (1, 1)), samples.open((0, 1), (1, 1)));
    let size = ball(&alpha);
    let pair = |j: i64| {
        let turns = Rational::from((2 * j, 5)) * &delta;
        let (sin, cos) = (RealBall::pi(PRECISION) * ball(&turns)).sin_cos();
        Pair { re: F64Interval::from_ball(&(&size * &cos)), im: F64Interval::from_ball(&(&size * &sin)) }
    };
    let spectrum = Spectrum {
        dimension: 5,
        real: vec![F64Interval::from_rational(&alpha)],
        pairs: vec![pair(1), pair(2)],
        undecided: 0,
        undecided_bound: 0.0,
        negative: Some(0),
        zero: Some(0),
        edge: None,
    };
    Step { spectrum, factors: Vec::new() }
}

/// The families, in the order of the panels.
pub(crate) const FAMILIES: [Family; 9] = [
    Family {
        name: "KDA",
        range: "0 < α, β < 1",
        finding: "real, positive",
        dimension: "4",
        draw: |samples| one(kda(samples, [(0, 1), (1, 1)], [(0, 1), (1, 1)], 4)),
    },
    Family {
        name: "GDN2",
        range: "0 < α < 1, 0 < b < 2",
        finding: "real, at most one < 0",
        dimension: "4",
        draw: gdn2,
    },
    Family { name: "RWKV-7", range: ".55 < w < 1, 0 < a < 1", finding: "real", dimension: "4", draw: rwkv7 },
    Family {
        name: "CKDA",
        range: "−1 < α < 1, 0 < β < 2",
        finding: "at most one pair",
        dimension: "4",
        draw: |samples| one(kda(samples, [(-1, 1), (1, 1)], [(0, 1), (2, 1)], 4)),
    },
    Family {
        name: "MDN",
        range: "α, μ, β < 1, η < 2",
        finding: "at most one pair",
        dimension: "4 (2 channels)",
        draw: mdn,
    },
    Family {
        name: "DeltaProduct, one α",
        range: "two steps, β < 2",
        finding: "at most one pair",
        dimension: "4",
        draw: one_decay,
    },
    Family {
        name: "two KDA tokens",
        range: "0 < α, β < 1",
        finding: "pairs, but no token",
        dimension: "4",
        draw: |samples| {
            several((0..2).map(|_| kda(samples, [(0, 1), (1, 1)], [(0, 1), (1, 1)], 4)).collect())
        },
    },
    Family {
        name: "DeltaProduct, Diag(α)",
        range: "two steps, β < 2",
        finding: "up to two pairs",
        dimension: "4",
        draw: channel_decays,
    },
    Family {
        name: "CyFA, m = 5",
        range: "0 < α, δ < 1",
        finding: "always two pairs",
        dimension: "5",
        draw: cyfa,
    },
];

/// The steps of a family that are drawn.
pub(crate) fn steps(number: usize, family: &Family) -> Vec<Step> {
    let mut samples = Samples::new(number as u64 + 1);
    (0..STEPS).map(|_| (family.draw)(&mut samples)).collect()
}
