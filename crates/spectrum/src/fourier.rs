//! Fourier fractional shifts on `m` slots, enclosed in balls.
//!
//! `P(δ)` has the entries `D(i − l − δ)` with `D(x) = (1 + 2 Σ_{1 ≤ j < m/2} cos(2πjx/m) [+ cos(πx), m even]) / m`.
//! For odd `m` its eigenvectors are the Fourier vectors `(exp(2πi jl/m))_l`, with eigenvalues `exp(−2πi jδ/m)`,
//! `|j| ≤ (m−1)/2`.
//!
//! The tests here refute an identity when two enclosures are disjoint; agreement to 2⁻¹⁰⁰ proves nothing, and the
//! exact decision in the cyclotomic field is the checker's.

use enclosure::{ComplexBall, RealBall};
use exact::Rational;

const PRECISION: u32 = 128;

/// Phases, in turns from the half-open interval (−1/2, 1/2], of the eigenvalues of the Fourier vectors
/// `j = 0, …, m − 1`, for odd `m`.
pub fn turns(m: u32, delta: &Rational) -> Vec<Rational> {
    let (m, half) = (i64::from(m), i64::from(m) / 2);
    let centred = |j: i64| if j <= half { j } else { j - m };
    (0..m).map(|j| reduced(Rational::from((-centred(j), m)) * delta)).collect()
}

/// The representative of a phase in (−1/2, 1/2].
fn reduced(turn: Rational) -> Rational {
    let shift: Rational = &turn - Rational::from((1, 2));
    let shift = shift.ceil();
    turn - shift
}

/// `exp(2πi turn)`.
fn unit(turn: &Rational) -> ComplexBall {
    let angle = RealBall::pi(PRECISION) * RealBall::from_rational(PRECISION, &Rational::from(turn * 2u32));
    let (sin, cos) = angle.sin_cos();
    ComplexBall::new(cos, sin)
}

/// The kernel `D(x)`.
fn kernel(m: u32, x: &Rational) -> RealBall {
    let mut sum = RealBall::one(PRECISION);
    let cosine = |turn: Rational| unit(&turn).re;
    for j in 1..m.div_ceil(2) {
        let term = cosine(Rational::from((j, m)) * x);
        sum = sum + term.clone() + term;
    }
    if m.is_multiple_of(2) {
        sum += cosine(Rational::from(x / 2u32));
    }
    sum * RealBall::from_rational(PRECISION, &Rational::from((1, m)))
}

/// First column of the circulant `P(δ)`: entry `i` is `D(i − δ)`.
fn column(m: u32, delta: &Rational) -> Vec<RealBall> {
    (0..m).map(|i| kernel(m, &(Rational::from(i) - delta))).collect()
}

/// Whether nothing contradicts that every Fourier vector is an eigenvector of `P(δ)` with the phase that [`turns`]
/// gives; `m` odd.
pub fn has_fourier_eigenvectors(m: u32, delta: &Rational) -> bool {
    let column = column(m, delta);
    turns(m, delta).iter().enumerate().all(|(j, turn)| {
        // Row 0 of P v_j; the other rows follow, P being circulant.
        let image = (0..m).fold(ComplexBall::from_real(RealBall::zero(PRECISION)), |sum, l| {
            let entry = &column[((m - l) % m) as usize];
            sum + unit(&Rational::from((j as u64 * u64::from(l), m))).scale(entry)
        });
        image.overlaps(&unit(turn))
    })
}

/// Whether nothing contradicts `P(a) P(b) = P(c)`.
pub fn composes(m: u32, a: &Rational, b: &Rational, c: &Rational) -> bool {
    let (a, b, c) = (column(m, a), column(m, b), column(m, c));
    let size = m as usize;
    (0..size).all(|i| {
        let sum = (0..size)
            .fold(RealBall::zero(PRECISION), |sum, l| sum + a[(size + i - l) % size].clone() * b[l].clone());
        sum.overlaps(&c[i])
    })
}
