//! # Kimi Delta Attention
//!
//! $$S_t = (I - \beta_t k_t k_t^\top)\,\mathrm{Diag}(\alpha_t) S_{t-1} + \beta_t k_t v_t^\top.$$
//!
//! # Buffers
//! `q`, `k` `[tokens, key heads, K]`, `v` `[tokens, heads, V]`, `alpha` `[tokens, heads, K]`, `beta` `[tokens, heads]`.
//! Initial and final state `[sequences, heads, K, V]`, outputs `[tokens, heads, V]`; all row-major.
//!
//! # Threads
//! Those of the [skeleton](crate::recurrent): a workgroup for a tile of columns of one head of one sequence.
//!
//! # Why the bound holds
//! As for Gated DeltaNet: a row takes K + 3 of the K + 10 roundings that the bound allows, an entry of the state three of eight.

use crate::Kernel;
use engine::System;

/// The kernel.
pub const KERNEL: Kernel = Kernel {
    system: System::Kda,
    state: include_str!("single.wgsl"),
    recurrence: include_str!("kda.wgsl"),
    erases: true,
    narrow: &["q", "k", "v"],
};
