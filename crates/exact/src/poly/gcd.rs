//! Greatest common divisors.

use rug::{Complete, Integer};

use super::{IntPoly, modular};

impl IntPoly {
    /// The greatest common divisor over the rationals, as a primitive polynomial with a positive leading
    /// coefficient.
    ///
    /// It is zero only when both are zero.
    ///
    /// The divisor is recovered from its images modulo primes. Modulo a prime that divides neither leading
    /// coefficient the degree of the image is never too small, so an image of degree 0 proves coprimality; in
    /// every other case the result is accepted only after it has divided both polynomials.
    #[must_use]
    pub fn gcd(&self, other: &Self) -> Self {
        let (Some(leading_a), Some(leading_b)) = (self.leading(), other.leading()) else {
            return if self.is_zero() { other } else { self }.clone().into_normal();
        };
        let leading = leading_a.gcd_ref(leading_b).complete();
        let mut image = Image::default();
        for p in modular::primes() {
            if leading_a.is_divisible_u(p) || leading_b.is_divisible_u(p) {
                continue;
            }
            let residues = modular::gcd(
                modular::reduce(self.coefficients(), p),
                modular::reduce(other.coefficients(), p),
                p,
            );
            if residues.len() == 1 {
                return Self::from_i64(&[1]);
            }
            if image.absorb(&residues, &leading, p) {
                let candidate = Self::new(image.coefficients.clone()).into_normal();
                if candidate.divides(self) && candidate.divides(other) {
                    return candidate;
                }
            }
        }
        unreachable!("only finitely many primes spoil a greatest common divisor");
    }
}

/// The multiple of the divisor with a prescribed leading coefficient, modulo a growing product of primes.
#[derive(Default)]
struct Image {
    /// Representatives of smallest absolute value.
    coefficients: Vec<Integer>,
    modulus: Integer,
}

impl Image {
    /// Takes in the monic image modulo `p`, scaled to the leading coefficient `leading`.
    ///
    /// Says whether the coefficients were confirmed, that is, did not change. An image of a higher degree
    /// than another one belongs to an unlucky prime and is dropped.
    fn absorb(&mut self, monic: &[u64], leading: &Integer, p: u32) -> bool {
        if self.coefficients.is_empty() || monic.len() < self.coefficients.len() {
            self.coefficients = vec![Integer::new(); monic.len()];
            self.modulus = Integer::from(1);
        }
        if monic.len() > self.coefficients.len() {
            return false;
        }
        let modulus = u64::from(p);
        let leading = u64::from(leading.mod_u(p));
        let inverse = modular::inverse(u64::from(self.modulus.mod_u(p)), p);
        let mut confirmed = true;
        for (c, &residue) in self.coefficients.iter_mut().zip(monic) {
            let wanted = residue * leading % modulus;
            let have = u64::from(c.mod_u(p));
            let step = (wanted + modulus - have) % modulus * inverse % modulus;
            if step != 0 {
                confirmed = false;
                if step > modulus / 2 {
                    *c -= &self.modulus * Integer::from(modulus - step);
                } else {
                    *c += &self.modulus * Integer::from(step);
                }
            }
        }
        self.modulus *= p;
        confirmed
    }
}
