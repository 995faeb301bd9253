//! What the theorems about linear read-outs share: the samples `cᵀ Tᵗ s`, their filters, and small norms.

use claim::{Expr, expr::*};
use exact::{Matrix, Rational, vector};

/// The samples `cᵀ Tᵗ s`, `t = 0, …, count − 1`.
pub(crate) fn samples(t: &Matrix, read: &[Rational], start: &[Rational], count: usize) -> Vec<Rational> {
    let states = std::iter::successors(Some(start.to_vec()), |state| Some(t.mul_vec(state)));
    states.take(count).map(|state| vector::dot(read, &state)).collect()
}

/// The start from which the first samples are those of `f`, if `T` and `c` allow any.
pub(crate) fn start_of(t: &Matrix, read: &[Rational], f: &[Rational]) -> Option<Vec<Rational>> {
    let transposed = t.transpose();
    let rows = std::iter::successors(Some(read.to_vec()), |row| Some(transposed.mul_vec(row)));
    let n = read.len();
    Matrix::from_rows(rows.take(n).collect())?.solve(&f[..n])
}

/// The formula of [`samples`].
pub(crate) fn samples_formula(
    t: impl Into<Expr>,
    read: impl Into<Expr>,
    start: impl Into<Expr>,
    count: impl Into<Expr>,
) -> Expr {
    entries("u", count, dot(read, iterate("state", start, "v", 1, p("u") - 1, t.into() * "state")))
}

/// `Σ_k filter_k y_{m+k}` for every `m` from which the whole filter has samples.
pub(crate) fn filtered(filter: &[Rational], y: &[Rational]) -> Vec<Rational> {
    y.windows(filter.len()).map(|window| vector::dot(filter, window)).collect()
}

/// The formula of [`filtered`], with a 0 for each place where samples run out.
pub(crate) fn filtered_formula(filter: &'static str, y: &'static str) -> Expr {
    let term = p("sum") + entry(filter, p("k") + 1) * entry(y, p("m") + "k");
    let sum = iterate("sum", 0, "k", 0, len(filter) - 1, term);
    entries("m", len(y), select(lt(len(y), p("m") + len(filter) - 1), 0, sum))
}

/// `|x|`.
pub(crate) fn abs(x: impl Into<Expr>) -> Expr {
    let x = x.into();
    select(lt(x.clone(), 0), -x.clone(), x)
}

/// The vector of moduli.
pub(crate) fn moduli(v: &'static str) -> Expr {
    entries("i", len(v), abs(entry(v, "i")))
}

/// `Σ |v_i|`.
pub(crate) fn norm1(v: &'static str) -> Expr {
    iterate("sum", 0, "i", 1, len(v), p("sum") + abs(entry(v, "i")))
}

/// `max |v_i|`.
pub(crate) fn largest(v: &[Rational]) -> Rational {
    v.iter().map(|x| x.clone().abs()).max().unwrap_or_default()
}

/// The monic characteristic polynomial's coefficients, the constant term first.
pub(crate) fn monic(t: &Matrix) -> Vec<Rational> {
    let polynomial = t.characteristic_polynomial();
    let Some(leading) = polynomial.leading() else { panic!("a characteristic polynomial is not 0") };
    polynomial.coefficients().iter().map(|c| Rational::from((c, leading))).collect()
}

/// The companion matrix of `z^n + a_{n−1} z^{n−1} + … + a_0`: `state_i ← state_{i+1}`, so that its first coordinate runs
/// through the sequences with this recurrence.
pub(crate) fn companion(a: &[Rational]) -> Matrix {
    let n = a.len();
    Matrix::from_fn(n, n, |i, j| match (i + 1 == n, i + 1 == j) {
        (true, _) => -a[j].clone(),
        (false, next) => u8::from(next).into(),
    })
}

/// Unit vector `i` (from 0).
pub(crate) fn unit(n: usize, i: usize) -> Vec<Rational> {
    (0..n).map(|j| u8::from(i == j).into()).collect()
}

/// `ρᵗ (cos φ_A t + cos φ_B t)`, `t = 0, …, count − 1`, for half-angle tangents: `x_{t+2} = 2ρ cos φ x_{t+1} − ρ² x_t` for each.
pub(crate) fn two_cosines(rho: &Rational, tangents: [&Rational; 2], count: usize) -> Vec<Rational> {
    let waves = tangents.map(|t| {
        let square = Rational::from(t.square_ref());
        let cosine = Rational::from(1 - &square) / Rational::from(1 + &square) * rho;
        let mut wave = vec![Rational::from(1), cosine.clone()];
        while wave.len() < count {
            let [a, b] = [&wave[wave.len() - 2], &wave[wave.len() - 1]];
            let next = Rational::from(&cosine * b) * 2 - Rational::from(rho.square_ref()) * a;
            wave.push(next);
        }
        wave
    });
    (0..count).map(|t| Rational::from(&waves[0][t] + &waves[1][t])).collect()
}
