//! `eigenclaim inspect FILE…`.

use super::dump_options::DumpOptions;
use super::inspect_rows::{Rows, tables};
use super::table::Table;
use super::{exit, note};
use ::inspect::{
    HeadSummary, InspectError, Layer, LayerReport, Options, Reading, Row, Window, html, in_tokens,
};
use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The version of the JSON that `--json` prints.
const VERSION: u32 = 1;

#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("rows").args(["csv", "parquet"]).multiple(true))]
pub(super) struct Arguments {
    /// Files with the gates, keys and strengths of a layer (safetensors or npz), or folders of such files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    options: DumpOptions,
    /// Compute the gates from raw activations, although ready gates are there
    #[arg(long)]
    raw: bool,
    /// Accept gates and strengths outside of the system's ranges
    #[arg(long)]
    any_range: bool,
    /// Tokens of a window whose product is looked at; 0 for none
    #[arg(long, value_name = "TOKENS", default_value_t = 8, value_parser = clap::value_parser!(u16).range(0..=512))]
    window: u16,
    /// Windows that are examined of each head, besides the 8 that look worst [default: up to 256, fewer above dimension 32]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    windows: Option<u32>,
    /// Write every row, one for each token and head, as CSV
    #[arg(long, value_name = "FILE")]
    pub(super) csv: Option<PathBuf>,
    /// The same as a Parquet file
    #[arg(long, value_name = "FILE")]
    pub(super) parquet: Option<PathBuf>,
    /// A further column with the enclosures of all eigenvalues
    #[arg(long, requires = "rows")]
    pub(super) eigenvalues: bool,
    /// Write a page with histograms and heat maps
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
    /// Threads; as many as there are cores by default. Results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    jobs: Option<u16>,
    /// Exit with 0 although something stayed undecided
    #[arg(long)]
    allow_undecided: bool,
}

/// The files, with those of folders in the order of their names.
fn files(given: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in given {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries =
            std::fs::read_dir(path).with_context(|| format!("cannot read the folder {}", path.display()))?;
        let mut inside: Vec<PathBuf> = entries
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()
            .with_context(|| format!("cannot read the folder {}", path.display()))?;
        inside.retain(|file| file.extension().is_some_and(|end| end == "safetensors" || end == "npz"));
        if inside.is_empty() {
            anyhow::bail!("{} has no file that ends in .safetensors or .npz", path.display());
        }
        inside.sort();
        files.extend(inside);
    }
    Ok(files)
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let reading = Reading {
        settings: arguments.options.settings()?,
        raw: arguments.raw,
        any_range: arguments.any_range,
    };
    let files = files(&arguments.files)?;
    for (option, output) in
        [("--csv", &arguments.csv), ("--parquet", &arguments.parquet), ("--html", &arguments.html)]
    {
        let same = |input: &&PathBuf| {
            let real = |path: &PathBuf| path.canonicalize().ok();
            output.as_ref().and_then(real).is_some_and(|output| real(input) == Some(output))
        };
        if let Some(input) = files.iter().find(same) {
            anyhow::bail!("{option} would overwrite {}, which is a layer to be read", input.display());
        }
    }
    // Every file is understood before the first one is looked at.
    let layers: Vec<Layer> = files
        .iter()
        .map(|path| Layer::open(path, &reading).map_err(|error| named(error, &path.display().to_string())))
        .collect::<Result<_, _>>()?;
    let options = Options { window: arguments.window.into(), windows: arguments.windows.map(|n| n as usize) };
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed)).context("cannot watch for Ctrl-C")?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.jobs.unwrap_or(0).into()).build()?;
    let mut tables = tables(arguments)?;
    let bar = ProgressBar::new(layers.iter().map(|layer| layer.rows() as u64).sum());
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} steps  {msg}  {eta} left") {
        bar.set_style(style);
    }
    let mut reports = Vec::new();
    for layer in &layers {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        bar.set_message(layer.name.clone());
        let mut sink = |row: &Row| {
            let mut written = tables.iter_mut().map(|table| table.write(&layer.name, row));
            let failed = |source| InspectError::Write { what: "the rows".into(), source };
            written.try_for_each(|written| written.map_err(failed))
        };
        let report = pool
            .install(|| inspect::inspect(layer, &options, &stop, &|rows| bar.inc(rows), &mut sink))
            .map_err(|error| named(error, layer.file_name()));
        match report {
            Ok(report) => reports.push(report),
            Err(error) => {
                tables.into_iter().try_for_each(Rows::leave)?;
                return Err(error);
            }
        }
    }
    bar.finish_and_clear();
    for table in tables {
        table.keep()?;
    }
    let interrupted = stop.load(Ordering::Relaxed);
    let undecided: u64 = reports.iter().map(LayerReport::undecided).sum();
    if let Some(path) = &arguments.html {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let name =
            path.file_name().and_then(|name| name.to_str()).context("--html takes the name of a file")?;
        let page = html::page(&reports);
        let folder = folder.unwrap_or_else(|| std::path::Path::new("."));
        // A device, a pipe or a link is written through; only a file is replaced in one step.
        let through = path.symlink_metadata().is_ok_and(|found| !found.file_type().is_file());
        let written = if through {
            std::fs::write(path, &page)
        } else {
            eigenclaim::results::replace(folder, name, |out| out.write_all(page.as_bytes()))
        };
        written.with_context(|| format!("cannot write {}", path.display()))?;
    }
    let text = if arguments.json {
        let value = serde_json::json!({
            "version": VERSION,
            "complete": !interrupted,
            "undecided": undecided,
            "layers": reports,
        });
        format!("{value:#}\n")
    } else {
        summary(&reports)
    };
    super::ignore_broken_pipe(std::io::stdout().lock().write_all(text.as_bytes()).map_err(Into::into))?;
    if interrupted {
        let rows: u64 = reports.iter().flat_map(|report| &report.heads).map(|head| head.steps).sum();
        note(format_args!("interrupted; the results of {rows} steps are kept"));
        return Ok(exit::INTERRUPTED);
    }
    Ok(if undecided > 0 && !arguments.allow_undecided { exit::UNDECIDED } else { exit::HOLDS })
}

/// The error with the file's name, which errors of reading have already.
fn named(error: InspectError, file: &str) -> anyhow::Error {
    match error {
        InspectError::File(error) => error.into(),
        InspectError::Write { .. } => error.into(),
        other => anyhow::Error::new(other).context(file.to_owned()),
    }
}

fn share(part: u64, all: u64) -> String {
    match (part, all) {
        (0, _) => "–".into(),
        (part, all) if part == all => "all".into(),
        (part, all) => format!("{:.1} %", 100.0 * part as f64 / all.max(1) as f64),
    }
}

fn summary(reports: &[LayerReport]) -> String {
    let mut out = String::new();
    for report in reports {
        layer(&mut out, report);
    }
    let heads = || reports.iter().flat_map(|report| report.heads.iter());
    let steps: u64 = heads().map(|head| head.steps).sum();
    let rotating: u64 = heads().map(|head| head.rotating).sum();
    let undecided: u64 = reports.iter().map(LayerReport::undecided).sum();
    let _ = writeln!(
        out,
        "{} of {steps} steps rotate; {}",
        rotating,
        if undecided == 0 {
            "everything is decided".to_owned()
        } else {
            format!("{undecided} steps or windows are undecided")
        }
    );
    out
}

fn layer(out: &mut String, report: &LayerReport) {
    let LayerReport { name, system, batch, tokens, dimension, heads, .. } = report;
    let sequences = if *batch == 1 { String::new() } else { format!("{batch} sequences of ") };
    let _ = writeln!(
        out,
        "{name}: {system}, {sequences}{tokens} tokens, {} heads, transitions of dimension {dimension}",
        heads.len()
    );
    if !report.complete {
        let _ = writeln!(out, "note: interrupted, not all tokens were looked at");
    }
    for line in &report.notes {
        let _ = writeln!(out, "note: {line}");
    }
    let quantiles = |sketch: &inspect::Sketch, show: &dyn Fn(f64) -> String| match sketch.quantile(0.5) {
        None => "–".to_owned(),
        Some(_) => [0.05, 0.5, 0.95]
            .into_iter()
            .map(|q| show(sketch.quantile(q).unwrap_or(0.0)))
            .collect::<Vec<_>>()
            .join(" | "),
    };
    let mut table = Table::new(&[
        "head",
        "rotate",
        "negative",
        "undecided",
        "angle 5|50|95 %",
        "modulus",
        "half-life 5|50|95 % (tokens)",
        "largest norm",
        "largest radius",
    ]);
    for head in heads {
        table.row(vec![
            head.head.to_string(),
            share(head.rotating, head.steps),
            share(head.negative, head.steps),
            share(head.undecided(), head.steps),
            quantiles(&head.angle, &|x| format!("{x:.1}°")),
            quantiles(&head.modulus, &|x| format!("{x:.3}")),
            quantiles(&head.half_life, &|x| in_tokens(Some(x))),
            extreme(head.worst_norm),
            extreme(head.worst_radius),
        ]);
    }
    let _ = writeln!(out, "\n{table}");
    for head in heads {
        edge(out, head);
        windows(out, head, report.batch);
    }
    out.push('\n');
}

fn extreme(extreme: Option<inspect::Extreme>) -> String {
    let Some(inspect::Extreme { value, token, .. }) = extreme else { return "–".into() };
    // What is too wide for six digits is shown as the interval it is.
    if value.hi() - value.lo() <= 1e-6 * value.hi().max(1.0) {
        format!("{:.6} at {token}", value.midpoint())
    } else {
        format!("in [{:.3e}, {:.3e}] at {token}", value.lo(), value.hi())
    }
}

fn edge(out: &mut String, head: &HeadSummary) {
    let (Some(inside), Some(middle)) = (head.most_inside, head.edge.quantile(0.5)) else { return };
    let side = if inside.value.lo() > 0.0 {
        "inside the rotating window"
    } else if inside.value.hi() < 0.0 {
        "outside of the rotating window"
    } else {
        "at the edge of the rotating window"
    };
    let _ = writeln!(
        out,
        "head {}: edge distance {middle:+.3} in the middle; step {} comes furthest, {:+.6}, {side}",
        head.head,
        inside.token,
        inside.value.midpoint()
    );
}

fn windows(out: &mut String, head: &HeadSummary, batch: usize) {
    let Some(windows) = &head.windows else { return };
    let Some(worst) = windows.worst else { return };
    let mut line = format!("head {}: of {} windows of {} tokens", head.head, windows.all, windows.length);
    if windows.examined < windows.all {
        let _ = write!(line, ", {} examined", windows.examined);
    }
    let _ = write!(line, ", {} rotate", windows.rotating);
    if windows.rotating_though_no_step_does > 0 {
        let _ = write!(line, " ({} although none of their steps does)", windows.rotating_though_no_step_does);
    }
    if windows.rotation_undecided > 0 {
        let _ = write!(
            line,
            ", {} undecided (only modes of modulus below {:.0e})",
            windows.rotation_undecided, windows.undecided_below
        );
    }
    let _ = write!(line, ", {} expand", windows.expanding);
    if windows.expansion_undecided > 0 {
        let _ = write!(line, ", {} undecided", windows.expansion_undecided);
    }
    let _ = writeln!(out, "{line}");
    let _ = writeln!(out, "        worst word: {}", word(&worst, batch));
}

/// The worst word in one sentence.
fn word(worst: &Window, batch: usize) -> String {
    let sequence = if batch > 1 { format!("sequence {}, ", worst.batch) } else { String::new() };
    let radius = worst.radius;
    let mut text = format!(
        "{sequence}tokens {}–{}, spectral radius in [{:.9}, {:.9}]",
        worst.from,
        worst.to - 1,
        floor(radius.lo()),
        ceil(radius.hi())
    );
    if worst.expands() == Some(true) {
        let length = (worst.to - worst.from) as f64;
        let _ = write!(
            text,
            ": EXPANDS, repeating this word blows the state up (at least × {:.6} a token)",
            // Rounded down by more than the power is off.
            ((radius.lo().powf(1.0 / length) - 1e-9) * 1e6).floor() / 1e6
        );
    }
    text
}

/// Rounded outward to the nine digits that are shown.
fn floor(x: f64) -> f64 {
    (x * 1e9 - 0.5).floor().max(0.0) / 1e9
}

fn ceil(x: f64) -> f64 {
    (x * 1e9 + 0.5).ceil() / 1e9
}
