//! The buffers of a run, for all of it or for a part that fits the device.

use crate::KernelError;
use crate::kernel::{Dtype, Kernel, Plan, QUAD};
use engine::Inputs;
use engine::spec::{Heads, Input, Width};
use half::f16;
use std::ops::Range;

/// A part of a run: some sequences, value heads and tokens. More than one sequence only with all of their tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) sequences: Range<usize>,
    pub(super) heads: Range<usize>,
    /// Rows of the token tensors, `batch × tokens` in one line.
    pub(super) rows: Range<usize>,
}

/// What is uploaded.
pub(super) struct Packed {
    pub(super) narrow: Vec<u8>,
    pub(super) wide: Vec<f32>,
    pub(super) sequences: Vec<[u32; 2]>,
    pub(super) initial: Vec<f32>,
    /// Where each input begins in its buffer, in vectors of four.
    pub(super) offsets: Vec<usize>,
}

/// The rows of a sequence.
fn rows_of(inputs: &Inputs<f32>, sequence: usize) -> Range<usize> {
    let (batch, tokens) = inputs.tokens_of(sequence);
    let start = batch * inputs.dims.tokens;
    start + tokens.start..start + tokens.end
}

pub(super) fn whole(inputs: &Inputs<f32>) -> Part {
    let rows = inputs.dims.batch * inputs.dims.tokens;
    Part { sequences: 0..inputs.sequences(), heads: 0..inputs.dims.value_heads, rows: 0..rows }
}

/// Entries of an input for each token and head as the kernel sees it.
fn width(inputs: &Inputs<f32>, input: &Input) -> usize {
    match input.width {
        Width::One => 1,
        Width::V => inputs.dims.v,
        Width::K | Width::OneOrK => inputs.dims.k,
    }
}

/// The heads of an input that value heads use.
fn heads_of(inputs: &Inputs<f32>, input: &Input, heads: &Range<usize>) -> Range<usize> {
    match input.heads {
        Heads::Value => heads.clone(),
        Heads::Key if heads.is_empty() => 0..0,
        Heads::Key => inputs.dims.key_head(heads.start)..inputs.dims.key_head(heads.end - 1) + 1,
    }
}

/// The numbers that a row of an input takes in its buffer.
fn padded(width: usize) -> usize {
    width.next_multiple_of(QUAD)
}

/// Rows of `width` numbers, each filled up to `stride`.
pub(super) fn spread(rows: &[f32], width: usize, stride: usize) -> Vec<f32> {
    let mut out = Vec::with_capacity(rows.len() / width.max(1) * stride);
    for row in rows.chunks_exact(width.max(1)) {
        out.extend_from_slice(row);
        out.resize(out.len() + stride - width, 0.0);
    }
    out
}

/// What [`spread`] made from.
pub(super) fn gathered(rows: &[f32], width: usize, stride: usize) -> Vec<f32> {
    rows.chunks_exact(stride.max(1)).flat_map(|row| &row[..width]).copied().collect()
}

impl Part {
    /// Bytes of the larger one of the inputs' buffers.
    pub(super) fn inputs(&self, kernel: &Kernel, inputs: &Inputs<f32>, dtype: Dtype) -> u64 {
        let numbers = |narrow: bool| -> usize {
            let own = kernel.inputs().iter().filter(|i| kernel.is_narrow(i) == narrow);
            own.map(|i| heads_of(inputs, i, &self.heads).len() * padded(width(inputs, i))).sum()
        };
        let size = if dtype == Dtype::F16 { 2 } else { 4 };
        (self.rows.len() * (numbers(true) * size).max(numbers(false) * 4)) as u64
    }

    /// Bytes of the largest buffer, for `columns` neighbouring columns to a thread.
    pub(super) fn largest(&self, kernel: &Kernel, inputs: &Inputs<f32>, dtype: Dtype, columns: usize) -> u64 {
        let stride = inputs.dims.v.next_multiple_of(columns);
        let outputs = self.rows.len() * self.heads.len() * stride * 4;
        self.inputs(kernel, inputs, dtype).max(self.states(inputs, columns)).max(outputs as u64)
    }

    /// Bytes of the states, for `columns` neighbouring columns to a thread.
    pub(super) fn states(&self, inputs: &Inputs<f32>, columns: usize) -> u64 {
        let stride = inputs.dims.v.next_multiple_of(columns);
        (self.sequences.len() * self.heads.len() * inputs.rows() * stride * 4) as u64
    }

    /// Two halves, the second of which may have to begin where the first one ended.
    pub(super) fn halves(&self, inputs: &Inputs<f32>) -> Option<[Self; 2]> {
        let middle = |r: &Range<usize>| r.start + r.len() / 2;
        let group = inputs.dims.value_heads / inputs.dims.key_heads;
        if self.sequences.len() > 1 {
            let at = middle(&self.sequences);
            let row = rows_of(inputs, at).start;
            let first =
                Self { sequences: self.sequences.start..at, rows: self.rows.start..row, ..self.clone() };
            let second = Self { sequences: at..self.sequences.end, rows: row..self.rows.end, ..self.clone() };
            return Some([first, second]);
        }
        if self.heads.len() > group {
            let at = self.heads.start + self.heads.len() / group / 2 * group;
            let part = |heads| Self { heads, ..self.clone() };
            return Some([part(self.heads.start..at), part(at..self.heads.end)]);
        }
        if self.rows.len() > 1 {
            let at = middle(&self.rows);
            let part = |rows| Self { rows, ..self.clone() };
            return Some([part(self.rows.start..at), part(at..self.rows.end)]);
        }
        None
    }

    /// Whether the part is a later one of a sequence.
    pub(super) fn goes_on(&self, inputs: &Inputs<f32>) -> bool {
        self.sequences.len() == 1 && self.rows.start != rows_of(inputs, self.sequences.start).start
    }

    /// The rows of the part of a tensor, each filled up with zeros: head by head for each token, or token by token for each head.
    fn gather(&self, inputs: &Inputs<f32>, input: &Input, by_head: bool) -> Vec<f32> {
        // Chunkwise kernels take a factor as its logarithm, and get nothing else.
        let given = input.log.and_then(|l| inputs.tensor(l)).or_else(|| inputs.tensor(input.name));
        let tensor = given.unwrap_or_default();
        let (own, wide) = (inputs.width(input), width(inputs, input));
        let heads = match input.heads {
            Heads::Key => inputs.dims.key_heads,
            Heads::Value => inputs.dims.value_heads,
        };
        let range = heads_of(inputs, input, &self.heads);
        if !by_head && own == padded(wide) && range.len() == heads {
            return tensor[self.rows.start * heads * own..self.rows.end * heads * own].to_vec();
        }
        let mut out = Vec::with_capacity(self.rows.len() * range.len() * padded(wide));
        let mut add = |row: usize, head: usize| {
            let entry = &tensor[(row * heads + head) * own..][..own];
            // One gate for a head is one for each channel.
            if own == wide {
                out.extend_from_slice(entry);
            } else {
                out.resize(out.len() + wide, entry[0]);
            }
            out.resize(out.len().next_multiple_of(QUAD), 0.0);
        };
        if by_head {
            range.for_each(|head| self.rows.clone().for_each(|row| add(row, head)));
        } else {
            self.rows.clone().for_each(|row| range.clone().for_each(|head| add(row, head)));
        }
        out
    }

    pub(super) fn pack(
        &self,
        kernel: &Kernel,
        inputs: &Inputs<f32>,
        dtype: Dtype,
        plan: &Plan,
        state: &[f32],
    ) -> Result<Packed, KernelError> {
        let (mut narrow, mut wide, mut offsets) = (Vec::new(), Vec::new(), Vec::new());
        for input in kernel.inputs() {
            let numbers = self.gather(inputs, input, plan.texels);
            if !kernel.is_narrow(input) {
                offsets.push(wide.len() / QUAD);
                wide.extend_from_slice(&numbers);
            } else if dtype == Dtype::F32 {
                offsets.push(narrow.len() / (4 * QUAD));
                narrow.extend_from_slice(bytemuck::cast_slice(&numbers));
            } else {
                offsets.push(narrow.len() / (2 * QUAD));
                for x in &numbers {
                    let small = f16::from_f32(*x);
                    if small.to_f32() != *x {
                        let reason = format!("`{}` has {x:e}, which is no binary16 number", input.name);
                        return Err(KernelError::Inputs { reason });
                    }
                    narrow.extend(small.to_bits().to_le_bytes());
                }
            }
        }
        let word = |row: usize| crate::kernel::word(row - self.rows.start);
        let mut sequences = Vec::new();
        for sequence in self.sequences.clone() {
            let rows = rows_of(inputs, sequence);
            let clip = |row: usize| word(row.clamp(self.rows.start, self.rows.end));
            sequences.push([clip(rows.start)?, clip(rows.end)?]);
        }
        let size = inputs.rows() * inputs.dims.v;
        let mut initial = Vec::new();
        for sequence in self.sequences.clone() {
            let first = (sequence * inputs.dims.value_heads + self.heads.start) * size;
            let own = &state[first..first + self.heads.len() * size];
            initial.extend(spread(own, inputs.dims.v, inputs.dims.v.next_multiple_of(plan.columns)));
        }
        Ok(Packed { narrow, wide, sequences, initial, offsets })
    }
}
