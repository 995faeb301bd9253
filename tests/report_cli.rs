//! `eigenclaim report` and `verify --report` as they are called.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

fn eigenclaim(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eigenclaim"));
    command.current_dir(folder).args(arguments).output().unwrap_or_else(|error| panic!("{error}"))
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// All files of a report by their paths.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    fn walk(root: &Path, folder: &Path, found: &mut BTreeMap<String, Vec<u8>>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(root, &path, found);
            } else {
                let name = path.strip_prefix(root).expect("below it").to_string_lossy().into_owned();
                found.insert(name, std::fs::read(&path).expect("a file"));
            }
        }
    }
    let mut found = BTreeMap::new();
    walk(folder, folder, &mut found);
    found
}

fn verified(folder: &Path, more: &[&str]) -> Output {
    let arguments = ["verify", "kda/real-spectrum", "kda/step-norm", "--cases", "8", "--max-dim", "6"];
    eigenclaim(folder, &[&arguments[..], &["--out", "run"], more].concat())
}

#[test]
fn a_run_with_a_report_makes_the_one_that_is_made_of_its_results() {
    let folder = tempfile::tempdir().unwrap();
    let output = verified(folder.path(), &["--report"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let beside = files(&folder.path().join("run/report"));
    let page = String::from_utf8(beside["theorems/kda/real-spectrum.html"].clone()).unwrap();
    assert!(page.contains("8 instances hold"), "the page says what this run found");
    assert!(String::from_utf8(beside["index.html"].clone()).unwrap().contains("--cases 8"));

    let output = eigenclaim(folder.path(), &["report", "--results", "run/results.json", "--out", "again"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "Report: again/index.html\n");
    assert!(files(&folder.path().join("again")) == beside, "the same results give the same bytes");
}

#[test]
fn a_folder_that_is_no_report_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    assert!(verified(folder.path(), &["--report"]).status.success());
    let notes = folder.path().join("run/report/notes.txt");
    std::fs::write(&notes, "mine").unwrap();
    let output = eigenclaim(folder.path(), &["report", "--results", "run"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("notes.txt"), "{}", err(&output));
    assert_eq!(std::fs::read_to_string(&notes).unwrap(), "mine");
    std::fs::remove_file(&notes).unwrap();
    assert_eq!(
        eigenclaim(folder.path(), &["report", "--results", "run"]).status.code(),
        Some(0),
        "an older report is replaced"
    );
}

#[test]
fn what_cannot_be_reported_is_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |arguments: &[&str], says: &str| {
        let output = eigenclaim(folder.path(), &[&["report"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", err(&output));
        assert!(err(&output).contains(says), "{arguments:?}: {}", err(&output));
        assert!(!folder.path().join("out").exists(), "{arguments:?}");
    };
    refused(&["--results", "nothing", "--out", "out"], "there are no results to report");
    assert!(verified(folder.path(), &[]).status.success());
    refused(
        &["--results", "run", "--out", "out", "--pdf", "x.pdf", "--chromium", "no-such-browser"],
        "no-such-browser",
    );
    std::fs::write(folder.path().join("kernels.json"), "{\"schema\": \"other\"}").unwrap();
    refused(&["--results", "run", "--out", "out", "--kernels", "kernels.json"], "kernels");
    let path = folder.path().join("run/results.json");
    let text = std::fs::read_to_string(&path).unwrap();
    let changed = |from: &str, to: &str, says: &str| {
        let other = text.replacen(from, to, 1);
        assert!(other != text, "{from} is there");
        std::fs::write(&path, other).unwrap();
        refused(&["--results", "run", "--out", "out"], says);
    };
    changed("\"statement\": \"", "\"statement\": \"0", "kda/real-spectrum");
    changed("\"version\": \"", "\"version\": \"9", "version");
    changed("eigenclaim-results/1", "eigenclaim-results/2", "eigenclaim-results");
    std::fs::write(&path, &text[..text.len() / 2]).unwrap();
    refused(&["--results", "run", "--out", "out"], "results.json");
}
