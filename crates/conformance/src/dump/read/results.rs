//! The results of a kernel: outputs, final states, gradients.

use super::Reader;
use crate::dump::{Backward, Case, DumpError, Layout, RawGate, StateLayout};
use engine::spec::Width;
use engine::{Dims, Inputs};
use std::collections::BTreeMap;

impl Reader<'_> {
    fn state_layout(&self, dims: Dims, stacked: bool) -> Result<StateLayout, DumpError> {
        if let Some(layout) = self.settings.state_layout {
            return Ok(StateLayout { stacked, ..layout });
        }
        if dims.k == dims.v {
            let why = format!("states are {} × {} either way", dims.k, dims.v);
            return Err(DumpError::Unsettled { key: "state_layout", why, flag: "state-layout" });
        }
        let mut transposed = false;
        for name in ["h0", "ht", "ht_h0"] {
            if let Some(shape) = self.shape(name)? {
                transposed |= shape.ends_with(&[dims.v, dims.k]);
            }
        }
        Ok(StateLayout { stacked, transposed })
    }

    fn state(
        &mut self,
        name: &str,
        inputs: &Inputs<f64>,
        result: bool,
    ) -> Result<Option<Vec<f64>>, DumpError> {
        let Some(plain) = self.tensor(name, result)? else { return Ok(None) };
        let dims = inputs.dims;
        let layout = self.state_layout(dims, self.system.spec().stacked > 1)?;
        let sizes = (inputs.sequences(), dims.value_heads, dims.k, dims.v);
        layout.canonical(&self.name(name), &plain.shape, sizes, plain.data).map(Some)
    }

    fn outputs(&mut self, name: &str, layout: Layout, dims: Dims) -> Result<Option<Vec<f64>>, DumpError> {
        let Some(plain) = self.tensor(name, true)? else { return Ok(None) };
        let want = (dims.batch, dims.tokens, dims.value_heads, dims.v);
        self.token_tensor(name, plain, layout, want, false).map(Some)
    }

    /// The runs in the file: `o` and `ht`, and those of the same inputs from `h0` under the names `o_h0`, `ht_h0`.
    pub(super) fn cases(&mut self, layout: Layout, inputs: &mut Inputs<f64>) -> Result<Vec<Case>, DumpError> {
        let initial = self.state("h0", inputs, false)?;
        let both = self.has("o_h0") || self.has("ht_h0");
        let mut cases = Vec::new();
        for prefix in ["", "chunk_"] {
            for suffix in ["", "_h0"] {
                let (o, ht) = (format!("{prefix}o{suffix}"), format!("{prefix}ht{suffix}"));
                let outputs = self.outputs(&o, layout, inputs.dims)?;
                let state = self.state(&ht, inputs, true)?;
                let from_initial = initial.is_some() && (!suffix.is_empty() || !both);
                if !suffix.is_empty() && initial.is_none() && (outputs.is_some() || state.is_some()) {
                    return Err(self.missing("h0"));
                }
                if outputs.is_some() || state.is_some() {
                    cases.push(Case { name: self.name(&o), outputs, state, from_initial });
                }
            }
        }
        if let Some(initial) = initial {
            *inputs = inputs.clone().with_initial(initial)?;
        }
        Ok(cases)
    }

    /// Gradients by what raw gates are made of. Where the file calls `g_raw` X, its gradient may be called grad_X.
    fn raw_gradients(
        &mut self,
        layout: Layout,
        inputs: &Inputs<f64>,
        gate: &RawGate,
        gradients: &mut BTreeMap<String, Vec<f64>>,
    ) -> Result<(), DumpError> {
        let Some(input) = self.system.spec().inputs.iter().find(|i| i.log.is_some()) else { return Ok(()) };
        let want = self.sizes(input, inputs);
        for name in ["g_raw", "A_log", "dt_bias"] {
            let (plain, own) = (format!("grad_{name}"), format!("grad_{}", self.name(name)));
            let full = if self.has(&plain) { plain } else { own };
            let Some(tensor) = self.tensor(&full, true)? else { continue };
            let width = gate.raw.len().checked_div(want.0 * want.1 * want.2).unwrap_or(1).max(1);
            let count = if name == "A_log" { want.2 } else { want.2 * width };
            let data = if name == "g_raw" {
                self.token_tensor(&full, tensor, layout, (want.0, want.1, want.2, width), false)?
            } else if tensor.data.len() == count {
                tensor.data
            } else {
                let wanted = format!("{count} entries");
                return Err(DumpError::Shape { name: full, shape: tensor.shape, wanted });
            };
            if name == "g_raw" && full != "grad_g_raw" {
                // What the file calls so is the raw activation, not the logarithm.
                gradients.remove(&full["grad_".len()..]);
            }
            gradients.insert(name.into(), data);
        }
        Ok(())
    }

    pub(super) fn backward(
        &mut self,
        layout: Layout,
        inputs: &Inputs<f64>,
        raw_gate: Option<&RawGate>,
    ) -> Result<Option<Backward>, DumpError> {
        let dims = inputs.dims;
        let Some(outputs) = self.tensor("do", false)? else { return Ok(None) };
        let want = (dims.batch, dims.tokens, dims.value_heads, dims.v);
        let outputs = self.token_tensor("do", outputs, layout, want, false)?;
        let size = inputs.sequences() * dims.value_heads * inputs.rows() * dims.v;
        let state = self.state("dht", inputs, false)?.unwrap_or_else(|| vec![0.0; size]);
        let mut gradients = BTreeMap::new();
        for input in self.system.spec().inputs {
            for name in [Some(input.name), input.log].into_iter().flatten() {
                let full = format!("grad_{name}");
                let Some(plain) = self.tensor(&full, true)? else { continue };
                let mut want = self.sizes(input, inputs);
                if self.shared.contains(&input.name) {
                    want.2 = dims.key_heads;
                }
                let narrow = input.width == Width::OneOrK;
                gradients.insert(name.to_owned(), self.token_tensor(&full, plain, layout, want, narrow)?);
            }
        }
        if let Some(gate) = raw_gate {
            self.raw_gradients(layout, inputs, gate, &mut gradients)?;
        }
        if let Some(state) = self.state("grad_h0", inputs, true)? {
            gradients.insert("h0".into(), state);
        }
        Ok(Some(Backward { outputs, state, gradients }))
    }
}
