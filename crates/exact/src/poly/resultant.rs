//! Resultant and discriminant.

use rug::Integer;

use super::IntPoly;
use super::remainders::{Reduction, power};

impl IntPoly {
    /// The resultant $a^n b^m \prod_{i,j} (x_i - y_j)$ of this polynomial (degree $m$, leading coefficient
    /// $a$, roots $x_i$) and `other` (degree $n$, leading coefficient $b$, roots $y_j$).
    ///
    /// It is zero exactly when they have a common root or one of them is zero. Computed with subresultants.
    #[must_use]
    pub fn resultant(&self, other: &Self) -> Integer {
        let (Some(m), Some(n)) = (self.degree(), other.degree()) else {
            return Integer::new();
        };
        let contents = power(&self.content(), n) * power(&other.content(), m);
        let (mut a, mut b) = (self.primitive(), other.primitive());
        let mut negative = m < n && m % 2 == 1 && n % 2 == 1;
        if m < n {
            std::mem::swap(&mut a, &mut b);
        }
        let mut reduction = Reduction::new();
        loop {
            let (Some(degree_a), Some(degree_b), Some(leading)) = (a.degree(), b.degree(), b.leading())
            else {
                return Integer::new();
            };
            if degree_b == 0 {
                let last = reduction.resultant(leading, degree_a);
                return if negative { -(contents * last) } else { contents * last };
            }
            negative ^= degree_a % 2 == 1 && degree_b % 2 == 1;
            let reduced = reduction.reduce(a.pseudo_remainder(&b), leading.clone(), degree_a - degree_b);
            a = std::mem::replace(&mut b, reduced);
        }
    }

    /// The discriminant $a^{2n-2} \prod_{i<j} (x_i - x_j)^2$ for degree $n \ge 1$, leading coefficient $a$
    /// and roots $x_i$.
    ///
    /// It is zero exactly when the polynomial is not square-free. By convention it is 1 for other constants
    /// and 0 for the zero polynomial.
    #[must_use]
    pub fn discriminant(&self) -> Integer {
        let (Some(degree), Some(leading)) = (self.degree(), self.leading()) else {
            return Integer::new();
        };
        if degree == 0 {
            return Integer::from(1);
        }
        let quotient = self.resultant(&self.derivative()).div_exact(leading);
        if degree % 4 < 2 { quotient } else { -quotient }
    }
}
