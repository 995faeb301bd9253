//! Sums, products and powers.

use std::ops::{Add, Mul, Neg, Sub};

use rug::{Complete, Integer, Rational};

use super::Matrix;
use super::integral::{common_denominator, numerators};
use crate::vector::dot;

impl Matrix {
    /// The multiple $cA$.
    pub fn scale(&self, c: &Rational) -> Matrix {
        self.map(|entry| (c * entry).complete())
    }

    /// The product $Ax$ with a vector of length [`cols`](Matrix::cols).
    ///
    /// # Panics
    /// When the length is another.
    pub fn mul_vec(&self, x: &[Rational]) -> Vec<Rational> {
        assert_eq!(
            x.len(),
            self.cols,
            "a {} × {} matrix times a vector of length {}",
            self.rows,
            self.cols,
            x.len()
        );
        (0..self.rows).map(|i| dot(self.row(i), x)).collect()
    }

    /// The power $A^e$, with $A^0 = I$.
    ///
    /// # Panics
    /// Unless the matrix is square.
    pub fn pow(&self, mut e: u32) -> Matrix {
        self.assert_square("a power");
        let mut result = Matrix::identity(self.rows);
        let mut square = self.clone();
        while e > 0 {
            if e & 1 == 1 {
                result = &result * &square;
            }
            e >>= 1;
            if e > 0 {
                square = &square * &square;
            }
        }
        result
    }

    fn map(&self, f: impl FnMut(&Rational) -> Rational) -> Matrix {
        Matrix { rows: self.rows, cols: self.cols, entries: self.entries.iter().map(f).collect() }
    }

    fn zip_with(&self, other: &Matrix, f: impl Fn(&Rational, &Rational) -> Rational) -> Matrix {
        let shapes = ((self.rows, self.cols), (other.rows, other.cols));
        assert_eq!(
            shapes.0, shapes.1,
            "sum or difference of matrices of shapes {:?} and {:?}",
            shapes.0, shapes.1
        );
        let entries = self.entries.iter().zip(&other.entries).map(|(a, b)| f(a, b)).collect();
        Matrix { rows: self.rows, cols: self.cols, entries }
    }
}

impl Add for &Matrix {
    type Output = Matrix;

    fn add(self, other: &Matrix) -> Matrix {
        self.zip_with(other, |a, b| (a + b).complete())
    }
}

impl Sub for &Matrix {
    type Output = Matrix;

    fn sub(self, other: &Matrix) -> Matrix {
        self.zip_with(other, |a, b| (a - b).complete())
    }
}

impl Neg for &Matrix {
    type Output = Matrix;

    fn neg(self) -> Matrix {
        self.map(|entry| (-entry).complete())
    }
}

/// The rows of the left and the columns of the right factor are brought to common denominators first, so that
/// each entry of the product costs one gcd.
impl Mul for &Matrix {
    type Output = Matrix;

    fn mul(self, other: &Matrix) -> Matrix {
        assert_eq!(
            self.cols, other.rows,
            "product of a {} × {} and a {} × {} matrix",
            self.rows, self.cols, other.rows, other.cols
        );
        let left: Vec<_> = (0..self.rows).map(|i| Scaled::new(self.row(i))).collect();
        let right: Vec<_> =
            (0..other.cols).map(|j| Scaled::new((0..other.rows).map(|i| &other[(i, j)]))).collect();
        Matrix::from_fn(self.rows, other.cols, |i, j| left[i].dot(&right[j]))
    }
}

/// A vector as integers over one denominator.
struct Scaled {
    numerators: Vec<Integer>,
    denominator: Integer,
}

impl Scaled {
    fn new<'a>(values: impl IntoIterator<Item = &'a Rational> + Clone) -> Scaled {
        let denominator = common_denominator(values.clone());
        Scaled { numerators: numerators(values, &denominator).collect(), denominator }
    }

    fn dot(&self, other: &Scaled) -> Rational {
        let sum = Integer::dot(self.numerators.iter().zip(&other.numerators)).complete();
        Rational::from((sum, (&self.denominator * &other.denominator).complete()))
    }
}
