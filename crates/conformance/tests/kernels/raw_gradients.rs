//! Gradients by raw activations against differences of the runs themselves, in balls.

use crate::dumps::{Random, case, dims, dump, random};
use conformance::{Backward, Beta, Dump, RawGate, Values, Verdict, compare, oracle};
use engine::System;
use engine::bounds::{Arithmetic, Form};
use engine::run::Run;
use exact::Rational;
use std::collections::BTreeMap;

const STEP: f64 = 1.0 / (1_u64 << 30) as f64;

fn exact(values: &Values) -> Vec<Rational> {
    match values {
        Values::Ball(balls) => balls.iter().map(|b| b.midpoint().expect("a number")).collect(),
        Values::Double(_) => panic!("the oracle gives balls"),
    }
}

/// $\sum \bar o \cdot o + \sum \bar S \cdot S$.
fn objective(dump: &Dump, backward: &Backward) -> Rational {
    let found = oracle(dump, false);
    let sum = |weights: &[f64], values: Vec<Rational>| {
        weights
            .iter()
            .zip(values)
            .fold(Rational::new(), |sum, (w, x)| sum + Rational::from_f64(*w).expect("finite") * x)
    };
    sum(&backward.outputs, exact(&found.outputs)) + sum(&backward.state, exact(&found.state))
}

/// The derivative along a change of the dump, by a central difference: off by $h^2$ times a third derivative.
fn slope(dump: &Dump, backward: &Backward, change: impl Fn(&mut Dump, f64)) -> f64 {
    let at = |h: f64| {
        let mut moved = dump.clone();
        change(&mut moved, h);
        objective(&moved, backward)
    };
    let difference: Rational = at(STEP) - at(-STEP);
    (difference / Rational::from_f64(2.0 * STEP).expect("finite")).to_f64()
}

/// A dump whose gate and strengths are raw, with all gradients by differences.
fn prepared(system: System, lower_bound: Option<f64>, normalise: bool) -> Dump {
    let sizes = dims(system, 1, 3, (1, 2), 2, 2);
    let inputs = random(system, sizes, None, &Arithmetic::F32, 21);
    let runs: Vec<Run<f32>> =
        inputs.all_heads().iter().map(|_| Run { outputs: vec![0.0; 6], state: vec![0.0; 4] }).collect();
    let mut out = dump(&inputs, &case(&inputs, &runs, &Arithmetic::F64), &Arithmetic::F64);
    out.cases.clear();
    let mut rng = Random(7);
    let mut draw =
        |n: usize| -> Vec<f64> { (0..n).map(|_| (rng.normal() * 256.0).round() / 256.0).collect() };
    let entries = out.inputs.tensor("g").expect("a gate").len();
    let width = entries / 6;
    let (a, bias) = (draw(2), draw(2 * width));
    out.raw_gate = Some(RawGate {
        raw: draw(entries),
        a_log: (0..entries).map(|e| a[e / width % 2]).collect(),
        bias: (0..entries).map(|e| bias[e % (2 * width)]).collect(),
        lower_bound,
    });
    out.raw_beta = Some(Beta::RawDoubled);
    let raw = draw(6);
    out.inputs.replace("beta", |i, _| raw[i]);
    out.normalise = normalise;
    let mut backward = Backward { outputs: draw(12), state: draw(8), gradients: BTreeMap::new() };
    let gate = |f: fn(&mut RawGate) -> &mut Vec<f64>, hit: &dyn Fn(usize) -> bool| {
        slope(&out, &backward, |dump, h| {
            let gate = dump.raw_gate.as_mut().expect("raw");
            f(gate).iter_mut().enumerate().filter(|(e, _)| hit(*e)).for_each(|(_, x)| *x += h);
        })
    };
    // By the logarithms themselves: those of the gate, given.
    let mut plain = out.clone();
    let logarithms = plain.raw_gate.take().expect("raw").logarithms(|x| *x);
    plain.inputs.replace("g", |i, _| logarithms[i]);
    let by_logarithm = (0..entries).map(|i| {
        slope(&plain, &backward, |dump, h| dump.inputs.replace("g", |e, x| if e == i { x + h } else { *x }))
    });
    let found = [
        ("g", by_logarithm.collect::<Vec<f64>>()),
        ("g_raw", (0..entries).map(|i| gate(|g| &mut g.raw, &|e| e == i)).collect::<Vec<f64>>()),
        ("A_log", (0..2).map(|i| gate(|g| &mut g.a_log, &|e| e / width % 2 == i)).collect()),
        ("dt_bias", (0..2 * width).map(|i| gate(|g| &mut g.bias, &|e| e % (2 * width) == i)).collect()),
        (
            "beta",
            (0..6)
                .map(|i| {
                    let moved = |dump: &mut Dump, h: f64| {
                        dump.inputs.replace("beta", |e, x| if e == i { x + h } else { *x });
                    };
                    slope(&out, &backward, moved)
                })
                .collect(),
        ),
    ];
    backward.gradients = found.into_iter().map(|(name, x)| (name.to_owned(), x)).collect();
    out.backward = Some(backward);
    out
}

#[test]
fn gradients_by_raw_activations_are_those_of_the_official_formulas() {
    for (system, lower_bound, normalise) in [
        (System::Kda, None, false),
        (System::Kda, Some(-5.0), true),
        (System::Gdn, None, true),
        (System::Gdn, Some(-5.0), false),
    ] {
        let right = prepared(system, lower_bound, normalise);
        let report = compare(&right, &[Form::Recurrent], &|_| {});
        assert_eq!(report.gradients.len(), 5, "{:?}", report.notes);
        for tensor in &report.gradients {
            let worst = tensor.worst.expect("gradients");
            assert_eq!(
                tensor.verdict,
                Verdict::Rounding,
                "{system:?} {lower_bound:?} {}: {worst:?}",
                tensor.name
            );
            assert!(worst.allowed < 1e-11, "{}: {worst:?}", tensor.name);
        }
        for name in ["g", "g_raw", "A_log", "dt_bias", "beta"] {
            let mut wrong = right.clone();
            let gradients = &mut wrong.backward.as_mut().expect("gradients").gradients;
            let entry = &mut gradients.get_mut(name).expect("given")[1];
            *entry += 1e-9_f64.max(1e-9 * entry.abs());
            let report = compare(&wrong, &[Form::Recurrent], &|_| {});
            let broken: Vec<_> = report.gradients.iter().filter(|t| t.verdict == Verdict::Bug).collect();
            assert!(
                broken.len() == 1 && broken[0].name == format!("grad_{name}"),
                "{system:?} {name}: {broken:?}"
            );
        }
    }
}
