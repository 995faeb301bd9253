//! Right kernels in other roundings are no bugs.

use crate::dumps::{case, dims, dump, random, rounded};
use crate::machine::{self, Operand, Order, Style, narrow, plain};
use conformance::{Dump, Verdict, compare};
use engine::bounds::{Arithmetic, Form};
use engine::run::{self, Run};
use engine::{Dims, Inputs, System};

/// Every way to run, with its name.
fn runs(inputs: &Inputs<f64>, arithmetic: &Arithmetic, sizes: &[usize]) -> Vec<(String, Vec<Run<f32>>)> {
    let single = inputs.map(|x| *x as f32);
    let factors = single.factors();
    let op: Operand = if arithmetic.operand > 0.0 { narrow } else { plain };
    let heads = inputs.all_heads();
    let mut out = Vec::new();
    for order in Order::ALL {
        let run = |at| machine::recurrent(&factors.program(at), &factors.initial(at), order, op);
        out.push((format!("token by token, {order:?}"), heads.iter().map(|at| run(*at)).collect()));
    }
    for &size in sizes {
        let run = |at| run::chunkwise(&factors.program(at), &factors.initial(at), size).expect("chunks");
        if arithmetic.operand == 0.0 {
            out.push((format!("the engine's chunks of {size}"), heads.iter().map(|at| run(*at)).collect()));
        }
        for inverse in [false, true].into_iter().filter(|_| inputs.system != System::Mdn) {
            let style = Style::right(size, inverse, op);
            let run = |at| machine::chunkwise(&single, at, style);
            out.push((
                format!("chunks of {size}, inverse: {inverse}"),
                heads.iter().map(|at| run(*at)).collect(),
            ));
        }
    }
    out
}

const NARROW: [&Arithmetic; 4] =
    [&Arithmetic::F32, &Arithmetic::BF16_IO, &Arithmetic::F16_IO, &Arithmetic::BF16_DOT];

/// The verdicts of all runs of some inputs, as `(what, verdict)`.
fn verdicts(
    inputs: &Inputs<f64>,
    arithmetic: &'static Arithmetic,
    sizes: &[usize],
) -> Vec<(String, Verdict)> {
    let forms: Vec<Form> =
        [vec![Form::Recurrent], sizes.iter().flat_map(|s| [Form::Chunk(*s), Form::Inverse(*s)]).collect()]
            .concat();
    let runs = runs(inputs, arithmetic, sizes);
    let mut all: Dump = dump(inputs, &case(inputs, &runs[0].1, arithmetic), arithmetic);
    let mut out = Vec::new();
    for (name, run) in &runs {
        all.cases = vec![case(inputs, run, arithmetic)];
        let finite = all.cases[0].outputs.iter().flatten().all(|x| x.is_finite());
        assert!(
            finite,
            "{:?} in {}, {name}: inputs are chosen not to overflow",
            inputs.system, arithmetic.name
        );
        let report = compare(&all, &forms, &|_| {});
        out.push((format!("{:?} in {}, {name}", inputs.system, arithmetic.name), report.verdict));
    }
    out
}

fn all_rounding(verdicts: impl Iterator<Item = (String, Verdict)>) {
    let (mut other, mut count) = (Vec::new(), 0);
    for (what, verdict) in verdicts {
        count += 1;
        if verdict != Verdict::Rounding {
            other.push(format!("{verdict:?}: {what}"));
        }
    }
    assert!(other.is_empty(), "{} of {count}: {other:#?}", other.len());
}

fn none_is_a_bug(dims: impl Fn(System) -> Dims, packed: Option<&[i64]>, sizes: &[usize]) {
    all_rounding(System::ALL.iter().enumerate().flat_map(|(n, system)| {
        let one = |a: &&'static Arithmetic| {
            verdicts(&random(*system, dims(*system), packed, a, n as u64 + 1), a, sizes)
        };
        NARROW.iter().flat_map(one).collect::<Vec<_>>()
    }));
}

#[test]
fn right_kernels_of_grouped_heads_are_rounding() {
    none_is_a_bug(|s| dims(s, 1, 21, (1, 2), 6, 4), None, &[8, 16]);
}

#[test]
fn right_kernels_of_packed_sequences_are_rounding() {
    none_is_a_bug(|s| dims(s, 1, 12, (1, 1), 4, 4), Some(&[0, 1, 1, 12]), &[4]);
}

#[test]
fn right_kernels_of_two_batch_entries_are_rounding() {
    none_is_a_bug(|s| dims(s, 2, 9, (2, 2), 3, 5), None, &[4]);
}

#[test]
fn right_kernels_of_long_sequences_are_rounding() {
    none_is_a_bug(|s| dims(s, 1, 150, (1, 1), 16, 8), None, &[16, 64]);
}

/// Inputs that kernels meet rarely, by name.
const HARSH: [&str; 8] = [
    "one key, strength 2, no decay",
    "large values",
    "tiny values",
    "gates of exp(-1000)",
    "a large state",
    "zero keys",
    "keys of norm 1.25",
    "one token again and again",
];

fn harsh(system: System, what: &str, arithmetic: &Arithmetic, seed: u64) -> Inputs<f64> {
    let (k, v) = (6, 4);
    let mut inputs = random(system, dims(system, 1, 24, (1, 1), k, v), None, arithmetic, seed);
    let logs: Vec<&str> = system.spec().inputs.iter().filter_map(|i| i.log).collect();
    let first =
        |inputs: &Inputs<f64>, name: &str| inputs.tensor(name).map(<[f64]>::to_vec).unwrap_or_default();
    let round = |x: f64| rounded(arithmetic, x);
    match what {
        "one key, strength 2, no decay" => {
            let key = first(&inputs, "k");
            inputs.replace("k", |i, _| key[i % k]);
            // A momentum rule without decay turns only while βη ≤ 4.
            let momentum = system == System::Mdn;
            inputs.replace("beta", |_, _| if momentum { 1.0 } else { 2.0 });
            inputs.replace("eta", |_, _| 1.0);
            logs.iter().for_each(|log| inputs.replace(log, |_, _| 0.0));
        }
        // Below the largest number of binary16.
        "large values" => inputs.replace("v", |_, x| round(x * 1000.0)),
        "tiny values" => {
            inputs.replace("v", |_, x| round(x * 1e-30));
            let size = inputs.rows() * v;
            inputs.set_initial(Some(vec![0.0; size]));
        }
        "gates of exp(-1000)" => {
            logs.iter().for_each(|log| inputs.replace(log, |i, x| if i % 3 == 0 { -1000.0 } else { *x }));
        }
        "a large state" => {
            let start = inputs.initial(inputs.all_heads()[0]);
            inputs.set_initial(Some(start.iter().map(|x| f64::from((x * 1e3) as f32)).collect()));
        }
        "zero keys" => inputs.replace("k", |i, x| if i / k % 2 == 0 { 0.0 } else { *x }),
        "keys of norm 1.25" => inputs.replace("k", |_, x| round(x * 1.25)),
        _ => {
            for (name, width) in [("q", k), ("r", k), ("k", k), ("v", v)] {
                let token = first(&inputs, name);
                inputs.replace(name, |i, _| token[i % width]);
            }
        }
    }
    inputs
}

#[test]
fn right_kernels_of_harsh_inputs_are_rounding() {
    let cases =
        System::ALL.iter().enumerate().flat_map(|(n, s)| HARSH.iter().enumerate().map(move |h| (n, *s, h)));
    all_rounding(cases.flat_map(|(n, system, (h, what))| {
        let arithmetic = NARROW[(n + h) % 4];
        let inputs = harsh(system, what, arithmetic, 300 + n as u64);
        let name = move |(run, verdict)| (format!("{what}: {run}"), verdict);
        verdicts(&inputs, arithmetic, &[8]).into_iter().map(name).collect::<Vec<_>>()
    }));
}
