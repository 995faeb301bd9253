//! A number with what is known of its error: for results that are made of given entries in few operations.

use crate::scalar::Scalar;

/// A computed number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tracked {
    /// The value, in `f64`.
    pub(super) value: f64,
    /// The sum of the absolute values of the terms that it is made of.
    pub(super) size: f64,
    /// A bound of the error that its entries bring in.
    pub(super) error: f64,
}

impl Tracked {
    /// An exact entry.
    pub(super) fn exact(value: f64) -> Self {
        Self { value, size: value.abs(), error: 0.0 }
    }
}

impl Scalar for Tracked {
    fn from_int(value: i32) -> Self {
        Self::exact(f64::from(value))
    }
    fn plus(&self, other: &Self) -> Self {
        Self {
            value: self.value + other.value,
            size: self.size + other.size,
            error: self.error + other.error,
        }
    }
    fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negate())
    }
    fn times(&self, other: &Self) -> Self {
        let error =
            self.value.abs() * other.error + other.value.abs() * self.error + self.error * other.error;
        Self { value: self.value * other.value, size: self.size * other.size, error }
    }
    fn negate(&self) -> Self {
        Self { value: -self.value, ..*self }
    }
}
