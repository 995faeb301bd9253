//! # A step that erases along several keys at once has at most one pair for each of them
//!
//! **Statement.** Let $r, d \ge 1$, $\alpha \in \mathbb{Q}^d$, $\beta \in \mathbb{Q}^r$ and $k_1, \dots, k_r \in \mathbb{Q}^d$. Then
//! $T = \bigl(I - \sum_j \beta_j k_j k_j^\top\bigr)\,\mathrm{Diag}(\alpha)$ has at most as many pairs of non-real conjugate
//! eigenvalues, counted with multiplicity, as there are $j$ with $\beta_j > 0$; and at most as many as there are gates
//! $\alpha_i < 0$, and as there are gates $\alpha_i > 0$. Nothing is restricted: keys may be parallel, gates zero.
//!
//! **Why.** $T$ is a product of two symmetric matrices. $I - \sum_j \beta_j k_j k_j^\top$ is positive on what is orthogonal to the
//! keys with $\beta_j > 0$, so it has at most that many negative eigenvalues; those of $\mathrm{Diag}(\alpha)$ are the gates. The
//! rest is `products/inertia-bound`.
//!
//! **What is checked.** The exact characteristic polynomial of the dense step has its pairs counted.
//!
//! **Sharpness.** All three numbers are attained together: two keys in separate planes, $k_1 = (3, 4, 0, 0)/5$,
//! $k_2 = (0, 0, 3, 4)/5$, $\beta = (2, 2)$, $\alpha = (1, -1, 1, -1)/2$, turn both planes. So the bound of one pair
//! (`ckda/at-most-one-pair`) is that of a single erase; trap `one-pair-as-for-one-key`. One erase after the other is another
//! step: there even positive gates can rotate (`products/real-steps-can-rotate`).

use crate::oscillator::{free_key, signed_gates};
use crate::support::at_most;
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Statement, Trap};
use exact::Matrix;
use exact::strategies::{closed, vector_of};
use proptest::prelude::*;

fn domain(d: usize) -> BoxedStrategy<Instance> {
    (1_usize..=3)
        .prop_flat_map(move |r| {
            let strength = prop_oneof![3 => closed(1, 3), 1 => closed(-2, 2)].boxed();
            (vector_of(strength, r), prop::collection::vec(free_key(d), r), signed_gates(d))
        })
        .prop_map(move |(beta, keys, alpha)| {
            let keys = Matrix::from_fn(keys.len(), d, |j, i| keys[j][i].clone());
            Instance::new().with("alpha", alpha).with("beta", beta).with("K", keys)
        })
        .boxed()
}

fn stated(conclusion: Vec<Expr>) -> Statement {
    let erased = transpose("K") * diag("beta") * "K";
    Statement {
        parameters: vec![
            ("alpha", Shape::Vector("d")),
            ("beta", Shape::Vector("r")),
            ("K", Shape::Matrix("r", "d")),
        ],
        hypotheses: vec![],
        transition: vec![("T", (eye(len("alpha")) - erased) * diag("alpha"))],
        conclusion,
    }
}

fn statement() -> Statement {
    stated(vec![
        pairs_at_most("T", positive_eigenvalues(diag("beta"))),
        pairs_at_most("T", negative_eigenvalues(diag("alpha"))),
        pairs_at_most("T", positive_eigenvalues(diag("alpha"))),
    ])
}

fn check(i: &Instance) -> Outcome {
    let (alpha, beta, keys) = (i.vector("alpha"), i.vector("beta"), i.matrix("K"));
    let erased = &(&keys.transpose() * &Matrix::diagonal(beta)) * keys;
    let step = &(&Matrix::identity(alpha.len()) - &erased) * &Matrix::diagonal(alpha);
    let pairs = spectrum::dense::pairs(&step.characteristic_polynomial());
    let erases = beta.iter().filter(|b| **b > 0).count();
    let (negative, positive) = (alpha.iter().filter(|a| **a < 0), alpha.iter().filter(|a| **a > 0));
    at_most(pairs, &[erases, negative.count(), positive.count()])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "products/simultaneous-erase",
    title: "A step that erases along several keys at once has at most one pair for each of them",
    system: "",
    source: "beyond the article: how many frequencies one step can have",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["products/inertia-bound"],
    formal: &["erase_rank_pairs"],
    text: include_str!("simultaneous_erase.rs"),
    dimensions: (1, 10),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[Trap {
        name: "one-pair-as-for-one-key",
        statement: || stated(vec![pairs_at_most("T", 1)]),
        fails: 0,
        witness: || {
            let gates = [(1, 2), (-1, 2), (1, 2), (-1, 2)];
            let i = Instance::new().with("alpha", gates).with("beta", [(2, 1), (2, 1)]);
            let keys = [[(3, 5), (4, 5), (0, 1), (0, 1)], [(0, 1), (0, 1), (3, 5), (4, 5)]];
            (i.with("K", keys), Evidence::Sturm)
        },
    }],
};
