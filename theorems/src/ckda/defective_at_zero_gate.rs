//! # A gate of zero can leave a CKDA step without a basis of modes
//!
//! **Statement.** There are a unit key $k \in \mathbb{Q}^2$, gates $\alpha \in [0, 1)^2$ and $\beta \in (1, 2)$ for which
//! $T = (I - \beta k k^\top)\,\mathrm{Diag}(\alpha)$ is not diagonalizable: $T^2 = 0$ and $T \ne 0$. No gate is negative.
//!
//! **Why.** $\alpha = (\alpha_1, 0)$ makes the second column zero, and $\beta k_1^2 = 1$ the first diagonal entry; what is left is
//! $-\beta \alpha_1 k_1 k_2 \ne 0$. With positive gates there always is a basis (`kda/real-spectrum`), and with $\beta < 1$ as well
//! (`ckda/real-modes`). One step writes what the first channel held into the second, and the next forgets it.
//!
//! **What is checked.** $\alpha = (1/2, 0)$, $k = (4, 3)/5$, $\beta = 25/16$; then any $\alpha_1$ and any key with $k_1^2 > 1/2$, the strength as it fits.
//!
//! **Sharpness.** The hypotheses are the official ranges with their closed end at the gate 0, which a sigmoid in floating point
//! reaches.

use crate::defective::{decide, instance, stated, unit_key};
use crate::support::{erase_step, kda_step, rational};
use claim::expr::*;
use claim::{Claim, Instance, Level, Outcome, Quantifier, Shape, Statement};
use exact::strategies::open;
use exact::{Rational, vector};
use proptest::prelude::*;

fn fitting(first: Rational, k: Vec<Rational>) -> Instance {
    let beta = k[0].clone().square().recip();
    instance(vec![first, Rational::new()], ("beta", beta.into()), k, Rational::new())
}

fn witness() -> Instance {
    fitting(rational(1, 2), vec![rational(4, 5), rational(3, 5)])
}

/// The parameter below √2 − 1 of a unit key makes its first entry the larger one.
fn domain(_: usize) -> BoxedStrategy<Instance> {
    (open(0, 1), open(0, (2, 5))).prop_map(|(first, t)| fitting(first, vector::unit_vector(&[t]))).boxed()
}

fn statement() -> Statement {
    let hypotheses = vec![
        ("gates-in-range", all_of(vec![all_ge("alpha", 0), all_lt("alpha", 1)])),
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
    id: "ckda/defective-at-zero-gate",
    title: "A gate of zero can leave a CKDA step without a basis of modes",
    system: "ckda",
    source: "Complex KDA: Oscillation Through Signed Gates",
    level: Level::Exact,
    quantifier: Quantifier::Exists(witness),
    uses: &[],
    formal: &[],
    text: include_str!("defective_at_zero_gate.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[],
};
