//! One vector: inputs, reference results, bounds.

use super::draft::Draft;
use super::plan::{Plan, Recipe};
use super::reference::{Results, results};
use super::{Format, VectorError, proof};
use crate::Dump;
use engine::bounds::{Form, Roundings, bounds};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use tensors::Tensor;

/// How results are held against the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Equal, number by number.
    Equal,
    /// Off by at most the bound of each number.
    WithinBound,
}

/// One vector, computed.
#[derive(Clone, Debug)]
pub struct Vector {
    plan: Plan,
    draft: Draft,
    results: Results,
    bound_outputs: Vec<f64>,
    bound_state: Vec<f64>,
    need: Option<proof::Need>,
}

impl Plan {
    /// Computes the vector.
    ///
    /// # Errors
    /// [`VectorError::Undecided`]; [`VectorError::NotExact`] for a probe without its proof.
    pub fn vector(&self) -> Result<Vector, VectorError> {
        let draft = self.draft();
        let need = match self.recipe {
            Recipe::Probe { .. } => Some(self.proved(&draft)?),
            _ => None,
        };
        let dump = draft.dump();
        let results = results(&dump, draft.format, &self.id)?;
        let (bound_outputs, bound_state) = match need {
            Some(_) => (vec![0.0; results.outputs.values.len()], vec![0.0; results.state.values.len()]),
            None => derived(&dump, &results),
        };
        Ok(Vector { plan: self.clone(), draft, results, bound_outputs, bound_state, need })
    }

    fn proved(&self, draft: &Draft) -> Result<proof::Need, VectorError> {
        let format = draft.format;
        let need = proof::need(&draft.inputs().factors());
        if need.within(format.significant_bits(), format.lowest_exponent()) {
            Ok(need)
        } else {
            let (needed, lowest) = (need.bits(), need.lowest);
            Err(VectorError::NotExact { case: self.id.clone(), needed, lowest })
        }
    }
}

/// The derived bounds, and the rounding of the reference on top of them. What is said of a set of vectors is said of all its numbers at once, by
/// [`Roundings::possible`] for each case.
fn derived(dump: &Dump, results: &Results) -> (Vec<f64>, Vec<f64>) {
    let inputs = dump.prepared(|x| *x);
    let dims = inputs.dims;
    let count = results.outputs.values.len() + results.state.values.len();
    let all = bounds(&inputs, dump.arithmetic, Roundings::possible(count), Form::COMMON, &dump.preparation());
    let mut outputs = vec![0.0; results.outputs.values.len()];
    let mut state = Vec::with_capacity(results.state.values.len());
    for (at, bound) in all {
        let (batch, tokens) = inputs.tokens_of(at.sequence);
        for (t, row) in tokens.zip(bound.outputs.chunks_exact(dims.v.max(1))) {
            let start = ((batch * dims.tokens + t) * dims.value_heads + at.head) * dims.v;
            outputs[start..start + dims.v].copy_from_slice(row);
        }
        state.extend(bound.state);
    }
    let plus = |bound: Vec<f64>, errors: &[f64]| -> Vec<f64> {
        bound.into_iter().zip(errors).map(|(b, e)| if *e == 0.0 { b } else { (b + e).next_up() }).collect()
    };
    (plus(outputs, &results.outputs.errors), plus(state, &results.state.errors))
}

impl Vector {
    /// What it is for.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The inputs, as a dump without results.
    pub fn dump(&self) -> Dump {
        self.draft.dump()
    }

    /// How results are held against it.
    pub fn comparison(&self) -> Comparison {
        if self.need.is_some() { Comparison::Equal } else { Comparison::WithinBound }
    }

    /// The outputs of the reference, `[batch, tokens, value heads, V]`.
    pub fn outputs(&self) -> &[f64] {
        &self.results.outputs.values
    }

    /// The final states of the reference, `[sequences, value heads, rows, V]`.
    pub fn state(&self) -> &[f64] {
        &self.results.state.values
    }

    /// How far each output may be off; 0 where it must be equal.
    pub fn bound_outputs(&self) -> &[f64] {
        &self.bound_outputs
    }

    /// How far each entry of the final states may be off.
    pub fn bound_state(&self) -> &[f64] {
        &self.bound_state
    }

    /// Whether results pass. No number that is not one passes.
    pub fn accepts(&self, outputs: &[f64], state: &[f64]) -> bool {
        let all = |got: &[f64], wanted: &[f64], bound: &[f64]| {
            got.len() == wanted.len()
                && got.iter().zip(wanted).zip(bound).all(|((g, w), b)| (g - w).abs() <= *b)
        };
        all(outputs, self.outputs(), &self.bound_outputs) && all(state, self.state(), &self.bound_state)
    }

    /// The largest bound of an output; 0 for a probe.
    pub fn largest_bound(&self) -> f64 {
        self.bound_outputs.iter().fold(0.0_f64, |m, x| m.max(*x))
    }

    /// Significant bits that the largest intermediate of a probe needs.
    pub fn needed_bits(&self) -> Option<u32> {
        self.need.map(proof::Need::bits)
    }

    /// The file's tensors.
    pub fn tensors(&self) -> Vec<(String, Tensor)> {
        let (draft, format) = (&self.draft, self.draft.format);
        let mut out = draft.input_tensors();
        out.push(("o".into(), format.tensor(draft.output_shape(), self.outputs())));
        out.push(("ht".into(), draft.state_tensor(self.state(), format.of_states())));
        out.push(("bound_o".into(), Format::F64.tensor(draft.output_shape(), &self.bound_outputs)));
        out.push(("bound_ht".into(), draft.state_tensor(&self.bound_state, Format::F64)));
        out
    }

    /// The file's metadata: those of the dump format, and `made_by` and `case`.
    pub fn metadata(&self) -> BTreeMap<String, String> {
        let mut out = self.draft.metadata();
        out.insert("made_by".into(), super::set::MADE_BY.into());
        out.insert("case".into(), self.plan.id.clone());
        out
    }

    /// The manifest's entry.
    pub(super) fn entry(&self) -> Json {
        let (draft, plan) = (&self.draft, &self.plan);
        let d = draft.dims;
        let faults: Vec<Json> =
            plan.catches.iter().map(|f| json!({"fault": f.name, "what": f.what})).collect();
        json!({
            "id": plan.id,
            "file": plan.file(),
            "family": plan.family.name(),
            "catches": faults,
            "comparison": match self.comparison() {
                Comparison::Equal => "equal",
                Comparison::WithinBound => "within_bound",
            },
            "shape": {
                "batch": d.batch, "tokens": d.tokens, "key_heads": d.key_heads, "value_heads": d.value_heads,
                "k": d.k, "v": d.v, "parts": d.parts, "sequences": draft.sequences(),
            },
            "gate": draft.gate(),
            "scale": draft.scale,
            "lower_bound": draft.raw.as_ref().and_then(|r| r.lower_bound),
            "initial_state": draft.initial.is_some(),
            "packed": draft.boundaries.is_some(),
            "inputs": draft.input_tensors().into_iter().map(|(name, _)| name).collect::<Vec<_>>(),
            "pair": plan.pair.as_ref().map(|p| json!({"with": p.with, "identical_tokens": p.identical_tokens})),
            "exact": self.need.map(|n| json!({
                "needed_bits": n.bits(), "available_bits": draft.format.significant_bits(), "finest_exponent": n.lowest,
            })),
            "reference_bits": self.results.bits,
            "largest_bound": self.largest_bound(),
        })
    }
}
