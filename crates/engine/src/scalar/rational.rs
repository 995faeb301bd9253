//! Rationals: exact, and so the definition of every recurrence.

use super::Scalar;
use exact::{Complete, Rational};

impl Scalar for Rational {
    fn from_int(value: i32) -> Self {
        Self::from(value)
    }
    fn plus(&self, other: &Self) -> Self {
        (self + other).complete()
    }
    fn minus(&self, other: &Self) -> Self {
        (self - other).complete()
    }
    fn times(&self, other: &Self) -> Self {
        (self * other).complete()
    }
    fn negate(&self) -> Self {
        (-self).complete()
    }
    fn add_product(&mut self, a: &Self, b: &Self) {
        *self += (a * b).complete();
    }
}
