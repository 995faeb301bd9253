//! Faults that users of public kernels have reported, each as the smallest input that shows it.

use crate::dumps::{case, dims, dump, metadata, opened, random, tensors};
use crate::machine::{self, Order, Style, plain};
use conformance::{Case, Dump, Report, Verdict, compare};
use engine::bounds::{Arithmetic, Form};
use engine::run::{self, Run};
use engine::{Dims, Fields, Head, Inputs, Program, System};
use exact::Rational;
use tensors::Tensor;

const FORMS: &[Form] = &[Form::Recurrent, Form::Chunk(64), Form::Inverse(64)];
const HEAD: Head = Head { sequence: 0, head: 0 };

fn inputs(system: System, tokens: usize, heads: (usize, usize), k: usize, v: usize) -> Inputs<f64> {
    random(system, dims(system, 1, tokens, heads, k, v), None, &Arithmetic::F32, 3)
}

fn by_token(inputs: &Inputs<f64>) -> Vec<Run<f32>> {
    let factors = inputs.map(|x| *x as f32).factors();
    let run = |at| machine::recurrent(&factors.program(at), &factors.initial(at), Order::Forward, plain);
    inputs.all_heads().into_iter().map(run).collect()
}

fn dumped(inputs: &Inputs<f64>, runs: &[Run<f32>]) -> Dump {
    dump(inputs, &case(inputs, runs, &Arithmetic::F32), &Arithmetic::F32)
}

fn judged(inputs: &Inputs<f64>, runs: &[Run<f32>]) -> Report {
    compare(&dumped(inputs, runs), FORMS, &|_| {})
}

/// What a kernel for `used` gives, held against `inputs`.
fn named(report: &Report, slip: &str) {
    let run = &report.runs[0];
    assert_eq!(run.verdict, Verdict::Bug);
    assert!(
        run.diagnosis.explained_by.iter().any(|e| e.slip == slip),
        "{slip} is not in {:?}",
        run.diagnosis
    );
}

fn row(x: &[i32]) -> Vec<Rational> {
    x.iter().map(|x| Rational::from(*x)).collect()
}

/// One token of KDA of one column, from `state`.
fn token(k: &[i32], beta: i32, value: i32, state: &[i32]) -> Vec<Rational> {
    let fields = Fields::new()
        .with("q", row(k))
        .with("k", row(k))
        .with("v", row(&[value]))
        .with("alpha", row(&vec![1; k.len()]))
        .with("beta", row(&[beta]));
    let tokens = vec![System::Kda.token(&fields)];
    let program = Program { rows: k.len(), columns: 1, scale: Rational::from(1), tokens };
    run::recurrent(&program, &row(state)).state
}

#[test]
fn a_decay_of_a_millionth_of_a_millionth_in_every_step_of_a_chunk_is_finite_and_right() {
    // The product over the chunk is 10⁻⁷⁶⁸; its reciprocal, which a kernel may take before it masks, is infinite.
    for system in [System::Gla, System::Gdn, System::Kda] {
        let mut inputs = inputs(system, 64, (1, 1), 4, 3);
        inputs.replace("g", |_, _| f64::from(1e-12_f32.ln()));
        let factors = inputs.map(|x| *x as f32).factors();
        let chunk = run::chunkwise(&factors.program(HEAD), &factors.initial(HEAD), 64).expect("chunks");
        assert!(chunk.outputs.iter().chain(&chunk.state).all(|x| x.is_finite()));
        assert_eq!(judged(&inputs, &[chunk]).verdict, Verdict::Rounding);
        for inverse in [false, true] {
            let style = Style::right(64, inverse, plain);
            let chunk = machine::chunkwise(&inputs.map(|x| *x as f32), HEAD, style);
            assert_eq!(judged(&inputs, &[chunk]).verdict, Verdict::Rounding, "masked before the exponential");
        }
    }
}

#[test]
fn a_log_decay_of_zero_is_the_ungated_rule() {
    let mut gated = inputs(System::Kda, 20, (1, 1), 4, 3);
    gated.replace("g", |_, _| 0.0);
    let mut plain = Inputs::new(System::DeltaNet, gated.dims, gated.scale).expect("heads");
    for name in ["q", "k", "v", "beta"] {
        plain = plain.with(name, gated.tensor(name).expect("given").to_vec()).expect("a shape");
    }
    plain.set_initial(Some(gated.initial(HEAD)));
    let program = gated.factors().program(HEAD);
    assert_eq!(
        run::recurrent(&program, &gated.initial(HEAD)),
        run::recurrent(&plain.program(HEAD), &plain.initial(HEAD))
    );
    let chunk = run::chunkwise(&program, &gated.initial(HEAD), 8).expect("chunks");
    assert_eq!(chunk, run::chunkwise(&plain.program(HEAD), &plain.initial(HEAD), 8).expect("chunks"));
    assert_eq!(judged(&gated, &by_token(&plain)).verdict, Verdict::Rounding);
}

#[test]
fn the_last_gate_changes_no_earlier_output() {
    let before = inputs(System::Kda, 16, (1, 1), 4, 3);
    let mut after = before.clone();
    after.replace("g", |i, g| if i / 4 == 15 { -7.0 } else { *g });
    let outputs = |inputs: &Inputs<f64>, size: usize| {
        let single = inputs.map(|x| *x as f32);
        let factors = single.factors();
        let (program, initial) = (factors.program(HEAD), factors.initial(HEAD));
        [
            run::recurrent(&program, &initial).outputs,
            run::chunkwise(&program, &initial, size).expect("chunks").outputs,
        ]
    };
    for (a, b) in outputs(&before, 16).iter().zip(&outputs(&after, 16)) {
        assert_eq!(a[..45], b[..45]);
        assert_ne!(a[45..], b[45..]);
    }
}

#[test]
fn an_unnormalised_key_is_used_as_it_is() {
    // (I − k kᵀ) S with k = (2, 0): the first row becomes 1 − 4 = −3 times itself.
    assert_eq!(token(&[2, 0], 1, 0, &[1, 1]), row(&[-3, 1]));
    let mut long = inputs(System::Kda, 3, (1, 1), 2, 2);
    long.replace("k", |i, _| if i % 2 == 0 { 2.0 } else { 0.0 });
    let mut unit = long.clone();
    unit.replace("k", |i, _| if i % 2 == 0 { 1.0 } else { 0.0 });
    assert_eq!(judged(&long, &by_token(&long)).verdict, Verdict::Rounding);
    assert_eq!(judged(&long, &by_token(&unit)).verdict, Verdict::Bug);
}

#[test]
fn a_sequence_one_short_of_its_chunk_is_run_to_its_end() {
    let inputs = inputs(System::Kda, 63, (1, 1), 4, 3);
    let factors = inputs.map(|x| *x as f32).factors();
    let right = run::chunkwise(&factors.program(HEAD), &factors.initial(HEAD), 64).expect("chunks");
    assert_eq!(judged(&inputs, std::slice::from_ref(&right)).verdict, Verdict::Rounding);
    // A kernel that runs only full chunks writes no output and leaves the state alone.
    let dropped = Run { outputs: vec![0.0; right.outputs.len()], state: factors.initial(HEAD) };
    named(&judged(&inputs, &[dropped]), "tail-dropped-64");
}

#[test]
fn a_square_initial_state_is_not_transposed() {
    let inputs = inputs(System::Kda, 5, (1, 1), 3, 3);
    let start = inputs.initial(HEAD);
    assert_eq!(judged(&inputs, &by_token(&inputs)).verdict, Verdict::Rounding);
    let mut turned = inputs.clone();
    turned.set_initial(Some((0..9).map(|e| start[e % 3 * 3 + e / 3]).collect()));
    named(&judged(&inputs, &by_token(&turned)), "initial-state-transposed");
    // A file that stores [V, K] is the same dump once it says so.
    let case = case(&inputs, &by_token(&inputs), &Arithmetic::F32);
    let mut parts = tensors(&inputs, &case, &Arithmetic::F32);
    for name in ["h0", "ht"] {
        let tensor = &parts[name];
        let data = tensor.to_f64().expect("numbers");
        let turned: Vec<f32> = (0..9).map(|e| data[e % 3 * 3 + e / 3] as f32).collect();
        let turned = Tensor::new(tensor.shape().to_vec(), turned).expect("a tensor");
        parts.insert(name.into(), turned);
    }
    let mut settings = metadata(&inputs, &Arithmetic::F32);
    settings.insert("state_layout".into(), "BHVK".into());
    let dump = opened(parts, &settings).expect("a dump");
    assert_eq!(compare(&dump, FORMS, &|_| {}).verdict, Verdict::Rounding);
}

#[test]
fn a_packed_sequence_does_not_see_the_one_before() {
    let shape = dims(System::Kda, 1, 2, (1, 1), 3, 2);
    let packed = random(System::Kda, shape, Some(&[0, 1, 2]), &Arithmetic::F32, 3);
    assert_eq!(judged(&packed, &by_token(&packed)).verdict, Verdict::Rounding);
    let mut other = packed.clone();
    other.replace("v", |i, v| if i < 2 { v + 1.0 } else { *v });
    let (a, b) = (by_token(&packed), by_token(&other));
    assert_ne!(a[0], b[0]);
    assert_eq!(a[1], b[1], "the second sequence is alone");
    let factors = packed.map(|x| *x as f32).factors();
    let second = Head { sequence: 1, head: 0 };
    let carried = machine::recurrent(&factors.program(second), &a[0].state, Order::Forward, plain);
    named(&judged(&packed, &[a[0].clone(), carried]), "state-carried-over-sequences");
}

#[test]
fn two_sequences_have_two_final_states() {
    let shape = dims(System::Kda, 1, 8, (1, 1), 3, 2);
    let packed = random(System::Kda, shape, Some(&[0, 4, 8]), &Arithmetic::F32, 3);
    let runs = by_token(&packed);
    assert_eq!(judged(&packed, &runs).verdict, Verdict::Rounding);
    let case = case(&packed, &runs, &Arithmetic::F32);
    let parts = || tensors(&packed, &case, &Arithmetic::F32);
    assert_eq!(parts()["ht"].shape(), [2, 1, 3, 2]);
    let mut one = parts();
    one.insert("ht".into(), Tensor::new(vec![1, 1, 3, 2], vec![0.0_f32; 6]).expect("a tensor"));
    let refused =
        opened(one, &metadata(&packed, &Arithmetic::F32)).expect_err("one state is too few").to_string();
    assert!(refused.contains("`ht`") && refused.contains("[2, 1, 3, 2]"), "{refused}");
    let mut same = runs.clone();
    same[1].state = runs[0].state.clone();
    assert_eq!(judged(&packed, &same).verdict, Verdict::Bug, "the first state for both");
}

/// One channel whose state is 1 and gets 8 writes of 1/1000.
fn small_writes() -> Inputs<f64> {
    let dims = Dims { batch: 1, tokens: 8, key_heads: 1, value_heads: 1, k: 1, v: 1, parts: 1 };
    let with = |inputs: Inputs<f64>, name: &str, x: f64| inputs.with(name, vec![x; 8]).expect("a shape");
    let start = Inputs::new(System::Gla, dims, 1.0).expect("heads");
    let inputs = [("q", 1.0), ("k", 1.0), ("v", f64::from(1e-3_f32)), ("g", 0.0)];
    inputs.into_iter().fold(start, |i, (n, x)| with(i, n, x)).with_initial(vec![1.0]).expect("a state")
}

#[test]
fn small_writes_into_a_large_state_do_not_vanish() {
    let inputs = small_writes();
    let right = by_token(&inputs);
    assert!((right[0].state[0] - 1.008).abs() < 4.0 * f32::EPSILON, "eight sums near 1");
    assert_eq!(judged(&inputs, &right).verdict, Verdict::Rounding);
    // A state in bfloat16 stays at 1: a write is less than half of a unit there.
    let lost = Run { outputs: vec![1.0; 8], state: vec![1.0] };
    named(&judged(&inputs, &[lost]), "state-bf16");
}

#[test]
fn grouped_heads_share_keys_in_order() {
    let inputs = inputs(System::Kda, 5, (2, 4), 3, 2);
    assert_eq!((0..4).map(|h| inputs.dims.key_head(h)).collect::<Vec<_>>(), [0, 0, 1, 1]);
    assert_eq!(judged(&inputs, &by_token(&inputs)).verdict, Verdict::Rounding);
    // The kernel that gives the heads 0, 1, 0, 1.
    let mut wide =
        Inputs::new(System::Kda, Dims { key_heads: 4, ..inputs.dims }, inputs.scale).expect("heads");
    for name in ["q", "k", "v", "g", "beta"] {
        let tensor = inputs.tensor(name).expect("given");
        let tiled = |e: usize| tensor[(e / 12 * 2 + e / 3 % 4 % 2) * 3 + e % 3];
        let data = if matches!(name, "q" | "k") { (0..60).map(tiled).collect() } else { tensor.to_vec() };
        wide = wide.with(name, data).expect("a shape");
    }
    wide.set_initial(Some(inputs.all_heads().into_iter().flat_map(|at| inputs.initial(at)).collect()));
    named(&judged(&inputs, &by_token(&wide)), "heads-tiled");
}

#[test]
fn the_safe_gate_is_a_sigmoid_and_not_a_clamped_softplus() {
    use engine::systems::gates::{bounded_decay, softplus_decay};
    assert_eq!(bounded_decay(&0.0, &0.0, &0.0, &-5.0), -2.5);
    assert_eq!(softplus_decay(&0.0, &0.0, &0.0), -std::f64::consts::LN_2);
    let inputs = inputs(System::Kda, 5, (1, 1), 3, 2);
    let raw: Vec<f32> = inputs.tensor("g").expect("given").iter().map(|g| (4.0 + 3.0 * g) as f32).collect();
    let results = |decay: fn(f64) -> f64| -> Case {
        let mut gated = inputs.clone();
        gated.replace("g", |i, _| f64::from(decay(f64::from(raw[i])) as f32));
        case(&inputs, &by_token(&gated), &Arithmetic::F32)
    };
    let judge = |case: &Case| {
        let mut parts = tensors(&inputs, case, &Arithmetic::F32);
        parts.remove("g");
        let put = |shape: Vec<usize>, data: Vec<f32>| Tensor::new(shape, data).expect("a tensor");
        parts.insert("g_raw".into(), put(vec![1, 5, 1, 3], raw.clone()));
        parts.insert("A_log".into(), put(vec![1], vec![0.0]));
        parts.insert("dt_bias".into(), put(vec![3], vec![0.0; 3]));
        let mut settings = metadata(&inputs, &Arithmetic::F32);
        settings.insert("gate".into(), "safe_gate".into());
        settings.insert("lower_bound".into(), "-5".into());
        compare(&opened(parts, &settings).expect("a dump"), FORMS, &|_| {})
    };
    let right = judge(&results(|x| bounded_decay(&x, &0.0, &0.0, &-5.0)));
    assert_eq!(right.verdict, Verdict::Rounding, "{:?}", right.runs);
    assert_eq!(judge(&results(|x| softplus_decay(&x, &0.0, &0.0).max(-5.0))).verdict, Verdict::Bug);
    named(&judge(&results(|x| softplus_decay(&x, &0.0, &0.0))), "softplus-for-safe-gate");
}
