//! # Diagonal plus low rank in one chunk is its recurrence, exactly
//!
//! **Statement.** Let $n, d, e \ge 1$; for the tokens $t = 1, \dots, n$ let $q_t, k_t, a_t, b_t, \alpha_t \in
//! \mathbb{Q}^d$ and $v_t \in \mathbb{Q}^e$, and $S_0 \in \mathbb{Q}^{d \times e}$. Let $S_t = (\mathrm{Diag}(\alpha_t) +
//! b_t a_t^\top)\, S_{t-1} + k_t v_t^\top$ and $o_t = S_t^\top q_t$. With $D_{a..b} = \mathrm{Diag}(\alpha_a \odot
//! \dots \odot \alpha_b)$, the identity for $a > b$, let the rows $w_t \in \mathbb{Q}^e$ solve
//! $$w_t - \sum_{s < t} (a_t^\top D_{s+1..t-1}\, b_s)\, w_s = S_0^\top D_{1..t-1}\, a_t + \sum_{s < t} (a_t^\top
//! D_{s+1..t-1}\, k_s)\, v_s.$$
//! Then $$o_t = S_0^\top D_{1..t}\, q_t + \sum_{s \le t} \bigl((q_t^\top D_{s+1..t}\, b_s)\, w_s + (q_t^\top
//! D_{s+1..t}\, k_s)\, v_s\bigr), \qquad S_n = D_{1..n} S_0 + \sum_s D_{s+1..n} (b_s w_s^\top + k_s v_s^\top).$$
//! Nothing is restricted. RWKV-7 is the case $a_t = -\kappa_t$, $b_t = \kappa_t \odot \mathrm{a}_t$.
//!
//! **Why.** By induction $w_t = S_{t-1}^\top a_t$: substitute the unrolled state into it, and the unit triangular
//! system is left, so the rows exist and are unique. Decays are products of the gates between two tokens, never
//! quotients.
//!
//! **What is checked.** The engine runs the recurrence; the other side is computed, without it, from products of gates
//! by forward substitution. The checker has its own loop for the first and evaluates the formulas of the statement for
//! the second.
//!
//! **Sharpness.** Rows that do not solve the system give other outputs ($S_0 = 1$, $w = 0$). $a_t$ reads the state
//! before the decay, unlike the key of KDA (trap `a-reads-the-decayed-state`: $\alpha = 1/2$, $a = b = S_0 = 1$).

use crate::chunked::channel_gates;
use crate::sequence::{
    Inputs, Piece, compare_with_chunk, lower, of_token, outputs, state_after, tokens, with_written,
};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Quantifier, Shape, Sharp, Statement, Trap};
use engine::System;
use exact::{Matrix, Rational};
use proptest::prelude::*;

const INPUTS: Inputs =
    Inputs { keys: &["q", "k", "a", "b", "alpha"], values: &["v"], numbers: &[], states: &["S0"] };

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let written = |i: Instance| {
        let start = i.matrix("S0").clone();
        with_written(i, &start, piece)
    };
    INPUTS.draw(d, 8).prop_map(written).boxed()
}

/// Token `t` by the formula of the statement: what `a` reads is written along `b`, the value along `k`.
fn piece(i: &Instance, t: usize) -> Piece {
    let [q, k, a, b] = ["q", "k", "a", "b"].map(|name| of_token(i, name, t));
    let v = of_token(i, "v", t);
    let nothing = |like: &[Rational]| vec![Rational::new(); like.len()];
    let read = a.iter().map(|x| Rational::from(-x)).collect();
    let updates = vec![[b, read, nothing(&v)], [k.clone(), nothing(&k), v]];
    Piece { carry: Matrix::diagonal(i.matrix("alpha").row(t)), updates, query: q }
}

fn step() -> Expr {
    let transition = diag(row("alpha", "t")) + outer(row("b", "t"), row("a", "t"));
    transition * "S" + outer(row("k", "t"), row("v", "t"))
}

/// The statement, with `a` reading the state after the gates of the tokens up to `read_after`.
fn stated(read_after: Expr) -> Statement {
    let kept = |to: &Expr| channel_gates(p("s") + 1, to.clone());
    let read = |x: &'static str| lower(true, dot(row("a", "t"), kept(&read_after) * row(x, "s")));
    let shares = |x: &'static str| lower(false, dot(row("q", "t"), kept(&p("t")) * row(x, "s")));
    let of_initial =
        |to: Expr, x: &'static str| rows("t", tokens(), channel_gates(int(1), to) * row(x, "t")) * "S0";
    let left = |x: &'static str| transpose(rows("s", tokens(), kept(&tokens()) * row(x, "s")));
    let solved = (eye(tokens()) - read("b")) * "W";
    let state = channel_gates(int(1), tokens()) * p("S0") + left("b") * "W" + left("k") * "v";
    let mut parameters = INPUTS.parameters();
    parameters.push(("W", Shape::Matrix("n", "e")));
    Statement {
        parameters,
        hypotheses: vec![("rows-solve", eq(solved, of_initial(read_after.clone(), "a") + read("k") * "v"))],
        transition: vec![],
        conclusion: vec![
            eq(outputs("S0", step()), of_initial(p("t"), "q") + shares("b") * "W" + shares("k") * "v"),
            eq(state_after(tokens(), "S0", step()), state),
        ],
    }
}

fn one_token(gate: (i64, i64), row: (i64, i64)) -> (Instance, Evidence) {
    (INPUTS.ones().with("alpha", [[gate]]).with("W", [[row]]), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "dplr/chunk-form",
    title: "Diagonal plus low rank in one chunk is its recurrence, exactly",
    system: "dplr",
    source: "beyond the article: the parallel form that kernels compute",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("chunk_form.rs"),
    dimensions: (1, 6),
    domain,
    statement: || stated(p("t") - 1),
    check: |i| compare_with_chunk(System::Dplr, i, i.matrix("S0"), piece),
    sharpness: &[
        Sharp { drops: "rows-solve", fails: 0, witness: || one_token((1, 1), (0, 1)) },
        Sharp { drops: "rows-solve", fails: 1, witness: || one_token((1, 1), (0, 1)) },
    ],
    traps: &[Trap {
        name: "a-reads-the-decayed-state",
        statement: || stated(p("t")),
        fails: 0,
        witness: || one_token((1, 2), (1, 2)),
    }],
};
