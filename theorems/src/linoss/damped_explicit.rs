//! # The explicit D-LinOSS step has a pair exactly when the oscillator has, and decays only when damping outruns the step
//!
//! **Statement.** Let $A, G, \Delta \in \mathbb{Q}$ with $\Delta \ne 0$. The step of D-LinOSS EX,
//! $T = \begin{pmatrix} 1 - \Delta G & -\Delta A \\ \Delta & 1 \end{pmatrix}$, has the characteristic polynomial
//! $z^2 - (2 - \Delta G)\,z + 1 - \Delta G + \Delta^2 A$. It has one non-real pair when $G^2 < 4A$, which is when
//! $\ddot x = -A x - G\dot x$ is underdamped, and none otherwise. In this window both modes decay exactly when
//! $\Delta^2 A < \Delta G$: for $\Delta > 0$ when $G > \Delta A$.
//!
//! **Why.** $(2 - \Delta G)^2 - 4(1 - \Delta G + \Delta^2 A) = \Delta^2(G^2 - 4A)$; the squared modulus is the determinant.
//!
//! **What is checked.** The engine's step, on both sides of the window and on its edges.
//!
//! **Sharpness.** $\Delta = 0$ gives the identity, whatever the window says. A damped oscillator can grow under this step (trap):
//! $A = 4$, $G = 1$, $\Delta = 1$. Without damping it always does.

use crate::discretised::{damped_domain, damped_lines, decide, formula, stiffness};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use engine::systems::linoss::Scheme;
use exact::Rational;
use proptest::prelude::*;

fn domain(_: usize) -> BoxedStrategy<Instance> {
    damped_domain()
}

/// Where the eigenvalues are not real.
fn window() -> Expr {
    lt(square("G"), 4 * p("A"))
}

fn statement() -> Statement {
    Statement {
        parameters: ["A", "G", "dt"].map(|name| (name, Shape::Scalar)).to_vec(),
        hypotheses: vec![("step-not-zero", ne("dt", 0))],
        transition: vec![("T", formula(Scheme::DampedEx))],
        conclusion: damped_lines(
            2 - p("dt") * "G",
            1 - p("dt") * "G" + stiffness(),
            window(),
            lt(stiffness(), p("dt") * "G"),
        ),
    }
}

fn check(i: &Instance) -> Outcome {
    let (a, g, dt) = (i.scalar("A"), i.scalar("G"), i.scalar("dt"));
    let (damped, stiff) = (Rational::from(dt * g), Rational::from(dt.square_ref()) * a);
    let window = g.clone().square() < 4 * a.clone();
    let decays = stiff < damped;
    let trace = 2 - damped.clone();
    decide(Scheme::DampedEx, i, (trace, 1 - damped + stiff), window, decays)
}

fn at([a, g, dt]: [(i64, i64); 3]) -> Instance {
    Instance::new().with("A", a).with("G", g).with("dt", dt)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "linoss/damped-explicit",
    title: "The explicit D-LinOSS step has a pair exactly when the oscillator has, and decays only when damping outruns the step",
    system: "linoss",
    source: "D-LinOSS adds damping to an oscillator; the discrete behavior also depends on the chosen discretization",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("damped_explicit.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[Sharp {
        drops: "step-not-zero",
        fails: 1,
        witness: || (at([(1, 1), (0, 1), (0, 1)]), Evidence::Sturm),
    }],
    traps: &[Trap {
        name: "a-damped-oscillator-decays",
        statement: || Statement {
            hypotheses: vec![
                ("step-positive", lt(0, "dt")),
                ("underdamped", lt(square("G"), 4 * p("A"))),
                ("damped", lt(0, "G")),
            ],
            conclusion: vec![schur_stable("T")],
            ..statement()
        },
        fails: 0,
        witness: || (at([(4, 1), (1, 1), (1, 1)]), Evidence::Compute),
    }],
};
