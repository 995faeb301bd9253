//! # The phases of a CyFA step are whole multiples of one clock
//!
//! **Statement.** Let $p \ge 0$ be a whole number, $m = 2p + 1$, and $\alpha, \delta \in \mathbb{Q}$. With
//! $\theta_1 = 2\pi\delta/m$, the numbers $\alpha e^{\pm i j \theta_1}$, $j = 1, \dots, p$, are eigenvalues of
//! $T = \alpha P(\delta)$: one clock sets all phases, one gate all moduli.
//!
//! **Why.** In Fourier coordinates $P(\delta) = 1 \oplus R(\theta_1) \oplus \dots \oplus R(p\,\theta_1)$. For the
//! generator $-a I + \nu_j J$ of mode $j$ over a step this says $\nu_j = j \nu_1$.
//!
//! **What is checked.** Every Fourier vector is verified to be an eigenvector, in the cyclotomic field; then phases
//! are compared as rational numbers of turns.
//!
//! **Sharpness.** Nothing is assumed of $\alpha$ and $\delta$: a clock of 0 gives all phases 0, a fast one wraps them
//! around. That the phases are different and below $\pi$ needs $0 < \delta < m/(m-1)$: see `cyfa/pair-count`. An even
//! number of slots has a Nyquist mode that does not rotate.

use crate::support::common_step;
use claim::expr::*;
use claim::{Claim, Instance, Level, Outcome, Quantifier, Shape, Statement};
use exact::strategies::{closed, unit_interval_open};
use proptest::prelude::*;

fn domain(modes: usize) -> BoxedStrategy<Instance> {
    let decay = prop_oneof![3 => unit_interval_open(), 1 => closed(-2, 2)];
    (decay, crate::support::any_clock(modes))
        .prop_map(move |(alpha, delta)| {
            Instance::new().with("p", modes as i64).with("alpha", alpha).with("delta", delta)
        })
        .boxed()
}

fn statement() -> Statement {
    let m = || 2 * p("p") + 1;
    Statement {
        parameters: vec![("p", Shape::Scalar), ("alpha", Shape::Scalar), ("delta", Shape::Scalar)],
        hypotheses: vec![],
        transition: vec![("T", p("alpha") * shift(m(), "delta"))],
        conclusion: vec![harmonic_phases("T", "alpha", p("delta") / m(), "p")],
    }
}

fn check(i: &Instance) -> Outcome {
    let (p, delta) = (i.scalar("p").numer().to_u32().unwrap_or(u32::MAX / 4), i.scalar("delta"));
    let m = 2 * p + 1;
    let evidence = match common_step(m, i.scalar("alpha"), delta) {
        Ok(evidence) => evidence,
        Err(outcome) => return outcome,
    };
    Outcome::Holds(vec![evidence])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "cyfa/phase-ratios",
    title: "The phases of a CyFA step are whole multiples of one clock",
    system: "cyfa",
    source: "Many modes, coupled controls",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["cyfa/fourier-blocks"],
    formal: &["cyfa_phase_ratios"],
    text: include_str!("phase_ratios.rs"),
    dimensions: (0, 5),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[],
};
