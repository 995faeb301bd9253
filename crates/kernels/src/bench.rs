//! Speed: tokens, bytes and operations a second, beside the device's own copy bandwidth and the engine's path on the processor.

use crate::check::{self, Content, Shape, draw};
use crate::device::{AdapterKind, Binding, Device};
use crate::kernel::{Dtype, Kernel};
use crate::recurrent::Options;
use crate::slots::SlotInputs;
use crate::{KernelError, Mode};
use engine::{Inputs, System};
use rayon::prelude::*;
use std::time::{Duration, Instant};

/// Bytes of the buffer that is copied: beyond any cache of a GPU; less where the processor does the work.
const COPIED: u64 = 512 << 20;
const COPIED_SOFTWARE: u64 = 64 << 20;

/// What was measured of one kernel and shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Rate {
    /// The shape.
    pub shape: Shape,
    /// Seconds of a run, the least of several.
    pub seconds: f64,
    /// Tokens of all heads and sequences a second.
    pub tokens: f64,
    /// Bytes of inputs, states and results a second: what a run moves at least.
    pub bytes: f64,
    /// Floating-point operations a second.
    pub operations: f64,
    /// Seconds of `engine::fast` on the same inputs, on all threads.
    pub engine: f64,
    /// Seconds of processor time, of all threads together, that a run and the engine take; `None` where the system does not tell. Of a driver that runs on the processor these
    /// compare core with core, on a busy machine too.
    pub processor: Option<[f64; 2]>,
}

/// Seconds of processor time that this process has taken.
fn processor_time() -> Option<f64> {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Some(time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9)
    }
    #[cfg(not(unix))]
    None
}

/// The least seconds, and the least seconds of processor time, of a call of several for about `budget` seconds.
fn least_of<T>(
    budget: f64,
    mut run: impl FnMut() -> Result<T, KernelError>,
) -> Result<[Option<f64>; 2], KernelError> {
    let (mut wall, mut processor): (Option<f64>, Option<f64>) = (None, None);
    let begin = Instant::now();
    let mut times = 0;
    // Three at least, unless one takes long.
    while times == 0
        || times < 3 && begin.elapsed().as_secs_f64() < 4.0 * budget
        || begin.elapsed().as_secs_f64() < budget
    {
        let (start, before) = (Instant::now(), processor_time());
        std::hint::black_box(run()?);
        let least = |old: Option<f64>, new: f64| Some(old.map_or(new, |o| o.min(new)));
        wall = least(wall, start.elapsed().as_secs_f64());
        if let (Some(after), Some(before)) = (processor_time(), before) {
            processor = least(processor, after - before);
        }
        times += 1;
    }
    Ok([wall, processor])
}

/// Bytes a second of a copy, read and written bytes together: by a shader or by the device's own command, whichever is faster. On lavapipe a shader copies lane by lane.
///
/// # Errors
/// [`KernelError`].
pub fn copy_bandwidth(device: &Device) -> Result<f64, KernelError> {
    let software = device.about().kind == AdapterKind::Software;
    let bytes = if software { COPIED_SOFTWARE } else { COPIED }.min(device.buffer_limit() / 16 * 16);
    let shader = device.shader(include_str!("bench.wgsl"), Mode::Plain, &[Binding::Read, Binding::Write])?;
    let (from, to) = (device.buffer(bytes)?, device.buffer(bytes)?);
    let groups = [if software { 64 } else { 8192 }, 1, 1];
    let seconds = least(0.3, |times| {
        device.dispatch(&shader, &[&from, &to], groups, times)?;
        device.wait()
    })?;
    let command = least(0.3, |times| {
        device.copy(&from, &to, times)?;
        device.wait()
    })?;
    Ok(2.0 * bytes as f64 / seconds.min(command))
}

/// The least time of one of several repetitions, measured for about `budget` seconds.
fn least(budget: f64, run: impl Fn(usize) -> Result<(), KernelError>) -> Result<f64, KernelError> {
    run(1)?;
    let timed = |times: usize| -> Result<f64, KernelError> {
        let start = Instant::now();
        run(times)?;
        Ok(start.elapsed().as_secs_f64() / times as f64)
    };
    let one = timed(1)?;
    // Enough in a row that submitting does not count, and three of those.
    let times = ((budget / 3.0 / one.max(1e-7)) as usize).clamp(1, 1000);
    let mut best = one;
    for _ in 0..3 {
        best = best.min(timed(times)?);
    }
    Ok(best)
}

impl Kernel {
    /// Floating-point operations for an entry of the state and a token: carried, read, written, read out.
    pub fn operations(&self) -> f64 {
        match self.system {
            System::Gla => 5.0,
            System::DeltaNet => 6.0,
            System::Rwkv7 | System::Dplr => 9.0,
            System::Mdn => 10.0,
            _ => 7.0,
        }
    }

    /// Inputs that are a few drawn tokens and heads, again and again: to draw all of them would take longer than to measure.
    fn filled(&self, shape: &Shape, dtype: Dtype) -> Result<Inputs<f32>, KernelError> {
        let fault = |e: engine::InputError| KernelError::Inputs { reason: e.to_string() };
        let small = draw(self, &few(shape), Content::Usual, false, dtype, 0)?;
        let times = (shape.batch * shape.time * shape.heads) / (few(shape).time * few(shape).heads);
        let mut inputs = Inputs::new(self.system, shape.dims(), small.scale).map_err(fault)?;
        for name in small.names() {
            let tensor = small.tensor(name).unwrap_or_default();
            inputs = inputs.with(name, tensor.repeat(times)).map_err(fault)?;
        }
        let state: Vec<f32> = small.all_heads().iter().flat_map(|at| small.initial(*at)).collect();
        inputs.with_initial(state.repeat(shape.batch * shape.heads / few(shape).heads)).map_err(fault)
    }

    /// Measures a shape.
    ///
    /// # Errors
    /// [`KernelError`].
    pub fn rate(
        &self,
        device: &Device,
        shape: &Shape,
        dtype: Dtype,
        mode: Mode,
        budget: Duration,
    ) -> Result<Rate, KernelError> {
        let inputs = self.filled(shape, dtype)?;
        let run = self.resident(device, &inputs, &Options { mode, dtype, ..Options::default() })?;
        let engine = || drop(std::hint::black_box(engine::fast::recurrent(&inputs)));
        let times = Times::of(device, budget, |times| run.repeat(device, times), engine, 1.0)?;
        let tokens = (shape.batch * shape.time) as f64;
        let entries = tokens * (shape.heads * shape.keys * shape.values) as f64;
        Ok(times.rate(shape, tokens, run.bytes, self.operations() * entries))
    }
}

/// Measures Cyclic Flow Attention in a shape with as many coordinates as key channels. Bytes include what the kernels hand on; the engine's time is that of its definition in `f32`, a
/// task for each head, as it has no fast path of this system.
///
/// # Errors
/// [`KernelError`].
pub fn slots(
    device: &Device,
    shape: &Shape,
    dtype: Dtype,
    mode: Mode,
    budget: Duration,
) -> Result<Rate, KernelError> {
    let slots = (shape.keys.max(2) - 1) | 1;
    let inputs = filled_slots(shape, slots, dtype);
    let run = crate::slots::Resident::of(device, &inputs, &Options { mode, dtype, ..Options::default() })?;
    let heads = (0..inputs.sequences()).flat_map(|s| (0..inputs.heads).map(move |h| (s, h)));
    // A part of the work that takes the engine about a second, for all of it.
    let (mut single, mut part) = (Vec::new(), 0);
    for (sequence, head) in heads {
        let mut own = inputs.sequence(sequence, head).map(|x| *x as f32);
        own.tokens.truncate(512);
        part += own.tokens.len();
        single.push(own);
        if part >= 4096 {
            break;
        }
    }
    let engine = || single.par_iter().for_each(|own| drop(std::hint::black_box(own.run())));
    let whole = (inputs.tokens() * inputs.heads) as f64 / part.max(1) as f64;
    let times = Times::of(device, budget, |times| run.repeat(device, times), engine, whole)?;
    let tokens = (shape.batch * shape.time) as f64;
    let rows = inputs.padded() as f64;
    // An entry is carried, written and read; the matrix is used twice.
    let each = 5.0 * rows * (shape.keys + shape.values) as f64 + 4.0 * rows * slots as f64;
    Ok(times.rate(shape, tokens, run.bytes, each * tokens * shape.heads as f64))
}

/// One batch entry, few tokens and few heads of a shape; both of their numbers divide those of the shape.
fn few(shape: &Shape) -> Shape {
    let part = |n: usize, most: usize| (1..=most.min(n)).rev().find(|d| n.is_multiple_of(*d)).unwrap_or(1);
    let heads = part(shape.heads, 4);
    Shape { batch: 1, time: part(shape.time, 64), heads, key_heads: heads, ..shape.clone() }
}

/// As [`Kernel::filled`].
fn filled_slots(shape: &Shape, slots: usize, dtype: Dtype) -> SlotInputs {
    let small_shape = few(shape);
    let small = check::slots::draw(&small_shape, slots, Content::Usual, dtype, 0);
    let times = (shape.batch * shape.time * shape.heads) / (small_shape.time * small_shape.heads);
    let heads = shape.heads / small_shape.heads;
    SlotInputs {
        key_heads: shape.heads,
        heads: shape.heads,
        boundaries: (0..=shape.batch).map(|b| b * shape.time).collect(),
        q: small.q.repeat(times),
        k: small.k.repeat(times),
        v: small.v.repeat(times),
        alpha: small.alpha.repeat(times),
        beta: small.beta.repeat(times),
        delta: small.delta.repeat(times),
        readout: small.readout.repeat(heads),
        initial: small.initial.repeat(shape.batch * heads),
        clocks: small.clocks.repeat(shape.batch * heads),
        ..small
    }
}

/// What is measured of a run on the device and of one on the processor.
struct Times {
    seconds: f64,
    engine: f64,
    processor: Option<[f64; 2]>,
}

impl Times {
    /// Those of a run, so many times in a row, and of the engine, each for about `budget`; all of the engine's work is `whole` times what it is given. Processor seconds only where the
    /// device is the processor.
    fn of(
        device: &Device,
        budget: Duration,
        run: impl Fn(usize) -> Result<(), KernelError>,
        engine: impl Fn() + Send + Sync,
        whole: f64,
    ) -> Result<Self, KernelError> {
        let budget = budget.as_secs_f64();
        let seconds = least(budget, &run)?;
        // Enough at a time that the clock's grain and a submission do not count.
        let enough = |seconds: f64| (0.005 / seconds.max(1e-7)).ceil().clamp(1.0, 1000.0) as usize;
        let start = Instant::now();
        engine();
        let engines_many = enough(start.elapsed().as_secs_f64());
        let engines = || {
            (0..engines_many).for_each(|_| engine());
            Ok(())
        };
        let [all, _] = least_of(budget, engines)?;
        let engine = all.unwrap_or(f64::INFINITY) / engines_many as f64 * whole;
        if device.about().kind != AdapterKind::Software {
            return Ok(Self { seconds, engine, processor: None });
        }
        let many = enough(seconds);
        let [_, own] = least_of(budget, || run(many))?;
        // On one thread: threads that wait for each other take processor time too.
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        let one =
            one.map_err(|e| KernelError::Refused { place: "making a thread", reason: e.to_string() })?;
        let [_, single] = one.install(|| least_of(budget, engines))?;
        let processor = own.zip(single).map(|(a, b)| [a / many as f64, b / engines_many as f64 * whole]);
        Ok(Self { seconds, engine, processor })
    }

    fn rate(self, shape: &Shape, tokens: f64, bytes: u64, operations: f64) -> Rate {
        let Self { seconds, engine, processor } = self;
        Rate {
            shape: shape.clone(),
            seconds,
            tokens: tokens / seconds,
            bytes: bytes as f64 / seconds,
            operations: operations / seconds,
            engine,
            processor,
        }
    }
}

/// The shapes that are measured: decode (one token of many sequences), and prefill.
pub fn shapes(device: &Device) -> Vec<Shape> {
    let shape = |batch, time, heads, size| Shape {
        batch,
        key_heads: heads,
        heads,
        ..Shape::single(time, size, size)
    };
    if device.about().kind == AdapterKind::Software {
        vec![shape(8, 1, 16, 64), shape(1, 512, 4, 64)]
    } else {
        vec![shape(64, 1, 32, 128), shape(512, 1, 32, 64), shape(4, 2048, 32, 64), shape(4, 2048, 32, 128)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::KERNELS;

    #[test]
    fn repeated_inputs_have_the_shape_and_the_drawn_rows() {
        let shape = Shape { batch: 3, key_heads: 6, heads: 6, ..Shape::single(130, 5, 7) };
        for kernel in KERNELS {
            let inputs = kernel.filled(&shape, Dtype::F32).unwrap();
            assert!(inputs.check().is_ok() && inputs.has_initial());
            let small = draw(kernel, &few(&shape), Content::Usual, false, Dtype::F32, 0).unwrap();
            assert!(small.names().eq(inputs.names()));
            for name in small.names() {
                let (all, few) = (inputs.tensor(name).unwrap(), small.tensor(name).unwrap());
                assert!(
                    all.len() > few.len() && all.chunks_exact(few.len()).all(|part| part == few),
                    "{name}"
                );
            }
        }
        assert!(filled_slots(&shape, 5, Dtype::F32).check().is_ok());
    }
}
