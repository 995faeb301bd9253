//! # The implicit-explicit LinOSS step is undamped while the step is short, and keeps an energy of its own
//!
//! **Statement.** Let $A, \Delta \in \mathbb{Q}$ with $0 < \Delta^2 A < 4$. The step of LinOSS IMEX,
//! $T = \begin{pmatrix} 1 & -\Delta A \\ \Delta & 1 - \Delta^2 A \end{pmatrix}$ on (velocity, position), has the characteristic
//! polynomial $z^2 - (2 - \Delta^2 A) z + 1$ and one non-real pair, of modulus exactly 1. It preserves the form
//! $Q = \begin{pmatrix} 1 & -\Delta A/2 \\ -\Delta A/2 & A \end{pmatrix}$, $T^\top Q T = Q$, which is positive definite: no state
//! grows, and none decays.
//!
//! **Why.** $\det T = 1$ and $\lvert\operatorname{tr} T\rvert < 2$. $\det Q = A\,(1 - \Delta^2 A/4)$. "Undamped" needs the hypothesis; the
//! official layer has $A \ge 0$ and $0 < \Delta < 1$ only, which includes $A = 0$ and $\Delta^2 A \ge 4$:
//! see `linoss/imex-edges` and `linoss/imex-too-long`.
//!
//! **What is checked.** The engine's step, by Sturm's theorem, and the form by elimination.
//!
//! **Sharpness.** $A = 0$, and $\Delta^2 A = 4$: the eigenvalue is real and double. In the official ranges a modulus can be above 2
//! (trap): $\Delta = 9/10$, $A = 9$, with an eigenvalue near $-5.09$.

use crate::discretised::{formula, matrix, polynomial, step, stiffness};
use crate::logarithm::lines;
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use engine::systems::linoss::Scheme;
use exact::strategies::open;
use exact::{Matrix, Rational};
use proptest::prelude::*;

fn domain(_: usize) -> BoxedStrategy<Instance> {
    let size = prop_oneof![4 => open(0, 1), 1 => open(1, 9), 1 => open(-1, 0)];
    (size, open(0, 4))
        .prop_map(|(dt, stiff)| {
            let a = stiff / Rational::from(dt.square_ref());
            Instance::new().with("A", a).with("dt", dt)
        })
        .boxed()
}

fn energy() -> Expr {
    let mixed = || -(p("dt") * "A") / 2;
    matrix([int(1), mixed(), mixed(), p("A")])
}

fn stated(hypotheses: Vec<(&'static str, Expr)>, conclusion: Vec<Expr>) -> Statement {
    Statement {
        parameters: vec![("A", Shape::Scalar), ("dt", Shape::Scalar)],
        hypotheses,
        transition: vec![("T", formula(Scheme::Imex)), ("Q", energy())],
        conclusion,
    }
}

fn statement() -> Statement {
    stated(
        vec![("oscillates", lt(0, stiffness())), ("step-short", lt(stiffness(), 4))],
        vec![
            eq(charpoly("T"), quadratic(2 - stiffness(), 1)),
            pairs_equal("T", 1),
            eq(transpose("T") * "Q" * "T", "Q"),
            eq(positive_eigenvalues("Q"), 2),
        ],
    )
}

fn official(conclusion: Vec<Expr>) -> Statement {
    stated(
        vec![
            ("frequency-not-negative", le(0, "A")),
            ("step-in-range", all_of(vec![lt(0, "dt"), lt("dt", 1)])),
        ],
        conclusion,
    )
}

fn check(i: &Instance) -> Outcome {
    let (a, dt) = (i.scalar("A"), i.scalar("dt"));
    let Some(step) = step(Scheme::Imex, i) else {
        return Outcome::Undecided("the scheme divides by zero".into());
    };
    let found = step.characteristic_polynomial();
    let trace: Rational = 2 - Rational::from(dt.square_ref()) * a;
    let mixed: Rational = -Rational::from(dt * a) / 2;
    let q = Matrix::from_fn(2, 2, |i, j| match (i, j) {
        (0, 0) => Rational::from(1),
        (1, 1) => a.clone(),
        _ => mixed.clone(),
    });
    lines(vec![
        ("the characteristic polynomial", found == polynomial(&trace, &Rational::from(1)), Evidence::Compute),
        ("one pair", spectrum::dense::pairs(&found) == 1, Evidence::Sturm),
        ("Tᵀ Q T = Q", &(&step.transpose() * &q) * &step == q, Evidence::Compute),
        ("Q positive definite", q.is_positive_definite(), Evidence::Compute),
    ])
}

fn at(a: (i64, i64), dt: (i64, i64)) -> Instance {
    Instance::new().with("A", a).with("dt", dt)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "linoss/imex",
    title: "The implicit-explicit LinOSS step is undamped while the step is short, and keeps an energy of its own",
    system: "linoss",
    source: "Starting from an oscillator: the discrete behavior also depends on the chosen discretization",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("imex.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "oscillates", fails: 1, witness: || (at((0, 1), (1, 2)), Evidence::Sturm) },
        Sharp { drops: "oscillates", fails: 3, witness: || (at((0, 1), (1, 2)), Evidence::Compute) },
        Sharp { drops: "step-short", fails: 1, witness: || (at((4, 1), (1, 1)), Evidence::Sturm) },
        Sharp { drops: "step-short", fails: 3, witness: || (at((4, 1), (1, 1)), Evidence::Compute) },
    ],
    traps: &[
        Trap {
            name: "official-ranges-rotate",
            statement: || official(vec![pairs_equal("T", 1)]),
            fails: 0,
            witness: || (at((0, 1), (1, 2)), Evidence::Sturm),
        },
        Trap {
            name: "official-ranges-keep-moduli-below-two",
            statement: || official(vec![schur_stable(p("T") / 2)]),
            fails: 0,
            witness: || (at((9, 1), (9, 10)), Evidence::Compute),
        },
    ],
};
