//! The parameters of a claim: what kinds there are, and their ranges.

use crate::size::Size;
use exact::Rational;
use std::fmt;

/// A bounded interval of rationals, each end in it or not.
#[derive(Debug, Clone, PartialEq)]
pub struct Range {
    /// Lower end.
    pub low: Rational,
    /// Upper end.
    pub high: Rational,
    /// Whether the lower end belongs to it.
    pub low_closed: bool,
    /// Whether the upper end belongs to it.
    pub high_closed: bool,
}

impl Range {
    /// Whether a number is in it.
    pub fn contains(&self, value: &Rational) -> bool {
        let above = if self.low_closed { *value >= self.low } else { *value > self.low };
        let below = if self.high_closed { *value <= self.high } else { *value < self.high };
        above && below
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.low > self.high || (self.low == self.high && !(self.low_closed && self.high_closed))
    }

    pub(crate) fn width(&self) -> Rational {
        Rational::from(&self.high - &self.low)
    }
}

impl fmt::Display for Range {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left = if self.low_closed { '[' } else { '(' };
        let right = if self.high_closed { ']' } else { ')' };
        write!(out, "{left}{}, {}{right}", self.low, self.high)
    }
}

/// What kind of value a parameter has. In expressions a vector is a column, and the kinds that are named diagonal are
/// diagonal matrices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// A number.
    Scalar,
    /// A vector with entries in the range.
    Vector,
    /// A diagonal matrix with entries in the range.
    Diagonal,
    /// A vector of Euclidean norm 1.
    UnitVector,
    /// A vector of Euclidean norm at most 1.
    Ball,
    /// A matrix with entries in the range.
    Matrix,
    /// A symmetric matrix with entries in the range.
    Symmetric,
    /// A matrix with `Q' Q = I`.
    Orthogonal,
    /// A diagonal matrix with entries 1 and −1.
    SignDiagonal,
}

impl Kind {
    pub(crate) const NAMES: &'static [(&'static str, Self)] = &[
        ("scalar", Self::Scalar),
        ("vector", Self::Vector),
        ("diagonal", Self::Diagonal),
        ("unit-vector", Self::UnitVector),
        ("sphere", Self::UnitVector),
        ("ball", Self::Ball),
        ("matrix", Self::Matrix),
        ("symmetric", Self::Symmetric),
        ("orthogonal", Self::Orthogonal),
        ("sign-diagonal", Self::SignDiagonal),
    ];

    /// Whether its entries are confined by a range (and not by a norm, or by being signs).
    pub(crate) fn has_range(self) -> bool {
        matches!(self, Self::Scalar | Self::Vector | Self::Diagonal | Self::Matrix | Self::Symmetric)
    }

    /// Whether it is a matrix with `rows` and `cols` of its own.
    pub(crate) fn is_dense(self) -> bool {
        matches!(self, Self::Matrix | Self::Symmetric | Self::Orthogonal)
    }
}

/// A parameter of a claim.
#[derive(Debug, Clone)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// Where its entries are; only for kinds that have a range.
    pub range: Option<Range>,
    /// Whether it has one value in all steps of a word.
    pub shared: bool,
    pub(crate) rows: Size,
    pub(crate) cols: Size,
}

impl Parameter {
    /// The shape it has in expressions.
    pub(crate) fn shape(&self) -> (Size, Size) {
        match self.kind {
            Kind::Diagonal | Kind::SignDiagonal => (self.rows.clone(), self.rows.clone()),
            _ => (self.rows.clone(), self.cols.clone()),
        }
    }
}
