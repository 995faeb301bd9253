//! # A damped oscillator turns exactly when it is underdamped, and loses energy though not length
//!
//! **Statement.** Let $a, \omega_0 \in \mathbb{Q}$. The generator of $\ddot x + 2a\dot x + \omega_0^2 x = 0$ on $(x, \dot x)$ is
//! $C = \begin{pmatrix} 0 & 1 \\ -\omega_0^2 & -2a \end{pmatrix}$. Then
//! $\chi_{C + aI} = z^2 + \omega_0^2 - a^2$: the eigenvalues are $-a \pm \sqrt{a^2 - \omega_0^2}$, one non-real pair when
//! $a^2 < \omega_0^2$ and none otherwise. With the energy $E = \frac12(\dot x^2 + \omega_0^2 x^2)$ and $M = \mathrm{Diag}(\omega_0^2, 1)$,
//! $C^\top M + M C = -4a\,\mathrm{Diag}(0, 1)$, which says $\dot E = -2a\dot x^2$: the energy never grows exactly when $a \ge 0$.
//!
//! **Why.** The trace of $C + aI$ is 0 and its determinant $\omega_0^2 - a^2$; the rest is multiplication.
//!
//! **What is checked.** The identities, the pairs by Sturm's theorem, the sign of the loss by elimination.
//!
//! **Sharpness.** There are no hypotheses. "The state loses amplitude" is true of the energy, not strictly (where
//! $\dot x = 0$ nothing is lost), and false of the plain length of $(x, \dot x)$ (trap; `continuous/length-can-grow` has the size).
//! At $a = \omega_0$ the double eigenvalue is real (trap).

use crate::discretised::{matrix, polynomial};
use crate::logarithm::lines;
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Statement, Trap};
use exact::strategies::{closed, small_fraction};
use exact::{Matrix, Rational};
use proptest::prelude::*;

/// Underdamped, overdamped, critical, undamped and growing, with frequencies of either sign and 0.
fn domain(_: usize) -> BoxedStrategy<Instance> {
    let frequency = || prop_oneof![3 => closed(0, 4), 1 => small_fraction(4)];
    (prop_oneof![3 => closed(0, 4), 1 => small_fraction(4)], frequency(), 0..8_u8)
        .prop_map(|(a, w, kind)| {
            let a = match kind {
                0 => w.clone(),
                1 => -w.clone(),
                _ => a,
            };
            Instance::new().with("a", a).with("w", w)
        })
        .boxed()
}

/// `−d/dt` of twice the energy, as a form.
fn loss(form: Expr) -> Expr {
    -(transpose("C") * form.clone() + form * "C")
}

fn stated(hypotheses: Vec<(&'static str, Expr)>, conclusion: Vec<Expr>) -> Statement {
    Statement {
        parameters: vec![("a", Shape::Scalar), ("w", Shape::Scalar)],
        hypotheses,
        transition: vec![
            ("C", matrix([int(0), int(1), -square("w"), -2 * p("a")])),
            ("M", direct_sum(square("w") * eye(1), eye(1))),
        ],
        conclusion,
    }
}

fn statement() -> Statement {
    let moved = p("C") + p("a") * eye(2);
    let lost = direct_sum(int(0) * eye(1), 4 * p("a") * eye(1));
    stated(
        vec![],
        vec![
            eq(charpoly(moved), quadratic(0, square("w") - square("a"))),
            pairs_equal("C", select(lt(square("a"), square("w")), 1, 0)),
            eq(loss(p("M")), lost),
            equivalent(positive_semidefinite(loss(p("M"))), le(0, "a")),
        ],
    )
}

fn underdamped(conclusion: Expr) -> Statement {
    stated(vec![("damped", lt(0, "a")), ("not-overdamped", le("a", "w"))], vec![conclusion])
}

fn check(i: &Instance) -> Outcome {
    let (a, w) = (i.scalar("a"), i.scalar("w"));
    let square = Rational::from(w.square_ref());
    let generator = |trace: Rational| {
        Matrix::from_fn(2, 2, |i, j| match (i, j) {
            (0, 0) => Rational::new(),
            (0, 1) => Rational::from(1),
            (1, 0) => -square.clone(),
            _ => trace.clone(),
        })
    };
    let c = generator(Rational::from(-2 * a));
    let moved = &c + &Matrix::identity(2).scale(a);
    let m = Matrix::diagonal(&[square.clone(), Rational::from(1)]);
    let loss = (&(&c.transpose() * &m) + &(&m * &c)).scale(&Rational::from(-1));
    let expected = Matrix::diagonal(&[Rational::new(), Rational::from(4 * a)]);
    let gap = square.clone() - Rational::from(a.square_ref());
    let pairs = spectrum::dense::pairs(&c.characteristic_polynomial());
    lines(vec![
        (
            "the moved polynomial",
            moved.characteristic_polynomial() == polynomial(&Rational::new(), &gap),
            Evidence::Compute,
        ),
        ("a pair exactly when underdamped", pairs == usize::from(gap > 0), Evidence::Sturm),
        ("the loss", loss == expected, Evidence::Compute),
        ("a loss exactly for a ≥ 0", (loss.inertia().negative == 0) == (*a >= 0), Evidence::Compute),
    ])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "continuous/damped-oscillator",
    title: "A damped oscillator turns exactly when it is underdamped, and loses energy though not length",
    system: "linoss",
    source: "From Recurrences to Differential Equations; starting from an oscillator",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("damped_oscillator.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[
        Trap {
            name: "the-length-never-grows",
            statement: || underdamped(positive_semidefinite(loss(eye(2)))),
            fails: 0,
            witness: || (Instance::new().with("a", (1, 10)).with("w", 3), Evidence::Compute),
        },
        Trap {
            name: "critical-damping-turns",
            statement: || underdamped(pairs_equal("C", 1)),
            fails: 0,
            witness: || (Instance::new().with("a", 1).with("w", 1), Evidence::Sturm),
        },
    ],
};
