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
//! The bound of [`engine::bounds`] in its recurrent form lets every *term* of a sum take a number of roundings, in any order; here is what one takes at the most. A token is one step,
//! $n = 1$.
//!
//! * *The written row* $r = w v - \sum_i (b_i k_i)(\alpha_i s_i)$, by `carried`, `found` and `residual`. A term is rounded in $\alpha s$, in $b k$, in their product, in up to
//!   $K - 1$ sums and in the difference: K + 3. The value is rounded in $w v$ and in the difference: 2. Allowed are K + 2n + 8 = K + 10.
//! * *An entry of the state* $\alpha s + k r$, by `written`: each of the two products is rounded once, and with the sum: 2. Allowed are 2n + 6 = 8.
//! * *An output* $c \sum_i q_i s_i$ with the scale $c$, by `shown`: product, up to $K - 1$ sums, the scale: K + 1 of K + 10.
//!
//! With rows in parts the sums are the same in another order. In plain mode a product may lose its rounding, never gain one. What is rounded in $r$ is multiplied by later states: the
//! bound follows that along the run.

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
