//! # Undamped oscillators rotate in scaled coordinates
//!
//! **Statement.** Let $\omega \in \mathbb{Q}^n$ with all $\omega_i \ne 0$. The first-order form of $\ddot x_i = -\omega_i^2 x_i$ on
//! $(x, \dot x)$ has the generator $G = \begin{pmatrix} 0 & I \\ -\mathrm{Diag}(\omega^2) & 0 \end{pmatrix}$. It has exactly $n$ non-real
//! pairs, $\pm i\omega_j$ with multiplicity, and $G^2 = -\mathrm{Diag}(\omega^2, \omega^2)$. In the coordinates $(\omega x, \dot x)$ it becomes
//! the skew-symmetric $K = \begin{pmatrix} 0 & \mathrm{Diag}(\omega) \\ -\mathrm{Diag}(\omega) & 0 \end{pmatrix}$, so that every
//! $\exp(tG)$ is a rotation there and keeps $\lVert \dot x \rVert^2 + \lVert \omega x \rVert^2$.
//!
//! **Why.** $W G = K W$ with $W = \mathrm{Diag}(\omega, 1)$, and $\exp(tK)$ is orthogonal for skew-symmetric $K$.
//!
//! **What is checked.** The three identities by multiplication, and the pairs by Sturm's theorem.
//!
//! **Sharpness.** For $\omega = 0$ the generator is nilpotent: $x$ grows in proportion to time.

use crate::logarithm::lines;
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::strategies::{open, vector_of};
use exact::{Matrix, Rational};
use proptest::prelude::*;

fn domain(n: usize) -> BoxedStrategy<Instance> {
    let frequency = prop_oneof![3 => open(0, 4), 1 => open(-4, 0)].boxed();
    vector_of(frequency, n).prop_map(|omega| Instance::new().with("omega", omega)).boxed()
}

fn statement() -> Statement {
    let squares = || hadamard("omega", "omega");
    let (unit, zero) = (|| eye(len("omega")), || int(0) * eye(len("omega")));
    let scaled: Expr = block(zero(), diag("omega"), -diag("omega"), zero());
    Statement {
        parameters: vec![("omega", Shape::Vector("n"))],
        hypotheses: vec![("frequencies-not-zero", all_gt(squares(), 0))],
        transition: vec![
            ("G", block(zero(), unit(), -diag(squares()), zero())),
            ("K", scaled),
            ("W", direct_sum(diag("omega"), unit())),
        ],
        conclusion: vec![
            pairs_equal("G", len("omega")),
            eq(p("G") * "G", -direct_sum(diag(squares()), diag(squares()))),
            eq(p("W") * "G", p("K") * "W"),
            eq(transpose("K"), -p("K")),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let omega = i.vector("omega");
    let n = omega.len();
    let square = |i: usize| Rational::from(omega[i].square_ref());
    let quarters = |upper: &dyn Fn(usize) -> Rational, lower: &dyn Fn(usize) -> Rational| {
        Matrix::from_fn(2 * n, 2 * n, |i, j| match (i.checked_sub(n), j.checked_sub(n)) {
            (None, Some(j)) if i == j => upper(i),
            (Some(i), None) if i == j => lower(i),
            _ => Rational::new(),
        })
    };
    let g = quarters(&|_| Rational::from(1), &|i| -square(i));
    let k = quarters(&|i| omega[i].clone(), &|i| -omega[i].clone());
    let w = Matrix::diagonal(omega).direct_sum(&Matrix::identity(n));
    let squares: Vec<Rational> = (0..2 * n).map(|i| -square(i % n)).collect();
    let pairs = spectrum::dense::pairs(&g.characteristic_polynomial());
    lines(vec![
        ("a pair for each oscillator", pairs == n, Evidence::Sturm),
        ("G² = −ω²", &g * &g == Matrix::diagonal(&squares), Evidence::Compute),
        ("W G = K W", &w * &g == &k * &w, Evidence::Compute),
        ("Kᵀ = −K", k.transpose() == k.scale(&Rational::from(-1)), Evidence::Compute),
    ])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "continuous/oscillator",
    title: "Undamped oscillators rotate in scaled coordinates",
    system: "linoss",
    source: "From Recurrences to Differential Equations; starting from an oscillator",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("oscillator.rs"),
    dimensions: (1, 6),
    domain,
    statement,
    check,
    sharpness: &[Sharp {
        drops: "frequencies-not-zero",
        fails: 0,
        witness: || (Instance::new().with("omega", [(0, 1)]), Evidence::Sturm),
    }],
    traps: &[],
};
