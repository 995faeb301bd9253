//! Values and signs at rational points.

use std::cmp::Ordering;

use rug::{Integer, Rational};

use super::IntPoly;

impl IntPoly {
    /// The value at an integer, by Horner's rule.
    #[must_use]
    pub fn eval_integer(&self, x: &Integer) -> Integer {
        let mut value = Integer::new();
        for c in self.coefficients().iter().rev() {
            value *= x;
            value += c;
        }
        value
    }

    /// The value at a rational.
    #[must_use]
    pub fn eval(&self, x: &Rational) -> Rational {
        let Some(degree) = self.degree() else {
            return Rational::new();
        };
        let mut scale = Integer::from(1);
        for _ in 0..degree {
            scale *= x.denom();
        }
        Rational::from((self.homogenised(x), scale))
    }

    /// The sign of the value at a rational: `Less` when negative, `Equal` when zero, `Greater` when positive.
    ///
    /// Only integers are computed: with $x = p/q$, $q > 0$ and degree $n$, the sign is that of
    /// $q^n P(p/q) = \sum_i c_i p^i q^{n-i}$.
    #[must_use]
    pub fn sign_at(&self, x: &Rational) -> Ordering {
        self.homogenised(x).cmp0()
    }

    /// $q^n P(p/q) = \sum_i c_i p^i q^{n-i}$ for $x = p/q$ in lowest terms and $n$ the degree (0 for zero).
    fn homogenised(&self, x: &Rational) -> Integer {
        let (p, q) = (x.numer(), x.denom());
        let Some((leading, rest)) = self.coefficients().split_last() else {
            return Integer::new();
        };
        let mut value = leading.clone();
        if q.is_power_of_two() {
            let step = q.significant_bits() - 1;
            let mut shift = 0;
            let mut term = Integer::new();
            for c in rest.iter().rev() {
                value *= p;
                shift += step;
                term.clone_from(c);
                term <<= shift;
                value += &term;
            }
        } else {
            let mut power = Integer::from(1);
            for c in rest.iter().rev() {
                value *= p;
                power *= q;
                value += c * &power;
            }
        }
        value
    }
}
