//! `recheck` as the auditor of a run.

use claim::{AuditError, Auditor};
use exact::Rational;
use recheck::RecheckError;

/// Has every certificate checked by the crate `recheck`, which shares no code with the theorems.
#[derive(Clone, Copy, Debug)]
pub struct Recheck;

impl Auditor for Recheck {
    fn audit(&self, line: &str) -> Result<Option<Rational>, AuditError> {
        recheck::check_line_and_margin(line, None).map(|(_, margin)| margin).map_err(classify)
    }

    fn within_hypotheses(&self, line: &str) -> Result<(), AuditError> {
        recheck::within_hypotheses(line).map_err(classify)
    }
}

fn classify(error: RecheckError) -> AuditError {
    match error {
        RecheckError::OutsideDomain(_) => AuditError::OutsideDomain(error.to_string()),
        _ => AuditError::Refused(error.to_string()),
    }
}
