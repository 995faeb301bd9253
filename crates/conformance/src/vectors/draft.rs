//! The inputs of a case, under construction.

use super::Format;
use super::proof::width_of;
use crate::{Dump, RawGate};
use engine::spec::{Heads, Input, Scale};
use engine::{Dims, Inputs, System};
use std::collections::BTreeMap;
use tensors::Tensor;

/// Where an entry of a token tensor is.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    pub(super) token: usize,
    pub(super) channel: usize,
}

/// Raw activations of the gates `g`.
#[derive(Clone, Debug)]
pub(super) struct Raw {
    pub(super) raw: Vec<f64>,
    /// One for each value head.
    pub(super) a_log: Vec<f64>,
    /// One for each value head and channel of the gate.
    pub(super) bias: Vec<f64>,
    pub(super) lower_bound: Option<f64>,
}

/// The inputs of a case; every number is one of its tensor's format.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) system: System,
    pub(super) format: Format,
    pub(super) dims: Dims,
    pub(super) scale: f64,
    pub(super) initial: Option<Vec<f64>>,
    pub(super) boundaries: Option<Vec<i64>>,
    pub(super) raw: Option<Raw>,
    tensors: BTreeMap<&'static str, Vec<f64>>,
}

impl Draft {
    /// A case without tensors, with the system's usual scale.
    pub(super) fn new(system: System, format: Format, dims: Dims) -> Self {
        let scale = match system.spec().scale {
            Scale::RootK => 1.0 / (dims.k as f64).sqrt(),
            Scale::One => 1.0,
        };
        let tensors = BTreeMap::new();
        Self { system, format, dims, scale, initial: None, boundaries: None, raw: None, tensors }
    }

    /// The input of a name, by its own or by that of its logarithm.
    pub(super) fn input(&self, name: &str) -> Option<Input> {
        self.system.spec().inputs.iter().find(|i| i.name == name || i.log == Some(name)).copied()
    }

    /// Batch, rows (tokens times parts), heads, width.
    fn shape_of(&self, input: &Input) -> [usize; 4] {
        let Dims { batch, tokens, key_heads, value_heads, k, v, parts } = self.dims;
        let heads = if input.heads == Heads::Key { key_heads } else { value_heads };
        let rows = tokens * if input.parts { parts } else { 1 };
        [batch, rows, heads, width_of(input.width, k, v)]
    }

    fn format_of(&self, input: &Input, name: &str) -> Format {
        if input.log.is_some() || name == "sign" { self.format.of_states() } else { self.format }
    }

    /// How many numbers a tensor has.
    pub(super) fn len(&self, input: &Input) -> usize {
        self.shape_of(input).iter().product()
    }

    /// Sets a tensor, each entry rounded to its format. `name` is the input's, or its logarithm's.
    pub(super) fn set(&mut self, input: &Input, name: &'static str, data: Vec<f64>) {
        assert_eq!(data.len(), self.len(input), "`{name}` has the wrong length");
        let format = self.format_of(input, name);
        self.tensors.insert(name, data.into_iter().map(|x| format.nearest(x)).collect());
    }

    /// Sets each entry of a tensor of the system by its place; nothing where the draft has no such tensor. A token of
    /// several parts counts as several.
    pub(super) fn change(&mut self, name: &str, mut f: impl FnMut(At, f64) -> f64) {
        let input = if name == "sign" { self.input("alpha") } else { self.input(name) };
        let Some(input) = input else { return };
        let [_, rows, heads, width] = self.shape_of(&input);
        let format = self.format_of(&input, name);
        if let Some(tensor) = self.tensors.get_mut(name) {
            for (e, x) in tensor.iter_mut().enumerate() {
                let at = At { token: e / width / heads % rows, channel: e % width };
                *x = format.nearest(f(at, *x));
            }
        }
    }

    /// Takes a tensor away.
    pub(super) fn remove(&mut self, name: &str) {
        self.tensors.remove(name);
    }

    /// A tensor that is set.
    pub(super) fn tensor(&self, name: &str) -> Option<&[f64]> {
        self.tensors.get(name).map(Vec::as_slice)
    }

    pub(super) fn sequences(&self) -> usize {
        self.boundaries.as_ref().map_or(self.dims.batch, |b| b.len() - 1)
    }

    /// Entries of the states.
    pub(super) fn state_len(&self) -> usize {
        self.sequences() * self.dims.value_heads * self.rows() * self.dims.v
    }

    pub(super) fn rows(&self) -> usize {
        self.dims.k * self.system.spec().stacked
    }

    /// Sets the initial state, each entry rounded to the format of states.
    pub(super) fn set_initial(&mut self, state: Vec<f64>) {
        let format = self.format.of_states();
        self.initial = Some(state.into_iter().map(|x| format.nearest(x)).collect());
    }

    /// The inputs as the engine takes them.
    pub(super) fn inputs(&self) -> Inputs<f64> {
        let build = || {
            let mut inputs = Inputs::new(self.system, self.dims, self.scale)?;
            for (name, data) in &self.tensors {
                inputs = inputs.with(name, data.clone())?;
            }
            if let Some(boundaries) = &self.boundaries {
                inputs = inputs.with_boundaries(boundaries)?;
            }
            if let Some(raw) = self.raw_gate() {
                inputs = inputs.with("g", raw.logarithms(|x| *x))?;
            }
            if let Some(initial) = &self.initial {
                inputs = inputs.with_initial(initial.clone())?;
            }
            inputs.check().map(|()| inputs)
        };
        match build() {
            Ok(inputs) => inputs,
            Err(error) => panic!("a case has the inputs of its system: {error}"),
        }
    }

    fn raw_gate(&self) -> Option<RawGate> {
        let raw = self.raw.as_ref()?;
        let heads = self.dims.value_heads;
        let width = raw.bias.len() / heads;
        let entries = 0..raw.raw.len();
        Some(RawGate {
            raw: raw.raw.clone(),
            a_log: entries.clone().map(|e| raw.a_log[e / width % heads]).collect(),
            bias: entries.map(|e| raw.bias[e % (heads * width)]).collect(),
            lower_bound: raw.lower_bound,
        })
    }

    /// What reading the case's file gives, without results.
    pub(super) fn dump(&self) -> Dump {
        Dump {
            system: self.system,
            arithmetic: self.format.arithmetic(),
            inputs: self.inputs(),
            raw_gate: self.raw_gate(),
            raw_beta: None,
            shared: Vec::new(),
            normalise: false,
            cases: Vec::new(),
            backward: None,
            notes: Vec::new(),
        }
    }

    /// How gates are given, in the words of the dump format.
    pub(super) fn gate(&self) -> &'static str {
        match &self.raw {
            Some(Raw { lower_bound: Some(_), .. }) => return "safe_gate",
            Some(_) => return "softplus",
            None => {}
        }
        let gates: Vec<_> = self.system.spec().inputs.iter().filter(|i| i.log.is_some()).collect();
        if gates.is_empty() {
            "none"
        } else if gates.iter().any(|i| self.tensors.contains_key(i.name)) {
            "signed"
        } else {
            "natural_log"
        }
    }

    /// The axes of the states.
    pub(super) fn state_layout(&self) -> String {
        let stacked = if self.system.spec().stacked > 1 { "2" } else { "" };
        format!("{stacked}{}", if self.boundaries.is_some() { "NHKV" } else { "BHKV" })
    }

    /// A tensor of states: `[sequences, heads, K, V]`, with an axis of 2 before it for two stacked matrices.
    pub(super) fn state_tensor(&self, data: &[f64], format: Format) -> Tensor {
        let Dims { value_heads, k, v, .. } = self.dims;
        let (stacked, heads) = (self.system.spec().stacked, self.sequences() * value_heads);
        let mut shape = vec![self.sequences(), value_heads, k, v];
        if stacked == 1 {
            return format.tensor(shape, data);
        }
        shape.insert(0, stacked);
        let matrices = (0..stacked).flat_map(|m| (0..heads).map(move |h| (h * stacked + m) * k * v));
        let moved: Vec<f64> = matrices.flat_map(|at| data[at..at + k * v].to_vec()).collect();
        format.tensor(shape, &moved)
    }

    /// The shape of the outputs.
    pub(super) fn output_shape(&self) -> Vec<usize> {
        let Dims { batch, tokens, value_heads, v, .. } = self.dims;
        vec![batch, tokens, value_heads, v]
    }

    /// The tensors of the inputs, as a kernel takes them.
    pub(super) fn input_tensors(&self) -> Vec<(String, Tensor)> {
        let states = self.format.of_states();
        let mut out = Vec::new();
        for (name, data) in &self.tensors {
            let input = if *name == "sign" { self.input("alpha") } else { self.input(name) };
            let Some(input) = input else { continue };
            let mut shape = self.shape_of(&input).to_vec();
            if input.width == engine::spec::Width::One {
                shape.pop();
            }
            out.push(((*name).to_owned(), self.format_of(&input, name).tensor(shape, data)));
        }
        if let (Some(raw), Some(gate)) = (&self.raw, self.input("g")) {
            let mut shape = self.shape_of(&gate).to_vec();
            if gate.width == engine::spec::Width::One {
                shape.pop();
            }
            out.push(("g_raw".into(), states.tensor(shape, &raw.raw)));
            out.push(("A_log".into(), states.tensor(vec![raw.a_log.len()], &raw.a_log)));
            out.push(("dt_bias".into(), states.tensor(vec![raw.bias.len()], &raw.bias)));
        }
        if let Some(initial) = &self.initial {
            out.push(("h0".into(), self.state_tensor(initial, states)));
        }
        if let Some(ends) = &self.boundaries {
            let tensor = Tensor::new(vec![ends.len()], ends.clone());
            out.push(("cu_seqlens".into(), tensor.expect("a vector has the length of its shape")));
        }
        out
    }

    /// The metadata of the dump format.
    pub(super) fn metadata(&self) -> BTreeMap<String, String> {
        let mut out = BTreeMap::from(
            [
                ("system", self.system.spec().name.to_owned()),
                ("dtype_of_arithmetic", self.format.arithmetic().name.to_owned()),
                ("layout", "BTHD".into()),
                ("state_layout", self.state_layout()),
                ("scale", self.scale.to_string()),
                ("gate", self.gate().into()),
                ("qk_l2norm", "none".into()),
                ("beta", "as_used".into()),
            ]
            .map(|(k, v)| (k.to_owned(), v)),
        );
        if let Some(lower) = self.raw.as_ref().and_then(|r| r.lower_bound) {
            out.insert("lower_bound".into(), lower.to_string());
        }
        out
    }
}
