//! # RWKV-7
//!
//! $$S_t = (\mathrm{Diag}(\alpha_t) - (a_t \odot \kappa_t) \kappa_t^\top) S_{t-1} + k_t v_t^\top.$$
//!
//! # Buffers
//! `r`, `k`, `kk` `[tokens, key heads, K]`, `v` `[tokens, heads, V]`, `alpha`, `a` `[tokens, heads, K]`.
//! Initial and final state `[sequences, heads, K, V]`, outputs `[tokens, heads, V]`; all row-major.
//!
//! # Threads
//! Those of the [skeleton](crate::recurrent): a workgroup for a tile of columns of one head of one sequence.
//!
//! # Why the bound holds
//! A row takes K products and sums of the K + 10 roundings that the bound allows; in the state it is multiplied by $a \odot \kappa$ (two) and added twice: four of eight.

use crate::Kernel;
use engine::System;

/// The kernel.
pub const KERNEL: Kernel = Kernel {
    system: System::Rwkv7,
    state: include_str!("single.wgsl"),
    recurrence: include_str!("rwkv7.wgsl"),
    erases: true,
    narrow: &["r", "k", "v", "kk"],
};
