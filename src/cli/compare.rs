//! `eigenclaim compare DUMP`.

use super::dump_options::DumpOptions;
use super::table::Table;
use super::{exit, note};
use anyhow::Context;
use conformance::scans::{ScanDump, compare_scan};
use conformance::{Compared, Dump, Place, Point, Report, RunReport, Verdict};
use engine::bounds::Form;
use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A dump of a kernel's inputs and results (safetensors or npz)
    dump: PathBuf,
    #[command(flatten)]
    options: DumpOptions,
    /// A chunk size that the kernel may use, besides 16, 32 and 64; may be given several times
    #[arg(long, value_name = "TOKENS", value_parser = clap::value_parser!(u16).range(1..=4096))]
    chunk: Vec<u16>,
    /// The kernel runs token by token: the bound covers no chunks, and is several times narrower
    #[arg(long, conflicts_with = "chunk")]
    recurrent: bool,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    /// Exit with 0 although something stayed undecided
    #[arg(long)]
    allow_undecided: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let named = arguments.dump.display();
    let settings = arguments.options.settings()?;
    let mut forms = if arguments.recurrent { vec![Form::Recurrent] } else { Form::COMMON.to_vec() };
    for size in &arguments.chunk {
        forms.extend([Form::Chunk((*size).into()), Form::Inverse((*size).into())]);
    }
    let speak = std::io::stderr().is_terminal();
    let progress = |what: &str| {
        if speak {
            note(format_args!("{what} …"));
        }
    };
    let scan = ScanDump::open(&arguments.dump, settings.clone()).with_context(|| format!("{named}"))?;
    let report = match scan {
        Some(dump) => {
            if dump.cases.is_empty() {
                let results: Vec<&str> = dump.scan.spec().results.iter().map(|r| r.name).collect();
                anyhow::bail!("{named}: there are no results to compare ({})", results.join(", "));
            }
            compare_scan(&dump, &forms).with_context(|| format!("{named}"))?
        }
        None => {
            let dump = Dump::open(&arguments.dump, settings).with_context(|| format!("{named}"))?;
            if dump.cases.is_empty() && dump.backward.is_none() {
                anyhow::bail!("{named}: there are no results to compare (o, ht or grad_*)");
            }
            conformance::compare(&dump, &forms, &progress)
        }
    };
    let text = if arguments.json { serde_json::to_string_pretty(&report)? + "\n" } else { summary(&report) };
    let printed = std::io::stdout().lock().write_all(text.as_bytes()).map_err(Into::into);
    super::ignore_broken_pipe(printed)?;
    Ok(match report.verdict {
        Verdict::Bug => exit::REFUTED,
        Verdict::Undecided if !arguments.allow_undecided => exit::UNDECIDED,
        _ => exit::HOLDS,
    })
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Rounding => "rounding",
        Verdict::Undecided => "UNDECIDED",
        Verdict::Bug => "BUG",
    }
}

fn place(place: &Place) -> String {
    let mut out = match place.token {
        Some(token) => format!("token {token}"),
        None => "final state".to_owned(),
    };
    let _ = write!(out, ", head {}", place.head);
    if let Some(row) = place.row {
        let _ = write!(out, ", row {row}");
    }
    let _ = write!(out, ", channel {}, sequence {}", place.channel, place.sequence);
    out
}

fn point(point: &Point) -> String {
    let Point { computed, expected, error, allowed, .. } = point;
    format!(
        "{}: {computed:.9e} for {expected:.9e}, off by {error:.2e}; rounding explains {allowed:.2e}",
        place(&point.place)
    )
}

fn ratio(x: f64) -> String {
    if x < 1000.0 { format!("{x:.3}") } else { format!("{x:.1e}") }
}

/// The heads worth a row: all up to eight, else the worst eight.
fn heads(compared: &Compared) -> Vec<&conformance::HeadRow> {
    let mut rows: Vec<_> = compared.heads.iter().collect();
    if rows.len() > 8 {
        rows.sort_by(|a, b| b.possible_ratio.total_cmp(&a.possible_ratio));
        rows.truncate(8);
    }
    rows
}

fn summary(report: &Report) -> String {
    let mut out = format!("{}, {}: {}\n", report.system, report.arithmetic, report.shape);
    for line in &report.notes {
        let _ = writeln!(out, "note: {line}");
    }
    for run in &report.runs {
        let from = if run.from_initial_state { " from the initial state" } else { "" };
        let _ = writeln!(out, "\n{}{from}: {}", run.name, word(run.verdict));
        tensors(&mut out, &run.tensors);
        diagnosis(&mut out, run);
    }
    if !report.gradients.is_empty() {
        let _ = writeln!(out, "\ngradients");
        tensors(&mut out, &report.gradients);
    }
    let said = match report.verdict {
        Verdict::Rounding => "rounding: every difference is within what the stated arithmetic explains",
        Verdict::Undecided => {
            "UNDECIDED: more than independent roundings explain, within what roundings repeated in every step could"
        }
        Verdict::Bug => "BUG: a difference is more than the stated arithmetic explains",
    };
    let _ = writeln!(out, "\n{said}");
    out
}

fn tensors(out: &mut String, tensors: &[Compared]) {
    let mut table = Table::new(&[
        "tensor",
        "sequence",
        "head",
        "error / likely",
        "error / possible",
        "first wrong token",
    ]);
    for tensor in tensors {
        for head in heads(tensor) {
            let first = head.first_broken.map_or_else(|| "-".into(), |t| t.to_string());
            table.row(vec![
                tensor.name.clone(),
                head.sequence.to_string(),
                head.head.to_string(),
                ratio(head.likely_ratio),
                ratio(head.possible_ratio),
                first,
            ]);
        }
    }
    let _ = write!(out, "{table}");
    for tensor in tensors {
        let shown = tensor.first_broken.map(|p| ("first wrong", p));
        let shown = shown.or(tensor.worst.filter(|w| w.error > 0.0).map(|p| ("worst", p)));
        if let Some((what, shown)) = shown {
            let _ = writeln!(out, "{} {what}: {}", tensor.name, point(&shown));
        }
        if let Some(worst) = tensor.worst.filter(|w| w.possible_ratio > 1.0) {
            let _ = writeln!(out, "{} worst: {}", tensor.name, point(&worst));
        }
    }
}

fn diagnosis(out: &mut String, run: &RunReport) {
    let found = &run.diagnosis;
    for line in &found.looks {
        let _ = writeln!(out, "it looks like this: {line}");
    }
    for e in &found.explained_by {
        let _ = writeln!(out, "explained by {}: the kernel {}", e.slip, e.what);
    }
    if let Some(e) = &found.closest {
        let share = 100.0 * (1.0 - e.unexplained);
        let _ = writeln!(
            out,
            "closest is {}: if the kernel {}, {share:.0} % of the difference goes",
            e.slip, e.what
        );
    }
    if run.verdict != Verdict::Rounding && found.explained_by.is_empty() {
        let _ = writeln!(out, "none of the known slips explains the numbers");
    }
    if let Some(tokens) = found.tried_on {
        let _ = writeln!(out, "(slips were tried on the first {tokens} tokens)");
    }
    if run.verdict == Verdict::Rounding && !found.not_separable.is_empty() {
        let names = found.not_separable.join(", ");
        let _ = writeln!(out, "this dump cannot tell from a right run: {names}");
    }
}
