//! `eigenclaim vectors`, end to end: what it writes is what `compare` reads.

use conformance::scans::{ScanDump, compare_scan};
use conformance::{Dump, Settings, Verdict, compare};
use engine::bounds::Form;
use serde_json::Value as Json;
use std::path::Path;
use std::process::{Command, Output};

fn vectors(arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_eigenclaim")).arg("vectors").args(arguments).output();
    output.expect("the command line can be run")
}

fn manifest(folder: &Path) -> Json {
    let text = std::fs::read_to_string(folder.join("manifest.json")).expect("a manifest");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn the_reference_results_pass_their_own_comparison() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().display().to_string();
    for (system, dtype) in [("gdn", "f32"), ("ckda", "bf16"), ("mdn", "f64")] {
        let output =
            vectors(&["--system", system, "--dtype", dtype, "--max-tokens", "40", "--out", &out, "--force"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let manifest = manifest(folder.path());
        assert_eq!(manifest["schema"], "eigenclaim-vectors/1");
        assert_eq!((&manifest["system"], &manifest["dtype"]), (&system.into(), &dtype.into()));
        let cases = manifest["cases"].as_array().expect("a list of cases");
        for family in ["exact", "corners", "random"] {
            assert!(cases.iter().any(|c| c["family"] == family), "{system} has no case of {family}");
        }
        for case in cases {
            let file = folder.path().join(case["file"].as_str().expect("a file"));
            let dump = Dump::open(file, Settings::default()).expect("a dump");
            let report = compare(&dump, Form::COMMON, &|_| {});
            assert_eq!(report.verdict, Verdict::Rounding, "{system} {}", case["id"]);
            assert!(!case["catches"].as_array().expect("faults").is_empty(), "{}", case["id"]);
        }
    }
}

#[test]
fn systems_with_tensors_of_their_own_have_sets_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().display().to_string();
    for (system, dtype, probes) in [
        ("mamba2", "f32", "yes"),
        ("mamba1", "bf16", "yes"),
        ("d-linoss-imex1", "f32", "yes"),
        ("cyfa", "f32", "none"),
    ] {
        let output =
            vectors(&["--system", system, "--dtype", dtype, "--max-tokens", "20", "--out", &out, "--force"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let manifest = manifest(folder.path());
        assert_eq!(manifest["schema"], "eigenclaim-vectors/1");
        assert!(manifest["exact_probes"].as_str().expect("words").starts_with(probes), "{system}");
        let cases = manifest["cases"].as_array().expect("a list of cases");
        for family in ["exact", "corners", "random"] {
            let some = cases.iter().any(|c| c["family"] == family);
            assert_eq!(some, family != "exact" || probes == "yes", "{system} {family}");
        }
        for case in cases {
            let file = folder.path().join(case["file"].as_str().expect("a file"));
            let dump = ScanDump::open(&file, Settings::default()).expect("a dump").expect("of this kind");
            let report = compare_scan(&dump, Form::COMMON).expect("a bound");
            assert_eq!(report.verdict, Verdict::Rounding, "{system} {}", case["id"]);
            assert!(!case["catches"].as_array().expect("faults").is_empty(), "{}", case["id"]);
            let names = case["inputs"].as_array().expect("names");
            let file = tensors::TensorFile::open(&file).expect("a file");
            assert!(
                names.iter().all(|n| file.names().contains(&n.as_str().expect("a name"))),
                "{}",
                case["id"]
            );
        }
    }
    let output = vectors(&["--system", "cyfa", "--family", "exact", "--out", &out]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("softmax"));
}

#[test]
fn a_list_writes_nothing_and_names_the_faults() {
    let output = vectors(&["--system", "kda", "--list"]);
    let text = String::from_utf8_lossy(&output.stdout);
    for name in ["exact-factors-4096", "corner-grouped-heads", "heads-tiled", "random-4096"] {
        assert!(text.contains(name), "{name} is not in\n{text}");
    }
}

#[test]
fn unknown_names_are_answered_with_the_known_ones() {
    for (arguments, known) in [
        (["--system", "nonsense", "--out", "x"], "delta_net"),
        (["--dtype", "f8", "--system", "kda"], "bf16"),
        (["--family", "odd", "--system", "kda"], "corners"),
    ] {
        let output = vectors(&arguments);
        assert_eq!(output.status.code(), Some(2));
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains(known), "{text}");
    }
}

#[test]
fn a_foreign_file_is_not_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("corner-one-token.safetensors");
    std::fs::write(&file, "mine").expect("a file");
    let out = folder.path().display().to_string();
    let output = vectors(&["--system", "kda", "--max-tokens", "1", "--out", &out]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("corner-one-token"));
    assert_eq!(std::fs::read_to_string(&file).expect("the file"), "mine");
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 1);
}
