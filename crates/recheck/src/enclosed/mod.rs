//! Numbers that are known by enclosures only (`docs/certificate-v1.md`, section "Enclosed numbers").
//!
//! A [`Real`] is the formula of a number; it is enclosed with as many bits as a comparison needs.

mod functions;
mod interval;
mod matrix;

use crate::evaluate::{EvalError, Scope, arguments};
use crate::value::Value;
use exact::{Integer, Matrix, Rational};
use functions::Trouble;
use interval::Interval;
use serde_json::Value as Json;
use std::rc::Rc;

/// Bits of the first attempt at a comparison, doubled up to [`MOST_BITS`].
const FIRST_BITS: u32 = 64;
const MOST_BITS: u32 = 4096;
/// Largest number of operations in the formula of a number, repetitions counted.
const MAX_FORMULA: u64 = 1 << 12;
/// Largest size of a matrix with an exponential.
const MAX_EXPONENTIAL: usize = 8;

#[derive(Debug)]
enum Formula {
    Rational(Rational),
    Pi,
    Sum(Rc<Real>, Rc<Real>),
    Product(Rc<Real>, Rc<Real>),
    Quotient(Rc<Real>, Rc<Real>),
    Function(fn(&Interval) -> Result<Interval, Trouble>, Rc<Real>),
    /// Entry `index`, row after row, of the exponential of a matrix.
    Exponential(Rc<Matrix>, usize),
    /// The determinant of a matrix, its entries row after row, of so many rows.
    Determinant(Rc<[Rc<Real>]>, usize),
}

/// The formula of a real number, and how many operations it has.
#[derive(Debug)]
pub(crate) struct Real {
    formula: Formula,
    size: u64,
}

impl Real {
    fn new(formula: Formula) -> Rc<Self> {
        let size = match &formula {
            Formula::Rational(_) | Formula::Pi => 1,
            Formula::Sum(a, b) | Formula::Product(a, b) | Formula::Quotient(a, b) => {
                a.size.saturating_add(b.size).saturating_add(1)
            }
            Formula::Function(_, x) => x.size.saturating_add(1),
            // Every entry is found by finding all of them.
            Formula::Exponential(a, _) => (a.rows() as u64).pow(4),
            Formula::Determinant(entries, n) => {
                entries.iter().fold((*n as u64).pow(4), |sum, x| sum.saturating_add(x.size))
            }
        };
        Rc::new(Self { formula, size })
    }

    fn rational(x: Rational) -> Rc<Self> {
        Self::new(Formula::Rational(x))
    }

    fn enclose(&self, bits: u32) -> Result<Interval, Trouble> {
        match &self.formula {
            Formula::Rational(x) => Ok(Interval::around(x, bits)),
            Formula::Pi => Ok(functions::pi(bits)),
            Formula::Sum(a, b) => Ok(a.enclose(bits)?.plus(&b.enclose(bits)?)),
            Formula::Product(a, b) => Ok(a.enclose(bits)?.times(&b.enclose(bits)?)),
            Formula::Quotient(a, b) => a.enclose(bits)?.over(&b.enclose(bits)?).ok_or(Trouble::MoreBits),
            Formula::Function(f, x) => f(&x.enclose(bits)?),
            Formula::Exponential(a, index) => Ok(functions::matrix_exp(a, bits)?.swap_remove(*index)),
            Formula::Determinant(entries, n) => matrix::determinant(entries, *n, bits),
        }
    }
}

/// A scalar, vector or matrix of numbers that are known by enclosures.
#[derive(Clone, Debug)]
pub(crate) struct Enclosed {
    shape: Shape,
    entries: Vec<Rc<Real>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Scalar,
    Vector(usize),
    Matrix(usize, usize),
}

impl Enclosed {
    fn scalar(formula: Formula) -> Self {
        Self { shape: Shape::Scalar, entries: vec![Real::new(formula)] }
    }

    /// A rational value, or one that is enclosed already.
    fn of(value: Value) -> Result<Self, EvalError> {
        let rational = |shape, entries: &[Rational]| {
            Ok(Self { shape, entries: entries.iter().map(|x| Real::rational(x.clone())).collect() })
        };
        match value {
            Value::Enclosed(value) => Ok(value),
            Value::Scalar(x) => rational(Shape::Scalar, &[x]),
            Value::Vector(v) => rational(Shape::Vector(v.len()), &v),
            Value::Matrix(a) => rational(Shape::Matrix(a.shape().0, a.shape().1), a.dense().entries()),
            other => Err(format!("{} among enclosed numbers", other.kind())),
        }
    }

    pub(crate) fn kind(&self) -> &'static str {
        match self.shape {
            Shape::Scalar => "an enclosed scalar",
            Shape::Vector(_) => "an enclosed vector",
            Shape::Matrix(..) => "an enclosed matrix",
        }
    }

    /// How many operations the formulas have.
    pub(crate) fn cells(&self) -> usize {
        self.entries.iter().fold(0, |sum: usize, x| sum.saturating_add(x.size as usize))
    }

    /// Rational ends around each entry, row after row.
    pub(crate) fn ends(&self, bits: u32) -> Option<Vec<(Rational, Rational)>> {
        let ends = |x: &Rc<Real>| {
            let x = x.enclose(bits).ok()?;
            let end = |value: Integer| Rational::from(value) >> x.bits;
            Some((end(x.low.clone()), end(x.high.clone())))
        };
        self.entries.iter().map(ends).collect()
    }

    /// The number of columns of a matrix.
    pub(crate) fn columns(&self) -> Option<usize> {
        match self.shape {
            Shape::Matrix(_, columns) => Some(columns),
            Shape::Scalar | Shape::Vector(_) => None,
        }
    }

    pub(crate) fn is_scalar(&self) -> bool {
        self.shape == Shape::Scalar
    }

    fn map(self, f: impl Fn(Rc<Real>) -> Formula) -> Self {
        Self { shape: self.shape, entries: self.entries.into_iter().map(|x| Real::new(f(x))).collect() }
    }

    /// The value, or a refusal when a formula is too long.
    fn limited(self) -> Result<Value, EvalError> {
        if self.entries.iter().all(|x| x.size <= MAX_FORMULA) {
            Ok(Value::Enclosed(self))
        } else {
            Err(format!("an enclosed number of more than {MAX_FORMULA} operations"))
        }
    }
}

/// `Σ a_l b_l`.
fn sum_of_products<'a>(pairs: impl Iterator<Item = (&'a Rc<Real>, &'a Rc<Real>)>) -> Rc<Real> {
    let products = pairs.map(|(a, b)| Real::new(Formula::Product(Rc::clone(a), Rc::clone(b))));
    products
        .reduce(|sum, term| Real::new(Formula::Sum(sum, term)))
        .unwrap_or_else(|| Real::rational(Rational::new()))
}

/// `add`, `sub`, `mul`, `div` of two values, one of which is enclosed.
pub(crate) fn binary(operator: &str, a: Value, b: Value) -> Result<Value, EvalError> {
    let (a, b) = (Enclosed::of(a)?, Enclosed::of(b)?);
    let mismatch = || Err(format!("`{operator}` of {} and {}", a.kind(), b.kind()));
    let minus_one = || Real::rational(Rational::from(-1));
    let result = match (operator, a.shape, b.shape) {
        ("add" | "sub", s, t) if s == t => {
            let terms = a.entries.iter().zip(&b.entries).map(|(x, y)| {
                let y = match operator {
                    "sub" => Real::new(Formula::Product(minus_one(), Rc::clone(y))),
                    _ => Rc::clone(y),
                };
                Real::new(Formula::Sum(Rc::clone(x), y))
            });
            Enclosed { shape: s, entries: terms.collect() }
        }
        ("mul", Shape::Scalar, _) => b.map(|y| Formula::Product(Rc::clone(&a.entries[0]), y)),
        ("mul", _, Shape::Scalar) => a.map(|x| Formula::Product(x, Rc::clone(&b.entries[0]))),
        ("div", _, Shape::Scalar) => a.map(|x| Formula::Quotient(x, Rc::clone(&b.entries[0]))),
        ("mul", Shape::Matrix(_, n), Shape::Vector(m)) if n == m => {
            let rows = a.entries.chunks(n.max(1));
            let entries: Vec<_> = rows.map(|row| sum_of_products(row.iter().zip(&b.entries))).collect();
            Enclosed { shape: Shape::Vector(entries.len()), entries }
        }
        ("mul", Shape::Matrix(rows, n), Shape::Matrix(m, cols)) if n == m => {
            let column = |j: usize| b.entries.iter().skip(j).step_by(cols);
            let entry = |e: usize| {
                let row = &a.entries[e / cols * n..(e / cols + 1) * n];
                sum_of_products(row.iter().zip(column(e % cols)))
            };
            let cells = rows.checked_mul(cols).filter(|cells| *cells <= MAX_FORMULA as usize);
            let cells = cells.ok_or("a product of enclosed matrices that is too large")?;
            Enclosed { shape: Shape::Matrix(rows, cols), entries: (0..cells).map(entry).collect() }
        }
        _ => return mismatch(),
    };
    result.limited()
}

/// The vector of scalars, one of which is enclosed.
pub(crate) fn vector(entries: Vec<Value>) -> Result<Value, EvalError> {
    let entry = |value: Value| {
        let entry = Enclosed::of(value)?;
        match entry.shape {
            Shape::Scalar => Ok(Rc::clone(&entry.entries[0])),
            _ => Err(format!("an entry of `entries` is {}", entry.kind())),
        }
    };
    let entries = entries.into_iter().map(entry).collect::<Result<Vec<_>, EvalError>>()?;
    Enclosed { shape: Shape::Vector(entries.len()), entries }.limited()
}

impl Scope {
    /// `pi`, `exp`, `log`, `sqrt`, `sin`, `cos`, `turns`, `sum-of-squares`.
    pub(crate) fn enclosed(&self, operator: &str, list: &[Json]) -> Result<Value, EvalError> {
        if operator == "pi" {
            let [] = arguments(operator, list)?;
            return Enclosed::scalar(Formula::Pi).limited();
        }
        let [x] = arguments(operator, list)?;
        if operator == "turns" {
            return rotations(&self.vector(x)?).limited();
        }
        let value = self.value(x)?;
        if let ("exp", Value::Matrix(a)) = (operator, &value) {
            let (rows, cols) = a.shape();
            if rows != cols || rows > MAX_EXPONENTIAL {
                return Err(format!(
                    "`exp` of a {rows} × {cols} matrix; it takes squares up to {MAX_EXPONENTIAL}"
                ));
            }
            let a = Rc::new(a.dense());
            let entry = |index| Real::new(Formula::Exponential(Rc::clone(&a), index));
            let entries = (0..rows * rows).map(entry).collect();
            return Enclosed { shape: Shape::Matrix(rows, rows), entries }.limited();
        }
        let x = Enclosed::of(value)?;
        let function = match (operator, x.shape) {
            ("sum-of-squares", Shape::Vector(_)) => {
                let sum = sum_of_products(x.entries.iter().zip(&x.entries));
                return Enclosed { shape: Shape::Scalar, entries: vec![sum] }.limited();
            }
            ("exp", Shape::Scalar) => functions::exp,
            ("log", Shape::Scalar) => functions::log,
            ("sqrt", Shape::Scalar) => functions::sqrt,
            ("sin", Shape::Scalar) => functions::sin,
            ("cos", Shape::Scalar) => functions::cos,
            _ => return Err(format!("`{operator}` of {}", x.kind())),
        };
        x.map(|x| Formula::Function(function, x)).limited()
    }
}

/// `R(2π v_1) ⊕ R(2π v_2) ⊕ …`.
fn rotations(turns: &[Rational]) -> Enclosed {
    let n = 2 * turns.len();
    let angle = |t: &Rational| {
        // A whole number of turns is no rotation: the angle is taken from (−π, π].
        let reduced: Rational = t - Rational::from((1, 2));
        let reduced: Rational = t - reduced.ceil();
        Real::new(Formula::Product(Real::new(Formula::Pi), Real::rational(reduced * 2u32)))
    };
    let entry = |e: usize| {
        let (i, j) = (e / n, e % n);
        if i / 2 != j / 2 {
            return Real::rational(Rational::new());
        }
        let x = angle(&turns[i / 2]);
        match (i % 2, j % 2) {
            (0, 1) => {
                let sine = Real::new(Formula::Function(functions::sin, x));
                Real::new(Formula::Product(Real::rational(Rational::from(-1)), sine))
            }
            (1, 0) => Real::new(Formula::Function(functions::sin, x)),
            _ => Real::new(Formula::Function(functions::cos, x)),
        }
    };
    Enclosed { shape: Shape::Matrix(n, n), entries: (0..n * n).map(entry).collect() }
}

/// Whether the scalar `a` is below the scalar `b`: `<`, or `≤` when it is not strict.
///
/// # Errors
/// When one of the numbers does not exist, or 4096 bits do not tell them apart.
pub(crate) fn compare(a: &Value, b: &Value, strict: bool) -> Result<bool, EvalError> {
    match (Enclosed::of(a.clone()), Enclosed::of(b.clone())) {
        (Ok(x), Ok(y)) if (x.shape, y.shape) == (Shape::Scalar, Shape::Scalar) => {
            is_below(&x.entries[0], &y.entries[0], strict)
        }
        _ => Err(format!("two scalars are compared, found {} and {}", a.kind(), b.kind())),
    }
}

/// Whether for every entry of the vector `v` the answer of [`compare`] with the scalar `bound` is `below`. Every entry is
/// decided.
///
/// # Errors
/// As for [`compare`].
pub(crate) fn compare_all(v: &Value, bound: &Value, strict: bool, below: bool) -> Result<bool, EvalError> {
    match (Enclosed::of(v.clone()), Enclosed::of(bound.clone())) {
        (Ok(x), Ok(y)) if matches!((x.shape, y.shape), (Shape::Vector(_), Shape::Scalar)) => {
            let each = x.entries.iter().map(|x| is_below(x, &y.entries[0], strict));
            Ok(each.collect::<Result<Vec<_>, _>>()?.into_iter().all(|is| is == below))
        }
        _ => Err(format!("a vector is compared with a scalar, found {} and {}", v.kind(), bound.kind())),
    }
}

/// Whether `x < y`, or `x ≤ y` when it is not strict.
fn is_below(x: &Real, y: &Real, strict: bool) -> Result<bool, EvalError> {
    let mut bits = FIRST_BITS;
    while bits <= MOST_BITS {
        match (x.enclose(bits), y.enclose(bits)) {
            (Ok(x), Ok(y)) => {
                let (sure, never) = match strict {
                    true => (x.high < y.low, x.low >= y.high),
                    false => (x.high <= y.low, x.low > y.high),
                };
                if sure || never {
                    return Ok(sure);
                }
            }
            (Err(Trouble::Refused(reason)), _) | (_, Err(Trouble::Refused(reason))) => return Err(reason),
            _ => {}
        }
        bits *= 2;
    }
    Err(format!("{MOST_BITS} bits do not tell two enclosed numbers apart"))
}

#[cfg(test)]
mod tests;
