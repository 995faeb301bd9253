//! What may be claimed of a product of steps.

use crate::syntax::Relation;
use exact::Rational;
use std::fmt;

/// A property of a product $P = T_l \cdots T_1$ of steps, $T_1$ the first. Multiplicities of eigenvalues count.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Property {
    /// At most this many pairs of conjugate non-real eigenvalues; 0 for a real spectrum.
    PairsAtMost(usize),
    /// Every eigenvalue has modulus at most the bound, or below it.
    SpectralRadius {
        /// The bound.
        bound: Rational,
        /// Whether the bound itself is excluded.
        strict: bool,
    },
    /// The square of the largest singular value is at most the bound, or below it.
    NormSquared {
        /// The bound of the square.
        bound: Rational,
        /// Whether the bound itself is excluded.
        strict: bool,
    },
    /// There is a basis of real eigenvectors.
    SimilarToSymmetric,
    /// Any two steps commute.
    Commutes,
    /// Every eigenvalue is real and positive.
    PositiveSpectrum,
    /// No eigenvalue is a negative number.
    NoNegativeEigenvalue,
    /// How the determinant compares with a number.
    Determinant(Relation, Rational),
}

/// Names that stand alone.
pub(crate) const SIMPLE: &[(&str, Property)] = &[
    ("real-spectrum", Property::PairsAtMost(0)),
    ("products-real", Property::PairsAtMost(0)),
    ("similar-to-symmetric", Property::SimilarToSymmetric),
    ("commutes", Property::Commutes),
    ("positive-spectrum", Property::PositiveSpectrum),
    ("no-negative-eigenvalue", Property::NoNegativeEigenvalue),
];

/// Names that are compared with a number.
pub(crate) const COMPARED: &[&str] = &["pairs", "spectral-radius", "norm", "norm-squared", "determinant"];

impl Property {
    /// Whether its bound is excluded, so that a value that merely attains the bound breaks it.
    pub(crate) fn is_strict(&self) -> bool {
        match self {
            Self::SpectralRadius { strict, .. } | Self::NormSquared { strict, .. } => *strict,
            Self::PositiveSpectrum => true,
            Self::Determinant(relation, _) => matches!(relation, Relation::Less | Relation::Greater),
            _ => false,
        }
    }

    /// Whether it is one of steps and not of their product.
    pub(crate) fn is_of_two_steps(&self) -> bool {
        matches!(self, Self::Commutes)
    }
}

impl fmt::Display for Property {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let below = |strict: &bool| if *strict { "<" } else { "<=" };
        match self {
            Self::PairsAtMost(0) => out.write_str("real spectrum"),
            Self::PairsAtMost(n) => write!(out, "pairs <= {n}"),
            Self::SpectralRadius { bound, strict } => {
                write!(out, "spectral radius {} {bound}", below(strict))
            }
            Self::NormSquared { bound, strict } => match root(bound) {
                Some(root) => write!(out, "norm {} {root}", below(strict)),
                None => write!(out, "squared norm {} {bound}", below(strict)),
            },
            Self::SimilarToSymmetric => out.write_str("similar to a symmetric matrix"),
            Self::Commutes => out.write_str("any two steps commute"),
            Self::PositiveSpectrum => out.write_str("all eigenvalues real and positive"),
            Self::NoNegativeEigenvalue => out.write_str("no negative eigenvalue"),
            Self::Determinant(relation, bound) => write!(out, "determinant {} {bound}", relation.symbol()),
        }
    }
}

/// The square root of a number that is not negative, where it is rational.
fn root(x: &Rational) -> Option<Rational> {
    let whole = |n: &exact::Integer| n.is_perfect_square().then(|| n.clone().sqrt());
    Some(Rational::from((whole(x.numer())?, whole(x.denom())?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_of_the_norm_is_shown_as_it_was_written() {
        let shown =
            |bound: (i64, i64)| Property::NormSquared { bound: bound.into(), strict: false }.to_string();
        assert_eq!(shown((1, 1)), "norm <= 1");
        assert_eq!(shown((9, 4)), "norm <= 3/2");
        assert_eq!(shown((4, 3)), "squared norm <= 4/3");
    }
}
