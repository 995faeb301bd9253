//! Why a vector cannot be made or written.

use std::path::PathBuf;
use tensors::FileError;

/// Why a vector cannot be made or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VectorError {
    /// A number of the reference lies too close to the middle between two representable ones.
    #[error("case {case}: a reference number is not settled by {bits} bits")]
    Undecided {
        /// The case.
        case: String,
        /// The bits of the last attempt.
        bits: u32,
    },
    /// A probe has intermediates that the format cannot represent: a defect of the generator.
    #[error("case {case} is no exact probe: it needs {needed} significant bits and exponents from {lowest}")]
    NotExact {
        /// The case.
        case: String,
        /// Significant bits of the largest intermediate.
        needed: u32,
        /// The exponent of the finest one.
        lowest: i32,
    },
    /// Sizes that cannot be run.
    #[error("sizes cannot be run: {reason}")]
    Sizes {
        /// Why.
        reason: &'static str,
    },
    /// A file of this name is there and was not written by this command.
    #[error("{} is there and is not of a set of vectors; choose another folder, or --force to replace it", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A file cannot be written.
    #[error("cannot write a vector")]
    Write(#[from] FileError),
    /// The manifest cannot be written, or the folder not be made.
    #[error("cannot write {}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
}
