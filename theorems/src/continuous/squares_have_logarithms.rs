//! # The square of every invertible matrix has a real logarithm
//!
//! **Statement.** Let $S \in \mathbb{Q}^{n \times n}$ be invertible. Then some real $A$ has $\exp A = S^2$.
//!
//! **Why.** An eigenvalue of $S^2$ is negative where one of $S$ is imaginary. The blocks of $i\mu$ and of $-i\mu$ come in equal
//! numbers and sizes, and squaring keeps the sizes: the blocks of $-\mu^2$ pair off, which is Culver's condition. The converse holds
//! as well: $T = \exp A$ is the square of $\exp(A/2)$. So a transition has a generator exactly when it is
//! invertible and two equal real steps make it up.
//!
//! **What is checked.** The checker finds the invariant factors of $S^2$. `check` counts the blocks of negative eigenvalues by
//! ranks of powers. Half of the instances have imaginary eigenvalues in Jordan blocks.
//!
//! **Sharpness.** $S = 0$ has the square 0, no exponential. A positive determinant is not enough (trap): $\mathrm{Diag}(-1, -2)$ is
//! the square of no real matrix.

use super::real_logarithm::{basis, rotated};
use crate::logarithm::{self, agree};
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::small_fraction;
use exact::{Matrix, Rational};
use proptest::prelude::*;

/// Blocks: a number other than 0, a rotation times a number, or two rotations tied by an identity above; in any basis.
fn domain(n: usize) -> BoxedStrategy<Instance> {
    let radius = small_fraction(3).prop_map(|x| if x.is_zero() { Rational::from(1) } else { x });
    let angle = prop_oneof![2 => Just(Rational::from(1)), 1 => small_fraction(3)];
    let blocks = prop::collection::vec((0..3_u8, radius, angle), n);
    (blocks, prop::collection::vec(-2_i64..=2, n * n))
        .prop_map(move |(blocks, entries)| {
            let mut s = Matrix::zeros(0, 0);
            for (kind, radius, t) in blocks {
                let turn = rotated(&t).scale(&radius);
                let block = match (kind, n - s.rows()) {
                    (_, 0) => break,
                    (2, 4..) => Matrix::blocks(&[
                        vec![turn.clone(), Matrix::identity(2)],
                        vec![Matrix::zeros(2, 2), turn],
                    ]),
                    (1 | 2, 2..) => Some(turn),
                    _ => Some(Matrix::diagonal(&[radius])),
                };
                let Some(block) = block else { panic!("square blocks of one size fit together") };
                s = s.direct_sum(&block);
            }
            let e = basis(n, &entries);
            let Some(inverse) = e.inverse() else {
                panic!("a product of unit triangular matrices has an inverse")
            };
            Instance::new().with("S", &(&e * &s) * &inverse)
        })
        .boxed()
}

fn statement() -> Statement {
    Statement {
        parameters: vec![("S", Shape::Matrix("n", "n"))],
        hypotheses: vec![("invertible", full_column_rank("S"))],
        transition: vec![],
        conclusion: vec![real_logarithm(p("S") * "S")],
    }
}

fn check(i: &Instance) -> Outcome {
    let s = i.matrix("S");
    agree(&[("a real logarithm of the square", logarithm::real(&(s * s)), true)])
}

fn of_positive_determinant() -> Statement {
    let at = |i: i64, j: i64| entry(row("S", i), j);
    Statement {
        hypotheses: vec![
            ("two-by-two", eq(height("S"), 2)),
            ("positive-determinant", lt(0, at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1))),
        ],
        conclusion: vec![real_logarithm("S")],
        ..statement()
    }
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "continuous/squares-have-logarithms",
    title: "The square of every invertible matrix has a real logarithm",
    system: "",
    source: "From Recurrences to Differential Equations",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["continuous/real-logarithm"],
    formal: &[],
    text: include_str!("squares_have_logarithms.rs"),
    dimensions: (1, 8),
    domain,
    statement,
    check,
    sharpness: &[Sharp {
        drops: "invertible",
        fails: 0,
        witness: || (Instance::new().with("S", [[(0, 1)]]), Evidence::Compute),
    }],
    traps: &[Trap {
        name: "a-positive-determinant-suffices",
        statement: of_positive_determinant,
        fails: 0,
        witness: || (Instance::new().with("S", [[(-1, 1), (0, 1)], [(0, 1), (-2, 1)]]), Evidence::Compute),
    }],
};
