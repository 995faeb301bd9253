//! A certificate in steps that a reader can redo by hand. The values are the checker's own (`recheck::Trace`); the
//! words say what `docs/certificate-v1.md` asks of each kind of evidence.

mod compute;
mod other;
mod roots;
mod sturm;

use crate::ReportError;
use crate::site::Site;
use crate::tex::{self, Names, Said, said};
use exact::{IntPoly, Rational, text};
use maud::{Markup, html};
use recheck::{Shown, Trace};
use serde_json::Value as Json;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// A formula longer than this is left to the line itself.
const LONGEST_FORMULA: usize = 1_000;
/// A value with more numbers than this is described and not shown.
const MOST_CELLS: usize = 49;

/// A certificate, its accepted trace, and the names of its statement.
pub(crate) struct Speller {
    line: Json,
    trace: Trace,
    names: Names,
    place: &'static str,
    /// Values that were asked for, by their terms: some take long to compute, and are shown on two pages.
    values: RefCell<BTreeMap<String, Result<Shown, String>>>,
}

/// What an argument of the evidence is called where it is not a plain name.
fn plain(json: &Json) -> bool {
    json.is_string()
}

impl Speller {
    /// Reads and checks a line.
    ///
    /// # Errors
    /// [`ReportError::Refused`] when the checker does not accept it.
    pub(crate) fn new(line: &str, names: Names, place: &'static str) -> Result<Self, ReportError> {
        let refused = |reason: String| ReportError::Refused { theorem: place.into(), reason };
        let trace = Trace::of(line).map_err(|error| refused(error.to_string()))?;
        let line = serde_json::from_str(line).map_err(|error| refused(error.to_string()))?;
        Ok(Self { line, trace, names, place, values: RefCell::default() })
    }

    pub(crate) fn math(&self, tex: &str) -> Result<Markup, ReportError> {
        tex::inline(tex, self.place)
    }

    /// A formula that may be long.
    pub(crate) fn scrolled(&self, tex: &str) -> Result<Markup, ReportError> {
        tex::scrolled(tex, self.place)
    }

    fn term(&self, json: &Json) -> String {
        tex::term(json, &self.names)
    }

    /// The value of a term.
    fn evaluate(&self, term: &Json) -> Result<Shown, String> {
        let key = term.to_string();
        if let Some(known) = self.values.borrow().get(&key) {
            return known.clone();
        }
        let value = self.trace.value(term);
        self.values.borrow_mut().insert(key, value.clone());
        value
    }

    /// Whether the line certifies that its conclusion is true, and not that a line of it is false.
    fn is_true(&self) -> bool {
        self.line.get("fails").is_none()
    }

    /// The value of a term as TeX, or what kept it from being shown.
    fn value(&self, json: &Json) -> Option<String> {
        let value = self.evaluate(json).ok()?;
        let cells = match &value {
            Shown::Scalar(_) => 1,
            Shown::Vector(v) => v.len(),
            Shown::Matrix(a) => a.entries().len(),
            Shown::Polynomial(p) => p.len(),
            Shown::Cyclotomic { entries, .. } => entries.len(),
            Shown::Enclosed { entries, .. } => entries.len(),
            _ => return None,
        };
        (cells <= MOST_CELLS).then(|| tex::shown(&value))
    }

    fn scalar(&self, json: &Json) -> Option<Rational> {
        match self.evaluate(json) {
            Ok(Shown::Scalar(x)) => Some(x),
            _ => None,
        }
    }

    /// `term = value`, or the term alone where it is its own value or has none to show.
    fn valued(&self, json: &Json) -> String {
        let term = self.term(json);
        match self.value(json) {
            Some(value) if value != term && term.len() <= LONGEST_FORMULA => format!("{term} = {value}"),
            Some(value) if term.len() > LONGEST_FORMULA => value,
            _ => term,
        }
    }

    /// The parameters of the instance, one a line.
    pub(crate) fn instance(&self) -> Result<Markup, ReportError> {
        let parameters = self.line["instance"].as_object();
        Ok(html! {
            ul.values {
                @for (name, value) in parameters.into_iter().flatten() {
                    @let shown = tex::instance_value(value).unwrap_or_else(|| "?".into());
                    li { (self.math(&format!("{} = {shown}", tex::name(name)))?) }
                }
            }
        })
    }

    /// The certificate of an instance that holds, as steps.
    pub(crate) fn steps(&self) -> Result<Markup, ReportError> {
        let conclusion = self.line["conclusion"].as_array().map(Vec::as_slice).unwrap_or_default();
        let evidence = self.line["evidence"].as_array().map(Vec::as_slice).unwrap_or_default();
        let definitions = self.line["transition"].as_object();
        let hypotheses = self.line["hypotheses"].as_object();
        Ok(html! {
            ol.steps {
                li { h3 { "The instance" } (self.instance()?) }
                @if hypotheses.is_some_and(|it| !it.is_empty()) {
                    li { h3 { "It is within the hypotheses" }
                        dl.hypotheses {
                            @for (name, predicate) in hypotheses.into_iter().flatten() {
                                dt { code { (name) } } dd { (self.predicate(predicate)?) }
                            }
                        }
                    }
                }
                @if definitions.is_some_and(|it| !it.is_empty()) {
                    li { h3 { "What the conclusion speaks of" } (self.definitions(true)?) }
                }
                @for (index, (line, evidence)) in conclusion.iter().zip(evidence).enumerate() {
                    li {
                        h3 { "Line " (index + 1) " of the conclusion" }
                        div.claimed { (self.sentence(line)?) }
                        @if let Some(same) = self.same_roots(index) {
                            p { "By the places in line " (same + 1) "." }
                            (self.roots_compared(line, evidence)?)
                        } @else { (self.evidence(line, evidence)?) }
                    }
                }
            }
        })
    }

    /// An earlier line with the same matrix and the same roots.
    fn same_roots(&self, index: usize) -> Option<usize> {
        let (conclusion, evidence) = (&self.line["conclusion"], &self.line["evidence"]);
        let same = |earlier: &usize| {
            evidence[*earlier] == evidence[index] && conclusion[*earlier][1] == conclusion[index][1]
        };
        if evidence[index]["kind"] == "roots" { (0..index).find(same) } else { None }
    }

    /// A counterexample: to a theorem without one hypothesis, to a false neighbour, or to the theorem. Why the line is
    /// false unfolds on a screen, and lies open on paper.
    pub(crate) fn counterexample(&self, site: Site) -> Result<Markup, ReportError> {
        let fails = self.line["fails"].as_u64().and_then(|it| usize::try_from(it).ok()).unwrap_or(0);
        let (line, evidence) = (&self.line["conclusion"][fails], &self.line["evidence"][0]);
        let dropped = self.line["drops"].as_str().and_then(|name| self.line["hypotheses"].get(name));
        Ok(html! {
            (self.instance()?)
            @if let Some(predicate) = dropped {
                p { "The hypothesis is broken: " } (self.predicate(predicate)?)
            }
            p { "The conclusion is false, in this line:" }
            div.claimed { (self.sentence(line)?) }
            details open[site == Site::Print] {
                summary { "Why, in numbers" }
                (self.definitions(false)?)
                (self.evidence(line, evidence)?)
            }
        })
    }

    /// Each definition with its value; with its formula when `formulas` are asked for, or there is no value to show.
    fn definitions(&self, formulas: bool) -> Result<Markup, ReportError> {
        let definitions = self.line["transition"].as_object();
        Ok(html! {
            ul.values {
                @for (name, term) in definitions.into_iter().flatten() {
                    @let formula = self.term(term);
                    @let name_tex = tex::name(name);
                    @let value = self.value(&Json::from(name.as_str()));
                    li.scroll {
                        @if formula.len() <= LONGEST_FORMULA && (formulas || value.is_none()) {
                            (self.math(&format!("{name_tex} = {formula}"))?)
                            @if let Some(value) = value.filter(|value| *value != formula) {
                                " " (self.math(&format!("= {value}"))?)
                            }
                        } @else if let Some(value) = value {
                            (self.math(&format!("{name_tex} = {value}"))?) @if formulas { " (by the formula in the line itself)" }
                        } @else {
                            (self.math(&name_tex)?) " by the formula in the line itself"
                        }
                    }
                }
            }
        })
    }

    /// A predicate in words, its parts as lists.
    pub(crate) fn sentence(&self, json: &Json) -> Result<Markup, ReportError> {
        sentence(&said(json, &self.names), self.place)
    }

    fn evidence(&self, line: &Json, evidence: &Json) -> Result<Markup, ReportError> {
        match evidence["kind"].as_str().unwrap_or_default() {
            "compute" => self.computed(line),
            "roots" => self.roots(line, evidence),
            "sturm" => self.sturm(line),
            "symmetrizer" => self.symmetrizer(line, evidence),
            "defective" => self.defective(line, evidence),
            "sign-at-unit" => self.sign_at_unit(line, evidence),
            "intertwiner" => self.intertwiner(line, evidence),
            "charpolys-differ" => self.charpolys_differ(line),
            "fourier" | "fourier-nyquist" => self.fourier(line, evidence),
            "clock" => self.clock(line, evidence),
            kind => Ok(html! { p { "Evidence of kind " code { (kind) } "." } }),
        }
    }

    /// The characteristic polynomial of a matrix that a line speaks of, and how it reads.
    fn characteristic(&self, matrix: &Json) -> Option<(Vec<Rational>, String)> {
        let polynomial = self.trace.characteristic_polynomial(matrix).ok()?;
        let name = if plain(matrix) { format!("\\chi_{{{}}}", self.term(matrix)) } else { "\\chi".into() };
        let reads = format!("{name}(z) = {}", tex::polynomial(&polynomial));
        Some((polynomial, reads))
    }
}

/// A predicate in words, its parts as lists.
pub(crate) fn sentence(said: &Said, place: &str) -> Result<Markup, ReportError> {
    let list = |parts: &[Said], word: &str| -> Result<Markup, ReportError> {
        Ok(html! {
            span.join { (word) }
            ul.parts { @for part in parts { li { (sentence(part, place)?) } } }
        })
    };
    match said {
        Said::Formula(formula) => {
            if formula.len() > LONGEST_FORMULA {
                return Ok(html! { span { "a predicate that is too long to be read; see the line itself" } });
            }
            tex::scrolled(formula, place)
        }
        Said::All(parts) => list(parts, "all of"),
        Said::Any(parts) => list(parts, "at least one of"),
    }
}

/// A number of the evidence.
fn number(json: &Json) -> Rational {
    json.as_str().and_then(|word| text::parse(word).ok()).unwrap_or_default()
}

fn numbers(json: &Json) -> Vec<Rational> {
    json.as_array().into_iter().flatten().map(number).collect()
}

/// The monic multiple of an integer polynomial.
fn monic(p: &IntPoly) -> Vec<Rational> {
    let leading = p.leading().cloned().unwrap_or_else(|| 1.into());
    p.coefficients().iter().map(|c| Rational::from((c, &leading))).collect()
}

/// The sign of a number as a word.
fn sign(x: &Rational) -> &'static str {
    match x.cmp0() {
        std::cmp::Ordering::Less => "−",
        std::cmp::Ordering::Equal => "0",
        std::cmp::Ordering::Greater => "+",
    }
}
