//! Where the eigenvalues of one step are, for nine families of steps.

use crate::place::{Axis, Enclosed, PRECISION, ball};
use crate::sample::Samples;
use crate::svg::{Anchor, Marks, Panel, Shape, Svg};
use crate::{Figure, Table};
use enclosure::{F64Interval, RealBall};
use exact::{Complete, IntPoly, Integer, Matrix, Rational, vector};
use spectrum::{IntervalMatrix, Momentum, Number, Pair, RankOneStep, Spectrum};

/// Steps of each family.
const STEPS: usize = 80;

/// What is drawn of one step.
struct Step {
    spectrum: Spectrum,
    /// Its transitions, of which the last one is applied last, where it is made of steps of rank one.
    factors: Vec<RankOneStep>,
}

/// A family of steps.
struct Family {
    name: &'static str,
    range: &'static str,
    finding: &'static str,
    dimension: &'static str,
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
fn quadratic(polynomial: &IntPoly) -> Option<Spectrum> {
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
fn product(factors: &[RankOneStep]) -> Option<Matrix> {
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

const FAMILIES: [Family; 9] = [
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
        name: "DeltaProduct",
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
        name: "… with Diag(α)",
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

fn steps(number: usize, family: &Family) -> Vec<Step> {
    let mut samples = Samples::new(number as u64 + 1);
    (0..STEPS).map(|_| (family.draw)(&mut samples)).collect()
}

fn panel(at: usize) -> Panel {
    let (left, top) = (6 + 159 * (at as i64 % 3), 84 + 214 * (at as i64 / 3));
    Panel { x: Axis::new((-5, 4), (5, 4), left, left + 150), y: Axis::new((-5, 4), (5, 4), top + 150, top) }
}

/// Axes, the unit circle and the numbers 1, −1 and i.
fn plane(svg: &mut Svg, panel: &Panel) {
    let ((left, right), (bottom, top)) = (panel.x.ends(), panel.y.ends());
    let (x, y) = ((left + right) / 2, (bottom + top) / 2);
    svg.line("fg-grid", [left, y], [right, y]);
    svg.line("fg-grid", [x, bottom], [x, top]);
    let unit = |value: i64| panel.x.place(&Rational::from(value).into());
    if let (Some(from), Some(to)) = (unit(-1), unit(1)) {
        let radius = Axis::new((0, 1), (5, 4), 0, 75).place(&Rational::from(1).into());
        if let Some(radius) = radius {
            let arc = |to| format!("A{radius} {radius} 0 0 1 {to} {y}");
            svg.path("fg-axis", &format!("M{from} {y}{}{}", arc(to), arc(from)));
        }
        svg.text((to.plus(3), y - 4), Anchor::Start, "fg-t fg-s", "1");
        svg.text((x + 4, top + 12), Anchor::Start, "fg-t fg-s", "i");
    }
}

/// The figure.
pub(crate) fn figure() -> Figure {
    let mut svg = Svg::new("eigenvalue-clouds", 84 + 3 * 214 - 14);
    svg.legend((14, 18), Shape::Tick, "fg-real", "a real eigenvalue");
    svg.legend((174, 18), Shape::Diamond, "fg-pair", "one of a non-real pair; circle: modulus 1");
    let mut table = Table::new(&[
        "family",
        "ranges",
        "dimension",
        "steps",
        "real eigenvalues",
        "pairs",
        "steps with no pair | one | two",
        "undecided",
        "largest modulus",
        "largest angle (degrees)",
    ]);
    let mut undecided = 0;
    for (at, family) in FAMILIES.iter().enumerate() {
        let panel = panel(at);
        let (left, top) = (panel.x.ends().0, panel.y.ends().1);
        svg.text((left + 75, top - 40), Anchor::Middle, "fg-h", family.name);
        svg.text((left + 75, top - 23), Anchor::Middle, "fg-t", family.range);
        svg.text((left + 75, top - 6), Anchor::Middle, "fg-t fg-s", family.finding);
        plane(&mut svg, &panel);
        let [mut real, mut pairs] =
            [Marks::new(Shape::Tick, "fg-real fg-faint"), Marks::new(Shape::Diamond, "fg-pair")];
        let (mut reals, mut turning, mut counts, mut open) = (0, 0, [0; 3], 0);
        let mut modulus: Option<F64Interval> = None;
        let mut angle: Option<F64Interval> = None;
        let larger = |a: Option<F64Interval>, b: F64Interval| match a {
            Some(a) if a.hi() > b.hi() => Some(a),
            _ => Some(b),
        };
        for step in steps(at, family) {
            let spectrum = step.spectrum;
            open += spectrum.undecided;
            reals += spectrum.real.len();
            turning += spectrum.pairs.len();
            if let Some(count) = spectrum.pair_count() {
                counts[count.min(2)] += 1;
            }
            modulus = larger(modulus, spectrum.radius());
            for value in &spectrum.real {
                real.at(&panel, *value, Rational::new());
            }
            for pair in &spectrum.pairs {
                pairs.at(&panel, pair.re, pair.im);
                pairs.at(&panel, pair.re, -pair.im);
                angle = larger(angle, pair.angle());
            }
        }
        svg.marks(&real);
        svg.marks(&pairs);
        svg.leave_out(open);
        undecided += open;
        let in_degrees =
            |angle: F64Interval| Enclosed::from(crate::place::degrees(&angle.to_ball(PRECISION))).decimals(2);
        table.rows.push(vec![
            family.name.into(),
            family.range.into(),
            family.dimension.into(),
            STEPS.to_string(),
            reals.to_string(),
            turning.to_string(),
            counts.map(|count| count.to_string()).join(" | "),
            open.to_string(),
            modulus.map_or("–".into(), |modulus| Enclosed::from(modulus).decimals(4)),
            angle.map_or("–".into(), in_degrees),
        ]);
    }
    let title = "Where the eigenvalues of one step are".to_owned();
    let caption = "Rules that only decay and erase keep every eigenvalue real (top). A gate of either sign, momentum, or a second delta step adds one pair and no more (middle). More need \
        several tokens or erases with a decay for each channel, or a shift of slots, whose pairs have angles in fixed ratios (bottom)."
        .to_owned();
    let description = format!(
        "Nine panels of the complex plane with the unit circle, {STEPS} random steps in each. Top row: KDA, GDN2 and RWKV-7 have ticks on the real line only; GDN2 \
         reaches below 0. Middle row: CKDA, momentum and DeltaProduct with one decay have ticks, and diamonds off the real line, at most one pair a step. \
         Bottom row: two KDA tokens in a row have some pairs near the real line; two delta steps with a decay for each channel have up to two pairs (a quarter of them are within 2 % of a known instance that has two, with strengths below 1); CyFA with five slots has one positive eigenvalue and two pairs, the second at twice the angle of the first. \
         Parameters are fractions from a fixed generator (256 equally spaced values in each range; unit keys from stereographic parameters that are odd multiples of 1/16). \
         Eigenvalues are enclosed to far less than a unit of the picture; {undecided} are undecided. The table counts them."
    );
    let svg = svg.finish(&title, &description);
    let theorems = vec![
        "kda/real-spectrum",
        "kda/spectrum-bounds",
        "gdn2/extended-erase",
        "ckda/at-most-one-pair",
        "mdn/at-most-one-pair",
        "delta-product/half-the-steps",
        "products/real-steps-can-rotate",
        "delta-product/all-pairs-from-two-steps",
        "cyfa/pair-count",
    ];
    Figure { id: "eigenvalue-clouds", title, caption, description, theorems, svg, table }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sturm's count of the exact product against what is drawn.
    #[test]
    fn the_pairs_are_those_of_the_exact_characteristic_polynomial() {
        let mut compared = 0;
        for (at, family) in FAMILIES.iter().enumerate() {
            for step in steps(at, family) {
                let Some(product) = product(&step.factors) else { continue };
                let pairs = spectrum::dense::pairs(&product.characteristic_polynomial());
                assert_eq!(step.spectrum.pair_count(), Some(pairs), "{}", family.name);
                compared += 1;
            }
        }
        assert_eq!(compared, 7 * STEPS);
    }

    /// Sum and product of the drawn eigenvalues against trace and determinant.
    #[test]
    fn the_eigenvalues_have_the_trace_and_the_determinant() {
        for (at, family) in FAMILIES.iter().enumerate() {
            for step in steps(at, family) {
                let Some(matrix) = product(&step.factors) else { continue };
                let (mut sum, mut determinant) = (F64Interval::ZERO, F64Interval::ONE);
                for value in &step.spectrum.real {
                    (sum, determinant) = (sum + *value, determinant * *value);
                }
                for pair in &step.spectrum.pairs {
                    sum = sum + pair.re + pair.re;
                    determinant *= pair.re.sqr() + pair.im.sqr();
                }
                assert!(sum.contains(&matrix.trace()), "{}", family.name);
                assert!(determinant.contains(&matrix.determinant()), "{}", family.name);
                assert!(sum.width() < 1e-6 && determinant.width() < 1e-6, "{sum} {determinant}");
            }
        }
    }

    /// What the finding of each family says, of the steps that are drawn.
    #[test]
    fn the_findings_are_true_of_the_drawn_steps() {
        let counts: Vec<Vec<usize>> = FAMILIES
            .iter()
            .enumerate()
            .map(|(at, family)| {
                steps(at, family).iter().map(|step| step.spectrum.pair_count().expect("decided")).collect()
            })
            .collect();
        let most = |at: usize| counts[at].iter().max().copied();
        assert_eq!([0, 1, 2].map(most), [Some(0); 3]);
        assert_eq!([3, 4, 5].map(most), [Some(1); 3]);
        assert_eq!([6, 7].map(most), [Some(1), Some(2)]);
        assert!(counts[8].iter().all(|count| *count == 2));
        let single = steps(6, &FAMILIES[6]).iter().flat_map(|step| step.factors.clone()).collect::<Vec<_>>();
        assert!(
            single.iter().all(|factor| spectrum::of(factor).pair_count() == Some(0)),
            "no token has a pair"
        );
        let negative = |at: usize| steps(at, &FAMILIES[at]).iter().map(|step| step.spectrum.negative).max();
        assert_eq!([0, 1].map(negative), [Some(Some(0)), Some(Some(1))]);
    }
}
