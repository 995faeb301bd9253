//! `eigenclaim gate`.

use super::exit;
use anyhow::Context;
use eigenclaim::gate::{Results, compare};
use eigenclaim::results;
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The results that must not get weaker: a `results.json`, committed
    #[arg(long, value_name = "FILE")]
    baseline: PathBuf,
    /// The results of this run
    #[arg(long, value_name = "FILE", default_value = "target/eigenclaim/results.json")]
    results: PathBuf,
    /// Make the results the baseline, whatever changed, after saying what did
    #[arg(long)]
    update: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let (text, now) = read(&arguments.results)?;
    let named = arguments.baseline.display();
    let baseline = arguments.baseline.exists().then(|| read(&arguments.baseline)).transpose()?;
    if arguments.update {
        write(&arguments.baseline, &text)?;
    }
    let mut out = std::io::stdout().lock();
    let mut fell = false;
    let mut printed = Ok(());
    if let (None, true) = (&baseline, arguments.update) {
        printed = writeln!(out, "{named} is new");
    } else {
        let (_, baseline) = baseline.map_or_else(|| read(&arguments.baseline), Ok)?;
        let changes = compare(&baseline, &now);
        fell = !changes.weaker.is_empty();
        let kinds =
            [("weaker  ", &changes.weaker), ("stronger", &changes.stronger), ("note    ", &changes.notes)];
        for (kind, sentences) in kinds {
            for sentence in sentences {
                printed = printed.and_then(|()| writeln!(out, "{kind}  {sentence}"));
            }
        }
        let verdict = match (fell, arguments.update) {
            (false, false) => "the gate holds",
            (true, false) => "THE GATE FELL",
            (_, true) => "the baseline is updated",
        };
        let (weaker, stronger) = (changes.weaker.len(), changes.stronger.len());
        printed = printed
            .and_then(|()| writeln!(out, "{verdict}: {weaker} weaker, {stronger} stronger than {named}"));
    }
    super::ignore_broken_pipe(printed.map_err(Into::into))?;
    Ok(if fell && !arguments.update { exit::REFUTED } else { exit::HOLDS })
}

fn read(path: &Path) -> anyhow::Result<(String, Results)> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let results = Results::read(&text).with_context(|| format!("cannot use {}", path.display()))?;
    Ok((text, results))
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let name = path.file_name().and_then(|name| name.to_str()).context("--baseline names no file")?;
    results::replace(folder, name, |file| file.write_all(text.as_bytes()))
        .with_context(|| format!("cannot write {}", path.display()))
}
