//! Evaluates terms over the fractions of polynomials in the parameters (`docs/certificate-v1.md`, section "Symbolic
//! lines"). It shares nothing with the evaluation of terms at an instance but the way a term is taken apart.

use super::fraction::{Budget, Fraction, dot};
use super::value::{Grid, Value};
use crate::evaluate::{EvalError, application, arguments};
use exact::{Rational, text};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Largest number of rows or columns.
pub(crate) const MAX_SIZE: usize = 64;

/// The names that terms may use.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    pub(crate) names: BTreeMap<Rc<str>, Rc<Value>>,
    pub(crate) budget: Rc<Budget>,
}

impl Scope {
    pub(crate) fn define(&mut self, name: &str, value: Value) {
        self.names.insert(name.into(), Rc::new(value));
    }

    /// The value of a term.
    pub(crate) fn value(&self, term: &Json) -> Result<Value, EvalError> {
        if let Json::String(word) = term {
            return if word.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
                text::parse(word).map(|x| Value::Scalar(x.into())).map_err(|error| error.to_string())
            } else {
                let value = self.names.get(word.as_str());
                value.map(|value| Value::clone(value)).ok_or_else(|| format!("`{word}` is not defined"))
            };
        }
        let (operator, list) = application(term)?;
        match operator {
            "add" | "sub" | "mul" | "div" => {
                let [a, b] = arguments(operator, list)?;
                self.binary(operator, self.value(a)?, self.value(b)?)
            }
            "neg" => {
                let [a] = arguments(operator, list)?;
                self.binary("mul", Value::Scalar(Rational::from(-1).into()), self.value(a)?)
            }
            "square" => {
                let [a] = arguments(operator, list)?;
                let a = self.scalar(a)?;
                Ok(Value::Scalar(a.times(&a, &self.budget)?))
            }
            "if" => {
                let [predicate, a, b] = arguments(operator, list)?;
                self.value(if self.truth(predicate)? { a } else { b })
            }
            "len" | "dot" | "entry" | "height" | "at" => {
                self.scalar_valued(operator, list).map(Value::Scalar)
            }
            "hadamard" | "constant" | "row" | "coefficients" => {
                self.vector_valued(operator, list).map(Value::Vector)
            }
            "charpoly" | "secular" | "quadratic" => {
                self.polynomial_valued(operator, list).map(Value::Polynomial)
            }
            "iterate" | "rows" | "entries" => self.stored(self.binder(operator, list)?),
            "eye" | "diag" | "outer" | "transpose" | "direct-sum" | "stack" | "block" | "copies"
            | "rotation" => self.stored(Value::Matrix(self.matrix_valued(operator, list)?)),
            _ => Err(format!("`{operator}` has no value while its parameters are indeterminates")),
        }
    }

    /// Charges what a value stores: copies of a long polynomial cost memory though nothing is computed.
    fn stored(&self, value: Value) -> Result<Value, EvalError> {
        self.budget.cells(value.entries().iter().map(Fraction::stored).sum())?;
        Ok(value)
    }

    /// A comparison that depends on no parameter.
    fn truth(&self, predicate: &Json) -> Result<bool, EvalError> {
        let (operator, list) = application(predicate)?;
        match operator {
            "lt" | "le" | "eq" | "ne" => {
                let [a, b] = arguments(operator, list)?;
                let (a, b) = (self.constant(a)?, self.constant(b)?);
                Ok(match operator {
                    "lt" => a < b,
                    "le" => a <= b,
                    "eq" => a == b,
                    _ => a != b,
                })
            }
            "odd" => {
                let [a] = arguments(operator, list)?;
                let a = self.constant(a)?;
                Ok(a.is_integer() && a.numer().is_odd())
            }
            "not" => {
                let [a] = arguments(operator, list)?;
                Ok(!self.truth(a)?)
            }
            "any" | "all" => {
                let parts = list.iter().map(|part| self.truth(part)).collect::<Result<Vec<_>, _>>()?;
                Ok(if operator == "any" { parts.contains(&true) } else { !parts.contains(&false) })
            }
            _ => Err(format!("`{operator}` is not decided while its parameters are indeterminates")),
        }
    }

    fn constant(&self, term: &Json) -> Result<Rational, EvalError> {
        self.scalar(term)?.as_constant().ok_or_else(|| format!("`{term}` depends on a parameter"))
    }

    fn count(&self, term: &Json, low: usize, high: usize) -> Result<usize, EvalError> {
        let value = self.constant(term)?;
        let whole = value.is_integer().then(|| value.numer().to_usize()).flatten();
        whole
            .filter(|n| (low..=high).contains(n))
            .ok_or_else(|| format!("`{term}` should be a whole number from {low} to {high}"))
    }

    pub(crate) fn scalar(&self, term: &Json) -> Result<Fraction, EvalError> {
        match self.value(term)? {
            Value::Scalar(value) => Ok(value),
            other => Err(format!("`{term}` should be a scalar, is {}", other.kind())),
        }
    }

    fn vector(&self, term: &Json) -> Result<Vec<Fraction>, EvalError> {
        match self.value(term)? {
            Value::Vector(value) => Ok(value),
            other => Err(format!("`{term}` should be a vector, is {}", other.kind())),
        }
    }

    fn matrix(&self, term: &Json) -> Result<Grid, EvalError> {
        match self.value(term)? {
            Value::Matrix(value) => Ok(value),
            other => Err(format!("`{term}` should be a matrix, is {}", other.kind())),
        }
    }

    fn square_matrix(&self, term: &Json) -> Result<Grid, EvalError> {
        let matrix = self.matrix(term)?;
        if matrix.is_square() { Ok(matrix) } else { Err(format!("`{term}` is not square")) }
    }

    /// A polynomial, its coefficients from low to high.
    pub(crate) fn polynomial(&self, term: &Json) -> Result<Vec<Fraction>, EvalError> {
        match self.value(term)? {
            Value::Polynomial(value) => Ok(value),
            other => Err(format!("`{term}` should be a polynomial, is {}", other.kind())),
        }
    }

    fn two_vectors(&self, operator: &str, u: &Json, v: &Json) -> Result<[Vec<Fraction>; 2], EvalError> {
        let (u, v) = (self.vector(u)?, self.vector(v)?);
        if u.len() == v.len() {
            Ok([u, v])
        } else {
            Err(format!("`{operator}` of vectors of different lengths {} and {}", u.len(), v.len()))
        }
    }

    fn scalar_valued(&self, operator: &str, list: &[Json]) -> Result<Fraction, EvalError> {
        match operator {
            "len" => {
                let [v] = arguments(operator, list)?;
                Ok(Rational::from(self.vector(v)?.len()).into())
            }
            "height" => {
                let [a] = arguments(operator, list)?;
                Ok(Rational::from(self.matrix(a)?.rows).into())
            }
            "entry" => {
                let [v, i] = arguments(operator, list)?;
                let v = self.vector(v)?;
                Ok(v[self.count(i, 1, v.len())? - 1].clone())
            }
            "at" => {
                let [polynomial, x] = arguments(operator, list)?;
                let x = self.scalar(x)?;
                let coefficients = self.polynomial(polynomial)?;
                coefficients.iter().rev().try_fold(Fraction::zero(), |value, coefficient| {
                    value.times(&x, &self.budget)?.plus(coefficient, &self.budget)
                })
            }
            _ => {
                let [u, v] = arguments(operator, list)?;
                let [u, v] = self.two_vectors(operator, u, v)?;
                dot(&u, &v, &self.budget)
            }
        }
    }

    fn vector_valued(&self, operator: &str, list: &[Json]) -> Result<Vec<Fraction>, EvalError> {
        match operator {
            "hadamard" => {
                let [u, v] = arguments(operator, list)?;
                let [u, v] = self.two_vectors(operator, u, v)?;
                u.iter().zip(&v).map(|(a, b)| a.times(b, &self.budget)).collect()
            }
            "constant" => {
                let [n, value] = arguments(operator, list)?;
                let (value, n) = (self.scalar(value)?, self.count(n, 1, MAX_SIZE)?);
                self.budget.cells(value.stored().saturating_mul(n))?;
                Ok(vec![value; n])
            }
            "coefficients" => {
                let [polynomial] = arguments(operator, list)?;
                self.polynomial(polynomial)
            }
            _ => {
                let [a, i] = arguments(operator, list)?;
                let a = self.matrix(a)?;
                Ok(a.row(self.count(i, 1, a.rows)? - 1).to_vec())
            }
        }
    }

    fn polynomial_valued(&self, operator: &str, list: &[Json]) -> Result<Vec<Fraction>, EvalError> {
        let budget = &*self.budget;
        match operator {
            "charpoly" => {
                let [t] = arguments(operator, list)?;
                self.square_matrix(t)?.characteristic_polynomial(budget)
            }
            "secular" => {
                let [a, w] = arguments(operator, list)?;
                let [a, w] = self.two_vectors(operator, a, w)?;
                secular(&a, &w, budget)
            }
            _ => {
                let [trace, determinant] = arguments(operator, list)?;
                Ok(vec![self.scalar(determinant)?, self.scalar(trace)?.negated(), Fraction::one()])
            }
        }
    }

    fn matrix_valued(&self, operator: &str, list: &[Json]) -> Result<Grid, EvalError> {
        let zero = || Ok::<_, EvalError>(Fraction::zero());
        let built = match operator {
            "eye" => {
                let [n] = arguments(operator, list)?;
                Grid::identity(self.count(n, 1, MAX_SIZE)?)
            }
            "diag" => {
                let [v] = arguments(operator, list)?;
                let v = self.vector(v)?;
                Grid::from_fn(v.len(), v.len(), |i, j| if i == j { Ok(v[i].clone()) } else { zero() })?
            }
            "outer" => {
                let [u, v] = arguments(operator, list)?;
                let (u, v) = (self.vector(u)?, self.vector(v)?);
                Grid::from_fn(u.len(), v.len(), |i, j| u[i].times(&v[j], &self.budget))?
            }
            "transpose" => {
                let [a] = arguments(operator, list)?;
                let a = self.matrix(a)?;
                Grid::from_fn(a.cols, a.rows, |i, j| Ok::<_, EvalError>(a.at(j, i).clone()))?
            }
            "direct-sum" => {
                let [a, b] = arguments(operator, list)?;
                let (a, b) = (self.square_matrix(a)?, self.square_matrix(b)?);
                let (n, m) = (a.rows, b.rows);
                let sized = |rows: usize, cols: usize| Grid::from_fn(rows, cols, |_, _| zero());
                quarters(&a, &sized(n, m)?, &sized(m, n)?, &b)?
            }
            "stack" => {
                let [a, b] = arguments(operator, list)?;
                let (mut a, b) = (self.matrix(a)?, self.matrix(b)?);
                if a.cols != b.cols {
                    return Err("the parts of `stack` have different numbers of columns".into());
                }
                a.rows += b.rows;
                a.entries.extend(b.entries);
                a
            }
            "block" => {
                let [a, b, c, d] = arguments::<4>(operator, list)?;
                quarters(&self.matrix(a)?, &self.matrix(b)?, &self.matrix(c)?, &self.matrix(d)?)?
            }
            "copies" => {
                let [n, a] = arguments(operator, list)?;
                let a = self.square_matrix(a)?;
                let size = self.count(n, 0, MAX_SIZE / a.rows.max(1))? * a.rows;
                Grid::from_fn(size, size, |i, j| {
                    let same = i / a.rows == j / a.rows;
                    if same { Ok(a.at(i % a.rows, j % a.rows).clone()) } else { zero() }
                })?
            }
            _ => {
                let [t] = arguments(operator, list)?;
                let (t, b) = (self.scalar(t)?, &*self.budget);
                let square = t.times(&t, b)?;
                let inverse = Fraction::one().plus(&square, b)?.reciprocal()?;
                let cos = Fraction::one().minus(&square, b)?.times(&inverse, b)?;
                let sin = t.plus(&t, b)?.times(&inverse, b)?;
                Grid { rows: 2, cols: 2, entries: vec![cos.clone(), sin.negated(), sin, cos] }
            }
        };
        if built.rows.max(built.cols) > MAX_SIZE {
            return Err(format!("a matrix of indeterminates of size above {MAX_SIZE}"));
        }
        Ok(built)
    }

    fn binary(&self, operator: &str, a: Value, b: Value) -> Result<Value, EvalError> {
        use Value::{Matrix as M, Scalar, Vector};
        let budget = &*self.budget;
        let mismatch = |a: &Value, b: &Value| Err(format!("`{operator}` of {} and {}", a.kind(), b.kind()));
        let scaled = |x: &Fraction, v: &[Fraction]| -> Result<Vec<Fraction>, EvalError> {
            v.iter().map(|y| x.times(y, budget)).collect()
        };
        match operator {
            "add" | "sub" => {
                let sum = |x: &Fraction, y: &Fraction| {
                    if operator == "add" { x.plus(y, budget) } else { x.minus(y, budget) }
                };
                if !a.same_shape(&b) || matches!(a, Value::Polynomial(_)) {
                    return mismatch(&a, &b);
                }
                let entries = a
                    .entries()
                    .iter()
                    .zip(b.entries())
                    .map(|(x, y)| sum(x, y))
                    .collect::<Result<Vec<_>, _>>()?;
                Ok(match a {
                    M(a) => M(Grid { entries, ..a }),
                    Vector(_) => Vector(entries),
                    _ => Scalar(entries.into_iter().next().unwrap_or_else(Fraction::zero)),
                })
            }
            "mul" => match (&a, &b) {
                (Scalar(x), Scalar(y)) => Ok(Scalar(x.times(y, budget)?)),
                (Scalar(x), Vector(y)) | (Vector(y), Scalar(x)) => Ok(Vector(scaled(x, y)?)),
                (Scalar(x), M(y)) | (M(y), Scalar(x)) => {
                    Ok(M(Grid { entries: scaled(x, &y.entries)?, ..*y }))
                }
                (M(x), M(y)) if x.cols == y.rows => Ok(M(x.times(y, budget)?)),
                (M(x), Vector(y)) if x.cols == y.len() => {
                    (0..x.rows).map(|i| dot(x.row(i), y, budget)).collect::<Result<_, _>>().map(Vector)
                }
                _ => mismatch(&a, &b),
            },
            _ => match &b {
                Scalar(y) => self.binary("mul", Scalar(y.reciprocal()?), a),
                _ => mismatch(&a, &b),
            },
        }
    }

    fn binder(&self, operator: &str, list: &[Json]) -> Result<Value, EvalError> {
        let whole = |i: usize| Value::Scalar(Rational::from(i).into());
        if operator == "iterate" {
            let [name, start, index, from, to, body] = arguments(operator, list)?;
            let (name, index) = (self.fresh(name)?, self.fresh(index)?);
            if name == index {
                return Err(format!("`iterate` binds `{name}` twice"));
            }
            let (from, to) = (self.count(from, 0, MAX_SIZE)?, self.count(to, 0, MAX_SIZE)?);
            let mut value = self.value(start)?;
            for i in from..=to {
                self.budget.body()?;
                value = self.with(index, whole(i)).with(name, value).value(body)?;
            }
            return Ok(value);
        }
        let [index, count, body] = arguments(operator, list)?;
        let index = self.fresh(index)?;
        let values = (1..=self.count(count, 1, MAX_SIZE)?).map(|i| {
            self.budget.body()?;
            self.with(index, whole(i)).value(body)
        });
        let values = values.collect::<Result<Vec<_>, _>>()?;
        let wrong = |other: &Value| format!("{} in `{operator}`", other.kind());
        if operator == "entries" {
            let entries = values.into_iter().map(|value| match value {
                Value::Scalar(entry) => Ok(entry),
                other => Err(wrong(&other)),
            });
            return entries.collect::<Result<_, _>>().map(Value::Vector);
        }
        let rows = values.into_iter().map(|value| match value {
            Value::Vector(row) => Ok(row),
            other => Err(wrong(&other)),
        });
        let rows = rows.collect::<Result<Vec<_>, _>>()?;
        let cols = rows.first().map_or(0, Vec::len);
        if rows.iter().any(|row| row.len() != cols) {
            return Err("the rows of `rows` have different lengths".into());
        }
        Ok(Value::Matrix(Grid { rows: rows.len(), cols, entries: rows.into_iter().flatten().collect() }))
    }

    fn fresh<'a>(&self, name: &'a Json) -> Result<&'a str, EvalError> {
        let word = name.as_str().unwrap_or_default();
        let number = word.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        if word.is_empty() || number || self.names.contains_key(word) {
            return Err(format!("`{name}` cannot be bound"));
        }
        Ok(word)
    }

    fn with(&self, name: &str, value: Value) -> Self {
        let mut inner = self.clone();
        inner.define(name, value);
        inner
    }
}

/// `[[a, b], [c, d]]`.
fn quarters(a: &Grid, b: &Grid, c: &Grid, d: &Grid) -> Result<Grid, EvalError> {
    if a.rows != b.rows || c.rows != d.rows || a.cols != c.cols || b.cols != d.cols {
        return Err("the parts of `block` do not fit together".into());
    }
    let (top, left) = (a.rows, a.cols);
    Grid::from_fn(top + c.rows, left + b.cols, |i, j| {
        Ok(match (i < top, j < left) {
            (true, true) => a.at(i, j),
            (true, false) => b.at(i, j - left),
            (false, true) => c.at(i - top, j),
            (false, false) => d.at(i - top, j - left),
        }
        .clone())
    })
}

/// `∏(z − a_i) + Σ_i w_i ∏_{j≠i}(z − a_j)`, one factor at a time.
fn secular(a: &[Fraction], w: &[Fraction], budget: &Budget) -> Result<Vec<Fraction>, EvalError> {
    let times_linear = |p: &[Fraction], root: &Fraction| -> Result<Vec<Fraction>, EvalError> {
        (0..=p.len())
            .map(|k| {
                let lower = if k > 0 { p[k - 1].clone() } else { Fraction::zero() };
                match p.get(k) {
                    Some(same) => lower.minus(&same.times(root, budget)?, budget),
                    None => Ok(lower),
                }
            })
            .collect()
    };
    let (mut product, mut sum) = (vec![Fraction::one()], vec![]);
    for (root, weight) in a.iter().zip(w) {
        sum = times_linear(&sum, root)?;
        for (s, p) in sum.iter_mut().zip(&product) {
            *s = s.plus(&weight.times(p, budget)?, budget)?;
        }
        product = times_linear(&product, root)?;
    }
    for (p, s) in product.iter_mut().zip(&sum) {
        *p = p.plus(s, budget)?;
    }
    Ok(product)
}
