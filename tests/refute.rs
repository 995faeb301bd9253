//! `eigenclaim refute`, as a designer of a rule meets it.

use std::path::Path;
use std::process::{Command, Output};

fn eigenclaim(arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_eigenclaim")).args(arguments).output();
    output.unwrap_or_else(|error| panic!("the command line cannot be run: {error}"))
}

fn refute(claim: &str, more: &[&str], folder: &Path) -> Output {
    let path = folder.join("claim.toml");
    std::fs::write(&path, claim).unwrap_or_else(|error| panic!("{error}"));
    let (path, out) = (path.display().to_string(), folder.join("out").display().to_string());
    eigenclaim(&[&["refute", &path, "--out", &out], more].concat())
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const CKDA: &str = "[parameters]\nalpha = { kind = \"diagonal\", range = \"[-1, 1]\" }\nk = { kind = \"unit-vector\" }\n\
    beta = { kind = \"scalar\", range = \"[0, 2]\" }\n[transition]\nT = \"(I - beta * k*k') * alpha\"\n\
    [claim]\nname = \"ckda\"\nproperty = \"real-spectrum\"\ndimension = \"1..3\"\n";

#[test]
fn a_false_claim_is_refuted_with_a_certificate_that_recheck_accepts() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = refute(CKDA, &["--starts", "2000"], folder.path());
    let said = text(&output.stdout);
    assert_eq!(code(&output), Some(1), "{said}{}", text(&output.stderr));
    assert!(said.contains("REFUTED by 1 step in dimension 2") && said.contains("recheck"), "{said}");
    let file = |name: &str| folder.path().join("out").join(name).display().to_string();
    let (certificate, statements) = (file("ckda.jsonl"), file("ckda.statements.json"));
    let checked = eigenclaim(&["recheck", &certificate, "--statements", &statements]);
    let said = text(&checked.stdout);
    assert_eq!(code(&checked), Some(1), "an accepted counterexample refutes: {said}");
    assert!(
        said.contains("refutes user/ckda") && said.contains("0 refused") && said.contains("are yours"),
        "{said}"
    );
    let without = eigenclaim(&["recheck", &certificate]);
    assert!(text(&without.stdout).contains("1 refused"), "{}", text(&without.stdout));
    let line = std::fs::read_to_string(&certificate).expect("the certificate");
    std::fs::write(&certificate, line.replace("\"beta\":\"2\"", "\"beta\":\"3\"")).expect("written");
    let tampered = eigenclaim(&["recheck", &certificate, "--statements", &statements]);
    assert!(
        text(&tampered.stdout).contains("does not satisfy hypothesis `beta`"),
        "{}",
        text(&tampered.stdout)
    );
    for name in ["ckda.py", "ckda.rs"] {
        assert!(Path::new(&file(name)).exists(), "{name}");
    }
}

#[test]
fn a_claim_that_holds_says_that_this_is_no_proof() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = refute(&CKDA.replace("real-spectrum", "pairs <= 1"), &["--starts", "200"], folder.path());
    let said = text(&output.stdout);
    assert_eq!(code(&output), Some(0), "{said}");
    assert!(said.contains("This is not a proof.") && said.contains("exact checks"), "{said}");
}

#[test]
fn the_report_is_json_with_the_documented_fields() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = refute(CKDA, &["--starts", "2000", "--json", "--explain", "--seconds", "4"], folder.path());
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&report["schema"], &report["verdict"]), (&"eigenclaim-refute-1".into(), &"refuted".into()));
    assert_eq!(report["counterexample"]["certified"], true);
    assert_eq!(report["counterexample"]["steps"][0]["k"].as_array().map(Vec::len), Some(2));
    let boundaries = report["boundaries"].as_array().expect("boundaries");
    assert!(boundaries.iter().all(|boundary| boundary["proved"] == false));
    // Without an erase beyond 1, or without negative gates, one step does not rotate.
    let end = |parameter: &str, end: &str| {
        boundaries.iter().find(|boundary| boundary["parameter"] == parameter && boundary["end"] == end)
    };
    let number = |text: &serde_json::Value| {
        let (numerator, denominator) =
            text.as_str().and_then(|text| text.split_once('/')).unwrap_or(("1", "1"));
        numerator.parse::<f64>().unwrap_or(f64::NAN) / denominator.parse::<f64>().unwrap_or(f64::NAN)
    };
    let beta = end("beta", "upper").expect("beta");
    let (refuted, held) = (number(&beta["still_refuted"]["high"]), number(&beta["nothing_met"]["high"]));
    assert!(held < refuted && refuted < 1.2 && held > 0.8, "the edge is at 1: {beta}");
    let documented = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/refute.md"));
    let documented = documented.expect("the page");
    for key in report.as_object().into_iter().flatten().map(|(key, _)| key).filter(|key| *key != "schema") {
        assert!(documented.contains(&format!("`{key}`")), "{key} is not documented");
    }
}

#[test]
fn wrong_claims_end_with_exit_code_2_and_the_place() {
    let folder = tempfile::tempdir().expect("a folder");
    for (from, to, message) in [
        ("* alpha", "* gamma", "line 6, column 26: `gamma` is not defined"),
        ("[0, 2]", "[2, 0]", "is empty: no parameter satisfies it"),
        ("[0, 2]", "[0, inf)", "must be bounded"),
        ("k*k'", "k*k", "inner sizes differ"),
        ("property", "propery", "unknown key `propery`"),
    ] {
        let output = refute(&CKDA.replace(from, to), &[], folder.path());
        assert_eq!(code(&output), Some(2), "{to}");
        let said = text(&output.stderr);
        assert!(said.contains(message) && said.contains('^'), "{said}");
    }
    let missing = eigenclaim(&["refute", "/nonexistent.toml"]);
    assert!(code(&missing) == Some(2) && text(&missing.stderr).contains("cannot read"));
}

#[test]
fn constraints_that_nothing_satisfies_leave_the_claim_undecided() {
    let folder = tempfile::tempdir().expect("a folder");
    let claim = CKDA.replace("[claim]", "[constraints]\nimpossible = \"beta > 2 + k'*k\"\n[claim]");
    let output = refute(&claim, &["--starts", "100"], folder.path());
    assert_eq!(code(&output), Some(3), "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("no parameters that satisfy all constraints"));
    let allowed = refute(&claim, &["--starts", "100", "--allow-undecided"], folder.path());
    assert_eq!(code(&allowed), Some(0));
}

#[test]
fn a_rule_without_a_value_is_not_reported_as_held() {
    let folder = tempfile::tempdir().expect("a folder");
    let claim = |rule: &str| {
        format!(
            "[parameters]\nc = {{ kind = \"scalar\", range = \"(0, 1)\" }}\n[transition]\nT = \"{rule}\"\n\
             [claim]\nproperty = \"real-spectrum\"\ndimension = 2\n"
        )
    };
    for (rule, reason) in [
        ("I / (c - c)", "the rule has no value"),
        ("sqrt(c - 2) * I", "the rule has no value"),
        // In doubles the denominator is often not 0.
        ("I / ((c + 1/3)^2 - c^2 - 2/3*c - 1/9)", "no exact parameters were met"),
    ] {
        let output = refute(&claim(rule), &["--starts", "400"], folder.path());
        let said = text(&output.stdout);
        assert_eq!(code(&output), Some(3), "{rule}: {said}");
        assert!(said.contains(reason), "{rule}: {said}");
    }
    let output = refute(&claim("c * I"), &["--starts", "40"], folder.path());
    assert_eq!(code(&output), Some(0), "{}", text(&output.stderr));
}

#[test]
fn the_time_is_kept_on_large_matrices() {
    let folder = tempfile::tempdir().expect("a folder");
    let claim = "[parameters]\nA = { kind = \"matrix\", range = \"(-1, 1)\", rows = \"3d\", cols = \"3d\" }\n\
        [transition]\nT = \"A\"\n[claim]\nproperty = \"pairs <= 23\"\nword-length = 8\ndimension = 16\n";
    let begin = std::time::Instant::now();
    let output = refute(claim, &["--seconds", "1"], folder.path());
    let taken = begin.elapsed().as_secs();
    assert!(taken < 45, "{taken} s, although a second was asked for: {}", text(&output.stdout));
    assert!(matches!(code(&output), Some(0 | 3)), "{}", text(&output.stdout));
}

#[test]
fn files_have_the_name_of_the_claim_or_of_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("My_Rule.toml");
    std::fs::write(&path, CKDA.replace("name = \"ckda\"\n", "")).expect("written");
    let (path, out) = (path.display().to_string(), folder.path().join("out").display().to_string());
    let output = eigenclaim(&["refute", &path, "--out", &out, "--starts", "2000"]);
    assert_eq!(code(&output), Some(1), "{}", text(&output.stdout));
    assert!(folder.path().join("out/my-rule.jsonl").exists(), "{}", text(&output.stdout));
}
