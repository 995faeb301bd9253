//! # Gates below a threshold make every order of GDN2 tokens decay
//!
//! **Statement.** Let $g, r \in \mathbb{Q}$ with $4r^2 < 4 - g$, and for the tokens $t = 1, \dots, n$ let $k_t, b_t, \alpha_t \in \mathbb{Q}^d$ with
//! $\lVert k_t \rVert \le 1$, $0 \le b_{t,i} \le g$, $|\alpha_{t,i}| \le r$, $T_t = (I - k_t (b_t \odot k_t)^\top)\,\mathrm{Diag}(\alpha_t)$ and $P = T_n \cdots T_1$. Then
//! $$\lVert P \rVert_2^2 \le \Bigl(\frac{4 r^2}{4 - g}\Bigr)^n,$$
//! and all eigenvalues of $P$ have modulus below 1. So GDN2 is uniformly exponentially stable when its decay gates are at most some
//! $r < \sqrt{4 - g}/2$: $\sqrt3/2 \approx 0.866$ in the default range $g = 1$, $1/\sqrt2 \approx 0.707$ in the extended one, $g = 2$.
//!
//! **Why.** With $\lVert k \rVert = 1$, $\tau = \sum b_i k_i^2$ and $u = \sum b_i^2 k_i^2 \le g\tau$ the squared singular values of $E = I - k(b \odot k)^\top$ on
//! the plane of $k$ and $b \odot k$ have the sum $2 - 2\tau + u$ and the product $(1 - \tau)^2$. At $u = g\tau$ the larger one is $4/(4 - g)$ for
//! $\tau = g/(4 - g)$, and at most that for every $\tau \in [0, g]$. A shorter key is a unit key with smaller gates, and norms are
//! submultiplicative.
//!
//! **What is checked.** $(4r^2/(4 - g))^n I - P^\top P$ has no negative eigenvalue, by exact symmetric elimination, and $P$ passes Schur's
//! criterion; $g$ from 0 to almost 4.
//!
//! **Sharpness.** The threshold is exact over all $d$, for $g = 1$ and $g = 2$: words beyond it grow (`switching/gdn2-words`), one of 14
//! channels already at $r = 0.8661$ (witness). At the threshold itself $g = 3$, $r = 1/2$, $b = 3$, $k = 1$ gives the eigenvalue $-1$. For
//! fixed $d$ more is possible: in the plane gates up to $2/\sqrt5 \approx 0.894$ (`switching/gdn2-plane`).

use crate::support::rational;
use crate::switching::gdn2_words::cyclic_word;
use crate::words::{gdn2_product, gdn2_token, is_within, norm_within, per_token, power, product_of};
use crate::words::{rows_from_zero, rows_within, short_keys, too_large, unstable};
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::strategies::{closed, open, vector_of};
use exact::{Matrix, Rational};
use proptest::prelude::*;

/// With `g = 4 (1 − q²)` the threshold is `q`, and `r = q x` for `x` below 1. A fifth of the words grow most: one group of
/// channels is erased in full, along their own direction against the others.
fn domain(d: usize) -> BoxedStrategy<Instance> {
    let root = prop_oneof![4 => open(0, 1), 1 => Just(rational(1, 1)), 1 => Just(rational(1, 2))];
    let below = prop_oneof![3 => open(0, 1), 1 => Just(rational(0, 1)), 1 => Just(rational(999, 1000))];
    (root, below, 1_usize..=4)
        .prop_flat_map(move |(q, x, n)| {
            let keys = prop::collection::vec(crate::support::short_key(d), n);
            let erase = prop::collection::vec(vector_of(closed(0, 1), d), n);
            let gates = prop::collection::vec(vector_of(closed(-1, 1), d), n);
            (Just((q, x)), keys, erase, gates, 0..5_u8)
        })
        .prop_map(move |((q, x), keys, erase, gates, kind)| {
            let g: Rational = 4 - 4 * Rational::from(q.square_ref());
            let r = q * x;
            let i = if kind == 0 && d >= 2 {
                cyclic_word(d, 1, &g, &Rational::new(), &r)
            } else {
                let table = |scale: &Rational, rows: &[Vec<Rational>]| {
                    Matrix::from_fn(rows.len(), d, |t, c| Rational::from(scale * &rows[t][c]))
                };
                let i = Instance::new().with("k", table(&rational(1, 1), &keys));
                i.with("b", table(&g, &erase)).with("alpha", table(&r, &gates))
            };
            i.with("g", g).with("r", r)
        })
        .boxed()
}

fn statement() -> Statement {
    let tokens = ["alpha", "b", "k"].map(|name| (name, Shape::Matrix("n", "d")));
    Statement {
        parameters: tokens.into_iter().chain([("g", Shape::Scalar), ("r", Shape::Scalar)]).collect(),
        hypotheses: vec![
            ("short-keys", short_keys()),
            ("erase-gates-in-range", rows_from_zero("b", "g")),
            ("gates-within-rate", rows_within("alpha", square("r"))),
            ("rate-below-threshold", lt(4 * square("r"), 4 - p("g"))),
        ],
        transition: vec![("P", product_of(gdn2_token()))],
        conclusion: vec![norm_within(per_token(4 * square("r") / (4 - p("g")))), schur_stable("P")],
    }
}

fn check(i: &Instance) -> Outcome {
    let product = gdn2_product(i);
    let top: Rational = 4 - i.scalar("g").clone();
    let base: Rational = 4 * Rational::from(i.scalar("r").square_ref()) / top;
    let bound = power(&base, i.matrix("k").rows());
    if !is_within(&bound, &product) {
        return too_large(0, &bound);
    }
    if !product.characteristic_polynomial().schur_stable() {
        return unstable(1);
    }
    Outcome::Holds(vec![Evidence::Compute; 2])
}

/// One token of one channel.
fn number(
    k: (i64, i64),
    b: (i64, i64),
    alpha: (i64, i64),
    g: (i64, i64),
    r: (i64, i64),
) -> (Instance, Evidence) {
    let i = Instance::new().with("k", [[k]]).with("b", [[b]]).with("alpha", [[alpha]]);
    (i.with("g", g).with("r", r), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "switching/gdn2-threshold",
    title: "Gates below a threshold make every order of GDN2 tokens decay",
    system: "gdn2",
    source: "beyond the article: stability when tokens alternate",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["gdn2/step-norm"],
    formal: &[],
    text: include_str!("gdn2_threshold.rs"),
    dimensions: (1, 6),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "short-keys", fails: 0, witness: || number((2, 1), (1, 1), (1, 2), (1, 1), (1, 2)) },
        Sharp { drops: "short-keys", fails: 1, witness: || number((2, 1), (1, 1), (1, 2), (1, 1), (1, 2)) },
        Sharp {
            drops: "erase-gates-in-range",
            fails: 1,
            witness: || number((1, 1), (3, 1), (1, 2), (1, 1), (1, 2)),
        },
        Sharp {
            drops: "erase-gates-in-range",
            fails: 1,
            witness: || number((1, 1), (-1, 1), (1, 2), (1, 1), (1, 2)),
        },
        Sharp {
            drops: "gates-within-rate",
            fails: 0,
            witness: || number((1, 1), (0, 1), (1, 1), (1, 1), (1, 2)),
        },
        Sharp {
            drops: "rate-below-threshold",
            fails: 1,
            witness: || number((1, 1), (3, 1), (1, 2), (3, 1), (1, 2)),
        },
        Sharp {
            drops: "rate-below-threshold",
            fails: 1,
            witness: || {
                let (one, r) = (rational(1, 1), rational(8661, 10000));
                let i = cyclic_word(14, 3, &one, &Rational::new(), &r).with("g", one).with("r", r);
                (i, Evidence::Compute)
            },
        },
    ],
    traps: &[],
};
