//! Inputs at random, in the ranges of real models.

use super::Format;
use super::draft::Draft;
use super::draw::Draw;
use super::proof::{is_strength, width_of};
use engine::spec::Input;
use engine::{Dims, System};

/// A case with every input at random, logarithms of gates uniform between `-most` and 0, and no initial state.
pub(super) fn draft(system: System, format: Format, dims: Dims, most: f64, draw: &mut Draw) -> Draft {
    let mut draft = Draft::new(system, format, dims);
    for input in system.spec().inputs {
        let (name, data) = tensor(&draft, input, most, draw);
        draft.set(input, name, data);
        if input.log.is_some() && system == System::Ckda {
            let signs = (0..draft.len(input)).map(|_| draw.one_of(&[1.0, -1.0])).collect();
            draft.set(input, "sign", signs);
        }
    }
    draft
}

/// A random initial state in $[-1, 1]$.
pub(super) fn initial(draft: &mut Draft, draw: &mut Draw) {
    let state = (0..draft.state_len()).map(|_| draw.uniform(-1.0, 1.0)).collect();
    draft.set_initial(state);
}

fn tensor(draft: &Draft, input: &Input, most: f64, draw: &mut Draw) -> (&'static str, Vec<f64>) {
    let len = draft.len(input);
    let width = width_of(input.width, draft.dims.k, draft.dims.v);
    let mut uniform = |low, high| (0..len).map(|_| draw.uniform(low, high)).collect::<Vec<_>>();
    if let Some(log) = input.log {
        // A momentum rule forgets its momentum faster than its state.
        let least = if input.name == "mu" { 1.0 } else { 0.0 };
        return (log, uniform(-most - least, -least * 0.1));
    }
    let data = match (draft.system, input.name) {
        (System::Mdn, "beta") => uniform(0.0, 0.3),
        (system, name) if is_strength(system, name) => uniform(0.05, 0.95),
        // Reads −u and writes βu: an erase.
        (System::Dplr | System::Iplr, "b") => {
            let reads = draft.tensor("a").unwrap_or(&[]).to_vec();
            let strengths = uniform(-0.95, -0.05);
            reads.iter().enumerate().map(|(e, x)| strengths[e / width * width] * x).collect()
        }
        (_, "p") => {
            let keys = draft.tensor("k").unwrap_or(&[]).to_vec();
            let wobble = uniform(0.8, 1.0);
            keys.iter().zip(wobble).map(|(k, w)| k * w).collect()
        }
        (_, "k" | "kk" | "a") => (0..len / width).flat_map(|_| draw.unit(width)).collect(),
        _ => uniform(-1.0, 1.0),
    };
    (input.name, data)
}
