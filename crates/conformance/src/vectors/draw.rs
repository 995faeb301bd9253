//! Numbers at random, the same on every machine.

/// SplitMix64 (Steele, Lea, Flood 2014).
#[derive(Clone, Debug)]
pub(crate) struct Draw(u64);

impl Draw {
    /// A sequence that belongs to a seed and a case.
    pub(crate) fn of(seed: u64, case: &str) -> Self {
        // FNV-1a.
        let start = 0xcbf2_9ce4_8422_2325_u64 ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self(case.bytes().fold(start, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in `[low, high)`.
    pub(crate) fn uniform(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Uniform below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    /// One of several, equally likely.
    pub(crate) fn one_of(&mut self, from: &[f64]) -> f64 {
        from[self.below(from.len())]
    }

    /// Whether something happens that has this probability.
    pub(crate) fn chance(&mut self, probability: f64) -> bool {
        self.uniform(0.0, 1.0) < probability
    }

    /// A vector of Euclidean norm 1, up to rounding.
    pub(super) fn unit(&mut self, n: usize) -> Vec<f64> {
        let x: Vec<f64> = (0..n).map(|_| self.uniform(-1.0, 1.0)).collect();
        let norm = x.iter().map(|x| x * x).sum::<f64>().sqrt();
        x.iter().map(|x| if norm > 0.0 { x / norm } else { 0.0 }).collect()
    }
}
