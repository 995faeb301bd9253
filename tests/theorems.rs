//! One named test for everything that a theorem promises: `cargo test kda/real-spectrum`.
//!
//! `EIGENCLAIM_CASES` and `EIGENCLAIM_SEED` widen the random tests.

use claim::{Claim, Options, Progress, Quantifier, Verdict};
use eigenclaim::Recheck;
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use theorems::REGISTRY;

fn main() {
    let arguments = Arguments::from_args();
    let mut trials: Vec<Trial> = REGISTRY.iter().flat_map(|claim| trials_of(claim)).collect();
    trials.extend([
        Trial::test("registry/ids-are-unique-kebab-case-and-uses-exist", ids_and_uses),
        Trial::test("registry/every-file-is-listed", every_file_is_listed),
        Trial::test("registry/the-checker-embeds-the-current-statements", statements_are_current),
    ]);
    libtest_mimic::run(&arguments, trials).exit();
}

fn trials_of(claim: &'static Claim) -> Vec<Trial> {
    let id = claim.id;
    let mut trials = vec![
        Trial::test(format!("{id}/holds"), move || holds(claim)),
        Trial::test(format!("{id}/recheck"), move || recheck_accepts_and_tampering_is_refused(claim)),
        Trial::test(format!("{id}/prose"), move || prose(claim)),
    ];
    if !matches!(claim.quantifier, Quantifier::Exists(_)) {
        for (name, _) in (claim.statement)().hypotheses {
            trials.push(Trial::test(format!("{id}/sharp/{name}"), move || {
                witnessed(claim, &format!("drops {name}"))
            }));
        }
    } else {
        trials.push(Trial::test(format!("{id}/witness"), move || witnessed(claim, "witness")));
    }
    for trap in claim.traps {
        let name = trap.name;
        trials.push(Trial::test(format!("{id}/trap/{name}"), move || {
            witnessed(claim, &format!("trap {name}"))
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

fn run(claim: &Claim, cases: u64, keep: usize) -> Result<claim::TheoremResult, Failed> {
    let options = Options {
        cases,
        seed: number_from_environment("EIGENCLAIM_SEED", 1)?,
        max_dimension: 32,
        only_case: None,
        deadline: None,
        keep,
    };
    Ok(claim::run(claim, &options, &Recheck, &Progress { tick: &|| (), stop: &AtomicBool::new(false) }))
}

fn holds(claim: &Claim) -> Result<(), Failed> {
    let result = run(claim, number_from_environment("EIGENCLAIM_CASES", 64)?, 0)?;
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
fn recheck_accepts_and_tampering_is_refused(claim: &Claim) -> Result<(), Failed> {
    let result = run(claim, 16, usize::MAX)?;
    if result.certificates.is_empty() {
        return Err("no certificate was made".into());
    }
    for line in &result.certificates {
        recheck::check_line(line).map_err(|error| format!("{error}: {line}"))?;
        for (what, tampered) in tampered(line)? {
            if recheck::check_line(&tampered).is_ok() {
                return Err(format!("accepted although {what}: {tampered}").into());
            }
        }
    }
    Ok(())
}

fn tampered(line: &str) -> Result<Vec<(&'static str, String)>, Failed> {
    let original: serde_json::Value = serde_json::from_str(line)?;
    let mut changed = Vec::new();
    let mut change = |what, edit: &dyn Fn(&mut serde_json::Value)| {
        let mut copy = original.clone();
        edit(&mut copy);
        changed.push((what, copy.to_string()));
    };
    let other =
        REGISTRY.iter().find(|claim| claim.id != original["theorem"]).map_or("none", |claim| claim.id);
    change("it names another theorem", &|line| line["theorem"] = other.into());
    change("its version is 2", &|line| line["version"] = 2.into());
    change("its evidence is gone", &|line| line["evidence"] = serde_json::json!([]));
    change("its conclusion is gone", &|line| line["conclusion"] = serde_json::json!([]));
    change("it has an unknown field", &|line| line["note"] = "".into());
    change("its evidence is of an unknown kind", &|line| line["evidence"][0]["kind"] = "trust".into());
    change("a parameter is not canonical", &|line| {
        if let Some(instance) = line["instance"].as_object_mut() {
            instance.values_mut().for_each(|value| *value = "2/4".into());
        }
    });
    if original["evidence"][0]["intervals"].as_array().is_some_and(|intervals| !intervals.is_empty()) {
        change("an interval is given twice", &|line| {
            let first = line["evidence"][0]["intervals"][0].clone();
            if let Some(intervals) = line["evidence"][0]["intervals"].as_array_mut() {
                intervals.insert(0, first);
            }
        });
    }
    changed.push(("it is cut off", line[..line.len() - 1].to_owned()));
    Ok(changed)
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

fn witnessed(claim: &Claim, name: &str) -> Result<(), Failed> {
    let result = run(claim, 1, 0)?;
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

fn ids_and_uses() -> Result<(), Failed> {
    let ids: BTreeSet<_> = REGISTRY.iter().map(|claim| claim.id).collect();
    if ids.len() != REGISTRY.len() {
        return Err("an id is given twice".into());
    }
    let kebab = |word: &str| {
        !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    for claim in REGISTRY {
        if claim.id.split('/').count() != 2 || !claim.id.split('/').all(kebab) {
            return Err(format!("`{}` is not topic/name in kebab-case", claim.id).into());
        }
        let open = |id: &&str| {
            REGISTRY.iter().any(|c| c.id == *id && matches!(c.quantifier, Quantifier::Conjecture))
        };
        if let Some(open) = claim.uses.iter().find(|id| open(id)) {
            return Err(format!("`{}` uses `{open}`, which is a conjecture", claim.id).into());
        }
        if let Some(unknown) = claim.uses.iter().find(|used| !ids.contains(**used)) {
            return Err(format!("`{}` uses `{unknown}`, which is not in the registry", claim.id).into());
        }
    }
    Ok(())
}

fn every_file_is_listed() -> Result<(), Failed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("theorems/src");
    let mut listed: Vec<&str> = REGISTRY.iter().map(|claim| claim.text).collect();
    for topic in std::fs::read_dir(&root)? {
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

fn statements_are_current() -> Result<(), Failed> {
    if eigenclaim::statement_table()? == recheck::STATEMENTS {
        Ok(())
    } else {
        Err("crates/recheck/statements.json is stale: run `make statements`, read the difference, commit it"
            .into())
    }
}
