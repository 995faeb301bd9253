//! # KDA steps, and their products, are bounded by strengths and gates alone
//!
//! **Statement.** For the tokens $t = 1, \dots, n$ let $k_t, \alpha_t \in \mathbb{Q}^d$, $\beta_t \in \mathbb{Q}$ and
//! $T_t = (I - \beta_t k_t k_t^\top)\, \mathrm{Diag}(\alpha_t)$. Then
//! $\lVert T_t \rVert_2 \le c_t = \max(1, |1 - \beta_t \lVert k_t \rVert^2|) \cdot \max_i |\alpha_{t,i}|$ and
//! $\lVert T_n \cdots T_1 \rVert_2 \le c_1 \cdots c_n$. So with $0 \le \beta \lVert k \rVert^2 \le 2$ and gates in $[-1, 1]$ no order of tokens grows:
//! KDA and CKDA are stable under switching.
//!
//! **Why.** $\lVert I - \beta k k^\top \rVert_2 \le \max(1, |1 - \beta \lVert k \rVert^2|)$, the norm of a diagonal matrix is its largest entry, and norms
//! are submultiplicative.
//!
//! **What is checked.** $c^2 I - T^\top T$ has no negative eigenvalue, by exact symmetric elimination, for the first step and
//! for the product.
//!
//! **Sharpness.** No number is restricted. Across the key nothing is erased, so $|1 - \beta \lVert k \rVert^2|$ alone is no bound (trap
//! `strength-alone`: $\beta = 1$, $k = (1, 0)$). The bound is attained (trap `never-attained`: $\beta = 3$, $k = 1$,
//! $\alpha = 2$). For Gated DeltaNet-2 it is false: see `gdn2/step-norm`, `gdn2/switching-is-unstable`.

use crate::sequence::{Inputs, state_after, tokens};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Statement, Trap};
use exact::{Matrix, Rational, vector};
use proptest::prelude::*;

const INPUTS: Inputs = Inputs { keys: &["k", "alpha"], values: &[], numbers: &["beta"], states: &[] };

/// Any numbers, or keys and strengths of the models, with `β‖k‖²` in [0, 2].
fn domain(d: usize) -> BoxedStrategy<Instance> {
    let keys = prop::collection::vec(exact::strategies::unit_key(d), 4);
    let strengths = prop::collection::vec(exact::strategies::closed(0, 2), 4);
    (INPUTS.draw(d, 4), keys, strengths, any::<bool>())
        .prop_map(move |(i, keys, strengths, of_models)| {
            let n = i.matrix("k").rows();
            if !of_models {
                return i;
            }
            let k = Matrix::from_fn(n, d, |t, c| keys[t][c].clone());
            i.with("k", k).with("beta", strengths[..n].to_vec())
        })
        .boxed()
}

/// The square of `1 − β‖k‖²` at token `t`.
fn along() -> Expr {
    square(1 - entry("beta", "t") * dot(row("k", "t"), row("k", "t")))
}

/// The square of the norm of the gates at token `t`.
fn gates() -> Expr {
    max(hadamard(row("alpha", "t"), row("alpha", "t")))
}

/// `bound² I − TᵀT` for the product of the tokens from 1 to `last`.
fn slack(last: &Expr, bound: Expr) -> Expr {
    let d = || len(row("k", 1));
    let erase = eye(d()) - entry("beta", "t") * outer(row("k", "t"), row("k", "t"));
    let product = || state_after(last.clone(), eye(d()), erase.clone() * diag(row("alpha", "t")) * "S");
    iterate("bound", 1, "t", 1, last.clone(), p("bound") * bound) * eye(d())
        - transpose(product()) * product()
}

fn stated(conclusion: Vec<Expr>) -> Statement {
    Statement { parameters: INPUTS.parameters(), hypotheses: vec![], transition: vec![], conclusion }
}

fn bound() -> Expr {
    select(le(along(), 1), 1, along()) * gates()
}

fn statement() -> Statement {
    stated([int(1), tokens()].iter().map(|last| positive_semidefinite(slack(last, bound()))).collect())
}

fn check(i: &Instance) -> Outcome {
    let (k, alpha, d) = (i.matrix("k"), i.matrix("alpha"), i.matrix("k").cols());
    let (mut product, mut bound) = (Matrix::identity(d), Rational::from(1));
    let mut conclusion = 0;
    for t in 0..k.rows() {
        let erase = &Matrix::identity(d) - &Matrix::outer(k.row(t), k.row(t)).scale(&i.vector("beta")[t]);
        product = &(&erase * &Matrix::diagonal(alpha.row(t))) * &product;
        let along: Rational = 1 - &i.vector("beta")[t] * vector::norm2(k.row(t));
        let largest = alpha.row(t).iter().map(|a| Rational::from(a.square_ref())).max().unwrap_or_default();
        bound *= along.square().max(Rational::from(1)) * largest;
        let slack = &Matrix::identity(d).scale(&bound) - &(&product.transpose() * &product);
        let growing = slack.inertia().negative;
        if growing > 0 {
            return Outcome::Refuted {
                conclusion,
                expected: format!("a squared norm of at most {bound} after {} tokens", t + 1),
                found: format!("{growing} directions that grow more"),
            };
        }
        conclusion = 1;
    }
    Outcome::Holds(vec![Evidence::Compute; 2])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "kda/step-norm",
    title: "KDA steps, and their products, are bounded by strengths and gates alone",
    system: "kda",
    source: "beyond the article: stability when tokens alternate",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["delta-net/step-contracts"],
    formal: &[],
    text: include_str!("step_norm.rs"),
    dimensions: (1, 8),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[
        Trap {
            name: "strength-alone",
            statement: || stated(vec![positive_semidefinite(slack(&int(1), along() * gates()))]),
            fails: 0,
            witness: || {
                let i = Instance::new().with("k", [[(1, 1), (0, 1)]]).with("alpha", [[(1, 1), (1, 1)]]);
                (i.with("beta", [(1, 1)]), Evidence::Compute)
            },
        },
        Trap {
            name: "never-attained",
            statement: || stated(vec![full_column_rank(slack(&int(1), bound()))]),
            fails: 0,
            witness: || (INPUTS.ones().with("alpha", [[(2, 1)]]).with("beta", [(3, 1)]), Evidence::Compute),
        },
    ],
};
