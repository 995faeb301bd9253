//! # A CKDA step with an odd number of reflections has no generator
//!
//! **Statement.** Let $\alpha, k \in \mathbb{Q}^d$ and $\beta \in \mathbb{Q}$ be such that the number of negative gates, plus 1 when
//! $\beta\lVert k \rVert^2 > 1$, is odd. Then $T = (I - \beta kk^\top)\,\mathrm{Diag}(\alpha)$ has no real logarithm. For unit keys these
//! are $\beta > 1$ with an even number of negative gates, and $\beta \le 1$ with an odd number.
//!
//! **Why.** $\det T = (1 - \beta\lVert k \rVert^2)\prod_i\alpha_i \le 0$, and $\det\exp A = e^{\operatorname{tr} A} > 0$.
//!
//! **What is checked.** Culver's condition, by invariant factors and by ranks, without the determinant. Zero gates and
//! $\beta\lVert k \rVert^2 = 1$ are among the instances: they need no hypothesis of their own.
//!
//! **Sharpness.** $T = 1$. That an even number of reflections suffices is false (trap): $\beta = 0$, $\alpha = (-1/2, -1/3)$.

use crate::logarithm::{self, agree};
use crate::oscillator::{free_key, signed_gates};
use crate::support::{erase_step, kda_step};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::closed;
use exact::vector;
use proptest::prelude::*;

/// Any step; where its reflections are even in number, the first gate changes its sign, or is set to −1 where it is 0.
fn domain(d: usize) -> BoxedStrategy<Instance> {
    let strength = prop_oneof![2 => closed(0, 2), 1 => closed(-1, 0), 1 => closed(2, 4)];
    (signed_gates(d), free_key(d), strength)
        .prop_map(|(mut alpha, k, strength)| {
            let norm = vector::norm2(&k);
            let beta = if norm.is_zero() { strength } else { strength / &norm };
            let negative = alpha.iter().filter(|gate| **gate < 0).count();
            if (negative + usize::from(norm * &beta > 1)).is_multiple_of(2) {
                alpha[0] = if alpha[0].is_zero() { (-1).into() } else { -alpha[0].clone() };
            }
            Instance::new().with("alpha", alpha).with("beta", beta).with("k", k)
        })
        .boxed()
}

fn reflections() -> Expr {
    let erase = select(lt(1, p("beta") * dot("k", "k")), 1, 0);
    let gate = select(lt(entry("alpha", "i"), 0), 1, 0);
    iterate("count", erase, "i", 1, len("alpha"), p("count") + gate)
}

fn stated(hypotheses: Vec<(&'static str, Expr)>, conclusion: Expr) -> Statement {
    Statement {
        parameters: vec![("alpha", Shape::Vector("d")), ("beta", Shape::Scalar), ("k", Shape::Vector("d"))],
        hypotheses,
        transition: vec![("T", erase_step("beta", "k", "k", "alpha"))],
        conclusion: vec![conclusion],
    }
}

fn statement() -> Statement {
    stated(vec![("odd-reflections", odd(reflections()))], not(real_logarithm("T")))
}

fn check(i: &Instance) -> Outcome {
    agree(&[("a real logarithm", logarithm::real(&kda_step(i).matrix()), false)])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "ckda/odd-reflections",
    title: "A CKDA step with an odd number of reflections has no generator",
    system: "ckda",
    source: "From Recurrences to Differential Equations: when the transition admits a real matrix logarithm",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["continuous/real-logarithm"],
    formal: &[],
    text: include_str!("odd_reflections.rs"),
    dimensions: (1, 8),
    domain,
    statement,
    check,
    sharpness: &[Sharp {
        drops: "odd-reflections",
        fails: 0,
        witness: || {
            let i = Instance::new().with("alpha", [(1, 1)]).with("beta", 0).with("k", [(1, 1)]);
            (i, Evidence::Compute)
        },
    }],
    traps: &[Trap {
        name: "even-reflections-have-a-generator",
        statement: || {
            let nonsingular = ("not-singular", full_column_rank(erase_step("beta", "k", "k", "alpha")));
            stated(vec![("even-reflections", not(odd(reflections()))), nonsingular], real_logarithm("T"))
        },
        fails: 0,
        witness: || {
            let i = Instance::new().with("alpha", [(-1, 2), (-1, 3)]).with("beta", 0);
            (i.with("k", [(1, 1), (0, 1)]), Evidence::Compute)
        },
    }],
};
