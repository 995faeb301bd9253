//! Sturm's theorem: real roots counted by sign changes along a remainder chain.
//!
//! The chain is computed here from pseudo-remainders alone, so that its counts are independent of those by
//! Descartes' rule of signs.

use std::cmp::Ordering;

use rug::Rational;

use super::IntPoly;
use super::remainders::Reduction;

impl IntPoly {
    /// The number of distinct real roots, by Sturm's theorem.
    ///
    /// # Panics
    ///
    /// If this is the zero polynomial, of which every number is a root.
    #[must_use]
    pub fn sturm_count_real(&self) -> usize {
        sign_changes_lost(self, |f| [sign_at_infinity(f, true), sign_at_infinity(f, false)])
    }

    /// The number of distinct real roots in the half-open interval `(lo, hi]`, by Sturm's theorem; 0 when `lo
    /// ≥ hi`.
    ///
    /// # Panics
    ///
    /// If this is the zero polynomial, of which every number is a root.
    #[must_use]
    pub fn sturm_count(&self, lo: &Rational, hi: &Rational) -> usize {
        assert!(!self.is_zero(), "the zero polynomial has every number as a root");
        if lo >= hi { 0 } else { sign_changes_lost(self, |f| [f.sign_at(lo), f.sign_at(hi)]) }
    }
}

/// By how much the number of sign changes along a Sturm chain is larger at the first of two points than at
/// the second.
///
/// The chain is $f_0, f_1 = f_0', f_{i+1} = -(f_{i-1} \bmod f_i)$, up to positive factors, of the square-free
/// part. Only two of its members are kept at a time: their coefficients are long.
fn sign_changes_lost(polynomial: &IntPoly, signs: impl Fn(&IntPoly) -> [Ordering; 2]) -> usize {
    assert!(!polynomial.is_zero(), "the zero polynomial has every number as a root");
    let mut current = polynomial.primitive();
    let mut next = current.derivative();
    let mut reduction = Reduction::new();
    let mut counters = signs(&current).map(SignChanges::starting_with);
    while let Some(leading) = next.leading() {
        for (counter, sign) in counters.iter_mut().zip(signs(&next)) {
            counter.continue_with(sign);
        }
        let gap = current.coefficients().len() - next.coefficients().len();
        let remainder = current.pseudo_remainder(&next);
        // The pseudo-remainder carries the factor leading^(gap + 1).
        let flipped = leading.is_negative() && gap.is_multiple_of(2);
        let reduced = reduction.reduce(remainder, leading.clone().abs(), gap);
        current = std::mem::replace(&mut next, if flipped { reduced } else { -&reduced });
    }
    if current.degree() > Some(0) {
        // The last remainder is the repeated part. Without it the chain is regular at every point.
        return sign_changes_lost(&polynomial.known_quotient(&current), signs);
    }
    let [first, second] = counters.map(|counter| counter.changes);
    first - second
}

/// The sign of $f(x)$ for all large $x$, or for all large $-x$.
fn sign_at_infinity(f: &IntPoly, minus: bool) -> Ordering {
    let odd = f.degree().is_some_and(|degree| degree % 2 == 1);
    let sign = f.leading().map_or(Ordering::Equal, |leading| leading.cmp0());
    if minus && odd { sign.reverse() } else { sign }
}

/// The number of sign changes in a sequence, zeros ignored.
struct SignChanges {
    last: Ordering,
    changes: usize,
}

impl SignChanges {
    fn starting_with(sign: Ordering) -> Self {
        Self { last: sign, changes: 0 }
    }

    fn continue_with(&mut self, sign: Ordering) {
        if sign.is_ne() {
            self.changes += usize::from(sign == self.last.reverse());
            self.last = sign;
        }
    }
}

/// The number of sign changes in a sequence, zeros ignored.
pub(super) fn variations(signs: impl Iterator<Item = Ordering>) -> usize {
    let mut counter = SignChanges::starting_with(Ordering::Equal);
    signs.for_each(|sign| counter.continue_with(sign));
    counter.changes
}
