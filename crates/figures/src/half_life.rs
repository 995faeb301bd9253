//! How long the modes of a frozen GDN2 step live as the erase gets stronger.
//!
//! For `0 < α`, `0 ≤ b` and `Σ b_i k_i² ≤ 1` the eigenvalues interlace the gates, `α_{j−1} ≤ λ_j ≤ α_j` (`gdn2/spectrum-bounds`), and the
//! half-life `ln 2/(−ln λ)` in tokens grows with `λ`: a mode lives at least as long as the gate below it alone.

use crate::place::{Axis, Enclosed, Fraction, ball, fraction, text};
use crate::svg::{Anchor, Curve, Panel, Svg};
use crate::{Figure, Table};
use enclosure::RealBall;
use exact::{Rational, vector};
use spectrum::{RankOne, Region};
use std::cmp::Ordering;

const GATES: [Fraction; 4] = [(1, 2), (9, 10), (99, 100), (999, 1000)];
/// Erase gates at the right end, where `Σ b_i k_i² = 1`.
const ERASE: [Fraction; 4] = [(8, 5), (4, 5), (2, 5), (6, 5)];
/// Parts of the full erase: the squares of the multiples of one over this, below 1.
const PIECES: i64 = 50;

fn parts() -> impl Iterator<Item = Rational> {
    (0..PIECES).map(|i| Rational::from((i * i, PIECES * PIECES)))
}

/// The eigenvalues, ascending, with the erase gates times `part`.
fn eigenvalues(part: &Rational) -> Vec<Enclosed> {
    let key = vec![Rational::from((1, 2)); 4];
    let read = vector::hadamard(&vector::scale(part, &ERASE.map(Rational::from)), &key);
    let step = RankOne::erase(&Rational::from(1), &key, &read, &GATES.map(Rational::from));
    let width = Rational::from((1, 1_u64 << 60));
    let found =
        step.enclose(&width).unwrap_or_default().into_iter().map(|enclosure| match enclosure.region {
            Region::Exact(value) => value.into(),
            Region::Interval { low, high } => Enclosed::between(low, high),
            Region::Disc(_) => Enclosed::from(RealBall::everything(64)),
        });
    found.collect()
}

/// The half-life in tokens of a mode in (0, 1).
fn half_life(eigenvalue: &RealBall) -> Option<RealBall> {
    fraction(2, 1).log().ok()?.checked_div(&-eigenvalue.log().ok()?).ok()
}

/// The decimal logarithm.
fn decades(value: &RealBall) -> Option<RealBall> {
    value.log().ok()?.checked_div(&fraction(10, 1).log().ok()?).ok()
}

/// The figure.
pub(crate) fn figure() -> Figure {
    let panel = Panel { x: Axis::new((0, 1), (1, 1), 60, 466), y: Axis::new((-1, 1), (3, 1), 330, 34) };
    let mut svg = Svg::new("gdn2-half-lives", 374);
    svg.frame(&panel);
    svg.x_ticks(&panel, &[((0, 1), "0"), ((1, 4), "0.25"), ((1, 2), "0.5"), ((3, 4), "0.75"), ((1, 1), "1")]);
    svg.y_ticks(
        &panel,
        &[((-1, 1), "0.1"), ((0, 1), "1"), ((1, 1), "10"), ((2, 1), "100"), ((3, 1), "1000")],
    );
    svg.text((8, 20), Anchor::Start, "fg-t", "half-life of a mode, tokens");
    svg.text((263, 364), Anchor::Middle, "fg-t", "Σ bk², strength of the erase");
    for gate in GATES {
        let place =
            half_life(&ball(&gate.into())).as_ref().and_then(decades).and_then(|y| panel.y.place(&y.into()));
        if let Some(y) = place {
            svg.line("fg-thin fg-ink fg-dash", [60.into(), y], [466.into(), y]);
            let name = format!("gate {} alone", text(&gate.into()));
            svg.text((460, y.plus(14)), Anchor::End, "fg-t fg-s fg-halo", &name);
        }
    }
    let mut table = Table::new(&["Σ bk²", "fastest mode: half-life (tokens)", "second", "third", "slowest"]);
    let mut curves = [(); 4].map(|()| Curve::new());
    let lowest = ball(&Rational::from((1, 10)));
    for part in parts() {
        let mut row = vec![text(&part)];
        for (curve, value) in curves.iter_mut().zip(eigenvalues(&part)) {
            let lives = value.ball().as_ref().and_then(half_life);
            row.push(lives.as_ref().map_or("undecided".into(), |lives| Enclosed::from(lives).decimals(3)));
            // Below the panel the line ends.
            if lives.as_ref().and_then(|lives| lives.compare(&lowest)) != Some(Ordering::Less) {
                let height = lives.as_ref().and_then(decades);
                curve.to(&panel, &part, height.unwrap_or_else(|| RealBall::everything(64)));
            }
        }
        table.rows.push(row);
    }
    for curve in &curves {
        svg.curve("fg-line fg-real", curve);
    }
    let title = "How long the modes of a frozen GDN2 memory live".to_owned();
    let caption =
        "An erase shortens every mode, but none beyond the half-life of the next lower gate alone: \
         eigenvalues interlace the gates. Only the fastest mode is erased at once as Σ bk² approaches 1. A \
         memory that is to be erased quickly needs a low gate, not only a strong erase."
            .to_owned();
    let description = format!(
        "Horizontally the strength of the erase, Σ bk² from 0 to 1, vertically the half-life in tokens on a \
         logarithmic scale from 0.1 to 1000. Four dashed lines at 1, 6.58, 68.97 and 692.8 tokens are the \
         gates 1/2, 9/10, 99/100 and 999/1000 alone. Four solid curves start on them and fall; three stay \
         above the next lower dashed line, the lowest falls off the picture. Key (1, 1, 1, 1)/2, erase \
         gates proportional to (8/5, 4/5, 2/5, 6/5); {PIECES} strengths. Eigenvalues are enclosed to 2⁻⁶⁰."
    );
    let svg = svg.finish(&title, &description);
    let theorems = vec!["gdn2/frozen-modes-decay", "gdn2/spectrum-bounds"];
    Figure { id: "gdn2-half-lives", title, caption, description, theorems, svg, table }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mode_lives_at_least_as_long_as_the_gate_below_it() {
        let gates = GATES.map(|gate| half_life(&ball(&gate.into())).expect("in (0, 1)"));
        for part in parts().skip(1) {
            let values = eigenvalues(&part);
            assert_eq!(values.len(), 4);
            for (j, value) in values.iter().enumerate() {
                let lives = half_life(&value.ball().expect("enclosed")).expect("in (0, 1)");
                assert_eq!(lives.compare(&gates[j]), Some(Ordering::Less), "{part} {j}");
                assert!(j == 0 || lives.compare(&gates[j - 1]) == Some(Ordering::Greater), "{part} {j}");
            }
        }
    }

    #[test]
    fn the_right_end_is_a_full_erase() {
        let quarter = Rational::from((1, 4));
        let sum: Rational = ERASE.iter().map(|gate| Rational::from(*gate) * &quarter).sum();
        assert_eq!(sum, 1);
        // After 693 tokens of the gate 999/1000 half is left: 0.999^692.8 = 1/2.
        let lives = half_life(&ball(&Rational::from((999, 1000)))).expect("in (0, 1)");
        assert_eq!(Enclosed::from(lives).decimals(1), "692.8");
    }
}
