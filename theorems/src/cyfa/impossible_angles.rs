//! # Five slots cannot rotate at two angles unless one is twice the other
//!
//! **Statement.** Let $m = 5$ and $0 < a < b < \frac12$ rational with $b \ne 2a$. Then for no clock
//! $0 < \delta < 1$ are both $e^{2\pi i a}$ and $e^{2\pi i b}$ eigenvalues of $P(\delta)$. In particular one step on
//! five slots cannot rotate by $\pi/10$ and by $\pi/3$ ($a = 1/20$, $b = 1/6$).
//!
//! **Why.** The phases in $(0, \frac12)$ are $\delta/5$ and $2\delta/5$, so two different ones have the ratio 2.
//!
//! **What is checked.** For the given phases all clocks at once: $a$ pins the clock to one of two values, and at
//! neither is $b$ a phase.
//!
//! **Sharpness.** More slots carry more ratios: $m = 21$ carries $\pi/10$ and $\pi/3$ in its modes 3 and 10, at
//! $\delta = 7/20$. A single frequency, a phase and its double, a phase and its conjugate, and a phase beside the
//! constant mode are all carried by five slots.

use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::Rational;
use exact::strategies::unit_interval_open;
use proptest::prelude::*;

/// `b = r a` with a ratio `r` in (1, 2) or in (2, 1/(2a)), the second only where it is not empty.
fn domain(_: usize) -> BoxedStrategy<Instance> {
    let article = Just((Rational::from((1, 20)), Rational::from((1, 6))));
    let drawn = (unit_interval_open(), unit_interval_open(), any::<bool>()).prop_map(|(s, t, beyond)| {
        let a: Rational = s / 2;
        let most: Rational = Rational::from(a.recip_ref()) / 2;
        let ratio: Rational =
            if beyond && most > 2 { 2 + (most - 2) * t } else { 1 + (most.min(2.into()) - 1) * t };
        (a.clone(), a * ratio)
    });
    prop_oneof![1 => article, 9 => drawn]
        .prop_map(|(a, b)| Instance::new().with("m", 5).with("a", a).with("b", b))
        .boxed()
}

fn statement() -> Statement {
    Statement {
        parameters: vec![("m", Shape::Scalar), ("a", Shape::Scalar), ("b", Shape::Scalar)],
        hypotheses: vec![
            ("five-slots", eq("m", 5)),
            ("first-phase-positive", lt(0, "a")),
            ("phases-ascend", lt("a", "b")),
            ("second-phase-below-half-a-turn", lt("b", (1, 2))),
            ("not-the-double", ne("b", 2 * p("a"))),
        ],
        transition: vec![],
        conclusion: vec![no_shift_carries("m", "a", "b")],
    }
}

fn check(i: &Instance) -> Outcome {
    let (m, a, b) = (i.scalar("m"), i.scalar("a"), i.scalar("b"));
    let modes: Rational = Rational::from(m - 1) / 2;
    // Mode x carries a at the clock δ = m a/x; then mode y carries b exactly when y/x = b/a.
    let mut x = Rational::from(1);
    while x <= modes {
        let (delta, y) = (Rational::from(m * a) / &x, Rational::from(&x * b) / a);
        if delta < 1 && y.is_integer() && y <= modes {
            let found = format!("the clock {delta} carries both, in modes {x} and {y}");
            return Outcome::Refuted { conclusion: 0, expected: "no clock carries both".into(), found };
        }
        x += 1;
    }
    Outcome::Holds(vec![Evidence::Compute])
}

fn carried(m: i64, a: (i64, i64), b: (i64, i64), delta: (i64, i64)) -> (Instance, Evidence) {
    (Instance::new().with("m", m).with("a", a).with("b", b), Evidence::Clock(delta.into()))
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "cyfa/impossible-angles",
    title: "Five slots cannot rotate at two angles unless one is twice the other",
    system: "cyfa",
    source: "Many modes, coupled controls",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["cyfa/phase-ratios"],
    formal: &["cyfa_impossible_angles", "cyfa_no_pi_10_and_pi_3"],
    text: include_str!("impossible_angles.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "five-slots", fails: 0, witness: || carried(21, (1, 20), (1, 6), (7, 20)) },
        Sharp { drops: "first-phase-positive", fails: 0, witness: || carried(5, (0, 1), (1, 10), (1, 2)) },
        Sharp { drops: "phases-ascend", fails: 0, witness: || carried(5, (1, 10), (1, 10), (1, 2)) },
        Sharp {
            drops: "second-phase-below-half-a-turn",
            fails: 0,
            witness: || carried(5, (1, 20), (19, 20), (1, 4)),
        },
        Sharp { drops: "not-the-double", fails: 0, witness: || carried(5, (1, 20), (1, 10), (1, 4)) },
    ],
    traps: &[],
};
