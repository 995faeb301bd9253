//! Which ranges would save a refuted claim: how far they can be shrunk before the search meets nothing any more.

use crate::claim::Claim;
use crate::parameter::Range;
use crate::search::{Options, Progress, is_refuted};
use exact::{Rational, text};
use std::fmt;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Bisections of one end of a range.
const PROBES: u32 = 7;
/// Longest search of one of them.
const LONGEST: Duration = Duration::from_secs(3);

/// What was observed when one end of a range moved inwards. It is no proof: a longer search may find more.
#[derive(Debug, Clone)]
pub struct Boundary {
    /// The parameter.
    pub parameter: String,
    /// Whether the upper end moved; else the lower one.
    pub upper: bool,
    /// The smallest range that was still refuted.
    pub refuted: Range,
    /// The largest range inside it in which nothing was met; `None` where no such range was found, so that this end does not
    /// matter.
    pub held: Option<Range>,
    /// How long the search for it took.
    pub searched: Duration,
}

impl Boundary {
    /// As JSON.
    pub fn json(&self) -> serde_json::Value {
        let range = |range: &Range| {
            serde_json::json!({"low": text::format(&range.low), "high": text::format(&range.high),
                "low_closed": range.low_closed, "high_closed": range.high_closed})
        };
        serde_json::json!({
            "parameter": self.parameter,
            "end": if self.upper { "upper" } else { "lower" },
            "still_refuted": range(&self.refuted),
            "nothing_met": self.held.as_ref().map(range),
            "proved": false,
        })
    }
}

impl fmt::Display for Boundary {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { parameter, upper, refuted, held, .. } = self;
        let end = if *upper { "upper" } else { "lower" };
        match held {
            None => write!(
                out,
                "observed: the {end} end of {parameter} does not save it; still refuted in {refuted}"
            ),
            Some(held) => write!(
                out,
                "observed, not proved: {parameter} in {refuted} is still refuted, in {held} nothing was met in {:.1} s",
                self.searched.as_secs_f64()
            ),
        }
    }
}

/// Moves each end of each range inwards by bisection, and searches again.
pub fn explain(claim: &Claim, options: &Options, progress: Progress<'_>) -> Vec<Boundary> {
    let ranged =
        claim.parameters.iter().filter_map(|parameter| Some((&parameter.name, parameter.range.as_ref()?)));
    let ends: Vec<_> = ranged
        .filter(|(_, range)| range.low < range.high)
        .flat_map(|(name, range)| [(name, range, false), (name, range, true)])
        .collect();
    let share = options.time / (u32::try_from(ends.len()).unwrap_or(1).max(1) * (PROBES + 1));
    let time = share.min(LONGEST);
    let mut boundaries = Vec::new();
    for (name, range, upper) in ends {
        if progress.stop.load(Ordering::Relaxed) {
            break;
        }
        let options = Options { time, ..options.clone() };
        let refuted = |range: &Range| {
            let claim = claim.with_range(name, range.clone()).ok()?;
            is_refuted(&claim, &options, progress)
        };
        boundaries.extend(boundary(name, range, upper, time, refuted));
    }
    boundaries
}

fn boundary(
    name: &str,
    range: &Range,
    upper: bool,
    time: Duration,
    refuted: impl Fn(&Range) -> Option<bool>,
) -> Option<Boundary> {
    // The range with its end moved inwards by so many parts of 2^PROBES.
    let moved = |parts: u32| {
        let by: Rational = range.width() * Rational::from((parts, 1u32 << PROBES));
        let mut moved = range.clone();
        if upper {
            (moved.high, moved.high_closed) =
                (Rational::from(&range.high - &by), range.high_closed || parts > 0);
        } else {
            (moved.low, moved.low_closed) = (Rational::from(&range.low + &by), range.low_closed || parts > 0);
        }
        moved
    };
    let (mut inner, mut outer) = ((1u32 << PROBES) - 1, 0);
    if refuted(&moved(inner))? {
        let refuted = moved(inner);
        return Some(Boundary { parameter: name.to_owned(), upper, refuted, held: None, searched: time });
    }
    while inner - outer > 1 {
        let middle = u32::midpoint(inner, outer);
        if refuted(&moved(middle))? { outer = middle } else { inner = middle }
    }
    let (refuted, held) = (moved(outer), Some(moved(inner)));
    Some(Boundary { parameter: name.to_owned(), upper, refuted, held, searched: time })
}
