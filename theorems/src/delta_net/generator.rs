//! # A DeltaNet step relaxes along its key, has a generator exactly for strengths below 1, and often more than one
//!
//! **Statement.** Let $k \in \mathbb{Q}^d$ with $\lVert k \rVert = 1$, $P = kk^\top$, and $T(\beta) = I - \beta P$ for
//! $\beta, \beta' \in \mathbb{Q}$. Then
//! 1. $P^2 = P$, and $T(\beta)T(\beta') = T(1 - (1 - \beta)(1 - \beta'))$;
//! 2. $T(\beta)$ has a real logarithm exactly when $\beta < 1$, and then a principal one;
//! 3. the real logarithm is unique exactly when moreover $d = 1$, or $d = 2$ and $\beta \ne 0$.
//!
//! **Why.** $T = (1 - \beta)P + (I - P)$, and $c \mapsto cP + (I - P)$ is multiplicative. With $c = e^{-b\Delta}$,
//! $b = -\log(1 - \beta)/\Delta$, that is the group $\exp(-b\Delta P)$, so $\dot s = -bPs$. For $\beta > 1$ the eigenvalue
//! $1 - \beta < 0$ is simple, which excludes any real logarithm; $\beta = 1$ is singular. From $d = 3$ on the eigenvalue
//! 1 is multiple, and $-bP$ plus $2\pi/\Delta$ times a quarter turn of a plane across the key is another generator.
//!
//! **What is checked.** The identities, and the logarithms by Culver's condition.
//!
//! **Sharpness.** With $\lVert k \rVert^2 = 2$ and $\beta = 9/10 < 1$ the factor along $k$ is $-4/5$. Keys as implemented are a little shorter than
//! 1: the inequalities survive that (`gdn2/frozen-modes-decay`), the projector does not (trap).

use crate::logarithm::{self, agree};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::{closed, unit_key};
use exact::{Matrix, Rational};
use proptest::prelude::*;

pub(crate) fn strength() -> BoxedStrategy<Rational> {
    prop_oneof![3 => closed(0, 1), 2 => closed(1, 2), 1 => closed(-1, 0)].boxed()
}

fn domain(d: usize) -> BoxedStrategy<Instance> {
    (unit_key(d), strength(), strength())
        .prop_map(|(k, beta, other)| Instance::new().with("k", k).with("beta", beta).with("other", other))
        .boxed()
}

fn step(beta: Expr) -> Expr {
    eye(len("k")) - beta * "P"
}

fn stated(key: (&'static str, Expr)) -> Statement {
    let d = || len("k");
    let few = any_of(vec![eq(d(), 1), all_of(vec![eq(d(), 2), ne("beta", 0)])]);
    let both = 1 - (1 - p("beta")) * (1 - p("other"));
    Statement {
        parameters: vec![("k", Shape::Vector("d")), ("beta", Shape::Scalar), ("other", Shape::Scalar)],
        hypotheses: vec![key],
        transition: vec![("P", outer("k", "k")), ("T", step(p("beta")))],
        conclusion: vec![
            eq(p("P") * "P", "P"),
            eq(p("T") * step(p("other")), step(both)),
            equivalent(real_logarithm("T"), lt("beta", 1)),
            equivalent(principal_logarithm("T"), lt("beta", 1)),
            equivalent(unique_logarithm("T"), all_of(vec![lt("beta", 1), few])),
        ],
    }
}

fn statement() -> Statement {
    stated(("unit-key", eq(dot("k", "k"), 1)))
}

fn check(i: &Instance) -> Outcome {
    let (k, beta, other) = (i.vector("k"), i.scalar("beta"), i.scalar("other"));
    let d = k.len();
    let projector = Matrix::outer(k, k);
    let step = |beta: &Rational| &Matrix::identity(d) - &projector.scale(beta);
    let both: Rational = 1 - (1 - beta.clone()) * (1 - other.clone());
    let (t, below) = (step(beta), *beta < 1);
    agree(&[
        ("P² = P", Some(&projector * &projector == projector), true),
        ("T(β) T(β′) = T(β + β′ − ββ′)", Some(&t * &step(other) == step(&both)), true),
        ("a real logarithm", logarithm::real(&t), below),
        ("a principal logarithm", Some(logarithm::principal(&t)), below),
        ("a unique logarithm", logarithm::unique(&t), below && (d == 1 || (d == 2 && !beta.is_zero()))),
    ])
}

fn long() -> (Instance, Evidence) {
    let i = Instance::new().with("k", [(1, 1), (1, 1)]).with("beta", (9, 10));
    (i.with("other", (1, 2)), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "delta-net/generator",
    title: "A DeltaNet step relaxes along its key, has a generator exactly for strengths below 1, and often more than one",
    system: "delta-net",
    source: "DeltaNet: forgetting along the current key",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["continuous/real-logarithm"],
    formal: &[],
    text: include_str!("generator.rs"),
    dimensions: (1, 8),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "unit-key", fails: 0, witness: long },
        Sharp { drops: "unit-key", fails: 2, witness: long },
    ],
    traps: &[Trap {
        name: "a-short-key-projects",
        statement: || stated(("key-at-most-one", le(dot("k", "k"), 1))),
        fails: 0,
        witness: || {
            let i = Instance::new().with("k", [(1, 2)]).with("beta", (1, 2));
            (i.with("other", (1, 2)), Evidence::Compute)
        },
    }],
};
