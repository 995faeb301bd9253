//! # A positive decay below one is relaxation at a positive rate, and a negative rate gives such a decay
//!
//! **Statement.** Let $\rho, \Delta, A \in \mathbb{Q}$ with $0 < \rho < 1$, $\Delta > 0$ and $A < 0$. The step $z \mapsto \rho z$ has a
//! principal logarithm, the only real one, and its rate $a = -\log\rho/\Delta$ is positive: $\dot z = -az$ over the time
//! $\Delta$. Conversely $0 < e^{\Delta A} < 1$, the factor of Mamba-1 and Mamba-2.
//!
//! **Why.** The logarithm increases and vanishes at 1. In dimension 1 a real logarithm is a number, so there is no choice.
//!
//! **What is checked.** Enclosures of the logarithm and of the exponential until they settle the signs; Culver's conditions for the step.
//!
//! **Sharpness.** $\rho = -1/2$ has no logarithm, $\rho = 1$ the rate 0; $\Delta = -1$ turns the sign of the rate, $A = 0$ does not decay. That
//! any $\rho \ne 0$ below 1 in modulus has a rate is false (trap).

use crate::enclosed::{Real, below};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use enclosure::RealBall;
use exact::Rational;
use exact::strategies::open;
use proptest::prelude::*;

fn domain(_: usize) -> BoxedStrategy<Instance> {
    (open(0, 1), prop_oneof![3 => open(0, 1), 1 => open(1, 9)], open(-16, 0))
        .prop_map(|(rho, dt, a)| Instance::new().with("rho", rho).with("dt", dt).with("A", a))
        .boxed()
}

fn stated(hypotheses: Vec<(&'static str, Expr)>) -> Statement {
    let (step, factor) = (|| p("rho") * eye(1), || exp(p("dt") * "A"));
    Statement {
        parameters: ["rho", "dt", "A"].map(|name| (name, Shape::Scalar)).to_vec(),
        hypotheses,
        transition: vec![],
        conclusion: vec![
            lt(0, -log("rho") / "dt"),
            lt(factor(), 1),
            lt(0, factor()),
            principal_logarithm(step()),
            unique_logarithm(step()),
        ],
    }
}

fn statement() -> Statement {
    stated(vec![
        ("positive-decay", lt(0, "rho")),
        ("decay-below-one", lt("rho", 1)),
        ("positive-step", lt(0, "dt")),
        ("negative-rate", lt("A", 0)),
    ])
}

fn check(i: &Instance) -> Outcome {
    let (rho, dt) = (i.scalar("rho"), i.scalar("dt"));
    let exponent = Rational::from(dt * i.scalar("A"));
    let ball = |bits, x: &Rational| RealBall::from_rational(bits, x);
    let zero = |bits| Some(RealBall::zero(bits));
    let factor = |bits| Some(ball(bits, &exponent).exp());
    let rate = |bits| (-ball(bits, rho).log().ok()?).checked_div(&ball(bits, dt)).ok();
    let lines: [(Real<'_>, Real<'_>); 3] = [
        (Box::new(zero), Box::new(rate)),
        (Box::new(factor), Box::new(|bits| Some(RealBall::one(bits)))),
        (Box::new(zero), Box::new(factor)),
    ];
    match below(&lines) {
        Outcome::Holds(mut evidence) => {
            // In dimension 1 both conditions are that the number is positive.
            if *rho <= 0 {
                let (expected, found) = ("a positive number".into(), format!("{rho}"));
                return Outcome::Refuted { conclusion: 3, expected, found };
            }
            evidence.extend([Evidence::Compute, Evidence::Compute]);
            Outcome::Holds(evidence)
        }
        other => other,
    }
}

fn at(rho: (i64, i64), dt: i64, a: i64) -> (Instance, Evidence) {
    (Instance::new().with("rho", rho).with("dt", dt).with("A", a), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "mamba1/decay-rate",
    title: "A positive decay below one is relaxation at a positive rate, and a negative rate gives such a decay",
    system: "mamba1",
    source: "Starting from selective decay",
    level: Level::Enclosed,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("decay_rate.rs"),
    dimensions: (1, 1),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "positive-decay", fails: 3, witness: || at((-1, 2), 1, -1) },
        Sharp { drops: "decay-below-one", fails: 0, witness: || at((1, 1), 1, -1) },
        Sharp { drops: "positive-step", fails: 0, witness: || at((1, 2), -1, -1) },
        Sharp { drops: "negative-rate", fails: 1, witness: || at((1, 2), 1, 0) },
    ],
    traps: &[Trap {
        name: "every-decay-has-a-rate",
        statement: || {
            stated(vec![
                ("decay-not-zero", ne("rho", 0)),
                ("decay-inside", all_of(vec![lt(-1, "rho"), lt("rho", 1)])),
                ("positive-step", lt(0, "dt")),
                ("negative-rate", lt("A", 0)),
            ])
        },
        fails: 3,
        witness: || at((-1, 2), 1, -1),
    }],
};
