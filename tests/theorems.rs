//! One named test for everything that a theorem promises: `cargo test kda/real-spectrum`.
//!
//! `EIGENCLAIM_CASES` and `EIGENCLAIM_SEED` widen the random tests. The tests are those of the crate `harness`.

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
        Trial::test("registry/the-checker-embeds-the-current-statements", statements_are_current),
    ]);
    libtest_mimic::run(&arguments, trials).exit();
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
