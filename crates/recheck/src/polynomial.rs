//! Values of polynomials (`docs/certificate-v1.md`, section "Terms", operator `at`).

use crate::evaluate::{EvalError, Scope, arguments};
use crate::limits;
use exact::Rational;
use serde_json::Value as Json;

impl Scope {
    /// The value of a monic polynomial at a scalar.
    pub(crate) fn at(&self, list: &[Json]) -> Result<Rational, EvalError> {
        let [polynomial, x] = arguments("at", list)?;
        let (polynomial, x) = (self.polynomial(polynomial)?, self.scalar(x)?);
        // Horner's rule makes numbers of about degree · bits.
        limits::polynomial_at(&polynomial, &x)?;
        match polynomial.leading() {
            Some(leading) => Ok(polynomial.eval(&x) / leading),
            None => Err("`at` of the polynomial 0, which is not monic".into()),
        }
    }
}
