//! # An extended GDN2 erase flips at most one mode, exactly when it overshoots
//!
//! **Statement.** Let $d \ge 1$, $\alpha, b, k \in \mathbb{Q}^d$ with all $\alpha_i > 0$ and all $b_i \ge 0$, of any size,
//! and let $s = r^\top r = \sum_i b_i k_i^2$. The eigenvalues of
//! $T = (I - k (b \odot k)^\top)\,\mathrm{Diag}(\alpha)$ are real; exactly one is negative if $s > 1$ and none
//! otherwise; exactly one is zero if $s = 1$ and none otherwise. They lie in $[(1-s) \max\alpha, \max\alpha]$ if
//! $s > 1$ and in $[(1-s) \min\alpha, \max\alpha]$ if $s \le 1$. So $|\lambda| \le \max(1, s-1)\,\max\alpha$.
//!
//! **Why.** $T$ has the characteristic polynomial of $S = D^{1/2} (I - r r^\top) D^{1/2}$, $r_i = \sqrt{b_i}\, k_i$ (see
//! `gdn2/spectrum-bounds`). By Sylvester's law $S$ has the inertia of $I - r r^\top$, whose eigenvalues are $1$ and once
//! $1 - s$. From $(1-s) I \preceq I - r r^\top \preceq I$ for $s \ge 0$ follows $(1-s) D \preceq S \preceq D$, and the
//! smallest eigenvalue of $(1-s) D$ is at the largest gate when $1 - s < 0$.
//!
//! **What is checked.** For each instance the eigenvalues are located by the signs of the characteristic polynomial,
//! also at zero and at the bounds; negative and zero ones are counted.
//!
//! **Sharpness.** In the official extended range $0 < b_i < 2$, $\lVert k \rVert \le 1$ gives $s < 2$, hence
//! $|\lambda| < 1$ for gates below one. The bound of the default range does not extend (trap `naive-lower-bound`):
//! for $b = (19/10, 19/10)$, $\alpha = (1/10, 9/10)$, $k = (3/5, 4/5)$ an eigenvalue is below $-9/100 = (1-s)\min\alpha$.

use crate::support::{
    any_key, between, erase_norm, erase_strengths, gdn2_formula, gdn2_step, not_real, positive_gates,
    rational, roots, short_key, value, with_erase_norm,
};
use claim::expr::*;
use claim::{Claim, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::Rational;
use exact::strategies::{closed, gates as closed_gates, open};
use proptest::prelude::*;

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let norm = prop_oneof![1 => Just(Rational::from(1)), 2 => closed(0, 3), 1 => closed(2, 5)].boxed();
    // Equal gates attain the lower bound.
    let gates = prop_oneof![2 => positive_gates(d), 1 => open(0, 1).prop_map(move |gate| vec![gate; d])];
    prop_oneof![
        1 => (closed_gates(d, 0, 2), short_key(d)),
        1 => (erase_strengths(d), any_key(d)),
        2 => with_erase_norm(d, norm),
    ]
    .prop_flat_map(move |(b, k)| (gates.clone(), Just(b), Just(k)))
    .prop_map(|(alpha, b, k)| Instance::new().with("alpha", alpha).with("b", b).with("k", k))
    .boxed()
}

fn parameters() -> Vec<(&'static str, Shape)> {
    vec![("alpha", Shape::Vector("d")), ("b", Shape::Vector("d")), ("k", Shape::Vector("d"))]
}

fn transition() -> Vec<(&'static str, Expr)> {
    vec![("s", dot(hadamard("b", "k"), "k")), ("T", gdn2_formula("k", "b", "alpha"))]
}

fn statement() -> Statement {
    let low = || (int(1) - "s") * select(lt(1, "s"), max("alpha"), min("alpha"));
    let modulus = || select(lt(2, "s"), p("s") - 1, 1) * max("alpha");
    Statement {
        parameters: parameters(),
        hypotheses: vec![("positive-gates", all_gt("alpha", 0)), ("nonnegative-erase", all_ge("b", 0))],
        transition: transition(),
        conclusion: vec![
            eigenvalue_signs("T", select(lt(1, "s"), 1, 0), select(eq("s", 1), 1, 0)),
            spectrum_within("T", low(), max("alpha")),
            spectrum_within("T", -modulus(), modulus()),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let (alpha, b, k) = (i.vector("alpha"), i.vector("b"), i.vector("k"));
    let (step, s) = (gdn2_step(k, b, alpha), erase_norm(b, k));
    let (smallest, largest) = (alpha.iter().min().cloned(), alpha.iter().max().cloned());
    let (smallest, largest) = (smallest.unwrap_or_default(), largest.unwrap_or_default());
    let low = Rational::from(1 - &s) * if s > 1 { &largest } else { &smallest };
    let modulus = if s > 2 { Rational::from(&s - 1) * &largest } else { largest.clone() };
    let located =
        step.locate(&[Rational::new(), low.clone(), largest.clone(), -modulus.clone(), modulus.clone()]);
    if located.real() < step.dimension() {
        return not_real(0, located.real(), step.dimension());
    }
    let [negative, zero, positive] = located.signs();
    let claimed = [usize::from(s > 1), usize::from(s == 1)];
    if [negative, zero] != claimed || negative + zero + positive != step.dimension() {
        return Outcome::Refuted {
            conclusion: 0,
            expected: format!("{} negative and {} zero eigenvalues, since rᵀr = {s}", claimed[0], claimed[1]),
            found: format!("{negative} negative, {zero} zero, {positive} positive"),
        };
    }
    let bounds = [(1, low, largest), (2, -modulus.clone(), modulus)];
    for (conclusion, low, high) in bounds {
        if let Some((from, to)) = located.ascending().into_iter().find(|(from, to)| *from < low || *to > high)
        {
            return Outcome::Refuted {
                conclusion,
                expected: format!("all eigenvalues in [{low}, {high}]"),
                found: format!("one in [{from}, {to}]"),
            };
        }
    }
    Outcome::Holds(vec![roots(located.clone()), roots(located.clone()), roots(located)])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "gdn2/extended-erase",
    title: "An extended GDN2 erase flips at most one mode, exactly when it overshoots",
    system: "gdn2",
    source: "Gated DeltaNet-2: separating erase and write",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &["gdn2_extended_erase"],
    text: include_str!("extended_erase.rs"),
    dimensions: (1, 64),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp {
            drops: "positive-gates",
            fails: 0,
            witness: || {
                let i = Instance::new().with("alpha", [(0, 1)]).with("b", [(1, 2)]);
                (i.with("k", [(1, 1)]), value(rational(0, 1)))
            },
        },
        Sharp {
            drops: "nonnegative-erase",
            fails: 1,
            witness: || {
                let i = Instance::new().with("alpha", [(1, 1)]).with("b", [(-1, 1)]);
                (i.with("k", [(1, 1)]), value(rational(2, 1)))
            },
        },
    ],
    traps: &[Trap {
        name: "naive-lower-bound",
        statement: || Statement {
            parameters: parameters(),
            hypotheses: vec![
                ("gates-inside", all_of(vec![all_gt("alpha", 0), all_lt("alpha", 1)])),
                ("erase-inside", all_of(vec![all_gt("b", 0), all_lt("b", 2)])),
                ("unit-key", eq(dot("k", "k"), 1)),
            ],
            transition: transition(),
            conclusion: vec![spectrum_within("T", (int(1) - "s") * min("alpha"), max("alpha"))],
        },
        fails: 0,
        witness: || {
            let i = Instance::new().with("alpha", [(1, 10), (9, 10)]).with("b", [(19, 10), (19, 10)]);
            (i.with("k", [(3, 5), (4, 5)]), between(rational(-81, 100), rational(-9, 100)))
        },
    }],
};
