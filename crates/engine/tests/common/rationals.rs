//! Random inputs in small dyadic rationals for every system.

use engine::spec::{Heads, Width};
use engine::{Dims, Inputs, System};
use exact::Rational;
use proptest::prelude::*;

/// Numbers with small numerators over 4; 0 and 1 are likely.
pub(crate) fn number() -> BoxedStrategy<Rational> {
    prop_oneof![
        1 => Just(Rational::new()),
        1 => Just(Rational::from(1)),
        4 => (-6i32..=6).prop_map(|n| Rational::from((n, 4))),
    ]
    .boxed()
}

fn numbers(n: usize) -> impl Strategy<Value = Vec<Rational>> {
    proptest::collection::vec(number(), n)
}

/// Small sizes with grouped heads and, for DeltaProduct, two parts.
pub(crate) fn dims(system: System) -> impl Strategy<Value = Dims> {
    (1usize..=2, 0usize..=5, 1usize..=2, 1usize..=2, 1usize..=3, 1usize..=2).prop_map(
        move |(batch, tokens, key_heads, group, k, v)| Dims {
            batch,
            tokens,
            key_heads,
            value_heads: key_heads * group,
            k,
            v,
            parts: if system == System::DeltaProduct { 2 } else { 1 },
        },
    )
}

/// Inputs of a system with a random initial state.
pub(crate) fn inputs(system: System) -> BoxedStrategy<Inputs<Rational>> {
    dims(system)
        .prop_flat_map(move |dims| {
            let size = |input: &engine::spec::Input| {
                let heads = if input.heads == Heads::Key { dims.key_heads } else { dims.value_heads };
                let width = match input.width {
                    Width::One | Width::OneOrK => 1,
                    Width::K => dims.k,
                    Width::V => dims.v,
                };
                dims.batch * dims.tokens * if input.parts { dims.parts } else { 1 } * heads * width
            };
            let spec = system.spec();
            let tensors: Vec<_> = spec.inputs.iter().map(|i| numbers(size(i))).collect();
            let state = numbers(dims.batch * dims.value_heads * dims.k * spec.stacked * dims.v);
            (Just(dims), tensors, state, number())
        })
        .prop_map(move |(dims, tensors, state, scale)| {
            let start = Inputs::new(system, dims, scale).expect("the heads are grouped");
            let filled = system.spec().inputs.iter().zip(tensors).fold(start, |inputs, (input, tensor)| {
                inputs.with(input.name, tensor).expect("the tensor has the shape of its input")
            });
            filled.with_initial(state).expect("the state has its shape")
        })
        .boxed()
}

/// Any system with inputs.
pub(crate) fn any_inputs() -> BoxedStrategy<Inputs<Rational>> {
    proptest::sample::select(System::ALL).prop_flat_map(inputs).boxed()
}
