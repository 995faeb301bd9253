//! The remaining kinds of evidence: a matrix or a number with a property that is computed.

use super::{Speller, number, numbers};
use crate::{ReportError, tex};
use exact::{Matrix, Rational};
use maud::{Markup, html};
use recheck::Shown;
use serde_json::Value as Json;

fn matrix_of(json: &Json) -> Option<Matrix> {
    Matrix::from_rows(json.as_array()?.iter().map(numbers).collect())
}

impl Speller {
    fn matrix(&self, term: &Json) -> Option<Matrix> {
        match self.evaluate(term) {
            Ok(Shown::Matrix(a)) => Some(a),
            _ => None,
        }
    }

    fn table(a: Matrix) -> String {
        tex::shown(&Shown::Matrix(a))
    }

    pub(super) fn symmetrizer(&self, line: &Json, evidence: &Json) -> Result<Markup, ReportError> {
        let diagonal = evidence.get("diagonal").map(numbers);
        let m = diagonal.as_ref().map(|d| Matrix::diagonal(d)).or_else(|| matrix_of(&evidence["matrix"]));
        let (Some(m), Some(t)) = (m, self.matrix(&line[1])) else {
            return Ok(html! { p { "A symmetrizer is in the line itself." } });
        };
        let minors: Vec<_> = m.leading_minors();
        let product = &m * &t;
        let name = self.term(&line[1]);
        Ok(html! {
            p.scroll {
                (self.math(&format!("M = {}", Self::table(m)))?) " is symmetric and positive definite: "
                @if diagonal.is_some() { "its diagonal is positive." } @else {
                    "its leading minors are " (self.math(&tex::vector(&minors))?) "."
                }
            }
            p.scroll { (self.math(&format!("M\\,{name} = {}", Self::table(product)))?) " is symmetric." }
            p {
                "So " (self.math(&name)?) " is self-adjoint in the inner product " (self.math("x^{\\top} M y")?)
                " and has an orthogonal basis of real eigenvectors."
            }
        })
    }

    pub(super) fn defective(&self, line: &Json, evidence: &Json) -> Result<Markup, ReportError> {
        let eigenvalue = number(&evidence["eigenvalue"]);
        let Some(t) = self.matrix(&line[1]) else { return Ok(html! {}) };
        let n = t.rows();
        let shifted = &t - &Matrix::identity(n).scale(&eigenvalue);
        let vectors = n - shifted.rank();
        let reads = self.characteristic(&line[1]).map(|(_, reads)| reads).unwrap_or_default();
        let multiplicity = self.multiplicity(&line[1], &eigenvalue);
        Ok(html! {
            p.scroll { (self.math(&reads)?) }
            p {
                "The eigenvalue " (self.math(&tex::rational(&eigenvalue))?) " is a root " (multiplicity)
                " times, and has " (vectors) " independent eigenvector" @if vectors != 1 { "s" } ": "
                (self.math(&format!("{} - \\operatorname{{rank}}({} - \\lambda I) = {vectors}", n, self.term(&line[1])))?) "."
            }
        })
    }

    fn multiplicity(&self, matrix: &Json, eigenvalue: &Rational) -> usize {
        let Some((p, _)) = self.characteristic(matrix) else { return 0 };
        let mut p = exact::IntPoly::from_rationals(&p);
        let mut times = 0;
        while p.degree() > Some(0) && p.divide_linear(eigenvalue) {
            times += 1;
        }
        times
    }

    pub(super) fn sign_at_unit(&self, line: &Json, evidence: &Json) -> Result<Markup, ReportError> {
        let at = number(&evidence["at"]);
        let Some((p, reads)) = self.characteristic(&line[1]) else { return Ok(html! {}) };
        let value = p.iter().rev().fold(Rational::new(), |sum, c| sum * &at + c);
        let right = at > 0;
        let (end, place) = if right { ("+\\infty", "above 1") } else { ("-\\infty", "below −1") };
        Ok(html! {
            p.scroll { (self.math(&reads)?) }
            p {
                "Its value at " (self.math(&tex::rational(&at))?) " is " (self.math(&tex::rational(&value))?)
                ", which has the other sign than towards " (self.math(end)?) ". So there is a real eigenvalue " (place) "."
            }
        })
    }

    pub(super) fn intertwiner(&self, line: &Json, evidence: &Json) -> Result<Markup, ReportError> {
        let (first, second) = (&line[1], &line[2]);
        let embedding = line[0] == "no-embedding";
        let (t, s) = if embedding { (second, first) } else { (first, second) };
        let (Some(e), Some(big)) = (matrix_of(&evidence["matrix"]), self.matrix(t)) else {
            return Ok(html! { p { "A matrix between the two is in the line itself." } });
        };
        let (columns, rank) = (e.cols(), e.rank());
        let product = &big * &e;
        let (t, s) = (self.term(t), self.term(s));
        Ok(html! {
            p.scroll { (self.math(&format!("E = {}", Self::table(e)))?) " has full column rank, " (rank) " of " (columns) "." }
            p.scroll { (self.math(&format!("\\left({t}\\right) E = E \\left({s}\\right) = {}", Self::table(product)))?) "." }
        })
    }

    pub(super) fn charpolys_differ(&self, line: &Json) -> Result<Markup, ReportError> {
        let reads =
            |term: &Json| self.characteristic(term).map(|(p, _)| tex::polynomial(&p)).unwrap_or_default();
        Ok(html! {
            p.scroll {
                "The characteristic polynomials " (self.math(&reads(&line[1]))?) " and " (self.math(&reads(&line[2]))?)
                " differ, so the matrices are not similar."
            }
        })
    }

    pub(super) fn fourier(&self, line: &Json, evidence: &Json) -> Result<Markup, ReportError> {
        let (radius, turns) = (number(&evidence["radius"]), numbers(&evidence["turns"]));
        let nyquist = evidence["kind"] == "fourier-nyquist";
        let slots = turns.len() + usize::from(nyquist);
        let indices = (0..slots).filter(|j| !(nyquist && 2 * j == slots));
        let matrix = self.term(&line[1]);
        let moving = turns.iter().filter(|t| !Rational::from(*t * 2u32).is_integer()).count();
        let pairs = if radius.is_zero() { 0 } else { moving / 2 };
        Ok(html! {
            p.scroll {
                "For each " (self.math("j")?) " the Fourier vector " (self.math(&format!("v_{{j}} = \\left(e^{{2\\pi i j l/{slots}}}\\right)_{{l}}"))?)
                " is an eigenvector, exactly: " (self.math(&format!("{matrix}\\,v_{{j}} = \\rho\\,e^{{2\\pi i t_{{j}}}}\\,v_{{j}}"))?)
                " with " (self.math(&format!("\\rho = {}", tex::rational(&radius)))?) " and"
            }
            div.scroll { table.numbers {
                thead { tr { th scope="row" { (self.math("j")?) } @for j in indices { th scope="col" { (j) } } } }
                tbody { tr { th scope="row" { (self.math("t_{j}")?) " in turns" } @for t in &turns { td { (self.math(&tex::rational(t))?) } } } }
            } }
            @if nyquist { p { "The alternating vector, which is left out, is a real eigenvector as well." } }
            p {
                "The Fourier vectors are a basis, so these are all eigenvalues. Not real are those whose "
                (self.math("2t_{j}")?) " is no integer: " (moving) ", which are " (pairs) " pair" @if pairs != 1 { "s" } "."
                @if let Some(claimed) = line.get(2).filter(|_| line[0] != "harmonic-phases").and_then(|n| self.value(n)) { " Claimed: " (self.math(&claimed)?) "." }
            }
        })
    }

    pub(super) fn clock(&self, line: &Json, evidence: &Json) -> Result<Markup, ReportError> {
        let delta = number(&evidence["delta"]);
        let value = |i: usize| line.get(i).and_then(|it| self.value(it)).unwrap_or_default();
        Ok(html! {
            p {
                "The increment " (self.math(&format!("\\delta = {}", tex::rational(&delta)))?) " gives both phases "
                (self.math(&value(2))?) " and " (self.math(&value(3))?) " on " (self.math(&value(1))?) " slots."
            }
        })
    }
}
