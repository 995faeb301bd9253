//! Reduction of polynomial remainder sequences to subresultants.

use rug::ops::Pow;
use rug::{Complete, Integer};

use super::IntPoly;

/// The common factors of the pseudo-remainders of a sequence $f_0, f_1, f_2, \dots$
///
/// Without division the coefficients of pseudo-remainders grow exponentially along the sequence. The factor
/// $g h^\delta$, where $\delta = \deg f_{i-1} - \deg f_i$, divides that of $f_{i-1}$ and $f_i$, and the
/// quotients are subresultants, whose coefficients are minors of a Sylvester matrix (H. Cohen, *A Course in
/// Computational Algebraic Number Theory*, algorithm 3.3.7). The signs of $g$ and $h$ may be dropped.
pub(super) struct Reduction {
    g: Integer,
    h: Integer,
}

impl Reduction {
    /// For the beginning of a sequence.
    pub(super) fn new() -> Self {
        Self { g: Integer::from(1), h: Integer::from(1) }
    }

    /// Divides the pseudo-remainder of $f_{i-1}$ and $f_i$, where `leading` is the leading coefficient of
    /// $f_i$ and `gap` is $\delta$.
    pub(super) fn reduce(&mut self, remainder: IntPoly, leading: Integer, gap: usize) -> IntPoly {
        let divisor = &self.g * power(&self.h, gap);
        let mut coefficients = remainder.into_coefficients();
        for c in &mut coefficients {
            c.div_exact_mut(&divisor);
        }
        self.g = leading;
        self.h = self.resultant(&self.g, gap);
        IntPoly::new(coefficients)
    }

    /// $c^e / h^{e-1}$, an integer, and $h$ for $e = 0$: the last subresultant when the sequence ends with
    /// the constant $c$ after a polynomial of degree $e$.
    pub(super) fn resultant(&self, constant: &Integer, exponent: usize) -> Integer {
        match exponent.checked_sub(1) {
            Some(less) => power(constant, exponent).div_exact(&power(&self.h, less)),
            None => self.h.clone(),
        }
    }
}

/// `base` to a power that is a degree.
pub(super) fn power(base: &Integer, exponent: usize) -> Integer {
    let Ok(exponent) = u32::try_from(exponent) else {
        panic!("degree {exponent} is too large for a resultant");
    };
    base.pow(exponent).complete()
}
