//! The theorems, one file each, in the article's reading order.
//!
//! [`REGISTRY`] is the only list: a theorem that it does not name does not exist for any tool, and a file that it
//! does not name fails the test suite.

pub mod atlas;
mod chunked;
pub mod coverage;
mod defective;
mod discretised;
mod enclosed;
mod logarithm;
mod oscillator;
mod readout;
mod readout_cover;
pub mod readout_nearest;
mod rounded;
mod sequence;
mod slots;
mod support;
pub mod symbolic;
mod trajectory;
mod words;

/// Declares the topics and lists their theorems: one line a file.
macro_rules! registry {
    ($(#[doc = $doc:literal] mod $topic:ident { $($theorem:ident,)* })*) => {
        $(#[doc = $doc] pub mod $topic { $(pub mod $theorem;)* })*

        /// Each topic in reading order, as its folder is called, and what it is about.
        pub static TOPICS: &[(&str, &str)] = &[$((stringify!($topic), $doc),)*];

        /// Every theorem, in reading order.
        pub static REGISTRY: &[&claim::Claim] = &[$($(&$topic::$theorem::CLAIM,)*)*];
    };
}

registry! {
    /// Continuous time: which steps are exponentials, oscillators and their energy, elimination.
    mod continuous {
        real_logarithm,
        squares_have_logarithms,
        logarithms_differ,
        limits_without_logarithm,
        spectral_resolution,
        oscillator,
        damped_oscillator,
        energy_decays,
        length_can_grow,
        elimination,
        pair_equation,
    }
    /// LinOSS and D-LinOSS: what each discretisation makes of an oscillator.
    mod linoss {
        implicit,
        implicit_energy,
        imex,
        imex_edges,
        imex_too_long,
        phase_errors,
        damped_imex1,
        projection_edges,
        damped_imex2,
        damped_implicit,
        damped_explicit,
    }
    /// Mamba-1 and Mamba-2: selective decay.
    mod mamba1 {
        decay_rate,
    }
    /// Gated linear attention: channel-wise gates, nothing is erased.
    mod gla {
        selective_decay,
        chunk_form,
    }
    /// DeltaNet: what a key finds is erased before its new value is written.
    mod delta_net {
        exact_recall,
        rewrite,
        interference,
        step_contracts,
        chunk_form,
        triangular_inverse,
        generator,
    }
    /// Gated DeltaNet: one decay for each head.
    mod gdn {
        generator,
        chunk_form,
    }
    /// Gated DeltaProduct: several delta steps for each token, one decay.
    mod delta_product {
        half_the_steps,
        product_of_modes,
        every_angle,
        all_pairs_from_two_steps,
    }
    /// Kimi Delta Attention: channel-wise positive gates, erase along the key.
    mod kda {
        real_spectrum,
        spectrum_bounds,
        frozen_dynamics,
        generator,
        step_norm,
        chunk_form,
    }
    /// Gated DeltaNet-2: channel-wise decay and channel-wise erase gates.
    mod gdn2 {
        real_spectrum,
        self_adjoint,
        defective_without_erase,
        pair_bounds,
        spectrum_bounds,
        extended_erase,
        frozen_modes_decay,
        generator,
        switching_is_unstable,
        step_norm,
        reductions,
        chunk_form,
    }
    /// Complex KDA: signed gates and a stronger erase.
    mod ckda {
        rotation,
        necessary_signs,
        real_modes,
        characteristic_polynomial,
        values_at_gates,
        window,
        window_of_directions,
        rotating_key,
        defective_at_zero_gate,
        defective_at_strength_one,
        defective_on_window_edge,
        at_most_one_pair,
        sign_gauge,
        odd_reflections,
        steps_contract,
        growing_pair,
        chunk_form,
    }
    /// Momentum DeltaNet: a second state that carries the writes on.
    mod mdn {
        blocks,
        characteristic_polynomial,
        at_most_one_pair,
        pair_window,
        negative_coupling,
        channel_wise_pairs,
        two_frequencies_dual,
        two_frequencies_excluded,
        real_modes_stable,
        real_logarithm,
        switching_is_unstable,
        chunk_form,
    }
    /// Diagonal plus low rank, with RWKV-7: the low-rank part reads the state before the decay.
    mod dplr {
        chunk_form,
    }
    /// RWKV-7: a removal key reads the state before the decay.
    mod rwkv7 {
        real_spectrum,
        frozen_modes_decay,
        real_logarithm,
        step_norm,
        switching_is_unstable,
    }
    /// Cyclic Flow Attention: a Fourier shift of memory slots.
    mod cyfa {
        fourier_blocks,
        pair_count,
        phase_ratios,
        impossible_angles,
        slots_are_clock,
        steps_commute,
        constant_mode,
        even_pair_count,
        even_slots_defect,
        whole_shift_generator,
        isometry,
    }
    /// Mamba-3: a scalar decay, with keys and queries that are turned.
    mod mamba3 {
        frame_change,
        rotary_pair,
        generator,
    }
    /// What a state is made of, and what exchanging it or a write does.
    mod memory {
        contributions,
        state_swap,
        write_swap,
        zero_write_is_not_skip,
    }
    /// What rounding does to a run.
    mod rounding {
        bound_holds,
    }
    /// What a transition can encode by a fixed linear map.
    mod embedding {
        spectrum_inclusion,
        two_oscillators,
        read_out_differs,
        two_rotations_read_out,
        read_out_agrees,
        real_modes_interpolate,
        error_of_a_recurrence,
        read_out_floor,
        moving_encoder,
        nonlinear_decoder,
        two_steps_turn_two_planes,
        distance_to_rotations,
        nearest_with_one_pair,
        distance_of_the_example,
        kda_residual,
    }
    /// Products of steps with different tokens: what single steps exclude and words do not.
    mod products {
        real_steps_can_rotate,
        two_delta_steps_never_rotate,
        shared_gates_never_rotate,
        three_delta_steps_can_rotate,
        inertia_bound,
        simultaneous_erase,
        steps_need_not_commute,
    }
    /// Stability when tokens alternate: how fast words of tokens can grow.
    mod switching {
        gdn2_threshold,
        gdn2_cyclic_word,
        gdn2_words,
        gdn2_plane,
        mdn_rate,
        mdn_words,
        mdn_any_keys,
        mdn_official_words,
        mdn_official_norm,
        gdn2_three_channels,
    }
}
