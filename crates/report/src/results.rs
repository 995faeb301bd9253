//! `results.json` as it is read (`docs/results-v1.md`).

use serde::Deserialize;
use std::collections::BTreeMap;

pub(crate) const SCHEMA: &str = "eigenclaim-results/1";

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Results {
    pub(crate) schema: String,
    pub(crate) version: String,
    pub(crate) seed: u64,
    pub(crate) cases: u64,
    pub(crate) max_dimension: usize,
    pub(crate) only_case: Option<u64>,
    pub(crate) partial: bool,
    pub(crate) theorems: Vec<Entry>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Entry {
    pub(crate) id: String,
    pub(crate) statement: String,
    /// An unknown verdict counts as not holding.
    pub(crate) verdict: String,
    pub(crate) formal: Option<String>,
    pub(crate) partial: bool,
    pub(crate) instances: Instances,
    pub(crate) undecided_reason: Option<String>,
    pub(crate) dimensions: BTreeMap<usize, u64>,
    pub(crate) nearest: Option<Nearest>,
    pub(crate) witnesses: Vec<Witness>,
    pub(crate) failure: Option<Failure>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Nearest {
    pub(crate) margin: String,
    pub(crate) case: u64,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct Instances {
    pub(crate) holds: u64,
    pub(crate) undecided: u64,
    pub(crate) passed_over: u64,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Witness {
    pub(crate) name: String,
    pub(crate) shown: bool,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Failure {
    pub(crate) case: String,
    pub(crate) instance: String,
    pub(crate) expected: String,
    pub(crate) found: String,
    pub(crate) certificate: Option<String>,
}
