//! `eigenclaim`: decides theorems about the state dynamics of sequence models, and says so with certificates.

mod cli;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run(cli::Arguments::parse())
}
