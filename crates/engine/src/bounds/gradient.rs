//! Bounds of gradients.

use super::head::{Assumptions, Logarithms, Snapshot, snapshots};
use super::tracked::Tracked;
use super::{Arithmetic, Form, Preparation, Roundings, largest_product};
use crate::inputs::{Head, Inputs};
use crate::program::{Program, Token};
use crate::run::gradient::{pull_back, scatter, step_cotangent};
use crate::run::{Cotangents, Gradients};
use crate::scalar::{Scalar, scaled};
use crate::step::{Carry, Step, Update, row_products};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The backward pass of a program as a program: from the last token to the first, the state is the cotangent.
fn reversed(program: &Program<f64>, cotangents: &Cotangents<f64>) -> Program<f64> {
    let columns = program.columns;
    let token = |(t, token): (usize, &Token<f64>)| {
        let output = scaled(&program.scale, &cotangents.outputs[t * columns..(t + 1) * columns]);
        let read = Step::erase_before(Carry::Identity, vec![Update::write(token.query.clone(), output)]);
        let back = |step: &Step<f64>| {
            let erasing = step.updates.iter().filter(|u| !u.erase.is_empty());
            let update = |u: &Update<f64>| Update {
                write: u.erase.clone(),
                erase: u.write.clone(),
                value: Vec::new(),
            };
            Step::erase_before(step.carry.transposed(), erasing.map(update).collect())
        };
        let steps = std::iter::once(read).chain(token.steps.iter().rev().map(back)).collect();
        Token { steps, query: vec![0.0; program.rows] }
    };
    let tokens = program.tokens.iter().enumerate().rev().map(token).collect();
    Program { tokens, scale: 1.0, ..*program }
}

fn tracked(snapshot: &Snapshot, columns: usize) -> Vec<Tracked> {
    let entries = snapshot.state.iter().zip(&snapshot.absolute).enumerate();
    let entry = |(e, (value, size)): (usize, (&f64, &f64))| Tracked {
        value: *value,
        size: size.max(value.abs()),
        error: snapshot.widths[e / columns],
    };
    entries.map(entry).collect()
}

fn exact(x: &[f64]) -> Vec<Tracked> {
    x.iter().map(|v| Tracked::exact(*v)).collect()
}

fn exact_step(step: &Step<f64>) -> Step<Tracked> {
    let carry = match &step.carry {
        Carry::Identity => Carry::Identity,
        Carry::Scalar(a) => Carry::Scalar(Tracked::exact(*a)),
        Carry::Diagonal(a) => Carry::Diagonal(exact(a)),
        Carry::Elementwise(a) => Carry::Elementwise(exact(a)),
        Carry::Blocks(blocks) => Carry::Blocks(blocks.iter().map(|b| b.map(Tracked::exact)).collect()),
        Carry::Dense(a) => Carry::Dense(exact(a)),
    };
    let update =
        |u: &Update<f64>| Update { write: exact(&u.write), erase: exact(&u.erase), value: exact(&u.value) };
    Step { carry, updates: step.updates.iter().map(update).collect(), add: None }
}

/// The gradients of one head, token by token, and by the initial state, with their errors.
struct HeadGradient {
    tokens: Vec<Vec<Tracked>>,
    /// By token and row: the terms of a gradient by logarithms that is summed over later tokens.
    summed: Vec<Vec<Tracked>>,
    initial: Vec<Tracked>,
}

fn head_gradient(
    factors: &Inputs<f64>,
    at: Head,
    logarithms: &Logarithms,
    cotangents: &Cotangents<f64>,
    given: Assumptions<'_>,
) -> HeadGradient {
    let (program, initial) = (factors.program(at), factors.initial(at));
    let columns = program.columns;
    let back = reversed(&program, cotangents);
    let chunk = given.form.tokens();
    let lead = (chunk - program.tokens.len() % chunk) % chunk;
    let forward = snapshots(&program, logarithms, &initial, given, 0);
    let backward = snapshots(&back, &logarithms.reversed(), &cotangents.state, given, lead);
    let (batch, tokens) = factors.tokens_of(at.sequence);
    let inputs = factors.map(|x| Tracked::exact(*x));
    let (mut parts, mut summed) = (Vec::new(), Vec::new());
    for (t, token) in program.tokens.iter().enumerate() {
        let (states, bars) = (&forward[t], &backward[program.tokens.len() - 1 - t]);
        let count = token.steps.len();
        let output = scaled(&program.scale, &cotangents.outputs[t * columns..(t + 1) * columns]);
        let query = row_products(&tracked(&states[count], columns), &exact(&output));
        let steps: Vec<Step<Tracked>> = (0..count)
            .map(|i| {
                let (state, bar) = (tracked(&states[i], columns), tracked(&bars[count - i], columns));
                step_cotangent(&exact_step(&token.steps[i]), &state, &bar, columns).0
            })
            .collect();
        summed.push(row_terms(token, &steps, &query, program.rows));
        let fields = inputs.fields(batch, tokens.start + t, at.head);
        parts.push(pull_back(&inputs, &fields, &Token { steps, query }));
    }
    let initial = backward.last().and_then(|b| b.last()).map(|last| tracked(last, columns));
    let empty = || exact(&cotangents.state);
    HeadGradient { tokens: parts, summed, initial: initial.unwrap_or_else(empty) }
}

/// $|q \bar q| + \sum |x \bar x| + |y \bar y|$, row by row.
fn row_terms(token: &Token<f64>, bars: &[Step<Tracked>], query: &[Tracked], rows: usize) -> Vec<Tracked> {
    let mut out = vec![Tracked::zero(); rows];
    let mut add = |x: &[f64], bar: &[Tracked]| {
        for ((o, x), b) in out.iter_mut().zip(x).zip(bar) {
            *o = o.plus(&Tracked::exact(x.abs()).times(b));
        }
    };
    add(&token.query, query);
    for (step, bar) in token.steps.iter().zip(bars) {
        for (update, bar) in step.updates.iter().zip(&bar.updates) {
            add(&update.write, &bar.write);
            add(&update.erase, &bar.erase);
        }
    }
    out
}

/// Bounds of the gradients of [`gradient`](crate::run::gradient), by logarithms where `inputs` hold them, in the shape of the gradients; the largest over
/// `forms`. Other arguments as for [`bounds`](super::bounds).
///
/// Memory: a few copies of the state for every token of a head.
///
/// # Panics
/// As [`Inputs::program`].
pub fn gradient_bounds(
    inputs: &Inputs<f64>,
    cotangents: &[Cotangents<f64>],
    arithmetic: &Arithmetic,
    roundings: Roundings,
    forms: &[Form],
    preparation: &Preparation,
) -> Gradients<f64> {
    let each = forms.iter().map(|form| {
        let heads = inputs.factors();
        let largest = heads.all_heads().iter().map(|at| largest_product(&heads, *at)).fold(1.0, f64::max);
        let given =
            Assumptions { arithmetic, roundings, form: *form, preparation: preparation.vectors, largest };
        one_form(inputs, cotangents, given, preparation.logarithms.as_deref())
    });
    let larger = |mut a: Gradients<f64>, b: Gradients<f64>| {
        let max = |x: &mut Vec<f64>, y: &[f64]| {
            for (x, y) in x.iter_mut().zip(y) {
                *x = if y.is_nan() { f64::INFINITY } else { x.max(*y) };
            }
        };
        for (name, tensor) in &mut a.tensors {
            max(tensor, &b.tensors[name]);
        }
        max(&mut a.initial, &b.initial);
        a
    };
    each.reduce(larger).unwrap_or(Gradients { tensors: BTreeMap::new(), initial: Vec::new() })
}

fn one_form(
    inputs: &Inputs<f64>,
    cotangents: &[Cotangents<f64>],
    given: Assumptions<'_>,
    logarithm_factors: Option<&[f64]>,
) -> Gradients<f64> {
    let factors = inputs.factors();
    let heads = factors.all_heads();
    let results: Vec<HeadGradient> = heads
        .par_iter()
        .zip(cotangents)
        .map(|(at, bar)| {
            head_gradient(&factors, *at, &Logarithms::of(inputs, *at, logarithm_factors), bar, given)
        })
        .collect();
    let zeros = |name| factors.tensor(name).map(|t| (name, vec![Tracked::zero(); t.len()]));
    let mut tensors: BTreeMap<&'static str, Vec<Tracked>> = factors.names().filter_map(zeros).collect();
    let mut summed: BTreeMap<&'static str, Vec<f64>> = BTreeMap::new();
    let mut initial = Vec::new();
    let dims = factors.dims;
    let relative = |terms: f64| {
        let Assumptions { arithmetic, roundings, preparation, .. } = given;
        let terms = terms + 2.0 * Arithmetic::VECTOR + 4.0 * preparation;
        roundings.factor()
            * (roundings.relative(arithmetic, terms) + roundings.certain(6.0 * arithmetic.operand))
    };
    let groups = (dims.value_heads / dims.key_heads) as f64;
    let terms = (factors.rows() + dims.v) as f64 + 2.0 * given.form.tokens() as f64 + groups;
    for (at, result) in heads.iter().zip(results) {
        let (batch, tokens) = factors.tokens_of(at.sequence);
        let mut later = vec![0.0; factors.rows()];
        for t in (0..result.tokens.len()).rev() {
            let place = (batch, tokens.start + t, at.head);
            scatter(&factors, place, result.tokens[t].clone(), &mut tensors);
            let gamma = relative(terms + (result.tokens.len() - t) as f64);
            for (sum, term) in later.iter_mut().zip(&result.summed[t]) {
                *sum += term.error + gamma * term.size;
            }
            allow_sums(inputs, place, &later, &mut summed);
        }
        initial.extend(result.initial.iter().map(|x| x.error + relative(terms) * x.size));
    }
    let floor = given.arithmetic.tiny * terms;
    let bound = |x: &Tracked| {
        let error = x.error + relative(terms) * x.size + floor;
        error + given.arithmetic.rounded(x.value.abs() + error)
    };
    let mut out: BTreeMap<&'static str, Vec<f64>> =
        tensors.into_iter().map(|(name, t)| (name, t.iter().map(bound).collect())).collect();
    for input in inputs.system.spec().inputs {
        let Some(log) = input.log.filter(|l| inputs.tensor(l).is_some()) else { continue };
        if let (Some(by_factor), Some(factor)) = (out.remove(input.name), factors.tensor(input.name)) {
            let direct = by_factor.iter().zip(factor).map(|(b, a)| b * a.abs());
            let sums = summed.remove(log).unwrap_or_default();
            out.insert(
                log,
                direct.enumerate().map(|(i, b)| b + sums.get(i).copied().unwrap_or(0.0)).collect(),
            );
        }
    }
    Gradients { tensors: out, initial }
}

/// Adds what sums over later tokens may be off by to the gradients by logarithms of a token.
fn allow_sums(
    inputs: &Inputs<f64>,
    (batch, token, head): (usize, usize, usize),
    later: &[f64],
    summed: &mut BTreeMap<&'static str, Vec<f64>>,
) {
    for input in inputs.system.spec().inputs {
        let Some((log, tensor)) = input.log.and_then(|l| inputs.tensor(l).map(|t| (l, t))) else { continue };
        let all = summed.entry(log).or_insert_with(|| vec![0.0; tensor.len()]);
        let (at, width) = (inputs.offset(input, batch, token, 0, head), inputs.width(input));
        for (i, sum) in later.iter().enumerate() {
            all[at + if width == 1 { 0 } else { i % width }] += sum;
        }
    }
}
