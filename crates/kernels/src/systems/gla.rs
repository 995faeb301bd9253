//! # Gated linear attention
//!
//! $$S_t = \mathrm{Diag}(\alpha_t) S_{t-1} + k_t v_t^\top,\quad o_t = s\,S_t^\top q_t.$$
//!
//! # Buffers
//! `q`, `k` `[tokens, key heads, K]`, `v` `[tokens, heads, V]`, `alpha` `[tokens, heads, K]`; one gate for a head is copied to its channels on the host.
//! Initial and final state `[sequences, heads, K, V]`, outputs `[tokens, heads, V]`; all row-major.
//!
//! # Threads
//! Those of the [skeleton](crate::recurrent): a workgroup for a tile of columns of one head of one sequence.
//!
//! # Why the bound holds
//! An entry of the state is one product and one sum away from the last one and from $k v$: three roundings of the eight that the bound allows. An output is a sum of K products and one product with the scale, K + 1 of K + 10.

use crate::Kernel;
use engine::System;

/// The kernel.
pub const KERNEL: Kernel = Kernel {
    system: System::Gla,
    state: include_str!("single.wgsl"),
    recurrence: include_str!("gla.wgsl"),
    erases: false,
    narrow: &["q", "k", "v"],
};
