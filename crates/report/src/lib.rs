//! The report of a run: static pages for people, from results, certificates and the registry.
//!
//! [`pages`] makes them, [`write`](fn@write) puts them into a folder, whole or not at all. The pages need no script, no network and no
//! font; formulas are MathML, pictures SVG. The same inputs give the same bytes.
//!
//! Nothing of a result is believed that the report spells out: each certificate on a page goes through the checker once more, and
//! the values in its steps are the checker's own.

mod browser;
mod choice;
mod error;
mod folder;
mod model;
mod page;
mod prose;
mod results;
mod site;
mod spell;
mod statistics;
mod tex;

pub use browser::{Browser, FLAGS};
pub use error::ReportError;
pub use folder::write;

use claim::Claim;

/// A figure of the report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figure {
    /// Kebab-case, unique.
    pub id: String,
    /// One line.
    pub title: String,
    /// The finding, as plain text.
    pub caption: String,
    /// What a reader sees, for one who does not.
    pub description: String,
    /// Ids of the theorems that it shows.
    pub theorems: Vec<String>,
    /// An `<svg>` with a view box, coloured by classes alone. It is trusted.
    pub svg: String,
    /// What the columns of its table are, with units.
    pub header: Vec<String>,
    /// The numbers behind it.
    pub rows: Vec<Vec<String>>,
}

/// What a report is made from.
pub struct Inputs<'a> {
    /// The text of `results.json`.
    pub results: &'a str,
    /// The text of `certificates.jsonl`, where it is there.
    pub certificates: Option<&'a str>,
    /// The figures, in order, and their style sheet.
    pub figures: &'a [Figure],
    /// CSS of the figures.
    pub figures_style: &'a str,
    /// The results of a run of kernels (`eigenclaim-kernels/1`).
    pub kernels: Option<&'a str>,
    /// What `eigenclaim compare --json` wrote.
    pub comparison: Option<&'a str>,
    /// Also one page with everything, `print.html`, from which a PDF is printed.
    pub print: bool,
    /// The version that results must have.
    pub version: &'a str,
    /// The hash of a theorem's statement that results must have.
    pub statement_hash: fn(&Claim) -> String,
    /// The command that runs a case again, from id, seed with cap on the dimension, and case.
    pub replay: fn(&str, (u64, usize), &str) -> String,
}

const STYLE: &str = include_str!("style.css");

/// The files of a report: paths from its folder, and contents.
///
/// # Errors
/// [`ReportError`] when an input is not what it should be or is stale, or a formula cannot be typeset.
pub fn pages(inputs: &Inputs<'_>) -> Result<Vec<(String, String)>, ReportError> {
    let run = model::Run::read(inputs)?;
    let mut files = page::all(&run, inputs)?;
    files.push(("style.css".into(), format!("{STYLE}{}", inputs.figures_style)));
    let marker = folder::Marker::new(inputs.version, run.results.seed, &files);
    let marker = serde_json::to_string_pretty(&marker).map_err(|source| ReportError::NotJson {
        name: folder::MARKER.into(),
        expected: "JSON",
        source,
    })?;
    files.push((folder::MARKER.into(), marker + "\n"));
    Ok(files)
}
