//! What the theorems about words of tokens share: products of steps, how much they grow, and evidence for it.
//!
//! In a statement `P` is the product of the steps of all tokens, the first one on the right; token `t` has row `t` of the
//! matrices `k`, `b` and `alpha`.

use crate::sequence::{state_after, tokens};
use claim::expr::*;
use claim::{Evidence, Expr, Instance, Outcome};
use exact::{Matrix, Rational, vector};

/// The number of channels.
pub(crate) fn channels() -> Expr {
    len(row("k", 1))
}

/// The product of the steps `step`, in terms of the token `t`.
pub(crate) fn product_of(step: Expr) -> Expr {
    state_after(tokens(), eye(channels()), step * "S")
}

/// The step of a GDN2 token, `(I − k (b ⊙ k)ᵀ) Diag(α)`.
pub(crate) fn gdn2_token() -> Expr {
    (eye(channels()) - outer(row("k", "t"), hadamard(row("b", "t"), row("k", "t")))) * diag(row("alpha", "t"))
}

/// `base` to the number of tokens.
pub(crate) fn per_token(base: impl Into<Expr>) -> Expr {
    iterate("power", 1, "t", 1, tokens(), p("power") * base)
}

/// `‖P‖₂² ≤ square`.
pub(crate) fn norm_within(square: impl Into<Expr>) -> Expr {
    positive_semidefinite(square.into() * eye(channels()) - transpose("P") * "P")
}

/// Every token's row of `name` has entries whose squares are at most `square`.
pub(crate) fn rows_within(name: &'static str, square: impl Into<Expr>) -> Expr {
    all_le(entries("t", tokens(), max(hadamard(row(name, "t"), row(name, "t")))), square)
}

/// Every token's row of `name` has entries from 0 to `top`.
pub(crate) fn rows_from_zero(name: &'static str, top: impl Into<Expr>) -> Expr {
    let each = |extreme: Expr| entries("t", tokens(), extreme);
    all_of(vec![all_ge(each(min(row(name, "t"))), 0), all_le(each(max(row(name, "t"))), top)])
}

/// Every key has at most norm 1.
pub(crate) fn short_keys() -> Expr {
    all_le(entries("t", tokens(), dot(row("k", "t"), row("k", "t"))), 1)
}

/// The GDN2 step with key `k`, erase gates `b` and decay gates `alpha`.
pub(crate) fn gdn2_dense(k: &[Rational], b: &[Rational], alpha: &[Rational]) -> Matrix {
    let erase = &Matrix::identity(k.len()) - &Matrix::outer(k, &vector::hadamard(b, k));
    &erase * &Matrix::diagonal(alpha)
}

/// The product of the steps of a GDN2 word.
pub(crate) fn gdn2_product(i: &Instance) -> Matrix {
    let (k, b, alpha) = (i.matrix("k"), i.matrix("b"), i.matrix("alpha"));
    let identity = Matrix::identity(k.cols());
    (0..k.rows()).fold(identity, |p, t| &gdn2_dense(k.row(t), b.row(t), alpha.row(t)) * &p)
}

/// `base^n`.
pub(crate) fn power(base: &Rational, n: usize) -> Rational {
    (0..n).fold(Rational::from(1), |p, _| p * base)
}

/// Whether `‖product‖₂² ≤ square`.
pub(crate) fn is_within(square: &Rational, product: &Matrix) -> bool {
    let bound = Matrix::identity(product.cols()).scale(square);
    (&bound - &(&product.transpose() * product)).inertia().negative == 0
}

/// The outcome when `product` is larger than a line of the conclusion says.
pub(crate) fn too_large(conclusion: usize, square: &Rational) -> Outcome {
    Outcome::Refuted {
        conclusion,
        expected: format!("a squared norm of at most {square}"),
        found: "a direction that grows more".into(),
    }
}

/// The outcome when a product is not stable, as the theorem says it is.
pub(crate) fn unstable(conclusion: usize) -> Outcome {
    Outcome::Refuted {
        conclusion,
        expected: "all eigenvalues of modulus below 1".into(),
        found: "a larger one".into(),
    }
}

/// Evidence for a real eigenvalue beyond ±1, if one is found: a multiple irrational one may hide it.
pub(crate) fn beyond_unit(matrix: &Matrix) -> Option<Evidence> {
    let polynomial = matrix.characteristic_polynomial();
    let odd = matrix.rows() % 2 == 1;
    let (left, right) = (Rational::from(-1), Rational::from(1));
    let negative = |x: &Rational| polynomial.sign_at(x) == std::cmp::Ordering::Less;
    let positive = |x: &Rational| polynomial.sign_at(x) == std::cmp::Ordering::Greater;
    if negative(&right) {
        return Some(Evidence::SignAtUnit(1));
    }
    if if odd { positive(&left) } else { negative(&left) } {
        return Some(Evidence::SignAtUnit(-1));
    }
    let located = spectrum::dense::locate(&polynomial, &[left.clone(), right.clone()])?;
    // No interval holds 1 or −1, so an eigenvalue is beyond when its interval reaches beyond.
    let beyond = located.ascending().iter().any(|(from, to)| *from < left || *to > right);
    beyond.then(|| crate::support::roots(located))
}

/// The outcome when no eigenvalue is beyond ±1, as the theorem says there is.
pub(crate) fn not_beyond(conclusion: usize) -> Outcome {
    Outcome::Refuted {
        conclusion,
        expected: "a real eigenvalue of modulus above 1".into(),
        found: "none".into(),
    }
}
