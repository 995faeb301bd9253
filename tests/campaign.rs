//! Long runs: stopped, killed, resumed, divided, and held against a baseline.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// All that a run writes and that must be reproducible.
const FILES: [&str; 5] = ["results.json", "certificates.jsonl", "junit.xml", "results.sarif", "summary.md"];

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eigenclaim"));
    command.args(arguments).env("EIGENCLAIM_FORMAL", "/nonexistent");
    command
}

fn eigenclaim(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap_or_else(|error| panic!("the command line cannot be run: {error}"))
}

/// Runs, and fails unless it ends with `code`; its output and errors.
fn expect(code: i32, arguments: &[&str]) -> String {
    let output = eigenclaim(arguments);
    let said =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    said
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap_or_else(|error| panic!("no temporary folder: {error}"))
}

fn name(folder: &tempfile::TempDir) -> String {
    folder.path().display().to_string()
}

fn read(path: PathBuf) -> String {
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn write(path: PathBuf, text: &str) {
    std::fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

fn assert_same(one: &Path, other: &Path) {
    for file in FILES {
        assert!(read(one.join(file)) == read(other.join(file)), "{file} differs");
    }
}

const RUN: [&str; 8] = ["verify", "kda/*", "ckda/rotation", "products/*", "--cases", "100", "--max-dim", "5"];

/// What `RUN` gives when nothing happens to it.
fn undisturbed() -> tempfile::TempDir {
    let folder = folder();
    expect(0, &[&RUN, ["--out", &name(&folder)].as_slice()].concat());
    folder
}

#[test]
fn shards_put_together_in_any_order_are_one_run() {
    let whole = undisturbed();
    let shards = [folder(), folder(), folder()];
    let merged = folder();
    for (folder, shard) in shards.iter().zip(["1/3", "2/3", "3/3"]) {
        expect(0, &[&RUN, ["--out", &name(folder), "--shard", shard].as_slice()].concat());
        assert!(!folder.path().join("results.json").exists(), "a share has no results of its own");
    }
    let [a, b, c] = [&shards[0], &shards[1], &shards[2]].map(name);
    expect(0, &["merge", &c, &a, &b, "--out", &name(&merged)]);
    assert_same(whole.path(), merged.path());

    let said = expect(2, &["merge", &a, &c, "--out", &name(&merged)]);
    assert!(said.contains("parts are missing"), "{said}");
    let said = expect(2, &["merge", &a, &b, &c, &a, "--out", &name(&merged)]);
    assert!(said.contains("is both in"), "{said}");
    let said = expect(3, &["merge", &a, &c, "--out", &name(&merged), "--allow-missing"]);
    assert!(said.contains("(partial)"), "{said}");
    let other = folder();
    expect(0, &[&RUN, ["--out", &name(&other), "--shard", "2/3", "--seed", "4"].as_slice()].concat());
    let said = expect(2, &["merge", &a, &name(&other), &c, "--out", &name(&merged)]);
    assert!(said.contains("the seed is 4 there and 0 here"), "{said}");
}

/// Waits until the journal has this many lines.
fn wait_for_lines(folder: &Path, lines: usize, child: &mut Child) {
    let start = Instant::now();
    loop {
        let text = std::fs::read_to_string(folder.join("campaign.jsonl")).unwrap_or_default();
        if text.lines().count() >= lines {
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(120), "the journal does not grow");
        assert!(matches!(child.try_wait(), Ok(None)), "the run ended before it could be killed");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_killed_run_goes_on_and_ends_with_the_results_of_one_that_was_not() {
    let long =
        ["verify", "kda/*", "products/*", "--cases", "1500", "--max-dim", "6", "--certificates", "all"];
    let whole = folder();
    expect(0, &[&long, ["--out", &name(&whole)].as_slice()].concat());
    let killed = folder();
    let path = name(&killed);
    for lines in [3, 20, 60] {
        let arguments = [long.as_slice(), &["--out", &path, "--resume"]].concat();
        let mut child = command(&arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("the command line cannot be run: {error}"));
        wait_for_lines(killed.path(), lines, &mut child);
        assert!(child.kill().is_ok() && child.wait().is_ok());
        assert!(!killed.path().join("results.json").exists());
    }
    // A machine that stops may leave a part of a line.
    let journal = killed.path().join("campaign.jsonl");
    let before = read(journal.clone());
    let torn = b"{\"theorem\":\"kda/real-spectrum\",\"number\":9,\"holds\":3";
    for _ in ["with work left", "with none left"] {
        let mut file = std::fs::OpenOptions::new().append(true).open(&journal);
        assert!(file.as_mut().is_ok_and(|file| file.write_all(torn).is_ok()));
        expect(0, &[long.as_slice(), &["--out", &path, "--resume"]].concat());
    }
    assert_same(whole.path(), killed.path());
    let after = read(journal);
    assert!(after.ends_with('\n'), "nothing is left of the torn line");
    let finished: Vec<&str> = before.lines().collect();
    assert_eq!(
        after.lines().take(finished.len()).collect::<Vec<_>>(),
        finished,
        "finished work is not done again"
    );
    let distinct: std::collections::BTreeSet<_> = after.lines().map(key).collect();
    assert_eq!(distinct.len(), after.lines().count(), "nothing is there twice");
}

/// Theorem and number of a line of a journal.
fn key(line: &str) -> (String, u64) {
    let record: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
    (record["theorem"].to_string(), record["number"].as_u64().unwrap_or(u64::MAX))
}

#[test]
fn what_does_not_belong_to_a_run_is_not_taken_for_a_part_of_it() {
    let run = undisturbed();
    let path = name(&run);
    let resume = |more: &[&str], code: i32| {
        expect(code, &[&RUN, ["--out", &path, "--resume"].as_slice(), more].concat())
    };
    resume(&[], 0);
    let said = resume(&["--seed", "7"], 2);
    assert!(said.contains("does not belong to this run: the seed is 0 there and 7 here"), "{said}");
    assert!(resume(&["--shard", "1/2"], 2).contains("it is shard 1/1"));
    assert!(resume(&["--certificates", "all"], 2).contains("certificates"));

    let journal = run.path().join("campaign.jsonl");
    let good = read(journal.clone());
    let damaged = |change: &dyn Fn(&mut Vec<String>)| {
        let mut lines: Vec<String> = good.lines().map(str::to_owned).collect();
        change(&mut lines);
        write(journal.clone(), &(lines.join("\n") + "\n"));
    };
    damaged(&|lines| lines[2].truncate(40));
    assert!(resume(&[], 2).contains("campaign.jsonl:3 is not a record of a campaign"));
    damaged(&|lines| lines.push(lines[1].clone()));
    assert!(resume(&[], 2).contains("the part is there already"));
    damaged(&|lines| lines[1] = lines[1].replace("\"number\":", "\"number\":99"));
    assert!(resume(&[], 2).contains("is not one of this run"));
    damaged(&|lines| lines[0] = lines[0].replace("\"version\":\"", "\"version\":\"9."));
    assert!(resume(&[], 2).contains("another version"));
    damaged(&|lines| lines[0] = "{}".into());
    assert!(resume(&[], 2).contains("campaign.jsonl:1"));
}

#[test]
fn an_unfinished_run_is_kept_when_another_begins_in_its_folder() {
    let run = folder();
    let path = name(&run);
    expect(3, &[&RUN, ["--out", &path, "--time-limit", "0"].as_slice()].concat());
    let unfinished = read(run.path().join("campaign.jsonl"));
    let said = expect(0, &[&RUN, ["--out", &path].as_slice()].concat());
    assert!(said.contains("an unfinished run was here"), "{said}");
    assert_eq!(read(run.path().join("campaign-unfinished.jsonl")), unfinished);
    // A finished one is not worth a word.
    assert!(!expect(0, &[&RUN, ["--out", &path].as_slice()].concat()).contains("unfinished"));
}

#[test]
fn two_runs_do_not_write_to_one_folder() {
    let run = folder();
    let file = std::fs::File::create(run.path().join("campaign.jsonl"));
    assert!(file.as_ref().is_ok_and(|file| file.try_lock().is_ok()));
    let said = expect(2, &[&RUN, ["--out", &name(&run)].as_slice()].concat());
    assert!(said.contains("another run is writing to"), "{said}");
}

#[test]
fn the_gate_falls_when_anything_gets_weaker_and_only_then() {
    let run = undisturbed();
    let results = run.path().join("results.json");
    let baseline = run.path().join("baseline.json");
    let [results_name, baseline_name] = [&results, &baseline].map(|path| path.display().to_string());
    let gate = |code: i32, more: &[&str]| {
        expect(code, &[&["gate", "--baseline", &baseline_name, "--results", &results_name], more].concat())
    };
    assert!(gate(2, &[]).contains("cannot read"));
    gate(0, &["--update"]);
    assert!(gate(0, &[]).contains("the gate holds: 0 weaker, 0 stronger"));

    let good: serde_json::Value = serde_json::from_str(&read(results.clone())).unwrap_or_default();
    let changed = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut copy = good.clone();
        change(&mut copy);
        write(results.clone(), &copy.to_string());
    };
    let first = |results: &mut serde_json::Value, field: &str, value: serde_json::Value| {
        results["theorems"][0][field] = value;
    };
    for (what, said) in [
        ("verdict", "its verdict is undecided, and holds before"),
        ("level", "its level is enclosed, and exact before"),
        ("statement", "its statement is another"),
        ("formal", "it has no proof in Coq any more"),
    ] {
        let value = match what {
            "verdict" => "undecided".into(),
            "level" => "enclosed".into(),
            "statement" => "0".into(),
            _ => serde_json::Value::Null,
        };
        changed(&|results| first(results, what, value.clone()));
        let output = gate(1, &[]);
        assert!(output.contains(said) && output.contains("THE GATE FELL: 1 weaker"), "{output}");
    }
    changed(&|results| results["theorems"][0]["instances"]["holds"] = 99.into());
    assert!(gate(1, &[]).contains("99 instances hold, 100 before"));
    changed(&|results| results["theorems"][0]["witnesses"][0]["shown"] = false.into());
    assert!(gate(1, &[]).contains("is gone, or is refused"));
    changed(&|results| results["theorems"][0]["witnesses"] = serde_json::json!([]));
    assert!(gate(1, &[]).contains("is gone, or is refused"));
    changed(&|results| drop(results["theorems"].as_array_mut().map(|theorems| theorems.remove(1))));
    assert!(gate(1, &[]).contains("the theorem is gone"));
    changed(&|results| results["theorems"][0]["verdict"] = "splendid".into());
    assert!(gate(1, &[]).contains("its verdict is splendid"));
    // Better, or not tried, is no fall.
    changed(&|results| results["theorems"][0]["instances"]["holds"] = 101.into());
    assert!(gate(0, &[]).contains("101 instances hold, 100 before"));
    changed(&|results| first(results, "formal", "checked".into()));
    gate(0, &["--update"]);
    changed(&|_| ());
    assert!(gate(0, &[]).contains("its proof in Coq was not run"));
    // Input that is none.
    write(results.clone(), "[]");
    assert!(gate(2, &[]).contains("not a file of results"));
    changed(&|results| results["schema"] = "eigenclaim-results/2".into());
    assert!(gate(2, &["--update"]).contains("eigenclaim-results/2"));
    assert!(gate(2, &[]).contains("eigenclaim-results/2"));
}
