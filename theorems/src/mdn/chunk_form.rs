//! # Momentum DeltaNet in one chunk is its recurrence, exactly
//!
//! **Statement.** Let $n, d, e \ge 1$; for the tokens $t = 1, \dots, n$ let $q_t, k_t, p_t \in \mathbb{Q}^d$, $v_t \in
//! \mathbb{Q}^e$ and $\alpha_t, \mu_t, \beta_t, \eta_t \in \mathbb{Q}$, and $S_0, M_0 \in \mathbb{Q}^{d \times e}$. Let
//! $$M_t = \mu_t M_{t-1} + \eta_t k_t (S_{t-1}^\top p_t - v_t)^\top, \qquad S_t = \alpha_t S_{t-1} - \beta_t M_t,
//! \qquad o_t = S_t^\top q_t.$$ With $\alpha_{a..b} = \alpha_a \cdots \alpha_b$, 1 for $a > b$, and $\mu_{a..b}$ alike,
//! let
//! $$c_{s,t} = \sum_{r=s}^{t} \alpha_{r+1..t}\, \beta_r\, \mu_{s+1..r}, \qquad c_t = \sum_{r=1}^{t} \alpha_{r+1..t}\,
//! \beta_r\, \mu_{1..r},$$ and let the rows $w_t \in \mathbb{Q}^e$ solve $w_t + \sum_{s < t} c_{s,t-1}\, \eta_s
//! (p_t^\top k_s)\, w_s = v_t - \alpha_{1..t-1}\, S_0^\top p_t + c_{t-1}\, M_0^\top p_t$. Then
//! $$o_t = \alpha_{1..t}\, S_0^\top q_t - c_t\, M_0^\top q_t + \sum_{s \le t} c_{s,t}\, \eta_s (q_t^\top k_s)\, w_s,$$
//! $$S_n = \alpha_{1..n} S_0 - c_n M_0 + \sum_s c_{s,n}\, \eta_s\, k_s w_s^\top, \qquad M_n = \mu_{1..n} M_0 - \sum_s
//! \mu_{s+1..n}\, \eta_s\, k_s w_s^\top.$$ Nothing is restricted; the models have $p_t = \alpha_t k_t$.
//!
//! **Why.** $w_t = v_t - S_{t-1}^\top p_t$ is what the momentum gains along $-\eta_t k_t$. It passes to the state at
//! every later token $r$ with $-\beta_r$, after the momentum's decay and before the state's: $c_{s,t}$ sums these ways.
//!
//! **What is checked.** The engine runs the recurrence on the stacked state; the other side is computed from products
//! of its carries. The checker loops over two half steps, first the new momentum and then the state, and evaluates the
//! formulas.
//!
//! **Sharpness.** Rows that do not solve the system give other outputs ($S_0 = M_0 = 0$, $v = 1$, $w = 0$). The state
//! takes the momentum of its own token (trap `state-takes-the-old-momentum`).

use crate::sequence::{
    Inputs, Piece, compare_with_chunk, lower, of_token, product, state_after, tokens, with_written,
};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Quantifier, Shape, Sharp, Statement, Trap};
use engine::System;
use exact::{Matrix, Rational, vector};
use proptest::prelude::*;

const INPUTS: Inputs = Inputs {
    keys: &["q", "k", "p"],
    values: &["v"],
    numbers: &["alpha", "mu", "beta", "eta"],
    states: &["S0", "M0"],
};

fn stacked(i: &Instance) -> Matrix {
    let (s, m) = (i.matrix("S0"), i.matrix("M0"));
    Matrix::from_fn(2 * s.rows(), s.cols(), |r, c| {
        if r < s.rows() { &s[(r, c)] } else { &m[(r - s.rows(), c)] }.clone()
    })
}

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let written = |i: Instance| {
        let start = stacked(&i);
        with_written(i, &start, piece)
    };
    INPUTS.draw(d, 8).prop_map(written).boxed()
}

/// Token `t` by the formula of the statement, for the state stacked over the momentum.
fn piece(i: &Instance, t: usize) -> Piece {
    let [q, k, p] = ["q", "k", "p"].map(|name| of_token(i, name, t));
    let [alpha, mu, beta, eta] = ["alpha", "mu", "beta", "eta"].map(|name| &i.vector(name)[t]);
    let (d, passed) = (k.len(), Rational::from(beta * mu));
    let carry = Matrix::from_fn(2 * d, 2 * d, |r, c| match (r < d, c < d) {
        (true, true) if r == c => alpha.clone(),
        (true, false) if r + d == c => -passed.clone(),
        (false, false) if r == c => mu.clone(),
        _ => Rational::new(),
    });
    let gain = vector::scale(eta, &k);
    let write = [vector::scale(beta, &gain), vector::scale(&Rational::from(-1), &gain)].concat();
    let below = |x: Vec<Rational>| [x, vec![Rational::new(); d]].concat();
    Piece { carry, updates: vec![[write, below(p), of_token(i, "v", t)]], query: below(q) }
}

/// The identity on key channels.
fn one() -> Expr {
    eye(len(row("k", 1)))
}

/// The next stack of state over momentum: first the momentum, then the state with the new one.
fn step() -> Expr {
    let gain = entry("eta", "t") * outer(row("k", "t"), row("p", "t"));
    let momentum = block(one(), int(0) * one(), gain, entry("mu", "t") * one());
    let value = entry("eta", "t") * outer(row("k", "t"), row("v", "t"));
    let state = block(entry("alpha", "t") * one(), -(entry("beta", "t") * one()), int(0) * one(), one());
    state * (momentum * "S" - stack(int(0) * value.clone(), value))
}

/// The ways of a write from the momentum of token `from − 1` to the state of token `to`, entering it from token `enters` on.
fn ways(from: Expr, enters: Expr, to: Expr) -> Expr {
    let way = product("alpha", p("z") + 1, to.clone()) * entry("beta", "z") * product("mu", from, "z");
    iterate("ways", 0, "z", enters, to, p("ways") + way)
}

/// The statement, with a write entering the state `delay` tokens after its own.
fn stated(delay: i64) -> Statement {
    let later = |to: Expr| ways(p("s") + 1, p("s") + delay, to) * entry("eta", "s");
    let first = |to: Expr| ways(int(1), int(1), to);
    let of_initial = |factor: Expr, x: &'static str, state: &'static str| {
        rows("t", tokens(), factor * row(x, "t")) * state
    };
    let kept = |x: &'static str, to: Expr| {
        of_initial(product("alpha", 1, to.clone()), x, "S0") - of_initial(first(to), x, "M0")
    };
    let before = || p("t") - 1;
    let shares =
        |strict, x: &'static str, to: Expr| lower(strict, later(to) * dot(row(x, "t"), row("k", "s")));
    let solved = (eye(tokens()) + shares(true, "p", before())) * "W";
    let left = |factor: Expr| transpose(rows("s", tokens(), factor * row("k", "s"))) * "W";
    let state = product("alpha", 1, tokens()) * p("S0") - first(tokens()) * p("M0") + left(later(tokens()));
    let passed = product("mu", p("s") + 1, tokens()) * entry("eta", "s");
    let momentum = product("mu", 1, tokens()) * p("M0") - left(passed);
    let mut parameters = INPUTS.parameters();
    parameters.push(("W", Shape::Matrix("n", "e")));
    let start = || stack("S0", "M0");
    let state_of = |run: Expr| transpose(stack(one(), int(0) * one())) * run;
    let read = transpose(state_of(state_after("u", start(), step()))) * row("q", "u");
    Statement {
        parameters,
        hypotheses: vec![("rows-solve", eq(solved, p("v") - kept("p", before())))],
        transition: vec![],
        conclusion: vec![
            eq(rows("u", tokens(), read), kept("q", p("t")) + shares(false, "q", p("t")) * "W"),
            eq(state_after(tokens(), start(), step()), stack(state, momentum)),
        ],
    }
}

fn one_token(row: i64) -> (Instance, Evidence) {
    let i = INPUTS.ones().with("S0", [[(0, 1)]]).with("M0", [[(0, 1)]]);
    (i.with("W", [[(row, 1)]]), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "mdn/chunk-form",
    title: "Momentum DeltaNet in one chunk is its recurrence, exactly",
    system: "mdn",
    source: "beyond the article: the parallel form that kernels compute",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("chunk_form.rs"),
    dimensions: (1, 5),
    domain,
    statement: || stated(0),
    check: |i| compare_with_chunk(System::Mdn, i, &stacked(i), piece),
    sharpness: &[
        Sharp { drops: "rows-solve", fails: 0, witness: || one_token(0) },
        Sharp { drops: "rows-solve", fails: 1, witness: || one_token(0) },
    ],
    traps: &[Trap {
        name: "state-takes-the-old-momentum",
        statement: || stated(1),
        fails: 0,
        witness: || one_token(1),
    }],
};
