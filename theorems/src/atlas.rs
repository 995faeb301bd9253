//! The atlas: what each system's transition can and cannot do, and what decides it. The closing questions of the article,
//! answered.

/// An answer to one question about one system.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// The answer.
    pub answer: &'static str,
    /// Ids of the theorems that decide it.
    pub by: &'static [&'static str],
    /// Whether it is open: the answer then says what is known, and `by` what shows that.
    pub open: bool,
}

/// A system, with its gates in stated ranges.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Key of the system.
    pub system: &'static str,
    /// Name and ranges.
    pub name: &'static str,
    /// One cell for each question.
    pub cells: [Cell; 8],
}

/// The questions, in the order of the cells.
pub const QUESTIONS: [&str; 8] = [
    "real spectrum of one step?",
    "most pairs in one step",
    "controls of modulus and angle",
    "negative eigenvalues?",
    "norm in which no step expands",
    "stable when tokens alternate?",
    "modes depend on the input?",
    "real logarithm exists",
];

macro_rules! atlas {
    ($($system:literal $name:literal { $($kind:ident $answer:literal [$($id:literal),*];)* })*) => {
        /// The atlas, in the article's reading order.
        pub static ATLAS: &[Row] = &[$(
            Row { system: $system, name: $name, cells: [$(atlas!(cell $kind $answer [$($id),*]),)*] },
        )*];
    };
    (cell yes $answer:literal [$($id:literal),*]) => { Cell { answer: $answer, by: &[$($id),*], open: false } };
    (cell open $answer:literal [$($id:literal),*]) => { Cell { answer: $answer, by: &[$($id),*], open: true } };
}

atlas! {
    "linoss" "LinOSS-IM" {
        yes "no" ["linoss/implicit"];
        yes "1 in each oscillator" ["linoss/implicit"];
        yes "both by frequency and step; not apart" ["linoss/implicit", "linoss/phase-errors"];
        yes "none" ["linoss/implicit"];
        yes "energy: every state keeps the same share of it" ["linoss/implicit-energy"];
        yes "nothing alternates: the step is fixed, and decays" ["linoss/implicit"];
        yes "no: nothing of the step depends on the input" ["linoss/implicit"];
        yes "always, as its eigenvalues are a pair" ["linoss/implicit", "continuous/real-logarithm"];
    }
    "linoss" "LinOSS-IMEX, 0 < Δ²A < 4" {
        yes "no" ["linoss/imex"];
        yes "1 in each oscillator, of modulus 1" ["linoss/imex"];
        yes "angle by frequency and step, modulus fixed at 1" ["linoss/imex", "linoss/phase-errors"];
        yes "none inside; -1 twice at the far edge" ["linoss/imex", "linoss/imex-edges"];
        yes "an energy of its own, kept exactly" ["linoss/imex"];
        yes "nothing alternates; bounded inside, growing at and beyond the edges" ["linoss/imex", "linoss/imex-edges", "linoss/imex-too-long"];
        yes "no: nothing of the step depends on the input" ["linoss/imex"];
        yes "inside the window, as its eigenvalues are a pair" ["linoss/imex", "continuous/real-logarithm"];
    }
    "gla" "GLA, Mamba-1, Mamba-2: gates in [0, 1]" {
        yes "yes" ["gla/selective-decay"];
        yes "0" ["gla/selective-decay"];
        yes "moduli are the gates" ["gla/selective-decay", "mamba1/decay-rate"];
        yes "none" ["gla/selective-decay"];
        yes "Euclidean" ["gla/selective-decay"];
        yes "yes" ["gla/selective-decay"];
        yes "no: the axes" ["gla/selective-decay"];
        yes "for positive gates" ["mamba1/decay-rate"];
    }
    "mamba3" "Mamba-3, each rotary pair" {
        yes "no" ["mamba3/rotary-pair"];
        yes "1 in each rotary pair" ["mamba3/rotary-pair"];
        yes "modulus by decay, angle by its own control" ["mamba3/rotary-pair"];
        yes "at half a turn" ["mamba3/rotary-pair"];
        yes "Euclidean" ["mamba3/rotary-pair"];
        yes "yes, it is decay in a moving frame" ["mamba3/frame-change", "gla/selective-decay"];
        yes "no: the planes" ["mamba3/frame-change"];
        yes "for positive decay; the angle does not determine it" ["mamba3/rotary-pair"];
    }
    "delta_net" "DeltaNet, unit key, β in [0, 2]" {
        yes "yes" ["delta-net/generator", "kda/real-spectrum"];
        yes "0; products: 2 steps only if both overshoot, 3 can" ["kda/real-spectrum", "products/two-delta-steps-never-rotate", "products/three-delta-steps-can-rotate"];
        yes "one mode, by β" ["delta-net/generator"];
        yes "one, exactly for β > 1" ["gdn2/extended-erase"];
        yes "Euclidean, exactly for β|k|² ≤ 2" ["delta-net/step-contracts"];
        yes "yes: no state grows" ["delta-net/step-contracts"];
        yes "yes: the key" ["products/steps-need-not-commute"];
        yes "β < 1" ["delta-net/generator"];
    }
    "gdn" "Gated DeltaNet, α in (0, 1), β in [0, 2]" {
        yes "yes" ["gdn/generator", "kda/real-spectrum"];
        yes "0" ["kda/real-spectrum", "products/two-delta-steps-never-rotate"];
        yes "all moduli by α, one also by β" ["gdn/generator"];
        yes "one, exactly for β > 1" ["gdn2/extended-erase"];
        yes "Euclidean" ["kda/step-norm"];
        yes "yes: at the rate max α" ["kda/step-norm", "ckda/steps-contract"];
        yes "yes: the key" ["products/steps-need-not-commute"];
        yes "β < 1" ["gdn/generator"];
    }
    "kda" "KDA, α in (0, 1), β in (0, 1)" {
        yes "yes, with a basis of real modes" ["kda/real-spectrum"];
        yes "0; two steps can rotate, but not with one decay" ["kda/real-spectrum", "products/real-steps-can-rotate", "products/shared-gates-never-rotate"];
        yes "between (1 - β) min α and max α; interlaced with α" ["kda/spectrum-bounds"];
        yes "none" ["kda/spectrum-bounds"];
        yes "Euclidean" ["kda/step-norm"];
        yes "yes: at the rate max α" ["kda/step-norm", "ckda/steps-contract"];
        yes "yes" ["products/steps-need-not-commute"];
        yes "always" ["kda/generator", "kda/frozen-dynamics"];
    }
    "gdn2" "GDN2, α, b in (0, 1)" {
        yes "yes, with a basis of real modes" ["gdn2/real-spectrum"];
        yes "0; two steps can rotate" ["gdn2/real-spectrum", "products/real-steps-can-rotate"];
        yes "between (1 - r'r) min α and max α" ["gdn2/spectrum-bounds"];
        yes "none" ["gdn2/frozen-modes-decay"];
        yes "none in common: a step expands by up to 2/√3" ["gdn2/step-norm"];
        yes "no; yes for α below √3/2; rate √5/2 for d = 2, near 2/√3 for many channels" ["gdn2/switching-is-unstable", "switching/gdn2-threshold", "switching/gdn2-plane", "switching/gdn2-words"];
        yes "yes" ["products/steps-need-not-commute"];
        yes "always" ["gdn2/generator"];
    }
    "gdn2" "GDN2, α in (0, 1), b in (0, 2)" {
        yes "yes, with a basis of real modes" ["gdn2/real-spectrum"];
        yes "0" ["gdn2/real-spectrum"];
        yes "down to (1 - r'r) max α" ["gdn2/spectrum-bounds", "gdn2/extended-erase"];
        yes "one, exactly for r'r > 1" ["gdn2/extended-erase"];
        yes "none in common: a step expands by up to √2" ["gdn2/step-norm"];
        yes "no; yes for α below 1/√2; rate √golden ratio for d = 2" ["switching/gdn2-threshold", "switching/gdn2-plane", "switching/gdn2-cyclic-word"];
        yes "yes" ["products/steps-need-not-commute"];
        yes "r'r < 1" ["gdn2/generator"];
    }
    "rwkv7" "RWKV-7, w, a in (0, 1)" {
        yes "yes, with a basis of real modes" ["rwkv7/real-spectrum"];
        yes "0" ["rwkv7/real-spectrum"];
        yes "down to min w - Σ a k²; interlaced with w" ["rwkv7/frozen-modes-decay"];
        yes "one, exactly for Σ a k²/w above 1" ["rwkv7/frozen-modes-decay"];
        yes "none in common: a step expands by up to 2/√3" ["rwkv7/step-norm"];
        yes "no" ["rwkv7/switching-is-unstable"];
        yes "yes" ["products/steps-need-not-commute"];
        yes "exactly for Σ a k²/w below 1; always while a is below w" ["rwkv7/real-logarithm"];
    }
    "ckda" "CKDA, α in [-1, 1], β in [0, 2]" {
        yes "only for β ≤ 1, or gates of one sign" ["ckda/necessary-signs", "ckda/rotating-key"];
        yes "1, attained for every α of both signs and every β > 1, at some key" ["ckda/at-most-one-pair", "ckda/rotating-key", "ckda/rotation"];
        yes "for d = 2 modulus by β and α, angle by the key; not apart" ["ckda/window", "ckda/rotation"];
        yes "many: interlaced with the gates" ["ckda/values-at-gates"];
        yes "Euclidean" ["kda/step-norm", "ckda/steps-contract"];
        yes "yes: no state grows; rate max |α|" ["ckda/steps-contract"];
        yes "yes" ["products/steps-need-not-commute"];
        yes "not for an odd number of reflections; see the theorem" ["ckda/odd-reflections", "continuous/real-logarithm"];
    }
    "mdn" "MDN, α, μ, β in (0, 1), η in (0, 2)" {
        yes "outside a window" ["mdn/pair-window"];
        yes "1, attained from one key coordinate on" ["mdn/at-most-one-pair", "mdn/pair-window"];
        yes "modulus √(αμ), angle also by βη" ["mdn/pair-window"];
        yes "beyond the window" ["mdn/pair-window", "mdn/real-modes-stable"];
        yes "none: steps expand" ["mdn/switching-is-unstable"];
        yes "no: rate exactly 7^(1/3) in one channel, at most 1.957; unstable under the official coupling too" ["mdn/switching-is-unstable", "switching/mdn-rate", "switching/mdn-any-keys", "switching/mdn-official-words", "switching/mdn-official-norm"];
        yes "yes: the key" ["products/steps-need-not-commute"];
        yes "exactly below the upper end of the window, αβη < (√α + √μ)²" ["mdn/real-logarithm"];
    }
    "cyfa" "CyFA, m odd, α in (0, 1), clock in (0, 1)" {
        yes "no, but for m = 1" ["cyfa/pair-count"];
        yes "(m - 1)/2, always" ["cyfa/pair-count"];
        yes "one modulus for all, angles are multiples of one clock" ["cyfa/phase-ratios", "cyfa/impossible-angles"];
        yes "none" ["cyfa/pair-count", "cyfa/constant-mode"];
        yes "Euclidean, every state by the same factor" ["cyfa/isometry"];
        yes "yes" ["cyfa/isometry", "cyfa/steps-commute"];
        yes "no: the Fourier modes" ["cyfa/steps-commute"];
        yes "always for odd m; not through a whole shift for even m" ["cyfa/whole-shift-generator"];
    }
    "delta_product" "DeltaProduct, two steps a token, α in (0, 1)^d, β in (0, 1)" {
        yes "no" ["delta-product/all-pairs-from-two-steps"];
        yes "⌊d/2⌋, all of them" ["delta-product/all-pairs-from-two-steps"];
        yes "gates and strengths fix the product of all modes; for d = 2 that is the modulus, and at some gates the keys set every angle" ["delta-product/product-of-modes", "delta-product/every-angle"];
        yes "an even number; two occur" ["delta-product/product-of-modes", "delta-product/every-angle"];
        yes "Euclidean" ["kda/step-norm"];
        yes "yes: at the rate max α" ["kda/step-norm"];
        yes "yes" ["products/steps-need-not-commute"];
        yes "not always: there are steps with two different negative modes" ["delta-product/every-angle", "continuous/real-logarithm"];
    }
}
