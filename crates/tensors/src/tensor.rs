//! A tensor in memory.

use crate::{Data, Dtype, TensorError, shape};
use std::ops::Range;

/// A dense tensor: a shape and as many elements, row-major (the last axis varies fastest).
///
/// A shape without axes has one element; a shape with a zero extent has none.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    shape: Vec<usize>,
    data: Data,
}

impl Tensor {
    /// A tensor of a shape and its elements; the elements' type is that of the vector.
    ///
    /// # Errors
    /// [`TensorError::ShapeOverflow`] when the product of the extents other than zero, at eight bytes each, exceeds
    /// the address space; [`TensorError::Length`] when the shape has another number of elements.
    pub fn new(shape: Vec<usize>, data: impl Into<Data>) -> Result<Self, TensorError> {
        let data = data.into();
        let Some(elements) = shape::elements(&shape) else {
            return Err(TensorError::ShapeOverflow { shape });
        };
        if elements == data.len() {
            Ok(Self { shape, data })
        } else {
            Err(TensorError::Length { shape, elements, given: data.len() })
        }
    }

    /// The extents of the axes.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The type of the elements.
    pub fn dtype(&self) -> Dtype {
        self.data.dtype()
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Whether some extent is zero.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// The elements.
    pub fn data(&self) -> &Data {
        &self.data
    }

    /// The elements, without a copy.
    pub fn into_data(self) -> Data {
        self.data
    }

    /// The elements of a floating-point tensor, each exactly: binary64 represents every number of the other types,
    /// their subnormal numbers, infinities and signed zeros included. A NaN stays a NaN; its payload may change.
    ///
    /// # Errors
    /// [`TensorError::NotFloat`] for integers and booleans.
    pub fn to_f64(&self) -> Result<Vec<f64>, TensorError> {
        match &self.data {
            Data::F64(elements) => Ok(elements.clone()),
            Data::F32(elements) => Ok(elements.iter().copied().map(f64::from).collect()),
            Data::F16(elements) => Ok(elements.iter().copied().map(f64::from).collect()),
            Data::BF16(elements) => Ok(elements.iter().copied().map(f64::from).collect()),
            Data::I64(_) | Data::I32(_) | Data::U8(_) | Data::Bool(_) => {
                Err(TensorError::NotFloat { dtype: self.dtype() })
            }
        }
    }

    /// The elements of an integer tensor.
    ///
    /// # Errors
    /// [`TensorError::NotInteger`] for floating-point numbers and booleans.
    pub fn to_i64(&self) -> Result<Vec<i64>, TensorError> {
        match &self.data {
            Data::I64(elements) => Ok(elements.clone()),
            Data::I32(elements) => Ok(elements.iter().copied().map(i64::from).collect()),
            Data::U8(elements) => Ok(elements.iter().copied().map(i64::from).collect()),
            Data::F64(_) | Data::F32(_) | Data::F16(_) | Data::BF16(_) | Data::Bool(_) => {
                Err(TensorError::NotInteger { dtype: self.dtype() })
            }
        }
    }

    /// The index and the value of the first element, in row-major order, that is NaN or infinite. Integers and
    /// booleans have none.
    pub fn first_non_finite(&self) -> Option<(Vec<usize>, f64)> {
        fn find<T: Copy + Into<f64>>(elements: &[T]) -> Option<(usize, f64)> {
            elements.iter().map(|&element| element.into()).enumerate().find(|(_, value)| !value.is_finite())
        }
        let (position, value) = match &self.data {
            Data::F64(elements) => find(elements),
            Data::F32(elements) => find(elements),
            Data::F16(elements) => find(elements),
            Data::BF16(elements) => find(elements),
            Data::I64(_) | Data::I32(_) | Data::U8(_) | Data::Bool(_) => None,
        }?;
        Some((shape::index(&self.shape, position), value))
    }

    /// A part of the leading axis.
    ///
    /// # Errors
    /// [`TensorError::Rows`] when there is no leading axis or the range does not lie within it.
    pub fn rows(&self, range: Range<usize>) -> Result<Self, TensorError> {
        match shape::rows(&self.shape, &range) {
            Some((shape, elements)) => Ok(Self { shape, data: self.data.slice(elements) }),
            None => Err(TensorError::Rows { start: range.start, end: range.end, shape: self.shape.clone() }),
        }
    }
}
