//! # A KDA step has a generator exactly when it erases less than it finds
//!
//! **Statement.** Let $\alpha \in \mathbb{Q}^d$ with all $\alpha_i > 0$, $k \in \mathbb{Q}^d$ and $\beta \in \mathbb{Q}$. The step
//! $T = (I - \beta kk^\top)\,\mathrm{Diag}(\alpha)$ has a real logarithm exactly when $\beta\lVert k \rVert^2 < 1$, and then a
//! principal one.
//!
//! **Why.** $T$ is similar to $D^{1/2}(I - \beta kk^\top)D^{1/2}$, $D = \mathrm{Diag}(\alpha)$, with the signs of
//! $I - \beta kk^\top$: all positive for $\beta\lVert k \rVert^2 < 1$, a zero at 1, and exactly one negative eigenvalue beyond, which is
//! simple and so has no partner. "$\log T_t$" therefore does not exist for any step of the extended range
//! $1 < \beta\lVert k\rVert^2 < 2$.
//!
//! **What is checked.** Culver's condition, by invariant factors and by ranks.
//!
//! **Sharpness.** $T = -1$ with $\beta = 0$. In the range of allow_neg_eigval there are steps without a generator (trap).

use crate::logarithm::{self, agree};
use crate::support::{any_key, erase_step, kda_step, positive_gates};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::closed;
use exact::vector;
use proptest::prelude::*;

/// `β‖k‖²` is drawn, with 1 among the values, and `β` follows where the key is not 0.
fn domain(d: usize) -> BoxedStrategy<Instance> {
    let strength = prop_oneof![3 => closed(0, 1), 2 => closed(1, 2), 1 => closed(-2, 0)];
    (positive_gates(d), any_key(d), strength)
        .prop_map(|(alpha, k, strength)| {
            let norm = vector::norm2(&k);
            let beta = if norm.is_zero() { strength } else { strength / norm };
            Instance::new().with("alpha", alpha).with("beta", beta).with("k", k)
        })
        .boxed()
}

fn below_one() -> Expr {
    lt(p("beta") * dot("k", "k"), 1)
}

fn statement() -> Statement {
    Statement {
        parameters: vec![("alpha", Shape::Vector("d")), ("beta", Shape::Scalar), ("k", Shape::Vector("d"))],
        hypotheses: vec![("positive-gates", all_gt("alpha", 0))],
        transition: vec![("T", erase_step("beta", "k", "k", "alpha"))],
        conclusion: vec![
            equivalent(real_logarithm("T"), below_one()),
            equivalent(principal_logarithm("T"), below_one()),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let t = kda_step(i).matrix();
    let below: bool = vector::norm2(i.vector("k")) * i.scalar("beta") < 1;
    agree(&[
        ("a real logarithm", logarithm::real(&t), below),
        ("a principal logarithm", Some(logarithm::principal(&t)), below),
    ])
}

fn scalar(alpha: i64, beta: (i64, i64)) -> (Instance, Evidence) {
    (Instance::new().with("alpha", [(alpha, 1)]).with("beta", beta).with("k", [(1, 1)]), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "kda/generator",
    title: "A KDA step has a generator exactly when it erases less than it finds",
    system: "kda",
    source: "From Recurrences to Differential Equations: when the transition admits a real matrix logarithm",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["kda/real-spectrum", "continuous/real-logarithm"],
    formal: &[],
    text: include_str!("generator.rs"),
    dimensions: (1, 8),
    domain,
    statement,
    check,
    sharpness: &[Sharp { drops: "positive-gates", fails: 0, witness: || scalar(-1, (0, 1)) }],
    traps: &[Trap {
        name: "the-extended-range-has-generators",
        statement: || Statement {
            hypotheses: vec![
                ("positive-gates", all_gt("alpha", 0)),
                ("extended-range", all_of(vec![le(0, "beta"), lt("beta", 2), le(dot("k", "k"), 1)])),
                ("not-singular", ne(p("beta") * dot("k", "k"), 1)),
            ],
            conclusion: vec![real_logarithm("T")],
            ..statement()
        },
        fails: 0,
        witness: || scalar(1, (3, 2)),
    }],
};
