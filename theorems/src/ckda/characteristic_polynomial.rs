//! # The characteristic polynomial of an erase step
//!
//! **Statement.** Let $d \ge 1$, $\alpha, k \in \mathbb{Q}^d$ and $\beta \in \mathbb{Q}$, without any condition. The step
//! $T = (I - \beta k k^\top)\,\mathrm{Diag}(\alpha)$ has the characteristic polynomial
//! $$\det(zI - T) = \prod_i (z - \alpha_i) + \beta \sum_i \alpha_i k_i^2 \prod_{j \ne i} (z - \alpha_j).$$
//! Repeated gates, zero gates and zero key coordinates are included. At $z = 0$ it says
//! $\det T = (1 - \beta \lVert k \rVert^2) \prod_i \alpha_i$.
//!
//! **Why.** $zI - T = (zI - D) + \beta k (Dk)^\top$ with $D = \mathrm{Diag}(\alpha)$. For $z \ne \alpha_i$ the matrix determinant lemma
//! gives the article's $\prod_i (z - \alpha_i)\,\bigl(1 + \beta \sum_i \alpha_i k_i^2 / (z - \alpha_i)\bigr)$. Multiplied out, both sides are
//! polynomials in all variables and agree on a dense set, so they are equal everywhere, also at the gates.
//!
//! **What is checked.** The left side is computed from the dense matrix, the right side as it is written.
//!
//! **Sharpness.** There is no hypothesis. Erase before decay, $\mathrm{Diag}(\alpha)(I - \beta k k^\top)$, has the same polynomial. Not so
//! $\mathrm{Diag}(\alpha) - \beta k k^\top$, where the undecayed state is erased (trap), and the sign of the sum matters (trap): both fail
//! for $d = 1$, $\alpha = 1/2$, $\beta = k = 1$.

use crate::oscillator::{free_key, scalar, signed_gates};
use crate::support::{erase_step, kda_step};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Statement, Trap};
use proptest::prelude::*;

fn domain(d: usize) -> BoxedStrategy<Instance> {
    (signed_gates(d), scalar(), free_key(d))
        .prop_map(|(alpha, beta, k)| Instance::new().with("alpha", alpha).with("beta", beta).with("k", k))
        .boxed()
}

fn weights() -> Expr {
    p("beta") * hadamard("alpha", hadamard("k", "k"))
}

fn statement() -> Statement {
    Statement {
        parameters: vec![("alpha", Shape::Vector("d")), ("beta", Shape::Scalar), ("k", Shape::Vector("d"))],
        hypotheses: vec![],
        transition: vec![("T", erase_step("beta", "k", "k", "alpha"))],
        conclusion: vec![eq(charpoly("T"), secular("alpha", weights()))],
    }
}

fn check(i: &Instance) -> Outcome {
    let step = kda_step(i);
    let (dense, formula) = (step.matrix().characteristic_polynomial(), step.characteristic_polynomial());
    if dense == formula {
        return Outcome::Holds(vec![Evidence::Compute]);
    }
    Outcome::Refuted { conclusion: 0, expected: format!("{formula:?}"), found: format!("{dense:?}") }
}

fn half() -> (Instance, Evidence) {
    let i = Instance::new().with("alpha", [(1, 2)]).with("beta", (1, 1)).with("k", [(1, 1)]);
    (i, Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "ckda/characteristic-polynomial",
    title: "The characteristic polynomial of an erase step",
    system: "ckda",
    source: "Complex KDA: Oscillation Through Signed Gates",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[
        "ckda_characteristic_polynomial",
        "ckda_characteristic_polynomial_erase_first",
        "ckda_determinant",
    ],
    text: include_str!("characteristic_polynomial.rs"),
    dimensions: (1, 10),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[
        Trap {
            name: "undecayed-state-is-erased",
            statement: || Statement {
                transition: vec![("T", diag("alpha") - p("beta") * outer("k", "k"))],
                ..statement()
            },
            fails: 0,
            witness: half,
        },
        Trap {
            name: "sum-is-subtracted",
            statement: || Statement {
                conclusion: vec![eq(charpoly("T"), secular("alpha", -weights()))],
                ..statement()
            },
            fails: 0,
            witness: half,
        },
    ],
};
