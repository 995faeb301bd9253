//! Parameters at random, always the same ones: fractions with small denominators.

use exact::{Rational, vector};

/// SplitMix64 (Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, 2014): a few lines that will not change, so that the
/// figures do not change when a library's generator does.
#[derive(Clone, Debug)]
pub(crate) struct Samples(u64);

impl Samples {
    /// The samples of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// One of 256 equally spaced numbers strictly between the two.
    pub(crate) fn open(&mut self, low: (i64, i64), high: (i64, i64)) -> Rational {
        let (low, high) = (Rational::from(low), Rational::from(high));
        let part = Rational::from((2 * (self.next() % 256) + 1, 512));
        part * (high - &low) + low
    }

    /// So many of them.
    pub(crate) fn vector(&mut self, d: usize, low: (i64, i64), high: (i64, i64)) -> Vec<Rational> {
        (0..d).map(|_| self.open(low, high)).collect()
    }

    /// A unit vector, from stereographic parameters between −1 and 1, turned by a random number of places.
    pub(crate) fn key(&mut self, d: usize) -> Vec<Rational> {
        let parameters: Vec<Rational> =
            (1..d).map(|_| Rational::from((2 * (self.next() % 16) as i64 - 15, 16))).collect();
        let mut key = vector::unit_vector(&parameters);
        key.rotate_left(self.next() as usize % d);
        key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_splitmix64() {
        // The first values for the seed 1234567, as published with the reference implementation.
        let mut samples = Samples::new(1_234_567);
        assert_eq!([samples.next(), samples.next()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn samples_are_in_their_range() {
        let mut samples = Samples::new(1);
        for _ in 0..500 {
            let x = samples.open((-1, 2), (3, 4));
            assert!(x > Rational::from((-1, 2)) && x < Rational::from((3, 4)));
            assert_eq!(vector::norm2(&samples.key(4)), 1);
        }
    }
}
