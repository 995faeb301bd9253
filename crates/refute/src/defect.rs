//! Looks for matrices that are not diagonalisable although all their eigenvalues are real.
//!
//! They are a thin set: in its neighbourhood eigenvalues only come close to each other, and rounding leaves it. So all
//! coordinates but one are rounded first, the last one is moved until two eigenvalues meet, and the number where they meet is
//! recognised as a simple fraction, if it is one. Exact arithmetic then says whether an eigenvector is missing.

use crate::claim::Claim;
use crate::clock::Clock;
use crate::decide::Broken;
use crate::fraction;
use crate::grid::Grid;
use crate::objective;
use crate::parameter::Range;
use crate::shrink;
use crate::word::{Layout, Word};
use exact::Rational;

/// Most coordinates of a word that is looked at.
const MOST: usize = 40;
/// Points of the grid along a coordinate, and halvings of the best cell.
const GRID: u32 = 24;
const HALVINGS: usize = 40;

/// The word with one coordinate of one parameter of one step (of all steps, for a shared one) replaced.
fn with(claim: &Claim, word: &Word, (step, parameter, at): (usize, usize, usize), value: &Rational) -> Word {
    let mut word = word.clone();
    let steps = if claim.parameters[parameter].shared { 0..word.points.len() } else { step..step + 1 };
    for step in steps {
        word.points[step][parameter].coordinates_mut()[at] = value.clone();
    }
    word
}

/// How close two eigenvalues are: 0 where they meet, else negative; nothing outside the ranges or where they are a pair.
fn closeness(claim: &Claim, word: &Word) -> Option<f64> {
    let steps = word.steps(claim)?;
    let float = |matrix: &exact::Matrix| {
        Grid::from_fn(matrix.rows(), matrix.cols(), |i, j| matrix.get(i, j).to_f64())
    };
    let steps: Vec<Grid<f64>> = steps.iter().map(float).collect();
    objective::violation(&claim.property, &steps.iter().collect::<Vec<_>>())
}

/// A word close to `z` without a basis of eigenvectors, shown exactly.
pub(crate) fn find(
    layout: &Layout<'_>,
    z: &[f64],
    checks: &mut u64,
    clock: Clock<'_>,
) -> Option<(Word, Broken)> {
    let claim = layout.claim;
    let mut word = layout.round(z, Some(&Rational::from((1, 8))))?;
    let mut places = Vec::new();
    for step in 0..word.points.len() {
        for parameter in (0..claim.parameters.len()).filter(|at| step == 0 || !claim.parameters[*at].shared) {
            let count = word.points[step][parameter].coordinates_mut().len();
            places.extend((0..count).map(|at| (step, parameter, at)));
        }
    }
    if places.len() > MOST {
        return None;
    }
    let unit =
        Range { low: Rational::from(-1), high: Rational::from(1), low_closed: true, high_closed: true };
    for place in places {
        if clock.is_over() {
            return None;
        }
        let range = word.points[place.0][place.1].range(&claim.parameters[place.1]).cloned();
        let range = range.unwrap_or_else(|| unit.clone());
        let value =
            |x: &Rational| closeness(claim, &with(claim, &word, place, x)).unwrap_or(f64::NEG_INFINITY);
        let cell = range.width() / GRID;
        let at = |i: u32| &range.low + Rational::from(&cell * i);
        let best = (0..=GRID).max_by(|a, b| value(&at(*a)).total_cmp(&value(&at(*b))))?;
        let (mut low, mut high) = (at(best.saturating_sub(1)), at((best + 1).min(GRID)));
        // Thirds, since the sign does not tell on which side two eigenvalues meet.
        for _ in 0..HALVINGS {
            let third = Rational::from(&high - &low) / 3u32;
            let (left, right) = (Rational::from(&low + &third), Rational::from(&high - &third));
            let dyadic = |x: Rational| Rational::from_f64(x.to_f64()).unwrap_or(x);
            if value(&left) < value(&right) { low = dyadic(left) } else { high = dyadic(right) }
        }
        let middle = Rational::from(&low + &high) / 2u32;
        let near = fraction::near(&middle, &Rational::from((1, 1_000_000)), Some(&range));
        let Some(candidate) = near else { continue };
        let candidate = with(claim, &word, place, &candidate);
        *checks += 1;
        if let Some(broken) = shrink::broken(claim, &candidate, clock) {
            return Some((candidate, broken));
        }
    }
    None
}
