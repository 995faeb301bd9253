//! Characteristic polynomials of large integer matrices: modulo many primes, then by the Chinese remainder
//! theorem.
//!
//! How many primes are needed is known in advance. The coefficient of $y^{n-k}$ in $\det(yI - N)$ is, up to
//! sign, the sum of the principal minors of order $k$. By Hadamard's inequality the minor of the rows and
//! columns in $I$ is at most $\prod_{i \in I} \rho_i$ in absolute value, with $\rho_i$ the Euclidean norm of
//! row $i$ (leaving out columns only shortens a row). Hence every coefficient is at most
//!
//! $$\sum_{I} \prod_{i \in I} \rho_i = \prod_i (1 + \rho_i) \le B := \prod_i \bigl(1 + \lceil \rho_i \rceil\bigr),$$
//!
//! and so is the same product over columns. A coefficient is therefore the only integer of absolute value
//! below $m/2$ with its residue modulo $m$ as soon as $m > 2B$.

mod field;
mod hessenberg;
mod remainder;

use rug::{Complete, Integer};

use super::integral::IntegerMatrix;
use field::PrimeField;

impl IntegerMatrix {
    /// The coefficients of $\det(yI - N)$ from low to high, modulo as many primes as the bound asks for.
    pub(super) fn characteristic_multimodular(&self) -> Vec<Integer> {
        let primes = field::primes_with_product_above(&(self.characteristic_bound() << 1));
        let limbs: Vec<Limbs> = self.entries.iter().map(Limbs::new).collect();
        let width = limbs.iter().map(|entry| entry.magnitude.len()).max().unwrap_or(0);
        let residues: Vec<Vec<u64>> = primes
            .iter()
            .map(|&p| {
                let field = PrimeField::new(p);
                let powers = field.limb_powers(width);
                let reduced =
                    limbs.iter().map(|entry| field.reduce(&entry.magnitude, entry.negative, &powers));
                hessenberg::characteristic(&field, self.rows, reduced.collect())
            })
            .collect();
        remainder::reconstruct(&primes, &residues)
    }

    /// A bound on the absolute values of the coefficients of $\det(yI - N)$: $B$ of the module documentation,
    /// over rows or over columns, whichever is smaller.
    fn characteristic_bound(&self) -> Integer {
        let n = self.rows;
        let by_rows: Integer = (0..n).map(|i| 1 + norm_above(self.row(i))).product();
        let by_cols: Integer = (0..n).map(|j| 1 + norm_above((0..n).map(|i| self.at(i, j)))).product();
        by_rows.min(by_cols)
    }
}

/// The Euclidean norm, rounded up.
fn norm_above<'a>(values: impl IntoIterator<Item = &'a Integer>) -> Integer {
    let norm2: Integer = values.into_iter().map(|value| value.square_ref().complete()).sum();
    let (root, remainder) = norm2.sqrt_rem(Integer::new());
    if remainder.is_zero() { root } else { root + 1 }
}

/// An integer as a sign and digits in base $2^{64}$, the lowest first.
struct Limbs {
    negative: bool,
    magnitude: Vec<u64>,
}

impl Limbs {
    fn new(value: &Integer) -> Limbs {
        Limbs { negative: value.is_negative(), magnitude: value.to_digits(rug::integer::Order::Lsf) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagonal(entries: &[Integer]) -> IntegerMatrix {
        let n = entries.len();
        let mut matrix = IntegerMatrix { rows: n, cols: n, entries: vec![Integer::new(); n * n] };
        for (i, entry) in entries.iter().enumerate() {
            matrix.entries[i * n + i].clone_from(entry);
        }
        matrix
    }

    /// With one prime p, numbers above p/2 need the factor 2 in the bound.
    #[test]
    fn coefficients_around_half_a_product_of_primes_are_recovered() {
        let primes = field::primes_with_product_above(&Integer::from(1u128 << 125));
        let product = Integer::from(primes[0]) * primes[1];
        for m in [Integer::from(primes[0]), product] {
            for offset in -2..=2 {
                for root in [Integer::from(&m / 2u32) + offset, Integer::from(&m + offset)] {
                    let chi = diagonal(std::slice::from_ref(&root)).characteristic_multimodular();
                    assert_eq!(chi, [Integer::from(-&root), Integer::from(1)]);
                    let chi = diagonal(&[Integer::from(-&root)]).characteristic_multimodular();
                    assert_eq!(chi, [root, Integer::from(1)]);
                }
            }
        }
    }

    #[test]
    fn the_bound_covers_the_coefficients() {
        // Hadamard's inequality is an equality for this matrix.
        let sylvester = |i: usize, j: usize| if (i & j).count_ones().is_multiple_of(2) { 7 } else { -7 };
        for n in [1, 2, 4, 8] {
            let entries = (0..n * n).map(|position| Integer::from(sylvester(position / n, position % n)));
            let matrix = IntegerMatrix { rows: n, cols: n, entries: entries.collect() };
            let bound = matrix.characteristic_bound();
            assert!(matrix.characteristic_multimodular().iter().all(|c| *c.as_abs() <= bound));
        }
        // Equal negative eigenvalues: the coefficients add up to the bound.
        let matrix = diagonal(&vec![Integer::from(-3); 10]);
        assert_eq!(
            matrix.characteristic_multimodular().into_iter().sum::<Integer>(),
            matrix.characteristic_bound()
        );
    }

    #[test]
    fn norms_are_rounded_up() {
        let norm = |values: &[i32]| norm_above(&values.iter().map(|&x| Integer::from(x)).collect::<Vec<_>>());
        assert_eq!([norm(&[]), norm(&[3, -4]), norm(&[1, 1]), norm(&[-2, 2])], [0, 5, 2, 3]);
    }
}
