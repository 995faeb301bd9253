//! # A Gated DeltaNet-2 erase expands by at most 2/√3, or √2 with extended gates
//!
//! **Statement.** Let $k, b, b' \in \mathbb{Q}^d$ with $\lVert k \rVert \le 1$, $0 \le b_i \le 1$ and $0 \le b'_i \le 2$. Then
//! $$\lVert I - k (b \odot k)^\top \rVert_2^2 \le \tfrac43, \qquad \lVert I - k (b' \odot k)^\top \rVert_2^2 \le 2,$$
//! and both bounds are attained. So gates $\alpha$ below $\sqrt3/2 \approx 0.866$ (with $b'$: $1/\sqrt2$) are stable in any order of tokens.
//!
//! **Why.** Let $t = \sum b_i k_i^2$, $u = \sum b_i^2 k_i^2$ and $\lVert k \rVert = 1$. Across $k$ and $b \odot k$ nothing changes; on their plane the
//! squared singular values have the sum $2 - 2t + u$ and the product $(1 - t)^2$. The larger one grows with $u$, and $u \le t$
//! for $b \le 1$: at $u = t$ it is $\frac12 (2 - t + \sqrt{4t - 3t^2})$, which is largest at $t = 1/3$, where it is $4/3$. For
//! $b \le 2$, $u \le 2t$ and $\frac12 (2 + \sqrt{8t - 4t^2})$ is 2 at $t = 1$. A shorter key is a unit key with smaller gates.
//!
//! **What is checked.** $\frac43 I - E^\top E$ and $2 I - E'^\top E'$ have no negative eigenvalue, by exact symmetric elimination.
//!
//! **Sharpness.** Attained (traps `never-attained`, `never-attained-extended`): $k = (1, 1, 1, 2, 1, 1)/3$ with
//! $b = (1, 1, 1, 0, 0, 0)$, and $k = (1, 1, 1, 1)/2$ with $b' = (2, 2, 0, 0)$. $b = (2, 0)$ with $k = (3, 4)/5$ is beyond
//! $\frac43$; $b = -1$, $b' = 3$ and $b' = -1$ with $k = 1$, and $k = 2$ with $b = 1$, are beyond both. Unlike KDA's erase,
//! it can expand at all: 1 is no bound (trap `erase-does-not-expand`).

use crate::support::short_key;
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::gates;
use exact::{Matrix, Rational, vector};
use proptest::prelude::*;

/// Anything, or in dimension 6 and above the key at which the first bound is attained and gates 0 and 1.
fn domain(d: usize) -> BoxedStrategy<Instance> {
    let switches = prop::collection::vec(any::<bool>(), d);
    (short_key(d), gates(d, 0, 1), gates(d, 0, 2), switches, 0..3_u8)
        .prop_map(move |(k, b, b2, switches, kind)| {
            let switched = |on: i64| -> Vec<Rational> {
                switches.iter().map(|x| Rational::from(if *x { on } else { 0 })).collect()
            };
            let i = match (kind, d >= 6) {
                (0, true) => {
                    let entry = |i: usize| [1, 1, 1, 2, 1, 1].get(i).map_or((0, 3), |x| (*x, 3));
                    Instance::new().with("k", (0..d).map(|i| Rational::from(entry(i))).collect::<Vec<_>>())
                }
                _ => Instance::new().with("k", k),
            };
            if kind == 2 {
                i.with("b", b).with("b2", b2)
            } else {
                i.with("b", switched(1)).with("b2", switched(2))
            }
        })
        .boxed()
}

fn slack(square: impl Into<Expr>, erase: &'static str) -> Expr {
    square.into() * eye(len("k")) - transpose(erase) * erase
}

fn stated(conclusion: Vec<Expr>) -> Statement {
    let within = |gates: &'static str, most: i64| all_of(vec![all_ge(gates, 0), all_le(gates, most)]);
    let erase = |gates: &'static str| eye(len("k")) - outer("k", hadamard(gates, "k"));
    Statement {
        parameters: ["k", "b", "b2"].map(|name| (name, Shape::Vector("d"))).to_vec(),
        hypotheses: vec![
            ("short-key", le(dot("k", "k"), 1)),
            ("erase-gates-to-one", within("b", 1)),
            ("extended-gates-to-two", within("b2", 2)),
        ],
        transition: vec![("E", erase("b")), ("E2", erase("b2"))],
        conclusion,
    }
}

fn statement() -> Statement {
    stated(vec![positive_semidefinite(slack((4, 3), "E")), positive_semidefinite(slack(2, "E2"))])
}

fn check(i: &Instance) -> Outcome {
    let (k, d) = (i.vector("k"), i.vector("k").len());
    for (conclusion, (gates, bound)) in [("b", (4, 3)), ("b2", (2, 1))].into_iter().enumerate() {
        let erase = &Matrix::identity(d) - &Matrix::outer(k, &vector::hadamard(i.vector(gates), k));
        let bound = Rational::from(bound);
        let slack = &Matrix::identity(d).scale(&bound) - &(&erase.transpose() * &erase);
        let growing = slack.inertia().negative;
        if growing > 0 {
            let found = format!("{growing} directions that grow more");
            return Outcome::Refuted {
                conclusion,
                expected: format!("a squared norm of at most {bound}"),
                found,
            };
        }
    }
    Outcome::Holds(vec![Evidence::Compute; 2])
}

fn numbers(k: i64, b: i64, b2: i64) -> (Instance, Evidence) {
    let i = Instance::new().with("k", [(k, 1)]).with("b", [(b, 1)]);
    (i.with("b2", [(b2, 1)]), Evidence::Compute)
}

fn attaining() -> (Instance, Evidence) {
    let i = Instance::new().with("k", [(1, 3), (1, 3), (1, 3), (2, 3), (1, 3), (1, 3)]);
    let gates = [(1, 1), (1, 1), (1, 1), (0, 1), (0, 1), (0, 1)];
    (i.with("b", gates).with("b2", gates), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "gdn2/step-norm",
    title: "A Gated DeltaNet-2 erase expands by at most 2/√3, or √2 with extended gates",
    system: "gdn2",
    source: "beyond the article: stability when tokens alternate",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("step_norm.rs"),
    dimensions: (1, 16),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "short-key", fails: 0, witness: || numbers(2, 1, 1) },
        Sharp { drops: "short-key", fails: 1, witness: || numbers(2, 1, 1) },
        Sharp {
            drops: "erase-gates-to-one",
            fails: 0,
            witness: || {
                let i = Instance::new().with("k", [(3, 5), (4, 5)]).with("b", [(2, 1), (0, 1)]);
                (i.with("b2", [(0, 1), (0, 1)]), Evidence::Compute)
            },
        },
        Sharp { drops: "erase-gates-to-one", fails: 0, witness: || numbers(1, -1, 1) },
        Sharp { drops: "extended-gates-to-two", fails: 1, witness: || numbers(1, 1, 3) },
        Sharp { drops: "extended-gates-to-two", fails: 1, witness: || numbers(1, 1, -1) },
    ],
    traps: &[
        Trap {
            name: "never-attained",
            statement: || stated(vec![full_column_rank(slack((4, 3), "E"))]),
            fails: 0,
            witness: attaining,
        },
        Trap {
            name: "never-attained-extended",
            statement: || stated(vec![full_column_rank(slack(2, "E2"))]),
            fails: 0,
            witness: || {
                let i = Instance::new().with("k", [(1, 2), (1, 2), (1, 2), (1, 2)]);
                let i = i.with("b", [(0, 1), (0, 1), (0, 1), (0, 1)]);
                (i.with("b2", [(2, 1), (2, 1), (0, 1), (0, 1)]), Evidence::Compute)
            },
        },
        Trap {
            name: "erase-does-not-expand",
            statement: || stated(vec![positive_semidefinite(slack(1, "E"))]),
            fails: 0,
            witness: attaining,
        },
    ],
};
