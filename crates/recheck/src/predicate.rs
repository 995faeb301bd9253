//! Evaluates the predicates of the vocabulary (`docs/certificate-v1.md`, section "Predicates").

use crate::enclosed;
use crate::evaluate::{EvalError, Scope, application, arguments};
use crate::limits;
use crate::value::Value;
use exact::Rational;
use serde_json::Value as Json;

impl Scope {
    /// The truth of a predicate that is decided by evaluation.
    pub(crate) fn truth(&self, predicate: &Json) -> Result<bool, EvalError> {
        let (operator, list) = application(predicate)?;
        match operator {
            "lt" | "le" => {
                let [a, b] = arguments(operator, list)?;
                match (self.value(a)?, self.value(b)?) {
                    (Value::Scalar(a), Value::Scalar(b)) => Ok(if operator == "lt" { a < b } else { a <= b }),
                    (a, b) => enclosed::compare(&a, &b, operator == "lt"),
                }
            }
            "eq" | "ne" => {
                let [a, b] = arguments(operator, list)?;
                let equal = self.value(a)?.equals(&self.value(b)?);
                let equal =
                    equal.ok_or_else(|| format!("`{operator}` cannot be decided: enclosed numbers, or roots of unity of too high an order"))?;
                Ok(equal == (operator == "eq"))
            }
            "all-lt" | "all-le" | "all-gt" | "all-ge" => {
                let [v, bound] = arguments(operator, list)?;
                let (v, bound) = match (self.value(v)?, self.value(bound)?) {
                    (Value::Vector(v), Value::Scalar(bound)) => (v, bound),
                    (v, bound) => {
                        // Above is not below: v > s exactly when v ≤ s is false.
                        let strict = matches!(operator, "all-lt" | "all-ge");
                        let below = matches!(operator, "all-lt" | "all-le");
                        return enclosed::compare_all(&v, &bound, strict, below);
                    }
                };
                Ok(v.iter().all(|x| match operator {
                    "all-lt" => *x < bound,
                    "all-le" => *x <= bound,
                    "all-gt" => *x > bound,
                    _ => *x >= bound,
                }))
            }
            "all-equal" => {
                let [v] = arguments(operator, list)?;
                Ok(self.vector(v)?.windows(2).all(|pair| pair[0] == pair[1]))
            }
            "not" => {
                let [a] = arguments(operator, list)?;
                Ok(!self.truth(a)?)
            }
            // Every part is evaluated, so that a part without a value is an error wherever it stands.
            "any" | "all" => {
                let parts = list.iter().map(|part| self.truth(part)).collect::<Result<Vec<_>, _>>()?;
                Ok(if operator == "any" { parts.contains(&true) } else { !parts.contains(&false) })
            }
            "odd" => {
                let [m] = arguments(operator, list)?;
                let m = self.scalar(m)?;
                Ok(m.is_integer() && m.numer().is_odd())
            }
            "full-column-rank" => {
                let [e] = arguments(operator, list)?;
                let e = self.matrix(e)?.dense();
                Ok(limits::dense(&e)?.rank() == e.cols())
            }
            "positive-semidefinite" => {
                let [a] = arguments(operator, list)?;
                let a = self.square_matrix(a)?.dense();
                Ok(a.is_symmetric() && limits::dense(&a)?.inertia().negative == 0)
            }
            "in-root-window" => {
                let [w, a, b] = arguments(operator, list)?;
                let (w, a, b) = (self.scalar(w)?, self.scalar(a)?.abs(), self.scalar(b)?.abs());
                // |w − a − b| < 2 √(ab), squared.
                let product = Rational::from(&a * &b);
                Ok((w - a - b).square() < 4 * product)
            }
            "schur-stable" => {
                let [t] = arguments(operator, list)?;
                if self.may_be_enclosed(t)
                    && let Value::Enclosed(t) = self.value(t)?
                {
                    return t.schur_stable();
                }
                Ok(limits::polynomial(&self.square_matrix(t)?.characteristic_polynomial()?)?.schur_stable())
            }
            "real-logarithm" | "principal-logarithm" | "unique-logarithm" => self.logarithm(operator, list),
            "divides" => {
                let [a, b] = arguments(operator, list)?;
                Ok(self.polynomial(a)?.divides(&self.polynomial(b)?))
            }
            _ => Err(format!("`{operator}` is not a predicate that is decided by evaluation")),
        }
    }
}
