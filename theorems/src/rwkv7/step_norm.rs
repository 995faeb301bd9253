//! # An RWKV-7 step expands by at most 2/√3, whatever its decays
//!
//! **Statement.** Let $w, a, k \in \mathbb{Q}^d$ with $0 \le w_i \le 1$, $0 \le a_i \le 1$ and $\lVert k \rVert \le 1$. Then
//! $\lVert \mathrm{Diag}(w) - (a \odot k) k^\top \rVert_2^2 \le \frac43$, and the bound is attained.
//!
//! **Why.** The step is affine in $w$ and in $a$, and a norm is convex: take $w_i, a_i \in \{0, 1\}$. Let $A$, $B$, $C$, $Z$ be the channels with
//! $(w, a) = (1, 0), (1, 1), (0, 1), (0, 0)$, $\lVert k \rVert = 1$, $s = k \cdot x$ and $u = k_B \cdot x_B$. Then
//! $\frac43 \lVert x \rVert^2 - \lVert Tx \rVert^2 = \frac13 \lVert x_A \rVert^2 + \frac13 \lVert x_B \rVert^2 + \frac43 \lVert x_{C \cup Z} \rVert^2 + 2us - (\lVert k_B \rVert^2 + \lVert k_C \rVert^2) s^2$.
//! With $\beta = \lVert k_B \rVert^2$, $\gamma = \lVert k_{C \cup Z} \rVert^2$ the least value for given $u$ and $s$ is at least
//! $u^2/3\beta + (s - u)^2/(3(1 - \beta) - \frac94\gamma) + 2us - (\beta + \gamma) s^2$, and the least of that over $u$ is a positive multiple of
//! $(1 - 3\beta - \frac32\gamma)^2 s^2$.
//!
//! **What is checked.** $\frac43 I - T^\top T$ has no negative eigenvalue, by exact symmetric elimination.
//!
//! **Sharpness.** Attained (trap `never-attained`) at $w = 1$, where $T$ is a transposed GDN2 erase, and elsewhere: $k^2 = (1, 2)/3$ with
//! $w = (1, 0)$, $a = (0, 1)$. One is no bound (trap `step-does-not-expand`). So words grow by at most $2/\sqrt3$ a token;
//! that they do grow is `rwkv7/switching-is-unstable`.

use crate::support::short_key;
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::gates;
use exact::{Matrix, Rational, vector};
use proptest::prelude::*;

/// Anything, or switches and, from 6 channels on, a key at which the bound is attained.
fn domain(d: usize) -> BoxedStrategy<Instance> {
    let switches = || prop::collection::vec(any::<bool>(), d);
    (short_key(d), gates(d, 0, 1), gates(d, 0, 1), switches(), switches(), 0..4_u8)
        .prop_map(move |(k, a, w, a_on, w_on, kind)| {
            let switched = |on: Vec<bool>| -> Vec<Rational> {
                on.into_iter().map(|x| Rational::from(u8::from(x))).collect()
            };
            let attained = |c: usize| [1, 1, 1, 2, 1, 1].get(c).map_or((0, 3), |x| (*x, 3));
            let i = Instance::new();
            match (kind, d >= 6) {
                (0, _) => i.with("k", k).with("a", a).with("w", w),
                (1, true) => {
                    let k: Vec<Rational> = (0..d).map(|c| Rational::from(attained(c))).collect();
                    i.with("k", k).with("a", switched(a_on)).with("w", switched(w_on))
                }
                _ => i.with("k", k).with("a", switched(a_on)).with("w", switched(w_on)),
            }
        })
        .boxed()
}

fn slack(square: impl Into<Expr>) -> Expr {
    square.into() * eye(len("k")) - transpose("T") * "T"
}

fn stated(conclusion: Vec<Expr>) -> Statement {
    let within = |name: &'static str| all_of(vec![all_ge(name, 0), all_le(name, 1)]);
    Statement {
        parameters: ["a", "k", "w"].map(|name| (name, Shape::Vector("d"))).to_vec(),
        hypotheses: vec![
            ("short-key", le(dot("k", "k"), 1)),
            ("rates-to-one", within("a")),
            ("decays-to-one", within("w")),
        ],
        transition: vec![("T", diag("w") - outer(hadamard("a", "k"), "k"))],
        conclusion,
    }
}

fn statement() -> Statement {
    stated(vec![positive_semidefinite(slack((4, 3)))])
}

fn check(i: &Instance) -> Outcome {
    let (a, k, w) = (i.vector("a"), i.vector("k"), i.vector("w"));
    let step = &Matrix::diagonal(w) - &Matrix::outer(&vector::hadamard(a, k), k);
    let bound = Rational::from((4, 3));
    if crate::words::is_within(&bound, &step) {
        return Outcome::Holds(vec![Evidence::Compute]);
    }
    crate::words::too_large(0, &bound)
}

fn numbers(a: i64, k: i64, w: i64) -> (Instance, Evidence) {
    let i = Instance::new().with("a", [(a, 1)]).with("k", [(k, 1)]);
    (i.with("w", [(w, 1)]), Evidence::Compute)
}

/// Three channels of the key are read and written, three others decay not at all: each group in proportion to the key.
fn attaining() -> (Instance, Evidence) {
    let i = Instance::new().with("k", [(1, 3), (1, 3), (1, 3), (2, 3), (1, 3), (1, 3)]);
    let i = i.with("a", [(0, 1), (0, 1), (0, 1), (1, 1), (1, 1), (1, 1)]);
    (i.with("w", [(1, 1), (1, 1), (1, 1), (0, 1), (0, 1), (0, 1)]), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "rwkv7/step-norm",
    title: "An RWKV-7 step expands by at most 2/√3, whatever its decays",
    system: "rwkv7",
    source: "beyond the article: stability when tokens alternate",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["gdn2/step-norm"],
    formal: &[],
    text: include_str!("step_norm.rs"),
    dimensions: (1, 16),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "short-key", fails: 0, witness: || numbers(1, 2, 1) },
        Sharp { drops: "rates-to-one", fails: 0, witness: || numbers(3, 1, 1) },
        Sharp { drops: "rates-to-one", fails: 0, witness: || numbers(-1, 1, 1) },
        Sharp { drops: "decays-to-one", fails: 0, witness: || numbers(0, 1, 2) },
        Sharp { drops: "decays-to-one", fails: 0, witness: || numbers(1, 1, -1) },
    ],
    traps: &[
        Trap {
            name: "never-attained",
            statement: || stated(vec![full_column_rank(slack((4, 3)))]),
            fails: 0,
            witness: attaining,
        },
        Trap {
            name: "step-does-not-expand",
            statement: || stated(vec![positive_semidefinite(slack(1))]),
            fails: 0,
            witness: attaining,
        },
    ],
};
