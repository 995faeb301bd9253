//! Decides exactly whether a product of steps breaks a property, and says what shows it.

use crate::property::Property;
use crate::spectral;
use exact::{IntPoly, Matrix, Rational};
use serde_json::{Value as Json, json};
use std::cmp::Ordering;

/// What is wrong with a product, decided without rounding.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Broken {
    /// Line of the statement's conclusion that is false ([`crate::statement`]).
    pub(crate) line: usize,
    /// The number that the statement says something about, where it speaks of all numbers beyond a bound.
    pub(crate) scale: Option<Rational>,
    /// The vector that it is false for, where it speaks of all vectors.
    pub(crate) vector: Option<Vec<Rational>>,
    /// The evidence, as certificates have it; `None` where the vocabulary has none.
    pub(crate) evidence: Option<Json>,
    /// What is the case, in words.
    pub(crate) found: String,
    /// By about how much the bound is missed, where there is one: a hint that keeps simplification from the edge.
    pub(crate) excess: f64,
}

impl Broken {
    pub(crate) fn new(line: usize, evidence: Json, found: String) -> Self {
        Self { line, scale: None, vector: None, evidence: Some(evidence), found, excess: 0.0 }
    }

    pub(crate) fn beyond(line: usize, scale: Rational, found: String) -> Self {
        Self { scale: Some(scale), ..Self::new(line, json!({"kind": "compute"}), found) }
    }

    /// The same, false for a vector.
    pub(crate) fn of(self, vector: Vec<Rational>) -> Self {
        Self { vector: Some(vector), ..self }
    }

    pub(crate) fn by(self, excess: f64) -> Self {
        Self { excess, ..self }
    }
}

/// The first line of the conclusion is false, which the checker computes.
pub(crate) fn compute(found: String) -> Broken {
    Broken::new(0, json!({"kind": "compute"}), found)
}

/// Whether the steps (first step first) break the property: the product for most, any two for [`Property::Commutes`].
pub(crate) fn broken(property: &Property, steps: &[Matrix]) -> Option<Broken> {
    let (first, rest) = steps.split_first()?;
    if let Property::Commutes = property {
        let second = rest.first()?;
        return (first * second != second * first).then(|| compute("the two steps do not commute".into()));
    }
    let product = rest.iter().fold(first.clone(), |product, step| step * &product);
    of_product(property, &product)
}

fn of_product(property: &Property, product: &Matrix) -> Option<Broken> {
    let polynomial = || product.characteristic_polynomial();
    let sturm = || json!({"kind": "sturm"});
    match property {
        Property::PairsAtMost(most) => {
            let pairs = polynomial().non_real_pairs();
            (pairs > *most)
                .then(|| Broken::new(0, sturm(), format!("{pairs} pair(s) of non-real eigenvalues")))
        }
        Property::SpectralRadius { bound, strict: true } => {
            (!product.scale(&bound.clone().recip()).characteristic_polynomial().schur_stable())
                .then(|| compute(format!("an eigenvalue of modulus at least {bound}")))
        }
        Property::SpectralRadius { bound, strict: false } => {
            let radius = spectral::radius(product)?;
            // A simple number between the bound and the radius, as close to the radius as it is short.
            let largest = Rational::from_f64(radius)?;
            if largest <= *bound {
                return None;
            }
            let gap = Rational::from(&largest - bound);
            [2u32, 16, 1 << 20].into_iter().find_map(|part| {
                let low = &largest - Rational::from(&gap / part);
                let high = &largest - Rational::from(&gap / (1024 * part));
                let scale = crate::fraction::simplest(&low, &high);
                let stable = product.scale(&scale.clone().recip()).characteristic_polynomial().schur_stable();
                let found = format!("an eigenvalue of modulus at least {scale} (about {radius:.6})");
                (scale > *bound && !stable)
                    .then(|| Broken::beyond(0, scale, found).by(radius - bound.to_f64()))
            })
        }
        Property::NormSquared { bound, strict } => {
            let gram = &product.transpose() * product;
            let defect = &Matrix::identity(gram.rows()).scale(bound) - &gram;
            let inertia = defect.inertia();
            let beyond = inertia.negative > 0 || (*strict && inertia.zero > 0);
            beyond.then(|| {
                let norm = spectral::norm(product).unwrap_or(f64::NAN);
                compute(format!("a squared norm of about {:.6}, beyond {bound}", norm * norm))
                    .by(norm * norm - bound.to_f64())
            })
        }
        Property::SimilarToSymmetric => {
            let polynomial = polynomial();
            let pairs = polynomial.non_real_pairs();
            if pairs > 0 {
                return Some(Broken::new(0, sturm(), format!("{pairs} pair(s) of non-real eigenvalues")));
            }
            defective(product, &polynomial)
        }
        Property::PositiveSpectrum => {
            let polynomial = polynomial();
            let pairs = polynomial.non_real_pairs();
            if pairs > 0 {
                return Some(Broken::new(0, sturm(), format!("{pairs} pair(s) of non-real eigenvalues")));
            }
            let zero = Rational::new();
            if polynomial.sign_at(&zero) == Ordering::Equal {
                return Some(Broken::beyond(1, zero, "the eigenvalue 0".into()));
            }
            negative(product, &polynomial).map(|scale| {
                let found = format!(
                    "a negative eigenvalue: the determinant of the product minus {scale} I is not positive"
                );
                Broken::beyond(1, scale, found)
            })
        }
        Property::NoNegativeEigenvalue => negative(product, &polynomial()).map(|scale| {
            let found = format!(
                "a negative eigenvalue: the determinant of the product minus {scale} I is not positive"
            );
            Broken::beyond(0, scale, found)
        }),
        // Of two steps, not of their product.
        Property::Commutes => None,
        Property::Determinant(relation, bound) => {
            let determinant = product.determinant();
            (!relation.holds(&determinant, bound)).then(|| compute(format!("determinant {determinant}")))
        }
    }
}

/// An `s < 0` at which `det(P − s I) ≤ 0`, which only an eigenvalue below 0 makes possible: without one the determinant,
/// positive for `s` far to the left, keeps its sign up to 0. `None` when there is none, or when every negative eigenvalue
/// is irrational and of even multiplicity.
fn negative(product: &Matrix, polynomial: &IntPoly) -> Option<Rational> {
    let flip = if product.rows() % 2 == 1 { Ordering::Greater } else { Ordering::Less };
    // det(P − sI) = (−1)^n χ(s).
    let shows = |s: &Rational| {
        let sign = polynomial.sign_at(s);
        *s < 0 && (sign == flip || sign == Ordering::Equal)
    };
    spectral::around_negative_roots(polynomial).into_iter().find(shows)
}

/// A real eigenvalue with fewer independent eigenvectors than its multiplicity; all eigenvalues are real.
fn defective(product: &Matrix, polynomial: &IntPoly) -> Option<Broken> {
    let factors = polynomial.square_free_factorization();
    for (factor, multiplicity) in factors.iter().filter(|(_, multiplicity)| *multiplicity > 1) {
        if let [constant, slope] = factor.coefficients() {
            let root = -Rational::from((constant, slope));
            let shifted = product - &Matrix::identity(product.rows()).scale(&root);
            if product.rows() - shifted.rank() < *multiplicity {
                let evidence = json!({"kind": "defective", "eigenvalue": exact::text::format(&root)});
                return Some(Broken::new(0, evidence, format!("the eigenvalue {root} lacks eigenvectors")));
            }
        } else {
            // Diagonalisable exactly when the square-free part of χ annihilates the matrix.
            let part = polynomial.square_free_part();
            let horner = part.coefficients().iter().rev().fold(
                Matrix::zeros(product.rows(), product.rows()),
                |value, coefficient| {
                    let constant = Matrix::identity(product.rows()).scale(&Rational::from(coefficient));
                    &(&value * product) + &constant
                },
            );
            if !horner.is_zero() {
                let found = "an irrational eigenvalue lacks eigenvectors".to_owned();
                return Some(Broken { evidence: None, ..compute(found) });
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::Relation;

    fn matrix<const N: usize>(rows: [[i64; N]; N]) -> Matrix {
        Matrix::from_fn(N, N, |i, j| rows[i][j].into())
    }

    fn is_broken(property: &Property, matrix: &Matrix) -> bool {
        broken(property, std::slice::from_ref(matrix)).is_some()
    }

    fn radius(bound: (i64, i64), strict: bool) -> Property {
        Property::SpectralRadius { bound: bound.into(), strict }
    }

    /// The only eigenvalue of this matrix is 1, threefold and with one eigenvector; in doubles its eigenvalues are off by 1e-5.
    fn unipotent() -> Matrix {
        let change = matrix([[3, 1, 7], [2, 1, 5], [4, 1, 10]]);
        let block = matrix([[1, 1, 0], [0, 1, 1], [0, 0, 1]]);
        let inverse = change.inverse().unwrap();
        &(&change * &block) * &inverse
    }

    #[test]
    fn a_bound_that_is_attained_is_not_broken_however_doubles_see_it() {
        let t = unipotent();
        assert!(spectral::radius(&t).unwrap() > 1.0 + 1e-9, "doubles do see something");
        assert!(!is_broken(&radius((1, 1), false), &t));
        assert!(is_broken(&radius((1, 1), true), &t));
        assert!(is_broken(&radius((99, 100), false), &t));
        assert!(!is_broken(&Property::PairsAtMost(0), &t), "three equal real eigenvalues are no pair");
        let norm = |bound: i64, strict| Property::NormSquared { bound: bound.into(), strict };
        let reflection = matrix([[0, 2], [2, 0]]);
        assert!(!is_broken(&norm(4, false), &reflection) && is_broken(&norm(4, true), &reflection));
        assert!(is_broken(&norm(3, false), &reflection) && !is_broken(&norm(5, true), &reflection));
        let determinant = |relation| Property::Determinant(relation, Rational::from(-4));
        assert!(!is_broken(&determinant(Relation::AtMost), &reflection));
        assert!(is_broken(&determinant(Relation::Less), &reflection));
    }

    #[test]
    fn pairs_are_counted_with_multiplicity() {
        let turn = matrix([[0, -1, 0, 0], [1, 0, 0, 0], [0, 0, 0, -1], [0, 0, 1, 0]]);
        assert!(is_broken(&Property::PairsAtMost(1), &turn) && !is_broken(&Property::PairsAtMost(2), &turn));
    }

    #[test]
    fn equal_eigenvalues_break_nothing_unless_an_eigenvector_is_missing() {
        assert!(!is_broken(&Property::SimilarToSymmetric, &matrix([[2, 0], [0, 2]])));
        assert!(is_broken(&Property::SimilarToSymmetric, &matrix([[2, 1], [0, 2]])));
        assert!(is_broken(&Property::SimilarToSymmetric, &unipotent()));
        assert!(is_broken(&Property::SimilarToSymmetric, &matrix([[0, -1], [1, 0]])));
        // Twice the roots of z² − 2, once with all eigenvectors and once without.
        let root = matrix([[0, 2], [1, 0]]);
        let (identity, zero) = (Matrix::identity(2), Matrix::zeros(2, 2));
        let with = |corner: &Matrix| {
            Matrix::blocks(&[vec![root.clone(), corner.clone()], vec![zero.clone(), root.clone()]]).unwrap()
        };
        assert!(!is_broken(&Property::SimilarToSymmetric, &with(&zero)));
        let missing = broken(&Property::SimilarToSymmetric, &[with(&identity)]).unwrap();
        assert!(missing.evidence.is_none(), "an irrational eigenvalue has no evidence in the vocabulary");
    }

    #[test]
    fn zero_is_neither_positive_nor_negative() {
        let (none, positive) = (Property::NoNegativeEigenvalue, Property::PositiveSpectrum);
        let singular = matrix([[1, 1], [1, 1]]);
        assert!(!is_broken(&none, &singular) && is_broken(&positive, &singular));
        for negative in [matrix([[-3, 0], [0, -3]]), matrix([[1, 2], [2, 1]]), matrix([[-1, 5], [0, 2]])] {
            let found = broken(&none, std::slice::from_ref(&negative)).unwrap();
            let s = found.scale.unwrap();
            let shifted = &negative - &Matrix::identity(2).scale(&s);
            assert!(s < 0 && shifted.determinant() <= 0);
            assert!(is_broken(&positive, &negative));
        }
        // A small negative eigenvalue beside a large positive one; a pair is not a negative eigenvalue.
        let small =
            &matrix([[-1, 0], [0, 1_000_000]]).scale(&Rational::from((1, 1000))) * &Matrix::identity(2);
        assert!(is_broken(&none, &small));
        assert!(!is_broken(&none, &matrix([[-1, -1], [1, -1]])));
    }
}
