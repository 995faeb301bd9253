//! # The rotation of Mamba-3 is a change of frame
//!
//! **Statement.** Let $2p \le d$. For the tokens $t = 1, \dots, n$ let $R_t \in \mathbb{Q}^{d \times d}$ turn the pairs of channels
//! $(1, 2), \dots, (2p - 1, 2p)$ by the rational points $(c_{t,j}, s_{t,j})$ of the unit circle and leave the other channels, and let
//! $F_t = R_t \cdots R_1$. Let $f_t, \Delta_t, \lambda_t \in \mathbb{Q}$, $q_t, k_t \in \mathbb{Q}^d$, $v_t \in \mathbb{Q}^e$, with a previous key
//! $k_0$ and value $v_0$. From one $S_0 = z_0$ let
//! $$S_t = f_t \bigl(S_{t-1} + (1 - \lambda_t) \Delta_t\, F_{t-1} k_{t-1} v_{t-1}^\top\bigr) + \lambda_t \Delta_t\, F_t k_t v_t^\top, \qquad o_t = S_t^\top F_t q_t,$$
//! $$z_t = f_t R_t^\top \bigl(z_{t-1} + (1 - \lambda_t) \Delta_t\, k_{t-1} v_{t-1}^\top\bigr) + \lambda_t \Delta_t\, k_t v_t^\top .$$
//! Then $o_t = z_t^\top q_t$ for every token, and $S_n = F_n z_n$. So the stored state has a scalar transition, and the
//! rotation is in the moving frame.
//!
//! **Why.** $F_t$ is orthogonal and $F_{t-1} = R_t^\top F_t$: multiply the first line by $F_t^\top$.
//!
//! **What is checked.** The engine runs both forms.
//!
//! **Sharpness.** A point off the circle scales ($c = 2$, $s = 0$). The trapezoid rule lets the previous write enter once
//! more: a token whose value is 0 is no step without a write (trap `one-zero-value`).

use crate::sequence::{Inputs, agree, matrix, product, state_after, tokens};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use engine::{run, systems::mamba3};
use exact::strategies::unit_key;
use exact::{Matrix, Rational};
use proptest::prelude::*;

const INPUTS: Inputs =
    Inputs { keys: &["q", "k"], values: &["v"], numbers: &["factor", "dt", "lambda"], states: &["S0"] };

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let turns = |p: usize| prop::collection::vec(unit_key(2), 6 * p);
    (
        INPUTS.draw(d, 6),
        (1..=d / 2).prop_flat_map(turns),
        prop::collection::vec(crate::sequence::number(), d + 4),
    )
        .prop_map(move |(i, turns, last)| {
            let (n, p, e) = (i.matrix("k").rows(), turns.len() / 6, i.matrix("v").cols());
            let part = |part: usize| Matrix::from_fn(n, p, |t, j| turns[t * p + j][part].clone());
            let i = i.with("c", part(0)).with("s", part(1));
            i.with("k0", last[..d].to_vec()).with("v0", last[d..d + e].to_vec())
        })
        .boxed()
}

/// The matrix that turns the pairs of channels of token `t`.
fn turn(t: &'static str) -> Expr {
    let part = |name: &'static str| entry(row(name, t), "j") * eye(1);
    let pair = block(part("c"), -part("s"), part("s"), part("c"));
    let pairs = len(row("c", 1));
    let turned = iterate("pairs", copies(0, eye(1)), "j", 1, pairs.clone(), direct_sum("pairs", pair));
    direct_sum(turned, copies(len("k0") - 2 * pairs, eye(1)))
}

/// The turns up to token `to`, one after the other.
fn frame(to: impl Into<Expr>) -> Expr {
    iterate("frame", eye(len("k0")), "r", 1, to, turn("r") * "frame")
}

/// Both writes of token `t`: what is carried, and what is new; keys in the frame or not.
fn writes(framed: bool) -> (Expr, Expr) {
    let key = |key: Expr, to: Expr| if framed { frame(to) * key } else { key };
    let first = || eq("t", 1);
    let (last_key, last_value) =
        (select(first(), "k0", row("k", p("t") - 1)), select(first(), "v0", row("v", p("t") - 1)));
    let before = (1 - entry("lambda", "t")) * entry("dt", "t");
    let now = entry("lambda", "t") * entry("dt", "t");
    (
        before * outer(key(last_key, p("t") - 1), last_value),
        now * outer(key(row("k", "t"), p("t")), row("v", "t")),
    )
}

fn stored() -> Expr {
    let (before, now) = writes(true);
    entry("factor", "t") * (p("S") + before) + now
}

fn moving() -> Expr {
    let (before, now) = writes(false);
    transpose(turn("t")) * (entry("factor", "t") * (p("S") + before)) + now
}

fn stated(also: Option<(&'static str, Expr)>, conclusion: Vec<Expr>) -> Statement {
    let squares = hadamard(row("c", "i"), row("c", "i")) + hadamard(row("s", "i"), row("s", "i"));
    let ones = rows("i", tokens(), constant(len(row("c", 1)), 1));
    let mut parameters = INPUTS.parameters();
    parameters.extend([("c", Shape::Matrix("n", "p")), ("s", Shape::Matrix("n", "p"))]);
    parameters.extend([("k0", Shape::Vector("d")), ("v0", Shape::Vector("e"))]);
    let circle = ("points-on-the-circle", eq(rows("i", tokens(), squares), ones));
    Statement {
        parameters,
        hypotheses: [circle].into_iter().chain(also).collect(),
        transition: vec![],
        conclusion,
    }
}

fn statement() -> Statement {
    let state = |last: Expr, step: Expr| state_after(last, "S0", step);
    let reads = |step: Expr, query: Expr| rows("u", tokens(), transpose(state(p("u"), step)) * query);
    let outputs = eq(reads(stored(), frame("u") * row("q", "u")), reads(moving(), row("q", "u")));
    let states = eq(state(tokens(), stored()), frame(tokens()) * state(tokens(), moving()));
    stated(None, vec![outputs, states])
}

fn zero_value() -> Statement {
    let decayed = product("factor", 1, tokens()) * p("S0");
    let zero = ("values-zero", eq("v", int(0) * p("v")));
    stated(Some(zero), vec![eq(state_after(tokens(), "S0", stored()), decayed)])
}

fn check(i: &Instance) -> Outcome {
    let (c, s) = (i.matrix("c"), i.matrix("s"));
    let number = |name: &str, t: usize| i.vector(name)[t].clone();
    let tokens: Vec<_> = (0..c.rows())
        .map(|t| mamba3::Inputs {
            factor: number("factor", t),
            dt: number("dt", t),
            lambda: number("lambda", t),
            turn: c.row(t).iter().cloned().zip(s.row(t).iter().cloned()).collect(),
            q: i.matrix("q").row(t).to_vec(),
            k: i.matrix("k").row(t).to_vec(),
            v: i.matrix("v").row(t).to_vec(),
        })
        .collect();
    let (k, v) = (i.vector("k0").to_vec(), i.vector("v0").to_vec());
    let memory = mamba3::Memory { k, v, ..mamba3::Memory::empty(c.cols(), i.vector("k0").len(), 1) };
    let start = i.matrix("S0").entries();
    let (stored, after) = mamba3::program(&tokens, memory.clone());
    let moving = run::recurrent(&mamba3::moving_frame(&tokens, &memory), start);
    let (columns, stored) = (stored.columns, run::recurrent(&stored, start));
    let state = matrix(&moving.state, columns).transpose();
    let turned =
        Matrix::from_rows((0..columns).map(|c| mamba3::turned(state.row(c), &after.frame, false)).collect());
    let turned: Vec<Rational> = turned.map_or(Vec::new(), |turned| turned.transpose().entries().to_vec());
    agree(&[("outputs", &stored.outputs, &moving.outputs), ("final states", &stored.state, &turned)])
}

/// One token of two channels, after a value of 1.
fn one_token(c: i64, value: i64) -> (Instance, Evidence) {
    let two = [[(1, 1), (0, 1)]];
    let i = INPUTS
        .ones()
        .with("q", two)
        .with("k", two)
        .with("S0", [[(1, 1)], [(0, 1)]])
        .with("v", [[(value, 1)]]);
    let i = i.with("lambda", [(1, 2)]).with("c", [[(c, 1)]]).with("s", [[(0, 1)]]);
    (i.with("k0", [(1, 1), (0, 1)]).with("v0", [(1, 1)]), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "mamba3/frame-change",
    title: "The rotation of Mamba-3 is a change of frame",
    system: "mamba3",
    source: "Mamba-3: where its rotation is",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("frame_change.rs"),
    dimensions: (2, 6),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "points-on-the-circle", fails: 0, witness: || one_token(2, 1) },
        Sharp { drops: "points-on-the-circle", fails: 1, witness: || one_token(2, 1) },
    ],
    traps: &[Trap { name: "one-zero-value", statement: zero_value, fails: 0, witness: || one_token(1, 0) }],
};
