//! # Gated DeltaNet-2
//!
//! $$S_t = (I - k_t (b_t \odot k_t)^\top)\,\mathrm{Diag}(\alpha_t) S_{t-1} + k_t (w_t \odot v_t)^\top.$$
//!
//! # Buffers
//! `q`, `k` `[tokens, key heads, K]`, `v`, `w` `[tokens, heads, V]`, `alpha`, `b` `[tokens, heads, K]`.
//! Initial and final state `[sequences, heads, K, V]`, outputs `[tokens, heads, V]`; all row-major.
//!
//! # Threads
//! Those of the [skeleton](crate::recurrent): a workgroup for a tile of columns of one head of one sequence.
//!
//! # Why the bound holds
//! A row takes K products and sums, one product for the gate, one for $b \odot k$ and one difference, K + 3 of the K + 10 roundings that the bound allows; an entry of the state three of six.

use crate::Kernel;
use engine::System;

/// The kernel.
pub const KERNEL: Kernel = Kernel {
    system: System::Gdn2,
    state: include_str!("single.wgsl"),
    recurrence: include_str!("gdn2.wgsl"),
    erases: true,
    narrow: &["q", "k", "v"],
};
