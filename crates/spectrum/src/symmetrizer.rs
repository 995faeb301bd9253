//! Real diagonalisability without square roots.
//!
//! If `M` is symmetric positive definite and `M T` is symmetric, then `T` is self-adjoint in the inner product
//! `⟨x, y⟩ = xᵀ M y`, hence has a basis of real eigenvectors. For KDA `M = D`, for GDN2 with `b > 0` `M = B D`,
//! for CKDA with `β‖k‖² < 1` `M = (I − β k kᵀ)⁻¹`: rational in each case, where the similarity itself needs
//! square roots.

use exact::Matrix;

/// Whether the diagonal `m` is positive and `Diag(m) T` is symmetric.
///
/// # Panics
/// Unless `t` is square of the size of `m`.
pub fn diagonal_symmetrizes(m: &[exact::Rational], t: &Matrix) -> bool {
    assert!(t.is_square() && t.rows() == m.len(), "a diagonal of {} for {} rows", m.len(), t.rows());
    let scaled = |i: usize, j: usize| exact::Rational::from(&m[i] * &t[(i, j)]);
    m.iter().all(|entry| *entry > 0) && (0..m.len()).all(|i| (0..i).all(|j| scaled(i, j) == scaled(j, i)))
}

/// Whether `m` is symmetric positive definite (by its leading minors) and `m t` is symmetric.
///
/// # Panics
/// Unless `t` and `m` are square of one size.
pub fn symmetrizes(m: &Matrix, t: &Matrix) -> bool {
    assert!(t.is_square() && m.is_square() && t.rows() == m.rows(), "matrices of one size");
    m.is_symmetric() && (m * t).is_symmetric() && m.leading_minors().iter().all(|minor| *minor > 0)
}
