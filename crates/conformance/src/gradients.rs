//! Holds a dump's gradients against the reference, under the bound of its arithmetic.

use crate::compare::{Columns, Compared, Place, compared, state_places};
use crate::raw_gradients::{
    RawGradients, doubled, gate_bounds, parameter_places, strength_bound, through_gate, through_strength,
};
use crate::reference::{BITS, Values, precise};
use crate::{Backward, Dump};
use enclosure::RealBall;
use engine::bounds::{Arithmetic, Form, Roundings, gradient_bounds};
use engine::run::{Cotangents, Gradients, gradient};
use engine::spec::{Heads, Input};
use engine::{Inputs, Real, Scalar};
use std::collections::BTreeMap;

/// The cotangents of every head, in the engine's order.
fn cotangents<S: Scalar>(
    inputs: &Inputs<S>,
    backward: &Backward,
    number: impl Fn(&f64) -> S,
) -> Vec<Cotangents<S>> {
    let (dims, size) = (inputs.dims, inputs.rows() * inputs.dims.v);
    let one = |(n, at): (usize, engine::Head)| {
        let (batch, tokens) = inputs.tokens_of(at.sequence);
        let row = |t: usize| {
            let start = ((batch * dims.tokens + t) * dims.value_heads + at.head) * dims.v;
            &backward.outputs[start..start + dims.v]
        };
        Cotangents {
            outputs: tokens.flat_map(row).map(&number).collect(),
            state: backward.state[n * size..(n + 1) * size].iter().map(&number).collect(),
        }
    };
    inputs.all_heads().into_iter().enumerate().map(one).collect()
}

/// Gradients by what the kernel was given; and by raw gates, where it has those.
struct All<S> {
    gradients: Gradients<S>,
    /// By the strengths themselves, where the gradients are by raw ones.
    strengths: BTreeMap<&'static str, Vec<S>>,
    /// By logarithms, where gates are raw.
    raw: RawGradients<S>,
}

const STRENGTHS: [&str; 3] = ["beta", "b", "w"];

fn reference<S: Real>(dump: &Dump, backward: &Backward, number: impl Fn(&f64) -> S + Copy) -> All<S> {
    let given = dump.prepared(number);
    let factors = given.factors();
    let mut gradients =
        gradient(&factors, &cotangents(&factors, backward, number)).by_logarithms(&given, &factors);
    if dump.normalise {
        for name in ["q", "k"] {
            let Some(raw) = dump.inputs.tensor(name) else { continue };
            let raw: Vec<S> = raw.iter().map(number).collect();
            if let Some(bar) = gradients.tensors.get_mut(name) {
                *bar = through_normalisation(&raw, bar, dump.inputs.dims.k);
            }
        }
    }
    let raw = match (&dump.raw_gate, gradients.tensors.get(dump.gate_name())) {
        (Some(gate), Some(bars)) => through_gate(dump, gate, bars, number),
        _ => RawGradients::new(),
    };
    let mut strengths = BTreeMap::new();
    for name in STRENGTHS {
        let Some(doubled) = doubled(dump, name) else { continue };
        let Some(given) = dump.inputs.tensor(name) else { continue };
        let given: Vec<S> = given.iter().map(number).collect();
        if let Some(bar) = gradients.tensors.get_mut(name) {
            strengths.insert(name, bar.clone());
            *bar = through_strength(&given, bar, doubled);
        }
    }
    All { gradients, strengths, raw }
}

/// The gradient by $x$ of what depends on $x / r$, $r = \sqrt{\lVert x \rVert^2 + \varepsilon}$: $\bar y / r - x (x^\top \bar y) / r^3$.
fn through_normalisation<S: Real>(x: &[S], bar: &[S], width: usize) -> Vec<S> {
    let rows = x.chunks_exact(width.max(1)).zip(bar.chunks_exact(width.max(1)));
    let row = |(x, bar): (&[S], &[S])| {
        let square = engine::scalar::dot(x, x).plus(&x[0].fraction(1, 1_000_000));
        let inverse = S::one().over(&square.sqrt());
        let along = engine::scalar::dot(x, bar).over(&square);
        let one = |(x, b): (&S, &S)| b.minus(&x.times(&along)).times(&inverse);
        x.iter().zip(bar).map(one).collect::<Vec<S>>()
    };
    rows.flat_map(row).collect()
}

/// What that does to a bound: $|J| b$, and the roundings of the chain rule itself, $K + 12$ for each term.
fn bound_through_normalisation(x: &[f64], bar: &[f64], bound: &[f64], width: usize, gamma: f64) -> Vec<f64> {
    let rows = x
        .chunks_exact(width.max(1))
        .zip(bar.chunks_exact(width.max(1)))
        .zip(bound.chunks_exact(width.max(1)));
    let row = |((x, bar), bound): ((&[f64], &[f64]), &[f64])| {
        let square = x.iter().map(|v| v * v).sum::<f64>() + 1e-6;
        let total: Vec<f64> = bar.iter().zip(bound).map(|(b, e)| e + gamma * (b.abs() + e)).collect();
        let along: f64 = x.iter().zip(&total).map(|(x, t)| x.abs() * t).sum::<f64>() / square;
        x.iter().zip(&total).map(|(x, t)| (t + x.abs() * along) / square.sqrt()).collect::<Vec<_>>()
    };
    rows.flat_map(row).collect()
}

/// Sums over the value heads of each key head: what a gradient is by an input that is stored once for each key head.
fn folded<S: Scalar>(inputs: &Inputs<f64>, input: &Input, values: &[S]) -> Vec<S> {
    let (width, dims) = (inputs.width(input), inputs.dims);
    let group = dims.value_heads / dims.key_heads;
    let sum = |rows: &[S]| {
        let mut out = rows[..width].to_vec();
        for row in rows[width..].chunks_exact(width) {
            out.iter_mut().zip(row).for_each(|(o, x)| *o = o.plus(x));
        }
        out
    };
    values.chunks_exact((width * group).max(1)).flat_map(sum).collect()
}

/// What that does to bounds: their sum, the roundings of the sum itself, and that to the format of the gradients.
fn folded_bound(
    inputs: &Inputs<f64>,
    input: &Input,
    values: &[f64],
    bounds: &[f64],
    arithmetic: &Arithmetic,
) -> Vec<f64> {
    let group = (inputs.dims.value_heads / inputs.dims.key_heads) as f64;
    let sizes: Vec<f64> = values.iter().zip(bounds).map(|(v, b)| v.abs() + b).collect();
    let sums = folded(inputs, input, bounds).into_iter().zip(folded(inputs, input, &sizes));
    sums.map(|(bound, size)| bound + arithmetic.gamma(group) * size + arithmetic.rounded(size)).collect()
}

/// The places of a tensor of inputs.
fn places(dump: &Dump, inputs: &Inputs<f64>, input: &Input) -> Vec<Place> {
    let dims = inputs.dims;
    let parts = if input.parts { dims.parts } else { 1 };
    let of_keys = input.heads == Heads::Key || dump.shared.contains(&input.name);
    let heads = if of_keys { dims.key_heads } else { dims.value_heads };
    let width = inputs.width(input);
    let mut out = Vec::new();
    for batch in 0..dims.batch {
        for row in 0..dims.tokens * parts {
            for head in 0..heads {
                let place =
                    |channel| Place { sequence: batch, token: Some(row / parts), head, row: None, channel };
                out.extend((0..width).map(place));
            }
        }
    }
    out
}

/// Compares every gradient of a dump: by raw activations of strengths where these are given raw, and of gates by the logarithm and under the names `g_raw`,
/// `A_log`, `dt_bias`.
pub(crate) fn compare_gradients(dump: &Dump, forms: &[Form], notes: &mut Vec<String>) -> Vec<Compared> {
    let Some(backward) = &dump.backward else { return Vec::new() };
    let inputs = dump.prepared(|x| *x);
    let count: usize = backward.gradients.values().map(Vec::len).sum();
    let bars = cotangents(&inputs, backward, |x| *x);
    let rounded = reference(dump, backward, |x| *x);
    let exact = precise(dump.arithmetic).then(|| {
        reference(dump, backward, |x| {
            RealBall::from_f64(BITS, *x).unwrap_or_else(|_| RealBall::everything(BITS))
        })
    });
    let of = |roundings| {
        let mut all = gradient_bounds(&inputs, &bars, dump.arithmetic, roundings, forms, &dump.preparation());
        if dump.normalise {
            let gamma = dump.arithmetic.gamma(dump.inputs.dims.k as f64 + 12.0);
            for name in ["q", "k"] {
                let Some(raw) = dump.inputs.tensor(name) else { continue };
                let bar = &rounded.gradients.tensors[name];
                if let Some(bound) = all.tensors.get_mut(name) {
                    *bound = bound_through_normalisation(raw, bar, bound, dump.inputs.dims.k, gamma);
                }
            }
        }
        for (name, bars) in &rounded.strengths {
            let (Some(given), Some(doubled)) = (dump.inputs.tensor(name), doubled(dump, name)) else {
                continue;
            };
            if let Some(bound) = all.tensors.get_mut(name) {
                *bound = strength_bound(given, bars, bound, doubled, dump.arithmetic);
            }
        }
        let gradient = rounded.gradients.tensors.get(dump.gate_name());
        if let (Some(gate), Some(bars)) = (&dump.raw_gate, gradient) {
            // A gradient by a logarithm has the kernel's own factor in it.
            if let Some(bounds) = all.tensors.get_mut(dump.gate_name()) {
                for ((bound, bar), units) in bounds.iter_mut().zip(bars).zip(gate.units()) {
                    *bound += (units * dump.arithmetic.unit).exp_m1() * (bar.abs() + *bound);
                }
            }
        }
        let raw = match (&dump.raw_gate, gradient) {
            (Some(gate), Some(bars)) => {
                let bounds = &all.tensors[dump.gate_name()];
                gate_bounds(dump, gate, (bars, bounds), dump.arithmetic, roundings)
            }
            _ => RawGradients::new(),
        };
        (all, raw)
    };
    let ((likely, likely_raw), (possible, possible_raw)) =
        (of(Roundings::likely(count)), of(Roundings::possible(count)));
    let mut out = Vec::new();
    for (name, computed) in &backward.gradients {
        let find = |name: &str| {
            let input = inputs.system.spec().inputs.iter().find(|i| i.name == name || i.log == Some(name))?;
            Some((input, places(dump, &inputs, input)))
        };
        let (places, values, likely, possible) = if name == "h0" {
            let values = match &exact {
                Some(balls) => Values::Ball(balls.gradients.initial.clone()),
                None => Values::Double(rounded.gradients.initial.clone()),
            };
            (state_places(&inputs), values, likely.initial.clone(), possible.initial.clone())
        } else if let (Some(gate), Some(values)) = (&dump.raw_gate, rounded.raw.get(name.as_str())) {
            let places = match (name.as_str(), find(dump.gate_name())) {
                ("g_raw", Some((_, places))) => places,
                _ => parameter_places(dump, gate, name),
            };
            let values = match &exact {
                Some(balls) => Values::Ball(balls.raw[name.as_str()].clone()),
                None => Values::Double(values.clone()),
            };
            (places, values, likely_raw[name.as_str()].clone(), possible_raw[name.as_str()].clone())
        } else {
            let known = find(name).filter(|_| rounded.gradients.tensors.contains_key(name.as_str()));
            let Some((input, places)) = known else {
                notes.push(format!(
                    "grad_{name} has no counterpart: the dump gives that input in another form"
                ));
                continue;
            };
            let key = name.as_str();
            let values = match &exact {
                Some(balls) => Values::Ball(balls.gradients.tensors[key].clone()),
                None => Values::Double(rounded.gradients.tensors[key].clone()),
            };
            if dump.shared.contains(&input.name) {
                let each = values.rounded();
                let fold = |b: &[f64]| folded_bound(&inputs, input, &each, b, dump.arithmetic);
                let folded = match &values {
                    Values::Ball(all) => Values::Ball(folded(&inputs, input, all)),
                    Values::Double(all) => Values::Double(folded(&inputs, input, all)),
                };
                (places, folded, fold(&likely.tensors[key]), fold(&possible.tensors[key]))
            } else {
                (places, values, likely.tensors[key].clone(), possible.tensors[key].clone())
            }
        };
        let columns = Columns {
            places: &places,
            computed,
            expected: &values.rounded(),
            errors: &values.errors(computed),
            likely: &likely,
            possible: &possible,
        };
        out.push(compared(&format!("grad_{name}"), &columns));
    }
    out
}
