//! The characteristic polynomial.

use rug::{Complete, Integer};

use super::Matrix;
use super::integral::IntegerMatrix;
use crate::poly::IntPoly;

/// Up to this dimension the division-free method is the faster one (measured).
const DIVISION_FREE_LIMIT: usize = 12;

impl Matrix {
    /// The characteristic polynomial $\det(zI - A)$, as the primitive integer multiple with positive leading
    /// coefficient; 1 for the 0 × 0 matrix.
    ///
    /// With $q$ the common denominator, $N = qA$ is an integer matrix, and $\det(yI - N) = \sum_k c_k y^k$
    /// gives $q^n \det(zI - A) = \sum_k c_k q^k z^k$.
    ///
    /// # Panics
    /// Unless the matrix is square.
    pub fn characteristic_polynomial(&self) -> IntPoly {
        self.characteristic_polynomial_by(|n| {
            if n.rows <= DIVISION_FREE_LIMIT {
                n.characteristic_division_free()
            } else {
                n.characteristic_multimodular()
            }
        })
    }

    fn characteristic_polynomial_by(&self, method: impl Fn(&IntegerMatrix) -> Vec<Integer>) -> IntPoly {
        self.assert_square("the characteristic polynomial");
        let (integers, q) = IntegerMatrix::by_common_factor(self);
        let mut coefficients = method(&integers);
        let mut power = Integer::from(1);
        for coefficient in &mut coefficients {
            *coefficient *= &power;
            power *= &q;
        }
        IntPoly::new(coefficients).primitive()
    }
}

impl IntegerMatrix {
    /// The coefficients of $\det(yI - N)$ from low to high, without division (Samuelson–Berkowitz).
    ///
    /// The upper left block of order $r + 1$ is $\begin{pmatrix}M&c\\\\w&a\end{pmatrix}$ with $M$ of order
    /// $r$. Its characteristic polynomial is the polynomial part of $\chi_M(y)\,\bigl(y - a - \sum_{k \ge 0}
    /// w M^k c\; y^{-k-1}\bigr)$.
    fn characteristic_division_free(&self) -> Vec<Integer> {
        // From high to low, for the block of order r.
        let mut chi = vec![Integer::from(1)];
        for r in 0..self.rows {
            let mut factor = vec![Integer::from(1), (-self.at(r, r)).complete()];
            let mut vector: Vec<Integer> = (0..r).map(|i| self.at(i, r).clone()).collect();
            for k in 0..r {
                let moment = Integer::dot(self.row(r)[..r].iter().zip(&vector)).complete();
                factor.push(-moment);
                if k + 1 < r {
                    vector = (0..r)
                        .map(|i| Integer::dot(self.row(i)[..r].iter().zip(&vector)).complete())
                        .collect();
                }
            }
            chi = (0..=r + 1)
                .map(|i| Integer::dot((0..=i.min(r)).map(|j| (&chi[j], &factor[i - j]))).complete())
                .collect();
        }
        chi.reverse();
        chi
    }
}

#[cfg(test)]
mod tests {
    use quickcheck::{Arbitrary, Gen, QuickCheck};

    use super::*;

    /// Square integer matrices up to order 24 in the shapes that make elimination exchange rows or stop
    /// early.
    #[derive(Clone, Debug)]
    struct Shape(Matrix);

    impl Arbitrary for Shape {
        fn arbitrary(g: &mut Gen) -> Shape {
            let n = usize::arbitrary(g) % 25;
            let kind = u8::arbitrary(g) % 6;
            let bits = u32::arbitrary(g) % 200;
            let shift = usize::arbitrary(g);
            Shape(Matrix::from_fn(n, n, |i, j| {
                let kept = match kind {
                    0 => true,
                    1 => i <= j,
                    2 => i > j,
                    3 => (i + shift) % n == j,
                    4 => (i < n / 2) == (j < n / 2),
                    _ => u8::arbitrary(g) % 4 == 0,
                };
                if kept {
                    (Integer::from(i8::arbitrary(g)) << (bits / (1 + i as u32))).into()
                } else {
                    0.into()
                }
            }))
        }
    }

    #[test]
    fn both_methods_agree() {
        fn law(Shape(a): Shape) -> bool {
            let (n, _) = IntegerMatrix::by_common_factor(&a);
            n.characteristic_multimodular() == n.characteristic_division_free()
        }
        QuickCheck::new()
            .rng(Gen::from_size_and_seed(100, 0x5eed))
            .tests(300)
            .quickcheck(law as fn(Shape) -> bool);
    }
}
