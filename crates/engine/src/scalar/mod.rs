//! The numbers that a recurrence can run in.
//!
//! | type | arithmetic | transcendental functions |
//! |---|---|---|
//! | [`Rational`](exact::Rational) | exact | none |
//! | [`RealBall`](enclosure::RealBall) | outward rounded | enclosed |
//! | `f64`, `f32` | rounded to nearest | the platform's |
//! | [`Dual<S>`](Dual) | that of `S`, with first derivatives | by the chain rule |

mod ball;
mod dual;
mod float;
mod rational;

pub use dual::Dual;

/// A commutative ring with exact small integers: all that a transition needs.
pub trait Scalar: Clone + std::fmt::Debug + Send + Sync + 'static {
    /// The integer `value`, exactly.
    fn from_int(value: i32) -> Self;
    /// The sum.
    fn plus(&self, other: &Self) -> Self;
    /// The difference `self − other`.
    fn minus(&self, other: &Self) -> Self;
    /// The product.
    fn times(&self, other: &Self) -> Self;
    /// The additive inverse.
    fn negate(&self) -> Self;

    /// The number 0.
    fn zero() -> Self {
        Self::from_int(0)
    }

    /// The number 1.
    fn one() -> Self {
        Self::from_int(1)
    }

    /// `self ← self + a·b`.
    fn add_product(&mut self, a: &Self, b: &Self) {
        *self = self.plus(&a.times(b));
    }
}

/// A scalar with division and the functions that gates are made of.
///
/// Where a function of a ball is not defined on the whole ball, the result is the whole real line.
pub trait Real: Scalar {
    /// The quotient.
    fn over(&self, divisor: &Self) -> Self;
    /// The exponential.
    fn exp(&self) -> Self;
    /// The square root of a non-negative number.
    fn sqrt(&self) -> Self;
    /// $\ln(1 + e^x)$.
    fn softplus(&self) -> Self;
    /// $1 / (1 + e^{-x})$.
    fn sigmoid(&self) -> Self;
    /// The hyperbolic tangent.
    fn tanh(&self) -> Self;
    /// The sine and the cosine.
    fn sin_cos(&self) -> (Self, Self);
    /// The number π, as precise as `self`.
    fn pi(&self) -> Self;
    /// `1` for numbers that are not negative (so also for 0), `-1` for the others; of an undecided ball, their hull.
    fn sign(&self) -> Self;
    /// The larger of two numbers.
    fn maximum(&self, other: &Self) -> Self;
    /// The smaller of two numbers.
    fn minimum(&self, other: &Self) -> Self {
        self.negate().maximum(&other.negate()).negate()
    }

    /// The fraction `numerator / denominator`, as precise as `self`.
    fn fraction(&self, numerator: i32, denominator: i32) -> Self;
}

/// The inner product $\sum_i a_i b_i$.
///
/// # Panics
/// When the lengths differ.
pub fn dot<S: Scalar>(a: &[S], b: &[S]) -> S {
    assert_eq!(a.len(), b.len(), "vectors of lengths {} and {} do not match", a.len(), b.len());
    let mut sum = S::zero();
    for (x, y) in a.iter().zip(b) {
        sum.add_product(x, y);
    }
    sum
}

/// The multiple $(c\,a_i)_i$.
pub fn scaled<S: Scalar>(c: &S, a: &[S]) -> Vec<S> {
    a.iter().map(|x| c.times(x)).collect()
}

/// The entrywise product $(a_i b_i)_i$.
///
/// # Panics
/// When the lengths differ.
pub fn hadamard<S: Scalar>(a: &[S], b: &[S]) -> Vec<S> {
    assert_eq!(a.len(), b.len(), "vectors of lengths {} and {} do not match", a.len(), b.len());
    a.iter().zip(b).map(|(x, y)| x.times(y)).collect()
}
