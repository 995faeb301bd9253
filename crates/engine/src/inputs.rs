//! The input tensors of a run: checked shapes, packed sequences, grouped heads.

use crate::fields::Fields;
use crate::program::Program;
use crate::scalar::{Real, Scalar};
use crate::spec::{Heads, Input, Width};
use crate::systems::System;
use std::collections::BTreeMap;
use std::ops::Range;

/// The sizes of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dims {
    /// Sequences of equal length; 1 where sequences are packed.
    pub batch: usize,
    /// Tokens of a batch entry.
    pub tokens: usize,
    /// Heads of the queries and keys.
    pub key_heads: usize,
    /// Heads of the values, gates and states: a multiple of the key heads.
    pub value_heads: usize,
    /// Key channels.
    pub k: usize,
    /// Value channels.
    pub v: usize,
    /// Erase steps of a token: 1, except for DeltaProduct.
    pub parts: usize,
}

/// Why inputs cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InputError {
    /// An input of the system is missing.
    #[error("{system} needs `{name}`{}, which is not given", .log.map(|l| format!(" (or its logarithm `{l}`)")).unwrap_or_default())]
    Missing {
        /// The system.
        system: &'static str,
        /// The input.
        name: &'static str,
        /// The name of its logarithm, where it has one.
        log: Option<&'static str>,
    },
    /// A tensor that the system does not know.
    #[error("{system} has no input `{name}`")]
    Unknown {
        /// The system.
        system: &'static str,
        /// The name that was given.
        name: String,
    },
    /// A factor is given twice, as it is and as its logarithm.
    #[error("`{name}` and its logarithm `{log}` are both given")]
    Twice {
        /// The factor.
        name: &'static str,
        /// Its logarithm.
        log: &'static str,
    },
    /// A tensor has another number of entries than its shape asks for.
    #[error("`{name}` has {got} entries, its shape {shape} asks for {wanted}")]
    Length {
        /// The tensor.
        name: String,
        /// Entries that it has.
        got: usize,
        /// Entries that it should have.
        wanted: usize,
        /// The shape in words.
        shape: String,
    },
    /// The key heads do not divide the value heads.
    #[error("{value_heads} value heads cannot be grouped under {key_heads} key heads")]
    Grouping {
        /// Heads of the values.
        value_heads: usize,
        /// Heads of the keys.
        key_heads: usize,
    },
    /// The boundaries of packed sequences are not usable.
    #[error("cu_seqlens {boundaries:?}: {reason}")]
    Boundaries {
        /// The boundaries.
        boundaries: Vec<i64>,
        /// What is wrong.
        reason: String,
    },
}

/// Everything that a run of a system needs.
///
/// Token tensors are `[batch, tokens × parts, heads, width]`, row-major; the state is `[sequences, value heads, rows, V]`, where the rows are
/// `K`, or `2K` for two stacked matrices.
#[derive(Clone, Debug, PartialEq)]
pub struct Inputs<S> {
    /// The system.
    pub system: System,
    /// The sizes.
    pub dims: Dims,
    /// The factor of the outputs.
    pub scale: S,
    tensors: BTreeMap<&'static str, Vec<S>>,
    initial: Option<Vec<S>>,
    boundaries: Option<Vec<usize>>,
}

/// The sign of a factor whose magnitude is given as a logarithm; of Complex KDA alone.
const SIGN: Input = Input::new("sign", Heads::Value, Width::K);

/// One sequence of one value head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// The sequence.
    pub sequence: usize,
    /// The value head.
    pub head: usize,
}

impl Dims {
    /// The key head that a value head uses.
    pub fn key_head(&self, value_head: usize) -> usize {
        value_head / (self.value_heads / self.key_heads)
    }
}

impl<S: Scalar> Inputs<S> {
    /// Inputs without tensors yet.
    ///
    /// # Errors
    /// When the key heads do not divide the value heads.
    pub fn new(system: System, dims: Dims, scale: S) -> Result<Self, InputError> {
        if dims.key_heads == 0 || !dims.value_heads.is_multiple_of(dims.key_heads) {
            let Dims { value_heads, key_heads, .. } = dims;
            return Err(InputError::Grouping { value_heads, key_heads });
        }
        Ok(Self { system, dims, scale, tensors: BTreeMap::new(), initial: None, boundaries: None })
    }

    /// Adds a tensor, under the name of an input or of its logarithm.
    ///
    /// # Errors
    /// When the system has no such input, or the length does not fit.
    pub fn with(mut self, name: &str, data: Vec<S>) -> Result<Self, InputError> {
        let (input, own) = self.input_named(name)?;
        let heads = self.heads(&input);
        let rows = self.dims.batch * self.dims.tokens * self.parts(&input);
        let wanted = |width: usize| rows * heads * width;
        let widths: &[usize] = match input.width {
            Width::One => &[1],
            Width::K => &[self.dims.k],
            Width::V => &[self.dims.v],
            Width::OneOrK => &[1, self.dims.k],
        };
        if !widths.iter().any(|w| wanted(*w) == data.len()) {
            let shape =
                format!("[{}, {}, {heads}, {}]", self.dims.batch, rows / self.dims.batch.max(1), widths[0]);
            return Err(InputError::Length {
                name: name.into(),
                got: data.len(),
                wanted: wanted(widths[0]),
                shape,
            });
        }
        self.tensors.insert(own, data);
        Ok(self)
    }

    /// Starts every sequence from its part of `state`, `[sequences, value heads, rows, V]`.
    ///
    /// # Errors
    /// When the length does not fit.
    pub fn with_initial(mut self, state: Vec<S>) -> Result<Self, InputError> {
        let wanted = self.sequences() * self.dims.value_heads * self.rows() * self.dims.v;
        if state.len() != wanted {
            let shape = format!(
                "[{}, {}, {}, {}]",
                self.sequences(),
                self.dims.value_heads,
                self.rows(),
                self.dims.v
            );
            return Err(InputError::Length { name: "h0".into(), got: state.len(), wanted, shape });
        }
        self.initial = Some(state);
        Ok(self)
    }

    /// Packs several sequences into one batch entry: sequence `n` is the tokens from `boundaries[n]` to `boundaries[n + 1]`; an
    /// empty one keeps its initial state. To be called before [`with_initial`](Self::with_initial).
    ///
    /// # Errors
    /// When there is more than one batch entry, or the boundaries do not run from 0 to the number of tokens without going back.
    pub fn with_boundaries(mut self, boundaries: &[i64]) -> Result<Self, InputError> {
        let fail = |reason: String| Err(InputError::Boundaries { boundaries: boundaries.to_vec(), reason });
        if self.dims.batch != 1 {
            return fail(format!("packed sequences have one batch entry, not {}", self.dims.batch));
        }
        if boundaries.first() != Some(&0) {
            return fail("the first must be 0".into());
        }
        if let Some(at) = boundaries.windows(2).position(|w| w[1] < w[0]) {
            return fail(format!("entry {} goes back", at + 1));
        }
        let ends: Option<Vec<usize>> = boundaries.iter().map(|b| usize::try_from(*b).ok()).collect();
        match ends {
            Some(ends) if ends.last() == Some(&self.dims.tokens) => self.boundaries = Some(ends),
            _ => return fail(format!("the last must be the number of tokens, {}", self.dims.tokens)),
        }
        Ok(self)
    }

    /// Checks that every input is there, once.
    ///
    /// # Errors
    /// [`InputError::Missing`], [`InputError::Twice`].
    pub fn check(&self) -> Result<(), InputError> {
        let spec = self.system.spec();
        for input in spec.inputs {
            let plain = self.tensors.contains_key(input.name);
            let log = input.log.filter(|l| self.tensors.contains_key(l));
            match (plain, log) {
                (false, None) => {
                    return Err(InputError::Missing { system: spec.name, name: input.name, log: input.log });
                }
                (true, Some(log)) => return Err(InputError::Twice { name: input.name, log }),
                _ => {}
            }
        }
        Ok(())
    }

    fn input_named(&self, name: &str) -> Result<(Input, &'static str), InputError> {
        let spec = self.system.spec();
        if name == SIGN.name && self.system == System::Ckda {
            return Ok((SIGN, SIGN.name));
        }
        let found = spec.inputs.iter().find_map(|i| {
            let log = i.log.filter(|l| *l == name);
            if i.name == name { Some((*i, i.name)) } else { log.map(|l| (*i, l)) }
        });
        found.ok_or_else(|| InputError::Unknown { system: spec.name, name: name.into() })
    }

    fn heads(&self, input: &Input) -> usize {
        match input.heads {
            Heads::Key => self.dims.key_heads,
            Heads::Value => self.dims.value_heads,
        }
    }

    fn parts(&self, input: &Input) -> usize {
        if input.parts { self.dims.parts } else { 1 }
    }

    /// Rows of the state.
    pub fn rows(&self) -> usize {
        self.dims.k * self.system.spec().stacked
    }

    /// The number of sequences.
    pub fn sequences(&self) -> usize {
        self.boundaries.as_ref().map_or(self.dims.batch, |b| b.len() - 1)
    }

    /// The batch entry and the tokens of a sequence.
    pub fn tokens_of(&self, sequence: usize) -> (usize, Range<usize>) {
        match &self.boundaries {
            Some(b) => (0, b[sequence]..b[sequence + 1]),
            None => (sequence, 0..self.dims.tokens),
        }
    }

    /// Every sequence and value head, sequences outermost.
    pub fn all_heads(&self) -> Vec<Head> {
        let heads = self.dims.value_heads;
        (0..self.sequences())
            .flat_map(|sequence| (0..heads).map(move |head| Head { sequence, head }))
            .collect()
    }

    /// The tensor of an input (or of its logarithm), where it is given.
    pub fn tensor(&self, name: &str) -> Option<&[S]> {
        self.tensors.get(name).map(Vec::as_slice)
    }

    /// The names of the tensors that are given.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.tensors.keys().copied()
    }

    /// The initial state of a head; empty (zero) when none is given.
    pub fn initial(&self, at: Head) -> Vec<S> {
        let size = self.rows() * self.dims.v;
        let offset = (at.sequence * self.dims.value_heads + at.head) * size;
        self.initial.as_ref().map_or_else(|| vec![S::zero(); size], |s| s[offset..offset + size].to_vec())
    }

    /// Whether an initial state is given.
    pub fn has_initial(&self) -> bool {
        self.initial.is_some()
    }

    /// The same run with every number replaced.
    pub fn map<R: Scalar>(&self, mut f: impl FnMut(&S) -> R) -> Inputs<R> {
        Inputs {
            system: self.system,
            dims: self.dims,
            scale: f(&self.scale),
            tensors: self.tensors.iter().map(|(n, t)| (*n, t.iter().map(&mut f).collect())).collect(),
            initial: self.initial.as_ref().map(|s| s.iter().map(&mut f).collect()),
            boundaries: self.boundaries.clone(),
        }
    }

    /// Replaces a tensor that is given, entry by entry; `f` gets the entry's index.
    pub fn replace(&mut self, name: &str, mut f: impl FnMut(usize, &S) -> S) {
        if let Some(tensor) = self.tensors.get_mut(name) {
            for (i, x) in tensor.iter_mut().enumerate() {
                *x = f(i, x);
            }
        }
    }

    /// The first `tokens` tokens of every batch entry; `None` where sequences are packed.
    pub fn prefix(&self, tokens: usize) -> Option<Self> {
        if self.boundaries.is_some() || tokens > self.dims.tokens {
            return None;
        }
        let mut out = self.clone();
        out.dims.tokens = tokens;
        let batch = self.dims.batch.max(1);
        for tensor in out.tensors.values_mut() {
            let rows = tensor.len() / batch;
            let kept = rows.checked_div(self.dims.tokens).unwrap_or(0) * tokens;
            *tensor = tensor.chunks_exact(rows.max(1)).flat_map(|entry| entry[..kept].to_vec()).collect();
        }
        Some(out)
    }

    /// Replaces, or with `None` removes, the initial state. Its length must fit.
    ///
    /// # Panics
    /// When the length does not fit.
    pub fn set_initial(&mut self, state: Option<Vec<S>>) {
        if let Some(s) = &state {
            let wanted = self.sequences() * self.dims.value_heads * self.rows() * self.dims.v;
            assert_eq!(s.len(), wanted, "an initial state of the wrong size");
        }
        self.initial = state;
    }

    /// Where the entry `channel` of `input` at a token (and part) and value head lies in its tensor.
    pub fn offset(&self, input: &Input, batch: usize, token: usize, part: usize, value_head: usize) -> usize {
        let parts = self.parts(input);
        let head = match input.heads {
            Heads::Key => self.dims.key_head(value_head),
            Heads::Value => value_head,
        };
        let row = (batch * self.dims.tokens + token) * parts + part;
        (row * self.heads(input) + head) * self.width(input)
    }

    /// How many numbers an input has for each token and head.
    pub fn width(&self, input: &Input) -> usize {
        let given = input.log.and_then(|l| self.tensors.get(l)).or_else(|| self.tensors.get(input.name));
        let rows = self.dims.batch * self.dims.tokens * self.parts(input) * self.heads(input);
        match input.width {
            Width::One => 1,
            Width::K => self.dims.k,
            Width::V => self.dims.v,
            Width::OneOrK => given.map_or(1, |t| t.len().checked_div(rows).unwrap_or(1)),
        }
    }

    /// The inputs of a token of a value head, factors as factors.
    ///
    /// # Panics
    /// When an input is missing or a factor is only given as its logarithm.
    pub fn fields(&self, batch: usize, token: usize, value_head: usize) -> Fields<S> {
        let mut fields = Fields::new();
        for input in self.system.spec().inputs {
            let Some(tensor) = self.tensors.get(input.name) else {
                panic!("`{}` is not given as a factor", input.name);
            };
            let width = self.width(input);
            let row = |part: usize| {
                let at = self.offset(input, batch, token, part, value_head);
                tensor[at..at + width].to_vec()
            };
            fields = fields.with_rows(input.name, (0..self.parts(input)).map(row).collect());
        }
        fields
    }

    /// What one sequence of one head does.
    ///
    /// # Panics
    /// As [`fields`](Self::fields); [`check`](Self::check) and [`factors`](Inputs::factors) prevent both.
    pub fn program(&self, at: Head) -> Program<S> {
        let (batch, tokens) = self.tokens_of(at.sequence);
        let token = |t: usize| self.system.token(&self.fields(batch, t, at.head));
        Program {
            rows: self.rows(),
            columns: self.dims.v,
            scale: self.scale.clone(),
            tokens: tokens.map(token).collect(),
        }
    }
}

impl<S: Real> Inputs<S> {
    /// The same run with every factor that is given as its logarithm replaced by its exponential.
    pub fn factors(&self) -> Self {
        let mut out = self.clone();
        for input in self.system.spec().inputs {
            let Some(tensor) = input.log.and_then(|l| out.tensors.remove(l)) else { continue };
            let mut factors: Vec<S> = tensor.iter().map(Real::exp).collect();
            if let Some(signs) = out.tensors.remove(SIGN.name) {
                factors = crate::scalar::hadamard(&signs, &factors);
            }
            out.tensors.insert(input.name, factors);
        }
        out
    }
}
