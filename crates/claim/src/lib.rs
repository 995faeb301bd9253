//! What a theorem is, how it is run, verdicts, and the certificate envelope.
//!
//! A theorem is a [`Claim`]: prose, a [`Statement`] in a closed vocabulary ([`Expr`]), a domain that builds
//! instances, a check that returns [`Evidence`], and a witness for every hypothesis. [`run`] decides it on many
//! instances; an [`Auditor`] (in this project: `recheck`) must accept every certificate before an instance counts
//! as holding.

mod certificate;
mod claim;
mod evidence;
pub mod expr;
mod instance;
mod margin;
mod part;
mod run;
mod statement;
mod symbolic;

pub use certificate::{Line, Role};
pub use claim::{Claim, Level, Outcome, Quantifier, Sharp, Trap};
pub use evidence::{Disc, Evidence, Located, Symmetrizer};
pub use expr::Expr;
pub use instance::{Instance, Value};
pub use margin::{Margin, MarginError, Nearest};
pub use part::{INSTANCES_IN_A_PART, Part};
pub use run::{
    AuditError, Auditor, Failure, Options, Progress, TheoremResult, Verdict, WitnessResult, audit_seed, run,
    run_part, sample,
};
pub use statement::{Parameter, Shape, Statement};
pub use symbolic::{Symbolic, Universal, Why, run_symbolic};
