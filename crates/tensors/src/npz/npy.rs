//! The header of an array: a signature, a version, a length and a Python dictionary.

use super::NpzFault;
use super::literal::{self, Malformed};
use super::member::MemberReader;
use crate::Fault;
use crate::decode::fill;

const MAGIC: &[u8] = b"\x93NUMPY";

/// The longest header that is read, in bytes; numpy's own limit (`max_header_size` of `numpy.load`).
const MAX_HEADER: u32 = 10_000;

/// What the header says, not yet held against the size of the member.
#[derive(Debug)]
pub(super) struct ArrayHeader {
    /// As numpy spells the type, or all of a structured type.
    pub(super) descriptor: String,
    pub(super) column_major: bool,
    pub(super) shape: Vec<usize>,
    /// The bytes before the elements.
    pub(super) length: u64,
}

/// Reads the header and leaves the reader at the first element.
pub(super) fn read(reader: &mut MemberReader<'_>) -> Result<ArrayHeader, Fault> {
    let member = reader.member().name.clone();
    let mut start = [0; 8];
    let filled = fill(reader, &mut start).map_err(|error| reader.blame(error))?;
    if !start[..filled].starts_with(&MAGIC[..filled.min(MAGIC.len())]) {
        return Err(NpzFault::Magic { member }.into());
    }
    let (major, minor) = (start[6], start[7]);
    let length_bytes = match (filled, major, minor) {
        (..8, ..) => return Err(reader.short()),
        (_, 1, 0) => 2,
        (_, 2 | 3, 0) => 4,
        _ => return Err(NpzFault::Version { member, major, minor }.into()),
    };
    let mut length = [0; 4];
    exact(reader, &mut length[..length_bytes])?;
    let length = u32::from_le_bytes(length);
    if length > MAX_HEADER {
        return Err(NpzFault::HeaderTooLong { member, length, limit: MAX_HEADER }.into());
    }
    let text_start = reader.position();
    let mut text = vec![0; length as usize];
    exact(reader, &mut text)?;
    let parsed = literal::parse(&text).map_err(|Malformed { message, offset }| NpzFault::Header {
        member,
        message,
        offset: text_start + offset as u64,
    })?;
    let (descriptor, column_major, shape) = parsed;
    Ok(ArrayHeader { descriptor, column_major, shape, length: reader.position() })
}

fn exact(reader: &mut MemberReader<'_>, buffer: &mut [u8]) -> Result<(), Fault> {
    let filled = fill(reader, buffer).map_err(|error| reader.blame(error))?;
    if filled < buffer.len() { Err(reader.short()) } else { Ok(()) }
}
