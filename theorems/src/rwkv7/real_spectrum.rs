//! # An RWKV-7 step has a real spectrum and a basis of real modes
//!
//! **Statement.** Let $d \ge 1$ and $w, a, k \in \mathbb{Q}^d$ with all $a_i > 0$. Then $T = \mathrm{Diag}(w) - (a \odot k) k^\top$ has only real
//! eigenvalues and a basis of real eigenvectors. The decays may differ from channel to channel and have any sign; neither the size of
//! $a$ nor the norm of $k$ is restricted.
//!
//! **Why.** With $A = \mathrm{Diag}(a)$ the matrix $A^{-1} T = A^{-1} \mathrm{Diag}(w) - k k^\top$ is symmetric, so $T$ is self-adjoint in
//! the inner product $\langle x, y \rangle = x^\top A^{-1} y$. The decay does not enter it: unlike for KDA and Gated DeltaNet-2, where the inner
//! product contains the decay, a negative or vanishing decay is harmless, because the key reads the state before it decays and not after.
//! For equal decays the step is a transposed GDN2 step.
//!
//! **What is checked.** For each instance the eigenvalues are located one by one by the signs of the characteristic polynomial,
//! without assuming the theorem, and the symmetrizer $A^{-1}$ is verified.
//!
//! **Sharpness.** With rates of both signs there can be a conjugate pair: $w = (9, 4)/10$, $a = (1, -1)/2$, $k = (3, 4)/5$. With a rate
//! of zero the spectrum stays real and the basis can be lost: $w = (1, 41/50)$, $a = (1/2, 0)$ with the same key has a Jordan
//! block at $41/50$. The inner product depends on $a$, so a product of two steps can leave the real axis and grow
//! (`rwkv7/switching-is-unstable`).

use crate::support::{any_key, diagonal, erase_strengths, not_real, roots};
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::strategies::{closed, open, vector_of};
use exact::{Rational, vector};
use proptest::prelude::*;
use spectrum::RankOne;

/// Decays in (0, 1), or of both signs, or with zeros and repetitions.
fn domain(d: usize) -> BoxedStrategy<Instance> {
    let decays = prop_oneof![
        3 => vector_of(open(0, 1), d),
        2 => vector_of(closed(-1, 1), d),
        1 => exact::strategies::gates(d, 0, 1),
    ];
    (decays, erase_strengths(d), any_key(d))
        .prop_map(|(w, a, k)| Instance::new().with("w", w).with("a", a).with("k", k))
        .boxed()
}

fn statement() -> Statement {
    Statement {
        parameters: ["a", "k", "w"].map(|name| (name, Shape::Vector("d"))).to_vec(),
        hypotheses: vec![("positive-rates", all_gt("a", 0))],
        transition: vec![("T", diag("w") - outer(hadamard("a", "k"), "k"))],
        conclusion: vec![real_spectrum("T"), real_diagonalizable("T")],
    }
}

fn check(i: &Instance) -> Outcome {
    let (w, a, k) = (i.vector("w"), i.vector("a"), i.vector("k"));
    let step = RankOne::new(w.to_vec(), vector::hadamard(a, k), k.to_vec());
    let located = step.locate(&[]);
    if located.real() < step.dimension() {
        return not_real(0, located.real(), step.dimension());
    }
    let symmetrizer: Vec<Rational> = a.iter().map(|a| a.clone().recip()).collect();
    if !spectrum::symmetrizer::diagonal_symmetrizes(&symmetrizer, &step.matrix()) {
        return Outcome::Refuted {
            conclusion: 1,
            expected: "M T symmetric and M positive definite, M = Diag(1 / a)".into(),
            found: "it is not".into(),
        };
    }
    Outcome::Holds(vec![roots(located), diagonal(symmetrizer)])
}

/// `w` and `a` with the key (3/5, 4/5).
fn at(w: [(i64, i64); 2], a: [(i64, i64); 2]) -> Instance {
    Instance::new().with("w", w).with("a", a).with("k", [(3, 5), (4, 5)])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "rwkv7/real-spectrum",
    title: "An RWKV-7 step has a real spectrum and a basis of real modes",
    system: "rwkv7",
    source: "beyond the article: RWKV-7 with a decay of its own in each channel",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &["rwkv7_real_spectrum"],
    text: include_str!("real_spectrum.rs"),
    dimensions: (1, 64),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp {
            drops: "positive-rates",
            fails: 0,
            witness: || (at([(9, 10), (2, 5)], [(1, 2), (-1, 2)]), Evidence::Sturm),
        },
        Sharp {
            drops: "positive-rates",
            fails: 1,
            witness: || {
                let i = at([(1, 1), (41, 50)], [(1, 2), (0, 1)]);
                (i, Evidence::Defective(Rational::from((41, 50))))
            },
        },
    ],
    traps: &[],
};
