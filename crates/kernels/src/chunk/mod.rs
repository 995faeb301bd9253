//! The chunkwise kernels: one skeleton, `chunk.wgsl`, for Gated linear attention, Gated DeltaNet, KDA and Gated DeltaNet-2.
//!
//! # Mathematics
//! Within a chunk of [`CHUNK`] tokens the rows that are written solve a unit lower triangular system (the WY form of a product of Householder-like steps: Bischof, Van Loan
//! 1987; Yang et al., *Parallelizing Linear Transformers with the Delta Rule*, 2024), by forward substitution. The decay between two tokens is $e^{G_j - G_i}$ for the
//! cumulative logarithms $G$ of the chunk, and taken only where $i \le j$. The functions of a recurrence are those of its recurrent kernel; it is written once.
//!
//! # Buffers
//! As for the recurrent kernel, but gates as logarithms.
//!
//! # Threads
//! A workgroup for a tile of columns of one head of one sequence, a column to a thread. Threads share the $16 \times 16$ weights, each pair of tokens by one thread. Channels pass in
//! blocks of [`BLOCK`], whose cumulative logarithms lie in workgroup memory.
//!
//! # Why the bound holds
//! It is that of `engine::bounds` for `Form::Chunk(16)` with gates as logarithms: sums over channels and over the earlier tokens of the chunk, each product with one
//! factor $e^{G_j - G_i}$ that is off by $(4 + (n + 4) \sum |g|) u$. The exponential is our own ([`exponential`]) and takes less than the 4.
//! A factor below $2^{-126}$ is 0, which the bound allows as an underflow, on every device.

pub mod exponential;

use crate::KernelError;
use crate::compose::{Names, compose};
use crate::kernel::{Dtype, Kernel, Plan};
use engine::System;
use engine::spec::Width;

/// Tokens of a chunk.
pub const CHUNK: usize = 16;
/// Channels of a block.
pub const BLOCK: usize = 32;

const SKELETON: &str = include_str!("chunk.wgsl");

/// Whether a kernel has a chunkwise form here.
pub fn has(kernel: &Kernel) -> bool {
    matches!(kernel.system, System::Gla | System::Gdn | System::Kda | System::Gdn2)
}

/// The skeleton with the functions of a kernel, before sizes are known.
pub(crate) fn template(kernel: &Kernel) -> String {
    let skeleton = SKELETON.replace("$STATE", kernel.state).replace("$RECURRENCE", kernel.recurrence);
    skeleton.replace("$EXPONENTIAL", exponential::SOURCE)
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
    let decay = kernel.inputs().iter().find(|i| i.log.is_some()).map(|i| i.width);
    names.set("K", keys);
    names.set("V", values);
    names.set("LANES", plan.lanes);
    names.set("CHUNK", CHUNK);
    names.set("BLOCK", BLOCK);
    names.set("LOGARITHM", if decay == Some(Width::One) { "g.alpha" } else { "x.alpha" });
    names.set("F16", u8::from(dtype == Dtype::F16));
    names.set("REAL", dtype.name());
    names.list("inputs", kernel.entries(keys, values, |_| true));
    names.list("rows", kernel.entries(keys, values, |w| matches!(w, Width::K | Width::OneOrK)));
    names.list("gates", kernel.entries(keys, values, |w| w == Width::One));
    names.list("columns", kernel.entries(keys, values, |w| w == Width::V));
    compose(template, &names)
}
