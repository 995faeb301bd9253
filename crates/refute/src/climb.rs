//! One start of the search: a random word, biased to corners, and the climb from it.

use crate::claim::Claim;
use crate::clock::Clock;
use crate::grid::Grid;
use crate::objective::{self, SUSPICION};
use crate::parameter::{Kind, Parameter};
use crate::point;
use crate::random::Random;
use crate::word::{Layout, Template, can_shift};

/// Most steps of a climb, and of one that has already found what it looks for.
const STEPS: usize = 140;
const STEPS_BEYOND: usize = 30;

/// The violation of parameters that miss a constraint is below this; of all others it is above.
pub(crate) const OUTSIDE: f64 = -100.0;

/// Where a climb ended.
#[derive(Debug)]
pub(crate) struct Summit {
    pub(crate) z: Vec<f64>,
    pub(crate) value: f64,
    /// How often the violation was evaluated.
    pub(crate) evaluations: u64,
}

/// A way to tie the steps of a word together.
pub(crate) fn template(claim: &Claim, d: usize, length: usize, random: &mut Random) -> Template {
    if length == 1 || claim.property.is_of_two_steps() || random.chance(0.4) {
        return Template::free(length);
    }
    let groups = if random.chance(0.6) { 1 } else { 2.min(length) };
    let group = match random.below(3) {
        // A power, a word repeated, or a random mixture.
        0 => (0..length).map(|step| step * groups / length).collect(),
        1 => (0..length).map(|step| step % groups).collect(),
        _ => (0..length).map(|_| random.below(groups)).collect::<Vec<_>>(),
    };
    let turn = if d > 1 && can_shift(claim) { 1 + random.below(d - 1) } else { 0 };
    let turn = if groups == 1 || random.chance(0.7) { turn } else { 0 };
    Template { shift: (0..length).map(|step| step * turn % d).collect(), group }
}

/// How close to an open end the climb may go, as a part of the range.
fn margin(random: &mut Random) -> f64 {
    [0.1, 0.03, 0.01, 1e-3, 1e-5][random.below(5)]
}

/// The bounds that the climb keeps to: open ends are left out by a margin.
pub(crate) fn inner_bounds(layout: &Layout<'_>, random: &mut Random) -> Vec<(f64, f64)> {
    let margin = margin(random);
    let of = |coordinate: &crate::word::Coordinate| {
        let parameter = &layout.claim.parameters[coordinate.parameter];
        let width = coordinate.high - coordinate.low;
        let open = |closed: Option<bool>| if closed == Some(false) { margin * width } else { 0.0 };
        let low = coordinate.low + open(parameter.range.as_ref().map(|range| range.low_closed));
        let high = coordinate.high - open(parameter.range.as_ref().map(|range| range.high_closed));
        (low, high)
    };
    layout.coordinates.iter().map(of).collect()
}

/// A random start: entries at the ends of their ranges, repeated, zero, or anywhere.
pub(crate) fn start(layout: &Layout<'_>, bounds: &[(f64, f64)], random: &mut Random) -> Vec<f64> {
    let mut z: Vec<f64> = Vec::with_capacity(bounds.len());
    let corners = [0.1, 0.4, 0.8][random.below(3)];
    let repeated = random.chance(0.25);
    let sparse = random.chance(0.3);
    for (at, (coordinate, (low, high))) in layout.coordinates.iter().zip(bounds).enumerate() {
        let parameter: &Parameter = &layout.claim.parameters[coordinate.parameter];
        let before = at.checked_sub(1).filter(|at| layout.coordinates[*at].parameter == coordinate.parameter);
        let value = match parameter.kind {
            Kind::UnitVector | Kind::Ball => {
                if sparse && random.chance(0.5) {
                    1e-3 * random.normal()
                } else {
                    random.normal()
                }
            }
            Kind::Orthogonal => random.normal(),
            Kind::SignDiagonal => random.unit() - 0.5,
            _ => match before {
                Some(before) if repeated => z[before],
                _ if random.chance(corners) => [*low, *high][random.below(2)],
                _ => low + (high - low) * random.unit(),
            },
        };
        z.push(value);
    }
    z
}

struct Point {
    steps: Vec<Grid<f64>>,
    missed: Vec<f64>,
    value: f64,
}

fn value(layout: &Layout<'_>, steps: &[&Grid<f64>], missed: f64) -> Option<f64> {
    if missed > 0.0 {
        return Some(OUTSIDE - missed);
    }
    objective::violation(&layout.claim.property, steps)
}

fn evaluate(layout: &Layout<'_>, z: &[f64]) -> Option<Point> {
    let all = (0..layout.length).map(|step| layout.step(z, step)).collect::<Option<Vec<_>>>()?;
    let (steps, missed): (Vec<_>, Vec<_>) = all.into_iter().unzip();
    let value = value(layout, &steps.iter().collect::<Vec<_>>(), missed.iter().sum())?;
    Some(Point { steps, missed, value })
}

/// The change of the violation when one coordinate moves by `by`; only the steps that depend on it are built anew.
fn changed(layout: &Layout<'_>, here: &Point, z: &mut [f64], at: usize, by: f64) -> Option<f64> {
    let before = z[at];
    z[at] += by;
    let affected = &layout.coordinates[at].steps;
    let moved = affected.iter().map(|step| layout.step(z, *step)).collect::<Option<Vec<_>>>();
    z[at] = before;
    let moved = moved?;
    let mut steps: Vec<&Grid<f64>> = here.steps.iter().collect();
    let mut missed = here.missed.clone();
    for (step, (grid, miss)) in affected.iter().zip(&moved) {
        steps[*step] = grid;
        missed[*step] = *miss;
    }
    Some(value(layout, &steps, missed.iter().sum())? - here.value)
}

/// Climbs by resilient steps (iRprop⁻: C. Igel, M. Hüsken, *Improving the Rprop learning algorithm*, NC 2000): each
/// coordinate has a step width of its own, which grows while the sign of its slope stays and shrinks when it turns. Only
/// signs of differences are used, so neither scaling nor a kink of the violation matters much.
/// Ends early, with the best so far, when the clock says so.
pub(crate) fn climb(
    layout: &Layout<'_>,
    start: Vec<f64>,
    bounds: &[(f64, f64)],
    clock: Clock<'_>,
) -> Option<Summit> {
    let mut z = start;
    let smooth: Vec<bool> =
        layout.coordinates.iter().map(|c| point::is_smooth(&layout.claim.parameters[c.parameter])).collect();
    let mut here = evaluate(layout, &z)?;
    let mut best = (z.clone(), here.value);
    let mut evaluations = 1;
    let widths: Vec<f64> = bounds.iter().map(|(low, high)| (high - low).max(1e-12)).collect();
    let mut steps: Vec<f64> = widths.iter().map(|width| 0.05 * width).collect();
    let mut slopes = vec![0.0_f64; z.len()];
    let mut beyond = 0;
    'climb: for _ in 0..STEPS {
        let mut largest = 0.0_f64;
        for at in 0..z.len() {
            if clock.is_over() {
                break 'climb;
            }
            let by = 1e-6 * widths[at] * if z[at] + 1e-6 * widths[at] > bounds[at].1 { -1.0 } else { 1.0 };
            let slope = if smooth[at] {
                evaluations += 1;
                changed(layout, &here, &mut z, at, by).unwrap_or(0.0) / by
            } else {
                0.0
            };
            let turned = slope * slopes[at];
            if turned > 0.0 {
                steps[at] = (steps[at] * 1.3).min(0.3 * widths[at]);
            } else if turned < 0.0 {
                steps[at] *= 0.5;
            }
            slopes[at] = if turned < 0.0 { 0.0 } else { slope };
            // A coordinate that presses against its bound does not move.
            let pressed = (slope > 0.0 && z[at] >= bounds[at].1) || (slope < 0.0 && z[at] <= bounds[at].0);
            if slopes[at] != 0.0 && !pressed {
                largest = largest.max(steps[at] / widths[at]);
            }
        }
        if largest < 1e-7 {
            break;
        }
        for at in 0..z.len() {
            if slopes[at] != 0.0 {
                z[at] = (z[at] + slopes[at].signum() * steps[at]).clamp(bounds[at].0, bounds[at].1);
            }
        }
        normalise(layout, &mut z);
        let Some(point) = evaluate(layout, &z) else { break };
        here = point;
        evaluations += 1;
        if here.value > best.1 {
            best = (z.clone(), here.value);
        }
        if best.1 > SUSPICION {
            beyond += 1;
            if beyond > STEPS_BEYOND {
                break;
            }
        }
    }
    let (z, value) = best;
    Some(Summit { z, value, evaluations })
}

/// Brings the free coordinates of unit vectors back to length 1, so that their steps stay comparable.
fn normalise(layout: &Layout<'_>, z: &mut [f64]) {
    let mut at = 0;
    while at < z.len() {
        let parameter = layout.coordinates[at].parameter;
        let described = &layout.claim.parameters[parameter];
        let size = point::count(described, layout.d);
        if described.kind == Kind::UnitVector {
            let norm = z[at..at + size].iter().map(|x| x * x).sum::<f64>().sqrt();
            if norm > 1e-9 {
                z[at..at + size].iter_mut().for_each(|x| *x /= norm);
            }
        }
        at += size;
    }
}
