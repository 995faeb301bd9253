//! Any rational matrix, through its characteristic polynomial.

use crate::Located;
use crate::located::by_signs;
use exact::{IntPoly, Rational};

/// Locates all real roots of a polynomial that has only real roots, split at `points`.
///
/// `None` when it has non-real roots, or a multiple root that is irrational (which signs cannot certify).
pub fn locate_all_real(polynomial: &IntPoly, points: &[Rational]) -> Option<Located> {
    let located = locate(polynomial, points)?;
    (polynomial.degree() == Some(located.real())).then_some(located)
}

/// Locates all real roots of a polynomial, split at `points`: a multiple root must be rational.
///
/// `None` when a multiple root is irrational, or the polynomial is zero.
pub fn locate(polynomial: &IntPoly, points: &[Rational]) -> Option<Located> {
    polynomial.degree()?;
    let mut located = Located::default();
    let mut rest = polynomial.clone();
    let mut at: Vec<Rational> = points.to_vec();
    for (factor, multiplicity) in polynomial.square_free_factorization() {
        if multiplicity > 1 && factor.degree() == Some(1) {
            let root = -Rational::from((&factor.coefficients()[0], &factor.coefficients()[1]));
            while rest.divide_linear(&root) {
                located.add_exact(root.clone());
            }
        } else if multiplicity > 1 && factor.real_root_count() > 0 {
            return None;
        }
        for interval in factor.isolate_real_roots() {
            at.extend([interval.lo().clone(), interval.hi().clone()]);
        }
    }
    by_signs(&rest, at, &mut located);
    Some(located)
}

/// Number of non-real conjugate pairs, with multiplicity.
pub fn pairs(polynomial: &IntPoly) -> usize {
    polynomial.non_real_pairs()
}
