//! Elementary functions of intervals, by power series with the bound of what is left out.
//!
//! Each series is summed in intervals, so its own rounding is enclosed, and then widened by the bound of its remainder.
//! `docs/certificate-v1.md`, section "Enclosed numbers", has the bounds.

use super::interval::Interval;
use exact::{Integer, Matrix, Rational};

/// Why there is no enclosure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// It might be found with more bits.
    MoreBits,
    /// The number does not exist, or is beyond the limits.
    Refused(String),
}

/// Largest modulus of the argument of `exp`.
const MAX_EXPONENT: u32 = 1024;
/// Largest modulus of the argument of `sin` and `cos`, and largest norm of a matrix with an exponential.
const MAX_ANGLE: u32 = 64;
/// Bits beyond those asked for, against rounding along the way.
const GUARD: u32 = 32;

fn within(what: &str, x: &Interval, limit: u32) -> Result<(), Trouble> {
    if x.modulus() >> x.bits < limit {
        Ok(())
    } else {
        Err(Trouble::Refused(format!("`{what}` of a number that may have a modulus of {limit} or more")))
    }
}

/// `exp`, which is increasing.
pub(crate) fn exp(x: &Interval) -> Result<Interval, Trouble> {
    within("exp", x, MAX_EXPONENT)?;
    let (low, high) = (exp_of_point(&x.low, x.bits).low, exp_of_point(&x.high, x.bits).high);
    Ok(Interval { low, high, bits: x.bits })
}

/// `exp(x)` as the square of the square of … `exp(x / 2^k)`, `|x| / 2^k ≤ 1/2`.
fn exp_of_point(x: &Integer, bits: u32) -> Interval {
    let halvings = (x.significant_bits() + 1).saturating_sub(bits);
    let size = (Integer::from(x.abs_ref()) >> bits).to_u32().unwrap_or(MAX_EXPONENT);
    let work = bits + halvings * 2 + size * 4 + GUARD;
    let small = Interval::point(x.clone() << (work - bits - halvings), work);
    let mut sum = Interval::one(work);
    let mut term = sum.clone();
    for n in 1.. {
        term = term.times(&small).over_whole(n);
        sum = sum.plus(&term);
        // |x^(n+1)/(n+1)! + …| ≤ |term| (1/2 + 1/4 + …).
        if term.modulus() <= 1 {
            break;
        }
    }
    sum = sum.widened(&term.modulus());
    for _ in 0..halvings {
        sum = sum.times(&sum);
    }
    sum.at(bits)
}

/// `log`, which is increasing.
pub(crate) fn log(x: &Interval) -> Result<Interval, Trouble> {
    if x.high <= 0 {
        return Err(Trouble::Refused("`log` of a number that is not positive".into()));
    }
    if x.low <= 0 {
        return Err(Trouble::MoreBits);
    }
    let (low, high) = (log_of_point(&x.low, x.bits).low, log_of_point(&x.high, x.bits).high);
    Ok(Interval { low, high, bits: x.bits })
}

/// `log(2^e y) = e · 2 artanh(1/3) + 2 artanh((y − 1)/(y + 1))` with `2/3 ≤ y < 4/3`.
fn log_of_point(x: &Integer, bits: u32) -> Interval {
    let work = bits + 2 * GUARD;
    let length = x.significant_bits();
    // x / 2^length is in [1/2, 1).
    let below = Integer::from(x * 3u32) < Integer::from(1) << (length + 1);
    let scale = if below { length - 1 } else { length };
    let one = Integer::from(1) << scale;
    let z = Rational::from((Integer::from(x - &one), Integer::from(x + &one)));
    let exponent = Integer::from(scale) - bits;
    let half = artanh(&z, work).plus(&artanh(&Rational::from((1, 3)), work).times_whole(&exponent));
    half.times_whole(&Integer::from(2)).at(bits)
}

/// `artanh z = z + z³/3 + z⁵/5 + …` for `|z| ≤ 1/2`.
fn artanh(z: &Rational, bits: u32) -> Interval {
    let square = Interval::around(&Rational::from(z.square_ref()), bits);
    let mut power = Interval::around(z, bits);
    let mut sum = power.clone();
    for n in 1.. {
        power = power.times(&square);
        sum = sum.plus(&power.over_whole(2 * n + 1));
        // |z|^(2n+3) + … ≤ |power| (1/4 + 1/16 + …).
        if power.modulus() <= 1 {
            break;
        }
    }
    sum.widened(&power.modulus())
}

/// The square root of a number that is not negative.
pub(crate) fn sqrt(x: &Interval) -> Result<Interval, Trouble> {
    if x.high < 0 {
        return Err(Trouble::Refused("`sqrt` of a negative number".into()));
    }
    if x.low < 0 {
        return Err(Trouble::MoreBits);
    }
    let low = Integer::from(&x.low << x.bits).sqrt();
    let (root, rest) = Integer::from(&x.high << x.bits).sqrt_rem(Integer::new());
    let high = if rest.is_zero() { root } else { root + 1u32 };
    Ok(Interval { low, high, bits: x.bits })
}

/// π = 16 arctan(1/5) − 4 arctan(1/239) (Machin).
pub(crate) fn pi(bits: u32) -> Interval {
    let part = |q: u32, factor: u32| arctan_of_inverse(q, bits + GUARD).times_whole(&Integer::from(factor));
    part(5, 16).minus(&part(239, 4)).at(bits)
}

/// `arctan(1/q) = 1/q − 1/(3q³) + …` for `q ≥ 2`: alternating, so the remainder is at most the first term left out.
fn arctan_of_inverse(q: u32, bits: u32) -> Interval {
    let mut power = Interval::one(bits).over_whole(q);
    let mut sum = power.clone();
    for n in 1.. {
        power = power.over_whole(q * q);
        let term = power.over_whole(2 * n + 1);
        sum = if n % 2 == 1 { sum.minus(&term) } else { sum.plus(&term) };
        if power.modulus() <= 1 {
            break;
        }
    }
    sum.widened(&power.modulus())
}

/// `sin`.
pub(crate) fn sin(x: &Interval) -> Result<Interval, Trouble> {
    circular("sin", x, 1)
}

/// `cos`.
pub(crate) fn cos(x: &Interval) -> Result<Interval, Trouble> {
    circular("cos", x, 0)
}

/// The series at the lower end, widened by the length of the interval (both functions have slopes from −1 to 1).
fn circular(name: &str, x: &Interval, first: u32) -> Result<Interval, Trouble> {
    within(name, x, MAX_ANGLE)?;
    // A term is at most e^64 < 2^93.
    let work = x.bits + 100 + GUARD;
    let point = Interval::point(x.low.clone(), x.bits).at(work);
    let square = point.times(&point);
    let mut term = if first == 0 { Interval::one(work) } else { point };
    let mut sum = term.clone();
    for n in 1.. {
        let last = 2 * n + first;
        term = term.times(&square).over_whole(last - 1).over_whole(last);
        sum = if n % 2 == 1 { sum.minus(&term) } else { sum.plus(&term) };
        // From |x| on the terms decrease and alternate: the remainder is at most the first term left out.
        if last > MAX_ANGLE && term.modulus() <= 1 {
            break;
        }
    }
    let sum = sum.widened(&term.modulus()).at(x.bits).widened(&Integer::from(&x.high - &x.low));
    let one = Integer::from(1) << x.bits;
    Ok(Interval { low: sum.low.max(-one.clone()), high: sum.high.min(one), bits: x.bits })
}

/// `exp(A)`, row after row, as the square of the square of … `exp(A / 2^k)`, with row sums of `|A| / 2^k` at most 1/2.
pub(crate) fn matrix_exp(a: &Matrix, bits: u32) -> Result<Vec<Interval>, Trouble> {
    let n = a.rows();
    let sums = (0..n).map(|i| a.row(i).iter().map(|x| Rational::from(x.abs_ref())).sum::<Rational>());
    let norm = sums.max().unwrap_or_default();
    if norm > MAX_ANGLE {
        return Err(Trouble::Refused(format!("`exp` of a matrix with a row sum above {MAX_ANGLE}")));
    }
    let mut halvings = 0;
    while Rational::from(&norm >> halvings) * 2u32 > 1 {
        halvings += 1;
    }
    // Squaring doubles the relative error, and no entry exceeds e^norm < 2^(2 norm).
    let work = bits + 4 * norm.clone().ceil().numer().to_u32().unwrap_or(MAX_ANGLE) + 4 * halvings + GUARD;
    let small: Vec<_> =
        a.entries().iter().map(|x| Interval::around(&Rational::from(x >> halvings), work)).collect();
    let product = |a: &[Interval], b: &[Interval]| -> Vec<Interval> {
        let zero = Interval::point(Integer::new(), work);
        let entry =
            |i: usize, j: usize| (0..n).fold(zero.clone(), |s, l| s.plus(&a[i * n + l].times(&b[l * n + j])));
        (0..n * n).map(|e| entry(e / n, e % n)).collect()
    };
    let unit = |e: usize| Interval::point(Integer::from(u32::from(e / n == e % n)) << work, work);
    let mut sum: Vec<_> = (0..n * n).map(unit).collect();
    let mut term = sum.clone();
    // 2^m (m + 1)! for the terms up to the power m: an entry of what is left out is at most
    // (1/2)^(m+1)/(m+1)! · (1 + 1/2 + …) = 1/(2^m (m+1)!).
    let mut left_out = Integer::from(1);
    for m in 1.. {
        term = product(&term, &small).iter().map(|x| x.over_whole(m)).collect();
        sum = sum.iter().zip(&term).map(|(s, t)| s.plus(t)).collect();
        left_out = left_out * 2u32 * (m + 1);
        if left_out.significant_bits() > work {
            break;
        }
    }
    if !norm.is_zero() {
        sum = sum.iter().map(|x| x.widened(&Integer::from(1))).collect();
    }
    for _ in 0..halvings {
        sum = product(&sum, &sum);
    }
    Ok(sum.iter().map(|x| x.at(bits)).collect())
}
