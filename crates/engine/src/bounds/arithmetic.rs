//! The roundings that an implementation is allowed.

/// An arithmetic: where it rounds, and how much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arithmetic {
    /// Its key, as in a dump's `dtype_of_arithmetic`.
    pub name: &'static str,
    /// The unit roundoff of operations and of the state.
    pub unit: f64,
    /// The unit roundoff to which operands of matrix products are rounded first; 0 where they are not.
    pub operand: f64,
    /// The unit roundoff of the format of the outputs; 0 where it is that of the operations.
    pub output: f64,
    /// The largest absolute error of an operation that underflows: the smallest normal number, so that flushing is allowed.
    pub tiny: f64,
    /// The same for the format of the outputs.
    pub output_tiny: f64,
    /// The least number that rounds to infinity in the format of the outputs.
    pub output_limit: f64,
}

/// $2^{128} - 2^{103}$: half a unit above the largest binary32.
const F32_LIMIT: f64 = 3.402_823_567_797_336_6e38;
/// $2^{128} - 2^{119}$: half a unit above the largest bfloat16.
const BF16_LIMIT: f64 = 3.396_177_9e38;
/// Half a unit above the largest binary16.
const F16_LIMIT: f64 = 65_520.0;
const F32_TINY: f64 = 1.175_494_350_822_287_5e-38;

impl Arithmetic {
    /// Everything in binary64.
    pub const F64: Self = Self {
        name: "f64",
        unit: f64::EPSILON / 2.0,
        operand: 0.0,
        output: 0.0,
        tiny: f64::MIN_POSITIVE,
        output_tiny: 0.0,
        output_limit: f64::INFINITY,
    };
    /// Everything in binary32.
    pub const F32: Self = Self {
        name: "f32",
        unit: 1.0 / 16_777_216.0,
        operand: 0.0,
        output: 0.0,
        tiny: F32_TINY,
        output_tiny: 0.0,
        output_limit: F32_LIMIT,
    };
    /// bfloat16 inputs and outputs, operations and state in binary32.
    pub const BF16_IO: Self = Self {
        name: "bf16_io_f32_state",
        output: 1.0 / 256.0,
        output_tiny: F32_TINY,
        output_limit: BF16_LIMIT,
        ..Self::F32
    };
    /// binary16 inputs and outputs, operations and state in binary32.
    pub const F16_IO: Self = Self {
        name: "f16_io_f32_state",
        output: 1.0 / 2048.0,
        output_tiny: 1.0 / 16_384.0,
        output_limit: F16_LIMIT,
        ..Self::F32
    };
    /// Every operand of a matrix product rounded to bfloat16, accumulated in binary32; outputs bfloat16.
    pub const BF16_DOT: Self = Self { name: "bf16_dot_f32_state", operand: 1.0 / 256.0, ..Self::BF16_IO };

    /// All of them.
    pub const ALL: &[Self] = &[Self::F64, Self::F32, Self::BF16_IO, Self::F16_IO, Self::BF16_DOT];

    /// The most roundings with which an entry of a step's vectors is made from the inputs: products of up to four factors (strength, erase
    /// gate, decay, scale), and four spare: an implementation may store an intermediate one, and read an entry of the state that it has just rounded.
    pub const VECTOR: f64 = 8.0;
    /// Roundings of an entry of the state where it is formed: the entry of the written vector (2), the products with the carry, the row and, for a
    /// momentum rule, the strength (3), the last sum (1).
    pub const ENTRY: f64 = 6.0;
    /// Relative error of an exponential, in units.
    pub const EXPONENTIAL: f64 = 4.0;

    /// The arithmetic of a name.
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|a| a.name == name)
    }

    /// $\gamma_n = n u / (1 - n u)$; infinite where $n u \ge 1$.
    pub fn gamma(&self, n: f64) -> f64 {
        let nu = n * self.unit;
        if nu < 1.0 { nu / (1.0 - nu) } else { f64::INFINITY }
    }

    /// The relative error of $e^{g}$ for logarithms that were summed over `n` steps to the total `sum` of their absolute values, and
    /// that were off by `own` units in total before.
    pub fn exponential(&self, n: f64, sum: f64, own: f64) -> f64 {
        if sum == 0.0 && own == 0.0 {
            0.0
        } else {
            ((Self::EXPONENTIAL + (n + 4.0) * sum + own) * self.unit).exp_m1()
        }
    }

    /// The largest error with which an output of a size is rounded to its format.
    pub fn rounded(&self, value: f64) -> f64 {
        if self.output == 0.0 { 0.0 } else { self.output * value + self.output_tiny }
    }
}

/// What is assumed of roundings, beyond their size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Roundings {
    /// Nothing: every rounding may be the worst, all in one direction. The bound is certain.
    Adversarial,
    /// Those of one step are mean-independent with mean zero; different steps may repeat them, as a model does on a constant input.
    /// Errors of a bound are $\lambda$ standard deviations.
    Repeating {
        /// $\lambda$.
        lambda: f64,
    },
    /// All roundings are mean-independent with mean zero (Higham, Mary 2019; Connolly, Higham, Mary 2021).
    Independent {
        /// $\lambda$.
        lambda: f64,
    },
}

impl Roundings {
    /// The probability, over all outputs of a run, with which a bound of [`likely`](Self::likely) or [`possible`](Self::possible) may fail.
    pub const FAILURE: f64 = 1e-9;

    /// $\lambda$ for `count` results: by Azuma's inequality each exceeds $\lambda$ standard deviations with a probability of at most
    /// $2 e^{-\lambda^2 / 2}$.
    pub fn lambda(count: usize) -> f64 {
        (2.0 * (2.0 * count.max(1) as f64 / Self::FAILURE).ln()).sqrt()
    }

    /// What rounding explains if nothing repeats, for `count` results.
    pub fn likely(count: usize) -> Self {
        Self::Independent { lambda: Self::lambda(count) }
    }

    /// What rounding explains if every step repeats the same roundings, for `count` results.
    pub fn possible(count: usize) -> Self {
        Self::Repeating { lambda: Self::lambda(count) }
    }

    /// The factor from the sizes below to a bound.
    pub(super) fn factor(self) -> f64 {
        match self {
            Self::Adversarial => 1.0,
            Self::Repeating { lambda } | Self::Independent { lambda } => lambda,
        }
    }

    /// The relative size of the error of a result of `n` roundings: $\gamma_n$, or as a standard deviation $\sqrt n\, u / (1 - n u)$ (terms of higher
    /// order are those of $\gamma_n$), which is never taken as more than the certain bound over $\lambda$.
    pub(super) fn relative(self, arithmetic: &Arithmetic, n: f64) -> f64 {
        let certain = arithmetic.gamma(n) / self.factor();
        // γₙ / √n is infinite with γₙ.
        if self == Self::Adversarial { certain } else { certain.min(arithmetic.gamma(n) / n.sqrt()) }
    }

    /// A bound of the relative error of a result of `n` roundings.
    pub fn bound(self, arithmetic: &Arithmetic, n: f64) -> f64 {
        self.factor() * self.relative(arithmetic, n)
    }

    /// The size of something that is certainly at most `bound`.
    pub(super) fn certain(self, bound: f64) -> f64 {
        bound / self.factor()
    }

    /// The size of a sum of independent errors of the sizes `parts`.
    pub(super) fn sum(self, parts: impl Iterator<Item = f64>) -> f64 {
        match self {
            Self::Adversarial => parts.sum(),
            _ => parts.map(|x| x * x).sum::<f64>().sqrt(),
        }
    }
}
