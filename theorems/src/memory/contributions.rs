//! # A state is the sum of what each token wrote, carried on by the tokens after it
//!
//! **Statement.** For the tokens $t = 1, \dots, n$ let $A_t = \mathrm{Diag}(\alpha_t) + b_t a_t^\top$ with $\alpha_t, a_t, b_t \in \mathbb{Q}^d$,
//! $W_t = k_t v_t^\top$ with $k_t \in \mathbb{Q}^d$, $v_t \in \mathbb{Q}^e$, and $S_t = A_t S_{t-1} + W_t$ from $S_0 \in \mathbb{Q}^{d \times e}$. With the
//! contributions $C_i^{(t)} = A_t \cdots A_{i+1} W_i$, for every $t$ and $q_t \in \mathbb{Q}^d$,
//! $$S_t = A_t \cdots A_1 S_0 + \sum_{i \le t} C_i^{(t)}, \qquad
//! q_t^\top S_t = q_t^\top A_t \cdots A_1 S_0 + \sum_{i \le t} q_t^\top C_i^{(t)}.$$
//! GLA, DeltaNet, Gated DeltaNet, KDA, Gated DeltaNet-2 and RWKV-7 are of this form.
//!
//! **Why.** Unroll the recurrence: it is linear in the state, with the trajectory of $A_t$, $W_t$, $q_t$ held fixed. A sum of
//! contributions explains an output, and not why the model wrote what it wrote: $A_t$, $W_t$ depend on the tokens.
//!
//! **What is checked.** The engine's run against its own contributions, of the state and, by one backward pass, of the
//! reads. The checker loops forward, and carries each write on by itself.
//!
//! **Sharpness.** Nothing is restricted. The initial state has a share of its own (trap `initial-state-has-no-share`), and a
//! write is not carried by the transition of its own token (trap `own-transition-on-the-write`: $A = 2$).

use crate::sequence::{Inputs, agree, matrix, outputs, state_after, tokens};
use crate::trajectory::{carried, moved, step, trajectory};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Statement, Trap};
use engine::run;
use exact::Rational;

const INPUTS: Inputs =
    Inputs { keys: &["q", "k", "a", "b", "alpha"], values: &["v"], numbers: &[], states: &["S0"] };

/// The statement, with the write of token `i` carried by the tokens from `first` on.
fn stated(initial: &Expr, first: &Expr) -> Statement {
    let share = |to: Expr| carried(first.clone(), to, outer(row("k", "i"), row("v", "i")));
    let sum =
        iterate("sum", carried(1, tokens(), initial.clone()), "i", 1, tokens(), p("sum") + share(tokens()));
    let read = |state: Expr| transpose(state) * row("q", "u");
    let reads =
        iterate("sum", read(carried(1, "u", initial.clone())), "i", 1, "u", p("sum") + read(share(p("u"))));
    Statement {
        parameters: INPUTS.parameters(),
        hypotheses: vec![],
        transition: vec![],
        conclusion: vec![
            eq(state_after(tokens(), "S0", step()), sum),
            eq(outputs("S0", step()), rows("u", tokens(), reads)),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let (program, start) = (trajectory(i, false), i.matrix("S0"));
    let run = run::recurrent(&program, start.entries());
    let (last, columns) = (program.tokens.len() - 1, program.columns);
    let initial = moved(&program, 0..last + 1, start);
    let sum = (0..=last).map(|i| matrix(&run::contribution(&program, i, last), columns));
    let sum = sum.fold(initial, |sum, share| &sum + &share);
    let reads: Vec<Rational> = (0..=last)
        .flat_map(|t| {
            let (initial, shares) = run::read_contributions(&program, start.entries(), t);
            let add = |sum: Vec<Rational>, share: &Vec<Rational>| {
                sum.iter().zip(share).map(|(a, b)| Rational::from(a + b)).collect()
            };
            shares.iter().fold(initial, add)
        })
        .collect();
    agree(&[("states and sums", &run.state, sum.entries()), ("reads and sums", &run.outputs, &reads)])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "memory/contributions",
    title: "A state is the sum of what each token wrote, carried on by the tokens after it",
    system: "",
    source: "beyond the article: what a state is made of",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("contributions.rs"),
    dimensions: (1, 6),
    domain: |d| INPUTS.draw(d, 6),
    statement: || stated(&p("S0"), &(p("i") + 1)),
    check,
    sharpness: &[],
    traps: &[
        Trap {
            name: "initial-state-has-no-share",
            statement: || stated(&(int(0) * p("S0")), &(p("i") + 1)),
            fails: 0,
            witness: || (INPUTS.ones(), Evidence::Compute),
        },
        Trap {
            name: "own-transition-on-the-write",
            statement: || stated(&p("S0"), &p("i")),
            fails: 0,
            witness: || (INPUTS.ones(), Evidence::Compute),
        },
    ],
};
