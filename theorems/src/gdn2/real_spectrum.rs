//! # A GDN2 step has a real spectrum and a basis of real modes
//!
//! **Statement.** Let $d \ge 1$, $\alpha, b, k \in \mathbb{Q}^d$ with all $\alpha_i > 0$ and all $b_i > 0$. Then
//! $T = (I - k (b \odot k)^\top)\,\mathrm{Diag}(\alpha)$ has only real eigenvalues and a basis of real
//! eigenvectors, although it is asymmetric. Neither the size of $b$ nor the norm of $k$ is restricted, so the
//! extended range $0 < b_i < 2$ is included.
//!
//! **Why.** With $B = \mathrm{Diag}(b)$ and $D = \mathrm{Diag}(\alpha)$ the matrix $BD$ is positive definite and
//! $BD\,T = BD^2 - (BDk)(BDk)^\top$ is symmetric, so $T$ is self-adjoint in the inner product
//! $\langle x, y\rangle = x^\top BD\,y$. The article writes this as the similarity by $P = (BD)^{1/2}$.
//!
//! **What is checked.** For each instance the eigenvalues are located one by one by the signs of the characteristic
//! polynomial, without assuming the theorem, and the symmetrizer $BD$ is verified.
//!
//! **Sharpness.** One negative erase gate, or one negative decay gate, can give a conjugate pair. One zero gate of
//! either kind keeps the spectrum real (it depends continuously on the gates) and can lose the basis:
//! $b = (1, 0)$, $\alpha = (1, 16/25)$, $k = (3/5, 4/5)$ gives a Jordan block at $16/25$.

use crate::support::{
    any_key, diagonal, erase_strengths, gdn2_formula, gdn2_step, not_real, positive_gates, rational, roots,
};
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use proptest::prelude::*;

fn domain(d: usize) -> BoxedStrategy<Instance> {
    (positive_gates(d), erase_strengths(d), any_key(d))
        .prop_map(|(alpha, b, k)| Instance::new().with("alpha", alpha).with("b", b).with("k", k))
        .boxed()
}

fn statement() -> Statement {
    let vector = Shape::Vector("d");
    Statement {
        parameters: vec![("alpha", vector.clone()), ("b", vector.clone()), ("k", vector)],
        hypotheses: vec![("positive-gates", all_gt("alpha", 0)), ("positive-erase", all_gt("b", 0))],
        transition: vec![("T", gdn2_formula("k", "b", "alpha"))],
        conclusion: vec![real_spectrum("T"), real_diagonalizable("T")],
    }
}

fn check(i: &Instance) -> Outcome {
    let (alpha, b) = (i.vector("alpha"), i.vector("b"));
    let step = gdn2_step(i.vector("k"), b, alpha);
    let located = step.locate(&[]);
    if located.real() < step.dimension() {
        return not_real(0, located.real(), step.dimension());
    }
    let symmetrizer = exact::vector::hadamard(b, alpha);
    if !spectrum::symmetrizer::diagonal_symmetrizes(&symmetrizer, &step.matrix()) {
        return Outcome::Refuted {
            conclusion: 1,
            expected: "M T symmetric and M positive definite, M = Diag(b ⊙ alpha)".into(),
            found: "it is not".into(),
        };
    }
    Outcome::Holds(vec![roots(located), diagonal(symmetrizer)])
}

/// `b` and `alpha` with the key (3/5, 4/5).
fn at(b: [(i64, i64); 2], alpha: [(i64, i64); 2]) -> Instance {
    Instance::new().with("alpha", alpha).with("b", b).with("k", [(3, 5), (4, 5)])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "gdn2/real-spectrum",
    title: "A GDN2 step has a real spectrum and a basis of real modes",
    system: "gdn2",
    source: "Gated DeltaNet-2: separating erase and write",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &["gdn2_real_spectrum"],
    text: include_str!("real_spectrum.rs"),
    dimensions: (1, 64),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp {
            drops: "positive-gates",
            fails: 0,
            witness: || (at([(3, 2), (3, 2)], [(9, 10), (-9, 10)]), Evidence::Sturm),
        },
        Sharp {
            drops: "positive-gates",
            fails: 1,
            witness: || (at([(25, 9), (25, 9)], [(1, 1), (0, 1)]), Evidence::Defective(rational(0, 1))),
        },
        Sharp {
            drops: "positive-erase",
            fails: 0,
            witness: || {
                let i = Instance::new().with("alpha", [(9, 10), (7, 10)]).with("b", [(9, 10), (-3, 10)]);
                (i.with("k", [(-8, 17), (-15, 17)]), Evidence::Sturm)
            },
        },
        Sharp {
            drops: "positive-erase",
            fails: 1,
            witness: || (at([(1, 1), (0, 1)], [(1, 1), (16, 25)]), Evidence::Defective(rational(16, 25))),
        },
    ],
    traps: &[],
};
