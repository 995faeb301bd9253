//! Everything on one page, to be printed.

use super::{Context, atlas, front, graph, guide, shell};
use crate::ReportError;
use crate::site::Site;
use maud::{PreEscaped, html};

/// `theorems` are the articles of the theorems, in order.
pub(crate) fn print(context: &Context<'_>, theorems: &[String]) -> Result<String, ReportError> {
    let site = Site::Print;
    let main = html! {
        div.print {
            section.chapter #index { (front::front(context, site)?) }
            section.chapter #atlas { (atlas::page(site)) }
            section.chapter #graph { (graph::page(context, site)) }
            section.chapter #how-to-read { (guide::guide(context, site)?) }
            section.chapter #figures { (super::figures::page(context, site)) }
            @for article in theorems { (PreEscaped(article)) }
        }
    };
    Ok(shell(site, "Everything on one page", "", context, main))
}
