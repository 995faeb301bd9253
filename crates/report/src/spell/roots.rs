//! Evidence `roots`: eigenvalues located by exact roots, changes of sign, and discs.

use super::{Speller, monic, number, sign};
use crate::{ReportError, tex};
use exact::{IntPoly, Rational};
use maud::{Markup, html};
use serde_json::Value as Json;

/// An eigenvalue: between two numbers, or equal to one.
struct Item {
    low: Rational,
    high: Rational,
}

impl Item {
    fn tex(&self) -> String {
        let (low, high) = (tex::rational(&self.low), tex::rational(&self.high));
        if self.low == self.high { low } else { format!("\\left({low},\\;{high}\\right)") }
    }
}

impl Speller {
    pub(super) fn roots(&self, line: &Json, evidence: &Json) -> Result<Markup, ReportError> {
        let Some((polynomial, reads)) = self.characteristic(&line[1]) else {
            return Ok(
                html! { p { "The eigenvalues are located by signs of the characteristic polynomial." } },
            );
        };
        let degree = polynomial.len().saturating_sub(1);
        let part = |name: &str| evidence[name].as_array().map(Vec::as_slice).unwrap_or_default();
        let (exact, intervals) = (exact_roots(evidence), intervals(evidence));
        let mut rest = IntPoly::from_rationals(&polynomial);
        for (root, multiplicity) in &exact {
            for _ in 0..*multiplicity {
                rest.divide_linear(root);
            }
        }
        let items = items(evidence);
        let quotient = monic(&rest);
        let complete = items.len() == degree;
        let q = if exact.is_empty() { "\\chi" } else { "q" };
        Ok(html! {
            p.scroll { (self.math(&reads)?) }
            @if !exact.is_empty() {
                p { "Exact roots, which divide it:" }
                ul.values {
                    @for (root, multiplicity) in &exact {
                        li { (self.math(&tex::rational(root))?) @if *multiplicity > 1 { ", " (multiplicity) " times" } }
                    }
                }
                @if quotient.len() > 1 {
                    p.scroll { "What is left is " (self.math(&format!("q(z) = {}", tex::polynomial(&quotient)))?) "." }
                }
            }
            @if !intervals.is_empty() { (self.sign_table(&intervals, &quotient, q)?) }
            (self.discs(part("discs"), &quotient)?)
            p {
                @if complete {
                    "These are " (items.len()) " eigenvalues of " (degree) ": all of them, all real, one in each place."
                } @else {
                    (items.len()) " of the " (degree) " eigenvalues are shown to be real and "
                    (2 * part("discs").len()) " not to be."
                }
            }
            (self.compared(line, &items, part("discs").len(), degree)?)
        })
    }

    /// What roots that were shown before say about a further line.
    pub(super) fn roots_compared(&self, line: &Json, evidence: &Json) -> Result<Markup, ReportError> {
        let degree = self.characteristic(&line[1]).map_or(0, |(p, _)| p.len().saturating_sub(1));
        let discs = evidence["discs"].as_array().map_or(0, Vec::len);
        self.compared(line, &items(evidence), discs, degree)
    }

    fn sign_table(
        &self,
        intervals: &[(Rational, Rational)],
        q: &[Rational],
        name: &str,
    ) -> Result<Markup, ReportError> {
        let polynomial = IntPoly::from_rationals(q);
        let leading = polynomial.leading().map(Rational::from).unwrap_or_else(|| 1.into());
        let mut points: Vec<&Rational> = intervals.iter().flat_map(|(low, high)| [low, high]).collect();
        points.dedup();
        Ok(html! {
            p { "Its signs at these points change across each interval, so each holds an eigenvalue:" }
            div.scroll { table.numbers {
                thead { tr {
                    th scope="col" { (self.math("z")?) } th scope="col" { (self.math(&format!("{name}(z)"))?) } th scope="col" { "sign" }
                } }
                tbody { @for point in points {
                    @let value = polynomial.eval(point) / &leading;
                    tr { td { (self.math(&tex::rational(point))?) } td { (self.math(&tex::rational(&value))?) } td { (sign(&value)) } }
                } }
            } }
        })
    }

    fn discs(&self, discs: &[Json], q: &[Rational]) -> Result<Markup, ReportError> {
        if discs.is_empty() {
            return Ok(html! {});
        }
        let polynomial = IntPoly::from_rationals(q);
        let (slope, degree) = (polynomial.derivative(), polynomial.degree().unwrap_or(0));
        let rows = discs.iter().map(|disc| {
            let [x, y, r] = [number(&disc[0]), number(&disc[1]), number(&disc[2])];
            let squares = Rational::from(degree * degree);
            let left = squares * modulus_squared(&polynomial, &x, &y);
            let right = r.clone().square() * modulus_squared(&slope, &x, &y);
            (x, y, r, left, right)
        });
        Ok(html! {
            p {
                "Discs above the real axis, centre " (self.math("c")?) " and radius " (self.math("r")?)
                ", each with a root, because "
                (self.math(&format!("{}\\,|q(c)|^2 \\le r^2\\,|q'(c)|^2", degree * degree))?)
                " (if all roots were further away, " (self.math("|q'/q|")?) " would be smaller):"
            }
            div.scroll { table.numbers {
                thead { tr {
                    th scope="col" { (self.math("c")?) } th scope="col" { (self.math("r")?) }
                    th scope="col" { "left side" } th scope="col" { "right side" }
                } }
                tbody { @for (x, y, r, left, right) in rows {
                    @let tiny = |it: &Rational| tex::approximate(it.to_f64());
                    tr {
                        td { (self.math(&format!("{} + {}\\,i", tiny(&x), tiny(&y)))?) } td { (self.math(&tiny(&r))?) }
                        td { (self.math(&tiny(&left))?) } td { (self.math(&tiny(&right))?) }
                    }
                } }
            } }
        })
    }

    /// What the items say about the line.
    fn compared(
        &self,
        line: &Json,
        items: &[Item],
        discs: usize,
        degree: usize,
    ) -> Result<Markup, ReportError> {
        let operator = line[0].as_str().unwrap_or_default();
        let most = (degree - items.len().min(degree)) / 2;
        Ok(match operator {
            "real-spectrum" | "pairs-equal" | "pairs-at-most" | "pairs-at-least" => {
                let claimed = line.get(2).and_then(|n| self.value(n)).unwrap_or_else(|| "0".into());
                html! { p { "Non-real pairs: at least " (discs) ", at most " (most) "; claimed: " (self.math(&claimed)?) "." } }
            }
            "spectrum-within" => html! {
                p {
                    "The places lie in "
                    (self.math(&format!("\\left[{},\\;{}\\right]", items.first().map(|it| tex::rational(&it.low)).unwrap_or_default(), items.iter().map(|it| &it.high).max().map(tex::rational).unwrap_or_default()))?)
                    "; claimed: "
                    (self.math(&format!("\\left[{},\\;{}\\right]", self.value(&line[2]).unwrap_or_default(), self.value(&line[3]).unwrap_or_default()))?) "."
                }
            },
            "eigenvalues-at-least" | "eigenvalues-at-most" | "interlaced" => {
                self.ranked(operator, &line[2], items)?
            }
            "eigenvalue-signs" => {
                let negative = items.iter().filter(|it| it.high <= 0 && it.low < 0).count();
                let zero = items.iter().filter(|it| it.low == 0 && it.high == 0).count();
                let [n, z] = [2, 3].map(|i| self.value(&line[i]).unwrap_or_default());
                html! { p { (negative) " of them negative, " (zero) " zero; claimed: " (self.math(&n)?) " and " (self.math(&z)?) "." } }
            }
            "real-eigenvalue-beyond-unit" => html! { p { "One of them has a modulus above 1." } },
            _ => html! {},
        })
    }

    fn ranked(&self, operator: &str, bounds: &Json, items: &[Item]) -> Result<Markup, ReportError> {
        let mut sorted = match self.evaluate(bounds) {
            Ok(recheck::Shown::Vector(v)) => v,
            _ => return Ok(html! {}),
        };
        sorted.sort();
        let skipped = usize::from(operator == "interlaced");
        let sign = if operator == "eigenvalues-at-most" { "≤" } else { "≥" };
        Ok(html! {
            p { "Sorted, eigenvalue by eigenvalue:" }
            div.scroll { table.numbers {
                thead { tr { th scope="col" { "eigenvalue in" } th scope="col" { (sign) } th scope="col" { "bound" } } }
                tbody { @for (item, bound) in items.iter().skip(skipped).zip(&sorted) {
                    tr { td { (self.math(&item.tex())?) } td { (sign) } td { (self.math(&tex::rational(bound))?) } }
                } }
            } }
        })
    }
}

/// Exact roots with their multiplicities.
fn exact_roots(evidence: &Json) -> Vec<(Rational, u64)> {
    let list = evidence["exact"].as_array().into_iter().flatten();
    list.map(|it| (number(&it[0]), it[1].as_u64().unwrap_or(1))).collect()
}

fn intervals(evidence: &Json) -> Vec<(Rational, Rational)> {
    let list = evidence["intervals"].as_array().into_iter().flatten();
    list.map(|it| (number(&it[0]), number(&it[1]))).collect()
}

/// Roots and intervals, ascending.
fn items(evidence: &Json) -> Vec<Item> {
    let mut items = Vec::new();
    for (root, multiplicity) in exact_roots(evidence) {
        items.extend((0..multiplicity).map(|_| Item { low: root.clone(), high: root.clone() }));
    }
    items.extend(intervals(evidence).into_iter().map(|(low, high)| Item { low, high }));
    items.sort_by(|a, b| (&a.low, &a.high).cmp(&(&b.low, &b.high)));
    items
}

/// `|p(x + iy)|²`.
fn modulus_squared(p: &IntPoly, x: &Rational, y: &Rational) -> Rational {
    let (mut re, mut im) = (Rational::new(), Rational::new());
    for c in p.coefficients().iter().rev() {
        let next = Rational::from(&re * x) - Rational::from(&im * y) + c;
        im = Rational::from(&re * y) + Rational::from(&im * x);
        re = next;
    }
    re.square() + im.square()
}
