//! # Every eigenvalue of a GDN2 step lies between (1 − rᵀr) min α and max α
//!
//! **Statement.** Let $d \ge 1$, $\alpha, b, k \in \mathbb{Q}^d$ with all $\alpha_i \ge 0$, all $b_i \ge 0$ and
//! $s = r^\top r = \sum_i b_i k_i^2 \le 1$. Then all eigenvalues of
//! $T = (I - k (b \odot k)^\top)\,\mathrm{Diag}(\alpha)$ are real and lie in $[(1-s) \min \alpha, \max \alpha]$. Index
//! by index, with eigenvalues and gates in ascending order, $(1-s)\,\alpha_{(j)} \le \lambda_{(j)} \le \alpha_{(j)}$
//! and $\alpha_{(j-1)} \le \lambda_{(j)}$.
//!
//! **Why.** By the determinant lemma the characteristic polynomial depends on $\alpha$ and the weights
//! $\alpha_i b_i k_i^2$ alone, so it is that of the symmetric $S = D^{1/2} (I - r r^\top) D^{1/2}$ with
//! $D = \mathrm{Diag}(\alpha)$ and $r_i = \sqrt{b_i}\, k_i$, whether or not gates are zero. From
//! $(1-s) I \preceq I - r r^\top \preceq I$ follows $(1-s) D \preceq S \preceq D$, and $S$ differs from $D$ by a matrix
//! of rank one.
//!
//! **What is checked.** For each instance the eigenvalues are located one by one by the signs of the characteristic
//! polynomial, also at the bounds $(1-s)\,\alpha_i$, and compared with every bound.
//!
//! **Sharpness.** The article has $0 < b_i < 1$, $0 < \alpha_i < 1$ and $\lVert k \rVert = 1$, which imply $s < 1$.
//! The bounds need only the closed conditions above; a basis of real modes needs the strict ones
//! (`gdn2/real-spectrum`). For $s > 1$ the lower bound is false, see `gdn2/extended-erase`.

use crate::support::{
    between, compare_with_gates, erase_norm, gdn2_formula, gdn2_step, nonnegative_gates, rational, short_key,
    value, with_erase_norm,
};
use claim::expr::*;
use claim::{Claim, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::strategies::{closed, gates};
use proptest::prelude::*;

fn domain(d: usize) -> BoxedStrategy<Instance> {
    // With b ≤ 1 and a short key s ≤ 1 comes by itself; otherwise b is scaled to a drawn s.
    let official = (gates(d, 0, 1), short_key(d));
    prop_oneof![2 => official, 1 => with_erase_norm(d, closed(0, 1))]
        .prop_flat_map(move |(b, k)| (nonnegative_gates(d), Just(b), Just(k)))
        .prop_map(|(alpha, b, k)| Instance::new().with("alpha", alpha).with("b", b).with("k", k))
        .boxed()
}

fn statement() -> Statement {
    let vector = Shape::Vector("d");
    Statement {
        parameters: vec![("alpha", vector.clone()), ("b", vector.clone()), ("k", vector)],
        hypotheses: vec![
            ("nonnegative-gates", all_ge("alpha", 0)),
            ("nonnegative-erase", all_ge("b", 0)),
            ("erase-norm-at-most-one", le(dot(hadamard("b", "k"), "k"), 1)),
        ],
        transition: vec![("s", dot(hadamard("b", "k"), "k")), ("T", gdn2_formula("k", "b", "alpha"))],
        conclusion: vec![
            spectrum_within("T", (int(1) - "s") * min("alpha"), max("alpha")),
            eigenvalues_at_least("T", (int(1) - "s") * "alpha"),
            eigenvalues_at_most("T", "alpha"),
            interlaced("T", "alpha"),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let (alpha, b, k) = (i.vector("alpha"), i.vector("b"), i.vector("k"));
    compare_with_gates(&gdn2_step(k, b, alpha), &(1 - erase_norm(b, k)))
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "gdn2/spectrum-bounds",
    title: "Every eigenvalue of a GDN2 step lies between (1 − rᵀr) min α and max α",
    system: "gdn2",
    source: "Gated DeltaNet-2: separating erase and write",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &["gdn2_spectrum_bounds", "gdn2_spectrum_range"],
    text: include_str!("spectrum_bounds.rs"),
    dimensions: (1, 64),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp {
            drops: "nonnegative-gates",
            fails: 0,
            witness: || {
                let i = Instance::new().with("alpha", [(1, 1), (-1, 1)]).with("b", [(1, 2), (1, 2)]);
                (i.with("k", [(3, 5), (4, 5)]), between(rational(-1, 1), rational(-1, 2)))
            },
        },
        Sharp {
            drops: "nonnegative-erase",
            fails: 0,
            witness: || {
                let i = Instance::new().with("alpha", [(1, 1)]).with("b", [(-1, 1)]);
                (i.with("k", [(1, 1)]), value(rational(2, 1)))
            },
        },
        Sharp {
            drops: "erase-norm-at-most-one",
            fails: 0,
            witness: || {
                let i = Instance::new().with("alpha", [(1, 10), (9, 10)]).with("b", [(19, 10), (19, 10)]);
                (i.with("k", [(3, 5), (4, 5)]), between(rational(-81, 100), rational(-9, 100)))
            },
        },
    ],
    traps: &[],
};
