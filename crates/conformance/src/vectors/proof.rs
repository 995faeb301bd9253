//! Why an exact probe is exact.
//!
//! **Numbers.** A [`Span`] stands for every number that is a multiple of $2^{e}$ and at most $m\,2^{e}$ in absolute value. Sums and products of spans
//! are what can be said of sums and products of their members; signs are forgotten, so nothing ever cancels. If $m \le 2^p$ and $2^e$ is not below the
//! smallest normal number, each member has $p$ significant bits and is representable, also where subnormal numbers are flushed. A span
//! remembers the largest $m$ and the smallest $e$ of all that it was made from.
//!
//! **Sums.** A sum of spans has an $m$ at least, and an $e$ at most, that of each partial sum, in whatever order and grouping. So if the whole sum passes, all
//! partial sums do, and products fused into them.
//!
//! **Forms.** With $|T_s| = |B_s| + \sum |x_s||y_s|^\top$, every number that a run computes as a polynomial of its inputs without cancelling terms first is a
//! member of one of
//!
//! * $A_s = |T_s| A_{s-1} + \sum |x_s||u_s|^\top$, from $A_0 = |S_0|$: the state, formed or not, the rows that are written, explicit inverse or not,
//!   since $(I + L)^{-1} = \sum (-L)^n$ and each way to compute it (forward substitution, blocks, repeated squaring) adds up terms of
//!   $\sum |L|^n$;
//! * $Z_s = \max(|T_s| Z_{s-1}, I)$ entrywise: it bounds the product of the steps of each segment that ends at $s$, wherever it began, and the rows
//!   $y^\top Z$, $q^\top Z$ of a chunk that is prepared before its state is known;
//! * $R_s = \max(|T_s| R_{s-1}, |x_s|)$ entrywise: it bounds what is left of each earlier write, so $y^\top R$ bounds the entries of $L$, its powers and $(I + L)^{-1}$,
//!   and $q^\top R$ the attention matrix;
//! * $\max_j \lVert y_j \rVert_1 \cdot \max_i \lVert x_i \rVert_\infty$ with all gates 1: inner products that are formed before gates are applied.
//!
//! Strengths stand as the hull of themselves and 1, so that an implementation may multiply by them sooner or later. A segment may begin anywhere and be
//! of any length: $A$, $Z$ and $R$ do not know of chunks. What is *not* covered: division by products of gates (as in $e^{G_i} e^{-G_j}$), which a gate of 0 forbids anyway,
//! and gates that the kernel computes from logarithms, unless these are 0.

use engine::spec::Width;
use engine::step::{Step, Update, column_products};
use engine::{Head, Inputs, Program, Scalar, System};

/// All multiples of $2^{\tt low}$ up to `units` of them, either sign; and the extremes of what it was made from.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    units: u128,
    low: i32,
    most: u128,
    least: i32,
}

impl Span {
    /// A number, which must be finite.
    ///
    /// # Panics
    /// When it is not.
    pub fn of(x: f64) -> Self {
        assert!(x.is_finite(), "{x} has no span");
        if x == 0.0 {
            return Self::zero();
        }
        let bits = x.abs().to_bits();
        let (exponent, fraction) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
        let (mantissa, low) =
            if exponent == 0 { (fraction, -1074) } else { (fraction | (1 << 52), exponent - 1075) };
        // Whole numbers are multiples of 1, so that what passes is at most 2^p.
        let spare = (mantissa.trailing_zeros() as i32).min((-low).max(0));
        let (mantissa, low) = (u128::from(mantissa >> spare), low + spare);
        Self::with_history(shifted(mantissa, low.max(0)), low.min(0), 0, i32::MAX)
    }

    fn with_history(units: u128, low: i32, most: u128, least: i32) -> Self {
        if units == 0 {
            return Self { units, low: 0, most, least };
        }
        Self { units, low, most: most.max(units), least: least.min(low) }
    }

    fn aligned(&self, other: &Self) -> (u128, u128, i32) {
        let low = match (self.units, other.units) {
            (0, _) => other.low,
            (_, 0) => self.low,
            _ => self.low.min(other.low),
        };
        (shifted(self.units, self.low - low), shifted(other.units, other.low - low), low)
    }

    fn joined(&self, other: &Self, units: u128, low: i32) -> Self {
        Self::with_history(units, low, self.most.max(other.most), self.least.min(other.least))
    }

    /// Whether 0 is its only member.
    pub fn is_zero(&self) -> bool {
        self.units == 0
    }

    /// The smallest span that has the members of both.
    pub fn hull(&self, other: &Self) -> Self {
        let (a, b, low) = self.aligned(other);
        self.joined(other, a.max(b), low)
    }
}

/// `units · 2^by`; the largest number where that is too large.
fn shifted(units: u128, by: i32) -> u128 {
    if units == 0 {
        0
    } else if by < 0 || by as u32 > units.leading_zeros() {
        u128::MAX
    } else {
        units.checked_shl(by as u32).unwrap_or(u128::MAX)
    }
}

impl Scalar for Span {
    fn from_int(value: i32) -> Self {
        Self::with_history(u128::from(value.unsigned_abs()), 0, 0, i32::MAX)
    }
    fn plus(&self, other: &Self) -> Self {
        let (a, b, low) = self.aligned(other);
        self.joined(other, a.saturating_add(b), low)
    }
    fn minus(&self, other: &Self) -> Self {
        self.plus(other)
    }
    fn times(&self, other: &Self) -> Self {
        self.joined(other, self.units.saturating_mul(other.units), self.low + other.low)
    }
    fn negate(&self) -> Self {
        self.clone()
    }
}

/// What the intermediates of a run need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    /// The largest intermediate in units of the finest digit it may have.
    pub units: u128,
    /// The exponent of the finest digit; `i32::MAX` when all are 0.
    pub lowest: i32,
}

impl Need {
    /// Significant bits that hold every whole number up to [`units`](Self::units): $2^p$ itself needs no more than $p$.
    pub fn bits(self) -> u32 {
        self.units.checked_sub(1).map_or(0, |n| u128::BITS - n.leading_zeros())
    }

    /// Whether a format of so many significant bits with this lowest normal exponent represents every intermediate.
    pub fn within(self, bits: u32, lowest: i32) -> bool {
        self.bits() <= bits && self.lowest >= lowest
    }

    pub(crate) fn of(span: &Span) -> Self {
        Self { units: span.most, lowest: span.least }
    }

    /// The larger of two needs.
    pub fn and(self, other: Self) -> Self {
        Self { units: self.units.max(other.units), lowest: self.lowest.min(other.lowest) }
    }
}

/// The proof of one sequence of one head, token by token.
#[derive(Clone, Debug)]
pub(crate) struct Proof {
    rows: usize,
    columns: usize,
    /// $A$, $Z$ and $R$ side by side.
    wide: Vec<Span>,
    reads: Span,
    writes: Span,
    seen: Span,
}

impl Proof {
    /// From an initial state of so many rows.
    pub(crate) fn new(rows: usize, columns: usize, initial: &[f64]) -> Self {
        let width = columns + rows + 1;
        let mut wide = vec![Span::zero(); rows * width];
        for i in 0..rows {
            for j in 0..columns {
                wide[i * width + j] = Span::of(initial[i * columns + j]);
            }
            wide[i * width + columns + i] = Span::one();
        }
        let zero = Span::zero();
        Self { rows, columns, wide, reads: zero.clone(), writes: zero.clone(), seen: zero }
    }

    /// Takes in a token, and the same with all gates 1.
    pub(crate) fn token(&mut self, token: &engine::Token<Span>, bare: &engine::Token<Span>, scale: &Span) {
        for step in &token.steps {
            self.step(step);
        }
        for x in column_products(&token.query, &self.wide, self.columns + self.rows + 1) {
            self.see(&x.times(scale));
        }
        let one_norm = |x: &[Span]| x.iter().fold(Span::zero(), |s, x| s.plus(x));
        let largest = |x: &[Span]| x.iter().fold(Span::zero(), |s, x| s.hull(x));
        self.reads = self.reads.hull(&one_norm(&bare.query));
        for update in bare.steps.iter().flat_map(|s| &s.updates) {
            self.reads = self.reads.hull(&one_norm(&update.erase));
            self.writes = self.writes.hull(&largest(&update.write));
        }
        self.see(&self.reads.times(&self.writes));
    }

    fn see(&mut self, span: &Span) {
        self.seen = self.seen.hull(span);
    }

    fn step(&mut self, step: &Step<Span>) {
        let width = self.columns + self.rows + 1;
        let mut padded = step.clone();
        for Update { value, .. } in padded.updates.iter_mut().filter(|u| !u.value.is_empty()) {
            value.resize(width, Span::zero());
        }
        if let Some(add) = &mut padded.add {
            let columns = self.columns.max(1);
            let row = |row: &[Span]| [row.to_vec(), vec![Span::zero(); width - columns]].concat();
            *add = add.chunks_exact(columns).flat_map(row).collect();
        }
        self.wide = padded.apply(&self.wide, width);
        for i in 0..self.rows {
            let diagonal = &mut self.wide[i * width + self.columns + i];
            *diagonal = diagonal.hull(&Span::one());
            let last = &mut self.wide[i * width + width - 1];
            for update in &step.updates {
                *last = last.hull(&update.write[i]);
            }
        }
    }

    /// What the tokens so far need.
    pub(crate) fn need(&self) -> Need {
        self.wide.iter().fold(Need::of(&self.seen), |n, s| n.and(Need::of(s)))
    }
}

/// The inputs as spans, strengths as their hull with 1; `bare`: with all gates 1.
pub(super) fn spans(inputs: &Inputs<f64>, bare: bool) -> Inputs<Span> {
    let mut spans = inputs.map(|x| Span::of(*x));
    for input in inputs.system.spec().inputs {
        if may_come_later(inputs.system, input.name) {
            spans.replace(input.name, |_, x| x.hull(&Span::one()));
        }
        if bare && input.log.is_some() {
            spans.replace(input.name, |_, _| Span::one());
        }
    }
    spans
}

/// Whether an input is a strength: a number that scales an erase or a write.
pub(super) fn is_strength(system: System, name: &str) -> bool {
    match name {
        "beta" | "eta" => true,
        "b" | "w" => system == System::Gdn2,
        "a" => system == System::Rwkv7,
        _ => false,
    }
}

/// Whether an implementation may multiply by an input later than the definition does: by a strength, but not by the $\beta$ of a momentum rule, which
/// multiplies what is kept beside it in the state.
pub(super) fn may_come_later(system: System, name: &str) -> bool {
    is_strength(system, name) && (system, name) != (System::Mdn, "beta")
}

/// What every intermediate of a run needs. Gates must be given as factors.
///
/// # Panics
/// As [`Inputs::program`].
pub fn need(inputs: &Inputs<f64>) -> Need {
    let (spans, bare) = (spans(inputs, false), spans(inputs, true));
    let one = |at: Head| {
        let (program, bare): (Program<Span>, _) = (spans.program(at), bare.program(at));
        let mut proof = Proof::new(program.rows, program.columns, &inputs.initial(at));
        for (token, bare) in program.tokens.iter().zip(&bare.tokens) {
            proof.token(token, bare, &program.scale);
        }
        proof.need()
    };
    let nothing = Need { units: 0, lowest: i32::MAX };
    inputs.all_heads().into_iter().map(one).fold(nothing, Need::and)
}

/// Numbers of one row of an input.
pub(super) fn width_of(width: Width, k: usize, v: usize) -> usize {
    match width {
        Width::One => 1,
        Width::V => v,
        Width::K | Width::OneOrK => k,
    }
}
