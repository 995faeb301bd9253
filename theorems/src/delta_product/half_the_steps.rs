//! # A DeltaProduct step with one decay has at most half as many pairs as delta steps
//!
//! **Statement.** Let $\alpha \in \mathbb{Q}$, and for $j = 1, \dots, n$ let $\beta_j \in \mathbb{Q}$, $k_j \in \mathbb{Q}^d$. Then
//! $T = \alpha \prod_j (I - \beta_j k_j k_j^\top)$ has at most $\lfloor n/2 \rfloor$ pairs of non-real conjugate eigenvalues, with multiplicity. No
//! number is restricted.
//!
//! **Why.** $T$ is $\alpha$ times the identity on the $x$ with $k_j \cdot x = 0$ for all $j$, a space of dimension at least $d - n$. The other
//! eigenvalues are those of the map on the quotient, at most $n$ of them; non-real ones come in pairs.
//!
//! **What is checked.** The characteristic polynomial of the dense product has its pairs counted.
//!
//! **Sharpness.** Attained: $n$ reflections in $\lfloor n/2 \rfloor$ separate planes turn each of them (trap `one-pair-fewer`: $\beta = 2$, keys
//! $(1, 0)$ and $(3, 4)/5$). With all $\beta_j \lVert k_j \rVert^2 < 1$ two steps never have a pair (`products/two-delta-steps-never-rotate`), three
//! can (`products/three-delta-steps-can-rotate`), and two pairs need four. With a decay for each channel the bound is
//! false: two steps then reach all pairs (`delta-product/all-pairs-from-two-steps`).

use crate::support::any_key;
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Statement, Trap};
use exact::strategies::{closed, small_fraction};
use exact::{Matrix, Rational};
use proptest::prelude::*;

/// Words of any keys, or of pairs of reflections in separate planes.
fn domain(d: usize) -> BoxedStrategy<Instance> {
    let strength = prop_oneof![2 => closed(0, 2), 1 => Just(Rational::from(2)), 1 => closed(-1, 3)];
    let decay = prop_oneof![2 => closed(0, 1), 1 => Just(Rational::from(1)), 1 => small_fraction(3)];
    (1_usize..=7, decay)
        .prop_flat_map(move |(n, alpha)| {
            let keys = prop::collection::vec(any_key(d), n);
            let turns = prop::collection::vec(small_fraction(5), n);
            (Just(alpha), keys, prop::collection::vec(strength.clone(), n), turns, 0..3_u8)
        })
        .prop_map(move |(alpha, keys, beta, turns, kind)| {
            let n = keys.len();
            let plane = |j: usize, c: usize| {
                let key = exact::vector::unit_vector(&turns[j..=j]);
                if c / 2 == (j / 2) % d.div_ceil(2) { key[c % 2].clone() } else { Rational::new() }
            };
            let k = Matrix::from_fn(n, d, |j, c| if kind == 0 { plane(j, c) } else { keys[j][c].clone() });
            let beta = if kind == 0 { vec![Rational::from(2); n] } else { beta };
            Instance::new().with("alpha", alpha).with("beta", beta).with("k", k)
        })
        .boxed()
}

/// At most `⌊n/2⌋` pairs, less `fewer`: the largest whole number of which twice is at most `n`.
fn stated(fewer: i64) -> Statement {
    let key = || row("k", "t");
    let erase = eye(len(row("k", 1))) - entry("beta", "t") * outer(key(), key());
    let half: Expr =
        iterate("half", 0, "t", 1, height("k"), select(le(2 * p("t"), height("k")), "t", "half"));
    Statement {
        parameters: vec![
            ("alpha", Shape::Scalar),
            ("beta", Shape::Vector("n")),
            ("k", Shape::Matrix("n", "d")),
        ],
        hypotheses: vec![],
        transition: vec![("T", p("alpha") * crate::words::product_of(erase))],
        conclusion: vec![pairs_at_most("T", half - fewer)],
    }
}

fn check(i: &Instance) -> Outcome {
    let (k, beta) = (i.matrix("k"), i.vector("beta"));
    let product = (0..k.rows()).fold(Matrix::identity(k.cols()), |product, j| {
        let erase = &Matrix::identity(k.cols()) - &Matrix::outer(k.row(j), k.row(j)).scale(&beta[j]);
        &erase * &product
    });
    let pairs = spectrum::dense::pairs(&product.scale(i.scalar("alpha")).characteristic_polynomial());
    crate::support::at_most(pairs, &[k.rows() / 2])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "delta-product/half-the-steps",
    title: "A DeltaProduct step with one decay has at most half as many pairs as delta steps",
    system: "delta_product",
    source: "beyond the article: how many frequencies one step can have",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("half_the_steps.rs"),
    dimensions: (1, 9),
    domain,
    statement: || stated(0),
    check,
    sharpness: &[],
    traps: &[Trap {
        name: "one-pair-fewer",
        statement: || stated(1),
        fails: 0,
        witness: || {
            let i = Instance::new().with("alpha", (1, 1)).with("beta", [(2, 1), (2, 1)]);
            (i.with("k", [[(1, 1), (0, 1)], [(3, 5), (4, 5)]]), Evidence::Sturm)
        },
    }],
};
