//! Where the eigenvalues of one step are, for nine families of steps.

use crate::families::{FAMILIES, STEPS, steps};
use crate::place::{Axis, Enclosed, PRECISION};
use crate::svg::{Anchor, Marks, Panel, Shape, Svg};
use crate::{Figure, Table};
use enclosure::F64Interval;
use exact::Rational;

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
    let mut svg = Svg::new("eigenvalue-clouds", 84 + 2 * 214 + 156);
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
    let caption = "Rules that only decay and erase keep every eigenvalue real (top). A gate of either sign, \
         momentum, or a second delta step adds one pair and no more (middle). More need several tokens or \
         erases with a decay for each channel, or a shift of slots, whose pairs have angles in fixed ratios \
         (bottom)."
        .to_owned();
    let description = format!(
        "Nine panels of the complex plane with the unit circle, {STEPS} random steps in each. Top row: KDA, \
         GDN2 and RWKV-7 have ticks on the real line only; GDN2 reaches below 0. Middle row: CKDA, momentum \
         and DeltaProduct with one decay have ticks, and diamonds off the real line, at most one pair a \
         step. Bottom row: two KDA tokens in a row have some pairs near the real line; two delta steps with \
         a decay for each channel have up to two pairs (a quarter of them are within 2 % of a known \
         instance that has two, with strengths below 1); CyFA with five slots has one positive eigenvalue \
         and two pairs, the second at twice the angle of the first. Parameters are fractions from a fixed \
         generator (256 equally spaced values in each range; unit keys from stereographic parameters that \
         are odd multiples of 1/16). Eigenvalues are enclosed to far less than a unit of the picture; \
         {undecided} are undecided. The table counts them."
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
    use crate::families::product;

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
