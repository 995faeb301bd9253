//! # A product of two symmetric matrices has no more pairs than either has eigenvalues of one sign
//!
//! **Statement.** Let $n \ge 1$ and $X, Y \in \mathbb{Q}^{n \times n}$ be symmetric, of any rank. Then $XY$ has at most
//! $\min(n_+(X), n_-(X), n_+(Y), n_-(Y))$ pairs of non-real conjugate eigenvalues, counted with multiplicity, where $n_\pm$
//! are the numbers of positive and negative eigenvalues.
//!
//! **Why.** Let $N$ be the invariant subspace of the eigenvalues of $T = XY$ above the real axis. In it the form
//! $u X v^*$ is neutral: $T X = X T^\top$, and two eigenvalues above the axis never are conjugates of each other. The form is
//! nonnegative on a space $W$ of dimension $n - n_-(X)$. By Cauchy and Schwarz a vector of both is in the kernel of $X$, so
//! of $T$, where $N$ has none: $\dim N + \dim W \le n$. The other three bounds follow with $-X$ for $X$ and by transposition.
//!
//! **What is checked.** The exact characteristic polynomial of the product has its pairs counted, and elimination with
//! symmetric pivoting gives the signs of $X$ and $Y$. No pair is assumed.
//!
//! **Sharpness.** $X = \mathrm{Diag}(1, -1)$ and $Y$ the exchange of two coordinates: $XY$ is a quarter turn, one pair, and all
//! four numbers are 1. Without symmetry a quarter turn times the identity has a pair, and $n_-(I) = 0$.

use crate::support::at_most;
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::small_fraction;
use exact::{Matrix, Rational};
use proptest::prelude::*;

/// `Σ s v vᵀ` over at most `n` vectors, with mostly positive `s`: few negative eigenvalues, often a kernel.
fn symmetric(n: usize) -> BoxedStrategy<Matrix> {
    let sign = prop_oneof![2 => Just(1), 1 => Just(-1), 1 => Just(0)];
    (prop::collection::vec(sign, n), prop::collection::vec(small_fraction(3), n * n))
        .prop_map(move |(signs, entries)| {
            let vectors = Matrix::from_fn(n, n, |i, j| entries[i * n + j].clone());
            let signs: Vec<Rational> = signs.into_iter().map(Rational::from).collect();
            &(&vectors.transpose() * &Matrix::diagonal(&signs)) * &vectors
        })
        .boxed()
}

fn domain(n: usize) -> BoxedStrategy<Instance> {
    (symmetric(n), symmetric(n), any::<bool>())
        .prop_map(|(x, y, negate)| {
            let x = if negate { x.scale(&Rational::from(-1)) } else { x };
            Instance::new().with("X", x).with("Y", y)
        })
        .boxed()
}

/// At most as many pairs as there are eigenvalues of each sign, less `fewer`.
fn stated(fewer: Option<i64>) -> Statement {
    let bound = |count: Expr| {
        pairs_at_most(
            "T",
            match fewer {
                Some(fewer) => count - fewer,
                None => count,
            },
        )
    };
    Statement {
        parameters: vec![("X", Shape::Matrix("n", "n")), ("Y", Shape::Matrix("n", "n"))],
        hypotheses: vec![
            ("first-symmetric", eq("X", transpose("X"))),
            ("second-symmetric", eq("Y", transpose("Y"))),
        ],
        transition: vec![("T", p("X") * "Y")],
        conclusion: vec![
            bound(positive_eigenvalues("X")),
            bound(negative_eigenvalues("X")),
            bound(positive_eigenvalues("Y")),
            bound(negative_eigenvalues("Y")),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let (x, y) = (i.matrix("X"), i.matrix("Y"));
    let pairs = spectrum::dense::pairs(&(x * y).characteristic_polynomial());
    let (of_x, of_y) = (x.inertia(), y.inertia());
    at_most(pairs, &[of_x.positive, of_x.negative, of_y.positive, of_y.negative])
}

/// A quarter turn, and two matrices of which it is the product.
fn quarter_turn() -> [[(i64, i64); 2]; 2] {
    [[(0, 1), (1, 1)], [(-1, 1), (0, 1)]]
}
const IDENTITY: [[(i64, i64); 2]; 2] = [[(1, 1), (0, 1)], [(0, 1), (1, 1)]];

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "products/inertia-bound",
    title: "A product of two symmetric matrices has no more pairs than either has eigenvalues of one sign",
    system: "",
    source: "beyond the article: how many frequencies one step can have",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &["products_inertia_bound"],
    text: include_str!("inertia_bound.rs"),
    dimensions: (1, 8),
    domain,
    statement: || stated(None),
    check,
    sharpness: &[
        Sharp {
            drops: "first-symmetric",
            fails: 3,
            witness: || (Instance::new().with("X", quarter_turn()).with("Y", IDENTITY), Evidence::Sturm),
        },
        Sharp {
            drops: "second-symmetric",
            fails: 1,
            witness: || (Instance::new().with("X", IDENTITY).with("Y", quarter_turn()), Evidence::Sturm),
        },
    ],
    traps: &[Trap {
        name: "one-pair-fewer",
        statement: || stated(Some(1)),
        fails: 0,
        witness: || {
            let x = Instance::new().with("X", [[(1, 1), (0, 1)], [(0, 1), (-1, 1)]]);
            (x.with("Y", [[(0, 1), (1, 1)], [(1, 1), (0, 1)]]), Evidence::Sturm)
        },
    }],
};
