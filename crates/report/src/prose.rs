//! The prose of a theorem: its `//!` block, cut at the bold words that begin its parts, as HTML with MathML.

use crate::site::Site;
use crate::{ReportError, tex};
use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html::push_html};

/// A part of the prose, such as `Statement`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// The bold words at its beginning, without their full stop.
    pub(crate) name: String,
    /// The Markdown after them.
    pub(crate) text: String,
}

/// The parts of a theorem's prose, without its title.
pub(crate) fn parts(prose: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for line in prose.lines().skip_while(|line| line.starts_with("# ") || line.is_empty()) {
        if let Some((name, rest)) = line.strip_prefix("**").and_then(|rest| rest.split_once(".**")) {
            parts.push(Part { name: name.into(), text: rest.trim_start().into() });
        } else if let Some(part) = parts.last_mut() {
            part.text.push('\n');
            part.text.push_str(line);
        } else {
            parts.push(Part { name: String::new(), text: line.into() });
        }
    }
    parts
}

/// Markdown as HTML. Names of theorems become links; formulas become MathML.
///
/// # Errors
/// [`ReportError::Formula`] for a formula that is not TeX that is known.
pub(crate) fn markdown(text: &str, site: Site, place: &str) -> Result<Markup, ReportError> {
    let mut events = Vec::new();
    let options = Options::ENABLE_MATH | Options::ENABLE_TABLES;
    for event in Parser::new_ext(text, options) {
        events.push(match event {
            Event::InlineMath(tex) => {
                Event::InlineHtml(CowStr::from(tex::inline(&tex, place)?.into_string()))
            }
            Event::DisplayMath(tex) => {
                let math = tex::display(&tex, place)?;
                Event::InlineHtml(html!(span.display { (math) }).into_string().into())
            }
            Event::Code(code) if theorems::REGISTRY.iter().any(|claim| claim.id == &*code) => {
                Event::InlineHtml(
                    html!(a href=(site.theorem(&code)) { code { (*code) } }).into_string().into(),
                )
            }
            // A link of the sources leads nowhere from here; its text stays.
            Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link) => continue,
            Event::Html(html) | Event::InlineHtml(html) => Event::Text(html),
            other => other,
        });
    }
    let mut page = String::new();
    push_html(&mut page, events.into_iter());
    Ok(PreEscaped(page))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theorem_has_its_parts_and_every_formula_converts() {
        for claim in theorems::REGISTRY {
            let parts = parts(&claim.prose());
            let names: Vec<_> = parts.iter().map(|part| part.name.as_str()).collect();
            assert_eq!(names.first(), Some(&"Statement"), "{}", claim.id);
            assert!(names.contains(&"Why") && names.contains(&"Sharpness"), "{}: {names:?}", claim.id);
            for part in parts {
                let html =
                    markdown(&part.text, Site::Print, claim.id).expect("a formula converts").into_string();
                assert!(!html.contains('$') && !html.contains('\\'), "{}: {html}", claim.id);
            }
        }
    }

    #[test]
    fn html_in_prose_is_shown_and_not_run() {
        let html = markdown("a <script>x</script> b", Site::Print, "here").expect("no formula").into_string();
        assert!(!html.contains("<script"), "{html}");
    }
}
