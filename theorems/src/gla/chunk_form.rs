//! # Gated linear attention in one chunk is its recurrence, exactly
//!
//! **Statement.** Let $n, d, e \ge 1$; for the tokens $t = 1, \dots, n$ let $q_t, k_t, \alpha_t \in \mathbb{Q}^d$ and
//! $v_t \in \mathbb{Q}^e$, and $S_0 \in \mathbb{Q}^{d \times e}$. Let $S_t = \mathrm{Diag}(\alpha_t)\, S_{t-1} + k_t
//! v_t^\top$ and $o_t = S_t^\top q_t$. With $D_{a..b} = \mathrm{Diag}(\alpha_a \odot \dots \odot \alpha_b)$, the
//! identity for $a > b$,
//! $$o_t = (D_{1..t}\, q_t)^\top S_0 + \sum_{s \le t} (q_t^\top D_{s+1..t}\, k_s)\, v_s, \qquad S_n = D_{1..n} S_0 +
//! \sum_s D_{s+1..n}\, k_s v_s^\top.$$ No gate is restricted: it may be 0 or negative.
//!
//! **Why.** Unroll the recurrence: each write passes the gates of the tokens after its own. The decays are products of
//! the gates between two tokens, never quotients of accumulated ones, so a gate of 0 is nothing special.
//!
//! **What is checked.** The engine runs the recurrence; the other side is computed from products of gates. The checker
//! has its own loop for the first and evaluates the formula for the second.
//!
//! **Sharpness.** There is no hypothesis to drop. A write does not pass the gate of its own token (trap
//! `own-gate-on-the-write`, $\alpha = 1/2$), and an output sees the write of its own token (trap
//! `read-before-the-write`).

use crate::chunked::{Chunk, channel_gates};
use crate::sequence::{Inputs, Piece, compare_with_chunk, of_token, outputs, state_after, tokens};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Quantifier, Statement, Trap};
use engine::System;
use exact::Rational;

const INPUTS: Inputs = Inputs { keys: &["q", "k", "alpha"], values: &["v"], numbers: &[], states: &["S0"] };

/// Token `t` by the formula of the statement.
fn piece(i: &Instance, t: usize) -> Piece {
    let nothing = vec![Rational::new(); i.matrix("k").cols()];
    let update = [of_token(i, "k", t), nothing, of_token(i, "v", t)];
    Piece::gated(i.matrix("alpha").row(t), update, of_token(i, "q", t))
}

fn step() -> Expr {
    diag(row("alpha", "t")) * "S" + outer(row("k", "t"), row("v", "t"))
}

fn chunk() -> Chunk {
    Chunk { write: || row("k", "s"), ..Chunk::delta(channel_gates) }
}

fn stated(chunk: &Chunk) -> Statement {
    Statement {
        parameters: INPUTS.parameters(),
        hypotheses: vec![],
        transition: vec![],
        conclusion: vec![
            eq(outputs("S0", step()), chunk.outputs("v")),
            eq(state_after(tokens(), "S0", step()), chunk.state("v")),
        ],
    }
}

fn half_gate() -> (Instance, Evidence) {
    (INPUTS.ones().with("alpha", [[(1, 2)]]), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "gla/chunk-form",
    title: "Gated linear attention in one chunk is its recurrence, exactly",
    system: "gla",
    source: "beyond the article: the parallel form that kernels compute",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("chunk_form.rs"),
    dimensions: (1, 6),
    domain: |d| INPUTS.draw(d, 8),
    statement: || stated(&chunk()),
    check: |i| compare_with_chunk(System::Gla, i, i.matrix("S0"), piece),
    sharpness: &[],
    traps: &[
        Trap {
            name: "own-gate-on-the-write",
            statement: || stated(&Chunk { decays_from: || p("s"), ..chunk() }),
            fails: 0,
            witness: half_gate,
        },
        Trap {
            name: "read-before-the-write",
            statement: || stated(&Chunk { reads_own: false, ..chunk() }),
            fails: 0,
            witness: half_gate,
        },
    ],
};
