//! Polynomials over the prime fields $\mathbb{F}_p$, $p < 2^{31}$: just enough for greatest common divisors.
//!
//! A polynomial is a vector of residues from the constant term upward, without trailing zeros.

use rug::Integer;
use rug::integer::IsPrime;

const MERSENNE: u32 = (1 << 31) - 1;

/// The primes below $2^{31}$, in descending order.
pub(super) fn primes() -> impl Iterator<Item = u32> {
    // The first is Mersenne's. GMP's Baillie–PSW test has no exception below 2^64, so its answer is a proof
    // here.
    let smaller = (0..MERSENNE).rev().filter(|&n| Integer::from(n).is_probably_prime(1) != IsPrime::No);
    std::iter::once(MERSENNE).chain(smaller)
}

/// The coefficients modulo `p`. The leading one must not vanish there.
pub(super) fn reduce(coefficients: &[Integer], p: u32) -> Vec<u64> {
    coefficients.iter().map(|c| u64::from(c.mod_u(p))).collect()
}

/// The inverse of `a` modulo the prime `p`, by Fermat's little theorem. `a` must not be divisible by `p`.
pub(super) fn inverse(a: u64, p: u32) -> u64 {
    let modulus = u64::from(p);
    let (mut power, mut exponent, mut result) = (a % modulus, p - 2, 1);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * power % modulus;
        }
        power = power * power % modulus;
        exponent >>= 1;
    }
    result
}

/// The monic greatest common divisor of two polynomials over $\mathbb{F}_p$, not both zero.
pub(super) fn gcd(mut a: Vec<u64>, mut b: Vec<u64>, p: u32) -> Vec<u64> {
    while let Some((&leading, rest)) = b.split_last() {
        pseudo_remainder(&mut a, leading, rest, u64::from(p));
        std::mem::swap(&mut a, &mut b);
    }
    if let Some(&leading) = a.last() {
        let inverse = inverse(leading, p);
        for c in &mut a {
            *c = *c * inverse % u64::from(p);
        }
    }
    a
}

/// Replaces `a` by a non-zero multiple of its remainder modulo the polynomial with the coefficients `rest`,
/// `leading`.
fn pseudo_remainder(a: &mut Vec<u64>, leading: u64, rest: &[u64], p: u64) {
    while a.len() > rest.len()
        && let Some(top) = a.pop()
    {
        if top == 0 {
            continue;
        }
        let untouched = a.len() - rest.len();
        let (low, high) = a.split_at_mut(untouched);
        for c in low {
            *c = *c * leading % p;
        }
        // Both products are below 2^62.
        for (c, d) in high.iter_mut().zip(rest) {
            *c = (*c * leading + (p - top) * d) % p;
        }
    }
    while a.last() == Some(&0) {
        a.pop();
    }
}
