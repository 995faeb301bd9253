//! The parts of a run: what is done at once, written down when it is finished, and put together in any order.

use crate::{Claim, Failure, Nearest, Options, Quantifier, TheoremResult, Verdict, WitnessResult};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Duration;

/// Instances in one part.
pub const INSTANCES_IN_A_PART: u64 = 32;

/// What one finished part of a theorem's work found: part 0 is its witnesses, part `n` its instances from
/// `(n - 1) * 32` on, 32 of them or up to the last.
///
/// A part depends on the theorem, the options and its number alone, so that parts done by other processes, or before
/// an interruption, give the same result as those of one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The theorem's id.
    pub theorem: String,
    /// Number of the part.
    pub number: u64,
    /// Instances decided and holding, with an accepted certificate.
    pub holds: u64,
    /// Instances that stayed undecided.
    pub undecided: u64,
    /// Why the first of them did.
    pub undecided_reason: Option<String>,
    /// For an existence theorem: drawn instances that are no examples.
    pub passed_over: u64,
    /// Instances by dimension.
    pub dimensions: BTreeMap<usize, u64>,
    /// The instance that came nearest to failing, where the conclusion compares numbers.
    pub nearest: Option<Nearest>,
    /// Hypotheses shown needed, traps refuted.
    pub witnesses: Vec<WitnessResult>,
    /// The first failure.
    pub failure: Option<(Verdict, Failure)>,
    /// Certificate lines, in order.
    pub certificates: Vec<String>,
    /// Time spent; never part of results that must be reproducible.
    pub seconds: f64,
}

impl Options {
    /// The numbers of all parts of a theorem.
    pub fn parts(&self) -> Range<u64> {
        let blocks = if self.only_case.is_some() { 1 } else { self.cases.div_ceil(INSTANCES_IN_A_PART) };
        0..1 + blocks
    }

    /// The instances of a part.
    pub fn cases_of(&self, part: u64) -> Range<u64> {
        match (part, self.only_case) {
            (0, _) => 0..0,
            (_, Some(case)) => case..case.saturating_add(1),
            (_, None) => {
                let begin = (part - 1).saturating_mul(INSTANCES_IN_A_PART);
                begin..begin.saturating_add(INSTANCES_IN_A_PART).min(self.cases)
            }
        }
    }
}

impl Part {
    /// Enters how near an instance came; of equal ones the first stays.
    pub(crate) fn nearer(&mut self, other: Option<Nearest>) {
        nearer(&mut self.nearest, other);
    }
}

fn nearer(nearest: &mut Option<Nearest>, other: Option<Nearest>) {
    if let Some(other) = other
        && nearest.as_ref().is_none_or(|it| other.margin < it.margin)
    {
        *nearest = Some(other);
    }
}

impl TheoremResult {
    /// Puts the parts of a theorem together, in ascending order; one that was not finished is `None`.
    ///
    /// The first failure decides the verdict. Without one, something undecided leaves the theorem undecided, and so
    /// does a universal theorem of which no instance was decided.
    pub fn of(claim: &Claim, parts: impl IntoIterator<Item = Option<Part>>) -> Self {
        let mut result = Self {
            id: claim.id,
            verdict: Verdict::Holds,
            holds: 0,
            undecided: (0, None),
            passed_over: 0,
            dimensions: BTreeMap::new(),
            nearest: None,
            witnesses: Vec::new(),
            failure: None,
            certificates: Vec::new(),
            partial: false,
            elapsed: Duration::ZERO,
        };
        for part in parts {
            match part {
                Some(part) => result.add(part),
                None => result.partial = true,
            }
        }
        let exists = matches!(claim.quantifier, Quantifier::Exists(_));
        let no_instance = result.holds == 0 && !exists;
        // An example that was never looked at shows nothing.
        let no_witness = exists && !result.witnesses.iter().any(|witness| witness.name == "witness");
        if result.verdict == Verdict::Holds && (result.undecided.0 > 0 || no_instance || no_witness) {
            result.verdict = Verdict::Undecided;
        }
        result
    }

    fn add(&mut self, part: Part) {
        self.holds += part.holds;
        self.undecided.0 += part.undecided;
        self.undecided.1 = self.undecided.1.take().or(part.undecided_reason);
        self.passed_over += part.passed_over;
        for (dimension, count) in part.dimensions {
            *self.dimensions.entry(dimension).or_default() += count;
        }
        nearer(&mut self.nearest, part.nearest);
        self.witnesses.extend(part.witnesses);
        self.certificates.extend(part.certificates);
        self.elapsed += Duration::try_from_secs_f64(part.seconds).unwrap_or_default();
        if let (None, Some((verdict, failure))) = (&self.failure, part.failure) {
            (self.verdict, self.failure) = (verdict, Some(failure));
        }
    }
}
