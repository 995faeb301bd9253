//! Numbers that count the roundings behind them: the bound of the systems that are no matrix recurrences.
//!
//! A number is kept with the sum of the absolute values of the terms that it is made of, its *mass*, and with the number $n$ of roundings that a term
//! has gone through, on the average by mass and at most. Whatever the order of summation and the way to associate factors, a term that has gone through
//! $n$ roundings is off by $\gamma_n$ times its size (Higham, *Accuracy and Stability of Numerical Algorithms*, §3.1), and so a number by its mass times
//! $\bar n u / (1 - n_{max} u)$: a sum of $m$ terms needs at most $m - 1$ additions on the way of any of them, and sums are counted one term after the other,
//! which is the longest way. That is certain. For roundings that are mean-independent with mean zero, $n$ roundings have a standard deviation of
//! $\sqrt n\, u$; [`Counted<true>`] keeps $\sqrt n$ in place of $n$.
//!
//! Functions multiply the relative error by a bound of their condition number, and add their own roundings.

use engine::{Real, Scalar};

/// A number of a run in `f64` with what is known of a computed one: `LIKELY` adds up squares of roundings.
#[derive(Clone, Debug)]
pub(super) struct Counted<const LIKELY: bool> {
    value: f64,
    mass: f64,
    /// Roundings (or the root of their number) of a term on the average.
    roundings: f64,
    /// Roundings of a term at most.
    most: f64,
}

impl<const LIKELY: bool> Counted<LIKELY> {
    /// An input.
    pub(super) fn exact(value: f64) -> Self {
        Self { value, mass: value.abs(), roundings: 0.0, most: 0.0 }
    }

    fn join(a: f64, b: f64) -> f64 {
        if LIKELY { a.hypot(b) } else { a + b }
    }

    fn made(value: f64, mass: f64, roundings: f64, most: f64) -> Self {
        // The mass is itself computed in `f64`, and never less than the number.
        Self { value, mass: mass.max(value.abs()) * (1.0 + 4.0 * f64::EPSILON), roundings, most }
    }

    /// A function whose relative error is `condition` times the mass and the roundings of `self`, and `own` roundings.
    fn function(&self, value: f64, condition: f64, own: f64) -> Self {
        let weight = condition * self.mass;
        let roundings = Self::join(weight * self.roundings, if LIKELY { own.sqrt() } else { own });
        Self::made(value, value.abs(), roundings, weight * self.most + own)
    }

    /// What makes relative errors of absolute ones.
    fn inverse(&self) -> f64 {
        if self.value == 0.0 { 0.0 } else { 1.0 / self.value.abs() }
    }

    /// The absolute error in units, to first order.
    fn absolute(&self) -> f64 {
        self.roundings * self.mass
    }

    /// A bound of the error in units of $u$, times `factor`; infinite where roundings are too many.
    pub(super) fn error(&self, factor: f64, unit: f64) -> f64 {
        let rest = 1.0 - self.most * unit;
        if self.mass == 0.0 {
            0.0
        } else if rest > 0.0 {
            factor * self.absolute() * unit / rest
        } else {
            f64::INFINITY
        }
    }

    /// The same number, off by `units` more of its mass.
    pub(super) fn widened(mut self, units: f64) -> Self {
        self.roundings = Self::join(self.roundings, units);
        self.most += units;
        self
    }

    /// The sum of the absolute values of its terms.
    pub(super) fn mass(&self) -> f64 {
        self.mass
    }

    /// The roundings of a term at most.
    pub(super) fn most(&self) -> f64 {
        self.most
    }
}

impl<const LIKELY: bool> Scalar for Counted<LIKELY> {
    fn from_int(value: i32) -> Self {
        Self::exact(f64::from(value))
    }
    fn plus(&self, other: &Self) -> Self {
        // A term that is 0 is never added.
        if other.mass == 0.0 {
            return self.clone();
        }
        if self.mass == 0.0 {
            return other.clone();
        }
        let mass = self.mass + other.mass;
        let average = (self.absolute() + other.absolute()) / mass;
        let most = self.most.max(other.most) + 1.0;
        Self::made(self.value + other.value, mass, Self::join(average, 1.0), most)
    }
    fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negate())
    }
    fn times(&self, other: &Self) -> Self {
        let roundings = Self::join(Self::join(self.roundings, other.roundings), 1.0);
        let most = self.most + other.most + 1.0;
        Self::made(self.value * other.value, self.mass * other.mass, roundings, most)
    }
    fn negate(&self) -> Self {
        Self { value: -self.value, ..*self }
    }
}

impl<const LIKELY: bool> Real for Counted<LIKELY> {
    fn over(&self, divisor: &Self) -> Self {
        let weight = divisor.mass * divisor.inverse();
        let roundings = Self::join(Self::join(self.roundings, weight * divisor.roundings), 1.0);
        let most = self.most + weight * divisor.most + 1.0;
        Self::made(self.value / divisor.value, self.mass / divisor.value.abs(), roundings, most)
    }
    fn exp(&self) -> Self {
        // The relative error is the absolute one of the argument, |x| for an exponential to base 2, and the function's own.
        self.function(self.value.exp(), 1.0, 4.0 + self.value.abs())
    }
    fn sqrt(&self) -> Self {
        self.function(self.value.sqrt(), 0.5 * self.inverse(), 1.0)
    }
    fn softplus(&self) -> Self {
        // ln(1 + eˣ) in the common form is off by 4 units of 1, however small it is; its slope is at most 1.
        let value = Real::softplus(&self.value);
        let condition = 1.0 / value.max(f64::MIN_POSITIVE);
        self.function(value, condition, 8.0 + (4.0 + self.value.abs()) * condition)
    }
    fn sigmoid(&self) -> Self {
        self.function(Real::sigmoid(&self.value), 1.0, 6.0 + self.value.abs())
    }
    fn tanh(&self) -> Self {
        self.function(self.value.tanh(), self.inverse(), 6.0)
    }
    fn sin_cos(&self) -> (Self, Self) {
        // Both are off by the absolute error of the angle and two units of 1: their mass is 1.
        let (sin, cos) = self.value.sin_cos();
        let one = self.function(1.0, 1.0, 2.0);
        (Self::made(sin, 1.0, one.roundings, one.most), Self::made(cos, 1.0, one.roundings, one.most))
    }
    fn pi(&self) -> Self {
        Self::made(std::f64::consts::PI, std::f64::consts::PI, 1.0, 1.0)
    }
    fn sign(&self) -> Self {
        Self::exact(Real::sign(&self.value))
    }
    fn maximum(&self, other: &Self) -> Self {
        let value = self.value.max(other.value);
        let mass = self.mass.max(other.mass);
        let absolute = self.absolute().max(other.absolute());
        let roundings = if mass == 0.0 { 0.0 } else { absolute / mass };
        Self::made(value, mass, roundings, self.most.max(other.most))
    }
    fn fraction(&self, numerator: i32, denominator: i32) -> Self {
        let value = f64::from(numerator) / f64::from(denominator);
        let own = if denominator == 1 { 0.0 } else { 1.0 };
        Self::made(value, value.abs(), own, own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Certain = Counted<false>;

    /// A sum in another order, a product and an exponential of `f32` numbers are within the bound.
    #[test]
    fn sums_in_any_order_and_functions_are_within_their_bounds() {
        let x: Vec<f32> = (0..200_i16).map(|i| f32::from(i % 17 - 8) * 0.37 + 0.013).collect();
        let unit = f64::from(f32::EPSILON) / 2.0;
        let counted = |x: f32| Certain::exact(f64::from(x));
        let exact = x.iter().fold(Certain::zero(), |s, v| s.plus(&counted(*v)));
        let mut sorted = x.clone();
        sorted.sort_by(f32::total_cmp);
        let computed: f32 = sorted.iter().sum();
        let error = (f64::from(computed) - exact.value).abs();
        assert!(error > 0.0 && error <= exact.error(1.0, unit), "{error:e}");
        let (a, b) = (counted(0.7), counted(-3.3));
        let product = a.times(&b).exp();
        let error = (f64::from((0.7_f32 * -3.3_f32).exp()) - product.value).abs();
        assert!(error <= product.error(1.0, unit), "{error:e}");
        let small = counted(-14.53).softplus();
        let naive = (1.0_f32 + (-14.53_f32).exp()).ln();
        let error = (f64::from(naive) - small.value).abs();
        assert!(error > 8.0 * unit * small.value && error <= small.error(1.0, unit), "{error:e}");
    }
}
