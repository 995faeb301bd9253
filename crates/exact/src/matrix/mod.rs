//! Dense matrices over the rationals.
//!
//! | module | what it holds |
//! |---|---|
//! | `ring` | sums, products, powers |
//! | `elimination` | determinant, rank, inverse, linear systems, leading minors: fraction-free elimination |
//! | `inertia` | signs of a symmetric matrix |
//! | `characteristic` | characteristic polynomial, division-free for small matrices |
//! | `modular` | the same for large ones, modulo many primes |

mod characteristic;
mod elimination;
mod inertia;
mod integral;
mod modular;
mod ring;

use std::fmt;
use std::ops::Index;

use rug::{Complete, Rational};

pub use inertia::Inertia;

/// A matrix of rationals, stored by rows.
///
/// Sums and products are the operators of [`std::ops`] on references: `&a + &b`, `&a - &b`, `&a * &b`, `-&a`.
/// They panic when the shapes do not match. A matrix may have no rows or no columns; the empty matrix has
/// determinant 1.
#[derive(Clone, PartialEq, Eq)]
pub struct Matrix {
    rows: usize,
    cols: usize,
    entries: Vec<Rational>,
}

/// Constructors.
impl Matrix {
    /// The `rows` × `cols` matrix with entry `entry(i, j)` in row `i` and column `j`, counted from 0.
    pub fn from_fn(rows: usize, cols: usize, mut entry: impl FnMut(usize, usize) -> Rational) -> Matrix {
        let mut entries = Vec::with_capacity(rows * cols);
        for i in 0..rows {
            entries.extend((0..cols).map(|j| entry(i, j)));
        }
        Matrix { rows, cols, entries }
    }

    /// The matrix with the given rows, or `None` when their lengths differ. No rows give the 0 × 0 matrix.
    pub fn from_rows(rows: Vec<Vec<Rational>>) -> Option<Matrix> {
        let cols = rows.first().map_or(0, Vec::len);
        if rows.iter().any(|row| row.len() != cols) {
            return None;
        }
        Some(Matrix { rows: rows.len(), cols, entries: rows.into_iter().flatten().collect() })
    }

    /// The `rows` × `cols` matrix of zeros.
    pub fn zeros(rows: usize, cols: usize) -> Matrix {
        Matrix { rows, cols, entries: vec![Rational::new(); rows * cols] }
    }

    /// The n × n identity.
    pub fn identity(n: usize) -> Matrix {
        Matrix::from_fn(n, n, |i, j| Rational::from(u32::from(i == j)))
    }

    /// The square matrix with `diagonal` on its diagonal and 0 elsewhere.
    pub fn diagonal(diagonal: &[Rational]) -> Matrix {
        let n = diagonal.len();
        let mut matrix = Matrix::zeros(n, n);
        for (i, entry) in diagonal.iter().enumerate() {
            matrix.get_mut(i, i).clone_from(entry);
        }
        matrix
    }

    /// The outer product $a b^\top$, of shape `a.len()` × `b.len()`.
    pub fn outer(a: &[Rational], b: &[Rational]) -> Matrix {
        Matrix::from_fn(a.len(), b.len(), |i, j| (&a[i] * &b[j]).complete())
    }

    /// The n × 1 matrix with the given entries.
    pub fn column(entries: &[Rational]) -> Matrix {
        Matrix { rows: entries.len(), cols: 1, entries: entries.to_vec() }
    }

    /// The block matrix with the given rows of blocks, or `None` when the shapes do not fit: blocks beside
    /// each other need the same number of rows, and all rows of blocks the same total width.
    pub fn blocks(block_rows: &[Vec<Matrix>]) -> Option<Matrix> {
        let mut rows = Vec::new();
        for blocks in block_rows {
            let height = blocks.first().map_or(0, Matrix::rows);
            if blocks.iter().any(|block| block.rows != height) {
                return None;
            }
            rows.extend((0..height).map(|i| blocks.iter().flat_map(|block| block.row(i)).cloned().collect()));
        }
        Matrix::from_rows(rows)
    }

    /// The block-diagonal matrix $A \oplus B$ with `self` above and left of `other`.
    pub fn direct_sum(&self, other: &Matrix) -> Matrix {
        Matrix::from_fn(self.rows + other.rows, self.cols + other.cols, |i, j| {
            match (i.checked_sub(self.rows), j.checked_sub(self.cols)) {
                (None, None) => self[(i, j)].clone(),
                (Some(i), Some(j)) => other[(i, j)].clone(),
                _ => Rational::new(),
            }
        })
    }
}

/// Shape and entries. Indices count from 0; one that is out of range panics.
impl Matrix {
    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// The entry in row `i` and column `j`; also written `matrix[(i, j)]`.
    pub fn get(&self, i: usize, j: usize) -> &Rational {
        &self.entries[self.position(i, j)]
    }

    /// The entry in row `i` and column `j`, to change it.
    pub fn get_mut(&mut self, i: usize, j: usize) -> &mut Rational {
        let position = self.position(i, j);
        &mut self.entries[position]
    }

    /// All entries, row after row.
    pub fn entries(&self) -> &[Rational] {
        &self.entries
    }

    /// Row `i`.
    pub fn row(&self, i: usize) -> &[Rational] {
        assert!(i < self.rows, "row {i} of a matrix with {} rows", self.rows);
        &self.entries[i * self.cols..(i + 1) * self.cols]
    }

    /// Whether there are as many rows as columns.
    pub fn is_square(&self) -> bool {
        self.rows == self.cols
    }

    /// Whether the matrix equals its transpose.
    pub fn is_symmetric(&self) -> bool {
        self.is_square() && (0..self.rows).all(|i| (0..i).all(|j| self[(i, j)] == self[(j, i)]))
    }

    /// Whether every entry is 0.
    pub fn is_zero(&self) -> bool {
        self.entries.iter().all(Rational::is_zero)
    }

    /// The transpose $A^\top$.
    pub fn transpose(&self) -> Matrix {
        Matrix::from_fn(self.cols, self.rows, |i, j| self[(j, i)].clone())
    }

    /// The trace $\sum_i a_{ii}$.
    ///
    /// # Panics
    /// Unless the matrix is square.
    pub fn trace(&self) -> Rational {
        self.assert_square("the trace");
        (0..self.rows).map(|i| &self[(i, i)]).sum()
    }

    fn position(&self, i: usize, j: usize) -> usize {
        assert!(i < self.rows && j < self.cols, "entry ({i}, {j}) of a {} × {} matrix", self.rows, self.cols);
        i * self.cols + j
    }

    fn assert_square(&self, what: &str) {
        assert!(self.is_square(), "{what} needs a square matrix, not {} × {}", self.rows, self.cols);
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = Rational;

    fn index(&self, (i, j): (usize, usize)) -> &Rational {
        self.get(i, j)
    }
}

/// The rows as nested lists, `[[1, 1/2], [0, 1]]`.
impl fmt::Debug for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..self.rows).map(|i| self.row(i))).finish()
    }
}
