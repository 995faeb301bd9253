//! The tests of a claim, and of a list of claims.

use crate::tampered::tampered;
use crate::{Checker, Failed, Trial};
use claim::{Claim, Options, Progress, Quantifier, Verdict};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// One test for everything that each claim promises.
pub fn trials(claims: &'static [&'static Claim], checker: &'static Checker) -> Vec<Trial> {
    let other = |id| claims.iter().find(|claim| claim.id != id).map_or("none", |claim| claim.id);
    claims.iter().flat_map(|claim| trials_of(claim, checker, other(claim.id))).collect()
}

/// `other` is the id of another claim, which a certificate of this one must not be able to pose as.
fn trials_of(claim: &'static Claim, checker: &'static Checker, other: &'static str) -> Vec<Trial> {
    let id = claim.id;
    let mut trials = vec![
        Trial::test(format!("{id}/holds"), move || holds(claim, checker)),
        Trial::test(format!("{id}/recheck"), move || {
            recheck_accepts_and_tampering_is_refused(claim, checker, other)
        }),
        Trial::test(format!("{id}/prose"), move || prose(claim)),
    ];
    if !matches!(claim.quantifier, Quantifier::Exists(_)) {
        for (name, _) in (claim.statement)().hypotheses {
            trials.push(Trial::test(format!("{id}/sharp/{name}"), move || {
                witnessed(claim, checker, &format!("drops {name}"))
            }));
        }
    } else {
        trials.push(Trial::test(format!("{id}/witness"), move || witnessed(claim, checker, "witness")));
    }
    for trap in claim.traps {
        let name = trap.name;
        trials.push(Trial::test(format!("{id}/trap/{name}"), move || {
            witnessed(claim, checker, &format!("trap {name}"))
        }));
    }
    trials
}

fn number_from_environment(name: &str, default: u64) -> Result<u64, Failed> {
    match std::env::var(name) {
        Ok(text) => text.parse().map_err(|_| format!("{name} should be a whole number, is `{text}`").into()),
        Err(_) => Ok(default),
    }
}

fn run(claim: &Claim, checker: &Checker, cases: u64, keep: usize) -> Result<claim::TheoremResult, Failed> {
    let options = Options {
        cases,
        seed: number_from_environment("EIGENCLAIM_SEED", 1)?,
        max_dimension: 32,
        only_case: None,
        deadline: None,
        keep,
    };
    Ok(claim::run(claim, &options, checker, &Progress { tick: &|| (), stop: &AtomicBool::new(false) }))
}

fn holds(claim: &Claim, checker: &Checker) -> Result<(), Failed> {
    let result = run(claim, checker, number_from_environment("EIGENCLAIM_CASES", 64)?, 0)?;
    let replay = format!(
        "eigenclaim verify {} --seed {} --max-dim 32",
        claim.id,
        number_from_environment("EIGENCLAIM_SEED", 1)?
    );
    match (&result.failure, result.verdict) {
        (Some(failure), _) => Err(format!(
            "case {}:\n{}\nexpected: {}\nfound: {}\nreplay: {replay}",
            failure.case, failure.instance, failure.expected, failure.found
        )
        .into()),
        (None, Verdict::Holds) => Ok(()),
        (None, verdict) => Err(format!("{verdict:?}: {:?}; replay: {replay}", result.undecided.1).into()),
    }
}

/// The checker accepts every line, and refuses each once it is tampered with.
fn recheck_accepts_and_tampering_is_refused(
    claim: &Claim,
    checker: &Checker,
    other: &str,
) -> Result<(), Failed> {
    let result = run(claim, checker, 16, usize::MAX)?;
    if result.certificates.is_empty() {
        return Err("no certificate was made".into());
    }
    for line in &result.certificates {
        checker.check(line).map_err(|error| format!("{error}: {line}"))?;
        for (what, tampered) in tampered(line, other)? {
            if checker.check(&tampered).is_ok() {
                return Err(format!("accepted although {what}: {tampered}").into());
            }
        }
    }
    Ok(())
}

fn prose(claim: &Claim) -> Result<(), Failed> {
    let prose = claim.prose();
    if prose.lines().next() != Some(format!("# {}", claim.title).as_str()) {
        return Err(format!("the first line of the prose is not the title `{}`", claim.title).into());
    }
    for part in ["**Statement.**", "**Why.**", "**Sharpness.**"] {
        if !prose.contains(part) {
            return Err(format!("the prose has no part {part}").into());
        }
    }
    let lines = claim.text.lines().count();
    if lines > 220 {
        Err(format!("a theorem file of {lines} lines does not read in one go").into())
    } else {
        Ok(())
    }
}

fn witnessed(claim: &Claim, checker: &Checker, name: &str) -> Result<(), Failed> {
    let result = run(claim, checker, 1, 0)?;
    let witnesses: Vec<_> = result.witnesses.iter().filter(|witness| witness.name == name).collect();
    match (witnesses.is_empty(), witnesses.iter().find(|witness| !witness.shown)) {
        (true, _) => Err(format!("`{name}` has no witness: is it needed?").into()),
        (false, Some(witness)) => Err(format!(
            "the witness is refused: {}\n{}",
            result.failure.map(|failure| failure.found).unwrap_or_default(),
            witness.instance
        )
        .into()),
        (false, None) => Ok(()),
    }
}

/// Ids are unique, two words in kebab-case, and those that a proof uses exist.
///
/// # Errors
/// [`Failed`] naming the id.
pub fn ids_and_uses(claims: &[&Claim]) -> Result<(), Failed> {
    let ids: BTreeSet<_> = claims.iter().map(|claim| claim.id).collect();
    if ids.len() != claims.len() {
        return Err("an id is given twice".into());
    }
    let kebab = |word: &str| {
        !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    for claim in claims {
        if claim.id.split('/').count() != 2 || !claim.id.split('/').all(kebab) {
            return Err(format!("`{}` is not topic/name in kebab-case", claim.id).into());
        }
        let open = |id: &&&str| {
            claims.iter().any(|it| it.id == **id && matches!(it.quantifier, Quantifier::Conjecture))
        };
        if let Some(open) = claim.uses.iter().find(open) {
            return Err(format!("`{}` uses `{open}`, which is a conjecture", claim.id).into());
        }
        if let Some(unknown) = claim.uses.iter().find(|used| !ids.contains(**used)) {
            return Err(format!("`{}` uses `{unknown}`, which is not in the registry", claim.id).into());
        }
    }
    Ok(())
}

/// Every file in a subfolder of `root` is the text of a claim, and every claim has a file of its own.
///
/// # Errors
/// [`Failed`] naming the file.
pub fn every_file_is_listed(claims: &[&Claim], root: &Path) -> Result<(), Failed> {
    let mut listed: Vec<&str> = claims.iter().map(|claim| claim.text).collect();
    for topic in std::fs::read_dir(root)? {
        let topic = topic?.path();
        if !topic.is_dir() {
            continue;
        }
        for file in std::fs::read_dir(&topic)? {
            let path = file?.path();
            let text = std::fs::read_to_string(&path)?;
            match listed.iter().position(|known| *known == text) {
                Some(at) => drop(listed.swap_remove(at)),
                None => return Err(format!("{} is in no registry entry", path.display()).into()),
            }
        }
    }
    if listed.is_empty() { Ok(()) } else { Err("an entry includes the text of another file".into()) }
}
