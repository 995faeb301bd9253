//! What the theorems at the enclosed level share: comparisons of balls, with bits added until they are settled.

use claim::{Evidence, Outcome};
use enclosure::{Decision, PrecisionLimit, RealBall, decide};
use std::cmp::Ordering;

/// A real number as its ball at a precision; `None` where the precision does not tell whether it exists.
pub(crate) type Real<'a> = Box<dyn Fn(u32) -> Option<RealBall> + 'a>;

/// Decides lines that say `left < right`: evidence for each, or the first that is false or stays open.
pub(crate) fn below(lines: &[(Real<'_>, Real<'_>)]) -> Outcome {
    for (conclusion, (left, right)) in lines.iter().enumerate() {
        let order = decide(PrecisionLimit::new(4096), |bits| left(bits)?.compare(&right(bits)?));
        match order {
            Decision::Decided { value: Ordering::Less, .. } => {}
            Decision::Decided { precision, .. } => {
                let shown = |x: &Real<'_>| x(precision).map_or_else(String::new, |ball| format!("{ball}"));
                let (expected, found) = (format!("less than {}", shown(right)), shown(left));
                return Outcome::Refuted { conclusion, expected, found };
            }
            Decision::Undecided { limit } => {
                return Outcome::Undecided(format!("line {conclusion} is open at {} bits", limit.bits()));
            }
        }
    }
    Outcome::Holds(vec![Evidence::Compute; lines.len()])
}
