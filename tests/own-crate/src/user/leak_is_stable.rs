//! # A decay that leaks into the next channel keeps a real spectrum and stays stable
//!
//! **Statement.** Let $a, b \in (0, 1)$ and $c \in \mathbb{Q}$ be rational. Then
//! $T = \begin{pmatrix} a & 0 \\ c & b \end{pmatrix}$ has only real eigenvalues, and all of them have modulus below 1.
//!
//! **Why.** $T$ is triangular, so its eigenvalues are $a$ and $b$. The leak $c$ may be as large as it likes.
//!
//! **What is checked.** The two gates are eigenvalues; they are the exact roots of the evidence.
//!
//! **Sharpness.** At $a = 1$ the eigenvalue 1 is on the circle.

use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Located, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::Rational;
use exact::strategies::{open, small_fraction};
use proptest::prelude::*;

fn domain(_d: usize) -> BoxedStrategy<Instance> {
    (open(0, 1), open(0, 1), small_fraction(9))
        .prop_map(|(a, b, c)| Instance::new().with("a", a).with("b", b).with("c", c))
        .boxed()
}

fn inside(gate: &'static str) -> Expr {
    all_of(vec![lt(0, gate), lt(gate, 1)])
}

fn statement() -> Statement {
    let cell = |value: Expr| value * eye(1);
    Statement {
        parameters: vec![("a", Shape::Scalar), ("b", Shape::Scalar), ("c", Shape::Scalar)],
        hypotheses: vec![("first-gate", inside("a")), ("second-gate", inside("b"))],
        transition: vec![("T", block(cell(p("a")), cell(int(0)), cell(p("c")), cell(p("b"))))],
        conclusion: vec![real_spectrum("T"), schur_stable("T")],
    }
}

fn check(i: &Instance) -> Outcome {
    let mut gates = vec![i.scalar("a").clone(), i.scalar("b").clone()];
    gates.sort();
    if gates.iter().any(|gate| *gate >= 1) {
        let (expected, found) =
            ("all eigenvalues of modulus below 1".into(), format!("the eigenvalue {}", gates[1]));
        return Outcome::Refuted { conclusion: 1, expected, found };
    }
    let exact = if gates[0] == gates[1] {
        vec![(gates[0].clone(), 2)]
    } else {
        gates.into_iter().map(|gate| (gate, 1)).collect()
    };
    Outcome::Holds(vec![Evidence::Roots(Located { exact, ..Located::default() }), Evidence::Compute])
}

fn gates(a: Rational, b: Rational) -> (Instance, Evidence) {
    (Instance::new().with("a", a).with("b", b).with("c", 3), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "user/leak-is-stable",
    title: "A decay that leaks into the next channel keeps a real spectrum and stays stable",
    system: "",
    source: "an example",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("leak_is_stable.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "first-gate", fails: 1, witness: || gates(Rational::from(1), Rational::from((1, 2))) },
        Sharp {
            drops: "second-gate",
            fails: 1,
            witness: || gates(Rational::from((1, 2)), Rational::from(-1)),
        },
    ],
    traps: &[],
};
