//! # The default D-LinOSS step has a pair in a window of frequencies, and damps it as the damping says
//!
//! **Statement.** Let $A, G, \Delta \in \mathbb{Q}$ with $\Delta \ne 0$ and $s\,(1 + \Delta G) = 1$. The step of D-LinOSS IMEX1,
//! $T = s \begin{pmatrix} 1 & -\Delta A \\ \Delta & 1 + \Delta G - \Delta^2 A \end{pmatrix}$, has the characteristic polynomial
//! $z^2 - s\,(2 + \Delta G - \Delta^2 A)\,z + s$. It has one non-real pair when $(G - \Delta A)^2 < 4A$ and none otherwise. In
//! the window the squared modulus is $s$, so that both modes decay exactly when $\Delta G > 0$.
//!
//! **Why.** $(2 + \Delta G - \Delta^2 A)^2 - 4(1 + \Delta G) = \Delta^2 \bigl((G - \Delta A)^2 - 4A\bigr)$, and this over
//! $(1 + \Delta G)^2$ is the discriminant.
//!
//! **What is checked.** The engine's step: by Sturm's theorem and the Schur–Cohn test, on both sides of the window and on its
//! edges. The official projection ends on the edges, not inside: `linoss/projection-edges`.
//!
//! **Sharpness.** $\Delta = 0$ gives the identity, whatever the window says; $s = 0$ instead of the inverse gives 0. Damping alone
//! does not make the step of a window stable outside (trap): $G = 1$, $A = 9$, $\Delta = 1$.

use crate::discretised::{damped_domain, damped_lines, decide, formula, stiffness, with_inverse};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use engine::systems::linoss::Scheme;
use exact::Rational;
use proptest::prelude::*;

fn domain(_: usize) -> BoxedStrategy<Instance> {
    damped_domain().prop_map(|i| with_inverse(i, false)).boxed()
}

/// Where the eigenvalues are not real.
fn window() -> Expr {
    lt(square(p("G") - p("dt") * "A"), 4 * p("A"))
}

fn statement() -> Statement {
    Statement {
        parameters: ["A", "G", "dt", "s"].map(|name| (name, Shape::Scalar)).to_vec(),
        hypotheses: vec![("step-not-zero", ne("dt", 0)), ("inverse", eq(p("s") * (1 + p("dt") * "G"), 1))],
        transition: vec![("T", formula(Scheme::DampedImex1))],
        conclusion: damped_lines(
            p("s") * (2 + p("dt") * "G" - stiffness()),
            p("s"),
            window(),
            lt(0, p("dt") * "G"),
        ),
    }
}

fn check(i: &Instance) -> Outcome {
    let (a, g, dt) = (i.scalar("A"), i.scalar("G"), i.scalar("dt"));
    let (damped, stiff) = (Rational::from(dt * g), Rational::from(dt.square_ref()) * a);
    let s = i.scalar("s");
    let trace = (2 + damped.clone() - stiff) * s;
    let gap: Rational = g - Rational::from(dt * a);
    let window = gap.square() < 4 * a.clone();
    decide(Scheme::DampedImex1, i, (trace, s.clone()), window, damped > 0)
}

fn at([a, g, dt, s]: [(i64, i64); 4]) -> Instance {
    Instance::new().with("A", a).with("G", g).with("dt", dt).with("s", s)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "linoss/damped-imex1",
    title: "The default D-LinOSS step has a pair in a window of frequencies, and damps it as the damping says",
    system: "linoss",
    source: "D-LinOSS adds damping to an oscillator; the discrete behavior also depends on the chosen discretization",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("damped_imex1.rs"),
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
        name: "damping-is-enough",
        statement: || Statement {
            hypotheses: vec![
                ("step-not-zero", ne("dt", 0)),
                ("inverse", eq(p("s") * (1 + p("dt") * "G"), 1)),
                ("damped", lt(0, p("dt") * "G")),
            ],
            conclusion: vec![schur_stable("T")],
            ..statement()
        },
        fails: 0,
        witness: || (at([(9, 1), (1, 1), (1, 1), (1, 2)]), Evidence::Compute),
    }],
};
