//! Dense matrices over any kind of number, and the value of a term.

use crate::number::{NoValue, Number};
use crate::term::{Op, Term};
use exact::{Matrix, Rational};

/// A dense matrix, row by row.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Grid<S> {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) data: Vec<S>,
}

impl<S: Number> Grid<S> {
    pub(crate) fn from_fn(rows: usize, cols: usize, mut entry: impl FnMut(usize, usize) -> S) -> Self {
        let mut data = Vec::with_capacity(rows * cols);
        for i in 0..rows {
            for j in 0..cols {
                data.push(entry(i, j));
            }
        }
        Self { rows, cols, data }
    }

    pub(crate) fn scalar(value: S) -> Self {
        Self { rows: 1, cols: 1, data: vec![value] }
    }

    pub(crate) fn column(data: Vec<S>) -> Self {
        Self { rows: data.len(), cols: 1, data }
    }

    pub(crate) fn diagonal(entries: &[S], precision: u32) -> Self {
        let zero = S::integer(0, precision);
        let at = |i: usize, j: usize| if i == j { entries[i].clone() } else { zero.clone() };
        Self::from_fn(entries.len(), entries.len(), at)
    }

    pub(crate) fn identity(n: usize, precision: u32) -> Self {
        Self::diagonal(&vec![S::integer(1, precision); n], precision)
    }

    pub(crate) fn at(&self, i: usize, j: usize) -> &S {
        &self.data[i * self.cols + j]
    }

    pub(crate) fn transpose(&self) -> Self {
        Self::from_fn(self.cols, self.rows, |i, j| self.at(j, i).clone())
    }

    pub(crate) fn map(&self, f: impl Fn(&S) -> S) -> Self {
        Self { rows: self.rows, cols: self.cols, data: self.data.iter().map(f).collect() }
    }

    pub(crate) fn zip(&self, other: &Self, f: impl Fn(&S, &S) -> S) -> Self {
        let data = self.data.iter().zip(&other.data).map(|(a, b)| f(a, b)).collect();
        Self { rows: self.rows, cols: self.cols, data }
    }

    /// The matrix product; the inner sizes must agree, and not be 0.
    pub(crate) fn times(&self, other: &Self) -> Self {
        Self::from_fn(self.rows, other.cols, |i, j| {
            let mut sum = self.at(i, 0).times(other.at(0, j));
            for k in 1..self.cols {
                if !self.at(i, k).is_zero() {
                    sum = sum.plus(&self.at(i, k).times(other.at(k, j)));
                }
            }
            sum
        })
    }

    /// The inverse by elimination, `None` when a pivot vanishes or may.
    pub(crate) fn inverse(&self, precision: u32) -> Option<Self> {
        let n = self.rows;
        let mut left = self.clone();
        let mut right = Self::identity(n, precision);
        for column in 0..n {
            let pivot = (column..n).find(|row| !left.at(*row, column).is_zero())?;
            for grid in [&mut left, &mut right] {
                for j in 0..n {
                    grid.data.swap(column * n + j, pivot * n + j);
                }
            }
            let head = left.at(column, column).clone();
            for grid in [&mut left, &mut right] {
                for j in 0..n {
                    grid.data[column * n + j] = grid.at(column, j).over(&head).ok()?;
                }
            }
            for row in (0..n).filter(|row| *row != column) {
                let factor = left.at(row, column).clone();
                if factor.is_zero() {
                    continue;
                }
                for grid in [&mut left, &mut right] {
                    for j in 0..n {
                        let less = factor.times(grid.at(column, j));
                        grid.data[row * n + j] = grid.at(row, j).minus(&less);
                    }
                }
            }
        }
        Some(right)
    }
}

impl Grid<Rational> {
    pub(crate) fn matrix(&self) -> Matrix {
        Matrix::from_fn(self.rows, self.cols, |i, j| self.at(i, j).clone())
    }
}

impl Grid<f64> {
    pub(crate) fn dense(&self) -> nalgebra::DMatrix<f64> {
        nalgebra::DMatrix::from_row_slice(self.rows, self.cols, &self.data)
    }
}

/// The value of a term: `names` are the values of parameters and of earlier definitions, `d` is the dimension.
pub(crate) fn value<S: Number>(
    term: &Term,
    names: &[Grid<S>],
    d: usize,
    precision: u32,
) -> Result<Grid<S>, NoValue> {
    let of = |term: &Term| value(term, names, d, precision);
    Ok(match &term.op {
        Op::Number(constant) => Grid::scalar(S::constant(constant, precision)),
        Op::Name(at) => names[*at].clone(),
        Op::Identity => Grid::identity(term.rows.at(d), precision),
        Op::Zeros => Grid::from_fn(term.rows.at(d), term.cols.at(d), |_, _| S::integer(0, precision)),
        Op::Add(a, b) => of(a)?.zip(&of(b)?, S::plus),
        Op::Sub(a, b) => of(a)?.zip(&of(b)?, S::minus),
        Op::Negative(a) => of(a)?.map(S::negated),
        Op::Scale(a, b) => {
            let factor = of(a)?;
            of(b)?.map(|x| factor.data[0].times(x))
        }
        Op::Product(a, b) => match (&a.op, &b.op) {
            // A diagonal factor scales rows or columns; the dense product would be most of the search's work.
            (Op::Diag(v), _) => {
                let (v, b) = (of(v)?, of(b)?);
                Grid::from_fn(b.rows, b.cols, |i, j| v.data[i].times(b.at(i, j)))
            }
            (_, Op::Diag(v)) => {
                let (a, v) = (of(a)?, of(v)?);
                Grid::from_fn(a.rows, a.cols, |i, j| a.at(i, j).times(&v.data[j]))
            }
            _ => of(a)?.times(&of(b)?),
        },
        Op::Hadamard(a, b) => of(a)?.zip(&of(b)?, S::times),
        Op::Divide(a, b) => {
            let (a, divisor) = (of(a)?, of(b)?);
            let data = a.data.iter().map(|x| x.over(&divisor.data[0])).collect::<Result<_, _>>()?;
            Grid { rows: a.rows, cols: a.cols, data }
        }
        Op::Power(a, exponent) => power(of(a)?, *exponent, precision)?,
        Op::Transpose(a) => of(a)?.transpose(),
        Op::Diag(a) => Grid::diagonal(&of(a)?.data, precision),
        Op::Blocks(rows) => blocks(rows, &of)?,
        Op::Apply(function, a) => {
            let a = of(a)?;
            let data = a.data.iter().map(|x| x.apply(*function)).collect::<Result<_, _>>()?;
            Grid { rows: a.rows, cols: a.cols, data }
        }
    })
}

fn power<S: Number>(base: Grid<S>, exponent: i64, precision: u32) -> Result<Grid<S>, NoValue> {
    let mut result = Grid::identity(base.rows, precision);
    for _ in 0..exponent.unsigned_abs() {
        result = result.times(&base);
    }
    if exponent < 0 {
        let inverse = S::integer(1, precision).over(&result.data[0])?;
        return Ok(Grid::scalar(inverse));
    }
    Ok(result)
}

fn blocks<S: Number>(
    rows: &[Vec<Term>],
    of: &dyn Fn(&Term) -> Result<Grid<S>, NoValue>,
) -> Result<Grid<S>, NoValue> {
    let mut data = Vec::new();
    let (mut height, mut width) = (0, 0);
    for row in rows {
        let parts = row.iter().map(of).collect::<Result<Vec<_>, _>>()?;
        let tall = parts.first().map_or(0, |part| part.rows);
        for i in 0..tall {
            for part in &parts {
                data.extend_from_slice(&part.data[i * part.cols..(i + 1) * part.cols]);
            }
        }
        height += tall;
        width = parts.iter().map(|part| part.cols).sum();
    }
    Ok(Grid { rows: height, cols: width, data })
}
