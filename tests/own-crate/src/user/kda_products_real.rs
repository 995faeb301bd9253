//! # kda-products-real: refuted in dimension 2 by 2 step(s)
//!
//! **Statement.** There are parameters within the hypotheses below for which the claim "T = (I - beta * k*k') * alpha; real spectrum of every product of at most 2 steps, d = 1..4" fails: 1 pair(s) of non-real eigenvalues.
//!
//! **Why.** The witness, found by `eigenclaim refute` and decided exactly.
//!
//! **What is checked.** The witness alone.
//!
//! **Sharpness.** An existence theorem: the hypotheses say where the witness is.

use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Statement};
use proptest::prelude::*;

fn witness() -> Instance {
    Instance::new()
        .with("alpha_1", [(1, 3), (1, 2)])
        .with("k_1", [(15, 17), (8, 17)])
        .with("beta_1", (2, 3))
        .with("alpha_2", [(1, 5), (1, 7)])
        .with("k_2", [(5, 13), (-12, 13)])
        .with("beta_2", (2, 3))
}

fn domain(_d: usize) -> BoxedStrategy<Instance> {
    Just(witness()).boxed()
}

fn statement() -> Statement {
    Statement {
        parameters: vec![
            ("alpha_1", Shape::Vector("d")),
            ("k_1", Shape::Vector("d")),
            ("beta_1", Shape::Scalar),
            ("alpha_2", Shape::Vector("d")),
            ("k_2", Shape::Vector("d")),
            ("beta_2", Shape::Scalar),
        ],
        hypotheses: vec![
            ("dimension", all_of(vec![le(int(1), len(p("alpha_1"))), le(len(p("alpha_1")), int(4))])),
            ("alpha_1", all_of(vec![all_gt(p("alpha_1"), int(0)), all_lt(p("alpha_1"), int(1))])),
            ("k_1", eq(dot(p("k_1"), p("k_1")), int(1))),
            ("beta_1", all_of(vec![lt(int(0), p("beta_1")), lt(p("beta_1"), int(1))])),
            ("alpha_2", all_of(vec![all_gt(p("alpha_2"), int(0)), all_lt(p("alpha_2"), int(1))])),
            ("k_2", eq(dot(p("k_2"), p("k_2")), int(1))),
            ("beta_2", all_of(vec![lt(int(0), p("beta_2")), lt(p("beta_2"), int(1))])),
        ],
        transition: vec![
            ("T_1", (eye(len(p("alpha_1"))) - outer(p("beta_1") * p("k_1"), p("k_1"))) * diag(p("alpha_1"))),
            ("T_2", (eye(len(p("alpha_1"))) - outer(p("beta_2") * p("k_2"), p("k_2"))) * diag(p("alpha_2"))),
            ("P", p("T_2") * p("T_1")),
        ],
        conclusion: vec![pairs_at_least(p("P"), 1)],
    }
}

/// The domain holds nothing but the witness, for which the checker's own evaluation is the evidence.
fn check(_: &Instance) -> Outcome {
    Outcome::Holds(vec![Evidence::Sturm])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "user/kda-products-real",
    title: "kda-products-real: refuted in dimension 2 by 2 step(s)",
    system: "",
    source: "refuted by eigenclaim refute",
    level: Level::Exact,
    quantifier: Quantifier::Exists(witness),
    uses: &[],
    formal: &[],
    text: include_str!("kda_products_real.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[],
};
