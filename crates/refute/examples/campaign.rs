//! Searches every claim of `examples/claims` by the clock and compares with what is known: `make refute-campaign`.
//!
//! `cargo run --release -p refute --example campaign -- SECONDS SEED [NAME…]`. The independent checker must accept every
//! certificate. Exits with 1 when a claim that is known to be false is not refuted, or one that is true is.
#![expect(clippy::print_stdout, reason = "a report for the person who runs it")]

use refute::{Claim, Outcome, Report, search};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// Theorems: whatever else the folder holds is false.
const TRUE: [&str; 7] = [
    "ckda-at-most-one-pair",
    "delta-net-two-steps-real",
    "gdn2-erase-norm",
    "gdn2-real-spectrum",
    "kda-products-contract",
    "kda-real-spectrum",
    "mdn-at-most-one-pair",
];

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let seconds: u64 = arguments.next().unwrap_or_else(|| "60".into()).parse()?;
    let seed: u64 = arguments.next().unwrap_or_else(|| "0".into()).parse()?;
    let wanted: Vec<String> = arguments.collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/claims");
    let mut files: Vec<_> =
        std::fs::read_dir(folder)?.map(|file| file.map(|file| file.path())).collect::<Result<_, _>>()?;
    files.sort();
    let mut surprises = 0;
    for file in files {
        let claim: Claim = std::fs::read_to_string(&file)?.parse()?;
        if !wanted.is_empty() && !wanted.contains(&claim.name) {
            continue;
        }
        let options =
            refute::Options { seed, time: Duration::from_secs(seconds), ..refute::Options::default() };
        let report = search(&claim, &options)?;
        let (verdict, expected) = verdict(&claim, &report)?;
        surprises += u32::from(!expected);
        let starts: u64 = report.places.iter().map(|place| place.starts).sum();
        let surprise = if expected { "" } else { "  NOT WHAT IS KNOWN" };
        println!(
            "{:<32} {:>7.2} s {starts:>8} starts  {verdict}{surprise}",
            claim.name,
            report.elapsed.as_secs_f64()
        );
    }
    Ok(if surprises == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The verdict in words, and whether it is the known one.
fn verdict(claim: &Claim, report: &Report) -> Result<(String, bool), Box<dyn std::error::Error>> {
    let is_true = TRUE.contains(&claim.name.as_str());
    Ok(match &report.outcome {
        Outcome::Refuted(found) => {
            let checked = match &found.certificate {
                Some(certificate) => {
                    let own = recheck::OwnStatements::read(&certificate.statements.to_string())?;
                    recheck::check_line_with(&certificate.line, Some(&own))?;
                    "certificate accepted"
                }
                None => "by enclosure",
            };
            let (d, length) = (found.dimension, found.length());
            (format!("refuted: d = {d}, {length} step(s), {}; {checked}", found.found), !is_true)
        }
        Outcome::Held => ("held".into(), is_true),
        Outcome::Undecided(reason) => (format!("undecided: {reason}"), false),
    })
}
