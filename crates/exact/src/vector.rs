//! Vectors of rationals, and vectors whose Euclidean norm is exactly 1.
//!
//! A vector is a plain slice. Functions of two vectors panic when their lengths differ.

use rug::{Complete, Rational};

/// The inner product $\sum_i a_i b_i$; 0 for empty vectors.
///
/// # Panics
/// When the lengths differ.
pub fn dot(a: &[Rational], b: &[Rational]) -> Rational {
    assert_same_length(a, b);
    a.iter().zip(b).map(|(x, y)| (x * y).complete()).sum()
}

/// The squared Euclidean norm $\sum_i a_i^2$. (The norm itself is irrational in general.)
pub fn norm2(a: &[Rational]) -> Rational {
    a.iter().map(|x| x.square_ref().complete()).sum()
}

/// The entrywise product $(a_i b_i)_i$.
///
/// # Panics
/// When the lengths differ.
pub fn hadamard(a: &[Rational], b: &[Rational]) -> Vec<Rational> {
    assert_same_length(a, b);
    a.iter().zip(b).map(|(x, y)| (x * y).complete()).collect()
}

/// The multiple $(c\,a_i)_i$.
pub fn scale(c: &Rational, a: &[Rational]) -> Vec<Rational> {
    a.iter().map(|x| (c * x).complete()).collect()
}

/// The point of the unit sphere in $\mathbb{Q}^{n+1}$ with stereographic parameters $t \in \mathbb{Q}^n$:
///
/// $$k = \frac{1}{1 + \lVert t \rVert^2}\,\bigl(1 - \lVert t \rVert^2,\ 2t_1,\ \dots,\ 2t_n\bigr).$$
///
/// $\lVert k \rVert = 1$ exactly, because $(1-s)^2 + 4s = (1+s)^2$ for $s = \lVert t \rVert^2$. Every
/// rational unit vector except $(-1, 0, \dots, 0)$ is reached, by $t_i = k_i / (1 + k_0)$. So $t = 0$ gives
/// the first axis, $t = (1/2)$ gives $(3/5, 4/5)$, and $t = (1/2, 1/2)$ gives $(1/3, 2/3, 2/3)$.
pub fn unit_vector(parameters: &[Rational]) -> Vec<Rational> {
    let s = norm2(parameters);
    let factor = (&s + 1u32).complete().recip();
    let first = (1u32 - s) * &factor;
    let twice = factor * 2u32;
    std::iter::once(first).chain(scale(&twice, parameters)).collect()
}

fn assert_same_length(a: &[Rational], b: &[Rational]) {
    assert_eq!(a.len(), b.len(), "vectors of lengths {} and {} do not match", a.len(), b.len());
}
