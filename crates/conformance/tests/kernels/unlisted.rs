//! Wrong kernels whose faults are on no list: bugs, whatever the diagnosis.

use crate::dumps::{case, dims, dump, random};
use crate::machine::{self, Order, Style, plain};
use conformance::{Verdict, compare};
use engine::bounds::{Arithmetic, Form};
use engine::run::Run;
use engine::{Head, Inputs, System};

type Runs = Vec<Run<f32>>;

fn chunked(inputs: &Inputs<f32>, change: impl Fn(&mut Style)) -> Runs {
    let mut style = Style::right(8, true, plain);
    change(&mut style);
    inputs.all_heads().into_iter().map(|at| machine::chunkwise(inputs, at, style)).collect()
}

fn by_token(inputs: &Inputs<f32>) -> Runs {
    let factors = inputs.factors();
    let run =
        |at: Head| machine::recurrent(&factors.program(at), &factors.initial(at), Order::Forward, plain);
    inputs.all_heads().into_iter().map(run).collect()
}

fn with(inputs: &Inputs<f32>, name: &str, f: impl FnMut(usize, &f32) -> f32) -> Runs {
    let mut changed = inputs.clone();
    changed.replace(name, f);
    by_token(&changed)
}

/// Columns of every row in another order.
fn columns(runs: Runs, v: usize, from: impl Fn(usize) -> usize) -> Runs {
    let shuffled = |x: &[f32]| (0..x.len()).map(|e| x[e / v * v + from(e % v)]).collect::<Vec<f32>>();
    runs.iter().map(|r| Run { outputs: shuffled(&r.outputs), state: shuffled(&r.state) }).collect()
}

fn gate_name(inputs: &Inputs<f32>) -> &'static str {
    inputs.system.spec().inputs.iter().find_map(|i| i.log).expect("a gated system")
}

/// Token by token, with a change of the steps of some tokens.
fn stepped(inputs: &Inputs<f32>, change: impl Fn(usize, &mut engine::Token<f32>)) -> Runs {
    let factors = inputs.factors();
    let run = |at: Head| {
        let mut program = factors.program(at);
        program.tokens.iter_mut().enumerate().for_each(|(t, token)| change(t, token));
        machine::recurrent(&program, &factors.initial(at), Order::Forward, plain)
    };
    inputs.all_heads().into_iter().map(run).collect()
}

/// One value column keeps its state over every 8th token.
fn stale(inputs: &Inputs<f32>) -> Runs {
    let factors = inputs.factors();
    let run = |at: Head| {
        let (program, mut state) = (factors.program(at), factors.initial(at));
        let mut outputs = Vec::new();
        for (t, token) in program.tokens.iter().enumerate() {
            let before = state.clone();
            let single = engine::Program { tokens: vec![token.clone()], ..program.clone() };
            let one = machine::recurrent(&single, &state, Order::Forward, plain);
            outputs.extend(one.outputs);
            state = one.state;
            if t % 8 == 7 {
                state.iter_mut().zip(&before).step_by(program.columns).for_each(|(s, b)| *s = *b);
            }
        }
        Run { outputs, state }
    };
    inputs.all_heads().into_iter().map(run).collect()
}

fn faults(inputs: &Inputs<f32>) -> Vec<(&'static str, Runs)> {
    let dims = inputs.dims;
    let (k, v, heads) = (dims.k, dims.v, dims.value_heads);
    let gate = inputs.tensor(gate_name(inputs)).expect("given").to_vec();
    let width = gate.len() / (dims.tokens * heads);
    let root = (k as f32).sqrt();
    let mut out =
        vec![
            ("cumulative gates off by one", chunked(inputs, |s| s.early_gate = true)),
            ("writes do not decay within a chunk", chunked(inputs, |s| s.no_decay = true)),
            (
                "half of the value columns swapped",
                columns(by_token(inputs), v, |c| if c < v / 2 * 2 { c ^ 1 } else { c }),
            ),
            ("keys times the root of K", with(inputs, "k", |_, x| x * root)),
            (
                "the gate of another head",
                with(inputs, gate_name(inputs), |i, _| {
                    let (row, head) = (i / (width * heads), i / width % heads);
                    gate[(row * heads + (head + 1) % heads) * width + i % width]
                }),
            ),
            ("outputs miss the initial state", chunked(inputs, |s| s.no_start = true)),
            ("1.44 for 1/ln 2", with(inputs, gate_name(inputs), |_, g| g * (1.44 * std::f32::consts::LN_2))),
            (
                "no gate on the first token of a chunk",
                with(inputs, gate_name(inputs), |i, g| {
                    if (i / (width * heads)).is_multiple_of(8) { 0.0 } else { *g }
                }),
            ),
            (
                "a write applied twice",
                stepped(inputs, |t, token| {
                    if t == 7 {
                        let step = token.steps[token.steps.len() - 1].clone();
                        token.steps.push(engine::Step { carry: engine::Carry::Identity, ..step });
                    }
                }),
            ),
            ("a stale column", stale(inputs)),
        ];
    let mut swapped = by_token(inputs);
    let first = swapped[0].state.clone();
    let last = swapped.len() - 1;
    swapped[0].state = std::mem::replace(&mut swapped[last].state, first);
    out.push(("final states of other heads", swapped));
    let mut late = by_token(inputs);
    for run in &mut late {
        run.outputs.rotate_right(v);
    }
    out.push(("outputs one token late", late));
    if inputs.system != System::Gla {
        out.push((
            "a triangular mask with its diagonal",
            chunked(inputs, |s| (s.diagonal, s.inverse) = (true, false)),
        ));
        out.push(("the inverse to first order", chunked(inputs, |s| s.first_order = true)));
    }
    out
}

#[test]
fn faults_that_are_on_no_list_are_bugs() {
    let systems =
        [System::Gla, System::Gdn, System::Kda, System::Gdn2, System::Ckda, System::Dplr, System::Rwkv7];
    let mut missed = Vec::new();
    for (n, system) in systems.into_iter().enumerate() {
        for arithmetic in [&Arithmetic::F32, &Arithmetic::BF16_IO, &Arithmetic::F16_IO] {
            let inputs = random(system, dims(system, 1, 20, (2, 2), 6, 4), None, arithmetic, 40 + n as u64);
            let single = inputs.map(|x| *x as f32);
            let faults = faults(&single);
            let mut dump = dump(&inputs, &case(&inputs, &by_token(&single), arithmetic), arithmetic);
            let forms = [Form::Recurrent, Form::Chunk(8), Form::Inverse(8)];
            assert_eq!(compare(&dump, &forms, &|_| {}).verdict, Verdict::Rounding, "{system:?}");
            for (what, runs) in faults {
                dump.cases = vec![case(&inputs, &runs, arithmetic)];
                let report = compare(&dump, &forms, &|_| {});
                if report.verdict != Verdict::Bug {
                    missed.push(format!("{system:?} in {}: {what}: {:?}", arithmetic.name, report.verdict));
                }
            }
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}
