//! Containment, checked against exact rationals, against the same operation at four times the precision, and
//! against power series on integers that share no code with MPFR.

mod complex;
mod decide;
mod interval;
mod real_arithmetic;
mod real_functions;
mod real_queries;
mod sample;
mod series;
mod trigonometry;

use quickcheck::{Gen, QuickCheck, Testable};

fn from_environment(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Runs a property on `EIGENCLAIM_CASES` random cases (300) from the seed `EIGENCLAIM_SEED` (1).
fn check<P: Testable>(property: P) {
    let seed = from_environment("EIGENCLAIM_SEED", 1);
    let cases = from_environment("EIGENCLAIM_CASES", 300);
    let outcome = QuickCheck::new()
        .rng(Gen::from_size_and_seed(100, seed))
        .tests(cases)
        .max_tests(cases * 20)
        .min_tests_passed(cases / 4)
        .quicktest(property);
    if let Err(failure) = outcome {
        panic!("{failure:?}\nreplay with EIGENCLAIM_SEED={seed} EIGENCLAIM_CASES={cases}");
    }
}
