//! Exact probes.

use crate::kernel::{Kernel, Run};
use crate::{every_fault_is_caught_by_its_case, vectors};
use conformance::vectors::{Family, Format, Vector, proof};
use engine::System;
use engine::run::recurrent;
use exact::Rational;

#[test]
fn probes_are_not_trivial() {
    for &system in System::ALL {
        for format in Format::ALL {
            for vector in vectors(system, *format, &[Family::Exact], 70) {
                let id = &vector.plan().id;
                assert!(vector.needed_bits().expect("a proof") <= format.significant_bits(), "{id}");
                let busy = |x: &[f64]| x.iter().filter(|x| **x != 0.0).count() as f64 / x.len() as f64;
                // Of a sparse query's outputs and of a state with few writes, most may be zero, but not all.
                let share = busy(vector.outputs());
                let name = system.spec().name;
                assert!(
                    share > 0.1 || vector.plan().dims.tokens == 1,
                    "{name} {id} {}: {share}",
                    format.name()
                );
            }
        }
    }
}

/// The exact results of a probe, in rationals.
fn rational(vector: &Vector) -> (Vec<Rational>, Vec<Rational>) {
    let dump = vector.dump();
    let factors = dump.inputs.factors().map(|x| Rational::from_f64(*x).expect("a number"));
    let (mut o, mut ht) = (Vec::new(), Vec::new());
    for at in factors.all_heads() {
        let run = recurrent(&factors.program(at), &factors.initial(at));
        o.extend(run.outputs);
        ht.extend(run.state);
    }
    (o, ht)
}

#[test]
fn the_reference_of_a_probe_is_exact() {
    for system in [System::Kda, System::Mdn, System::Rwkv7] {
        for vector in vectors(system, Format::Bf16, &[Family::Exact], 16) {
            let (o, ht) = rational(&vector);
            let of = |x: &[f64]| x.iter().map(|x| Rational::from_f64(*x).unwrap()).collect::<Vec<_>>();
            assert_eq!((of(vector.outputs()), of(vector.state())), (o, ht), "{}", vector.plan().id);
        }
    }
}

#[test]
fn a_run_that_is_not_exact_has_no_proof() {
    let vector = &vectors(System::Kda, Format::F32, &[Family::Exact], 16)[1];
    let mut inputs = vector.dump().inputs.factors();
    assert!(proof::need(&inputs).within(24, -126));
    // A value with as many bits as the format has: its sums with others need more.
    inputs.replace("v", |e, x| if e == 7 { f64::from(1.0_f32 / 3.0) } else { *x });
    assert!(!proof::need(&inputs).within(24, -126), "{:?}", proof::need(&inputs));
    let random = &vectors(System::Kda, Format::F32, &[Family::Random], 7)[0];
    assert!(!proof::need(&random.dump().inputs.factors()).within(24, -126));
}

#[test]
fn probes_are_bit_exact_in_every_order_and_form() {
    for system in [System::Kda, System::Ckda] {
        for format in [Format::Bf16, Format::F16, Format::F32] {
            for vector in vectors(system, format, &[Family::Exact], 70) {
                let dump = vector.dump();
                for run in [Run::Recurrent, Run::Chunk(5), Run::Chunk(64), Run::Inverse(16), Run::Inverse(70)]
                {
                    for shuffle in [0, 1, 2] {
                        let (o, ht) = Kernel::right(run, format, format, shuffle).results(&dump);
                        let id = &vector.plan().id;
                        assert_eq!(o, vector.outputs(), "{id} {} {run:?} {shuffle}", format.name());
                        assert_eq!(ht, vector.state(), "{id} {} {run:?} {shuffle}", format.name());
                    }
                }
            }
        }
    }
}

#[test]
fn long_probes_are_exact_and_catch_what_comes_late() {
    let all = vectors(System::Kda, Format::F32, &[Family::Exact], 4096);
    let long: Vec<Vector> = all.into_iter().filter(|v| v.plan().dims.tokens == 4096).collect();
    assert_eq!(long.len(), 2);
    every_fault_is_caught_by_its_case(&long);
}
