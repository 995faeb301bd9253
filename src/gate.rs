//! Holds results against a baseline: what got weaker, what got stronger.

use serde::Deserialize;
use std::collections::BTreeMap;

/// The part of `results.json` that a gate looks at.
#[derive(Clone, Debug, Deserialize)]
pub struct Results {
    schema: String,
    seed: u64,
    cases: u64,
    max_dimension: u64,
    theorems: Vec<Theorem>,
}

#[derive(Clone, Debug, Deserialize)]
struct Theorem {
    id: String,
    verdict: String,
    level: String,
    formal: Option<String>,
    statement: String,
    instances: Instances,
    witnesses: Vec<Witness>,
}

#[derive(Clone, Debug, Deserialize)]
struct Instances {
    holds: u64,
}

#[derive(Clone, Debug, Deserialize)]
struct Witness {
    name: String,
    shown: bool,
}

/// Why a file cannot be gated on.
#[derive(Debug, thiserror::Error)]
pub enum GateError {
    /// It is no `results.json`.
    #[error("it is not a file of results")]
    Malformed(#[from] serde_json::Error),
    /// It is one of another schema.
    #[error("its schema is `{0}`, and this program reads `eigenclaim-results/1`")]
    Schema(String),
}

impl Results {
    /// Reads `results.json`.
    ///
    /// # Errors
    /// [`GateError`] when the text is something else.
    pub fn read(text: &str) -> Result<Self, GateError> {
        let results: Self = serde_json::from_str(text)?;
        if results.schema == "eigenclaim-results/1" {
            Ok(results)
        } else {
            Err(GateError::Schema(results.schema))
        }
    }
}

/// What changed since the baseline, one sentence each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// What makes the gate fall.
    pub weaker: Vec<String>,
    /// What is better than before.
    pub stronger: Vec<String>,
    /// What is neither.
    pub notes: Vec<String>,
}

/// How much a verdict is worth; one that is not known is worth nothing.
fn strength(verdict: &str) -> u8 {
    match verdict {
        "holds" => 2,
        "undecided" => 1,
        _ => 0,
    }
}

/// How strong the evidence for one instance is.
fn rank(level: &str) -> u8 {
    match level {
        "exact" => 2,
        "enclosed" => 1,
        _ => 0,
    }
}

/// Compares results with a baseline.
///
/// Weaker is: a theorem that is gone, a verdict that is worse, a statement that is another (ids are never reused), a
/// level of evidence that is lower or gone, a witness that is gone or no longer accepted, and fewer instances. A level
/// that this run could not try (`not-run`) is neither.
pub fn compare(baseline: &Results, now: &Results) -> Changes {
    let mut changes = Changes::default();
    for (what, old, new) in [
        ("seed", baseline.seed, now.seed),
        ("cases", baseline.cases, now.cases),
        ("max_dimension", baseline.max_dimension, now.max_dimension),
    ] {
        if old != new {
            changes.notes.push(format!("{what} is {new}, and {old} in the baseline"));
        }
    }
    let by_id = |results: &Results| -> BTreeMap<String, Theorem> {
        results.theorems.iter().map(|theorem| (theorem.id.clone(), theorem.clone())).collect()
    };
    let (old, new) = (by_id(baseline), by_id(now));
    for theorem in &baseline.theorems {
        match new.get(&theorem.id) {
            Some(now) => changes.theorem(theorem, now),
            None => changes.weaker.push(format!("{}: the theorem is gone, or was not run", theorem.id)),
        }
    }
    for theorem in now.theorems.iter().filter(|theorem| !old.contains_key(&theorem.id)) {
        changes.stronger.push(format!("{}: a new theorem, {}", theorem.id, theorem.verdict));
    }
    changes
}

impl Changes {
    fn theorem(&mut self, old: &Theorem, new: &Theorem) {
        let id = &new.id;
        if old.statement != new.statement {
            self.weaker.push(format!("{id}: its statement is another; a new statement needs a new id"));
        }
        self.ordered(
            id,
            "verdict",
            (&old.verdict, strength(&old.verdict)),
            (&new.verdict, strength(&new.verdict)),
        );
        self.ordered(id, "level", (&old.level, rank(&old.level)), (&new.level, rank(&new.level)));
        match (old.formal.as_deref(), new.formal.as_deref()) {
            (Some(_), None) => self.weaker.push(format!("{id}: it has no proof in Coq any more")),
            (None, Some(_)) => self.stronger.push(format!("{id}: it has a proof in Coq")),
            (Some("checked"), Some("not-run")) => {
                self.notes.push(format!("{id}: its proof in Coq was not run"))
            }
            _ => {}
        }
        let (before, after) = (old.instances.holds, new.instances.holds);
        match after.cmp(&before) {
            std::cmp::Ordering::Less => {
                self.weaker.push(format!("{id}: {after} instances hold, {before} before"))
            }
            std::cmp::Ordering::Greater => {
                self.stronger.push(format!("{id}: {after} instances hold, {before} before"));
            }
            std::cmp::Ordering::Equal => {}
        }
        let shown = |theorem: &Theorem| {
            let mut counts = BTreeMap::<String, u64>::new();
            for witness in theorem.witnesses.iter().filter(|witness| witness.shown) {
                *counts.entry(witness.name.clone()).or_default() += 1;
            }
            counts
        };
        let (before, after) = (shown(old), shown(new));
        let lacks = |there: &BTreeMap<String, u64>, name, count| there.get(name).is_none_or(|it| it < count);
        for (name, _) in before.iter().filter(|(name, count)| lacks(&after, *name, *count)) {
            self.weaker.push(format!("{id}: the witness `{name}` is gone, or is refused"));
        }
        for (name, _) in after.iter().filter(|(name, count)| lacks(&before, *name, *count)) {
            self.stronger.push(format!("{id}: a new witness, `{name}`"));
        }
    }

    fn ordered(&mut self, id: &str, what: &str, (old, before): (&str, u8), (new, after): (&str, u8)) {
        let sentence = format!("{id}: its {what} is {new}, and {old} before");
        match after.cmp(&before) {
            std::cmp::Ordering::Less => self.weaker.push(sentence),
            std::cmp::Ordering::Greater => self.stronger.push(sentence),
            std::cmp::Ordering::Equal if old != new => self.notes.push(sentence),
            std::cmp::Ordering::Equal => {}
        }
    }
}
