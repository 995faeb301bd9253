//! # Gated DeltaNet in one chunk is its recurrence, exactly
//!
//! **Statement.** Let $n, d, e \ge 1$; for the tokens $t = 1, \dots, n$ let $q_t, k_t \in \mathbb{Q}^d$, $v_t \in
//! \mathbb{Q}^e$ and $\alpha_t, \beta_t \in \mathbb{Q}$, and $S_0 \in \mathbb{Q}^{d \times e}$. Let $S_t = (I - \beta_t
//! k_t k_t^\top)\, \alpha_t S_{t-1} + \beta_t k_t v_t^\top$ and $o_t = S_t^\top q_t$. With $D_{a..b} = \alpha_a \cdots
//! \alpha_b$, 1 for $a > b$, let $L_{ts} = \beta_s D_{s+1..t}\, k_t^\top k_s$ for $s < t$, else 0, and let the rows
//! $w_t \in \mathbb{Q}^e$ solve
//! $$w_t + \sum_{s < t} L_{ts}\, w_s = v_t - D_{1..t}\, S_0^\top k_t.$$
//! Then $$o_t = (D_{1..t}\, q_t)^\top S_0 + \sum_{s \le t} (q_t^\top D_{s+1..t}\, \beta_s k_s)\, w_s, \qquad S_n =
//! D_{1..n} S_0 + \sum_s D_{s+1..n}\, \beta_s k_s\, w_s^\top.$$ No gate, strength or key is restricted. $I + L$ is unit
//! triangular, so the rows exist and are unique.
//!
//! **Why.** By induction $w_t = v_t - (\text{what token } t \text{ reads of the decayed state})$ is the row that token
//! $t$ writes: substitute the unrolled state into it, and the triangular system is left. Decays are products of the
//! gates between two tokens, never quotients of accumulated ones, so a gate of 0 is nothing special, and no inverse is
//! formed.
//!
//! **What is checked.** The engine runs the recurrence; the other side is computed, without it, from products of gates
//! by forward substitution. The checker has its own loop for the first and evaluates the formulas of the statement for
//! the second.
//!
//! **Sharpness.** Rows that do not solve the system give other outputs ($v = 1$, $w = 0$). The state decays first and
//! is erased after (trap `erase-before-decay`: $\alpha = 1/2$, $S_0 = k = \beta = 1$, $v = 0$ leaves 0; erasing from
//! the state before its decay, $-1/2$).

use crate::chunked::{Chunk, head_gates};
use crate::sequence::{Inputs, Piece, compare_with_chunk, of_token, with_written};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Quantifier, Sharp, Trap};
use engine::System;
use exact::vector;
use proptest::prelude::*;

const INPUTS: Inputs =
    Inputs { keys: &["q", "k"], values: &["v"], numbers: &["alpha", "beta"], states: &["S0"] };

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
    let gates = vec![i.vector("alpha")[t].clone(); k.len()];
    Piece::gated(&gates, [write, k, of_token(i, "v", t)], of_token(i, "q", t))
}

fn step() -> Expr {
    let erase = eye(len(row("k", "t"))) - entry("beta", "t") * outer(row("k", "t"), row("k", "t"));
    erase * (entry("alpha", "t") * p("S")) + entry("beta", "t") * outer(row("k", "t"), row("v", "t"))
}

fn chunk() -> Chunk {
    Chunk::delta(head_gates)
}

/// One token of ones, with another initial state and value, and the row `w`.
fn one_token(start: i64, value: i64, w: i64) -> Instance {
    INPUTS.ones().with("S0", [[(start, 1)]]).with("v", [[(value, 1)]]).with("W", [[(w, 1)]])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "gdn/chunk-form",
    title: "Gated DeltaNet in one chunk is its recurrence, exactly",
    system: "gdn",
    source: "beyond the article: the parallel form that kernels compute",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("chunk_form.rs"),
    dimensions: (1, 6),
    domain,
    statement: || chunk().statement(INPUTS, step()),
    check: |i| compare_with_chunk(System::Gdn, i, i.matrix("S0"), piece),
    sharpness: &[
        Sharp { drops: "rows-solve", fails: 0, witness: || (one_token(0, 1, 0), Evidence::Compute) },
        Sharp { drops: "rows-solve", fails: 1, witness: || (one_token(0, 1, 0), Evidence::Compute) },
    ],
    traps: &[Trap {
        name: "erase-before-decay",
        statement: || Chunk { read_after: || p("t") - 1, ..chunk() }.statement(INPUTS, step()),
        fails: 0,
        witness: || (one_token(1, 0, -1).with("alpha", [(1, 2)]), Evidence::Compute),
    }],
};
