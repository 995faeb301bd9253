//! Terms that bind names: loops over tokens (`docs/certificate-v1.md`, section "Terms that bind names").

use crate::enclosed;
use crate::evaluate::{EvalError, MAX_SIZE, Scope, arguments};
use crate::limits;
use crate::matrix::Mat;
use crate::value::Value;
use exact::{Matrix, Rational};
use serde_json::Value as Json;

impl Scope {
    /// `iterate`, `rows`, `entries`.
    pub(crate) fn binder(&self, operator: &str, list: &[Json]) -> Result<Value, EvalError> {
        match operator {
            "iterate" => {
                let [name, start, index, from, to, body] = arguments(operator, list)?;
                let (name, index) = (self.fresh(name)?, self.fresh(index)?);
                if name == index {
                    return Err(format!("`iterate` binds `{name}` twice"));
                }
                let (from, to) = (self.count(from, 0, MAX_SIZE)?, self.count(to, 0, MAX_SIZE)?);
                let mut value = self.value(start)?;
                for i in from..=to {
                    value = self.with(index, Value::Scalar(i.into())).with(name, value).body(body)?;
                }
                Ok(value)
            }
            "rows" => {
                let rows = self.each(operator, list, |value| match value {
                    Value::Vector(row) => Ok(row),
                    other => Err(format!("a row of `rows` is {}", other.kind())),
                })?;
                let matrix = Matrix::from_rows(rows).ok_or("the rows of `rows` have different lengths")?;
                Ok(Value::Matrix(Mat::Dense(matrix)))
            }
            _ => {
                let entries = self.each(operator, list, Ok)?;
                if entries.iter().any(|entry| matches!(entry, Value::Enclosed(_))) {
                    return enclosed::vector(entries);
                }
                let scalar = |value| match value {
                    Value::Scalar(entry) => Ok(entry),
                    other => Err(format!("an entry of `entries` is {}", other.kind())),
                };
                entries.into_iter().map(scalar).collect::<Result<_, _>>().map(Value::Vector)
            }
        }
    }

    /// The body's value for each index from 1.
    fn each<T>(
        &self,
        operator: &str,
        list: &[Json],
        kind: impl Fn(Value) -> Result<T, EvalError>,
    ) -> Result<Vec<T>, EvalError> {
        let [index, count, body] = arguments(operator, list)?;
        let index = self.fresh(index)?;
        let count = self.count(count, 1, MAX_SIZE)?;
        (1..=count).map(|i| kind(self.with(index, Value::Scalar(Rational::from(i))).body(body)?)).collect()
    }

    /// A name that means nothing yet.
    fn fresh<'a>(&self, name: &'a Json) -> Result<&'a str, EvalError> {
        let word = name.as_str().ok_or_else(|| format!("`{name}` cannot be bound, it is no name"))?;
        if word.is_empty() || word.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
            return Err(format!("`{word}` cannot be bound, it is no name"));
        }
        if self.names.contains_key(word) {
            return Err(format!("`{word}` cannot be bound, it has a meaning already"));
        }
        Ok(word)
    }

    /// The scope with one more name.
    fn with(&self, name: &str, value: Value) -> Self {
        let mut inner = self.clone();
        inner.define(name, value);
        inner
    }

    /// The value of a body; its size is charged to the line.
    fn body(&self, body: &Json) -> Result<Value, EvalError> {
        let value = self.value(body)?;
        self.work.set(limits::bodies(self.work.get(), self.size, value.cells(), value.bits())?);
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn scope() -> Scope {
        let mut scope = Scope { size: 3, ..Scope::default() };
        scope.define("v", Value::Vector([5, 7, 11].map(Rational::from).to_vec()));
        scope
    }

    fn scalar(term: Json) -> Result<Rational, EvalError> {
        scope().scalar(&term)
    }

    #[test]
    fn iterate_counts_up_from_the_first_index_to_the_last_and_keeps_the_start_of_an_empty_range() {
        // 0 → 10·0 + 5 → 10·5 + 7 → …: the order of the indices can be read off the digits.
        let digits = |from: &str, to: &str| {
            scalar(json!(["iterate", "x", "0", "i", from, to, ["add", ["mul", "10", "x"], "i"]]))
        };
        assert_eq!(digits("1", "3"), Ok(Rational::from(123)));
        assert_eq!(digits("2", "2"), Ok(Rational::from(2)));
        assert_eq!(digits("3", "2"), Ok(Rational::from(0)));
        assert!(digits("1", "-1").is_err(), "an end below 0");
        assert!(digits("1", "513").is_err(), "an end above 512");
    }

    #[test]
    fn rows_and_entries_count_from_one() {
        let term = json!([
            "rows",
            "i",
            "2",
            ["entries", "j", "3", ["mul", ["mul", "10", "i"], ["entry", "v", "j"]]]
        ]);
        let table = scope().matrix(&term).map(|matrix| matrix.dense());
        let expected = [[50, 70, 110], [100, 140, 220]];
        assert_eq!(table, Ok(Matrix::from_fn(2, 3, |i, j| Rational::from(expected[i][j]))));
    }

    #[test]
    fn a_name_that_has_a_meaning_or_is_a_number_is_not_bound() {
        for (name, index) in [("v", "i"), ("x", "v"), ("x", "x"), ("1", "i"), ("x", "-i"), ("", "i")] {
            let term = json!(["iterate", name, "0", index, "1", "1", "0"]);
            assert!(scalar(term).is_err(), "`{name}`, `{index}`");
        }
        assert!(scalar(json!(["iterate", ["x"], "0", "i", "1", "1", "0"])).is_err());
        // A bound name ends with its body.
        assert!(scalar(json!(["add", ["iterate", "x", "0", "i", "1", "1", "i"], "i"])).is_err());
    }

    #[test]
    fn numbers_that_explode_end_at_the_limit_and_not_in_memory() {
        let squares = json!(["iterate", "x", "3", "i", "1", "512", ["square", "x"]]);
        assert!(scalar(squares).is_err_and(|reason| reason.contains("more than this checker works on")));
        let term = json!(["rows", "i", "2", ["entries", "j", ["add", "i", "0"], "1"]]);
        assert!(scope().matrix(&term).is_err(), "rows of different lengths");
    }
}
