//! The recurrent kernels: one skeleton, `recurrent.wgsl`, for every recurrence.
//!
//! # Threads
//! The columns of a state never mix, so a workgroup takes a tile of columns of one head of one sequence from the first token to the last. Of its
//! `lanes × parts` threads each holds `columns` columns of every `parts`-th stretch of rows in registers. What a row of all columns needs (key,
//! query, gate) is loaded once by a subgroup, a few rows to each lane, and handed round. Where rows are cut into parts, their sums meet in workgroup memory between
//! two barriers.
//!
//! # Why the bound holds
//! Each kernel's file counts the roundings between the inputs and a row, an entry of the state and an output. Cutting rows into parts changes the
//! order of a sum alone. Padding rows are zero, and adding a zero rounds nothing. The bound of `engine::bounds` in its recurrent form covers every
//! order of summation, and contraction leaves roundings out.

mod pack;
mod run;

pub use run::{Options, Outputs, Resident};

use crate::compose::{Names, compose};
use crate::kernel::{Dtype, Kernel, Plan};
use crate::{KernelError, device::Binding};
use engine::spec::Width;

/// The skeleton.
const SKELETON: &str = include_str!("recurrent.wgsl");

/// Bindings of the skeleton: parameters, activations, gates, sequences, initial state; outputs, final state.
const BINDINGS: [Binding; 7] = [
    Binding::Uniform,
    Binding::Read,
    Binding::Read,
    Binding::Read,
    Binding::Read,
    Binding::Write,
    Binding::Write,
];

/// The skeleton with the functions of a kernel, before sizes are known: what a person writes, and what faults are planted in.
pub(crate) fn template(kernel: &Kernel) -> String {
    SKELETON.replace("$STATE", kernel.state).replace("$RECURRENCE", kernel.recurrence)
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
    let mut names = Names::default();
    let rows = keys.div_ceil(plan.parts);
    names.set("K", keys);
    names.set("V", values);
    names.set("LANES", plan.lanes);
    names.set("COLUMNS", plan.columns);
    names.set("PARTS", plan.parts);
    names.set("ROWS", rows);
    // Lanes can be named only where rows are.
    names.set("UNROLLED", u8::from(plan.subgroups));
    names.set("TIMES", if plan.subgroups { rows } else { 1 });
    names.set("ENTRIES", rows * plan.columns);
    names.set("LOADS", rows.div_ceil(plan.lanes));
    names.set("THREADS", plan.lanes * plan.parts);
    names.set("STACKED", kernel.system.spec().stacked);
    names.set("SUBGROUPS", u8::from(plan.subgroups));
    names.set("SPLIT", u8::from(plan.parts > 1));
    names.set("ERASES", u8::from(kernel.erases));
    names.set("F16", u8::from(dtype == Dtype::F16));
    names.set("REAL", dtype.name());
    names.list("inputs", kernel.entries(keys, values, |_| true));
    names.list("rows", kernel.entries(keys, values, |w| matches!(w, Width::K | Width::OneOrK)));
    names.list("gates", kernel.entries(keys, values, |w| w == Width::One));
    names.list("columns", kernel.entries(keys, values, |w| w == Width::V));
    compose(template, &names)
}
