//! The first line of a journal.

use super::{CampaignError, Shard};
use claim::{Claim, INSTANCES_IN_A_PART, Options};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;

pub(super) const SCHEMA: &str = "eigenclaim-campaign/1";

/// The first line of a journal: all that parts depend on, and which of them are this run's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    pub(super) schema: String,
    /// Version of eigenclaim.
    pub version: String,
    /// SHA-256 of the statement table.
    pub statements: String,
    /// Instances in a part.
    pub(super) part: u64,
    /// Ids of the theorems, in the order of the registry.
    pub theorems: Vec<String>,
    /// Seed of the run.
    pub seed: u64,
    /// Instances a theorem.
    pub cases: u64,
    /// Cap on the dimension.
    pub max_dimension: usize,
    /// The only instance, where one was chosen.
    pub only_case: Option<u64>,
    /// Certificates are kept of the instances with smaller numbers; all when there is no limit.
    pub keep: Option<u64>,
    /// The share of the work.
    pub shard: Shard,
}

impl Header {
    /// What a run of `claims` with these options writes down.
    pub fn new(claims: &[&Claim], options: &Options, shard: Shard) -> Self {
        let table = Sha256::digest(recheck::STATEMENTS.as_bytes());
        Self {
            schema: SCHEMA.into(),
            version: env!("CARGO_PKG_VERSION").into(),
            statements: table.iter().map(|byte| format!("{byte:02x}")).collect(),
            part: INSTANCES_IN_A_PART,
            theorems: claims.iter().map(|claim| claim.id.to_owned()).collect(),
            seed: options.seed,
            cases: options.cases,
            max_dimension: options.max_dimension,
            only_case: options.only_case,
            keep: (options.keep != usize::MAX).then_some(options.keep as u64),
            shard,
        }
    }

    /// The options that the parts were, or are to be, done with.
    pub fn options(&self) -> Options {
        Options {
            cases: self.cases,
            seed: self.seed,
            max_dimension: self.max_dimension,
            only_case: self.only_case,
            deadline: None,
            keep: self.keep.map_or(usize::MAX, |keep| usize::try_from(keep).unwrap_or(usize::MAX)),
        }
    }

    /// The theorems.
    ///
    /// # Errors
    /// [`CampaignError::OtherVersion`] when the registry has no theorem of a name.
    pub fn claims(&self) -> Result<Vec<&'static Claim>, CampaignError> {
        let named = |id: &String| theorems::REGISTRY.iter().find(|claim| claim.id == id).copied();
        self.theorems.iter().map(|id| named(id).ok_or(CampaignError::OtherVersion)).collect()
    }

    /// The parts of this share, as indices of theorems and numbers of parts, in the order in which they are begun.
    pub fn parts(&self) -> Vec<(usize, u64)> {
        let parts = self.options().parts();
        let all = (0..self.theorems.len()).flat_map(|theorem| parts.clone().map(move |part| (theorem, part)));
        let mine = all.enumerate().filter(|(position, _)| self.shard.owns(*position));
        mine.map(|(_, part)| part).collect()
    }

    /// What differs from another request, as a person would say it; nothing when parts of both belong together.
    pub(super) fn difference(&self, other: &Self) -> Option<String> {
        let say = |what: &str, mine: &dyn fmt::Debug, its: &dyn fmt::Debug| {
            Some(format!("{what} is {its:?} there and {mine:?} here"))
        };
        if (&self.version, &self.statements, self.part) != (&other.version, &other.statements, other.part) {
            Some("it was written by another version of eigenclaim".into())
        } else if self.theorems != other.theorems {
            Some("other theorems were selected".into())
        } else if self.seed != other.seed {
            say("the seed", &self.seed, &other.seed)
        } else if self.cases != other.cases {
            say("the number of cases", &self.cases, &other.cases)
        } else if self.max_dimension != other.max_dimension {
            say("the largest dimension", &self.max_dimension, &other.max_dimension)
        } else if self.only_case != other.only_case {
            say("the only case", &self.only_case, &other.only_case)
        } else if self.keep != other.keep {
            Some("other certificates were to be kept".into())
        } else {
            None
        }
    }
}
