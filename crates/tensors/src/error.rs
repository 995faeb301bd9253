//! What can go wrong with tensors and their files.

use crate::{Dtype, NpzFault, SafetensorsFault};
use std::io;

/// Why a tensor cannot be made or used as asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TensorError {
    /// More elements than can be addressed.
    #[error("shape {shape:?} has more elements than can be addressed")]
    ShapeOverflow {
        /// The shape.
        shape: Vec<usize>,
    },
    /// The number of elements is not that of the shape.
    #[error("shape {shape:?} has {elements} elements, but {given} are given")]
    Length {
        /// The shape.
        shape: Vec<usize>,
        /// Its number of elements.
        elements: usize,
        /// How many there are.
        given: usize,
    },
    /// Floating-point elements were asked for.
    #[error("elements of type {dtype} are not floating-point numbers")]
    NotFloat {
        /// The type that the elements have.
        dtype: Dtype,
    },
    /// Integer elements were asked for.
    #[error("elements of type {dtype} are not integers")]
    NotInteger {
        /// The type that the elements have.
        dtype: Dtype,
    },
    /// The rows asked for are not there.
    #[error("rows {start}..{end} are not within the leading axis of shape {shape:?}")]
    Rows {
        /// The first row asked for.
        start: usize,
        /// The row after the last one asked for.
        end: usize,
        /// The shape.
        shape: Vec<usize>,
    },
}

/// A fault and the file that has it.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {fault}")]
pub struct FileError {
    /// The path as it was given, or what stands for it when the bytes came from memory.
    pub file: String,
    /// What is wrong. It is a part of the message, so it is not repeated as the source of this error.
    pub fault: Box<Fault>,
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The operating system refused.
    #[error("cannot {action}: {error}")]
    Io {
        /// What was tried.
        action: &'static str,
        /// The refusal.
        error: io::Error,
    },
    /// The path does not lead to a regular file.
    #[error("is {what}, not a file")]
    NotAFile {
        /// What it leads to.
        what: &'static str,
    },
    /// There is no tensor of this name.
    #[error("has no tensor `{name}`")]
    NoTensor {
        /// The name.
        name: String,
    },
    /// Two tensors have one name, or two entries of the header one key.
    #[error("`{name}` occurs twice")]
    DuplicateName {
        /// The name.
        name: String,
    },
    /// The elements have a type that this crate does not read.
    #[error("tensor `{tensor}` has elements of the unsupported type {dtype}")]
    UnsupportedDtype {
        /// The tensor.
        tensor: String,
        /// The type as the file spells it.
        dtype: String,
    },
    /// The rows asked for are not there.
    #[error("tensor `{tensor}`: rows {start}..{end} are not within the leading axis of shape {shape:?}")]
    Rows {
        /// The tensor.
        tensor: String,
        /// The first row asked for.
        start: usize,
        /// The row after the last one asked for.
        end: usize,
        /// The shape.
        shape: Vec<usize>,
    },
    /// The shape has more elements than can be addressed.
    #[error("tensor `{tensor}`: shape {shape:?} has more elements than can be addressed")]
    ShapeOverflow {
        /// The tensor.
        tensor: String,
        /// The shape.
        shape: Vec<usize>,
    },
    /// A boolean that is neither 0 nor 1.
    #[error("tensor `{tensor}`: byte {value} at element {element} is no boolean, which is 0 or 1")]
    NotABool {
        /// The tensor.
        tensor: String,
        /// The position of the element in the order of the file.
        element: usize,
        /// The byte.
        value: u8,
    },
    /// A fault of a safetensors file.
    #[error(transparent)]
    Safetensors(#[from] SafetensorsFault),
    /// A fault of an npz archive.
    #[error(transparent)]
    Npz(#[from] NpzFault),
}

impl Fault {
    pub(crate) fn io(action: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::Io { action, error }
    }
}
