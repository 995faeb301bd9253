//! # DeltaNet
//!
//! $$S_t = (I - \beta_t k_t k_t^\top) S_{t-1} + \beta_t k_t v_t^\top.$$
//!
//! # Buffers
//! `q`, `k` `[tokens, key heads, K]`, `v` `[tokens, heads, V]`, `beta` `[tokens, heads]`.
//! Initial and final state `[sequences, heads, K, V]`, outputs `[tokens, heads, V]`; all row-major.
//!
//! # Threads
//! Those of the [skeleton](crate::recurrent): a workgroup for a tile of columns of one head of one sequence.
//!
//! # Why the bound holds
//! The row $\beta (v - S^\top k)$ takes K products and sums, one difference and one product, K + 2 of the K + 10 roundings that the bound allows; the entry of the state one product and one sum of eight.

use crate::Kernel;
use engine::System;

/// The kernel.
pub const KERNEL: Kernel = Kernel {
    system: System::DeltaNet,
    state: include_str!("single.wgsl"),
    recurrence: include_str!("delta_net.wgsl"),
    erases: true,
    narrow: &["q", "k", "v"],
};
