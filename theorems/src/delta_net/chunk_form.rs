//! # DeltaNet in one chunk is its recurrence, exactly
//!
//! **Statement.** Let $n, d, e \ge 1$; for the tokens $t = 1, \dots, n$ let $q_t, k_t \in \mathbb{Q}^d$, $v_t \in
//! \mathbb{Q}^e$ and $\beta_t \in \mathbb{Q}$, and $S_0 \in \mathbb{Q}^{d \times e}$. Let $S_t = (I - \beta_t k_t
//! k_t^\top)\, S_{t-1} + \beta_t k_t v_t^\top$ and $o_t = S_t^\top q_t$. Let $L_{ts} = \beta_s\, k_t^\top k_s$ for $s <
//! t$, else 0, and let the rows $w_t \in \mathbb{Q}^e$ solve
//! $$(I + L)\, w = v - k S_0.$$
//! Then $$o_t = q_t^\top S_0 + \sum_{s \le t} (q_t^\top \beta_s k_s)\, w_s, \qquad S_n = S_0 + \sum_s \beta_s k_s\,
//! w_s^\top.$$ No gate, strength or key is restricted. $I + L$ is unit triangular, so the rows exist and are unique.
//!
//! **Why.** By induction $w_t = v_t - (\text{what token } t \text{ reads of the decayed state})$ is the row that token
//! $t$ writes: substitute the unrolled state into it, and the triangular system is left. Decays are products of the
//! gates between two tokens, never No inverse is formed.
//!
//! **What is checked.** The engine runs the recurrence; the other side is computed, without it, from products of gates
//! by forward substitution. The checker has its own loop for the first and evaluates the formulas of the statement for
//! the second.
//!
//! **Sharpness.** Rows that do not solve the system give other outputs ($v = 1$, $w = 0$). What is erased at the
//! beginning includes the initial state (trap `initial-state-forgotten`: $S_0 = k = v = \beta = 1$ gives 1 and not 2).

use crate::chunked::{Chunk, ungated};
use crate::sequence::{Inputs, Piece, compare_with_chunk, of_token, with_written};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Quantifier, Sharp, Trap};
use engine::System;
use exact::{Rational, vector};
use proptest::prelude::*;

const INPUTS: Inputs = Inputs { keys: &["q", "k"], values: &["v"], numbers: &["beta"], states: &["S0"] };

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let written = |i: Instance| {
        let start = i.matrix("S0").clone();
        with_written(i, &start, piece)
    };
    INPUTS.draw(d, 8).prop_map(written).boxed()
}

/// Token `t` by the formula of the statement.
fn piece(i: &Instance, t: usize) -> Piece {
    let k = of_token(i, "k", t);
    let write = vector::scale(&i.vector("beta")[t], &k);
    let none = vec![Rational::from(1); k.len()];
    Piece::gated(&none, [write, k, of_token(i, "v", t)], of_token(i, "q", t))
}

fn step() -> Expr {
    let erase = eye(len(row("k", "t"))) - entry("beta", "t") * outer(row("k", "t"), row("k", "t"));
    erase * "S" + entry("beta", "t") * outer(row("k", "t"), row("v", "t"))
}

fn chunk() -> Chunk {
    Chunk::delta(ungated)
}

/// One token of ones, with another initial state and value, and the row `w`.
fn one_token(start: i64, value: i64, w: i64) -> Instance {
    INPUTS.ones().with("S0", [[(start, 1)]]).with("v", [[(value, 1)]]).with("W", [[(w, 1)]])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "delta-net/chunk-form",
    title: "DeltaNet in one chunk is its recurrence, exactly",
    system: "delta-net",
    source: "beyond the article: the parallel form that kernels compute",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("chunk_form.rs"),
    dimensions: (1, 6),
    domain,
    statement: || chunk().statement(INPUTS, step()),
    check: |i| compare_with_chunk(System::DeltaNet, i, i.matrix("S0"), piece),
    sharpness: &[
        Sharp { drops: "rows-solve", fails: 0, witness: || (one_token(0, 1, 0), Evidence::Compute) },
        Sharp { drops: "rows-solve", fails: 1, witness: || (one_token(0, 1, 0), Evidence::Compute) },
    ],
    traps: &[Trap {
        name: "initial-state-forgotten",
        statement: || Chunk { erases_initial: false, ..chunk() }.statement(INPUTS, step()),
        fails: 0,
        witness: || (one_token(1, 1, 1), Evidence::Compute),
    }],
};
