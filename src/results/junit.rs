//! `junit.xml`: one case for each theorem and level of evidence.

use claim::{Claim, TheoremResult, Verdict};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use serde_json::Value as Json;

/// The results as JUnit: a suite for each topic, a case for each theorem and level. It has no times, since it is
/// reproducible. JUnit does not know "undecided": it is a failure of that type.
///
/// # Errors
/// [`quick_junit::SerializeError`] when the text cannot be made.
pub fn junit(
    results: &Json,
    done: &[(&Claim, TheoremResult)],
) -> Result<String, quick_junit::SerializeError> {
    let mut report = Report::new("eigenclaim");
    let mut suites: Vec<TestSuite> = Vec::new();
    for ((claim, result), theorem) in done.iter().zip(results["theorems"].as_array().into_iter().flatten()) {
        let topic = claim.id.split('/').next().unwrap_or_default();
        if suites.last().is_none_or(|suite| suite.name.as_str() != topic) {
            suites.push(TestSuite::new(topic));
        }
        let Some(suite) = suites.last_mut() else { continue };
        let name = |level: &str| format!("{} ({level})", claim.id);
        let level = theorem["level"].as_str().unwrap_or("unknown");
        let mut add = |level: &str, status| {
            let mut case = TestCase::new(name(level), status);
            case.set_classname(claim.id);
            suite.add_test_case(case);
        };
        add(level, status(results, result));
        for witness in result.witnesses.iter().filter(|witness| witness.name.starts_with("symbolic")) {
            let mut refused = TestCaseStatus::non_success(NonSuccessKind::Error);
            refused.set_message("the checker refused a line");
            add(&witness.name, if witness.shown { TestCaseStatus::success() } else { refused });
        }
        match theorem["formal"].as_str() {
            Some("checked") => add("formal", TestCaseStatus::success()),
            Some(_) => {
                let mut status = TestCaseStatus::skipped();
                status.set_message("its proof was not checked on these sources: make prove");
                add("formal", status);
            }
            None => {}
        }
    }
    report.add_test_suites(suites);
    report.to_string()
}

fn status(results: &Json, result: &TheoremResult) -> TestCaseStatus {
    let (kind, name) = match result.verdict {
        Verdict::Holds => return TestCaseStatus::success(),
        Verdict::Refuted => (NonSuccessKind::Failure, "refuted"),
        Verdict::Undecided => (NonSuccessKind::Failure, "undecided"),
        Verdict::Broken => (NonSuccessKind::Error, "broken"),
    };
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(name);
    status.set_message(super::reason(result));
    if let Some(failure) = &result.failure {
        let replay = super::replay(result.id, super::request_of(results), &failure.case);
        status.set_description(format!("{}\n\nreplay: {replay}", failure.instance));
    }
    status
}
