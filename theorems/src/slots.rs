//! What the theorems about shifts on an even number of slots share: circulant matrices by their first columns, in balls.
//!
//! A ball refutes an identity when the two sides are disjoint; that they agree exactly is decided by the checker, in the
//! cyclotomic field.

use claim::{Expr, expr::*};
use enclosure::RealBall;
use exact::Rational;

const PRECISION: u32 = 128;

/// The first column of a circulant matrix.
pub(crate) type Column = Vec<RealBall>;

fn ball(x: &Rational) -> RealBall {
    RealBall::from_rational(PRECISION, x)
}

/// `(cos, sin)` of an angle in turns.
fn circle(turns: &Rational) -> (RealBall, RealBall) {
    let (sin, cos) = (RealBall::pi(PRECISION) * ball(&Rational::from(turns * 2u32))).sin_cos();
    (cos, sin)
}

/// `P(δ)` on `m` slots: entry `i` is the mean of `cos 2π(i − δ)j/m` over `−m/2 < j ≤ m/2`.
pub(crate) fn shifted(m: u32, delta: &Rational) -> Column {
    let entry = |i: u32| {
        let x: Rational = Rational::from(i) - delta;
        let modes = (0..m).map(|j| {
            let centred = if 2 * j <= m { i64::from(j) } else { i64::from(j) - i64::from(m) };
            circle(&(Rational::from((centred, m)) * &x)).0
        });
        modes.fold(RealBall::zero(PRECISION), |sum, mode| sum + mode) * ball(&Rational::from((1, m)))
    };
    (0..m).map(entry).collect()
}

/// The projector on the alternating vector, `m` even.
pub(crate) fn alternating(m: u32) -> Column {
    let entry = |i: u32| ball(&Rational::from((if i.is_multiple_of(2) { 1 } else { -1 }, m)));
    (0..m).map(entry).collect()
}

/// The product of two circulant matrices.
pub(crate) fn product(a: &Column, b: &Column) -> Column {
    let m = a.len();
    let entry = |i: usize| {
        (0..m).fold(RealBall::zero(PRECISION), |sum, l| sum + a[(m + i - l) % m].clone() * b[l].clone())
    };
    (0..m).map(entry).collect()
}

/// `a + factor · b`.
pub(crate) fn plus(a: &Column, factor: (i64, i64), b: &Column) -> Column {
    let factor = ball(&Rational::from(factor));
    a.iter().zip(b).map(|(a, b)| a.clone() + b.clone() * factor.clone()).collect()
}

/// Whether nothing tells the two apart.
pub(crate) fn consistent(a: &Column, b: &Column) -> bool {
    a.iter().zip(b).all(|(a, b)| a.overlaps(b))
}

/// Whether nothing contradicts that Fourier vector `j` has the eigenvalue `exp(2πi turns)`.
pub(crate) fn has_eigenvalue(column: &Column, j: usize, turns: &Rational) -> bool {
    let m = column.len();
    let zero = (RealBall::zero(PRECISION), RealBall::zero(PRECISION));
    let (re, im) = column.iter().enumerate().fold(zero, |(re, im), (l, entry)| {
        let (cos, sin) = circle(&-Rational::from((j * l, m)));
        (re + entry.clone() * cos, im + entry.clone() * sin)
    });
    let (cos, sin) = circle(turns);
    re.overlaps(&cos) && im.overlaps(&sin)
}

/// The projector on the alternating vector of `m` slots, as a formula.
pub(crate) fn alternating_formula(m: &'static str) -> Expr {
    let sign = || entries("i", m, select(odd("i"), 1, -1));
    outer(sign(), sign()) / m
}
