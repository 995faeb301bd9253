//! A file of certificates, one a line.

use crate::{Accepted, OwnStatements, RecheckError, check_line_with};
use std::collections::BTreeMap;
use std::io::{BufRead, Read};

/// Longest line that is read, in bytes.
const MAX_LINE: u64 = 8 << 20;

/// Why a file could not be read to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The file could not be read.
    #[error("line {line} cannot be read")]
    Read {
        /// Number of the line, from 1.
        line: u64,
        /// The cause.
        #[source]
        source: std::io::Error,
    },
}

/// The verdict on one line.
#[derive(Debug)]
pub struct LineReport {
    /// Number of the line, from 1.
    pub line: u64,
    /// What it certifies, or why it is refused.
    pub verdict: Result<Accepted, LineError>,
}

/// Why a line is refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// It is not a sound certificate.
    #[error(transparent)]
    Refused(#[from] RecheckError),
    /// It is longer than a certificate can be.
    #[error("the line is longer than {MAX_LINE} bytes")]
    TooLong,
    /// It is not UTF-8.
    #[error("the line is not UTF-8")]
    NotUtf8,
    /// The file ends within it: a certificate ends with a line break.
    #[error("the line has no end; the file may be truncated")]
    NoLineBreak,
}

/// Accepted lines by theorem, and how many were refused.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Accepted lines of each theorem: instances, hypotheses shown needed, traps refuted, counterexamples,
    /// symbolic lines.
    pub accepted: BTreeMap<String, [u64; 5]>,
    /// Number of refused lines.
    pub refused: u64,
}

/// Checks every line; `report` hears of each.
///
/// # Errors
/// [`FileError`] when the input cannot be read.
pub fn check_reader(input: impl BufRead, report: impl FnMut(&LineReport)) -> Result<Summary, FileError> {
    check_reader_with(input, None, report)
}

/// [`check_reader`], with statements that are somebody's own for the lines that name one of them.
///
/// # Errors
/// [`FileError`] when the input cannot be read.
pub fn check_reader_with(
    mut input: impl BufRead,
    own: Option<&OwnStatements>,
    mut report: impl FnMut(&LineReport),
) -> Result<Summary, FileError> {
    let mut summary = Summary::default();
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        let read = (&mut input).take(MAX_LINE + 1).read_until(b'\n', &mut bytes);
        let length = read.map_err(|source| FileError::Read { line, source })?;
        if length == 0 {
            break;
        }
        let verdict = check_bytes(&bytes, own);
        if matches!(verdict, Err(LineError::TooLong)) {
            skip_line(&mut input).map_err(|source| FileError::Read { line, source })?;
        }
        match &verdict {
            Ok(accepted) => {
                let (theorem, kind) = match accepted {
                    Accepted::Holds { theorem } => (theorem, 0),
                    Accepted::Sharp { theorem, .. } => (theorem, 1),
                    Accepted::Trap { theorem, .. } => (theorem, 2),
                    Accepted::Counterexample { theorem } => (theorem, 3),
                    Accepted::Symbolic { theorem, .. } => (theorem, 4),
                };
                summary.accepted.entry(theorem.clone()).or_default()[kind] += 1;
            }
            Err(_) => summary.refused += 1,
        }
        report(&LineReport { line, verdict });
    }
    Ok(summary)
}

fn check_bytes(bytes: &[u8], own: Option<&OwnStatements>) -> Result<Accepted, LineError> {
    let Some(text) = bytes.strip_suffix(b"\n") else {
        return Err(if bytes.len() as u64 > MAX_LINE { LineError::TooLong } else { LineError::NoLineBreak });
    };
    let text = std::str::from_utf8(text).map_err(|_| LineError::NotUtf8)?;
    Ok(check_line_with(text, own)?)
}

fn skip_line(input: &mut impl BufRead) -> std::io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let (used, done) = match end {
            Some(at) => (at + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}
