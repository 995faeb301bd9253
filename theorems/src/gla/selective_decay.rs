//! # Channel-wise decay keeps its axes
//!
//! **Statement.** Let $d \ge 1$ and $\alpha, \alpha' \in [0, 1]^d$. The steps $T = \mathrm{Diag}(\alpha)$ and
//! $T' = \mathrm{Diag}(\alpha')$ of two tokens of GLA commute, so every word of such steps has the coordinate axes as its
//! modes. The spectrum of $T$ is real, within $[\min\alpha, \max\alpha]$, and no step expands any state,
//! $\lVert T \rVert_2 \le 1$. A scalar gate (Mamba-2) is the case of equal entries, $d = 1$ is a channel of Mamba-1.
//!
//! **Why.** Diagonal matrices commute, their entries are their eigenvalues, and $I - T^\top T$ has the entries
//! $1 - \alpha_i^2 \ge 0$.
//!
//! **What is checked.** The products are multiplied out; the eigenvalues are located by the characteristic polynomial.
//!
//! **Sharpness.** A gate above 1 expands ($\alpha = 2$), and so does one below $-1$ ($\alpha = -2$). Nothing is needed for
//! the lines on products and spectrum. An erase along a key, however weak, has axes of its own:
//! `products/steps-need-not-commute`.

use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::strategies::gates;
use exact::{Matrix, Rational};
use proptest::prelude::*;
use spectrum::RankOne;

fn domain(d: usize) -> BoxedStrategy<Instance> {
    (gates(d, 0, 1), gates(d, 0, 1))
        .prop_map(|(alpha, other)| Instance::new().with("alpha", alpha).with("other", other))
        .boxed()
}

fn statement() -> Statement {
    Statement {
        parameters: vec![("alpha", Shape::Vector("d")), ("other", Shape::Vector("d"))],
        hypotheses: vec![
            ("gates-at-most-one", all_le("alpha", 1)),
            ("gates-not-negative", all_ge("alpha", 0)),
        ],
        transition: vec![("T", diag("alpha")), ("T2", diag("other"))],
        conclusion: vec![
            eq(p("T2") * "T", p("T") * "T2"),
            spectrum_within("T", min("alpha"), max("alpha")),
            positive_semidefinite(eye(len("alpha")) - transpose("T") * "T"),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let step = |gates: &[Rational]| {
        let zeros = vec![Rational::new(); gates.len()];
        RankOne::erase(&Rational::new(), &zeros, &zeros, gates)
    };
    let (first, second) = (step(i.vector("alpha")), step(i.vector("other")));
    let (a, b) = (first.matrix(), second.matrix());
    if &a * &b != &b * &a {
        let (expected, found) = ("steps that commute".into(), "two products".into());
        return Outcome::Refuted { conclusion: 0, expected, found };
    }
    let located = first.locate(&[]);
    if located.real() < a.rows() {
        return crate::support::not_real(1, located.real(), a.rows());
    }
    let (Some(least), Some(most)) = (i.vector("alpha").iter().min(), i.vector("alpha").iter().max()) else {
        return Outcome::Undecided("there is no gate".into());
    };
    if let Some((low, high)) = located.ascending().iter().find(|(low, high)| low < least || high > most) {
        let expected = format!("an eigenvalue from {least} to {most}");
        return Outcome::Refuted { conclusion: 1, expected, found: format!("it lies from {low} to {high}") };
    }
    let gram = &Matrix::identity(a.rows()) - &(&a.transpose() * &a);
    if gram.inertia().negative > 0 {
        let (expected, found) = ("no state that grows".into(), "a direction that does".into());
        return Outcome::Refuted { conclusion: 2, expected, found };
    }
    Outcome::Holds(vec![Evidence::Compute, crate::support::roots(located), Evidence::Compute])
}

fn scalar(alpha: i64) -> (Instance, Evidence) {
    (Instance::new().with("alpha", [(alpha, 1)]).with("other", [(1, 1)]), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "gla/selective-decay",
    title: "Channel-wise decay keeps its axes",
    system: "gla",
    source: "Starting from selective decay",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("selective_decay.rs"),
    dimensions: (1, 32),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "gates-at-most-one", fails: 2, witness: || scalar(2) },
        Sharp { drops: "gates-not-negative", fails: 2, witness: || scalar(-2) },
    ],
    traps: &[],
};
