//! `eigenclaim report`.

use super::{exit, note};
use anyhow::Context;
use report::Inputs;
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The folder that `verify` wrote to, or its results.json
    #[arg(long, value_name = "DIR", default_value = "target/eigenclaim")]
    results: PathBuf,
    /// Where the report goes: a new folder, or an older report [default: report, in the folder of the results]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Results of a run of kernels
    #[arg(long, value_name = "FILE")]
    kernels: Option<PathBuf>,
    /// What `eigenclaim compare --json` wrote
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,
    /// Also print everything to this PDF, with Chromium
    #[arg(long, value_name = "FILE")]
    pdf: Option<PathBuf>,
    /// The Chromium to print with; by default the first one that is found
    #[arg(long, value_name = "PROGRAM", requires = "pdf")]
    chromium: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    // Before anything is written: a browser that is missing should not cost the reader a wait.
    let browser = match &arguments.pdf {
        Some(_) => Some(report::Browser::find(arguments.chromium.as_deref())?),
        None => None,
    };
    let (folder, results) = if arguments.results.is_dir() {
        (arguments.results.clone(), arguments.results.join("results.json"))
    } else {
        let parent = arguments.results.parent().unwrap_or(Path::new(""));
        (parent.to_owned(), arguments.results.clone())
    };
    let out = arguments.out.clone().unwrap_or_else(|| folder.join("report"));
    let files = make(
        &folder,
        &results,
        arguments.kernels.as_deref(),
        arguments.compare.as_deref(),
        browser.is_some(),
    )?;
    report::write(&out, &files)?;
    let mut stdout = std::io::stdout().lock();
    writeln!(stdout, "Report: {}", out.join("index.html").display())?;
    if let (Some(browser), Some(pdf)) = (browser, &arguments.pdf) {
        browser.print(&out.join("print.html"), pdf)?;
        writeln!(stdout, "PDF: {}", pdf.display())?;
    }
    Ok(exit::HOLDS)
}

/// The report of results that `verify` has just written, below their folder.
pub(super) fn beside(folder: &Path) -> anyhow::Result<()> {
    let files = make(folder, &folder.join("results.json"), None, None, false)?;
    let out = folder.join("report");
    report::write(&out, &files)?;
    note(format_args!("Report: {}", out.join("index.html").display()));
    Ok(())
}

fn make(
    folder: &Path,
    results: &Path,
    kernels: Option<&Path>,
    compare: Option<&Path>,
    print: bool,
) -> anyhow::Result<Vec<(String, String)>> {
    let read = |path: &Path| {
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
    };
    let results = read(results).context("there are no results to report; `eigenclaim verify` writes them")?;
    let certificates = folder.join("certificates.jsonl");
    let certificates = if certificates.exists() { Some(read(&certificates)?) } else { None };
    let (kernels, compare) = (kernels.map(read).transpose()?, compare.map(read).transpose()?);
    let figures = eigenclaim::figures::all();
    let inputs = Inputs {
        results: &results,
        certificates: certificates.as_deref(),
        figures: &figures,
        figures_style: eigenclaim::figures::STYLE,
        kernels: kernels.as_deref(),
        comparison: compare.as_deref(),
        print,
        version: env!("CARGO_PKG_VERSION"),
        statement_hash: eigenclaim::results::statement_hash,
        replay: eigenclaim::results::replay,
    };
    Ok(report::pages(&inputs)?)
}
