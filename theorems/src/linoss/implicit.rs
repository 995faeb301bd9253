//! # The implicit LinOSS step always damps
//!
//! **Statement.** Let $A, \Delta \in \mathbb{Q}$ with $A > 0$, $\Delta \ne 0$, and $s = 1/(1 + \Delta^2 A)$. The step of LinOSS IM,
//! $T = s \begin{pmatrix} 1 & -\Delta A \\ \Delta & 1 \end{pmatrix}$ on (velocity, position), has the characteristic polynomial
//! $z^2 - 2 s z + s$: one non-real pair $s\,(1 \pm i \Delta\sqrt A)$ of modulus $\sqrt s < 1$. The oscillator
//! $\ddot x = -A x$ that it discretises loses nothing.
//!
//! **Why.** Trace and determinant; $s^2 < s$.
//!
//! **What is checked.** The engine's step, by Sturm's theorem and the Schur–Cohn test.
//!
//! **Sharpness.** For $A = 0$ the step is $\begin{pmatrix} 1 & 0 \\ \Delta & 1 \end{pmatrix}$, which grows; for $\Delta = 0$ it is the
//! identity; $s$ has to be the inverse. That the step keeps the oscillator's modulus 1 is false (trap).

use crate::discretised::{formula, polynomial, step, stiffness};
use crate::logarithm::lines;
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use engine::systems::linoss::Scheme;
use exact::Rational;
use exact::strategies::open;
use proptest::prelude::*;

fn domain(_: usize) -> BoxedStrategy<Instance> {
    let size = prop_oneof![4 => open(0, 1), 1 => open(1, 9), 1 => open(-1, 0)];
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
    Statement {
        parameters: ["A", "dt", "s"].map(|name| (name, Shape::Scalar)).to_vec(),
        hypotheses: vec![
            ("oscillates", lt(0, "A")),
            ("step-not-zero", ne("dt", 0)),
            ("inverse", eq(p("s") * (1 + stiffness()), 1)),
        ],
        transition: vec![("T", formula(Scheme::Im))],
        conclusion: vec![
            eq(charpoly("T"), quadratic(2 * p("s"), "s")),
            pairs_equal("T", 1),
            schur_stable("T"),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let Some(step) = step(Scheme::Im, i) else {
        return Outcome::Undecided("the scheme divides by zero".into());
    };
    let (found, s) = (step.characteristic_polynomial(), i.scalar("s"));
    lines(vec![
        ("z² − 2sz + s", found == polynomial(&Rational::from(2 * s), s), Evidence::Compute),
        ("one pair", spectrum::dense::pairs(&found) == 1, Evidence::Sturm),
        ("moduli below 1", found.schur_stable(), Evidence::Compute),
    ])
}

fn at(a: (i64, i64), dt: (i64, i64), s: (i64, i64)) -> Instance {
    Instance::new().with("A", a).with("dt", dt).with("s", s)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "linoss/implicit",
    title: "The implicit LinOSS step always damps",
    system: "linoss",
    source: "Starting from an oscillator: the discrete behavior also depends on the chosen discretization",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("implicit.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "oscillates", fails: 2, witness: || (at((0, 1), (1, 2), (1, 1)), Evidence::Compute) },
        Sharp { drops: "step-not-zero", fails: 1, witness: || (at((1, 1), (0, 1), (1, 1)), Evidence::Sturm) },
        Sharp { drops: "inverse", fails: 2, witness: || (at((1, 1), (1, 1), (1, 1)), Evidence::Compute) },
    ],
    traps: &[Trap {
        name: "as-undamped-as-the-oscillator",
        statement: || Statement { conclusion: vec![not(schur_stable("T"))], ..statement() },
        fails: 0,
        witness: || (at((1, 1), (1, 1), (1, 2)), Evidence::Compute),
    }],
};
