//! `recheck` as the auditor of a run.

use claim::{AuditError, Auditor};
use recheck::RecheckError;

/// Has every certificate checked by the crate `recheck`, which shares no code with the theorems.
#[derive(Clone, Copy, Debug)]
pub struct Recheck;

impl Auditor for Recheck {
    fn audit(&self, line: &str) -> Result<(), AuditError> {
        recheck::check_line(line).map(drop).map_err(classify)
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
