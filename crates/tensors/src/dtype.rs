//! The element types.

use std::fmt;

/// The type of the elements of a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dtype {
    /// IEEE 754 binary64.
    F64,
    /// IEEE 754 binary32.
    F32,
    /// IEEE 754 binary16.
    F16,
    /// bfloat16: the upper half of a binary32.
    BF16,
    /// Signed, 64 bits.
    I64,
    /// Signed, 32 bits.
    I32,
    /// Unsigned, 8 bits.
    U8,
    /// One byte, 0 or 1.
    Bool,
}

impl Dtype {
    /// Every type, the widest first.
    pub const ALL: [Self; 8] =
        [Self::F64, Self::I64, Self::F32, Self::I32, Self::F16, Self::BF16, Self::U8, Self::Bool];

    /// The bytes that one element takes in a file.
    pub fn size(self) -> usize {
        match self {
            Self::F64 | Self::I64 => 8,
            Self::F32 | Self::I32 => 4,
            Self::F16 | Self::BF16 => 2,
            Self::U8 | Self::Bool => 1,
        }
    }

    /// Whether the elements are floating-point numbers.
    pub fn is_float(self) -> bool {
        matches!(self, Self::F64 | Self::F32 | Self::F16 | Self::BF16)
    }

    /// The name in safetensors files, which is also how the type is displayed.
    pub fn name(self) -> &'static str {
        match self {
            Self::F64 => "F64",
            Self::F32 => "F32",
            Self::F16 => "F16",
            Self::BF16 => "BF16",
            Self::I64 => "I64",
            Self::I32 => "I32",
            Self::U8 => "U8",
            Self::Bool => "BOOL",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dtype| dtype.name() == name)
    }
}

impl fmt::Display for Dtype {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
