//! What a run concludes from faulty theorems: each is a theorem of the registry with one part replaced.

use claim::{
    AuditError, Auditor, Claim, Evidence, Instance, Options, Outcome, Progress, TheoremResult, Verdict,
};
use eigenclaim::Recheck;
use exact::Rational;
use proptest::prelude::*;
use std::sync::atomic::AtomicBool;

fn kda() -> &'static Claim {
    match theorems::REGISTRY.iter().find(|claim| claim.id == "kda/real-spectrum") {
        Some(claim) => claim,
        None => panic!("kda/real-spectrum is in the registry"),
    }
}

fn run(claim: &Claim, auditor: &dyn Auditor) -> TheoremResult {
    let options =
        Options { cases: 12, seed: 5, max_dimension: 4, only_case: None, deadline: None, keep: usize::MAX };
    claim::run(claim, &options, auditor, &Progress { tick: &|| (), stop: &AtomicBool::new(false) })
}

fn found(result: &TheoremResult) -> String {
    result.failure.as_ref().map(|failure| failure.found.clone()).unwrap_or_default()
}

#[test]
fn evidence_that_the_checker_refuses_breaks_the_run() {
    let claim = Claim { check: |_| Outcome::Holds(vec![Evidence::Compute, Evidence::Compute]), ..*kda() };
    let result = run(&claim, &Recheck);
    assert_eq!((result.verdict, result.holds), (Verdict::Broken, 0));
    assert!(found(&result).contains("refused"), "{}", found(&result));
}

#[test]
fn an_instance_outside_the_hypotheses_breaks_the_run_whatever_the_check_says() {
    fn outside(_: usize) -> BoxedStrategy<Instance> {
        let gates = vec![Rational::from(1), Rational::from(-1)];
        Just(Instance::new().with("alpha", gates).with("beta", 1).with("k", [(1, 1), (0, 1)])).boxed()
    }
    let refuted =
        |_: &Instance| Outcome::Refuted { conclusion: 0, expected: String::new(), found: String::new() };
    for check in [kda().check, refuted, |_: &Instance| Outcome::Undecided("a limit".into())] {
        let result = run(&Claim { domain: outside, check, ..*kda() }, &Recheck);
        assert_eq!((result.verdict, result.holds), (Verdict::Broken, 0));
        assert!(found(&result).contains("positive-gates"), "{}", found(&result));
    }
}

#[test]
fn undecided_never_passes_for_holds() {
    let result = run(&Claim { check: |_| Outcome::Undecided("a limit".into()), ..*kda() }, &Recheck);
    assert_eq!((result.verdict, result.holds, result.undecided.0), (Verdict::Undecided, 0, 12));

    // One undecided instance among many that hold is enough.
    let sometimes = |i: &Instance| match i.vector("alpha").len() {
        4 => Outcome::Undecided("dimension 4".into()),
        _ => (kda().check)(i),
    };
    let result = run(&Claim { check: sometimes, ..*kda() }, &Recheck);
    assert!(result.holds > 0 && result.undecided.0 > 0);
    assert_eq!(result.verdict, Verdict::Undecided);
}

#[test]
fn a_refutation_is_shrunk_and_confirmed_only_if_it_is_one() {
    let refuted =
        |_: &Instance| Outcome::Refuted { conclusion: 0, expected: "pairs".into(), found: "none".into() };
    let result = run(&Claim { check: refuted, ..*kda() }, &Recheck);
    assert_eq!(result.verdict, Verdict::Refuted);
    match result.failure {
        Some(failure) => {
            assert_eq!(failure.instance.lines().count(), 3, "shrunk to dimension 1:\n{}", failure.instance);
            assert_eq!(failure.certificate, None, "the theorem is true, so nothing confirms its refutation");
        }
        None => panic!("a refutation has an instance"),
    }
}

#[test]
fn a_witness_that_shows_nothing_breaks_the_run() {
    const IDLE: &[claim::Sharp] = &[claim::Sharp {
        drops: "positive-gates",
        fails: 0,
        witness: || {
            let i = Instance::new().with("alpha", [(1, 1)]).with("beta", (1, 2)).with("k", [(1, 1)]);
            (i, Evidence::Sturm)
        },
    }];
    let result = run(&Claim { sharpness: IDLE, ..*kda() }, &Recheck);
    assert_eq!(result.verdict, Verdict::Broken);
    assert!(found(&result).contains("should break"), "{}", found(&result));
}

#[test]
fn an_auditor_that_refuses_everything_lets_nothing_hold() {
    struct Never;
    impl Auditor for Never {
        fn audit(&self, _: &str) -> Result<Option<exact::Rational>, AuditError> {
            Err(AuditError::Refused("never".into()))
        }
        fn within_hypotheses(&self, _: &str) -> Result<(), AuditError> {
            Ok(())
        }
    }
    let result = run(kda(), &Never);
    assert_eq!((result.verdict, result.holds), (Verdict::Broken, 0));
    assert!(result.witnesses.iter().all(|witness| !witness.shown));
}
