//! # Without a strong erase and gates of both signs a CKDA step cannot oscillate
//!
//! **Statement.** Let $d \ge 1$, $\alpha, k \in \mathbb{Q}^d$ and $\beta \in \mathbb{Q}$ with at least one of: $\beta \lVert k \rVert^2 \le 1$;
//! $\alpha_i \ge 0$ for all $i$ with $k_i \ne 0$; $\alpha_i \le 0$ for all $i$ with $k_i \ne 0$. Then every eigenvalue of
//! $T = (I - \beta k k^\top)\,\mathrm{Diag}(\alpha)$ is real. So a non-real pair needs $\beta \lVert k \rVert^2 > 1$, a negative gate and
//! a positive gate, both where the key is not zero.
//!
//! **Why.** Let $H = I - \beta k k^\top$, $D = \mathrm{Diag}(\alpha)$. Coordinates with $k_i = 0$ decouple with eigenvalue
//! $\alpha_i$. On the others $H D$ has the characteristic polynomial of the symmetric matrix $H^{1/2} D H^{1/2}$ if
//! $\beta \lVert k \rVert^2 \le 1$, of $D^{1/2} H D^{1/2}$ if $D \succeq 0$, and of $-|D|^{1/2} H |D|^{1/2}$ if $D \preceq 0$
//! ($XY$ and $YX$ have one characteristic polynomial).
//!
//! **What is checked.** For each instance all eigenvalues are located, double ones exactly, without assuming the theorem.
//!
//! **Sharpness.** Just above the bound a pair exists: $\beta = 1001/1000$, $\alpha = (9/10, -9/10)$, $k = (20, 21)/29$. The
//! article asks for $\beta > 1$ and a negative gate; the positive gate is needed as well. None of this is sufficient
//! (trap `signs-suffice`), for $\lVert k \rVert \ne 1$ the bound is on $\beta \lVert k \rVert^2$ (trap `strength-at-most-one-suffices`), and
//! a real spectrum is no basis: $\beta = 1$, $\alpha = (9/25, -16/25)$, $k = (3/5, 4/5)$ is nilpotent (trap).

use crate::oscillator::{Pairs, free_key, signed_gates};
use crate::support::{erase_step, kda_step, rational};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::{closed, small_fraction};
use exact::{Rational, vector};
use proptest::prelude::*;

fn domain(d: usize) -> BoxedStrategy<Instance> {
    // s = β‖k‖² is drawn, so that it is 1 exactly in many samples.
    let s = prop_oneof![2 => Just(Rational::from(1)), 2 => closed(0, 1), 1 => closed(-3, 1)];
    let weak = (signed_gates(d), s, free_key(d)).prop_map(|(alpha, s, k)| {
        let norm = vector::norm2(&k);
        (alpha, if norm == 0 { s } else { s / norm }, k)
    });
    let beta = prop_oneof![2 => closed(1, 2), 1 => closed(-3, 5), 1 => small_fraction(4)];
    let one_sign =
        (signed_gates(d), beta, free_key(d), any::<bool>()).prop_map(|(alpha, beta, k, negative)| {
            let turned = |(gate, entry): (Rational, &Rational)| match (*entry == 0, negative) {
                (true, _) => gate,
                (false, true) => -gate.abs(),
                (false, false) => gate.abs(),
            };
            (alpha.into_iter().zip(&k).map(turned).collect::<Vec<_>>(), beta, k)
        });
    prop_oneof![weak.boxed(), one_sign.boxed()]
        .prop_map(|(alpha, beta, k)| Instance::new().with("alpha", alpha).with("beta", beta).with("k", k))
        .boxed()
}

/// The gates weighted by `k_i²`: their signs, zero where the key is zero.
fn on_support() -> Expr {
    hadamard("alpha", hadamard("k", "k"))
}

fn strength() -> Expr {
    p("beta") * dot("k", "k")
}

fn statement() -> Statement {
    Statement {
        parameters: vec![("alpha", Shape::Vector("d")), ("beta", Shape::Scalar), ("k", Shape::Vector("d"))],
        hypotheses: vec![(
            "weak-or-one-signed",
            any_of(vec![le(strength(), 1), all_ge(on_support(), 0), all_le(on_support(), 0)]),
        )],
        transition: vec![("T", erase_step("beta", "k", "k", "alpha"))],
        conclusion: vec![real_spectrum("T")],
    }
}

fn check(i: &Instance) -> Outcome {
    let pairs = Pairs::of_step(&kda_step(i));
    match (pairs.least, pairs.most) {
        (_, 0) => Outcome::Holds(vec![pairs.evidence]),
        (0, most) => Outcome::Undecided(format!("up to {most} non-real pairs")),
        (least, _) => Outcome::Refuted {
            conclusion: 0,
            expected: "a real spectrum".into(),
            found: format!("at least {least} non-real pairs"),
        },
    }
}

fn at(alpha: [(i64, i64); 2], beta: (i64, i64), k: [(i64, i64); 2]) -> Instance {
    Instance::new().with("alpha", alpha).with("beta", beta).with("k", k)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "ckda/necessary-signs",
    title: "Without a strong erase and gates of both signs a CKDA step cannot oscillate",
    system: "ckda",
    source: "Complex KDA: Oscillation Through Signed Gates",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &["ckda_necessary_signs", "ckda_pair_needs"],
    text: include_str!("necessary_signs.rs"),
    dimensions: (1, 64),
    domain,
    statement,
    check,
    sharpness: &[Sharp {
        drops: "weak-or-one-signed",
        fails: 0,
        witness: || (at([(9, 10), (-9, 10)], (1001, 1000), [(20, 29), (21, 29)]), Evidence::Sturm),
    }],
    traps: &[
        Trap {
            name: "strength-at-most-one-suffices",
            statement: || Statement { hypotheses: vec![("weak", le("beta", 1))], ..statement() },
            fails: 0,
            witness: || (at([(9, 10), (-9, 10)], (9, 10), [(1, 1), (1, 1)]), Evidence::Sturm),
        },
        Trap {
            name: "signs-suffice",
            statement: || Statement {
                hypotheses: vec![
                    ("strong", lt(1, strength())),
                    ("some-negative-gate", not(all_ge(on_support(), 0))),
                    ("some-positive-gate", not(all_le(on_support(), 0))),
                ],
                conclusion: vec![pairs_at_least("T", 1)],
                ..statement()
            },
            fails: 0,
            witness: || (at([(1, 2), (-1, 2)], (21, 20), [(-5, 13), (12, 13)]), Evidence::Sturm),
        },
        Trap {
            name: "real-spectrum-means-real-basis",
            statement: || Statement { conclusion: vec![real_diagonalizable("T")], ..statement() },
            fails: 0,
            witness: || {
                let i = at([(9, 25), (-16, 25)], (1, 1), [(3, 5), (4, 5)]);
                (i, Evidence::Defective(rational(0, 1)))
            },
        },
    ],
};
