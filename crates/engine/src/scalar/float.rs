//! `f64` and `f32`: the platform's arithmetic, rounded to nearest.

use super::{Real, Scalar};

macro_rules! float {
    ($type:ident) => {
        impl Scalar for $type {
            #[inline]
            fn from_int(value: i32) -> Self {
                value as $type
            }
            #[inline]
            fn plus(&self, other: &Self) -> Self {
                self + other
            }
            #[inline]
            fn minus(&self, other: &Self) -> Self {
                self - other
            }
            #[inline]
            fn times(&self, other: &Self) -> Self {
                self * other
            }
            #[inline]
            fn negate(&self) -> Self {
                -self
            }
        }

        impl Real for $type {
            fn over(&self, divisor: &Self) -> Self {
                self / divisor
            }
            fn exp(&self) -> Self {
                $type::exp(*self)
            }
            fn sqrt(&self) -> Self {
                $type::sqrt(*self)
            }
            fn softplus(&self) -> Self {
                self.max(0.0) + (-self.abs()).exp().ln_1p()
            }
            fn sigmoid(&self) -> Self {
                if *self >= 0.0 { 1.0 / (1.0 + (-self).exp()) } else { self.exp() / (1.0 + self.exp()) }
            }
            fn tanh(&self) -> Self {
                $type::tanh(*self)
            }
            fn sin_cos(&self) -> (Self, Self) {
                $type::sin_cos(*self)
            }
            fn pi(&self) -> Self {
                std::$type::consts::PI
            }
            fn sign(&self) -> Self {
                if *self < 0.0 { -1.0 } else { 1.0 }
            }
            fn maximum(&self, other: &Self) -> Self {
                self.max(*other)
            }
            fn fraction(&self, numerator: i32, denominator: i32) -> Self {
                Self::from_int(numerator) / Self::from_int(denominator)
            }
        }
    };
}

float!(f32);
float!(f64);
