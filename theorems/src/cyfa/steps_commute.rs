//! # CyFA steps keep their Fourier modes, whatever the clock does
//!
//! **Statement.** Let $m \ge 1$ be odd, let $\alpha, \alpha'$ be decays that are common to all slots, and
//! $\delta, \delta' \in \mathbb{Q}$ any clock increments. Then $T = \alpha P(\delta)$ and $T' = \alpha' P(\delta')$
//! commute, so all words of CyFA steps have the same Fourier modes, and clocks add up:
//! $P(\delta')P(\delta) = P(\delta' + \delta)$. A word of steps is one step.
//!
//! **Why.** All $P(\delta)$ are diagonal in the Fourier vectors, with eigenvalues $e^{-i\omega_j\delta}$ for
//! $-p \le j \le p$, $m = 2p+1$, and these multiply as their exponents add.
//!
//! **What is checked.** The prover verifies the Fourier eigenvectors of all three shifts; the checker multiplies the shifts
//! in the cyclotomic field. Random clocks have both signs.
//!
//! **Sharpness.** A decay of its own for each slot does not commute with a shift: $m = 3$, $\alpha = (1, 2, 3)$,
//! $\delta' = 1$; the first or the second step alone is enough. For even $m$ the Nyquist mode has the eigenvalue
//! $\cos\pi\delta$, and clocks do not add up: $m = 2$, $\delta = \delta' = 1/2$ gives a product that is not $P(1)$.

use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::Rational;
use exact::strategies::closed;
use proptest::prelude::*;
use spectrum::fourier::has_fourier_eigenvectors;

fn domain(p: usize) -> BoxedStrategy<Instance> {
    let m = 2 * p + 1;
    (closed(-2, 2), closed(-2, 2), crate::support::any_clock(p), crate::support::any_clock(p))
        .prop_map(move |(alpha, other, delta, later)| {
            let i = Instance::new().with("alpha", vec![alpha; m]).with("other", vec![other; m]);
            i.with("delta", delta).with("later", later)
        })
        .boxed()
}

fn statement() -> Statement {
    let step = |alpha: &'static str, delta: &'static str| diag(alpha) * shift(len(alpha), delta);
    let m = || len("alpha");
    Statement {
        parameters: vec![
            ("alpha", Shape::Vector("m")),
            ("other", Shape::Vector("m")),
            ("delta", Shape::Scalar),
            ("later", Shape::Scalar),
        ],
        hypotheses: vec![
            ("odd-slots", odd(m())),
            ("common-decay", all_equal("alpha")),
            ("later-common-decay", all_equal("other")),
        ],
        transition: vec![("T", step("alpha", "delta")), ("T2", step("other", "later"))],
        conclusion: vec![
            eq(p("T2") * "T", p("T") * "T2"),
            eq(shift(m(), "later") * shift(m(), "delta"), shift(m(), p("later") + "delta")),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let m = i.vector("alpha").len() as u32;
    let (delta, later) = (i.scalar("delta"), i.scalar("later"));
    for (line, clock) in [(0, delta), (0, later), (1, &Rational::from(delta + later))] {
        if !has_fourier_eigenvectors(m, clock) {
            let expected = "a shift with the Fourier vectors as eigenvectors".into();
            return Outcome::Refuted { conclusion: line, expected, found: format!("not so for {clock}") };
        }
    }
    Outcome::Holds(vec![Evidence::Compute, Evidence::Compute])
}

fn at(
    alpha: impl Into<claim::Value>,
    other: impl Into<claim::Value>,
    clock: (i64, i64),
) -> (Instance, Evidence) {
    let i = Instance::new().with("alpha", alpha).with("other", other);
    (i.with("delta", clock).with("later", clock), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "cyfa/steps-commute",
    title: "CyFA steps keep their Fourier modes, whatever the clock does",
    system: "cyfa",
    source: "Many modes, coupled controls",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["cyfa/fourier-blocks"],
    formal: &[],
    text: include_str!("steps_commute.rs"),
    dimensions: (0, 3),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "odd-slots", fails: 1, witness: || at([(1, 1); 2], [(1, 1); 2], (1, 2)) },
        Sharp {
            drops: "common-decay",
            fails: 0,
            witness: || at([(1, 1), (2, 1), (3, 1)], [(1, 1); 3], (1, 1)),
        },
        Sharp {
            drops: "later-common-decay",
            fails: 0,
            witness: || at([(1, 1); 3], [(1, 1), (2, 1), (3, 1)], (1, 1)),
        },
    ],
    traps: &[],
};
