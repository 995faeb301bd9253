//! The inputs of a run.

use crate::KernelError;
use crate::systems::cyfa::MOST_SLOTS;
use engine::systems::cyfa::{Inputs, Sequence};
use std::ops::Range;

/// The inputs of a run, row-major; the tokens of all sequences stand in one line, those of a sequence side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct SlotInputs {
    /// Slots $m$, odd.
    pub slots: usize,
    /// Heads of queries and keys.
    pub key_heads: usize,
    /// Heads of everything else: a multiple of the key heads.
    pub heads: usize,
    /// Key channels.
    pub keys: usize,
    /// Value channels.
    pub values: usize,
    /// Where sequences begin, and where the last one ends: from 0 to the number of tokens.
    pub boundaries: Vec<usize>,
    /// The factor of the scores.
    pub scale: f32,
    /// `[tokens, key heads, K]`.
    pub q: Vec<f32>,
    /// `[tokens, key heads, K]`.
    pub k: Vec<f32>,
    /// `[tokens, heads, V]`.
    pub v: Vec<f32>,
    /// The decay, `[tokens, heads]`.
    pub alpha: Vec<f32>,
    /// The strength, `[tokens, heads]`.
    pub beta: Vec<f32>,
    /// The shift in slots, `[tokens, heads]`.
    pub delta: Vec<f32>,
    /// $R$, `[heads, m, m]`.
    pub readout: Vec<f32>,
    /// `[sequences, heads, m + 1, K + V]`.
    pub initial: Vec<f32>,
    /// The clock of the initial state, `[sequences, heads]`.
    pub clocks: Vec<f64>,
}

impl SlotInputs {
    /// Coordinates of a state: two for each pair of slots, the constant, and one that nothing reads.
    pub fn coordinates(&self) -> usize {
        self.slots + 1
    }

    /// Coordinates on the device: filled up with ones that stay 0, so that rows of inputs, scores and states are whole vectors of four however they are laid out.
    pub fn padded(&self) -> usize {
        self.coordinates().next_multiple_of(4)
    }

    /// Tokens of all sequences.
    pub fn tokens(&self) -> usize {
        self.boundaries.last().copied().unwrap_or(0)
    }

    /// Sequences.
    pub fn sequences(&self) -> usize {
        self.boundaries.len().saturating_sub(1)
    }

    /// The tokens of a sequence.
    pub fn tokens_of(&self, sequence: usize) -> Range<usize> {
        self.boundaries[sequence]..self.boundaries[sequence + 1]
    }

    /// Numbers of a state of one head.
    pub fn state_size(&self) -> usize {
        self.coordinates() * (self.keys + self.values)
    }

    /// Checks that every tensor has its length.
    ///
    /// # Errors
    /// [`KernelError::Inputs`].
    pub fn check(&self) -> Result<(), KernelError> {
        let fault = |reason: String| Err(KernelError::Inputs { reason });
        let Self { slots, key_heads, heads, keys, values, .. } = *self;
        if slots % 2 == 0 || slots > MOST_SLOTS {
            return fault(format!("{slots} slots: CyFA has an odd number, of at most {MOST_SLOTS}"));
        }
        if key_heads == 0 || heads % key_heads != 0 || keys == 0 || values == 0 {
            return fault(format!("{heads} heads over {key_heads}, {keys} key and {values} value channels"));
        }
        if self.boundaries.first() != Some(&0) || !self.boundaries.is_sorted() {
            return fault(format!("boundaries {:?}, which do not rise from 0", self.boundaries));
        }
        let (rows, states) = (self.tokens(), self.sequences() * heads);
        let lengths = [
            ("q", self.q.len(), rows * key_heads * keys),
            ("k", self.k.len(), rows * key_heads * keys),
            ("v", self.v.len(), rows * heads * values),
            ("alpha", self.alpha.len(), rows * heads),
            ("beta", self.beta.len(), rows * heads),
            ("delta", self.delta.len(), rows * heads),
            ("readout", self.readout.len(), heads * slots * slots),
            ("initial state", self.initial.len(), states * self.state_size()),
            ("clocks", self.clocks.len(), states),
        ];
        if let Some((name, got, wanted)) = lengths.into_iter().find(|(_, got, wanted)| got != wanted) {
            return fault(format!("`{name}` has {got} numbers, not {wanted}"));
        }
        let tensors = [
            ("q", &self.q),
            ("k", &self.k),
            ("v", &self.v),
            ("alpha", &self.alpha),
            ("beta", &self.beta),
            ("delta", &self.delta),
            ("readout", &self.readout),
            ("initial state", &self.initial),
        ];
        let numbers = self.scale.is_finite() && self.clocks.iter().all(|x| x.is_finite());
        match tensors.into_iter().find(|(_, x)| x.iter().any(|x| !x.is_finite())) {
            Some((name, _)) => fault(format!("`{name}` has an infinity or a NaN")),
            None if !numbers => fault("the scale or a clock is an infinity or a NaN".into()),
            None => Ok(()),
        }
    }

    /// One sequence of one head, for the engine.
    pub fn sequence(&self, sequence: usize, head: usize) -> Sequence<f64> {
        let wide = |x: &[f32]| x.iter().map(|x| f64::from(*x)).collect::<Vec<f64>>();
        let row = |x: &[f32], at: usize, width: usize| wide(&x[at * width..(at + 1) * width]);
        let key_head = head / (self.heads / self.key_heads);
        let token = |t: usize| {
            let (at, key) = (t * self.heads + head, t * self.key_heads + key_head);
            Inputs {
                alpha: f64::from(self.alpha[at]),
                beta: f64::from(self.beta[at]),
                delta: f64::from(self.delta[at]),
                q: row(&self.q, key, self.keys),
                k: row(&self.k, key, self.keys),
                v: row(&self.v, at, self.values),
            }
        };
        let state = sequence * self.heads + head;
        Sequence {
            slots: self.slots,
            tokens: self.tokens_of(sequence).map(token).collect(),
            readout: row(&self.readout, head, self.slots * self.slots),
            scale: f64::from(self.scale),
            initial: row(&self.initial, state, self.state_size()),
            clock: self.clocks[state],
        }
    }

    /// The tokens `rows` of some sequences and heads: all tokens of the sequences, or some of one. Heads are whole groups.
    pub(super) fn part(&self, sequences: Range<usize>, heads: Range<usize>, rows: Range<usize>) -> Self {
        let group = self.heads / self.key_heads;
        let key_heads = heads.start / group..heads.end / group;
        let cut = |x: &[f32], outer: Range<usize>, all: usize, heads: &Range<usize>, width: usize| {
            let row =
                |o: usize| x[(o * all + heads.start) * width..(o * all + heads.end) * width].iter().copied();
            outer.flat_map(row).collect::<Vec<f32>>()
        };
        let key = |x: &[f32]| cut(x, rows.clone(), self.key_heads, &key_heads, self.keys);
        let own = |x: &[f32], width: usize| cut(x, rows.clone(), self.heads, &heads, width);
        let clock = |s: usize| self.clocks[s * self.heads..][heads.clone()].iter().copied();
        let bounds = self.boundaries[sequences.start..=sequences.end].iter();
        Self {
            slots: self.slots,
            key_heads: key_heads.len(),
            heads: heads.len(),
            keys: self.keys,
            values: self.values,
            boundaries: bounds.map(|b| (*b).clamp(rows.start, rows.end) - rows.start).collect(),
            scale: self.scale,
            q: key(&self.q),
            k: key(&self.k),
            v: own(&self.v, self.values),
            alpha: own(&self.alpha, 1),
            beta: own(&self.beta, 1),
            delta: own(&self.delta, 1),
            readout: cut(&self.readout, 0..1, self.heads, &heads, self.slots * self.slots),
            initial: cut(&self.initial, sequences.clone(), self.heads, &heads, self.state_size()),
            clocks: sequences.flat_map(clock).collect(),
        }
    }
}
