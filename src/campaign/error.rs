//! Why a journal cannot be used.

use std::io;
use std::path::{Path, PathBuf};

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CampaignError {
    /// The file cannot be opened, read or written.
    #[error("cannot {what} {}", path.display())]
    Io {
        /// What was tried.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A line before the last one is no record.
    #[error("{}:{line} is not a record of a campaign: {reason}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Line, from 1.
        line: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// Another process writes to the journal.
    #[error("another run is writing to {}", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// The journal is of another request.
    #[error("{} does not belong to this run: {difference}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What differs.
        difference: String,
    },
    /// The registry of this program is not the one that the journal was made with.
    #[error("the journal names theorems that this version of eigenclaim does not have")]
    OtherVersion,
    /// A part is in two journals.
    #[error("{theorem}, part {number}, is both in {} and in {}", first.display(), second.display())]
    Twice {
        /// The theorem's id.
        theorem: String,
        /// The part.
        number: u64,
        /// One journal.
        first: PathBuf,
        /// The other.
        second: PathBuf,
    },
}

pub(super) fn io_error(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> CampaignError {
    let path = path.to_owned();
    move |source| CampaignError::Io { what, path, source }
}
