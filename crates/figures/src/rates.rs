//! How fast words of GDN2 tokens can grow, against the largest erase gate.

use crate::place::{Axis, Enclosed, PRECISION, fraction, text};
use crate::svg::{Anchor, Curve, Marks, Panel, Shape, Svg};
use crate::{Figure, Table};
use enclosure::RealBall;
use exact::{IntPoly, Rational};
use spectrum::Region;

/// The erase gate goes from 0 to 2 in so many pieces.
const PIECES: i64 = 40;
/// Channels of the cyclic words.
const CHANNELS: [usize; 3] = [2, 3, 5];

/// The norm of a step, `2/√(4 − g)`: no word grows faster.
fn ceiling(gate: &Rational) -> RealBall {
    let root = RealBall::from_rational(PRECISION, &Rational::from(4 - gate)).sqrt();
    let quotient = root.and_then(|root| fraction(2, 1).checked_div(&root));
    quotient.unwrap_or_else(|_| RealBall::everything(PRECISION))
}

/// `(2(x^d − 1) + g)² − g²(1 + x² + x⁴ + … + x^{2(d−1)})`, lowest coefficient first.
fn polynomial(d: usize, gate: &Rational) -> IntPoly {
    let mut coefficients = vec![Rational::new(); 2 * d + 1];
    let shift: Rational = Rational::from(gate - 2);
    coefficients[0] += Rational::from(shift.square_ref());
    coefficients[d] += shift * 4;
    coefficients[2 * d] += 4;
    for i in 0..d {
        coefficients[2 * i] -= Rational::from(gate.square_ref());
    }
    IntPoly::from_rationals(&coefficients)
}

/// The rate of the best cyclic word of `d` channels, the largest root of that polynomial.
fn cyclic(d: usize, gate: &Rational) -> Option<Enclosed> {
    let found = spectrum::dense::enclose(&polynomial(d, gate), &Rational::from((1, 1_u64 << 40)))?;
    Some(match found.real.into_iter().next_back()?.region {
        Region::Exact(root) => root.into(),
        Region::Interval { low, high } => Enclosed::between(low, high),
        Region::Disc(_) => return None,
    })
}

/// The figure.
pub(crate) fn figure() -> Figure {
    let panel = Panel { x: Axis::new((0, 1), (2, 1), 46, 440), y: Axis::new((1, 1), (3, 2), 320, 30) };
    let mut svg = Svg::new("gdn2-rates", 364);
    svg.frame(&panel);
    svg.x_ticks(&panel, &[((0, 1), "0"), ((1, 2), "0.5"), ((1, 1), "1"), ((3, 2), "1.5"), ((2, 1), "2")]);
    svg.y_ticks(
        &panel,
        &[((1, 1), "1"), ((11, 10), "1.1"), ((6, 5), "1.2"), ((13, 10), "1.3"), ((7, 5), "1.4")],
    );
    svg.text((8, 18), Anchor::Start, "fg-t", "growth a token, decay gates at 1");
    svg.text((243, 354), Anchor::Middle, "fg-t", "largest erase gate g (official: 1, extended: 2)");
    if let Some(one) = panel.x.place(&Rational::from(1).into()) {
        svg.line("fg-grid", [one, 320.into()], [one, 30.into()]);
    }
    let mut table = Table::new(&[
        "erase gates up to g",
        "no word is faster, 2/√(4 − g)",
        "safe below the decay gate √(4 − g)/2",
        "cyclic word, 2 channels",
        "3 channels",
        "5 channels",
    ]);
    let styles = ["fg-line fg-real fg-chain", "fg-line fg-third fg-dots", "fg-line fg-pair fg-dash"];
    let mut top = Curve::new();
    let mut words = CHANNELS.map(|_| Curve::new());
    for i in 0..=PIECES {
        let gate = Rational::from((2 * i, PIECES));
        let most = ceiling(&gate);
        top.to(&panel, &gate, &most);
        let safe = most.recip().map_or("undecided".into(), |safe| Enclosed::from(safe).decimals(5));
        let mut row = vec![text(&gate), Enclosed::from(&most).decimals(5), safe];
        for (curve, d) in words.iter_mut().zip(CHANNELS) {
            let rate = cyclic(d, &gate).unwrap_or_else(|| RealBall::everything(PRECISION).into());
            row.push(rate.decimals(5));
            curve.to(&panel, &gate, rate);
        }
        table.rows.push(row);
    }
    svg.curve("fg-line fg-ink", &top);
    for (curve, style) in words.iter().zip(styles) {
        svg.curve(style, curve);
    }
    let mut exact = Marks::new(Shape::Square, "fg-ink");
    for gate in [1, 2].map(Rational::from) {
        if let Some(rate) = cyclic(2, &gate) {
            exact.at(&panel, &gate, rate);
        }
    }
    svg.marks(&exact);
    svg.line_legend((66, 58), "fg-line fg-ink", "no word of any dimension is faster");
    svg.line_legend((66, 78), styles[2], "reached by a word of 5 channels");
    svg.line_legend((66, 98), styles[1], "… of 3 channels");
    svg.line_legend((66, 118), styles[0], "… of 2 channels");
    svg.legend((72, 138), Shape::Square, "fg-ink", "   two channels: none is faster than this");
    let title = "How fast words of GDN2 tokens can grow".to_owned();
    let caption = "Erase gates up to g let words of stable tokens grow by up to 2/√(4 − g) a token and no \
         more; five channels nearly attain it at the official g = 1. So decay gates below √(4 − g)/2 are \
         safe for every sequence: 0.866 for g = 1, 0.707 for the extended range g = 2. With two channels \
         the exact rates are √5/2 and the square root of the golden ratio."
        .to_owned();
    let description = format!(
        "Horizontally the largest erase gate g from 0 to 2, vertically the growth a token from 1 to 1.5. \
         Four curves rise from 1: the bound of all words, to 1.1547 at g = 1 and 1.4142 at g = 2, and below \
         it the best cyclic words of 5, 3 and 2 channels; at g = 1 they are at 1.1547, 1.1459 and 1.1180, \
         at g = 2 at 1.4021, 1.3562 and 1.2720. Squares on the lowest curve at g = 1 and 2 mark where it is \
         known that two channels cannot do better. Curves are drawn from {} values of g, the largest roots \
         of exact polynomials.",
        PIECES + 1
    );
    let svg = svg.finish(&title, &description);
    let theorems = vec![
        "switching/gdn2-threshold",
        "switching/gdn2-cyclic-word",
        "switching/gdn2-plane",
        "switching/gdn2-words",
    ];
    Figure { id: "gdn2-rates", title, caption, description, theorems, svg, table }
}

#[cfg(test)]
mod tests {
    use super::*;
    use exact::Matrix;

    /// The largest eigenvalue of the companion step of the best key, against the drawn rate: a key near the best one comes near.
    #[test]
    fn a_cyclic_word_grows_at_the_drawn_rate_and_none_faster() {
        let mut fastest = Rational::new();
        for n in 1..200_i64 {
            // Keys (cos, −sin) with rational half-angles; g = 1, two channels.
            let key = exact::vector::unit_vector(&[-Rational::from((n, 200))]);
            let read = [key[0].clone(), Rational::new()];
            let turn = Matrix::from_fn(2, 2, |i, j| Rational::from(u8::from(i != j)));
            let step = &turn * &(&Matrix::identity(2) - &Matrix::outer(&key, &read));
            let roots =
                spectrum::dense::enclose(&step.characteristic_polynomial(), &Rational::from((1, 1 << 20)));
            for root in roots.expect("enclosed").real {
                let (low, _) = root.region.ends().expect("real");
                fastest = fastest.max(low.clone());
            }
        }
        // √5/2 = 1.11803…
        assert!(
            fastest > Rational::from((11_180, 10_000)) && fastest < Rational::from((11_181, 10_000)),
            "{fastest}"
        );
        assert_eq!(cyclic(2, &Rational::from(1)).map(|rate| rate.decimals(4)), Some("1.1180".into()));
    }

    #[test]
    fn words_are_below_the_ceiling() {
        let known = [(2, "1.2720"), (3, "1.3562"), (5, "1.4021")];
        for (d, rate) in known {
            assert_eq!(cyclic(d, &Rational::from(2)).map(|rate| rate.decimals(4)), Some(rate.into()));
        }
        assert_eq!(Enclosed::from(ceiling(&Rational::from(2))).decimals(4), "1.4142");
    }
}
