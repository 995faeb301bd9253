//! From inputs to results: two recurrences with the read-out between them, without a way back to the host.

use super::{SlotInputs, Tables};
use crate::KernelError;
use crate::compose::{Names, compose};
use crate::device::{AdapterKind, Binding, Buffer, Device, Shader};
use crate::kernel::{Kernel, Plan, Way, word};
use crate::recurrent::{self, Options, Outputs};
use crate::systems::cyfa::{READ_OUT, SCORES, VALUES};
use engine::{Dims, Inputs, System};
use std::ops::Range;
use std::sync::Arc;

/// Tokens of a workgroup of the read-out.
const TILE: usize = 8;

/// Parameters, scores, turns, matrix; queries.
const BINDINGS: [Binding; 5] =
    [Binding::Uniform, Binding::Read, Binding::Read, Binding::Read, Binding::Write];

/// The sources of the three kernels before sizes are known: what a person writes, and what faults are planted in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Templates {
    /// The recurrence of the keys.
    pub scores: String,
    /// The read-out.
    pub read_out: String,
    /// The recurrence of the values.
    pub values: String,
}

impl Default for Templates {
    fn default() -> Self {
        Self {
            scores: SCORES.template(Way::Recurrent),
            read_out: READ_OUT.to_owned(),
            values: VALUES.template(Way::Recurrent),
        }
    }
}

/// What a run gives.
#[derive(Clone, Debug, PartialEq)]
pub struct SlotOutputs {
    /// Outputs `[tokens, heads, V]` and final state `[sequences, heads, m + 1, K + V]`.
    pub results: Outputs,
    /// The clocks of the final state, `[sequences, heads]`.
    pub clocks: Vec<f64>,
}

/// Runs the kernel.
///
/// A run that does not fit the device's buffers is split by sequences, then by heads, then by tokens.
///
/// # Errors
/// [`KernelError`].
pub fn run(device: &Device, inputs: &SlotInputs, options: &Options) -> Result<SlotOutputs, KernelError> {
    run_with(device, inputs, options, &Templates::default(), Tables::of)
}

/// The same with other sources and tables, for kernels with a planted fault.
///
/// # Errors
/// [`KernelError`].
pub fn run_with(
    device: &Device,
    inputs: &SlotInputs,
    options: &Options,
    templates: &Templates,
    tables: impl Fn(&SlotInputs) -> Tables,
) -> Result<SlotOutputs, KernelError> {
    inputs.check()?;
    // The state and the clock of a head are those that its last part left.
    let mut now = inputs.clone();
    let mut outputs = vec![f32::from_bits(options.poison); inputs.tokens() * inputs.heads * inputs.values];
    let mut waiting = vec![Part::whole(inputs)];
    while let Some(part) = waiting.pop() {
        if part.sequences.is_empty() || part.heads.is_empty() {
            continue;
        }
        let own = now.part(part.sequences.clone(), part.heads.clone(), part.rows.clone());
        let made = tables(&own);
        let resident = match Resident::with(device, &own, options, templates, &made) {
            Err(error @ KernelError::TooLarge { .. }) => {
                let [first, second] = part.halves(inputs).ok_or(error)?;
                waiting.extend([second, first]);
                continue;
            }
            other => other?,
        };
        resident.start(device)?;
        let results = resident.results(device, &own)?;
        part.place(inputs, &results, &made.clocks, &mut outputs, &mut now);
    }
    Ok(SlotOutputs { results: Outputs { outputs, state: now.initial }, clocks: now.clocks })
}

/// Some sequences and heads, with all tokens of the sequences or some of one.
struct Part {
    sequences: Range<usize>,
    heads: Range<usize>,
    rows: Range<usize>,
}

impl Part {
    fn whole(inputs: &SlotInputs) -> Self {
        Self { sequences: 0..inputs.sequences(), heads: 0..inputs.heads, rows: 0..inputs.tokens() }
    }

    /// Two halves, the second of which may have to begin where the first one ended.
    fn halves(&self, inputs: &SlotInputs) -> Option<[Self; 2]> {
        let Self { sequences, heads, rows } = self;
        let part = |sequences: Range<usize>, heads: Range<usize>, rows: Range<usize>| Self {
            sequences,
            heads,
            rows,
        };
        let group = inputs.heads / inputs.key_heads;
        if sequences.len() > 1 {
            let at = sequences.start + sequences.len() / 2;
            let row = inputs.boundaries[at];
            let first = part(sequences.start..at, heads.clone(), rows.start..row);
            return Some([first, part(at..sequences.end, heads.clone(), row..rows.end)]);
        }
        if heads.len() > group {
            let at = heads.start + heads.len() / group / 2 * group;
            let of = |heads| part(sequences.clone(), heads, rows.clone());
            return Some([of(heads.start..at), of(at..heads.end)]);
        }
        if rows.len() > 1 {
            let at = rows.start + rows.len() / 2;
            let of = |rows| part(sequences.clone(), heads.clone(), rows);
            return Some([of(rows.start..at), of(at..rows.end)]);
        }
        None
    }

    /// Puts its results where they belong.
    fn place(
        &self,
        inputs: &SlotInputs,
        results: &Outputs,
        clocks: &[f64],
        outputs: &mut [f32],
        now: &mut SlotInputs,
    ) {
        let (heads, values, size) = (self.heads.len(), inputs.values, inputs.state_size());
        for (row, own) in self.rows.clone().zip(results.outputs.chunks_exact(heads * values)) {
            outputs[(row * inputs.heads + self.heads.start) * values..][..own.len()].copy_from_slice(own);
        }
        let states = results.state.chunks_exact(heads * size).zip(clocks.chunks_exact(heads));
        for (sequence, (state, clocks)) in self.sequences.clone().zip(states) {
            let at = sequence * inputs.heads + self.heads.start;
            now.initial[at * size..][..state.len()].copy_from_slice(state);
            now.clocks[at..][..heads].copy_from_slice(clocks);
        }
    }
}

/// A run whose inputs lie on the device, to be repeated.
#[derive(Debug)]
pub struct Resident {
    scores: recurrent::Resident,
    values: recurrent::Resident,
    read_out: Arc<Shader>,
    parameters: Buffer,
    turns: Buffer,
    matrix: Buffer,
    groups: [u32; 3],
    /// Bytes of inputs, states and outputs, and of what the kernels hand on.
    pub bytes: u64,
}

impl Resident {
    /// A run of all of the inputs, ready.
    ///
    /// # Errors
    /// [`KernelError`]; [`KernelError::TooLarge`] where it would have to be split.
    pub fn of(device: &Device, inputs: &SlotInputs, options: &Options) -> Result<Self, KernelError> {
        inputs.check()?;
        Self::with(device, inputs, options, &Templates::default(), &Tables::of(inputs))
    }

    fn with(
        device: &Device,
        inputs: &SlotInputs,
        options: &Options,
        templates: &Templates,
        tables: &Tables,
    ) -> Result<Self, KernelError> {
        let recurrence = |kernel: &Kernel,
                          inputs: Result<Inputs<f32>, engine::InputError>,
                          template: &str,
                          handed: bool| {
            let inputs = inputs.map_err(|e| KernelError::Inputs { reason: e.to_string() })?;
            let usual = || Plan::of(device.about(), inputs.dims.k, inputs.dims.v);
            let plan = options.plan.unwrap_or_else(usual);
            // What one kernel hands to the next lies in buffers.
            let plan = if handed { plan.inputs_in_buffers() } else { plan };
            kernel.resident_template(
                device,
                &inputs,
                &Options { plan: Some(plan), ..options.clone() },
                template,
            )
        };
        let scores = recurrence(&SCORES, scores(inputs, tables), &templates.scores, false)?;
        let queries = vec![f32::from_bits(options.poison); tables.atoms.len()];
        let values = recurrence(&VALUES, values(inputs, tables, queries), &templates.values, true)?;
        let tiles = inputs.tokens().div_ceil(TILE);
        let most = device.about().workgroups as usize;
        if tiles > most || inputs.heads > most {
            return Err(KernelError::TooLarge { bytes: values.bytes, limit: device.buffer_limit() });
        }
        // The queries are the first input of the values' kernel that is not narrow: they begin its buffer.
        let parameters = [word(inputs.heads)?, word(inputs.tokens())?, 0, 0];
        let source = source(device, inputs, &templates.read_out)?;
        let turns = device.upload(&tables.turns)?;
        let matrix = device.upload(&tables.matrix)?;
        let bytes = scores.bytes + values.bytes + turns.size() + matrix.size();
        Ok(Self {
            read_out: device.shader(&source, options.mode, &BINDINGS)?,
            parameters: device.upload(&parameters)?,
            groups: [word(inputs.heads)?, word(tiles)?, 1],
            scores,
            values,
            turns,
            matrix,
            bytes,
        })
    }

    fn start(&self, device: &Device) -> Result<(), KernelError> {
        self.scores.start(device, 1)?;
        let handed = [
            &self.parameters,
            self.scores.outputs_buffer(),
            &self.turns,
            &self.matrix,
            self.values.wide_buffer(),
        ];
        device.dispatch(&self.read_out, &handed, self.groups, 1)?;
        self.values.start(device, 1)
    }

    /// Runs it `times` in a row and waits.
    ///
    /// # Errors
    /// Losses.
    pub fn repeat(&self, device: &Device, times: usize) -> Result<(), KernelError> {
        for _ in 0..times {
            self.start(device)?;
        }
        device.wait()
    }

    /// Outputs and states; the keys' state is the transpose of that of their kernel.
    fn results(&self, device: &Device, inputs: &SlotInputs) -> Result<Outputs, KernelError> {
        let (_, keys) = self.scores.results(device)?;
        let (outputs, values) = self.values.results(device)?;
        let (rows, k, v) = (inputs.padded(), inputs.keys, inputs.values);
        let mut state = Vec::with_capacity(keys.len() + values.len());
        for (keys, values) in keys.chunks_exact(k * rows).zip(values.chunks_exact(rows * v)) {
            for n in 0..inputs.coordinates() {
                state.extend((0..k).map(|c| keys[c * rows + n]));
                state.extend_from_slice(&values[n * v..(n + 1) * v]);
            }
        }
        Ok(Outputs { outputs, state })
    }
}

fn source(device: &Device, inputs: &SlotInputs, template: &str) -> Result<String, KernelError> {
    let software = device.about().kind == AdapterKind::Software;
    let rows = inputs.padded();
    let mut names = Names::default();
    names.set("N", rows);
    names.set("M", inputs.slots);
    names.set("PAIRS", rows / 2);
    names.set("TILE", TILE);
    // More than a subgroup even where the processor does the work, so that a missing barrier shows.
    names.set("THREADS", if software { 16 } else { rows.next_multiple_of(32).min(128) });
    compose(template, &names)
}

fn dims(inputs: &SlotInputs, key_heads: usize, k: usize, v: usize) -> Dims {
    Dims { batch: 1, tokens: inputs.tokens(), key_heads, value_heads: inputs.heads, k, v, parts: 1 }
}

/// A recurrence with the run's decays, strengths and sequences.
fn recurrence(inputs: &SlotInputs, dims: Dims, scale: f32) -> Result<Inputs<f32>, engine::InputError> {
    let boundaries: Vec<i64> =
        inputs.boundaries.iter().map(|b| i64::try_from(*b).unwrap_or(i64::MAX)).collect();
    let out = Inputs::new(System::Gdn, dims, scale)?.with_boundaries(&boundaries)?;
    out.with("alpha", inputs.alpha.clone())?.with("beta", inputs.beta.clone())
}

/// The columns `of` of a state `[m + 1, K + V]`, filled up to the coordinates of the device.
fn cut(inputs: &SlotInputs, state: &[f32], of: Range<usize>) -> Vec<f32> {
    let rows = state.chunks_exact(inputs.keys + inputs.values).flat_map(|row| row[of.clone()].to_vec());
    let missing = inputs.padded() - inputs.coordinates();
    rows.chain(std::iter::repeat_n(0.0, missing * of.len())).collect()
}

fn scores(inputs: &SlotInputs, tables: &Tables) -> Result<Inputs<f32>, engine::InputError> {
    let (k, rows) = (inputs.keys, inputs.padded());
    let state = |own: &[f32]| {
        let keys = cut(inputs, own, 0..k);
        (0..k * rows).map(|e| keys[e % rows * k + e / rows]).collect::<Vec<f32>>()
    };
    recurrence(inputs, dims(inputs, inputs.key_heads, k, rows), inputs.scale)?
        .with("q", inputs.q.clone())?
        .with("k", inputs.k.clone())?
        .with("v", tables.atoms.clone())?
        .with_initial(inputs.initial.chunks_exact(inputs.state_size()).flat_map(state).collect())
}

fn values(
    inputs: &SlotInputs,
    tables: &Tables,
    queries: Vec<f32>,
) -> Result<Inputs<f32>, engine::InputError> {
    let state = |own: &[f32]| cut(inputs, own, inputs.keys..inputs.keys + inputs.values);
    recurrence(inputs, dims(inputs, inputs.heads, inputs.padded(), inputs.values), 1.0)?
        .with("q", queries)?
        .with("k", tables.atoms.clone())?
        .with("v", inputs.v.clone())?
        .with_initial(inputs.initial.chunks_exact(inputs.state_size()).flat_map(state).collect())
}
