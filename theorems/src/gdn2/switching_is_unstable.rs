//! # Switching between two decaying GDN2 tokens can grow without bound
//!
//! **Statement.** There are $d$, decay gates $\alpha \in (0, 1)^d$, erase gates $b, b' \in (0, 1)^d$ and unit keys $k, k'$,
//! all rational, such that each of the steps $T_1 = (I - k (b \odot k)^\top)\,\mathrm{Diag}(\alpha)$ and
//! $T_2 = (I - k' (b' \odot k')^\top)\,\mathrm{Diag}(\alpha)$ has only real eigenvalues, all of modulus below 1, and
//! $T_2 T_1$ has a real eigenvalue of modulus above 1. Every gate is strictly inside the official default range.
//!
//! **Why.** $\alpha = (999/1000, 999/1000)$; $k = (3/5, 4/5)$, $b = (99/100, 1/100)$; $k' = (4/5, 3/5)$,
//! $b' = (1/100, 99/100)$. The characteristic polynomial of $T_2 T_1$ at 1 is
//! $-608685785254058351 / 6250000000000000000 < 0$, so an eigenvalue is above 1 (it is about 1.15). "Every frozen mode
//! decays" is a statement about one step: each is self-adjoint in the inner product of its own $BD$.
//!
//! **What is checked.** The witness; then a neighbourhood of it, its embeddings in larger dimensions, and random
//! pairs of steps with gates near one. Stability by Schur's criterion, growth by an eigenvalue located
//! beyond $\pm 1$.
//!
//! **Sharpness.** $d = 1$ cannot grow. KDA with
//! $0 \le \beta \lVert k \rVert^2 \le 2$ cannot do this at all: there $\lVert T \rVert_2 \le \max \alpha$.

use crate::support::{gdn2_formula, gdn2_step, near, near_key, near_vector, not_real, roots};
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Statement};
use exact::Rational;
use exact::strategies::{open, unit_key, vector_of};
use proptest::prelude::*;

fn witness() -> Instance {
    Instance::new()
        .with("alpha", [(999, 1000), (999, 1000)])
        .with("b1", [(99, 100), (1, 100)])
        .with("k1", [(3, 5), (4, 5)])
        .with("b2", [(1, 100), (99, 100)])
        .with("k2", [(4, 5), (3, 5)])
}

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let steps = |alpha: BoxedStrategy<Vec<Rational>>, b: [_; 2], k: [_; 2]| {
        (alpha, b, k).prop_map(|(alpha, [b1, b2], [k1, k2])| {
            let first = Instance::new().with("alpha", alpha).with("b1", b1).with("k1", k1);
            first.with("b2", b2).with("k2", k2)
        })
    };
    let alpha = near_vector(d, &[(999, 1000), (999, 1000)], (1, 2000), open(0, 1));
    let erase = |b: &[(i64, i64)]| near_vector(d, b, (1, 200), open(0, 1));
    // The keys (3/5, 4/5) and (4/5, 3/5) have stereographic parameters 1/2 and 1/3.
    let keys = [near_key(d, (1, 2), (1, 50)), near_key(d, (1, 3), (1, 50))];
    let close = steps(alpha, [erase(&[(99, 100), (1, 100)]), erase(&[(1, 100), (99, 100)])], keys);
    let gates = prop_oneof![3 => vector_of(open((19, 20), 1), d), 1 => vector_of(open(0, 1), d)].boxed();
    let erase =
        || vector_of(prop_oneof![open(0, 1), near((1, 100), (1, 200)), near((99, 100), (1, 200))].boxed(), d);
    let random = steps(gates, [erase(), erase()], [unit_key(d), unit_key(d)]);
    prop_oneof![1 => close, 1 => random].boxed()
}

fn statement() -> Statement {
    let inside = |gates: &'static str| all_of(vec![all_gt(gates, 0), all_lt(gates, 1)]);
    Statement {
        parameters: ["alpha", "b1", "k1", "b2", "k2"].map(|name| (name, Shape::Vector("d"))).to_vec(),
        hypotheses: vec![
            ("gates-inside", inside("alpha")),
            ("erase-inside", all_of(vec![inside("b1"), inside("b2")])),
            ("unit-keys", all_of(vec![eq(dot("k1", "k1"), 1), eq(dot("k2", "k2"), 1)])),
        ],
        transition: vec![
            ("T1", gdn2_formula("k1", "b1", "alpha")),
            ("T2", gdn2_formula("k2", "b2", "alpha")),
            ("P", p("T2") * "T1"),
        ],
        conclusion: vec![
            real_spectrum("T1"),
            real_spectrum("T2"),
            schur_stable("T1"),
            schur_stable("T2"),
            real_eigenvalue_beyond_unit("P"),
        ],
    }
}

fn refuted(conclusion: usize, expected: &str, found: &str) -> Outcome {
    Outcome::Refuted { conclusion, expected: expected.into(), found: found.into() }
}

fn check(i: &Instance) -> Outcome {
    let step = |b, k| gdn2_step(i.vector(k), i.vector(b), i.vector("alpha"));
    let steps = [step("b1", "k1"), step("b2", "k2")];
    let mut evidence = Vec::new();
    for (line, step) in steps.iter().enumerate() {
        let located = step.locate(&[]);
        if located.real() < step.dimension() {
            return not_real(line, located.real(), step.dimension());
        }
        evidence.push(roots(located));
    }
    for (line, step) in steps.iter().enumerate() {
        if !step.characteristic_polynomial().schur_stable() {
            return refuted(2 + line, "all eigenvalues of modulus below 1", "a larger one");
        }
        evidence.push(Evidence::Compute);
    }
    let product = (&steps[1].matrix() * &steps[0].matrix()).characteristic_polynomial();
    let (left, right) = (Rational::from(-1), Rational::from(1));
    let Some(located) = spectrum::dense::locate(&product, &[left.clone(), right.clone()]) else {
        return Outcome::Undecided("a multiple eigenvalue of T2 T1 is irrational".into());
    };
    // No interval holds 1 or −1, so an eigenvalue is beyond when its interval reaches beyond.
    if located.ascending().iter().all(|(from, to)| left <= *from && *to <= right) {
        return refuted(4, "a real eigenvalue of modulus above 1", "none");
    }
    evidence.push(roots(located));
    Outcome::Holds(evidence)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "gdn2/switching-is-unstable",
    title: "Switching between two decaying GDN2 tokens can grow without bound",
    system: "gdn2",
    source: "beyond the article: every frozen mode decays, and yet the state grows when tokens alternate",
    level: Level::Exact,
    quantifier: Quantifier::Exists(witness),
    uses: &["gdn2/real-spectrum"],
    formal: &["gdn2_switching_is_unstable"],
    text: include_str!("switching_is_unstable.rs"),
    dimensions: (2, 6),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[],
};
