//! # The signs of CKDA gates can be moved into its keys and queries
//!
//! **Statement.** For the tokens $t = 1, \dots, n$ let $q_t, k_t, \alpha_t \in \mathbb{Q}^d$, $v_t \in \mathbb{Q}^e$, $\beta_t \in \mathbb{Q}$ and
//! $\sigma_t \in \{1, -1\}^d$, and let $P_t = \sigma_1 \odot \dots \odot \sigma_t$. From one $S_0 \in \mathbb{Q}^{d \times e}$ run
//! $$S_t = (I - \beta_t k_t k_t^\top)\, \mathrm{Diag}(\alpha_t)\, S_{t-1} + \beta_t k_t v_t^\top$$
//! and, as $\tilde S_t$, the same with $\tilde k_t = P_t \odot k_t$ and $\sigma_t \odot \alpha_t$ for $k_t$ and $\alpha_t$. Then
//! $S_t^\top q_t = \tilde S_t^\top (P_t \odot q_t)$ for every token, and $S_n = \mathrm{Diag}(P_n)\, \tilde S_n$. With $\sigma = \operatorname{sign} \alpha$
//! the gates of the second run are $|\alpha_t|$: it is plain KDA, with decays that have a logarithm.
//!
//! **Why.** $\mathrm{Diag}(P_t)^2 = I$. Multiply the step by $\mathrm{Diag}(P_t)$ and put $S_{t-1} = \mathrm{Diag}(P_{t-1})\, \tilde S_{t-1}$:
//! $P_t \odot \alpha_t \odot P_{t-1} = \sigma_t \odot \alpha_t$, and every key is met by one $P_t$.
//!
//! **What is checked.** The engine runs CKDA directly and in its gauge; the checker loops over both steps.
//!
//! **Sharpness.** A "sign" of 2 scales the state ($\sigma = 2$, $k = 0$). The query has to be turned as well (trap
//! `query-not-turned`), by the signs up to its own token.

use crate::sequence::{Inputs, agree, matrix, outputs, program, state_after, tokens};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Sharp, Statement, Trap};
use engine::{Fields, Program, System, run, systems::ckda};
use exact::{Matrix, Rational, vector};
use proptest::prelude::*;

const INPUTS: Inputs =
    Inputs { keys: &["q", "k", "alpha", "sign"], values: &["v"], numbers: &["beta"], states: &["S0"] };

/// The signs of the gates, or others.
fn domain(d: usize) -> BoxedStrategy<Instance> {
    (INPUTS.draw(d, 8), any::<bool>())
        .prop_map(|(i, of_gates)| {
            let from = i.matrix(if of_gates { "alpha" } else { "sign" });
            let sign = |t: usize, c: usize| Rational::from(if from[(t, c)] < 0 { -1 } else { 1 });
            let signs = Matrix::from_fn(from.rows(), from.cols(), sign);
            i.with("sign", signs)
        })
        .boxed()
}

fn gauge(last: impl Into<Expr>) -> Expr {
    iterate("gauge", constant(len(row("sign", 1)), 1), "r", 1, last, hadamard("gauge", row("sign", "r")))
}

fn step(key: Expr, gates: Expr) -> Expr {
    let erase = eye(len(row("k", "t"))) - entry("beta", "t") * outer(key.clone(), key.clone());
    erase * (diag(gates) * "S") + entry("beta", "t") * outer(key, row("v", "t"))
}

fn stated(query: Expr) -> Statement {
    let squares = rows("i", tokens(), hadamard(row("sign", "i"), row("sign", "i")));
    let ones = rows("i", tokens(), constant(len(row("sign", 1)), 1));
    let direct = || step(row("k", "t"), row("alpha", "t"));
    let turned = || step(hadamard(gauge("t"), row("k", "t")), hadamard(row("sign", "t"), row("alpha", "t")));
    let read = rows("u", tokens(), transpose(state_after("u", "S0", turned())) * query);
    Statement {
        parameters: INPUTS.parameters(),
        hypotheses: vec![("unit-signs", eq(squares, ones))],
        transition: vec![],
        conclusion: vec![
            eq(outputs("S0", direct()), read),
            eq(
                state_after(tokens(), "S0", direct()),
                diag(gauge(tokens())) * state_after(tokens(), "S0", turned()),
            ),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let direct = program(System::Ckda, i);
    let rows = |name: &str, t: usize| i.matrix(name).row(t).to_vec();
    let fields = |t: usize| {
        let fields = Fields::new().with("q", rows("q", t)).with("k", rows("k", t)).with("v", rows("v", t));
        fields.with("alpha", rows("alpha", t)).with("beta", vec![i.vector("beta")[t].clone()])
    };
    let count = direct.tokens.len();
    let inputs: Vec<_> = (0..count).map(fields).collect();
    let signs: Vec<_> = (0..count).map(|t| rows("sign", t)).collect();
    let (tokens, gauge) = ckda::in_gauge(&inputs, &signs);
    let start = i.matrix("S0").entries();
    let turned = run::recurrent(&Program { tokens, ..direct.clone() }, start);
    let run = run::recurrent(&direct, start);
    let state = matrix(&turned.state, direct.columns);
    let back: Vec<Rational> =
        (0..state.rows()).flat_map(|r| vector::scale(&gauge[r], state.row(r))).collect();
    agree(&[("outputs", &run.outputs, &turned.outputs), ("final states", &run.state, &back)])
}

/// One token with key 0.
fn one_token(gate: i64, sign: i64) -> (Instance, Evidence) {
    let i = INPUTS.ones().with("k", [[(0, 1)]]).with("alpha", [[(gate, 1)]]);
    (i.with("sign", [[(sign, 1)]]), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "ckda/sign-gauge",
    title: "The signs of CKDA gates can be moved into its keys and queries",
    system: "ckda",
    source: "CKDA, the official implementation",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("sign_gauge.rs"),
    dimensions: (1, 6),
    domain,
    statement: || stated(hadamard(gauge("u"), row("q", "u"))),
    check,
    sharpness: &[
        Sharp { drops: "unit-signs", fails: 0, witness: || one_token(1, 2) },
        Sharp { drops: "unit-signs", fails: 1, witness: || one_token(1, 2) },
    ],
    traps: &[Trap {
        name: "query-not-turned",
        statement: || stated(row("q", "u")),
        fails: 0,
        witness: || one_token(-1, -1),
    }],
};
