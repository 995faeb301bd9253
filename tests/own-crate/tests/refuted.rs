//! What `eigenclaim refute` writes compiles and holds: the file in `src/user` is what it writes for an example claim, and
//! `tests/theorems.rs` runs it.

use refute::{Claim, Options, Outcome, search};
use std::path::Path;

/// Without what rustfmt changes.
fn bare(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    ["}", "]", ")"].iter().fold(text, |text, end| text.replace(&format!(",{end}"), end))
}

#[test]
fn the_skeleton_of_a_theorem_is_what_refute_writes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| {
        std::fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    let claim: Claim = read("../../examples/claims/kda-products-real.toml")
        .parse()
        .unwrap_or_else(|fault| panic!("{fault}"));
    let options = Options { most_starts: Some(4000), ..Options::default() };
    let report = search(&claim, &options).unwrap_or_else(|fault| panic!("{fault}"));
    let Outcome::Refuted(found) = report.outcome else { panic!("{:?}", report.outcome) };
    let written = refute::theorem(&claim, &found, "user", "kda_products_real").expect("a skeleton");
    assert_eq!(bare(&written), bare(&read("src/user/kda_products_real.rs")), "{written}");
}

#[test]
fn the_statement_table_of_a_crate_is_one_that_recheck_reads() {
    let table = harness::Checker::table(own_crate::REGISTRY).expect("a table");
    let own = recheck::OwnStatements::read(&table).expect("a table of one's own");
    assert_eq!(own.ids(), ["user/kda-products-real", "user/leak-is-stable"]);
}
