//! Random numbers that depend on a seed and a name alone.

/// SplitMix64 (Steele, Lea, Flood, *Fast splittable pseudorandom number generators*, 2014).
#[derive(Clone, Debug)]
pub(crate) struct Draw(u64);

impl Draw {
    /// The stream of a seed and a name.
    pub(crate) fn new(seed: u64, name: &str) -> Self {
        // FNV-1a over the name.
        let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325, mix);
        let mut draw = Self(hash ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        draw.next();
        draw
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// In $[0, 1)$, a multiple of $2^{-24}$.
    pub(crate) fn uniform(&mut self) -> f64 {
        (self.next() >> 40) as f64 / 16_777_216.0
    }

    /// Of mean 0 and variance 1, near enough to normal.
    pub(crate) fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0
    }

    /// One of some numbers.
    pub(crate) fn one_of(&mut self, from: &[f64]) -> f64 {
        from[(self.uniform() * from.len() as f64) as usize]
    }
}
