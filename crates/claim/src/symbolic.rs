//! Symbolic lines: lines of a theorem's conclusion as polynomial identities, or as inequalities on a box, for all parameter
//! values at fixed sizes.

use crate::{Auditor, Claim, Failure, Part, Statement, Verdict, WitnessResult};
use serde::Serialize;
use serde_json::{Map, Value as Json, json};

/// Why a line of a conclusion is true for all parameter values.
#[derive(Clone, Copy, Debug)]
pub enum Why {
    /// It is an identity, once hypotheses of the form `eq` have eliminated these parameters, those that are eliminated first in
    /// front; an empty list says that it is true without any hypothesis.
    Identity(&'static [&'static str]),
    /// It is an inequality on the box that the hypotheses give, by Bernstein coefficients.
    Bernstein,
}

/// A line of a conclusion that is true for all parameter values.
#[derive(Clone, Copy, Debug)]
pub struct Universal {
    /// Which line, from 0.
    pub line: usize,
    /// Why it is true.
    pub why: Why,
}

/// What is shown symbolically of one theorem.
#[derive(Clone, Copy, Debug)]
pub struct Symbolic {
    /// Id of the theorem.
    pub theorem: &'static str,
    /// Each size letter of the statement, its smallest and its largest value: all sizes between are run.
    pub sizes: &'static [(&'static str, usize, usize)],
    /// Parameters that are given a value, such as a number of iterations.
    pub fixed: &'static [(&'static str, i64)],
    /// The lines.
    pub lines: &'static [Universal],
}

#[derive(Serialize)]
struct Wire<'a> {
    version: u32,
    theorem: &'static str,
    symbolic: Map<String, Json>,
    instance: Map<String, Json>,
    #[serde(flatten)]
    statement: &'a Statement,
    evidence: Vec<Json>,
}

impl Symbolic {
    /// Whether every line of the conclusion is among them, with no parameter fixed.
    pub fn is_whole(&self, claim: &Claim) -> bool {
        let lines: std::collections::BTreeSet<_> = self.lines.iter().map(|line| line.line).collect();
        self.fixed.is_empty() && lines.len() == (claim.statement)().conclusion.len()
    }

    /// The sizes and fixed parameters, as people read them: `d ≤ 4`.
    pub fn range(&self) -> String {
        let sizes = self.sizes.iter().map(|(letter, least, most)| match least {
            1 => format!("{letter} ≤ {most}"),
            _ if least == most => format!("{letter} = {most}"),
            _ => format!("{least} ≤ {letter} ≤ {most}"),
        });
        let fixed = self.fixed.iter().map(|(name, value)| format!("{name} = {value}"));
        sizes.chain(fixed).collect::<Vec<_>>().join(", ")
    }

    /// `symbolic (d ≤ 4)`, or `symbolic in part (d ≤ 4)`.
    pub fn level(&self, claim: &Claim) -> String {
        let part = if self.is_whole(claim) { "" } else { " in part" };
        // A statement without size letters has one size only.
        let range = if self.range().is_empty() { String::new() } else { format!(" ({})", self.range()) };
        format!("symbolic{part}{range}")
    }

    /// One certificate for each choice of sizes, the smallest first.
    ///
    /// # Errors
    /// [`serde_json::Error`] when the statement cannot be written.
    pub fn certificates(&self, claim: &Claim) -> Result<Vec<String>, serde_json::Error> {
        let mut choices = vec![Map::new()];
        for (letter, least, most) in self.sizes {
            let extended = |choice: &Map<String, Json>, size: usize| {
                let mut choice = choice.clone();
                choice.insert((*letter).into(), size.into());
                choice
            };
            choices = choices.iter().flat_map(|c| (*least..=*most).map(|size| extended(c, size))).collect();
        }
        let statement = (claim.statement)();
        let mut evidence = vec![Json::Null; statement.conclusion.len()];
        for line in self.lines {
            evidence[line.line] = match line.why {
                Why::Identity(eliminate) => json!({"kind": "identity", "eliminate": eliminate}),
                Why::Bernstein => json!({"kind": "bernstein"}),
            };
        }
        let line = |symbolic| {
            let fixed = self.fixed.iter().map(|(name, value)| ((*name).into(), value.to_string().into()));
            let (theorem, evidence) = (claim.id, evidence.clone());
            let instance = fixed.collect();
            let wire = Wire { version: 1, theorem, symbolic, instance, statement: &statement, evidence };
            serde_json::to_string(&wire)
        };
        choices.into_iter().map(line).collect()
    }
}

/// Has the symbolic lines of a theorem audited and enters them into the part of its witnesses, with their certificates.
/// A refused line makes the run broken.
///
/// The prover decides nothing here: that the line holds at random points is what the theorem's instances show, by its own
/// `check`; that it is an identity is decided by the auditor alone.
pub fn run_symbolic(claim: &Claim, entries: &[&Symbolic], auditor: &dyn Auditor, part: &mut Part) {
    for entry in entries {
        let name = entry.level(claim);
        let lines = entry.certificates(claim).map_err(|error| error.to_string());
        let audited = lines.and_then(|lines| {
            let refused = lines.iter().find_map(|line| {
                auditor
                    .audit(line)
                    .err()
                    .map(|error| format!("{error}: {}", line.chars().take(120).collect::<String>()))
            });
            refused.map_or(Ok(lines), Err)
        });
        let shown = audited.is_ok();
        match audited {
            Ok(lines) => part.certificates.extend(lines),
            Err(found) => {
                let failure = Failure {
                    case: name.clone(),
                    instance: entry.range(),
                    wire: json!({}),
                    expected: "identities that the checker accepts".into(),
                    found,
                    certificate: None,
                };
                part.failure.get_or_insert((Verdict::Broken, failure));
            }
        }
        part.witnesses.push(WitnessResult { name, shown, instance: entry.range() });
    }
}
