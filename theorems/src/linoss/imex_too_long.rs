//! # The implicit-explicit LinOSS step explodes when the step is too long for the frequency
//!
//! **Statement.** Let $A, \Delta \in \mathbb{Q}$ with $\Delta^2 A > 4$ or $\Delta^2 A < 0$. Then the step of LinOSS IMEX has two real
//! eigenvalues, one of modulus above 1: below $-1$ in the first case, above $1$ in the second.
//!
//! **Why.** $\det T = 1$ and $\lvert\operatorname{tr} T\rvert = \lvert 2 - \Delta^2 A\rvert > 2$. With `linoss/imex` and `linoss/imex-edges` this
//! settles every $A$ and $\Delta$: undamped exactly when $0 < \Delta^2 A < 4$.
//!
//! **What is checked.** The engine's step: its eigenvalues are located between rational points, with $\pm 1$ among them.
//!
//! **Sharpness.** $\Delta^2 A = 2$ rotates.

use crate::discretised::{formula, step, stiffness};
use crate::support::roots;
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use engine::systems::linoss::Scheme;
use exact::Rational;
use exact::strategies::open;
use proptest::prelude::*;

fn domain(_: usize) -> BoxedStrategy<Instance> {
    let size = prop_oneof![4 => open(0, 1), 1 => open(1, 9), 1 => open(-1, 0)];
    let stiff = prop_oneof![2 => open(4, 5), 1 => open(5, 99), 1 => open(-9, 0)];
    (size, stiff)
        .prop_map(|(dt, stiff)| {
            let a = stiff / Rational::from(dt.square_ref());
            Instance::new().with("A", a).with("dt", dt)
        })
        .boxed()
}

fn statement() -> Statement {
    Statement {
        parameters: vec![("A", Shape::Scalar), ("dt", Shape::Scalar)],
        hypotheses: vec![("step-too-long", any_of(vec![lt(stiffness(), 0), lt(4, stiffness())]))],
        transition: vec![("T", formula(Scheme::Imex))],
        conclusion: vec![real_spectrum("T"), real_eigenvalue_beyond_unit("T")],
    }
}

fn check(i: &Instance) -> Outcome {
    let Some(step) = step(Scheme::Imex, i) else {
        return Outcome::Undecided("the scheme divides by zero".into());
    };
    let ends = [-1, 1].map(Rational::from);
    let Some(located) = spectrum::dense::locate(&step.characteristic_polynomial(), &ends) else {
        return Outcome::Undecided("a multiple eigenvalue is irrational".into());
    };
    if located.real() < 2 {
        return crate::support::not_real(0, located.real(), 2);
    }
    // No interval holds 1 or −1, so an eigenvalue is beyond when its interval reaches beyond.
    if located.ascending().iter().all(|(from, to)| ends[0] <= *from && *to <= ends[1]) {
        let expected = "an eigenvalue of modulus above 1".into();
        return Outcome::Refuted { conclusion: 1, expected, found: format!("{:?}", located.ascending()) };
    }
    Outcome::Holds(vec![roots(located.clone()), roots(located)])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "linoss/imex-too-long",
    title: "The implicit-explicit LinOSS step explodes when the step is too long for the frequency",
    system: "linoss",
    source: "Starting from an oscillator: the discrete behavior also depends on the chosen discretization",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("imex_too_long.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[Sharp {
        drops: "step-too-long",
        fails: 0,
        witness: || (Instance::new().with("A", 2).with("dt", 1), Evidence::Sturm),
    }],
    traps: &[],
};
