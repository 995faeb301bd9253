//! # Exchanged writes change the state by their differences, carried on
//!
//! **Statement.** Let $S_t = A_t S_{t-1} + k_t v_t^\top$, $S'_t = A'_t S'_{t-1} + k'_t v'^\top_t$ be two runs of $n$ tokens from one $S_0$, with
//! $A_t = \mathrm{Diag}(\alpha_t) + b_t a_t^\top$ and $A'_t = A_t$. Then
//! $$S'_n - S_n = \sum_{i \le n} A_n \cdots A_{i+1} (k'_i v'^\top_i - k_i v_i^\top):$$
//! writes exchanged over a span of tokens have the sum of their effects. Blocking the write of one token $j$, with $A_j$
//! kept, changes the state by $-A_n \cdots A_{j+1} k_j v_j^\top$, its contribution.
//!
//! **Why.** Subtract the recurrences; each difference of writes is carried on by the tokens after it.
//!
//! **What is checked.** The engine runs both, and the run without the write of token $j$; the differences are compared with
//! products of dense transitions.
//!
//! **Sharpness.** The transitions of the recipient have to be kept. In a delta rule the key is in the transition too, so
//! to exchange whole tokens is something else: for one token of ones $\alpha' = 2$ alone changes the state.

use crate::sequence::{Inputs, agree, state_after, tokens};
use crate::trajectory::{
    carried, difference, moved, other_step, same_transitions, step, trajectory, transition,
};
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use engine::run;
use exact::{Matrix, Rational};
use proptest::prelude::*;

const INPUTS: Inputs = Inputs {
    keys: &["k", "a", "b", "alpha", "k2", "a2", "b2", "alpha2"],
    values: &["v", "v2"],
    numbers: &[],
    states: &["S0"],
};

fn domain(d: usize) -> BoxedStrategy<Instance> {
    (INPUTS.draw(d, 6), any::<prop::sample::Index>())
        .prop_map(|(i, blocked)| {
            let same = |i: Instance, (name, from): (&'static str, &str)| {
                let value = i.matrix(from).clone();
                i.with(name, value)
            };
            let j = blocked.index(i.matrix("k").rows()) as i64 + 1;
            [("a2", "a"), ("b2", "b"), ("alpha2", "alpha")].into_iter().fold(i, same).with("j", j)
        })
        .boxed()
}

fn statement() -> Statement {
    let difference = outer(row("k2", "i"), row("v2", "i")) - outer(row("k", "i"), row("v", "i"));
    let effect = carried(p("i") + 1, tokens(), difference);
    let sum = iterate("sum", int(0) * p("S0"), "i", 1, tokens(), p("sum") + effect);
    let unwritten =
        transition("t") * "S" + select(eq("t", "j"), int(0) * p("S"), outer(row("k", "t"), row("v", "t")));
    let run = || state_after(tokens(), "S0", step());
    let write = outer(row("k", "j"), row("v", "j"));
    let mut parameters = INPUTS.parameters();
    parameters.push(("j", Shape::Scalar));
    Statement {
        parameters,
        hypotheses: vec![("same-transitions", same_transitions())],
        transition: vec![],
        conclusion: vec![
            eq(state_after(tokens(), "S0", other_step()) - run(), sum),
            eq(state_after(tokens(), "S0", unwritten) - run(), -carried(p("j") + 1, tokens(), write)),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let with_query = i.clone().with("q", i.matrix("k").clone());
    let (first, second) = (trajectory(&with_query, false), trajectory(&with_query, true));
    let start = i.matrix("S0").entries();
    let (run, swapped) = (run::recurrent(&first, start).state, run::recurrent(&second, start).state);
    let (count, Some(j)) = (first.tokens.len(), i.scalar("j").numer().to_usize()) else {
        return Outcome::Undecided("the blocked token is no small number".into());
    };
    let write = |k: &str, v: &str, t: usize| Matrix::outer(i.matrix(k).row(t), i.matrix(v).row(t));
    let effect = |t: usize| moved(&first, t + 1..count, &(&write("k2", "v2", t) - &write("k", "v", t)));
    let sum = (1..count).fold(effect(0), |sum, t| &sum + &effect(t));
    let v = i.matrix("v");
    let silent =
        Matrix::from_fn(
            v.rows(),
            v.cols(),
            |t, c| if t + 1 == j { Rational::new() } else { v[(t, c)].clone() },
        );
    let blocked = run::recurrent(&trajectory(&with_query.clone().with("v", silent), false), start).state;
    let contribution = moved(&first, j..count, &write("k", "v", j - 1));
    agree(&[
        ("differences of states", &difference(&swapped, &run), sum.entries()),
        ("effects of blocking", &difference(&run, &blocked), contribution.entries()),
    ])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "memory/write-swap",
    title: "Exchanged writes change the state by their differences, carried on",
    system: "",
    source: "beyond the article: interventions on a state",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["memory/contributions"],
    formal: &[],
    text: include_str!("write_swap.rs"),
    dimensions: (1, 6),
    domain,
    statement,
    check,
    sharpness: &[Sharp {
        drops: "same-transitions",
        fails: 0,
        witness: || (INPUTS.ones().with("j", 1).with("alpha2", [[(2, 1)]]), Evidence::Compute),
    }],
    traps: &[],
};
