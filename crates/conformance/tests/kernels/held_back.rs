//! What dumps of other shapes and gates have shown: each the smallest that shows it.

use crate::dumps::{case, dims, dump, random};
use crate::machine::{self, Order, plain};
use conformance::{RawGate, Verdict, compare};
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

/// $\ln(1 + e^x)$ as most kernels compute it is off by a unit of 1, however small it is: on a long memory that is rounding, and no bug.
#[test]
fn a_small_softplus_is_off_by_a_unit_of_one() {
    let sizes = dims(System::Gdn, 1, 1500, (1, 1), 4, 3);
    let mut inputs = random(System::Gdn, sizes, None, &Arithmetic::F32, 5);
    let (x, a) = (-14.53_f32, 3.0_f32);
    let naive = -a.exp() * (1.0 + x.exp()).ln();
    let gate = RawGate {
        raw: vec![f64::from(x); 1500],
        a_log: vec![f64::from(a); 1500],
        bias: vec![0.0; 1500],
        lower_bound: None,
    };
    let exact = gate.logarithms(|x| *x)[0];
    assert!((f64::from(naive) - exact).abs() > 0.01 * exact.abs(), "the form loses digits here");
    inputs.replace("g", |_, _| f64::from(naive));
    inputs.replace("beta", |_, b| b / 64.0);
    let runs = by_token(&inputs.map(|x| *x as f32));
    let mut found = dump(&inputs, &case(&inputs, &runs, &Arithmetic::F32), &Arithmetic::F32);
    found.raw_gate = Some(gate);
    found.inputs.replace("g", |_, _| exact);
    for forms in [Form::COMMON, &[Form::Recurrent]] {
        let report = compare(&found, forms, &|_| {});
        assert_ne!(report.verdict, Verdict::Bug, "{:?}", report.runs[0].tensors);
    }
    // A softplus that is linear above −15 is not what rounding explains.
    let wrong = -a.exp() * x.exp() * 4.0;
    inputs.replace("g", |_, _| f64::from(wrong));
    let runs = by_token(&inputs.map(|x| *x as f32));
    found.cases = vec![case(&inputs, &runs, &Arithmetic::F32)];
    assert_eq!(compare(&found, &[Form::Recurrent], &|_| {}).verdict, Verdict::Bug);
}
