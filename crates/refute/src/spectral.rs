//! Eigenvalues in double precision, as a hint, and exact points around real ones.

use exact::{IntPoly, Matrix, Rational};
use nalgebra::DMatrix;
use num_complex::Complex64;

/// All eigenvalues; `None` when an entry is not finite or the iteration gives out.
pub(crate) fn eigenvalues(matrix: &DMatrix<f64>) -> Option<Vec<Complex64>> {
    if matrix.iter().any(|x| !x.is_finite() || x.abs() > 1e100) {
        return None;
    }
    if matrix.nrows() == 1 {
        return Some(vec![Complex64::new(matrix[(0, 0)], 0.0)]);
    }
    if matrix.nrows() == 2 {
        let centre = (matrix[(0, 0)] + matrix[(1, 1)]) / 2.0;
        let half = (matrix[(0, 0)] - matrix[(1, 1)]) / 2.0;
        let square = half * half + matrix[(0, 1)] * matrix[(1, 0)];
        let root = Complex64::new(square, 0.0).sqrt();
        return Some(vec![centre + root, centre - root]);
    }
    let schur = nalgebra::linalg::Schur::try_new(matrix.clone(), f64::EPSILON, 10_000)?;
    Some(schur.complex_eigenvalues().iter().copied().collect())
}

fn doubles(matrix: &Matrix) -> DMatrix<f64> {
    DMatrix::from_fn(matrix.rows(), matrix.cols(), |i, j| matrix.get(i, j).to_f64())
}

/// The largest modulus of an eigenvalue, about.
pub(crate) fn radius(matrix: &Matrix) -> Option<f64> {
    let all = eigenvalues(&doubles(matrix))?;
    all.iter().map(|z| z.norm()).reduce(f64::max).filter(|radius| radius.is_finite())
}

/// The largest singular value, about.
pub(crate) fn norm(matrix: &Matrix) -> Option<f64> {
    largest_singular(&doubles(matrix))
}

/// The largest singular value, about.
pub(crate) fn largest_singular(matrix: &DMatrix<f64>) -> Option<f64> {
    if matrix.iter().any(|x| !x.is_finite()) {
        return None;
    }
    let gram = matrix.transpose() * matrix;
    let largest = gram.symmetric_eigenvalues().iter().copied().reduce(f64::max)?;
    Some(largest.max(0.0).sqrt())
}

/// Rationals at the distinct negative roots, or close to and on both sides of them, the simple ones first.
pub(crate) fn around_negative_roots(polynomial: &IntPoly) -> Vec<Rational> {
    const HALVINGS: usize = 256;
    let mut points = Vec::new();
    for mut root in polynomial.isolate_real_roots() {
        for _ in 0..HALVINGS {
            if *root.lo() >= 0 || *root.hi() < 0 {
                break;
            }
            let width = Rational::from(root.hi() - root.lo()) / 2u32;
            root = polynomial.refine(&root, &width);
        }
        points.extend([root.lo().clone(), root.hi().clone()].into_iter().filter(|point| *point < 0));
    }
    // Where a multiple root is rational, it is told by itself: signs do not show one of even multiplicity.
    for (factor, _) in
        polynomial.square_free_factorization().into_iter().filter(|(_, multiplicity)| *multiplicity > 1)
    {
        if let [constant, slope] = factor.coefficients() {
            points.extend(Some(-Rational::from((constant, slope))).filter(|root| *root < 0));
        }
    }
    points.sort();
    points.dedup();
    let between: Vec<_> =
        points.windows(2).map(|pair| crate::fraction::simplest(&pair[0], &pair[1])).collect();
    points.extend(between);
    points.sort_by_key(crate::fraction::bits);
    points
}
