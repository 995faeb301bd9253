//! Random inputs that look like those of trained layers, exactly representable in f32.

use engine::spec::Heads;
use engine::{Dims, Inputs, System};
use proptest::prelude::*;
use proptest::test_runner::RngAlgorithm;

/// Inputs, and a chunk size to run them in.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) inputs: Inputs<f64>,
    pub(crate) chunk: usize,
}

/// Keys of norm about 1, logarithmic gates with a few strong ones, strengths up to 2.
pub(crate) fn case(system: System) -> BoxedStrategy<Case> {
    (1usize..=40, 1usize..=8, 1usize..=3, 1usize..=16, any::<[u8; 32]>())
        .prop_map(move |(tokens, k, v, chunk, seed)| {
            let dims = Dims {
                batch: 1,
                tokens,
                key_heads: 1,
                value_heads: 2,
                k,
                v,
                parts: if system == System::DeltaProduct { 2 } else { 1 },
            };
            Case { inputs: random(system, dims, seed), chunk }
        })
        .boxed()
}

/// The inputs of a seed.
pub(crate) fn random(system: System, dims: Dims, seed: [u8; 32]) -> Inputs<f64> {
    let mut rng = proptest::test_runner::TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut uniform = move || (rng.next_u32() >> 8) as f64 / 16_777_216.0;
    let mut normal = {
        let mut draw = uniform.clone();
        move || (0..12).map(|_| draw()).sum::<f64>() - 6.0
    };
    let spec = system.spec();
    let mut inputs = Inputs::new(system, dims, 1.0).expect("grouped heads");
    for input in spec.inputs {
        let heads = if input.heads == Heads::Key { dims.key_heads } else { dims.value_heads };
        let rows = dims.batch * dims.tokens * heads * if input.parts { dims.parts } else { 1 };
        let width = match input.width {
            engine::spec::Width::One => 1,
            engine::spec::Width::V => dims.v,
            _ => dims.k,
        };
        let mut data: Vec<f64> = Vec::new();
        for _ in 0..rows {
            let mut row: Vec<f64> = (0..width)
                .map(|_| match input.name {
                    "alpha" | "mu" if system != System::Ckda => match (uniform() * 10.0) as u32 {
                        0 => 0.0,
                        1 => -20.0 * uniform(),
                        _ => -0.2 * uniform(),
                    },
                    "alpha" => 2.0 * uniform() - 1.0,
                    "beta" | "b" | "eta" => 2.0 * uniform(),
                    "w" | "a" => uniform(),
                    _ => normal(),
                })
                .collect();
            if matches!(input.name, "k" | "p" | "kk" | "a" | "b") && system != System::Gdn2
                || input.name == "k"
            {
                let norm = row.iter().map(|x| x * x).sum::<f64>().sqrt().max(1e-3);
                row.iter_mut().for_each(|x| *x /= norm);
            }
            data.extend(row.iter().map(|x| f64::from(*x as f32)));
        }
        let name = if system == System::Ckda { input.name } else { input.log.unwrap_or(input.name) };
        inputs = inputs.with(name, data).expect("the tensor has its shape");
    }
    let size = inputs.sequences() * dims.value_heads * inputs.rows() * dims.v;
    let state = (0..size).map(|_| f64::from(normal() as f32)).collect();
    inputs.with_initial(state).expect("the state has its shape")
}
