//! What the values of a statement of somebody's own may cost.
//!
//! A statement of the registry is reviewed; one that comes in a file may be written to exhaust the checker: squares of squares,
//! sums that double the stored terms, products of long numbers. So every value of it is charged as the body of a loop is,
//! by what is stored and not by its shape, and a product is refused before it is computed.

use crate::evaluate::{EvalError, Scope};
use crate::limits;
use crate::matrix::Mat;
use crate::value::Value;

/// Most numbers that one value may store.
const MAX_STORED: usize = 1 << 20;
/// Bound of `rows · inner² · cols · bits` of a product: a sum of `inner` products with unrelated denominators has about
/// `inner` times their bits.
const MAX_PRODUCT_WORK: u64 = 1 << 32;

/// How many numbers a value stores, how large it is, and the bits of its largest number.
fn stored(value: &Value) -> (usize, usize, u64) {
    match value {
        Value::Matrix(Mat::Structured { diagonal, terms }) => {
            let vectors =
                || std::iter::once(diagonal).chain(terms.iter().flat_map(|(left, right)| [left, right]));
            let bits = vectors().flatten().map(limits::bits).max().unwrap_or(0);
            (vectors().map(Vec::len).sum(), diagonal.len(), bits)
        }
        Value::Matrix(matrix) => (value.cells(), matrix.shape().0.max(matrix.shape().1), value.bits()),
        Value::Field(matrix) => (value.cells(), matrix.rows.max(matrix.cols), value.bits()),
        Value::Vector(vector) => (vector.len(), vector.len(), value.bits()),
        Value::Polynomial(_) | Value::Enclosed(_) => (value.cells(), value.cells(), value.bits()),
        Value::Scalar(_) => (1, 1, value.bits()),
    }
}

/// Refuses a product of matrices, or of a matrix and a vector, that is too much work.
pub(crate) fn product(a: &Value, b: &Value) -> Result<(), EvalError> {
    let (rows, inner) = match a {
        Value::Matrix(a) => a.shape(),
        Value::Field(a) => (a.rows, a.cols),
        _ => return Ok(()),
    };
    let cols = match b {
        Value::Matrix(b) => b.shape().1,
        Value::Field(b) => b.cols,
        Value::Vector(_) => 1,
        _ => return Ok(()),
    };
    let ((many, _, long), (others, _, short)) = (stored(a), stored(b));
    let dense = |value: &Value| !matches!(value, Value::Matrix(Mat::Structured { .. }));
    let work = if dense(a) || dense(b) {
        [rows, inner, inner, cols].iter().try_fold(long + short, |work, size| work.checked_mul(*size as u64))
    } else {
        // Every term of the one meets every term of the other.
        (many as u64).checked_mul(others as u64).and_then(|work| work.checked_mul(long + short))
    };
    match work {
        Some(work) if work <= MAX_PRODUCT_WORK => Ok(()),
        _ => Err(format!("a product of sizes {rows} and {inner} is more than this checker works on")),
    }
}

impl Scope {
    /// The value, charged to the line.
    pub(crate) fn charged(&self, value: Value) -> Result<Value, EvalError> {
        let (numbers, size, bits) = stored(&value);
        if numbers > MAX_STORED {
            return Err(format!("a value of {numbers} numbers is more than this checker works on"));
        }
        self.work.set(limits::bodies(self.work.get(), size, numbers, bits)?);
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use exact::Rational;
    use serde_json::{Value as Json, json};

    fn own() -> Scope {
        let mut scope = Scope { size: 2, own: true, ..Scope::default() };
        scope.define("v", Value::Vector([(2, 3), (5, 7)].map(Rational::from).to_vec()));
        scope
    }

    fn refused(term: &Json) -> bool {
        own().value(term).is_err_and(|reason| reason.contains("more than this checker works on"))
    }

    #[test]
    fn nested_squares_end_at_the_limit_and_not_in_memory() {
        let squares = (0..90).fold(json!("3"), |term, _| json!(["square", term]));
        assert!(refused(&squares));
    }

    #[test]
    fn sums_that_double_their_terms_end_at_the_limit() {
        let mut scope = own();
        scope.define("A", scope.value(&json!(["outer", "v", "v"])).unwrap());
        for step in 0..64 {
            match scope.value(&json!(["add", "A", "A"])) {
                Ok(sum) => scope.define("A", sum),
                Err(reason) => {
                    assert!(reason.contains("more than this checker works on"), "{reason}");
                    assert!(step < 24, "too late: {step}");
                    return;
                }
            }
        }
        panic!("2^64 terms were stored");
    }

    #[test]
    fn products_of_long_numbers_are_refused_before_they_are_computed() {
        let mut scope = own();
        let long = Rational::from((exact::Integer::from(1) << 4000, exact::Integer::from(3)));
        let dense = exact::Matrix::from_fn(64, 64, |_, _| long.clone());
        scope.define("A", Value::Matrix(Mat::Dense(dense)));
        assert!(
            scope.value(&json!(["mul", "A", "A"])).is_err_and(|reason| reason.contains("a product of sizes"))
        );
    }
}
