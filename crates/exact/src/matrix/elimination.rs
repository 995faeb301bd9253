//! Fraction-free elimination (Bareiss): determinant, rank, inverse, linear systems, leading minors.
//!
//! Each row is first multiplied by the least common multiple of its denominators. Starting from this integer
//! matrix, the entries after $k$ steps are minors of order $k + 1$, so they stay integers and grow only as
//! fast as Hadamard's bound: every division below is exact.

use rug::{Integer, Rational};

use super::Matrix;
use super::integral::IntegerMatrix;

impl Matrix {
    /// The determinant; 1 for the 0 × 0 matrix.
    ///
    /// # Panics
    /// Unless the matrix is square.
    pub fn determinant(&self) -> Rational {
        self.assert_square("the determinant");
        let (mut integers, factors) = IntegerMatrix::by_rows(self);
        let echelon = integers.reduce_to_echelon_form();
        if echelon.rank < self.rows {
            return Rational::new();
        }
        Rational::from((echelon.signed_minor, factors.iter().product::<Integer>()))
    }

    /// The rank, of a matrix of any shape.
    pub fn rank(&self) -> usize {
        IntegerMatrix::by_rows(self).0.reduce_to_echelon_form().rank
    }

    /// The inverse, or `None` when the matrix is singular.
    ///
    /// # Panics
    /// Unless the matrix is square.
    pub fn inverse(&self) -> Option<Matrix> {
        self.assert_square("the inverse");
        self.solve_columns(&Matrix::identity(self.rows))
    }

    /// The unique solution $x$ of $Ax = b$ for a square matrix, or `None` when the matrix is singular.
    ///
    /// # Panics
    /// Unless the matrix is square and `b` has as many entries as the matrix has rows.
    pub fn solve(&self, b: &[Rational]) -> Option<Vec<Rational>> {
        self.assert_square("a linear system");
        assert_eq!(b.len(), self.rows, "a right-hand side of length {} for {} equations", b.len(), self.rows);
        self.solve_columns(&Matrix::column(b)).map(|solution| solution.entries)
    }

    /// The leading principal minors: the determinants of the upper left 1 × 1, 2 × 2, …, n × n blocks.
    ///
    /// # Panics
    /// Unless the matrix is square.
    pub fn leading_minors(&self) -> Vec<Rational> {
        self.assert_square("the leading minors");
        let (mut integers, factors) = IntegerMatrix::by_rows(self);
        let mut minors = Vec::with_capacity(self.rows);
        let mut previous = Integer::from(1);
        let mut denominator = Integer::from(1);
        for (k, factor) in factors.iter().enumerate() {
            // Without exchanges the pivots are the minors themselves, up to the factors of the rows.
            let pivot = integers.at(k, k).clone();
            denominator *= factor;
            minors.push(Rational::from((pivot.clone(), denominator.clone())));
            if pivot.is_zero() {
                break;
            }
            for i in k + 1..self.rows {
                integers.eliminate(i, k, k, &previous);
            }
            previous = pivot;
        }
        // Elimination without exchanges cannot pass a minor that is 0.
        for k in minors.len()..self.rows {
            let block = Matrix::from_fn(k + 1, k + 1, |i, j| self[(i, j)].clone());
            minors.push(block.determinant());
        }
        minors
    }

    /// The solution of $AX = B$ by fraction-free Gauss–Jordan elimination of $(A \mid B)$, which ends at
    /// $(\delta I \mid \delta X)$ with $\delta = \pm\det$ of the scaled matrix.
    fn solve_columns(&self, right: &Matrix) -> Option<Matrix> {
        let n = self.rows;
        let augmented = Matrix::from_fn(n, n + right.cols, |i, j| match j.checked_sub(n) {
            None => self[(i, j)].clone(),
            Some(j) => right[(i, j)].clone(),
        });
        let (mut integers, _) = IntegerMatrix::by_rows(&augmented);
        let mut previous = Integer::from(1);
        for k in 0..n {
            let pivot_row = (k..n).find(|&i| !integers.at(i, k).is_zero())?;
            integers.swap_rows(k, pivot_row);
            for i in (0..n).filter(|&i| i != k) {
                integers.eliminate(i, k, k, &previous);
            }
            previous.clone_from(integers.at(k, k));
        }
        Some(Matrix::from_fn(n, right.cols, |i, j| Rational::from((integers.at(i, n + j), &previous))))
    }
}

/// What elimination found.
struct Echelon {
    /// The number of pivots.
    rank: usize,
    /// The last pivot, with the sign of the row exchanges: the determinant when the matrix is square and
    /// regular.
    signed_minor: Integer,
}

impl IntegerMatrix {
    /// Reduces the matrix to row echelon form. After the pivots of columns $c_1 < \dots < c_r$, entry $(i,
    /// j)$ below them is the minor of the first $r$ rows and row $i$, columns $c_1, \dots, c_r, j$ (rows
    /// after exchanges).
    fn reduce_to_echelon_form(&mut self) -> Echelon {
        let mut rank = 0;
        let mut odd = false;
        let mut previous = Integer::from(1);
        for col in 0..self.cols {
            let Some(pivot_row) = (rank..self.rows).find(|&i| !self.at(i, col).is_zero()) else {
                continue;
            };
            if pivot_row != rank {
                self.swap_rows(rank, pivot_row);
                odd = !odd;
            }
            for i in rank + 1..self.rows {
                self.eliminate(i, rank, col, &previous);
            }
            previous.clone_from(self.at(rank, col));
            rank += 1;
            if rank == self.rows {
                break;
            }
        }
        Echelon { rank, signed_minor: if odd { -previous } else { previous } }
    }
}
