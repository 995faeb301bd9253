//! Reverse mode of the recurrent form, written once for the one form of a step.
//!
//! For $S' = B S + \sum_u x_u r_u^\top$ with $r_u = w_u - S^\top y_u$ and a cotangent $G$ of $S'$:
//!
//! $$\bar x_u = G r_u, \quad \bar w_u = G^\top x_u, \quad \bar y_u = -S \bar w_u, \quad \bar B = G S^\top, \quad
//! \bar S = B^\top G - \sum_u y_u \bar w_u^\top.$$
//!
//! From the vectors of a step to the inputs of its token the chain rule goes through the system's own definition, run in [`Dual`] numbers.

use crate::fields::Fields;
use crate::inputs::{Head, Inputs};
use crate::program::{Program, Token};
use crate::scalar::{Dual, Scalar, hadamard, scaled};
use crate::step::{Carry, Step, Update, column_products, row_products};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Tokens between two states that are kept; the others are computed again.
const SEGMENT: usize = 64;

/// The cotangents of what a run gives out.
#[derive(Clone, Debug, PartialEq)]
pub struct Cotangents<S> {
    /// Of the outputs, `[tokens, columns]`.
    pub outputs: Vec<S>,
    /// Of the final state, `[rows, columns]`.
    pub state: Vec<S>,
}

/// Gradients by everything that a run takes in.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradients<S> {
    /// By each tensor, in its shape.
    pub tensors: BTreeMap<&'static str, Vec<S>>,
    /// By the initial state, `[sequences, value heads, rows, V]`.
    pub initial: Vec<S>,
}

fn carry_cotangent<S: Scalar>(carry: &Carry<S>, state: &[S], cotangent: &[S], columns: usize) -> Carry<S> {
    let row = |i: usize, m: &[S]| m[i * columns..(i + 1) * columns].to_vec();
    let product = |i: usize, j: usize| crate::scalar::dot(&row(i, cotangent), &row(j, state));
    let rows = state.len().checked_div(columns).unwrap_or(0);
    match carry {
        Carry::Identity => Carry::Identity,
        Carry::Scalar(_) => Carry::Scalar(crate::scalar::dot(cotangent, state)),
        Carry::Diagonal(_) => Carry::Diagonal((0..rows).map(|i| product(i, i)).collect()),
        Carry::Elementwise(_) => Carry::Elementwise(hadamard(cotangent, state)),
        Carry::Blocks(blocks) => {
            let n = blocks.len();
            let block = |i| [product(i, i), product(i, n + i), product(n + i, i), product(n + i, n + i)];
            Carry::Blocks((0..n).map(block).collect())
        }
        Carry::Dense(_) => Carry::Dense((0..rows * rows).map(|e| product(e / rows, e % rows)).collect()),
    }
}

/// Cotangents of a step's vectors, in the step's shape, and of the state before it.
pub(crate) fn step_cotangent<S: Scalar>(
    step: &Step<S>,
    state: &[S],
    cotangent: &[S],
    columns: usize,
) -> (Step<S>, Vec<S>) {
    let mut before = step.carry.transposed().apply(cotangent, columns);
    let mut updates = Vec::with_capacity(step.updates.len());
    for update in &step.updates {
        let row = column_products(&update.write, cotangent, columns);
        for (i, y) in update.erase.iter().enumerate() {
            let minus = y.negate();
            for (b, r) in before[i * columns..].iter_mut().zip(&row) {
                b.add_product(&minus, r);
            }
        }
        let erase = if update.erase.is_empty() {
            Vec::new()
        } else {
            row_products(state, &row).iter().map(Scalar::negate).collect()
        };
        let write = row_products(cotangent, &update.residual(state, columns));
        let value = if update.value.is_empty() { Vec::new() } else { row };
        updates.push(Update { write, erase, value });
    }
    let add = step.add.as_ref().map(|_| cotangent.to_vec());
    (Step { carry: carry_cotangent(&step.carry, state, cotangent, columns), updates, add }, before)
}

/// Cotangents of a token's vectors, in the token's shape; `state` becomes that of the state before the token.
fn token_cotangent<S: Scalar>(
    program: &Program<S>,
    token: &Token<S>,
    before: &[S],
    output: &[S],
    cotangent: &mut Vec<S>,
) -> Token<S> {
    let columns = program.columns;
    let mut states = vec![before.to_vec()];
    for step in &token.steps {
        states.push(step.apply(&states[states.len() - 1], columns));
    }
    let output = scaled(&program.scale, output);
    let query = row_products(&states[token.steps.len()], &output);
    for (i, q) in token.query.iter().enumerate() {
        for (c, o) in cotangent[i * columns..].iter_mut().zip(&output) {
            c.add_product(q, o);
        }
    }
    let mut steps = Vec::with_capacity(token.steps.len());
    for (step, state) in token.steps.iter().zip(&states).rev() {
        let (bar, earlier) = step_cotangent(step, state, cotangent, columns);
        steps.push(bar);
        *cotangent = earlier;
    }
    steps.reverse();
    Token { steps, query }
}

/// Calls `visit(t, cotangents of token t)` from the last token to the first, and returns the cotangent of the initial state.
///
/// # Panics
/// When a shape does not fit the program.
pub fn backward<S: Scalar>(
    program: &Program<S>,
    initial: &[S],
    cotangents: &Cotangents<S>,
    mut visit: impl FnMut(usize, Token<S>),
) -> Vec<S> {
    let columns = program.columns;
    assert_eq!(cotangents.outputs.len(), program.tokens.len() * columns, "one cotangent for each output");
    let forward = |state: &[S], token: &Token<S>| {
        token.steps.iter().fold(state.to_vec(), |state, step| step.apply(&state, columns))
    };
    let mut kept = vec![initial.to_vec()];
    for segment in program.tokens.chunks(SEGMENT) {
        let last = &kept[kept.len() - 1];
        kept.push(segment.iter().fold(last.clone(), |state, token| forward(&state, token)));
    }
    let mut cotangent = cotangents.state.clone();
    for (n, segment) in program.tokens.chunks(SEGMENT).enumerate().rev() {
        let mut states = vec![kept[n].clone()];
        for token in segment {
            states.push(forward(&states[states.len() - 1], token));
        }
        for (i, token) in segment.iter().enumerate().rev() {
            let t = n * SEGMENT + i;
            let output = &cotangents.outputs[t * columns..(t + 1) * columns];
            let bar = token_cotangent(program, token, &states[i], output, &mut cotangent);
            visit(t, bar);
        }
    }
    cotangent
}

/// Every number of a token, in a fixed order.
fn numbers<S>(token: &Token<S>) -> Vec<&S> {
    let mut out = Vec::new();
    for step in &token.steps {
        match &step.carry {
            Carry::Identity => {}
            Carry::Scalar(a) => out.push(a),
            Carry::Diagonal(a) | Carry::Elementwise(a) | Carry::Dense(a) => out.extend(a),
            Carry::Blocks(blocks) => out.extend(blocks.iter().flatten()),
        }
        for update in &step.updates {
            out.extend(update.write.iter().chain(&update.erase).chain(&update.value));
        }
        out.extend(step.add.iter().flatten());
    }
    out.extend(&token.query);
    out
}

/// The cotangents of a token's inputs from those of its vectors.
pub(crate) fn pull_back<S: Scalar>(inputs: &Inputs<S>, fields: &Fields<S>, bar: &Token<S>) -> Vec<S> {
    let mut count = 0;
    let duals = fields.map(|x| {
        count += 1;
        Dual::input(x.clone(), count - 1)
    });
    let token = inputs.system.token(&duals);
    let mut out = vec![S::zero(); count as usize];
    for (number, weight) in numbers(&token).into_iter().zip(numbers(bar)) {
        for (input, slope) in &number.partials {
            out[*input as usize].add_product(slope, weight);
        }
    }
    out
}

/// Gradients of $\sum \bar o \cdot o + \sum \bar S_T \cdot S_T$ by all inputs and the initial state; `cotangents` in the order of
/// [`Inputs::all_heads`]. The inputs must hold factors; see [`Gradients::by_logarithms`].
///
/// # Panics
/// When a shape does not fit, or as [`Inputs::program`].
pub fn gradient<S: Scalar>(inputs: &Inputs<S>, cotangents: &[Cotangents<S>]) -> Gradients<S> {
    let heads = inputs.all_heads();
    assert_eq!(heads.len(), cotangents.len(), "one set of cotangents for each sequence and head");
    let one = |(at, cotangents): (&Head, &Cotangents<S>)| {
        let (batch, tokens) = inputs.tokens_of(at.sequence);
        let mut parts = Vec::new();
        let initial = backward(&inputs.program(*at), &inputs.initial(*at), cotangents, |t, bar| {
            let token = tokens.start + t;
            let fields = inputs.fields(batch, token, at.head);
            parts.push((token, pull_back(inputs, &fields, &bar)));
        });
        (*at, batch, parts, initial)
    };
    let results: Vec<_> = heads.par_iter().zip(cotangents).map(one).collect();
    let zeros = |name| inputs.tensor(name).map(|t| (name, vec![S::zero(); t.len()]));
    let mut tensors: BTreeMap<_, _> = inputs.names().filter_map(zeros).collect();
    let mut initial = Vec::new();
    for (at, batch, parts, start) in results {
        initial.extend(start);
        for (token, bars) in parts {
            scatter(inputs, (batch, token, at.head), bars, &mut tensors);
        }
    }
    Gradients { tensors, initial }
}

pub(crate) fn scatter<S: Scalar, R: Scalar>(
    inputs: &Inputs<R>,
    (batch, token, head): (usize, usize, usize),
    bars: Vec<S>,
    tensors: &mut BTreeMap<&'static str, Vec<S>>,
) {
    let mut bars = bars.into_iter();
    for input in inputs.system.spec().inputs {
        let Some(tensor) = tensors.get_mut(input.name) else { continue };
        let parts = if input.parts { inputs.dims.parts } else { 1 };
        for part in 0..parts {
            let at = inputs.offset(input, batch, token, part, head);
            for x in &mut tensor[at..at + inputs.width(input)] {
                if let Some(bar) = bars.next() {
                    *x = x.plus(&bar);
                }
            }
        }
    }
}

impl<S: Scalar> Gradients<S> {
    /// The same gradients by the logarithm of every factor that `given` holds as one: $\partial/\partial \ln a = a\,\partial/\partial a$.
    pub fn by_logarithms(mut self, given: &Inputs<S>, factors: &Inputs<S>) -> Self {
        for input in given.system.spec().inputs {
            let Some(log) = input.log.filter(|l| given.tensor(l).is_some()) else { continue };
            if let (Some(by_factor), Some(factor)) =
                (self.tensors.remove(input.name), factors.tensor(input.name))
            {
                self.tensors.insert(log, hadamard(&by_factor, factor));
            }
        }
        self
    }
}
