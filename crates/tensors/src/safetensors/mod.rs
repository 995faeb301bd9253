//! safetensors: a length, a JSON header, and the tensors' bytes.

mod fault;
mod header;
mod layout;
mod write;

pub use fault::SafetensorsFault;
pub use write::write_safetensors;

use crate::data::ByteOrder;
use crate::decode::{self, DecodeError};
use crate::source::Source;
use crate::{Data, Dtype, Fault, Tensor, shape};
use layout::Entry;
use rawzip::{RangeReader, ReaderAt};
use std::collections::BTreeMap;
use std::io;
use std::ops::Range;

/// The longest header that is read, in bytes; the limit of the `safetensors` library (its `MAX_HEADER_SIZE`).
pub const MAX_HEADER: u64 = 100_000_000;

/// The bytes before the header: its length, little-endian.
const LENGTH_BYTES: u64 = 8;

const NPY_MAGIC: &[u8] = b"\x93NUMPY";

#[derive(Debug)]
pub(crate) struct Safetensors {
    source: Source,
    metadata: BTreeMap<String, String>,
    tensors: BTreeMap<String, Entry>,
    data_start: u64,
}

impl Safetensors {
    /// `start` is the first eight bytes, or all when there are fewer.
    pub(crate) fn new(source: Source, start: &[u8]) -> Result<Self, Fault> {
        if start.starts_with(NPY_MAGIC) {
            return Err(SafetensorsFault::SingleNpy.into());
        }
        let Ok(length) = start.try_into().map(u64::from_le_bytes) else {
            return Err(SafetensorsFault::NoLength { length: source.length() }.into());
        };
        let available = source.length() - LENGTH_BYTES;
        if length > available {
            return Err(SafetensorsFault::HeaderTruncated { length, available }.into());
        }
        if length > MAX_HEADER {
            return Err(SafetensorsFault::HeaderTooLong { length }.into());
        }
        let mut header = vec![0; length as usize];
        source.read_exact_at(&mut header, LENGTH_BYTES).map_err(Fault::io("read the header"))?;
        let header = header::parse(header)?;
        let (metadata, tensors) = layout::check(header, available - length)?;
        Ok(Self { source, metadata, tensors, data_start: LENGTH_BYTES + length })
    }

    pub(crate) fn names(&self) -> Vec<&str> {
        self.tensors.keys().map(String::as_str).collect()
    }

    pub(crate) fn metadata(&self) -> &BTreeMap<String, String> {
        &self.metadata
    }

    fn entry(&self, name: &str) -> Result<&Entry, Fault> {
        self.tensors.get(name).ok_or_else(|| Fault::NoTensor { name: name.to_owned() })
    }

    pub(crate) fn shape(&self, name: &str) -> Result<Vec<usize>, Fault> {
        Ok(self.entry(name)?.shape.clone())
    }

    pub(crate) fn dtype(&self, name: &str) -> Result<Dtype, Fault> {
        self.entry(name)?
            .dtype
            .clone()
            .map_err(|dtype| Fault::UnsupportedDtype { tensor: name.to_owned(), dtype })
    }

    /// The tensor, or some of its rows.
    pub(crate) fn read(&self, name: &str, rows: Option<&Range<usize>>) -> Result<Tensor, Fault> {
        let dtype = self.dtype(name)?;
        let entry = self.entry(name)?;
        let tensor = || name.to_owned();
        let overflow = || Fault::ShapeOverflow { tensor: tensor(), shape: entry.shape.clone() };
        let (shape, elements) = match rows {
            None => (entry.shape.clone(), 0..shape::elements(&entry.shape).ok_or_else(overflow)?),
            Some(rows) => shape::rows(&entry.shape, rows).ok_or_else(|| Fault::Rows {
                tensor: tensor(),
                start: rows.start,
                end: rows.end,
                shape: entry.shape.clone(),
            })?,
        };
        let data = self.decode(name, dtype, entry, elements)?;
        Ok(Tensor::new(shape, data).expect("as many elements were decoded as the shape has"))
    }

    /// Elements `range` of the tensor, in a shape of one axis.
    pub(crate) fn elements(&self, name: &str, range: &Range<usize>) -> Result<Tensor, Fault> {
        let dtype = self.dtype(name)?;
        let entry = self.entry(name)?;
        let shape = || entry.shape.clone();
        let count = shape::elements(&entry.shape)
            .ok_or_else(|| Fault::ShapeOverflow { tensor: name.to_owned(), shape: shape() })?;
        if range.start > range.end || range.end > count {
            let (start, end) = (range.start, range.end);
            return Err(Fault::Rows { tensor: name.to_owned(), start, end, shape: shape() });
        }
        let data = self.decode(name, dtype, entry, range.clone())?;
        Ok(Tensor::new(vec![range.len()], data).expect("as many elements were decoded as asked for"))
    }

    fn decode(&self, name: &str, dtype: Dtype, entry: &Entry, elements: Range<usize>) -> Result<Data, Fault> {
        let at = |element: usize| self.data_start + entry.offsets.start + (element * dtype.size()) as u64;
        let mut reader = RangeReader::new(&self.source, at(elements.start)..at(elements.end));
        decode::elements(&mut reader, dtype, ByteOrder::Little, elements.len(), elements.len()).map_err(
            |error| match error {
                DecodeError::Read(error) => Fault::Io { action: "read the file", error },
                DecodeError::Short => {
                    Fault::Io { action: "read the file", error: io::ErrorKind::UnexpectedEof.into() }
                }
                DecodeError::NotABool { element, value } => {
                    Fault::NotABool { tensor: name.to_owned(), element: elements.start + element, value }
                }
            },
        )
    }
}
