//! What is known of each theorem: the registry, joined with the results of a run.

use crate::choice::{Chosen, choose};
use crate::results::{Entry, Results, SCHEMA};
use crate::{Inputs, ReportError};
use claim::{Claim, Level, Quantifier};
use rayon::prelude::*;
use std::collections::BTreeMap;
use theorems::REGISTRY;

/// How strong the evidence is, from none to a proof for everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Strength {
    None,
    Enclosed,
    Exact,
    Symbolic,
    Formal,
}

impl Strength {
    pub(crate) const ALL: [Self; 5] = [Self::Formal, Self::Symbolic, Self::Exact, Self::Enclosed, Self::None];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Enclosed => "enclosed",
            Self::Exact => "exact",
            Self::Symbolic => "symbolic",
            Self::Formal => "formal",
        }
    }

    /// What it says, in one sentence.
    pub(crate) fn meaning(self) -> &'static str {
        match self {
            Self::None => "no evidence in this run, or an open question",
            Self::Enclosed => "instances with exp, cos or π, decided by intervals that are rounded outwards",
            Self::Exact => "instances, each decided in exact rational arithmetic",
            Self::Symbolic => {
                "the whole conclusion for all parameter values at fixed small sizes, as polynomials"
            }
            Self::Formal => "every size and every parameter, proved in Coq",
        }
    }
}

/// A theorem with what a run found of it.
#[derive(Debug)]
pub(crate) struct Theorem {
    pub(crate) claim: &'static Claim,
    /// Nothing where the run did not try it.
    pub(crate) entry: Option<Entry>,
    pub(crate) strength: Strength,
    /// Everything that it uses, directly or not, is as strong; true also when it uses nothing.
    pub(crate) through: bool,
    /// Positions in the registry of the theorems that use it.
    pub(crate) users: Vec<usize>,
    /// Positions of those that it uses.
    pub(crate) uses: Vec<usize>,
    /// The instance that is spelled out.
    pub(crate) chosen: Option<Chosen>,
}

impl Theorem {
    pub(crate) fn topic(&self) -> &'static str {
        self.claim.id.split('/').next().unwrap_or_default()
    }

    pub(crate) fn is_conjecture(&self) -> bool {
        matches!(self.claim.quantifier, Quantifier::Conjecture)
    }

    pub(crate) fn exists(&self) -> bool {
        matches!(self.claim.quantifier, Quantifier::Exists(_))
    }

    pub(crate) fn verdict(&self) -> Verdict<'_> {
        match &self.entry {
            None => Verdict { key: "not-run", word: "not run", mark: "–" },
            Some(entry) => match entry.verdict.as_str() {
                "holds" if self.is_conjecture() => Verdict { key: "open", word: "open", mark: "?" },
                "holds" => Verdict { key: "holds", word: "holds", mark: "✓" },
                "refuted" => Verdict { key: "refuted", word: "refuted", mark: "✗" },
                "undecided" => Verdict { key: "undecided", word: "undecided", mark: "?" },
                "broken" => Verdict { key: "broken", word: "broken", mark: "!" },
                other => Verdict { key: "broken", word: other, mark: "!" },
            },
        }
    }

    /// Something was found that has to be looked at.
    pub(crate) fn failed(&self) -> bool {
        !matches!(self.verdict().key, "holds" | "open" | "not-run")
    }

    /// `exact, symbolic (d ≤ 4), formal`.
    pub(crate) fn levels(&self) -> Vec<String> {
        if self.is_conjecture() {
            return vec!["open".into()];
        }
        let mut levels = vec![match self.claim.level {
            Level::Exact => "exact".to_owned(),
            Level::Enclosed => "enclosed".to_owned(),
        }];
        levels.extend(theorems::symbolic::of(self.claim.id).map(|entry| entry.level(self.claim)));
        if self.formally_checked() {
            levels.push("formal".into());
        }
        levels
    }

    pub(crate) fn formally_checked(&self) -> bool {
        self.entry.as_ref().is_some_and(|entry| entry.formal.as_deref() == Some("checked"))
    }

    fn strength(&self) -> Strength {
        if self.verdict().key != "holds" {
            return Strength::None;
        }
        let symbolic = theorems::symbolic::of(self.claim.id).any(|entry| entry.is_whole(self.claim));
        match self.claim.level {
            _ if self.formally_checked() => Strength::Formal,
            _ if symbolic => Strength::Symbolic,
            Level::Exact => Strength::Exact,
            Level::Enclosed => Strength::Enclosed,
        }
    }
}

/// A verdict for a page: a key for its colour, a word, and a mark that is not a colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verdict<'a> {
    pub(crate) key: &'static str,
    pub(crate) word: &'a str,
    pub(crate) mark: &'static str,
}

/// A run, joined with the registry.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) results: Results,
    pub(crate) theorems: Vec<Theorem>,
}

impl Run {
    /// # Errors
    /// [`ReportError`] when the results cannot be read, or belong to another version or other statements.
    pub(crate) fn read(inputs: &Inputs<'_>) -> Result<Self, ReportError> {
        let results: Results =
            serde_json::from_str(inputs.results).map_err(|source| ReportError::NotJson {
                name: "results.json".into(),
                expected: "the results of `eigenclaim verify`",
                source,
            })?;
        if results.schema != SCHEMA {
            let (name, found) = ("results.json".into(), results.schema);
            return Err(ReportError::Schema { name, found, expected: SCHEMA });
        }
        if results.version != inputs.version {
            let (theirs, ours) = (results.version, inputs.version);
            return Err(ReportError::Stale(format!("version {theirs:?} wrote them, and this is {ours}")));
        }
        let mut entries: BTreeMap<&str, &Entry> = BTreeMap::new();
        for entry in &results.theorems {
            let claim = REGISTRY.iter().find(|claim| claim.id == entry.id);
            let claim =
                claim.ok_or_else(|| ReportError::Stale(format!("no theorem is called {:?}", entry.id)))?;
            if (inputs.statement_hash)(claim) != entry.statement {
                return Err(ReportError::Stale(format!("{} states something else now", claim.id)));
            }
            if entries.insert(claim.id, entry).is_some() {
                return Err(ReportError::Stale(format!("{} stands there twice", claim.id)));
            }
        }
        let position = |id: &&str| REGISTRY.iter().position(|claim| claim.id == *id);
        let lines = crate::choice::by_theorem(inputs.certificates.unwrap_or_default());
        let joined = |claim: &&'static Claim| {
            let entry = entries.get(claim.id).map(|entry| Entry::clone(entry));
            let chosen = match &entry {
                Some(_) => choose(claim, results.seed, lines.get(claim.id).map_or(&[][..], Vec::as_slice)),
                None => None,
            };
            let (uses, users) = (claim.uses.iter().filter_map(position).collect(), Vec::new());
            let mut theorem =
                Theorem { claim, entry, strength: Strength::None, through: true, users, uses, chosen };
            theorem.strength = theorem.strength();
            theorem
        };
        let mut theorems: Vec<Theorem> = REGISTRY.par_iter().map(joined).collect();
        for user in 0..theorems.len() {
            for used in theorems[user].uses.clone() {
                theorems[used].users.push(user);
            }
        }
        for at in 0..theorems.len() {
            let weakest = below(&theorems, at).into_iter().map(|used| theorems[used].strength).min();
            theorems[at].through = weakest.is_none_or(|weakest| weakest >= theorems[at].strength);
        }
        Ok(Self { results, theorems })
    }

    /// The theorems proper, without conjectures.
    pub(crate) fn proper(&self) -> impl Iterator<Item = &Theorem> {
        self.theorems.iter().filter(|theorem| !theorem.is_conjecture())
    }

    /// Seed and cap on the dimension, as the replay command has them.
    pub(crate) fn request(&self) -> (u64, usize) {
        (self.results.seed, self.results.max_dimension)
    }

    /// The command that repeats the run.
    pub(crate) fn command(&self) -> String {
        let results = &self.results;
        let all = self.theorems.iter().filter(|it| it.entry.is_some()).count() == self.theorems.len();
        let ids = || self.theorems.iter().filter(|it| it.entry.is_some()).map(|it| it.claim.id);
        let selection = if all { String::new() } else { format!(" {}", ids().collect::<Vec<_>>().join(" ")) };
        let case = results.only_case.map(|case| format!(" --case {case}")).unwrap_or_default();
        format!(
            "eigenclaim verify{selection} --seed {} --cases {} --max-dim {}{case}",
            results.seed, results.cases, results.max_dimension
        )
    }
}

/// Everything that a theorem uses, directly or not, ascending, without itself.
pub(crate) fn below(theorems: &[Theorem], at: usize) -> Vec<usize> {
    let mut seen = std::collections::BTreeSet::new();
    let mut left = theorems[at].uses.clone();
    while let Some(used) = left.pop() {
        if seen.insert(used) {
            left.extend(&theorems[used].uses);
        }
    }
    seen.into_iter().collect()
}
