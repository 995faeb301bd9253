//! Gradients by raw activations of gates and strengths, and by the parameters `A_log` and `dt_bias`: the chain rule through the official formulas.
//!
//! For a log-decay $g = g(x, b, A)$ with the gradient $\bar g$ of each entry, $\bar x = \bar g\,\partial g / \partial x$; $\bar b$ is the sum of
//! $\bar x$ over the tokens of a head and channel, and $\bar A$ that of $\bar g\,\partial g / \partial A$ over the tokens and channels of a head. The
//! derivatives are those of the formulas themselves, run in [`Dual`] numbers.
//!
//! # Bounds
//! A gradient is off by the error of $\bar g$ times the slope, by $\bar g$ times what the slope is off by, and by the roundings of the sum. A slope is
//! computed from $\sigma$, and $1 - \sigma$ may be a difference: so it is off by units of its size without that factor.

use crate::dump::{Beta, RawGate};
use crate::{Dump, Place};
use engine::bounds::{Arithmetic, Roundings};
use engine::scalar::hadamard;
use engine::spec::{Heads, Input};
use engine::systems::gates::{bounded_decay, softplus_decay, strength};
use engine::{Dual, Real, Scalar};
use std::collections::BTreeMap;

/// Gradients by `g_raw`, `A_log` and `dt_bias`.
pub(crate) type RawGradients<S> = BTreeMap<&'static str, Vec<S>>;

/// $(\partial g/\partial x, \partial g / \partial A)$ of every entry.
fn slopes<S: Real>(gate: &RawGate, number: impl Fn(&f64) -> S) -> Vec<(S, S)> {
    let lower = gate.lower_bound.as_ref().map(|l| Dual::constant(number(l)));
    let entries = gate.raw.iter().zip(&gate.bias).zip(&gate.a_log);
    let slope = |((x, b), a): ((&f64, &f64), &f64)| {
        let (x, b) = (Dual::input(number(x), 0), Dual::constant(number(b)));
        let a = Dual::input(number(a), 1);
        let g = match &lower {
            Some(lower) => bounded_decay(&x, &b, &a, lower),
            None => softplus_decay(&x, &b, &a),
        };
        let by = |n: u32| g.partials.iter().find(|(i, _)| *i == n).map_or_else(S::zero, |(_, d)| d.clone());
        (by(0), by(1))
    };
    entries.map(slope).collect()
}

/// How far an implementation's slopes may be off, in units.
fn slope_units(gate: &RawGate) -> Vec<(f64, f64)> {
    let entries = gate.raw.iter().zip(&gate.bias).zip(&gate.a_log).zip(gate.units());
    let units = |(((x, b), a), own): (((&f64, &f64), &f64), f64)| {
        let sum = (x + b).abs() + (x.abs() + b.abs()) * f64::EPSILON;
        let exponential = 5.0 + a.abs();
        match gate.lower_bound {
            None => {
                let size = a.exp() * Real::sigmoid(&(x + b));
                ((exponential + 10.0 + 2.0 * sum) * size, own)
            }
            Some(lower) => {
                let inner = a.exp() * sum;
                let size = lower.abs() * a.exp() * Real::sigmoid(&(a.exp() * (x + b)));
                let relative = exponential + 9.0 + 2.0 * inner * (exponential + 3.0);
                (relative * size, (relative + 2.0) * size * sum)
            }
        }
    };
    entries.map(units).collect()
}

/// Heads and channels of the raw gate.
fn axes(dump: &Dump, gate: &RawGate) -> (usize, usize) {
    let dims = dump.inputs.dims;
    let of_keys = gate_input(dump).is_some_and(|i| i.heads == Heads::Key);
    let heads = if of_keys { dims.key_heads } else { dims.value_heads };
    (heads, gate.raw.len().checked_div(dims.batch * dims.tokens * heads).unwrap_or(1).max(1))
}

fn gate_input(dump: &Dump) -> Option<&'static Input> {
    dump.system.spec().inputs.iter().find(|i| i.log.is_some())
}

/// Sums over the tokens of each head and channel, and of each head.
fn gathered<S: Scalar>((heads, width): (usize, usize), by_raw: &[S], by_a: &[S]) -> (Vec<S>, Vec<S>) {
    let (mut bias, mut a_log) = (vec![S::zero(); heads * width], vec![S::zero(); heads]);
    for (e, (raw, a)) in by_raw.iter().zip(by_a).enumerate() {
        let (b, h) = (e % (heads * width), e / width % heads);
        bias[b] = bias[b].plus(raw);
        a_log[h] = a_log[h].plus(a);
    }
    (bias, a_log)
}

/// The gradients by what the gate is made of, from those by its logarithms.
pub(crate) fn through_gate<S: Real>(
    dump: &Dump,
    gate: &RawGate,
    by_logarithm: &[S],
    number: impl Fn(&f64) -> S,
) -> RawGradients<S> {
    let (by_x, by_a): (Vec<S>, Vec<S>) = slopes(gate, number).into_iter().unzip();
    let (raw, a) = (hadamard(by_logarithm, &by_x), hadamard(by_logarithm, &by_a));
    let (bias, a_log) = gathered(axes(dump, gate), &raw, &a);
    BTreeMap::from([("g_raw", raw), ("A_log", a_log), ("dt_bias", bias)])
}

/// What rounding explains of them; `bars` are the gradients by logarithms and `bounds` their bounds.
pub(crate) fn gate_bounds(
    dump: &Dump,
    gate: &RawGate,
    (bars, bounds): (&[f64], &[f64]),
    arithmetic: &Arithmetic,
    roundings: Roundings,
) -> RawGradients<f64> {
    let of = |terms: f64| roundings.bound(arithmetic, terms + 4.0);
    let (mut raw, mut a) = (Vec::new(), Vec::new());
    let (mut raw_sizes, mut a_sizes) = (Vec::new(), Vec::new());
    let rows = slopes(gate, |x| *x).into_iter().zip(slope_units(gate)).zip(bars.iter().zip(bounds));
    for (((dx, da), (ux, ua)), (bar, bound)) in rows {
        let error =
            |slope: f64, units: f64| bound * slope.abs() + (bar.abs() + bound) * units * arithmetic.unit;
        raw.push(error(dx, ux));
        a.push(error(da, ua));
        raw_sizes.push((bar * dx).abs());
        a_sizes.push((bar * da).abs());
    }
    let axes = axes(dump, gate);
    let (bias_errors, a_errors) = gathered(axes, &raw, &a);
    let (bias_sizes, a_sizes) = gathered(axes, &raw_sizes, &a_sizes);
    let tokens = (dump.inputs.dims.batch * dump.inputs.dims.tokens) as f64;
    let summed = |errors: Vec<f64>, sizes: Vec<f64>, terms: f64| -> Vec<f64> {
        errors.iter().zip(sizes).map(|(e, s)| e + of(terms) * (s + e) + arithmetic.tiny * terms).collect()
    };
    let entry = |(e, s): (&f64, f64)| {
        let error = e + of(1.0) * s + arithmetic.tiny;
        error + arithmetic.rounded(s + error)
    };
    BTreeMap::from([
        ("g_raw", raw.iter().zip(raw_sizes).map(entry).collect()),
        ("A_log", summed(a_errors, a_sizes, tokens * axes.1 as f64)),
        ("dt_bias", summed(bias_errors, bias_sizes, tokens)),
    ])
}

/// Where the entries of `A_log` and `dt_bias` are.
pub(crate) fn parameter_places(dump: &Dump, gate: &RawGate, name: &str) -> Vec<Place> {
    let (heads, width) = axes(dump, gate);
    let width = if name == "A_log" { 1 } else { width };
    let place = |e: usize| Place { sequence: 0, token: None, head: e / width, row: None, channel: e % width };
    (0..heads * width).map(place).collect()
}

/// $\partial\beta / \partial x$ for strengths that are sigmoids.
fn strength_slope<S: Real>(x: &S, doubled: bool) -> S {
    let beta = strength(&Dual::input(x.clone(), 0), doubled);
    beta.partials.first().map_or_else(S::zero, |(_, d)| d.clone())
}

/// The gradient by raw strengths from that by strengths.
pub(crate) fn through_strength<S: Real>(raw: &[S], bars: &[S], doubled: bool) -> Vec<S> {
    raw.iter().zip(bars).map(|(x, bar)| bar.times(&strength_slope(x, doubled))).collect()
}

/// What that does to a bound.
pub(crate) fn strength_bound(
    raw: &[f64],
    bars: &[f64],
    bounds: &[f64],
    doubled: bool,
    arithmetic: &Arithmetic,
) -> Vec<f64> {
    let one = |((x, bar), bound): ((&f64, &f64), &f64)| {
        let slope = strength_slope(x, doubled);
        let units = (16.0 + 2.0 * x.abs()) * strength(x, doubled);
        let error = bound * slope.abs() + (bar.abs() + bound) * units * arithmetic.unit;
        error + arithmetic.rounded((bar * slope).abs() + error)
    };
    raw.iter().zip(bars).zip(bounds).map(one).collect()
}

/// Whether strengths of this name are doubled after their sigmoid; `None` where they are given as they are used.
pub(crate) fn doubled(dump: &Dump, name: &str) -> Option<bool> {
    let raw = dump.raw_beta?;
    match name {
        "beta" | "b" => Some(raw == Beta::RawDoubled),
        "w" => Some(false),
        _ => None,
    }
}
