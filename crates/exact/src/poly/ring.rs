//! Ring operations and the derivative.

use std::ops::{Add, Mul, Neg, Sub};

use rug::{Complete, Integer};

use super::IntPoly;

impl Add for &IntPoly {
    type Output = IntPoly;

    fn add(self, other: &IntPoly) -> IntPoly {
        let (long, short) = if self.coefficients().len() >= other.coefficients().len() {
            (self, other)
        } else {
            (other, self)
        };
        let mut sum = long.coefficients().to_vec();
        for (s, c) in sum.iter_mut().zip(short.coefficients()) {
            *s += c;
        }
        IntPoly::new(sum)
    }
}

impl Sub for &IntPoly {
    type Output = IntPoly;

    fn sub(self, other: &IntPoly) -> IntPoly {
        let length = self.coefficients().len().max(other.coefficients().len());
        let mut difference = self.coefficients().to_vec();
        difference.resize(length, Integer::new());
        for (d, c) in difference.iter_mut().zip(other.coefficients()) {
            *d -= c;
        }
        IntPoly::new(difference)
    }
}

impl Mul for &IntPoly {
    type Output = IntPoly;

    fn mul(self, other: &IntPoly) -> IntPoly {
        if self.is_zero() || other.is_zero() {
            return IntPoly::default();
        }
        let mut product = vec![Integer::new(); self.coefficients().len() + other.coefficients().len() - 1];
        for (i, a) in self.coefficients().iter().enumerate() {
            for (p, b) in product[i..].iter_mut().zip(other.coefficients()) {
                *p += a * b;
            }
        }
        IntPoly::new(product)
    }
}

impl Neg for &IntPoly {
    type Output = IntPoly;

    fn neg(self) -> IntPoly {
        IntPoly::new(self.coefficients().iter().map(|c| (-c).complete()).collect())
    }
}

impl IntPoly {
    /// The polynomial times a constant.
    #[must_use]
    pub fn scale(&self, factor: &Integer) -> Self {
        Self::new(self.coefficients().iter().map(|c| (c * factor).complete()).collect())
    }

    /// The derivative $\sum_i i\,c_i x^{i-1}$.
    #[must_use]
    pub fn derivative(&self) -> Self {
        let tail = self.coefficients().iter().enumerate().skip(1);
        Self::new(tail.map(|(i, c)| Integer::from(i) * c).collect())
    }
}
