//! The bound of one sequence and head, along its run.

use super::arithmetic::{Arithmetic, Roundings};
use super::ellipsoid::Ellipsoid;
use super::form::Form;
use super::inverse::Inverse;
use super::partial::Signed;
use crate::inputs::{Head, Inputs};
use crate::program::Program;
use crate::step::{Carry, Step, Update, column_products};
use std::collections::HashMap;

/// The size of a logarithm and the error that it has before it is used.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Logarithm {
    /// $|{\ln \alpha}|$.
    pub size: f64,
    /// The absolute error of an implementation's own $\ln \alpha$, in units.
    pub units: f64,
    /// Tokens of the run whose factor in this row is the same, and so has the same error; 0 counts as 1.
    pub repeats: f64,
    /// The same over the factors of all tokens and rows.
    pub shared: f64,
}

/// Logarithms by token and row, for factors that were given or computed as such; 0 where they were not.
#[derive(Clone, Debug, PartialEq)]
pub struct Logarithms {
    /// One row for each token; empty where no factor was a logarithm.
    tokens: Vec<Vec<Logarithm>>,
    /// Whether a token's factors are in its last step, as in a backward pass, and not in its first.
    in_last_step: bool,
}

/// Bounds of the absolute errors of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct HeadBound {
    /// Of the outputs, `[tokens, columns]`.
    pub outputs: Vec<f64>,
    /// Of the final state, `[rows, columns]`.
    pub state: Vec<f64>,
}

impl Logarithms {
    /// Those of a sequence and head.
    ///
    /// `units` are the errors, entry by entry of the tensor of logarithms, where the implementation computes the logarithms itself.
    pub fn of(inputs: &Inputs<f64>, at: Head, units: Option<&[f64]>) -> Self {
        let (batch, tokens) = inputs.tokens_of(at.sequence);
        let rows = inputs.rows();
        let mut out = vec![Vec::new(); tokens.len()];
        for (half, input) in inputs.system.spec().inputs.iter().filter(|i| i.log.is_some()).enumerate() {
            let Some(tensor) = input.log.and_then(|l| inputs.tensor(l)) else { continue };
            let width = inputs.width(input);
            for (t, sums) in out.iter_mut().enumerate() {
                let at = inputs.offset(input, batch, tokens.start + t, 0, at.head);
                sums.resize(rows, Logarithm::default());
                // A momentum rule couples its two halves: both factors count for every row.
                let stacked = inputs.system.spec().stacked > 1;
                for (i, sum) in sums.iter_mut().enumerate() {
                    let place = at + if width == 1 { 0 } else { i % width };
                    if stacked || half == 0 {
                        sum.size += tensor[place].abs();
                        sum.units += units.map_or(0.0, |u| u[place]);
                    }
                }
            }
        }
        Self::by_token(out)
    }

    /// Those of a program's tokens, row by row; how often each comes again is counted here.
    pub fn by_token(mut tokens: Vec<Vec<Logarithm>>) -> Self {
        let (mut by_row, mut shared) = (HashMap::new(), HashMap::new());
        for (row, logarithm) in tokens.iter().flat_map(|rows| rows.iter().enumerate()) {
            let size = logarithm.size.to_bits();
            *by_row.entry((row, size)).or_insert(0.0) += 1.0;
            *shared.entry(size).or_insert(0.0) += 1.0;
        }
        for (row, logarithm) in tokens.iter_mut().flat_map(|rows| rows.iter_mut().enumerate()) {
            let size = logarithm.size.to_bits();
            (logarithm.repeats, logarithm.shared) = (by_row[&(row, size)], shared[&size]);
        }
        Self { tokens, in_last_step: false }
    }

    /// Those of the backward pass.
    pub(super) fn reversed(&self) -> Self {
        Self { tokens: self.tokens.iter().rev().cloned().collect(), in_last_step: true }
    }
}

impl HeadBound {
    /// No error at all.
    pub fn zero(program: &Program<f64>) -> Self {
        let outputs = vec![0.0; program.tokens.len() * program.columns];
        Self { outputs, state: vec![0.0; program.rows * program.columns] }
    }

    /// The larger of two bounds, entry by entry. A bound that is not a number counts as infinite.
    pub fn larger(self, other: Self) -> Self {
        let max = |a: Vec<f64>, b: Vec<f64>| {
            let known = |x: f64| if x.is_nan() { f64::INFINITY } else { x };
            a.into_iter().zip(b).map(|(x, y)| known(x).max(known(y))).collect()
        };
        Self { outputs: max(self.outputs, other.outputs), state: max(self.state, other.state) }
    }
}

/// What a segment has done so far.
struct Segment {
    /// Steps since it began.
    steps: f64,
    /// $A$: the absolute values of the terms of the state.
    absolute: Vec<f64>,
    /// $P$ and $N$: its positive and negative terms.
    signed: Signed,
    /// $U$: the same with no factor below 1 in size: what the error of an underflow may be multiplied by.
    undecayed: Vec<f64>,
    /// The terms of an entry of the state.
    terms: f64,
    /// Sums of logarithms by row.
    logarithms: Vec<Logarithm>,
    /// The explicit inverse, where the form has one.
    inverse: Option<Inverse>,
}

/// One update of a step, column by column.
pub(super) struct Written<'a> {
    pub(super) update: &'a Update<f64>,
    /// The row for the reference state.
    residual: Vec<f64>,
    /// How far the exact row for the computed state may be from it.
    slack: f64,
    /// A bound of the exact row for the computed state.
    row: Vec<f64>,
    /// The size of the row's error.
    errors: Vec<f64>,
    /// What underflows add to it.
    pub(super) floor: Vec<f64>,
}

/// Everything that a bound is for, besides the program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assumptions<'a> {
    /// The roundings' sizes.
    pub arithmetic: &'a Arithmetic,
    /// Their directions.
    pub roundings: Roundings,
    /// How the implementation runs.
    pub form: Form,
    /// Roundings of queries, keys and strengths beyond [`Arithmetic::VECTOR`], where the implementation computes them itself.
    pub preparation: f64,
    /// $\varphi$: a bound of the product of any factors of an entry of $x$, $y$, $w$ or $q$.
    pub largest: f64,
}

struct Bounder<'a> {
    program: &'a Program<f64>,
    given: Assumptions<'a>,
    state: Vec<f64>,
    error: Ellipsoid,
    /// What the implementation's own gates are off by: the same wherever they are the same, and so no matter of chance. Empty for certain bounds,
    /// which have it in `error`.
    gates: Ellipsoid,
    segment: Segment,
}

/// The bound of a run in one form. `initial` is exact.
///
/// # Panics
/// When a shape does not fit, or the program writes or carries in a way that no [`System`](crate::System) does.
pub fn bound(
    program: &Program<f64>,
    logarithms: &Logarithms,
    initial: &[f64],
    given: Assumptions<'_>,
) -> HeadBound {
    let mut outputs = Vec::with_capacity(program.tokens.len() * program.columns);
    let widths = drive(program, logarithms, initial, given, 0, |run, query| {
        if let Some(query) = query {
            outputs.extend(run.output(query));
        }
    });
    let state = (0..program.rows * program.columns).map(|e| widths[e / program.columns]).collect();
    HeadBound { outputs, state }
}

/// A state along a run, with what is known of its error.
#[derive(Clone, Debug)]
pub(super) struct Snapshot {
    /// The state, in `f64`.
    pub(super) state: Vec<f64>,
    /// The absolute values of the terms that make it up.
    pub(super) absolute: Vec<f64>,
    /// Bounds of the errors of a column's entries.
    pub(super) widths: Vec<f64>,
}

/// The states before each step of each token and after its last step; the first segment lacks `lead` tokens.
pub(super) fn snapshots(
    program: &Program<f64>,
    logarithms: &Logarithms,
    initial: &[f64],
    given: Assumptions<'_>,
    lead: usize,
) -> Vec<Vec<Snapshot>> {
    let (mut out, mut token) = (Vec::new(), Vec::new());
    drive(program, logarithms, initial, given, lead, |run, query| {
        let (state, absolute) = (run.state.clone(), run.segment.absolute.clone());
        let spread = run.segment.inverse.as_ref().map(Inverse::spread).unwrap_or_default();
        let columns = run.program.columns.max(1);
        // What an explicit inverse spreads lies on top of the ellipsoid.
        let worst = |i: usize| spread.iter().skip(i * columns).take(columns).fold(0.0_f64, |a, b| a.max(*b));
        let factor = run.given.roundings.factor();
        let widths = run.widths().iter().enumerate().map(|(i, w)| w + factor * worst(i)).collect();
        token.push(Snapshot { state, absolute, widths });
        if query.is_some() {
            out.push(std::mem::take(&mut token));
        }
    });
    out
}

/// Runs a program with its bound; `visit` sees it before each step, and with the query after each token's last step. Returns the final widths.
fn drive(
    program: &Program<f64>,
    logarithms: &Logarithms,
    initial: &[f64],
    given: Assumptions<'_>,
    lead: usize,
    mut visit: impl FnMut(&Bounder<'_>, Option<&[f64]>),
) -> Vec<f64> {
    let segment = Segment {
        steps: 0.0,
        absolute: Vec::new(),
        signed: Signed::default(),
        undecayed: Vec::new(),
        terms: 1.0,
        logarithms: Vec::new(),
        inverse: None,
    };
    let (state, error) = (initial.to_vec(), Ellipsoid::point(program.rows));
    let mut run = Bounder { program, given, state, gates: error.clone(), error, segment };
    run.begin();
    for (t, token) in program.tokens.iter().enumerate() {
        let gated = if logarithms.in_last_step { token.steps.len().saturating_sub(1) } else { 0 };
        for (i, step) in token.steps.iter().enumerate() {
            visit(&run, None);
            run.step(step, if i == gated { logarithms.tokens[t].as_slice() } else { &[] });
            if given.form == Form::Recurrent && i + 1 < token.steps.len() {
                run.end();
            }
        }
        visit(&run, Some(&token.query));
        if (t + 1 + lead).is_multiple_of(given.form.tokens()) || t + 1 == program.tokens.len() {
            run.end();
        }
    }
    run.widths()
}

/// $\sum_i |x_i|\, A_{i \cdot}$.
pub(super) fn absolute_products(x: &[f64], absolute: &[f64], columns: usize) -> Vec<f64> {
    column_products(&x.iter().map(|v| v.abs()).collect::<Vec<_>>(), absolute, columns)
}

pub(super) fn absolute_carry(carry: &Carry<f64>) -> Carry<f64> {
    let abs = |a: &[f64]| a.iter().map(|x| x.abs()).collect();
    match carry {
        Carry::Identity => Carry::Identity,
        Carry::Scalar(a) => Carry::Scalar(a.abs()),
        Carry::Diagonal(a) => Carry::Diagonal(abs(a)),
        Carry::Elementwise(a) => Carry::Elementwise(abs(a)),
        Carry::Blocks(blocks) => Carry::Blocks(blocks.iter().map(|b| b.map(f64::abs)).collect()),
        Carry::Dense(a) => Carry::Dense(abs(a)),
    }
}

/// The same with every factor, and the diagonal of every matrix, at least 1.
fn growing_carry(carry: &Carry<f64>) -> Carry<f64> {
    let most = |a: Vec<f64>| a.into_iter().map(|x| x.max(1.0)).collect();
    match absolute_carry(carry) {
        Carry::Identity => Carry::Identity,
        Carry::Scalar(a) => Carry::Scalar(a.max(1.0)),
        Carry::Diagonal(a) => Carry::Diagonal(most(a)),
        Carry::Elementwise(a) => Carry::Elementwise(most(a)),
        Carry::Blocks(blocks) => {
            Carry::Blocks(blocks.into_iter().map(|[a, b, c, d]| [a.max(1.0), b, c, d.max(1.0)]).collect())
        }
        Carry::Dense(mut a) => {
            let rows = a.len().isqrt();
            (0..rows).for_each(|i| a[i * rows + i] = a[i * rows + i].max(1.0));
            Carry::Dense(a)
        }
    }
}

impl Bounder<'_> {
    /// Bounds of the entries of a column of the state's error.
    fn widths(&self) -> Vec<f64> {
        let factor = self.given.roundings.factor();
        self.error.widths().iter().zip(self.gates.widths()).map(|(w, g)| factor * w + g).collect()
    }

    /// Takes in the errors of the implementation's own factors of one token, $\hat\alpha_i = (1 + d_i)\,\alpha_i$ with $|d_i| \le e^{d u} - 1$: for any
    /// form of the run and any order of summation they are a change of the inputs, $\hat T \hat S = T \hat S + (\hat T - T) \hat S$, where $d_i$ is met by
    /// row $i$ of $B \hat S$, by the erase vector, or by row $i$ of what is written (of a backward pass).
    fn perturb(&mut self, step: &Step<f64>, gates: &[Logarithm], widths: &[f64]) {
        let unit = self.given.arithmetic.unit;
        let own: Vec<f64> = gates.iter().map(|g| (g.units * unit).exp_m1()).collect();
        if self.given.roundings == Roundings::Adversarial || own.iter().all(|d| *d == 0.0) {
            return;
        }
        let columns = self.program.columns;
        let entries = self.state.iter().enumerate();
        let sizes: Vec<f64> = entries.map(|(e, s)| s.abs() + 2.0 * widths[e / columns]).collect();
        let most = |x: &[f64]| x.iter().fold(0.0_f64, |a, b| a.max(*b));
        let carried = absolute_carry(&step.carry).apply(&sizes, columns);
        let mut off: Vec<f64> =
            carried.chunks_exact(columns.max(1)).zip(&own).map(|(row, d)| d * most(row)).collect();
        for update in step.updates.iter().filter(|u| !u.erase.is_empty()) {
            let read = most(&absolute_products(&update.erase, &sizes, columns));
            let weighted: Vec<f64> = update.erase.iter().zip(&own).map(|(y, d)| y * d).collect();
            let behind = most(&absolute_products(&weighted, &sizes, columns));
            for ((o, x), d) in off.iter_mut().zip(&update.write).zip(&own) {
                *o += d * x.abs() * read;
            }
            self.gates.add_along(&update.write, behind, Roundings::Adversarial);
        }
        self.gates.add_entries(&off, Roundings::Adversarial);
    }

    fn begin(&mut self) {
        let (rows, columns) = (self.program.rows, self.program.columns);
        let widths = self.widths();
        // The reference state is itself rounded: twice the width covers it, as its error is no larger.
        let entries = self.state.iter().enumerate();
        let absolute: Vec<f64> = entries.map(|(e, s)| s.abs() + 2.0 * widths[e / columns]).collect();
        let inverse = matches!(self.given.form, Form::Inverse(_))
            .then(|| Inverse::begin(absolute.clone(), self.given.roundings));
        let undecayed = absolute.clone();
        let signed = Signed::of(self.state.iter().enumerate().map(|(e, s)| (*s, 2.0 * widths[e / columns])));
        let logarithms = vec![Logarithm::default(); rows];
        self.segment = Segment { steps: 0.0, absolute, signed, undecayed, terms: 1.0, logarithms, inverse };
    }

    /// $\eta$ by row. Where roundings are taken to be independent, the errors of equal factors are equal all the same: $r$ equal ones of the sizes $e$ add
    /// up to $(\sum e)^2 \le r \sum e^2$. Exponentials are the same wherever their arguments are, sums of logarithms where those of a row are.
    fn factor_errors(&self) -> Vec<f64> {
        let n = self.segment.steps;
        let of = |sum: &Logarithm| {
            let error = |n| self.given.arithmetic.exponential(n, sum.size, sum.units);
            if matches!(self.given.roundings, Roundings::Independent { .. }) {
                let (own, all) = (error(0.0), error(n));
                sum.shared.max(1.0).sqrt() * own + sum.repeats.max(1.0).sqrt() * (all - own).max(0.0)
            } else {
                error(n)
            }
        };
        self.segment.logarithms.iter().map(of).collect()
    }

    /// The size of the error of a sum over the key channels and the steps of the segment, whose terms have the sum of absolute values `sum` and the largest
    /// partial sum `largest`.
    ///
    /// A term goes through at most $D$ roundings, of which the channels are $K$. Certainly they are off by $\gamma_D A$. At random, the variance is the sum
    /// of the squares of all results that are rounded; each is at most $M$, and they contain every term $D$ times at most, so that it is at most
    /// $u^2 D M A$; and as a sum of $n$ terms has $n - 1$ additions, those of the channels are also at most $u^2 n M^2$.
    fn sum_error(&self, sum: f64, largest: f64) -> f64 {
        let Assumptions { arithmetic, roundings, .. } = self.given;
        let channels = self.program.rows as f64;
        let others = 2.0 * self.segment.steps + Arithmetic::VECTOR + 2.0 * self.given.preparation;
        let gamma = arithmetic.gamma(channels + others);
        let certain = roundings.certain(gamma * sum);
        let operands = roundings.certain(4.0 * arithmetic.operand) * sum;
        if roundings == Roundings::Adversarial {
            return certain + operands;
        }
        // Partial sums of what was computed.
        let most = sum.min(largest + gamma * sum);
        let additions = channels * self.segment.terms + 1.0;
        let square = (channels * sum).min(additions * most) * most + others * most * sum;
        // γₙ / n is infinite with γₙ.
        let deviation = gamma / (channels + others) * square.sqrt();
        certain.min(deviation) + operands
    }

    /// What the underflows of one term may add to it, over a bound of 1 and of the state's entry in it.
    fn underflow(&self) -> f64 {
        let operations = Arithmetic::VECTOR + 2.0 * self.segment.steps + 2.0;
        self.given.arithmetic.tiny * operations * self.given.largest
    }

    /// What underflows add to $u - A^\top y$, column by column.
    fn read_floor(&self) -> Vec<f64> {
        let (rows, columns) = (self.program.rows, self.program.columns);
        let mut sums = vec![1.0 + rows as f64 * self.segment.terms; columns];
        for (e, u) in self.segment.undecayed.iter().enumerate() {
            sums[e % columns] += u;
        }
        let each = self.underflow();
        sums.into_iter().map(|s| each * s).collect()
    }

    /// The size of the error of $u - A^\top y$, column by column.
    fn read_error(&self, y: &[f64], value: &[f64], eta: &[f64]) -> Vec<f64> {
        let (columns, roundings) = (self.program.columns, self.given.roundings);
        let of = |x: &[f64]| absolute_products(x, &self.segment.absolute, columns);
        let drift = of(&y.iter().zip(eta).map(|(y, e)| y * roundings.certain(*e)).collect::<Vec<_>>());
        let floor = self.read_floor();
        let largest = self.segment.signed.largest(y, value, columns);
        let value = |j: usize| value.get(j).map_or(0.0, |v| v.abs());
        let sums = of(y).into_iter().zip(largest).zip(drift.into_iter().zip(floor)).enumerate();
        sums.map(|(j, ((s, m), (d, f)))| self.sum_error(s + value(j), m) + d + roundings.certain(f)).collect()
    }

    fn step(&mut self, step: &Step<f64>, gates: &[Logarithm]) {
        assert!(step.add.is_none(), "no bound for writes of full rank");
        let (columns, roundings) = (self.program.columns, self.given.roundings);
        self.segment.steps += 1.0;
        for (sum, g) in self.segment.logarithms.iter_mut().zip(gates) {
            // The factors of a segment come again only where each of them does.
            if g.size != 0.0 {
                let first = sum.size == 0.0;
                sum.repeats = if first { g.repeats } else { sum.repeats.min(g.repeats) };
                sum.shared = if first { g.shared } else { sum.shared.min(g.shared) };
            }
            sum.size += g.size;
            sum.units += g.units;
        }
        let (eta, widths) = (self.factor_errors(), self.widths());
        let mut written: Vec<Written<'_>> = Vec::with_capacity(step.updates.len());
        for update in &step.updates {
            let errors = self.read_error(&update.erase, &update.value, &eta);
            let behind: f64 = update.erase.iter().zip(&widths).map(|(y, w)| y.abs() * w).sum();
            let residual = update.residual(&self.state, columns);
            let row = residual.iter().map(|r| r.abs() + 2.0 * behind).collect();
            let floor = self.read_floor();
            written.push(Written { update, residual, slack: 2.0 * behind, row, errors, floor });
        }
        if let Some(mut inverse) = self.segment.inverse.take() {
            let deltas = inverse.step(step, &written, &eta, self.given.arithmetic, self.program);
            for (row, delta) in written.iter_mut().zip(deltas) {
                row.errors = delta;
            }
            self.segment.inverse = Some(inverse);
        }
        self.error.carry(step);
        self.gates.carry(step);
        self.perturb(step, gates, &widths);
        let mut absolute = absolute_carry(&step.carry).apply(&self.segment.absolute, columns);
        let mut undecayed = growing_carry(&step.carry).apply(&self.segment.undecayed, columns);
        self.segment.signed.carry(&step.carry, columns);
        self.segment.terms += written.len() as f64;
        for Written { update, residual, slack, row, errors, .. } in &written {
            let slack: Vec<f64> = errors.iter().map(|e| slack + roundings.factor() * e).collect();
            self.segment.signed.write(&update.write, residual, &slack);
            if self.segment.inverse.is_none() {
                let largest = errors.iter().fold(0.0_f64, |a, b| a.max(*b));
                self.error.add_along(&update.write, largest, roundings);
            }
            for (i, x) in update.write.iter().enumerate() {
                let sizes = row.iter().zip(errors).map(|(r, e)| r + roundings.factor() * e);
                let entries = absolute[i * columns..].iter_mut().zip(&mut undecayed[i * columns..]);
                for ((a, u), s) in entries.zip(sizes) {
                    *a += x.abs() * s;
                    *u += x.abs().max(1.0) * s;
                }
            }
        }
        self.segment.absolute = absolute;
        self.segment.undecayed = undecayed;
        self.state = step.apply(&self.state, columns);
    }

    fn output(&self, query: &[f64]) -> Vec<f64> {
        let (columns, roundings) = (self.program.columns, self.given.roundings);
        let errors = self.read_error(query, &[], &self.factor_errors());
        // Where the query is scaled first, or the last product underflows, the scale makes that no smaller.
        let floor = self.read_floor();
        let (behind, gates) = (self.error.support(query), self.gates.support(query));
        let spread = self.segment.inverse.as_ref().map(|i| i.read(query, columns));
        let outputs = column_products(query, &self.state, columns);
        let scale = self.program.scale.abs();
        let error = |j: usize| {
            let parts = [behind, errors[j], spread.as_ref().map_or(0.0, |s| s[j])];
            let error = scale * (roundings.factor() * roundings.sum(parts.into_iter()) + gates) + floor[j];
            error + self.given.arithmetic.rounded(scale * outputs[j].abs() + error)
        };
        (0..columns).map(error).collect()
    }

    fn end(&mut self) {
        let (rows, columns) = (self.program.rows, self.program.columns);
        let Assumptions { arithmetic, roundings, .. } = self.given;
        let eta = self.factor_errors();
        let roundings_of_entry = 2.0 * self.segment.steps + Arithmetic::ENTRY + self.given.preparation;
        let gamma =
            roundings.relative(arithmetic, roundings_of_entry) + roundings.certain(2.0 * arithmetic.operand);
        let underflow = roundings.certain(self.underflow());
        let spread = self.segment.inverse.take().map(|i| i.spread());
        let width = |i: usize| {
            let entry = |c: usize| {
                let at = i * columns + c;
                let floor = underflow * (self.segment.terms + self.segment.undecayed[at]);
                let own = (gamma + roundings.certain(eta[i])) * self.segment.absolute[at] + floor;
                roundings.sum([own, spread.as_ref().map_or(0.0, |s| s[at])].into_iter())
            };
            (0..columns).map(entry).fold(0.0, f64::max)
        };
        let widths: Vec<f64> = (0..rows).map(width).collect();
        self.error.add_entries(&widths, roundings);
        self.begin();
    }
}
