//! A counterexample as the skeleton of a theorem file, in the form of `docs/adding-a-theorem.md`.
//!
//! What was refuted as "for all" is a theorem as "there is": the parameters of the statement that the certificate names, its
//! hypotheses, its transition, and the negation of the line that fails. The domain of the skeleton is the counterexample
//! alone, so it holds as it stands; widening the domain, and deciding its instances in `check`, is what an author adds.

use crate::claim::Claim;
use crate::counterexample::Counterexample;
use serde_json::Value as Json;

/// A theorem file called `file`, as an entry of topic `topic`; `None` where there is no certificate, functions are enclosed, a number
/// does not fit into 64 bits, or the negation of the line has no word in the vocabulary.
pub fn theorem(claim: &Claim, found: &Counterexample, topic: &str, file: &str) -> Option<String> {
    if claim.enclosed {
        return None;
    }
    let line: Json = serde_json::from_str(&found.certificate.as_ref()?.line).ok()?;
    let fails = usize::try_from(line["fails"].as_u64()?).ok()?;
    let statement = &line;
    let (negated, evidence) = negation(&line["conclusion"][fails], &line["evidence"][0])?;
    let mut parameters = Vec::new();
    for (name, shape) in statement["parameters"].as_object()? {
        let letters: Vec<_> =
            shape.as_array()?.iter().map(|letter| format!("{:?}", letter.as_str().unwrap_or(""))).collect();
        let shape = match letters.len() {
            0 => "Shape::Scalar".to_owned(),
            1 => format!("Shape::Vector({})", letters[0]),
            _ => format!("Shape::Matrix({})", letters.join(", ")),
        };
        parameters.push(format!("            ({name:?}, {shape}),"));
    }
    let named = |part: &str| {
        let lines = statement[part]
            .as_object()?
            .iter()
            .map(|(name, term)| Some(format!("            ({name:?}, {}),", expression(term)?)));
        lines.collect::<Option<Vec<_>>>().map(|lines| lines.join("\n"))
    };
    let mut values = Vec::new();
    for (name, value) in line["instance"].as_object()? {
        values.push(format!("        .with({name:?}, {})", instance(value)?));
    }
    let title =
        format!("{}: refuted in dimension {} by {} step(s)", claim.name, found.dimension, found.length());
    let id = file.replace('_', "-");
    let d = found.dimension;
    let shape = if parameters.is_empty() { "" } else { "Shape, " };
    Some(format!(
        r#"//! # {title}
//!
//! **Statement.** There are parameters within the hypotheses below for which the claim "{summary}" fails: {what}.
//!
//! **Why.** The witness, found by `eigenclaim refute` and decided exactly.
//!
//! **What is checked.** The witness alone.
//!
//! **Sharpness.** An existence theorem: the hypotheses say where the witness is.

use claim::expr::*;
use claim::{{Claim, Evidence, {expr}Instance, Level, Outcome, Quantifier, {shape}Statement}};
use proptest::prelude::*;

fn witness() -> Instance {{
    Instance::new()
{values}
}}

fn domain(_d: usize) -> BoxedStrategy<Instance> {{
    Just(witness()).boxed()
}}

fn statement() -> Statement {{
    Statement {{
        parameters: vec![
{parameters}
        ],
        hypotheses: vec![
{hypotheses}
        ],
        transition: vec![
{transition}
        ],
        conclusion: vec![{negated}],
    }}
}}

/// The domain holds nothing but the witness, for which the checker's own evaluation is the evidence.
fn check(_: &Instance) -> Outcome {{
    Outcome::Holds(vec![{evidence}])
}}

/// The theorem.
pub static CLAIM: Claim = Claim {{
    id: "{topic}/{id}",
    title: "{title}",
    system: "",
    source: "refuted by eigenclaim refute",
    level: Level::Exact,
    quantifier: Quantifier::Exists(witness),
    uses: &[],
    formal: &[],
    text: include_str!("{file}.rs"),
    dimensions: ({d}, {d}),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[],
}};
"#,
        summary = claim.summary(),
        what = found.found,
        expr = if uses_fractions(statement) { "Expr, " } else { "" },
        values = values.join("\n"),
        parameters = parameters.join("\n"),
        hypotheses = named("hypotheses")?,
        transition = named("transition")?,
    ))
}

/// The opposite of a line, in Rust, with the evidence that it is true.
fn negation(line: &Json, evidence: &Json) -> Option<(String, &'static str)> {
    let parts = line.as_array()?;
    let of = |at: usize| expression(parts.get(at)?);
    match (parts.first()?.as_str()?, evidence["kind"].as_str()?) {
        ("real-spectrum" | "real-diagonalizable", "sturm") => {
            Some((format!("pairs_at_least({}, 1)", of(1)?), "Evidence::Sturm"))
        }
        ("pairs-at-most", "sturm") => {
            let most: u64 = parts.get(2)?.as_str()?.parse().ok()?;
            Some((format!("pairs_at_least({}, {})", of(1)?, most + 1), "Evidence::Sturm"))
        }
        (_, "compute") => Some((format!("not({})", expression(line)?), "Evidence::Compute")),
        _ => None,
    }
}

fn fraction(text: &str) -> Option<(i64, i64)> {
    match text.split_once('/') {
        None => Some((text.parse().ok()?, 1)),
        Some((numerator, denominator)) => Some((numerator.parse().ok()?, denominator.parse().ok()?)),
    }
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c == '-' || c.is_ascii_digit())
}

/// Whether a constant of the statement is written as `Expr::from`.
fn uses_fractions(statement: &Json) -> bool {
    fn any(term: &Json) -> bool {
        match term {
            Json::String(word) => is_number(word) && word.contains('/'),
            Json::Array(parts) => parts.iter().any(any),
            Json::Object(map) => map.values().any(any),
            _ => false,
        }
    }
    ["hypotheses", "transition", "conclusion"].into_iter().any(|part| any(&statement[part]))
}

/// A term of the vocabulary with the builders of `claim::expr`.
fn expression(term: &Json) -> Option<String> {
    written(term, false)
}

/// [`expression`]; in brackets where it is an operand and needs them.
fn written(term: &Json, operand: bool) -> Option<String> {
    if let Some(word) = term.as_str() {
        if !is_number(word) {
            return Some(format!("p({word:?})"));
        }
        return match fraction(word)? {
            (whole, 1) => Some(format!("int({whole})")),
            (numerator, denominator) => Some(format!("Expr::from(({numerator}, {denominator}))")),
        };
    }
    let (operator, arguments) = term.as_array()?.split_first()?;
    let operator = operator.as_str()?;
    let is_infix = matches!(operator, "add" | "sub" | "mul" | "div" | "neg");
    let arguments = arguments.iter().map(|term| written(term, is_infix)).collect::<Option<Vec<_>>>()?;
    let bracketed = |text: String| Some(if operand { format!("({text})") } else { text });
    let infix = |symbol: &str| bracketed(arguments.join(symbol));
    match operator {
        "add" => infix(" + "),
        "sub" => infix(" - "),
        "mul" => infix(" * "),
        "div" => infix(" / "),
        "neg" => bracketed(format!("-{}", arguments.first()?)),
        "if" => Some(format!("select({})", arguments.join(", "))),
        "all" | "any" => Some(format!("{operator}_of(vec![{}])", arguments.join(", "))),
        _ => Some(format!("{}({})", operator.replace('-', "_"), arguments.join(", "))),
    }
}

/// A value of the instance.
fn instance(value: &Json) -> Option<String> {
    let pair = |value: &Json| {
        let (numerator, denominator) = fraction(value.as_str()?)?;
        Some(format!("({numerator}, {denominator})"))
    };
    match value {
        Json::String(_) => pair(value),
        Json::Array(entries) => {
            let inner =
                entries.iter().map(|entry| if entry.is_array() { instance(entry) } else { pair(entry) });
            Some(format!("[{}]", inner.collect::<Option<Vec<_>>>()?.join(", ")))
        }
        _ => None,
    }
}
