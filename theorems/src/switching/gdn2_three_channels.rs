//! # In three channels the cyclic word is the fastest of GDN2
//!
//! **Statement.** For the tokens $t = 1, \dots, n$ let $k_t, b_t, \alpha_t \in \mathbb{Q}^3$ with $\lVert k_t \rVert \le 1$, $0 \le b_{t,i} \le 1$,
//! $|\alpha_{t,i}| \le 1$, $T_t = (I - k_t (b_t \odot k_t)^\top)\,\mathrm{Diag}(\alpha_t)$, and let $c$ be above the largest root $1.14589\dots$ of
//! $4x^6 - 4x^3 = x^2 + x^4$. It is conjectured that all eigenvalues of $T_n \cdots T_1$ have modulus below $c^n$: that the joint spectral
//! radius for $d = 3$ in the default range is this root.
//!
//! **Why.** No proof is known. Certified are the bounds: words with a rate as near to the root as one likes
//! (`switching/gdn2-cyclic-word`), and none above $2/\sqrt3 = 1.1547\dots$ (`switching/gdn2-threshold`). In the plane the same
//! statement is a theorem (`switching/gdn2-plane`); for $d = 6$ it is false, since five channels do better than six in a cycle.
//!
//! **What is checked.** Schur's criterion for the product over $c^n$. The search: random words, cyclic words and words near them, words of
//! switches 0 and 1, up to eight tokens. A counterexample would be reported as refuted, with its word.
//!
//! **Sharpness.** Every range is needed, and the root cannot be lowered: at $c = 1.1458$ the cyclic word exceeds it.

use crate::support::{rational, short_key};
use crate::switching::gdn2_words::cyclic_word;
use crate::words::{gdn2_product, gdn2_token, per_token, power, product_of};
use crate::words::{rows_from_zero, rows_within, short_keys, unstable};
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::strategies::{closed, open, vector_of};
use exact::{Matrix, Rational};
use proptest::prelude::*;

/// Above the root by less than 10^-6.
const RATE: (i64, i64) = (1_145_895, 1_000_000);

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let rate = prop_oneof![4 => Just(Rational::from(RATE)), 1 => open(RATE, (7, 6))];
    (1_usize..=8, rate)
        .prop_flat_map(move |(n, c)| {
            let keys = prop::collection::vec(short_key(d), n);
            let erase = prop::collection::vec(vector_of(closed(0, 1), d), n);
            let gates = prop::collection::vec(vector_of(closed(-1, 1), d), n);
            (Just(c), keys, erase, gates, 0..4_u8)
        })
        .prop_map(move |(c, keys, erase, gates, kind)| {
            let n = keys.len();
            let one = rational(1, 1);
            let best = cyclic_word(d, 1, &one, &Rational::new(), &one);
            // The cyclic word, its keys with other gates, or other keys with its gates; or all of them drawn.
            let table = |name: &str, drawn: &[Vec<Rational>], cyclic: bool| {
                Matrix::from_fn(n, d, |t, i| {
                    if cyclic { best.matrix(name)[(t % d, i)].clone() } else { drawn[t][i].clone() }
                })
            };
            let i = Instance::new().with("k", table("k", &keys, kind < 2));
            let i = i.with("b", table("b", &erase, kind == 0 || kind == 2));
            i.with("alpha", table("alpha", &gates, kind < 3)).with("c", c)
        })
        .boxed()
}

fn statement() -> Statement {
    let tokens = ["alpha", "b", "k"].map(|name| (name, Shape::Matrix("n", "d")));
    let sum = square("c") + square(square("c"));
    let cube = || p("c") * "c" * "c";
    let above = lt(sum, 4 * cube() * (cube() - 1));
    Statement {
        parameters: tokens.into_iter().chain([("c", Shape::Scalar)]).collect(),
        hypotheses: vec![
            ("three-channels", eq(len(row("k", 1)), 3)),
            ("short-keys", short_keys()),
            ("erase-gates-to-one", rows_from_zero("b", 1)),
            ("gates-to-one", rows_within("alpha", int(1))),
            ("rate-above-the-root", all_of(vec![lt(1, "c"), above])),
        ],
        transition: vec![("G", product_of(gdn2_token()) / per_token("c"))],
        conclusion: vec![schur_stable("G")],
    }
}

fn check(i: &Instance) -> Outcome {
    let growth = power(i.scalar("c"), i.matrix("k").rows());
    let scaled = gdn2_product(i).scale(&growth.recip());
    if scaled.characteristic_polynomial().schur_stable() {
        Outcome::Holds(vec![Evidence::Compute])
    } else {
        unstable(0)
    }
}

/// One token whose first channel has these numbers.
fn token(k: i64, b: i64, alpha: i64) -> (Instance, Evidence) {
    let i = Instance::new().with("k", [[(k, 1), (0, 1), (0, 1)]]).with("b", [[(b, 1), (0, 1), (0, 1)]]);
    (i.with("alpha", [[(alpha, 1), (1, 1), (1, 1)]]).with("c", RATE), Evidence::Compute)
}

fn cyclic(d: usize, c: (i64, i64)) -> (Instance, Evidence) {
    let one = rational(1, 1);
    (cyclic_word(d, 1, &one, &Rational::new(), &one).with("c", c), Evidence::Compute)
}

/// The conjecture.
pub static CLAIM: Claim = Claim {
    id: "switching/gdn2-three-channels",
    title: "In three channels the cyclic word is the fastest of GDN2",
    system: "gdn2",
    source: "beyond the article: stability when tokens alternate",
    level: Level::Exact,
    quantifier: Quantifier::Conjecture,
    uses: &["switching/gdn2-cyclic-word", "switching/gdn2-threshold"],
    formal: &[],
    text: include_str!("gdn2_three_channels.rs"),
    dimensions: (3, 3),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "three-channels", fails: 0, witness: || cyclic(4, RATE) },
        Sharp { drops: "short-keys", fails: 0, witness: || token(2, 1, 1) },
        Sharp { drops: "erase-gates-to-one", fails: 0, witness: || token(1, 3, 1) },
        Sharp { drops: "gates-to-one", fails: 0, witness: || token(1, 0, 2) },
        Sharp { drops: "rate-above-the-root", fails: 0, witness: || cyclic(3, (11_458, 10_000)) },
    ],
    traps: &[],
};
