//! Dumps of random inputs, through a file as every dump.

use conformance::{Case, Dump, Settings};
use engine::bounds::Arithmetic;
use engine::run::Run;
use engine::spec::{Heads, Width};
use engine::{Dims, Inputs, System};
use std::collections::BTreeMap;
use tensors::{Data, Tensor, bf16, f16};

/// SplitMix64.
#[derive(Clone)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// In $[0, 1)$.
    pub(crate) fn uniform(&mut self) -> f64 {
        (self.next() >> 40) as f64 / 16_777_216.0
    }

    /// Of mean 0 and variance 1.
    pub(crate) fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0
    }
}

/// The format of queries, keys, values and outputs.
fn io(arithmetic: &Arithmetic) -> fn(f64) -> f64 {
    match arithmetic.name {
        "f64" => |x| x,
        "f32" => |x| f64::from(x as f32),
        "f16_io_f32_state" => |x| f16::from_f64(x).to_f64(),
        _ => |x| bf16::from_f64(x).to_f64(),
    }
}

/// A number in the format of a kernel's outputs.
pub(crate) fn rounded(arithmetic: &Arithmetic, x: f64) -> f64 {
    io(arithmetic)(x)
}

fn data(arithmetic: &Arithmetic, values: &[f64]) -> Data {
    match arithmetic.name {
        "f64" => values.to_vec().into(),
        "f32" => values.iter().map(|x| *x as f32).collect::<Vec<_>>().into(),
        "f16_io_f32_state" => values.iter().map(|x| f16::from_f64(*x)).collect::<Vec<_>>().into(),
        _ => values.iter().map(|x| bf16::from_f64(*x)).collect::<Vec<_>>().into(),
    }
}

/// Sizes of one part for each token, two for DeltaProduct.
pub(crate) fn dims(
    system: System,
    batch: usize,
    tokens: usize,
    heads: (usize, usize),
    k: usize,
    v: usize,
) -> Dims {
    let parts = if system == System::DeltaProduct { 2 } else { 1 };
    Dims { batch, tokens, key_heads: heads.0, value_heads: heads.1, k, v, parts }
}

/// Inputs like those of trained layers: unit keys, a few strong and a few missing gates, strengths up to 2, a random initial state.
pub(crate) fn random(
    system: System,
    dims: Dims,
    boundaries: Option<&[i64]>,
    arithmetic: &Arithmetic,
    seed: u64,
) -> Inputs<f64> {
    let mut rng = Random(seed);
    let round = io(arithmetic);
    let spec = system.spec();
    let scale = if system == System::Rwkv7 { 1.0 } else { 1.0 / (dims.k as f64).sqrt() };
    let mut inputs = Inputs::new(system, dims, scale).expect("grouped heads");
    if let Some(boundaries) = boundaries {
        inputs = inputs.with_boundaries(boundaries).expect("boundaries");
    }
    for input in spec.inputs {
        let heads = if input.heads == Heads::Key { dims.key_heads } else { dims.value_heads };
        let rows = dims.batch * dims.tokens * heads * if input.parts { dims.parts } else { 1 };
        let width = match input.width {
            Width::One => 1,
            Width::V => dims.v,
            _ => dims.k,
        };
        let mut all = Vec::with_capacity(rows * width);
        for _ in 0..rows {
            let mut row: Vec<f64> = (0..width).map(|_| entry(system, input.name, &mut rng)).collect();
            let key = matches!(input.name, "k" | "p" | "kk");
            if key || (matches!(system, System::Dplr | System::Iplr) && input.name == "a") {
                let norm = row.iter().map(|x| x * x).sum::<f64>().sqrt().max(1e-3);
                row.iter_mut().for_each(|x| *x /= norm);
            }
            all.extend(
                row.iter().map(|x| if input.log.is_some() { f64::from(*x as f32) } else { round(*x) }),
            );
        }
        if system == System::Ckda && input.name == "alpha" {
            let signs = all.iter().map(|_| if rng.uniform() < 0.4 { -1.0 } else { 1.0 }).collect();
            inputs = inputs.with("sign", signs).expect("signs");
        }
        inputs = inputs.with(input.log.unwrap_or(input.name), all).expect("a tensor of its shape");
    }
    if matches!(system, System::Dplr | System::Iplr) {
        // A removal: b against a.
        let a = inputs.tensor("a").expect("given").to_vec();
        inputs.replace("b", |i, b| round(-a[i] * b.abs().min(1.0)));
    }
    if system == System::Mdn {
        let (k, gate) = (
            inputs.tensor("k").expect("given").to_vec(),
            inputs.tensor("log_alpha").expect("given").to_vec(),
        );
        let (width, heads) = (dims.k, dims.value_heads / dims.key_heads);
        inputs.replace("p", |i, _| round(k[i] * gate[i / width * heads].exp()));
    }
    let size = inputs.sequences() * dims.value_heads * inputs.rows() * dims.v;
    let state = (0..size).map(|_| f64::from(rng.normal() as f32)).collect();
    inputs.with_initial(state).expect("a state of its shape")
}

fn entry(system: System, name: &str, rng: &mut Random) -> f64 {
    match (system, name) {
        (_, "alpha" | "mu") => match (rng.uniform() * 10.0) as u32 {
            0 => 0.0,
            1 => -6.0 * rng.uniform(),
            _ => -0.3 * rng.uniform(),
        },
        (System::Mdn, "beta") => rng.uniform(),
        (System::Gdn2, "b") | (_, "beta" | "eta") => 2.0 * rng.uniform(),
        (System::Gdn2, "w") | (System::Rwkv7, "a") => rng.uniform(),
        _ => rng.normal(),
    }
}

/// The results of a run of each sequence and head, in a dump's order.
pub(crate) fn case(inputs: &Inputs<f64>, runs: &[Run<f32>], arithmetic: &Arithmetic) -> Case {
    let (dims, round) = (inputs.dims, io(arithmetic));
    let mut outputs = vec![0.0; dims.batch * dims.tokens * dims.value_heads * dims.v];
    let mut state = Vec::new();
    for (at, run) in inputs.all_heads().into_iter().zip(runs) {
        let (batch, tokens) = inputs.tokens_of(at.sequence);
        for (t, row) in tokens.zip(run.outputs.chunks_exact(dims.v)) {
            let start = ((batch * dims.tokens + t) * dims.value_heads + at.head) * dims.v;
            for (o, x) in outputs[start..start + dims.v].iter_mut().zip(row) {
                *o = round(f64::from(*x));
            }
        }
        state.extend(run.state.iter().map(|x| f64::from(*x)));
    }
    Case { name: "o".into(), outputs: Some(outputs), state: Some(state), from_initial: true }
}

/// The tensors of a dump.
pub(crate) fn tensors(
    inputs: &Inputs<f64>,
    case: &Case,
    arithmetic: &Arithmetic,
) -> BTreeMap<String, Tensor> {
    let Dims { batch, tokens, key_heads, value_heads, k, v, parts } = inputs.dims;
    let single = |values: &[f64]| -> Data {
        if arithmetic.name == "f64" { values.to_vec().into() } else { data(&Arithmetic::F32, values) }
    };
    let mut out = BTreeMap::new();
    let mut put = |name: &str, shape: Vec<usize>, data: Data| {
        out.insert(name.to_owned(), Tensor::new(shape, data).expect("a tensor of its shape"));
    };
    for input in inputs.system.spec().inputs {
        let heads = if input.heads == Heads::Key { key_heads } else { value_heads };
        let mut shape = vec![batch, tokens * if input.parts { parts } else { 1 }, heads];
        shape.extend(match input.width {
            Width::One => None,
            Width::V => Some(v),
            _ => Some(k),
        });
        let name = input.log.unwrap_or(input.name);
        let values = inputs.tensor(name).expect("given");
        put(name, shape.clone(), if input.log.is_some() { single(values) } else { data(arithmetic, values) });
        if let Some(signs) = inputs.tensor("sign").filter(|_| input.log.is_some()) {
            put("sign", shape, single(signs));
        }
    }
    let stacked = inputs.system.spec().stacked;
    let mut shape = vec![inputs.sequences(), value_heads, k, v];
    let state = |values: &[f64]| -> Vec<f64> {
        // One state's matrices lie behind each other; in a file the matrices are the first axis.
        let one = |m: usize| {
            values.chunks_exact(stacked * k * v).flat_map(move |s| s[m * k * v..][..k * v].to_vec())
        };
        (0..stacked).flat_map(one).collect()
    };
    if stacked > 1 {
        shape.insert(0, stacked);
    }
    let initial: Vec<f64> = inputs.all_heads().into_iter().flat_map(|at| inputs.initial(at)).collect();
    put("h0", shape.clone(), single(&state(&initial)));
    if let Some(end) = &case.state {
        put("ht", shape, single(&state(end)));
    }
    if let Some(outputs) = &case.outputs {
        put("o", vec![batch, tokens, value_heads, v], data(arithmetic, outputs));
    }
    let ends: Vec<i64> = (0..inputs.sequences()).map(|s| inputs.tokens_of(s).1.end as i64).collect();
    if ends.len() != batch {
        put("cu_seqlens", vec![ends.len() + 1], [vec![0], ends].concat().into());
    }
    out
}

/// The metadata of a dump.
pub(crate) fn metadata(inputs: &Inputs<f64>, arithmetic: &Arithmetic) -> BTreeMap<String, String> {
    let stacked = if inputs.system.spec().stacked > 1 { "2BHKV" } else { "BHKV" };
    let pairs = [
        ("system", inputs.system.spec().name),
        ("dtype_of_arithmetic", arithmetic.name),
        ("layout", "BTHD"),
        ("state_layout", stacked),
        (
            "gate",
            if inputs.system.spec().inputs.iter().any(|i| i.log.is_some()) { "natural_log" } else { "none" },
        ),
    ];
    pairs.into_iter().map(|(k, v)| (k.to_owned(), v.to_owned())).collect()
}

/// Writes tensors to a file and reads them as a dump.
pub(crate) fn opened(
    tensors: BTreeMap<String, Tensor>,
    metadata: &BTreeMap<String, String>,
) -> Result<Dump, conformance::DumpError> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("dump.safetensors");
    let all: Vec<_> = tensors.into_iter().collect();
    tensors::write_safetensors(&path, &all, metadata).expect("a file");
    Dump::open(&path, Settings::default())
}

/// The dump of a kernel's results.
pub(crate) fn dump(inputs: &Inputs<f64>, case: &Case, arithmetic: &'static Arithmetic) -> Dump {
    let dump = opened(tensors(inputs, case, arithmetic), &metadata(inputs, arithmetic)).expect("a dump");
    assert_eq!(&dump.inputs, inputs, "what is written is what is read");
    assert_eq!(&dump.cases[0], case, "what is written is what is read");
    dump
}
