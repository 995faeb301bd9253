//! # On the edge of its window a CKDA step has no basis of modes
//!
//! **Statement.** There are a unit key $k \in \mathbb{Q}^2$, gates $\alpha \in (-1, 1)^2$, none of them 0, and $\beta \in (1, 2)$ for which
//! $T = (I - \beta k k^\top)\,\mathrm{Diag}(\alpha)$ has one double eigenvalue $\lambda \ne 0$ and is not diagonalizable:
//! $(T - \lambda I)^2 = 0$ and $T \ne \lambda I$.
//!
//! **Why.** With $\alpha = (a, -a)$ and $\beta = 1 + u^2$ the edges of `ckda/window` are $2 (1 + u^2) k_1^2 = (1 \mp u)^2$, met by
//! $u = (1 - 2 k_1 k_2)/(1 - 2 k_1^2)$. There the pair of the inside and the two real modes of the outside meet; since $T$ has an
//! entry off the diagonal, they meet in a Jordan block.
//!
//! **What is checked.** $k = (3, 4)/5$, $\alpha = (1, -1)/2$, $\beta = 50/49$, $\lambda = 1/14$; then any key without zeros for which $u^2 < 1$.
//!
//! **Sharpness.** The hypotheses are the article's ranges with $\beta$ above 1. Both sides of the edge are diagonalizable over $\mathbb{C}$.

use crate::defective::{decide, inside, instance, stated, unit_key};
use crate::support::{erase_step, kda_step, rational};
use claim::expr::*;
use claim::{Claim, Instance, Level, Outcome, Quantifier, Shape, Statement};
use exact::strategies::open;
use exact::{Rational, vector};
use proptest::prelude::*;

fn fitting(a: Rational, k: Vec<Rational>) -> Instance {
    let across = Rational::from(&k[0] * &k[1]) * 2;
    let low = 1 - 2 * k[0].clone().square();
    let u: Rational = (1 - across) / low;
    // Half the trace, a (k₂² − k₁²)(1 + u²)/2 with 1 − 2 k₁² = k₂² − k₁².
    let beta: Rational = 1 + u.square();
    let lambda: Rational = (1 - 2 * k[0].clone().square()) * &beta * &a / 2;
    instance(vec![a.clone(), -a], ("beta", beta.into()), k, lambda)
}

fn witness() -> Instance {
    fitting(rational(1, 2), vec![rational(3, 5), rational(4, 5)])
}

/// Keys with positive entries have |u| < 1: (1 − 2 k₁ k₂)² < (k₂² − k₁²)² = 1 − 4 k₁² k₂².
fn domain(_: usize) -> BoxedStrategy<Instance> {
    (open(0, 1), open(0, 1)).prop_map(|(a, t)| fitting(a, vector::unit_vector(&[t]))).boxed()
}

fn statement() -> Statement {
    let hypotheses = vec![
        ("gates-inside", inside("alpha", -1, 1)),
        ("no-gate-zero", ne(entry("alpha", 1) * entry("alpha", 2), 0)),
        ("strength-in-range", all_of(vec![lt(1, "beta"), lt("beta", 2)])),
        unit_key(),
    ];
    stated(("beta", Shape::Scalar), erase_step("beta", "k", "k", "alpha"), hypotheses)
}

fn check(i: &Instance) -> Outcome {
    decide(&kda_step(i).matrix(), i.scalar("lambda"))
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "ckda/defective-on-window-edge",
    title: "On the edge of its window a CKDA step has no basis of modes",
    system: "ckda",
    source: "Complex KDA: Oscillation Through Signed Gates",
    level: Level::Exact,
    quantifier: Quantifier::Exists(witness),
    uses: &[],
    formal: &[],
    text: include_str!("defective_on_window_edge.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[],
};
