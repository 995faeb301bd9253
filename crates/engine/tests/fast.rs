//! The fast paths against the definition, on numbers for which every intermediate result is a float: then they are equal whatever the
//! order of the sums and whether products are rounded, and no tolerance is needed.
//!
//! Keys have one or two entries ±1, strengths and gates are 0, ±1 or 2 so that transitions are mostly permutations with
//! signs and projections, and all numbers stay small integers, or halves of them where a gate is 1/2. That they do is
//! checked against rationals.

use engine::fast::{self, Float};
use engine::run::{self, ChunkError, Run};
use engine::spec::{Heads, Width};
use engine::{Dims, Head, Inputs, System};
use exact::Rational;

/// A small generator with a fixed seed.
struct Source(u64);

impl Source {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn sign(&mut self) -> i32 {
        if self.one_in(2) { -1 } else { 1 }
    }

    fn small(&mut self) -> i32 {
        self.below(5) as i32 - 2
    }
}

/// Twice each number of an input, `[tokens × parts, heads, width]` with `rows` tokens times heads.
fn doubled(
    system: System,
    name: &str,
    rows: usize,
    width: usize,
    x: &mut Source,
    keys: &[Vec<i32>],
) -> Vec<i32> {
    let key = |x: &mut Source, most: u64| {
        let mut row = vec![0; width];
        for _ in 0..=x.below(most) {
            row[x.below(width as u64) as usize] = 2 * x.sign();
        }
        row
    };
    let low_rank = matches!(system, System::Dplr | System::Iplr);
    let row = |n: usize, x: &mut Source| -> Vec<i32> {
        match name {
            // The entries of k that a strength of 2 meets are single ones.
            "k" => keys[n].clone(),
            "kk" => key(x, 1),
            "p" if x.one_in(4) => key(x, 1),
            "p" => keys[n].clone(),
            // One row erased along one or two others; seldom where there is but one, which each of them doubles or clears.
            "a" if low_rank && width == 1 && !x.one_in(4) => vec![0],
            "a" if low_rank => key(x, 1),
            "b" if low_rank => key(x, 2),
            "a" | "b" => (0..width).map(|_| 2 * i32::from(!x.one_in(3))).collect(),
            "alpha" | "mu" => (0..width)
                .map(|_| match x.below(40) {
                    0..=2 => 0,
                    3..=4 => -2,
                    5 => 1,
                    _ => 2,
                })
                .collect(),
            "beta" if keys[n].iter().filter(|k| **k != 0).count() > 1 => vec![2 * i32::from(!x.one_in(3))],
            "beta" => vec![2 * x.below(3) as i32],
            "eta" => vec![2 * i32::from(!x.one_in(3))],
            _ => (0..width).map(|_| 2 * x.small()).collect(),
        }
    };
    (0..rows).flat_map(|n| row(n, x)).collect()
}

/// Exact inputs of a system with an initial state; `channels` says whether a gate of one or of `K` channels is given where either
/// may be.
fn inputs(
    system: System,
    dims: Dims,
    boundaries: Option<&[i64]>,
    channels: bool,
    seed: u64,
) -> Inputs<Rational> {
    let mut x = Source(seed);
    let halves = |row: Vec<i32>| row.into_iter().map(|n| Rational::from((n, 2))).collect::<Vec<_>>();
    let mut inputs = Inputs::new(system, dims, Rational::from((1, 2))).expect("the heads are grouped");
    // One key for each token, part and value head, so that strengths and keys can be matched.
    let count = dims.batch * dims.tokens * dims.parts * dims.value_heads;
    let single = matches!(system, System::Mdn | System::Gdn2 | System::Comba | System::CombaDecayed);
    let keys: Vec<Vec<i32>> = (0..count)
        .map(|_| {
            let mut key = vec![0; dims.k];
            for _ in 0..if single || x.one_in(2) { 1 } else { 2 } {
                key[x.below(dims.k as u64) as usize] = 2 * x.sign();
            }
            key
        })
        .collect();
    for input in system.spec().inputs {
        let heads = if input.heads == Heads::Key { dims.key_heads } else { dims.value_heads };
        let width = match input.width {
            Width::One => 1,
            Width::OneOrK => {
                if channels {
                    dims.k
                } else {
                    1
                }
            }
            Width::K => dims.k,
            Width::V => dims.v,
        };
        let rows = dims.batch * dims.tokens * if input.parts { dims.parts } else { 1 } * heads;
        // Grouped heads share a key: that of the first head of the group.
        let group = dims.value_heads / heads;
        let own: Vec<Vec<i32>> = (0..rows).map(|n| keys[n * group].clone()).collect();
        let shared = dims.value_heads / dims.key_heads;
        let met: Vec<Vec<i32>> = (0..rows).map(|n| keys[n * group / shared * shared].clone()).collect();
        let tensor = doubled(
            system,
            input.name,
            rows,
            width,
            &mut x,
            if input.heads == Heads::Key { &own } else { &met },
        );
        inputs = inputs.with(input.name, halves(tensor)).expect("the tensor has the shape of its input");
    }
    if let Some(boundaries) = boundaries {
        inputs = inputs.with_boundaries(boundaries).expect("the boundaries are in order");
    }
    let size = inputs.sequences() * dims.value_heads * inputs.rows() * dims.v;
    let state = halves((0..size).map(|_| 2 * x.small()).collect());
    inputs.with_initial(state).expect("the state has its shape")
}

fn dims(system: System, tokens: usize, k: usize, v: usize) -> Dims {
    let parts = if system == System::DeltaProduct { 3 } else { 1 };
    Dims { batch: 1, tokens, key_heads: 1, value_heads: 2, k, v, parts }
}

trait Exact: Float + PartialEq {
    fn of(x: &Rational) -> Self;
    fn bits(&self) -> u64;
}

impl Exact for f32 {
    fn of(x: &Rational) -> Self {
        x.to_f32()
    }
    fn bits(&self) -> u64 {
        u64::from(self.to_bits())
    }
}

impl Exact for f64 {
    fn of(x: &Rational) -> Self {
        x.to_f64()
    }
    fn bits(&self) -> u64 {
        self.to_bits()
    }
}

fn bits<F: Exact>(runs: &[(Head, Run<F>)]) -> Vec<(Head, Vec<u64>, Vec<u64>)> {
    let bits = |x: &[F]| x.iter().map(Exact::bits).collect();
    runs.iter().map(|(at, run)| (*at, bits(&run.outputs), bits(&run.state))).collect()
}

fn same_bits<F: Exact>(inputs: &Inputs<Rational>) {
    let inputs = inputs.map(F::of);
    let expected = run::recurrent_all(&inputs);
    let Inputs { system, dims, .. } = inputs;
    assert!(bits(&fast::recurrent(&inputs)) == bits(&expected), "{system:?} {dims:?}: other bits");
}

/// The chunkwise run against the recurrence; that of two stacked matrices, whose products of gates are not all floats, against
/// the general chunkwise run.
fn same_in_chunks<F: Exact>(inputs: &Inputs<Rational>, chunk: usize) {
    let inputs = inputs.map(F::of);
    let got = fast::chunkwise(&inputs, chunk).expect("matrix states have a chunkwise form");
    let Inputs { system, dims, .. } = inputs;
    let general =
        |at| run::chunkwise(&inputs.program(at), &inputs.initial(at), chunk).expect("a chunkwise form");
    let expected = match system {
        System::Mdn => inputs.all_heads().into_iter().map(|at| (at, general(at))).collect(),
        _ => run::recurrent_all(&inputs),
    };
    assert!(got == expected, "{system:?} {dims:?}: other numbers in chunks of {chunk}");
}

const KEYS: [usize; 3] = [1, 3, 100];
const VALUES: [usize; 6] = [1, 5, 31, 32, 33, 130];
const TOKENS: [usize; 4] = [0, 1, 63, 65];

/// Every system, with gates of both widths where it has them.
fn systems() -> impl Iterator<Item = (System, bool)> {
    let either = |s: &System| s.spec().inputs.iter().any(|i| i.width == Width::OneOrK);
    System::ALL
        .iter()
        .flat_map(move |s| if either(s) { vec![(*s, false), (*s, true)] } else { vec![(*s, false)] })
}

fn sizes() -> impl Iterator<Item = (usize, usize, usize)> {
    TOKENS
        .into_iter()
        .flat_map(|t| KEYS.into_iter().flat_map(move |k| VALUES.into_iter().map(move |v| (t, k, v))))
}

#[test]
fn the_numbers_of_these_tests_are_floats() {
    for (system, channels) in systems() {
        for k in KEYS {
            let inputs = inputs(system, dims(system, 65, k, 5), None, channels, 1);
            let expected = run::recurrent_all(&inputs);
            let got = run::recurrent_all(&inputs.map(f32::of));
            for ((_, expected), (_, got)) in expected.iter().zip(&got) {
                let exact = |x: &[f32]| x.iter().map(|x| Rational::from_f32(*x)).collect::<Option<Vec<_>>>();
                assert_eq!(exact(&got.outputs).as_ref(), Some(&expected.outputs), "{system:?}");
                assert_eq!(exact(&got.state).as_ref(), Some(&expected.state), "{system:?}");
                assert!(expected.outputs.iter().any(|x| *x != 0), "{system:?}: nothing but zeros");
            }
        }
    }
}

#[test]
fn every_system_and_tile_edge_gives_the_definition() {
    for (system, channels) in systems() {
        for (t, k, v) in sizes() {
            let inputs = inputs(system, dims(system, t, k, v), None, channels, 1);
            same_bits::<f32>(&inputs);
            same_bits::<f64>(&inputs);
        }
    }
}

#[test]
fn chunks_of_any_size_give_the_definition() {
    for (system, channels) in systems() {
        for (t, k, v) in sizes().filter(|(t, _, v)| [1, 65].contains(t) && [5, 33].contains(v)) {
            let inputs = inputs(system, dims(system, t, k, v), None, channels, 1);
            for chunk in [1, 7, 17, 40, 100] {
                same_in_chunks::<f32>(&inputs, chunk);
                same_in_chunks::<f64>(&inputs, chunk);
            }
        }
    }
}

#[test]
fn packed_sequences_and_grouped_heads_keep_apart() {
    let boundaries = [0, 0, 3, 3, 36, 65, 65];
    for (system, channels) in systems() {
        let dims = Dims { key_heads: 2, value_heads: 6, ..dims(system, 65, 3, 5) };
        let packed = inputs(system, dims, Some(&boundaries), channels, 2);
        let batched = inputs(system, Dims { batch: 3, tokens: 9, ..dims }, None, channels, 3);
        for inputs in [packed, batched] {
            same_bits::<f32>(&inputs);
            same_bits::<f64>(&inputs);
            same_in_chunks::<f32>(&inputs, 8);
            same_in_chunks::<f64>(&inputs, 8);
        }
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for (system, channels) in systems() {
        let dims = Dims { value_heads: 1, ..dims(system, 40, 3, 330) };
        let inputs = inputs(system, dims, None, channels, 4);
        for threads in [1, 2, 7] {
            let pool =
                rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can start");
            pool.install(|| {
                same_bits::<f32>(&inputs);
                same_bits::<f64>(&inputs);
                same_in_chunks::<f32>(&inputs, 16);
            });
        }
    }
}

#[test]
fn a_logarithm_is_as_good_as_its_factor() {
    for (system, channels) in systems() {
        let Some((name, log)) = system.spec().inputs.iter().find_map(|i| Some((i.name, i.log?))) else {
            continue;
        };
        let mut factors = inputs(system, dims(system, 65, 3, 5), None, channels, 5).map(f32::of);
        factors.replace(name, |i, _| if i % 9 == 0 { 0.0 } else { 1.0 });
        let mut logs = Inputs::new(system, factors.dims, factors.scale).expect("the heads are grouped");
        for other in factors.names() {
            let tensor = factors.tensor(other).expect("it is named");
            logs = if other == name {
                // The exponential of −1000 is 0 in f32.
                logs.with(log, tensor.iter().map(|x| if *x == 0.0 { -1000.0 } else { 0.0 }).collect())
            } else {
                logs.with(other, tensor.to_vec())
            }
            .expect("the tensor has the shape of its input");
        }
        factors.set_initial(None);
        assert_eq!(bits(&fast::recurrent(&logs)), bits(&run::recurrent_all(&factors)), "{system:?}");
        if system != System::Mdn {
            assert_eq!(fast::chunkwise(&logs, 16), Ok(run::recurrent_all(&factors)), "{system:?}");
        }
    }
}

fn finite<F: Exact>(system: System, channels: bool, gate: &Rational) {
    let mut inputs = inputs(system, dims(system, 65, 3, 5), None, channels, 6).map(F::of);
    for input in system.spec().inputs.iter().filter(|i| i.log.is_some()) {
        inputs.replace(input.name, |_, _| F::of(gate));
    }
    // x − x is 0 for finite numbers only.
    let finite = |x: &F| x.minus(x).bits() == F::zero().bits();
    let all =
        |runs: &[(Head, Run<F>)]| runs.iter().all(|(_, r)| r.outputs.iter().chain(&r.state).all(finite));
    assert!(all(&fast::recurrent(&inputs)), "{system:?}, a gate of {gate}");
    for chunk in [16, 64] {
        assert!(
            all(&fast::chunkwise(&inputs, chunk).expect("a chunkwise form")),
            "{system:?}, a gate of {gate}"
        );
    }
}

#[test]
fn strong_gates_stay_finite() {
    let tiny = Rational::from((1, 1_000_000_000_000_u64));
    for (system, channels) in systems() {
        for gate in [Rational::new(), tiny.clone(), tiny.clone() * &tiny * &tiny * &tiny] {
            finite::<f32>(system, channels, &gate);
            finite::<f64>(system, channels, &gate);
        }
    }
}

#[test]
fn a_processor_without_vectors_gives_the_same() {
    for (system, channels) in systems() {
        for v in [1, 5] {
            let inputs = inputs(system, dims(system, 35, 3, v), None, channels, 8).map(f64::of);
            let expected = run::recurrent_all(&inputs);
            assert_eq!(bits(&fast::portable::recurrent(&inputs)), bits(&expected), "{system:?}");
            if system != System::Mdn {
                assert_eq!(fast::portable::chunkwise(&inputs, 8), Ok(expected), "{system:?}");
            }
        }
    }
}

#[test]
fn a_chunk_of_no_tokens_is_refused() {
    let inputs = inputs(System::Kda, dims(System::Kda, 3, 2, 2), None, false, 7).map(f32::of);
    assert_eq!(fast::chunkwise(&inputs, 0), Err(ChunkError::EmptyChunk));
}
