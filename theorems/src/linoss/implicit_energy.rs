//! # The implicit LinOSS step takes the same share of the oscillator's energy from every state
//!
//! **Statement.** Let $A, \Delta \in \mathbb{Q}$ with $A > 0$ and $s = 1/(1 + \Delta^2 A)$, and $T$ the step of LinOSS IM on $(z, x)$, velocity and position.
//! With the energy form $Q = \mathrm{Diag}(1, A)$, $T^\top Q T = s\,Q$: the energy $z^2 + Ax^2$ is multiplied by exactly $s \le 1$ at every step, in every
//! state. So $\sqrt{z^2 + Ax^2}$ is a norm in which no step expands, the same for all step sizes $\Delta$, and for several oscillators
//! the sum of their energies is one for all of them.
//!
//! **Why.** $s^2\bigl((z - \Delta A x)^2 + A(\Delta z + x)^2\bigr) = s^2(1 + \Delta^2 A)(z^2 + Ax^2)$.
//!
//! **What is checked.** The engine's step, and the form by elimination. $\Delta = 0$ is included, where $s = 1$.
//!
//! **Sharpness.** For $A = 0$ the form is not a norm; $s$ has to be the inverse. The Euclidean norm will not do (trap): for $A = 9$ and
//! $\Delta = 1/3$ a position becomes a larger velocity.

use crate::discretised::{formula, step, stiffness};
use crate::logarithm::lines;
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use engine::systems::linoss::Scheme;
use exact::strategies::{closed, open};
use exact::{Matrix, Rational};
use proptest::prelude::*;

fn domain(_: usize) -> BoxedStrategy<Instance> {
    let size = prop_oneof![4 => closed(0, 1), 1 => open(1, 9), 1 => open(-1, 0)];
    let frequency = prop_oneof![3 => open(0, 1), 1 => open(1, 99)];
    (frequency, size)
        .prop_map(|(a, dt)| {
            let divisor: Rational = 1 + Rational::from(dt.square_ref()) * &a;
            let s = divisor.recip();
            Instance::new().with("A", a).with("dt", dt).with("s", s)
        })
        .boxed()
}

fn statement() -> Statement {
    let zero = || int(0);
    Statement {
        parameters: ["A", "dt", "s"].map(|name| (name, Shape::Scalar)).to_vec(),
        hypotheses: vec![("oscillates", lt(0, "A")), ("inverse", eq(p("s") * (1 + stiffness()), 1))],
        transition: vec![
            ("T", formula(Scheme::Im)),
            ("Q", crate::discretised::matrix([int(1), zero(), zero(), p("A")])),
        ],
        conclusion: vec![
            eq(transpose("T") * "Q" * "T", p("s") * "Q"),
            eq(positive_eigenvalues("Q"), 2),
            le("s", 1),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let Some(step) = step(Scheme::Im, i) else {
        return Outcome::Undecided("the scheme divides by zero".into());
    };
    let (a, s) = (i.scalar("A"), i.scalar("s"));
    let q = Matrix::diagonal(&[Rational::from(1), a.clone()]);
    lines(vec![
        ("Tᵀ Q T = s Q", &(&step.transpose() * &q) * &step == q.scale(s), Evidence::Compute),
        ("Q positive definite", q.is_positive_definite(), Evidence::Compute),
        ("s at most 1", *s <= 1, Evidence::Compute),
    ])
}

fn at(a: (i64, i64), dt: (i64, i64), s: (i64, i64)) -> (Instance, Evidence) {
    (Instance::new().with("A", a).with("dt", dt).with("s", s), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "linoss/implicit-energy",
    title: "The implicit LinOSS step takes the same share of the oscillator's energy from every state",
    system: "linoss",
    source: "Starting from an oscillator: the discrete behavior also depends on the chosen discretization",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("implicit_energy.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "oscillates", fails: 1, witness: || at((0, 1), (1, 2), (1, 1)) },
        Sharp { drops: "inverse", fails: 0, witness: || at((1, 1), (1, 1), (1, 1)) },
        Sharp { drops: "inverse", fails: 2, witness: || at((1, 1), (1, 1), (2, 1)) },
    ],
    traps: &[Trap {
        name: "the-length-does-not-grow",
        statement: || Statement {
            conclusion: vec![positive_semidefinite(eye(2) - transpose("T") * "T")],
            ..statement()
        },
        fails: 0,
        witness: || at((9, 1), (1, 3), (1, 2)),
    }],
};
