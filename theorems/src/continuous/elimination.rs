//! # A decaying rotation and an underdamped oscillator are one thing in two coordinate systems
//!
//! **Statement.** Let $a, \nu, \kappa \in \mathbb{Q}$ with $\nu \ne 0$ and $\kappa = a^2 + \nu^2$. The generator
//! $G = -aI + \nu J = \begin{pmatrix} -a & -\nu \\ \nu & -a \end{pmatrix}$ of a rotating pair satisfies
//! $G^2 + 2aG + \kappa I = 0$, so each coordinate of $\dot z = Gz$, and each fixed combination of them, obeys
//! $\ddot x + 2a\dot x + \kappa x = 0$; and this is underdamped, $a^2 < \kappa$. Conversely the generator
//! $C = \begin{pmatrix} 0 & 1 \\ -\kappa & -2a \end{pmatrix}$ of that equation is similar to $G$, so every underdamped oscillator is a
//! rotating pair, with $\nu^2 = \kappa - a^2$.
//!
//! **Why.** $(G + aI)^2 = \nu^2 J^2 = -\nu^2 I$. With $x = z_1$ the coordinates are $(x, \dot x) = (z_1, -az_1 - \nu z_2)$, an
//! invertible change for $\nu \ne 0$.
//!
//! **What is checked.** The identity, the inequality, and the change of coordinates as an explicit intertwiner.
//!
//! **Sharpness.** For $\nu = 0$ nothing is underdamped: then $G = -aI$, and $x$ has one mode of first order only, while
//! $\ddot x + 2a\dot x + a^2x = 0$ has $t e^{-at}$ as well. Any other $\kappa$ breaks the equation. The oscillator decays only for
//! $a > 0$.

use crate::discretised::matrix;
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::strategies::{closed, open, small_fraction};
use exact::{Matrix, Rational};
use proptest::prelude::*;

fn domain(_: usize) -> BoxedStrategy<Instance> {
    let rate = prop_oneof![3 => closed(0, 2), 1 => small_fraction(4)];
    let frequency = prop_oneof![3 => open(0, 7), 1 => open(-7, 0)];
    (rate, frequency)
        .prop_map(|(a, nu)| {
            let kappa = Rational::from(a.square_ref()) + Rational::from(nu.square_ref());
            Instance::new().with("a", a).with("nu", nu).with("kappa", kappa)
        })
        .boxed()
}

fn statement() -> Statement {
    let zero = int(0) * eye(2);
    Statement {
        parameters: ["a", "nu", "kappa"].map(|name| (name, Shape::Scalar)).to_vec(),
        hypotheses: vec![("rotates", ne("nu", 0)), ("frequency", eq("kappa", square("a") + square("nu")))],
        transition: vec![
            ("G", matrix([-p("a"), -p("nu"), p("nu"), -p("a")])),
            ("C", matrix([int(0), int(1), -p("kappa"), -2 * p("a")])),
        ],
        conclusion: vec![
            eq(p("G") * "G" + 2 * p("a") * "G" + p("kappa") * eye(2), zero),
            lt(square("a"), "kappa"),
            similar("C", "G"),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let (a, nu, kappa) = (i.scalar("a"), i.scalar("nu"), i.scalar("kappa"));
    let of = |entries: [Rational; 4]| Matrix::from_fn(2, 2, |i, j| entries[2 * i + j].clone());
    let minus = |x: &Rational| Rational::from(-x);
    let g = of([minus(a), minus(nu), nu.clone(), minus(a)]);
    let c = of([Rational::new(), Rational::from(1), minus(kappa), Rational::from(-2 * a)]);
    let e = of([Rational::from(1), Rational::new(), minus(a), minus(nu)]);
    let left = &(&(&g * &g) + &g.scale(&Rational::from(2 * a))) + &Matrix::identity(2).scale(kappa);
    let carried = &c * &e == &e * &g && e.rank() == 2;
    crate::logarithm::lines(vec![
        ("G² + 2aG + κ = 0", left.is_zero(), Evidence::Compute),
        ("a² < κ", Rational::from(a.square_ref()) < *kappa, Evidence::Compute),
        ("C E = E G", carried, Evidence::Intertwiner(e)),
    ])
}

fn at(a: i64, nu: i64, kappa: i64) -> (Instance, Evidence) {
    (Instance::new().with("a", a).with("nu", nu).with("kappa", kappa), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "continuous/elimination",
    title: "A decaying rotation and an underdamped oscillator are one thing in two coordinate systems",
    system: "mamba3",
    source: "Starting from selective decay: eliminating one coordinate of a rotating pair",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("elimination.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "rotates", fails: 1, witness: || at(1, 0, 1) },
        Sharp { drops: "frequency", fails: 0, witness: || at(0, 1, 2) },
        Sharp { drops: "frequency", fails: 2, witness: || (at(0, 1, 2).0, Evidence::CharpolysDiffer) },
    ],
    traps: &[],
};
