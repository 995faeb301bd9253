//! What an expression evaluates to.

use crate::cyclotomic::FieldMatrix;
use crate::enclosed::Enclosed;
use crate::limits;
use crate::matrix::Mat;
use exact::{IntPoly, Rational};

/// The value of an expression.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Scalar(Rational),
    Vector(Vec<Rational>),
    Matrix(Mat),
    /// A matrix over a cyclotomic field.
    Field(FieldMatrix),
    Polynomial(IntPoly),
    /// Numbers that are known by enclosures.
    Enclosed(Enclosed),
}

impl Value {
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Scalar(_) => "a scalar",
            Self::Vector(_) => "a vector",
            Self::Matrix(_) | Self::Field(_) => "a matrix",
            Self::Polynomial(_) => "a polynomial",
            Self::Enclosed(x) => x.kind(),
        }
    }

    /// How many numbers the value is made of.
    pub(crate) fn cells(&self) -> usize {
        match self {
            Self::Scalar(_) => 1,
            Self::Vector(v) => v.len(),
            Self::Matrix(a) => a.shape().0 * a.shape().1,
            Self::Field(a) => a.entries.iter().map(|number| number.len().max(1)).sum(),
            Self::Polynomial(p) => p.coefficients().len(),
            Self::Enclosed(x) => x.cells(),
        }
    }

    /// Bits of the largest number.
    pub(crate) fn bits(&self) -> u64 {
        let largest = |values: &[Rational]| values.iter().map(limits::bits).max().unwrap_or(0);
        match self {
            Self::Scalar(x) => limits::bits(x),
            Self::Vector(v) => largest(v),
            Self::Matrix(a) => largest(a.dense().entries()),
            Self::Field(a) => a.entries.iter().flat_map(|n| n.values().map(limits::bits)).max().unwrap_or(0),
            Self::Polynomial(p) => {
                p.coefficients().iter().map(|c| u64::from(c.significant_bits())).max().unwrap_or(0)
            }
            Self::Enclosed(_) => 1,
        }
    }

    /// Equality as mathematical objects; values of different kinds or shapes are different. `None` when deciding
    /// it needs a too large cyclotomic field, and for enclosed numbers, which no precision shows to be equal.
    pub(crate) fn equals(&self, other: &Self) -> Option<bool> {
        Some(match (self, other) {
            (Self::Enclosed(_), _) | (_, Self::Enclosed(_)) => return None,
            (Self::Scalar(a), Self::Scalar(b)) => a == b,
            (Self::Vector(a), Self::Vector(b)) => a == b,
            (Self::Matrix(a), Self::Matrix(b)) => a.shape() == b.shape() && a.dense() == b.dense(),
            (Self::Polynomial(a), Self::Polynomial(b)) => a == b,
            (Self::Field(a), Self::Field(b)) => return a.equals(b),
            (Self::Field(a), Self::Matrix(b)) | (Self::Matrix(b), Self::Field(a)) => {
                return a.equals(&FieldMatrix::rational(&b.dense()));
            }
            _ => false,
        })
    }
}
