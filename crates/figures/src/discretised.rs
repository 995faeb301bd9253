//! What the two discretisations of LinOSS make of an oscillator: angle and modulus of a step against `ωΔ`.

use crate::families::quadratic;
use crate::place::{Axis, Enclosed, PRECISION, ball, degrees, text};
use crate::svg::{Anchor, Curve, Panel, Svg};
use crate::{Figure, Table};
use enclosure::RealBall;
use engine::systems::linoss::{Oscillator, Scheme, scheme};
use exact::{Matrix, Rational};

/// `ωΔ` in hundredths: up to 5/2, denser about 2.
fn turns() -> impl Iterator<Item = Rational> {
    let dense = [198, 199, 201, 203];
    let mut all: Vec<i64> = (1..=50).map(|i| 5 * i).chain(dense).collect();
    all.sort_unstable();
    all.into_iter().map(|hundredths| Rational::from((hundredths, 100)))
}

/// The engine's step for `Δ = 1` and `A = (ωΔ)²`.
fn step(kind: Scheme, turn: &Rational) -> Matrix {
    let oscillator =
        Oscillator { a: Rational::from(turn.square_ref()), g: Rational::new(), dt: Rational::from(1) };
    let (entries, _, divisor) = scheme(kind, &oscillator);
    Matrix::from_fn(2, 2, |i, j| Rational::from(&entries[2 * i + j] / &divisor))
}

/// The angle of the pair in degrees, where there is one, and the largest modulus.
fn polar(kind: Scheme, turn: &Rational) -> (Option<RealBall>, RealBall) {
    let Some(spectrum) = quadratic(&step(kind, turn).characteristic_polynomial()) else {
        return (None, RealBall::everything(PRECISION));
    };
    let angle = spectrum.pairs.first().map(|pair| degrees(&pair.angle().to_ball(PRECISION)));
    (angle, spectrum.radius().to_ball(PRECISION))
}

/// The figure.
pub(crate) fn figure() -> Figure {
    let angles = Panel { x: Axis::new((0, 1), (5, 2), 46, 466), y: Axis::new((0, 1), (180, 1), 250, 34) };
    let sizes = Panel { x: Axis::new((0, 1), (5, 2), 46, 466), y: Axis::new((0, 1), (5, 2), 460, 320) };
    let mut svg = Svg::new("linoss-steps", 504);
    svg.text((8, 20), Anchor::Start, "fg-t", "angle of a step");
    svg.text((8, 306), Anchor::Start, "fg-t", "largest modulus of an eigenvalue");
    for panel in [&angles, &sizes] {
        svg.frame(panel);
        svg.x_ticks(
            panel,
            &[((0, 1), "0"), ((1, 2), "0.5"), ((1, 1), "1"), ((3, 2), "1.5"), ((2, 1), "2"), ((5, 2), "2.5")],
        );
    }
    svg.y_ticks(&angles, &[((0, 1), "0°"), ((60, 1), "60°"), ((120, 1), "120°"), ((180, 1), "180°")]);
    svg.y_ticks(&sizes, &[((0, 1), "0"), ((1, 1), "1"), ((2, 1), "2")]);
    svg.text((256, 494), Anchor::Middle, "fg-t", "ωΔ, frequency times step (radians)");
    let mut table = Table::new(&[
        "ωΔ (radians)",
        "oscillator: angle (degrees)",
        "IM: angle",
        "IM: modulus",
        "IMEX: angle",
        "IMEX: largest modulus",
    ]);
    let [mut true_angle, mut true_size] = [Curve::new(), Curve::new()];
    let mut curves = [(); 2].map(|()| [Curve::new(), Curve::new()]);
    // A step of length 0 is the identity.
    let zero = Rational::new();
    true_angle.to(&angles, &zero, &zero);
    true_size.to(&sizes, &zero, Rational::from(1));
    for [angle, size] in &mut curves {
        angle.to(&angles, &zero, &zero);
        size.to(&sizes, &zero, Rational::from(1));
    }
    for turn in turns() {
        let exact = degrees(&ball(&turn));
        true_angle.to(&angles, &turn, &exact);
        true_size.to(&sizes, &turn, Rational::from(1));
        let mut row = vec![text(&turn), Enclosed::from(&exact).decimals(3)];
        for (kind, [angle_curve, size_curve]) in [Scheme::Im, Scheme::Imex].into_iter().zip(&mut curves) {
            let (angle, size) = polar(kind, &turn);
            match &angle {
                Some(angle) => angle_curve.to(&angles, &turn, angle),
                // The pair has met at −1.
                None if turn == 2 => angle_curve.to(&angles, &turn, Rational::from(180)),
                None => {}
            }
            // Beyond, the larger eigenvalue leaves the panel.
            if turn <= Rational::from((21, 10)) || kind == Scheme::Im {
                size_curve.to(&sizes, &turn, &size);
            }
            row.push(angle.map_or("no pair".into(), |angle| Enclosed::from(angle).decimals(3)));
            row.push(Enclosed::from(size).decimals(4));
        }
        table.rows.push(row);
    }
    svg.curve("fg-line fg-ink", &true_angle);
    svg.curve("fg-line fg-ink", &true_size);
    for ([angle, size], style) in curves.iter().zip(["fg-line fg-real fg-dash", "fg-line fg-pair fg-chain"]) {
        svg.curve(style, angle);
        svg.curve(style, size);
    }
    svg.text((330, 84), Anchor::End, "fg-t fg-pair", "IMEX: too fast");
    svg.text((404, 116), Anchor::Start, "fg-t", "oscillator");
    svg.text((330, 204), Anchor::Start, "fg-t fg-real", "IM: too slow");
    svg.text((376, 360), Anchor::End, "fg-t fg-pair", "IMEX explodes from 2 on");
    svg.text((60, 396), Anchor::Start, "fg-t", "oscillator and IMEX: 1");
    svg.text((300, 446), Anchor::Start, "fg-t fg-real", "IM decays");
    let title = "What a LinOSS step makes of an oscillator".to_owned();
    let caption = "The oscillator turns by ωΔ in a step and keeps its size. The implicit step (IM) turns \
         less, never by 90°, and shrinks the state although the oscillator is undamped; the \
         implicit-explicit step (IMEX) turns more and keeps the modulus 1, until at ωΔ = 2 its pair meets \
         at −1 and one eigenvalue leaves the unit circle. Two layers with the same ω and Δ so have \
         different frequencies."
        .to_owned();
    let description = format!(
        "Two panels over ωΔ from 0 to 2.5 radians. Above, the angle of a step from 0 to 180 degrees: a \
         straight line for the oscillator, below it a curve that flattens at 68 degrees for IM, above it a \
         curve for IMEX that reaches 180 degrees at 2 and ends. Below, the largest modulus: 1 for the \
         oscillator, and for IMEX up to 2, where it turns steeply upwards; for IM a curve that falls from 1 \
         to 0.37. Angles and moduli are enclosed from the engine's exact steps with Δ = 1 and A = (ωΔ)², \
         for {} values of ωΔ.",
        turns().count()
    );
    let svg = svg.finish(&title, &description);
    let theorems = vec![
        "linoss/phase-errors",
        "linoss/implicit",
        "linoss/imex",
        "linoss/imex-edges",
        "linoss/imex-too-long",
    ];
    Figure { id: "linoss-steps", title, caption, description, theorems, svg, table }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Closed forms: `arctan ωΔ` and `2 arcsin(ωΔ/2)`; `(1 + (ωΔ)²)^(−1/2)` and 1.
    #[test]
    fn the_steps_have_the_known_angles_and_moduli() {
        for turn in turns() {
            let theta = ball(&turn);
            let one = ball(&Rational::from(1));
            let (angle, size) = polar(Scheme::Im, &turn);
            assert!(angle.expect("a pair").overlaps(&degrees(&theta.atan())));
            assert!((size.sqr() * (&one + &theta.sqr())).overlaps(&one));
            let (angle, size) = polar(Scheme::Imex, &turn);
            let half = theta * ball(&Rational::from((1, 2)));
            match angle {
                Some(angle) => {
                    let cosine = (&one - &half.sqr()).sqrt_of_nonnegative().expect("below 2");
                    let expected =
                        degrees(&half.atan2(&cosine).expect("an angle")) * ball(&Rational::from(2));
                    assert!(turn < 2 && angle.overlaps(&expected) && size.overlaps(&one));
                }
                None => assert!(turn >= 2 && (turn == 2) == size.overlaps(&one)),
            }
        }
    }
}
