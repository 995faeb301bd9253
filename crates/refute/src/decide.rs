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
    /// The evidence, as certificates have it; `None` where the vocabulary has none.
    pub(crate) evidence: Option<Json>,
    /// What is the case, in words.
    pub(crate) found: String,
    /// By about how much the bound is missed, where there is one: a hint that keeps simplification from the edge.
    pub(crate) excess: f64,
}

impl Broken {
    fn new(line: usize, evidence: Json, found: String) -> Self {
        Self { line, scale: None, evidence: Some(evidence), found, excess: 0.0 }
    }

    fn beyond(line: usize, scale: Rational, found: String) -> Self {
        Self { line, scale: Some(scale), evidence: Some(json!({"kind": "compute"})), found, excess: 0.0 }
    }

    fn by(self, excess: f64) -> Self {
        Self { excess, ..self }
    }
}

fn compute(found: String) -> Broken {
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
                return Some(Broken { line: 0, scale: None, evidence: None, found, excess: 0.0 });
            }
        }
    }
    None
}
