//! Why a file cannot be inspected.

use conformance::DumpError;
use tensors::{FileError, TensorError};

/// Why a file cannot be inspected. Each message names the tensor, the setting or the place.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InspectError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A setting is unknown, or neither given nor certain; a tensor is missing or of the wrong shape.
    #[error(transparent)]
    Dump(#[from] DumpError),
    /// A tensor's elements are of the wrong kind.
    #[error("tensor `{name}`")]
    Tensor {
        /// The tensor.
        name: String,
        /// What is wrong.
        #[source]
        source: TensorError,
    },
    /// An entry that is no number.
    #[error("tensor `{name}` has {value} at {index:?}; gates, keys and strengths must be finite")]
    NotFinite {
        /// The tensor.
        name: String,
        /// The place, in the file's axes.
        index: Vec<usize>,
        /// The entry.
        value: f64,
    },
    /// An entry outside of its range.
    #[error("tensor `{name}` has {value} at {index:?}, outside of {range}{hint}")]
    Range {
        /// The tensor.
        name: String,
        /// The place, in the file's axes.
        index: Vec<usize>,
        /// The entry.
        value: f64,
        /// The range.
        range: &'static str,
        /// What may help.
        hint: &'static str,
    },
    /// Nothing to look at.
    #[error("{what} is empty: there are no {of}")]
    Empty {
        /// The tensor or file.
        what: String,
        /// What is missing.
        of: &'static str,
    },
    /// The system has no transition that this looks at.
    #[error("`{system}` is not inspected: {why}")]
    Unsupported {
        /// The system.
        system: String,
        /// Why.
        why: &'static str,
    },
    /// A result cannot be written.
    #[error("cannot write {what}")]
    Write {
        /// What was to be written.
        what: String,
        /// The refusal.
        #[source]
        source: std::io::Error,
    },
}
