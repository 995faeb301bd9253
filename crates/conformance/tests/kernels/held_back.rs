//! What dumps of other shapes and gates have shown: each the smallest that shows it.

use crate::dumps::{case, dims, dump, random};
use crate::machine::{self, Order, plain};
use conformance::{Dump, RawGate, Verdict, compare};
use engine::bounds::{Arithmetic, Form};
use engine::run::Run;
use engine::{Head, Inputs, System};

fn by_token(inputs: &Inputs<f32>) -> Vec<Run<f32>> {
    let factors = inputs.factors();
    let run =
        |at: Head| machine::recurrent(&factors.program(at), &factors.initial(at), Order::Forward, plain);
    inputs.all_heads().into_iter().map(run).collect()
}

/// The bound of a momentum rule has to say something after several chunks: the heads' final states in each other's place are a bug.
#[test]
fn a_momentum_rule_is_bounded_over_several_chunks() {
    let inputs = random(System::Mdn, dims(System::Mdn, 1, 130, (2, 2), 12, 6), None, &Arithmetic::F32, 3);
    let right = by_token(&inputs.map(|x| *x as f32));
    let dump = |runs: &[Run<f32>]| dump(&inputs, &case(&inputs, runs, &Arithmetic::F32), &Arithmetic::F32);
    assert_eq!(compare(&dump(&right), Form::COMMON, &|_| {}).verdict, Verdict::Rounding);
    let mut swapped = right.clone();
    let (a, b) = swapped.split_at_mut(1);
    std::mem::swap(&mut a[0].state, &mut b[0].state);
    assert_eq!(compare(&dump(&swapped), Form::COMMON, &|_| {}).verdict, Verdict::Bug);
    let mut late = right;
    let columns = inputs.dims.v;
    // At the first token of the third chunk the output is that of the token before.
    late[0].outputs.copy_within(127 * columns..128 * columns, 128 * columns);
    assert_eq!(compare(&dump(&late), Form::COMMON, &|_| {}).verdict, Verdict::Bug);
}

/// A dump of 1500 tokens with nearly one softplus gate of the parameter `a` throughout, $\ln(1 + e^x)$ as most kernels compute it in `f32`; and its results when
/// the kernel's gate is `wrong`. `aligned`: one key, one query and positive values, so that the errors of all channels add up.
fn softplus(a: f32, channels: usize, aligned: bool, wrong: Option<f32>) -> Dump {
    let sizes = dims(System::Gdn, 1, 1500, (1, 1), channels, 3);
    let mut inputs = random(System::Gdn, sizes, None, &Arithmetic::F32, 5);
    // The activations drift a little: the gates differ, what they are off by does not.
    let raw: Vec<f32> = (0..1500_u16).map(|t| -14.4495 + f32::from(t) * 1e-6).collect();
    let naive: Vec<f32> = raw.iter().map(|x| -a.exp() * (1.0 + x.exp()).ln()).collect();
    let gate = RawGate {
        raw: raw.iter().map(|x| f64::from(*x)).collect(),
        a_log: vec![f64::from(a); 1500],
        bias: vec![0.0; 1500],
        lower_bound: None,
    };
    let exact = gate.logarithms(|x| *x);
    for (naive, exact) in naive.iter().zip(&exact) {
        assert!((f64::from(*naive) - exact).abs() > 0.01 * exact.abs(), "the form loses digits here");
    }
    inputs.replace("g", |t, _| f64::from(wrong.unwrap_or(naive[t])));
    inputs.replace("beta", |_, b| b / if aligned { 4096.0 } else { 64.0 });
    if aligned {
        let each = f64::from(1.0 / (channels as f32).sqrt());
        ["q", "k"].iter().for_each(|name| inputs.replace(name, |_, _| each));
        inputs.replace("v", |_, x| x.abs());
    }
    let runs = by_token(&inputs.map(|x| *x as f32));
    let mut found = dump(&inputs, &case(&inputs, &runs, &Arithmetic::F32), &Arithmetic::F32);
    found.raw_gate = Some(gate);
    found.inputs.replace("g", |t, _| exact[t]);
    found
}

/// $\ln(1 + e^x)$ as most kernels compute it is off by a unit of 1, however small it is; and by the same in every token whose gate is the same, so
/// that the errors add up. On a long memory that is rounding, and neither a bug nor undecided.
#[test]
fn a_small_softplus_is_off_by_a_unit_of_one() {
    for (a, channels, aligned) in [(3.0, 4, false), (6.0, 4, false), (6.0, 48, true)] {
        let found = softplus(a, channels, aligned, None);
        for forms in [Form::COMMON, &[Form::Recurrent]] {
            let report = compare(&found, forms, &|_| {});
            let tensors = &report.runs[0].tensors;
            assert_eq!(report.verdict, Verdict::Rounding, "{a} {channels} {aligned}: {tensors:?}");
        }
    }
    // A softplus that is linear above −15 is not what rounding explains.
    let wrong = -3.0_f32.exp() * (-14.53_f32).exp() * 4.0;
    let found = softplus(3.0, 4, false, Some(wrong));
    assert_eq!(compare(&found, &[Form::Recurrent], &|_| {}).verdict, Verdict::Bug);
}

/// The exponential of one gate has one error, in every token: on a long memory that is no chance, and no cause for doubt.
#[test]
fn a_constant_gate_is_off_by_the_same_in_every_token() {
    let sizes = dims(System::Gla, 1, 3000, (1, 1), 4, 3);
    let mut inputs = random(System::Gla, sizes, None, &Arithmetic::F32, 9);
    inputs.replace("g", |_, _| f64::from(-1e-5_f32));
    inputs.replace("k", |_, x| x.abs());
    inputs.replace("v", |_, x| x.abs());
    // An exponential that is off by three units, as fast ones are.
    let factor = f64::from((-1e-5_f32).exp()) * (1.0 - 3.0 * Arithmetic::F32.unit);
    let mut kernel = inputs.clone();
    kernel.replace("g", |_, _| factor.ln());
    let kernel = kernel.factors();
    let run = |at: Head| {
        let run = engine::run::recurrent(&kernel.program(at), &kernel.initial(at));
        let single = |x: &[f64]| x.iter().map(|x| *x as f32).collect();
        Run { outputs: single(&run.outputs), state: single(&run.state) }
    };
    let runs: Vec<Run<f32>> = inputs.all_heads().into_iter().map(run).collect();
    let found = dump(&inputs, &case(&inputs, &runs, &Arithmetic::F32), &Arithmetic::F32);
    let report = compare(&found, &[Form::Recurrent], &|_| {});
    assert_eq!(report.verdict, Verdict::Rounding, "{:?}", report.runs[0].tensors);
}
