//! Simple fractions.

use crate::parameter::Range;
use exact::{Integer, Rational};

/// The fraction of smallest denominator in `[low, high]`, and of those the one closest to 0.
///
/// Walks down the Stern–Brocot tree: the integer part is common to both ends as long as no integer lies between them.
pub(crate) fn simplest(low: &Rational, high: &Rational) -> Rational {
    if *low <= 0 && *high >= 0 {
        return Rational::new();
    }
    if *high < 0 {
        return -simplest(&Rational::from(-high), &Rational::from(-low));
    }
    let mut parts: Vec<Integer> = Vec::new();
    let (mut low, mut high) = (low.clone(), high.clone());
    let last = loop {
        let up = low.clone().ceil();
        if up <= high {
            break up;
        }
        let whole = low.clone().floor();
        (low, high) = ((high - &whole).recip(), (low - &whole).recip());
        parts.push(whole.into_numer_denom().0);
    };
    parts.into_iter().rev().fold(last, |value, whole| value.recip() + whole)
}

/// The simplest fraction at most `tolerance` away from `value` and within the range, if there is one.
pub(crate) fn near(value: &Rational, tolerance: &Rational, range: Option<&Range>) -> Option<Rational> {
    let mut low = Rational::from(value - tolerance);
    let mut high = Rational::from(value + tolerance);
    if let Some(range) = range {
        low = low.max(range.low.clone());
        high = high.min(range.high.clone());
        if low > high {
            return None;
        }
        // An end that does not belong to the range is approached, not taken.
        let margin = Rational::from(&high - &low) / 8u32;
        if low == range.low && !range.low_closed {
            low += &margin;
        }
        if high == range.high && !range.high_closed {
            high -= &margin;
        }
    }
    let found = simplest(&low, &high);
    range.is_none_or(|range| range.contains(&found)).then_some(found)
}

/// Bits of numerator and denominator: what "simple" is measured by.
pub(crate) fn bits(value: &Rational) -> u32 {
    value.numer().significant_bits() + value.denom().significant_bits()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// No fraction of a smaller denominator lies in the interval: all of them are tried.
        #[test]
        fn simplest_has_the_smallest_denominator(a in -400_i64..400, b in 0_i64..60, q in 1_i64..97, r in 1_i64..97) {
            let low = Rational::from((a, q));
            let high = &low + Rational::from((b, r));
            let found = simplest(&low, &high);
            prop_assert!(low <= found && found <= high);
            let mut denominator = Integer::from(1);
            while denominator < *found.denom() {
                let up = Rational::from(&low * &denominator).ceil();
                prop_assert!(up > Rational::from(&high * &denominator), "denominator {denominator} is possible");
                denominator += 1;
            }
        }
    }

    #[test]
    fn an_open_end_is_never_taken() {
        let range = Range { low: 0.into(), high: 1.into(), low_closed: false, high_closed: false };
        for value in [(0, 1), (1, 1), (999, 1000), (1, 1000)] {
            let value = Rational::from(value);
            for tolerance in [(1, 2), (1, 8), (1, 1000), (1, 100_000)] {
                let found = near(&value, &Rational::from(tolerance), Some(&range));
                assert!(found.is_some_and(|found| range.contains(&found)));
            }
        }
    }
}
