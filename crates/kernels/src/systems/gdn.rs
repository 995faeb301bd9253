//! # Gated DeltaNet
//!
//! $$S_t = (I - \beta_t k_t k_t^\top)\,\alpha_t S_{t-1} + \beta_t k_t v_t^\top.$$
//!
//! # Buffers
//! `q`, `k` `[tokens, key heads, K]`, `v` `[tokens, heads, V]`, `alpha`, `beta` `[tokens, heads]`.
//! Initial and final state `[sequences, heads, K, V]`, outputs `[tokens, heads, V]`; all row-major.
//!
//! # Threads
//! Those of the [skeleton](crate::recurrent): a workgroup for a tile of columns of one head of one sequence.
//!
//! # Why the bound holds
//! The row $\beta (v - (\alpha S)^\top k)$ takes K products and sums, the product with the gate, one difference and one product, K + 3 of the K + 10 roundings that the bound allows; the entry of the state two products and one sum of eight.

use crate::Kernel;
use engine::System;

/// The kernel.
pub const KERNEL: Kernel = Kernel {
    system: System::Gdn,
    state: include_str!("single.wgsl"),
    recurrence: include_str!("gdn.wgsl"),
    erases: true,
    narrow: &["q", "k", "v"],
};
