//! # At strength one a CKDA step can be nilpotent
//!
//! **Statement.** There are a unit key $k \in \mathbb{Q}^2$ and gates $\alpha \in (-1, 1)^2$, none of them 0, for which
//! $T = (I - k k^\top)\,\mathrm{Diag}(\alpha)$ is not diagonalizable: $T^2 = 0$ and $T \ne 0$. The spectrum is real, as for every $\beta \le 1$
//! (`ckda/necessary-signs`); a basis of modes is only had for $\beta < 1$ (`ckda/real-modes`).
//!
//! **Why.** $\beta = 1$ makes the determinant 0, and $\alpha = s\,(k_1^2, -k_2^2)$ the trace: $\alpha_1 k_2^2 + \alpha_2 k_1^2 = 0$.
//!
//! **What is checked.** $k = (3, 4)/5$, $\alpha = (9, -16)/25$; then any unit key without zeros and any scale.
//!
//! **Sharpness.** The hypotheses are the article's ranges at $\beta = 1$. After two steps with the same token nothing of the state
//! is left, although no gate is 0.

use crate::defective::{decide, inside, instance, stated, unit_key};
use crate::support::{erase_step, kda_step, rational};
use claim::expr::*;
use claim::{Claim, Instance, Level, Outcome, Quantifier, Shape, Statement};
use exact::strategies::open;
use exact::{Rational, vector};
use proptest::prelude::*;

fn fitting(scale: Rational, k: Vec<Rational>) -> Instance {
    let [first, second] = [0, 1].map(|i| k[i].clone().square() * &scale);
    instance(vec![first, -second], ("beta", 1.into()), k, Rational::new())
}

fn witness() -> Instance {
    fitting(rational(1, 1), vec![rational(3, 5), rational(4, 5)])
}

fn domain(_: usize) -> BoxedStrategy<Instance> {
    let scale = prop_oneof![1 => Just(rational(1, 1)), 3 => open(0, 1)];
    (scale, open(0, 1)).prop_map(|(scale, t)| fitting(scale, vector::unit_vector(&[t]))).boxed()
}

fn statement() -> Statement {
    let hypotheses = vec![
        ("gates-inside", inside("alpha", -1, 1)),
        ("no-gate-zero", ne(entry("alpha", 1) * entry("alpha", 2), 0)),
        ("strength-one", eq("beta", 1)),
        unit_key(),
    ];
    stated(("beta", Shape::Scalar), erase_step("beta", "k", "k", "alpha"), hypotheses)
}

fn check(i: &Instance) -> Outcome {
    decide(&kda_step(i).matrix(), i.scalar("lambda"))
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "ckda/defective-at-strength-one",
    title: "At strength one a CKDA step can be nilpotent",
    system: "ckda",
    source: "Complex KDA: Oscillation Through Signed Gates",
    level: Level::Exact,
    quantifier: Quantifier::Exists(witness),
    uses: &[],
    formal: &[],
    text: include_str!("defective_at_strength_one.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[],
};
