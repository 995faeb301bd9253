//! What is wrong with a safetensors file.

use crate::Dtype;

/// What is wrong with a safetensors file. Offsets of tensors count from the start of the data part, as in the header.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SafetensorsFault {
    /// One array of numpy, whose name is not in the file.
    #[error("is a single .npy array without a name; an .npz archive or a safetensors file is expected")]
    SingleNpy,
    /// Too short for the header's length.
    #[error("ends after {length} bytes, within the 8 bytes of the header's length")]
    NoLength {
        /// The size of the file.
        length: u64,
    },
    /// The header is longer than the file. Files of other kinds are met here, for their first bytes are no length.
    #[error(
        "claims a header of {length} bytes at byte 8, where {available} follow: truncated, or no safetensors file"
    )]
    HeaderTruncated {
        /// The length that the file claims.
        length: u64,
        /// How many bytes there are.
        available: u64,
    },
    /// The header is longer than [`MAX_HEADER`](crate::MAX_HEADER).
    #[error("has a header of {length} bytes at byte 8, more than the {} that are read", crate::MAX_HEADER)]
    HeaderTooLong {
        /// The length of the header.
        length: u64,
    },
    /// The header is no text.
    #[error("header: not UTF-8 at byte {offset}")]
    HeaderNotUtf8 {
        /// The first wrong byte, from the start of the file.
        offset: u64,
    },
    /// The header is not the JSON object that the format demands.
    #[error("header: {message} at byte {offset}")]
    HeaderJson {
        /// What is wrong.
        message: String,
        /// Where it was noticed, from the start of the file.
        offset: u64,
    },
    /// A tensor ends before it begins.
    #[error("tensor `{tensor}`: data offsets [{begin}, {end}] are in the wrong order")]
    OffsetsReversed {
        /// The tensor.
        tensor: String,
        /// Its first byte.
        begin: u64,
        /// The byte after its last.
        end: u64,
    },
    /// A tensor ends after the file.
    #[error("tensor `{tensor}`: data offsets [{begin}, {end}] exceed the {available} bytes of the data part")]
    OffsetsOutOfRange {
        /// The tensor.
        tensor: String,
        /// Its first byte.
        begin: u64,
        /// The byte after its last.
        end: u64,
        /// The size of the data part.
        available: u64,
    },
    /// Two tensors share bytes.
    #[error("tensors `{first}` and `{second}` overlap at data offset {offset}")]
    Overlap {
        /// The tensor that begins first.
        first: String,
        /// The other one.
        second: String,
        /// The first byte that they share.
        offset: u64,
    },
    /// Bytes that belong to no tensor.
    #[error("data offsets [{begin}, {end}] belong to no tensor")]
    Gap {
        /// The first such byte.
        begin: u64,
        /// The byte after the last.
        end: u64,
    },
    /// The number of bytes is not that of the shape and the type.
    #[error(
        "tensor `{tensor}`: {dtype} of shape {shape:?} takes {expected} bytes, its data offsets give {found}"
    )]
    Length {
        /// The tensor.
        tensor: String,
        /// Its type.
        dtype: Dtype,
        /// Its shape.
        shape: Vec<usize>,
        /// The bytes that these take.
        expected: u64,
        /// The bytes that it has.
        found: u64,
    },
    /// A tensor that is to be written has the name of the metadata.
    #[error("`{name}` names the metadata and cannot name a tensor")]
    ReservedName {
        /// The name.
        name: &'static str,
    },
}
