//! A theorem of the registry.

use crate::{Evidence, Instance, Line, Role, Statement};
use proptest::strategy::BoxedStrategy;
use serde::Serialize;
use serde_json::{Map, Value as Json, json};

/// How strong the evidence for one instance is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Outward-rounded enclosures, precision raised until decided.
    Enclosed,
    /// Exact arithmetic, no tolerance.
    Exact,
}

/// Whether a statement speaks of all instances or of some.
#[derive(Clone, Copy, Debug)]
pub enum Quantifier {
    /// Every instance within the hypotheses satisfies the conclusion.
    ForAll,
    /// Some instance does: this one. The domain only searches for more.
    Exists(fn() -> Instance),
    /// Every instance is believed to, without a proof: the domain searches for a counterexample. An open question, never
    /// counted as a theorem and never used by one.
    Conjecture,
}

impl Quantifier {
    /// The wire form, as the statement table and results have it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::ForAll => "for-all",
            Self::Exists(_) => "exists",
            Self::Conjecture => "conjecture",
        }
    }
}

/// What `check` found for one instance.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// One piece of evidence for each line of the conclusion.
    Holds(Vec<Evidence>),
    /// A line of the conclusion is false.
    Refuted {
        /// Which line, from 0.
        conclusion: usize,
        /// What the theorem says, for this instance.
        expected: String,
        /// What is the case.
        found: String,
    },
    /// Neither could be shown; the reason names the limit that was met.
    Undecided(String),
}

/// A witness that a hypothesis is needed: without it the conclusion fails.
#[derive(Clone, Copy, Debug)]
pub struct Sharp {
    /// The hypothesis that the witness breaks; it satisfies all others.
    pub drops: &'static str,
    /// Which line of the conclusion fails, from 0.
    pub fails: usize,
    /// The instance, and the evidence that this line is false for it.
    pub witness: fn() -> (Instance, Evidence),
}

/// A false statement that is easily taken for the theorem, with a counterexample.
#[derive(Clone, Copy, Debug)]
pub struct Trap {
    /// Kebab-case name.
    pub name: &'static str,
    /// The false statement.
    pub statement: fn() -> Statement,
    /// Which line of its conclusion fails, from 0.
    pub fails: usize,
    /// An instance within its hypotheses, and the evidence that the line is false for it.
    pub witness: fn() -> (Instance, Evidence),
}

/// A theorem: what it says, how instances are built, decided and certified, and why no hypothesis can go.
#[derive(Debug)]
pub struct Claim {
    /// Kebab-case `topic/name`, never reused.
    pub id: &'static str,
    /// One line, a sentence without its full stop.
    pub title: &'static str,
    /// Key of the system that the statement is about; empty when it is about linear maps in general.
    pub system: &'static str,
    /// Section of the article, or what it adds.
    pub source: &'static str,
    /// Strength of the evidence for one instance.
    pub level: Level,
    /// For all instances, or for some.
    pub quantifier: Quantifier,
    /// Ids of theorems that the proof uses.
    pub uses: &'static [&'static str],
    /// Names of the theorems of `proofs/` that prove it in Coq, for all dimensions; empty where there is none.
    pub formal: &'static [&'static str],
    /// The theorem's own source file, whose `//!` block is the prose.
    pub text: &'static str,
    /// Smallest and largest dimension that `domain` is asked for.
    pub dimensions: (usize, usize),
    /// Builds (never filters) instances of the given dimension, all within the hypotheses.
    pub domain: fn(usize) -> BoxedStrategy<Instance>,
    /// The statement in the vocabulary of certificates.
    pub statement: fn() -> Statement,
    /// Decides one instance with the prover's own code.
    pub check: fn(&Instance) -> Outcome,
    /// Witnesses, at least one for each hypothesis of a universal theorem.
    pub sharpness: &'static [Sharp],
    /// False neighbours of the statement.
    pub traps: &'static [Trap],
}

impl Claim {
    /// The prose: the `//!` block at the top of the theorem's file, as Markdown.
    pub fn prose(&self) -> String {
        let lines = self.text.lines().take_while(|line| line.starts_with("//!"));
        lines
            .map(|line| line.trim_start_matches("//!").trim_start_matches(' '))
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// The certificate line of an instance that holds.
    pub fn line<'a>(&'a self, instance: &'a Instance, evidence: Vec<Evidence>) -> Line<'a> {
        Line { theorem: self.id, role: Role::Holds, instance, statement: (self.statement)(), evidence }
    }

    /// The statement table entry: everything that a checker holds a certificate of this theorem against.
    pub fn table_entry(&self) -> Json {
        let mut traps = Map::new();
        for trap in self.traps {
            traps.insert(trap.name.into(), json!((trap.statement)()));
        }
        json!({"theorem": self.id, "quantifier": self.quantifier.name(), "statement": (self.statement)(), "traps": traps})
    }
}
