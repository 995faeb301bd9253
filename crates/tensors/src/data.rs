//! The typed elements of a tensor.

use crate::Dtype;
use half::{bf16, f16};
use std::io::{self, Write};
use std::ops::Range;

/// The order of the bytes of one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ByteOrder {
    Little,
    Big,
}

/// An element type: its bytes, and the variant of [`Data`] that holds it.
pub(crate) trait Element: Copy {
    /// At most eight.
    const SIZE: usize;

    /// Nothing when the bytes, `SIZE` many, are no value of the type.
    fn decode(bytes: &[u8], order: ByteOrder) -> Option<Self>;

    fn write(self, out: &mut dyn Write) -> io::Result<()>;
}

macro_rules! numeric_elements {
    ($($element:ty),*) => {$(
        impl Element for $element {
            const SIZE: usize = size_of::<Self>();

            fn decode(bytes: &[u8], order: ByteOrder) -> Option<Self> {
                let bytes = bytes.try_into().ok()?;
                Some(match order {
                    ByteOrder::Little => Self::from_le_bytes(bytes),
                    ByteOrder::Big => Self::from_be_bytes(bytes),
                })
            }

            fn write(self, out: &mut dyn Write) -> io::Result<()> {
                out.write_all(&self.to_le_bytes())
            }
        }
    )*};
}

numeric_elements!(f64, f32, f16, bf16, i64, i32, u8);

impl Element for bool {
    const SIZE: usize = 1;

    fn decode(bytes: &[u8], _: ByteOrder) -> Option<Self> {
        match bytes {
            [0] => Some(false),
            [1] => Some(true),
            _ => None,
        }
    }

    fn write(self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&[u8::from(self)])
    }
}

/// The elements of a tensor, row-major.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// See [`Dtype::F64`].
    F64(Vec<f64>),
    /// See [`Dtype::F32`].
    F32(Vec<f32>),
    /// See [`Dtype::F16`].
    F16(Vec<f16>),
    /// See [`Dtype::BF16`].
    BF16(Vec<bf16>),
    /// See [`Dtype::I64`].
    I64(Vec<i64>),
    /// See [`Dtype::I32`].
    I32(Vec<i32>),
    /// See [`Dtype::U8`].
    U8(Vec<u8>),
    /// See [`Dtype::Bool`].
    Bool(Vec<bool>),
}

macro_rules! conversions {
    ($($variant:ident($element:ty)),*) => {$(
        impl From<Vec<$element>> for Data {
            fn from(elements: Vec<$element>) -> Self {
                Self::$variant(elements)
            }
        }
    )*};
}

conversions!(F64(f64), F32(f32), F16(f16), BF16(bf16), I64(i64), I32(i32), U8(u8), Bool(bool));

/// One expression for the vector in whichever variant there is.
macro_rules! each_vector {
    ($data:expr, $elements:ident => $result:expr) => {
        match $data {
            Data::F64($elements) => $result,
            Data::F32($elements) => $result,
            Data::F16($elements) => $result,
            Data::BF16($elements) => $result,
            Data::I64($elements) => $result,
            Data::I32($elements) => $result,
            Data::U8($elements) => $result,
            Data::Bool($elements) => $result,
        }
    };
}

impl Data {
    /// The type of the elements.
    pub fn dtype(&self) -> Dtype {
        match self {
            Self::F64(_) => Dtype::F64,
            Self::F32(_) => Dtype::F32,
            Self::F16(_) => Dtype::F16,
            Self::BF16(_) => Dtype::BF16,
            Self::I64(_) => Dtype::I64,
            Self::I32(_) => Dtype::I32,
            Self::U8(_) => Dtype::U8,
            Self::Bool(_) => Dtype::Bool,
        }
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        each_vector!(self, elements => elements.len())
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The elements in `range`, which must be in range.
    pub(crate) fn slice(&self, range: Range<usize>) -> Self {
        each_vector!(self, elements => elements[range].to_vec().into())
    }

    /// The elements at `positions`, each of which must be in range.
    pub(crate) fn gather(&self, positions: impl Iterator<Item = usize>) -> Self {
        each_vector!(self, elements => positions.map(|at| elements[at]).collect::<Vec<_>>().into())
    }

    /// The bytes as in a safetensors file: row-major, little-endian.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        each_vector!(self, elements => elements.iter().try_for_each(|element| element.write(out)))
    }
}
