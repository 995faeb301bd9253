//! When two CKDA channels rotate: strength against the angle of the key.
//!
//! For gates `a > 0 > −b` and a unit key `(cos φ, sin φ)`, `0 ≤ φ ≤ 90°`, let `θ = arctan √(b/a)`. The window of `ckda/window`,
//! `(√a − √((β−1)b))² < β(a+b)cos²φ < (√a + √((β−1)b))²` and `β > 1`, is
//!
//! `β cos²(φ + θ) < 1 < β cos²(φ − θ)`:
//!
//! both say that `(β(√a cos φ + √b sin φ)² − (a+b)) (β(√a cos φ − √b sin φ)² − (a+b))`, the discriminant of the characteristic
//! polynomial, is negative, and for `β ≤ 1` the first factor is not positive either. Those two curves are drawn.

use crate::place::{Axis, Enclosed, Fraction, PRECISION, degrees, fraction, radians, text};
use crate::svg::{Anchor, Curve, Marks, Panel, Shape, Svg, WIDTH};
use crate::{Figure, Table};
use enclosure::RealBall;
use exact::{Matrix, Rational, vector};

/// The gates `(a, b)` of `Diag(a, b)`, and `√(−b/a)` where `b` is negative.
const GATES: [([Fraction; 2], Option<Fraction>); 4] = [
    ([(1, 1), (-1, 1)], Some((1, 1))),
    ([(1, 1), (-1, 4)], Some((1, 2))),
    ([(1, 1), (-1, 16)], Some((1, 4))),
    ([(1, 1), (1, 4)], None),
];
/// Keys have the angles `2 arctan((2i + 1)/24)`.
const KEYS: i64 = 12;
/// Strengths are `(13 + 2j)/16`.
const STRENGTHS: i64 = 10;
/// `√(β − 1)` of the keys that are placed on an edge.
const ON_EDGE: [(i64, i64); 3] = [(1, 3), (1, 2), (3, 4)];

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Its eigenvalues are a pair that is not real.
    Rotates,
    /// They are equal.
    Double,
    /// They are real and different.
    Real,
}

/// What a two by two step does, from its characteristic polynomial.
pub(crate) fn phase(step: &Matrix) -> Phase {
    let polynomial = step.characteristic_polynomial();
    if spectrum::dense::pairs(&polynomial) > 0 {
        Phase::Rotates
    } else if polynomial.discriminant().is_zero() {
        Phase::Double
    } else {
        Phase::Real
    }
}

fn step(gates: &[Rational; 2], strength: &Rational, key: &[Rational]) -> Matrix {
    let erased = Matrix::outer(key, key).scale(strength);
    &(&Matrix::identity(2) - &erased) * &Matrix::diagonal(gates)
}

/// The angle of a key in the first quadrant, in degrees.
fn angle(key: &[Rational]) -> RealBall {
    let [x, y] = [0, 1].map(|i| RealBall::from_rational(PRECISION, &key[i]));
    y.atan2(&x).map_or_else(|_| RealBall::everything(PRECISION), |angle| degrees(&angle))
}

/// `θ = arctan √(b/a)`, in degrees.
fn middle(ratio: (i64, i64)) -> RealBall {
    degrees(&fraction(ratio.0, ratio.1).atan())
}

/// The strength `1/cos²` of an angle in degrees from an edge: the curves are `φ − θ` and `φ + θ`.
fn edge(from_edge: &RealBall) -> RealBall {
    let cosine = radians(from_edge).cos();
    cosine.sqr().recip().unwrap_or_else(|_| RealBall::everything(PRECISION))
}

/// The key at `φ = arctan √(b/a) ± arctan √(β−1)`, on an edge of the window: rational only up to its length, which the strength takes up.
fn on_edge(ratio: (i64, i64), root: (i64, i64), sign: i64) -> (Rational, Vec<Rational>) {
    let (r, u) = (Rational::from(ratio), Rational::from(root) * sign);
    let x: Rational = 1 - Rational::from(&r * &u);
    let (x, y) = (Rational::from(x.abs_ref()), Rational::from((r + &u).abs_ref()));
    let key = vec![x, y];
    ((u.square() + 1) / vector::norm2(&key), key)
}

fn keys() -> Vec<Vec<Rational>> {
    (0..KEYS).map(|i| vector::unit_vector(&[Rational::from((2 * i + 1, 24))])).collect()
}

fn strengths() -> Vec<Rational> {
    (0..STRENGTHS).map(|j| Rational::from((13 + 2 * j, 16))).collect()
}

fn panel(at: usize) -> Panel {
    let (left, top) = (54 + 228 * (at as i64 % 2), 74 + 236 * (at as i64 / 2));
    Panel { x: Axis::new((0, 1), (90, 1), left, left + 180), y: Axis::new((3, 4), (2, 1), top + 170, top) }
}

/// The curves of the window and the area between them.
fn window(svg: &mut Svg, panel: &Panel, ratio: (i64, i64)) {
    const PIECES: i64 = 40;
    let theta = middle(ratio);
    let along = |from: &RealBall, to: &RealBall, i: i64| from + &((to - from) * fraction(i, PIECES));
    let [zero, end] = [fraction(0, 1), fraction(45, 1)];
    let (mut area, mut rises, mut falls) = (Curve::new(), Curve::new(), Curve::new());
    for i in 0..=PIECES {
        let from_edge = along(&-theta.clone(), &end, i);
        let (angle, strength) = (&from_edge + &theta, edge(&from_edge));
        area.to(panel, &angle, &strength);
        rises.to(panel, &angle, &strength);
    }
    for i in (0..=PIECES).rev() {
        let from_edge = along(&theta, &end, i);
        let (angle, strength) = (&from_edge - &theta, edge(&from_edge));
        let angle = if i == 0 { zero.clone() } else { angle };
        area.to(panel, &angle, &strength);
        falls.to(panel, &angle, &strength);
    }
    svg.curve("fg-area fg-pair", &area);
    svg.curve("fg-line fg-ink", &rises);
    if ratio != (1, 1) {
        svg.curve("fg-line fg-ink", &falls);
    }
}

/// The ends of the window at a strength above 1, in degrees.
fn ends(ratio: (i64, i64), strength: &Rational) -> Option<[RealBall; 2]> {
    let excess = Rational::from(strength - 1);
    if excess <= 0 {
        return None;
    }
    let half = degrees(&RealBall::from_rational(PRECISION, &excess).sqrt().ok()?.atan());
    let theta = middle(ratio);
    Some([(&theta - &half).abs(), theta + half])
}

/// The legend of the three phases.
pub(crate) fn phases(svg: &mut Svg) {
    svg.legend((20, 18), Shape::Diamond, "fg-pair", "rotates (a pair)");
    svg.legend((156, 18), Shape::Dot, "fg-real", "two real eigenvalues");
    svg.legend((322, 18), Shape::Square, "fg-ink", "double, on an edge");
}

/// The figure.
pub(crate) fn figure() -> Figure {
    let mut svg = Svg::new("ckda-window", 556);
    phases(&mut svg);
    svg.line_legend((20, 38), "fg-line fg-ink", "exact edge of the window");
    let mut table = Table::new(&[
        "gates",
        "strength β",
        "window from (key angle, degrees)",
        "to (degrees)",
        "keys that rotate",
        "double",
        "real",
    ]);
    let [mut rotating, mut decided] = [0, 0];
    for (at, (gates, ratio)) in GATES.into_iter().enumerate() {
        let panel = panel(at);
        let gates = gates.map(Rational::from);
        let name = format!("gates {} and {}", text(&gates[0]), text(&gates[1]));
        svg.frame(&panel);
        let (left, top) = (panel.x.ends().0, panel.y.ends().1);
        svg.text((left + 90, top - 8), Anchor::Middle, "fg-h", &name);
        svg.x_ticks(&panel, &[((0, 1), "0°"), ((30, 1), "30°"), ((60, 1), "60°"), ((90, 1), "90°")]);
        svg.y_ticks(&panel, &[((1, 1), "1"), ((3, 2), "1.5"), ((2, 1), "2")]);
        let low = panel.y.place(&Rational::from(1).into());
        if let Some(low) = low {
            svg.line("fg-thin fg-quiet fg-dots", [left.into(), low], [(left + 180).into(), low]);
        }
        if let Some(ratio) = ratio {
            window(&mut svg, &panel, ratio);
        }
        let mut marks = [
            Marks::new(Shape::Diamond, "fg-pair"),
            Marks::new(Shape::Square, "fg-ink"),
            Marks::new(Shape::Dot, "fg-real"),
        ];
        for strength in strengths() {
            let mut counts = [0; 3];
            for key in keys() {
                let class = phase(&step(&gates, &strength, &key)) as usize;
                counts[class] += 1;
                marks[class].at(&panel, angle(&key), &strength);
            }
            rotating += counts[0];
            decided += counts.iter().sum::<usize>();
            let ends = ratio.and_then(|ratio| ends(ratio, &strength));
            let end =
                |i: usize| ends.as_ref().map_or("–".into(), |ends| Enclosed::from(&ends[i]).decimals(3));
            let [pairs, double, real] = counts.map(|count| count.to_string());
            table.rows.push(vec![name.clone(), text(&strength), end(0), end(1), pairs, double, real]);
        }
        for (root, sign) in ON_EDGE.into_iter().flat_map(|root| [(root, -1), (root, 1)]) {
            let Some(ratio) = ratio else { continue };
            let (strength, key) = on_edge(ratio, root, sign);
            let class = phase(&step(&gates, &strength, &key));
            let drawn = strength * vector::norm2(&key);
            marks[class as usize].at(&panel, angle(&key), &drawn);
            let [pairs, double, real] = [Phase::Rotates, Phase::Double, Phase::Real]
                .map(|phase| u8::from(phase == class).to_string());
            let at = format!("on the edge, {}", Enclosed::from(&angle(&key)).decimals(3));
            table.rows.push(vec![name.clone(), text(&drawn), at, "–".into(), pairs, double, real]);
        }
        marks.iter().for_each(|marks| svg.marks(marks));
        if ratio.is_none() {
            svg.text((left + 90, top + 42), Anchor::Middle, "fg-t fg-halo", "gates of one sign:");
            svg.text((left + 90, top + 60), Anchor::Middle, "fg-t fg-halo", "never");
        }
        if at % 2 == 0 {
            svg.text((left - 42, top - 8), Anchor::Start, "fg-t", "β");
        }
    }
    svg.text(
        (WIDTH / 2, 530),
        Anchor::Middle,
        "fg-t",
        "angle φ of the key (cos φ, sin φ); strength β upwards",
    );
    let title = "When a CKDA step of two channels rotates".to_owned();
    let caption = format!(
        "With gates a > 0 > −b the step (I − β k kᵀ) Diag(a, −b) rotates exactly inside a window of key \
         angles, which opens at β = 1 at the angle θ with tan²θ = b/a and is centred there: for a unit key \
         at φ, exactly when β cos²(φ + θ) < 1 < β cos²(φ − θ). For equal gates and β = 2 every key rotates \
         but those along the axes. With β ≤ 1 or gates of one sign nothing does. Each of the {decided} \
         points of the grid is decided exactly; {rotating} rotate."
    );
    let description = format!(
        "Four panels for the gates 1 and −1, 1 and −1/4, 1 and −1/16, 1 and 1/4. Horizontally the angle of \
         the key from 0 to 90 degrees, vertically the strength from 0.75 to 2. In the first three a region \
         opens upwards from a point at strength 1, at 45, 26.57 and 14.04 degrees; diamonds fill it, dots \
         are outside, open squares on its edge. In the fourth there are dots alone. Points: keys at the \
         angles 2 arctan((2i + 1)/24), i = 0 to {}, and strengths (13 + 2j)/16, j = 0 to {}, and {} points \
         on the edges where √(β − 1) is 1/3, 1/2 or 3/4. A point is decided by the characteristic \
         polynomial of the step over the rationals, not by the curve.",
        KEYS - 1,
        STRENGTHS - 1,
        3 * 2 * ON_EDGE.len()
    );
    let svg = svg.finish(&title, &description);
    let theorems = vec![
        "ckda/window",
        "ckda/window-of-directions",
        "ckda/rotating-key",
        "ckda/necessary-signs",
        "ckda/defective-on-window-edge",
    ];
    Figure { id: "ckda-window", title, caption, description, theorems, svg, table }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Ordering;

    /// What the drawn curves say.
    fn inside(ratio: (i64, i64), strength: &Rational, angle: &RealBall) -> Option<bool> {
        let theta = middle(ratio);
        let strength = RealBall::from_rational(PRECISION, strength);
        let above = |from_edge: &RealBall| strength.compare(&edge(from_edge)).map(Ordering::is_gt);
        Some(above(&(angle - &theta))? && !above(&(angle + &theta))?)
    }

    #[test]
    fn the_curves_agree_with_every_decided_point() {
        let mut seen = [0; 2];
        for (gates, ratio) in GATES {
            let gates = gates.map(Rational::from);
            for (strength, key) in strengths().iter().flat_map(|s| keys().into_iter().map(move |k| (s, k))) {
                let phase = phase(&step(&gates, strength, &key));
                let expected = match ratio {
                    Some(ratio) => inside(ratio, strength, &angle(&key)).expect("a grid point on an edge"),
                    None => false,
                };
                assert_eq!(phase == Phase::Rotates, expected, "{gates:?} {strength} {key:?}");
                seen[usize::from(expected)] += 1;
            }
        }
        assert!(seen.iter().all(|seen| *seen > 100), "{seen:?}");
    }

    #[test]
    fn points_on_an_edge_are_double_and_next_to_it_they_are_not() {
        for (gates, ratio) in GATES {
            let Some(ratio) = ratio else { continue };
            for (root, sign) in ON_EDGE.into_iter().flat_map(|root| [(root, -1), (root, 1)]) {
                let (strength, key) = on_edge(ratio, root, sign);
                let phase_at = |s: Rational| phase(&step(&gates.map(Rational::from), &s, &key));
                assert_eq!(phase_at(strength.clone()), Phase::Double);
                assert_ne!(phase_at(strength.clone() * Rational::from((1001, 1000))), Phase::Double);
                // The point lies on the curve that is drawn.
                let shown = RealBall::from_rational(PRECISION, &(strength * vector::norm2(&key)));
                let theta = middle(ratio);
                let on = [&angle(&key) - &theta, &angle(&key) + &theta];
                assert!(
                    on.iter().any(|from_edge| edge(from_edge).overlaps(&shown)),
                    "{ratio:?} {root:?} {sign}"
                );
            }
        }
    }

    /// The identity of the module's text, as a polynomial identity at many rational points, which is more than its degree.
    #[test]
    fn the_discriminant_factors() {
        let number = |i: i64| Rational::from((i, 3));
        for (i, j, beta, t) in (0..5).flat_map(|i| {
            (0..5).flat_map(move |j| (0..5).flat_map(move |b| (0..5).map(move |t| (i, j, b, t))))
        }) {
            let (ra, rb, beta) = (number(i), number(j), number(beta));
            let key = vector::unit_vector(&[number(t)]);
            let (a, b) = (ra.clone().square(), rb.clone().square());
            let trace: Rational = Rational::from(&a - &b)
                - beta.clone() * (a.clone() * key[0].clone().square() - b.clone() * key[1].clone().square());
            let determinant: Rational = (beta.clone() - 1) * &a * &b;
            let sum: Rational = a + b;
            let factor = |sign: i64| {
                beta.clone() * (ra.clone() * &key[0] + rb.clone() * &key[1] * sign).square() - &sum
            };
            assert_eq!(trace.square() - 4 * determinant, factor(1) * factor(-1));
        }
    }
}
