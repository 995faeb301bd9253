//! The subcommands, one file each.

mod atlas;
mod compare;
mod dump_options;
mod explain;
mod gate;
mod inspect;
mod inspect_rows;
mod kernels;
mod list;
mod merge;
mod recheck;
mod refute;
mod report;
mod run;
mod statements;
mod table;
mod vectors;
mod verdicts;
mod verify;

use clap::{Parser, Subcommand};
use eigenclaim::formal::{Formal, Proofs};
use std::process::ExitCode;

/// Exit codes, the same for every subcommand.
mod exit {
    pub(super) const HOLDS: u8 = 0;
    pub(super) const REFUTED: u8 = 1;
    pub(super) const USAGE: u8 = 2;
    pub(super) const UNDECIDED: u8 = 3;
    pub(super) const INTERRUPTED: u8 = 130;
}

const EXIT_CODES: &str = "Exit codes: 0 all hold; 1 something was refuted, refused or broken; 2 usage or input \
error; 3 something stayed undecided or was not tried; 130 interrupted, with finished results saved.";

/// Executable, certified claims about the state dynamics of sequence models.
#[derive(Debug, Parser)]
#[command(version, after_help = EXIT_CODES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Decide theorems on random instances, with certificates
    Verify(verify::Arguments),
    /// Put the shards of one run together
    Merge(merge::Arguments),
    /// Hold results against a baseline, and fail where something got weaker
    Gate(gate::Arguments),
    /// List the theorems
    List(list::Arguments),
    /// What each system can and cannot do, and what decides it
    Atlas(atlas::Arguments),
    /// The article's claims, and the theorems that decide them
    Coverage(atlas::CoverageArguments),
    /// Show a theorem: statement, hypotheses, witnesses
    Explain(explain::Arguments),
    /// Write the report of a run: pages for people
    Report(report::Arguments),
    /// Check a file of certificates with the independent checker
    Recheck(recheck::Arguments),
    /// Try to break a claim about your own transition, and certify what breaks it
    Refute(refute::Arguments),
    /// Hold a kernel's results against the reference: rounding, or a bug?
    Compare(compare::Arguments),
    /// What do the transitions of a trained model do? Certified, from its gates and keys
    Inspect(inspect::Arguments),
    /// Run a system on the inputs of a tensor file
    Run(run::Arguments),
    /// Write conformance vectors that a kernel's own tests run
    Vectors(vectors::Arguments),
    /// Run the GPU kernels and hold them against the reference; needs the feature `gpu`
    Kernels(kernels::Arguments),
    /// Print the statement table that the checker embeds
    #[command(hide = true)]
    Statements,
    /// Print `proofs/THEOREMS.md`
    #[command(hide = true)]
    Proofs,
}

/// Runs a subcommand; an error is printed with its causes and ends with exit code 2.
pub(crate) fn run(arguments: Arguments) -> ExitCode {
    let code = match arguments.command {
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Gate(arguments) => gate::run(&arguments),
        Command::List(arguments) => list::run(&arguments),
        Command::Atlas(arguments) => atlas::run(&arguments),
        Command::Coverage(arguments) => atlas::coverage(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
        Command::Recheck(arguments) => recheck::run(&arguments),
        Command::Refute(arguments) => refute::run(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Inspect(arguments) => inspect::run(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Vectors(arguments) => vectors::run(&arguments),
        Command::Kernels(arguments) => kernels::run(&arguments),
        Command::Statements => statements::run(),
        Command::Proofs => statements::proofs(),
    };
    match code {
        Ok(code) => code.into(),
        // A reader that has seen enough, as in `eigenclaim list | head`, is no error. The subcommands that decide
        // something see to it themselves, so that their verdict is not lost.
        Err(error) if is_broken_pipe(&error) => exit::HOLDS.into(),
        Err(error) => {
            note(format_args!("error: {error:#}"));
            exit::USAGE.into()
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.chain().find_map(|cause| cause.downcast_ref::<std::io::Error>());
    io.is_some_and(|cause| cause.kind() == std::io::ErrorKind::BrokenPipe)
}

/// The level of a claim, with what is shown symbolically, and the mark `formal` when its proof was checked on these very sources.
fn level(claim: &claim::Claim, proofs: &Proofs) -> String {
    if matches!(claim.quantifier, claim::Quantifier::Conjecture) {
        return "open".into();
    }
    let level = match claim.level {
        claim::Level::Exact => "exact",
        claim::Level::Enclosed => "enclosed",
    };
    let mark = if proofs.of(claim) == Some(Formal::Checked) { ", formal" } else { "" };
    // The first entry; `explain` shows all.
    let symbolic = theorems::symbolic::of(claim.id).next();
    let symbolic = symbolic.map(|entry| format!(", {}", entry.level(claim))).unwrap_or_default();
    format!("{level}{symbolic}{mark}")
}

/// Nothing, where the reader of the output has gone away; the verdict in the exit code stays.
fn ignore_broken_pipe(printed: anyhow::Result<()>) -> anyhow::Result<()> {
    match printed {
        Err(error) if is_broken_pipe(&error) => Ok(()),
        printed => printed,
    }
}

/// A line for the person, on standard error.
#[expect(clippy::print_stderr, reason = "the front end speaks to the person here and nowhere else")]
fn note(message: std::fmt::Arguments<'_>) {
    eprintln!("{message}");
}
