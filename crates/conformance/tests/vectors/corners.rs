//! Corners and random cases.

use crate::kernel::{Kernel, Run};
use crate::{every_fault_is_caught_by_its_case, vectors};
use conformance::vectors::{Family, Format};
use engine::run::recurrent;
use engine::{Head, System};

#[test]
fn corners_and_random_cases_accept_every_order_and_form() {
    for vector in vectors(System::Kda, Format::F32, &[Family::Corners, Family::Random], 130) {
        let dump = vector.dump();
        for run in [Run::Recurrent, Run::Chunk(16), Run::Inverse(64)] {
            for shuffle in [0, 1] {
                let (o, ht) = Kernel::right(run, Format::F32, Format::F32, shuffle).results(&dump);
                assert!(vector.accepts(&o, &ht), "{} {run:?} {shuffle}", vector.plan().id);
            }
        }
    }
}

#[test]
fn every_case_of_kda_catches_its_faults() {
    every_fault_is_caught_by_its_case(&vectors(System::Kda, Format::F32, &[], 512));
}

#[test]
fn every_case_of_complex_kda_catches_its_faults() {
    every_fault_is_caught_by_its_case(&vectors(System::Ckda, Format::F32, &[Family::Corners], 70));
}

#[test]
fn a_doubled_write_gate_is_caught() {
    let all = vectors(System::Gdn2, Format::F32, &[Family::Corners], 70);
    let vector = all.iter().find(|v| v.plan().catches[0].name == "write-doubled").expect("its corner");
    let mut inputs = vector.dump().inputs.map(|x| *x as f32).factors();
    inputs.replace("w", |_, w| 2.0 * w);
    let run = recurrent(
        &inputs.program(Head { sequence: 0, head: 0 }),
        &inputs.initial(Head { sequence: 0, head: 0 }),
    );
    let wide = |x: Vec<f32>| x.into_iter().map(f64::from).collect::<Vec<_>>();
    assert!(!vector.accepts(&wide(run.outputs), &wide(run.state)));
}

#[test]
fn a_gate_for_each_part_is_caught() {
    let all = vectors(System::DeltaProduct, Format::F32, &[Family::Corners], 70);
    let vector = all.iter().find(|v| v.plan().catches[0].name == "gate-for-each-part").expect("its corner");
    let inputs = vector.dump().inputs.map(|x| *x as f32).factors();
    let at = Head { sequence: 0, head: 0 };
    let mut program = inputs.program(at);
    for token in &mut program.tokens {
        let carry = token.steps[0].carry.clone();
        for step in &mut token.steps[1..] {
            *step = engine::Step::erase_carried(
                carry.clone(),
                step.updates[0].write.clone(),
                &step.updates[0].erase,
                step.updates[0].value.clone(),
            );
        }
    }
    let run = recurrent(&program, &inputs.initial(at));
    let wide = |x: Vec<f32>| x.into_iter().map(f64::from).collect::<Vec<_>>();
    assert!(!vector.accepts(&wide(run.outputs), &wide(run.state)));
}
