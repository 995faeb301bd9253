//! Inputs for a check: drawn afresh for each case from a seed and its name.

use crate::KernelError;
use crate::draw::Draw;
use crate::kernel::{Dtype, Kernel};
use engine::spec::{Heads, Input, Scale, Width};
use engine::{Dims, Inputs, System};
use half::f16;

/// The sizes of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Sequences of equal length; 1 where they are packed.
    pub batch: usize,
    /// Tokens of a batch entry.
    pub time: usize,
    /// Heads of queries and keys.
    pub key_heads: usize,
    /// Heads of values, gates and states.
    pub heads: usize,
    /// Key channels.
    pub keys: usize,
    /// Value channels.
    pub values: usize,
    /// Where packed sequences begin and end.
    pub packed: Option<Vec<i64>>,
}

/// What the numbers of a case are like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Like those of trained layers: unit keys, gates near 1, strengths up to 2. A factor is given as it is, where the kernel takes it so.
    Usual,
    /// At the ends: logarithms of gates of 0, −40 and −1000 among usual ones, strengths of 0, 1 and 2. A factor is given as its logarithm.
    Strong,
}

impl Content {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Usual, Self::Strong];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Usual => "usual",
            Self::Strong => "strong",
        }
    }
}

impl Shape {
    /// One head, one sequence.
    pub fn single(time: usize, keys: usize, values: usize) -> Self {
        Self { batch: 1, time, key_heads: 1, heads: 1, keys, values, packed: None }
    }

    /// Its name, such as `T65-K33-V5-H2of4`.
    pub fn name(&self) -> String {
        let mut out = format!("T{}-K{}-V{}", self.time, self.keys, self.values);
        if self.heads > 1 {
            out += &format!("-H{}of{}", self.key_heads, self.heads);
        }
        if self.batch > 1 {
            out += &format!("-B{}", self.batch);
        }
        if let Some(packed) = &self.packed {
            out += &format!("-packed{}", packed.len() - 1);
        }
        out
    }

    pub(crate) fn dims(&self) -> Dims {
        let Self { batch, time, key_heads, heads, keys, values, .. } = *self;
        Dims { batch, tokens: time, key_heads, value_heads: heads, k: keys, v: values, parts: 1 }
    }
}

/// Draws the inputs of a case, factors as their `logarithms` in any case or only where the content says so; every number is of the format that the kernel takes it in.
///
/// # Errors
/// [`KernelError::Inputs`] where the shape is none.
pub fn draw(
    kernel: &Kernel,
    shape: &Shape,
    content: Content,
    logarithms: bool,
    dtype: Dtype,
    seed: u64,
) -> Result<Inputs<f32>, KernelError> {
    let fault = |e: engine::InputError| KernelError::Inputs { reason: e.to_string() };
    let (system, dims, spec) = (kernel.system, shape.dims(), kernel.system.spec());
    let name = format!("{} {} {} {}", kernel.name(), shape.name(), content.name(), dtype.name());
    let mut draw = Draw::new(seed, &name);
    let usual = if spec.scale == Scale::One { 1.0 } else { 1.0 / (dims.k as f32).sqrt() };
    // Never 1, and never the usual one, so that a kernel that leaves it out or makes its own is seen.
    let scale = usual * (0.5 + 0.25 * draw.uniform() as f32);
    let mut inputs = Inputs::new(system, dims, scale).map_err(fault)?;
    if let Some(packed) = &shape.packed {
        inputs = inputs.with_boundaries(packed).map_err(fault)?;
    }
    for input in spec.inputs {
        let narrow = dtype == Dtype::F16 && kernel.is_narrow(input);
        let rows = dims.batch * dims.tokens * heads(&dims, input);
        let mut data: Vec<f32> = Vec::new();
        for _ in 0..rows {
            let mut row: Vec<f64> =
                (0..width(&dims, input)).map(|_| entry(system, input, content, &mut draw)).collect();
            normalise(system, input, &mut row);
            data.extend(row.iter().map(|x| if narrow { f16::from_f64(*x).to_f32() } else { *x as f32 }));
        }
        inputs =
            gated(inputs, input, logarithms || content == Content::Strong, data, &mut draw).map_err(fault)?;
    }
    tie(&mut inputs, dtype);
    let size = inputs.sequences() * dims.value_heads * inputs.rows() * dims.v;
    let state = (0..size).map(|_| draw.normal() as f32).collect();
    inputs.with_initial(state).map_err(fault)
}

fn heads(dims: &Dims, input: &Input) -> usize {
    if input.heads == Heads::Key { dims.key_heads } else { dims.value_heads }
}

fn width(dims: &Dims, input: &Input) -> usize {
    match input.width {
        Width::One => 1,
        Width::V => dims.v,
        Width::K | Width::OneOrK => dims.k,
    }
}

/// A number; of a factor, its logarithm.
fn entry(system: System, input: &Input, content: Content, draw: &mut Draw) -> f64 {
    if input.log.is_some() {
        return match content {
            Content::Usual => -0.3 * draw.uniform(),
            Content::Strong => match (draw.uniform() * 12.0) as u32 {
                0 => -40.0,
                1 => -1000.0,
                2 | 3 => 0.0,
                _ => -0.1 * draw.uniform(),
            },
        };
    }
    // A momentum rule turns only while βη ≤ 4, a removal is a contraction up to 1.
    let most = match (system, input.name) {
        (System::Gdn2, "b") | (_, "eta" | "beta") => 2.0,
        (System::Gdn2, "w") | (System::Rwkv7, "a") => 1.0,
        _ => return draw.normal(),
    };
    match content {
        Content::Usual => most * draw.uniform(),
        Content::Strong => draw.one_of(&[0.0, 1.0, most]),
    }
}

/// Keys have norm 1, before they are rounded.
fn normalise(system: System, input: &Input, row: &mut [f64]) {
    let removal = system == System::Dplr && input.name == "a";
    if matches!(input.name, "k" | "kk") || removal {
        let norm = row.iter().map(|x| x * x).sum::<f64>().sqrt().max(1e-3);
        row.iter_mut().for_each(|x| *x /= norm);
    }
}

/// Adds an input; a factor as itself or as its logarithm, of Complex KDA with signs.
fn gated(
    inputs: Inputs<f32>,
    input: &Input,
    logarithms: bool,
    data: Vec<f32>,
    draw: &mut Draw,
) -> Result<Inputs<f32>, engine::InputError> {
    let Some(log) = input.log else { return inputs.with(input.name, data) };
    let signed = inputs.system == System::Ckda;
    let signs: Vec<f32> =
        data.iter().map(|_| if signed && draw.uniform() < 0.4 { -1.0 } else { 1.0 }).collect();
    if !logarithms {
        let factors = data.iter().zip(&signs).map(|(g, s)| s * f64::from(*g).exp() as f32).collect();
        return inputs.with(input.name, factors);
    }
    if signed { inputs.with("sign", signs)?.with(log, data) } else { inputs.with(log, data) }
}

/// Inputs that belong together: what is removed is what is read, and a momentum rule reads along its key.
fn tie(inputs: &mut Inputs<f32>, dtype: Dtype) {
    let round = |x: f32| if dtype == Dtype::F16 { f16::from_f32(x).to_f32() } else { x };
    let of = |inputs: &Inputs<f32>, name: &str| inputs.tensor(name).unwrap_or_default().to_vec();
    match inputs.system {
        System::Dplr => {
            let a = of(inputs, "a");
            inputs.replace("b", |i, b| round(-a[i] * b.abs().min(1.0)));
        }
        System::Mdn => {
            let k = of(inputs, "k");
            inputs.replace("p", |i, _| round(0.9 * k[i]));
        }
        _ => {}
    }
}
