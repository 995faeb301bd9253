//! # Every frozen GDN2 mode decays, also for short keys and closed erase gates
//!
//! **Statement.** Let $\alpha, b, k \in \mathbb{Q}^d$ with $0 < \alpha_i < 1$, $b_i \ge 0$ and $\sum_i b_i k_i^2 < 1$. Then all
//! eigenvalues of $T = (I - k(b \odot k)^\top)\,\mathrm{Diag}(\alpha)$ are real and in $(0, 1)$, and $T$ has a principal logarithm:
//! every frozen mode decays, at a rate $\gamma_j = -\log\lambda_j/\Delta > 0$. The official ranges $0 < b_i < 1$ and $\lVert k \rVert \le 1$ are
//! included, $k = 0$ and a norm a little below 1 as implementations have it too.
//!
//! **Why.** For $b > 0$, $T$ is similar to $D^{1/2}(I - rr^\top)D^{1/2}$ with $r = B^{1/2}k$, $rr^\top \preceq (r^\top r) I \prec I$,
//! so $0 \prec \cdot \preceq D \prec I$. The coefficients of $\chi_T$ depend continuously on $b$: for $b \ge 0$ the eigenvalues are
//! in $[0, \max\alpha]$, and not 0, since $\det T = \prod\alpha_i\,(1 - r^\top r)$.
//!
//! **What is checked.** Every eigenvalue is located, with 0 among the points; the Schur–Cohn test; the negative real axis.
//!
//! **Sharpness.** All in dimension 1: $\alpha = -1/2$; $\alpha = 1$; $b = -3$; $b = 2$. At $r^\top r = 1$ the erased mode is gone at once
//! (trap). Stability is of one step: `gdn2/switching-is-unstable`.

use crate::logarithm;
use crate::support::{gdn2_formula, gdn2_step, not_real, roots, value, with_erase_norm};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::{closed, open, vector_of};
use exact::{Rational, vector};
use proptest::prelude::*;

/// `Σ b_i k_i²` is drawn below 1 for a unit key; then keys are shortened, down to 0, in a third of the samples.
fn domain(d: usize) -> BoxedStrategy<Instance> {
    let norm = prop_oneof![4 => open(0, 1), 1 => Just(Rational::new())].boxed();
    let length = prop_oneof![2 => Just(Rational::from(1)), 1 => closed(0, 1)];
    (with_erase_norm(d, norm), length, vector_of(open(0, 1), d))
        .prop_map(|((b, k), length, alpha)| {
            let i = Instance::new().with("alpha", alpha).with("b", b);
            i.with("k", vector::scale(&length, &k))
        })
        .boxed()
}

fn stated(erase: (&'static str, Expr)) -> Statement {
    Statement {
        parameters: ["alpha", "b", "k"].map(|name| (name, Shape::Vector("d"))).to_vec(),
        hypotheses: vec![
            ("positive-gates", all_gt("alpha", 0)),
            ("gates-below-one", all_lt("alpha", 1)),
            ("erase-gates-not-negative", all_ge("b", 0)),
            erase,
        ],
        transition: vec![("T", gdn2_formula("k", "b", "alpha"))],
        conclusion: vec![eigenvalue_signs("T", 0, 0), schur_stable("T"), principal_logarithm("T")],
    }
}

fn strength() -> Expr {
    dot(hadamard("b", "k"), "k")
}

fn statement() -> Statement {
    stated(("erase-below-one", lt(strength(), 1)))
}

fn check(i: &Instance) -> Outcome {
    let step = gdn2_step(i.vector("k"), i.vector("b"), i.vector("alpha"));
    let d = step.dimension();
    let located = step.locate(&[Rational::new()]);
    if located.real() < d {
        return not_real(0, located.real(), d);
    }
    let positive = located.signs() == [0, 0, d];
    logarithm::lines(vec![
        ("positive eigenvalues", positive, roots(located)),
        ("moduli below 1", step.characteristic_polynomial().schur_stable(), Evidence::Compute),
        ("a principal logarithm", logarithm::principal(&step.matrix()), Evidence::Compute),
    ])
}

fn scalar(alpha: (i64, i64), b: i64) -> Instance {
    Instance::new().with("alpha", [alpha]).with("b", [(b, 1)]).with("k", [(1, 1)])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "gdn2/frozen-modes-decay",
    title: "Every frozen GDN2 mode decays, also for short keys and closed erase gates",
    system: "gdn2",
    source: "Gated DeltaNet-2: separating erase and write",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["gdn2/real-spectrum", "gdn2/spectrum-bounds"],
    formal: &[],
    text: include_str!("frozen_modes_decay.rs"),
    dimensions: (1, 8),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp {
            drops: "positive-gates",
            fails: 0,
            witness: || (scalar((-1, 2), 0), value(Rational::from((-1, 2)))),
        },
        Sharp { drops: "gates-below-one", fails: 1, witness: || (scalar((1, 1), 0), Evidence::Compute) },
        Sharp {
            drops: "erase-gates-not-negative",
            fails: 1,
            witness: || (scalar((1, 2), -3), Evidence::Compute),
        },
        Sharp {
            drops: "erase-below-one",
            fails: 0,
            witness: || (scalar((1, 2), 2), value(Rational::from((-1, 2)))),
        },
    ],
    traps: &[Trap {
        name: "erase-up-to-one-has-rates",
        statement: || stated(("erase-at-most-one", le(strength(), 1))),
        fails: 2,
        witness: || (scalar((1, 2), 1), Evidence::Compute),
    }],
};
