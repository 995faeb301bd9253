//! Cyclic Flow Attention under `engine::bounds::slot_bound`.
//!
//! As for the other kernels, inputs are drawn afresh for each case, results are filled with NaNs before the run, and so are the queries that the read-out hands on. The reference is the engine in binary64;
//! its own bound is added to that of the kernel. The exact probes have a single slot: its weight is 1 whatever the score, its basis is 1, and all numbers are multiples of $2^{-10}$ below $2^{10}$, so that every
//! correct kernel gives the same bits.

mod case;
mod faults;

pub use case::{draw, probe};
pub use faults::{Fault, faults};

use super::suite::{KINDS, TIMES, packed, sizes};
use super::{Content, Cut, Line, Reference, Shape, Worst};
use crate::device::Device;
use crate::kernel::{Dtype, Plan};
use crate::probe::{Model, Probe};
use crate::recurrent::Options;
use crate::slots::{SlotInputs, Tables, Templates, run_with};
use crate::systems::cyfa::NAME;
use crate::{KernelError, Mode};
use engine::bounds::{Arithmetic, SlotArithmetic, slot_bound};

/// One line of the suite.
#[derive(Clone, Debug)]
pub struct SlotCheck {
    /// Its sizes.
    pub shape: Shape,
    /// Slots.
    pub slots: usize,
    /// The format of the activations.
    pub dtype: Dtype,
    /// How it is compiled.
    pub mode: Mode,
    /// How the recurrences are cut.
    pub cut: Cut,
}

/// Slots for each of the sizes.
const SLOTS: [usize; 6] = [127, 3, 31, 1, 63, 17];

/// Every check: the shapes of the other kernels, with 1 to 127 slots.
pub fn suite() -> Vec<SlotCheck> {
    let mut out = Vec::new();
    for time in TIMES {
        for (n, (keys, values)) in sizes().enumerate() {
            let (dtype, mode) = KINDS[n % KINDS.len()];
            let heads = 1 + usize::from(time < 65);
            let batch = if time == 1 { 3 } else { 1 };
            let shape = Shape { heads, batch, ..Shape::single(time, keys, values) };
            out.push(SlotCheck { shape, slots: SLOTS[n % SLOTS.len()], dtype, mode, cut: Cut::Usual });
        }
    }
    let packed = packed(12, 20);
    let mut add =
        |dtype, mode, cut| out.push(SlotCheck { shape: packed.clone(), slots: 15, dtype, mode, cut });
    for dtype in Dtype::ALL {
        for mode in Mode::ALL {
            add(dtype, mode, Cut::Usual);
        }
    }
    add(Dtype::F32, Mode::Strict, Cut::Parts);
    add(Dtype::F32, Mode::Strict, Cut::Alone);
    out
}

impl Line for SlotCheck {
    fn kernel(&self) -> &'static str {
        NAME
    }

    fn way(&self) -> String {
        NAME.to_owned()
    }

    fn shape(&self) -> &Shape {
        &self.shape
    }

    fn suffix(&self) -> String {
        format!("-M{}", self.slots)
    }

    fn dtype(&self) -> Dtype {
        self.dtype
    }

    fn mode(&self) -> Mode {
        self.mode
    }

    fn cut(&self) -> Cut {
        self.cut
    }

    fn case(
        &self,
        device: &Device,
        model: &Model,
        content: Content,
        seed: u64,
    ) -> Result<Worst, KernelError> {
        let plan = self.cut.plan(device, self.shape.keys, self.shape.values);
        let options = Options { mode: self.mode, dtype: self.dtype, plan, ..Options::default() };
        let inputs = draw(&self.shape, self.slots, content, self.dtype, seed);
        held(device, model, &inputs, &options, None)
    }
}

fn results(
    device: &Device,
    inputs: &SlotInputs,
    options: &Options,
    fault: Option<&Fault>,
) -> Result<crate::recurrent::Outputs, KernelError> {
    let templates = Templates::default();
    let (templates, tables) = match fault {
        Some(fault) => (fault.apply(templates)?, fault.tables),
        None => (templates, Tables::of as fn(&SlotInputs) -> Tables),
    };
    Ok(run_with(device, inputs, options, &templates, tables)?.results)
}

fn held(
    device: &Device,
    model: &Model,
    inputs: &SlotInputs,
    options: &Options,
    fault: Option<&Fault>,
) -> Result<Worst, KernelError> {
    Ok(reference(inputs, model).judge(&results(device, inputs, options, fault)?))
}

/// The reference with the bounds that a device is allowed.
pub fn reference(inputs: &SlotInputs, model: &Model) -> Reference {
    // The kernel's exponential is 0 below the normal numbers.
    let tiny = model.arithmetic.tiny.max(f64::from(f32::MIN_POSITIVE));
    let arithmetic = Arithmetic { tiny, ..model.arithmetic };
    let given =
        SlotArithmetic { arithmetic: &arithmetic, phases: Arithmetic::F64.unit, division: model.division };
    let (heads, v) = (inputs.heads, inputs.values);
    let mut outputs = vec![0.0; inputs.tokens() * heads * v];
    let mut bound_outputs = outputs.clone();
    let (mut state, mut bound_state) = (Vec::new(), Vec::new());
    for at in 0..inputs.sequences() * heads {
        let (sequence, head) = (at / heads, at % heads);
        let exact = inputs.sequence(sequence, head);
        let (run, _) = exact.run();
        let (bound, own) =
            (slot_bound(&exact, given), slot_bound(&exact, SlotArithmetic::of(&Arithmetic::F64)));
        let sum = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a + b).collect::<Vec<f64>>();
        let bounds = sum(&bound.outputs, &own.outputs);
        for (t, token) in inputs.tokens_of(sequence).enumerate() {
            let to = (token * heads + head) * v;
            outputs[to..to + v].copy_from_slice(&run.outputs[t * v..(t + 1) * v]);
            bound_outputs[to..to + v].copy_from_slice(&bounds[t * v..(t + 1) * v]);
        }
        state.extend(run.state);
        bound_state.extend(sum(&bound.state, &own.state));
    }
    Reference { outputs, state, bound_outputs, bound_state }
}

/// Whether the exact probes of one mode come out to the bit; the name of the first that does not.
///
/// # Errors
/// [`KernelError`].
pub fn exact(device: &Device, mode: Mode, tokens: usize, seed: u64) -> Result<Option<String>, KernelError> {
    for time in [1, 5, 63, tokens] {
        if !to_the_bit(device, &Options { mode, ..Options::default() }, time, seed, None)? {
            return Ok(Some(format!("one-slot-T{time}")));
        }
    }
    Ok(None)
}

fn to_the_bit(
    device: &Device,
    options: &Options,
    time: usize,
    seed: u64,
    fault: Option<&Fault>,
) -> Result<bool, KernelError> {
    let inputs = probe(time, seed);
    let got = results(device, &inputs, options, fault)?;
    let (wanted, _) = inputs.sequence(0, 0).run();
    let same = |got: &[f32], wanted: &[f64]| {
        got.len() == wanted.len() && got.iter().zip(wanted).all(|(x, y)| f64::from(*x) == *y)
    };
    Ok(same(&got.outputs, &wanted.outputs) && same(&got.state, &wanted.state))
}

/// What sees a fault, in words; without a fault, what is wrong with the kernel itself. `None`: nothing does.
///
/// The cases are one packed shape with several tiles of coordinates, of value columns and of tokens, of both contents, and a short exact probe.
///
/// # Errors
/// [`KernelError`]: a fault that is not planted, or does not compile.
pub fn seen(device: &Device, probe: &Probe, fault: Option<&Fault>) -> Result<Option<String>, KernelError> {
    for columns in [1, 4] {
        let seen = seen_in(device, probe, fault, columns)?;
        if seen.is_some() {
            return Ok(seen);
        }
    }
    Ok(None)
}

/// With so many columns to a thread.
fn seen_in(
    device: &Device,
    probe: &Probe,
    fault: Option<&Fault>,
    columns: usize,
) -> Result<Option<String>, KernelError> {
    let mode = if device.about().strict { Mode::Strict } else { Mode::Plain };
    let split = fault.is_some_and(Fault::in_parts);
    let usual = Plan::of(device.about(), 7, 19);
    let textures = fault.is_some_and(Fault::in_textures);
    let (texels, state_texels) = (usual.texels || textures, usual.state_texels || textures);
    let plan = Plan { columns, parts: if split { 3 } else { 1 }, texels, state_texels, ..usual };
    let options = Options { mode, plan: Some(plan), fill_workgroup: true, ..Options::default() };
    // Several tiles of both recurrences, the last one of the values' with columns over; all coordinates but one are used.
    let slots = 2 * plan.lanes + 3;
    let values = if columns == 1 { slots } else { columns * plan.lanes + 6 };
    // Inputs and states take more than one row of a texture; with four columns, no thread has rows beyond the state.
    let packed = vec![0, 11, 11, 20, 31, 31, 40, 52, 60];
    let keys = if columns == 1 { 7 } else { 8 };
    let shape = Shape { key_heads: 2, heads: 4, packed: Some(packed), ..Shape::single(60, keys, values) };
    let model = probe.model(mode);
    for content in Content::ALL {
        let inputs = draw(&shape, slots, content, Dtype::F32, 0);
        let worst = held(device, &model, &inputs, &options, fault)?;
        if let Some(seen) = worst.beyond(content) {
            return Ok(Some(seen));
        }
    }
    Ok((!to_the_bit(device, &options, 5, 0, fault)?).then(|| "an exact probe".into()))
}
