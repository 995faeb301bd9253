//! The values behind an accepted line, for a person who reads it. No decision is made here.

use crate::evaluate::Scope;
use crate::value::Value;
use crate::{RecheckError, envelope};
use exact::{Matrix, Rational};
use serde_json::Value as Json;

/// Bits to which enclosed numbers are shown.
const SHOWN_BITS: u32 = 64;

/// The value of a term.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Shown {
    /// A number.
    Scalar(Rational),
    /// A vector.
    Vector(Vec<Rational>),
    /// A matrix.
    Matrix(Matrix),
    /// A monic polynomial, by its coefficients from the constant one on.
    Polynomial(Vec<Rational>),
    /// A matrix over a cyclotomic field.
    Cyclotomic {
        /// The order of the root of unity `ζ`.
        order: u32,
        /// Number of columns.
        columns: usize,
        /// Each entry, row after row, as exponents and coefficients of powers of `ζ`.
        entries: Vec<Vec<(u32, Rational)>>,
    },
    /// Real numbers, each between two ends.
    Enclosed {
        /// Number of columns of a matrix; none for a number and a vector.
        columns: Option<usize>,
        /// Whether it is one number.
        scalar: bool,
        /// The ends of each entry, row after row.
        entries: Vec<(Rational, Rational)>,
    },
}

/// An accepted line whose terms can be asked for their values.
#[derive(Clone, Debug)]
pub struct Trace {
    scope: Scope,
}

impl Trace {
    /// Checks a line of the registry's table, and keeps the values of its parameters and definitions.
    ///
    /// # Errors
    /// [`RecheckError`] when the line is refused, or speaks of no instance.
    pub fn of(text: &str) -> Result<Self, RecheckError> {
        let (_, scope, _) = envelope::checked(text, None)?;
        let none = || RecheckError::Envelope("a symbolic line speaks of no instance".into());
        scope.map(|scope| Self { scope }).ok_or_else(none)
    }

    /// The value of a term in which parameters and definitions may occur.
    ///
    /// # Errors
    /// Why it has none.
    pub fn value(&self, term: &Json) -> Result<Shown, String> {
        Ok(match self.scope.value(term)? {
            Value::Scalar(x) => Shown::Scalar(x),
            Value::Vector(v) => Shown::Vector(v),
            Value::Matrix(a) => Shown::Matrix(a.dense()),
            Value::Polynomial(p) => Shown::Polynomial(monic(p.coefficients())),
            Value::Field(a) => Shown::Cyclotomic {
                order: a.order,
                columns: a.cols,
                entries: a
                    .entries
                    .iter()
                    .map(|number| number.iter().map(|(k, c)| (*k, c.clone())).collect())
                    .collect(),
            },
            Value::Enclosed(x) => {
                let entries = x.ends(SHOWN_BITS).ok_or("the number cannot be enclosed with these bits")?;
                Shown::Enclosed { columns: x.columns(), scalar: x.is_scalar(), entries }
            }
        })
    }

    /// The truth of a predicate that is decided by evaluation.
    ///
    /// # Errors
    /// Why it has none.
    pub fn truth(&self, predicate: &Json) -> Result<bool, String> {
        self.scope.truth(predicate)
    }

    /// The characteristic polynomial of a square matrix, monic, from the constant coefficient on.
    ///
    /// # Errors
    /// Why there is none.
    pub fn characteristic_polynomial(&self, matrix: &Json) -> Result<Vec<Rational>, String> {
        let polynomial = self.scope.square_matrix(matrix)?.characteristic_polynomial()?;
        Ok(monic(polynomial.coefficients()))
    }
}

fn monic(coefficients: &[exact::Integer]) -> Vec<Rational> {
    let leading = coefficients.last().cloned().unwrap_or_else(|| exact::Integer::from(1));
    coefficients.iter().map(|c| Rational::from((c, &leading))).collect()
}
