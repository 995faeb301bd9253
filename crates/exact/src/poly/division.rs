//! Exact division over the rationals.
//!
//! By Gauss's lemma a primitive polynomial that divides an integer polynomial over $\mathbb{Q}$ divides it
//! over $\mathbb{Z}$, so every quotient below is found in integers, and the first coefficient that does not
//! divide is a proof that there is none.

use rug::{Complete, Integer, Rational};

use super::IntPoly;

impl IntPoly {
    /// Whether this polynomial divides `other` over the rationals. Zero divides only zero.
    #[must_use]
    pub fn divides(&self, other: &Self) -> bool {
        if self.is_zero() { other.is_zero() } else { other.exact_quotient(self).is_some() }
    }

    /// The quotient by `divisor` over the rationals, when the division leaves no remainder and `divisor` is
    /// not zero.
    ///
    /// It is given up to a positive factor: the result is the primitive integer polynomial $Q$ with
    /// `self` $= c \cdot Q \cdot$ `divisor` for a rational $c > 0$.
    #[must_use]
    pub fn exact_quotient(&self, divisor: &Self) -> Option<Self> {
        self.primitive().integer_quotient(&divisor.primitive())
    }

    /// The quotient over the integers, when there is one and `divisor` is not zero.
    pub(super) fn integer_quotient(self, divisor: &Self) -> Option<Self> {
        let (leading, rest) = divisor.coefficients().split_last()?;
        if self.is_zero() {
            return Some(self);
        }
        let length = (self.coefficients().len() + 1).checked_sub(divisor.coefficients().len())?;
        if length == 0 {
            return None;
        }
        let mut remainder = self.into_coefficients();
        let mut quotient = vec![Integer::new(); length];
        for (i, q) in quotient.iter_mut().enumerate().rev() {
            let top = remainder.pop()?;
            if !top.is_divisible(leading) {
                return None;
            }
            *q = top.div_exact(leading);
            for (r, d) in remainder[i..].iter_mut().zip(rest) {
                *r -= &*q * d;
            }
        }
        remainder.iter().all(Integer::is_zero).then(|| Self::new(quotient))
    }

    /// The quotient by a divisor that is known to divide, in the sense of
    /// [`exact_quotient`](Self::exact_quotient).
    pub(super) fn known_quotient(&self, divisor: &Self) -> Self {
        let Some(quotient) = self.exact_quotient(divisor) else {
            panic!("a common divisor must divide");
        };
        quotient
    }

    /// Divides by $q x - p$ when `root` $= p/q$ (lowest terms) is a root, and says whether it was.
    ///
    /// The factor is removed once: call it again for a multiple root. When `root` is not a root the
    /// polynomial is unchanged. The zero polynomial is left alone, with the answer `false`, since no factor
    /// is ever used up in it.
    pub fn divide_linear(&mut self, root: &Rational) -> bool {
        let (p, q) = (root.numer(), root.denom());
        let Some((constant, rest)) = self.coefficients().split_first() else {
            return false;
        };
        // P = (q x - p) Q means c_i = q b_{i-1} - p b_i, solved from the top.
        let mut carry = Integer::new();
        let mut quotient = Vec::with_capacity(rest.len());
        for c in rest.iter().rev() {
            carry *= p;
            carry += c;
            if !carry.is_divisible(q) {
                return false;
            }
            carry.div_exact_mut(q);
            quotient.push(carry.clone());
        }
        if (constant + (p * &carry).complete()) != 0 {
            return false;
        }
        quotient.reverse();
        *self = Self::new(quotient);
        true
    }

    /// The pseudo-remainder: the remainder of $\ell^{\delta+1} P$ modulo `divisor`, where $\ell$ is the
    /// leading coefficient of `divisor` and $\delta$ the difference of the degrees. `self` when $\delta < 0$.
    ///
    /// # Panics
    ///
    /// If `divisor` is zero.
    pub(super) fn pseudo_remainder(&self, divisor: &Self) -> Self {
        let Some((leading, rest)) = divisor.coefficients().split_last() else {
            panic!("remainder of a division by the zero polynomial");
        };
        let mut remainder = self.coefficients().to_vec();
        while remainder.len() > rest.len()
            && let Some(top) = remainder.pop()
        {
            let offset = remainder.len() - rest.len();
            for r in &mut remainder {
                *r *= leading;
            }
            for (r, d) in remainder[offset..].iter_mut().zip(rest) {
                *r -= &top * d;
            }
        }
        Self::new(remainder)
    }
}
