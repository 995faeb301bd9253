//! # The phases of a CyFA step are whole multiples of one clock
//!
//! **Statement.** Let $m = 2p + 1$, $\alpha \in \mathbb{Q}$ and $0 < \delta < m/(m-1)$ (any $\delta > 0$ for
//! $p = 0$). With $\theta_1 = 2\pi\delta/m$, the numbers $\alpha e^{\pm i j \theta_1}$, $j = 1, \dots, p$, are
//! eigenvalues of $T = \alpha P(\delta)$, and $0 < \theta_1 < \dots < p\,\theta_1 < \pi$: one clock sets all phases,
//! one gate all moduli.
//!
//! **Why.** In Fourier coordinates $P(\delta) = 1 \oplus R(\theta_1) \oplus \dots \oplus R(p\,\theta_1)$. For the
//! generator $-a I + \nu_j J$ of mode $j$ over a step this says $\nu_j = j \nu_1$.
//!
//! **Sharpness.** $\delta = 0$ gives all phases 0. At $\delta = m/(m-1)$ the last phase is $\pi$ and the pair of the
//! last mode is real.

use crate::support::{clock, common_step};
use claim::expr::*;
use claim::{Claim, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::Rational;
use exact::strategies::{closed, unit_interval_open};
use proptest::prelude::*;

fn domain(modes: usize) -> BoxedStrategy<Instance> {
    let decay = prop_oneof![3 => unit_interval_open(), 1 => closed(-2, 2)];
    (decay, clock(modes))
        .prop_map(move |(alpha, delta)| {
            Instance::new().with("p", modes as i64).with("alpha", alpha).with("delta", delta)
        })
        .boxed()
}

fn statement() -> Statement {
    let m = || 2 * p("p") + 1;
    Statement {
        parameters: vec![("p", Shape::Scalar), ("alpha", Shape::Scalar), ("delta", Shape::Scalar)],
        hypotheses: vec![
            ("positive-clock", lt(0, "delta")),
            ("clock-below-aliasing", lt(2 * p("p") * "delta", m())),
        ],
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
    let last = Rational::from((p, m)) * delta;
    if last.clone() * 2 >= 1 || *delta <= 0 {
        let expected = "phases strictly between 0 and half a turn".into();
        return Outcome::Refuted {
            conclusion: 0,
            expected,
            found: format!("the last phase is {last} turns"),
        };
    }
    Outcome::Holds(vec![evidence])
}

fn three_slots(delta: (i64, i64)) -> (Instance, claim::Evidence) {
    let delta = Rational::from(delta);
    let alpha = Rational::from((1, 2));
    match common_step(3, &alpha, &delta) {
        Ok(evidence) => (Instance::new().with("p", 1).with("alpha", alpha).with("delta", delta), evidence),
        Err(outcome) => panic!("three slots have Fourier eigenvectors, found {outcome:?}"),
    }
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
    text: include_str!("phase_ratios.rs"),
    dimensions: (0, 5),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "positive-clock", fails: 0, witness: || three_slots((0, 1)) },
        Sharp { drops: "clock-below-aliasing", fails: 0, witness: || three_slots((3, 2)) },
    ],
    traps: &[],
};
