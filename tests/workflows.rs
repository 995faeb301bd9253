//! The workflow files: linted with `actionlint` where that is installed, else shown as ignored, never as passed.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::Command;

const FILES: [&str; 2] = [".github/workflows/gate.yml", "docs/ci/github-matrix.yml"];

fn main() {
    let arguments = Arguments::from_args();
    let installed = Command::new("actionlint").arg("-version").output().is_ok_and(|it| it.status.success());
    let lint = |file: &'static str| {
        let kind = if installed { "" } else { "skipped: actionlint is not installed" };
        Trial::test(format!("actionlint/{file}"), move || lint(file))
            .with_kind(kind)
            .with_ignored_flag(!installed)
    };
    let mut trials: Vec<Trial> = FILES.into_iter().map(lint).collect();
    trials.push(Trial::test("options-of-commands-exist", options_exist));
    libtest_mimic::run(&arguments, trials).exit();
}

fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(file)
}

fn lint(file: &str) -> Result<(), Failed> {
    let output = Command::new("actionlint").arg(path(file)).output()?;
    if output.status.success() {
        Ok(())
    } else {
        Err(String::from_utf8_lossy(&output.stdout).into_owned().into())
    }
}

/// Every `--option` in a file that runs eigenclaim is one that some of the subcommands used there has.
fn options_exist() -> Result<(), Failed> {
    let help = |subcommand: &str| -> Result<String, Failed> {
        let output = Command::new(env!("CARGO_BIN_EXE_eigenclaim")).args([subcommand, "--help"]).output()?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let known = help("verify")? + &help("merge")? + &help("gate")?;
    // Options of cargo, which stand between it and the program's own.
    let cargo = ["--locked", "--release", "--quiet", "--"];
    for file in
        FILES.into_iter().chain(["docs/ci/slurm-array.sh", "docs/ci/kubernetes-job.yaml", "docs/ci.md"])
    {
        let text = std::fs::read_to_string(path(file))?;
        let words = text.split(|c: char| c.is_whitespace() || "\"'`,;()=".contains(c));
        for option in words.filter(|word| word.starts_with("--") && !cargo.contains(word)) {
            // Lines for Slurm itself are comments of the script.
            let slurm = text.lines().any(|line| line.starts_with("#SBATCH") && line.contains(option));
            if !slurm && !known.contains(option) {
                return Err(format!("{file}: no subcommand has {option}").into());
            }
        }
    }
    Ok(())
}
