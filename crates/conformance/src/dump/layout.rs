//! The orders of axes that dumps have, brought to the engine's.

use super::error::DumpError;

/// The axes of token tensors; scalar gates lack the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Batch, tokens, heads, channels.
    Bthd,
    /// Batch, heads, tokens, channels.
    Bhtd,
    /// Tokens, heads, channels: one sequence.
    Thd,
}

/// The axes of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateLayout {
    /// A leading axis of 2: the two matrices of a momentum rule.
    pub stacked: bool,
    /// Value channels before key channels.
    pub transposed: bool,
}

impl Layout {
    /// The layout of a name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "BTHD" => Some(Self::Bthd),
            "BHTD" => Some(Self::Bhtd),
            "THD" => Some(Self::Thd),
            _ => None,
        }
    }

    /// `(batch, tokens, heads, channels)` of a tensor; the channels are 1 where the axis is missing.
    ///
    /// # Errors
    /// When the number of axes does not fit.
    pub fn sizes(self, name: &str, shape: &[usize]) -> Result<(usize, usize, usize, usize), DumpError> {
        let full = match self {
            Self::Thd => 3,
            _ => 4,
        };
        let sizes = match (self, shape) {
            (Self::Bthd, [b, t, h]) => (*b, *t, *h, 1),
            (Self::Bthd, [b, t, h, d]) => (*b, *t, *h, *d),
            (Self::Bhtd, [b, h, t]) => (*b, *t, *h, 1),
            (Self::Bhtd, [b, h, t, d]) => (*b, *t, *h, *d),
            (Self::Thd, [t, h]) => (1, *t, *h, 1),
            (Self::Thd, [t, h, d]) => (1, *t, *h, *d),
            _ => {
                return Err(DumpError::Shape {
                    name: name.into(),
                    shape: shape.to_vec(),
                    wanted: format!("{} axes ({self:?}), or one less for a number for each head", full),
                });
            }
        };
        Ok(sizes)
    }

    /// The entries in the order batch, tokens, heads, channels.
    pub fn canonical(self, sizes: (usize, usize, usize, usize), data: Vec<f64>) -> Vec<f64> {
        let (batch, tokens, heads, width) = sizes;
        if self != Self::Bhtd {
            return data;
        }
        let mut out = Vec::with_capacity(data.len());
        for b in 0..batch {
            for t in 0..tokens {
                for h in 0..heads {
                    let at = ((b * heads + h) * tokens + t) * width;
                    out.extend_from_slice(&data[at..at + width]);
                }
            }
        }
        out
    }
}

impl StateLayout {
    /// The layout of a name; `N` for packed sequences stands where `B` stands.
    pub fn named(name: &str) -> Option<Self> {
        let (stacked, rest) = name.strip_prefix('2').map_or((false, name), |rest| (true, rest));
        match rest {
            "BHKV" | "NHKV" => Some(Self { stacked, transposed: false }),
            "BHVK" | "NHVK" => Some(Self { stacked, transposed: true }),
            _ => None,
        }
    }

    /// The entries in the order sequences, heads, rows (the matrices of a momentum rule one above the other), columns.
    ///
    /// # Errors
    /// When the shape is not the layout's of so many sequences, heads and channels.
    pub fn canonical(
        self,
        name: &str,
        shape: &[usize],
        (sequences, heads, k, v): (usize, usize, usize, usize),
        data: Vec<f64>,
    ) -> Result<Vec<f64>, DumpError> {
        let matrices = if self.stacked { 2 } else { 1 };
        let tail = if self.transposed { [v, k] } else { [k, v] };
        let mut wanted = vec![sequences, heads, tail[0], tail[1]];
        if self.stacked {
            wanted.insert(0, 2);
        }
        if shape != wanted {
            let wanted = format!("{wanted:?}, from the other tensors");
            return Err(DumpError::Shape { name: name.into(), shape: shape.to_vec(), wanted });
        }
        let mut out = Vec::with_capacity(data.len());
        for head in 0..sequences * heads {
            for matrix in 0..matrices {
                let start = (matrix * sequences * heads + head) * k * v;
                for row in 0..k {
                    for column in 0..v {
                        let place = if self.transposed { column * k + row } else { row * v + column };
                        out.push(data[start + place]);
                    }
                }
            }
        }
        Ok(out)
    }
}
