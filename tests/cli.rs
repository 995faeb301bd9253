//! The command line, as a person meets it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn eigenclaim(arguments: &[&str]) -> Output {
    match eigenclaim_with(arguments, Path::new("/nonexistent")) {
        Ok(output) => output,
        Err(error) => panic!("the command line cannot be run: {error}"),
    }
}

/// With a record of the proofs' last check, which is not to decide what these tests see.
fn eigenclaim_with(arguments: &[&str], record: &Path) -> std::io::Result<Output> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eigenclaim"));
    command.args(arguments).env("EIGENCLAIM_FORMAL", record).output()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Exit code and both streams, with times and the given folder replaced.
fn transcript(output: &Output, folder: Option<&Path>) -> String {
    let mut all = format!(
        "exit {}\n--- stdout\n{}--- stderr\n{}",
        output.status.code().unwrap_or(-1),
        text(&output.stdout),
        text(&output.stderr)
    );
    if let Some(folder) = folder {
        all = all.replace(&folder.display().to_string(), "DIR");
    }
    all
}

fn snapshot(name: &str, output: &Output, folder: Option<&Path>) {
    let mut settings = insta::Settings::clone_current();
    settings.add_filter(r"\d+\.\d+ s\b", "[time]");
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!(name, transcript(output, folder)));
}

fn folder() -> tempfile::TempDir {
    match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(error) => panic!("no temporary folder: {error}"),
    }
}

fn verify(folder: &Path, more: &[&str]) -> Output {
    let out = folder.display().to_string();
    let mut arguments = vec!["verify", "--out", &out];
    arguments.extend(more);
    eigenclaim(&arguments)
}

fn read(path: PathBuf) -> String {
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn list_names_every_theorem() {
    snapshot("list", &eigenclaim(&["list"]), None);
}

#[test]
fn explain_shows_prose_hypotheses_and_witnesses() {
    snapshot("explain", &eigenclaim(&["explain", "kda/real-spectrum"]), None);
}

#[test]
fn verify_prints_a_table_and_says_where_the_results_are() {
    let folder = folder();
    let output = verify(folder.path(), &["kda", "--cases", "8", "--max-dim", "4"]);
    snapshot("verify", &output, Some(folder.path()));
}

#[test]
fn results_depend_on_the_seed_and_not_on_the_number_of_threads() {
    let [one, two, other] = [folder(), folder(), folder()];
    let common = ["ckda/*", "cyfa", "--cases", "12", "--max-dim", "8", "--certificates", "all"];
    for (folder, more) in [(&one, ["--jobs", "1"]), (&two, ["--jobs", "3"]), (&other, ["--seed", "9"])] {
        let output = verify(folder.path(), &[common.as_slice(), more.as_slice()].concat());
        assert_eq!(output.status.code(), Some(0), "{}", transcript(&output, None));
    }
    for file in ["results.json", "certificates.jsonl"] {
        let content = |folder: &tempfile::TempDir| read(folder.path().join(file));
        assert_eq!(content(&one), content(&two), "{file} depends on --jobs");
        assert_ne!(content(&one), content(&other), "{file} does not depend on --seed");
    }
}

#[test]
fn written_certificates_are_accepted_and_a_changed_one_is_refused_by_line() {
    let folder = folder();
    assert!(verify(folder.path(), &["gdn2/*", "--cases", "4", "--max-dim", "3"]).status.success());
    let file = folder.path().join("certificates.jsonl");
    let accepted = eigenclaim(&["recheck", &file.display().to_string()]);
    assert_eq!(accepted.status.code(), Some(0), "{}", transcript(&accepted, None));
    let mut lines: Vec<String> = read(file.clone()).lines().map(str::to_owned).collect();
    lines[1] = lines[1].replacen("\"version\":1", "\"version\":3", 1);
    assert!(std::fs::write(&file, lines.join("\n") + "\n").is_ok());
    let refused = eigenclaim(&["recheck", &file.display().to_string()]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        text(&refused.stdout).contains("certificates.jsonl:2: refused: version 3"),
        "{}",
        text(&refused.stdout)
    );
}

#[test]
fn a_time_limit_leaves_a_partial_run_that_does_not_pass() {
    let folder = folder();
    let limited = ["kda", "--time-limit", "0", "--cases", "4"];
    assert_eq!(verify(folder.path(), &limited).status.code(), Some(3));
    let results: serde_json::Value = match serde_json::from_str(&read(folder.path().join("results.json"))) {
        Ok(results) => results,
        Err(error) => panic!("results.json: {error}"),
    };
    assert_eq!(results["partial"], true);
    assert_eq!(results["theorems"][0]["verdict"], "undecided");
    assert_eq!(
        verify(folder.path(), &[limited.as_slice(), &["--allow-undecided"]].concat()).status.code(),
        Some(0)
    );
}

#[test]
fn wrong_input_is_an_error_with_exit_code_2_that_says_what_to_do() {
    let empty = folder();
    let file = empty.path().join("empty.jsonl");
    assert!(std::fs::write(&file, "").is_ok());
    let foreign = empty.path().join("foreign.jsonl");
    assert!(std::fs::write(&foreign, "a,b\n".repeat(300)).is_ok());
    for (name, arguments) in [
        ("unknown-theorem", vec!["verify", "kda/imaginary-spectrum"]),
        ("missing-file", vec!["recheck", "no/such/file.jsonl"]),
        ("empty-file", vec!["recheck", &file.display().to_string()]),
        ("foreign-file", vec!["recheck", &foreign.display().to_string()]),
        ("unknown-option", vec!["verify", "--tolerance", "1e-9"]),
        ("no-cases", vec!["verify", "--cases", "0"]),
        ("negative-time-limit", vec!["verify", "--time-limit=-1"]),
        ("explain-many", vec!["explain", "kda/*"]),
    ] {
        let output = eigenclaim(&arguments);
        assert_eq!(output.status.code(), Some(2), "{name}");
        snapshot(&format!("error-{name}"), &output, Some(empty.path()));
    }
}

#[test]
fn a_reader_that_goes_away_does_not_turn_a_refusal_into_success() {
    let bad = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/certificates/bad/outside-domain.jsonl");
    let mut command = Command::new(env!("CARGO_BIN_EXE_eigenclaim"));
    let (reader, writer) = match std::io::pipe() {
        Ok(ends) => ends,
        Err(error) => panic!("no pipe: {error}"),
    };
    drop(reader);
    let status = command.args(["recheck", &bad.display().to_string()]).stdout(writer).status();
    assert_eq!(status.ok().and_then(|status| status.code()), Some(1));
}
