//! The pages.

mod atlas;
mod bar;
mod extras;
mod figures;
mod front;
mod graph;
mod guide;
mod print;
mod theorem;

pub(crate) use print::print;

use crate::model::{Run, Strength, Theorem};
use crate::site::Site;
use crate::{Inputs, ReportError};
use maud::{DOCTYPE, Markup, html};
use rayon::prelude::*;

/// A file of the report: its path from the report's folder, and its content.
pub(crate) type File = (String, String);

/// What every page is made from.
pub(crate) struct Context<'a> {
    pub(crate) run: &'a Run,
    pub(crate) inputs: &'a Inputs<'a>,
    pub(crate) extras: extras::Extras,
}

/// The pages that the header leads to: file without ending, and name.
const NAVIGATION: [(&str, &str); 5] = [
    ("index", "Results"),
    ("atlas", "Atlas"),
    ("graph", "Graph"),
    ("figures", "Figures"),
    ("how-to-read", "How to read this"),
];

/// Every page but the style.
///
/// # Errors
/// [`ReportError`] when a formula cannot be typeset, or a file beside the results cannot be read.
pub(crate) fn all(run: &Run, inputs: &Inputs<'_>) -> Result<Vec<File>, ReportError> {
    let context = Context { run, inputs, extras: extras::Extras::read(inputs)? };
    let top = |name: &str, title: &str, main: Markup| -> File {
        (format!("{name}.html"), shell(Site::Top, title, name, &context, main))
    };
    let mut files = vec![
        top("index", "Results", front::front(&context, Site::Top)?),
        top("atlas", "Atlas", atlas::page(Site::Top)),
        top("graph", "Graph of theorems", graph::page(&context, Site::Top)),
        top("figures", "Figures", figures::page(&context, Site::Top)),
        top("how-to-read", "How to read this", guide::guide(&context, Site::Top)?),
    ];
    // The certificates of a theorem are checked once, for its page and for the page with everything.
    let both = |at: usize| -> Result<(File, String), ReportError> {
        let theorem = &run.theorems[at];
        let spelled = theorem::Spelled::of(theorem)?;
        let main = theorem::page(&context, at, &spelled, Site::Theorem)?;
        let title = format!("{} · {}", theorem.claim.title, theorem.claim.id);
        let page = shell(Site::Theorem, &title, "", &context, main);
        let printed = match inputs.print {
            true => theorem::page(&context, at, &spelled, Site::Print)?.into_string(),
            false => String::new(),
        };
        Ok(((crate::site::theorem_path(theorem.claim.id), page), printed))
    };
    let made: Vec<_> = (0..run.theorems.len()).into_par_iter().map(both).collect::<Result<_, _>>()?;
    let (pages, printed): (Vec<_>, Vec<_>) = made.into_iter().unzip();
    files.extend(pages);
    if inputs.print {
        files.push(("print.html".into(), print(&context, &printed)?));
    }
    Ok(files)
}

fn shell(site: Site, title: &str, current: &str, context: &Context<'_>, main: Markup) -> String {
    let results = &context.run.results;
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " · eigenclaim" }
                link rel="icon" href="data:,";
                link rel="stylesheet" href=(site.file("style.css"));
            }
            body {
                a.skip href="#main" { "To the content" }
                header.top {
                    a.brand href=(site.page("index")) { "eigenclaim" }
                    nav aria-label="Report" {
                        @for (name, label) in NAVIGATION {
                            @if name == current { a href=(site.page(name)) aria-current="page" { (label) } }
                            @else { a href=(site.page(name)) { (label) } }
                        }
                    }
                }
                main #main { (main) }
                footer {
                    "eigenclaim " (results.version) ", seed " (results.seed) ", " (results.cases) " cases a theorem. "
                    a href=(site.page("how-to-read")) { "What the words mean" } ". "
                    @if context.inputs.print && site != Site::Print { a href=(site.file("print.html")) { "Everything on one page" } "." }
                }
            }
        }
    };
    // A browser may break a line between a formula and the full stop after it; a word joiner forbids that.
    let page = [".", ",", ";", ":", ")"].iter().fold(page.into_string(), |page, mark| {
        page.replace(&format!("</math>{mark}"), &format!("</math>\u{2060}{mark}"))
    });
    IMPLIED.iter().fold(page, |page, tag| page.replace(tag, ""))
}

/// End tags that HTML lets stand for themselves: nothing but the next cell, row or item, or the end of the parent, follows them here.
const IMPLIED: [&str; 4] = ["</td>", "</th>", "</tr>", "</li>"];

/// A verdict as a word with its mark.
fn verdict(theorem: &Theorem) -> Markup {
    let verdict = theorem.verdict();
    html! { span class=(format!("verdict {}", verdict.key)) { (verdict.mark) " " (verdict.word) } }
}

/// The strongest level of evidence, as a chip.
fn chip(strength: Strength) -> Markup {
    html! { span class=(format!("chip {}", strength.name())) { (strength.name()) } }
}

/// A number with thin spaces between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

/// What a topic is about, by its key in ids.
fn topic(key: &str) -> &'static str {
    let key = key.replace('-', "_");
    let found = theorems::TOPICS.iter().find(|(name, _)| *name == key);
    found.map(|(_, about)| about.trim().trim_end_matches('.')).unwrap_or_default()
}
