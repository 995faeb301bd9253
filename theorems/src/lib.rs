//! The theorems, one file each, in the article's reading order.
//!
//! [`REGISTRY`] is the only list: a theorem that it does not name does not exist for any tool, and a file that it
//! does not name fails the test suite.

mod oscillator;
mod support;

/// Declares the topics and lists their theorems: one line a file.
macro_rules! registry {
    ($($(#[$doc:meta])* mod $topic:ident { $($theorem:ident,)* })*) => {
        $($(#[$doc])* pub mod $topic { $(pub mod $theorem;)* })*

        /// Every theorem, in reading order.
        pub static REGISTRY: &[&claim::Claim] = &[$($(&$topic::$theorem::CLAIM,)*)*];
    };
}

registry! {
    /// Kimi Delta Attention: channel-wise positive gates, erase along the key.
    mod kda {
        real_spectrum,
        spectrum_bounds,
    }
    /// Gated DeltaNet-2: channel-wise decay and channel-wise erase gates.
    mod gdn2 {
        real_spectrum,
        spectrum_bounds,
        extended_erase,
        switching_is_unstable,
    }
    /// Complex KDA: signed gates and a stronger erase.
    mod ckda {
        rotation,
        necessary_signs,
        real_modes,
        characteristic_polynomial,
        at_most_one_pair,
    }
    /// Momentum DeltaNet: a second state that carries the writes on.
    mod mdn {
        blocks,
        at_most_one_pair,
        pair_window,
    }
    /// Cyclic Flow Attention: a Fourier shift of memory slots.
    mod cyfa {
        fourier_blocks,
        pair_count,
        phase_ratios,
        impossible_angles,
    }
    /// What a transition can encode by a fixed linear map.
    mod embedding {
        spectrum_inclusion,
        two_oscillators,
    }
    /// Products of steps with different tokens: what single steps exclude and words do not.
    mod products {
        real_steps_can_rotate,
        two_delta_steps_never_rotate,
        three_delta_steps_can_rotate,
    }
}
