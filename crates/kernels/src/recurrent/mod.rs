//! The recurrent kernels: one skeleton, `recurrent.wgsl`, for every recurrence.
//!
//! # Threads
//! The columns of a state never mix, so a workgroup takes a tile of columns of one head of one sequence from the first token to the last. Of its
//! `lanes × parts` threads each holds 1, 2 or 4 neighbouring columns (the type `Columns`) of a stretch of rows in registers: the loops over rows are written out, as an array with a
//! variable index would lie in memory. What a row of all columns needs (key, query, gate) is loaded once by a subgroup, four rows to a lane and load, and handed round by
//! `subgroupShuffle`. Where rows are cut into parts, their sums meet in workgroup memory between two barriers.
//!
//! Inputs lie in rows of whole vectors of four and states and results in rows of whole `Columns`, filled up by the host.
//!
//! # Why the bound holds
//! Each kernel's file counts the roundings between the inputs and a row, an entry of the state and an output. Cutting rows into parts changes the
//! order of a sum alone. Padding rows are zero, and adding a zero rounds nothing. The bound of `engine::bounds` in its recurrent form covers every
//! order of summation, and contraction leaves roundings out.

mod pack;
mod run;

pub use run::{Options, Outputs, Resident};

use crate::compose::compose;
use crate::kernel::{Dtype, Kernel, PROLOGUE, Plan, QUAD};
use crate::{KernelError, device::Binding};

/// The skeleton.
const SKELETON: &str = include_str!("recurrent.wgsl");

/// Bindings of the skeletons: parameters, activations, gates, sequences, initial state; outputs, final state.
fn bindings(plan: Plan) -> [Binding; 7] {
    let place = |texels: bool| if texels { Binding::Texels } else { Binding::Read };
    let (inputs, state) = (place(plan.texels), place(plan.state_texels));
    [Binding::Uniform, inputs, inputs, Binding::Read, state, Binding::Write, Binding::Write]
}

/// The skeleton with the functions of a kernel, before sizes are known: what a person writes, and what faults are planted in.
pub(crate) fn template(kernel: &Kernel) -> String {
    SKELETON
        .replace("$PROLOGUE", PROLOGUE)
        .replace("$STATE", kernel.state)
        .replace("$RECURRENCE", kernel.recurrence)
}

/// The WGSL of a template for `keys × values` states.
///
/// # Errors
/// [`KernelError::Source`].
pub(crate) fn source(
    template: &str,
    kernel: &Kernel,
    dtype: Dtype,
    keys: usize,
    values: usize,
    plan: Plan,
) -> Result<String, KernelError> {
    let mut names = kernel.names(dtype, keys, values, plan);
    let rows = plan.rows(keys);
    let quads = rows / QUAD;
    names.set("LANES", plan.lanes);
    names.set("PARTS", plan.parts);
    names.set("ROWS", rows);
    // Every thread has rows of the state alone.
    names.set("WHOLE", u8::from(rows * plan.parts == keys));
    names.set("LOADS", if plan.subgroups { quads.div_ceil(plan.lanes) } else { quads });
    names.set("THREADS", plan.lanes * plan.parts);
    names.set("STACKED", kernel.system.spec().stacked);
    names.set("SUBGROUPS", u8::from(plan.subgroups));
    names.set("SPLIT", u8::from(plan.parts > 1));
    names.set("ERASES", u8::from(kernel.erases));
    compose(template, &names)
}
