//! # At both edges of its window the implicit-explicit LinOSS step grows in proportion to time
//!
//! **Statement.** Let $\Delta \ne 0$ and $A = 0$ or $\Delta^2 A = 4$, and $\sigma = 1$ in the first case, $-1$ in the second. Then the
//! step of LinOSS IMEX is $T = \sigma(I + M)$ with $M^2 = 0 \ne M$, so $T^n = \sigma^n (I + nM)$ for every $n \ge 0$.
//! Both edges are within the official ranges $A \ge 0$, $0 < \Delta < 1$.
//!
//! **Why.** Trace $2\sigma$ and determinant 1, and $T$ is not a multiple of the identity.
//!
//! **What is checked.** The engine's step and its powers up to $n = 8$.
//!
//! **Sharpness.** Inside the window, $A = \Delta = 1$, $(T - \sigma I)^2 \ne 0$; for $\Delta = 0$ the step is the identity.

use crate::discretised::{formula, step, stiffness};
use crate::logarithm::lines;
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use engine::systems::linoss::Scheme;
use exact::strategies::open;
use exact::{Matrix, Rational};
use proptest::prelude::*;

fn domain(_: usize) -> BoxedStrategy<Instance> {
    let size = prop_oneof![4 => open(0, 1), 1 => open(1, 9), 1 => open(-1, 0)];
    (size, any::<bool>(), 0..=8_i64)
        .prop_map(|(dt, long, n)| {
            let a = if long { 4 / Rational::from(dt.square_ref()) } else { Rational::new() };
            Instance::new().with("A", a).with("dt", dt).with("n", n)
        })
        .boxed()
}

fn statement() -> Statement {
    let nilpotent = || p("sign") * p("T") - eye(2);
    let power =
        |name, factor: claim::Expr, start: claim::Expr| iterate(name, start, "i", 1, "n", p(name) * factor);
    Statement {
        parameters: ["A", "dt", "n"].map(|name| (name, Shape::Scalar)).to_vec(),
        hypotheses: vec![
            ("edge", any_of(vec![eq("A", 0), eq(stiffness(), 4)])),
            ("step-not-zero", ne("dt", 0)),
        ],
        transition: vec![
            ("T", formula(Scheme::Imex)),
            ("sign", select(eq("A", 0), 1, -1)),
            ("M", nilpotent()),
        ],
        conclusion: vec![
            eq(p("M") * "M", int(0) * p("M")),
            ne("M", int(0) * p("M")),
            eq(power("P", p("T"), eye(2)), power("x", p("sign"), int(1)) * (eye(2) + p("n") * "M")),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let Some(step) = step(Scheme::Imex, i) else {
        return Outcome::Undecided("the scheme divides by zero".into());
    };
    let n = i.scalar("n");
    let sign = Rational::from(if i.scalar("A").is_zero() { 1 } else { -1 });
    let m = &step.scale(&sign) - &Matrix::identity(2);
    let Some(exponent) = n.numer().to_u32() else {
        return Outcome::Undecided("the number of steps is too large".into());
    };
    let last = if exponent % 2 == 0 { Rational::from(1) } else { sign };
    let expected = (&Matrix::identity(2) + &m.scale(n)).scale(&last);
    lines(vec![
        ("M² = 0", (&m * &m).is_zero(), Evidence::Compute),
        ("M ≠ 0", !m.is_zero(), Evidence::Compute),
        ("Tⁿ = σⁿ (1 + nM)", step.pow(exponent) == expected, Evidence::Compute),
    ])
}

fn at(a: i64, dt: i64) -> (Instance, Evidence) {
    (Instance::new().with("A", a).with("dt", dt).with("n", 2), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "linoss/imex-edges",
    title: "At both edges of its window the implicit-explicit LinOSS step grows in proportion to time",
    system: "linoss",
    source: "Starting from an oscillator: the discrete behavior also depends on the chosen discretization",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("imex_edges.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "edge", fails: 0, witness: || at(1, 1) },
        Sharp { drops: "edge", fails: 2, witness: || at(1, 1) },
        Sharp { drops: "step-not-zero", fails: 1, witness: || at(0, 0) },
    ],
    traps: &[],
};
