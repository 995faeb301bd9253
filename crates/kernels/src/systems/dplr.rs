//! # Diagonal plus low rank
//!
//! $$S_t = (\mathrm{Diag}(\alpha_t) + b_t a_t^\top) S_{t-1} + k_t v_t^\top.$$
//!
//! # Buffers
//! `q`, `k` `[tokens, key heads, K]`, `v` `[tokens, heads, V]`, `a`, `b`, `alpha` `[tokens, heads, K]`.
//! Initial and final state `[sequences, heads, K, V]`, outputs `[tokens, heads, V]`; all row-major.
//!
//! # Threads
//! Those of the [skeleton](crate::recurrent): a workgroup for a tile of columns of one head of one sequence.
//!
//! # Why the bound holds
//! A row takes K products and sums of the K + 10 roundings that the bound allows; in the state it is multiplied by $b$ and added twice: three of eight.

use crate::Kernel;
use engine::System;

/// The kernel.
pub const KERNEL: Kernel = Kernel {
    system: System::Dplr,
    state: include_str!("single.wgsl"),
    recurrence: include_str!("dplr.wgsl"),
    erases: true,
    narrow: &["q", "k", "v", "a", "b"],
};
