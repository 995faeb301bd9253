//! Intervals with ends that are multiples of a power of two, rounded outwards.

use exact::{Integer, Rational};

/// All real numbers from `low / 2^bits` to `high / 2^bits`.
///
/// Every operation contains the exact result for every choice of numbers in its arguments.
#[derive(Clone, Debug)]
pub(crate) struct Interval {
    pub(crate) low: Integer,
    pub(crate) high: Integer,
    pub(crate) bits: u32,
}

/// `n / d` rounded down and up, for `d ≠ 0`.
fn quotients(n: Integer, d: &Integer) -> (Integer, Integer) {
    let (down, rest) = n.div_rem_floor(d.clone());
    let up = if rest.is_zero() { down.clone() } else { Integer::from(&down + 1u32) };
    (down, up)
}

/// `x / 2^bits` rounded up.
fn shifted_up(x: Integer, bits: u32) -> Integer {
    -((-x) >> bits)
}

impl Interval {
    /// The smallest interval around a rational number.
    pub(crate) fn around(x: &Rational, bits: u32) -> Self {
        let (low, high) = quotients(Integer::from(x.numer() << bits), x.denom());
        Self { low, high, bits }
    }

    /// The single number `value / 2^bits`.
    pub(crate) fn point(value: Integer, bits: u32) -> Self {
        Self { low: value.clone(), high: value, bits }
    }

    pub(crate) fn one(bits: u32) -> Self {
        Self::point(Integer::from(1) << bits, bits)
    }

    /// The same numbers with other ends: exactly for more bits, around them for fewer.
    pub(crate) fn at(&self, bits: u32) -> Self {
        let (low, high) = (self.low.clone(), self.high.clone());
        match bits.checked_sub(self.bits) {
            Some(more) => Self { low: low << more, high: high << more, bits },
            None => Self { low: low >> (self.bits - bits), high: shifted_up(high, self.bits - bits), bits },
        }
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        let (low, high) = (Integer::from(&self.low + &other.low), Integer::from(&self.high + &other.high));
        Self { low, high, bits: self.bits }
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        let (low, high) = (Integer::from(&self.low - &other.high), Integer::from(&self.high - &other.low));
        Self { low, high, bits: self.bits }
    }

    pub(crate) fn times(&self, other: &Self) -> Self {
        let products =
            [&self.low, &self.high].map(|a| [&other.low, &other.high].map(|b| Integer::from(a * b)));
        let [[p, q], [r, s]] = products;
        let low = p.clone().min(q.clone()).min(r.clone()).min(s.clone());
        let high = p.max(q).max(r).max(s);
        Self { low: low >> self.bits, high: shifted_up(high, self.bits), bits: self.bits }
    }

    /// The quotient; `None` when the divisor may be 0.
    pub(crate) fn over(&self, divisor: &Self) -> Option<Self> {
        if divisor.low <= 0 && divisor.high >= 0 {
            return None;
        }
        let ends = [&self.low, &self.high]
            .map(|a| [&divisor.low, &divisor.high].map(|b| quotients(Integer::from(a << self.bits), b)));
        let [[p, q], [r, s]] = ends;
        let low = p.0.min(q.0).min(r.0).min(s.0);
        Some(Self { low, high: p.1.max(q.1).max(r.1).max(s.1), bits: self.bits })
    }

    /// The quotient by a whole number, `n ≥ 1`.
    pub(crate) fn over_whole(&self, n: u32) -> Self {
        let n = Integer::from(n);
        let (low, high) = (quotients(self.low.clone(), &n).0, quotients(self.high.clone(), &n).1);
        Self { low, high, bits: self.bits }
    }

    /// The multiple by a whole number.
    pub(crate) fn times_whole(&self, n: &Integer) -> Self {
        let (a, b) = (Integer::from(&self.low * n), Integer::from(&self.high * n));
        Self { low: a.clone().min(b.clone()), high: a.max(b), bits: self.bits }
    }

    /// All numbers at most `by / 2^bits` away, `by ≥ 0`.
    pub(crate) fn widened(&self, by: &Integer) -> Self {
        let (low, high) = (Integer::from(&self.low - by), Integer::from(&self.high + by));
        Self { low, high, bits: self.bits }
    }

    /// An upper bound of the modulus, in units of `2^−bits`.
    pub(crate) fn modulus(&self) -> Integer {
        Integer::from(self.low.abs_ref()).max(Integer::from(self.high.abs_ref()))
    }
}
