//! # Every eigenvalue of a KDA step lies between (1 − β) min α and max α
//!
//! **Statement.** Let $d \ge 1$, $\alpha, k \in \mathbb{Q}^d$ and $\beta \in \mathbb{Q}$ with all $\alpha_i \ge 0$,
//! $0 \le \beta \le 1$ and $\lVert k \rVert^2 \le 1$. Then all eigenvalues of
//! $T = (I - \beta k k^\top)\,\mathrm{Diag}(\alpha)$ are real and lie in $[(1-\beta) \min \alpha, \max \alpha]$.
//! Index by index, with eigenvalues and gates in ascending order,
//! $(1-\beta)\,\alpha_{(j)} \le \lambda_{(j)} \le \alpha_{(j)}$ and $\alpha_{(j-1)} \le \lambda_{(j)}$.
//!
//! **Why.** With $D = \mathrm{Diag}(\alpha)$ and $H = I - \beta k k^\top$ the matrices $HD$ and
//! $S = D^{1/2} H D^{1/2}$ have the same characteristic polynomial, also where gates are zero. The hypotheses give
//! $(1-\beta) I \preceq H \preceq I$, hence $(1-\beta) D \preceq S \preceq D$, and eigenvalues are monotone in the
//! Loewner order. $S$ differs from $D$ by a matrix of rank one, hence the interlacing.
//!
//! **What is checked.** For each instance the eigenvalues are located one by one by the signs of the characteristic
//! polynomial, also at the bounds $(1-\beta)\,\alpha_i$, and compared with every bound.
//!
//! **Sharpness.** $\beta = 0$, or a unit key along an axis, attains the bounds. The article assumes
//! $\alpha_i > 0$; nothing here needs more than $\alpha_i \ge 0$, so a gate that underflows to zero is covered, and
//! so is a key that a small constant in the normalisation has made shorter than one, down to $k = 0$.

use crate::support::{
    between, compare_with_gates, erase_step, kda_step, nonnegative_gates, rational, short_key, value,
};
use claim::expr::*;
use claim::{Claim, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::strategies::closed;
use proptest::prelude::*;

fn domain(d: usize) -> BoxedStrategy<Instance> {
    (nonnegative_gates(d), closed(0, 1), short_key(d))
        .prop_map(|(alpha, beta, k)| Instance::new().with("alpha", alpha).with("beta", beta).with("k", k))
        .boxed()
}

fn statement() -> Statement {
    Statement {
        parameters: vec![("alpha", Shape::Vector("d")), ("beta", Shape::Scalar), ("k", Shape::Vector("d"))],
        hypotheses: vec![
            ("nonnegative-gates", all_ge("alpha", 0)),
            ("nonnegative-strength", le(0, "beta")),
            ("strength-at-most-one", le("beta", 1)),
            ("key-norm-at-most-one", le(dot("k", "k"), 1)),
        ],
        transition: vec![("T", erase_step("beta", "k", "k", "alpha"))],
        conclusion: vec![
            spectrum_within("T", (int(1) - "beta") * min("alpha"), max("alpha")),
            eigenvalues_at_least("T", (int(1) - "beta") * "alpha"),
            eigenvalues_at_most("T", "alpha"),
            interlaced("T", "alpha"),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    compare_with_gates(&kda_step(i), &(1 - i.scalar("beta").clone()))
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "kda/spectrum-bounds",
    title: "Every eigenvalue of a KDA step lies between (1 − β) min α and max α",
    system: "kda",
    source: "KDA: different decay rates across coordinates",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &["kda_spectrum_bounds", "kda_spectrum_range"],
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
                let i = Instance::new().with("alpha", [(1, 1), (-1, 1)]).with("beta", (1, 2));
                (i.with("k", [(3, 5), (4, 5)]), between(rational(-1, 1), rational(-1, 2)))
            },
        },
        Sharp {
            drops: "nonnegative-strength",
            fails: 0,
            witness: || {
                let i = Instance::new().with("alpha", [(1, 1)]).with("beta", -1);
                (i.with("k", [(1, 1)]), value(rational(2, 1)))
            },
        },
        Sharp {
            drops: "strength-at-most-one",
            fails: 0,
            witness: || {
                let i = Instance::new().with("alpha", [(9, 10), (7, 10)]).with("beta", (3, 2));
                (i.with("k", [(3, 5), (4, 5)]), between(rational(-1, 2), rational(-7, 20)))
            },
        },
        Sharp {
            drops: "key-norm-at-most-one",
            fails: 0,
            witness: || {
                let i = Instance::new().with("alpha", [(1, 1)]).with("beta", (1, 2));
                (i.with("k", [(2, 1)]), value(rational(-1, 1)))
            },
        },
    ],
    traps: &[],
};
