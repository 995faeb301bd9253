//! Speed.

use super::Resident;
use crate::bench::{Rate, least};
use crate::check::{Content, Shape, slots::draw};
use crate::device::Device;
use crate::kernel::Dtype;
use crate::recurrent::Options;
use crate::{KernelError, Mode};
use std::time::{Duration, Instant};

/// Measures a shape with as many coordinates as key channels. Bytes include what the kernels hand on; the engine's time is that of its definition in `f32`, one thread for each head, as it has no fast path of this system.
///
/// # Errors
/// [`KernelError`].
pub fn rate(
    device: &Device,
    shape: &Shape,
    dtype: Dtype,
    mode: Mode,
    budget: Duration,
) -> Result<Rate, KernelError> {
    let slots = (shape.keys.max(2) - 1) | 1;
    let inputs = draw(shape, slots, Content::Usual, dtype, 0);
    let run = Resident::of(device, &inputs, &Options { mode, dtype, ..Options::default() })?;
    let seconds = least(budget.as_secs_f64(), |times| run.repeat(device, times))?;
    let heads = (0..inputs.sequences()).flat_map(|s| (0..inputs.heads).map(move |h| (s, h)));
    let single: Vec<_> = heads.map(|(s, h)| inputs.sequence(s, h).map(|x| *x as f32)).collect();
    let start = Instant::now();
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        for own in single.chunks(single.len().div_ceil(threads).max(1)) {
            scope.spawn(|| own.iter().for_each(|sequence| drop(std::hint::black_box(sequence.run()))));
        }
    });
    let engine = start.elapsed().as_secs_f64();
    let tokens = (shape.batch * shape.time) as f64;
    let rows = inputs.padded() as f64;
    // An entry is carried, written and read; the matrix is used twice.
    let each = 5.0 * rows * (shape.keys + shape.values) as f64 + 4.0 * rows * slots as f64;
    Ok(Rate {
        shape: shape.clone(),
        seconds,
        tokens: tokens / seconds,
        bytes: run.bytes as f64 / seconds,
        operations: each * tokens * shape.heads as f64 / seconds,
        engine,
        processor: None,
    })
}
