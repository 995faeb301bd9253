//! When one channel of Momentum DeltaNet rotates: `βη` against `μ/α`.
//!
//! The window of `mdn/pair-window`, `(√α − √μ)² < αβη < (√α + √μ)²`, divided by `α > 0`: `(1 − √m)² < βη < (1 + √m)²` with `m = μ/α`. A
//! pair has the angle `ψ` with `2√(αμ) cos ψ = α + μ − αβη`, so where the angle is `ψ`, `βη = 1 + m − 2√m cos ψ = |1 − √m e^{iψ}|²`: the
//! edges are the curves of the angles 0 and 180°.

use crate::ckda_window::{Phase, phase, phases};
use crate::place::{Axis, Enclosed, PRECISION, fraction, radians, text};
use crate::svg::{Anchor, Curve, Marks, Panel, Shape, Svg};
use crate::{Figure, Table};
use enclosure::RealBall;
use exact::{Matrix, Rational};

/// Ratios are `(2i + 1)/8`, couplings `(2j + 1)·3/16`.
const POINTS: i64 = 12;
/// The curves of equal angle, in degrees.
const ANGLES: [i64; 5] = [30, 60, 90, 120, 150];
/// `√m` and `√(βη)` of the points that are placed on an edge.
const ON_EDGE: [[(i64, i64); 2]; 6] = [
    [(1, 2), (1, 2)],
    [(1, 2), (3, 2)],
    [(1, 1), (2, 1)],
    [(3, 2), (1, 2)],
    [(8, 5), (3, 5)],
    [(1, 4), (5, 4)],
];

/// The transition of `(s, m)` for one channel with a key of length 1.
fn step(alpha: &Rational, mu: &Rational, beta: &Rational, eta: &Rational) -> Matrix {
    let read = Rational::from(alpha * eta);
    let erased = Rational::from(beta * &read);
    let rows = [[Rational::from(alpha - &erased), -Rational::from(beta * mu)], [read, mu.clone()]];
    Matrix::from_fn(2, 2, |i, j| rows[i][j].clone())
}

/// What the step with ratio `m` and coupling `βη` does. The decay takes several values: it must not matter.
fn decided(ratio: &Rational, coupling: &Rational, place: i64) -> Phase {
    let alpha = Rational::from((place.rem_euclid(4) + 1, 4));
    let mu = Rational::from(&alpha * ratio);
    let beta = Rational::from((3, 4));
    let eta = Rational::from(coupling / &beta);
    phase(&step(&alpha, &mu, &beta, &eta))
}

/// `βη` at the ratio with this square root where a pair has this angle, in degrees.
fn coupling(root: &RealBall, degrees: i64) -> RealBall {
    let cosine = radians(&fraction(degrees, 1)).cos();
    let one = fraction(1, 1);
    &one + &root.sqr() - fraction(2, 1) * root.clone() * cosine
}

fn grid() -> impl Iterator<Item = (Rational, Rational, i64)> {
    (0..POINTS).flat_map(|i| {
        (0..POINTS)
            .map(move |j| (Rational::from((2 * i + 1, 8)), Rational::from((3 * (2 * j + 1), 16)), i + 3 * j))
    })
}

/// The figure.
pub(crate) fn figure() -> Figure {
    const PIECES: i64 = 64;
    let panel = Panel { x: Axis::new((0, 1), (3, 1), 46, 466), y: Axis::new((0, 1), (9, 2), 420, 60) };
    let mut svg = Svg::new("mdn-window", 466);
    phases(&mut svg);
    svg.line_legend((20, 38), "fg-line fg-ink", "exact edge");
    svg.line_legend((134, 38), "fg-thin fg-quiet fg-dash", "the pair turns by so many degrees a step");
    svg.frame(&panel);
    svg.x_ticks(
        &panel,
        &[
            ((0, 1), "0"),
            ((1, 2), "0.5"),
            ((1, 1), "1"),
            ((3, 2), "1.5"),
            ((2, 1), "2"),
            ((5, 2), "2.5"),
            ((3, 1), "3"),
        ],
    );
    svg.y_ticks(&panel, &[((0, 1), "0"), ((1, 1), "1"), ((2, 1), "2"), ((3, 1), "3"), ((4, 1), "4")]);
    svg.text((256, 456), Anchor::Middle, "fg-t", "μ/α, decay of the momentum over decay of the memory");
    svg.text((10, 60), Anchor::Start, "fg-t", "βη");
    // √m from 0 to √3, or to where the curve leaves the panel.
    let last = fraction(3, 1).sqrt().unwrap_or_else(|_| RealBall::everything(PRECISION));
    let upper_end =
        fraction(9, 2).sqrt().unwrap_or_else(|_| RealBall::everything(PRECISION)) - fraction(1, 1);
    let curve_of = |degrees: i64, last: &RealBall| {
        let mut curve = Curve::new();
        for i in 0..=PIECES {
            let root = last * &fraction(i, PIECES);
            curve.to(&panel, root.sqr(), coupling(&root, degrees));
        }
        curve
    };
    let mut area = Curve::new();
    for i in 0..=PIECES {
        let root = &last * &fraction(i, PIECES);
        area.to(&panel, root.sqr(), coupling(&root, 0));
    }
    area.to(&panel, fraction(3, 1), fraction(9, 2));
    for i in (0..=PIECES).rev() {
        let root = &upper_end * &fraction(i, PIECES);
        area.to(&panel, root.sqr(), coupling(&root, 180));
    }
    svg.curve("fg-area fg-pair", &area);
    for degrees in ANGLES {
        // 1 + m − 2√m cos ψ ≤ 9/2 up to √m = cos ψ + √(cos² ψ + 7/2).
        let cosine = radians(&fraction(degrees, 1)).cos();
        let end = (cosine.sqr() + fraction(7, 2)).sqrt().map_or(last.clone(), |root| &root + &cosine);
        let end = if end.compare(&last) == Some(std::cmp::Ordering::Less) { end } else { last.clone() };
        svg.curve("fg-thin fg-quiet fg-dash", &curve_of(degrees, &end));
        let beside = &end * &fraction(if degrees == 60 { 3 } else { 9 }, if degrees == 60 { 4 } else { 10 });
        let place =
            panel.x.place(&beside.sqr().into()).zip(panel.y.place(&coupling(&beside, degrees).into()));
        if let Some((x, y)) = place {
            svg.text((x, y.plus(4)), Anchor::Middle, "fg-t fg-halo fg-s", &format!("{degrees}°"));
        }
    }
    svg.curve("fg-line fg-ink", &curve_of(0, &last));
    svg.curve("fg-line fg-ink", &curve_of(180, &upper_end));
    let mut marks = [
        Marks::new(Shape::Diamond, "fg-pair"),
        Marks::new(Shape::Square, "fg-ink"),
        Marks::new(Shape::Dot, "fg-real"),
    ];
    let mut table =
        Table::new(&["μ/α", "window from (βη)", "to (βη)", "couplings that rotate", "double", "real"]);
    let mut total = [0; 3];
    for i in 0..POINTS {
        let mut counts = [0; 3];
        let ratio = Rational::from((2 * i + 1, 8));
        for (m, coupling, place) in grid().filter(|(m, ..)| *m == ratio) {
            let class = decided(&m, &coupling, place) as usize;
            counts[class] += 1;
            total[class] += 1;
            marks[class].at(&panel, &m, &coupling);
        }
        let root = RealBall::from_rational(PRECISION, &ratio).sqrt();
        let end = |degrees| {
            root.as_ref().map_or("–".into(), |root| Enclosed::from(coupling(root, degrees)).decimals(4))
        };
        let [pairs, double, real] = counts.map(|count| count.to_string());
        table.rows.push(vec![text(&ratio), end(0), end(180), pairs, double, real]);
    }
    for [root, edge] in ON_EDGE {
        let [ratio, at] = [root, edge].map(|x| Rational::from(x).square());
        let class = decided(&ratio, &at, 1);
        marks[class as usize].at(&panel, &ratio, &at);
        let [pairs, double, real] =
            [Phase::Rotates, Phase::Double, Phase::Real].map(|phase| u8::from(phase == class).to_string());
        table.rows.push(vec![
            text(&ratio),
            format!("on the edge, {}", text(&at)),
            "–".into(),
            pairs,
            double,
            real,
        ]);
    }
    if let Some(limit) = panel.y.place(&Rational::from(2).into()) {
        svg.line("fg-line fg-third fg-dots", [46.into(), limit], [466.into(), limit]);
        svg.text((226, limit.plus(-6)), Anchor::Start, "fg-t fg-halo fg-third", "β < 1, η < 2: below");
    }
    marks.iter().for_each(|marks| svg.marks(marks));
    let title = "When a momentum step rotates".to_owned();
    let caption = format!(
        "A step of Momentum DeltaNet has a pair exactly for (1 − √(μ/α))² < βη < (1 + √(μ/α))², whatever the \
         size of α: a single channel is enough, and no coupling is too small when both decays are equal. \
         Inside, the angle a step is read off the dashed curves. Below the article's limit βη = 2 there is \
         a window for every μ/α < (1 + √2)², about 5.83. Each of the {} points of the grid is decided \
         exactly; {} rotate.",
        total.iter().sum::<usize>(),
        total[0]
    );
    let description = format!(
        "Horizontally the ratio μ/α from 0 to 3, vertically βη from 0 to 4.5. Two curves leave the point (0, \
         1): one falls to (1, 0), where it touches the axis, and rises again; the other rises through (1, \
         4). Between them the step rotates (diamonds), outside it does not (dots); open squares are on the \
         edge. Dashed curves inside show where a pair turns by 30, 60, 90, 120 and 150 degrees. A dotted \
         line marks βη = 2. Points: μ/α = (2i + 1)/8 and βη = 3(2j + 1)/16, i, j = 0 to {}, with α one of \
         1/4, 1/2, 3/4, 1, and {} points on the edges. A point is decided by the characteristic polynomial \
         of the step over the rationals.",
        POINTS - 1,
        ON_EDGE.len()
    );
    let svg = svg.finish(&title, &description);
    let theorems = vec!["mdn/pair-window", "mdn/blocks", "mdn/at-most-one-pair"];
    Figure { id: "mdn-window", title, caption, description, theorems, svg, table }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Ordering;

    #[test]
    fn the_curves_agree_with_every_decided_point() {
        let mut seen = [0; 2];
        for (ratio, at, place) in grid() {
            let root = RealBall::from_rational(PRECISION, &ratio).sqrt().expect("a positive ratio");
            let height = RealBall::from_rational(PRECISION, &at);
            let above = |degrees| height.compare(&coupling(&root, degrees)).map(Ordering::is_gt);
            let inside = above(0).expect("on an edge") && !above(180).expect("on an edge");
            for place in [place, place + 1] {
                assert_eq!(decided(&ratio, &at, place) == Phase::Rotates, inside, "{ratio} {at}");
            }
            seen[usize::from(inside)] += 1;
        }
        assert!(seen.iter().all(|seen| *seen > 20), "{seen:?}");
    }

    #[test]
    fn points_on_an_edge_are_double() {
        for [root, edge] in ON_EDGE {
            let [ratio, at] = [root, edge].map(|x| Rational::from(x).square());
            assert_eq!(decided(&ratio, &at, 2), Phase::Double);
            let drawn = [0, 180].map(|degrees| coupling(&fraction(root.0, root.1), degrees));
            let at = RealBall::from_rational(PRECISION, &at);
            assert!(drawn.iter().any(|edge| edge.overlaps(&at)), "{root:?}");
        }
    }

    #[test]
    fn the_dashed_curves_are_where_the_pair_has_that_angle() {
        for degrees in ANGLES {
            let root = fraction(3, 5);
            let between = |degrees| coupling(&root, degrees);
            let (low, high) = (between(degrees - 1), between(degrees + 1));
            let at = Enclosed::from(between(degrees)).decimals(6);
            let at = Rational::from((at.replace('.', "").parse::<i64>().expect("a number"), 1_000_000));
            assert!(low.upper() < Some(at.clone()) && Some(at.clone()) < high.lower());
            let number = spectrum::Number::rational;
            let momentum = spectrum::Momentum {
                channels: 1,
                alpha: number(Rational::from(1)),
                mu: number(Rational::from((9, 25))),
                beta: number(Rational::from(1)),
                eta: number(at),
                norm2: number(Rational::from(1)),
                erased: None,
            };
            let angle = momentum.spectrum().pairs[0].angle();
            let wanted = degrees as f64 * std::f64::consts::PI / 180.0;
            assert!((angle.midpoint() - wanted).abs() < 1e-5, "{degrees}: {angle}");
        }
    }
}
