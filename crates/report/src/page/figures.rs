//! The figures, each with its finding, its text and its table.

use super::Context;
use crate::Figure;
use crate::site::Site;
use maud::{Markup, PreEscaped, html};

/// The page of all figures.
pub(super) fn page(context: &Context<'_>, site: Site) -> Markup {
    html! {
        h1 { "Figures" }
        @if context.inputs.figures.is_empty() {
            p { "This report was made without figures." }
        } @else {
            p.lead { "Drawn from certified data: each curve and point is computed exactly or enclosed, and rounded only to be drawn." }
            nav.topics aria-label="Figures" { @for it in context.inputs.figures { a href=(format!("#figure-{}", it.id)) { (it.title) } " " } }
            @for it in context.inputs.figures { (figure(it, site)) }
        }
    }
}

/// A figure; `site` says where its theorems are.
pub(super) fn figure(figure: &Figure, site: Site) -> Markup {
    html! {
        figure.drawn id=(format!("figure-{}", figure.id)) {
            h2 { (figure.title) }
            div.scroll { (PreEscaped(&figure.svg)) }
            figcaption {
                p { (figure.caption) }
                details open[site == Site::Print] { summary { "In words" } p { (figure.description) } }
                details open[site == Site::Print] { summary { "As a table" }
                    div.scroll { table.numbers {
                        thead { tr { @for it in &figure.header { th scope="col" { (it) } } } }
                        tbody { @for row in &figure.rows { tr { @for it in row { td { (it) } } } } }
                    } }
                }
                @if !figure.theorems.is_empty() {
                    p.small { "Theorems: " @for (i, id) in figure.theorems.iter().enumerate() { @if i > 0 { ", " } a href=(site.theorem(id)) { (id) } } }
                }
            }
        }
    }
}
