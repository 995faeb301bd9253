//! npz: a zip archive of numpy arrays.

mod descriptor;
mod directory;
mod fault;
mod literal;
mod member;
mod npy;

pub use fault::NpzFault;

use crate::data::ByteOrder;
use crate::decode::{self, DecodeError};
use crate::source::Source;
use crate::{Dtype, Fault, Tensor, shape};
use descriptor::Descriptor;
use directory::Member;
use member::MemberReader;
use npy::ArrayHeader;
use std::collections::BTreeMap;
use std::ops::Range;

/// The most that a compressed member may grow. Deflate reaches 1032: 258 bytes from two bits.
pub const MAX_INFLATION: u64 = 1100;

#[derive(Debug)]
pub(crate) struct Npz {
    source: Source,
    members: BTreeMap<String, Member>,
}

impl Npz {
    pub(crate) fn new(source: Source) -> Result<Self, Fault> {
        let (source, members) = directory::read(source)?;
        Ok(Self { source, members })
    }

    pub(crate) fn names(&self) -> Vec<&str> {
        self.members.keys().map(String::as_str).collect()
    }

    pub(crate) fn shape(&self, name: &str) -> Result<Vec<usize>, Fault> {
        Ok(self.start(name)?.shape)
    }

    pub(crate) fn dtype(&self, name: &str) -> Result<Dtype, Fault> {
        Ok(self.start(name)?.elements?.dtype)
    }

    /// The array behind its header. The size of the member is that of the array when the type is supported.
    fn start<'a>(&'a self, name: &str) -> Result<Array<'a>, Fault> {
        let member = self.members.get(name).ok_or_else(|| Fault::NoTensor { name: name.to_owned() })?;
        let mut reader = member.reader(&self.source);
        let ArrayHeader { descriptor, column_major, shape, length } = npy::read(&mut reader)?;
        let Some(count) = shape::elements(&shape) else {
            return Err(Fault::ShapeOverflow { tensor: name.to_owned(), shape });
        };
        let elements = match descriptor::parse(&descriptor) {
            Descriptor::Object => Err(NpzFault::Pickled { member: member.name.clone() }.into()),
            Descriptor::Unsupported => {
                Err(Fault::UnsupportedDtype { tensor: name.to_owned(), dtype: descriptor })
            }
            Descriptor::Numeric(dtype, order) => {
                let (expected, claimed) = (length + (count * dtype.size()) as u64, member.size);
                if expected != claimed {
                    let member = member.name.clone();
                    return Err(NpzFault::Size { member, dtype, shape, expected, claimed }.into());
                }
                Ok(Elements { dtype, order, count })
            }
        };
        Ok(Array { reader, column_major, shape, elements })
    }

    /// Elements `range` of the tensor, in a shape of one axis.
    pub(crate) fn elements(&self, name: &str, range: &Range<usize>) -> Result<Tensor, Fault> {
        let Array { mut reader, column_major, shape, elements } = self.start(name)?;
        let Elements { dtype, order, count } = elements?;
        if range.start > range.end || range.end > count {
            let (start, end) = (range.start, range.end);
            return Err(Fault::Rows { tensor: name.to_owned(), start, end, shape });
        }
        if column_major || range.len() == count {
            let data = self.read(name, None)?.data().slice(range.clone());
            return Ok(Tensor::new(vec![range.len()], data).expect("as many elements as asked for"));
        }
        reader.skip((range.start * dtype.size()) as u64)?;
        let reserve = range.len().min(reader.member().stored() as usize);
        let data =
            decode::elements(&mut reader, dtype, order, range.len(), reserve).map_err(
                |error| match error {
                    DecodeError::Read(error) => reader.blame(error),
                    DecodeError::Short => reader.short(),
                    DecodeError::NotABool { element, value } => {
                        Fault::NotABool { tensor: name.to_owned(), element: range.start + element, value }
                    }
                },
            )?;
        Ok(Tensor::new(vec![range.len()], data).expect("as many elements were decoded as asked for"))
    }

    /// The tensor, or some of its rows.
    pub(crate) fn read(&self, name: &str, rows: Option<&Range<usize>>) -> Result<Tensor, Fault> {
        let Array { mut reader, column_major, shape, elements } = self.start(name)?;
        let Elements { dtype, order, count } = elements?;
        let (selected, selection) = match rows {
            None => (shape.clone(), 0..count),
            Some(rows) => shape::rows(&shape, rows).ok_or_else(|| Fault::Rows {
                tensor: name.to_owned(),
                start: rows.start,
                end: rows.end,
                shape: shape.clone(),
            })?,
        };
        let wanted = if column_major { 0..count } else { selection };
        reader.skip((wanted.start * dtype.size()) as u64)?;
        let reserve = wanted.len().min(reader.member().stored() as usize);
        let data =
            decode::elements(&mut reader, dtype, order, wanted.len(), reserve).map_err(
                |error| match error {
                    DecodeError::Read(error) => reader.blame(error),
                    DecodeError::Short => reader.short(),
                    DecodeError::NotABool { element, value } => {
                        Fault::NotABool { tensor: name.to_owned(), element: wanted.start + element, value }
                    }
                },
            )?;
        if wanted == (0..count) {
            reader.finish()?;
        }
        if column_major {
            let data = data.gather(shape::column_major_positions(&shape));
            let whole = Tensor::new(shape, data).expect("a permutation of as many elements as the shape has");
            Ok(match rows {
                None => whole,
                Some(rows) => whole.rows(rows.clone()).expect("the rows were found to lie within the shape"),
            })
        } else {
            Ok(Tensor::new(selected, data).expect("as many elements were decoded as the shape has"))
        }
    }
}

/// An array up to its elements.
struct Array<'a> {
    /// At the first element.
    reader: MemberReader<'a>,
    column_major: bool,
    shape: Vec<usize>,
    /// Or why they cannot be read.
    elements: Result<Elements, Fault>,
}

struct Elements {
    dtype: Dtype,
    order: ByteOrder,
    count: usize,
}
