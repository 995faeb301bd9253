//! One named test for everything that a theorem promises: `cargo test kda/real-spectrum`.
//!
//! The registry's own tests and those of a crate that defines theorems of its own are made here, from the claims alone
//! (`docs/own-theorem.md`). `EIGENCLAIM_CASES` and `EIGENCLAIM_SEED` widen the random tests.

mod checker;
mod tampered;
mod trials;

pub use checker::{Checker, CheckerError};
pub use libtest_mimic::{Arguments, Failed, Trial};
pub use trials::{every_file_is_listed, ids_and_uses, trials};

use claim::Claim;
use std::path::Path;
use std::process::ExitCode;

/// The main function of a test target with `harness = false`, for theorems of one's own.
///
/// `claims` are all theorems, their ids begin with `user/`; `sources` is the folder whose subfolders hold their files, one a
/// topic. Every certificate is held against the statements of these claims by the independent checker.
pub fn main(claims: &'static [&'static Claim], sources: &'static Path) -> ExitCode {
    let arguments = Arguments::from_args();
    let checker: &'static Checker = match Checker::own(claims) {
        // The tests that libtest runs live as long as the program.
        Ok(checker) => Box::leak(Box::new(checker)),
        Err(error) => {
            let failure = Trial::test("registry/statements", move || Err(Failed::from(error)));
            return libtest_mimic::run(&arguments, vec![failure]).exit_code();
        }
    };
    let mut all = trials(claims, checker);
    all.extend([
        Trial::test("registry/ids-are-unique-kebab-case-and-uses-exist", || ids_and_uses(claims)),
        Trial::test("registry/every-file-is-listed", || every_file_is_listed(claims, sources)),
    ]);
    libtest_mimic::run(&arguments, all).exit_code()
}
