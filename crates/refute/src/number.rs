//! The kinds of numbers a term is evaluated in: doubles as a hint, rationals and balls as proof.

use crate::term::{Constant, Function};
use enclosure::RealBall;
use exact::Rational;

/// A term has no value: a division by zero, a function outside its domain, a number that overflows, or an enclosure that
/// is too wide to tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the expression has no value there")]
pub(crate) struct NoValue;

/// Numbers that terms can be evaluated in. `precision` only matters to balls.
pub(crate) trait Number: Clone {
    fn constant(value: &Constant, precision: u32) -> Self;
    fn integer(value: i32, precision: u32) -> Self;
    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
    fn negated(&self) -> Self;
    fn over(&self, divisor: &Self) -> Result<Self, NoValue>;
    fn apply(&self, function: Function) -> Result<Self, NoValue>;
    /// Whether it is certainly 0.
    fn is_zero(&self) -> bool;
}

impl Number for f64 {
    fn constant(value: &Constant, _: u32) -> Self {
        value.float
    }
    fn integer(value: i32, _: u32) -> Self {
        value.into()
    }
    fn plus(&self, other: &Self) -> Self {
        self + other
    }
    fn minus(&self, other: &Self) -> Self {
        self - other
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
    fn negated(&self) -> Self {
        -self
    }
    fn over(&self, divisor: &Self) -> Result<Self, NoValue> {
        if *divisor == 0.0 { Err(NoValue) } else { Ok(self / divisor) }
    }
    fn apply(&self, function: Function) -> Result<Self, NoValue> {
        let value = match function {
            Function::Exp => self.exp(),
            Function::Log => self.ln(),
            Function::Sqrt => self.sqrt(),
            Function::Sin => self.sin(),
            Function::Cos => self.cos(),
            Function::Sigmoid => 1.0 / (1.0 + (-self).exp()),
            Function::Tanh => self.tanh(),
        };
        if value.is_finite() { Ok(value) } else { Err(NoValue) }
    }
    fn is_zero(&self) -> bool {
        *self == 0.0
    }
}

impl Number for Rational {
    fn constant(value: &Constant, _: u32) -> Self {
        value.exact.clone()
    }
    fn integer(value: i32, _: u32) -> Self {
        value.into()
    }
    fn plus(&self, other: &Self) -> Self {
        Rational::from(self + other)
    }
    fn minus(&self, other: &Self) -> Self {
        Rational::from(self - other)
    }
    fn times(&self, other: &Self) -> Self {
        Rational::from(self * other)
    }
    fn negated(&self) -> Self {
        Rational::from(-self)
    }
    fn over(&self, divisor: &Self) -> Result<Self, NoValue> {
        if *divisor == 0 { Err(NoValue) } else { Ok(Rational::from(self / divisor)) }
    }
    /// Irrational in general, so never given here; [`crate::term::Term::is_enclosed`] sends such claims to balls.
    fn apply(&self, _: Function) -> Result<Self, NoValue> {
        Err(NoValue)
    }
    fn is_zero(&self) -> bool {
        *self == 0
    }
}

impl Number for RealBall {
    fn constant(value: &Constant, precision: u32) -> Self {
        Self::from_rational(precision, &value.exact)
    }
    fn integer(value: i32, precision: u32) -> Self {
        Self::from_rational(precision, &Rational::from(value))
    }
    fn plus(&self, other: &Self) -> Self {
        self + other
    }
    fn minus(&self, other: &Self) -> Self {
        self - other
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
    fn negated(&self) -> Self {
        -self
    }
    fn over(&self, divisor: &Self) -> Result<Self, NoValue> {
        self.checked_div(divisor).map_err(|_| NoValue)
    }
    fn apply(&self, function: Function) -> Result<Self, NoValue> {
        let one = Self::one(self.precision());
        let sigmoid = |x: &Self| one.over(&one.plus(&(-x).exp()));
        match function {
            Function::Exp => Ok(self.exp()),
            Function::Log => self.log().map_err(|_| NoValue),
            Function::Sqrt => self.sqrt().map_err(|_| NoValue),
            Function::Sin => Ok(self.sin()),
            Function::Cos => Ok(self.cos()),
            Function::Sigmoid => sigmoid(self),
            // tanh x = 2 σ(2x) − 1.
            Function::Tanh => sigmoid(&self.plus(self)).map(|s| s.plus(&s).minus(&one)),
        }
    }
    fn is_zero(&self) -> bool {
        self.is_exact() && self.contains_zero()
    }
}
