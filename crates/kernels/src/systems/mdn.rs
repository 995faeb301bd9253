//! # Momentum DeltaNet
//!
//! $$M_t = \mu_t M_{t-1} + \eta_t k_t (S_{t-1}^\top p_t - v_t)^\top,\quad S_t = \alpha_t S_{t-1} - \beta_t M_t.$$
//!
//! # Buffers
//! `q`, `k`, `p` `[tokens, key heads, K]`, `v` `[tokens, heads, V]`, `alpha`, `mu`, `beta`, `eta` `[tokens, heads]`.
//! Initial and final state `[sequences, heads, 2 × K, V]`, outputs `[tokens, heads, V]`; all row-major.
//!
//! # Threads
//! Those of the [skeleton](crate::recurrent): a workgroup for a tile of columns of one head of one sequence.
//!
//! # Why the bound holds
//! A row takes K products and sums and one difference, of the 2K + 10 roundings that the bound allows. In $S$ the row is multiplied by $\eta k$ (two), added (one), multiplied by $\beta$ (one) and added (one): five of eight.

use crate::Kernel;
use engine::System;

/// The kernel.
pub const KERNEL: Kernel = Kernel {
    system: System::Mdn,
    state: include_str!("pair.wgsl"),
    recurrence: include_str!("mdn.wgsl"),
    erases: true,
    narrow: &["q", "k", "v", "p"],
};
