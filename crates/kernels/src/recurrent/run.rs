//! A kernel on a device: from inputs to results.

use super::pack::{Packed, Part, gathered, whole};
use super::{bindings, source, template};
use crate::chunk;
use crate::compose::workgroup_filled;
use crate::device::{Buffer, Device, Shader};
use crate::kernel::{Dtype, Kernel, MOST_KEYS, Plan, Way, word};
use crate::{KernelError, Mode};
use engine::Inputs;
use std::sync::Arc;

/// How a kernel is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether contraction is forbidden.
    pub mode: Mode,
    /// The format of the activations.
    pub dtype: Dtype,
    /// How the kernel goes through the tokens.
    pub way: Way,
    /// How the work is cut; the device's usual plan where it is `None`.
    pub plan: Option<Plan>,
    /// What is in the results before the run: a NaN of these bits, so that a result that is not written shows.
    pub poison: u32,
    /// Whether workgroup memory is filled with it too, so that a number that is read before it is written shows.
    pub fill_workgroup: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            mode: Mode::Strict,
            dtype: Dtype::F32,
            way: Way::Recurrent,
            plan: None,
            poison: 0x7fc0_dead,
            fill_workgroup: false,
        }
    }
}

/// What a kernel gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Outputs {
    /// `[batch, tokens, heads, V]`.
    pub outputs: Vec<f32>,
    /// `[sequences, heads, rows, V]`.
    pub state: Vec<f32>,
}

/// A run whose inputs lie on the device, to be repeated.
#[derive(Debug)]
pub struct Resident {
    shader: Arc<Shader>,
    buffers: Vec<Buffer>,
    groups: [u32; 3],
    outputs: usize,
    states: usize,
    /// Columns of a row of results and states, and what it takes in its buffer.
    values: usize,
    stride: usize,
    /// Bytes of inputs, states and outputs: what a run has to move at least once.
    pub bytes: u64,
}

impl Kernel {
    /// Runs the kernel on inputs in the engine's layout, factors as they are or as their logarithms (see [`factors`](crate::factors)).
    ///
    /// A run that does not fit the device's buffers is split by sequences, then by heads, then by tokens.
    ///
    /// # Errors
    /// [`KernelError`]; [`KernelError::Inputs`] where the inputs are not complete or not of this system.
    pub fn run(
        &self,
        device: &Device,
        inputs: &Inputs<f32>,
        options: &Options,
    ) -> Result<Outputs, KernelError> {
        self.run_template(device, inputs, options, &self.template(options.way))
    }

    /// What a person writes of the kernel: the skeleton with its functions, before sizes are known.
    pub fn template(&self, way: Way) -> String {
        match way {
            Way::Recurrent => template(self),
            Way::Chunkwise => chunk::template(self),
        }
    }

    /// The WGSL of a run of a template.
    ///
    /// # Errors
    /// [`KernelError::Inputs`], [`KernelError::Unsupported`].
    pub fn source_for(
        &self,
        device: &Device,
        inputs: &Inputs<f32>,
        options: &Options,
        template: &str,
    ) -> Result<String, KernelError> {
        let fault = |reason: String| KernelError::Inputs { reason };
        if inputs.system != self.system {
            return Err(fault(format!("they are of {}, not of {}", inputs.system.spec().name, self.name())));
        }
        inputs.check().map_err(|e| fault(e.to_string()))?;
        if inputs.dims.k == 0 || inputs.dims.k > MOST_KEYS || inputs.dims.v == 0 {
            return Err(fault(format!(
                "{} key and {} value channels: a kernel takes 1 to {MOST_KEYS} key channels and at least 1 value channel",
                inputs.dims.k, inputs.dims.v
            )));
        }
        if options.dtype == Dtype::F16 && !device.about().f16 {
            return Err(KernelError::Unsupported { what: "binary16 in shaders".into() });
        }
        let (k, v, plan) = (inputs.dims.k, inputs.dims.v, self.plan(device, inputs, options));
        let filled = |source: String| {
            if options.fill_workgroup { workgroup_filled(&source, options.poison) } else { Ok(source) }
        };
        if options.way == Way::Recurrent {
            return filled(source(template, self, options.dtype, k, v, plan)?);
        }
        if !chunk::has(self) {
            return Err(KernelError::Unsupported { what: format!("chunkwise kernel for {}", self.name()) });
        }
        if options.mode != Mode::Strict {
            let what =
                "bound for chunkwise kernels in plain mode: their exponential needs operations as written";
            return Err(KernelError::Unsupported { what: what.into() });
        }
        let as_factors = |i: &engine::spec::Input| i.log.is_some() && inputs.tensor(i.name).is_some();
        if let Some(input) = self.inputs().iter().find(|i| as_factors(i)) {
            return Err(fault(format!("chunkwise kernels take `{}` as its logarithm", input.name)));
        }
        filled(chunk::source(template, self, options.dtype, k, v, plan)?)
    }

    fn plan(&self, device: &Device, inputs: &Inputs<f32>, options: &Options) -> Plan {
        let usual = || Plan::of(device.about(), inputs.dims.k, inputs.dims.v);
        let plan = options.plan.unwrap_or_else(usual);
        // A chunkwise kernel has one column to a thread.
        if options.way == Way::Chunkwise { Plan { columns: 1, parts: 1, ..plan } } else { plan }
    }

    /// Checks that every number is one; a logarithm may be −∞.
    fn numbers(&self, inputs: &Inputs<f32>) -> Result<(), KernelError> {
        let logarithm = |name: &str| self.inputs().iter().any(|i| i.log == Some(name));
        let tensors = inputs.names().filter_map(|name| Some((name, inputs.tensor(name)?)));
        let wrong = tensors.into_iter().find_map(|(name, tensor)| {
            let allowed = |x: &f32| x.is_finite() || (*x == f32::NEG_INFINITY && logarithm(name));
            tensor.iter().find(|x| !allowed(x)).map(|x| (name, *x))
        });
        let scale = (!inputs.scale.is_finite()).then_some(("scale", inputs.scale));
        let state = || {
            let all = inputs.all_heads().into_iter().flat_map(|at| inputs.initial(at));
            all.into_iter().find(|x| !x.is_finite()).map(|x| ("initial state", x))
        };
        match wrong.or(scale).or_else(state) {
            Some((name, x)) => {
                Err(KernelError::Inputs { reason: format!("`{name}` has {x}, which is no number") })
            }
            None => Ok(()),
        }
    }

    /// [`run`](Self::run) with another template, for kernels with a planted fault.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_template(
        &self,
        device: &Device,
        inputs: &Inputs<f32>,
        options: &Options,
        template: &str,
    ) -> Result<Outputs, KernelError> {
        let source = self.source_for(device, inputs, options, template)?;
        self.numbers(inputs)?;
        let inputs = options.way.prepared(inputs);
        let dims = inputs.dims;
        let mut state: Vec<f32> = inputs.all_heads().iter().flat_map(|at| inputs.initial(*at)).collect();
        let mut outputs =
            vec![f32::from_bits(options.poison); dims.batch * dims.tokens * dims.value_heads * dims.v];
        let plan = self.plan(device, &inputs, options);
        let shader = device.shader(&source, options.mode, &bindings(plan))?;
        let mut waiting = vec![whole(&inputs)];
        while let Some(part) = waiting.pop() {
            if part.sequences.is_empty() || part.heads.is_empty() {
                continue;
            }
            if !self.fits(device, &part, &inputs, options) {
                let bytes = part.largest(self, &inputs, options.dtype, plan.columns);
                let halves = part.halves(&inputs);
                let [first, second] =
                    halves.ok_or(KernelError::TooLarge { bytes, limit: device.buffer_limit() })?;
                waiting.extend([second, first]);
                continue;
            }
            let from_initial = inputs.has_initial() || part.goes_on(&inputs);
            let packed = part.pack(self, &inputs, options.dtype, &plan, &state)?;
            let run = self.upload(device, &inputs, options, &part, packed, from_initial, &shader)?;
            device.dispatch(&run.shader, &run.buffers.iter().collect::<Vec<_>>(), run.groups, 1)?;
            let (own_outputs, own_state) = run.results(device)?;
            self.place(&inputs, &part, &own_outputs, &mut outputs, &own_state, &mut state);
        }
        Ok(Outputs { outputs, state })
    }

    fn fits(&self, device: &Device, part: &Part, inputs: &Inputs<f32>, options: &Options) -> bool {
        let most = device.about().workgroups as usize;
        let plan = self.plan(device, inputs, options);
        let tiles = plan.tiles(inputs.dims.v);
        part.largest(self, inputs, options.dtype, plan.columns) <= device.buffer_limit()
            && (!plan.state_texels || part.states(inputs, plan.columns) <= device.texels_limit(4))
            && (!plan.texels
                || part.inputs(self, inputs, options.dtype)
                    <= device.texels_limit(if options.dtype == Dtype::F16 { 2 } else { 4 }))
            && part.heads.len() * tiles <= most
            && part.sequences.len() <= most
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "a private step of `run_template`, which has them all at hand"
    )]
    fn upload(
        &self,
        device: &Device,
        inputs: &Inputs<f32>,
        options: &Options,
        part: &Part,
        packed: Packed,
        from_initial: bool,
        shader: &Arc<Shader>,
    ) -> Result<Resident, KernelError> {
        let plan = self.plan(device, inputs, options);
        let (tiles, values) = (plan.tiles(inputs.dims.v), inputs.dims.v);
        let stride = values.next_multiple_of(plan.columns);
        let (heads, group) = (part.heads.len(), inputs.dims.value_heads / inputs.dims.key_heads);
        let mut params = vec![
            word(heads)?,
            word(group)?,
            word(tiles)?,
            u32::from(from_initial),
            inputs.scale.to_bits(),
            word(part.rows.len())?,
            0,
            0,
        ];
        for offset in &packed.offsets {
            params.push(word(*offset)?);
        }
        let outputs = part.rows.len() * heads * stride;
        let poison = |n: usize| vec![options.poison; n.max(1)];
        let buffers = vec![
            device.upload(&params)?,
            if plan.texels {
                device.upload_texels(&packed.narrow, options.dtype == Dtype::F16)?
            } else {
                device.upload(&packed.narrow)?
            },
            if plan.texels {
                device.upload_texels(bytemuck::cast_slice(&packed.wide), false)?
            } else {
                device.upload(&packed.wide)?
            },
            device.upload(&packed.sequences)?,
            if plan.state_texels {
                device.upload_texels(bytemuck::cast_slice(&packed.initial), false)?
            } else {
                device.upload(&packed.initial)?
            },
            device.upload(&poison(outputs))?,
            device.upload(&poison(packed.initial.len()))?,
        ];
        let moved = buffers.iter().map(Buffer::size).sum();
        let groups = [word(heads * tiles)?, word(part.sequences.len())?, 1];
        let states = packed.initial.len();
        Ok(Resident {
            shader: Arc::clone(shader),
            buffers,
            groups,
            outputs,
            states,
            values,
            stride,
            bytes: moved,
        })
    }

    /// The run of all of the inputs, on the device and ready to be repeated.
    ///
    /// # Errors
    /// As [`run`](Self::run), and [`KernelError::TooLarge`] where it would have to be split.
    pub fn resident(
        &self,
        device: &Device,
        inputs: &Inputs<f32>,
        options: &Options,
    ) -> Result<Resident, KernelError> {
        self.numbers(inputs)?;
        self.resident_template(device, inputs, options, &self.template(options.way))
    }

    /// [`resident`](Self::resident) with another template.
    pub(crate) fn resident_template(
        &self,
        device: &Device,
        inputs: &Inputs<f32>,
        options: &Options,
        template: &str,
    ) -> Result<Resident, KernelError> {
        let source = self.source_for(device, inputs, options, template)?;
        let inputs = options.way.prepared(inputs);
        let (part, plan) = (whole(&inputs), self.plan(device, &inputs, options));
        if !self.fits(device, &part, &inputs, options) {
            let bytes = part.largest(self, &inputs, options.dtype, plan.columns);
            return Err(KernelError::TooLarge { bytes, limit: device.buffer_limit() });
        }
        let state: Vec<f32> = inputs.all_heads().iter().flat_map(|at| inputs.initial(*at)).collect();
        let shader = device.shader(&source, options.mode, &bindings(plan))?;
        let packed = part.pack(self, &inputs, options.dtype, &plan, &state)?;
        self.upload(device, &inputs, options, &part, packed, inputs.has_initial(), &shader)
    }

    /// Puts a part's results where they belong.
    fn place(
        &self,
        inputs: &Inputs<f32>,
        part: &Part,
        own_outputs: &[f32],
        outputs: &mut [f32],
        own_state: &[f32],
        state: &mut [f32],
    ) {
        let (dims, heads) = (inputs.dims, part.heads.len());
        for (row, own) in part.rows.clone().zip(own_outputs.chunks_exact(heads * dims.v)) {
            let at = (row * dims.value_heads + part.heads.start) * dims.v;
            outputs[at..at + own.len()].copy_from_slice(own);
        }
        let size = inputs.rows() * dims.v;
        for (sequence, own) in part.sequences.clone().zip(own_state.chunks_exact(heads * size)) {
            let at = (sequence * dims.value_heads + part.heads.start) * size;
            state[at..at + own.len()].copy_from_slice(own);
        }
    }
}

impl Way {
    /// The inputs as a kernel takes them: factors, or for chunkwise ones logarithms.
    pub(crate) fn prepared(self, inputs: &Inputs<f32>) -> Inputs<f32> {
        match self {
            Self::Recurrent => crate::factors(inputs),
            Self::Chunkwise => crate::gates::bounded_logarithms(inputs),
        }
    }
}

impl Resident {
    /// Runs it `times` in a row and waits.
    ///
    /// # Errors
    /// Losses.
    pub fn repeat(&self, device: &Device, times: usize) -> Result<(), KernelError> {
        self.start(device, times)?;
        device.wait()
    }

    /// Runs it `times` in a row without waiting.
    pub(crate) fn start(&self, device: &Device, times: usize) -> Result<(), KernelError> {
        device.dispatch(&self.shader, &self.buffers.iter().collect::<Vec<_>>(), self.groups, times)
    }

    /// Where the outputs come to lie, for a kernel that reads them.
    pub(crate) fn outputs_buffer(&self) -> &Buffer {
        &self.buffers[5]
    }

    /// The inputs that are not narrow, for a kernel that makes one of them.
    pub(crate) fn wide_buffer(&self) -> &Buffer {
        &self.buffers[2]
    }

    /// Outputs and states.
    pub(crate) fn results(&self, device: &Device) -> Result<(Vec<f32>, Vec<f32>), KernelError> {
        let floats = |words: Vec<u32>| {
            let all: Vec<f32> = words.into_iter().map(f32::from_bits).collect();
            gathered(&all, self.values, self.stride)
        };
        let outputs = device.download(&self.buffers[5], self.outputs)?;
        let state = device.download(&self.buffers[6], self.states)?;
        Ok((floats(outputs), floats(state)))
    }
}
