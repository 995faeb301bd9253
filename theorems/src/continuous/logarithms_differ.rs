//! # A step whose halves may have either sign has two generators
//!
//! **Statement.** Let $S \in \mathbb{Q}^{n \times n}$ be such that $S$ and $-S$ both have a real logarithm. Then $T = S^2$ has at
//! least two: if $\exp A = S$ and $\exp B = -S$, then $\exp 2A = \exp 2B = T$, and $2A \ne 2B$, since half the way they are at
//! $S$ and at $-S \ne S$. With $S = J$, the quarter turn, $T = -I$: $\exp(\pi J) = -I = \exp(-\pi J)$.
//!
//! **Why.** The algebra is in the statement. So "the" generator $\log(T)/\Delta$ of a step is a choice: every rotating pair leaves
//! its frequency open by multiples of $2\pi/\Delta$. The principal one, with $\lvert\operatorname{Im}\rvert < \pi$, is unique, but it need
//! not exist: $-I$ has none.
//!
//! **What is checked.** That $S$ and $-S$ have logarithms, that their squares agree, that they differ, and by Culver's second theorem
//! that the logarithm of $S^2$ is not unique.
//!
//! **Sharpness.** $S = 1$: $-1$ has no logarithm, and that of $1$ is unique. $S = -1$ is the same with the signs exchanged. A
//! logarithm of $S^2$ alone is no matter of choice (trap).

use super::real_logarithm::{basis, rotated};
use crate::logarithm::{self, agree};
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::small_fraction;
use exact::{Matrix, Rational};
use proptest::prelude::*;

/// In any basis: rotations by angles other than 0 times numbers other than 0, and multiples of the 2 × 2 identity.
fn domain(half: usize) -> BoxedStrategy<Instance> {
    let n = 2 * half;
    let other = |x: Rational| if x.is_zero() { Rational::from(1) } else { x };
    let radius = small_fraction(3).prop_map(other);
    let angle = prop_oneof![1 => Just(Rational::new()), 3 => small_fraction(3).prop_map(other)];
    (prop::collection::vec((radius, angle), half), prop::collection::vec(-2_i64..=2, n * n))
        .prop_map(move |(blocks, entries)| {
            let blocks = blocks.into_iter().map(|(radius, t)| rotated(&t).scale(&radius));
            let s = blocks.fold(Matrix::zeros(0, 0), |s, block| s.direct_sum(&block));
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
        hypotheses: vec![("generated", real_logarithm("S")), ("opposite-generated", real_logarithm(-p("S")))],
        transition: vec![("T", p("S") * "S")],
        conclusion: vec![
            eq(-p("S") * -p("S"), "T"),
            ne("S", -p("S")),
            real_logarithm("T"),
            not(unique_logarithm("T")),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let s = i.matrix("S");
    let opposite = s.scale(&Rational::from(-1));
    let t = s * s;
    agree(&[
        ("one square", Some(&opposite * &opposite == t), true),
        ("two roots", Some(*s != opposite), true),
        ("a logarithm", logarithm::real(&t), true),
        ("a unique logarithm", logarithm::unique(&t), false),
    ])
}

fn at(s: i64) -> (Instance, Evidence) {
    (Instance::new().with("S", [[(s, 1)]]), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "continuous/logarithms-differ",
    title: "A step whose halves may have either sign has two generators",
    system: "",
    source: "From Recurrences to Differential Equations",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["continuous/real-logarithm"],
    formal: &[],
    text: include_str!("logarithms_differ.rs"),
    dimensions: (1, 3),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "generated", fails: 3, witness: || at(-1) },
        Sharp { drops: "opposite-generated", fails: 3, witness: || at(1) },
    ],
    traps: &[Trap {
        name: "a-logarithm-is-unique",
        statement: || Statement {
            hypotheses: vec![("generated", real_logarithm("S"))],
            transition: vec![],
            conclusion: vec![unique_logarithm("S")],
            ..statement()
        },
        fails: 0,
        witness: || (Instance::new().with("S", [[(-1, 1), (0, 1)], [(0, 1), (-1, 1)]]), Evidence::Compute),
    }],
};
