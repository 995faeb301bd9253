//! Inertia of a symmetric matrix by exact $LDL^\top$ with symmetric pivoting.

use rug::{Complete, Integer};

use super::Matrix;
use super::integral::IntegerMatrix;

/// The numbers of positive, negative and zero eigenvalues of a symmetric matrix, with multiplicity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Inertia {
    /// How many eigenvalues are positive.
    pub positive: usize,
    /// How many eigenvalues are negative.
    pub negative: usize,
    /// How many eigenvalues are 0: the dimension of the kernel.
    pub zero: usize,
}

impl Matrix {
    /// The inertia of a symmetric matrix, which may be indefinite and singular.
    ///
    /// The matrix is congruent to a block-diagonal one with blocks of order 1 and 2, found by symmetric
    /// elimination, and congruent matrices have the same inertia (Sylvester). A non-zero diagonal entry of
    /// the Schur complement is a block of order 1. Where the whole diagonal is 0, a non-zero entry $b$ off it
    /// gives the block $\begin{pmatrix}0&b\\\\b&0\end{pmatrix}$, with one eigenvalue of each sign. Where the
    /// Schur complement is 0, its order is the dimension of the kernel.
    ///
    /// # Panics
    /// Unless the matrix is symmetric.
    pub fn inertia(&self) -> Inertia {
        assert!(self.is_symmetric(), "the inertia needs a symmetric matrix");
        let (integers, _) = IntegerMatrix::by_common_factor(self);
        let mut complement = SchurComplement { scaled: integers, start: 0, minor: Integer::from(1) };
        let (mut positive, mut negative) = (0, 0);
        loop {
            if let Some(i) = complement.diagonal_pivot() {
                if complement.eliminate_one(i) { positive += 1 } else { negative += 1 }
            } else if let Some((i, j)) = complement.off_diagonal_pivot() {
                complement.eliminate_two(i, j);
                positive += 1;
                negative += 1;
            } else {
                return Inertia { positive, negative, zero: self.rows - positive - negative };
            }
        }
    }

    /// Whether the matrix is symmetric and $x^\top A x > 0$ for every $x \ne 0$. False for a matrix that is
    /// not symmetric, true for the 0 × 0 matrix.
    pub fn is_positive_definite(&self) -> bool {
        self.is_symmetric() && self.inertia().positive == self.rows
    }
}

/// The Schur complement $S$ of the leading block of order `start`, after symmetric exchanges, of an integer
/// matrix.
///
/// With `minor` $= m$, the determinant of that block, rows and columns from `start` on of `scaled` hold $mS$.
/// Its entries are minors (Sylvester's identity), hence integers.
struct SchurComplement {
    scaled: IntegerMatrix,
    start: usize,
    minor: Integer,
}

impl SchurComplement {
    fn remaining(&self) -> std::ops::Range<usize> {
        self.start..self.scaled.rows
    }

    fn diagonal_pivot(&self) -> Option<usize> {
        self.remaining().find(|&i| !self.scaled.at(i, i).is_zero())
    }

    fn off_diagonal_pivot(&self) -> Option<(usize, usize)> {
        self.remaining()
            .find_map(|i| Some((i, (i + 1..self.scaled.rows).find(|&j| !self.scaled.at(i, j).is_zero())?)))
    }

    fn bring_forward(&mut self, from: usize, to: usize) {
        self.scaled.swap_rows(from, to);
        self.scaled.swap_cols(from, to);
    }

    /// Eliminates with the block of order 1 at `i`; returns whether it is positive.
    ///
    /// The new minor is $m' = m s_{ii}$, the entry of `scaled` itself, so $s_{ii} = m'/m$ has the sign of $m'
    /// m$.
    fn eliminate_one(&mut self, i: usize) -> bool {
        let k = self.start;
        self.bring_forward(i, k);
        let minor = self.scaled.at(k, k).clone();
        for row in k + 1..self.scaled.rows {
            self.scaled.eliminate(row, k, k, &self.minor);
        }
        let positive = minor.is_positive() == self.minor.is_positive();
        self.minor = minor;
        self.start += 1;
        positive
    }

    /// Eliminates with the block of order 2 at `i < j`, where the diagonal of $S$ is 0.
    ///
    /// With $b = m s_{ij}$ and $x = m s_{ui},\ y = m s_{uj}$ and so on, the next complement is $s_{uv} -
    /// (s_{ui} s_{jv} + s_{uj} s_{iv}) / s_{ij}$ and the next minor is $m' = -m s_{ij}^2 = -b^2/m$. So entry
    /// $(u, v)$ of `scaled` becomes $b\,(x_u y_v + y_u x_v - b\, m s_{uv}) / m^2$.
    fn eliminate_two(&mut self, i: usize, j: usize) {
        let k = self.start;
        self.bring_forward(i, k);
        self.bring_forward(j, k + 1);
        let b = self.scaled.at(k, k + 1).clone();
        let square = self.minor.square_ref().complete();
        let n = self.scaled.rows;
        let pivots: Vec<(Integer, Integer)> =
            (0..n).map(|u| (self.scaled.at(u, k).clone(), self.scaled.at(u, k + 1).clone())).collect();
        for u in k + 2..n {
            for v in k + 2..n {
                let entry = &mut self.scaled.entries[u * n + v];
                let cross =
                    (&pivots[u].0 * &pivots[v].1).complete() + (&pivots[u].1 * &pivots[v].0).complete();
                *entry *= &b;
                *entry = (cross - &*entry) * &b;
                entry.div_exact_mut(&square);
            }
        }
        self.minor = -(b.square().div_exact(&self.minor));
        self.start += 2;
    }
}
