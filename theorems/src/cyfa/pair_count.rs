//! # A CyFA step on an odd number of slots has a pair for every Fourier mode
//!
//! **Statement.** Let $m \ge 1$ be odd, $\alpha \ne 0$ common to all slots, and $0 < \delta < m/(m-1)$ (any
//! $\delta > 0$ for $m = 1$). Then $T = \alpha P(\delta)$ has exactly $(m-1)/2$ non-real conjugate pairs, that is, all
//! eigenvalues but that of the constant mode rotate, and all its eigenvalues are different. The official clock,
//! $0 < \delta < 1$, is within this range.
//!
//! **Why.** The eigenvalues are $\alpha$ and $\alpha e^{\pm i \omega_j \delta}$, $\omega_j = 2\pi j/m$,
//! $j \le (m-1)/2$, and $0 < \omega_j\delta < \pi$ is increasing in $j$.
//!
//! **What is checked.** Every Fourier vector is verified to be an eigenvector, in the cyclotomic field, which gives
//! the whole spectrum; then phases are compared as rational numbers of turns.
//!
//! **Sharpness.** At $\delta = m/(m-1)$ the last mode reaches the angle $\pi$ and its pair becomes the real double
//! eigenvalue $-\alpha$. Slot-dependent decay can make the spectrum real: $m = 3$,
//! $\alpha = (1, \frac{1}{10}, \frac{1}{100})$, $\delta = 1/2$. For even $m$ a second mode does not rotate, Nyquist,
//! and the count is $(m-2)/2$.

use crate::support::common_step;
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::Rational;
use exact::strategies::{closed, unit_interval_open};
use proptest::prelude::*;

fn domain(p: usize) -> BoxedStrategy<Instance> {
    let m = 2 * p as i64 + 1;
    let decay = prop_oneof![3 => unit_interval_open(), 1 => closed(1, 2), 1 => closed(-2, -1)];
    (decay, crate::support::clock(p))
        .prop_map(move |(alpha, delta)| {
            Instance::new().with("alpha", vec![alpha; m as usize]).with("delta", delta)
        })
        .boxed()
}

fn statement() -> Statement {
    let m = || len("alpha");
    Statement {
        parameters: vec![("alpha", Shape::Vector("m")), ("delta", Shape::Scalar)],
        hypotheses: vec![
            ("odd-slots", odd(m())),
            ("common-decay", all_equal("alpha")),
            ("decay-not-zero", ne(entry("alpha", 1), 0)),
            ("positive-clock", lt(0, "delta")),
            ("clock-below-aliasing", lt((m() - 1) * "delta", m())),
        ],
        transition: vec![("T", diag("alpha") * shift(m(), "delta"))],
        conclusion: vec![pairs_equal("T", (m() - 1) / 2), simple_spectrum("T")],
    }
}

fn check(i: &Instance) -> Outcome {
    let alpha = i.vector("alpha");
    let evidence = match common_step(alpha.len() as u32, &alpha[0], i.scalar("delta")) {
        Ok(evidence) => evidence,
        Err(outcome) => return outcome,
    };
    let Evidence::Fourier { turns, .. } = &evidence else {
        panic!("the spectrum of a shift is Fourier evidence")
    };
    let pairs = turns.iter().filter(|turn| !Rational::from(*turn * 2u32).is_integer()).count() / 2;
    let expected = (alpha.len() - 1) / 2;
    if pairs != expected {
        let (expected, found) = (format!("{expected} pairs"), format!("{pairs} pairs"));
        return Outcome::Refuted { conclusion: 0, expected, found };
    }
    let mut sorted = turns.clone();
    sorted.sort();
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        let found = format!("the phase of {} turns twice", pair[0]);
        return Outcome::Refuted { conclusion: 1, expected: "different eigenvalues".into(), found };
    }
    Outcome::Holds(vec![evidence.clone(), evidence])
}

fn at(alpha: impl Into<claim::Value>, delta: (i64, i64)) -> (Instance, Evidence) {
    (Instance::new().with("alpha", alpha).with("delta", delta), Evidence::Sturm)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "cyfa/pair-count",
    title: "A CyFA step on an odd number of slots has a pair for every Fourier mode",
    system: "cyfa",
    source: "Transport in slot space, oscillation in Fourier space",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["cyfa/fourier-blocks"],
    formal: &["cyfa_pair_count"],
    text: include_str!("pair_count.rs"),
    dimensions: (0, 5),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "odd-slots", fails: 0, witness: || at([(1, 2), (1, 2)], (1, 2)) },
        Sharp { drops: "common-decay", fails: 0, witness: || at([(1, 1), (1, 10), (1, 100)], (1, 2)) },
        Sharp { drops: "decay-not-zero", fails: 0, witness: || at([(0, 1); 3], (1, 2)) },
        Sharp { drops: "positive-clock", fails: 0, witness: || at([(1, 2); 3], (0, 1)) },
        Sharp { drops: "clock-below-aliasing", fails: 0, witness: || at([(1, 2); 3], (3, 2)) },
    ],
    traps: &[],
};
