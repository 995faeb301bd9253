//! # Every frozen RWKV-7 mode decays, and at most one is reflected
//!
//! **Statement.** Let $d \ge 1$ and $w, a, k \in \mathbb{Q}^d$ with $0 < w_i < 1$, $0 \le a_i \le 1$ and $\lVert k \rVert \le 1$, and
//! $T = \mathrm{Diag}(w) - (a \odot k) k^\top$. With $r = \sum_i a_i k_i^2$ all eigenvalues of $T$ are real and lie in $[\min w - r, \max w]$, so that all
//! have modulus below 1; index by index in ascending order $w_{(j - 1)} \le \lambda_{(j)} \le w_{(j)}$. At most one is negative, and one is
//! exactly when $\sum_i a_i k_i^2 / w_i > 1$; one is zero exactly when that sum is 1.
//!
//! **Why.** For $a > 0$, $T$ is similar to the symmetric $\mathrm{Diag}(w) - u u^\top$ with $u_i = \sqrt{a_i}\, k_i$ and $u^\top u = r \le 1$: Weyl's
//! inequalities and interlacing. Both sides of every bound depend continuously on $a$. The sign of
//! $\det T = \prod_i w_i\,(1 - \sum_i a_i k_i^2 / w_i)$ and $\lambda_{(2)} \ge w_{(1)} > 0$ settle the negative mode.
//!
//! **What is checked.** Every eigenvalue is located, with 0 and the bounds among the points; the Schur–Cohn test.
//!
//! **Sharpness.** All in dimension 1: $w = -1/2$, $a = 1$; $w = 1$, $a = 0$; $w = 9/10$, $a = -1$; $w = 1/2$, $a = 2$; $k = 2$. The modes
//! are those of one step that is repeated: words of official steps grow (`rwkv7/switching-is-unstable`).

use crate::support::{not_real, roots, short_key, value};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::strategies::{gates, open, vector_of};
use exact::{Rational, vector};
use proptest::prelude::*;
use spectrum::RankOne;

/// `Σ a_i k_i² / w_i`.
fn share(i: &Instance) -> Rational {
    let k = i.vector("k");
    let read = vector::hadamard(&vector::hadamard(k, k), i.vector("a"));
    read.iter().zip(i.vector("w")).map(|(x, w)| Rational::from(x / w)).sum()
}

/// Anything in the ranges, or decays for which the sum is exactly 1.
fn domain(d: usize) -> BoxedStrategy<Instance> {
    (vector_of(open(0, 1), d), gates(d, 0, 1), short_key(d), 0..4_u8)
        .prop_map(|(w, a, k, kind)| {
            let i = Instance::new().with("w", w).with("a", a).with("k", k);
            let share = share(&i);
            if kind > 0 || share.is_zero() {
                return i;
            }
            let w = vector::scale(&share, i.vector("w"));
            if w.iter().any(|w| *w >= 1) {
                let a = vector::scale(&share.recip(), i.vector("a"));
                return if a.iter().all(|a| *a <= 1) { i.with("a", a) } else { i };
            }
            i.with("w", w)
        })
        .boxed()
}

fn statement() -> Statement {
    let term = || entry("a", "i") * square(entry("k", "i"));
    let sum = |term: Expr| iterate("sum", 0, "i", 1, len("k"), p("sum") + term);
    let share = || sum(term() / entry("w", "i"));
    Statement {
        parameters: ["a", "k", "w"].map(|name| (name, Shape::Vector("d"))).to_vec(),
        hypotheses: vec![
            ("decays-positive", all_gt("w", 0)),
            ("decays-below-one", all_lt("w", 1)),
            ("rates-not-negative", all_ge("a", 0)),
            ("rates-to-one", all_le("a", 1)),
            ("short-key", le(dot("k", "k"), 1)),
        ],
        transition: vec![("T", diag("w") - outer(hadamard("a", "k"), "k"))],
        conclusion: vec![
            schur_stable("T"),
            spectrum_within("T", min("w") - sum(term()), max("w")),
            eigenvalues_at_most("T", "w"),
            interlaced("T", "w"),
            eigenvalue_signs("T", select(lt(1, share()), 1, 0), select(eq(share(), 1), 1, 0)),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let (a, k) = (i.vector("a"), i.vector("k"));
    let mut w = i.vector("w").to_vec();
    let step = RankOne::new(w.clone(), vector::hadamard(a, k), k.to_vec());
    w.sort();
    let read = vector::dot(&vector::hadamard(a, k), k);
    let (low, high) = (w.first().map(|w| Rational::from(w - &read)).unwrap_or_default(), w.last().cloned());
    let (high, d) = (high.unwrap_or_default(), step.dimension());
    let refuted =
        |conclusion: usize, expected: String, found: String| Outcome::Refuted { conclusion, expected, found };
    if !step.characteristic_polynomial().schur_stable() {
        return refuted(0, "moduli below 1".into(), "one that is not, by Schur and Cohn".into());
    }
    // The decays are ends of the intervals too, so none of the bounds is inside one.
    let located = step.locate(&[Rational::new(), low.clone()]);
    if located.real() < d {
        return not_real(1, located.real(), d);
    }
    for (j, (from, to)) in located.ascending().into_iter().enumerate() {
        let found = || format!("one in [{from}, {to}]");
        if from < low || to > high {
            return refuted(1, format!("all eigenvalues in [{low}, {high}]"), found());
        }
        if to > w[j] {
            return refuted(2, format!("eigenvalue {} at most {}", j + 1, w[j]), found());
        }
        if j > 0 && from < w[j - 1] {
            return refuted(3, format!("eigenvalue {} at least {}", j + 1, w[j - 1]), found());
        }
    }
    let (share, [negative, zero, _]) = (share(i), located.signs());
    if [negative, zero] != [usize::from(share > 1), usize::from(share == 1)] {
        let expected = format!("a negative eigenvalue above 1 and a zero one at 1 of the sum {share}");
        return refuted(4, expected, format!("{negative} negative, {zero} zero"));
    }
    let roots = || roots(located.clone());
    Outcome::Holds(vec![Evidence::Compute, roots(), roots(), roots(), roots()])
}

fn scalar(w: (i64, i64), a: i64, k: i64) -> (Instance, Evidence) {
    (Instance::new().with("w", [w]).with("a", [(a, 1)]).with("k", [(k, 1)]), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "rwkv7/frozen-modes-decay",
    title: "Every frozen RWKV-7 mode decays, and at most one is reflected",
    system: "rwkv7",
    source: "beyond the article: RWKV-7 with a decay of its own in each channel",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["rwkv7/real-spectrum"],
    formal: &[],
    text: include_str!("frozen_modes_decay.rs"),
    dimensions: (1, 16),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "decays-positive", fails: 0, witness: || scalar((-1, 2), 1, 1) },
        Sharp { drops: "decays-below-one", fails: 0, witness: || scalar((1, 1), 0, 1) },
        Sharp { drops: "rates-not-negative", fails: 0, witness: || scalar((9, 10), -1, 1) },
        Sharp {
            drops: "rates-not-negative",
            fails: 2,
            witness: || {
                let (i, _) = scalar((9, 10), -1, 1);
                (i, value(Rational::from((19, 10))))
            },
        },
        Sharp { drops: "rates-to-one", fails: 0, witness: || scalar((1, 2), 2, 1) },
        Sharp { drops: "short-key", fails: 0, witness: || scalar((1, 2), 1, 2) },
    ],
    traps: &[],
};
