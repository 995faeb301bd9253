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
    let mut written = Ok(());
    let named = arguments.file.display();
    let report = |line: &::recheck::LineReport| {
        let what = match &line.verdict {
            Err(error) => format!("refused: {error}"),
            Ok(::recheck::Accepted::Counterexample { theorem }) => format!("refutes {theorem}"),
            Ok(_) => return,
        };
        if written.is_ok() {
            written = writeln!(out, "{named}:{}: {what}", line.line);
        }
    };
    let summary = if arguments.file.as_os_str() == "-" {
        ::recheck::check_reader(std::io::stdin().lock(), report)
    } else {
        let file = File::open(&arguments.file).with_context(|| format!("cannot open {named}"))?;
        ::recheck::check_reader(BufReader::new(file), report)
    };
    let summary = summary.with_context(|| format!("cannot read {named}"))?;
    let sum = |kind: usize| summary.accepted.values().map(|counts| counts[kind]).sum::<u64>();
    let (holds, sharp, traps, counterexamples, symbolic) = (sum(0), sum(1), sum(2), sum(3), sum(4));
    let accepted = holds + sharp + traps + counterexamples + symbolic;
    if accepted + summary.refused == 0 {
        anyhow::bail!("{named} holds no certificate");
    }
    let printed = written.and_then(|()| {
        writeln!(
            out,
        "{accepted} certificates accepted for {} theorems ({holds} instances, {symbolic} symbolic, {sharp} witnesses that a hypothesis is \
         needed, {traps} false statements refuted, {counterexamples} theorems refuted), {} refused",
        summary.accepted.len(),
        summary.refused
        )
    });
    super::ignore_broken_pipe(printed.map_err(Into::into))?;
    Ok(if summary.refused + counterexamples == 0 { super::exit::HOLDS } else { super::exit::REFUTED })
}
