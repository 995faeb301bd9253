//! Which pairs of keys make two erases in a row rotate, although no single step does.
//!
//! With one decay `D` in both tokens the product is `H₂ D H₁ D = H₂ (D H₁ D)`, `H_i = I − β_i k_i k_iᵀ`: for `β₂ ≤ 1` a positive semidefinite
//! matrix times a symmetric one, which has real eigenvalues whatever the keys are.

use crate::ckda_window::{Phase, phase};
use crate::place::{Axis, Enclosed, Fraction, PRECISION, degrees, text};
use crate::svg::{Anchor, Marks, Panel, Shape, Svg};
use crate::{Figure, Table};
use enclosure::RealBall;
use exact::{Matrix, Rational, vector};

/// Keys have the angles `2 arctan(t/100)`, which are about 9° apart, and those plus 90°.
const TANGENTS: [i64; 10] = [4, 12, 20, 28, 37, 46, 56, 67, 79, 92];

/// Two erases; `None` for no decay before the second one.
struct Word {
    name: &'static str,
    decays: &'static str,
    strength: Fraction,
    first: [Fraction; 2],
    second: Option<[Fraction; 2]>,
}

const WORDS: [Word; 4] = [
    Word {
        name: "two KDA tokens, β = 1/3",
        decays: "(9, 1)/10, then (1, 9)/10",
        strength: (1, 3),
        first: [(9, 10), (1, 10)],
        second: Some([(1, 10), (9, 10)]),
    },
    Word {
        name: "two KDA tokens, β = 4/5",
        decays: "(9, 1)/10, then (1, 9)/10",
        strength: (4, 5),
        first: [(9, 10), (1, 10)],
        second: Some([(1, 10), (9, 10)]),
    },
    Word {
        name: "DeltaProduct, β = 4/5",
        decays: "(9, 1)/10, two erases",
        strength: (4, 5),
        first: [(9, 10), (1, 10)],
        second: None,
    },
    Word {
        name: "two KDA tokens, β = 4/5",
        decays: "(9, 1)/10 both times",
        strength: (4, 5),
        first: [(9, 10), (1, 10)],
        second: Some([(9, 10), (1, 10)]),
    },
];

fn keys() -> Vec<[Rational; 2]> {
    let quadrant = TANGENTS.map(|t| vector::unit_vector(&[Rational::from((t, 100))])).into_iter();
    let first: Vec<[Rational; 2]> = quadrant.map(|key| [key[0].clone(), key[1].clone()]).collect();
    let second: Vec<[Rational; 2]> = first.iter().map(|[x, y]| [-y.clone(), x.clone()]).collect();
    first.into_iter().chain(second).collect()
}

/// The angle of a key in the upper half plane, in degrees.
fn angle([x, y]: &[Rational; 2]) -> RealBall {
    let [x, y] = [x, y].map(|value| RealBall::from_rational(PRECISION, value));
    y.atan2(&x).map_or_else(|_| RealBall::everything(PRECISION), |angle| degrees(&angle))
}

fn erase(strength: Fraction, key: &[Rational; 2]) -> Matrix {
    &Matrix::identity(2) - &Matrix::outer(key, key).scale(&strength.into())
}

/// The transitions of the two tokens; of one token with two erases, the second one is the erase alone.
fn steps(word: &Word, first: &[Rational; 2], second: &[Rational; 2]) -> [Matrix; 2] {
    let decay = |decays: [Fraction; 2]| Matrix::diagonal(&decays.map(Rational::from));
    let before = &erase(word.strength, first) * &decay(word.first);
    let after = erase(word.strength, second);
    [before, word.second.map_or(after.clone(), |decays| &after * &decay(decays))]
}

fn panel(at: usize) -> Panel {
    let (left, top) = (50 + 232 * (at as i64 % 2), 74 + 258 * (at as i64 / 2));
    Panel { x: Axis::new((0, 1), (180, 1), left, left + 180), y: Axis::new((0, 1), (180, 1), top + 180, top) }
}

/// The figure.
pub(crate) fn figure() -> Figure {
    let mut svg = Svg::new("products-rotate", 560);
    svg.legend((20, 18), Shape::Diamond, "fg-pair", "the product rotates");
    svg.legend((186, 18), Shape::Dot, "fg-real", "its eigenvalues are real");
    let mut table = Table::new(&[
        "steps",
        "decays",
        "angle of the first key (degrees)",
        "second keys that rotate",
        "double",
        "real",
    ]);
    let keys = keys();
    let mut total = [0; 3];
    for (at, word) in WORDS.iter().enumerate() {
        let panel = panel(at);
        let ((left, _), top) = (panel.x.ends(), panel.y.ends().1);
        svg.text((left + 90, top - 24), Anchor::Middle, "fg-h", word.name);
        svg.text((left + 90, top - 7), Anchor::Middle, "fg-t fg-s", word.decays);
        svg.frame(&panel);
        svg.x_ticks(&panel, &[((0, 1), "0°"), ((60, 1), "60°"), ((120, 1), "120°"), ((180, 1), "180°")]);
        svg.y_ticks(&panel, &[((0, 1), "0°"), ((90, 1), "90°"), ((180, 1), "180°")]);
        let mut marks = [
            Marks::new(Shape::Diamond, "fg-pair"),
            Marks::new(Shape::Square, "fg-ink"),
            Marks::new(Shape::Dot, "fg-real"),
        ];
        for first in &keys {
            let mut counts = [0; 3];
            for second in &keys {
                let [before, after] = steps(word, first, second);
                let class = phase(&(&after * &before)) as usize;
                counts[class] += 1;
                total[class] += 1;
                marks[class].at(&panel, angle(first), angle(second));
            }
            let [pairs, double, real] = counts.map(|count| count.to_string());
            let at = Enclosed::from(angle(first)).decimals(3);
            let name = format!(
                "{}, β = {}",
                word.name.split(',').next().unwrap_or_default(),
                text(&word.strength.into())
            );
            table.rows.push(vec![name, word.decays.into(), at, pairs, double, real]);
        }
        marks.iter().for_each(|marks| svg.marks(marks));
    }
    svg.text((240, 550), Anchor::Middle, "fg-t", "angle of the first key; that of the second one upwards");
    let title = "Two steps with real spectra rotate together".to_owned();
    let caption = format!(
        "No token here rotates: KDA with positive decays and β < 1 has real eigenvalues. Two in a row rotate \
         for whole regions of keys when their decays differ, and so do two erases after one decay. With the \
         same decays both times they never do: the product is then a positive definite matrix times a \
         symmetric one. Each of the {} pairs of keys is decided exactly; {} rotate.",
        total.iter().sum::<usize>(),
        total[Phase::Rotates as usize]
    );
    let description = format!(
        "Four panels; horizontally the angle of the first key, vertically that of the second, from 0 to 180 \
         degrees. In the first three diamonds fill two or more regions between dots; in the fourth there \
         are dots alone. Keys have the angles 2 arctan t for ten values of t from 0.04 to 0.92, about 9 \
         degrees apart, and those plus 90 degrees, so {} points in a panel. A point is decided by the \
         characteristic polynomial of the product over the rationals.",
        keys.len() * keys.len()
    );
    let svg = svg.finish(&title, &description);
    let theorems = vec![
        "products/real-steps-can-rotate",
        "kda/real-spectrum",
        "delta-product/all-pairs-from-two-steps",
        "products/two-delta-steps-never-rotate",
        "products/shared-gates-never-rotate",
    ];
    Figure { id: "products-rotate", title, caption, description, theorems, svg, table }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_single_step_rotates_and_only_different_decays_do_together() {
        let keys = keys();
        for (at, word) in WORDS.iter().enumerate() {
            let mut rotating = 0;
            for (first, second) in
                keys.iter().flat_map(|first| keys.iter().map(move |second| (first, second)))
            {
                let steps = steps(word, first, second);
                assert!(steps.iter().all(|step| phase(step) != Phase::Rotates));
                let product = &steps[1] * &steps[0];
                // The discriminant of the characteristic polynomial, from trace and determinant.
                let trace = product.trace();
                let discriminant: Rational = trace.square() - product.determinant() * 4;
                assert_eq!(discriminant < 0, phase(&product) == Phase::Rotates);
                rotating += usize::from(discriminant < 0);
            }
            assert_eq!(rotating == 0, at == 3, "{}: {rotating}", word.name);
        }
    }
}
