//! # Two KDA steps with real spectra can rotate
//!
//! **Statement.** There are $d$, gates $\alpha, \alpha' \in (0, 1)^d$, strengths $\beta, \beta' \in (0, 1)$ and unit
//! keys $k, k'$, all rational, such that the KDA steps
//! $T_1 = (I - \beta k k^\top)\,\mathrm{Diag}(\alpha)$ and $T_2 = (I - \beta' k' k'^\top)\,\mathrm{Diag}(\alpha')$ have
//! only real eigenvalues, and their product $T_2 T_1$ has a non-real conjugate pair.
//!
//! **Why.** $\alpha = (2/5, 1/10)$, $\beta = 1/2$, $k = (4/5, 3/5)$ and $\alpha' = (1/5, 9/10)$, $\beta' = 4/5$,
//! $k' = (4/5, -3/5)$: the product has discriminant $-14650919/15625000000 < 0$. Each step is self-adjoint, but in an
//! inner product of its own.
//!
//! **What is checked.** The witness; then a neighbourhood of it, where the pair persists, its embeddings in larger
//! dimensions, and random pairs of steps. Real spectra are shown by located eigenvalues, pairs by Sturm's theorem.
//!
//! **Sharpness.** $d = 1$ cannot rotate. Nor can two steps that share their gates, channel by channel
//! (`products/shared-gates-never-rotate`): the gates have to change from one to the other, or a third step to follow.

use crate::support::{erase_step, near, near_key, near_vector, not_real, roots};
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Statement};
use exact::strategies::{open, unit_key, vector_of};
use proptest::prelude::*;
use spectrum::RankOne;

fn witness() -> Instance {
    Instance::new()
        .with("alpha1", [(2, 5), (1, 10)])
        .with("beta1", (1, 2))
        .with("k1", [(4, 5), (3, 5)])
        .with("alpha2", [(1, 5), (9, 10)])
        .with("beta2", (4, 5))
        .with("k2", [(4, 5), (-3, 5)])
}

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let steps = |gates: [_; 2], beta: [_; 2], k: [_; 2]| {
        (gates, beta, k).prop_map(|([alpha1, alpha2], [beta1, beta2], [k1, k2])| {
            let first = Instance::new().with("alpha1", alpha1).with("beta1", beta1).with("k1", k1);
            first.with("alpha2", alpha2).with("beta2", beta2).with("k2", k2)
        })
    };
    let gates = [
        near_vector(d, &[(2, 5), (1, 10)], (1, 100), open(0, 1)),
        near_vector(d, &[(1, 5), (9, 10)], (1, 100), open(0, 1)),
    ];
    // (4/5, ±3/5) has stereographic parameter ±1/3.
    let keys = [near_key(d, (1, 3), (1, 100)), near_key(d, (-1, 3), (1, 100))];
    let close = steps(gates, [near((1, 2), (1, 100)), near((4, 5), (1, 100))], keys);
    let gates = || vector_of(open(0, 1), d);
    let random = steps([gates(), gates()], [open(0, 1), open(0, 1)], [unit_key(d), unit_key(d)]);
    prop_oneof![1 => close, 1 => random].boxed()
}

fn statement() -> Statement {
    let (vector, scalar) = (|| Shape::Vector("d"), || Shape::Scalar);
    let inside = |alpha: &'static str, beta: &'static str| {
        all_of(vec![all_gt(alpha, 0), all_lt(alpha, 1), lt(0, beta), lt(beta, 1)])
    };
    Statement {
        parameters: vec![
            ("alpha1", vector()),
            ("beta1", scalar()),
            ("k1", vector()),
            ("alpha2", vector()),
            ("beta2", scalar()),
            ("k2", vector()),
        ],
        hypotheses: vec![
            ("first-step-inside", inside("alpha1", "beta1")),
            ("second-step-inside", inside("alpha2", "beta2")),
            ("unit-keys", all_of(vec![eq(dot("k1", "k1"), 1), eq(dot("k2", "k2"), 1)])),
        ],
        transition: vec![
            ("T1", erase_step("beta1", "k1", "k1", "alpha1")),
            ("T2", erase_step("beta2", "k2", "k2", "alpha2")),
            ("P", p("T2") * "T1"),
        ],
        conclusion: vec![real_spectrum("T1"), real_spectrum("T2"), pairs_at_least("P", 1)],
    }
}

fn check(i: &Instance) -> Outcome {
    let step = |alpha, beta, k| RankOne::erase(i.scalar(beta), i.vector(k), i.vector(k), i.vector(alpha));
    let steps = [step("alpha1", "beta1", "k1"), step("alpha2", "beta2", "k2")];
    let mut evidence = Vec::new();
    for (line, step) in steps.iter().enumerate() {
        let located = step.locate(&[]);
        if located.real() < step.dimension() {
            return not_real(line, located.real(), step.dimension());
        }
        evidence.push(roots(located));
    }
    let product = &steps[1].matrix() * &steps[0].matrix();
    if spectrum::dense::pairs(&product.characteristic_polynomial()) == 0 {
        return Outcome::Refuted {
            conclusion: 2,
            expected: "a non-real pair of T2 T1".into(),
            found: "only real eigenvalues".into(),
        };
    }
    evidence.push(Evidence::Sturm);
    Outcome::Holds(evidence)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "products/real-steps-can-rotate",
    title: "Two KDA steps with real spectra can rotate",
    system: "kda",
    source: "Gated DeltaNet-2: separating erase and write",
    level: Level::Exact,
    quantifier: Quantifier::Exists(witness),
    uses: &["kda/real-spectrum"],
    formal: &["products_real_steps_can_rotate"],
    text: include_str!("real_steps_can_rotate.rs"),
    dimensions: (2, 6),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[],
};
