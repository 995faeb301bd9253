//! # A CKDA step with a weak erase has a basis of real modes
//!
//! **Statement.** Let $\alpha, k \in \mathbb{Q}^d$ and $\beta \in \mathbb{Q}$ with $\beta \lVert k \rVert^2 < 1$. Then
//! $T = (I - \beta k k^\top)\,\mathrm{Diag}(\alpha)$ has a basis of real eigenvectors, whatever the signs of the gates;
//! $\beta$ may be negative.
//!
//! **Why.** $H = I - \beta k k^\top$ is positive definite, so is $M = H^{-1}$, and $M T = \mathrm{Diag}(\alpha)$ is
//! symmetric: $T$ is self-adjoint in the inner product $\langle x, y\rangle = x^\top M y$. The article's similarity
//! $H^{-1/2} T H^{1/2} = H^{1/2}\,\mathrm{Diag}(\alpha) H^{1/2}$ says the same with square roots.
//!
//! **What is checked.** The symmetrizer $M = I + \frac{\beta}{1 - \beta \lVert k \rVert^2} k k^\top$: that it is positive
//! definite, by its leading minors, and that $M T$ is symmetric.
//!
//! **Sharpness.** At $\beta \lVert k \rVert^2 = 1$ the spectrum is still real and the basis can be lost: $\beta = 1$,
//! $\alpha = (9/25, -16/25)$, $k = (3/5, 4/5)$ gives a nilpotent step.

use crate::support::{any_key, erase_step, kda_step, rational};
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Symmetrizer};
use exact::strategies::{closed, open, vector_of};
use exact::{Matrix, Rational, vector};
use proptest::prelude::*;
use spectrum::symmetrizer::symmetrizes;

/// The strength `s = β‖k‖²` is drawn below 1, often close to it, and `β = s / ‖k‖²`; for `k = 0` any `β` will do.
fn domain(d: usize) -> BoxedStrategy<Instance> {
    let strength = prop_oneof![3 => open(0, 1), 1 => open(-3, 1), 1 => Just(Rational::new())];
    (vector_of(closed(-1, 1), d), strength, any_key(d))
        .prop_map(|(alpha, strength, k)| {
            let norm = vector::norm2(&k);
            let beta = if norm.is_zero() { strength } else { strength / norm };
            Instance::new().with("alpha", alpha).with("beta", beta).with("k", k)
        })
        .boxed()
}

fn statement() -> Statement {
    Statement {
        parameters: vec![("alpha", Shape::Vector("d")), ("beta", Shape::Scalar), ("k", Shape::Vector("d"))],
        hypotheses: vec![("weak-erase", lt(p("beta") * dot("k", "k"), 1))],
        transition: vec![("T", erase_step("beta", "k", "k", "alpha"))],
        conclusion: vec![real_diagonalizable("T")],
    }
}

fn check(i: &Instance) -> Outcome {
    let (beta, k) = (i.scalar("beta"), i.vector("k"));
    let rest: Rational = 1 - vector::norm2(k) * beta;
    let refuted = |found: &str| Outcome::Refuted {
        conclusion: 0,
        expected: "a positive definite M = (I - beta k k^T)^-1 with M T symmetric".into(),
        found: found.into(),
    };
    if rest.is_zero() {
        return refuted("I - beta k k^T is singular");
    }
    let m = &Matrix::identity(k.len()) + &Matrix::outer(k, k).scale(&Rational::from(beta / &rest));
    if symmetrizes(&m, &kda_step(i).matrix()) {
        Outcome::Holds(vec![Evidence::Symmetrizer(Symmetrizer::Dense(m))])
    } else {
        refuted("it is not")
    }
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "ckda/real-modes",
    title: "A CKDA step with a weak erase has a basis of real modes",
    system: "ckda",
    source: "Complex KDA: Oscillation Through Signed Gates",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &["ckda_real_modes"],
    text: include_str!("real_modes.rs"),
    dimensions: (1, 12),
    domain,
    statement,
    check,
    sharpness: &[Sharp {
        drops: "weak-erase",
        fails: 0,
        witness: || {
            let i = Instance::new().with("alpha", [(9, 25), (-16, 25)]).with("beta", 1);
            (i.with("k", [(3, 5), (4, 5)]), Evidence::Defective(rational(0, 1)))
        },
    }],
    traps: &[],
};
