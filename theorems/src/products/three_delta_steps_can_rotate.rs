//! # Three delta steps that never overshoot can rotate
//!
//! **Statement.** There are $d$, strengths $\beta_1, \beta_2, \beta_3 \in (0, 1)$ and unit keys $k_1, k_2, k_3$, all
//! rational, such that the product $T_3 T_2 T_1$ of the DeltaNet steps $T_i = I - \beta_i k_i k_i^\top$, each of them
//! symmetric and positive definite, has a non-real conjugate pair.
//!
//! **Why.** $\beta_1 = \beta_2 = \beta_3 = 9/10$, $k_1 = (1, 0)$, $k_2 = (3/5, 4/5)$, $k_3 = (-3/5, 4/5)$: the product has
//! discriminant $-1403311311/390625000000 < 0$. With $\beta = 19/20$ the same keys give real eigenvalues.
//!
//! **What is checked.** The witness; then a neighbourhood of it, its embeddings in larger dimensions, and random
//! words of three steps. Real spectra are shown by located eigenvalues, pairs by Sturm's theorem.
//!
//! **Sharpness.** Three is least: the product of two such steps has only real eigenvalues
//! (`products/two-delta-steps-never-rotate`).

use crate::support::{near, near_key, not_real, roots};
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Statement};
use exact::strategies::{open, unit_key};
use exact::{Matrix, Rational};
use proptest::prelude::*;
use spectrum::RankOne;

fn witness() -> Instance {
    let strengths = Instance::new().with("beta1", (9, 10)).with("beta2", (9, 10)).with("beta3", (9, 10));
    strengths.with("k1", [(1, 1), (0, 1)]).with("k2", [(3, 5), (4, 5)]).with("k3", [(-3, 5), (4, 5)])
}

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let steps = |beta: [_; 3], k: [_; 3]| {
        (beta, k).prop_map(|([beta1, beta2, beta3], [k1, k2, k3])| {
            let strengths = Instance::new().with("beta1", beta1).with("beta2", beta2).with("beta3", beta3);
            strengths.with("k1", k1).with("k2", k2).with("k3", k3)
        })
    };
    // The keys (1, 0), (3/5, 4/5), (−3/5, 4/5) have stereographic parameters 0, 1/2, 2.
    let strength = || near((9, 10), (1, 100));
    let key = |t| near_key(d, t, (1, 50));
    let close = steps([strength(), strength(), strength()], [key((0, 1)), key((1, 2)), key((2, 1))]);
    let random = steps([open(0, 1), open(0, 1), open(0, 1)], [unit_key(d), unit_key(d), unit_key(d)]);
    prop_oneof![1 => close, 1 => random].boxed()
}

fn statement() -> Statement {
    let inside = |beta: &'static str| all_of(vec![lt(0, beta), lt(beta, 1)]);
    let unit = |k: &'static str| eq(dot(k, k), 1);
    let step = |beta: &'static str, k: &'static str| eye(len(k)) - p(beta) * outer(k, k);
    Statement {
        parameters: vec![
            ("beta1", Shape::Scalar),
            ("beta2", Shape::Scalar),
            ("beta3", Shape::Scalar),
            ("k1", Shape::Vector("d")),
            ("k2", Shape::Vector("d")),
            ("k3", Shape::Vector("d")),
        ],
        hypotheses: vec![
            ("strengths-inside", all_of(vec![inside("beta1"), inside("beta2"), inside("beta3")])),
            ("unit-keys", all_of(vec![unit("k1"), unit("k2"), unit("k3")])),
        ],
        transition: vec![
            ("T1", step("beta1", "k1")),
            ("T2", step("beta2", "k2")),
            ("T3", step("beta3", "k3")),
            ("P", p("T3") * "T2" * "T1"),
        ],
        conclusion: vec![
            real_spectrum("T1"),
            real_spectrum("T2"),
            real_spectrum("T3"),
            pairs_at_least("P", 1),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let d = i.vector("k1").len();
    let mut product = Matrix::identity(d);
    let mut evidence = Vec::new();
    for (line, (beta, k)) in [("beta1", "k1"), ("beta2", "k2"), ("beta3", "k3")].into_iter().enumerate() {
        let ones = vec![Rational::from(1); d];
        let step = RankOne::erase(i.scalar(beta), i.vector(k), i.vector(k), &ones);
        let located = step.locate(&[]);
        if located.real() < d {
            return not_real(line, located.real(), d);
        }
        evidence.push(roots(located));
        product = &step.matrix() * &product;
    }
    if spectrum::dense::pairs(&product.characteristic_polynomial()) == 0 {
        return Outcome::Refuted {
            conclusion: 3,
            expected: "a non-real pair of T3 T2 T1".into(),
            found: "only real eigenvalues".into(),
        };
    }
    evidence.push(Evidence::Sturm);
    Outcome::Holds(evidence)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "products/three-delta-steps-can-rotate",
    title: "Three delta steps that never overshoot can rotate",
    system: "delta_net",
    source: "beyond the article: the shortest word of delta steps without overshoot that rotates",
    level: Level::Exact,
    quantifier: Quantifier::Exists(witness),
    uses: &[],
    formal: &["products_three_delta_steps_can_rotate"],
    text: include_str!("three_delta_steps_can_rotate.rs"),
    dimensions: (2, 6),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[],
};
