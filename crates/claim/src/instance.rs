//! An instance: named rational scalars, vectors and matrices.

use exact::{Matrix, Rational, text};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// A parameter's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A rational number.
    Scalar(Rational),
    /// A vector.
    Vector(Vec<Rational>),
    /// A matrix, also used for a list of vectors (one a row).
    Matrix(Matrix),
}

/// Named parameter values, in the order of their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Instance(BTreeMap<&'static str, Value>);

impl Instance {
    /// No parameters yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds or replaces a parameter.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.0.insert(name, value.into());
        self
    }

    /// The value called `name`, if there is one.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// Names and values, ascending by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.0.iter().map(|(name, value)| (*name, value))
    }

    /// The scalar called `name`.
    ///
    /// # Panics
    /// When the theorem's own domain did not supply it.
    pub fn scalar(&self, name: &str) -> &Rational {
        match self.get(name) {
            Some(Value::Scalar(value)) => value,
            other => panic!("`{name}` should be a scalar of the instance, found {other:?}"),
        }
    }

    /// The vector called `name`.
    ///
    /// # Panics
    /// When the theorem's own domain did not supply it.
    pub fn vector(&self, name: &str) -> &[Rational] {
        match self.get(name) {
            Some(Value::Vector(value)) => value,
            other => panic!("`{name}` should be a vector of the instance, found {other:?}"),
        }
    }

    /// The matrix called `name`.
    ///
    /// # Panics
    /// When the theorem's own domain did not supply it.
    pub fn matrix(&self, name: &str) -> &Matrix {
        match self.get(name) {
            Some(Value::Matrix(value)) => value,
            other => panic!("`{name}` should be a matrix of the instance, found {other:?}"),
        }
    }
}

impl From<Rational> for Value {
    fn from(value: Rational) -> Self {
        Self::Scalar(value)
    }
}

impl From<&Rational> for Value {
    fn from(value: &Rational) -> Self {
        Self::Scalar(value.clone())
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::Scalar(value.into())
    }
}

impl From<(i64, i64)> for Value {
    fn from(value: (i64, i64)) -> Self {
        Self::Scalar(value.into())
    }
}

impl From<Vec<Rational>> for Value {
    fn from(value: Vec<Rational>) -> Self {
        Self::Vector(value)
    }
}

impl<const N: usize> From<[(i64, i64); N]> for Value {
    fn from(value: [(i64, i64); N]) -> Self {
        Self::Vector(value.into_iter().map(Rational::from).collect())
    }
}

impl From<Matrix> for Value {
    fn from(value: Matrix) -> Self {
        Self::Matrix(value)
    }
}

impl<const N: usize, const M: usize> From<[[(i64, i64); M]; N]> for Value {
    fn from(value: [[(i64, i64); M]; N]) -> Self {
        Self::Matrix(Matrix::from_fn(N, M, |i, j| value[i][j].into()))
    }
}

impl Value {
    /// The wire form: a canonical text, or (nested) arrays of them.
    pub fn to_json(&self) -> Json {
        match self {
            Self::Scalar(value) => text::format(value).into(),
            Self::Vector(value) => vector_json(value),
            Self::Matrix(value) => matrix_json(value),
        }
    }
}

pub(crate) fn vector_json(vector: &[Rational]) -> Json {
    vector.iter().map(|value| Json::from(text::format(value))).collect()
}

pub(crate) fn matrix_json(matrix: &Matrix) -> Json {
    (0..matrix.rows()).map(|i| vector_json(matrix.row(i))).collect()
}

impl Serialize for Instance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, &value.to_json())?;
        }
        map.end()
    }
}

impl std::fmt::Display for Instance {
    /// One parameter a line, in readable fractions.
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list = |values: &[Rational]| {
            format!("({})", values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
        };
        for (line, (name, value)) in self.0.iter().enumerate() {
            if line > 0 {
                writeln!(out)?;
            }
            match value {
                Value::Scalar(value) => write!(out, "{name} = {value}")?,
                Value::Vector(value) => write!(out, "{name} = {}", list(value))?,
                Value::Matrix(value) => {
                    let rows: Vec<_> = (0..value.rows()).map(|i| list(value.row(i))).collect();
                    write!(out, "{name} = [{}]", rows.join(", "))?;
                }
            }
        }
        Ok(())
    }
}
