//! Random sequences of Cyclic Flow Attention, exactly representable in f32.

use engine::systems::cyfa::{Inputs, Sequence};
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng};

/// The sizes of a sequence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    pub(crate) slots: usize,
    pub(crate) tokens: usize,
    pub(crate) k: usize,
    pub(crate) v: usize,
}

/// Decays with a few strong ones, a read-out matrix near 1, a clock that has gone on for a while; scores of the size `loud`.
pub(crate) fn draw(sizes: Sizes, loud: f64, seed: [u8; 32]) -> Sequence<f64> {
    let Sizes { slots, tokens, k, v } = sizes;
    let mut rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut uniform = move || -> f64 { (rng.next_u32() >> 8) as f64 / 16_777_216.0 };
    let single = |x: f64| f64::from(x as f32);
    let mut clock = uniform.clone();
    let mut normal = {
        let mut draw = uniform.clone();
        move |n: usize| -> Vec<f64> {
            (0..n).map(|_| single((0..12).map(|_| draw()).sum::<f64>() - 6.0)).collect()
        }
    };
    let mut token = || Inputs {
        alpha: single(match (uniform() * 8.0) as u32 {
            0 => 0.0,
            1 => 1.0,
            2 => (-20.0 * uniform()).exp(),
            _ => (-0.2 * uniform()).exp(),
        }),
        beta: single(2.0 * uniform()),
        delta: single(uniform()),
        q: normal(k),
        k: normal(k),
        v: normal(v),
    };
    let tokens = (0..tokens).map(|_| token()).collect();
    let readout: Vec<f64> = normal(slots * slots);
    let identity = |e: usize| if e / slots == e % slots { 1.0 } else { 0.0 };
    Sequence {
        slots,
        tokens,
        readout: readout.iter().enumerate().map(|(e, x)| single(identity(e) + 0.1 * x)).collect(),
        scale: single(loud / (k as f64).sqrt()),
        initial: normal((slots + 1) * (k + v)),
        clock: single(50.0 * clock()),
    }
}
