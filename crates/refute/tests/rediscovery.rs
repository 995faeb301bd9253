//! What is known about the registry's systems, found again from their definitions alone; and what is true, not refuted.
//!
//! The budgets are numbers of starts, so that the searches are the same everywhere; `make refute-campaign` searches the same
//! claims by the clock.

use refute::{Claim, Counterexample, Options, Outcome, search};
use std::path::Path;
use std::time::Duration;

fn claim(name: &str) -> Claim {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/claims").join(format!("{name}.toml"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.parse().unwrap_or_else(|fault| panic!("{}: {fault}", path.display()))
}

fn options(starts: u64) -> Options {
    Options { seed: 0, time: Duration::from_secs(600), most_starts: Some(starts) }
}

/// The counterexample, which the independent checker accepts.
fn refuted(claim: &Claim, starts: u64) -> Counterexample {
    let report = search(claim, &options(starts)).unwrap_or_else(|fault| panic!("{fault}"));
    let Outcome::Refuted(found) = report.outcome else {
        panic!("{} is not refuted by {starts} starts: {:?}", claim.name, report.outcome)
    };
    let certificate = found.certificate.as_ref().unwrap_or_else(|| panic!("{:?}", found.uncertified));
    let own = recheck::OwnStatements::read(&certificate.statements.to_string()).expect("a statement table");
    let accepted = recheck::check_line_with(&certificate.line, Some(&own));
    let theorem = format!("user/{}", claim.name);
    assert_eq!(accepted.ok(), Some(recheck::Accepted::Counterexample { theorem }), "{}", certificate.line);
    assert!(recheck::check_line(&certificate.line).is_err(), "without its statement the line says nothing");
    *found
}

fn held(name: &str, starts: u64) {
    let report = search(&claim(name), &options(starts)).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(matches!(report.outcome, Outcome::Held), "{name}: {:?}", report.outcome);
    let done: u64 = report.places.iter().map(|place| place.starts).sum();
    assert!(done >= starts, "{done} of {starts} starts");
}

#[test]
fn gdn2_switching_is_unstable() {
    let found = refuted(&claim("gdn2-products-contract"), 4000);
    assert_eq!((found.dimension, found.length()), (2, 2), "smaller words contract");
}

#[test]
fn rwkv7_switching_is_unstable() {
    let found = refuted(&claim("rwkv7-products-contract"), 4000);
    assert_eq!((found.dimension, found.length()), (2, 2));
}

#[test]
fn momentum_switching_is_unstable_in_the_ranges_of_the_article() {
    let found = refuted(&claim("mdn-products-contract"), 4000);
    assert_eq!((found.dimension, found.length()), (1, 2));
}

#[test]
fn momentum_switching_is_unstable_under_the_official_coupling() {
    let found = refuted(&claim("mdn-official-products-contract"), 8000);
    assert_eq!(found.dimension, 1);
    assert!(found.length() >= 4);
    let fixed = &found.steps[0]["f"];
    assert!(found.steps.iter().all(|step| step["f"] == *fixed), "a head's f is the same in all steps");
}

#[test]
fn two_kda_steps_rotate_and_one_does_not() {
    let found = refuted(&claim("kda-products-real"), 4000);
    assert_eq!((found.dimension, found.length()), (2, 2));
    held("kda-real-spectrum", 400);
}

#[test]
fn three_delta_steps_rotate_and_two_do_not() {
    let found = refuted(&claim("delta-net-three-steps-real"), 8000);
    assert_eq!(found.length(), 3);
    held("delta-net-two-steps-real", 600);
}

#[test]
fn one_step_of_signed_gates_rotates_once() {
    let found = refuted(&claim("ckda-real-spectrum"), 2000);
    assert_eq!((found.dimension, found.length()), (2, 1));
    held("ckda-at-most-one-pair", 400);
}

#[test]
fn two_householder_steps_with_gates_rotate_fully() {
    let found = refuted(&claim("delta-product-one-pair"), 2000);
    assert_eq!((found.dimension, found.length()), (4, 1));
}

#[test]
fn delta_steps_do_not_commute() {
    refuted(&claim("gdn-steps-commute"), 1000);
}

#[test]
fn true_theorems_are_not_refuted() {
    for name in ["gdn2-real-spectrum", "gdn2-erase-norm", "kda-products-contract", "mdn-at-most-one-pair"] {
        held(name, 400);
    }
}

/// The sharp form of the erase's norm: 4/3 is never exceeded, and anything less is.
#[test]
fn the_norm_of_the_gdn2_erase_reaches_its_bound() {
    let text = std::fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/claims/gdn2-erase-norm.toml"),
    );
    let text = text.expect("the claim").replace("norm-squared <= 4/3", "norm-squared <= 1.333");
    refuted(&text.parse().unwrap_or_else(|fault| panic!("{fault}")), 4000);
}

/// With erase gates that may be 0, the spectrum is still real, but an eigenvector can be missing.
#[test]
fn a_closed_erase_gate_can_lack_an_eigenvector() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/claims/gdn2-real-spectrum.toml");
    let text = std::fs::read_to_string(path).expect("the claim").replace("\"(0, 2)\"", "\"[0, 2]\"");
    let found = refuted(&text.parse().unwrap_or_else(|fault| panic!("{fault}")), 4000);
    assert!(found.found.contains("lacks eigenvectors"), "{}", found.found);
    let real = text
        .replace("similar-to-symmetric", "real-spectrum")
        .parse()
        .unwrap_or_else(|fault| panic!("{fault}"));
    let report = search(&real, &options(400)).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(matches!(report.outcome, Outcome::Held), "{:?}", report.outcome);
}

#[test]
fn the_same_seed_gives_the_same_counterexample_on_any_number_of_threads() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| {
            refuted(&claim("kda-products-real"), 4000).certificate.map(|certificate| certificate.line)
        })
    };
    assert_eq!(run(1), run(3));
}

#[test]
fn enclosed_functions_are_refuted_with_a_certificate() {
    refuted(&claim("kda-raw-gates"), 4000);
    let contracts = "[parameters]\nx = { kind = \"vector\", range = \"[-4, 4]\" }\n[transition]\nT = \"diag(tanh(x))\"\n\
                     [claim]\nproperty = \"spectral-radius < 1\"\ndimension = \"1..3\"\n";
    let contracts: Claim = contracts.parse().unwrap_or_else(|fault| panic!("{fault}"));
    let report = search(&contracts, &options(300)).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(matches!(report.outcome, Outcome::Held), "{:?}", report.outcome);
}

#[test]
fn blocks_whose_sizes_nothing_fixes_have_the_size_of_the_dimension() {
    // x' = a x − b y, y' = x: a pair in every channel where a² < 4b.
    let text = r#"
[parameters]
a = { kind = "scalar", range = "(0, 1)" }
b = { kind = "scalar", range = "(0, 1)" }
[transition]
T = "[a*I, -b*I; I, zeros]"
[claim]
name = "second-order"
property = "real-spectrum"
dimension = "2..3"
"#;
    let claim: Claim = text.parse().unwrap_or_else(|fault| panic!("{fault}"));
    let found = refuted(&claim, 500);
    assert_eq!(found.dimension, 2);
    let two_pairs: Claim =
        text.replace("real-spectrum", "pairs <= 1").parse().unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(refuted(&two_pairs, 500).dimension, 2, "the state has twice the dimension");
}
