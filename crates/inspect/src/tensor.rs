//! One tensor of a layer, read a few tokens at a time.

use crate::InspectError;
use conformance::{DumpError, Layout};
use tensors::TensorFile;

/// Axes of a token tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sizes {
    pub(crate) batch: usize,
    pub(crate) tokens: usize,
    pub(crate) heads: usize,
    pub(crate) width: usize,
}

/// What the entries of a tensor must satisfy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Allowed {
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) text: &'static str,
    pub(crate) hint: &'static str,
}

impl Allowed {
    pub(crate) const ANY: Self =
        Self { low: f64::NEG_INFINITY, high: f64::INFINITY, text: "the real line", hint: "" };

    pub(crate) const fn new(low: f64, high: f64, text: &'static str) -> Self {
        Self { low, high, text, hint: " (--any-range inspects it all the same)" }
    }
}

/// A token tensor in a file.
#[derive(Clone, Debug)]
pub(crate) struct TokenTensor {
    /// The name in the file.
    pub(crate) name: String,
    pub(crate) shape: Vec<usize>,
    pub(crate) sizes: Sizes,
    layout: Layout,
    allowed: Allowed,
}

impl TokenTensor {
    pub(crate) fn new(
        file: &TensorFile,
        name: &str,
        layout: Layout,
        allowed: Allowed,
    ) -> Result<Self, InspectError> {
        let shape = file.shape(name)?;
        let (batch, tokens, heads, width) = layout.sizes(name, &shape)?;
        let dtype = file.dtype(name)?;
        if !dtype.is_float() {
            let source = tensors::TensorError::NotFloat { dtype };
            return Err(InspectError::Tensor { name: name.to_owned(), source });
        }
        for (extent, of) in [(batch, "sequences"), (tokens, "tokens"), (heads, "heads"), (width, "channels")]
        {
            if extent == 0 {
                return Err(InspectError::Empty { what: format!("tensor `{name}` {shape:?}"), of });
            }
        }
        let sizes = Sizes { batch, tokens, heads, width };
        Ok(Self { name: name.to_owned(), shape, sizes, layout, allowed })
    }

    /// The error for a tensor of another shape.
    pub(crate) fn misfit(&self, wanted: String) -> InspectError {
        InspectError::Dump(DumpError::Shape { name: self.name.clone(), shape: self.shape.clone(), wanted })
    }

    /// The entries of tokens `from..to` of one batch entry, in the order token, head, channel; all of them finite and in range.
    pub(crate) fn read(
        &self,
        file: &TensorFile,
        batch: usize,
        from: usize,
        to: usize,
    ) -> Result<Vec<f64>, InspectError> {
        let Sizes { tokens, heads, width, .. } = self.sizes;
        let fetch = |start: usize, count: usize| -> Result<Vec<f64>, InspectError> {
            let tensor = file.elements(&self.name, start..start + count)?;
            let data =
                tensor.to_f64().map_err(|source| InspectError::Tensor { name: self.name.clone(), source })?;
            self.check(&data, start)?;
            Ok(data)
        };
        if self.layout != Layout::Bhtd {
            let row = heads * width;
            return fetch((batch * tokens + from) * row, (to - from) * row);
        }
        let mut out = vec![0.0; (to - from) * heads * width];
        for head in 0..heads {
            let data = fetch(((batch * heads + head) * tokens + from) * width, (to - from) * width)?;
            for (token, row) in data.chunks_exact(width).enumerate() {
                let at = (token * heads + head) * width;
                out[at..at + width].copy_from_slice(row);
            }
        }
        Ok(out)
    }

    fn check(&self, data: &[f64], start: usize) -> Result<(), InspectError> {
        let Allowed { low, high, text, hint } = self.allowed;
        let Some(at) = data.iter().position(|x| !(x.is_finite() && *x >= low && *x <= high)) else {
            return Ok(());
        };
        let (value, name, mut position) = (data[at], self.name.clone(), start + at);
        let mut index = vec![0; self.shape.len()];
        for (slot, extent) in index.iter_mut().zip(&self.shape).rev() {
            (*slot, position) = (position % extent, position / extent);
        }
        Err(if value.is_finite() {
            InspectError::Range { name, index, value, range: text, hint }
        } else {
            InspectError::NotFinite { name, index, value }
        })
    }
}
