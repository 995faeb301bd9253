//! # A momentum step decays exactly inside a window of its strength
//!
//! **Statement.** Let $\alpha, \mu, \beta, \eta \in \mathbb{Q}$ with $|\alpha| < 1$ and $|\mu| < 1$, $d \ge 1$, $k \in \mathbb{Q}^d$ and
//! $w = \alpha\beta\eta \lVert k \rVert^2$. All eigenvalues of the momentum step $T$ of $m' = \mu m + \alpha\eta kk^\top s$, $s' = \alpha s - \beta m'$ have
//! modulus below 1 if and only if $-(1 - \alpha)(1 - \mu) < w < (1 + \alpha)(1 + \mu)$. That is so whenever
//! $0 \le \alpha$, $0 \le \mu$ and $0 \le \beta\eta \lVert k \rVert^2 \le 2$, hence for $\alpha, \mu, \beta \in (0, 1)$, $\eta \in (0, 2)$ and keys of norm at most 1.
//!
//! **Why.** Beside $\alpha$ and $\mu$ the eigenvalues are the roots of $\chi(z) = z^2 - (\alpha + \mu - w) z + \alpha\mu$. By Jury's test they are
//! inside the circle exactly when $|\alpha\mu| < 1$, $\chi(1) = (1 - \alpha)(1 - \mu) + w > 0$ and
//! $\chi(-1) = (1 + \alpha)(1 + \mu) - w > 0$. In the ranges named $0 \le w \le 2\alpha < (1 + \alpha)(1 + \mu)$.
//!
//! **What is checked.** Schur's criterion for the characteristic polynomial of the dense $2d \times 2d$ step, for strengths inside, on
//! and beyond both ends of the window.
//!
//! **Sharpness.** A pair decays as soon as $|\alpha\mu| < 1$; real modes need the window: $\alpha = \mu = 9/10$, $\beta\eta = 8$ has an
//! eigenvalue below $-5$, and $\alpha = \mu = 1/2$, $\beta\eta = -1$ has one above 1 (traps). For $d \ge 2$ the gates are eigenvalues,
//! so both hypotheses are needed. This is about one step; steps that alternate are another matter
//! (`mdn/switching-is-unstable`).

use crate::oscillator::{momentum_formula, momentum_step};
use crate::support::{any_key, rational};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::{closed, open};
use exact::{Matrix, Rational, vector};
use proptest::prelude::*;

/// Places `w` on the scale where 0 and 1 are the ends of the window; the strength `βη` follows, where there is one.
fn domain(d: usize) -> BoxedStrategy<Instance> {
    let gate = || prop_oneof![3 => open(-1, 1), 1 => open(0, 1), 1 => Just(rational(0, 1))];
    let place =
        prop_oneof![1 => Just(rational(0, 1)), 1 => Just(rational(1, 1)), 3 => open(0, 1), 1 => open(-1, 2)];
    let of_model = (open(0, 1), open(0, 1), closed(0, 1), closed(0, 2));
    let beta = prop_oneof![closed((1, 4), 1), Just(rational(-1, 2))];
    let placed = (gate(), gate(), beta, place);
    (any_key(d), placed, of_model, 0..4_u8)
        .prop_map(|(k, (alpha, mu, beta, place), of_model, kind)| {
            let norm = vector::norm2(&k);
            let low: Rational = (1 - alpha.clone()) * (mu.clone() - 1);
            let high: Rational = (1 + alpha.clone()) * (1 + mu.clone());
            let w = place * (high - &low) + &low;
            let scale = norm * &alpha * &beta;
            let eta = if scale == 0 { w } else { w / scale };
            let (alpha, mu, beta, eta) = if kind == 0 { of_model } else { (alpha, mu, beta, eta) };
            let i = Instance::new().with("alpha", alpha).with("mu", mu);
            i.with("beta", beta).with("eta", eta).with("k", k)
        })
        .boxed()
}

fn stated(conclusion: Vec<Expr>) -> Statement {
    let scalars = ["alpha", "mu", "beta", "eta"].map(|name| (name, Shape::Scalar));
    Statement {
        parameters: scalars.into_iter().chain([("k", Shape::Vector("d"))]).collect(),
        hypotheses: vec![
            ("gate-below-one", lt(square("alpha"), 1)),
            ("momentum-below-one", lt(square("mu"), 1)),
        ],
        transition: vec![
            ("A", p("alpha") * eye(len("k"))),
            ("M", p("mu") * eye(len("k"))),
            ("P", outer("k", "k")),
            ("T", momentum_formula(&p("A"), &p("M"), &p("P"))),
            ("w", p("alpha") * "beta" * "eta" * dot("k", "k")),
        ],
        conclusion,
    }
}

fn above() -> Expr {
    lt((p("alpha") - 1) * (1 - p("mu")), "w")
}

fn below() -> Expr {
    lt("w", (1 + p("alpha")) * (1 + p("mu")))
}

/// `a` is true exactly when `b` is.
fn iff(a: Expr, b: Expr) -> Expr {
    any_of(vec![all_of(vec![a.clone(), b.clone()]), all_of(vec![not(a), not(b)])])
}

fn statement() -> Statement {
    let strength = || p("beta") * "eta" * dot("k", "k");
    let ranges = vec![le(0, "alpha"), le(0, "mu"), le(0, strength()), le(strength(), 2)];
    stated(vec![
        iff(all_of(vec![above(), below()]), schur_stable("T")),
        any_of(vec![not(all_of(ranges)), schur_stable("T")]),
    ])
}

fn check(i: &Instance) -> Outcome {
    let (alpha, mu, k) = (i.scalar("alpha"), i.scalar("mu"), i.vector("k"));
    let (beta, eta, d) = (i.scalar("beta"), i.scalar("eta"), k.len());
    let gates = (&*vec![alpha.clone(); d], &*vec![mu.clone(); d]);
    let step = momentum_step(gates, (beta, eta), &Matrix::outer(k, k));
    let stable = step.characteristic_polynomial().schur_stable();
    let strength = vector::norm2(k) * Rational::from(beta * eta);
    let w = Rational::from(alpha * &strength);
    let low: Rational = (1 - alpha.clone()) * (mu.clone() - 1);
    let high: Rational = (1 + alpha.clone()) * (1 + mu.clone());
    let found = format!("w = {w}, window from {low} to {high}, stable: {stable}");
    if (low < w && w < high) != stable {
        let expected = "stable exactly inside the window".into();
        return Outcome::Refuted { conclusion: 0, expected, found };
    }
    if *alpha >= 0 && *mu >= 0 && (0..=2).contains(&strength) && !stable {
        let expected = "stable in the ranges of the model".into();
        return Outcome::Refuted { conclusion: 1, expected, found };
    }
    Outcome::Holds(vec![Evidence::Compute; 2])
}

/// `d` equal coordinates with `β = 1`: a key of norm `d` times the square of its entry.
fn at(alpha: (i64, i64), mu: (i64, i64), eta: (i64, i64), k: Vec<Rational>) -> (Instance, Evidence) {
    let i = Instance::new().with("alpha", alpha).with("mu", mu).with("beta", (1, 1));
    (i.with("eta", eta).with("k", k), Evidence::Compute)
}

fn axis() -> Vec<Rational> {
    vec![rational(1, 1), rational(0, 1)]
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "mdn/real-modes-stable",
    title: "A momentum step decays exactly inside a window of its strength",
    system: "mdn",
    source: "Momentum: Another Route to Oscillation",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["mdn/blocks"],
    formal: &[],
    text: include_str!("real_modes_stable.rs"),
    dimensions: (1, 5),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "gate-below-one", fails: 0, witness: || at((2, 1), (0, 1), (1, 1), axis()) },
        Sharp { drops: "gate-below-one", fails: 1, witness: || at((2, 1), (0, 1), (1, 1), axis()) },
        Sharp { drops: "momentum-below-one", fails: 0, witness: || at((1, 4), (2, 1), (4, 1), axis()) },
        Sharp { drops: "momentum-below-one", fails: 1, witness: || at((1, 4), (2, 1), (1, 1), axis()) },
    ],
    traps: &[
        Trap {
            name: "gates-below-one-and-large-strength",
            statement: || stated(vec![any_of(vec![not(above()), schur_stable("T")])]),
            fails: 0,
            witness: || at((9, 10), (9, 10), (8, 1), vec![rational(1, 1)]),
        },
        Trap {
            name: "gates-below-one-and-negative-strength",
            statement: || stated(vec![any_of(vec![not(below()), schur_stable("T")])]),
            fails: 0,
            witness: || at((1, 2), (1, 2), (-1, 1), vec![rational(1, 1)]),
        },
    ],
};
