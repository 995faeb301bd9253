//! Numbers, vectors, matrices and polynomials as TeX.

use exact::{Matrix, Rational, text};
use recheck::Shown;
use serde_json::Value as Json;

/// Digits of numerator and denominator beyond which a fraction is shown by a decimal approximation.
const DIGITS: usize = 28;

/// A fraction, with its sign in front; a very long one as a decimal, with `≈`.
pub(crate) fn rational(x: &Rational) -> String {
    let (numerator, denominator) = (x.numer().to_string(), x.denom().to_string());
    if numerator.len() + denominator.len() > DIGITS {
        return format!("{{\\approx}}{}", approximate(x.to_f64()));
    }
    if denominator == "1" {
        return numerator;
    }
    match numerator.strip_prefix('-') {
        Some(magnitude) => format!("-\\frac{{{magnitude}}}{{{denominator}}}"),
        None => format!("\\frac{{{numerator}}}{{{denominator}}}"),
    }
}

/// Six significant digits.
pub(crate) fn approximate(x: f64) -> String {
    let magnitude = x.abs();
    if magnitude == 0.0 {
        return "0".into();
    }
    if (1e-4..1e7).contains(&magnitude) {
        let places = (5 - magnitude.log10().floor() as i32).max(0) as usize;
        let fixed = format!("{x:.places$}");
        return match fixed.contains('.') {
            true => fixed.trim_end_matches('0').trim_end_matches('.').into(),
            false => fixed,
        };
    }
    let scientific = format!("{x:.5e}");
    match scientific.split_once('e') {
        Some((digits, exponent)) => format!("{digits} \\cdot 10^{{{exponent}}}"),
        None => scientific,
    }
}

/// A vector in a row.
pub(crate) fn vector(entries: &[Rational]) -> String {
    listed(&entries.iter().map(rational).collect::<Vec<_>>())
}

fn listed(entries: &[String]) -> String {
    format!("\\left({}\\right)", entries.join(",\\;"))
}

fn table(entries: &[String], columns: usize) -> String {
    let rows: Vec<_> = entries.chunks(columns.max(1)).map(|row| row.join(" & ")).collect();
    format!("\\begin{{pmatrix}} {} \\end{{pmatrix}}", rows.join(" \\\\ "))
}

fn matrix(a: &Matrix) -> String {
    table(&a.entries().iter().map(rational).collect::<Vec<_>>(), a.cols())
}

/// A monic polynomial in `z`, by its coefficients from the constant one on.
pub(crate) fn polynomial(coefficients: &[Rational]) -> String {
    let mut tex = String::new();
    for (power, c) in coefficients.iter().enumerate().rev() {
        if c.is_zero() {
            continue;
        }
        let negative = *c < 0;
        let magnitude = c.clone().abs();
        tex += match (tex.is_empty(), negative) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        if power == 0 || magnitude != 1 {
            tex += &rational(&magnitude);
        }
        tex += &match power {
            0 => String::new(),
            1 => "z".into(),
            _ => format!("z^{{{power}}}"),
        };
    }
    if tex.is_empty() { "0".into() } else { tex }
}

/// The value of a term.
pub(crate) fn shown(value: &Shown) -> String {
    match value {
        Shown::Scalar(x) => rational(x),
        Shown::Vector(v) => vector(v),
        Shown::Matrix(a) => matrix(a),
        Shown::Polynomial(p) => polynomial(p),
        Shown::Cyclotomic { order, columns, entries } => {
            let real = |terms: &Vec<(u32, Rational)>| {
                let part = |(k, c): &(u32, Rational)| {
                    c.to_f64() * (std::f64::consts::TAU * f64::from(*k) / f64::from(*order)).cos()
                };
                // What is below the rounding of the sum is shown as 0.
                let sum: f64 = terms.iter().map(part).sum();
                format!("{:.4}", if sum.abs() < 5e-5 { 0.0 } else { sum })
            };
            format!("{{\\approx}}{}", table(&entries.iter().map(real).collect::<Vec<_>>(), *columns))
        }
        Shown::Enclosed { columns, scalar, entries } => {
            let entries: Vec<_> = entries.iter().map(|(low, _)| approximate(low.to_f64())).collect();
            let tex = match (columns, scalar) {
                (Some(columns), _) => table(&entries, *columns),
                (None, true) => entries.first().cloned().unwrap_or_default(),
                (None, false) => listed(&entries),
            };
            format!("{{\\approx}}{tex}")
        }
        _ => "\\text{(a value of a kind that this report cannot show)}".into(),
    }
}

/// A parameter of a certificate's instance; nothing when it is not in its wire form.
pub(crate) fn instance_value(json: &Json) -> Option<String> {
    let number = |json: &Json| text::parse(json.as_str()?).ok();
    let row = |json: &Json| json.as_array()?.iter().map(number).collect::<Option<Vec<_>>>();
    match json {
        Json::String(_) => number(json).map(|x| rational(&x)),
        Json::Array(rows) if rows.first().is_some_and(Json::is_array) => {
            let rows = rows.iter().map(row).collect::<Option<Vec<_>>>()?;
            Matrix::from_rows(rows).map(|a| matrix(&a))
        }
        Json::Array(_) => row(json).map(|v| vector(&v)),
        _ => None,
    }
}
