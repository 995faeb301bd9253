//! What a term evaluates to when parameters are indeterminates.

use super::fraction::{Budget, Fraction, dot};
use exact::Rational;

/// A matrix, its entries row by row.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) entries: Vec<Fraction>,
}

impl Grid {
    pub(crate) fn from_fn<E>(
        rows: usize,
        cols: usize,
        mut entry: impl FnMut(usize, usize) -> Result<Fraction, E>,
    ) -> Result<Self, E> {
        let places = (0..rows).flat_map(|i| (0..cols).map(move |j| (i, j)));
        Ok(Self { rows, cols, entries: places.map(|(i, j)| entry(i, j)).collect::<Result<_, E>>()? })
    }

    pub(crate) fn at(&self, i: usize, j: usize) -> &Fraction {
        &self.entries[i * self.cols + j]
    }

    pub(crate) fn row(&self, i: usize) -> &[Fraction] {
        &self.entries[i * self.cols..(i + 1) * self.cols]
    }

    pub(crate) fn identity(n: usize) -> Self {
        let entry = |i, j| Fraction::from(Rational::from(u8::from(i == j)));
        Self { rows: n, cols: n, entries: (0..n * n).map(|at| entry(at / n, at % n)).collect() }
    }

    /// The product; the inner sizes agree.
    pub(crate) fn times(&self, other: &Self, budget: &Budget) -> Result<Self, String> {
        Self::from_fn(self.rows, other.cols, |i, j| {
            dot(self.row(i), (0..other.rows).map(|l| other.at(l, j)), budget)
        })
    }

    pub(crate) fn is_square(&self) -> bool {
        self.rows == self.cols
    }

    /// The coefficients of `det(zI − A)` of a square matrix from low to high, by Faddeev and LeVerrier: with `M₁ = I`,
    /// `c_k = −tr(A M_k) / k` and `M_{k+1} = A M_k + c_k I`. It divides by whole numbers only, so the coefficients are
    /// polynomials in the entries.
    pub(crate) fn characteristic_polynomial(&self, budget: &Budget) -> Result<Vec<Fraction>, String> {
        let n = self.rows;
        let mut coefficients = vec![Fraction::one()];
        let mut m = Self::identity(n);
        for k in 1..=n {
            let mut product = self.times(&m, budget)?;
            let mut trace = Fraction::zero();
            for i in 0..n {
                trace = trace.plus(product.at(i, i), budget)?;
            }
            let c = trace.times(&Fraction::from(Rational::from((-1, k as u64))), budget)?;
            for i in 0..n {
                let place = &mut product.entries[i * n + i];
                *place = place.plus(&c, budget)?;
            }
            coefficients.push(c);
            m = product;
        }
        coefficients.reverse();
        Ok(coefficients)
    }
}

/// The value of a term.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Scalar(Fraction),
    Vector(Vec<Fraction>),
    Matrix(Grid),
    /// Coefficients from low to high; the last one is 1.
    Polynomial(Vec<Fraction>),
}

impl Value {
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Scalar(_) => "a scalar",
            Self::Vector(_) => "a vector",
            Self::Matrix(_) => "a matrix",
            Self::Polynomial(_) => "a polynomial",
        }
    }

    /// The entries, in an order that depends on the shape alone.
    pub(crate) fn entries(&self) -> &[Fraction] {
        match self {
            Self::Scalar(x) => std::slice::from_ref(x),
            Self::Vector(v) | Self::Polynomial(v) => v,
            Self::Matrix(a) => &a.entries,
        }
    }

    /// Whether the two are of one kind and shape.
    pub(crate) fn same_shape(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Matrix(a), Self::Matrix(b)) => (a.rows, a.cols) == (b.rows, b.cols),
            _ => self.kind() == other.kind() && self.entries().len() == other.entries().len(),
        }
    }

    /// What has to be zero for the two, of one kind and shape, to be equal.
    pub(crate) fn differences(&self, other: &Self, budget: &Budget) -> Result<Vec<Fraction>, String> {
        if !self.same_shape(other) {
            return Err(format!("{} and {} of another shape are compared", self.kind(), other.kind()));
        }
        self.entries().iter().zip(other.entries()).map(|(a, b)| a.minus(b, budget)).collect()
    }
}
