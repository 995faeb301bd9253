//! # Gated DeltaNet-2 with equal gates is KDA, Gated DeltaNet, DeltaNet
//!
//! **Statement.** For the tokens $t = 1, \dots, n$ let $q_t, k_t, \alpha_t, b_t \in \mathbb{Q}^d$, $v_t, w_t \in \mathbb{Q}^e$ and
//! $\beta_t, \gamma_t \in \mathbb{Q}$ with $b_t = \beta_t 1$ and $w_t = \beta_t 1$. From one initial state the Gated DeltaNet-2 run
//! $S_t = (I - k_t (b_t \odot k_t)^\top)\, \mathrm{Diag}(\alpha_t)\, S_{t-1} + k_t (w_t \odot v_t)^\top$ has the outputs and the final state of
//! KDA; with $\alpha_t = \gamma_t 1$ those of Gated DeltaNet with the decay $\gamma_t$; with $\alpha_t = 1$ those of DeltaNet.
//!
//! **Why.** $k (\beta 1 \odot k)^\top = \beta k k^\top$, and so for the write and the decay: the formulas become one another.
//!
//! **What is checked.** The engine runs the four systems, each by its own definition.
//!
//! **Sharpness.** $b = 1/2$ or $w = 1/2$ with $\beta = 1$ differ from KDA at the first token. Of the official models only
//! those with $\beta < 1$ are reached: allowing negative eigenvalues doubles $b$ and not $w$, but in KDA $\beta$ for both
//! (trap `doubled-erase-gate`: $b = 2\beta$, $w = \beta$ is not KDA with $2 \beta$; from an empty state it writes half).

use crate::sequence::{Inputs, agree, outputs, program, state_after, tokens};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Sharp, Statement, Trap};
use engine::{System, run};
use exact::{Matrix, Rational};
use proptest::prelude::*;

const INPUTS: Inputs = Inputs {
    keys: &["q", "k", "alpha", "b"],
    values: &["v", "w"],
    numbers: &["beta", "gamma"],
    states: &["S0"],
};

fn repeated(numbers: &[Rational], columns: usize) -> Matrix {
    Matrix::from_fn(numbers.len(), columns, |t, _| numbers[t].clone())
}

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let gated = |i: Instance| {
        let beta = i.vector("beta").to_vec();
        let (keys, values) = (i.matrix("k").cols(), i.matrix("v").cols());
        i.with("b", repeated(&beta, keys)).with("w", repeated(&beta, values))
    };
    INPUTS.draw(d, 8).prop_map(gated).boxed()
}

fn channels(value: impl Into<Expr>) -> Expr {
    constant(len(row("k", 1)), value)
}

/// Gated DeltaNet-2 with these decays at token `t`.
fn gdn2(alpha: Expr) -> Expr {
    let erase = eye(len(row("k", "t"))) - outer(row("k", "t"), hadamard(row("b", "t"), row("k", "t")));
    erase * (diag(alpha) * "S") + outer(row("k", "t"), hadamard(row("w", "t"), row("v", "t")))
}

/// A delta step of strength `beta` after what the decay leaves.
fn delta(beta: Expr, kept: Expr) -> Expr {
    let erase = eye(len(row("k", "t"))) - beta.clone() * outer(row("k", "t"), row("k", "t"));
    erase * kept + beta * outer(row("k", "t"), row("v", "t"))
}

fn stated(strength: i64, name: &'static str, pairs: Vec<(Expr, Expr)>) -> Statement {
    let gate = |values: Expr| rows("i", tokens(), values);
    let runs = |(left, right): (Expr, Expr)| {
        let outputs = eq(outputs("S0", left.clone()), outputs("S0", right.clone()));
        [outputs, eq(state_after(tokens(), "S0", left), state_after(tokens(), "S0", right))]
    };
    Statement {
        parameters: INPUTS.parameters(),
        hypotheses: vec![
            (name, eq("b", gate(channels(strength * entry("beta", "i"))))),
            ("write-gate-is-beta", eq("w", gate(constant(len(row("v", 1)), entry("beta", "i"))))),
        ],
        transition: vec![],
        conclusion: pairs.into_iter().flat_map(runs).collect(),
    }
}

fn statement() -> Statement {
    let beta = || entry("beta", "t");
    let pairs = vec![
        (gdn2(row("alpha", "t")), delta(beta(), diag(row("alpha", "t")) * "S")),
        (gdn2(channels(entry("gamma", "t"))), delta(beta(), entry("gamma", "t") * p("S"))),
        (gdn2(channels(1)), delta(beta(), p("S"))),
    ];
    stated(1, "erase-gate-is-beta", pairs)
}

fn doubled() -> Statement {
    let kda = delta(2 * entry("beta", "t"), diag(row("alpha", "t")) * "S");
    stated(2, "erase-gate-is-twice-beta", vec![(gdn2(row("alpha", "t")), kda)])
}

fn check(i: &Instance) -> Outcome {
    let (gamma, d) = (i.vector("gamma").to_vec(), i.matrix("k").cols());
    let one = vec![Rational::from(1); gamma.len()];
    let run = |system, alpha: claim::Value| {
        run::recurrent(&program(system, &i.clone().with("alpha", alpha)), i.matrix("S0").entries())
    };
    let [kda, gdn, delta] = [
        [System::Gdn2, System::Kda].map(|system| run(system, i.matrix("alpha").clone().into())),
        [run(System::Gdn2, repeated(&gamma, d).into()), run(System::Gdn, gamma.into())],
        [System::Gdn2, System::DeltaNet].map(|system| run(system, repeated(&one, d).into())),
    ];
    agree(&[
        ("outputs of KDA", &kda[0].outputs, &kda[1].outputs),
        ("final states of KDA", &kda[0].state, &kda[1].state),
        ("outputs of Gated DeltaNet", &gdn[0].outputs, &gdn[1].outputs),
        ("final states of Gated DeltaNet", &gdn[0].state, &gdn[1].state),
        ("outputs of DeltaNet", &delta[0].outputs, &delta[1].outputs),
        ("final states of DeltaNet", &delta[0].state, &delta[1].state),
    ])
}

fn gates(beta: (i64, i64), b: (i64, i64), w: (i64, i64)) -> (Instance, Evidence) {
    (INPUTS.ones().with("beta", [beta]).with("b", [[b]]).with("w", [[w]]), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "gdn2/reductions",
    title: "Gated DeltaNet-2 with equal gates is KDA, Gated DeltaNet, DeltaNet",
    system: "gdn2",
    source: "Gated DeltaNet-2: its special cases",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("reductions.rs"),
    dimensions: (1, 6),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "erase-gate-is-beta", fails: 0, witness: || gates((1, 1), (1, 2), (1, 1)) },
        Sharp { drops: "write-gate-is-beta", fails: 0, witness: || gates((1, 1), (1, 1), (1, 2)) },
    ],
    traps: &[Trap {
        name: "doubled-erase-gate",
        statement: doubled,
        fails: 0,
        witness: || gates((1, 2), (1, 1), (1, 2)),
    }],
};
