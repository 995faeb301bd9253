//! A file of named tensors, of either kind.

use crate::npz::Npz;
use crate::safetensors::Safetensors;
use crate::source::Source;
use crate::{Dtype, Fault, FileError, Tensor};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

/// A file of named tensors, open for reading: safetensors or npz, told apart by their first bytes.
///
/// The directory is read and checked when the file is opened, a tensor when it is asked for. A file must not change
/// while it is open; when it shrinks, reading gives an error.
#[derive(Debug)]
pub struct TensorFile {
    file: String,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Safetensors(Safetensors),
    Npz(Npz),
}

impl TensorFile {
    /// Opens a file and checks its directory of tensors.
    ///
    /// # Errors
    /// [`FileError`] when the path does not lead to a readable file, or the directory is not as the format demands.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        Self::named(path.display().to_string(), Source::open(path))
    }

    /// The same for the bytes of a file, which errors call `<memory>`.
    ///
    /// # Errors
    /// [`FileError`] when the directory is not as the format demands.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, FileError> {
        Self::named("<memory>".to_owned(), Ok(Source::from_bytes(bytes)))
    }

    fn named(file: String, source: Result<Source, Fault>) -> Result<Self, FileError> {
        match source.and_then(content) {
            Ok(content) => Ok(Self { file, content }),
            Err(fault) => Err(FileError { file, fault: Box::new(fault) }),
        }
    }

    fn blame(&self, fault: Fault) -> FileError {
        FileError { file: self.file.clone(), fault: Box::new(fault) }
    }

    /// The path as it was given.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The names of the tensors, sorted. For npz they are the members' names without `.npy`.
    pub fn names(&self) -> Vec<&str> {
        match &self.content {
            Content::Safetensors(content) => content.names(),
            Content::Npz(content) => content.names(),
        }
    }

    /// The strings in the header of a safetensors file; npz has none.
    pub fn metadata(&self) -> &BTreeMap<String, String> {
        static NONE: BTreeMap<String, String> = BTreeMap::new();
        match &self.content {
            Content::Safetensors(content) => content.metadata(),
            Content::Npz(_) => &NONE,
        }
    }

    /// The extents of a tensor, of a supported type or not.
    ///
    /// # Errors
    /// [`FileError`] when there is no such tensor, or its header in an npz archive is not as the format demands.
    pub fn shape(&self, name: &str) -> Result<Vec<usize>, FileError> {
        match &self.content {
            Content::Safetensors(content) => content.shape(name),
            Content::Npz(content) => content.shape(name),
        }
        .map_err(|fault| self.blame(fault))
    }

    /// The type of a tensor's elements.
    ///
    /// # Errors
    /// As [`shape`](Self::shape), and [`Fault::UnsupportedDtype`], [`NpzFault::Pickled`](crate::NpzFault::Pickled).
    pub fn dtype(&self, name: &str) -> Result<Dtype, FileError> {
        match &self.content {
            Content::Safetensors(content) => content.dtype(name),
            Content::Npz(content) => content.dtype(name),
        }
        .map_err(|fault| self.blame(fault))
    }

    /// A whole tensor. A member of an npz archive is checked against its length and its checksum.
    ///
    /// # Errors
    /// As [`dtype`](Self::dtype), and when the bytes are not there, damaged or no values of the type.
    pub fn read(&self, name: &str) -> Result<Tensor, FileError> {
        match &self.content {
            Content::Safetensors(content) => content.read(name, None),
            Content::Npz(content) => content.read(name, None),
        }
        .map_err(|fault| self.blame(fault))
    }

    /// A part of a tensor's leading axis.
    ///
    /// Of a safetensors file or a stored member only that part is read. A compressed member is inflated up to its end
    /// or the end of the part, one in column-major order read as a whole; the checksum is compared only when all was
    /// read.
    ///
    /// # Errors
    /// As [`read`](Self::read), and [`Fault::Rows`] when the range does not lie within the leading axis.
    pub fn rows(&self, name: &str, range: Range<usize>) -> Result<Tensor, FileError> {
        match &self.content {
            Content::Safetensors(content) => content.read(name, Some(&range)),
            Content::Npz(content) => content.read(name, Some(&range)),
        }
        .map_err(|fault| self.blame(fault))
    }

    /// Some of a tensor's elements, in row-major order, whatever its axes are: `range` counts elements.
    ///
    /// Reads as little as [`rows`](Self::rows) does.
    ///
    /// # Errors
    /// As [`read`](Self::read), and [`Fault::Rows`] when the range does not lie within the tensor.
    pub fn elements(&self, name: &str, range: Range<usize>) -> Result<Tensor, FileError> {
        match &self.content {
            Content::Safetensors(content) => content.elements(name, &range),
            Content::Npz(content) => content.elements(name, &range),
        }
        .map_err(|fault| self.blame(fault))
    }
}

fn content(source: Source) -> Result<Content, Fault> {
    let start = source.prefix::<8>()?;
    if start.starts_with(b"PK\x03\x04") || start.starts_with(b"PK\x05\x06") {
        Ok(Content::Npz(Npz::new(source)?))
    } else {
        Ok(Content::Safetensors(Safetensors::new(source, &start)?))
    }
}
