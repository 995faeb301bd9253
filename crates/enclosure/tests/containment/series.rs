//! exp, sin, cos and π by power series on scaled integers: an independent reference with a proven error.
//!
//! A value is an [`Integer`] in units of 2⁻ʷ. Each division truncates, an error of less than one unit. In a Taylor
//! sum of fewer than 2¹⁰ terms an error made in one term is multiplied by at most `max |x|ⁿ/n! ≤ e^|x|` on its way to
//! a later one, so the sum is off by less than `2²⁰ e^|x|` units, and rounding the argument to a unit adds `e^|x|`.
//! With `|x| ≤ 32` that is below 2⁶⁷ units. The sum stops at a term of less than one unit with `n > 2|x|`, after
//! which the rest is below two units. Hence w = bits + 70 gives an error below 2^−bits.

use crate::sample::power_of_two;
use rug::{Complete, Integer, Rational};

/// Bounds on a real number.
#[derive(Clone, Debug)]
pub(crate) struct Bounds {
    pub(crate) lower: Rational,
    pub(crate) upper: Rational,
}

impl Bounds {
    fn around(sum: &Integer, bits: u32) -> Self {
        let middle = Rational::from(sum) >> (bits + 70);
        let error = power_of_two(-bits.cast_signed());
        Self { lower: (&middle - &error).complete(), upper: middle + error }
    }
}

/// Every term of `Σ xⁿ/n!` whose index has one of the `residues` modulo 4, with the sign that goes with it.
fn taylor(x: &Rational, bits: u32, sign: [i32; 4]) -> Bounds {
    assert!(*x.as_abs() <= 32, "the error bound is for |x| ≤ 32");
    let w = bits + 70;
    let scaled = (x << w).complete().trunc().into_numer_denom().0;
    let mut term = Integer::from(1) << w;
    let mut sum = Integer::new();
    for n in 1..1024u32 {
        sum += (&term * sign[((n - 1) % 4) as usize]).complete();
        term = ((term * &scaled) >> w) / n;
        if n > 64 && *term.as_abs() <= 1 {
            return Bounds::around(&sum, bits);
        }
    }
    panic!("the series for {x} did not end");
}

/// The exponential of `|x| ≤ 32`, to an absolute error of 2^−bits.
pub(crate) fn exp(x: &Rational, bits: u32) -> Bounds {
    taylor(x, bits, [1, 1, 1, 1])
}

/// The sine of `|x| ≤ 32`, to an absolute error of 2^−bits.
pub(crate) fn sin(x: &Rational, bits: u32) -> Bounds {
    taylor(x, bits, [0, 1, 0, -1])
}

/// The cosine of `|x| ≤ 32`, to an absolute error of 2^−bits.
pub(crate) fn cos(x: &Rational, bits: u32) -> Bounds {
    taylor(x, bits, [1, 0, -1, 0])
}

/// π by Machin's formula, 16 atan(1/5) − 4 atan(1/239), to an absolute error of 2^−bits.
pub(crate) fn pi(bits: u32) -> Bounds {
    let w = bits + 70;
    let atan_of_inverse = |m: u32| {
        let mut power = (Integer::from(1) << w) / m;
        let mut sum = Integer::new();
        for n in 0u32.. {
            if power == 0 {
                break;
            }
            let term = Integer::from(&power / (2 * n + 1));
            if n % 2 == 0 {
                sum += term;
            } else {
                sum -= term;
            }
            power /= m * m;
        }
        sum
    };
    Bounds::around(&(16 * atan_of_inverse(5) - 4 * atan_of_inverse(239)), bits)
}

/// Whether `lower ≤ value ≤ upper` may be true of a value with these bounds; `false` proves that it is not.
pub(crate) fn may_contain(lower: &Rational, upper: &Rational, value: &Bounds) -> bool {
    *lower <= value.upper && *upper >= value.lower
}
