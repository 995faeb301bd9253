//! # A closed erase gate can leave a Gated DeltaNet-2 step without a basis of modes
//!
//! **Statement.** There are a unit key $k \in \mathbb{Q}^2$, decays $\alpha \in (0, 1)^2$ and erase gates $b \in [0, 1]^2$ for which
//! $T = (I - k (b \odot k)^\top)\,\mathrm{Diag}(\alpha)$ has one double eigenvalue $\lambda$ and is not diagonalizable:
//! $(T - \lambda I)^2 = 0$ and $T \ne \lambda I$.
//!
//! **Why.** $b = (b_1, 0)$ makes $T$ lower triangular with the diagonal $\alpha_1 (1 - b_1 k_1^2), \alpha_2$; choose $\alpha_2$ so that the two are
//! equal. The entry below the diagonal is $-\alpha_1 b_1 k_1 k_2 \ne 0$. With all $b_i > 0$ it cannot happen
//! (`gdn2/real-spectrum`); a sigmoid in floating point can underflow to 0. The state then decays like $t \lambda^t$ first.
//!
//! **What is checked.** $b = (1, 0)$, $\alpha = (1/2, 8/25)$, $k = (3, 4)/5$, $\lambda = 8/25$; then any $b_1$, $\alpha_1$ and key, with $\alpha_2$ that fits.
//!
//! **Sharpness.** The hypotheses are the official ranges, with the closed erase gate. That the spectrum is real does not need $b > 0$.

use crate::defective::{decide, inside, instance, stated, unit_key, within};
use crate::support::{gdn2_formula, gdn2_step, rational};
use claim::{Claim, Instance, Level, Outcome, Quantifier, Shape, Statement};
use exact::strategies::open;
use exact::{Rational, vector};
use proptest::prelude::*;

fn fitting(first: Rational, gate: Rational, k: Vec<Rational>) -> Instance {
    let second: Rational = (1 - k[0].clone().square() * &gate) * &first;
    let b = vec![gate, Rational::new()];
    instance(vec![first, second.clone()], ("b", b.into()), k, second)
}

fn witness() -> Instance {
    fitting(rational(1, 2), rational(1, 1), vec![rational(3, 5), rational(4, 5)])
}

fn domain(_: usize) -> BoxedStrategy<Instance> {
    let gate = prop_oneof![1 => Just(rational(1, 1)), 3 => open(0, 1)];
    (open(0, 1), gate, open(0, 1))
        .prop_map(|(first, gate, t)| fitting(first, gate, vector::unit_vector(&[t])))
        .boxed()
}

fn statement() -> Statement {
    let hypotheses =
        vec![("decays-inside", inside("alpha", 0, 1)), ("erase-in-range", within("b", 0, 1)), unit_key()];
    stated(("b", Shape::Vector("d")), gdn2_formula("k", "b", "alpha"), hypotheses)
}

fn check(i: &Instance) -> Outcome {
    decide(&gdn2_step(i.vector("k"), i.vector("b"), i.vector("alpha")).matrix(), i.scalar("lambda"))
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "gdn2/defective-without-erase",
    title: "A closed erase gate can leave a Gated DeltaNet-2 step without a basis of modes",
    system: "gdn2",
    source: "Gated DeltaNet-2: channel-wise erase",
    level: Level::Exact,
    quantifier: Quantifier::Exists(witness),
    uses: &[],
    formal: &[],
    text: include_str!("defective_without_erase.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[],
};
