//! The atlas: what each system's transition can and cannot do.

use crate::site::Site;
use maud::{Markup, html};
use theorems::atlas::{ATLAS, Cell, QUESTIONS};

/// A question as a sentence begins it.
fn question(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// An answer, which leads to the theorem that decides it; further ones are numbered.
fn cell(cell: &Cell, site: Site) -> Markup {
    html! {
        @if cell.open { span.open { "open: " } }
        @match cell.by {
            [] => { (cell.answer) }
            [first, rest @ ..] => {
                a href=(site.theorem(first)) title=(first) { (cell.answer) }
                @for (i, id) in rest.iter().enumerate() {
                    " " a.more href=(site.theorem(id)) title=(id) aria-label=(format!("also by {id}")) { "[" (i + 2) "]" }
                }
            }
        }
    }
}

/// All systems and all questions in one table.
pub(super) fn table(site: Site) -> Markup {
    html! {
        p { "Every answer leads to the theorem that decides it; numbers in brackets lead to further ones." }
        div.scroll.atlas role="region" aria-label="Atlas" tabindex="0" {
            table.atlas {
                thead { tr {
                    th scope="col" { "system, with its gates" }
                    @for text in QUESTIONS { th scope="col" { (question(text)) } }
                } }
                tbody { @for row in ATLAS { tr {
                    th scope="row" { (row.name) }
                    @for it in &row.cells { td { (cell(it, site)) } }
                } } }
            }
        }
    }
}

/// The atlas, system by system.
pub(super) fn page(site: Site) -> Markup {
    html! {
        h1 { "Atlas" }
        p.lead { "What the transition of each system can and cannot do, with its gates in the stated ranges, and what decides it." }
        @if site == Site::Top { (table(site)) }
        h2 { "System by system" }
        @for row in ATLAS {
            section.system {
                h3 { (row.name) " " code.id { (row.system) } }
                dl.answers { @for (text, it) in QUESTIONS.iter().zip(&row.cells) {
                    dt { (question(text)) }
                    dd {
                        @if it.open { span.open { "open: " } }
                        (it.answer)
                        @if !it.by.is_empty() { span.by {
                            @for (i, id) in it.by.iter().enumerate() { @if i > 0 { ", " } @else { " " } a href=(site.theorem(id)) { (id) } }
                        } }
                    }
                } }
            }
        }
    }
}
