//! # Two decaying modes of different rates make an overdamped oscillator
//!
//! **Statement.** Let $\gamma_1 \ne \gamma_2$ be rational rates and $\dot y = \Lambda y$ with $\Lambda = -\mathrm{Diag}(\gamma_1, \gamma_2)$.
//! Then $\Lambda^2 + (\gamma_1 + \gamma_2)\Lambda + \gamma_1\gamma_2 I = 0$, so $x = y_1 + y_2$ obeys
//! $\ddot x + (\gamma_1 + \gamma_2)\dot x + \gamma_1\gamma_2 x = 0$. Its generator
//! $C = \begin{pmatrix} 0 & 1 \\ -\gamma_1\gamma_2 & -(\gamma_1 + \gamma_2) \end{pmatrix}$ is similar to $\Lambda$, with
//! $(x, \dot x) = (y_1 + y_2, -\gamma_1 y_1 - \gamma_2 y_2)$, and it is overdamped: $4\gamma_1\gamma_2 < (\gamma_1 + \gamma_2)^2$.
//!
//! **Why.** Both sides of the identity are diagonal with the entries $(\lambda + \gamma_1)(\lambda + \gamma_2)$ at
//! $\lambda = -\gamma_1, -\gamma_2$. The discriminant is $(\gamma_1 - \gamma_2)^2$.
//!
//! **What is checked.** The identity, the inequality, and the change of coordinates as an explicit intertwiner. That a step's modes have
//! such rates is `kda/frozen-dynamics` and `gdn2/frozen-modes-decay`.
//!
//! **Sharpness.** For equal rates the equation still holds, with critical damping, but $x$ is a mode of first order and
//! $(x, \dot x)$ is no change of coordinates. That overdamping needs the rates to be positive is not so; that
//! the equation is overdamped for all rates is (trap).

use crate::discretised::matrix;
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::{closed, open, small_fraction};
use exact::{Matrix, Rational};
use proptest::prelude::*;

fn domain(_: usize) -> BoxedStrategy<Instance> {
    let rate = prop_oneof![3 => closed(0, 3), 1 => small_fraction(4)];
    let gap = prop_oneof![1 => open(0, 1), 1 => open(-3, 0)];
    (rate, gap)
        .prop_map(|(first, gap)| Instance::new().with("second", first.clone() + gap).with("first", first))
        .boxed()
}

fn statement() -> Statement {
    let (sum, product) = (|| p("first") + "second", || p("first") * "second");
    Statement {
        parameters: vec![("first", Shape::Scalar), ("second", Shape::Scalar)],
        hypotheses: vec![("rates-differ", ne("first", "second"))],
        transition: vec![
            ("L", -direct_sum(p("first") * eye(1), p("second") * eye(1))),
            ("C", matrix([int(0), int(1), -product(), -sum()])),
        ],
        conclusion: vec![
            eq(p("L") * "L" + sum() * "L" + product() * eye(2), int(0) * eye(2)),
            lt(4 * product(), square(sum())),
            similar("C", "L"),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let (first, second) = (i.scalar("first"), i.scalar("second"));
    let (sum, product) = (Rational::from(first + second), Rational::from(first * second));
    let of = |entries: [Rational; 4]| Matrix::from_fn(2, 2, |i, j| entries[2 * i + j].clone());
    let minus = |x: &Rational| Rational::from(-x);
    let l = Matrix::diagonal(&[minus(first), minus(second)]);
    let c = of([Rational::new(), Rational::from(1), minus(&product), minus(&sum)]);
    let e = of([Rational::from(1), Rational::from(1), minus(first), minus(second)]);
    let left = &(&(&l * &l) + &l.scale(&sum)) + &Matrix::identity(2).scale(&product);
    let carried = &c * &e == &e * &l && e.rank() == 2;
    crate::logarithm::lines(vec![
        ("the equation", left.is_zero(), Evidence::Compute),
        ("overdamped", 4 * product < sum.square(), Evidence::Compute),
        ("C E = E Λ", carried, Evidence::Intertwiner(e)),
    ])
}

fn equal() -> (Instance, Evidence) {
    (Instance::new().with("first", 1).with("second", 1), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "continuous/pair-equation",
    title: "Two decaying modes of different rates make an overdamped oscillator",
    system: "gdn2",
    source: "Gated DeltaNet-2: separating erase and write; for two frozen modes",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("pair_equation.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[Sharp { drops: "rates-differ", fails: 1, witness: equal }],
    traps: &[Trap {
        name: "all-rates-are-overdamped",
        statement: || Statement {
            hypotheses: vec![("rates-positive", all_of(vec![lt(0, "first"), lt(0, "second")]))],
            ..statement()
        },
        fails: 1,
        witness: equal,
    }],
};
