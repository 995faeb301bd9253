//! # Switching between two decaying momentum steps can grow without bound
//!
//! **Statement.** There are two momentum tokens with $\alpha, \mu, \beta \in (0, 1)$, $\eta \in (0, 2)$ and one unit key, all rational, such
//! that all eigenvalues of each step have modulus below 1 and the product of the two has an eigenvalue of modulus above 1. One
//! channel is enough.
//!
//! **Why.** $(\alpha, \mu, \beta, \eta) = (99, 99, 99, 1)/100$, then $(99, 1, 99, 199)/100$: the characteristic polynomial of the product
//! is $-1852772169401 / 10^{12}$ at $-1$, so an eigenvalue is below $-1$ (it is about $-2.86$). The first token
//! keeps its momentum and writes it back in full; the second keeps the state and doubles it into the momentum.
//!
//! **What is checked.** The witness; then its neighbourhood, with keys of more channels, and random pairs of tokens. Stability by
//! Schur's criterion on the dense $2d \times 2d$ steps, growth by the sign of the characteristic polynomial or a located eigenvalue.
//!
//! **Sharpness.** The ranges are the article's. A single step in them always decays (`mdn/real-modes-stable`); over all words the growth
//! of a token is at most $7^{1/3}$ in one channel, and that is attained in the limit (`switching/mdn-rate`).

use crate::oscillator::momentum_step;
use crate::support::near;
use crate::words::{beyond_unit, not_beyond, unstable};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Statement};
use exact::Matrix;
use exact::strategies::{open, unit_key};
use proptest::prelude::*;

const NAMES: [[&str; 4]; 2] = [["alpha1", "mu1", "beta1", "eta1"], ["alpha2", "mu2", "beta2", "eta2"]];
const CENTRES: [[(i64, i64); 4]; 2] =
    [[(99, 100), (99, 100), (99, 100), (1, 100)], [(99, 100), (1, 100), (99, 100), (199, 100)]];

fn witness() -> Instance {
    let numbers = NAMES.iter().flatten().zip(CENTRES.iter().flatten());
    numbers.fold(Instance::new(), |i, (name, value)| i.with(name, *value)).with("k", [(1, 1)])
}

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let token = |centres: [(i64, i64); 4]| {
        let [alpha, mu, beta, eta] = centres.map(|centre| near(centre, (1, 200)));
        prop_oneof![
            2 => (alpha, mu, beta, eta),
            1 => (open(0, 1), open(0, 1), open(0, 1), open(0, 2)),
        ]
    };
    let [first, second] = CENTRES;
    (token(first), token(second), unit_key(d))
        .prop_map(|(first, second, k)| {
            let numbers = [first, second].map(|(alpha, mu, beta, eta)| [alpha, mu, beta, eta]);
            let numbers = NAMES.iter().flatten().zip(numbers.into_iter().flatten());
            numbers.fold(Instance::new(), |i, (name, value)| i.with(name, value)).with("k", k)
        })
        .boxed()
}

/// One step with the names of its numbers.
fn step([alpha, mu, beta, eta]: [&'static str; 4]) -> Expr {
    let (gates, momenta) = (p(alpha) * eye(len("k")), p(mu) * eye(len("k")));
    let write = || p(eta) * outer("k", "k") * gates.clone();
    let kept = gates.clone() - p(beta) * write();
    block(kept, -(p(beta) * momenta.clone()), write(), momenta)
}

fn statement() -> Statement {
    let inside = |name: &'static str, top: i64| vec![lt(0, name), lt(name, top)];
    let ranges = NAMES.iter().flat_map(|[alpha, mu, beta, eta]| {
        [inside(alpha, 1), inside(mu, 1), inside(beta, 1), inside(eta, 2)].concat()
    });
    let scalars = NAMES.iter().flatten().map(|name| (*name, Shape::Scalar));
    Statement {
        parameters: scalars.chain([("k", Shape::Vector("d"))]).collect(),
        hypotheses: vec![("in-range", all_of(ranges.collect())), ("unit-key", eq(dot("k", "k"), 1))],
        transition: vec![("T1", step(NAMES[0])), ("T2", step(NAMES[1])), ("P", p("T2") * "T1")],
        conclusion: vec![schur_stable("T1"), schur_stable("T2"), real_eigenvalue_beyond_unit("P")],
    }
}

fn check(i: &Instance) -> Outcome {
    let k = i.vector("k");
    let steps = NAMES.map(|[alpha, mu, beta, eta]| {
        let gates = (&*vec![i.scalar(alpha).clone(); k.len()], &*vec![i.scalar(mu).clone(); k.len()]);
        momentum_step(gates, (i.scalar(beta), i.scalar(eta)), &Matrix::outer(k, k))
    });
    for (line, step) in steps.iter().enumerate() {
        if !step.characteristic_polynomial().schur_stable() {
            return unstable(line);
        }
    }
    match beyond_unit(&(&steps[1] * &steps[0])) {
        Some(evidence) => Outcome::Holds(vec![Evidence::Compute, Evidence::Compute, evidence]),
        None => not_beyond(2),
    }
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "mdn/switching-is-unstable",
    title: "Switching between two decaying momentum steps can grow without bound",
    system: "mdn",
    source: "beyond the article: a pair of modulus below 1 is a statement about one step",
    level: Level::Exact,
    quantifier: Quantifier::Exists(witness),
    uses: &["mdn/real-modes-stable"],
    formal: &[],
    text: include_str!("switching_is_unstable.rs"),
    dimensions: (1, 4),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[],
};
