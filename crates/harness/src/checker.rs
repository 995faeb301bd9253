//! `recheck` as the auditor of a run, for the registry's statements or for one's own.

use claim::{AuditError, Auditor, Claim};
use recheck::{Accepted, OwnStatements, RecheckError, StatementsError};

/// Has every certificate checked by the crate `recheck`, which shares no code with the theorems.
#[derive(Debug)]
pub struct Checker {
    own: Option<OwnStatements>,
}

/// Why there is no checker for a list of claims.
#[derive(Debug, thiserror::Error)]
pub enum CheckerError {
    /// The statements do not form a table of one's own: an id that does not begin with `user/`, or is given twice.
    #[error("the statements are not a table of one's own")]
    Statements(#[from] StatementsError),
    /// A statement cannot be written as JSON.
    #[error("a statement cannot be written")]
    Json(#[from] serde_json::Error),
}

impl Checker {
    /// Against the statement table of the registry, which the checker embeds.
    pub fn registry() -> Self {
        Self { own: None }
    }

    /// Against the statements of these claims, whose ids begin with `user/`.
    ///
    /// # Errors
    /// [`CheckerError`]
    pub fn own(claims: &[&Claim]) -> Result<Self, CheckerError> {
        Ok(Self { own: Some(OwnStatements::read(&Self::table(claims)?)?) })
    }

    /// The statement table of these claims, as `eigenclaim recheck --statements FILE` reads it.
    ///
    /// # Errors
    /// [`serde_json::Error`] when a statement cannot be written as JSON.
    pub fn table(claims: &[&Claim]) -> Result<String, serde_json::Error> {
        let table: Vec<_> = claims.iter().map(|claim| claim.table_entry()).collect();
        serde_json::to_string_pretty(&table).map(|text| text + "\n")
    }

    /// What the checker says of a line.
    ///
    /// # Errors
    /// [`RecheckError`] with the reason of a refusal.
    pub fn check(&self, line: &str) -> Result<Accepted, RecheckError> {
        recheck::check_line_with(line, self.own.as_ref())
    }
}

impl Auditor for Checker {
    fn audit(&self, line: &str) -> Result<Option<exact::Rational>, AuditError> {
        recheck::check_line_and_margin(line, self.own.as_ref()).map(|(_, margin)| margin).map_err(classify)
    }

    fn within_hypotheses(&self, line: &str) -> Result<(), AuditError> {
        recheck::within_hypotheses_with(line, self.own.as_ref()).map_err(classify)
    }
}

fn classify(error: RecheckError) -> AuditError {
    match error {
        RecheckError::OutsideDomain(_) => AuditError::OutsideDomain(error.to_string()),
        _ => AuditError::Refused(error.to_string()),
    }
}
