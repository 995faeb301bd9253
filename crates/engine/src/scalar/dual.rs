//! A number with its derivatives by a few named inputs: how a gradient passes through the definition of a system.

use super::{Real, Scalar};

/// `value`, and `(input, derivative)` for the inputs that it depends on, in rising order of input.
///
/// The list is sparse: what a transition is made of depends on few inputs each.
#[derive(Clone, Debug, PartialEq)]
pub struct Dual<S> {
    /// The number itself.
    pub value: S,
    /// Non-constant inputs with the derivative by each.
    pub partials: Vec<(u32, S)>,
}

impl<S: Scalar> Dual<S> {
    /// The input of index `input`, with derivative 1 by itself.
    pub fn input(value: S, input: u32) -> Self {
        Self { value, partials: vec![(input, S::one())] }
    }

    /// A number that depends on no input.
    pub fn constant(value: S) -> Self {
        Self { value, partials: Vec::new() }
    }

    /// $f(x)$ with derivative $f'(x)$ by $x$.
    fn chain(&self, value: S, slope: &S) -> Self {
        Self { value, partials: self.partials.iter().map(|(i, d)| (*i, slope.times(d))).collect() }
    }

    /// $a\,x + b\,y$ for the partials of two numbers.
    fn combine(&self, a: &S, other: &Self, b: &S, value: S) -> Self {
        let (mut left, mut right) = (self.partials.iter().peekable(), other.partials.iter().peekable());
        let mut partials = Vec::with_capacity(self.partials.len() + other.partials.len());
        loop {
            match (left.peek(), right.peek()) {
                (Some((i, x)), Some((j, y))) if i == j => {
                    partials.push((*i, a.times(x).plus(&b.times(y))));
                    left.next();
                    right.next();
                }
                (Some((i, x)), Some((j, _))) if i < j => {
                    partials.push((*i, a.times(x)));
                    left.next();
                }
                (_, Some((j, y))) => {
                    partials.push((*j, b.times(y)));
                    right.next();
                }
                (Some((i, x)), None) => {
                    partials.push((*i, a.times(x)));
                    left.next();
                }
                (None, None) => return Self { value, partials },
            }
        }
    }
}

impl<S: Scalar> Scalar for Dual<S> {
    fn from_int(value: i32) -> Self {
        Self::constant(S::from_int(value))
    }
    fn plus(&self, other: &Self) -> Self {
        self.combine(&S::one(), other, &S::one(), self.value.plus(&other.value))
    }
    fn minus(&self, other: &Self) -> Self {
        self.combine(&S::one(), other, &S::from_int(-1), self.value.minus(&other.value))
    }
    fn times(&self, other: &Self) -> Self {
        self.combine(&other.value, other, &self.value, self.value.times(&other.value))
    }
    fn negate(&self) -> Self {
        self.chain(self.value.negate(), &S::from_int(-1))
    }
}

impl<S: Real> Real for Dual<S> {
    fn over(&self, divisor: &Self) -> Self {
        let value = self.value.over(&divisor.value);
        let inverse = S::one().over(&divisor.value);
        self.combine(&inverse, divisor, &value.times(&inverse).negate(), value)
    }
    fn exp(&self) -> Self {
        let value = self.value.exp();
        self.chain(value.clone(), &value)
    }
    fn sqrt(&self) -> Self {
        let value = self.value.sqrt();
        let slope = S::one().over(&value.plus(&value));
        self.chain(value, &slope)
    }
    fn softplus(&self) -> Self {
        self.chain(self.value.softplus(), &self.value.sigmoid())
    }
    fn sigmoid(&self) -> Self {
        let value = self.value.sigmoid();
        let slope = value.times(&S::one().minus(&value));
        self.chain(value, &slope)
    }
    fn tanh(&self) -> Self {
        let value = self.value.tanh();
        let slope = S::one().minus(&value.times(&value));
        self.chain(value, &slope)
    }
    fn sin_cos(&self) -> (Self, Self) {
        let (sin, cos) = self.value.sin_cos();
        (self.chain(sin.clone(), &cos), self.chain(cos, &sin.negate()))
    }
    fn pi(&self) -> Self {
        Self::constant(self.value.pi())
    }
    fn sign(&self) -> Self {
        Self::constant(self.value.sign())
    }
    /// The derivative is that of the larger number; on a tie, that of their mean.
    fn maximum(&self, other: &Self) -> Self {
        let half = self.value.fraction(1, 2);
        let lead = self.value.minus(&other.value);
        // (1 ± sign) / 2, with 1/2 for both when neither leads.
        let towards = half.times(&lead.sign().minus(&lead.negate().sign()));
        let (a, b) = (half.plus(&half.times(&towards)), half.minus(&half.times(&towards)));
        self.combine(&a, other, &b, self.value.maximum(&other.value))
    }
    fn fraction(&self, numerator: i32, denominator: i32) -> Self {
        Self::constant(self.value.fraction(numerator, denominator))
    }
}
