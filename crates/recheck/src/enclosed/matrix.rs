//! Matrices of enclosed numbers: how they are put together, and what their characteristic polynomial shows
//! (`docs/certificate-v1.md`, section "Enclosed matrices").

use super::functions::Trouble;
use super::interval::Interval;
use super::{Enclosed, FIRST_BITS, Formula, MAX_FORMULA, MOST_BITS, Real, Shape, sum_of_products};
use crate::evaluate::{EvalError, Scope, arguments};
use crate::located::{Item, Located, list, number, parts};
use crate::value::Value;
use exact::{Integer, Rational};
use serde_json::Value as Json;
use std::cmp::Ordering;
use std::rc::Rc;

/// Operators that take enclosed values in the places of rational ones.
const ASSEMBLED: [&str; 12] = [
    "entry",
    "row",
    "len",
    "height",
    "diag",
    "outer",
    "transpose",
    "hadamard",
    "dot",
    "stack",
    "block",
    "determinant",
];
/// Operators whose values are enclosed.
const SOURCES: [&str; 8] = ["pi", "exp", "log", "sqrt", "sin", "cos", "turns", "sum-of-squares"];
/// Most rows of a matrix whose characteristic polynomial is enclosed.
const MAX_ROWS: usize = 16;
/// Most operations in the formulas of all its entries.
const MAX_OPERATIONS: u64 = 1 << 18;

impl Scope {
    /// Whether the value of a term may be enclosed.
    pub(crate) fn may_be_enclosed(&self, term: &Json) -> bool {
        match term {
            Json::String(word) => {
                self.names.get(word.as_str()).is_some_and(|value| matches!(**value, Value::Enclosed(_)))
            }
            Json::Array(parts) => match parts.split_first() {
                Some((Json::String(operator), rest)) => {
                    SOURCES.contains(&operator.as_str()) || rest.iter().any(|part| self.may_be_enclosed(part))
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// The value of an operator that puts numbers together, when some of them are enclosed; `None` when none is.
    pub(crate) fn assembled(&self, operator: &str, list: &[Json]) -> Result<Option<Value>, EvalError> {
        if !ASSEMBLED.contains(&operator) || !list.iter().any(|term| self.may_be_enclosed(term)) {
            return Ok(None);
        }
        // The second argument of these is a number that is counted with.
        let values = if matches!(operator, "entry" | "row") { &list[..list.len().min(1)] } else { list };
        let values = values.iter().map(|term| self.value(term)).collect::<Result<Vec<_>, _>>()?;
        if !values.iter().any(|value| matches!(value, Value::Enclosed(_))) {
            return Ok(None);
        }
        let parts = values.into_iter().map(Enclosed::of).collect::<Result<Vec<_>, _>>()?;
        let kinds = || parts.iter().map(Enclosed::kind).collect::<Vec<_>>().join(" and ");
        let shapes: Vec<Shape> = parts.iter().map(|part| part.shape).collect();
        let zero = || Real::rational(Rational::new());
        let (shape, entries) = match (operator, shapes.as_slice()) {
            ("len", [Shape::Vector(n)]) | ("height", [Shape::Matrix(n, _)]) => {
                return Ok(Some(Value::Scalar(Rational::from(*n))));
            }
            ("entry", [Shape::Vector(n)]) => {
                let [_, i] = arguments(operator, list)?;
                let i = self.count(i, 1, *n)?;
                (Shape::Scalar, vec![Rc::clone(&parts[0].entries[i - 1])])
            }
            ("row", [Shape::Matrix(rows, cols)]) => {
                let [_, i] = arguments(operator, list)?;
                let i = self.count(i, 1, *rows)?;
                (Shape::Vector(*cols), parts[0].entries[(i - 1) * cols..i * cols].to_vec())
            }
            ("diag", [Shape::Vector(n)]) => {
                grid(*n, *n, |i, j| if i == j { Rc::clone(&parts[0].entries[i]) } else { zero() })?
            }
            ("outer", [Shape::Vector(rows), Shape::Vector(cols)]) => grid(*rows, *cols, |i, j| {
                let (u, v) = (&parts[0].entries[i], &parts[1].entries[j]);
                Real::new(Formula::Product(Rc::clone(u), Rc::clone(v)))
            })?,
            ("transpose", [Shape::Matrix(rows, cols)]) => {
                grid(*cols, *rows, |i, j| Rc::clone(&parts[0].entries[j * cols + i]))?
            }
            ("hadamard", [Shape::Vector(n), Shape::Vector(m)]) if n == m => {
                let products = parts[0].entries.iter().zip(&parts[1].entries);
                let products = products.map(|(u, v)| Real::new(Formula::Product(Rc::clone(u), Rc::clone(v))));
                (Shape::Vector(*n), products.collect())
            }
            ("dot", [Shape::Vector(n), Shape::Vector(m)]) if n == m => {
                (Shape::Scalar, vec![sum_of_products(parts[0].entries.iter().zip(&parts[1].entries))])
            }
            ("stack", [Shape::Matrix(_, cols), Shape::Matrix(_, other)]) if cols == other => {
                let rows = (parts[0].entries.len() + parts[1].entries.len()) / (*cols).max(1);
                let all: Vec<_> = parts[0].entries.iter().chain(&parts[1].entries).collect();
                grid(rows, *cols, |i, j| Rc::clone(all[i * cols + j]))?
            }
            (
                "block",
                [
                    Shape::Matrix(top, left),
                    Shape::Matrix(r, right),
                    Shape::Matrix(low, c),
                    Shape::Matrix(s, e),
                ],
            ) if top == r && low == s && left == c && right == e => grid(top + low, left + right, |i, j| {
                let (below, beside) = (i >= *top, j >= *left);
                let part = &parts[2 * usize::from(below) + usize::from(beside)];
                let (i, j) = (i - if below { *top } else { 0 }, j - if beside { *left } else { 0 });
                Rc::clone(&part.entries[i * if beside { *right } else { *left } + j])
            })?,
            ("determinant", [Shape::Matrix(..)]) => {
                let n = parts[0].square()?;
                let entries: Rc<[Rc<Real>]> = parts[0].entries.clone().into();
                let formula = Real::new(Formula::Determinant(entries, n));
                // Longer than other formulas may be; nothing but a comparison takes it then.
                return Ok(Some(Value::Enclosed(Enclosed { shape: Shape::Scalar, entries: vec![formula] })));
            }
            _ => return Err(format!("`{operator}` of {}", kinds())),
        };
        Enclosed { shape, entries }.limited().map(Some)
    }
}

/// A matrix, unless it has too many cells.
fn grid(
    rows: usize,
    cols: usize,
    entry: impl Fn(usize, usize) -> Rc<Real>,
) -> Result<(Shape, Vec<Rc<Real>>), EvalError> {
    let cells = rows.checked_mul(cols).filter(|cells| *cells as u64 <= MAX_FORMULA);
    let cells = cells.ok_or("a matrix of enclosed numbers that is too large")?;
    Ok((Shape::Matrix(rows, cols), (0..cells).map(|e| entry(e / cols, e % cols)).collect()))
}

/// The first answer with ever more bits.
fn settled<T>(what: &str, mut ask: impl FnMut(u32) -> Result<Option<T>, Trouble>) -> Result<T, EvalError> {
    let mut bits = FIRST_BITS;
    while bits <= MOST_BITS {
        match ask(bits) {
            Ok(Some(answer)) => return Ok(answer),
            Err(Trouble::Refused(reason)) => return Err(reason),
            Ok(None) | Err(Trouble::MoreBits) => {}
        }
        bits *= 2;
    }
    Err(format!("{MOST_BITS} bits do not settle {what}"))
}

fn sign(x: &Interval) -> Option<Ordering> {
    if x.low > 0 {
        Some(Ordering::Greater)
    } else if x.high < 0 {
        Some(Ordering::Less)
    } else {
        (x.low == 0 && x.high == 0).then_some(Ordering::Equal)
    }
}

fn zero(bits: u32) -> Interval {
    Interval::point(Integer::new(), bits)
}

/// Coefficients of `det(zI − A)`, the constant first, for `A` of `n` rows: with `M_1 = I` and `c_k = −tr(A M_k)/k`,
/// `M_(k+1) = A M_k + c_k I`, the coefficient of `z^(n−k)` is `c_k` (Faddeev and LeVerrier).
pub(super) fn polynomial(a: &[Interval], n: usize, bits: u32) -> Vec<Interval> {
    let mut coefficients = vec![Interval::one(bits)];
    let mut m: Vec<Interval> =
        (0..n * n).map(|e| if e / n == e % n { Interval::one(bits) } else { zero(bits) }).collect();
    for k in 1..=n {
        let product = |e: usize| {
            let terms = (0..n).map(|l| a[e / n * n + l].times(&m[l * n + e % n]));
            terms.reduce(|sum, term| sum.plus(&term)).unwrap_or_else(|| zero(bits))
        };
        let mut next: Vec<Interval> = (0..n * n).map(product).collect();
        let trace = (0..n).fold(zero(bits), |sum, i| sum.plus(&next[i * n + i]));
        let c = zero(bits).minus(&trace.over_whole(k as u32));
        for i in 0..n {
            next[i * n + i] = next[i * n + i].plus(&c);
        }
        coefficients.push(c);
        m = next;
    }
    coefficients.reverse();
    coefficients
}

/// The determinant of a matrix of `n` rows.
pub(super) fn determinant(entries: &[Rc<Real>], n: usize, bits: u32) -> Result<Interval, Trouble> {
    let a = entries.iter().map(|x| x.enclose(bits)).collect::<Result<Vec<_>, _>>()?;
    let constant = polynomial(&a, n, bits).swap_remove(0);
    Ok(if n % 2 == 1 { zero(bits).minus(&constant) } else { constant })
}

impl Enclosed {
    /// The number of rows of a square matrix whose characteristic polynomial may be asked for.
    fn square(&self) -> Result<usize, EvalError> {
        let Shape::Matrix(rows, cols) = self.shape else {
            return Err(format!("a square matrix is expected, found {}", self.kind()));
        };
        if rows != cols || rows == 0 || rows > MAX_ROWS {
            return Err(format!(
                "an enclosed {rows} × {cols} matrix; squares up to {MAX_ROWS} are worked on"
            ));
        }
        if self.cells() as u64 > MAX_OPERATIONS {
            return Err(format!("an enclosed matrix of more than {MAX_OPERATIONS} operations"));
        }
        Ok(rows)
    }

    fn polynomial(&self, n: usize, bits: u32) -> Result<Vec<Interval>, Trouble> {
        let a = self.entries.iter().map(|x| x.enclose(bits)).collect::<Result<Vec<_>, _>>()?;
        Ok(polynomial(&a, n, bits))
    }

    /// Whether every eigenvalue has modulus below 1, by Schur–Cohn reduction; each polynomial is made monic.
    ///
    /// # Errors
    /// When the matrix is not square or too large, or 4096 bits do not settle it.
    pub(crate) fn schur_stable(&self) -> Result<bool, EvalError> {
        let n = self.square()?;
        settled("whether an enclosed matrix is Schur stable", |bits| {
            let mut p = self.polynomial(n, bits)?;
            while let [first, .., last] = p.as_slice() {
                // |first| < |last| exactly when the product of these two is positive.
                let (Some(difference), Some(sum)) = (sign(&last.minus(first)), sign(&last.plus(first)))
                else {
                    return Ok(None);
                };
                if difference != sum || difference == Ordering::Equal {
                    return Ok(Some(false));
                }
                let degree = p.len() - 1;
                let reduced = (0..degree)
                    .map(|i| last.times(&p[i + 1]).minus(&first.times(&p[degree - 1 - i])))
                    .collect::<Vec<_>>();
                let Some(leading) = reduced.last() else { return Ok(None) };
                let monic = reduced.iter().map(|c| c.over(leading)).collect::<Option<Vec<_>>>();
                let Some(monic) = monic else { return Ok(None) };
                p = monic;
            }
            Ok(Some(true))
        })
    }

    /// Verifies `intervals` and `discs` against the characteristic polynomial; there are no `exact` roots.
    ///
    /// # Errors
    /// When the evidence is malformed or 4096 bits do not show what it says.
    pub(crate) fn locate(&self, evidence: &Json) -> Result<Located, String> {
        let degree = self.square()?;
        if !list(evidence, "exact")?.is_empty() {
            return Err("no root of an enclosed matrix is shown to be exact".into());
        }
        let mut items: Vec<Item> = Vec::new();
        for entry in list(evidence, "intervals")? {
            let [low, high] = parts::<2>(entry)?;
            let (low, high) = (number(low)?, number(high)?);
            if low >= high || items.last().is_some_and(|last| last.high > low) {
                return Err("an interval is empty, or overlaps the one before".into());
            }
            items.push(Item { low, high });
        }
        let mut discs: Vec<[Rational; 3]> = Vec::new();
        for entry in list(evidence, "discs")? {
            let [x, y, r] = parts::<3>(entry)?;
            let [x, y, r] = [number(x)?, number(y)?, number(r)?];
            if !(r > 0 && r < y) {
                return Err("a disc does not lie in the open upper half plane".into());
            }
            for [x2, y2, r2] in &discs {
                let distance = Rational::from(&x - x2).square() + Rational::from(&y - y2).square();
                if distance <= Rational::from(&r + r2).square() {
                    return Err("two discs overlap".into());
                }
            }
            discs.push([x, y, r]);
        }
        if items.len() + 2 * discs.len() > degree {
            return Err("more roots than the degree".into());
        }
        settled("where the roots of an enclosed matrix are", |bits| {
            let p = self.polynomial(degree, bits)?;
            for item in &items {
                let at = |x| sign(&horner(&p, &Interval::around(x, bits), bits));
                match (at(&item.low), at(&item.high)) {
                    (Some(low), Some(high)) if low != high.reverse() || low == Ordering::Equal => {
                        return Err(Trouble::Refused("an interval shows no change of sign".into()));
                    }
                    (Some(_), Some(_)) => {}
                    _ => return Ok(None),
                }
            }
            Ok(discs.iter().all(|disc| has_root(&p, disc, bits)).then_some(()))
        })?;
        Ok(Located { items, discs: discs.len(), degree })
    }
}

fn horner(p: &[Interval], x: &Interval, bits: u32) -> Interval {
    p.iter().rev().fold(zero(bits), |sum, c| sum.times(x).plus(c))
}

/// `n |p(c)| ≤ r |p′(c)|`, squared, for all polynomials in the enclosure.
fn has_root(p: &[Interval], [x, y, r]: &[Rational; 3], bits: u32) -> bool {
    let at = [Interval::around(x, bits), Interval::around(y, bits)];
    let times = |[a, b]: &[Interval; 2]| {
        [a.times(&at[0]).minus(&b.times(&at[1])), a.times(&at[1]).plus(&b.times(&at[0]))]
    };
    let (mut value, mut slope) = ([zero(bits), zero(bits)], [zero(bits), zero(bits)]);
    for coefficient in p.iter().rev() {
        let [re, im] = times(&slope);
        slope = [re.plus(&value[0]), im.plus(&value[1])];
        let [re, im] = times(&value);
        value = [re.plus(coefficient), im];
    }
    let most = |[re, im]: &[Interval; 2]| re.modulus().square() + im.modulus().square();
    let part = |x: &Interval| match sign(x) {
        Some(Ordering::Greater) => x.low.clone().square(),
        Some(Ordering::Less) => x.high.clone().square(),
        _ => Integer::new(),
    };
    let least = part(&slope[0]) + part(&slope[1]);
    let n = Rational::from(p.len() - 1);
    least > 0 && n.square() * Rational::from(most(&value)) <= r.clone().square() * Rational::from(least)
}

#[cfg(test)]
mod tests;
