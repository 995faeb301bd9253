//! # An RWKV-7 step has a generator exactly while its key reads less than the decay leaves
//!
//! **Statement.** Let $w, a, k \in \mathbb{Q}^d$ with $w_i > 0$ and $a_i \ge 0$, and $T = \mathrm{Diag}(w) - (a \odot k)k^\top$. Then $T$ has a real
//! logarithm exactly when $\sum_i a_i k_i^2 / w_i < 1$. For equal decays that is $\sum_i a_i k_i^2 < w$; with $\lVert k \rVert \le 1$ it is certain where
//! $a_i < w_i$ for all $i$.
//!
//! **Why.** $\det T = \prod_i w_i\,(1 - \sum_i a_i k_i^2/w_i)$, so at and beyond 1 there is none, as $\det \exp A > 0$. For $a_i > 0$, $T$ is similar to
//! the symmetric $\mathrm{Diag}(w) - uu^\top$, $u_i = \sqrt{a_i}\,k_i$, which has at most one eigenvalue that is not positive. A channel with $a_i = 0$
//! adds the eigenvalue $w_i$. So for a positive determinant all eigenvalues are positive.
//!
//! **What is checked.** Culver's condition, by invariant factors and by ranks, without the determinant; the sum exactly 1 among
//! the instances.
//!
//! **Sharpness.** A negative decay; a negative rate, with which two eigenvalues can be negative. In the official ranges
//! there is not always one (trap): $w = 3/5$, $a = 9/10$, $k = 1$.

use crate::logarithm::{self, agree};
use crate::oscillator::free_key;
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::{gates, open, vector_of};
use exact::{Matrix, Rational, vector};
use proptest::prelude::*;

/// `Σ a_i k_i² / w_i`.
fn share(i: &Instance) -> Rational {
    let k = i.vector("k");
    let read = vector::hadamard(&vector::hadamard(k, k), i.vector("a"));
    read.iter().zip(i.vector("w")).map(|(x, w)| Rational::from(x / w)).sum()
}

/// Any rates, or rates for which the sum is exactly 1, or near to it.
fn domain(d: usize) -> BoxedStrategy<Instance> {
    let decays = prop_oneof![3 => vector_of(open(0, 1), d), 1 => vector_of(open(0, 3), d)];
    let rates = prop_oneof![3 => gates(d, 0, 1), 1 => gates(d, 0, 5)];
    let near = prop_oneof![1 => Just(Rational::from(1)), 1 => open((9, 10), (11, 10)), 2 => open(0, 3)];
    (decays, rates, free_key(d), near, any::<bool>())
        .prop_map(|(w, a, k, near, scaled)| {
            let i = Instance::new().with("w", w).with("a", a).with("k", k);
            let share = share(&i);
            if !scaled || share.is_zero() {
                return i;
            }
            let a = vector::scale(&(near / share), i.vector("a"));
            i.with("a", a)
        })
        .boxed()
}

fn stated(hypotheses: Vec<(&'static str, Expr)>, conclusion: Expr) -> Statement {
    Statement {
        parameters: ["a", "k", "w"].map(|name| (name, Shape::Vector("d"))).to_vec(),
        hypotheses,
        transition: vec![("T", diag("w") - outer(hadamard("a", "k"), "k"))],
        conclusion: vec![conclusion],
    }
}

fn statement() -> Statement {
    let term = entry("a", "i") * square(entry("k", "i")) / entry("w", "i");
    let share = iterate("sum", 0, "i", 1, len("k"), p("sum") + term);
    stated(
        vec![("decays-positive", all_gt("w", 0)), ("rates-not-negative", all_ge("a", 0))],
        equivalent(real_logarithm("T"), lt(share, 1)),
    )
}

fn check(i: &Instance) -> Outcome {
    let k = i.vector("k");
    let step = &Matrix::diagonal(i.vector("w")) - &Matrix::outer(&vector::hadamard(i.vector("a"), k), k);
    agree(&[("a real logarithm", logarithm::real(&step), share(i) < 1)])
}

fn numbers(w: (i64, i64), a: (i64, i64)) -> (Instance, Evidence) {
    (Instance::new().with("w", [w]).with("a", [a]).with("k", [(1, 1)]), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "rwkv7/real-logarithm",
    title: "An RWKV-7 step has a generator exactly while its key reads less than the decay leaves",
    system: "rwkv7",
    source: "From Recurrences to Differential Equations: when the transition admits a real matrix logarithm",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["continuous/real-logarithm"],
    formal: &[],
    text: include_str!("real_logarithm.rs"),
    dimensions: (1, 6),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "decays-positive", fails: 0, witness: || numbers((-1, 1), (0, 1)) },
        Sharp {
            drops: "rates-not-negative",
            fails: 0,
            // Trace −47/5 and determinant 4: two different negative eigenvalues.
            witness: || {
                let i = Instance::new().with("w", [(10, 1), (1, 10)]).with("a", [(20, 1), (-1, 2)]);
                (i.with("k", [(1, 1), (1, 1)]), Evidence::Compute)
            },
        },
    ],
    traps: &[Trap {
        name: "always-in-the-official-ranges",
        statement: || {
            let inside = |v: &'static str, low: (i64, i64)| all_of(vec![all_gt(v, low), all_lt(v, 1)]);
            stated(
                vec![
                    ("decays-official", inside("w", (11, 20))),
                    ("rates-official", inside("a", (0, 1))),
                    ("unit-key", eq(dot("k", "k"), 1)),
                ],
                real_logarithm("T"),
            )
        },
        fails: 0,
        witness: || numbers((3, 5), (9, 10)),
    }],
};
