//! Why a dump cannot be compared.

use engine::InputError;
use tensors::{FileError, TensorError};

/// Why a dump cannot be compared. Each message names the tensor or the setting.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DumpError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A tensor's elements are of the wrong kind.
    #[error("tensor `{name}`")]
    Tensor {
        /// The tensor.
        name: String,
        /// What is wrong.
        #[source]
        source: TensorError,
    },
    /// The inputs do not fit each other or the system.
    #[error(transparent)]
    Inputs(#[from] InputError),
    /// A setting has an unknown value.
    #[error("`{key}` is {value:?}; known: {known}")]
    Metadata {
        /// The setting.
        key: &'static str,
        /// Its value.
        value: String,
        /// The values that are known.
        known: &'static str,
    },
    /// A setting is needed and neither given nor certain.
    #[error("`{key}` is neither in the metadata nor certain from the tensors ({why}); give --{flag}")]
    Unsettled {
        /// The setting.
        key: &'static str,
        /// Why it is not certain.
        why: String,
        /// The flag that gives it.
        flag: &'static str,
    },
    /// A tensor that is needed is missing.
    #[error("there is no tensor `{name}`{hint}")]
    Missing {
        /// The name of the format.
        name: String,
        /// What may help.
        hint: String,
    },
    /// A tensor has the wrong shape.
    #[error("tensor `{name}` has shape {shape:?}; needed: {wanted}")]
    Shape {
        /// The tensor.
        name: String,
        /// Its shape.
        shape: Vec<usize>,
        /// What it should be.
        wanted: String,
    },
    /// An input has an entry that is no number.
    #[error("tensor `{name}` has {value} at {index:?}; inputs must be finite")]
    NotFinite {
        /// The tensor.
        name: String,
        /// The place.
        index: Vec<usize>,
        /// The entry.
        value: f64,
    },
    /// A value that the setting makes impossible.
    #[error("tensor `{name}` has {value} at {index:?}: {why}")]
    Value {
        /// The tensor.
        name: String,
        /// The place.
        index: Vec<usize>,
        /// The entry.
        value: f64,
        /// Why it cannot be.
        why: &'static str,
    },
}
