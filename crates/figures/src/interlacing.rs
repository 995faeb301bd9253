//! Gates and eigenvalues of one step as the erase gets stronger.

use crate::place::{Axis, Enclosed, text};
use crate::svg::{Anchor, Marks, Panel, Shape, Svg};
use crate::{Figure, Table};
use exact::{Rational, vector};
use spectrum::{RankOne, Region};

/// The strength goes from 0 to 2 in so many pieces.
const PIECES: i64 = 40;

/// A family of steps with one strength.
struct Family {
    name: &'static str,
    strength: &'static str,
    gates: [(i64, i64); 4],
    /// Erase gates at strength 1; all 1 for KDA.
    erase: [(i64, i64); 4],
    note: &'static str,
}

const FAMILIES: [Family; 3] = [
    Family {
        name: "KDA: (I − β k kᵀ) Diag(α)",
        strength: "β",
        gates: [(1, 5), (9, 20), (7, 10), (19, 20)],
        erase: [(1, 1); 4],
        note: "below 0 from β = 1 on",
    },
    Family {
        name: "GDN2: (I − k (b ⊙ k)ᵀ) Diag(α), b = s·(1, 1/4, 3/4, 1/2)",
        strength: "s",
        gates: [(1, 5), (9, 20), (7, 10), (19, 20)],
        erase: [(1, 1), (1, 4), (3, 4), (1, 2)],
        note: "below 0 from Σ bk² = 1 on",
    },
    Family {
        name: "CKDA: (I − β k kᵀ) Diag(α), gates of both signs",
        strength: "β",
        gates: [(-4, 5), (-3, 10), (2, 5), (19, 20)],
        erase: [(1, 1); 4],
        note: "two meet and turn",
    },
];

fn step(family: &Family, strength: &Rational) -> RankOne {
    let key = vec![Rational::from((1, 2)); 4];
    let read = vector::hadamard(&family.erase.map(Rational::from), &key);
    RankOne::erase(strength, &key, &read, &family.gates.map(Rational::from))
}

fn width() -> Rational {
    Rational::from((1, 1_u64 << 40))
}

fn panel(at: usize) -> Panel {
    let top = 78 + 218 * at as i64;
    Panel { x: Axis::new((-1, 1), (1, 1), 44, 464), y: Axis::new((-1, 16), (33, 16), top + 140, top) }
}

/// The real eigenvalues, each with its multiplicity, and the pair.
fn eigenvalues(family: &Family, strength: &Rational) -> (Vec<Enclosed>, Option<(Enclosed, Enclosed)>) {
    let (mut real, mut pair) = (Vec::new(), None);
    for enclosure in step(family, strength).enclose(&width()).unwrap_or_default() {
        match enclosure.region {
            Region::Exact(value) => {
                (0..enclosure.multiplicity).for_each(|_| real.push(Enclosed::from(&value)))
            }
            Region::Interval { low, high } => real.push(Enclosed::between(low, high)),
            Region::Disc(disc) => {
                let around = |x: &Rational| {
                    Enclosed::between(Rational::from(x - &disc.radius), Rational::from(x + &disc.radius))
                };
                pair = Some((around(&disc.x), around(&disc.y)));
            }
        }
    }
    (real, pair)
}

/// The figure.
pub(crate) fn figure() -> Figure {
    let mut svg = Svg::new("interlacing", 78 + 218 * 3 - 22);
    svg.line_legend((20, 18), "fg-thin fg-ink fg-dash", "gate");
    svg.legend((106, 18), Shape::Dot, "fg-real", "real eigenvalue");
    svg.legend((240, 18), Shape::Diamond, "fg-pair", "real part of a non-real pair");
    let mut table =
        Table::new(&["step", "strength", "eigenvalues", "real part of the pair", "imaginary part"]);
    for (at, family) in FAMILIES.iter().enumerate() {
        let panel = panel(at);
        let ((left, _), (bottom, top)) = (panel.x.ends(), panel.y.ends());
        svg.text((left, top - 24), Anchor::Start, "fg-h", family.name);
        svg.frame(&panel);
        svg.x_ticks(
            &panel,
            &[((-1, 1), "−1"), ((-1, 2), "−0.5"), ((0, 1), "0"), ((1, 2), "0.5"), ((1, 1), "1")],
        );
        svg.y_ticks(&panel, &[((0, 1), "0"), ((1, 1), "1"), ((2, 1), "2")]);
        svg.text((10, top + 30), Anchor::Start, "fg-t", family.strength);
        if let Some(zero) = panel.x.place(&Rational::new().into()) {
            svg.line("fg-grid", [zero, bottom.into()], [zero, top.into()]);
        }
        for (i, gate) in family.gates.iter().enumerate() {
            if let Some(x) = panel.x.place(&Rational::from(*gate).into()) {
                svg.line("fg-thin fg-ink fg-dash", [x, bottom.into()], [x, top.into()]);
                svg.text((x, top - 6), Anchor::Middle, "fg-t fg-s", ["α₁", "α₂", "α₃", "α₄"][i]);
            }
        }
        let [mut real, mut turning] =
            [Marks::new(Shape::Dot, "fg-real"), Marks::new(Shape::Diamond, "fg-pair")];
        for i in 0..=PIECES {
            let strength = Rational::from((2 * i, PIECES));
            let (values, pair) = eigenvalues(family, &strength);
            for value in &values {
                real.at(&panel, value.clone(), &strength);
            }
            if let Some((x, _)) = &pair {
                turning.at(&panel, x.clone(), &strength);
            }
            let cells: Vec<String> = values.iter().map(|value| value.decimals(4)).collect();
            let part = |part: Option<&Enclosed>| part.map_or("–".into(), |part| part.decimals(4));
            let [re, im] = [part(pair.as_ref().map(|pair| &pair.0)), part(pair.as_ref().map(|pair| &pair.1))];
            let name = family.name.split(':').next().unwrap_or_default();
            table.rows.push(vec![name.into(), text(&strength), cells.join("  "), re, im]);
        }
        svg.marks(&real);
        svg.marks(&turning);
        let (x, anchor) = if at == 2 { (264, Anchor::Middle) } else { (left + 8, Anchor::Start) };
        svg.text((x, bottom - 8), anchor, "fg-t fg-halo", family.note);
    }
    svg.text(
        (254, 78 + 218 * 2 + 140 + 38),
        Anchor::Middle,
        "fg-t",
        "eigenvalue; strength of the erase upwards",
    );
    let title = "Eigenvalues stay between the gates as the erase grows".to_owned();
    let caption = "Without an erase the eigenvalues are the gates. With positive gates each one moves down \
         as the erase grows but never passes the gate below it: they interlace, so all stay real, and only \
         the lowest can go below 0, exactly when Σ bk² > 1. With gates of both signs nothing holds the \
         middle two apart: above β = 1 they meet and leave the real line together."
        .to_owned();
    let description = format!(
        "Three panels; horizontally eigenvalues from −1 to 1, vertically the strength of the erase from 0 to \
         2 in {PIECES} steps. Dashed vertical lines are the gates: 1/5, 9/20, 7/10, 19/20 for KDA and GDN2, \
         −4/5, −3/10, 2/5, 19/20 for CKDA; the key is (1, 1, 1, 1)/2. Dots start on the gates at strength 0 \
         and move left. In the first two panels every dot stays right of the next lower gate, and the \
         lowest crosses 0, at strength 1 and at 8/5. In the third the eigenvalues from the gates −3/10 and \
         2/5 meet above strength 1 and become diamonds, the real part of a pair. Eigenvalues are enclosed \
         to 2⁻⁴⁰; the table has all of them."
    );
    let svg = svg.finish(&title, &description);
    let theorems = vec![
        "kda/spectrum-bounds",
        "gdn2/spectrum-bounds",
        "gdn2/extended-erase",
        "ckda/values-at-gates",
        "ckda/necessary-signs",
    ];
    Figure { id: "interlacing", title, caption, description, theorems, svg, table }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_eigenvalues_interlace_the_gates() {
        for family in &FAMILIES[..2] {
            let gates = family.gates.map(Rational::from);
            for i in 0..=PIECES {
                let strength = Rational::from((2 * i, PIECES));
                let found = step(family, &strength).enclose(&width()).expect("enclosed");
                let ends: Vec<_> = found
                    .iter()
                    .flat_map(|e| vec![e.region.ends().expect("real"); e.multiplicity as usize])
                    .collect();
                assert_eq!(ends.len(), 4);
                for (j, (low, high)) in ends.iter().enumerate() {
                    assert!(**high <= gates[j] && (j == 0 || **low >= gates[j - 1]), "{strength}");
                }
                let erased =
                    vector::dot(&family.erase.map(Rational::from), &[(); 4].map(|()| Rational::from((1, 4))))
                        * &strength;
                assert_eq!(*ends[0].1 <= 0 && erased != 1, erased > 1, "{strength}");
            }
        }
    }

    #[test]
    fn the_last_family_turns_only_above_one() {
        let pairs: Vec<bool> = (0..=PIECES)
            .map(|i| eigenvalues(&FAMILIES[2], &Rational::from((2 * i, PIECES))).1.is_some())
            .collect();
        assert!(pairs[..=PIECES as usize / 2].iter().all(|turns| !turns));
        assert!(*pairs.last().expect("some"));
    }
}
