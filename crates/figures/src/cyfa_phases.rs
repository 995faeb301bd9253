//! The angles of CyFA: fans for several numbers of slots, and which two angles one step can have.

use crate::place::{Axis, ball, radians, text};
use crate::svg::{Anchor, Curve, Marks, Panel, Shape, Svg};
use crate::{Figure, Table};
use exact::Rational;

/// Slots of the fans, with δ = 3/4 and α = 1.
const FANS: [i64; 4] = [3, 5, 7, 11];
/// Slots up to which pairs of angles are looked for.
const MOST: i64 = 21;
/// Two angles in degrees, and what they are.
const TARGETS: [([i64; 2], &str); 2] = [([20, 50], "20°, 50° (the demo)"), ([18, 60], "π/10, π/3")];

/// Whether a step with `m` slots, odd, and a clock `0 < δ < 1` has both angles, `0 < slow < fast < 180` degrees; the modes `(i, j)` and δ
/// if so.
///
/// Mode `i` turns by `360 i δ/m` degrees, `1 ≤ i ≤ (m − 1)/2`: the angles must be in the ratio `i : j` with `slow · m/(360 i) < 1`.
fn reached(m: i64, slow: &Rational, fast: &Rational) -> Option<(i64, i64, Rational)> {
    let p = (m - 1) / 2;
    let modes = (1..=p).flat_map(|i| (i + 1..=p).map(move |j| (i, j)));
    modes.filter(|(i, j)| Rational::from(slow * *j) == Rational::from(fast * *i)).find_map(|(i, j)| {
        let delta = Rational::from(slow * m) / (360 * i);
        (delta < 1).then_some((i, j, delta))
    })
}

/// The least number of slots, up to [`MOST`], with both angles.
fn least(angles: [i64; 2]) -> Option<(i64, (i64, i64, Rational))> {
    let [slow, fast] = angles.map(Rational::from);
    (3..=MOST).step_by(2).find_map(|m| reached(m, &slow, &fast).map(|modes| (m, modes)))
}

/// The angle of mode `j` in degrees.
fn angle(m: i64, j: i64, delta: &Rational) -> Rational {
    Rational::from((360 * j, m)) * delta
}

fn fan(svg: &mut Svg, at: usize, m: i64, table: &mut Table) {
    let (left, top) = (8 + 118 * at as i64, 62);
    let panel = Panel {
        x: Axis::new((-11, 10), (11, 10), left, left + 110),
        y: Axis::new((-11, 10), (11, 10), top + 110, top),
    };
    let delta = Rational::from((3, 4));
    svg.text((left + 55, top - 20), Anchor::Middle, "fg-h", &format!("m = {m}"));
    let p = (m - 1) / 2;
    let says = if p == 1 { "1 pair".to_owned() } else { format!("{p} pairs") };
    svg.text((left + 55, top - 4), Anchor::Middle, "fg-t fg-s", &says);
    svg.line("fg-grid", [left, top + 55], [left + 110, top + 55]);
    svg.line("fg-grid", [left + 55, top], [left + 55, top + 110]);
    svg.path("fg-axis", &format!("M{} {y}a50 50 0 0 1 100 0a50 50 0 0 1-100 0", left + 5, y = top + 55));
    let [mut real, mut pairs] = [Marks::new(Shape::Tick, "fg-real"), Marks::new(Shape::Diamond, "fg-pair")];
    real.at(&panel, Rational::from(1), Rational::new());
    for j in 1..=p {
        let degrees = angle(m, j, &delta);
        let (sin, cos) = radians(&ball(&degrees)).sin_cos();
        let mut ray = Curve::new();
        ray.to(&panel, Rational::new(), Rational::new());
        ray.to(&panel, &cos, &sin);
        svg.curve("fg-thin fg-pair fg-faint", &ray);
        pairs.at(&panel, &cos, &sin);
        pairs.at(&panel, &cos, &-sin);
        table.rows.push(vec![
            format!("m = {m}, δ = 3/4, mode {j}"),
            text(&degrees),
            "–".into(),
            "–".into(),
            "–".into(),
        ]);
    }
    svg.marks(&real);
    svg.marks(&pairs);
}

/// The segments of reachable pairs of angles that `m` slots add to those of fewer.
fn ratios(m: i64) -> Vec<(i64, i64)> {
    let p = (m - 1) / 2;
    let gcd = |a: i64, b: i64| exact::Integer::from(a).gcd(&exact::Integer::from(b));
    (1..p).filter(|i| gcd(*i, p) == 1).map(|i| (i, p)).collect()
}

/// The figure.
pub(crate) fn figure() -> Figure {
    let mut svg = Svg::new("cyfa-phases", 596);
    let mut table = Table::new(&[
        "step or target",
        "angle (degrees)",
        "second angle (degrees)",
        "least odd m",
        "modes and δ",
    ]);
    svg.text(
        (240, 18),
        Anchor::Middle,
        "fg-t",
        "one step, δ = 3/4, α = 1: diamonds are pairs, the tick is real",
    );
    for (at, m) in FANS.into_iter().enumerate() {
        fan(&mut svg, at, m, &mut table);
    }
    let panel = Panel { x: Axis::new((0, 1), (150, 1), 52, 466), y: Axis::new((0, 1), (180, 1), 554, 230) };
    svg.text((52, 212), Anchor::Start, "fg-t", "two angles of one step, as δ goes from 0 to 1");
    svg.frame(&panel);
    let ticks = |all: &[i64]| all.iter().map(|x| ((*x, 1), format!("{x}°"))).collect::<Vec<_>>();
    let (x, y) = (ticks(&[0, 30, 60, 90, 120, 150]), ticks(&[0, 30, 60, 90, 120, 150, 180]));
    let shown = |ticks: &[((i64, i64), String)], svg: &mut Svg, upright: bool| {
        let ticks: Vec<_> = ticks.iter().map(|(value, label)| (*value, label.as_str())).collect();
        if upright { svg.y_ticks(&panel, &ticks) } else { svg.x_ticks(&panel, &ticks) }
    };
    shown(&x, &mut svg, false);
    shown(&y, &mut svg, true);
    svg.text((259, 588), Anchor::Middle, "fg-t", "slower angle, degrees a step; the faster one upwards");
    let styles = [
        "fg-line fg-ink",
        "fg-line fg-real fg-chain",
        "fg-line fg-third fg-dash",
        "fg-line fg-fourth fg-dots",
    ];
    for (style, m) in styles.into_iter().zip([5, 7, 9, 11]) {
        for (i, j) in ratios(m) {
            let mut curve = Curve::new();
            let end = [i, j].map(|mode| Rational::from((360 * mode, m)));
            curve.to(&panel, Rational::new(), Rational::new());
            curve.to(&panel, &end[0], &end[1]);
            svg.curve(style, &curve);
            if let (Some(x), Some(y)) = (panel.x.place(&(&end[0]).into()), panel.y.place(&(&end[1]).into())) {
                let beside = if (i, j) == (1, 5) { -8 } else { 4 };
                svg.text((x.plus(beside), y.plus(-5)), Anchor::Middle, "fg-t", &format!("{j}:{i}"));
            }
            let [slow, fast] = end.map(|x| text(&x));
            table.rows.push(vec![
                format!("ratio {j}:{i}, up to δ = 1"),
                slow,
                fast,
                m.to_string(),
                format!("({i}, {j})"),
            ]);
        }
        let row = (m - 5) / 2;
        svg.line_legend((334, 484 + 19 * row), style, &format!("from m = {m} on"));
    }
    let [mut hit, mut missed] = [Marks::new(Shape::Square, "fg-ink"), Marks::new(Shape::Cross, "fg-pair")];
    for (angles, name) in TARGETS {
        let [slow, fast] = angles.map(Rational::from);
        let found = least(angles);
        let (m, how) = match &found {
            Some((m, (i, j, delta))) => (m.to_string(), format!("({i}, {j}), δ = {}", text(delta))),
            None => (format!("none up to {MOST}"), "–".into()),
        };
        let marks = if found.as_ref().is_some_and(|(m, _)| *m <= 11) { &mut hit } else { &mut missed };
        marks.at(&panel, &slow, &fast);
        let place = panel.x.place(&(&slow).into()).zip(panel.y.place(&(&fast).into()));
        if let Some((x, y)) = place {
            // Beside the segments, at the end of a line from the mark.
            let height = if found.as_ref().is_some_and(|(m, _)| *m <= 11) { 452 } else { 424 };
            svg.path("fg-thin fg-quiet", &format!("M{} {y}L256 {height}", x.plus(6)));
            svg.text((260, height + 4), Anchor::Start, "fg-t", &format!("{name}: m = {m}"));
        }
        table.rows.push(vec![name.into(), angles[0].to_string(), angles[1].to_string(), m, how]);
    }
    svg.marks(&hit);
    svg.marks(&missed);
    let title = "CyFA: many pairs, one clock".to_owned();
    let caption = "A step on m slots has (m − 1)/2 pairs, at 1, 2, 3, … times one angle. So two angles are \
         both there only on segments of fixed whole ratios. Five slots have the ratio 2:1 alone and so not \
         π/10 with π/3 (10:3), which needs m = 21; the demo's 20° and 50° (5:2) are on a segment of eleven \
         slots, both with one decay."
        .to_owned();
    let description =
        "Above, four unit circles for 3, 5, 7 and 11 slots at δ = 3/4 with 1, 2, 3 and 5 pairs \
         at equal angular distances, and the eigenvalue 1. Below, horizontally the slower and vertically \
         the faster of two angles of a step. Segments leave the origin: with the ratio 2:1 from five slots \
         on, 3:1 and 3:2 from seven, 4:1 and 4:3 from nine, 5:1, 5:2, 5:3, 5:4 from eleven; each ends where \
         δ = 1 for the least number of slots that has it. A square, at 20° and 50°, is on the segment 5:2; \
         a cross, at 18° and 60°, is on none. Everything is decided with rational numbers of degrees; the \
         table has the modes and δ."
            .to_owned();
    let svg = svg.finish(&title, &description);
    let theorems =
        vec!["cyfa/pair-count", "cyfa/phase-ratios", "cyfa/impossible-angles", "cyfa/fourier-blocks"];
    Figure { id: "cyfa-phases", title, caption, description, theorems, svg, table }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_reached_exactly_from_the_stated_number_of_slots_on() {
        assert_eq!(least([20, 50]).map(|(m, modes)| (m, modes.0, modes.1)), Some((11, 2, 5)));
        assert_eq!(least([18, 60]).map(|(m, modes)| (m, modes.0, modes.1)), Some((21, 3, 10)));
        assert_eq!(least([30, 60]).map(|(m, _)| m), Some(5));
        // Ratio 2:1 beyond the end of the segment of five slots; nine slots reach it with the modes 2 and 4.
        let slow = Rational::from(75);
        assert!(reached(5, &slow, &Rational::from(150)).is_none());
        assert_eq!(reached(9, &slow, &Rational::from(150)).map(|(i, j, _)| (i, j)), Some((2, 4)));
    }

    #[test]
    fn the_reached_angles_are_angles_of_the_step() {
        for (angles, _) in TARGETS {
            let Some((m, (i, j, delta))) = least(angles) else { continue };
            // Phases of the eigenvalues, in turns, from the Fourier vectors.
            let turns = spectrum::fourier::turns(m as u32, &delta);
            assert!(spectrum::fourier::has_fourier_eigenvectors(m as u32, &delta));
            for (mode, degrees) in [i, j].into_iter().zip(angles) {
                let turn = Rational::from((degrees, 360));
                assert!(turns.contains(&turn) && turns.contains(&-turn), "{mode}");
            }
        }
    }
}
