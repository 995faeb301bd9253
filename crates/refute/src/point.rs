//! Values of parameters: free coordinates in doubles, and exact values on the constraints.

use crate::fraction;
use crate::grid::Grid;
use crate::number::Number;
use crate::parameter::{Kind, Parameter, Range};
use exact::Rational;
use serde_json::{Value as Json, json};

/// An exact value of a parameter, in coordinates that cannot leave its kind.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Point {
    /// The entries themselves; of a symmetric matrix, those on and above the diagonal, row by row.
    Plain(Vec<Rational>),
    /// A unit vector: entry `axis` is `±(1 − s)/(1 + s)`, the others are `2t/(1 + s)` with `s = ‖t‖²`.
    Sphere { axis: usize, negative: bool, t: Vec<Rational> },
    /// `(I − S)(I + S)⁻¹` of the skew matrix with these entries above its diagonal; its first column negated or not.
    Cayley { reflected: bool, s: Vec<Rational> },
    /// Entries 1, or −1 where true.
    Signs(Vec<bool>),
}

/// Number of free coordinates.
pub(crate) fn count(parameter: &Parameter, d: usize) -> usize {
    let (rows, cols) = (parameter.rows.at(d), parameter.cols.at(d));
    match parameter.kind {
        Kind::Symmetric => rows * (rows + 1) / 2,
        Kind::Orthogonal => rows * (rows - 1) / 2 + 1,
        _ => rows * cols,
    }
}

/// Where the free coordinates may be.
pub(crate) fn bounds(parameter: &Parameter) -> (f64, f64) {
    match (&parameter.range, parameter.kind) {
        (Some(range), _) => (range.low.to_f64(), range.high.to_f64()),
        (None, Kind::Orthogonal) => (-4.0, 4.0),
        (None, _) => (-1.0, 1.0),
    }
}

/// Whether moving its coordinates a little moves it.
pub(crate) fn is_smooth(parameter: &Parameter) -> bool {
    parameter.kind != Kind::SignDiagonal
}

/// The value at free coordinates, in the shape that it has in expressions; `None` where there is none.
pub(crate) fn float(parameter: &Parameter, d: usize, x: &[f64]) -> Option<Grid<f64>> {
    let norm = || x.iter().map(|x| x * x).sum::<f64>().sqrt();
    let scaled = |factor: f64| Grid::column(x.iter().map(|x| x * factor).collect());
    Some(match parameter.kind {
        Kind::Scalar | Kind::Vector | Kind::Matrix => {
            Grid { rows: parameter.rows.at(d), cols: parameter.cols.at(d), data: x.to_vec() }
        }
        Kind::Diagonal => Grid::diagonal(x, 0),
        Kind::UnitVector => (norm() > 1e-9).then(|| scaled(1.0 / norm()))?,
        Kind::Ball => scaled(1.0 / norm().max(1.0)),
        Kind::Symmetric => symmetric(x, parameter.rows.at(d)),
        Kind::Orthogonal => {
            let (sign, skew) = x.split_first()?;
            cayley(skew, parameter.rows.at(d), *sign < 0.0)?
        }
        Kind::SignDiagonal => {
            Grid::diagonal(&x.iter().map(|x| if *x < 0.0 { -1.0 } else { 1.0 }).collect::<Vec<_>>(), 0)
        }
    })
}

fn symmetric<S: Number>(x: &[S], n: usize) -> Grid<S> {
    Grid::from_fn(n, n, |i, j| {
        let (i, j) = (i.min(j), i.max(j));
        x[i * n - i * (i + 1) / 2 + j].clone()
    })
}

fn cayley<S: Number>(s: &[S], n: usize, reflected: bool) -> Option<Grid<S>> {
    let entry = |i: usize, j: usize| match i.cmp(&j) {
        std::cmp::Ordering::Equal => S::integer(0, 0),
        std::cmp::Ordering::Less => s[i * n - i * (i + 1) / 2 + j - i - 1].clone(),
        std::cmp::Ordering::Greater => s[j * n - j * (j + 1) / 2 + i - j - 1].negated(),
    };
    let skew = Grid::from_fn(n, n, entry);
    let identity = Grid::identity(n, 0);
    let q = identity.zip(&skew, S::minus).times(&identity.zip(&skew, S::plus).inverse(0)?);
    Some(Grid::from_fn(
        n,
        n,
        |i, j| if reflected && j == 0 { q.at(i, j).negated() } else { q.at(i, j).clone() },
    ))
}

/// The simplest exact value within `tolerance`, relative to the width of the range, of the free coordinates. With no
/// tolerance, the doubles themselves, which are rationals.
pub(crate) fn round(
    parameter: &Parameter,
    d: usize,
    x: &[f64],
    tolerance: Option<&Rational>,
) -> Option<Point> {
    let ranged = |value: f64, range: Option<&Range>| {
        let value = Rational::from_f64(value)?;
        let width = range.map_or_else(|| Rational::from(1), Range::width);
        match tolerance {
            Some(tolerance) => fraction::near(&value, &(tolerance * width), range),
            None => Some(value),
        }
    };
    let norm = x.iter().map(|x| x * x).sum::<f64>().sqrt();
    let point = match parameter.kind {
        Kind::UnitVector => sphere(x, norm, &ranged)?,
        Kind::Ball if norm > 0.999_999 => sphere(x, norm, &ranged)?,
        Kind::Orthogonal => {
            let (sign, skew) = x.split_first()?;
            let s = skew.iter().map(|x| ranged(*x, None)).collect::<Option<_>>()?;
            Point::Cayley { reflected: *sign < 0.0, s }
        }
        Kind::SignDiagonal => Point::Signs(x.iter().map(|x| *x < 0.0).collect()),
        _ => Point::Plain(x.iter().map(|x| ranged(*x, parameter.range.as_ref())).collect::<Option<_>>()?),
    };
    point.is_admissible(parameter, d).then_some(point)
}

fn sphere(x: &[f64], norm: f64, ranged: &dyn Fn(f64, Option<&Range>) -> Option<Rational>) -> Option<Point> {
    // The largest entry is the axis: then every |t| is at most 1.
    let (axis, largest) = x.iter().enumerate().max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))?;
    let negative = *largest < 0.0;
    let denominator = 1.0 + largest.abs() / norm;
    let others = x.iter().enumerate().filter(|(i, _)| *i != axis);
    let t = others.map(|(_, x)| ranged(x / norm / denominator, None)).collect::<Option<_>>()?;
    Some(Point::Sphere { axis, negative, t })
}

impl Point {
    /// The numbers that may be simplified, each by itself.
    pub(crate) fn coordinates_mut(&mut self) -> &mut [Rational] {
        match self {
            Self::Plain(x) | Self::Sphere { t: x, .. } | Self::Cayley { s: x, .. } => x,
            Self::Signs(_) => &mut [],
        }
    }

    /// The range of each of them.
    pub(crate) fn range<'a>(&self, parameter: &'a Parameter) -> Option<&'a Range> {
        if matches!(self, Self::Plain(_)) { parameter.range.as_ref() } else { None }
    }

    /// Whether the value is one that the parameter may have.
    pub(crate) fn is_admissible(&self, parameter: &Parameter, _d: usize) -> bool {
        match self {
            Self::Plain(x) if parameter.kind == Kind::Ball => exact::vector::norm2(x) <= 1,
            Self::Plain(x) => {
                parameter.range.as_ref().is_none_or(|range| x.iter().all(|x| range.contains(x)))
            }
            _ => true,
        }
    }

    /// Its entries as a vector where it is one (and of a diagonal matrix the diagonal), else row by row.
    pub(crate) fn entries(&self, parameter: &Parameter, d: usize) -> Option<Grid<Rational>> {
        let n = parameter.rows.at(d);
        Some(match self {
            Self::Plain(x) if parameter.kind == Kind::Symmetric => symmetric(x, n),
            Self::Plain(x) => Grid { rows: n, cols: parameter.cols.at(d), data: x.clone() },
            Self::Sphere { axis, negative, t } => {
                let mut k = exact::vector::unit_vector(t);
                let first = k.remove(0);
                k.insert(*axis, if *negative { -first } else { first });
                Grid::column(k)
            }
            Self::Cayley { reflected, s } => cayley(s, n, *reflected)?,
            Self::Signs(signs) => {
                Grid::column(signs.iter().map(|minus| Rational::from(if *minus { -1 } else { 1 })).collect())
            }
        })
    }

    /// The value in the shape that it has in expressions.
    pub(crate) fn value(&self, parameter: &Parameter, d: usize) -> Option<Grid<Rational>> {
        let entries = self.entries(parameter, d)?;
        let diagonal = matches!(parameter.kind, Kind::Diagonal | Kind::SignDiagonal);
        Some(if diagonal { Grid::diagonal(&entries.data, 0) } else { entries })
    }

    /// The value as certificates have it.
    pub(crate) fn json(&self, parameter: &Parameter, d: usize) -> Option<Json> {
        let entries = self.entries(parameter, d)?;
        let text = |x: &Rational| Json::from(exact::text::format(x));
        Some(match parameter.kind {
            Kind::Scalar => text(&entries.data[0]),
            _ if parameter.kind.is_dense() => {
                json!(
                    entries
                        .data
                        .chunks(entries.cols)
                        .map(|row| row.iter().map(text).collect())
                        .collect::<Vec<Json>>()
                )
            }
            _ => entries.data.iter().map(text).collect(),
        })
    }
}
