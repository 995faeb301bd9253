//! A statement in the vocabulary of certificates, as a person reads it.

use claim::Statement;

/// One line for each hypothesis, each definition of the transition, and each line of the conclusion.
///
/// # Errors
/// [`serde_json::Error`] when a term cannot be written as JSON.
pub fn lines(statement: &Statement) -> Result<Vec<String>, serde_json::Error> {
    let mut lines = Vec::new();
    for (name, predicate) in &statement.hypotheses {
        lines.push(format!("hypothesis {name}: {}", serde_json::to_string(predicate)?));
    }
    for (name, term) in &statement.transition {
        lines.push(format!("{name} = {}", serde_json::to_string(term)?));
    }
    for line in &statement.conclusion {
        lines.push(format!("conclusion: {}", serde_json::to_string(line)?));
    }
    Ok(lines)
}
