//! Selects theorems by id, glob, or system.

use claim::Claim;
use wildmatch::WildMatch;

/// A selection that names nothing.
#[derive(Debug, thiserror::Error)]
#[error("no theorem matches `{pattern}`; `eigenclaim list` shows all ids and systems")]
pub struct NoMatch {
    /// The pattern.
    pub pattern: String,
}

/// The theorems that any of the patterns matches, in registry order; all when there is no pattern.
///
/// A pattern is an id, an id with `*` and `?` (`kda/*`), or the key of a system (`kda`).
///
/// # Errors
/// [`NoMatch`] for the first pattern that matches nothing.
pub fn select(patterns: &[String]) -> Result<Vec<&'static Claim>, NoMatch> {
    let matches =
        |pattern: &str, claim: &Claim| pattern == claim.system || WildMatch::new(pattern).matches(claim.id);
    for pattern in patterns {
        if !theorems::REGISTRY.iter().any(|claim| matches(pattern, claim)) {
            return Err(NoMatch { pattern: pattern.clone() });
        }
    }
    let chosen =
        |claim: &&&Claim| patterns.is_empty() || patterns.iter().any(|pattern| matches(pattern, claim));
    Ok(theorems::REGISTRY.iter().filter(chosen).copied().collect())
}
