//! One line: its envelope, its statement, its instance.

use crate::evaluate::{MAX_SIZE, Scope};
use crate::limits;
use crate::located::number;
use crate::matrix::Mat;
use crate::own::{OWN, OwnStatements};
use crate::value::Value;
use crate::{STATEMENTS, spectral, strict_json, symbolic};
use exact::{Matrix, Rational};
use serde_json::{Map, Value as Json};
use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

/// Why a line is refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecheckError {
    /// The text is not JSON, or a key is given twice.
    #[error("not a certificate: {0}")]
    Malformed(#[from] serde_json::Error),
    /// A field of the envelope is missing, unknown or of the wrong type.
    #[error("malformed certificate: {0}")]
    Envelope(String),
    /// The version is not one that this program reads.
    #[error("version {0} is not supported, only 1")]
    Version(String),
    /// No theorem of the table has this id.
    #[error("{0} is not a theorem of the statement table")]
    UnknownTheorem(String),
    /// The line states something else than the theorem that it names.
    #[error("`{part}` is not that of `{theorem}`")]
    NotTheStatement {
        /// Id of the theorem.
        theorem: String,
        /// The part that differs: parameters, hypotheses, transition or conclusion.
        part: &'static str,
    },
    /// A parameter is missing, of the wrong shape, or not canonical.
    #[error("parameter {name}: {reason}")]
    Parameter {
        /// The parameter's name, quoted.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The instance breaks a hypothesis.
    #[error("the instance does not satisfy hypothesis `{0}`")]
    OutsideDomain(String),
    /// A witness satisfies the hypothesis that it says it drops.
    #[error("the instance satisfies hypothesis `{0}`, which it should break")]
    DropsNothing(String),
    /// A term or predicate has no value for this instance.
    #[error("{name}: {reason}")]
    Evaluation {
        /// The hypothesis or definition.
        name: String,
        /// Why it has no value.
        reason: String,
    },
    /// The evidence does not show what the line says.
    #[error("conclusion {index}: {reason}")]
    Evidence {
        /// Line of the conclusion, from 0.
        index: usize,
        /// Why.
        reason: String,
    },
}

/// What an accepted line certifies.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Accepted {
    /// The theorem holds for the instance.
    Holds {
        /// Id of the theorem.
        theorem: String,
    },
    /// Without the hypothesis the conclusion fails.
    Sharp {
        /// Id of the theorem.
        theorem: String,
        /// The hypothesis.
        drops: String,
    },
    /// The theorem's false neighbour is refuted.
    Trap {
        /// Id of the theorem.
        theorem: String,
        /// Name of the false statement.
        trap: String,
    },
    /// Lines of the theorem's conclusion are identities at these sizes: true for all values of the parameters that satisfy
    /// the hypotheses, wherever the divisions in them have a value.
    Symbolic {
        /// Id of the theorem.
        theorem: String,
        /// The size of each letter.
        sizes: BTreeMap<String, usize>,
        /// The lines of the conclusion, from 0.
        lines: Vec<usize>,
        /// Whether these are all lines, and no parameter is fixed.
        all: bool,
    },
    /// The theorem is refuted: its hypotheses hold for the instance and a line of its conclusion does not.
    Counterexample {
        /// Id of the theorem.
        theorem: String,
    },
}

pub(crate) struct Entry {
    /// Whether the theorem speaks of all instances.
    pub(crate) for_all: bool,
    pub(crate) statement: Map<String, Json>,
    pub(crate) traps: HashMap<String, Map<String, Json>>,
}

static TABLE: LazyLock<HashMap<String, Entry>> = LazyLock::new(|| {
    let object = |json: &Json| match json {
        Json::Object(map) => map.clone(),
        other => panic!("the embedded statement table holds `{other}` where an object belongs"),
    };
    let table: Vec<Json> = match serde_json::from_str(STATEMENTS) {
        Ok(table) => table,
        Err(error) => panic!("the embedded statement table is not JSON: {error}"),
    };
    let entry = |json: &Json| {
        let traps = object(&json["traps"]).iter().map(|(name, trap)| (name.clone(), object(trap))).collect();
        let id = json["theorem"].as_str().unwrap_or_default().to_owned();
        let for_all = json["quantifier"] != "exists";
        (id, Entry { for_all, statement: object(&json["statement"]), traps })
    };
    table.iter().map(entry).collect()
});

/// Accepts or refuses one certificate line.
///
/// # Errors
/// [`RecheckError`] with the first thing that is wrong.
pub fn check_line(text: &str) -> Result<Accepted, RecheckError> {
    check_line_with(text, None)
}

/// [`check_line`], with statements that are somebody's own for a line that names one of them.
///
/// # Errors
/// [`RecheckError`] with the first thing that is wrong.
pub fn check_line_with(text: &str, own: Option<&OwnStatements>) -> Result<Accepted, RecheckError> {
    checked(text, own).map(|(accepted, ..)| accepted)
}

/// What a line certifies, the names of its instance with their values (none for a symbolic line), and its statement's conclusion.
pub(crate) fn checked<'t>(
    text: &str,
    own: Option<&'t OwnStatements>,
) -> Result<(Accepted, Option<Scope>, &'t [Json]), RecheckError> {
    let line = Line::read(text, own)?;
    if let Some(sizes) = &line.symbolic {
        let symbolic::Shown { sizes, lines } =
            symbolic::check(line.statement, sizes, &line.instance, &line.evidence)?;
        let all = lines.len() == line.evidence.len() && line.instance.is_empty();
        return Ok((Accepted::Symbolic { theorem: line.theorem, sizes, lines, all }, None, &[]));
    }
    let scope = line.scope()?;
    for (index, (conclusion, evidence)) in line.decided()?.into_iter() {
        spectral::decide(&scope, conclusion, evidence, line.fails.is_none())
            .map_err(|reason| RecheckError::Evidence { index, reason })?;
    }
    let (conclusion, theorem) = (line.conclusion(), line.theorem);
    let accepted = match (line.drops, line.trap) {
        (Some(drops), _) => Accepted::Sharp { theorem, drops },
        (None, Some(trap)) => Accepted::Trap { theorem, trap },
        (None, None) if line.fails.is_some() => Accepted::Counterexample { theorem },
        (None, None) => Accepted::Holds { theorem },
    };
    Ok((accepted, Some(scope), conclusion))
}

/// Checks everything of a line but its evidence: envelope, statement, shapes, hypotheses.
///
/// # Errors
/// [`RecheckError`] with the first thing that is wrong.
pub fn within_hypotheses(text: &str) -> Result<(), RecheckError> {
    within_hypotheses_with(text, None)
}

/// [`within_hypotheses`], with statements that are somebody's own for a line that names one of them.
///
/// # Errors
/// [`RecheckError`] with the first thing that is wrong.
pub fn within_hypotheses_with(text: &str, own: Option<&OwnStatements>) -> Result<(), RecheckError> {
    let line = Line::read(text, own)?;
    if line.symbolic.is_some() {
        return Err(RecheckError::Envelope("a symbolic line speaks of no instance".into()));
    }
    line.scope().map(drop)
}

/// Foreign text for a message: quoted, control characters escaped, cut after 40 characters.
pub(crate) fn shown(text: &str) -> String {
    let start: String = text.chars().take(40).collect();
    format!("{start:?}{}", if start.len() < text.len() { "…" } else { "" })
}

/// A line of the conclusion, from 0, and its evidence.
type Decided<'a> = (usize, (&'a Json, &'a Json));

struct Line<'t> {
    theorem: String,
    drops: Option<String>,
    trap: Option<String>,
    fails: Option<usize>,
    symbolic: Option<Json>,
    instance: Map<String, Json>,
    evidence: Vec<Json>,
    statement: &'t Map<String, Json>,
}

impl<'t> Line<'t> {
    fn read(text: &str, own: Option<&'t OwnStatements>) -> Result<Self, RecheckError> {
        let envelope = |reason: &str| RecheckError::Envelope(reason.to_owned());
        let Json::Object(mut fields) = strict_json::parse(text)? else {
            return Err(envelope("the line is not a JSON object"));
        };
        let version = fields.remove("version").ok_or_else(|| envelope("`version` is missing"))?;
        if version != 1 {
            let number = version.as_u64().map(|number| number.to_string());
            return Err(RecheckError::Version(number.unwrap_or_else(|| shown(&version.to_string()))));
        }
        let mut word = |key: &str| match fields.remove(key) {
            None => Ok(None),
            Some(Json::String(word)) => Ok(Some(word)),
            Some(_) => Err(envelope(&format!("`{key}` should be a text"))),
        };
        let theorem = word("theorem")?.ok_or_else(|| envelope("`theorem` is missing"))?;
        let (drops, trap) = (word("drops")?, word("trap")?);
        let fails = match fields.remove("fails") {
            None => None,
            Some(index) => match index.as_u64().and_then(|index| usize::try_from(index).ok()) {
                Some(index) => Some(index),
                None => return Err(envelope("`fails` should be the number of a line of the conclusion")),
            },
        };
        if (drops.is_some() && trap.is_some()) || ((drops.is_some() || trap.is_some()) && fails.is_none()) {
            return Err(envelope("`drops` and `trap` exclude each other and need `fails`"));
        }
        let symbolic = fields.remove("symbolic");
        if symbolic.is_some() && fails.is_some() {
            return Err(envelope("`symbolic` and `fails` exclude each other"));
        }
        // An id of one's own never names a theorem of the registry, nor the other way round.
        let entry: Option<&'t Entry> = if theorem.starts_with(OWN) {
            own.and_then(|own| own.get(&theorem))
        } else {
            TABLE.get(&theorem)
        };
        let entry = entry.ok_or_else(|| RecheckError::UnknownTheorem(shown(&theorem)))?;
        if fails.is_some() && drops.is_none() && trap.is_none() && !entry.for_all {
            return Err(envelope("an instance that is no example refutes no existence theorem"));
        }
        let statement = match &trap {
            None => &entry.statement,
            Some(name) => entry
                .traps
                .get(name)
                .ok_or_else(|| RecheckError::UnknownTheorem(format!("trap {} of {theorem}", shown(name))))?,
        };
        for part in ["parameters", "hypotheses", "transition", "conclusion"] {
            if fields.remove(part).as_ref() != statement.get(part) {
                return Err(RecheckError::NotTheStatement { theorem, part });
            }
        }
        let Some(Json::Object(instance)) = fields.remove("instance") else {
            return Err(envelope("`instance` should be an object"));
        };
        let Some(Json::Array(evidence)) = fields.remove("evidence") else {
            return Err(envelope("`evidence` should be a list"));
        };
        if let Some(key) = fields.keys().next() {
            return Err(envelope(&format!("unknown field {}", shown(key))));
        }
        Ok(Self { theorem, drops, trap, fails, symbolic, instance, evidence, statement })
    }

    fn part(&self, name: &str) -> impl Iterator<Item = (&'t String, &'t Json)> + use<'t> {
        self.statement.get(name).and_then(Json::as_object).into_iter().flatten()
    }

    /// Reads the instance, evaluates the hypotheses, and defines the names of the transition.
    fn scope(&self) -> Result<Scope, RecheckError> {
        let mut scope = Scope { own: self.theorem.starts_with(OWN), ..Scope::default() };
        let mut sizes = BTreeMap::new();
        for (name, shape) in self.part("parameters") {
            let wrong = |reason: String| RecheckError::Parameter { name: format!("`{name}`"), reason };
            let json = self.instance.get(name).ok_or_else(|| wrong("it is missing".into()))?;
            let value = parameter(json, shape, &mut sizes).map_err(wrong)?;
            scope.define(name, value);
        }
        let size = sizes.values().copied().max().unwrap_or(1);
        let bits = scope.names.values().map(|value| value.bits()).max().unwrap_or(0);
        scope.size = size;
        limits::instance(size, bits)
            .map_err(|reason| RecheckError::Evaluation { name: "instance".into(), reason })?;
        if let Some(name) = self.instance.keys().find(|name| !scope.names.contains_key(name.as_str())) {
            let reason = "the theorem has no such parameter".into();
            return Err(RecheckError::Parameter { name: shown(name), reason });
        }
        let mut dropped = false;
        for (name, predicate) in self.part("hypotheses") {
            let drop = self.drops.as_ref() == Some(name);
            let truth = scope
                .truth(predicate)
                .map_err(|reason| RecheckError::Evaluation { name: name.clone(), reason })?;
            match (truth, drop) {
                (true, true) => return Err(RecheckError::DropsNothing(name.clone())),
                (false, false) => return Err(RecheckError::OutsideDomain(name.clone())),
                _ => dropped |= drop,
            }
        }
        if let (Some(name), false) = (&self.drops, dropped) {
            return Err(RecheckError::Envelope(format!(
                "{} is not a hypothesis of the theorem",
                shown(name)
            )));
        }
        for (name, term) in self.part("transition") {
            let value = scope
                .value(term)
                .map_err(|reason| RecheckError::Evaluation { name: name.clone(), reason })?;
            scope.define(name, value);
        }
        Ok(scope)
    }

    fn conclusion(&self) -> &'t [Json] {
        self.statement.get("conclusion").and_then(Json::as_array).map_or(&[], Vec::as_slice)
    }

    /// The lines of the conclusion that the evidence speaks of, each with its evidence.
    fn decided(&self) -> Result<Vec<Decided<'_>>, RecheckError> {
        let conclusion = self.conclusion();
        let expected = if self.fails.is_some() { 1 } else { conclusion.len() };
        if self.evidence.len() != expected {
            let found = self.evidence.len();
            return Err(RecheckError::Envelope(format!(
                "{expected} pieces of evidence are needed, found {found}"
            )));
        }
        match self.fails {
            None => Ok(conclusion.iter().zip(&self.evidence).enumerate().collect()),
            Some(index) => match conclusion.get(index) {
                Some(line) => Ok(vec![(index, (line, &self.evidence[0]))]),
                None => Err(RecheckError::Envelope(format!("the conclusion has no line {index}"))),
            },
        }
    }
}

/// Reads a parameter of a shape: a list of size letters, one letter standing for one size throughout.
fn parameter(json: &Json, shape: &Json, sizes: &mut BTreeMap<String, usize>) -> Result<Value, String> {
    let mut fits = |letter: &Json, size: usize| {
        let letter = letter.as_str().unwrap_or_default();
        if size == 0 || size > MAX_SIZE {
            return Err(format!("size {size} is not from 1 to {MAX_SIZE}"));
        }
        match sizes.insert(letter.to_owned(), size) {
            Some(other) if other != size => Err(format!("size {letter} is both {other} and {size}")),
            _ => Ok(()),
        }
    };
    match shape.as_array().map(Vec::as_slice) {
        Some([]) => number(json).map(Value::Scalar),
        Some([n]) => {
            let vector = vector(json)?;
            fits(n, vector.len())?;
            Ok(Value::Vector(vector))
        }
        Some([n, m]) => {
            let matrix = matrix(json)?;
            fits(n, matrix.rows())?;
            fits(m, matrix.cols())?;
            Ok(Value::Matrix(Mat::Dense(matrix)))
        }
        _ => Err("the statement table gives it no shape".into()),
    }
}

fn vector(json: &Json) -> Result<Vec<Rational>, String> {
    let entries = json.as_array().ok_or("a list of numbers is expected")?;
    entries.iter().map(number).collect()
}

/// A matrix: a list of rows of one length.
pub(crate) fn matrix(json: &Json) -> Result<Matrix, String> {
    let rows = json.as_array().ok_or("a list of rows is expected")?;
    let rows = rows.iter().map(vector).collect::<Result<Vec<_>, _>>()?;
    Matrix::from_rows(rows).ok_or_else(|| "rows of one length are expected".into())
}
