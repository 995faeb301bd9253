//! Why a report cannot be made.

use std::path::PathBuf;

/// Why a report cannot be made; each variant is something else to do for the caller.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// A file cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// A file is not what it should be.
    #[error("{name} is not {expected}")]
    NotJson {
        /// The file.
        name: String,
        /// What was expected.
        expected: &'static str,
        /// Where it departs from that.
        #[source]
        source: serde_json::Error,
    },
    /// A file says that it is of another schema.
    #[error("{name} has the schema {found:?}, expected {expected:?}")]
    Schema {
        /// The file.
        name: String,
        /// The schema that it states.
        found: String,
        /// The schema that is read.
        expected: &'static str,
    },
    /// The results were written by another version, or are about other statements.
    #[error("the results are stale: {0}; run `eigenclaim verify` again")]
    Stale(String),
    /// A formula cannot be typeset.
    #[error("the formula `{tex}` of {place} cannot be typeset: {reason}")]
    Formula {
        /// The formula.
        tex: String,
        /// Where it stands.
        place: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A certificate that the report wants to spell out is refused.
    #[error("a certificate of {theorem} is refused: {reason}")]
    Refused {
        /// The theorem.
        theorem: String,
        /// Why.
        reason: String,
    },
    /// The folder holds something that is not a report.
    #[error("{} is not empty and holds no report; name another folder", path.display())]
    NotAReport {
        /// The folder.
        path: PathBuf,
    },
    /// No browser to print with.
    #[error(
        "{named} is not here; a PDF is printed with Chromium (Debian: apt-get install chromium, or sh scripts/setup-browser.sh; \
         another one: --chromium PROGRAM)"
    )]
    NoBrowser {
        /// What was looked for.
        named: String,
    },
    /// The browser left no PDF.
    #[error("{} printed nothing ({status})", program.display())]
    Browser {
        /// The browser.
        program: PathBuf,
        /// How it ended.
        status: String,
    },
    /// A file or folder cannot be written.
    #[error("cannot write {}", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
}
