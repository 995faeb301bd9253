//! # A rotary pair is a damped rotation with a generator, which its angle does not determine
//!
//! **Statement.** Let $\rho, t \in \mathbb{Q}$ with $\rho > 0$, and $\theta = 2\arctan t \in (-\pi, \pi)$. The step
//! $T = \rho^2 R(2\theta)$ of a rotary pair, given by its half $S = \rho R(\theta)$, satisfies $T = S^2 = (-S)^2$,
//! has the characteristic polynomial $z^2 - 2\rho^2\cos 2\theta\,z + \rho^4$, one non-real pair when $t \notin \{0, 1, -1\}$ and none
//! otherwise, a real logarithm, and a principal one when $t^2 \ne 1$. It decays exactly when $\rho < 1$. Its logarithm is never
//! unique.
//!
//! **Why.** $T = \exp\bigl(\Delta(-aI + \nu J)\bigr)$ with $a = -2\log\rho/\Delta$ and $\nu = 2\theta/\Delta$, since $I$ and $J$
//! commute, and so it is with $\nu + 2\pi n/\Delta$: half of the way these lie at $S$ for even $n$ and at $-S$ for odd $n$. Only
//! $\lvert\nu\Delta\rvert < \pi$ singles out one, and Mamba-3's angle $\nu\Delta$ is not confined to that. At $2\theta = \pm\pi$ there
//! is no principal logarithm, and yet two logarithms, with $J$ and with $-J$.
//!
//! **What is checked.** Multiplication, Sturm's theorem, Culver's conditions.
//!
//! **Sharpness.** $\rho = 0$ has no logarithm. That the phase per step tells the frequency is false (trap).

use crate::continuous::real_logarithm::rotated;
use crate::discretised::polynomial;
use crate::logarithm;
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::Rational;
use exact::strategies::{open, small_fraction};
use proptest::prelude::*;

fn domain(_: usize) -> BoxedStrategy<Instance> {
    let radius = prop_oneof![3 => open(0, 1), 1 => open(1, 3), 1 => Just(Rational::from(1))];
    let angle = prop_oneof![2 => small_fraction(3), 2 => open(-3, 3)];
    (radius, angle).prop_map(|(rho, t)| Instance::new().with("rho", rho).with("t", t)).boxed()
}

fn statement() -> Statement {
    let cosine = || entry(row(rotation("t") * rotation("t"), 1), 1);
    let fourth = || square(square("rho"));
    let straight = || any_of(vec![eq("t", 0), eq(square("t"), 1)]);
    Statement {
        parameters: vec![("rho", Shape::Scalar), ("t", Shape::Scalar)],
        hypotheses: vec![("positive-radius", lt(0, "rho"))],
        transition: vec![("S", p("rho") * rotation("t")), ("T", p("S") * "S")],
        conclusion: vec![
            eq(charpoly("T"), quadratic(2 * square("rho") * cosine(), fourth())),
            pairs_equal("T", select(straight(), 0, 1)),
            real_logarithm("T"),
            equivalent(principal_logarithm("T"), ne(square("t"), 1)),
            equivalent(schur_stable("T"), lt("rho", 1)),
            not(unique_logarithm("T")),
            eq(-p("S") * -p("S"), "T"),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let (rho, t) = (i.scalar("rho"), i.scalar("t"));
    let half = rotated(t).scale(rho);
    let step = &half * &half;
    let found = step.characteristic_polynomial();
    let (square, one) = (Rational::from(t.square_ref()), Rational::from(1));
    // cos 2θ = 2 cos² θ − 1
    let cosine: Rational = (1 - square.clone()) / (1 + square.clone());
    let double: Rational = 2 * cosine.square() - 1;
    let area = Rational::from(rho.square_ref());
    let expected = polynomial(&(2 * double * &area), &area.clone().square());
    let straight = t.is_zero() || square == one;
    let opposite = half.scale(&Rational::from(-1));
    logarithm::lines(vec![
        ("the characteristic polynomial", found == expected, Evidence::Compute),
        ("a pair unless straight", spectrum::dense::pairs(&found) == usize::from(!straight), Evidence::Sturm),
        ("a real logarithm", logarithm::real(&step) == Some(true), Evidence::Compute),
        ("a principal one", logarithm::principal(&step) == (square != one), Evidence::Compute),
        ("decay exactly for ρ < 1", found.schur_stable() == (*rho < 1), Evidence::Compute),
        ("no unique logarithm", logarithm::unique(&step) == Some(false), Evidence::Compute),
        ("(−S)² = T", &opposite * &opposite == step, Evidence::Compute),
    ])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "mamba3/rotary-pair",
    title: "A rotary pair is a damped rotation with a generator, which its angle does not determine",
    system: "mamba3",
    source: "Starting from selective decay: Mamba-3 adds phase evolution",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["continuous/logarithms-differ"],
    formal: &[],
    text: include_str!("rotary_pair.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[Sharp {
        drops: "positive-radius",
        fails: 2,
        witness: || (Instance::new().with("rho", 0).with("t", (1, 2)), Evidence::Compute),
    }],
    traps: &[Trap {
        name: "one-generator-a-step",
        statement: || Statement { conclusion: vec![unique_logarithm("T")], ..statement() },
        fails: 0,
        witness: || (Instance::new().with("rho", (1, 2)).with("t", (1, 2)), Evidence::Compute),
    }],
};
