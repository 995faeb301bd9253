//! # A full write of the delta rule replaces what its key reads, whatever was there
//!
//! **Statement.** Let $k \in \mathbb{Q}^d$ with $\lVert k \rVert = 1$, $\alpha \in \mathbb{Q}^d$, $\beta \in \mathbb{Q}$, $v \in \mathbb{Q}^e$, and
//! $S \in \mathbb{Q}^{d \times e}$ any state. After $S' = (I - \beta k k^\top)\, \mathrm{Diag}(\alpha)\, S + \beta k v^\top$ the key reads
//! $$k^\top S' = (1 - \beta)\, k^\top \mathrm{Diag}(\alpha)\, S + \beta v^\top,$$
//! and $v^\top$ exactly when $\beta$ is 1 in the step. This is KDA; equal gates give Gated DeltaNet, gates 1 DeltaNet.
//!
//! **Why.** $k^\top (I - \beta k k^\top) = (1 - \beta \lVert k \rVert^2)\, k^\top$, and $k^\top \beta k v^\top = \beta \lVert k \rVert^2 v^\top$.
//!
//! **What is checked.** The engine takes the step, with $\beta$ and with 1.
//!
//! **Sharpness.** For $k = 2$, $\alpha = 0$ and $\beta = v = 1$ the read is 4. Without an erase the old value is still read
//! with the new one (trap `additive-rule`: $S = v = 1$ reads 2).

use crate::sequence::{Inputs, agree, program};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use engine::{System, run};
use exact::strategies::unit_key;
use exact::{Matrix, Rational, vector};
use proptest::prelude::*;

/// For what one token draws.
const INPUTS: Inputs = Inputs { keys: &["alpha"], values: &["v"], numbers: &["beta"], states: &["S"] };

fn domain(d: usize) -> BoxedStrategy<Instance> {
    (INPUTS.draw(d, 1), unit_key(d))
        .prop_map(|(i, k)| {
            let first = |name: &str| i.matrix(name).row(0).to_vec();
            let one = Instance::new().with("alpha", first("alpha")).with("v", first("v"));
            one.with("beta", &i.vector("beta")[0]).with("k", k).with("S", i.matrix("S").clone())
        })
        .boxed()
}

fn after(beta: Expr) -> Expr {
    (eye(len("k")) - beta.clone() * outer("k", "k")) * (diag("alpha") * "S") + beta * outer("k", "v")
}

fn read(state: Expr) -> Expr {
    transpose(state) * "k"
}

fn stated(conclusion: Vec<Expr>) -> Statement {
    Statement {
        parameters: vec![
            ("k", Shape::Vector("d")),
            ("alpha", Shape::Vector("d")),
            ("beta", Shape::Scalar),
            ("v", Shape::Vector("e")),
            ("S", Shape::Matrix("d", "e")),
        ],
        hypotheses: vec![("unit-key", eq(dot("k", "k"), 1))],
        transition: vec![],
        conclusion,
    }
}

fn statement() -> Statement {
    let kept = (1 - p("beta")) * read(diag("alpha") * "S");
    stated(vec![eq(read(after(p("beta"))), kept + p("beta") * "v"), eq(read(after(int(1))), "v")])
}

fn check(i: &Instance) -> Outcome {
    let (k, alpha, beta, v) = (i.vector("k"), i.vector("alpha"), i.scalar("beta"), i.vector("v"));
    let row = |x: &[Rational]| Matrix::from_fn(1, x.len(), |_, c| x[c].clone());
    let read = |beta: &Rational| {
        let token = Instance::new().with("q", row(k)).with("k", row(k)).with("alpha", row(alpha));
        let token = token.with("v", row(v)).with("beta", vec![beta.clone()]);
        run::recurrent(&program(System::Kda, &token), i.matrix("S").entries()).outputs
    };
    let old = i.matrix("S").transpose().mul_vec(&vector::hadamard(alpha, k));
    let mixed: Vec<Rational> =
        old.iter().zip(v).map(|(old, v)| (1 - beta.clone()) * old + Rational::from(beta * v)).collect();
    agree(&[("reads", &read(beta), &mixed), ("reads", &read(&Rational::from(1)), v)])
}

fn numbers(k: i64, alpha: i64) -> (Instance, Evidence) {
    let i = Instance::new().with("k", [(k, 1)]).with("alpha", [(alpha, 1)]).with("beta", (1, 1));
    (i.with("v", [(1, 1)]).with("S", [[(1, 1)]]), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "delta-net/rewrite",
    title: "A full write of the delta rule replaces what its key reads, whatever was there",
    system: "kda",
    source: "beyond the article: what a memory holds",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("rewrite.rs"),
    dimensions: (1, 16),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "unit-key", fails: 0, witness: || numbers(2, 0) },
        Sharp { drops: "unit-key", fails: 1, witness: || numbers(2, 0) },
    ],
    traps: &[Trap {
        name: "additive-rule",
        statement: || stated(vec![eq(read(diag("alpha") * "S" + outer("k", "v")), "v")]),
        fails: 0,
        witness: || numbers(1, 1),
    }],
};
