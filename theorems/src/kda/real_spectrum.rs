//! # A KDA step has a real spectrum and a basis of real modes
//!
//! **Statement.** Let $d \ge 1$, $\alpha \in \mathbb{Q}^d$ with all $\alpha_i > 0$, $\beta \in \mathbb{Q}$ and
//! $k \in \mathbb{Q}^d$. Then $T = (I - \beta k k^\top)\,\mathrm{Diag}(\alpha)$ has only real eigenvalues and a
//! basis of real eigenvectors. Neither $\beta$ nor the norm of $k$ is restricted.
//!
//! **Why.** With $D = \mathrm{Diag}(\alpha)$ the matrix $D T = D^2 - \beta (Dk)(Dk)^\top$ is symmetric and $D$ is
//! positive definite, so $T$ is self-adjoint in the inner product $\langle x, y\rangle = x^\top D y$. The article
//! writes this as the similarity $D^{1/2} T D^{-1/2} = D^{1/2} (I - \beta k k^\top) D^{1/2}$.
//!
//! **What is checked.** For each instance the eigenvalues are located one by one by the signs of the characteristic
//! polynomial, without assuming the theorem, and the symmetrizer $D$ is verified.
//!
//! **Sharpness.** With one negative gate there can be a conjugate pair: $\beta = 3/2$, $\alpha = (9/10, -9/10)$,
//! $k = (3/5, 4/5)$. With one zero gate the spectrum stays real and the basis can be lost: $\beta = 25/16$,
//! $\alpha = (1, 0)$, $k = (4/5, 3/5)$ gives a nilpotent step.

use crate::support::{any_key, diagonal, erase_step, kda_step, not_real, positive_gates, rational, roots};
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::strategies::closed;
use proptest::prelude::*;

fn domain(d: usize) -> BoxedStrategy<Instance> {
    // β is unrestricted; most samples are in the official range and its doubled form, some far outside.
    let beta = prop_oneof![3 => closed(0, 1), 2 => closed(1, 2), 1 => closed(-3, 5)];
    (positive_gates(d), beta, any_key(d))
        .prop_map(|(alpha, beta, k)| Instance::new().with("alpha", alpha).with("beta", beta).with("k", k))
        .boxed()
}

fn statement() -> Statement {
    Statement {
        parameters: vec![("alpha", Shape::Vector("d")), ("beta", Shape::Scalar), ("k", Shape::Vector("d"))],
        hypotheses: vec![("positive-gates", all_gt("alpha", 0))],
        transition: vec![("T", erase_step("beta", "k", "k", "alpha"))],
        conclusion: vec![real_spectrum("T"), real_diagonalizable("T")],
    }
}

fn check(i: &Instance) -> Outcome {
    let (step, alpha) = (kda_step(i), i.vector("alpha"));
    let located = step.locate(&[]);
    if located.real() < step.dimension() {
        return not_real(0, located.real(), step.dimension());
    }
    if !spectrum::symmetrizer::diagonal_symmetrizes(alpha, &step.matrix()) {
        return Outcome::Refuted {
            conclusion: 1,
            expected: "D T symmetric and D positive definite, D = Diag(alpha)".into(),
            found: "it is not".into(),
        };
    }
    Outcome::Holds(vec![roots(located), diagonal(alpha.to_vec())])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "kda/real-spectrum",
    title: "A KDA step has a real spectrum and a basis of real modes",
    system: "kda",
    source: "KDA: different decay rates across coordinates",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &["kda_real_spectrum"],
    text: include_str!("real_spectrum.rs"),
    dimensions: (1, 64),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp {
            drops: "positive-gates",
            fails: 0,
            witness: || {
                let i = Instance::new().with("alpha", [(9, 10), (-9, 10)]).with("beta", (3, 2));
                (i.with("k", [(3, 5), (4, 5)]), Evidence::Sturm)
            },
        },
        Sharp {
            drops: "positive-gates",
            fails: 1,
            witness: || {
                let i = Instance::new().with("alpha", [(1, 1), (0, 1)]).with("beta", (25, 16));
                (i.with("k", [(4, 5), (3, 5)]), Evidence::Defective(rational(0, 1)))
            },
        },
    ],
    traps: &[],
};
