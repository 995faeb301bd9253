//! Vectors of signed integers of one fixed width, and de Casteljau's subdivision on them.
//!
//! The width is a whole number of 64-bit digits, stored side by side in two's complement. Subdivision spends
//! nearly all of its time in additions of a few digits each, where this is several times faster than separate
//! big integers.

use std::cmp::Ordering;

use rug::Integer;
use rug::integer::Order;

const DIGIT: u32 = u64::BITS;

/// The spare bits, besides the sign, that every element keeps for sums to grow into.
const HEADROOM: u32 = 20;

/// A vector of integers of equal width.
pub(super) struct FixedVec {
    /// Digits per element, at least one.
    width: usize,
    /// The elements one after another, each from its lowest digit upward.
    digits: Vec<u64>,
    /// An upper bound of the number of bits of the absolute values.
    bits: u32,
}

impl FixedVec {
    /// The given integers, which are not none.
    pub(super) fn new(values: &[Integer]) -> Self {
        let bits = values.iter().map(Integer::significant_bits).max().unwrap_or(0);
        let width = width_for(bits);
        let mut digits = vec![0; width * values.len()];
        for (value, element) in values.iter().zip(digits.chunks_exact_mut(width)) {
            value.write_digits(element, Order::Lsf);
            if value.is_negative() {
                negate(element);
            }
        }
        Self { width, digits, bits }
    }

    /// The number of elements.
    pub(super) fn len(&self) -> usize {
        self.digits.len() / self.width
    }

    /// No absolute value of an element has more bits.
    pub(super) fn bits(&self) -> u32 {
        self.bits
    }

    /// The sign of element `i` when its absolute value exceeds `error`, and nothing otherwise.
    pub(super) fn sign(&self, i: usize, error: u64) -> Option<Ordering> {
        let element = &self.digits[i * self.width..][..self.width];
        let negative = is_negative(element);
        let extension = if negative { u64::MAX } else { 0 };
        let low = element[0].cast_signed();
        let one_digit = (low < 0) == negative && element[1..].iter().all(|&digit| digit == extension);
        if one_digit && low.unsigned_abs() <= error {
            return None;
        }
        Some(if negative { Ordering::Less } else { Ordering::Greater })
    }

    /// De Casteljau's subdivision at the midpoint.
    ///
    /// With $b_j^{(0)} = b_j$ and $b_j^{(s)} = (b_j^{(s-1)} + b_{j+1}^{(s-1)})/2$, the halves are
    /// $b_0^{(0)}, b_0^{(1)}, \dots, b_0^{(n)}$ and $b_0^{(n)}, b_1^{(n-1)}, \dots, b_n^{(0)}$, rounded
    /// downward: every element is low by less than the third item of the result.
    pub(super) fn halves(mut self) -> (Self, Self, u64) {
        let mut left = vec![0; self.digits.len()];
        let room = (self.width as u32 * DIGIT - 1 - self.bits).min(DIGIT - 1);
        let roundings = match self.width {
            1 => de_casteljau(1, room, &mut self.digits, &mut left),
            2 => de_casteljau(2, room, &mut self.digits, &mut left),
            3 => de_casteljau(3, room, &mut self.digits, &mut left),
            4 => de_casteljau(4, room, &mut self.digits, &mut left),
            5 => de_casteljau(5, room, &mut self.digits, &mut left),
            6 => de_casteljau(6, room, &mut self.digits, &mut left),
            width => de_casteljau(width, room, &mut self.digits, &mut left),
        };
        (Self::trimmed(self.width, left), Self::trimmed(self.width, self.digits), roundings)
    }

    /// Drops leading digits that carry no information.
    fn trimmed(width: usize, mut digits: Vec<u64>) -> Self {
        let mut used = vec![0; width];
        for element in digits.chunks_exact(width) {
            let extension = if is_negative(element) { u64::MAX } else { 0 };
            for (u, digit) in used.iter_mut().zip(element) {
                *u |= digit ^ extension;
            }
        }
        // A negative value reaches one further than the bits that differ from its sign: -2^b has b + 1 bits.
        let bits = used
            .iter()
            .rposition(|&u| u != 0)
            .map_or(0, |top| top as u32 * DIGIT + DIGIT - used[top].leading_zeros())
            + 1;
        let narrow = width_for(bits).min(width);
        if narrow < width {
            let count = digits.len() / width;
            for i in 1..count {
                digits.copy_within(i * width..i * width + narrow, i * narrow);
            }
            digits.truncate(count * narrow);
        }
        Self { width: narrow, digits, bits }
    }
}

/// The digits needed for that many bits with a sign and headroom.
fn width_for(bits: u32) -> usize {
    (bits + 1 + HEADROOM).div_ceil(DIGIT) as usize
}

/// Turns `right` into the right half and fills `left`; says how many times an element may have been rounded.
///
/// Sums are left undivided for up to `room` steps, and then all shifted at once.
#[inline(always)]
fn de_casteljau(width: usize, room: u32, right: &mut [u64], left: &mut [u64]) -> u64 {
    let steps = right.len() / width - 1;
    let mut roundings = 1;
    let mut pending = 0;
    left[..width].copy_from_slice(&right[..width]);
    for step in 1..=steps {
        let active = steps - step + 1;
        add_successors(width, &mut right[..(active + 1) * width]);
        shift_right(&mut right[active * width..(active + 1) * width], pending);
        pending += 1;
        let target = &mut left[step * width..(step + 1) * width];
        target.copy_from_slice(&right[..width]);
        shift_right(target, pending);
        if pending == room {
            for element in right[..active * width].chunks_exact_mut(width) {
                shift_right(element, pending);
            }
            pending = 0;
            roundings += 1;
        }
    }
    shift_right(&mut right[..width], pending);
    roundings
}

/// Adds to every element but the last its successor.
#[inline(always)]
fn add_successors(width: usize, digits: &mut [u64]) {
    let mut rest = digits;
    while rest.len() > width {
        let (element, tail) = rest.split_at_mut(width);
        let mut carry = false;
        for (digit, next) in element.iter_mut().zip(&tail[..width]) {
            (*digit, carry) = digit.carrying_add(*next, carry);
        }
        rest = tail;
    }
}

/// Divides an element by $2^{\text{count}}$, `count < 64`, rounding downward.
#[inline(always)]
fn shift_right(element: &mut [u64], count: u32) {
    if count == 0 {
        return;
    }
    let mut above = if is_negative(element) { u64::MAX } else { 0 };
    for digit in element.iter_mut().rev() {
        let lower = *digit;
        *digit = (lower >> count) | (above << (DIGIT - count));
        above = lower;
    }
}

#[inline(always)]
fn is_negative(element: &[u64]) -> bool {
    element.last().is_some_and(|digit| digit.cast_signed() < 0)
}

fn negate(element: &mut [u64]) {
    let mut carry = true;
    for digit in element {
        (*digit, carry) = (!*digit).overflowing_add(u64::from(carry));
    }
}

#[cfg(test)]
mod tests {
    use quickcheck::{Gen, QuickCheck};
    use rug::Rational;

    use super::*;

    /// Random integers of about `bits` bits.
    fn integers(seeds: &[(i64, i64)], bits: u16) -> Vec<Integer> {
        let shift = u32::from(bits % 700);
        let wide = |&(high, low): &(i64, i64)| (Integer::from(high) << shift >> 63) + Integer::from(low % 3);
        seeds.iter().map(wide).collect()
    }

    fn value(vector: &FixedVec, i: usize) -> Integer {
        let element = &vector.digits[i * vector.width..][..vector.width];
        let value = Integer::from_digits(element, Order::Lsf);
        let wrap = Integer::from(1) << (vector.width as u32 * DIGIT);
        if is_negative(element) { value - wrap } else { value }
    }

    fn check(law: fn(Vec<(i64, i64)>, u16) -> bool) {
        QuickCheck::new().rng(Gen::from_size_and_seed(40, 20_261_130)).tests(500).quickcheck(law);
    }

    #[test]
    fn elements_are_the_integers_given() {
        check(|seeds, bits| {
            let integers = integers(&seeds, bits);
            let vector = FixedVec::new(&integers);
            integers.iter().enumerate().all(|(i, x)| {
                let sign = (*x.as_abs() > 5).then(|| x.cmp0());
                value(&vector, i) == *x && vector.sign(i, 5) == sign && x.significant_bits() <= vector.bits()
            })
        });
    }

    #[test]
    fn halves_are_rounded_down_by_less_than_they_say() {
        check(|seeds, bits| {
            if seeds.is_empty() {
                return true;
            }
            let mut row: Vec<Rational> = integers(&seeds, bits).into_iter().map(Rational::from).collect();
            let (left, right, roundings) = FixedVec::new(&integers(&seeds, bits)).halves();
            let close = |vector: &FixedVec, i: usize, exact: &Rational| {
                let deficit = Rational::from(exact - value(vector, i));
                !deficit.is_negative()
                    && deficit < roundings
                    && value(vector, i).significant_bits() <= vector.bits()
            };
            for step in 0..seeds.len() {
                let last = row.len() - 1;
                if !close(&left, step, &row[0]) || !close(&right, last, &row[last]) {
                    return false;
                }
                row = row.windows(2).map(|pair| Rational::from(&pair[0] + &pair[1]) / 2).collect();
            }
            true
        });
    }

    #[test]
    fn the_largest_values_of_a_width_do_not_overflow() {
        for bits in 1..200_u32 {
            let largest: Integer = Integer::from(Integer::u_pow_u(2, bits)) - 1;
            for x in [-largest.clone(), largest] {
                let (left, right, _) = FixedVec::new(&vec![x.clone(); 100]).halves();
                assert!((0..100).all(|i| value(&left, i) == x && value(&right, i) == x), "{bits} bits");
            }
        }
    }

    #[test]
    fn leading_digits_without_information_are_dropped() {
        let big: Integer = Integer::from(1) << 300;
        let (left, right, _) = FixedVec::new(&[big.clone(), -big, Integer::from(1)]).halves();
        assert_eq!((left.width, right.width), (6, 6));
        let small = FixedVec::trimmed(3, vec![5, 0, 0, u64::MAX - 4, u64::MAX, u64::MAX]);
        assert_eq!((small.width, small.digits), (1, vec![5, u64::MAX - 4]));
    }
}
