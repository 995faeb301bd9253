//! Terms of the vocabulary as TeX (their meaning: `docs/certificate-v1.md`, section 4).

use super::{Names, number, predicate};
use exact::text;
use serde_json::Value as Json;

/// How tightly the outermost operation of a formula binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Binding {
    Sum,
    Product,
    Atom,
}

use Binding::{Atom, Product, Sum};

/// A term as TeX.
pub(crate) fn term(json: &Json, names: &Names) -> String {
    bound(json, names).0
}

/// A name of a statement: `alpha1` as α₁, `En` as Eₙ, whole words upright.
pub(crate) fn name(word: &str) -> String {
    const GREEK: &[&str] = &[
        "alpha", "beta", "gamma", "delta", "epsilon", "eta", "kappa", "lambda", "mu", "nu", "rho", "omega",
        "chi", "sigma", "theta", "phi", "psi", "tau",
    ];
    if let Some((head, index)) = word.split_once('_') {
        let index = if index.chars().count() > 1 { format!("\\mathrm{{{index}}}") } else { index.to_owned() };
        return format!("{}_{{{}}}", name(head), index.replace('_', "\\_"));
    }
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &word[letters.len()..];
    let (base, sub) = match letters {
        "dt" => ("\\Delta".into(), digits.into()),
        "epsilon" => ("\\varepsilon".into(), digits.into()),
        _ if GREEK.contains(&letters) => (format!("\\{letters}"), digits.into()),
        // Two letters, the second a token or an axis.
        "ta" | "tb" | "En" | "Zn" => (letters[..1].to_owned(), format!("{}{digits}", &letters[1..])),
        _ if letters.chars().count() <= 1 => (letters.to_owned(), digits.into()),
        _ => (format!("\\mathrm{{{letters}}}"), digits.to_owned()),
    };
    if sub.is_empty() { base } else { format!("{base}_{{{sub}}}") }
}

/// `base` with a further index.
fn indexed(json: &Json, index: &str, names: &Names) -> String {
    let (base, binding) = bound(json, names);
    let has_index = json.is_string() || matches!(json.get(0).and_then(Json::as_str), Some("entry" | "row"));
    match base.strip_suffix('}').and_then(|head| head.rsplit_once("_{")) {
        Some((head, sub)) if has_index && !sub.contains('{') => format!("{head}_{{{sub},{index}}}"),
        None if binding == Atom => format!("{base}_{{{index}}}"),
        _ => format!("{}_{{{index}}}", in_parentheses(&base)),
    }
}

/// Parentheses that are as high as what they hold.
pub(super) fn in_parentheses(tex: &str) -> String {
    let high = ["\\frac", "\\begin", "\\sum", "\\prod", "\\left"].iter().any(|it| tex.contains(it));
    if high { format!("\\left({tex}\\right)") } else { format!("({tex})") }
}

/// A product; a word needs space around it.
fn beside(left: &str, right: &str) -> String {
    let word = |tex: &str| tex.contains("\\mathrm{") || tex.contains("\\operatorname{");
    let space = if word(left) || (word(right) && !right.starts_with("\\mathrm{Diag}")) { "\\," } else { " " };
    format!("{left}{space}{right}")
}

fn parenthesised(json: &Json, least: Binding, names: &Names) -> String {
    let (tex, binding) = bound(json, names);
    if binding < least { in_parentheses(&tex) } else { tex }
}

/// The base of a power or a transpose.
fn base(json: &Json, names: &Names) -> String {
    let tex = parenthesised(json, Atom, names);
    let grouped = bound(json, names).1 < Atom;
    if json.is_string() || grouped { tex } else { in_parentheses(&tex) }
}

fn operator(name: &str, list: &[Json], names: &Names) -> String {
    let arguments: Vec<_> = list.iter().map(|it| term(it, names)).collect();
    format!("\\operatorname{{{name}}}{}", in_parentheses(&arguments.join(",\\;")))
}

/// Whether a name occurs in a term.
fn mentions(json: &Json, name: &str) -> bool {
    match json {
        Json::String(word) => word == name,
        Json::Array(parts) => parts.iter().any(|part| mentions(part, name)),
        _ => false,
    }
}

pub(super) fn bound(json: &Json, names: &Names) -> (String, Binding) {
    match json {
        Json::String(word) if word.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => {
            match text::parse(word) {
                Ok(x) if x < 0 => (number::rational(&x), Sum),
                Ok(x) if x.is_integer() => (number::rational(&x), Atom),
                Ok(x) => (number::rational(&x), Product),
                Err(_) => ("?".into(), Atom),
            }
        }
        Json::String(word) => (name(word), Atom),
        Json::Array(parts) => match parts.split_first() {
            Some((Json::String(operator), list)) => applied(operator, list, names),
            _ => ("?".into(), Atom),
        },
        _ => ("?".into(), Atom),
    }
}

fn applied(op: &str, list: &[Json], names: &Names) -> (String, Binding) {
    let tex = |i: usize| list.get(i).map(|it| term(it, names)).unwrap_or_default();
    let at = |i: usize, least| list.get(i).map(|it| parenthesised(it, least, names)).unwrap_or_default();
    let power = |i: usize| list.get(i).map(|it| base(it, names)).unwrap_or_default();
    let word = |i: usize| list.get(i).and_then(Json::as_str).unwrap_or_default();
    match (op, list) {
        ("add", [_, _]) => (format!("{} + {}", tex(0), at(1, Sum)), Sum),
        ("sub", [_, b]) => {
            let right = if matches!(bound(b, names).1, Sum) { in_parentheses(&tex(1)) } else { tex(1) };
            (format!("{} - {right}", tex(0)), Sum)
        }
        ("mul", [_, _]) => {
            let (left, right) = (at(0, Product), at(1, Product));
            let digit = right.starts_with(|c: char| c.is_ascii_digit()) || right.starts_with("\\frac");
            (if digit { format!("{left} \\cdot {right}") } else { beside(&left, &right) }, Product)
        }
        ("div", [_, _]) => (format!("\\frac{{{}}}{{{}}}", tex(0), tex(1)), Product),
        ("neg", [_]) => (format!("-{}", at(0, Product)), Sum),
        ("square", [_]) => (format!("{}^{{2}}", power(0)), Product),
        ("if", [p, a, b]) => {
            let (p, a, b) = (predicate::phrase(p, names), term(a, names), term(b, names));
            (
                format!("\\begin{{cases}} {a} & \\text{{if }} {p} \\\\ {b} & \\text{{else}} \\end{{cases}}"),
                Sum,
            )
        }
        ("determinant", [_]) => (format!("\\det {}", at(0, Atom)), Product),
        ("len", [Json::String(v)]) if names.length(v).is_some() => {
            (names.length(v).unwrap_or_default().into(), Atom)
        }
        ("height", [Json::String(a)]) if names.height(a).is_some() => {
            (names.height(a).unwrap_or_default().into(), Atom)
        }
        ("len", [Json::Array(row)]) if row_length(row, names).is_some() => {
            (row_length(row, names).unwrap_or_default().into(), Atom)
        }
        ("len", _) => (operator("length", list, names), Atom),
        ("height", _) => (operator("rows", list, names), Atom),
        ("positive-eigenvalues", _) => (format!("n_{{+}}{}", in_parentheses(&tex(0))), Atom),
        ("negative-eigenvalues", _) => (format!("n_{{-}}{}", in_parentheses(&tex(0))), Atom),
        ("min" | "max", [_]) => (format!("\\{op} {}", at(0, Atom)), Product),
        ("dot", [u, v]) if u == v => (format!("\\lVert {} \\rVert^{{2}}", tex(0)), Product),
        ("dot", [_, _]) => (format!("{} \\cdot {}", power(0), power(1)), Product),
        ("sum-of-squares", [_]) => (format!("\\lVert {} \\rVert^{{2}}", tex(0)), Product),
        ("entry" | "row", [v, _]) => (indexed(v, &tex(1), names), Atom),
        ("hadamard", [_, _]) => (format!("{} \\odot {}", at(0, Product), at(1, Product)), Product),
        ("constant", [_, _]) => (format!("{}\\mathbf{{1}}_{{{}}}", at(1, Product), tex(0)), Product),
        ("eye", [_]) => (format!("I_{{{}}}", tex(0)), Atom),
        ("diag", [_]) => (format!("\\mathrm{{Diag}}{}", in_parentheses(&tex(0))), Atom),
        ("outer", [_, _]) => (format!("{}^{{\\top}}", beside(&at(0, Product), &power(1))), Product),
        ("transpose", [_]) => (format!("{}^{{\\top}}", power(0)), Product),
        ("direct-sum", [_, _]) => (format!("{} \\oplus {}", at(0, Product), at(1, Product)), Product),
        ("stack", [_, _]) => {
            (format!("\\begin{{pmatrix}} {} \\\\ {} \\end{{pmatrix}}", tex(0), tex(1)), Atom)
        }
        ("block", [_, _, _, _]) => {
            let [a, b, c, d] = [tex(0), tex(1), tex(2), tex(3)];
            (format!("\\begin{{pmatrix}} {a} & {b} \\\\ {c} & {d} \\end{{pmatrix}}"), Atom)
        }
        ("copies", [_, _]) => (format!("{}^{{\\oplus {}}}", power(1), tex(0)), Product),
        ("rotation", [_]) => (format!("R\\left(2\\arctan {}\\right)", at(0, Atom)), Atom),
        ("turns", [_]) => (format!("R\\left(2\\pi\\,{}\\right)", at(0, Product)), Atom),
        ("charpoly", [_]) => (format!("\\chi_{{{}}}", tex(0)), Atom),
        ("at", [_, _]) => (format!("{}{}", at(0, Atom), in_parentheses(&tex(1))), Atom),
        ("secular", [a, w]) => {
            let entry = |v: &Json, i: &str| indexed(v, i, names);
            let (ai, aj, wi) = (entry(a, "i"), entry(a, "j"), entry(w, "i"));
            (format!("\\prod_{{i}} (z - {ai}) + \\sum_{{i}} {wi} \\prod_{{j \\ne i}} (z - {aj})"), Sum)
        }
        ("quadratic", [_, _]) => (format!("z^{{2}} - {}\\,z + {}", at(0, Product), at(1, Product)), Sum),
        ("shift", [_, _]) => (format!("P_{{{}}}{}", tex(0), in_parentheses(&tex(1))), Atom),
        ("fourier-basis", [_]) => (format!("\\Phi_{{{}}}", tex(0)), Atom),
        ("fourier-rotations", [_, _]) => (format!("F_{{{}}}{}", tex(0), in_parentheses(&tex(1))), Atom),
        ("pi", []) => ("\\pi".into(), Atom),
        ("sqrt", [_]) => (format!("\\sqrt{{{}}}", tex(0)), Atom),
        ("exp" | "log" | "sin" | "cos", [_]) => (format!("\\{op}{}", in_parentheses(&tex(0))), Atom),
        ("iterate", [_, start, _, from, to, body]) => {
            iterated((word(0), word(2)), [start, from, to, body], names)
        }
        ("rows" | "entries", [_, _, _]) => {
            (format!("\\left[{}\\right]_{{{} = 1, \\dots, {}}}", tex(2), name(word(0)), tex(1)), Atom)
        }
        _ => (operator(op, list, names), Atom),
    }
}

/// The letter of the length of `["row", A, i]`.
fn row_length<'a>(row: &[Json], names: &'a Names) -> Option<&'a str> {
    match row {
        [Json::String(op), Json::String(a), _] if op == "row" => names.width(a),
        _ => None,
    }
}

/// A sum or a product where the body adds to or multiplies what there was, else the replacement itself.
fn iterated((x, i): (&str, &str), [start, from, to, body]: [&Json; 4], names: &Names) -> (String, Binding) {
    let range = format!("{} = {}", name(i), term(from, names));
    let to = term(to, names);
    if let Some([Json::String(op), Json::String(first), part]) = body.as_array().map(Vec::as_slice)
        && first == x
        && !mentions(part, x)
    {
        let head = |sign: &str| format!("\\{sign}_{{{range}}}^{{{to}}}");
        match (op.as_str(), start.as_str()) {
            ("mul", Some("1")) => {
                return (format!("{} {}", head("prod"), parenthesised(part, Product, names)), Product);
            }
            ("hadamard", None) if start[0] == "constant" && start[2] == "1" => {
                return (format!("{} {}", head("bigodot"), parenthesised(part, Product, names)), Product);
            }
            ("add", Some("0")) => {
                return (format!("{} {}", head("sum"), parenthesised(part, Product, names)), Sum);
            }
            ("add", _) => {
                let (start, sum) = (term(start, names), parenthesised(part, Product, names));
                return (format!("{start} + {} {sum}", head("sum")), Sum);
            }
            _ => {}
        }
    }
    let (x, start, body) = (name(x), term(start, names), term(body, names));
    (
        format!(
            "\\left\\{{ {x} := {start};\\;{x} := {body} \\text{{ for }} {range}, \\dots, {to} \\right\\}}"
        ),
        Atom,
    )
}
