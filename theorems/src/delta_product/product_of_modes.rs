//! # Gates and strengths fix the product of a DeltaProduct step's eigenvalues, whatever the keys
//!
//! **Statement.** Let $\alpha \in \mathbb{Q}^d$, and for $j = 1, \dots, n$ let $\beta_j \in \mathbb{Q}$, $k_j \in \mathbb{Q}^d$. Then
//! $T = \prod_j (I - \beta_j k_j k_j^\top)\,\mathrm{Diag}(\alpha)$ has $\det T = \prod_i \alpha_i \prod_j (1 - \beta_j \lVert k_j \rVert^2)$. For $d = 2$ and unit keys a pair
//! has the modulus $\lvert\lambda\rvert^2 = \alpha_1\alpha_2\prod_j(1 - \beta_j)$, which no key changes. With $\alpha_i > 0$ and $\beta_j\lVert k_j \rVert^2 < 1$ the product is
//! positive: negative eigenvalues are even in number, with multiplicity. They occur: `delta-product/every-angle`.
//!
//! **Why.** Determinants multiply, and $\det(I - \beta kk^\top) = 1 - \beta\lVert k \rVert^2$.
//!
//! **What is checked.** The characteristic polynomial at 0; also as an identity in all entries.
//!
//! **Sharpness.** There is no hypothesis. The product is all that is fixed: for one step the same gates and strength have other
//! eigenvalues with another unit key (trap).

use crate::support::any_key;
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Statement, Trap};
use exact::strategies::{closed, small_fraction, vector_of};
use exact::{Matrix, Rational, vector};
use proptest::prelude::*;

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let gates = prop_oneof![2 => vector_of(closed(0, 1), d), 1 => vector_of(small_fraction(3), d)];
    let strength = || prop_oneof![2 => closed(0, 2), 1 => small_fraction(3)];
    (1_usize..=4, gates)
        .prop_flat_map(move |(n, alpha)| {
            let strengths = prop::collection::vec(strength(), n);
            (Just(alpha), strengths, prop::collection::vec(any_key(d), n))
        })
        .prop_map(move |(alpha, beta, k)| {
            let k = Matrix::from_fn(k.len(), d, |j, c| k[j][c].clone());
            Instance::new().with("alpha", alpha).with("beta", beta).with("k", k)
        })
        .boxed()
}

fn stated(conclusion: Vec<Expr>) -> Statement {
    let key = || row("k", "t");
    let erase = eye(len(row("k", 1))) - entry("beta", "t") * outer(key(), key());
    Statement {
        parameters: vec![
            ("alpha", Shape::Vector("d")),
            ("beta", Shape::Vector("n")),
            ("k", Shape::Matrix("n", "d")),
        ],
        hypotheses: vec![],
        transition: vec![("T", crate::words::product_of(erase) * diag("alpha"))],
        conclusion,
    }
}

fn statement() -> Statement {
    let gates = iterate("x", 1, "i", 1, len("alpha"), -(p("x") * entry("alpha", "i")));
    let left = 1 - entry("beta", "t") * dot(row("k", "t"), row("k", "t"));
    let product = iterate("x", gates, "t", 1, height("k"), p("x") * left);
    stated(vec![eq(at(charpoly("T"), 0), product)])
}

/// The step as a product of dense factors.
fn step(i: &Instance) -> Matrix {
    let (k, beta) = (i.matrix("k"), i.vector("beta"));
    let product = (0..k.rows()).fold(Matrix::identity(k.cols()), |product, j| {
        let erase = &Matrix::identity(k.cols()) - &Matrix::outer(k.row(j), k.row(j)).scale(&beta[j]);
        &erase * &product
    });
    &product * &Matrix::diagonal(i.vector("alpha"))
}

fn check(i: &Instance) -> Outcome {
    let (k, beta) = (i.matrix("k"), i.vector("beta"));
    let left = (0..k.rows()).map(|j| 1 - vector::norm2(k.row(j)) * &beta[j]);
    let expected: Rational = left.chain(i.vector("alpha").iter().cloned()).product();
    let found = step(i).determinant();
    if found != expected {
        let (expected, found) = (format!("determinant {expected}"), format!("{found}"));
        return Outcome::Refuted { conclusion: 0, expected, found };
    }
    Outcome::Holds(vec![Evidence::Compute])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "delta-product/product-of-modes",
    title: "Gates and strengths fix the product of a DeltaProduct step's eigenvalues, whatever the keys",
    system: "delta_product",
    source: "beyond the article: how many frequencies one step can have",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("product_of_modes.rs"),
    dimensions: (1, 6),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[Trap {
        name: "gates-and-strengths-fix-the-spectrum",
        statement: || {
            // The polynomial that the first axis has as its key.
            let first = entries("i", len("alpha"), select(eq("i", 1), 1, 0));
            let other = (eye(len("alpha")) - entry("beta", 1) * outer(first.clone(), first)) * diag("alpha");
            let unit =
                ("one-unit-key", all_of(vec![eq(height("k"), 1), eq(dot(row("k", 1), row("k", 1)), 1)]));
            let mut statement = stated(vec![eq(charpoly("T"), charpoly(other))]);
            statement.hypotheses = vec![unit];
            statement
        },
        fails: 0,
        witness: || {
            let i = Instance::new().with("alpha", [(1, 2), (1, 3), (1, 4)]).with("beta", [(1, 2)]);
            (i.with("k", [[(0, 1), (1, 1), (0, 1)]]), Evidence::Compute)
        },
    }],
};
