//! # Words of KDA and CKDA tokens decay at the rate of the largest gate
//!
//! **Statement.** For the tokens $t = 1, \dots, n$ let $k_t, \alpha_t \in \mathbb{Q}^d$ and $\beta_t \in \mathbb{Q}$ with
//! $0 \le \beta_t \lVert k_t \rVert^2 \le 2$ and $|\alpha_{t,i}| \le r < 1$, $T_t = (I - \beta_t k_t k_t^\top)\,\mathrm{Diag}(\alpha_t)$, $P = T_n \cdots T_1$. Then
//! $\lVert P \rVert_2 \le r^n$, and all eigenvalues of $P$ have modulus below 1. So in these ranges no order of tokens grows, and with gates
//! bounded away from 1 every order decays at one rate: KDA and CKDA are uniformly exponentially stable.
//!
//! **Why.** $I - \beta kk^\top$ is symmetric with eigenvalues $1$ and $1 - \beta\lVert k \rVert^2 \in [-1, 1]$, so it expands no vector
//! (`delta-net/step-contracts`), and $\lVert \mathrm{Diag}(\alpha_t) \rVert_2 \le r$.
//!
//! **What is checked.** $r^{2n} I - P^\top P$ has no negative eigenvalue, by exact symmetric elimination, and $P$ passes Schur's
//! criterion. Strengths of exactly 0 and 2 and gates of exactly $\pm r$ are drawn.
//!
//! **Sharpness.** A non-real pair alone does not decay: with $\beta = 4$ there is one of modulus above 1
//! (`ckda/growing-pair`). With $r = 1$ the norms stay at most 1 but nothing need decay.

use crate::support::rational;
use crate::words::{channels, is_within, norm_within, per_token, power, product_of, rows_within, unstable};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::strategies::{closed, open, unit_key, vector_of};
use exact::{Matrix, Rational, vector};
use proptest::prelude::*;

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let rate = || prop_oneof![4 => open(0, 1), 1 => Just(rational(0, 1)), 1 => Just(rational(-1, 2))];
    (1_usize..=4, rate())
        .prop_flat_map(move |(n, r)| {
            let gates = prop::collection::vec(vector_of(closed(-1, 1), d), n);
            let keys = prop::collection::vec((unit_key(d), closed((1, 2), 2)), n);
            (Just(r), gates, keys, prop::collection::vec(closed(0, 2), n))
        })
        .prop_map(move |(r, gates, keys, strengths)| {
            let n = keys.len();
            let lengths = keys.iter().map(|(_, length)| Rational::from(length.square_ref()));
            let beta: Vec<Rational> = strengths.into_iter().zip(lengths).map(|(s, l)| s / l).collect();
            let i = Instance::new()
                .with("alpha", Matrix::from_fn(n, d, |t, c| Rational::from(&r * &gates[t][c])));
            let k = Matrix::from_fn(n, d, |t, c| Rational::from(&keys[t].1 * &keys[t].0[c]));
            i.with("k", k).with("beta", beta).with("r", r)
        })
        .boxed()
}

/// `β‖k‖²` of each token.
fn strengths() -> Expr {
    entries("t", height("k"), entry("beta", "t") * dot(row("k", "t"), row("k", "t")))
}

fn statement() -> Statement {
    let erase = eye(channels()) - entry("beta", "t") * outer(row("k", "t"), row("k", "t"));
    let tokens = || Shape::Matrix("n", "d");
    Statement {
        parameters: vec![
            ("alpha", tokens()),
            ("beta", Shape::Vector("n")),
            ("k", tokens()),
            ("r", Shape::Scalar),
        ],
        hypotheses: vec![
            ("strengths-to-two", all_of(vec![all_ge(strengths(), 0), all_le(strengths(), 2)])),
            ("gates-within-rate", rows_within("alpha", square("r"))),
            ("rate-below-one", lt(square("r"), 1)),
        ],
        transition: vec![("P", product_of(erase * diag(row("alpha", "t"))))],
        conclusion: vec![norm_within(per_token(square("r"))), schur_stable("P")],
    }
}

fn check(i: &Instance) -> Outcome {
    let (k, alpha, beta) = (i.matrix("k"), i.matrix("alpha"), i.vector("beta"));
    let product = (0..k.rows()).fold(Matrix::identity(k.cols()), |product, t| {
        // Channel by channel, as the recurrence is written: decay, read, erase.
        let columns: Vec<Vec<Rational>> = (0..product.cols())
            .map(|j| {
                let column: Vec<Rational> = (0..product.rows()).map(|c| product[(c, j)].clone()).collect();
                let decayed = vector::hadamard(alpha.row(t), &column);
                let erased = vector::dot(k.row(t), &decayed) * &beta[t];
                decayed.iter().zip(k.row(t)).map(|(s, k)| s - Rational::from(&erased * k)).collect()
            })
            .collect();
        Matrix::from_fn(product.rows(), product.cols(), |c, j| columns[j][c].clone())
    });
    let bound = power(&Rational::from(i.scalar("r").square_ref()), k.rows());
    if !is_within(&bound, &product) {
        return crate::words::too_large(0, &bound);
    }
    if !product.characteristic_polynomial().schur_stable() {
        return unstable(1);
    }
    Outcome::Holds(vec![Evidence::Compute; 2])
}

/// One token of one channel.
fn number(alpha: (i64, i64), beta: (i64, i64), r: (i64, i64)) -> (Instance, Evidence) {
    let i = Instance::new().with("alpha", [[alpha]]).with("beta", [beta]);
    (i.with("k", [[(1, 1)]]).with("r", r), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "ckda/steps-contract",
    title: "Words of KDA and CKDA tokens decay at the rate of the largest gate",
    system: "ckda",
    source: "Complex KDA: a pair implies oscillation, not stability; beyond the article: alternating tokens",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["delta-net/step-contracts"],
    formal: &[],
    text: include_str!("steps_contract.rs"),
    dimensions: (1, 6),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp {
            drops: "strengths-to-two",
            fails: 1,
            witness: || {
                let i = Instance::new().with("alpha", [[(9, 10), (-9, 10)]]).with("beta", [(4, 1)]);
                (i.with("k", [[(3, 5), (4, 5)]]).with("r", (9, 10)), Evidence::Compute)
            },
        },
        Sharp { drops: "strengths-to-two", fails: 0, witness: || number((1, 2), (-1, 1), (1, 2)) },
        Sharp { drops: "gates-within-rate", fails: 0, witness: || number((1, 1), (0, 1), (1, 2)) },
        Sharp { drops: "gates-within-rate", fails: 1, witness: || number((1, 1), (0, 1), (1, 2)) },
        Sharp { drops: "rate-below-one", fails: 1, witness: || number((1, 1), (0, 1), (1, 1)) },
    ],
    traps: &[],
};
