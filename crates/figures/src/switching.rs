//! Two GDN2 tokens that decay alone and grow in turn.

use crate::place::{Axis, Enclosed, PRECISION, ball, fraction, text};
use crate::svg::{Anchor, Curve, Panel, Svg};
use crate::{Figure, Table};
use enclosure::RealBall;
use exact::{Matrix, Rational, vector};

/// Tokens that are shown.
const TOKENS: u32 = 60;

/// The two tokens: decay 19/20, keys (5, 12)/13 and (12, 5)/13, erase gates 99/100 on one channel and 1/100 on the other.
fn tokens() -> [Matrix; 2] {
    let token = |key: [(i64, i64); 2], erase: [(i64, i64); 2]| {
        let (key, erase) = (key.map(Rational::from), erase.map(Rational::from));
        let erased = Matrix::outer(&key, &vector::hadamard(&erase, &key));
        (&Matrix::identity(2) - &erased).scale(&Rational::from((19, 20)))
    };
    [token([(5, 13), (12, 13)], [(99, 100), (1, 100)]), token([(12, 13), (5, 13)], [(1, 100), (99, 100)])]
}

/// The operator norm of a 2 × 2 matrix: with the trace `t` and the determinant `d²` of the Gram matrix,
/// `σ² = (t + √(t² − 4d²))/2`.
fn norm(matrix: &Matrix) -> Option<RealBall> {
    let gram = &matrix.transpose() * matrix;
    let (trace, square) = (gram.trace(), gram.determinant());
    let discriminant: Rational = Rational::from(trace.square_ref()) - square * 4;
    let root = ball(&discriminant).sqrt().ok()?;
    ((ball(&trace) + root) * fraction(1, 2)).sqrt().ok()
}

/// The decimal logarithm.
fn decades(value: &RealBall) -> Option<RealBall> {
    let ten = fraction(10, 1).log().ok()?;
    value.log().ok()?.checked_div(&ten).ok()
}

/// The norms of the products of 1, 2, … tokens, chosen in turn from a word.
fn norms(word: &[Matrix]) -> Vec<RealBall> {
    let mut product = Matrix::identity(2);
    (0..TOKENS as usize)
        .map(|t| {
            product = &word[t % word.len()] * &product;
            norm(&product).unwrap_or_else(|| RealBall::everything(PRECISION))
        })
        .collect()
}

/// The figure.
pub(crate) fn figure() -> Figure {
    let [first, second] = tokens();
    let panel = Panel { x: Axis::new((0, 1), (60, 1), 46, 470), y: Axis::new((-3, 2), (5, 2), 330, 24) };
    let mut svg = Svg::new("gdn2-switching", 374);
    svg.frame(&panel);
    svg.x_ticks(&panel, &[((0, 1), "0"), ((20, 1), "20"), ((40, 1), "40"), ((60, 1), "60")]);
    svg.y_ticks(&panel, &[((-1, 1), "0.1"), ((0, 1), "1"), ((1, 1), "10"), ((2, 1), "100")]);
    svg.text((258, 364), Anchor::Middle, "fg-t", "tokens");
    svg.text((8, 16), Anchor::Start, "fg-t", "operator norm of the product");
    if let Some(one) = panel.y.place(&Rational::new().into()) {
        svg.line("fg-grid", [46.into(), one], [470.into(), one]);
    }
    // ‖T‖ ≤ max α · 2/√3 for erase gates up to 1.
    let ceiling = fraction(4, 3)
        .sqrt()
        .map(|root| root * fraction(19, 20))
        .unwrap_or_else(|_| RealBall::everything(PRECISION));
    let mut table = Table::new(&[
        "tokens",
        "norm, the two in turn",
        "norm, first alone",
        "norm, second alone",
        "bound of all words, (19/20 · 2/√3)ⁿ",
    ]);
    let curves: Vec<Vec<RealBall>> = vec![
        norms(&[first.clone(), second.clone()]),
        norms(std::slice::from_ref(&first)),
        norms(std::slice::from_ref(&second)),
        (1..=TOKENS).map(|n| ceiling.pow_u(n)).collect(),
    ];
    // The tokens are mirror images, so the norms of their powers are equal: one line for both.
    let styles = [(0, "fg-line fg-pair"), (1, "fg-line fg-real"), (3, "fg-line fg-quiet fg-dash")];
    for (at, style) in styles {
        let values = &curves[at];
        let mut curve = Curve::new();
        curve.to(&panel, Rational::new(), Rational::new());
        for (n, value) in values.iter().enumerate() {
            let height =
                decades(value).map_or(Enclosed::from(RealBall::everything(PRECISION)), Enclosed::from);
            curve.to(&panel, Rational::from(n as u64 + 1), height);
        }
        svg.curve(style, &curve);
    }
    svg.text((262, 112), Anchor::End, "fg-t fg-halo fg-s", "no word is above this line");
    svg.text((330, 186), Anchor::Start, "fg-t fg-halo fg-pair", "the two in turn");
    svg.text((226, 292), Anchor::End, "fg-t fg-halo fg-real", "each one alone");
    for n in 1..=TOKENS {
        let cell = |values: &[RealBall]| Enclosed::from(&values[n as usize - 1]).decimals(4);
        let mut row = vec![n.to_string()];
        row.extend(curves.iter().map(|values| cell(values)));
        table.rows.push(row);
    }
    let product = &second * &first;
    let at_one = (&Matrix::identity(2) - &product).determinant();
    let radius = |matrix: &Matrix| {
        // Real eigenvalues, the larger one positive.
        let (trace, determinant) = (matrix.trace(), matrix.determinant());
        let root = ball(&(Rational::from(trace.square_ref()) - determinant * 4)).sqrt();
        root.map_or("undecided".into(), |root| {
            Enclosed::from((ball(&trace) + root) * fraction(1, 2)).decimals(6)
        })
    };
    table.rows.push(vec![
        "spectral radius".into(),
        format!("{} for two tokens", radius(&product)),
        radius(&first),
        radius(&second),
        "–".into(),
    ]);
    let title = "Two GDN2 tokens that decay alone and grow in turn".to_owned();
    let caption = format!(
        "Each token has only real eigenvalues in (0, 1), and repeated alone it decays; alternating, they \
         multiply the state without bound. The characteristic polynomial of their product is {} at 1, \
         negative, so an eigenvalue is above 1. \"Every frozen mode decays\" says nothing about sequences; \
         the largest norm of a single step does: no word of tokens with decay gates up to 19/20 and erase \
         gates up to 1 is above the dashed line.",
        text(&at_one)
    );
    let description = format!(
        "Horizontally the number of tokens from 0 to {TOKENS}, vertically the operator norm of their product \
         on a logarithmic scale from 0.03 to 316. A solid line, the two tokens in turn, rises to {}. \
         Another, the same for each token alone, rises a little, is below 1 from about 17 tokens on, and \
         falls to {}. A dashed straight line above all is the bound. Tokens: decay 19/20, keys (5, 12)/13 \
         and (12, 5)/13, erase gates (99, 1)/100 and (1, 99)/100. Norms are enclosed from exact products.",
        Enclosed::from(&curves[0][TOKENS as usize - 1]).decimals(2),
        Enclosed::from(&curves[1][TOKENS as usize - 1]).decimals(4),
    );
    let svg = svg.finish(&title, &description);
    let theorems = vec![
        "gdn2/frozen-modes-decay",
        "gdn2/switching-is-unstable",
        "switching/gdn2-threshold",
        "gdn2/step-norm",
    ];
    Figure { id: "gdn2-switching", title, caption, description, theorems, svg, table }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_token_is_stable_and_the_product_is_not() {
        let [first, second] = tokens();
        for token in [&first, &second] {
            let polynomial = token.characteristic_polynomial();
            assert_eq!((spectrum::dense::pairs(&polynomial), polynomial.schur_stable()), (0, true));
        }
        assert!(!(&second * &first).characteristic_polynomial().schur_stable());
        assert!((&Matrix::identity(2) - &(&second * &first)).determinant() < 0);
        let swap = Matrix::from_fn(2, 2, |i, j| Rational::from(u8::from(i != j)));
        assert_eq!(&(&swap * &first) * &swap, second, "one line stands for both");
    }

    #[test]
    fn norms_are_below_the_bound_and_above_the_spectral_radius() {
        let word = tokens();
        let bound = fraction(4, 3).sqrt().expect("positive") * fraction(19, 20);
        for (n, value) in norms(&word).iter().enumerate() {
            assert_eq!(value.compare(&bound.pow_u(n as u32 + 1)), Some(std::cmp::Ordering::Less));
        }
        // An independent enclosure of the norm of the first token.
        let first = spectrum::RankOneStep {
            gates: vec![spectrum::Number::rational(Rational::from((19, 20))); 2],
            scale: spectrum::Number::ONE,
            left: [(5, 13), (12, 13)].map(|x| spectrum::Number::rational(x.into())).to_vec(),
            right: [(99 * 5, 1300), (12, 1300)].map(|x| spectrum::Number::rational(x.into())).to_vec(),
            decayed: true,
        };
        let interval = spectrum::operator_norm(&first);
        assert!(interval.to_ball(PRECISION).overlaps(&norms(&word)[0]), "{interval} {:?}", norms(&word)[0]);
    }
}
