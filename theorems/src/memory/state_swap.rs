//! # A changed state changes what follows by itself alone, carried on
//!
//! **Statement.** Let two runs $S_t = A_t S_{t-1} + W_t$, $o_t = S_t^\top q_t$ of $n$ tokens have the same transitions
//! $A_t = \mathrm{Diag}(\alpha_t) + b_t a_t^\top$, the same writes $W_t = k_t v_t^\top$ and the same queries. If one begins at $S_0$ and the
//! other at $S_0 + \ell D$, with $D \in \mathbb{Q}^{d \times e}$, $\ell \in \mathbb{Q}$, then after $t$ tokens the states differ by exactly
//! $\ell\, A_t \cdots A_1 D$, and the outputs by $\ell\, (A_t \cdots A_1 D)^\top q_t$: linear in $D$ and $\ell$, whatever $S_0$ is.
//!
//! **Why.** Subtract the recurrences: the writes cancel. Within one layer the three hypotheses hold, because its keys,
//! values, queries and gates come from the layer's input, which an exchange of its state does not touch. Later layers
//! read the changed outputs, and their trajectories do change: there the statement says nothing.
//!
//! **What is checked.** The engine runs both; the difference is compared with the product of dense transitions.
//!
//! **Sharpness.** One token of ones ($S_0 = D = \ell = 1$, $A = 2$): the difference 2 becomes 4 with $\alpha' = 2$, and 3 with
//! $v' = 2$; with $q' = 2$ the outputs differ by 7.

use crate::sequence::{Inputs, agree, outputs, state_after, tokens};
use crate::trajectory::{carried, difference, moved, other_step, same_transitions, step, trajectory};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use engine::run;
use exact::Rational;
use proptest::prelude::*;

const INPUTS: Inputs = Inputs {
    keys: &["q", "k", "a", "b", "alpha", "q2", "k2", "a2", "b2", "alpha2"],
    values: &["v", "v2"],
    numbers: &[],
    states: &["S0", "D"],
};

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let pairs = [("q2", "q"), ("k2", "k"), ("a2", "a"), ("b2", "b"), ("alpha2", "alpha"), ("v2", "v")];
    (INPUTS.draw(d, 6), crate::sequence::number())
        .prop_map(move |(i, l)| {
            let same = |i: Instance, (name, from): (&'static str, &str)| {
                let value = i.matrix(from).clone();
                i.with(name, value)
            };
            pairs.into_iter().fold(i, same).with("l", l)
        })
        .boxed()
}

fn statement() -> Statement {
    let changed = || p("S0") + p("l") * p("D");
    let other_reads: Expr =
        rows("u", tokens(), transpose(state_after("u", changed(), other_step())) * row("q2", "u"));
    let share = p("l") * (transpose(carried(1, "u", "D")) * row("q", "u"));
    let mut parameters = INPUTS.parameters();
    parameters.push(("l", Shape::Scalar));
    Statement {
        parameters,
        hypotheses: vec![
            ("same-transitions", same_transitions()),
            ("same-writes", all_of(vec![eq("k", "k2"), eq("v", "v2")])),
            ("same-queries", eq("q", "q2")),
        ],
        transition: vec![],
        conclusion: vec![
            eq(
                state_after(tokens(), changed(), other_step()) - state_after(tokens(), "S0", step()),
                p("l") * carried(1, tokens(), "D"),
            ),
            eq(other_reads - outputs("S0", step()), rows("u", tokens(), share)),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let (first, second) = (trajectory(i, false), trajectory(i, true));
    let change = i.matrix("D").scale(i.scalar("l"));
    let run = run::recurrent(&first, i.matrix("S0").entries());
    let swapped = run::recurrent(&second, (i.matrix("S0") + &change).entries());
    let count = first.tokens.len();
    let reads: Vec<Rational> = (0..count)
        .flat_map(|t| moved(&first, 0..t + 1, &change).transpose().mul_vec(&first.tokens[t].query))
        .collect();
    agree(&[
        (
            "differences of states",
            &difference(&swapped.state, &run.state),
            moved(&first, 0..count, &change).entries(),
        ),
        ("differences of outputs", &difference(&swapped.outputs, &run.outputs), &reads),
    ])
}

fn changed(name: &'static str) -> (Instance, Evidence) {
    (INPUTS.ones().with("l", 1).with(name, [[(2, 1)]]), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "memory/state-swap",
    title: "A changed state changes what follows by itself alone, carried on",
    system: "",
    source: "beyond the article: interventions on a state",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["memory/contributions"],
    formal: &[],
    text: include_str!("state_swap.rs"),
    dimensions: (1, 6),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "same-transitions", fails: 0, witness: || changed("alpha2") },
        Sharp { drops: "same-writes", fails: 0, witness: || changed("v2") },
        Sharp { drops: "same-queries", fails: 1, witness: || changed("q2") },
    ],
    traps: &[],
};
