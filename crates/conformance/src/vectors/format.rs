//! The formats that vectors come in, and correct rounding to them.

use engine::bounds::Arithmetic;
use exact::{Integer, Rational};
use std::cmp::Ordering;
use tensors::{Tensor, bf16, f16};

/// The format of a kernel's inputs and outputs. Gates and states are `f32`, or `f64` for [`F64`](Self::F64).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// binary32.
    F32,
    /// bfloat16.
    Bf16,
    /// binary16.
    F16,
    /// binary64.
    F64,
}

impl Format {
    /// All of them.
    pub const ALL: &[Self] = &[Self::F32, Self::Bf16, Self::F16, Self::F64];

    /// Its key.
    pub fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::Bf16 => "bf16",
            Self::F16 => "f16",
            Self::F64 => "f64",
        }
    }

    /// The format of a key.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|f| f.name() == name)
    }

    /// The arithmetic that a kernel of this format is allowed.
    pub fn arithmetic(self) -> &'static Arithmetic {
        match self {
            Self::F32 => &Arithmetic::F32,
            Self::Bf16 => &Arithmetic::BF16_IO,
            Self::F16 => &Arithmetic::F16_IO,
            Self::F64 => &Arithmetic::F64,
        }
    }

    /// The format of gates and states.
    pub fn of_states(self) -> Self {
        if self == Self::F64 { Self::F64 } else { Self::F32 }
    }

    /// Significant bits of a normal number.
    pub fn significant_bits(self) -> u32 {
        match self {
            Self::F32 => 24,
            Self::Bf16 => 8,
            Self::F16 => 11,
            Self::F64 => 53,
        }
    }

    /// The exponent of the smallest normal number.
    pub fn lowest_exponent(self) -> i32 {
        match self {
            Self::F32 | Self::Bf16 => -126,
            Self::F16 => -14,
            Self::F64 => -1022,
        }
    }

    /// The number of this format that is nearest to `x`, ties to even.
    pub fn nearest(self, x: f64) -> f64 {
        match self {
            Self::F32 => f64::from(x as f32),
            // The conversions of `half` look at 32 of the 64 bits, and so take numbers just beyond a tie for the tie.
            Self::Bf16 | Self::F16 => Rational::from_f64(x).map_or(x, |x| self.round(&x)),
            Self::F64 => x,
        }
    }

    /// The number of this format that is nearest to `x`, ties to even; infinite beyond the largest one.
    pub fn round(self, x: &Rational) -> f64 {
        if x.cmp0() == Ordering::Equal {
            return 0.0;
        }
        let p = i64::from(self.significant_bits());
        let bits = |n: &Integer| i64::from(n.significant_bits());
        // 2^(e - 1) ≤ |x| < 2^(e + 1).
        let mut e = bits(x.numer()) - bits(x.denom());
        if power_at_most(e, x) == Ordering::Greater {
            e -= 1;
        }
        let lowest = i64::from(self.lowest_exponent());
        let unit = (e - p + 1).max(lowest - p + 1);
        let (n, d) = (Integer::from(x.numer().abs_ref()), x.denom().clone());
        let shift = |k: i64| u32::try_from(k).unwrap_or(u32::MAX);
        let (n, d) = if unit < 0 { (n << shift(-unit), d) } else { (n, d << shift(unit)) };
        let (mut whole, rest) = n.div_rem(d.clone());
        let up = match (rest * 2u32).cmp(&d) {
            Ordering::Less => false,
            Ordering::Equal => whole.is_odd(),
            Ordering::Greater => true,
        };
        if up {
            whole += 1;
        }
        // At most p bits, or a power of two: exact, and so is the product below wherever it is finite.
        let magnitude = whole.to_f64() * power(unit);
        let largest = match self {
            Self::F32 => f64::from(f32::MAX),
            Self::Bf16 => f64::from(bf16::MAX),
            Self::F16 => f64::from(f16::MAX),
            Self::F64 => f64::MAX,
        };
        let magnitude = if magnitude > largest { f64::INFINITY } else { magnitude };
        if x.cmp0() == Ordering::Less { -magnitude } else { magnitude }
    }

    /// A tensor of numbers of this format.
    pub(crate) fn tensor(self, shape: Vec<usize>, data: &[f64]) -> Tensor {
        let tensor = match self {
            Self::F32 => Tensor::new(shape, data.iter().map(|x| *x as f32).collect::<Vec<_>>()),
            Self::Bf16 => Tensor::new(shape, data.iter().map(|x| bf16::from_f64(*x)).collect::<Vec<_>>()),
            Self::F16 => Tensor::new(shape, data.iter().map(|x| f16::from_f64(*x)).collect::<Vec<_>>()),
            Self::F64 => Tensor::new(shape, data.to_vec()),
        };
        tensor.expect("a case's tensors have the lengths of their shapes")
    }
}

/// $2^e$ against $|x|$.
fn power_at_most(e: i64, x: &Rational) -> Ordering {
    let shift = u32::try_from(e.unsigned_abs()).unwrap_or(u32::MAX);
    let one = Integer::from(1) << shift;
    if e >= 0 {
        (one * x.denom()).cmp_abs(x.numer())
    } else {
        x.denom().cmp_abs(&(Integer::from(x.numer().abs_ref()) * one))
    }
}

/// $2^e$ for $e \ge -1074$; infinite where it is too large.
fn power(e: i64) -> f64 {
    if e > 1023 {
        return f64::INFINITY;
    }
    if e < -1022 {
        return f64::from_bits(1u64 << (e + 1074));
    }
    f64::from_bits(((e + 1023) as u64) << 52)
}
