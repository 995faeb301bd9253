//! # The rounding errors of a KDA run are at most the sum of those of its steps
//!
//! **Statement.** Let $n, d \ge 1$; for the tokens $t = 1, \dots, n$ let $k_t, \alpha_t \in \mathbb{Q}^d$, $\beta_t, v_t \in
//! \mathbb{Q}$, and $s_0 \in \mathbb{Q}^d$ (one column of the state: columns do not interact). Let $s_t = (I - \beta_t k_t
//! k_t^\top)(\alpha_t \odot s_{t-1}) + \beta_t v_t k_t$, with $|\alpha_{t,i}| \le 1$ and $0 \le \beta_t \lVert k_t \rVert^2 \le
//! 2$. Let $c_1, \dots, c_n \in \mathbb{Q}^d$ be what a machine computes, $c_0 = s_0$, with every step off by what the model of
//! rounding allows for any order of summation: entry $i$ differs from the exact step of $c_{t-1}$ by at most
//! $$\gamma\, m_{t,i}, \qquad m_{t,i} = |\alpha_{t,i} c_{t-1,i}| + |\beta_t k_{t,i}| \Bigl(|v_t| + \sum_l |\alpha_{t,l} k_{t,l} c_{t-1,l}|\Bigr).$$
//! If $f_t \ge \gamma \lVert m_t \rVert$, then $\lVert c_n - s_n \rVert \le f_1 + \dots + f_n$.
//!
//! **Why.** $c_t - s_t = T_t (c_{t-1} - s_{t-1}) + e_t$ with $\lVert T_t \rVert_2 \le 1$ (`kda/step-norm`) and $\lVert e_t \rVert \le
//! f_t$. The sizes $f_t$ come from what was computed, so the bound can be had along a run.
//!
//! **What is checked.** The computed columns are those of the engine's own runs in binary32 and binary64, taken as the rationals
//! that they are, with $\gamma = \gamma_{d+8} = (d+8)u/(1 - (d+8)u)$. That their steps obey the model is a hypothesis, which the
//! checker decides for every instance: a run that broke it would be reported. So each instance is a measurement, decided exactly.
//!
//! **Sharpness.** Errors add up (trap `largest-step-alone`). Beyond $\beta \lVert k \rVert^2 = 2$, or with a gate of 2, an error
//! grows though the state itself stays small.

use crate::rounded::{abs, allowed, before, channels, computed, domain, norm2, step, tokens};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::{Rational, vector};

fn each_token(body: Expr) -> Expr {
    entries("t", tokens(), body)
}

fn statement_with(total: Expr) -> Statement {
    let strengths = || each_token(entry("beta", "t") * dot(row("k", "t"), row("k", "t")));
    let off = entries("j", channels(), abs(entry(row("C", "t") - step(before()), "j")));
    let exact = iterate("s", "s0", "t", 1, tokens(), step(p("s")));
    Statement {
        parameters: vec![
            ("k", Shape::Matrix("n", "d")),
            ("alpha", Shape::Matrix("n", "d")),
            ("beta", Shape::Vector("n")),
            ("v", Shape::Vector("n")),
            ("s0", Shape::Vector("d")),
            ("C", Shape::Matrix("n", "d")),
            ("gamma", Shape::Scalar),
            ("f", Shape::Vector("n")),
        ],
        hypotheses: vec![
            (
                "gates-at-most-one",
                all_of(vec![
                    all_le(each_token(max(row("alpha", "t"))), 1),
                    all_ge(each_token(min(row("alpha", "t"))), -1),
                ]),
            ),
            ("strengths-between-0-and-2", all_of(vec![all_ge(strengths(), 0), all_le(strengths(), 2)])),
            ("steps-are-rounded", all_ge(each_token(min(allowed() - off)), 0)),
            ("sizes-are-not-negative", all_ge("f", 0)),
            ("sizes", all_ge(each_token(square(entry("f", "t")) - norm2(allowed())), 0)),
        ],
        transition: vec![],
        conclusion: vec![le(norm2(row("C", tokens()) - exact), square(total))],
    }
}

fn statement() -> Statement {
    statement_with(dot("f", constant(tokens(), 1)))
}

fn check(i: &Instance) -> Outcome {
    let exact = computed(i, Clone::clone, Clone::clone);
    let (Some(last), n) = (exact.last(), exact.len()) else {
        return Outcome::Undecided("there are no tokens".into());
    };
    let error: Vec<Rational> =
        i.matrix("C").row(n - 1).iter().zip(last).map(|(c, s)| Rational::from(c - s)).collect();
    let total: Rational = i.vector("f").iter().sum();
    if vector::norm2(&error) <= total.clone() * &total {
        Outcome::Holds(vec![Evidence::Compute])
    } else {
        Outcome::Refuted {
            conclusion: 0,
            expected: format!("an error of norm at most {total}"),
            found: format!("the error {error:?}"),
        }
    }
}

/// Two tokens of one channel with $k = 1$, $s_0 = 1$, $\gamma = 1/8$.
fn two(
    alpha: [i64; 2],
    beta: [i64; 2],
    v: [(i64, i64); 2],
    computed: [(i64, i64); 2],
    f: [(i64, i64); 2],
) -> Instance {
    Instance::new()
        .with("k", [[(1, 1)], [(1, 1)]])
        .with("alpha", [[(alpha[0], 1)], [(alpha[1], 1)]])
        .with("beta", [(beta[0], 1), (beta[1], 1)])
        .with("v", v)
        .with("s0", [(1, 1)])
        .with("C", [[computed[0]], [computed[1]]])
        .with("gamma", (1, 8))
        .with("f", f)
}

const NO_VALUES: [(i64, i64); 2] = [(0, 1), (0, 1)];

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "rounding/bound-holds",
    title: "The rounding errors of a KDA run are at most the sum of those of its steps",
    system: "kda",
    source: "beyond the article: what a kernel may be off by",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["kda/step-norm"],
    formal: &[],
    text: include_str!("bound_holds.rs"),
    dimensions: (1, 6),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp {
            drops: "gates-at-most-one",
            fails: 0,
            witness: || {
                (two([1, 2], [1, 0], NO_VALUES, [(1, 4), (1, 2)], [(1, 4), (1, 16)]), Evidence::Compute)
            },
        },
        Sharp {
            drops: "strengths-between-0-and-2",
            fails: 0,
            witness: || {
                let v = [(2, 3), (0, 1)];
                (two([1, 1], [3, 3], v, [(3, 4), (-3, 2)], [(3, 4), (3, 8)]), Evidence::Compute)
            },
        },
        Sharp {
            drops: "steps-are-rounded",
            fails: 0,
            witness: || {
                (two([1, 1], [0, 0], NO_VALUES, [(2, 1), (2, 1)], [(1, 8), (1, 4)]), Evidence::Compute)
            },
        },
        Sharp {
            drops: "sizes-are-not-negative",
            fails: 0,
            witness: || {
                (two([1, 1], [0, 0], NO_VALUES, [(9, 8), (9, 8)], [(9, 64), (-9, 64)]), Evidence::Compute)
            },
        },
        Sharp {
            drops: "sizes",
            fails: 0,
            witness: || {
                (two([1, 1], [0, 0], NO_VALUES, [(9, 8), (9, 8)], [(0, 1), (0, 1)]), Evidence::Compute)
            },
        },
    ],
    traps: &[Trap {
        name: "largest-step-alone",
        statement: || statement_with(max("f")),
        fails: 0,
        witness: || {
            (two([1, 1], [0, 0], NO_VALUES, [(9, 8), (81, 64)], [(1, 8), (9, 64)]), Evidence::Compute)
        },
    }],
};
