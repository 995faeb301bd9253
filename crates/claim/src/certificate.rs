//! The envelope of a certificate: one JSON line, version 1 (`docs/certificate-v1.md`).

use crate::{Evidence, Instance, Statement};
use serde::Serialize;

/// What a line certifies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The instance is within the hypotheses and the conclusion is true for it.
    Holds,
    /// The instance breaks only the named hypothesis, and this line of the conclusion is false for it.
    Drops(&'static str, usize),
    /// The instance satisfies the hypotheses of the named false statement and refutes this line of it.
    Trap(&'static str, usize),
    /// The instance is within the hypotheses and this line of the conclusion is false: the theorem is refuted.
    Counterexample(usize),
}

/// One certificate.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    /// Id of the theorem.
    pub theorem: &'static str,
    /// What is certified.
    pub role: Role,
    /// The parameters.
    pub instance: &'a Instance,
    /// The statement that the line is about: the theorem's, or the trap's.
    pub statement: Statement,
    /// One piece a line of the conclusion, or a single one for the line that fails.
    pub evidence: Vec<Evidence>,
}

#[derive(Serialize)]
struct Wire<'a> {
    version: u32,
    theorem: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    drops: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trap: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fails: Option<usize>,
    instance: &'a Instance,
    #[serde(flatten)]
    statement: &'a Statement,
    evidence: &'a [Evidence],
}

impl std::fmt::Display for Line<'_> {
    /// The JSON text, without a line break.
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (drops, trap, fails) = match self.role {
            Role::Holds => (None, None, None),
            Role::Drops(name, index) => (Some(name), None, Some(index)),
            Role::Trap(name, index) => (None, Some(name), Some(index)),
            Role::Counterexample(index) => (None, None, Some(index)),
        };
        let wire = Wire {
            version: 1,
            theorem: self.theorem,
            drops,
            trap,
            fails,
            instance: self.instance,
            statement: &self.statement,
            evidence: &self.evidence,
        };
        out.write_str(&serde_json::to_string(&wire).map_err(|_| std::fmt::Error)?)
    }
}
