//! # A GDN2 step has a generator exactly when it erases less than it finds
//!
//! **Statement.** Let $\alpha, b, k \in \mathbb{Q}^d$ with $\alpha_i > 0$ and $b_i \ge 0$. The step
//! $T = (I - k(b \odot k)^\top)\,\mathrm{Diag}(\alpha)$ has a real logarithm exactly when $\sum_i b_i k_i^2 < 1$, and then a principal
//! one. No step of the range $0 < b_i < 2$ with $\sum_i b_i k_i^2 > 1$ has any.
//!
//! **Why.** $\det T = \prod_i \alpha_i\,(1 - \sum_i b_i k_i^2)$, and $\det\exp A = e^{\operatorname{tr} A} > 0$: above 1 there is no logarithm and at 1
//! none. Below 1 all eigenvalues are positive (`gdn2/frozen-modes-decay`).
//!
//! **What is checked.** Culver's condition, by invariant factors and by ranks.
//!
//! **Sharpness.** $T = -1$ with $b = 0$. With erase gates of both signs, $b = (10, -10)$, $k = (1, 1)$, $\alpha = (1, 1/10)$, the sum is
//! $0$, and $T$ has two different negative eigenvalues. A positive determinant is not what makes the generator (trap).

use crate::logarithm::{self, agree};
use crate::support::{erase_norm, gdn2_formula, gdn2_step, positive_gates, with_erase_norm};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::closed;
use proptest::prelude::*;

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let norm = prop_oneof![1 => closed(0, 1), 1 => closed(1, 2)].boxed();
    (with_erase_norm(d, norm), positive_gates(d))
        .prop_map(|((b, k), alpha)| Instance::new().with("alpha", alpha).with("b", b).with("k", k))
        .boxed()
}

fn below_one() -> Expr {
    lt(dot(hadamard("b", "k"), "k"), 1)
}

fn statement() -> Statement {
    Statement {
        parameters: ["alpha", "b", "k"].map(|name| (name, Shape::Vector("d"))).to_vec(),
        hypotheses: vec![
            ("positive-gates", all_gt("alpha", 0)),
            ("erase-gates-not-negative", all_ge("b", 0)),
        ],
        transition: vec![("T", gdn2_formula("k", "b", "alpha"))],
        conclusion: vec![
            equivalent(real_logarithm("T"), below_one()),
            equivalent(principal_logarithm("T"), below_one()),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let t = gdn2_step(i.vector("k"), i.vector("b"), i.vector("alpha")).matrix();
    let below = erase_norm(i.vector("b"), i.vector("k")) < 1;
    agree(&[
        ("a real logarithm", logarithm::real(&t), below),
        ("a principal logarithm", Some(logarithm::principal(&t)), below),
    ])
}

fn both_signs() -> (Instance, Evidence) {
    let i = Instance::new().with("alpha", [(1, 1), (1, 10)]).with("b", [(10, 1), (-10, 1)]);
    (i.with("k", [(1, 1), (1, 1)]), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "gdn2/generator",
    title: "A GDN2 step has a generator exactly when it erases less than it finds",
    system: "gdn2",
    source: "From Recurrences to Differential Equations: when the transition admits a real matrix logarithm",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["gdn2/frozen-modes-decay", "continuous/real-logarithm"],
    formal: &[],
    text: include_str!("generator.rs"),
    dimensions: (1, 8),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp {
            drops: "positive-gates",
            fails: 0,
            witness: || {
                let i = Instance::new().with("alpha", [(-1, 1)]).with("b", [(0, 1)]);
                (i.with("k", [(1, 1)]), Evidence::Compute)
            },
        },
        Sharp { drops: "erase-gates-not-negative", fails: 0, witness: both_signs },
    ],
    traps: &[Trap {
        name: "a-positive-determinant-suffices",
        statement: || Statement {
            hypotheses: vec![("positive-gates", all_gt("alpha", 0)), ("positive-determinant", below_one())],
            conclusion: vec![real_logarithm("T")],
            ..statement()
        },
        fails: 0,
        witness: both_signs,
    }],
};
