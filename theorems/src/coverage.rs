//! The article, sentence by sentence: what it claims, and the theorems that decide it.

/// A claim of the article, in our words.
#[derive(Clone, Copy, Debug)]
pub struct Sentence {
    /// Section of the article.
    pub section: &'static str,
    /// What it claims.
    pub says: &'static str,
    /// Ids of the theorems that decide it, its sharpness or its limits; empty when there is none.
    pub by: &'static [&'static str],
    /// What is left out, or why no theorem decides it; empty when nothing is to be said.
    pub remark: &'static str,
}

macro_rules! sentences {
    ($($section:literal { $($says:literal => [$($id:literal),*] $($remark:literal)?;)* })*) => {
        /// Every claim of the article, in reading order.
        pub static COVERAGE: &[Sentence] = &[$($(
            Sentence { section: $section, says: $says, by: &[$($id),*], remark: concat!($($remark)?) },
        )*)*];
    };
}

sentences! {
    "From Recurrences to Differential Equations" {
        "With the generator held fixed, a step is the exponential of interval times generator"
            => ["continuous/damped-oscillator", "continuous/oscillator", "delta-net/generator"]
            "The general fact is the definition; the theorems are about steps whose generator has a closed form.";
        "A step with a real logarithm is the step of a continuous system"
            => ["continuous/real-logarithm", "continuous/squares-have-logarithms", "continuous/logarithms-differ",
                "continuous/limits-without-logarithm"];
        "Eigenvalues and invariant subspaces say which components decay, persist, or change phase"
            => ["kda/frozen-dynamics", "cyfa/fourier-blocks", "mdn/blocks", "gdn/generator"];
    }
    "Starting from an oscillator" {
        "Without forcing, LinOSS has the generator eigenvalues plus and minus i omega, and rescaling shows a rotation"
            => ["continuous/oscillator"];
        "A damped oscillator with damping below its frequency turns, loses amplitude, and advances in phase"
            => ["continuous/damped-oscillator", "continuous/energy-decays", "continuous/length-can-grow"]
            "It is the energy that is lost; the length of the state can grow on the way.";
        "The discrete behaviour depends on the discretization"
            => ["linoss/implicit", "linoss/imex", "linoss/imex-edges", "linoss/imex-too-long", "linoss/phase-errors",
                "linoss/damped-imex1", "linoss/damped-imex2", "linoss/damped-implicit", "linoss/damped-explicit",
                "linoss/projection-edges"];
    }
    "Starting from selective decay" {
        "A mode of Mamba-1 decays by a factor in (0, 1), which is relaxation at a positive rate"
            => ["mamba1/decay-rate", "gla/selective-decay"];
        "Mamba-2 has a scalar transition in each head and still decays"
            => ["gla/selective-decay"] "A scalar gate is the case of equal gates.";
        "A rotary pair of Mamba-3 decays and turns, and has a generator"
            => ["mamba3/rotary-pair", "mamba3/frame-change"]
            "The angle does not determine the generator; in the official code the rotation is a moving frame.";
        "Eliminating one coordinate of a rotating pair gives a damped oscillator, underdamped exactly when it turns"
            => ["continuous/elimination"];
    }
    "Linear Attention: Which Directions Should Forget?" {
        "The same step acts on every value column, so one column can be analysed"
            => ["memory/contributions", "memory/state-swap"];
    }
    "DeltaNet: forgetting along the current key" {
        "The component along the key shrinks by one minus beta, the orthogonal one stays"
            => ["delta-net/generator", "delta-net/step-contracts"];
        "The continuous system relaxes along the key"
            => ["delta-net/generator"];
        "The write corrects what is stored at the key"
            => ["delta-net/rewrite", "delta-net/exact-recall", "delta-net/interference"];
    }
    "Gated DeltaNet: adding a common forgetting rate" {
        "The key component gets both factors, everything orthogonal only the gate"
            => ["gdn/generator"];
        "The generator separates shared forgetting from the correction along the key"
            => ["gdn/generator"];
    }
    "KDA: different decay rates across coordinates" {
        "Rescaling the state makes the step symmetric, so its spectrum is real"
            => ["kda/real-spectrum"] "For every strength and key; positive gates are enough.";
        "The eigenvalues lie between (1 - beta) times the smallest gate and the largest gate"
            => ["kda/spectrum-bounds"];
        "Each transformed coordinate decays, at a rate of its own"
            => ["kda/frozen-dynamics", "kda/generator"];
        "The coordinate system can change with key and gates"
            => ["products/steps-need-not-commute"];
    }
    "Gated DeltaNet-2: separating erase and write" {
        "Tied gates recover KDA, a scalar decay Gated DeltaNet"
            => ["gdn2/reductions"] "Not in the official ranges with negative eigenvalues: a trap of the theorem.";
        "The spectrum is real, with a basis of real modes, for positive gates"
            => ["gdn2/real-spectrum", "gdn2/defective-without-erase"];
        "The eigenvalues lie between (1 - r'r) times the smallest gate and the largest gate"
            => ["gdn2/spectrum-bounds"] "Above r'r = 1 the bound turns into another one: a trap of the theorem.";
        "Every frozen mode decays"
            => ["gdn2/frozen-modes-decay", "gdn2/switching-is-unstable"]
            "Frozen only: alternating tokens can grow without bound.";
        "The sum of two frozen modes satisfies a second-order equation, overdamped for distinct rates"
            => ["continuous/pair-equation"];
        "A product of changing transitions need not share the real spectrum of each step"
            => ["products/real-steps-can-rotate", "products/three-delta-steps-can-rotate",
                "products/two-delta-steps-never-rotate"];
        "The basis changes with the input"
            => ["products/steps-need-not-commute"];
        "With erase gates up to 2 the spectrum is still real, and eigenvalues can be negative"
            => ["gdn2/extended-erase", "gdn2/generator"];
    }
    "Complex KDA: Oscillation Through Signed Gates" {
        "Signed gates and a full reflection rotate in two dimensions, by twice the angle of the key"
            => ["ckda/rotation"] "Only in this orientation: a trap of the theorem.";
        "A non-real pair implies oscillation, not stability"
            => ["ckda/growing-pair", "ckda/steps-contract", "kda/step-norm"];
        "Without beta above 1 the spectrum is real"
            => ["ckda/necessary-signs", "ckda/real-modes"];
        "Without a negative gate the spectrum is real"
            => ["ckda/necessary-signs"] "A positive gate is needed as well.";
        "These conditions are necessary, not sufficient"
            => ["ckda/rotation", "ckda/window", "ckda/rotating-key"];
        "The determinant lemma gives the characteristic polynomial"
            => ["ckda/characteristic-polynomial", "ckda/values-at-gates"];
        "There is at most one non-real pair, also for repeated or zero gates and zero key coordinates"
            => ["ckda/at-most-one-pair"];
    }
    "PG-19 and LongBench-E" {
        "Released CKDA models have lower perplexity than KDA from 2K to 64K, and a higher LongBench-E average"
            => [] "Measurements of released models; nothing here to decide.";
    }
    "Momentum: Another Route to Oscillation" {
        "The step is one key block and equal perpendicular blocks"
            => ["mdn/blocks"];
        "There is at most one conjugate pair"
            => ["mdn/at-most-one-pair", "mdn/channel-wise-pairs", "mdn/negative-coupling"]
            "With scalar gates, and beyond: channel-wise gates can have a pair for every channel.";
        "The pair appears when c squared is below 4 alpha mu, and has modulus sqrt(alpha mu)"
            => ["mdn/pair-window"];
        "With alpha and mu in (0, 1) the oscillation decays"
            => ["mdn/pair-window", "mdn/real-modes-stable", "mdn/switching-is-unstable"]
            "One frozen step: real modes need a bound of the strength, and alternating tokens can grow.";
    }
    "What Are the Limits of a Single Oscillator?" {
        "Linear readouts of one oscillator share its frequency"
            => ["embedding/two-rotations-read-out", "embedding/read-out-differs", "embedding/read-out-floor",
                "embedding/real-modes-interpolate", "embedding/nonlinear-decoder"]
            "For all times, and by how much over a horizon; a decoder that is not linear is not bound by it.";
        "No fixed CKDA or MDN step carries two rotations of different frequency under a fixed linear encoding"
            => ["embedding/two-oscillators", "embedding/distance-to-rotations", "embedding/nearest-with-one-pair",
                "embedding/distance-of-the-example", "embedding/kda-residual"];
        "What an injective encoding carries appears in the spectrum"
            => ["embedding/spectrum-inclusion"];
        "Time-varying encodings and input-dependent products are not ruled out"
            => ["embedding/moving-encoder", "embedding/two-steps-turn-two-planes"];
    }
    "Transport in slot space, oscillation in Fourier space" {
        "An orthogonal Fourier basis splits the shift into a constant mode and rotations, for an odd number of slots"
            => ["cyfa/fourier-blocks", "cyfa/slots-are-clock"];
        "An even number of slots adds a Nyquist mode and has another count"
            => ["cyfa/even-pair-count", "cyfa/even-slots-defect", "cyfa/whole-shift-generator"];
        "All (m - 1)/2 pairs are non-real"
            => ["cyfa/pair-count"];
        "Each pair is a local damped oscillator; the constant mode only decays"
            => ["cyfa/constant-mode", "cyfa/phase-ratios", "cyfa/isometry"];
    }
    "Many modes, coupled controls" {
        "The phases are whole multiples of one clock"
            => ["cyfa/phase-ratios"];
        "The Fourier subspaces are fixed by the transport"
            => ["cyfa/steps-commute"];
        "Five slots cannot turn by pi/10 and pi/3 in one update"
            => ["cyfa/impossible-angles"];
        "The full input-driven output need not contain only these frequencies"
            => ["embedding/nonlinear-decoder"] "A remark on scope; the read-out of CyFA is not linear.";
    }
    "Dynamics as a Design Dimension" {
        "Which modes, how many, with which controls, in which subspaces"
            => ["products/steps-need-not-commute", "cyfa/steps-commute", "gla/selective-decay"]
            "The closing questions; `eigenclaim atlas` answers them system by system.";
        "Does a task benefit from more modes, can it be trained in parallel"
            => [] "Proposed experiments.";
    }
}
