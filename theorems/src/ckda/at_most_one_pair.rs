//! # A CKDA step has at most one non-real pair
//!
//! **Statement.** Let $d \ge 1$, $\alpha, k, h \in \mathbb{Q}^d$, $\beta \in \mathbb{Q}$ and $h = k$. Then
//! $T = (I - \beta k h^\top)\,\mathrm{Diag}(\alpha)$ has at most one pair of non-real conjugate eigenvalues, counted with
//! multiplicity. Gates, $\beta$ and the norm of $k$ are not restricted.
//!
//! **Why.** Let the gates be distinct and non-zero, $\beta \ne 0$ and all $k_i \ne 0$. At a gate the characteristic polynomial
//! is $\beta \alpha_i k_i^2 \prod_{j \ne i} (\alpha_i - \alpha_j)$, so it has opposite signs at neighbouring gates of one sign, and a root between
//! them. Only the gap that holds zero may have none: at least $d - 2$ roots are real. Polynomials of degree $d$ with at
//! least $d - 2$ real roots, counted with multiplicity, form a closed set, which gives the remaining cases.
//!
//! **What is checked.** Each instance has its real eigenvalues located by signs; repeated gates and zero weights are divided
//! out; of the last two eigenvalues it is decided whether they are real or in a disc off the real axis.
//!
//! **Sharpness.** With separate keys for writing and erasing any spectrum is possible: $\alpha = (1, -1, 2, -2)/4$,
//! $\beta = 1$, $k = (-2, 1, -1, 1)$, $h = (1, -1, -1, 1)$ has two pairs. One pair is attained, see `ckda/rotation`.

use crate::oscillator::{Pairs, free_key, scalar, signed_gates};
use crate::support::erase_step;
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::strategies::{closed, unit_key, vector_of};
use proptest::prelude::*;
use spectrum::RankOne;

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let official = (vector_of(closed(-1, 1), d), closed(0, 2), unit_key(d));
    let strong = (signed_gates(d), closed(1, 2), unit_key(d));
    let free = (signed_gates(d), scalar(), free_key(d));
    prop_oneof![1 => official, 2 => strong, 1 => free]
        .prop_map(|(alpha, beta, k)| {
            Instance::new().with("alpha", alpha).with("beta", beta).with("k", k.clone()).with("h", k)
        })
        .boxed()
}

fn statement() -> Statement {
    Statement {
        parameters: vec![
            ("alpha", Shape::Vector("d")),
            ("beta", Shape::Scalar),
            ("k", Shape::Vector("d")),
            ("h", Shape::Vector("d")),
        ],
        hypotheses: vec![("erase-key-is-write-key", eq("h", "k"))],
        transition: vec![("T", erase_step("beta", "k", "h", "alpha"))],
        conclusion: vec![pairs_at_most("T", 1)],
    }
}

fn check(i: &Instance) -> Outcome {
    let step = RankOne::erase(i.scalar("beta"), i.vector("k"), i.vector("h"), i.vector("alpha"));
    Pairs::of_step(&step).at_most_one()
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "ckda/at-most-one-pair",
    title: "A CKDA step has at most one non-real pair",
    system: "ckda",
    source: "Complex KDA: Oscillation Through Signed Gates",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["ckda/characteristic-polynomial"],
    formal: &["ckda_at_most_one_pair"],
    text: include_str!("at_most_one_pair.rs"),
    dimensions: (1, 64),
    domain,
    statement,
    check,
    sharpness: &[Sharp {
        drops: "erase-key-is-write-key",
        fails: 0,
        witness: || {
            let i = Instance::new().with("alpha", [(1, 4), (-1, 4), (1, 2), (-1, 2)]).with("beta", (1, 1));
            let i = i.with("k", [(-2, 1), (1, 1), (-1, 1), (1, 1)]);
            (i.with("h", [(1, 1), (-1, 1), (-1, 1), (1, 1)]), Evidence::Sturm)
        },
    }],
    traps: &[],
};
