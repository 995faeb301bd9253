//! From a suspicion in doubles to an exact counterexample, and to a simple one.

use crate::claim::Claim;
use crate::clock::Clock;
use crate::decide::{self, Broken};
use crate::enclosed;
use crate::fraction;
use crate::parameter::Range;
use crate::word::{Layout, Word};
use exact::Rational;

/// Tolerances of rounding, from coarse to fine, as parts of a range.
const TOLERANCES: [(i64, i64); 11] = [
    (1, 5),
    (1, 10),
    (1, 20),
    (1, 40),
    (1, 100),
    (1, 300),
    (1, 1_000),
    (1, 10_000),
    (1, 100_000),
    (1, 10_000_000),
    (1, 10_000_000_000),
];

/// What is wrong with a word, shown without rounding errors: exactly, or by enclosure where the claim needs it.
/// Nothing, too, once the clock says so.
pub(crate) fn broken(claim: &Claim, word: &Word, clock: Clock<'_>) -> Option<Broken> {
    if clock.is_over() {
        None
    } else if claim.enclosed {
        enclosed::broken(claim, word, clock)
    } else {
        decide::broken(&claim.property, &word.steps(claim)?)
    }
}

/// The simplest rounding of `z` that breaks the property exactly; at last `z` itself, whose doubles are rationals.
pub(crate) fn certify(
    layout: &Layout<'_>,
    z: &[f64],
    checks: &mut u64,
    clock: Clock<'_>,
) -> Option<(Word, Broken)> {
    let tolerances = TOLERANCES.iter().map(|tolerance| Some(Rational::from(*tolerance))).chain([None]);
    let mut last: Option<Word> = None;
    for tolerance in tolerances {
        let Some(word) = layout.round(z, tolerance.as_ref()) else { continue };
        if last.as_ref() == Some(&word) {
            continue;
        }
        if clock.is_over() {
            return None;
        }
        *checks += 1;
        if let Some(broken) = broken(layout.claim, &word, clock) {
            return Some((word, broken));
        }
        last = Some(word);
    }
    None
}

/// Makes the numbers of a counterexample simpler as long as it stays one, until the
/// clock says so.
///
/// Where a bound is missed, a third of the excess is kept: the simplest numbers of all are at the edge of the claim, where
/// the reader sees nothing.
pub(crate) fn simplify(claim: &Claim, mut word: Word, mut found: Broken, clock: Clock<'_>) -> (Word, Broken) {
    const PASSES: usize = 8;
    let excess = found.excess / 3.0;
    for _ in 0..PASSES {
        let before = word.bits(claim);
        for step in 0..word.points.len() {
            for parameter in 0..claim.parameters.len() {
                if step > 0 && claim.parameters[parameter].shared {
                    continue;
                }
                simplify_parameter(claim, (&mut word, &mut found), (step, parameter), (excess, clock));
            }
        }
        if word.bits(claim) == before || clock.is_over() {
            break;
        }
    }
    (word, found)
}

fn simplify_parameter(
    claim: &Claim,
    (word, found): (&mut Word, &mut Broken),
    (step, parameter): (usize, usize),
    (excess, clock): (f64, Clock<'_>),
) {
    let mut attempt = |word: &mut Word, candidate: Word| {
        let better = candidate.bits(claim) < word.bits(claim);
        if better
            && let Some(broken) = broken(claim, &candidate, clock)
            && broken.excess >= excess
        {
            (*word, *found) = (candidate, broken);
            return true;
        }
        false
    };
    // The same value as another step has reads best, if it is not longer.
    for other in (0..word.points.len()).filter(|other| *other != step) {
        if clock.is_over() {
            return;
        }
        let mut candidate = word.clone();
        candidate.points[step][parameter] = word.points[other][parameter].clone();
        attempt(word, candidate);
    }
    let count = word.points[step][parameter].coordinates_mut().len();
    for at in 0..count {
        let described = &claim.parameters[parameter];
        let range = word.points[step][parameter].range(described).cloned();
        let value = word.points[step][parameter].coordinates_mut()[at].clone();
        for candidate in simpler(&value, range.as_ref()) {
            if clock.is_over() {
                return;
            }
            let mut changed = word.clone();
            let steps = if described.shared { 0..changed.points.len() } else { step..step + 1 };
            for step in steps {
                changed.points[step][parameter].coordinates_mut()[at] = candidate.clone();
            }
            if attempt(word, changed) {
                break;
            }
        }
    }
}

/// Simpler numbers, the simplest first.
fn simpler(value: &Rational, range: Option<&Range>) -> Vec<Rational> {
    let width = range.map_or_else(|| Rational::from(2), Range::width);
    let mut found: Vec<Rational> = Vec::new();
    for halvings in 0..24u32 {
        let tolerance = width.clone() >> halvings;
        if let Some(candidate) = fraction::near(value, &tolerance, range)
            && fraction::bits(&candidate) < fraction::bits(value)
            && !found.contains(&candidate)
        {
            found.push(candidate);
        }
    }
    found
}
