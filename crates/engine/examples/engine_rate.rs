//! Speed of the `f32` paths on one machine: processor seconds for a run, GFLOP/s, and the share of the measured peak.
//!
//! ```text
//! cargo run --release -p engine --example engine_rate
//! cargo run --release -p engine --example engine_rate -- DIR [--scale SCALE] [--once]
//! ```
//!
//! One batch entry, 4 heads, 512 tokens, 128 key and 128 value channels. With a directory the tensors `q`, `k`, `v`, `beta`, `g_kda` and
//! `g_gdn` are read from it (`NAME.f32`, little-endian `[tokens, heads, width]`) and the outputs are written next to them; otherwise they are made up.
//! Each line is `RESULT name seconds seconds` (on one and on two threads), or a comment; with `--once` nothing is measured. Times are those of the threads' processors, the least of several runs; with two
//! threads it is the busier one's, so that other programs on the machine do not count.
//!
//! What two threads can give at all depends on the machine: two that share the execution units of one core, or a budget of power, are no two
//! cores. So every measurement takes turns with one of multiply-adds in registers, which touch no memory and share nothing, on the same pools; the line says
//! how much faster two threads are for the engine, for the registers, and the quotient. `RESULT machine_fma` and `RESULT machine_integers` are
//! the registers alone.

#![expect(clippy::print_stdout, reason = "a program that reports")]

use engine::fast::{self, Float};
use engine::{Dims, Head, Inputs, System, run};
use pulp::{Arch, Simd, WithSimd};
use rayon::ThreadPool;
use rayon::prelude::*;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

const DIMS: Dims = Dims { batch: 1, tokens: 512, key_heads: 4, value_heads: 4, k: 128, v: 128, parts: 1 };
const CHUNKS: [usize; 3] = [16, 32, 64];
const TRIES: usize = 9;
/// Seconds of a measurement at least.
const LONG_ENOUGH: f64 = 0.1;

type Failure = Box<dyn std::error::Error>;

/// Processor seconds of each thread of this process.
fn threads() -> Result<Vec<(String, f64)>, Failure> {
    let mut out = Vec::new();
    for task in std::fs::read_dir("/proc/self/task")? {
        let task = task?;
        let line = std::fs::read_to_string(task.path().join("schedstat"))?;
        let nanoseconds: f64 = line.split_whitespace().next().ok_or("an empty schedstat")?.parse()?;
        out.push((task.file_name().to_string_lossy().into_owned(), nanoseconds * 1e-9));
    }
    Ok(out)
}

/// What is measured, and on which threads.
type Job<'a> = (&'a ThreadPool, &'a (dyn Fn() + Sync));

/// The processor seconds of each of some jobs: of the busiest thread and of all together, the least of [`TRIES`] measurements,
/// which take turns so that all jobs meet the same load on the machine.
///
/// The clock of a running thread advances in ticks of some milliseconds, so a job is repeated until one is little.
fn seconds<const N: usize>(jobs: [Job<'_>; N]) -> Result<[(f64, f64); N], Failure> {
    let repeats = jobs.map(|(pool, f)| {
        let start = Instant::now();
        pool.install(f);
        (LONG_ENOUGH / start.elapsed().as_secs_f64()).ceil().max(1.0)
    });
    let mut least = [(f64::INFINITY, f64::INFINITY); N];
    for _ in 0..TRIES {
        for (((pool, f), repeats), least) in jobs.iter().zip(repeats).zip(&mut least) {
            let before = threads()?;
            pool.install(|| (0..repeats as usize).for_each(|_| f()));
            let spent: Vec<f64> = threads()?
                .iter()
                .map(|(id, now)| now - before.iter().find(|(b, _)| b == id).map_or(0.0, |(_, then)| *then))
                .collect();
            let busiest = spent.iter().copied().fold(0.0, f64::max) / repeats;
            if busiest < least.0 {
                *least = (busiest, spent.iter().sum::<f64>() / repeats);
            }
        }
    }
    Ok(least)
}

/// Multiply-adds in registers, for the machine's peak.
struct Peak {
    rounds: usize,
}

const CHAINS: usize = 10;
/// Rounds of a piece.
const ROUNDS: usize = 500_000;

impl WithSimd for Peak {
    /// Floating-point operations.
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        let (a, b) = (simd.splat_f32s(black_box(0.5)), simd.splat_f32s(black_box(0.25)));
        let mut chains = [simd.splat_f32s(1.0); CHAINS];
        for _ in 0..self.rounds {
            for x in &mut chains {
                *x = simd.mul_add_e_f32s(*x, a, b);
            }
        }
        black_box(chains);
        (self.rounds * CHAINS * S::F32_LANES * 2) as f64
    }
}

/// A piece of [`Peak`].
fn multiply_adds() {
    black_box(Arch::new().dispatch(Peak { rounds: ROUNDS }));
}

/// Multiply-adds of whole numbers, one register each.
fn integers(rounds: usize) {
    let mut chains: [u64; CHAINS] = std::array::from_fn(|i| black_box(i as u64));
    for _ in 0..rounds {
        for x in &mut chains {
            *x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        }
    }
    black_box(chains);
}

/// Pieces of the register loops: as many as a run of the engine has at least.
const PIECES: usize = 8;

/// A register loop in pieces, for all threads of a pool.
fn in_pieces(one: impl Fn() + Sync) {
    (0..PIECES).into_par_iter().for_each(|_| one());
}

/// The numbers in a register.
struct Width;

impl WithSimd for Width {
    type Output = usize;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> usize {
        S::F32_LANES
    }
}

/// Numbers in [−1/2, 1/2).
fn made_up(count: usize, seed: u64) -> Vec<f32> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1u32 << 24) as f32 - 0.5
    };
    (0..count).map(|_| next()).collect()
}

fn tensor(name: &str, directory: Option<&Path>) -> Result<Vec<f32>, Failure> {
    if let Some(directory) = directory {
        let bytes = std::fs::read(directory.join(format!("{name}.f32")))?;
        return Ok(bytes.as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)).collect());
    }
    let heads = DIMS.tokens * DIMS.value_heads;
    Ok(match name {
        "beta" => made_up(heads, 1).iter().map(|x| x + 0.5).collect(),
        "g_gdn" => made_up(heads, 2).iter().map(|x| x - 0.5).collect(),
        "g_kda" => made_up(heads * DIMS.k, 3).iter().map(|x| x - 0.5).collect(),
        // Keys of norm about 1.
        "k" => made_up(heads * DIMS.k, 4).iter().map(|x| x * (12.0 / DIMS.k as f32).sqrt()).collect(),
        _ => made_up(heads * DIMS.v, 5 + name.len() as u64),
    })
}

fn inputs(system: System, scale: f32, directory: Option<&Path>) -> Result<Inputs<f32>, Failure> {
    let gates = if system == System::Kda { "g_kda" } else { "g_gdn" };
    let mut inputs = Inputs::new(system, DIMS, scale)?;
    for (name, file) in [("q", "q"), ("k", "k"), ("v", "v"), ("beta", "beta"), ("g", gates)] {
        inputs = inputs.with(name, tensor(file, directory)?)?;
    }
    Ok(inputs)
}

/// The outputs as `[tokens, heads, V]`, little-endian.
fn write(runs: &[(Head, run::Run<f32>)], path: &Path) -> Result<(), Failure> {
    let mut bytes = Vec::new();
    for token in 0..DIMS.tokens {
        for (_, run) in runs {
            let row = &run.outputs[token * DIMS.v..(token + 1) * DIMS.v];
            bytes.extend(row.iter().flat_map(|x| x.to_le_bytes()));
        }
    }
    Ok(std::fs::write(path, bytes)?)
}

/// Floating-point operations of a recurrent run: for each entry of the state 2 to read it, 1 to carry, 2 to write, 2 to read it out.
fn recurrent_operations() -> f64 {
    7.0 * (DIMS.tokens * DIMS.value_heads * DIMS.k * DIMS.v) as f64
}

/// The same for a chunkwise run: two triangles of weights, three products with the state, the substitution and the outputs.
fn chunkwise_operations(chunk: usize) -> f64 {
    let (c, k, v) = (chunk as f64, DIMS.k as f64, DIMS.v as f64);
    let one = 2.0 * c * c * (k + v) + 6.0 * c * k * v;
    one * (DIMS.tokens * DIMS.value_heads) as f64 / c
}

fn difference<F: Float>(a: &[(Head, run::Run<F>)], b: &[(Head, run::Run<f64>)]) -> f64
where
    f64: From<F>,
{
    let pairs = || {
        a.iter()
            .zip(b)
            .flat_map(|((_, a), (_, b))| a.outputs.iter().zip(&b.outputs))
            .map(|(a, b)| (f64::from(*a), *b))
    };
    let error: f64 = pairs().map(|(a, b)| (a - b).powi(2)).sum();
    (error / pairs().map(|(_, b)| b * b).sum::<f64>()).sqrt()
}

struct Report<'a> {
    one: &'a ThreadPool,
    two: &'a ThreadPool,
    peak: f64,
    once: bool,
}

impl Report<'_> {
    fn line(&self, name: &str, operations: f64, f: &(dyn Fn() + Sync)) -> Result<(), Failure> {
        if self.once {
            return Ok(());
        }
        let registers = || in_pieces(multiply_adds);
        let [(single, _), (busier, both), (plain, _), (plain_busier, _)] =
            seconds([(self.one, f), (self.two, f), (self.one, &registers), (self.two, &registers)])?;
        let rate = operations / single;
        let (ours, machine) = (single / busier, plain / plain_busier);
        println!("RESULT {name} {single:.6} {busier:.6}");
        println!(
            "# {name}: {:.1} GFLOP/s, {:.0}% of the peak; two threads: {ours:.2} times as fast (busier {:.2} ms, both {:.2} ms), registers alone in the same turns {machine:.2}: {:.2} of what the machine gives",
            rate * 1e-9,
            100.0 * rate / self.peak,
            busier * 1e3,
            both * 1e3,
            ours / machine
        );
        println!("SCALING {name} {ours:.4} {machine:.4}");
        Ok(())
    }
}

fn main() -> Result<(), Failure> {
    let (mut directory, mut scale, mut once) = (None, 1.0 / (DIMS.k as f32).sqrt(), false);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--scale" => scale = arguments.next().ok_or("--scale needs a number")?.parse()?,
            "--once" => once = true,
            _ => directory = Some(argument),
        }
    }
    let directory = directory.as_deref().map(Path::new);
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let (one, two) = (pool(1)?, pool(2)?);

    let operations = PIECES as f64 * Arch::new().dispatch(Peak { rounds: ROUNDS });
    let peak = if once {
        operations
    } else {
        let fma = || in_pieces(multiply_adds);
        let whole = || in_pieces(|| integers(ROUNDS));
        let [(spent, _), (busier, _), (single, _), (both, _)] =
            seconds([(&one, &fma), (&two, &fma), (&one, &whole), (&two, &whole)])?;
        for (name, one, two) in [("machine_fma", spent, busier), ("machine_integers", single, both)] {
            println!("RESULT {name} {one:.6} {two:.6}");
            println!("# {name}: registers alone, two threads {:.2} times as fast as one", one / two);
        }
        operations / spent
    };
    println!("# {} lanes, f32 peak {:.1} GFLOP/s", Arch::new().dispatch(Width), peak * 1e-9);
    let report = Report { one: &one, two: &two, peak, once };
    for system in [System::Kda, System::Gdn] {
        let name = system.spec().name;
        let inputs = inputs(system, scale, directory)?;
        let exact = fast::recurrent(&inputs.map(|x| f64::from(*x)));
        let runs = fast::recurrent(&inputs);
        println!("# {name} recurrent: relative RMS difference from f64 {:.1e}", difference(&runs, &exact));
        if let Some(directory) = directory {
            write(&runs, &directory.join(format!("{name}_recurrent.f32")))?;
        }
        report.line(&format!("{name}_recurrent"), recurrent_operations(), &|| {
            black_box(fast::recurrent(black_box(&inputs)));
        })?;
        for chunk in CHUNKS {
            let runs = fast::chunkwise(&inputs, chunk)?;
            println!(
                "# {name} chunks of {chunk}: relative RMS difference from f64 {:.1e}",
                difference(&runs, &exact)
            );
            if let Some(directory) = directory {
                write(&runs, &directory.join(format!("{name}_chunk{chunk}.f32")))?;
            }
            report.line(&format!("{name}_chunk{chunk}"), chunkwise_operations(chunk), &|| {
                black_box(fast::chunkwise(black_box(&inputs), chunk).ok());
            })?;
        }
    }
    Ok(())
}
