//! Prime fields in Montgomery form, for primes slightly above $2^{60}$.
//!
//! An element $x$ is stored as $\bar x = x R \bmod p$ with $R = 2^{64}$. Inner products add unreduced 128-bit
//! products and reduce rarely, so a term costs one multiplication.

use std::sync::{Mutex, PoisonError};

use rug::Integer;
use rug::integer::IsPrime;

/// Primes lie between these bounds.
const PRIMES_ABOVE: u64 = 1 << 60;
const PRIMES_BELOW: u64 = 3 << 59;

/// The smallest primes above $2^{60}$, in order, with a product above `bound`.
///
/// `is_probably_prime` contains the Baillie–PSW test, which has no false answer below $2^{64}$ (checked by
/// enumeration of the base-2 pseudoprimes; Feitsma and Galway), so these are primes.
pub(super) fn primes_with_product_above(bound: &Integer) -> Vec<u64> {
    static FOUND: Mutex<Vec<u64>> = Mutex::new(Vec::new());

    // The list is only ever extended by the next prime, so it is valid even if another thread panicked.
    let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    let mut product = Integer::from(1);
    let mut count = 0;
    while product <= *bound {
        if count == found.len() {
            let mut candidate = found.last().map_or(PRIMES_ABOVE + 1, |last| last + 2);
            while Integer::from(candidate).is_probably_prime(25) == IsPrime::No {
                candidate += 2;
            }
            assert!(candidate < PRIMES_BELOW, "no more primes of the size that the arithmetic is made for");
            found.push(candidate);
        }
        product *= found[count];
        count += 1;
    }
    found[..count].to_vec()
}

/// The integers modulo a prime $p$ with $2^{60} < p < 3 \cdot 2^{59}$.
pub(super) struct PrimeField {
    p: u64,
    /// $-p^{-1} \bmod 2^{64}$.
    negative_inverse: u64,
    /// $R^2 \bmod p$.
    r_squared: u64,
}

/// How many products of two reduced elements fit between reductions: $32 p^2 < 3pR$ because $p < 3 \cdot
/// 2^{59}$.
const PRODUCTS_PER_FOLD: usize = 32;
/// How many products of a reduced element and a digit below $R$ fit between reductions.
const LIMBS_PER_FOLD: usize = 3;

impl PrimeField {
    pub(super) fn new(p: u64) -> PrimeField {
        assert!(
            PRIMES_ABOVE < p && p < PRIMES_BELOW && p % 2 == 1,
            "{p} is not an odd number of the expected size"
        );
        // Newton's iteration doubles the number of correct low bits, from 3 to 96.
        let inverse = (0..5).fold(p, |x, _| x.wrapping_mul(2u64.wrapping_sub(p.wrapping_mul(x))));
        let r = (u128::from(u64::MAX) % u128::from(p) + 1) as u64;
        let r_squared = (u128::from(r) * u128::from(r) % u128::from(p)) as u64;
        PrimeField { p, negative_inverse: inverse.wrapping_neg(), r_squared }
    }

    pub(super) fn one(&self) -> u64 {
        self.redc(u128::from(self.r_squared))
    }

    /// The integer in $[0, p)$ that an element stands for.
    pub(super) fn to_integer(&self, x: u64) -> u64 {
        self.redc(u128::from(x))
    }

    pub(super) fn sub(&self, x: u64, y: u64) -> u64 {
        let difference = x.wrapping_sub(y);
        if x < y { difference.wrapping_add(self.p) } else { difference }
    }

    pub(super) fn neg(&self, x: u64) -> u64 {
        self.sub(0, x)
    }

    pub(super) fn mul(&self, x: u64, y: u64) -> u64 {
        self.redc(u128::from(x) * u128::from(y))
    }

    /// The inverse of a non-zero element, $x^{p-2}$. Few bits of the exponent are set, because $p$ is close
    /// to a power of 2.
    pub(super) fn inverse(&self, x: u64) -> u64 {
        let exponent = self.p - 2;
        (0..exponent.ilog2()).rev().fold(x, |power, bit| {
            let square = self.mul(power, power);
            if exponent >> bit & 1 == 1 { self.mul(square, x) } else { square }
        })
    }

    /// The inner product of two slices; the longer one is cut.
    pub(super) fn dot(&self, x: &[u64], y: &[u64]) -> u64 {
        let n = x.len().min(y.len());
        let (x, y) = (&x[..n], &y[..n]);
        let mut sum = 0u128;
        for (x, y) in x.chunks(PRODUCTS_PER_FOLD).zip(y.chunks(PRODUCTS_PER_FOLD)) {
            for (&x, &y) in x.iter().zip(y) {
                sum += u128::from(x) * u128::from(y);
            }
            sum = self.fold(sum);
        }
        self.redc(sum)
    }

    /// $R^{i+2} \bmod p$ for $i < \mathrm{width}$, for [`reduce`](Self::reduce).
    pub(super) fn limb_powers(&self, width: usize) -> Vec<u64> {
        // Multiplying by the stored R² multiplies by R.
        std::iter::successors(Some(self.r_squared), |&power| Some(self.mul(power, self.r_squared)))
            .take(width)
            .collect()
    }

    /// The element for $\pm \sum_i d_i R^i$: the reduction of $\sum_i d_i R^{i+2}$ is its stored form.
    pub(super) fn reduce(&self, digits: &[u64], negative: bool, powers: &[u64]) -> u64 {
        let mut sum = 0u128;
        for (digits, powers) in digits.chunks(LIMBS_PER_FOLD).zip(powers.chunks(LIMBS_PER_FOLD)) {
            for (&digit, &power) in digits.iter().zip(powers) {
                sum += u128::from(digit) * u128::from(power);
            }
            sum = self.fold(sum);
        }
        let value = self.redc(sum);
        if negative { self.neg(value) } else { value }
    }

    /// Brings a sum below $4pR$ below $pR$ by subtracting multiples of $pR$.
    fn fold(&self, sum: u128) -> u128 {
        let mut high = (sum >> 64) as u64;
        for multiple in [2 * self.p, self.p] {
            if high >= multiple {
                high -= multiple;
            }
        }
        u128::from(high) << 64 | u128::from(sum as u64)
    }

    /// Montgomery's reduction $x R^{-1} \bmod p$ for $x < pR$.
    fn redc(&self, x: u128) -> u64 {
        let multiple = (x as u64).wrapping_mul(self.negative_inverse);
        let quotient = ((x + u128::from(multiple) * u128::from(self.p)) >> 64) as u64;
        if quotient >= self.p { quotient - self.p } else { quotient }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields() -> [PrimeField; 2] {
        let last_of_size = (PRIMES_ABOVE..PRIMES_BELOW)
            .rev()
            .find(|&n| Integer::from(n).is_probably_prime(25) != IsPrime::No)
            .unwrap();
        [PrimeField::new(primes_with_product_above(&Integer::from(1))[0]), PrimeField::new(last_of_size)]
    }

    fn element(field: &PrimeField, x: u64) -> u64 {
        field.reduce(&[x], false, &field.limb_powers(1))
    }

    fn edge_values(p: u64) -> [u64; 7] {
        [0, 1, 2, p / 2, p / 2 + 1, p - 2, p - 1]
    }

    #[test]
    fn primes_are_in_order_without_gaps() {
        let bound = Integer::from(1) << 1000;
        let primes = primes_with_product_above(&bound);
        let product: Integer = primes.iter().map(|&p| Integer::from(p)).product();
        assert!(product > bound && product / primes[primes.len() - 1] <= bound);
        let mut next = Integer::from(1u64 << 60);
        for p in primes {
            next.next_prime_mut();
            assert_eq!(next, p);
        }
    }

    #[test]
    fn arithmetic_agrees_with_128_bit_remainders() {
        for field in fields() {
            let p = field.p;
            assert_eq!(field.to_integer(field.one()), 1);
            for x in edge_values(p) {
                let a = element(&field, x);
                assert_eq!(field.to_integer(a), x);
                assert_eq!(field.to_integer(field.neg(a)), (p - x) % p);
                if x != 0 {
                    assert_eq!(field.mul(a, field.inverse(a)), field.one());
                }
                for y in edge_values(p) {
                    let b = element(&field, y);
                    let remainder = |value: u128| (value % u128::from(p)) as u64;
                    assert_eq!(field.to_integer(field.mul(a, b)), remainder(u128::from(x) * u128::from(y)));
                    assert_eq!(
                        field.to_integer(field.sub(a, b)),
                        remainder(u128::from(x) + u128::from(p - y))
                    );
                }
            }
        }
    }

    #[test]
    fn inner_products_of_the_largest_elements_do_not_overflow() {
        for field in fields() {
            // The largest stored number, and what it stands for.
            let largest = field.p - 1;
            let square = field.mul(largest, largest);
            let mut sum = 0;
            for n in 0..200 {
                assert_eq!(field.dot(&vec![largest; n], &vec![largest; n + n % 2]), sum);
                sum = field.sub(sum, field.neg(square));
            }
        }
    }

    /// Elimination asks whether a stored number is 0, so p must not be stored for it.
    #[test]
    fn inner_products_that_cancel_are_stored_as_zero() {
        for field in fields() {
            for x in [1, 2, field.p / 2, field.p - 1] {
                assert_eq!(field.dot(&[x, field.p - x], &[field.one(), field.one()]), 0);
                assert_eq!(field.dot(&[x, x], &[1, field.p - 1]), 0);
            }
        }
    }

    #[test]
    fn long_integers_are_reduced() {
        for field in fields() {
            for width in 0..12 {
                let digits = vec![u64::MAX; width];
                let powers = field.limb_powers(width);
                let value: Integer = (Integer::from(1) << (64 * width as u32)) - 1;
                let expected = value % field.p;
                assert_eq!(field.to_integer(field.reduce(&digits, false, &powers)), expected);
                let expected = (field.p - expected) % field.p;
                assert_eq!(field.to_integer(field.reduce(&digits, true, &powers)), expected);
            }
        }
    }
}
