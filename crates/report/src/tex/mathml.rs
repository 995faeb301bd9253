//! TeX to MathML Core.

use crate::ReportError;
use maud::{Markup, PreEscaped, html};
use pulldown_latex::config::DisplayMode;
use pulldown_latex::{Parser, RenderConfig, Storage, push_mathml};

/// A formula within a line; `place` is where it stands, for an error.
///
/// # Errors
/// [`ReportError::Formula`] when it is not TeX that is known.
pub(crate) fn inline(tex: &str, place: &str) -> Result<Markup, ReportError> {
    convert(tex, place, DisplayMode::Inline)
}

/// Bytes of TeX up to which a formula fits on a phone.
const SHORT: usize = 32;

/// A formula within a line, which can be scrolled where it is long.
///
/// # Errors
/// [`ReportError::Formula`] when it is not TeX that is known.
pub(crate) fn scrolled(tex: &str, place: &str) -> Result<Markup, ReportError> {
    let formula = inline(tex, place)?;
    Ok(if tex.len() <= SHORT {
        formula
    } else {
        html! { span.scroll { (formula) } }
    })
}

/// A formula on a line of its own.
///
/// # Errors
/// [`ReportError::Formula`] when it is not TeX that is known.
pub(crate) fn display(tex: &str, place: &str) -> Result<Markup, ReportError> {
    convert(tex, place, DisplayMode::Block)
}

fn convert(tex: &str, place: &str, display_mode: DisplayMode) -> Result<Markup, ReportError> {
    let wrong = |reason: String| ReportError::Formula { tex: tex.into(), place: place.into(), reason };
    // Brackets of a stated size are sized by what they hold instead: browsers place those badly below an exponent.
    let sized = [("\\bigl", "\\left"), ("\\bigr", "\\right"), ("\\Bigl", "\\left"), ("\\Bigr", "\\right")];
    let source = sized.iter().fold(tex.to_owned(), |tex, (from, to)| tex.replace(from, to));
    let storage = Storage::new();
    // Otherwise an error would become red text within the formula.
    let events = Parser::new(&source, &storage)
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| wrong(error.to_string()))?;
    let config = RenderConfig { display_mode, ..RenderConfig::default() };
    let mut mathml = String::new();
    let events = events.into_iter().map(Ok::<_, pulldown_latex::ParserError>);
    push_mathml(&mut mathml, events, config).map_err(|error| wrong(error.to_string()))?;
    Ok(PreEscaped(rows_of_one(&words_joined(&one_base(brackets(tidied(mathml)))))))
}

/// What the converter writes at more length than it needs, or not as HTML wants it.
fn tidied(mathml: String) -> String {
    mathml
        .replace("<<", "&lt;<")
        // The micro sign is not made italic; the letter is.
        .replace('\u{b5}', "\u{3bc}")
        .replace("<math display=\"inline\">", "<math>")
        // Classes that the style does not need.
        .replace("<mtable class=\"menv-arraylike\">", "<mtable>")
        .replace("\"menv-cells-left menv-cases\"", "\"menv-cases\"")
        .replace(" symmetric=\"false\" stretchy=\"false\"", " stretchy=\"false\"")
        // HTML needs no quotes here, and it is in every parenthesis.
        .replace("stretchy=\"false\"", "stretchy=false")
        .replace("0.16666667em\" />", ".17em\"/>")
        .replace("0.1667em\" />", ".17em\"/>")
        .replace("0.2777778em\" />", ".28em\"/>")
        // The wide space between entries, with the comma's own.
        .replace("<mo>,</mo><mspace width=\".28em\"/>", "<mo rspace=.45em>,</mo>")
        // A fraction on one line, as in 3/5.
        .replace("<mo>/</mo>", "<mo lspace=\"0\" rspace=\"0\">/</mo>")
}

/// Parentheses and brackets grow by themselves with what they hold.
fn brackets(mathml: String) -> String {
    ["(", ")", "[", "]"].iter().fold(mathml, |mathml, it| {
        mathml.replace(&format!("<mo stretchy=\"true\">{it}"), &format!("<mo>{it}"))
    })
}

/// Elements whose children are counted: a base and its scripts.
const SCRIPTS: [&str; 6] = ["<msub>", "<msup>", "<msubsup>", "<munder>", "<mover>", "<munderover>"];

/// The space in front of an operator's name and the name are one base, and not two children where one belongs.
fn one_base(mathml: String) -> String {
    const SPACE: &str = "<mspace width=\".17em\"/>";
    SCRIPTS.iter().fold(mathml, |mathml, script| {
        let mut out = String::with_capacity(mathml.len());
        let mut rest = mathml.as_str();
        while let Some((before, after)) = rest.split_once(&format!("{script}{SPACE}")) {
            let end = after.find("</mi>").map_or(0, |at| at + "</mi>".len());
            out.push_str(&format!("{before}{script}<mrow>{SPACE}{}</mrow>", &after[..end]));
            rest = &after[end..];
        }
        out + rest
    })
}

/// A row of one leaf is the leaf.
fn rows_of_one(mathml: &str) -> String {
    const ROW: (&str, &str) = ("<mrow>", "</mrow>");
    let mut out = String::with_capacity(mathml.len());
    let mut rest = mathml;
    while let Some(start) = rest.find(ROW.0) {
        let inside = &rest[start + ROW.0.len()..];
        out.push_str(&rest[..start]);
        // `<mi>x</mi></mrow>`: the second tag closes the leaf, the third the row.
        let leaf = ["<mi", "<mn"].iter().any(|it| inside.starts_with(it));
        let end = inside.match_indices('<').nth(2).map(|(at, _)| at);
        match end.filter(|end| leaf && inside[*end..].starts_with(ROW.1)) {
            Some(end) => {
                out.push_str(&inside[..end]);
                rest = &inside[end + ROW.1.len()..];
            }
            None => {
                out.push_str(ROW.0);
                rest = inside;
            }
        }
    }
    out + rest
}

/// `Diag` as one identifier in place of four, so that it is read as a word.
fn words_joined(mathml: &str) -> String {
    const OPEN: &str = "<mi mathvariant=\"normal\">";
    const CLOSE: &str = "</mi>";
    let mut out = String::with_capacity(mathml.len());
    let mut rest = mathml;
    while let Some(start) = rest.find(OPEN) {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let mut word = String::new();
        // Base and script are two.
        let counted = SCRIPTS.iter().any(|it| out.ends_with(it));
        while let Some((letter, after)) = rest.strip_prefix(OPEN).and_then(|it| it.split_once(CLOSE)) {
            word.push_str(letter);
            rest = after;
            if counted {
                break;
            }
        }
        let one = word.chars().count() == 1;
        out.push_str(if one { OPEN } else { "<mi>" });
        out.push_str(&word);
        out.push_str(CLOSE);
    }
    out + rest
}
