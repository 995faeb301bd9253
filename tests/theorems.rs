//! One named test for everything that a theorem promises: `cargo test kda/real-spectrum`.
//!
//! `EIGENCLAIM_CASES` and `EIGENCLAIM_SEED` widen the random tests. The tests are those of the crate `harness`.

use claim::Claim;
use harness::{Arguments, Checker, Failed, Trial};
use std::path::Path;
use theorems::REGISTRY;

fn main() {
    let arguments = Arguments::from_args();
    let checker: &'static Checker = Box::leak(Box::new(Checker::registry()));
    let mut trials: Vec<Trial> = harness::trials(REGISTRY, checker);
    trials.extend([
        Trial::test("registry/ids-are-unique-kebab-case-and-uses-exist", || harness::ids_and_uses(REGISTRY)),
        Trial::test("registry/no-id-is-kept-for-others", no_id_is_kept_for_others),
        Trial::test("registry/every-file-is-listed", || {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("theorems/src");
            harness::every_file_is_listed(REGISTRY, &root)
        }),
        Trial::test("registry/coverage-and-atlas-name-theorems", coverage_and_atlas),
        Trial::test("registry/the-checker-embeds-the-current-statements", statements_are_current),
    ]);
    let has_symbolic_lines = |claim: &&&'static Claim| theorems::symbolic::of(claim.id).next().is_some();
    trials.extend(
        REGISTRY
            .iter()
            .filter(has_symbolic_lines)
            .map(|claim| Trial::test(format!("{}/symbolic", claim.id), move || symbolic(claim))),
    );
    libtest_mimic::run(&arguments, trials).exit();
}

/// The checker accepts the symbolic lines, and refuses each that claims more than is an identity.
fn symbolic(claim: &Claim) -> Result<(), Failed> {
    for entry in theorems::symbolic::of(claim.id) {
        for line in entry.certificates(claim)? {
            match recheck::check_line(&line).map_err(|error| format!("{error}: {line}"))? {
                recheck::Accepted::Symbolic { all, .. } if all == entry.is_whole(claim) => {}
                other => return Err(format!("{other:?} is not what the table says: {line}").into()),
            }
            for (what, tampered) in tampered_symbolic(&line)? {
                if recheck::check_line(&tampered).is_ok() {
                    return Err(format!("accepted although {what}: {tampered}").into());
                }
            }
        }
    }
    Ok(())
}

fn tampered_symbolic(line: &str) -> Result<Vec<(&'static str, String)>, Failed> {
    let original: serde_json::Value = serde_json::from_str(line)?;
    let mut changed = Vec::new();
    let mut change = |what, edit: &dyn Fn(&mut serde_json::Value)| {
        let mut copy = original.clone();
        edit(&mut copy);
        changed.push((what, copy.to_string()));
    };
    if original["symbolic"].as_object().is_some_and(|sizes| !sizes.is_empty()) {
        change("a size is 0", &|line| {
            if let Some(sizes) = line["symbolic"].as_object_mut() {
                sizes.values_mut().for_each(|size| *size = 0.into());
            }
        });
    }
    change("it has a size that the theorem has not", &|line| line["symbolic"]["zz"] = 1.into());
    change("nothing is claimed", &|line| {
        if let Some(evidence) = line["evidence"].as_array_mut() {
            evidence.iter_mut().for_each(|piece| *piece = serde_json::Value::Null);
        }
    });
    change("a piece of evidence is missing", &|line| {
        if let Some(evidence) = line["evidence"].as_array_mut() {
            evidence.pop();
        }
    });
    change("it says that a line fails", &|line| line["fails"] = 0.into());
    change("its transition is gone", &|line| line["transition"] = serde_json::json!({"none": "0"}));
    Ok(changed)
}

/// Ids that begin with `user/` are of statements that are not the registry's.
fn no_id_is_kept_for_others() -> Result<(), Failed> {
    match REGISTRY.iter().find(|claim| claim.id.starts_with(recheck::OWN)) {
        Some(claim) => Err(format!("`{}` is an id of somebody's own statement", claim.id).into()),
        None => Ok(()),
    }
}

fn statements_are_current() -> Result<(), Failed> {
    if eigenclaim::statement_table()? == recheck::STATEMENTS {
        Ok(())
    } else {
        Err("crates/recheck/statements.json is stale: run `make statements`, read the difference, commit it"
            .into())
    }
}

/// Every claim of the article is decided by theorems that exist, or says why not; every cell of the atlas names what
/// decides it, or is open.
fn coverage_and_atlas() -> Result<(), Failed> {
    let known = |id: &&&str| REGISTRY.iter().any(|claim| claim.id == **id);
    for sentence in theorems::coverage::COVERAGE {
        if let Some(unknown) = sentence.by.iter().find(|id| !known(id)) {
            return Err(format!("`{}` names `{unknown}`, which is not in the registry", sentence.says).into());
        }
        if sentence.by.is_empty() && sentence.remark.is_empty() {
            return Err(format!("`{}` has neither a theorem nor a reason", sentence.says).into());
        }
    }
    for row in theorems::atlas::ATLAS {
        for (question, cell) in theorems::atlas::QUESTIONS.iter().zip(&row.cells) {
            if let Some(unknown) = cell.by.iter().find(|id| !known(id)) {
                return Err(format!("{}, {question}: `{unknown}` is not in the registry", row.name).into());
            }
            if cell.by.is_empty() && !cell.open {
                return Err(format!("{}, {question}: nothing decides `{}`", row.name, cell.answer).into());
            }
        }
    }
    Ok(())
}
