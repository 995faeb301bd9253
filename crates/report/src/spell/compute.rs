//! Evidence `compute`: the predicate is evaluated. Both sides are shown with their values.

use super::{LONGEST_FORMULA, Speller};
use crate::{ReportError, tex};
use exact::{IntPoly, Rational};
use maud::{Markup, html};
use recheck::Shown;
use serde_json::Value as Json;

impl Speller {
    /// A predicate with the values of its terms, and whether it is true.
    pub(super) fn predicate(&self, json: &Json) -> Result<Markup, ReportError> {
        self.evaluated(json, false)
    }

    /// The same; where the predicate has been `stated` just before, its formula is not repeated.
    fn evaluated(&self, json: &Json, stated: bool) -> Result<Markup, ReportError> {
        let list: Vec<&Json> = json.as_array().into_iter().flatten().skip(1).collect();
        // The checker has decided the line itself; deciding it once more may take long.
        let truth = if stated { Ok(self.is_true()) } else { self.trace.truth(json) };
        let mark = match &truth {
            Ok(true) => html! { span.true { "✓ true" } },
            Ok(false) => html! { span.false { "✗ false" } },
            Err(reason) => html! { span.false { (reason) } },
        };
        Ok(match (json[0].as_str().unwrap_or_default(), list.as_slice()) {
            ("all", parts) => html! {
                span.join { "all of" }
                ul.parts { @for part in parts { li { (self.predicate(part)?) } } }
            },
            ("any", parts) => html! {
                span.join { "at least one of" }
                ul.parts { @for part in parts { li { (self.predicate(part)?) } } }
            },
            ("not", [part]) => html! { "not: " (self.predicate(part)?) " — so " (mark) },
            (operator @ ("lt" | "le" | "eq" | "ne"), [a, b]) => {
                let sign = match operator {
                    "lt" => "<",
                    "le" => "\\le",
                    "eq" => "=",
                    _ => "\\ne",
                };
                html! { (self.two_sides(a, sign, b, stated)?) " " (mark) }
            }
            (operator @ ("all-lt" | "all-le" | "all-gt" | "all-ge"), [v, bound]) => {
                let sign = match operator {
                    "all-lt" => "<",
                    "all-le" => "\\le",
                    "all-gt" => ">",
                    _ => "\\ge",
                };
                html! { span.scroll { "every entry of " (self.math(&self.valued(v))?) " is " (self.math(&format!("{sign} {}", self.valued(bound)))?) } " " (mark) }
            }
            ("in-root-window", [w, a, b]) => {
                let value = |it: &Json| self.scalar(it).unwrap_or_default();
                let (w, a, b) = (value(w), value(a).abs(), value(b).abs());
                let square = (Rational::from(&w - &a) - &b).square();
                let product = Rational::from(&a * &b) * 4;
                let tex = format!(
                    "\\left(w - |a| - |b|\\right)^{{2}} = {} < 4\\,|a|\\,|b| = {}",
                    tex::rational(&square),
                    tex::rational(&product)
                );
                html! {
                    @if stated { "With " } @else { (self.sentence(json)?) ", that is, with " }
                    (self.math(&format!("w = {},\\;|a| = {},\\;|b| = {}", tex::rational(&w), tex::rational(&a), tex::rational(&b)))?)
                    ", " (self.scrolled(&tex)?) " " (mark)
                }
            }
            (_, arguments) => html! {
                @if !stated { (self.sentence(json)?) }
                @for (i, argument) in arguments.iter().enumerate() {
                    @if let Some(value) = self.value(argument).filter(|value| *value != self.term(argument)) {
                        @if i > 0 || !stated { ", " } (self.scrolled(&self.named(argument, &value))?)
                    }
                }
                " " (mark)
            },
        })
    }

    fn named(&self, term: &Json, value: &str) -> String {
        let name = self.term(term);
        if name.len() > LONGEST_FORMULA { value.to_owned() } else { format!("{name} = {value}") }
    }

    /// `a = value < b = value`; of two equal sides the value once.
    fn two_sides(&self, a: &Json, sign: &str, b: &Json, stated: bool) -> Result<Markup, ReportError> {
        let (left, right) = (self.term(a), self.term(b));
        let (x, y) = (self.value(a), self.value(b));
        if left.len() + right.len() > LONGEST_FORMULA {
            return Ok(html! {
                "both sides by their formulas in the line itself"
                @if let (Some(x), Some(y)) = (&x, &y) { ": " (self.scrolled(&format!("{x} {sign} {y}"))?) }
            });
        }
        let same = sign == "=" && x == y;
        if stated {
            return Ok(html! {
                @match (x, y) {
                    (Some(x), Some(_)) if same => { "Both sides are " (self.scrolled(&x)?) },
                    (Some(x), Some(y)) => (self.scrolled(&format!("{x} {sign} {y}"))?),
                    _ => "Both sides are too large to be shown:",
                }
            });
        }
        Ok(html! {
            (self.scrolled(&format!("{left} {sign} {right}"))?)
            @match (x, y) {
                (Some(x), Some(_)) if same && (x != left || x != right) => {
                    "; both sides are " (self.scrolled(&x)?)
                },
                (Some(x), Some(y)) if !same && (x != left || y != right) => {
                    ": " (self.scrolled(&format!("{x} {sign} {y}"))?)
                },
                _ => {},
            }
        })
    }

    /// A line that is decided by evaluation.
    pub(super) fn computed(&self, line: &Json) -> Result<Markup, ReportError> {
        let operator = line[0].as_str().unwrap_or_default();
        let reasons = match operator {
            "positive-semidefinite" => self.semidefinite(&line[1])?,
            "schur-stable" => self.schur(&line[1])?,
            "real-eigenvalue-beyond-unit" => self.schur(&line[1])?,
            "divides" => self.two_polynomials(&line[1], &line[2])?,
            "no-embedding" => self.two_characteristics(&line[1], &line[2])?,
            "simple-spectrum" => self.simple(&line[1])?,
            "real-logarithm" | "unique-logarithm" | "principal-logarithm" => {
                self.logarithm(operator, &line[1])?
            }
            "no-shift-carries" => self.carriers(line)?,
            "full-column-rank" => html! {},
            _ => return Ok(html! { div.evaluated { (self.evaluated(line, true)?) } }),
        };
        Ok(html! {
            (reasons)
            div.evaluated { (self.evaluated(line, true)?) }
        })
    }

    /// A symmetric matrix has real eigenvalues only; none is negative exactly when the signs of χ alternate.
    fn semidefinite(&self, matrix: &Json) -> Result<Markup, ReportError> {
        let Some((_, reads)) = self.characteristic(matrix) else { return Ok(html! {}) };
        Ok(html! {
            p.scroll {
                "The matrix is symmetric, so its eigenvalues are real, and none is negative exactly when the coefficients of "
                (self.math(&reads)?) " alternate in sign (zeros aside)."
            }
        })
    }

    /// The reduction of Schur and Cohn.
    fn schur(&self, matrix: &Json) -> Result<Markup, ReportError> {
        let Some((polynomial, reads)) = self.characteristic(matrix) else { return Ok(html! {}) };
        let mut rows = Vec::new();
        let mut p = polynomial;
        while p.len() > 1 {
            let (first, last) = (p[0].clone(), p[p.len() - 1].clone());
            let inside = first.clone().abs() < last.clone().abs();
            rows.push((p.len() - 1, first.clone(), last.clone(), inside));
            if !inside {
                break;
            }
            let reduced = (1..p.len())
                .map(|i| Rational::from(&last * &p[i]) - Rational::from(&first * &p[p.len() - 1 - i]))
                .collect::<Vec<_>>();
            // Positive factors change nothing.
            p = IntPoly::from_rationals(&reduced).coefficients().iter().map(Rational::from).collect();
        }
        Ok(html! {
            p.scroll { (self.math(&reads)?) }
            p {
                "Schur and Cohn: all roots are inside the unit circle exactly when " (self.math("|a_0| < |a_n|")?)
                " at each step, going on with " (self.math("(a_n P(z) - a_0 z^n P(1/z))/z")?) ":"
            }
            div.scroll { table.numbers {
                thead { tr { th scope="col" { "degree" } th scope="col" { (self.math("a_0")?) } th scope="col" { (self.math("a_n")?) } th scope="col" { (self.math("|a_0| < |a_n|")?) } } }
                tbody { @for (degree, first, last, inside) in rows {
                    tr { td { (degree) } td { (self.math(&tex::rational(&first))?) } td { (self.math(&tex::rational(&last))?) } td { @if inside { "yes" } @else { "no" } } }
                } }
            } }
        })
    }

    fn two_polynomials(&self, a: &Json, b: &Json) -> Result<Markup, ReportError> {
        let (Ok(Shown::Polynomial(p)), Ok(Shown::Polynomial(q))) = (self.evaluate(a), self.evaluate(b))
        else {
            return Ok(html! {});
        };
        self.division(&p, &q)
    }

    fn two_characteristics(&self, s: &Json, t: &Json) -> Result<Markup, ReportError> {
        let (Some((p, reads_p)), Some((q, reads_q))) = (self.characteristic(s), self.characteristic(t))
        else {
            return Ok(html! {});
        };
        Ok(html! {
            p.scroll { (self.math(&reads_p)?) " and " (self.math(&reads_q)?) "." }
            p { "An embedding would make the first divide the second." }
            (self.division(&p, &q)?)
        })
    }

    fn division(&self, p: &[Rational], q: &[Rational]) -> Result<Markup, ReportError> {
        let rest = remainder(q, p);
        Ok(html! {
            p.scroll {
                "Division of " (self.math(&tex::polynomial(q))?) " by " (self.math(&tex::polynomial(p))?)
                " leaves the remainder " (self.math(&tex::polynomial(&rest))?) "."
            }
        })
    }

    fn simple(&self, matrix: &Json) -> Result<Markup, ReportError> {
        let Some((p, reads)) = self.characteristic(matrix) else { return Ok(html! {}) };
        let discriminant = IntPoly::from_rationals(&p).discriminant();
        Ok(html! {
            p.scroll {
                (self.math(&reads)?) " has, times a positive number, the discriminant "
                (self.math(&tex::rational(&Rational::from(discriminant)))?) "."
            }
        })
    }

    fn logarithm(&self, operator: &str, matrix: &Json) -> Result<Markup, ReportError> {
        let Some((p, reads)) = self.characteristic(matrix) else { return Ok(html! {}) };
        let criterion = match operator {
            "principal-logarithm" => {
                "A principal logarithm exists exactly when no eigenvalue is real and at most 0."
            }
            "unique-logarithm" => {
                "The real logarithm is unique exactly when all eigenvalues are real and positive and no Jordan block of one occurs twice (Culver 1966)."
            }
            _ => {
                "A real logarithm exists exactly when the matrix is invertible and each Jordan block of each negative eigenvalue occurs an even number of times (Culver 1966)."
            }
        };
        let polynomial = IntPoly::from_rationals(&p).square_free_part();
        let chain_ends: usize = super::sturm::chain(&polynomial).len();
        let zero = p[0].is_zero();
        let positive = Rational::new();
        let negative = polynomial.sturm_count_real()
            - polynomial.sturm_count(&positive, &bound_of_roots(&p))
            - usize::from(zero);
        Ok(html! {
            p { (criterion) }
            p.scroll {
                (self.math(&reads)?) " has " (negative) " different negative root" @if negative != 1 { "s" }
                " and " @if zero { "the root 0" } @else { "not the root 0" }
                ", by Sturm's chain of " (chain_ends) " members; the sizes of Jordan blocks are read from the invariant factors."
            }
        })
    }

    fn carriers(&self, line: &Json) -> Result<Markup, ReportError> {
        let value = |i: usize| line.get(i).and_then(|it| self.scalar(it)).unwrap_or_default();
        let distance = |x: Rational| {
            let rounded = Rational::from(x.round_ref());
            (x - rounded).abs()
        };
        let (m, a, b) = (value(1), distance(value(2)), distance(value(3)));
        let c = if a.is_zero() { b.clone() } else { a.clone() };
        let most = Rational::from(&m / 2u32).floor().to_f64() as u32;
        let carries = |phase: &Rational, delta: &Rational| {
            let j = Rational::from(&m * phase) / delta;
            j.is_integer() && j <= most
        };
        let candidates = (1..=most).map(|j| (j, Rational::from(&m * &c) / j));
        Ok(html! {
            p {
                "An increment " (self.math("\\delta")?) " gives the phases " (self.math("\\pm j\\delta/m")?) ", " (self.math(&format!("j \\le {most}"))?)
                ". With distances " (self.math(&tex::rational(&a))?) " and " (self.math(&tex::rational(&b))?)
                " of the two phases from whole turns, only these could carry both:"
            }
            div.scroll { table.numbers {
                thead { tr { th scope="col" { (self.math("j")?) } th scope="col" { (self.math("\\delta")?) } th scope="col" { "in (0, 1)" } th scope="col" { "both phases" } } }
                tbody { @for (j, delta) in candidates {
                    @let inside = delta > 0 && delta < 1;
                    tr {
                        td { (j) } td { (self.math(&tex::rational(&delta))?) } td { @if inside { "yes" } @else { "no" } }
                        td { @if inside && carries(&a, &delta) && carries(&b, &delta) { "yes" } @else { "no" } }
                    }
                } }
            } }
        })
    }
}

/// All real roots are below this (Cauchy's bound).
fn bound_of_roots(monic: &[Rational]) -> Rational {
    monic.iter().fold(Rational::from(1), |sum, c| sum + c.clone().abs())
}

/// `q mod p` for a monic `p`.
fn remainder(q: &[Rational], p: &[Rational]) -> Vec<Rational> {
    let mut rest = q.to_vec();
    while rest.len() >= p.len() && !rest.is_empty() {
        let (leading, shift) = (rest[rest.len() - 1].clone(), rest.len() - p.len());
        for (i, c) in p.iter().enumerate() {
            rest[shift + i] -= Rational::from(&leading * c);
        }
        rest.pop();
    }
    rest
}
