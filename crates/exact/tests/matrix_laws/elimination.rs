use exact::{Matrix, Rational};
use quickcheck::{Arbitrary, Gen};

use crate::support::{Congruence, Operands, Square, below, check, integers, invertible, matrix, q};

/// The determinant by expansion along the first row.
fn expansion(a: &Matrix) -> Rational {
    let n = a.rows();
    if n == 0 {
        return q(1, 1);
    }
    (0..n).fold(q(0, 1), |sum, j| {
        let minor = Matrix::from_fn(n - 1, n - 1, |r, c| a[(r + 1, c + usize::from(c >= j))].clone());
        let term = expansion(&minor) * &a[(0, j)];
        if j % 2 == 0 { sum + term } else { sum - term }
    })
}

#[test]
fn determinant_is_the_expansion() {
    check(|Square(a): Square| a.determinant() == expansion(&a));
}

#[test]
fn determinant_is_multiplicative() {
    check(|Operands { a, b, .. }: Operands| (&a * &b).determinant() == a.determinant() * b.determinant());
}

#[test]
fn determinant_sees_the_sign_of_a_permutation() {
    let exchange = integers(&[&[0, 1, 0], &[1, 0, 0], &[0, 0, 1]]);
    let cycle = integers(&[&[0, 0, 1], &[1, 0, 0], &[0, 1, 0]]);
    assert_eq!(exchange.determinant(), -1);
    assert_eq!(cycle.determinant(), 1);
}

/// A matrix known to have rank `rank`: an invertible matrix times `rank` independent rows times an invertible
/// one.
#[derive(Clone, Debug)]
struct OfRank {
    a: Matrix,
    rank: usize,
}

impl Arbitrary for OfRank {
    fn arbitrary(g: &mut Gen) -> OfRank {
        let (rows, cols) = (below(g, 7), below(g, 7));
        let rank = below(g, rows.min(cols) + 1);
        let core = Matrix::from_fn(rows, cols, |i, j| q(i64::from(i == j && i < rank), 1));
        OfRank { a: &(&invertible(g, rows) * &core) * &invertible(g, cols), rank }
    }
}

#[test]
fn rank_is_found_for_every_shape() {
    check(|OfRank { a, rank }: OfRank| a.rank() == rank && a.transpose().rank() == rank);
}

#[test]
fn rank_passes_columns_without_a_pivot() {
    assert_eq!(integers(&[&[0, 0, 2], &[0, 0, 1], &[0, 3, 0]]).rank(), 2);
    assert_eq!(Matrix::zeros(3, 2).rank(), 0);
    assert_eq!(Matrix::zeros(0, 2).rank(), 0);
}

#[test]
fn an_outer_product_has_rank_one_unless_a_factor_is_zero() {
    check(|Operands { a, x, .. }: Operands| {
        let y = a.mul_vec(&x);
        let is_zero = x.iter().all(Rational::is_zero) || y.iter().all(Rational::is_zero);
        Matrix::outer(&y, &x).rank() == usize::from(!is_zero)
    });
}

#[test]
fn inverse_is_two_sided_and_exists_exactly_for_full_rank() {
    check(|Square(a): Square| match a.inverse() {
        Some(inverse) => {
            let one = Matrix::identity(a.rows());
            &a * &inverse == one && &inverse * &a == one && a.rank() == a.rows()
        }
        None => a.determinant().is_zero() && a.rank() < a.rows(),
    });
}

#[test]
fn solution_solves() {
    check(|Operands { a, x, .. }: Operands| match a.solve(&a.mul_vec(&x)) {
        Some(solution) => solution == x,
        None => a.rank() < a.rows(),
    });
}

#[test]
fn invertible_systems_are_solved_for_any_right_side() {
    check(|Congruence { s, a }: Congruence| {
        (0..a.rows()).all(|i| s.solve(a.row(i)).is_some_and(|solution| s.mul_vec(&solution) == a.row(i)))
    });
}

#[test]
fn leading_minors_are_determinants_of_leading_blocks() {
    check(|Square(a): Square| {
        let blocks = (1..=a.rows()).map(|k| Matrix::from_fn(k, k, |i, j| a[(i, j)].clone()));
        a.leading_minors() == blocks.map(|block| expansion(&block)).collect::<Vec<_>>()
    });
}

#[test]
fn leading_minors_go_on_after_a_zero() {
    assert_eq!(integers(&[&[0, 1, 0], &[1, 0, 0], &[0, 0, 5]]).leading_minors(), [0, -1, -5]);
}

#[test]
fn leading_minors_of_a_gram_matrix_of_a_basis_are_positive() {
    check(|Congruence { s, .. }: Congruence| {
        (&s.transpose() * &s).leading_minors().iter().all(Rational::is_positive)
    });
}

/// A matrix of every shape up to 5 × 5.
#[derive(Clone, Debug)]
struct AnyShape(Matrix);

impl Arbitrary for AnyShape {
    fn arbitrary(g: &mut Gen) -> AnyShape {
        let (rows, cols) = (below(g, 6), below(g, 6));
        AnyShape(matrix(g, rows, cols))
    }
}

#[test]
fn a_gram_matrix_keeps_the_rank() {
    check(|AnyShape(a): AnyShape| (&a.transpose() * &a).rank() == a.rank());
}

#[test]
#[should_panic(expected = "the determinant needs a square matrix, not 2 × 3")]
fn a_determinant_of_a_rectangle_panics() {
    let _ = Matrix::zeros(2, 3).determinant();
}
