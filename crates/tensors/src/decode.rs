//! Elements from a stream of bytes.

use crate::data::{ByteOrder, Element};
use crate::{Data, Dtype};
use half::{bf16, f16};
use std::io::{self, Read};

/// Why a stream does not give the elements.
#[derive(Debug)]
pub(crate) enum DecodeError {
    Read(io::Error),
    /// The stream ended too early.
    Short,
    NotABool {
        element: usize,
        value: u8,
    },
}

/// As many bytes as the buffer takes or the stream has.
pub(crate) fn fill(reader: &mut dyn Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match reader.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// `count` elements. Space for `reserve` of them is made at once, for the others as they come.
pub(crate) fn elements(
    reader: &mut dyn Read,
    dtype: Dtype,
    order: ByteOrder,
    count: usize,
    reserve: usize,
) -> Result<Data, DecodeError> {
    Ok(match dtype {
        Dtype::F64 => typed::<f64>(reader, order, count, reserve)?.into(),
        Dtype::F32 => typed::<f32>(reader, order, count, reserve)?.into(),
        Dtype::F16 => typed::<f16>(reader, order, count, reserve)?.into(),
        Dtype::BF16 => typed::<bf16>(reader, order, count, reserve)?.into(),
        Dtype::I64 => typed::<i64>(reader, order, count, reserve)?.into(),
        Dtype::I32 => typed::<i32>(reader, order, count, reserve)?.into(),
        Dtype::U8 => typed::<u8>(reader, order, count, reserve)?.into(),
        Dtype::Bool => typed::<bool>(reader, order, count, reserve)?.into(),
    })
}

fn typed<T: Element>(
    reader: &mut dyn Read,
    order: ByteOrder,
    count: usize,
    reserve: usize,
) -> Result<Vec<T>, DecodeError> {
    const BLOCK: usize = 8192;
    let mut block = [0; 8 * BLOCK];
    let mut elements = Vec::with_capacity(reserve.min(count));
    while elements.len() < count {
        let bytes = &mut block[..T::SIZE * (count - elements.len()).min(BLOCK)];
        let filled = fill(reader, bytes).map_err(DecodeError::Read)?;
        if filled < bytes.len() {
            return Err(DecodeError::Short);
        }
        for bytes in bytes.chunks_exact(T::SIZE) {
            match T::decode(bytes, order) {
                Some(element) => elements.push(element),
                None => return Err(DecodeError::NotABool { element: elements.len(), value: bytes[0] }),
            }
        }
    }
    Ok(elements)
}
