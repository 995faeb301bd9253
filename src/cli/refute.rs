//! `eigenclaim refute CLAIM.toml`.

use super::exit;
use ::refute::{Claim, Options, Outcome, Place, Progress};
use anyhow::Context;
use eigenclaim::refutation::{self, Files};
use indicatif::{ProgressBar, ProgressStyle};
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A claim file, or '-' for standard input
    claim: PathBuf,
    /// Seconds to search
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    /// Seed of the search
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Stop after this many starts, whatever the time: the same search on every machine
    #[arg(long, value_name = "N")]
    starts: Option<u64>,
    /// Also shrink the ranges until nothing is found any more, and report where
    #[arg(long)]
    explain: bool,
    /// Folder for the counterexample: certificate, statement, NumPy snippet, theorem skeleton
    #[arg(long, value_name = "FOLDER", default_value = "target/eigenclaim/refute")]
    out: PathBuf,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    /// Exit with 0 although something stayed undecided
    #[arg(long)]
    allow_undecided: bool,
}

/// The name of a claim whose file gives none.
const UNNAMED: &str = "claim";

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let named = arguments.claim.display();
    let text = read(&arguments.claim).with_context(|| format!("cannot read {named}"))?;
    let mut claim: Claim =
        text.parse().map_err(|fault: ::refute::Fault| anyhow::anyhow!("{named}: {fault}"))?;
    if claim.name == UNNAMED
        && let Some(stem) = arguments.claim.file_stem().and_then(kebab)
    {
        claim.name = stem;
    }
    let stop = Arc::new(AtomicBool::new(false));
    let stopping = Arc::clone(&stop);
    ctrlc::set_handler(move || stopping.store(true, Ordering::Relaxed)).context("cannot watch for Ctrl-C")?;
    let options = Options {
        seed: arguments.seed,
        time: Duration::from_secs(arguments.seconds),
        most_starts: arguments.starts,
    };
    let bar = ProgressBar::new_spinner();
    bar.set_style(
        ProgressStyle::with_template("{spinner} {elapsed} {msg}").unwrap_or(ProgressStyle::default_spinner()),
    );
    let tick = |starts: u64, place: &Place| {
        bar.set_message(format!("{starts} starts, now d = {}, {} step(s)", place.dimension, place.length));
        bar.tick();
    };
    let report = ::refute::search_with(&claim, &options, Progress { tick: &tick, stop: &stop })
        .map_err(|fault| anyhow::anyhow!("{fault}"))?;
    let boundaries = match &report.outcome {
        Outcome::Refuted(_) if arguments.explain && !report.interrupted => {
            ::refute::explain(&claim, &options, Progress { tick: &tick, stop: &stop })
        }
        _ => Vec::new(),
    };
    bar.finish_and_clear();
    let files = match &report.outcome {
        Outcome::Refuted(found) => Some(
            refutation::write(&arguments.out, &claim, found)
                .with_context(|| format!("{}", arguments.out.display()))?,
        ),
        _ => None,
    };
    let mut out = std::io::stdout().lock();
    let printed = if arguments.json {
        let json = refutation::json(&claim, &report, &boundaries, files.as_ref());
        serde_json::to_writer_pretty(&mut out, &json).map_err(Into::into).and_then(|()| Ok(writeln!(out)?))
    } else {
        print(&mut out, (&claim, &named.to_string()), &report, &boundaries, files.as_ref())
    };
    super::ignore_broken_pipe(printed)?;
    Ok(match report.outcome {
        Outcome::Refuted(_) => exit::REFUTED,
        _ if report.interrupted => exit::INTERRUPTED,
        Outcome::Undecided(_) if !arguments.allow_undecided => exit::UNDECIDED,
        Outcome::Undecided(_) | Outcome::Held => exit::HOLDS,
    })
}

/// A file's stem as the name of a claim, where it can be one.
fn kebab(stem: &OsStr) -> Option<String> {
    let name = stem.to_str()?.to_lowercase().replace(['_', ' ', '.'], "-");
    let letters = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    (letters && name.starts_with(|c: char| c.is_ascii_lowercase()) && name.len() <= 40).then_some(name)
}

fn read(path: &Path) -> std::io::Result<String> {
    if path.as_os_str() == "-" {
        std::io::read_to_string(std::io::stdin())
    } else {
        std::fs::read_to_string(path)
    }
}

fn print(
    out: &mut impl Write,
    (claim, named): (&Claim, &str),
    report: &::refute::Report,
    boundaries: &[::refute::Boundary],
    files: Option<&Files>,
) -> anyhow::Result<()> {
    writeln!(out, "{}: {}", claim.name, claim.summary())?;
    match &report.outcome {
        Outcome::Refuted(found) => {
            writeln!(out, "REFUTED by {}: {}\n", refutation::size(found), found.found)?;
            writeln!(out, "{}", refutation::parameters(claim, found))?;
            for line in refutation::numbers(found) {
                writeln!(out, "{line}")?;
            }
        }
        Outcome::Held => writeln!(out, "held: no counterexample was met. This is not a proof.")?,
        Outcome::Undecided(reason) => writeln!(out, "undecided: {reason}")?,
    }
    writeln!(out, "\nSearched, with seed {}, {:.1} s:", report.seed, report.elapsed.as_secs_f64())?;
    write!(out, "{}", refutation::table(report))?;
    for boundary in boundaries {
        writeln!(out, "{boundary}")?;
    }
    if report.interrupted {
        writeln!(out, "Interrupted: this is what was known by then.")?;
    }
    if let Some(files) = files {
        writeln!(out)?;
        match (&files.certificate, &files.statements) {
            (Some(certificate), Some(statements)) => {
                let (certificate, statements) = (certificate.display(), statements.display());
                writeln!(out, "The independent checker accepts it. Check it yourself:")?;
                writeln!(out, "  eigenclaim recheck {certificate} --statements {statements}")?;
            }
            _ => writeln!(out, "There is no certificate: {}", files.uncertified)?,
        }
        writeln!(out, "In NumPy: {}", files.snippet.display())?;
        if let Some(theorem) = &files.theorem {
            writeln!(out, "As a theorem: {}", theorem.display())?;
        }
    }
    if !matches!(report.outcome, Outcome::Refuted(_)) {
        writeln!(out, "Again, longer: eigenclaim refute {named} --seed {} --seconds 600", report.seed + 1)?;
    }
    Ok(())
}
