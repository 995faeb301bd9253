//! # As close as you like to a step without a generator is one that has one
//!
//! **Statement.** Let $r, \varepsilon \in \mathbb{Q}$, $\varepsilon \ne 0$ and
//! $T_\varepsilon = \begin{pmatrix} r & 1 \\ -\varepsilon^2 & r \end{pmatrix}$. Then $T_\varepsilon$ has one non-real pair and a principal
//! logarithm. For $r \le 0$ its limit at $\varepsilon = 0$ has no real logarithm.
//!
//! **Why.** The eigenvalues are $r \pm i\varepsilon$. At $\varepsilon = 0$ there is one Jordan block of size 2, at $r$.
//! So a small $\lVert \exp A - T \rVert$ is no evidence that $T$ has a logarithm: exponentials are not a closed set.
//!
//! **What is checked.** Both matrices, each by itself.
//!
//! **Sharpness.** $\varepsilon = 0$, $r = -1$. For $r > 0$ the limit is an exponential: $r = 1$.

use crate::logarithm::{self, agree};
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::strategies::{closed, open};
use exact::{Matrix, Rational};
use proptest::prelude::*;

fn domain(_: usize) -> BoxedStrategy<Instance> {
    let size = prop_oneof![3 => open(0, 1), 1 => open(1, 9)];
    (closed(-2, 0), size, any::<bool>())
        .prop_map(|(r, e, negative)| {
            Instance::new().with("r", r).with("epsilon", if negative { -e } else { e })
        })
        .boxed()
}

fn statement() -> Statement {
    let matrix = |corner: claim::Expr| block(p("r") * eye(1), eye(1), -corner * eye(1), p("r") * eye(1));
    Statement {
        parameters: vec![("r", Shape::Scalar), ("epsilon", Shape::Scalar)],
        hypotheses: vec![("not-the-limit", ne("epsilon", 0)), ("not-positive", le("r", 0))],
        transition: vec![("T", matrix(square("epsilon"))), ("L", matrix(int(0)))],
        conclusion: vec![principal_logarithm("T"), not(real_logarithm("L"))],
    }
}

fn check(i: &Instance) -> Outcome {
    let (r, epsilon) = (i.scalar("r"), i.scalar("epsilon"));
    let matrix = |corner: Rational| {
        Matrix::from_fn(2, 2, |i, j| match (i, j) {
            (0, 1) => Rational::from(1),
            (1, 0) => -corner.clone(),
            _ => r.clone(),
        })
    };
    let (t, limit) = (matrix(epsilon.clone().square()), matrix(Rational::new()));
    agree(&[
        ("a principal logarithm", Some(logarithm::principal(&t)), true),
        ("a real logarithm of the limit", logarithm::real(&limit), false),
    ])
}

fn at(r: i64, epsilon: i64) -> (Instance, Evidence) {
    (Instance::new().with("r", r).with("epsilon", epsilon), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "continuous/limits-without-logarithm",
    title: "As close as you like to a step without a generator is one that has one",
    system: "",
    source: "From Recurrences to Differential Equations",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["continuous/real-logarithm"],
    formal: &[],
    text: include_str!("limits_without_logarithm.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "not-the-limit", fails: 0, witness: || at(-1, 0) },
        Sharp { drops: "not-positive", fails: 1, witness: || at(1, 1) },
    ],
    traps: &[],
};
