//! # Momentum words come as near as one likes to the rate of the cube root of seven
//!
//! **Statement.** There are momentum tokens with $\alpha, \mu, \beta \in (0, 1)$ and $\eta \in (0, 2)$, all rational, in one channel with key 1, whose
//! product of $n$ steps has an eigenvalue beyond $\pm c^n$ with $c \ge 1.9129$; $7^{1/3} = 1.91293\dots$
//!
//! **Why.** At the corners $(\alpha, \beta, \eta, \mu) = (1, 1, 0, 1)$, $(1, 0, 2, 0)$, $(1, 1, 2, 1)$ the product of three steps is
//! $\begin{pmatrix} -3 & 3 \\ 4 & -4 \end{pmatrix}$ with the eigenvalue $-7$; tokens within $10^{-6}$ of them are strictly inside.
//!
//! **What is checked.** The witness; then tokens at other distances from these corners, one to four rounds of them.
//!
//! **Sharpness.** No word is faster (`switching/mdn-rate`).

use crate::support::rational;
use crate::words::{beyond_unit, not_beyond, power};
use claim::expr::*;
use claim::{Claim, Instance, Level, Outcome, Quantifier, Shape, Statement};
use exact::{Matrix, Rational};
use proptest::prelude::*;

/// `α, β, η/2, μ` of the three corners.
const CORNERS: [[i64; 4]; 3] = [[1, 1, 0, 1], [1, 0, 1, 0], [1, 1, 1, 1]];

/// `rounds` of the three tokens, each number `inset` inside its range.
fn word(rounds: usize, inset: &Rational) -> Instance {
    let inside = |at: i64| if at == 1 { 1 - inset.clone() } else { inset.clone() };
    let numbers = |place: usize, top: i64| -> Vec<Rational> {
        (0..3 * rounds).map(|t| inside(CORNERS[t % 3][place]) * top).collect()
    };
    let i = Instance::new().with("alpha", numbers(0, 1)).with("beta", numbers(1, 1));
    i.with("eta", numbers(2, 2)).with("mu", numbers(3, 1)).with("c", (19_129, 10_000))
}

fn witness() -> Instance {
    word(1, &rational(1, 1_000_000))
}

fn domain(rounds: usize) -> BoxedStrategy<Instance> {
    (1_u32..200).prop_map(move |e| word(rounds, &rational(i64::from(e), 20_000_000))).boxed()
}

fn statement() -> Statement {
    let inside = |name: &'static str, top: i64| vec![all_gt(name, 0), all_lt(name, top)];
    let ranges = [inside("alpha", 1), inside("beta", 1), inside("eta", 2), inside("mu", 1)].concat();
    let cell = |value: claim::Expr| value * eye(1);
    let at = |name: &'static str| entry(name, "t");
    let step = block(
        cell(at("alpha") * (1 - at("beta") * at("eta"))),
        cell(-(at("beta") * at("mu"))),
        cell(at("alpha") * at("eta")),
        cell(at("mu")),
    );
    let word = iterate("S", eye(2), "t", 1, len("alpha"), step * "S");
    let growth = iterate("power", 1, "t", 1, len("alpha"), p("power") * "c");
    let numbers = ["alpha", "beta", "eta", "mu"].map(|name| (name, Shape::Vector("n")));
    Statement {
        parameters: [("c", Shape::Scalar)].into_iter().chain(numbers).collect(),
        hypotheses: vec![("in-range", all_of(ranges)), ("rate-near-the-root", le((19_129, 10_000), "c"))],
        transition: vec![("G", word / growth)],
        conclusion: vec![real_eigenvalue_beyond_unit("G")],
    }
}

fn check(i: &Instance) -> Outcome {
    let [alpha, beta, eta, mu] = ["alpha", "beta", "eta", "mu"].map(|name| i.vector(name));
    let product = (0..alpha.len()).fold(Matrix::identity(2), |product, t| {
        let gates = (&alpha[t..=t], &mu[t..=t]);
        &crate::oscillator::momentum_step(gates, (&beta[t], &eta[t]), &Matrix::identity(1)) * &product
    });
    match beyond_unit(&product.scale(&power(i.scalar("c"), alpha.len()).recip())) {
        Some(evidence) => Outcome::Holds(vec![evidence]),
        None => not_beyond(0),
    }
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "switching/mdn-words",
    title: "Momentum words come as near as one likes to the rate of the cube root of seven",
    system: "mdn",
    source: "beyond the article: stability when tokens alternate",
    level: Level::Exact,
    quantifier: Quantifier::Exists(witness),
    uses: &["switching/mdn-rate"],
    formal: &[],
    text: include_str!("mdn_words.rs"),
    dimensions: (1, 4),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[],
};
