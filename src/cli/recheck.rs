//! `eigenclaim recheck FILE`.

use ::recheck::{LineError, RecheckError};
use anyhow::Context;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A file of certificates, one a line (`certificates.jsonl`), or '-' for standard input
    file: PathBuf,
    /// A table of your own statements, for lines whose theorem begins with `user/`; `refute` writes one
    #[arg(long, value_name = "FILE")]
    statements: Option<PathBuf>,
}

/// Refused lines that are shown; a file of another kind has one fault, not thousands.
const SHOWN: u64 = 20;

/// Whether the line is not even JSON, so that the file may be of another kind.
fn is_foreign(error: &LineError) -> bool {
    matches!(error, LineError::Refused(RecheckError::Malformed(_)) | LineError::NotUtf8 | LineError::TooLong)
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let mut out = std::io::stdout().lock();
    let mut written = Ok(());
    let (mut shown, mut foreign, mut first) = (0, 0, None);
    let named = arguments.file.display();
    let own = arguments.statements.as_deref().map(own_statements).transpose()?;
    let report = |line: &::recheck::LineReport| {
        let what = match &line.verdict {
            Err(error) => {
                foreign += u64::from(is_foreign(error));
                first.get_or_insert_with(|| format!("line {}: {error}", line.line));
                shown += 1;
                format!("refused: {error}")
            }
            Ok(::recheck::Accepted::Counterexample { theorem }) => format!("refutes {theorem}"),
            Ok(_) => return,
        };
        if written.is_ok() && shown <= SHOWN {
            written = writeln!(out, "{named}:{}: {what}", line.line);
        }
    };
    let summary = if arguments.file.as_os_str() == "-" {
        ::recheck::check_reader_with(std::io::stdin().lock(), own.as_ref(), report)
    } else {
        let file = File::open(&arguments.file).with_context(|| format!("cannot open {named}"))?;
        ::recheck::check_reader_with(BufReader::new(file), own.as_ref(), report)
    };
    let summary = summary.with_context(|| format!("cannot read {named}"))?;
    let sum = |kind: usize| summary.accepted.values().map(|counts| counts[kind]).sum::<u64>();
    let (holds, sharp, traps, counterexamples, symbolic) = (sum(0), sum(1), sum(2), sum(3), sum(4));
    let accepted = holds + sharp + traps + counterexamples + symbolic;
    if accepted + summary.refused == 0 {
        anyhow::bail!("{named} holds no certificate");
    }
    if let (0, Some(first)) = (accepted, first)
        && foreign == summary.refused
    {
        anyhow::bail!("{named} is not a file of certificates: {first}");
    }
    let printed = written.and_then(|()| {
        if shown > SHOWN {
            writeln!(out, "… and {} more refused", shown - SHOWN)?;
        }
        writeln!(
            out,
        "{accepted} certificates accepted for {} theorems ({holds} instances, {symbolic} symbolic, {sharp} witnesses that a hypothesis is \
         needed, {traps} false statements refuted, {counterexamples} theorems refuted), {} refused",
        summary.accepted.len(),
        summary.refused
        )
    });
    let printed = printed.and_then(|()| match &arguments.statements {
        Some(table) if summary.accepted.keys().any(|theorem| theorem.starts_with(::recheck::OWN)) => writeln!(
            out,
            "Lines about {}… are held against {}: these statements are yours, not the registry's, and nobody else has \
             read them.",
            ::recheck::OWN,
            table.display()
        ),
        _ => Ok(()),
    });
    super::ignore_broken_pipe(printed.map_err(Into::into))?;
    Ok(if summary.refused + counterexamples == 0 { super::exit::HOLDS } else { super::exit::REFUTED })
}

fn own_statements(path: &Path) -> anyhow::Result<::recheck::OwnStatements> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    ::recheck::OwnStatements::read(&text).with_context(|| format!("{}", path.display()))
}
