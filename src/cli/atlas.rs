//! `eigenclaim atlas` and `eigenclaim coverage`.

use serde_json::json;
use std::io::Write;
use theorems::atlas::{ATLAS, QUESTIONS};
use theorems::coverage::COVERAGE;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Only rows of these systems
    systems: Vec<String>,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// Prints what each system can and cannot do.
pub(super) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let chosen =
        |system: &str| arguments.systems.is_empty() || arguments.systems.iter().any(|it| it == system);
    if let Some(unknown) = arguments.systems.iter().find(|it| !ATLAS.iter().any(|row| row.system == **it)) {
        let mut known: Vec<_> = ATLAS.iter().map(|row| row.system).collect();
        known.dedup();
        anyhow::bail!("the atlas has no system `{unknown}`; it has {}", known.join(", "));
    }
    let rows = || ATLAS.iter().filter(|row| chosen(row.system));
    let mut out = std::io::stdout().lock();
    if arguments.json {
        let cell =
            |cell: &theorems::atlas::Cell| json!({"answer": cell.answer, "open": cell.open, "by": cell.by});
        let rows: Vec<_> = rows()
            .map(|row| {
                let cells: Vec<_> = row.cells.iter().map(cell).collect();
                json!({"system": row.system, "name": row.name, "cells": cells})
            })
            .collect();
        writeln!(out, "{:#}", json!({"schema": "eigenclaim-atlas/1", "questions": QUESTIONS, "rows": rows}))?;
        return Ok(super::exit::HOLDS);
    }
    let width = QUESTIONS.iter().map(|question| question.chars().count()).max().unwrap_or(0);
    for row in rows() {
        writeln!(out, "{} ({})", row.name, row.system)?;
        for (question, cell) in QUESTIONS.iter().zip(&row.cells) {
            let answer = if cell.open { format!("open: {}", cell.answer) } else { cell.answer.to_owned() };
            writeln!(out, "  {question:<width$}  {answer}")?;
            if !cell.by.is_empty() {
                writeln!(out, "  {:<width$}    {}", "", cell.by.join(", "))?;
            }
        }
        writeln!(out)?;
    }
    writeln!(out, "Each line names the theorems that decide it: `eigenclaim explain ID` shows one.")?;
    Ok(super::exit::HOLDS)
}

#[derive(Debug, clap::Args)]
pub(super) struct CoverageArguments {
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// Prints the article's claims, with the theorems that decide each.
pub(super) fn coverage(arguments: &CoverageArguments) -> anyhow::Result<u8> {
    let mut out = std::io::stdout().lock();
    if arguments.json {
        let sentences: Vec<_> = COVERAGE
            .iter()
            .map(|it| json!({"section": it.section, "says": it.says, "by": it.by, "remark": it.remark}))
            .collect();
        writeln!(out, "{:#}", json!({"schema": "eigenclaim-coverage/1", "sentences": sentences}))?;
        return Ok(super::exit::HOLDS);
    }
    let mut section = "";
    for it in COVERAGE {
        if it.section != section {
            section = it.section;
            writeln!(out, "{section}\n{}\n", "─".repeat(section.chars().count()))?;
        }
        writeln!(out, "  {}.", it.says)?;
        if !it.by.is_empty() {
            writeln!(out, "    {}", it.by.join(", "))?;
        }
        if !it.remark.is_empty() {
            writeln!(out, "    ({})", it.remark.trim_end_matches('.'))?;
        }
        writeln!(out)?;
    }
    let decided = COVERAGE.iter().filter(|it| !it.by.is_empty()).count();
    writeln!(out, "{decided} of {} claims are decided by theorems; the others say why not.", COVERAGE.len())?;
    Ok(super::exit::HOLDS)
}
