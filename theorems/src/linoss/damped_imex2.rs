//! # D-LinOSS with explicit damping: window and decay
//!
//! **Statement.** Let $A, G, \Delta \in \mathbb{Q}$ with $\Delta \ne 0$. The step of D-LinOSS IMEX2,
//! $T = \begin{pmatrix} 1 - \Delta G & -\Delta A \\ \Delta(1 - \Delta G) & 1 - \Delta^2 A \end{pmatrix}$, has the characteristic
//! polynomial $z^2 - (2 - \Delta G - \Delta^2 A)\,z + 1 - \Delta G$. It has one non-real pair when $(G + \Delta A)^2 < 4A$ and
//! none otherwise. In the window the squared modulus is $1 - \Delta G$: both modes decay exactly when $\Delta G > 0$.
//!
//! **Why.** $(2 - \Delta G - \Delta^2 A)^2 - 4(1 - \Delta G) = \Delta^2\bigl((G + \Delta A)^2 - 4A\bigr)$.
//!
//! **What is checked.** The engine's step, on both sides of the window and on its edges.
//!
//! **Sharpness.** $\Delta = 0$ gives the identity, whatever the window says. The window is not that of the continuous
//! oscillator, $G^2 < 4A$ (trap): $A = 4$, $G = 1$, $\Delta = 1$ is underdamped, and its step has two real eigenvalues.

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
    lt(square(p("G") + p("dt") * "A"), 4 * p("A"))
}

fn statement() -> Statement {
    Statement {
        parameters: ["A", "G", "dt"].map(|name| (name, Shape::Scalar)).to_vec(),
        hypotheses: vec![("step-not-zero", ne("dt", 0))],
        transition: vec![("T", formula(Scheme::DampedImex2))],
        conclusion: damped_lines(
            2 - p("dt") * "G" - stiffness(),
            1 - p("dt") * "G",
            window(),
            lt(0, p("dt") * "G"),
        ),
    }
}

fn check(i: &Instance) -> Outcome {
    let (a, g, dt) = (i.scalar("A"), i.scalar("G"), i.scalar("dt"));
    let (damped, stiff) = (Rational::from(dt * g), Rational::from(dt.square_ref()) * a);
    let sum: Rational = g + Rational::from(dt * a);
    let window = sum.square() < 4 * a.clone();
    let trace = 2 - damped.clone() - stiff;
    let decays = damped > 0;
    decide(Scheme::DampedImex2, i, (trace, 1 - damped), window, decays)
}

fn at([a, g, dt]: [(i64, i64); 3]) -> Instance {
    Instance::new().with("A", a).with("G", g).with("dt", dt)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "linoss/damped-imex2",
    title: "D-LinOSS with explicit damping: window and decay",
    system: "linoss",
    source: "D-LinOSS adds damping to an oscillator; the discrete behavior also depends on the chosen discretization",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("damped_imex2.rs"),
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
        name: "window-of-the-oscillator",
        statement: || Statement {
            hypotheses: vec![("step-not-zero", ne("dt", 0)), ("underdamped", lt(square("G"), 4 * p("A")))],
            conclusion: vec![pairs_equal("T", 1)],
            ..statement()
        },
        fails: 0,
        witness: || (at([(4, 1), (1, 1), (1, 1)]), Evidence::Sturm),
    }],
};
