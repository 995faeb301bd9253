//! Every slip that the diagnosis knows, planted: it is a bug, and named; or its effect is within rounding, and the report says so.

use crate::dumps::{case, dims, dump, metadata, opened, random, rounded, tensors};
use crate::machine::{self, Order, plain};
use conformance::{Case, Context, Dump, Verdict, all_slips, compare};
use engine::bounds::{Arithmetic, Form};
use engine::run::Run;
use engine::{Inputs, System};
use std::collections::BTreeMap;
use tensors::Tensor;

const FORMS: &[Form] = &[Form::Recurrent, Form::Chunk(16), Form::Inverse(16)];

struct Shape {
    batch: usize,
    tokens: usize,
    heads: (usize, usize),
    k: usize,
    v: usize,
    packed: Option<&'static [i64]>,
}

/// Grouped heads and square states; more channels than a tile; packed sequences; batch entries.
const SHAPES: &[Shape] = &[
    Shape { batch: 1, tokens: 20, heads: (2, 4), k: 4, v: 4, packed: None },
    Shape { batch: 1, tokens: 18, heads: (1, 1), k: 18, v: 17, packed: None },
    Shape { batch: 1, tokens: 9, heads: (1, 2), k: 3, v: 5, packed: Some(&[0, 4, 9]) },
    Shape { batch: 2, tokens: 9, heads: (1, 1), k: 5, v: 5, packed: None },
];

fn by_token(inputs: &Inputs<f32>) -> Vec<Run<f32>> {
    let run = |at| machine::recurrent(&inputs.program(at), &inputs.initial(at), Order::Forward, plain);
    inputs.all_heads().into_iter().map(run).collect()
}

/// The dump of a right kernel.
fn right(system: System, shape: &Shape, arithmetic: &'static Arithmetic, seed: u64) -> Dump {
    let sizes = dims(system, shape.batch, shape.tokens, shape.heads, shape.k, shape.v);
    let inputs = random(system, sizes, shape.packed, arithmetic, seed);
    let runs = by_token(&inputs.map(|x| *x as f32).factors());
    dump(&inputs, &case(&inputs, &runs, arithmetic), arithmetic)
}

/// What became of planted slips.
#[derive(Default)]
struct Tally {
    named: usize,
    not_separable: usize,
    /// Those that were seen otherwise, with what was seen.
    wrong: Vec<String>,
    /// `(planted, named as well)` with the number of dumps, where the two do not give the same numbers.
    confused: BTreeMap<(&'static str, &'static str), usize>,
}

/// Plants every slip in a dump. Its results are what the diagnosis runs, rounded as the kernel's are.
fn plant(mut dump: Dump, tally: &mut Tally) {
    let base = dump.cases[0].clone();
    let context = Context::of(&dump, &base);
    let results: Vec<_> =
        all_slips().into_iter().filter_map(|slip| Some((slip.name, (slip.run)(&context)?))).collect();
    drop(context);
    for (name, planted) in &results {
        let outputs: Vec<f64> = planted.outputs.iter().map(|x| rounded(dump.arithmetic, *x)).collect();
        if outputs.iter().any(|x| x.is_infinite()) {
            // A slip that overflows binary16 is a bug without an explanation.
            continue;
        }
        let state = planted.state.iter().map(|x| f64::from(*x as f32)).collect();
        dump.cases = vec![Case { outputs: Some(outputs), state: Some(state), ..base.clone() }];
        let report = compare(&dump, FORMS, &|_| {});
        let (verdict, found) = (report.runs[0].verdict, &report.runs[0].diagnosis);
        let explained: Vec<&'static str> = found.explained_by.iter().map(|e| e.slip).collect();
        if found.not_separable.contains(name) {
            tally.not_separable += 1;
            if verdict == Verdict::Bug {
                tally.wrong.push(format!("{:?}: {name} is not separable, and yet a bug", dump.system));
            }
        } else if verdict == Verdict::Bug && explained.contains(name) {
            tally.named += 1;
            let others = explained.into_iter().filter(|other| other != name);
            for other in others.filter(|o| !results.iter().any(|(n, r)| n == o && r == planted)) {
                *tally.confused.entry((name, other)).or_default() += 1;
            }
        } else if verdict != Verdict::Rounding {
            tally.wrong.push(format!("{:?}: {name}: {verdict:?}, {found:?}", dump.system));
        }
    }
}

/// All slips were named, and none beside the planted one, except for normalising keys too: they have norm 1 already.
fn names_everything(tally: &Tally) {
    assert!(tally.wrong.is_empty(), "{} of {}: {:#?}", tally.wrong.len(), tally.named, tally.wrong);
    let mut confused = tally.confused.clone();
    confused
        .retain(|pair, _| !matches!(pair, ("norm-extra", "norm-extra-q") | ("norm-extra-q", "norm-extra")));
    assert!(confused.is_empty(), "{confused:#?}");
    assert!(
        tally.named > 10 * tally.not_separable,
        "{} are named and {} hidden",
        tally.named,
        tally.not_separable
    );
}

#[test]
fn every_planted_slip_is_a_bug_and_named() {
    let mut tally = Tally::default();
    for (n, system) in System::ALL.iter().enumerate() {
        plant(right(*system, &SHAPES[n % SHAPES.len()], &Arithmetic::F32, 100 + n as u64), &mut tally);
    }
    names_everything(&tally);
}

#[test]
fn every_planted_slip_of_every_shape_is_a_bug_and_named() {
    let mut tally = Tally::default();
    for (n, system) in System::ALL.iter().enumerate() {
        for shape in SHAPES {
            plant(right(*system, shape, &Arithmetic::F32, 100 + n as u64), &mut tally);
        }
    }
    names_everything(&tally);
}

#[test]
fn every_planted_slip_is_named_where_outputs_are_rounded() {
    for arithmetic in [&Arithmetic::BF16_IO, &Arithmetic::F16_IO] {
        let mut tally = Tally::default();
        for (n, system) in System::ALL.iter().enumerate() {
            plant(right(*system, &SHAPES[n % SHAPES.len()], arithmetic, 100 + n as u64), &mut tally);
        }
        names_everything(&tally);
    }
}

/// A dump whose kernel normalises keys of norms from 0.002 to 3, and computes its gates and strengths.
fn raw(system: System, gate: &str, beta: &str) -> Dump {
    let arithmetic = &Arithmetic::F32;
    let mut inputs = random(system, dims(system, 1, 20, (2, 4), 4, 4), None, arithmetic, 7);
    for name in ["q", "k"] {
        inputs.replace(name, |i, x| f64::from((x * [1.0, 3.0, 0.002][i / 4 % 3]) as f32));
    }
    inputs.replace("beta", |_, b| f64::from((4.0 * b - 4.0) as f32));
    let mut parts = tensors(
        &inputs,
        &case(&inputs, &by_token(&inputs.map(|x| *x as f32).factors()), arithmetic),
        arithmetic,
    );
    let gates = parts.remove("g").expect("gated");
    let numbers: Vec<f32> = gates.to_f64().expect("numbers").iter().map(|g| (1.0 + 3.0 * g) as f32).collect();
    let biases = 4 * if system == System::Kda { 4 } else { 1 };
    let put = |shape: Vec<usize>, data: Vec<f32>| Tensor::new(shape, data).expect("a tensor");
    parts.insert("g_raw".into(), put(gates.shape().to_vec(), numbers));
    parts.insert("A_log".into(), put(vec![4], vec![0.5, -0.3, 0.1, 1.0]));
    parts.insert("dt_bias".into(), put(vec![biases], vec![0.25; biases]));
    let mut settings = metadata(&inputs, arithmetic);
    let norm = "x/sqrt(sum(x^2)+1e-6)";
    for (key, value) in [("gate", gate), ("lower_bound", "-5"), ("beta", beta), ("qk_l2norm", norm)] {
        settings.insert(key.into(), value.into());
    }
    let mut dump = opened(parts, &settings).expect("a dump");
    let single = dump.prepared(|x| *x as f32).factors();
    dump.cases = vec![case(&inputs, &by_token(&single), arithmetic)];
    dump
}

#[test]
fn every_planted_slip_is_named_where_the_kernel_prepares_its_inputs() {
    let mut tally = Tally::default();
    for (system, gate, beta) in [(System::Kda, "safe_gate", "raw_doubled"), (System::Gdn, "softplus", "raw")]
    {
        let dump = raw(system, gate, beta);
        assert_eq!(compare(&dump, FORMS, &|_| {}).verdict, Verdict::Rounding, "{system:?}: the right kernel");
        plant(dump, &mut tally);
    }
    names_everything(&tally);
}

#[test]
fn a_write_without_its_strength_is_named_where_the_strength_is_zero() {
    let arithmetic = &Arithmetic::F32;
    let mut inputs = random(System::Kda, dims(System::Kda, 1, 4, (1, 1), 3, 2), None, arithmetic, 5);
    inputs.replace("beta", |t, b| if t == 2 { 0.0 } else { *b });
    let factors = inputs.map(|x| *x as f32).factors();
    let at = engine::Head { sequence: 0, head: 0 };
    let mut program = factors.program(at);
    for (t, token) in program.tokens.iter_mut().enumerate() {
        let k = factors.fields(0, t, 0).row("k").to_vec();
        let value = std::mem::take(&mut token.steps[0].updates[0].value);
        token.steps[0].updates.push(engine::Update::write(k, value));
    }
    let wrong = machine::recurrent(&program, &factors.initial(at), Order::Forward, plain);
    let report = compare(&dump(&inputs, &case(&inputs, &[wrong], arithmetic), arithmetic), FORMS, &|_| {});
    let found = &report.runs[0].diagnosis;
    assert!(found.explained_by.iter().any(|e| e.slip == "write-strength-missing"), "{found:?}");
}
