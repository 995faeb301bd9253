//! Where the public references disagree with each other: which one the engine follows, and why.

use crate::files::path;
use conformance::{Dump, Layout, Report, Settings, Verdict, compare};
use engine::bounds::Form;
use engine::run::recurrent;
use engine::systems::mamba2;
use engine::{Fields, Program, System};
use exact::Rational;

fn dump(name: &str, system: System) -> Dump {
    let settings = Settings { system: Some(system), layout: Some(Layout::Bthd), ..Settings::default() };
    Dump::open(path(name), settings).expect("a golden file is a dump")
}

fn explained(report: &Report, slip: &str) -> bool {
    let by = |run: &conformance::RunReport| run.diagnosis.explained_by.iter().any(|e| e.slip == slip);
    report.runs.iter().all(|r| r.verdict == Verdict::Bug && by(r))
}

/// One step of one channel: $\alpha = 1/2$, $k = \beta = 1$, $v = 0$ from a state of 4.
fn one_step(system: System, p: Rational) -> Rational {
    let one = || vec![Rational::from(1)];
    let token = system.token(
        &Fields::new()
            .with("q", one())
            .with("k", one())
            .with("v", vec![Rational::new()])
            .with("p", vec![p])
            .with("alpha", vec![Rational::from((1, 2))])
            .with("beta", one()),
    );
    let program = Program { rows: 1, columns: 1, scale: Rational::from(1), tokens: vec![token] };
    recurrent(&program, &[Rational::from(4)]).state.remove(0)
}

/// FLA's recurrent reference of Comba erases from the decayed state; its chunkwise one and the fused kernels, which alone are tested against each
/// other and so are what trained models run, erase from the state before. `comba` is the latter; the golden file is from the former.
#[test]
fn comba_has_two_orders_and_the_file_is_of_the_recurrent_reference() {
    assert_eq!(one_step(System::CombaDecayed, 1.into()), 0);
    assert_eq!(one_step(System::Comba, 1.into()), -2);
    // With the erase key times the gate the orders are the same recurrence.
    assert_eq!(one_step(System::Comba, Rational::from((1, 2))), 0);
    let decayed = compare(&dump("comba_B1H2T7K4V3", System::CombaDecayed), &[Form::Recurrent], &|_| {});
    assert_eq!(decayed.verdict, Verdict::Rounding);
    let before = compare(&dump("comba_B1H2T7K4V3", System::Comba), &[Form::Recurrent], &|_| {});
    assert!(explained(&before, "erase-after-decay"), "{:?}", before.runs);
}

/// FLA's chunkwise reference of Momentum DeltaNet multiplies by $e^{\ln(\beta + 10^{-6})}$: it writes where $\beta$ is 0, where the recurrence, by its
/// formula, writes nothing. The recurrence is right, and the slip `beta-offset` says what the other does.
#[test]
fn the_chunkwise_reference_of_momentum_delta_net_adds_a_millionth_to_beta() {
    let mut dump = dump("mdn_B1H2T7K4V3", System::Mdn);
    let mut offset = dump.inputs.clone();
    offset.replace("beta", |_, b| (b + 1e-6).ln().exp());
    dump.cases.retain(|c| c.from_initial);
    let run = |inputs: &engine::Inputs<f64>| {
        let factors = inputs.factors();
        let runs =
            factors.all_heads().into_iter().map(|at| recurrent(&factors.program(at), &factors.initial(at)));
        runs.collect::<Vec<_>>()
    };
    let runs = run(&offset);
    let dims = dump.inputs.dims;
    let case = &mut dump.cases[0];
    case.state = Some(runs.iter().flat_map(|r| r.state.clone()).collect());
    let at = |e: usize| (e / dims.v % dims.value_heads, e / dims.v / dims.value_heads * dims.v + e % dims.v);
    let outputs = dims.tokens * dims.value_heads * dims.v;
    case.outputs = Some((0..outputs).map(|e| runs[at(e).0].outputs[at(e).1]).collect());
    let report = compare(&dump, &[Form::Recurrent], &|_| {});
    assert!(explained(&report, "beta-offset"), "{:?}", report.runs);

    let mut silent = dump.inputs.clone();
    silent.replace("beta", |_, _| 0.0);
    silent.set_initial(None);
    assert!(run(&silent).iter().flat_map(|r| &r.outputs).all(|o| *o == 0.0), "β = 0 writes exactly nothing");
    silent.replace("beta", |_, b| (b + 1e-6).ln().exp());
    assert!(run(&silent).iter().flat_map(|r| &r.outputs).any(|o| *o != 0.0));
}

/// FLA's Mamba-2 tiles the groups over the heads in its prefill and repeats them contiguously in its decoding step; the kernels of
/// state-spaces/mamba and transformers repeat them. `scans.rs` holds the contiguous order against a file, and sees the tiled one.
#[test]
fn mamba_2_heads_share_groups_in_order() {
    let groups: Vec<usize> = (0..4).map(|head| mamba2::group(head, 4, 2)).collect();
    assert_eq!(groups, [0, 0, 1, 1]);
}
