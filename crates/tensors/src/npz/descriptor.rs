//! numpy's names of element types.

use crate::Dtype;
use crate::data::ByteOrder;

pub(super) enum Descriptor {
    Numeric(Dtype, ByteOrder),
    /// Python objects.
    Object,
    Unsupported,
}

/// A byte order (`<` little, `>` big, `|` where it does not matter), a letter and the size of an element.
pub(super) fn parse(text: &str) -> Descriptor {
    let order = match text.chars().next() {
        Some('<') => ByteOrder::Little,
        Some('>') => ByteOrder::Big,
        Some('|') if matches!(text, "|u1" | "|b1") => ByteOrder::Little,
        Some('|') if text == "|O" => return Descriptor::Object,
        _ => return Descriptor::Unsupported,
    };
    let dtype = match &text[1..] {
        "f8" => Dtype::F64,
        "f4" => Dtype::F32,
        "f2" => Dtype::F16,
        "i8" => Dtype::I64,
        "i4" => Dtype::I32,
        "u1" => Dtype::U8,
        "b1" => Dtype::Bool,
        "O" => return Descriptor::Object,
        _ => return Descriptor::Unsupported,
    };
    Descriptor::Numeric(dtype, order)
}
