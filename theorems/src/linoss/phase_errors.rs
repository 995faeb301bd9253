//! # Of the two LinOSS steps one turns too slowly and the other too fast
//!
//! **Statement.** Let $A, \Delta, s \in \mathbb{Q}$ with $0 < \Delta^2A < 4$ and $s(1 + \Delta^2A) = 1$. In the time $\Delta$ the oscillator
//! $\ddot x = -Ax$ turns by $\theta = \Delta\sqrt A \in (0, 2)$. The pair of the implicit step turns by less and that of the implicit-explicit
//! step by more: with the cosines $\operatorname{tr} T/(2\sqrt{\det T})$ of their angles,
//! $$\cos\theta_{\mathrm{IMEX}} = 1 - \tfrac12\Delta^2A < \cos\theta < (1 + \Delta^2A)^{-1/2} = \cos\theta_{\mathrm{IM}}.$$
//!
//! **Why.** $\theta_{\mathrm{IMEX}} = 2\arcsin(\theta/2) > \theta > \arctan\theta = \theta_{\mathrm{IM}}$, and the cosine decreases on $[0, \pi]$.
//!
//! **What is checked.** Traces of the steps as formulas, and enclosures of the cosine and the square roots until they settle both inequalities.
//!
//! **Sharpness.** $A = 0$; $\Delta^2A = 36$, where the oscillator has nearly made a whole turn; $s$ has to be the inverse.

use crate::discretised::{formula, step, stiffness};
use crate::enclosed::{Real, below};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use enclosure::RealBall;
use engine::systems::linoss::Scheme;
use exact::Rational;
use exact::strategies::open;
use proptest::prelude::*;

fn domain(_: usize) -> BoxedStrategy<Instance> {
    let size = prop_oneof![4 => open(0, 1), 1 => open(1, 9), 1 => open(-1, 0)];
    (size, open(0, 4))
        .prop_map(|(dt, stiff)| {
            let a: Rational = &stiff / Rational::from(dt.square_ref());
            let s: Rational = 1 + stiff;
            Instance::new().with("A", a).with("dt", dt).with("s", s.recip())
        })
        .boxed()
}

fn statement() -> Statement {
    let half_trace = |t: &'static str| (entry(row(t, 1), 1) + entry(row(t, 2), 2)) / 2;
    let turned = || -> Expr { cos(sqrt(stiffness())) };
    Statement {
        parameters: ["A", "dt", "s"].map(|name| (name, Shape::Scalar)).to_vec(),
        hypotheses: vec![
            ("oscillates", lt(0, stiffness())),
            ("step-short", lt(stiffness(), 4)),
            ("inverse", eq(p("s") * (1 + stiffness()), 1)),
        ],
        transition: vec![("IM", formula(Scheme::Im)), ("IMEX", formula(Scheme::Imex))],
        conclusion: vec![lt(half_trace("IMEX"), turned()), lt(turned(), half_trace("IM") / sqrt("s"))],
    }
}

fn check(i: &Instance) -> Outcome {
    let (Some(implicit), Some(explicit)) = (step(Scheme::Im, i), step(Scheme::Imex, i)) else {
        return Outcome::Undecided("the scheme divides by zero".into());
    };
    let stiff = Rational::from(i.scalar("dt").square_ref()) * i.scalar("A");
    let ball = |bits, x: &Rational| RealBall::from_rational(bits, x);
    let turned = |bits| Some(ball(bits, &stiff).sqrt().ok()?.cos());
    let half = |trace: Rational| trace / 2u32;
    let (slow, fast) = (half(implicit.trace()), half(explicit.trace()));
    let determinant = implicit.determinant();
    let slow = |bits| ball(bits, &slow).checked_div(&ball(bits, &determinant).sqrt().ok()?).ok();
    let lines: [(Real<'_>, Real<'_>); 2] =
        [(Box::new(|bits| Some(ball(bits, &fast))), Box::new(turned)), (Box::new(turned), Box::new(slow))];
    below(&lines)
}

fn at(a: i64, s: (i64, i64)) -> (Instance, Evidence) {
    (Instance::new().with("A", a).with("dt", 1).with("s", s), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "linoss/phase-errors",
    title: "Of the two LinOSS steps one turns too slowly and the other too fast",
    system: "linoss",
    source: "Starting from an oscillator: the discrete behavior also depends on the chosen discretization",
    level: Level::Enclosed,
    quantifier: Quantifier::ForAll,
    uses: &["linoss/implicit", "linoss/imex"],
    formal: &[],
    text: include_str!("phase_errors.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "oscillates", fails: 0, witness: || at(0, (1, 1)) },
        Sharp { drops: "step-short", fails: 1, witness: || at(36, (1, 37)) },
        Sharp { drops: "inverse", fails: 1, witness: || at(1, (1, 100)) },
    ],
    traps: &[],
};
