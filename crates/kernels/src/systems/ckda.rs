//! # Complex KDA
//!
//! $$S_t = (I - \beta_t k_t k_t^\top)\,\mathrm{Diag}(\alpha_t) S_{t-1} + \beta_t k_t v_t^\top,\quad \alpha_t \in [-1, 1]^K.$$
//!
//! # Buffers
//! `q`, `k` `[tokens, key heads, K]`, `v` `[tokens, heads, V]`, `alpha` `[tokens, heads, K]` with its signs, `beta` `[tokens, heads]`.
//! Initial and final state `[sequences, heads, K, V]`, outputs `[tokens, heads, V]`; all row-major.
//!
//! # Threads
//! Those of the [skeleton](crate::recurrent): a workgroup for a tile of columns of one head of one sequence.
//!
//! # Why the bound holds
//! The recurrence is that of KDA, directly and not in the sign gauge; a sign rounds nothing, so its bound holds.

use crate::Kernel;
use engine::System;

/// The kernel.
pub const KERNEL: Kernel = Kernel {
    system: System::Ckda,
    state: include_str!("single.wgsl"),
    recurrence: include_str!("kda.wgsl"),
    erases: true,
    narrow: &["q", "k", "v"],
};
