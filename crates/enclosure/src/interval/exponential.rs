//! The exponential of [`F64Interval`], without MPFR.

use super::F64Interval;
use std::sync::LazyLock;

/// The upper part of `ln 2`: 33 significant bits, so that small multiples are exact.
const LN2_HIGH: f64 = f64::from_bits(0x3fe6_2e42_fee0_0000);
/// `ln 2 − LN2_HIGH`, to the nearest: the exact difference is between the neighbours of this number.
const LN2_LOW: f64 = f64::from_bits(0x3dea_39ef_3579_3c76);
/// Beyond this the exponential exceeds `1.79·10³⁰⁸`, and little later the largest float, `e^709.7827…`.
const OVERFLOW: f64 = 709.782;
/// Below this it is less than half the smallest positive float: `ln(2^-1075) = −745.13…`.
const UNDERFLOW: f64 = -745.14;
/// Degree of the Taylor polynomial.
const DEGREE: usize = 14;

/// `1/n!`; the factorials up to 14! are exact.
static INVERSE_FACTORIALS: LazyLock<[F64Interval; DEGREE + 1]> = LazyLock::new(|| {
    let mut factorial = 1.0;
    std::array::from_fn(|n| {
        factorial *= (n as f64).max(1.0);
        let inverse = 1.0 / factorial;
        F64Interval { lo: inverse.next_down(), hi: inverse.next_up() }
    })
});

impl F64Interval {
    /// The exponential: a few units in the last place wide for a single number, and monotone otherwise.
    ///
    /// **Why it encloses.** With `n` the integer nearest to `x / ln 2`, `x = n ln 2 + r` and `|r| < 0.35`, where `r` is
    /// computed in interval arithmetic with `ln 2` as a sum of two enclosed parts; `eˣ = 2ⁿ eʳ`. The Taylor polynomial of degree
    /// 14 is evaluated in interval arithmetic; what follows it is at most `0.35¹⁵ / 15! · e^0.35 < 1.6·10⁻¹⁹` and is
    /// added. Scaling by a power of two is exact where the result is normal, and rounded outward elsewhere.
    #[must_use]
    pub fn exp(self) -> Self {
        let low = exp_of(self.lo);
        let high = if self.is_exact() { low } else { exp_of(self.hi) };
        Self { lo: low.lo, hi: high.hi }
    }
}

fn exp_of(x: f64) -> F64Interval {
    if x > OVERFLOW {
        return F64Interval { lo: 1.79e308, hi: f64::INFINITY };
    }
    if x < UNDERFLOW {
        return F64Interval { lo: 0.0, hi: f64::MIN_POSITIVE * f64::EPSILON };
    }
    if x == 0.0 {
        return F64Interval::ONE;
    }
    let n = (x * std::f64::consts::LOG2_E).round_ties_even();
    let multiple = F64Interval { lo: n, hi: n };
    let low = F64Interval { lo: LN2_LOW.next_down(), hi: LN2_LOW.next_up() };
    // |n| ≤ 1076 has 11 bits, so n · LN2_HIGH is exact.
    let whole = n * LN2_HIGH;
    let rest = F64Interval { lo: x, hi: x } - F64Interval { lo: whole, hi: whole } - multiple * low;
    let c = &*INVERSE_FACTORIALS;
    let mut sum = c[DEGREE];
    for coefficient in c[..DEGREE].iter().rev() {
        sum = sum * rest + *coefficient;
    }
    const REMAINDER: f64 = 1.6e-19;
    sum += F64Interval { lo: -REMAINDER, hi: REMAINDER };
    // Two factors, as 2^n alone may be out of range.
    let half = (n / 2.0).trunc();
    let scaled = |value: f64| value * power_of_two(half) * power_of_two(n - half);
    let (lo, hi) = (scaled(sum.lo), scaled(sum.hi));
    if lo > f64::MIN_POSITIVE * 4.0 {
        F64Interval { lo, hi }
    } else {
        // Both products may have rounded, in the subnormal range once at most, by half a unit.
        F64Interval { lo: lo.next_down().max(0.0), hi: hi.next_up() }
    }
}

/// `2^n` for integral `|n| ≤ 1022`.
fn power_of_two(n: f64) -> f64 {
    f64::from_bits(((n as i64 + 1023) as u64) << 52)
}
