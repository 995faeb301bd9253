//! Statements that are somebody's own: of claims that `eigenclaim refute` was given, or of theorems in another crate.
//!
//! They come in a file, as a table of the same form as the embedded one. What a line of such a table certifies is that *this*
//! statement holds, or fails, for the instance; that the statement is what its author means is the author's to judge. Their
//! ids begin with [`OWN`] and those of the registry never do, so neither can stand in for the other.

use crate::envelope::{Entry, shown};
use crate::strict_json;
use serde_json::{Map, Value as Json};
use std::collections::HashMap;

/// What the ids of one's own statements begin with.
pub const OWN: &str = "user/";

/// Largest table, in bytes.
const MAX_TABLE: usize = 8 << 20;

/// Why a statement table is not one.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StatementsError {
    /// The text is not JSON, or a key is given twice.
    #[error("not a statement table: {0}")]
    Malformed(#[from] serde_json::Error),
    /// The text is longer than a table can be.
    #[error("the statement table is longer than {MAX_TABLE} bytes")]
    TooLong,
    /// An entry is not of the documented form.
    #[error("statement {theorem}: {reason}")]
    Entry {
        /// The entry's id, quoted, or its number.
        theorem: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// A table of statements of one's own, in the vocabulary of certificates.
pub struct OwnStatements(HashMap<String, Entry>);

impl std::fmt::Debug for OwnStatements {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_set().entries(self.0.keys()).finish()
    }
}

impl OwnStatements {
    /// Reads a table: a JSON array of `{"theorem", "quantifier", "statement", "traps"}`.
    ///
    /// # Errors
    /// [`StatementsError`] for anything that is not of this form, and for ids that do not begin with [`OWN`].
    pub fn read(text: &str) -> Result<Self, StatementsError> {
        if text.len() > MAX_TABLE {
            return Err(StatementsError::TooLong);
        }
        let wrong =
            |theorem: String, reason: &str| StatementsError::Entry { theorem, reason: reason.to_owned() };
        let Json::Array(entries) = strict_json::parse(text)? else {
            return Err(wrong("table".into(), "it should be a list"));
        };
        let mut table = HashMap::new();
        for (number, entry) in entries.into_iter().enumerate() {
            let place = entry["theorem"].as_str().map_or_else(|| number.to_string(), shown);
            let (id, entry) = read_entry(entry).map_err(|reason| wrong(place.clone(), &reason))?;
            if table.insert(id, entry).is_some() {
                return Err(wrong(place, "it is given twice"));
            }
        }
        Ok(Self(table))
    }

    /// The ids, in order.
    pub fn ids(&self) -> Vec<&str> {
        let mut ids: Vec<_> = self.0.keys().map(String::as_str).collect();
        ids.sort_unstable();
        ids
    }

    pub(crate) fn get(&self, id: &str) -> Option<&Entry> {
        self.0.get(id)
    }
}

fn read_entry(entry: Json) -> Result<(String, Entry), String> {
    let mut fields = object(entry, "an entry")?;
    let Some(Json::String(id)) = fields.remove("theorem") else {
        return Err("`theorem` should be a text".into());
    };
    if !id.starts_with(OWN) {
        return Err(format!("an id of one's own begins with `{OWN}`"));
    }
    // Ids are printed as they are.
    if id.chars().any(char::is_control) {
        return Err("an id has no control characters".into());
    }
    let for_all = match fields.remove("quantifier") {
        Some(Json::String(word)) if word == "for-all" => true,
        Some(Json::String(word)) if word == "exists" => false,
        _ => return Err("`quantifier` should be for-all or exists".into()),
    };
    let statement = statement(fields.remove("statement").unwrap_or_default())?;
    let traps = object(fields.remove("traps").unwrap_or_default(), "`traps`")?;
    let traps = traps
        .into_iter()
        .map(|(name, trap)| Ok((name, self::statement(trap)?)))
        .collect::<Result<_, String>>()?;
    match fields.keys().next() {
        Some(key) => Err(format!("unknown field {}", shown(key))),
        None => Ok((id, Entry { for_all, statement, traps })),
    }
}

fn object(json: Json, what: &str) -> Result<Map<String, Json>, String> {
    match json {
        Json::Object(map) => Ok(map),
        _ => Err(format!("{what} should be an object")),
    }
}

/// A statement of the documented form. Whether its terms have values is seen when a line is checked.
fn statement(json: Json) -> Result<Map<String, Json>, String> {
    let statement = object(json, "a statement")?;
    for part in ["parameters", "hypotheses", "transition"] {
        if !statement.get(part).is_some_and(Json::is_object) {
            return Err(format!("`{part}` should be an object"));
        }
    }
    // A statement that says nothing would be proved by nothing.
    if statement.get("conclusion").and_then(Json::as_array).is_none_or(Vec::is_empty) {
        return Err("`conclusion` should be a list that is not empty".into());
    }
    if statement.len() != 4 {
        return Err("a statement has parameters, hypotheses, transition and conclusion".into());
    }
    let names = ["parameters", "transition"].into_iter().filter_map(|part| statement[part].as_object());
    let mut seen = std::collections::HashSet::new();
    for name in names.flat_map(Map::keys) {
        if name.is_empty() || name.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
            return Err(format!("{} is no name", shown(name)));
        }
        if !seen.insert(name.clone()) {
            return Err(format!("{} is defined twice", shown(name)));
        }
    }
    for shape in statement["parameters"].as_object().into_iter().flat_map(Map::values) {
        let letters = shape.as_array().filter(|letters| letters.len() <= 2);
        if !letters.is_some_and(|letters| letters.iter().all(Json::is_string)) {
            return Err("a shape is a list of at most two size letters".into());
        }
    }
    Ok(statement)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Accepted, check_line, check_line_with};
    use serde_json::json;

    fn entry() -> Json {
        json!({
            "theorem": "user/gate-is-small", "quantifier": "for-all", "traps": {},
            "statement": {
                "parameters": {"a": []}, "hypotheses": {"inside": ["lt", "a", "1"]},
                "transition": {"T": ["mul", "a", ["eye", "1"]]}, "conclusion": [["lt", ["determinant", "T"], "1/2"]]
            }
        })
    }

    fn line(a: &str, fails: bool) -> String {
        let mut line = json!({"version": 1, "theorem": "user/gate-is-small", "instance": {"a": a},
            "evidence": [{"kind": "compute"}]});
        for part in ["parameters", "hypotheses", "transition", "conclusion"] {
            line[part] = entry()["statement"][part].clone();
        }
        if fails {
            line["fails"] = 0.into();
        }
        line.to_string()
    }

    fn table(entries: Json) -> Result<OwnStatements, String> {
        OwnStatements::read(&entries.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_line_is_decided_by_the_statement_of_its_own() {
        let own = table(json!([entry()])).expect("a table");
        let theorem = "user/gate-is-small".to_owned();
        let check = |a: &str, fails: bool| check_line_with(&line(a, fails), Some(&own));
        assert_eq!(check("1/4", false).ok(), Some(Accepted::Holds { theorem: theorem.clone() }));
        assert_eq!(check("3/4", true).ok(), Some(Accepted::Counterexample { theorem }));
        assert!(check("3/4", false).is_err(), "the conclusion is false");
        assert!(check("1/4", true).is_err(), "the conclusion is true");
        assert!(check("2", true).is_err(), "outside the hypothesis");
    }

    #[test]
    fn without_its_table_a_line_of_ones_own_is_refused() {
        assert!(check_line(&line("3/4", true)).is_err());
        let other = entry().to_string().replace("gate-is-small", "gate-is-large");
        let other = OwnStatements::read(&format!("[{other}]")).expect("a table");
        assert!(check_line_with(&line("3/4", true), Some(&other)).is_err());
        let changed = line("3/4", true).replace("\"1/2\"", "\"1/8\"");
        let own = table(json!([entry()])).expect("a table");
        assert!(check_line_with(&changed, Some(&own)).is_err(), "another statement than the table's");
    }

    #[test]
    fn an_id_that_would_write_over_the_terminal_is_refused() {
        let mut changed = entry();
        changed["theorem"] = "user/a\u{1b}[2Kb".into();
        assert!(table(json!([changed])).is_err_and(|reason| reason.contains("control")));
    }

    #[test]
    fn a_table_cannot_pose_as_the_registry_or_say_nothing() {
        let with = |edit: &dyn Fn(&mut Json)| {
            let mut changed = entry();
            edit(&mut changed);
            table(json!([changed])).expect_err("it should be refused")
        };
        assert!(with(&|e| e["theorem"] = "kda/real-spectrum".into()).contains("begins with"));
        assert!(with(&|e| e["statement"]["conclusion"] = json!([])).contains("not empty"));
        assert!(with(&|e| e["statement"]["note"] = json!("")).contains("a statement has"));
        assert!(with(&|e| e["statement"]["transition"]["a"] = json!("0")).contains("defined twice"));
        assert!(with(&|e| e["statement"]["parameters"]["1"] = json!([])).contains("is no name"));
        assert!(with(&|e| e["statement"]["parameters"]["b"] = json!("d")).contains("a shape is"));
        assert!(with(&|e| e["quantifier"] = "some".into()).contains("for-all or exists"));
        assert!(with(&|e| e["note"] = "".into()).contains("unknown field"));
        assert!(with(&|e| e["traps"] = json!({"t": {}})).contains("should be an object"));
        assert!(table(json!([entry(), entry()])).expect_err("twice").contains("given twice"));
        assert!(table(json!({})).is_err() && OwnStatements::read("[").is_err());
        let repeated = entry().to_string().replace("{\"a\":[]}", "{\"a\":[],\"a\":[\"d\"]}");
        assert!(OwnStatements::read(&format!("[{repeated}]")).is_err(), "a key is given twice");
    }
}
