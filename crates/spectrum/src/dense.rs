//! Any rational matrix, through its characteristic polynomial.

use crate::Located;
use crate::enclose::{self, Enclosed, Enclosure, Region};
use crate::located::by_signs;
use exact::poly::RootInterval;
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

/// Encloses the real roots of a polynomial, each to at most `width`, and counts the pairs that are not real.
///
/// Multiplicities, of irrational roots too, come from the square-free factorisation. There is no limit on how small
/// `width` may be. A root that is alone in its factor, or met while halving, is exact; other rational roots are
/// enclosed like the rest.
///
/// `None` when the polynomial is zero or `width` is not positive.
pub fn enclose(polynomial: &IntPoly, width: &Rational) -> Option<Enclosed> {
    let degree = polynomial.degree()?;
    if *width <= 0 {
        return None;
    }
    let factors = polynomial.square_free_factorization();
    let mut real = Vec::new();
    // The roots are isolated in one, so that the intervals of different factors are apart.
    for root in polynomial.isolate_real_roots() {
        // One factor has the root. It is simple there, and the others keep their signs.
        let found = factors.iter().find(|(factor, _)| match &root {
            RootInterval::Exact(root) => factor.sign_at(root).is_eq(),
            RootInterval::Open { lo, hi } => factor.sign_at(lo) != factor.sign_at(hi),
        });
        let (factor, multiplicity) = found?;
        let region = match (root, factor.coefficients()) {
            (RootInterval::Exact(root), _) => Region::Exact(root),
            (_, [constant, slope]) => Region::Exact(-Rational::from((constant, slope))),
            (RootInterval::Open { lo, hi }, _) => {
                enclose::bisect(lo, hi, width, |point| factor.sign_at(point))
            }
        };
        real.push(Enclosure { multiplicity: u32::try_from(*multiplicity).ok()?, region });
    }
    let count: usize = real.iter().map(|enclosure| enclosure.multiplicity as usize).sum();
    Some(Enclosed { real, pairs: (degree - count) / 2 })
}
