//! # Switching between two decaying RWKV-7 tokens can grow without bound
//!
//! **Statement.** There are decays $w \in (\frac{11}{20}, 1)^d$, rates $a_1, a_2 \in (0, 1)^d$ and unit removal keys $k_1, k_2$, all rational, such
//! that $T_i = \mathrm{Diag}(w) - (a_i \odot k_i) k_i^\top$ has only real eigenvalues, all of modulus below 1, and $T_2 T_1$ has a real eigenvalue
//! of modulus above 1. The official decays are in $(e^{-e^{-1/2}}, 1)$, and $e^{-e^{-1/2}} = 0.5452\dots < \frac{11}{20}$.
//!
//! **Why.** $w = (999, 999)/1000$; $k_1 = (3, 4)/5$, $a_1 = (99, 1)/100$; $k_2 = (4, 3)/5$, $a_2 = (1, 99)/100$: each step has the eigenvalues
//! $0.6362$ and $0.999$, and the characteristic polynomial of the product is $-2439656403239 / (25 \cdot 10^{12})$ at 1; the eigenvalue
//! is about $1.15$. For equal decays $T_i$ is a transposed GDN2 step; each is self-adjoint in the inner product of its own
//! $\mathrm{Diag}(a)^{-1}$.
//!
//! **What is checked.** The witness; then its neighbourhood, embeddings in more channels, and random pairs. Real spectra by Sturm's
//! theorem, stability by Schur's criterion, growth by the sign of the characteristic polynomial or a located eigenvalue.
//!
//! **Sharpness.** No word grows faster than $2/\sqrt3$ a token (`rwkv7/step-norm`), and for equal decays near one some do in the limit:
//! transposed words are words of GDN2 (`switching/gdn2-words`).

use crate::support::{near, near_key, near_vector, not_real};
use crate::words::{beyond_unit, not_beyond, unstable};
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Statement};
use exact::strategies::{open, unit_key, vector_of};
use exact::{Matrix, vector};
use proptest::prelude::*;

fn witness() -> Instance {
    Instance::new()
        .with("w", [(999, 1000), (999, 1000)])
        .with("a1", [(99, 100), (1, 100)])
        .with("k1", [(3, 5), (4, 5)])
        .with("a2", [(1, 100), (99, 100)])
        .with("k2", [(4, 5), (3, 5)])
}

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let decays = near_vector(d, &[(999, 1000), (999, 1000)], (1, 2000), open((11, 20), 1));
    let rates = |a: &[(i64, i64)]| near_vector(d, a, (1, 200), open(0, 1));
    // The keys (3/5, 4/5) and (4/5, 3/5) have stereographic parameters 1/2 and 1/3.
    let keys = [near_key(d, (1, 2), (1, 50)), near_key(d, (1, 3), (1, 50))];
    let close = (decays, [rates(&[(99, 100), (1, 100)]), rates(&[(1, 100), (99, 100)])], keys);
    let any_rates = || vector_of(prop_oneof![open(0, 1), near((99, 100), (1, 200))].boxed(), d);
    let random = (vector_of(open((19, 20), 1), d), [any_rates(), any_rates()], [unit_key(d), unit_key(d)]);
    prop_oneof![1 => close, 1 => random]
        .prop_map(|(w, [a1, a2], [k1, k2])| {
            let first = Instance::new().with("w", w).with("a1", a1).with("k1", k1);
            first.with("a2", a2).with("k2", k2)
        })
        .boxed()
}

fn statement() -> Statement {
    let inside = |name: &'static str| all_of(vec![all_gt(name, 0), all_lt(name, 1)]);
    let step = |a: &'static str, k: &'static str| diag("w") - outer(hadamard(a, k), k);
    Statement {
        parameters: ["a1", "a2", "k1", "k2", "w"].map(|name| (name, Shape::Vector("d"))).to_vec(),
        hypotheses: vec![
            ("decays-inside", all_of(vec![all_gt("w", (11, 20)), all_lt("w", 1)])),
            ("rates-inside", all_of(vec![inside("a1"), inside("a2")])),
            ("unit-keys", all_of(vec![eq(dot("k1", "k1"), 1), eq(dot("k2", "k2"), 1)])),
        ],
        transition: vec![("T1", step("a1", "k1")), ("T2", step("a2", "k2")), ("P", p("T2") * "T1")],
        conclusion: vec![
            real_spectrum("T1"),
            real_spectrum("T2"),
            schur_stable("T1"),
            schur_stable("T2"),
            real_eigenvalue_beyond_unit("P"),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let step = |a, k: &'static str| {
        let key = i.vector(k);
        &Matrix::diagonal(i.vector("w")) - &Matrix::outer(&vector::hadamard(i.vector(a), key), key)
    };
    let steps = [step("a1", "k1"), step("a2", "k2")];
    for (line, step) in steps.iter().enumerate() {
        let polynomial = step.characteristic_polynomial();
        let pairs = spectrum::dense::pairs(&polynomial);
        if pairs > 0 {
            return not_real(line, step.rows() - 2 * pairs, step.rows());
        }
        if !polynomial.schur_stable() {
            return unstable(2 + line);
        }
    }
    let known = [Evidence::Sturm, Evidence::Sturm, Evidence::Compute, Evidence::Compute];
    match beyond_unit(&(&steps[1] * &steps[0])) {
        Some(evidence) => Outcome::Holds(known.into_iter().chain([evidence]).collect()),
        None => not_beyond(4),
    }
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "rwkv7/switching-is-unstable",
    title: "Switching between two decaying RWKV-7 tokens can grow without bound",
    system: "rwkv7",
    source: "beyond the article: stability when tokens alternate",
    level: Level::Exact,
    quantifier: Quantifier::Exists(witness),
    uses: &[],
    formal: &[],
    text: include_str!("switching_is_unstable.rs"),
    dimensions: (2, 6),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[],
};
