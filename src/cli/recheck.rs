//! `eigenclaim recheck FILE`.

use anyhow::Context;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A file of certificates, one a line (`certificates.jsonl`), or '-' for standard input
    file: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let mut out = std::io::stdout().lock();
    let mut refusals = Ok(());
    let named = arguments.file.display();
    let report = |line: &::recheck::LineReport| {
        if let (Err(error), Ok(())) = (&line.verdict, &refusals) {
            refusals = writeln!(out, "{named}:{}: refused: {error}", line.line);
        }
    };
    let summary = if arguments.file.as_os_str() == "-" {
        ::recheck::check_reader(std::io::stdin().lock(), report)
    } else {
        let file = File::open(&arguments.file).with_context(|| format!("cannot open {named}"))?;
        ::recheck::check_reader(BufReader::new(file), report)
    };
    let summary = summary.with_context(|| format!("cannot read {named}"))?;
    refusals?;
    let sum = |kind: usize| summary.accepted.values().map(|counts| counts[kind]).sum::<u64>();
    let (holds, sharp, traps) = (sum(0), sum(1), sum(2));
    if holds + sharp + traps + summary.refused == 0 {
        anyhow::bail!("{named} holds no certificate");
    }
    writeln!(
        out,
        "{} certificates accepted for {} theorems ({holds} instances, {sharp} hypotheses shown needed, \
         {traps} false statements refuted), {} refused",
        holds + sharp + traps,
        summary.accepted.len(),
        summary.refused
    )?;
    Ok(if summary.refused == 0 { super::exit::HOLDS } else { super::exit::REFUTED })
}
