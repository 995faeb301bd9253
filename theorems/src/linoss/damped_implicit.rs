//! # The implicit D-LinOSS step has a pair exactly when the oscillator has, and damps even a little negative damping
//!
//! **Statement.** Let $A, G, \Delta \in \mathbb{Q}$ with $\Delta \ne 0$ and $s\,(1 + \Delta G + \Delta^2 A) = 1$. The step of D-LinOSS IM,
//! $T = s \begin{pmatrix} 1 & -\Delta A \\ \Delta & 1 + \Delta G \end{pmatrix}$, has the characteristic polynomial
//! $z^2 - s\,(2 + \Delta G)\,z + s$. It has one non-real pair when $G^2 < 4A$, which is when $\ddot x = -A x - G \dot x$ is
//! underdamped, and none otherwise. In this window both modes decay exactly when $\Delta G + \Delta^2 A > 0$: for $\Delta > 0$ when
//! $G > -\Delta A$, so with no damping and with a little negative damping as well, where the oscillator grows.
//!
//! **Why.** $(2 + \Delta G)^2 - 4(1 + \Delta G + \Delta^2 A) = \Delta^2 (G^2 - 4A)$; the squared modulus is $s$.
//!
//! **What is checked.** The engine's step, on both sides of the window and on its edges.
//!
//! **Sharpness.** $\Delta = 0$ gives the identity, whatever the window says; $s = 0$ instead of the inverse gives 0. That the
//! step decays only when the oscillator does is false (trap): $A = 4$, $G = -1$, $\Delta = 1$.

use crate::discretised::{damped_domain, damped_lines, decide, formula, stiffness, with_inverse};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use engine::systems::linoss::Scheme;
use exact::Rational;
use proptest::prelude::*;

fn domain(_: usize) -> BoxedStrategy<Instance> {
    damped_domain().prop_map(|i| with_inverse(i, true)).boxed()
}

/// Where the eigenvalues are not real.
fn window() -> Expr {
    lt(square("G"), 4 * p("A"))
}

fn statement() -> Statement {
    Statement {
        parameters: ["A", "G", "dt", "s"].map(|name| (name, Shape::Scalar)).to_vec(),
        hypotheses: vec![
            ("step-not-zero", ne("dt", 0)),
            ("inverse", eq(p("s") * (1 + p("dt") * "G" + stiffness()), 1)),
        ],
        transition: vec![("T", formula(Scheme::DampedIm))],
        conclusion: damped_lines(
            p("s") * (2 + p("dt") * "G"),
            p("s"),
            window(),
            lt(0, p("dt") * "G" + stiffness()),
        ),
    }
}

fn check(i: &Instance) -> Outcome {
    let (a, g, dt) = (i.scalar("A"), i.scalar("G"), i.scalar("dt"));
    let (damped, stiff) = (Rational::from(dt * g), Rational::from(dt.square_ref()) * a);
    let s = i.scalar("s");
    let trace = (2 + damped.clone()) * s;
    let window = g.clone().square() < 4 * a.clone();
    decide(Scheme::DampedIm, i, (trace, s.clone()), window, damped + stiff > 0)
}

fn at([a, g, dt, s]: [(i64, i64); 4]) -> Instance {
    Instance::new().with("A", a).with("G", g).with("dt", dt).with("s", s)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "linoss/damped-implicit",
    title: "The implicit D-LinOSS step has a pair exactly when the oscillator has, and damps even a little negative damping",
    system: "linoss",
    source: "D-LinOSS adds damping to an oscillator; the discrete behavior also depends on the chosen discretization",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("damped_implicit.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp {
            drops: "step-not-zero",
            fails: 1,
            witness: || (at([(1, 1), (0, 1), (0, 1), (1, 1)]), Evidence::Sturm),
        },
        Sharp {
            drops: "inverse",
            fails: 1,
            witness: || (at([(1, 1), (1, 1), (1, 1), (0, 1)]), Evidence::Sturm),
        },
    ],
    traps: &[Trap {
        name: "negative-damping-grows",
        statement: || Statement {
            hypotheses: vec![
                ("step-positive", lt(0, "dt")),
                ("inverse", eq(p("s") * (1 + p("dt") * "G" + stiffness()), 1)),
                ("underdamped", lt(square("G"), 4 * p("A"))),
                ("negative-damping", lt("G", 0)),
            ],
            conclusion: vec![not(schur_stable("T"))],
            ..statement()
        },
        fails: 0,
        witness: || (at([(4, 1), (-1, 1), (1, 1), (1, 4)]), Evidence::Compute),
    }],
};
