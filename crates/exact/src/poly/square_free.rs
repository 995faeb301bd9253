//! Square-free decomposition.

use super::IntPoly;

impl IntPoly {
    /// The product of the distinct irreducible factors: the same roots, each of them simple.
    ///
    /// It is primitive and its leading coefficient has the sign of this one's. Zero stays zero.
    #[must_use]
    pub fn square_free_part(&self) -> Self {
        let repeated = self.gcd(&self.derivative());
        if repeated.degree() <= Some(0) { self.primitive() } else { self.known_quotient(&repeated) }
    }

    /// Yun's square-free decomposition: pairs $(f_i, i)$ with $P = c \prod_i f_i^i$ for a rational $c$.
    ///
    /// The $f_i$ are primitive with positive leading coefficients, not constant, square-free and pairwise
    /// coprime; the multiplicities $i$ ascend, and those without a factor are left out. Constants, zero among
    /// them, have no factor.
    #[must_use]
    pub fn square_free_factorization(&self) -> Vec<(Self, usize)> {
        let mut factors = Vec::new();
        let derivative = self.derivative();
        if derivative.is_zero() {
            return factors;
        }
        let repeated = self.gcd(&derivative);
        // Yun keeps w = ∏_{j≥i} f_j and y ≡ Σ_{j≥i} (j-i+1) f_j' w/f_j, both scaled alike, so these quotients
        // stay in Z.
        let mut w = self.quotient_by(&repeated);
        let mut y = derivative.quotient_by(&repeated);
        for multiplicity in 1.. {
            if w.degree() == Some(0) {
                break;
            }
            let z = &y - &w.derivative();
            let factor = w.gcd(&z);
            w = w.quotient_by(&factor);
            y = z.quotient_by(&factor);
            if factor.degree() > Some(0) {
                factors.push((factor, multiplicity));
            }
        }
        factors
    }

    /// The quotient over $\mathbb{Z}$ by a primitive polynomial that is known to divide.
    fn quotient_by(&self, divisor: &Self) -> Self {
        let Some(quotient) = self.clone().integer_quotient(divisor) else {
            panic!("a greatest common divisor divides");
        };
        quotient
    }
}
