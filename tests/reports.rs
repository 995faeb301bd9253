//! What CI systems read: JUnit, SARIF and Markdown, also of runs that fail.

use claim::{Claim, Options, Outcome, Progress, TheoremResult};
use eigenclaim::Recheck;
use eigenclaim::formal::Proofs;
use eigenclaim::results::{self, Request};
use std::sync::atomic::AtomicBool;

fn registered(id: &str) -> &'static Claim {
    theorems::REGISTRY
        .iter()
        .find(|claim| claim.id == id)
        .unwrap_or_else(|| panic!("{id} is not in the registry"))
}

fn run(claim: &Claim) -> TheoremResult {
    let options = Options { cases: 5, seed: 3, max_dimension: 4, only_case: None, deadline: None, keep: 0 };
    claim::run(claim, &options, &Recheck, &Progress { tick: &|| (), stop: &AtomicBool::new(false) })
}

/// A theorem that holds, one that is refuted, one that stays undecided, one whose evidence is refused.
fn all_kinds() -> (serde_json::Value, Vec<(&'static Claim, TheoremResult)>) {
    let refuted = |_: &claim::Instance| Outcome::Refuted {
        conclusion: 0,
        expected: "<one>".into(),
        found: "a & b".into(),
    };
    let claims = [
        ("kda/real-spectrum", None),
        ("kda/spectrum-bounds", Some(refuted as fn(&claim::Instance) -> Outcome)),
        ("gdn2/real-spectrum", Some(|_: &claim::Instance| Outcome::Undecided("a limit was met".into()))),
        ("ckda/real-modes", Some(|_: &claim::Instance| Outcome::Holds(Vec::new()))),
    ];
    let done: Vec<_> = claims
        .into_iter()
        .map(|(id, check)| {
            let claim = registered(id);
            (claim, run(&Claim { check: check.unwrap_or(claim.check), ..*claim }))
        })
        .collect();
    let request = Request { seed: 3, cases: 5, max_dimension: 4, only_case: None };
    (results::results(request, false, &done, &Proofs::default()), done)
}

#[test]
fn junit_has_a_case_for_every_theorem_and_level_and_no_undecided_passes() {
    let (json, done) = all_kinds();
    let xml = results::junit(&json, &done).unwrap_or_else(|error| panic!("{error}"));
    let report =
        quick_junit::Report::deserialize_from_str(&xml).unwrap_or_else(|error| panic!("{error}: {xml}"));
    let cases: Vec<_> = report.test_suites.iter().flat_map(|suite| &suite.test_cases).collect();
    let status = |name: &str| match cases.iter().find(|case| case.name.as_str() == name) {
        Some(case) => format!("{:?}", case.status),
        None => panic!("no case {name} in {xml}"),
    };
    assert!(status("kda/real-spectrum (exact)").starts_with("Success"));
    assert!(status("kda/real-spectrum (formal)").starts_with("Skipped"));
    assert!(status("gdn2/real-spectrum (exact)").contains("undecided"));
    let refuted = status("kda/spectrum-bounds (exact)");
    assert!(refuted.contains("expected <one>; found a & b"), "{refuted}");
    assert!(
        refuted.contains("eigenclaim verify kda/spectrum-bounds --seed 3 --max-dim 4 --case 0"),
        "{refuted}"
    );
    assert!(status("ckda/real-modes (exact)").contains("Error"));
    assert_eq!((report.tests, report.failures, report.errors), (cases.len(), 2, 1));
}

#[test]
fn sarif_locates_what_does_not_hold_at_its_file() {
    let (json, _) = all_kinds();
    let sarif: serde_sarif::sarif::Sarif =
        serde_json::from_value(results::sarif(&json)).unwrap_or_else(|error| panic!("{error}"));
    let run = &sarif.runs[0];
    let found = run.results.as_deref().unwrap_or_default();
    let rules: Vec<_> = found.iter().filter_map(|result| result.rule_id.as_deref()).collect();
    assert_eq!(rules, ["kda/spectrum-bounds", "gdn2/real-spectrum", "ckda/real-modes"]);
    for result in found {
        let location = &result.locations.as_deref().unwrap_or_default()[0];
        let file = location.physical_location.as_ref().and_then(|it| it.artifact_location.as_ref());
        let file = file.and_then(|it| it.uri.as_deref()).unwrap_or_default();
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        assert!(path.is_file(), "{file} is not a file of the repository");
        let rules = run.tool.driver.rules.as_deref().unwrap_or_default();
        let index = usize::try_from(result.rule_index.unwrap_or(-1)).unwrap_or(usize::MAX);
        assert_eq!(rules.get(index).map(|rule| &rule.id), result.rule_id.as_ref());
    }
}

#[test]
fn markdown_leads_from_the_verdict_to_the_replay() {
    let (json, _) = all_kinds();
    let page = results::markdown(&json);
    assert!(page.starts_with("# eigenclaim: 1 of 4 theorems hold\n"), "{page}");
    assert!(page.contains("## refuted `kda/spectrum-bounds`"));
    assert!(page.contains("eigenclaim verify kda/spectrum-bounds --seed 3 --max-dim 4 --case 0"));
    assert!(page.contains("## undecided `gdn2/real-spectrum`"));
    assert!(page.contains("a limit was met"));
}

#[test]
fn every_theorem_is_located_at_a_file() {
    let done: Vec<_> =
        theorems::REGISTRY.iter().map(|claim| (*claim, TheoremResult::of(claim, []))).collect();
    let request = Request { seed: 0, cases: 1, max_dimension: 1, only_case: None };
    let json = results::results(request, true, &done, &Proofs::default());
    for theorem in json["theorems"].as_array().into_iter().flatten() {
        let file = theorem["file"].as_str().unwrap_or_default();
        assert!(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file).is_file(), "{file}");
    }
}
