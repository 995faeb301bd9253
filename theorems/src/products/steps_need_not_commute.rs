//! # With an erase along the key, the modes move with the token
//!
//! **Statement.** There are two tokens, with unit keys, strengths and gates in $(0, 1)$, whose steps do not commute: of
//! DeltaNet, of KDA, of GDN2, of RWKV-7, of CKDA (with signed gates), and of MDN (with $\mu = \alpha$, $\eta = 1$). Steps that have bases of modes have a
//! common one exactly when they commute; so the modes of these systems depend on the input, also where each step for itself
//! has a basis of real modes (`kda/real-spectrum`, `gdn2/real-spectrum`).
//!
//! **Why.** $[I - \beta kk^\top, I - \beta' k'k'^\top] = \beta\beta' (k \cdot k')\,(k k'^\top - k' k^\top)$ is not 0 unless the
//! keys are parallel or orthogonal, or a strength is 0. In the witness $k = (3/5, 4/5)$ and $k' = (4/5, 3/5)$.
//!
//! **What is checked.** The witness, and how often random tokens commute.
//!
//! **Sharpness.** $d = 1$ always commutes. GLA, Mamba and CyFA steps commute for all tokens
//! (`gla/selective-decay`, `cyfa/steps-commute`).

use crate::support::{erase_step, gdn2_formula};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Statement};
use exact::strategies::{open, unit_key, vector_of};
use exact::{Matrix, Rational, vector};
use proptest::prelude::*;
use spectrum::RankOne;

fn witness() -> Instance {
    let first =
        Instance::new().with("alpha1", [(1, 2), (1, 3)]).with("beta1", (1, 2)).with("k1", [(3, 5), (4, 5)]);
    let both = first.with("b1", [(1, 2), (1, 3)]).with("alpha2", [(1, 3), (1, 2)]).with("beta2", (1, 3));
    both.with("k2", [(4, 5), (3, 5)]).with("b2", [(1, 3), (1, 2)])
}

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let token = move || (vector_of(open(0, 1), d), open(0, 1), unit_key(d), vector_of(open(0, 1), d));
    (token(), token())
        .prop_map(|((alpha1, beta1, k1, b1), (alpha2, beta2, k2, b2))| {
            let first =
                Instance::new().with("alpha1", alpha1).with("beta1", beta1).with("k1", k1).with("b1", b1);
            first.with("alpha2", alpha2).with("beta2", beta2).with("k2", k2).with("b2", b2)
        })
        .boxed()
}

/// The steps of one token, in the order of the conclusion.
fn formulas([alpha, beta, k, b]: [&'static str; 4]) -> [Expr; 6] {
    let d = || len(alpha);
    let erase = || eye(d()) - p(beta) * outer(k, k);
    // The sign of the first gate is turned.
    let signed = diag(entries("i", d(), select(eq("i", 1), -entry(alpha, "i"), entry(alpha, "i"))));
    let first = || entry(alpha, 1);
    let momentum = block(
        first() * (eye(d()) - p(beta) * outer(k, k)),
        -(p(beta) * first() * eye(d())),
        first() * outer(k, k),
        first() * eye(d()),
    );
    [
        erase(),
        erase_step(beta, k, k, alpha),
        gdn2_formula(k, b, alpha),
        diag(alpha) - outer(hadamard(b, k), k),
        erase() * signed,
        momentum,
    ]
}

fn statement() -> Statement {
    let tokens = [["alpha1", "beta1", "k1", "b1"], ["alpha2", "beta2", "k2", "b2"]];
    let inside = |[alpha, beta, _, b]: [&'static str; 4]| {
        all_of(vec![all_gt(alpha, 0), all_lt(alpha, 1), lt(0, beta), lt(beta, 1), all_gt(b, 0), all_lt(b, 1)])
    };
    let unit = |k: &'static str| eq(dot(k, k), 1);
    let [first, second] = tokens.map(formulas);
    Statement {
        parameters: tokens
            .iter()
            .flatten()
            .map(|name| (*name, if name.starts_with("beta") { Shape::Scalar } else { Shape::Vector("d") }))
            .collect(),
        hypotheses: vec![
            ("tokens-inside", all_of(tokens.map(inside).into())),
            ("unit-keys", all_of(vec![unit("k1"), unit("k2")])),
        ],
        transition: vec![],
        conclusion: first
            .into_iter()
            .zip(second)
            .map(|(first, second)| ne(second.clone() * first.clone(), first * second))
            .collect(),
    }
}

/// The steps of one token as matrices, in the order of [`formulas`].
fn steps(i: &Instance, [alpha, beta, k, b]: [&str; 4]) -> [Matrix; 6] {
    let (alpha, beta, k, b) = (i.vector(alpha), i.scalar(beta), i.vector(k), i.vector(b));
    let one = Rational::from(1);
    let erase = |strength: &Rational, erase: &[Rational], gates: &[Rational]| {
        RankOne::erase(strength, k, erase, gates).matrix()
    };
    let ones = vec![one.clone(); k.len()];
    let mut signed = alpha.to_vec();
    signed[0] = -signed[0].clone();
    let replaced = vector::hadamard(b, k);
    let (d, gate) = (k.len(), &alpha[0]);
    let key = |r: usize, c: usize| Rational::from(&k[r] * &k[c]);
    let unit = |r: usize, c: usize| Rational::from(i32::from(r == c));
    let decayed = Matrix::from_fn(d, d, |r, c| {
        let gate_of_channel = if r == c { alpha[r].clone() } else { Rational::new() };
        gate_of_channel - Rational::from(&replaced[r] * &k[c])
    });
    let momentum = Matrix::from_fn(2 * d, 2 * d, |r, c| match (r < d, c < d) {
        (true, true) => (unit(r, c) - beta * key(r, c)) * gate,
        (true, false) => -(unit(r, c - d) * beta) * gate,
        (false, true) => key(r - d, c) * gate,
        (false, false) => unit(r, c) * gate,
    });
    [
        erase(beta, k, &ones),
        erase(beta, k, alpha),
        erase(&one, &replaced, alpha),
        decayed,
        erase(beta, k, &signed),
        momentum,
    ]
}

fn check(i: &Instance) -> Outcome {
    let (first, second) =
        (steps(i, ["alpha1", "beta1", "k1", "b1"]), steps(i, ["alpha2", "beta2", "k2", "b2"]));
    match first.iter().zip(&second).position(|(a, b)| a * b == b * a) {
        None => Outcome::Holds(vec![Evidence::Compute; 6]),
        Some(conclusion) => {
            let (expected, found) = ("steps that do not commute".into(), "steps that do".into());
            Outcome::Refuted { conclusion, expected, found }
        }
    }
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "products/steps-need-not-commute",
    title: "With an erase along the key, the modes move with the token",
    system: "",
    source: "Dynamics as a Design Dimension",
    level: Level::Exact,
    quantifier: Quantifier::Exists(witness),
    uses: &[],
    formal: &[],
    text: include_str!("steps_need_not_commute.rs"),
    dimensions: (1, 6),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[],
};
