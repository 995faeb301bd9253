//! Evaluates the terms of the vocabulary (`docs/certificate-v1.md`, section "Terms").

use crate::charge;
use crate::cyclotomic::{self, FieldMatrix};
use crate::enclosed;
use crate::limits;
use crate::matrix::{Mat, secular};
use crate::value::Value;
use exact::{IntPoly, Integer, Matrix, Rational, text, vector};
use serde_json::Value as Json;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Largest number of rows or columns that is worked with.
pub(crate) const MAX_SIZE: usize = 512;
/// Largest number of slots of a Fourier shift.
const MAX_SLOTS: u32 = 33;

/// Why a term has no value: a message naming the operator.
pub(crate) type EvalError = String;

/// The names that terms may use, and what the bodies of loops have cost so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    pub(crate) names: BTreeMap<Rc<str>, Rc<Value>>,
    /// Largest size of the instance.
    pub(crate) size: usize,
    pub(crate) work: Rc<Cell<u64>>,
    /// Whether the statement is somebody's own, so that every value is charged and not only those of loops.
    pub(crate) own: bool,
}

/// The operator and the arguments of an application.
pub(crate) fn application(term: &Json) -> Result<(&str, &[Json]), EvalError> {
    let parts = term.as_array().and_then(|parts| parts.split_first());
    match parts {
        Some((Json::String(operator), arguments)) => Ok((operator, arguments)),
        _ => Err(format!("`{term}` is not an operator applied to arguments")),
    }
}

/// The arguments of `operator`, which must be exactly `N`.
pub(crate) fn arguments<'a, const N: usize>(
    operator: &str,
    list: &'a [Json],
) -> Result<&'a [Json; N], EvalError> {
    list.try_into().map_err(|_| format!("`{operator}` takes {N} arguments, found {}", list.len()))
}

impl Scope {
    /// Gives a name its value.
    pub(crate) fn define(&mut self, name: &str, value: Value) {
        self.names.insert(name.into(), Rc::new(value));
    }

    /// The value of a term.
    pub(crate) fn value(&self, term: &Json) -> Result<Value, EvalError> {
        if let Json::String(word) = term {
            return if word.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
                text::parse(word).map(Value::Scalar).map_err(|error| error.to_string())
            } else {
                let value =
                    self.names.get(word.as_str()).ok_or_else(|| format!("`{word}` is not defined"))?;
                Ok(Value::clone(value))
            };
        }
        let (operator, list) = application(term)?;
        let value = self.applied(operator, list)?;
        if self.own { self.charged(value) } else { Ok(value) }
    }

    fn applied(&self, operator: &str, list: &[Json]) -> Result<Value, EvalError> {
        if let Some(value) = self.assembled(operator, list)? {
            return Ok(value);
        }
        match operator {
            "add" | "sub" | "mul" | "div" => {
                let [a, b] = arguments(operator, list)?;
                let (a, b) = (self.value(a)?, self.value(b)?);
                if self.own && operator == "mul" {
                    charge::product(&a, &b)?;
                }
                binary(operator, a, b)
            }
            "neg" => {
                let [a] = arguments(operator, list)?;
                binary("mul", Value::Scalar(Rational::from(-1)), self.value(a)?)
            }
            "square" => {
                let [a] = arguments(operator, list)?;
                Ok(Value::Scalar(self.scalar(a)?.square()))
            }
            "if" => {
                let [predicate, a, b] = arguments(operator, list)?;
                self.value(if self.truth(predicate)? { a } else { b })
            }
            "determinant" => {
                let [a] = arguments(operator, list)?;
                Ok(Value::Scalar(limits::dense(&self.square_matrix(a)?.dense())?.determinant()))
            }
            "height" => {
                let [a] = arguments(operator, list)?;
                match &*self.shared(a)? {
                    Value::Matrix(a) => Ok(Value::Scalar(a.shape().0.into())),
                    other => Err(format!("`height` of {}", other.kind())),
                }
            }
            "iterate" | "rows" | "entries" => self.binder(operator, list),
            "pi" | "exp" | "log" | "sqrt" | "sin" | "cos" | "turns" | "sum-of-squares" => {
                self.enclosed(operator, list)
            }
            "len" | "min" | "max" | "dot" | "entry" => {
                self.scalar_of_vectors(operator, list).map(Value::Scalar)
            }
            "positive-eigenvalues" | "negative-eigenvalues" => {
                let [a] = arguments(operator, list)?;
                let a = self.square_matrix(a)?.dense();
                if !a.is_symmetric() {
                    return Err(format!("`{operator}` of a matrix that is not symmetric"));
                }
                let inertia = limits::dense(&a)?.inertia();
                let positive = operator == "positive-eigenvalues";
                Ok(Value::Scalar(if positive { inertia.positive } else { inertia.negative }.into()))
            }
            "at" => self.at(list).map(Value::Scalar),
            "hadamard" | "constant" | "row" | "coefficients" => {
                self.vector_valued(operator, list).map(Value::Vector)
            }
            "charpoly" | "secular" | "quadratic" => {
                self.polynomial_valued(operator, list).map(Value::Polynomial)
            }
            "shift" | "fourier-basis" | "fourier-rotations" => self.fourier(operator, list).map(Value::Field),
            "transpose" => {
                let [a] = arguments(operator, list)?;
                match self.value(a)? {
                    Value::Matrix(a) => Ok(Value::Matrix(a.transpose())),
                    Value::Field(a) => Ok(Value::Field(a.transpose())),
                    other => Err(format!("`transpose` of {}", other.kind())),
                }
            }
            "eye" | "diag" | "outer" | "direct-sum" | "stack" | "block" | "copies" | "rotation" => {
                self.matrix_valued(operator, list).map(Value::Matrix)
            }
            _ => Err(format!("`{operator}` is not a term of the vocabulary")),
        }
    }

    /// The value of a term, not copied where it has a name.
    fn shared(&self, term: &Json) -> Result<Rc<Value>, EvalError> {
        match term.as_str().and_then(|name| self.names.get(name)) {
            Some(value) => Ok(Rc::clone(value)),
            None => self.value(term).map(Rc::new),
        }
    }

    pub(crate) fn scalar(&self, term: &Json) -> Result<Rational, EvalError> {
        match self.value(term)? {
            Value::Scalar(value) => Ok(value),
            other => Err(format!("`{term}` should be a scalar, is {}", other.kind())),
        }
    }

    pub(crate) fn vector(&self, term: &Json) -> Result<Vec<Rational>, EvalError> {
        match self.value(term)? {
            Value::Vector(value) => Ok(value),
            other => Err(format!("`{term}` should be a vector, is {}", other.kind())),
        }
    }

    /// A rational matrix; one over a cyclotomic field counts when all its entries are rational.
    pub(crate) fn matrix(&self, term: &Json) -> Result<Mat, EvalError> {
        match self.value(term)? {
            Value::Matrix(value) => Ok(value),
            Value::Field(value) => match value.to_rational() {
                Some(matrix) => Ok(Mat::Dense(matrix)),
                None => Err(format!("`{term}` has irrational entries")),
            },
            other => Err(format!("`{term}` should be a matrix, is {}", other.kind())),
        }
    }

    pub(crate) fn square_matrix(&self, term: &Json) -> Result<Mat, EvalError> {
        let matrix = self.matrix(term)?;
        let (rows, cols) = matrix.shape();
        if rows == cols { Ok(matrix) } else { Err(format!("`{term}` is {rows} × {cols}, not square")) }
    }

    pub(crate) fn polynomial(&self, term: &Json) -> Result<IntPoly, EvalError> {
        match self.value(term)? {
            Value::Polynomial(value) => Ok(value),
            other => Err(format!("`{term}` should be a polynomial, is {}", other.kind())),
        }
    }

    /// A whole number in `low..=high`.
    pub(crate) fn count(&self, term: &Json, low: usize, high: usize) -> Result<usize, EvalError> {
        let value = self.scalar(term)?;
        let whole = value.is_integer().then(|| value.numer().to_usize()).flatten();
        whole
            .filter(|n| (low..=high).contains(n))
            .ok_or_else(|| format!("`{term}` should be a whole number from {low} to {high}"))
    }

    fn two_vectors(&self, operator: &str, u: &Json, v: &Json) -> Result<[Vec<Rational>; 2], EvalError> {
        let (u, v) = (self.vector(u)?, self.vector(v)?);
        if u.len() == v.len() { Ok([u, v]) } else { Err(lengths(operator, u.len(), v.len())) }
    }

    fn scalar_of_vectors(&self, operator: &str, list: &[Json]) -> Result<Rational, EvalError> {
        match operator {
            "dot" => {
                let [u, v] = arguments(operator, list)?;
                let [u, v] = self.two_vectors(operator, u, v)?;
                Ok(vector::dot(&u, &v))
            }
            "entry" => {
                let [v, i] = arguments(operator, list)?;
                match &*self.shared(v)? {
                    Value::Vector(v) => Ok(v[self.count(i, 1, v.len())? - 1].clone()),
                    other => Err(format!("`{v}` should be a vector, is {}", other.kind())),
                }
            }
            _ => {
                let [v] = arguments(operator, list)?;
                let v = self.vector(v)?;
                let value = match operator {
                    "len" => Some(Rational::from(v.len())),
                    "min" => v.into_iter().min(),
                    _ => v.into_iter().max(),
                };
                value.ok_or_else(|| format!("`{operator}` of no entries"))
            }
        }
    }

    fn vector_valued(&self, operator: &str, list: &[Json]) -> Result<Vec<Rational>, EvalError> {
        match operator {
            "hadamard" => {
                let [u, v] = arguments(operator, list)?;
                let [u, v] = self.two_vectors(operator, u, v)?;
                Ok(vector::hadamard(&u, &v))
            }
            "constant" => {
                let [n, value] = arguments(operator, list)?;
                Ok(vec![self.scalar(value)?; self.count(n, 1, MAX_SIZE)?])
            }
            "coefficients" => {
                let [polynomial] = arguments(operator, list)?;
                let polynomial = self.polynomial(polynomial)?;
                let monic = |leading| move |c| Rational::from((Integer::clone(c), Integer::clone(leading)));
                let leading = polynomial.leading().ok_or("`coefficients` of the polynomial 0")?;
                Ok(polynomial.coefficients().iter().map(monic(leading)).collect())
            }
            _ => {
                let [a, i] = arguments(operator, list)?;
                if let Value::Matrix(Mat::Dense(a)) = &*self.shared(a)? {
                    return Ok(a.row(self.count(i, 1, a.rows())? - 1).to_vec());
                }
                let a = self.matrix(a)?.dense();
                Ok(a.row(self.count(i, 1, a.rows())? - 1).to_vec())
            }
        }
    }

    fn polynomial_valued(&self, operator: &str, list: &[Json]) -> Result<IntPoly, EvalError> {
        match operator {
            // Always from the dense matrix, so that an identity with `secular` says something.
            "charpoly" => {
                let [t] = arguments(operator, list)?;
                Ok(limits::dense(&self.square_matrix(t)?.dense())?.characteristic_polynomial())
            }
            "secular" => {
                let [a, w] = arguments(operator, list)?;
                let [a, w] = self.two_vectors(operator, a, w)?;
                secular(&a, &w)
            }
            _ => {
                let [trace, determinant] = arguments(operator, list)?;
                let coefficients = [self.scalar(determinant)?, -self.scalar(trace)?, Rational::from(1)];
                Ok(IntPoly::from_rationals(&coefficients))
            }
        }
    }

    fn fourier(&self, operator: &str, list: &[Json]) -> Result<FieldMatrix, EvalError> {
        let slots = |m: &Json| Ok::<u32, EvalError>(self.count(m, 1, MAX_SLOTS as usize)? as u32);
        let odd_slots = |m: &Json| match slots(m)? {
            m if m.is_multiple_of(2) => Err(format!("`{operator}` needs an odd number of slots, found {m}")),
            m => Ok(m),
        };
        let built = match operator {
            "shift" => {
                let [m, delta] = arguments(operator, list)?;
                cyclotomic::shift(slots(m)?, &self.scalar(delta)?)
            }
            "fourier-basis" => {
                let [m] = arguments(operator, list)?;
                cyclotomic::fourier_basis(odd_slots(m)?)
            }
            _ => {
                let [m, delta] = arguments(operator, list)?;
                cyclotomic::fourier_rotations(odd_slots(m)?, &self.scalar(delta)?)
            }
        };
        built.ok_or_else(|| {
            format!("`{operator}` needs roots of unity of an order above {}", cyclotomic::MAX_ORDER)
        })
    }

    fn matrix_valued(&self, operator: &str, list: &[Json]) -> Result<Mat, EvalError> {
        match operator {
            "eye" => {
                let [n] = arguments(operator, list)?;
                Ok(Mat::diagonal(vec![Rational::from(1); self.count(n, 1, MAX_SIZE)?]))
            }
            "diag" => {
                let [v] = arguments(operator, list)?;
                Ok(Mat::diagonal(self.vector(v)?))
            }
            "outer" => {
                let [u, v] = arguments(operator, list)?;
                Ok(Mat::outer(&self.vector(u)?, &self.vector(v)?))
            }
            "direct-sum" => {
                let [a, b] = arguments(operator, list)?;
                limited(self.square_matrix(a)?.dense().direct_sum(&self.square_matrix(b)?.dense()))
            }
            "stack" => {
                let [a, b] = arguments(operator, list)?;
                let (a, b) = (self.matrix(a)?.dense(), self.matrix(b)?.dense());
                let stacked = Matrix::blocks(&[vec![a], vec![b]]);
                limited(stacked.ok_or("the parts of `stack` have different numbers of columns")?)
            }
            "block" => {
                let [a, b, c, d] = arguments::<4>(operator, list)?;
                let [a, b, c, d] = [
                    self.matrix(a)?.dense(),
                    self.matrix(b)?.dense(),
                    self.matrix(c)?.dense(),
                    self.matrix(d)?.dense(),
                ];
                let fits = a.rows() == b.rows()
                    && c.rows() == d.rows()
                    && a.cols() == c.cols()
                    && b.cols() == d.cols();
                if !fits {
                    return Err("the parts of `block` do not fit together".into());
                }
                let (top, left) = (a.rows(), a.cols());
                limited(Matrix::from_fn(top + c.rows(), left + b.cols(), |i, j| match (i < top, j < left) {
                    (true, true) => a[(i, j)].clone(),
                    (true, false) => b[(i, j - left)].clone(),
                    (false, true) => c[(i - top, j)].clone(),
                    (false, false) => d[(i - top, j - left)].clone(),
                }))
            }
            "copies" => {
                let [n, a] = arguments(operator, list)?;
                let a = self.square_matrix(a)?.dense();
                let n = self.count(n, 0, MAX_SIZE / a.rows().max(1))?;
                let size = n * a.rows();
                limited(Matrix::from_fn(size, size, |i, j| {
                    let same_block = i / a.rows() == j / a.rows();
                    if same_block { a[(i % a.rows(), j % a.rows())].clone() } else { Rational::new() }
                }))
            }
            _ => {
                let [t] = arguments(operator, list)?;
                let t = self.scalar(t)?;
                let square = Rational::from(t.square_ref());
                let norm = Rational::from(&square + 1);
                let cos: Rational = (1 - square) / &norm;
                let sin: Rational = 2 * t / norm;
                let rotation = vec![vec![cos.clone(), -sin.clone()], vec![sin, cos]];
                Matrix::from_rows(rotation).map(Mat::Dense).ok_or_else(|| "`rotation` is 2 × 2".into())
            }
        }
    }
}

fn limited(matrix: Matrix) -> Result<Mat, EvalError> {
    let size = matrix.rows().max(matrix.cols());
    if size <= MAX_SIZE {
        Ok(Mat::Dense(matrix))
    } else {
        Err(format!("a matrix of size {size} is above {MAX_SIZE}"))
    }
}

fn lengths(operator: &str, a: usize, b: usize) -> EvalError {
    format!("`{operator}` of vectors of different lengths {a} and {b}")
}

/// `add`, `sub`, `mul`, `div` of two values.
fn binary(operator: &str, a: Value, b: Value) -> Result<Value, EvalError> {
    use Value::{Field, Matrix as M, Scalar, Vector};
    if matches!(a, Value::Enclosed(_)) || matches!(b, Value::Enclosed(_)) {
        return enclosed::binary(operator, a, b);
    }
    let mismatch = |a: &Value, b: &Value| Err(format!("`{operator}` of {} and {}", a.kind(), b.kind()));
    match operator {
        "add" | "sub" => {
            let b = if operator == "sub" { binary("mul", Scalar(Rational::from(-1)), b)? } else { b };
            match (&a, &b) {
                (Scalar(x), Scalar(y)) => Ok(Scalar(Rational::from(x + y))),
                (Vector(x), Vector(y)) if x.len() == y.len() => {
                    Ok(Vector(x.iter().zip(y).map(|(x, y)| Rational::from(x + y)).collect()))
                }
                (M(x), M(y)) if x.shape() == y.shape() => Ok(M(x.add(y))),
                (Field(x), Field(y)) if (x.rows, x.cols) == (y.rows, y.cols) => field_sum(x, y),
                (Field(x), M(y)) | (M(y), Field(x)) if (x.rows, x.cols) == y.shape() => {
                    field_sum(x, &FieldMatrix::rational(&y.dense()))
                }
                _ => mismatch(&a, &b),
            }
        }
        "mul" => match (&a, &b) {
            (Scalar(x), Scalar(y)) => Ok(Scalar(Rational::from(x * y))),
            (Scalar(x), Vector(y)) | (Vector(y), Scalar(x)) => Ok(Vector(vector::scale(x, y))),
            (Scalar(x), M(y)) | (M(y), Scalar(x)) => Ok(M(y.scale(x))),
            (Scalar(x), Field(y)) | (Field(y), Scalar(x)) => {
                y.scale(x).map(Field).ok_or_else(|| "a matrix of roots of unity is too large".into())
            }
            (M(x), M(y)) if x.shape().1 == y.shape().0 => Ok(M(x.mul(y))),
            (M(x), Vector(y)) if x.shape().1 == y.len() => Ok(Vector(x.dense().mul_vec(y))),
            (Field(x), Field(y)) if x.cols == y.rows => field_product(x, y),
            (M(x), Field(y)) if x.shape().1 == y.rows => field_product(&FieldMatrix::rational(&x.dense()), y),
            (Field(x), M(y)) if x.cols == y.shape().0 => field_product(x, &FieldMatrix::rational(&y.dense())),
            _ => mismatch(&a, &b),
        },
        _ => match (&a, &b) {
            (_, Scalar(y)) if y.is_zero() => Err("division by zero".into()),
            (_, Scalar(y)) => binary("mul", Scalar(Rational::from(y.recip_ref())), a),
            _ => mismatch(&a, &b),
        },
    }
}

fn field_sum(x: &FieldMatrix, y: &FieldMatrix) -> Result<Value, EvalError> {
    x.add(y)
        .map(Value::Field)
        .ok_or_else(|| format!("a sum needs roots of unity of an order above {}", cyclotomic::MAX_ORDER))
}

fn field_product(x: &FieldMatrix, y: &FieldMatrix) -> Result<Value, EvalError> {
    x.mul(y)
        .map(Value::Field)
        .ok_or_else(|| format!("a product needs roots of unity of an order above {}", cyclotomic::MAX_ORDER))
}
