//! # Cyclic Flow Attention
//!
//! In clock coordinates, $N = m + 1$ for $m$ slots, with the clock $\lambda_t = \lambda_{t-1} + \delta_t$, the turn $Q_t$ of each pair of coordinates $(2n, 2n + 1)$ by
//! $2\pi n \lambda_t / m$, and $a_t = Q_t^\top B^\top e_0$ for the Fourier basis $B$ of the slots:
//!
//! $$K_t = \alpha_t K_{t-1} + \beta_t a_t k_t^\top,\quad V_t = \alpha_t V_{t-1} + \beta_t a_t v_t^\top,\quad
//! o_t = V_t^\top\, Q_t^\top G^\top \mathrm{softmax}(G\, Q_t\, s K_t q_t),\quad G = R B.$$
//!
//! These are two linear recurrences with a read-out between them, and run as three kernels in a row that hand on their results on the device:
//!
//! 1. [`SCORES`], the [skeleton](crate::recurrent) with keys $k$, values $a$ and queries $q$: its outputs are the scores $c = s K q$ by coordinate, its state is $K^\top$;
//! 2. `cyfa.wgsl`, for each token: $y = Q^\top G^\top \mathrm{softmax}(G Q c)$;
//! 3. [`VALUES`], the skeleton with keys $a$, values $v$ and queries $y$: its outputs are $o$, its state is $V$.
//!
//! # Buffers
//! `q`, `k` `[tokens, key heads, K]`, `v` `[tokens, heads, V]`, `alpha`, `beta` `[tokens, heads]`; of the host ([`slots::Tables`](crate::slots::Tables)) $a$ and the cosines and sines of $Q$, both
//! `[tokens, heads, N]`, and $G^\top$ and $G$, `[heads, 2, N × m]`. Scores $c$ and queries $y$ `[tokens, heads, N]` stay on the device. Initial and final state `[sequences, heads, m + 1, K + V]`,
//! outputs `[tokens, heads, V]`; all row-major. On the device $N$ is filled up to a multiple of four by coordinates that are 0 and stay so: adding a zero rounds nothing.
//!
//! # Threads
//! Those of the skeleton for the recurrences: workgroups for tiles of coordinates, then for tiles of value columns, of one head of one sequence. The read-out has a workgroup for eight tokens of one
//! head, and depends on no other token.
//!
//! # Why the bound holds
//! It is `engine::bounds::slot_bound`, which is derived for this order of work and for every order of its sums. *Tables*: clocks, angles, cosines and $G$ are computed in binary64 and rounded once, as its
//! phases and constants may be. *Recurrences*: an entry of the state is $\alpha S$ (one rounding) and $k (\beta v)$ (two), added (one): the three of $\gamma_3$, with that of $\beta$ among the six of $\hat a$. A score is a sum of K products
//! and one product with $s$, K + 1 of K + 3. *Read-out*: an entry of $x$ takes the roundings of $G$ (one), of a turn (three with its table) and of a product and N sums, N + 4 of 2m + 13 = N + m + 12; those of $y$ m + 4 and the quotient, whose error
//! is that of the device's model. *Exponential*: below.
//!
//! # The exponential
//! The device's own has no bound. $e^x = 2^n e^r$ with $n = \lfloor x / \ln 2 + \frac12 \rfloor$, $r = x - n \ln 2$, as for the [chunkwise kernels](crate::chunk); there the derivation of less than $2.7 u$ needs operations as they are
//! written, but a driver in plain mode may contract and reorder. So every step goes through `kept`, an exclusive or with a number that is 0 and that no compiler knows: across it nothing is reordered, and between two of them stands one
//! product and one sum. To contract those leaves a rounding out of the derivation: $x - n h$ is exact either way, and every other step rounds once in the place of twice. $n$ may come out one off where $x / \ln 2 + \frac12$ is next to an integer; $r$ is
//! then beyond $\frac12 \ln 2$ by $128\,u$ at most, which changes nothing at the digits given. Hence it is within the four units of `Arithmetic::EXPONENTIAL` in both modes, and 0 where $e^x$ is below the normal numbers.

use crate::Kernel;
use engine::System;

/// Its name.
pub const NAME: &str = "cyfa";

/// The most slots: their coordinates are the rows of a recurrence.
pub const MOST_SLOTS: usize = crate::kernel::MOST_KEYS - 1;

/// The recurrence of the keys: keys and queries of the layer, coordinates in the place of values.
pub const SCORES: Kernel = Kernel { narrow: &["q", "k"], ..STATE };

/// The recurrence of the values: coordinates in the place of keys, read-outs in that of queries.
pub const VALUES: Kernel = Kernel { narrow: &["v"], ..STATE };

/// What both are: the inputs are those of Gated DeltaNet (a decay and a strength for each head), and nothing is erased.
const STATE: Kernel = Kernel {
    system: System::Gdn,
    state: include_str!("single.wgsl"),
    recurrence: include_str!("cyfa_state.wgsl"),
    erases: false,
    narrow: &[],
};

/// The read-out.
pub const READ_OUT: &str = include_str!("cyfa.wgsl");

#[cfg(test)]
mod tests {
    /// The operations of `bounded_exp`; products and sums contracted or not.
    fn bounded_exp(x: f32, contracted: bool) -> f32 {
        let step = |a: f32, b: f32, c: f32| if contracted { b.mul_add(c, a) } else { a + b * c };
        let n = step(0.5, x, std::f32::consts::LOG2_E).floor().clamp(-127.0, 128.0);
        let r = step(step(x, -n, 0.693_115_23), -n, 3.194_618_5e-5);
        let rest = [0.008_333_334, 0.041_666_668, 0.166_666_67, 0.5, 1.0, 1.0];
        let p = rest.iter().fold(step(0.001_388_888_9, r, 0.000_198_412_7), |p, c| step(*c, r, p));
        p * f32::from_bits(((n + 127.0) as u32) << 23)
    }

    #[test]
    fn the_exponential_is_within_four_units_contracted_or_not() {
        let unit = f64::from(f32::EPSILON) / 2.0;
        for contracted in [false, true] {
            let mut worst = 0.0_f64;
            for bits in (0x8000_0000_u32..0xc2af_0000).step_by(256) {
                let x = f32::from_bits(bits);
                let exact = f64::from(x).exp();
                worst = worst.max((f64::from(bounded_exp(x, contracted)) - exact).abs() / (exact * unit));
            }
            assert!(worst < 2.7, "{worst} units, contracted: {contracted}");
            assert!(worst > 0.5, "{worst} units: the test would not see an error");
            assert_eq!(bounded_exp(-1000.0, contracted), 0.0);
            assert_eq!(bounded_exp(0.0, contracted), 1.0);
        }
    }
}
