//! The recurrences in `f32` and `f64` at the speed of the processor.
//!
//! [`recurrent`] and [`chunkwise`] compute what [`run::recurrent_all`] and [`run::chunkwise`](run::chunkwise()) do, from the same inputs. Where
//! every number that occurs can be represented, the results are equal. Otherwise they differ by rounding: the products
//! are the same, sums are taken in another order, and a product is not rounded before it is added where the processor can do so.
//!
//! The state of a head is cut into tiles of some columns, which no step mixes. A tile stays in the first-level cache, while
//! a step goes over it twice: once to read what is erased, and once to carry it, write and read the output. The work is
//! shared over sequences, heads and, where these are few for the threads, columns.
//!
//! The instructions are chosen when the program runs: AVX2 with FMA, NEON, or none.

mod chunkwise;
mod kernel;
mod lanes;
mod recurrent;
mod share;
mod steps;
mod tile;

use crate::inputs::{Head, Inputs};
use crate::run::{self, ChunkError, Run};
use crate::systems::System;
use pulp::{Arch, WithSimd};
use rayon::prelude::*;
use share::Cost;
use std::ops::Range;
use steps::{Source, Tensors};

/// `f32` or `f64`.
pub trait Float: lanes::Lanes {}

impl Float for f32 {}
impl Float for f64 {}

/// Runs every sequence and head, in the order of [`Inputs::all_heads`], on the threads of the current rayon pool.
///
/// The tensors are `[batch, tokens × parts, heads, width]` as in [`Inputs`], factors as they are or as their logarithms; an output is
/// `[tokens, V]`, a state `[rows, V]`.
///
/// # Panics
/// When an input is missing; [`Inputs::check`] prevents it.
pub fn recurrent<F: Float>(inputs: &Inputs<F>) -> Vec<(Head, Run<F>)> {
    recurrent_on(Arch::new(), inputs)
}

/// Runs every sequence and head in chunks of `chunk` tokens, the last one of a sequence may be shorter; shapes and order as for
/// [`recurrent`].
///
/// Within a chunk the writes are solved for by forward substitution. Decays between two tokens are products of the gates between, so a
/// gate of 0 or $e^{-1000}$ is harmless. Momentum DeltaNet takes the general [`run::chunkwise`](run::chunkwise()).
///
/// # Errors
/// When the chunk has no tokens.
///
/// # Panics
/// When an input is missing; [`Inputs::check`] prevents it.
pub fn chunkwise<F: Float>(inputs: &Inputs<F>, chunk: usize) -> Result<Vec<(Head, Run<F>)>, ChunkError> {
    chunkwise_on(Arch::new(), inputs, chunk)
}

/// The same without vector instructions, as on a processor that has none: for tests.
#[doc(hidden)]
pub mod portable {
    use super::{Arch, ChunkError, Float, Head, Inputs, Run, chunkwise_on, recurrent_on};

    /// [`recurrent`](super::recurrent()), number by number.
    pub fn recurrent<F: Float>(inputs: &Inputs<F>) -> Vec<(Head, Run<F>)> {
        recurrent_on(Arch::Scalar, inputs)
    }

    /// [`chunkwise`](super::chunkwise()), number by number.
    ///
    /// # Errors
    /// When the chunk has no tokens.
    pub fn chunkwise<F: Float>(inputs: &Inputs<F>, chunk: usize) -> Result<Vec<(Head, Run<F>)>, ChunkError> {
        chunkwise_on(Arch::Scalar, inputs, chunk)
    }
}

fn recurrent_on<F: Float>(arch: Arch, inputs: &Inputs<F>) -> Vec<(Head, Run<F>)> {
    if without_steps(inputs) {
        return run::recurrent_all(&inputs.factors());
    }
    let tensors = Tensors::new(inputs);
    let task = |at, columns| recurrent::Task { source: Source { tensors: &tensors, at }, columns };
    all(arch, inputs, Cost::recurrent(inputs.rows()), task)
}

fn chunkwise_on<F: Float>(
    arch: Arch,
    inputs: &Inputs<F>,
    chunk: usize,
) -> Result<Vec<(Head, Run<F>)>, ChunkError> {
    if chunk == 0 {
        return Err(ChunkError::EmptyChunk);
    }
    if inputs.system == System::Mdn || without_steps(inputs) {
        let inputs = inputs.factors();
        let run = |at: Head| Ok((at, run::chunkwise(&inputs.program(at), &inputs.initial(at), chunk)?));
        return inputs.all_heads().into_par_iter().map(run).collect();
    }
    let tensors = Tensors::new(inputs);
    let task = |at, columns| chunkwise::Task { source: Source { tensors: &tensors, at }, columns, chunk };
    Ok(all(arch, inputs, Cost::chunkwise(inputs.rows(), chunk), task))
}

/// Whether the tokens have no steps at all.
fn without_steps<F: Float>(inputs: &Inputs<F>) -> bool {
    inputs.system == System::DeltaProduct && inputs.dims.parts == 0
}

/// Runs the tasks of every head and puts their columns side by side.
fn all<F: Float, T: WithSimd<Output = Run<F>>>(
    arch: Arch,
    inputs: &Inputs<F>,
    cost: Cost,
    task: impl Fn(Head, Range<usize>) -> T + Sync,
) -> Vec<(Head, Run<F>)> {
    let heads = inputs.all_heads();
    let width = inputs.dims.v;
    // A multiple of every tile's width but the last.
    let unit = tile::WIDEST * 64 / size_of::<F>();
    let blocks = width.div_ceil(unit);
    let tokens: Vec<usize> = heads.iter().map(|at| inputs.tokens_of(at.sequence).1.len()).collect();
    let pieces = share::pieces(&tokens, blocks, width, rayon::current_num_threads(), cost);
    let piece = (blocks.div_ceil(pieces) * unit).max(1);
    let run = |at: Head| {
        let starts: Vec<usize> = (0..width).step_by(piece).collect();
        let columns = |start: usize| start..width.min(start + piece);
        let run = |start: &usize| (columns(*start), arch.dispatch(task(at, columns(*start))));
        let parts = match &starts[..] {
            [start] => vec![run(start)],
            _ => starts.par_iter().map(run).collect(),
        };
        (at, beside(parts, width))
    };
    heads.into_par_iter().map(run).collect()
}

/// One run from those of its column blocks.
fn beside<F: Float>(mut parts: Vec<(Range<usize>, Run<F>)>, width: usize) -> Run<F> {
    if parts.len() == 1 {
        return parts.remove(0).1;
    }
    let join = |of: fn(&Run<F>) -> &[F]| {
        let rows = parts.first().map_or(0, |(columns, run)| of(run).len() / columns.len());
        let mut out = Vec::with_capacity(rows * width);
        for row in 0..rows {
            for (columns, run) in &parts {
                out.extend_from_slice(&of(run)[row * columns.len()..(row + 1) * columns.len()]);
            }
        }
        out
    };
    Run { outputs: join(|run| &run.outputs), state: join(|run| &run.state) }
}
