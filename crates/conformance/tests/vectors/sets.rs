//! What is written, and how it is rounded.

use crate::request;
use conformance::vectors::{Family, Format, MANIFEST, Request, Set, VectorError, plans};
use conformance::{Dump, Settings, Verdict, compare};
use engine::System;
use engine::bounds::Form;
use exact::Rational;

#[test]
fn what_is_written_is_what_was_computed() {
    for system in [System::Kda, System::Mdn, System::Ckda, System::DeltaProduct, System::DeltaNet] {
        for format in [Format::F16, Format::F64] {
            let folder = tempfile::tempdir().unwrap();
            let request = request(system, format, &[], 40);
            let plans = plans(&request);
            let mut set = Set::begin(folder.path(), &request, &plans, false).unwrap();
            for plan in &plans {
                let vector = plan.vector().unwrap();
                set.write(&vector).unwrap();
                let path = folder.path().join(plan.file());
                let dump = Dump::open(path, Settings::default()).unwrap();
                assert_eq!(dump.prepared(|x| *x), vector.dump().prepared(|x| *x), "{}", plan.id);
                assert_eq!(dump.cases[0].outputs.as_deref(), Some(vector.outputs()), "{}", plan.id);
                assert_eq!(dump.cases[0].state.as_deref(), Some(vector.state()), "{}", plan.id);
                let report = compare(&dump, Form::COMMON, &|_| {});
                assert_eq!(report.verdict, Verdict::Rounding, "{} of the reference itself", plan.id);
            }
            set.finish().unwrap();
        }
    }
}

#[test]
fn rounding_is_that_of_the_machine() {
    let mut bits = 0x1234_5678_9abc_def1_u64;
    for _ in 0..20_000 {
        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Exponents around those of f16 and f32, down into their subnormal numbers and up beyond their largest.
        let exponent = 1023 - 160 + (bits >> 32) % 320;
        let x = f64::from_bits((bits & 0x800f_ffff_ffff_ffff) | (exponent << 52));
        let short = f64::from_bits(x.to_bits() & !0 << 32);
        for x in [x, short] {
            let exact = Rational::from_f64(x).unwrap();
            for format in Format::ALL {
                let machine = match format {
                    Format::F32 => f64::from(x as f32),
                    Format::F64 => x,
                    // `half` looks at the upper 32 bits alone.
                    _ if x != short => continue,
                    Format::Bf16 => f64::from(half::bf16::from_f64(x)),
                    Format::F16 => f64::from(half::f16::from_f64(x)),
                };
                assert_eq!(format.round(&exact).to_bits(), machine.to_bits(), "{x:e} in {}", format.name());
                assert_eq!(format.nearest(x).to_bits(), machine.to_bits(), "{x:e} in {}", format.name());
            }
        }
    }
    // A tie goes to even, and a number just beyond the middle does not.
    let tie = Rational::from_f64(1.0 + 0.5_f64.powi(24)).unwrap();
    assert_eq!(Format::F32.round(&tie), 1.0);
    let beyond = tie + Rational::from((1, 1u128 << 100));
    assert_eq!(Format::F32.round(&beyond), 1.0 + 0.5_f64.powi(23));
}

#[test]
fn a_set_depends_on_its_seed_alone() {
    let of = |seed| {
        let request = Request { seed, ..request(System::Gdn, Format::F32, &[], 20) };
        plans(&request).iter().map(|p| p.vector().unwrap().tensors()).collect::<Vec<_>>()
    };
    assert_eq!(of(3), of(3));
    assert_ne!(of(3), of(4));
}

#[test]
fn foreign_files_stay() {
    let folder = tempfile::tempdir().unwrap();
    let request = request(System::Kda, Format::F32, &[Family::Corners], 1);
    let plans = plans(&request);
    let write = |force| -> Result<(), VectorError> {
        let mut set = Set::begin(folder.path(), &request, &plans, force)?;
        plans.iter().try_for_each(|p| set.write(&p.vector()?))?;
        set.finish().map(drop)
    };
    std::fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    write(false).unwrap();
    write(false).expect("an earlier set is replaced");
    assert_eq!(std::fs::read_to_string(folder.path().join("notes.txt")).unwrap(), "mine");
    for name in [plans[0].file(), MANIFEST.to_owned()] {
        std::fs::write(folder.path().join(&name), "{}").unwrap();
        assert!(matches!(write(false), Err(VectorError::Foreign { .. })), "{name}");
        assert_eq!(std::fs::read_to_string(folder.path().join(&name)).unwrap(), "{}");
        write(true).unwrap();
    }
}
