//! # The pairs of a Gated DeltaNet-2 step are bounded by the signs of its gates
//!
//! **Statement.** Let $d \ge 1$ and $\alpha, b, k \in \mathbb{Q}^d$, without any condition. Let $n_\pm(b)$ be the numbers of positive and
//! negative $b_i$ among the channels with $b_i k_i \ne 0$, and $n_\pm(b\alpha)$ those of $b_i \alpha_i$, and $r = \sum_i b_i k_i^2$. Then
//! $T = (I - k (b \odot k)^\top)\,\mathrm{Diag}(\alpha)$ has at most
//! $$\min\bigl(n_-(b) + \mathbf{1}(r > 1),\; n_+(b) - \mathbf{1}(r \ge 1),\; n_-(b\alpha),\; n_+(b\alpha)\bigr)$$
//! pairs of non-real conjugate eigenvalues, counted with multiplicity. For $b \ge 0$ that is at most one, and none unless $r > 1$ and
//! $\alpha$ has both signs where $b_i k_i \ne 0$; $b_i = \beta$ is CKDA.
//!
//! **Why.** A channel with $b_i k_i = 0$ splits off with the eigenvalue $\alpha_i$. On the others $T = (B^{-1} - k k^\top)(B\,\mathrm{Diag}(\alpha))$ is a
//! product of two symmetric matrices, so `products/inertia-bound` applies. Haynsworth's additivity of inertia for
//! $\begin{pmatrix} B^{-1} & k \\ k^\top & 1 \end{pmatrix}$, taken from both corners, gives
//! $\mathrm{In}(B^{-1} - kk^\top) + (1, 0, 0) = \mathrm{In}(B) + \mathrm{In}(1 - r)$: so its negative eigenvalues are $n_-(b) + \mathbf{1}(r > 1)$, its
//! positive ones $n_+(b) - 1 + \mathbf{1}(r < 1)$.
//!
//! **What is checked.** The pairs of the dense step are counted.
//!
//! **Sharpness.** All four numbers are 1 and attained for $\alpha = (1, -1)/2$, $b = (2, 2)$, $k = (3, 4)/5$ (trap). Two erase gates
//! of the other sign give two pairs although $r < 1$ (trap `one-pair`), so $\mathbf{1}(r > 1)$ alone is no bound. It is $\mathbf{1}(r \ge 1)$ and not
//! $\mathbf{1}(r > 0)$ that is taken from $n_+(b)$ (trap). Counting the gates of all
//! channels is a weaker bound, and counting $n_-(b)$ without the erase a false one (trap).

use crate::oscillator::{free_key, signed_gates};
use crate::support::{at_most, gdn2_formula, gdn2_step};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Statement, Trap};
use exact::strategies::{closed, gates, open, vector_of};
use exact::{Rational, vector};
use proptest::prelude::*;

/// Erase gates of one sign with zeros, or of both signs; often with `r` exactly 1.
fn domain(d: usize) -> BoxedStrategy<Instance> {
    let erase = prop_oneof![
        2 => gates(d, 0, 2),
        2 => vector_of(closed(-2, 3), d),
        1 => signed_gates(d),
    ];
    // Decays of one sign oscillate where the erase gates have both.
    let decays = prop_oneof![2 => signed_gates(d), 1 => gates(d, 0, 1)];
    // A pair in two channels that are erased by w₁ in (0, 1) and −w₂ < 0, w₂ < w₁: the decays make the diagonal equal.
    let pair = (open(0, 1), open(0, 1));
    (decays, erase, free_key(d), 0..6, pair)
        .prop_map(|(mut alpha, mut b, mut k, unit, (first, share))| {
            if unit == 5 && k.len() > 1 {
                let second = Rational::from(-&first) * share;
                (k[0], k[1]) = (Rational::from(1), Rational::from(1));
                (alpha[0], alpha[1]) = (1 - second.clone(), 1 - first.clone());
                (b[0], b[1]) = (first, second);
                k[2..].fill(Rational::new());
            }
            let r = vector::dot(&vector::hadamard(&b, &k), &k);
            let b = if unit == 0 && r != 0 { vector::scale(&r.recip(), &b) } else { b };
            Instance::new().with("alpha", alpha).with("b", b).with("k", k)
        })
        .boxed()
}

/// `b_i k_i²`, and times `α_i`: the signs of the channels that are erased from.
fn weights() -> Expr {
    hadamard("b", hadamard("k", "k"))
}

fn bounds() -> Vec<Expr> {
    let r = || dot("b", hadamard("k", "k"));
    let signed = || diag(hadamard(weights(), "alpha"));
    vec![
        negative_eigenvalues(diag(weights())) + select(lt(1, r()), 1, 0),
        positive_eigenvalues(diag(weights())) - select(le(1, r()), 1, 0),
        negative_eigenvalues(signed()),
        positive_eigenvalues(signed()),
    ]
}

fn stated(bounds: Vec<Expr>) -> Statement {
    Statement {
        parameters: ["alpha", "b", "k"].map(|name| (name, Shape::Vector("d"))).to_vec(),
        hypotheses: vec![],
        transition: vec![("T", gdn2_formula("k", "b", "alpha"))],
        conclusion: bounds.into_iter().map(|bound| pairs_at_most("T", bound)).collect(),
    }
}

fn check(i: &Instance) -> Outcome {
    let (alpha, b, k) = (i.vector("alpha"), i.vector("b"), i.vector("k"));
    let pairs = spectrum::dense::pairs(&gdn2_step(k, b, alpha).matrix().characteristic_polynomial());
    let r = vector::dot(&vector::hadamard(b, k), k);
    let erased: Vec<usize> = (0..k.len()).filter(|i| b[*i] != 0 && k[*i] != 0).collect();
    let count = |sign: &dyn Fn(usize) -> bool| erased.iter().filter(|i| sign(**i)).count();
    let product = |i: usize| Rational::from(&b[i] * &alpha[i]);
    let bounds = [
        count(&|i| b[i] < 0) + usize::from(r > 1),
        count(&|i| b[i] > 0) - usize::from(r >= 1),
        count(&|i| product(i) < 0),
        count(&|i| product(i) > 0),
    ];
    at_most(pairs, &bounds)
}

fn attained() -> (Instance, Evidence) {
    let i = Instance::new().with("alpha", [(1, 2), (-1, 2)]).with("b", [(2, 1), (2, 1)]);
    (i.with("k", [(3, 5), (4, 5)]), Evidence::Sturm)
}

/// Two pairs: erase gates of both signs in front of decays between 0 and 1.
fn two_pairs() -> (Instance, Evidence) {
    let i = Instance::new().with("alpha", [(9, 10), (4, 5), (2, 5), (1, 2)]);
    let i = i.with("b", [(9, 10), (-9, 10), (-3, 5), (3, 10)]);
    (i.with("k", [(1, 2), (-1, 2), (-1, 2), (-1, 2)]), Evidence::Sturm)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "gdn2/pair-bounds",
    title: "The pairs of a Gated DeltaNet-2 step are bounded by the signs of its gates",
    system: "gdn2",
    source: "beyond the article: how many frequencies one step can have",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["products/inertia-bound"],
    formal: &[],
    text: include_str!("pair_bounds.rs"),
    dimensions: (1, 8),
    domain,
    statement: || stated(bounds()),
    check,
    sharpness: &[],
    traps: &[
        Trap {
            name: "one-pair-fewer",
            statement: || stated(bounds().into_iter().map(|bound| bound - 1).collect()),
            fails: 0,
            witness: attained,
        },
        Trap {
            name: "one-pair-fewer-than-positive-erase-gates",
            statement: || stated(bounds().into_iter().map(|bound| bound - 1).collect()),
            fails: 1,
            witness: attained,
        },
        Trap {
            name: "erase-does-not-count",
            statement: || stated(vec![negative_eigenvalues(diag(weights()))]),
            fails: 0,
            witness: attained,
        },
        Trap {
            name: "any-positive-norm-takes-one",
            statement: || {
                let r = dot("b", hadamard("k", "k"));
                stated(vec![positive_eigenvalues(diag(weights())) - select(lt(0, r), 1, 0)])
            },
            fails: 0,
            witness: || {
                let i = Instance::new().with("alpha", [(1, 1), (1, 2)]).with("b", [(1, 1), (-2, 1)]);
                (i.with("k", [(1, 1), (1, 2)]), Evidence::Sturm)
            },
        },
        Trap { name: "one-pair", statement: || stated(vec![int(1)]), fails: 0, witness: two_pairs },
    ],
};
