//! Predicates and lines of a conclusion as sentences (their meaning: `docs/certificate-v1.md`, sections 5 and 6).

use super::term::{Binding, bound};
use super::{Names, term};
use serde_json::Value as Json;

/// A predicate, taken apart where it is a list of predicates.
#[derive(Clone, Debug)]
pub(crate) enum Said {
    /// A formula.
    Formula(String),
    /// All of them.
    All(Vec<Said>),
    /// One of them at least.
    Any(Vec<Said>),
}

/// A predicate for a reader.
pub(crate) fn said(json: &Json, names: &Names) -> Said {
    let parts =
        || json.as_array().into_iter().flatten().skip(1).map(|part| said(part, names)).collect::<Vec<_>>();
    match json.get(0).and_then(Json::as_str) {
        Some("all") => Said::All(parts()),
        Some("any") => Said::Any(parts()),
        _ => Said::Formula(phrase(json, names)),
    }
}

/// A predicate in one formula.
pub(super) fn phrase(json: &Json, names: &Names) -> String {
    let Some((Json::String(operator), list)) = json.as_array().and_then(|parts| parts.split_first()) else {
        return "?".into();
    };
    let tex = |i: usize| list.get(i).map(|it| term(it, names)).unwrap_or_default();
    // `T has …`: what is said of a long formula is easier to read with parentheses around it.
    let subject = |i: usize| match list.get(i).map(|it| bound(it, names)) {
        Some((tex, Binding::Atom)) => tex,
        Some((tex, _)) => format!("\\left({tex}\\right)"),
        None => String::new(),
    };
    let entries = |sign: &str| format!("{} {sign} {} \\text{{ in every entry}}", tex(0), tex(1));
    let is = |what: &str| format!("{} \\text{{ {what}}}", subject(0));
    let joined = |word: &str| {
        let parts: Vec<_> = list.iter().map(|part| grouped(part, names)).collect();
        parts.join(&format!(" \\text{{ {word} }} "))
    };
    match operator.as_str() {
        "lt" => format!("{} < {}", tex(0), tex(1)),
        "le" => format!("{} \\le {}", tex(0), tex(1)),
        "eq" => format!("{} = {}", tex(0), tex(1)),
        "ne" => format!("{} \\ne {}", tex(0), tex(1)),
        "all-lt" => entries("<"),
        "all-le" => entries("\\le"),
        "all-gt" => entries(">"),
        "all-ge" => entries("\\ge"),
        "all-equal" => format!("\\text{{all entries of }} {} \\text{{ are equal}}", tex(0)),
        "not" => format!("\\text{{not: }} {}", list.first().map(|it| grouped(it, names)).unwrap_or_default()),
        "any" => joined("or"),
        "all" => joined("and"),
        "odd" => is("is odd"),
        "full-column-rank" => is("has full column rank"),
        "positive-semidefinite" => is("is positive semidefinite"),
        "in-root-window" => {
            let (w, a, b) = (tex(0), tex(1), tex(2));
            let root = |x: &str| format!("\\sqrt{{\\left|{x}\\right|}}");
            let (a, b) = (root(&a), root(&b));
            format!("\\left({a} - {b}\\right)^{{2}} < {w} < \\left({a} + {b}\\right)^{{2}}")
        }
        "schur-stable" => {
            format!("\\text{{every eigenvalue of }} {} \\text{{ has modulus below }} 1", tex(0))
        }
        "divides" => format!("{} \\text{{ divides }} {}", subject(0), subject(1)),
        "real-logarithm" => is("has a real logarithm"),
        "unique-logarithm" => is("has exactly one real logarithm"),
        "principal-logarithm" => is("has a principal logarithm"),
        "real-spectrum" => format!("\\text{{every eigenvalue of }} {} \\text{{ is real}}", tex(0)),
        "real-diagonalizable" => is("has a basis of real eigenvectors"),
        "pairs-equal" | "pairs-at-most" | "pairs-at-least" => {
            let sign = match operator.as_str() {
                "pairs-equal" => "=",
                "pairs-at-most" => "\\le",
                _ => "\\ge",
            };
            format!("\\text{{number of non-real pairs of }} {} {sign} {}", tex(0), tex(1))
        }
        "spectrum-within" => {
            format!(
                "\\text{{the eigenvalues of }} {} \\text{{ are real and in }} \\left[{},\\;{}\\right]",
                tex(0),
                tex(1),
                tex(2)
            )
        }
        "eigenvalues-at-least" => ranked(&tex(0), "\\ge", &tex(1), "j"),
        "eigenvalues-at-most" => ranked(&tex(0), "\\le", &tex(1), "j"),
        "interlaced" => ranked(&tex(0), "\\ge", &tex(1), "j-1"),
        "eigenvalue-signs" => format!(
            "\\text{{the eigenvalues of }} {} \\text{{ are real; negative: }} {} \\text{{, zero: }} {}",
            tex(0),
            tex(1),
            tex(2)
        ),
        "real-eigenvalue-beyond-unit" => is("has a real eigenvalue of modulus above 1"),
        "similar" => format!("{} \\text{{ is similar to }} {}", subject(0), subject(1)),
        "no-embedding" => {
            let (s, t) = (subject(0), subject(1));
            format!("\\text{{no real }} E \\text{{ of full column rank has }} {t}\\,E = E\\,{s}")
        }
        "simple-spectrum" => format!("\\text{{all eigenvalues of }} {} \\text{{ differ}}", tex(0)),
        "harmonic-phases" => format!(
            "{} \\cdot e^{{\\pm 2\\pi i j \\cdot {}}} \\text{{ are eigenvalues of }} {} \\text{{ for }} j = 1, \\dots, {}",
            tex(1),
            tex(2),
            tex(0),
            tex(3)
        ),
        "no-shift-carries" => format!(
            "\\text{{no }} \\delta \\in (0, 1) \\text{{ gives the shift on }} {} \\text{{ slots both eigenvalues }} \
             e^{{2\\pi i \\cdot {}}}, e^{{2\\pi i \\cdot {}}}",
            tex(0),
            tex(1),
            tex(2)
        ),
        _ => term(json, names),
    }
}

fn ranked(matrix: &str, sign: &str, vector: &str, rank: &str) -> String {
    format!(
        "\\text{{the eigenvalues of }} {matrix} \\text{{ are real, and }} \\lambda_{{j}} {sign} \\left({vector}\\right)_{{({rank})}}"
    )
}

fn grouped(json: &Json, names: &Names) -> String {
    let compound = matches!(json.get(0).and_then(Json::as_str), Some("any" | "all" | "not"));
    let tex = phrase(json, names);
    if compound { format!("\\left({tex}\\right)") } else { tex }
}
