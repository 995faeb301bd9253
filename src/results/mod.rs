//! The files that `verify` writes. Schemas: `docs/results-v1.md`.

mod junit;
mod markdown;
mod sarif;

pub use junit::junit;
pub use markdown::markdown;
pub use sarif::sarif;

use crate::formal::Proofs;
use claim::{Claim, Quantifier, TheoremResult, Verdict};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use std::io::{self, Write};
use std::path::Path;

/// Cap on the dimension when none is asked for.
pub const DEFAULT_MAX_DIMENSION: usize = 64;

/// What was asked for; part of the results, so that they can be reproduced.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// Seed of the run.
    pub seed: u64,
    /// Instances a theorem.
    pub cases: u64,
    /// Cap on the dimension.
    pub max_dimension: usize,
    /// The only instance that was run, where one was chosen.
    pub only_case: Option<u64>,
}

/// `results.json`: the verdicts, without anything that depends on the machine or the clock.
pub fn results(request: Request, partial: bool, done: &[(&Claim, TheoremResult)], proofs: &Proofs) -> Json {
    let conjecture = |claim: &Claim| matches!(claim.quantifier, Quantifier::Conjecture);
    let conjectures = done.iter().filter(|(claim, _)| conjecture(claim)).count();
    let holds =
        done.iter().filter(|(claim, result)| result.verdict == Verdict::Holds && !conjecture(claim)).count();
    let count = |verdict| done.iter().filter(|(_, result)| result.verdict == verdict).count();
    json!({
        "schema": "eigenclaim-results/1",
        "version": env!("CARGO_PKG_VERSION"),
        "seed": request.seed,
        "cases": request.cases,
        "max_dimension": request.max_dimension,
        "only_case": request.only_case,
        "partial": partial,
        "summary": {
            "theorems": done.len() - conjectures,
            "conjectures": conjectures,
            "holds": holds,
            "refuted": count(Verdict::Refuted),
            "undecided": count(Verdict::Undecided),
            "broken": count(Verdict::Broken),
        },
        "theorems": done.iter().map(|(claim, result)| theorem(claim, result, proofs)).collect::<Vec<_>>(),
    })
}

fn theorem(claim: &Claim, result: &TheoremResult, proofs: &Proofs) -> Json {
    let dimensions: serde_json::Map<_, _> =
        result.dimensions.iter().map(|(d, count)| (d.to_string(), Json::from(*count))).collect();
    json!({
        "id": claim.id,
        "title": claim.title,
        "system": claim.system,
        "file": file(claim.id),
        "statement": statement_hash(claim),
        "quantifier": claim.quantifier.name(),
        "verdict": result.verdict,
        "level": claim.level,
        "formal": proofs.of(claim),
        "partial": result.partial,
        "instances": {
            "holds": result.holds,
            "undecided": result.undecided.0,
            "passed_over": result.passed_over,
        },
        "undecided_reason": result.undecided.1,
        "dimensions": dimensions,
        "nearest": result.nearest,
        "witnesses": result.witnesses,
        "failure": result.failure,
    })
}

/// The theorem's file, from the root of the repository.
fn file(id: &str) -> String {
    format!("theorems/src/{}.rs", id.replace('-', "_"))
}

/// SHA-256 of the theorem's entry in the statement table, as compact JSON.
pub fn statement_hash(claim: &Claim) -> String {
    let entry = claim.table_entry().to_string();
    Sha256::digest(entry.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The command that runs one case again; `request` is the seed and the cap on the dimension. A witness is run again
/// with every case.
pub fn replay(id: &str, (seed, max_dimension): (u64, usize), case: &str) -> String {
    let mut replay = format!("eigenclaim verify {id} --seed {seed}");
    if max_dimension != DEFAULT_MAX_DIMENSION {
        replay.push_str(&format!(" --max-dim {max_dimension}"));
    }
    if case.parse::<u64>().is_ok() {
        replay.push_str(&format!(" --case {case}"));
    }
    replay
}

fn request_of(results: &Json) -> (u64, usize) {
    let number = |field: &str| results[field].as_u64().unwrap_or_default();
    (number("seed"), usize::try_from(number("max_dimension")).unwrap_or(usize::MAX))
}

/// Why a theorem does not hold, in one line.
fn reason(result: &TheoremResult) -> String {
    match (&result.failure, &result.undecided.1) {
        (Some(failure), _) => format!("expected {}; found {}", failure.expected, failure.found),
        (None, Some(reason)) => format!("{} undecided, the first because {reason}", result.undecided.0),
        (None, None) => "not every instance was tried".into(),
    }
}

/// `timings.json`: seconds a theorem.
pub fn timings(done: &[(&Claim, TheoremResult)]) -> Json {
    let seconds: serde_json::Map<_, _> = done
        .iter()
        .map(|(claim, result)| (claim.id.to_owned(), Json::from(result.elapsed.as_secs_f64())))
        .collect();
    json!({"schema": "eigenclaim-timings/1", "seconds": seconds})
}

/// Writes a file of `directory` in one step: readers see the old content or the new, never a part.
///
/// # Errors
/// [`io::Error`] from creating, writing or renaming.
pub fn replace(
    directory: &Path,
    name: &str,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    std::fs::create_dir_all(directory)?;
    let mut file = tempfile::NamedTempFile::new_in(directory)?;
    let mut buffered = io::BufWriter::new(&mut file);
    write(&mut buffered)?;
    buffered.flush()?;
    drop(buffered);
    // A temporary file is private; the result should be as readable as any other file that the user makes.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))?;
    }
    file.persist(directory.join(name)).map(drop).map_err(|error| error.error)
}
