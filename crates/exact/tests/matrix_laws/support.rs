//! Random matrices for the laws of the matrix tests: small rationals, with zero rows, repeated rows and
//! triangular shapes among them, so that singular and defective matrices are common.

use std::fmt::Debug;

use exact::{Integer, Matrix, Rational};
use quickcheck::{Arbitrary, Gen, QuickCheck};

/// Runs a law on 200 instances from a fixed seed.
pub(crate) fn check<A: Arbitrary + Debug>(law: fn(A) -> bool) {
    QuickCheck::new().rng(Gen::from_size_and_seed(100, 0x5eed)).tests(200).quickcheck(law);
}

pub(crate) fn q(numerator: i64, denominator: i64) -> Rational {
    Rational::from((numerator, denominator))
}

pub(crate) fn integers(rows: &[&[i64]]) -> Matrix {
    Matrix::from_fn(rows.len(), rows[0].len(), |i, j| q(rows[i][j], 1))
}

pub(crate) fn below(g: &mut Gen, bound: usize) -> usize {
    usize::arbitrary(g) % bound
}

/// Zero in a quarter of the draws, a wide dyadic number in a few, else a fraction with one-digit terms.
pub(crate) fn entry(g: &mut Gen) -> Rational {
    match below(g, 16) {
        0..=3 => Rational::new(),
        4 => Rational::from(i64::arbitrary(g)) >> 53,
        _ => q(below(g, 19) as i64 - 9, 1 + below(g, 9) as i64),
    }
}

pub(crate) fn vector(g: &mut Gen, n: usize) -> Vec<Rational> {
    (0..n).map(|_| entry(g)).collect()
}

pub(crate) fn matrix(g: &mut Gen, rows: usize, cols: usize) -> Matrix {
    let mut m = Matrix::from_fn(rows, cols, |_, _| entry(g));
    if rows > 1 && cols > 0 {
        let (i, j) = (below(g, rows), below(g, rows));
        match below(g, 4) {
            0 => (0..cols).for_each(|c| *m.get_mut(i, c) = m[(j, c)].clone()),
            1 => {
                m = Matrix::from_fn(
                    rows,
                    cols,
                    |r, c| if r > c { Rational::new() } else { m[(r, c)].clone() },
                )
            }
            _ => {}
        }
    }
    m
}

/// A product of unit triangular matrices and a diagonal one without zeros.
pub(crate) fn invertible(g: &mut Gen, n: usize) -> Matrix {
    let mut unit = |below: bool| {
        Matrix::from_fn(n, n, |i, j| {
            if i == j {
                q(1, 1)
            } else if (i > j) == below {
                entry(g)
            } else {
                Rational::new()
            }
        })
    };
    let (lower, upper) = (unit(true), unit(false));
    let signs: Vec<Rational> = (0..n).map(|_| if bool::arbitrary(g) { q(3, 2) } else { q(-1, 3) }).collect();
    &(&lower * &Matrix::diagonal(&signs)) * &upper
}

/// Symmetric, of any rank: $A + A^\top$, or $\pm A^\top A$ with a wide or narrow $A$, or with zeros on the
/// diagonal.
pub(crate) fn symmetric(g: &mut Gen, n: usize) -> Matrix {
    let square = matrix(g, n, n);
    match below(g, 4) {
        0 => {
            let inner = below(g, n + 1);
            let factor = matrix(g, inner, n);
            let gram = &factor.transpose() * &factor;
            if bool::arbitrary(g) { gram } else { -&gram }
        }
        1 => {
            let mut hollow = &square + &square.transpose();
            (0..n).for_each(|i| *hollow.get_mut(i, i) = Rational::new());
            hollow
        }
        _ => &square + &square.transpose(),
    }
}

/// A square matrix of order 0 to 6.
#[derive(Clone, Debug)]
pub(crate) struct Square(pub(crate) Matrix);

impl Arbitrary for Square {
    fn arbitrary(g: &mut Gen) -> Square {
        let n = below(g, 7);
        Square(matrix(g, n, n))
    }
}

/// Three square matrices of one order, a vector that fits them, and a number.
#[derive(Clone, Debug)]
pub(crate) struct Operands {
    pub(crate) a: Matrix,
    pub(crate) b: Matrix,
    pub(crate) c: Matrix,
    pub(crate) x: Vec<Rational>,
    pub(crate) s: Rational,
}

impl Arbitrary for Operands {
    fn arbitrary(g: &mut Gen) -> Operands {
        let n = below(g, 6);
        Operands { a: matrix(g, n, n), b: matrix(g, n, n), c: matrix(g, n, n), x: vector(g, n), s: entry(g) }
    }
}

/// A symmetric matrix and an invertible one of the same order, 0 to 6.
#[derive(Clone, Debug)]
pub(crate) struct Congruence {
    pub(crate) a: Matrix,
    pub(crate) s: Matrix,
}

impl Arbitrary for Congruence {
    fn arbitrary(g: &mut Gen) -> Congruence {
        let n = below(g, 7);
        Congruence { a: symmetric(g, n), s: invertible(g, n) }
    }
}

/// $\sum_k c_k A^k$ for integers $c_k$.
pub(crate) fn evaluate(coefficients: &[Integer], a: &Matrix) -> Matrix {
    let n = a.rows();
    coefficients
        .iter()
        .rev()
        .fold(Matrix::zeros(n, n), |value, c| &(&value * a) + &Matrix::identity(n).scale(&Rational::from(c)))
}
