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
//! It is that of `engine::bounds` for `Form::Chunk(16)` with gates as logarithms, which lets every *term* take a number of roundings, in any order. What a term takes at the most, in the
//! chunk's token number $j$ (from 0), which is the bound's step $n = j + 1$:
//!
//! * *The written row* $r_j$. Through an earlier row $r_i$: the erase vector's own product (`erases`), $D x_i$ (`entry`), their product, K sums in blocks, the product with $r_i$, up to
//!   $j + 1$ sums, and what `residual` does (a difference and a strength): K + j + 7. Through the state of the chunk's start: $D S$, the product with the erase vector and the same sums:
//!   less. Allowed are K + 2n + 8 = K + 2j + 10.
//! * *An entry of the state* at the end of a chunk of $n$ tokens: $D x_i$, the product with $r_i$, up to $n$ sums: n + 2 of 2n + 6.
//! * *An output*: as the row, with the scale for the strength.
//!
//! Besides, each term has one factor $D = e^{G_j - G_i}$, for which the bound allows a relative $(4 + (n + 4) \sum |g|) u$: the $n$ sums of logarithms and the difference are off by at most $(n + 1) u
//! \sum |g|$, and the exponential, which is our own ([`exponential`]), by less than the 4 units. A $D$ below $2^{-126}$ is taken as 0 on every device; that is an underflow, whose error the bound
//! multiplies by the state and the rows that $D$ stands before.

pub mod exponential;

use crate::KernelError;
use crate::compose::compose;
use crate::kernel::{Dtype, Kernel, PROLOGUE, Plan};
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
    let skeleton = SKELETON
        .replace("$PROLOGUE", PROLOGUE)
        .replace("$STATE", kernel.state)
        .replace("$RECURRENCE", kernel.recurrence);
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
    let mut names = kernel.names(dtype, keys, values, Plan { columns: 1, ..plan });
    let decay = kernel.inputs().iter().find(|i| i.log.is_some()).map(|i| i.width);
    names.set("LANES", plan.lanes);
    names.set("CHUNK", CHUNK);
    names.set("BLOCK", BLOCK);
    names.set("LOGARITHM", if decay == Some(Width::One) { "g.alpha" } else { "x.alpha" });
    compose(template, &names)
}
