//! Accepts or refuses certificates, on exact arithmetic and without any code that made them.
//!
//! A certificate is one line of JSON (`docs/certificate-v1.md`). [`check_line`] accepts it only when
//! * it names a theorem of the embedded statement table and states exactly that statement,
//! * its instance has the stated shapes and satisfies the hypotheses (all but the one that a witness drops),
//! * its evidence proves every line of the conclusion (or that the named line is false, for a witness).
//!
//! Nothing in a line is believed: the transition is built from the formula, the characteristic polynomial is
//! computed here, signs and counts are evaluated here. The checker returns an error on any input whatever; it
//! does not panic, and the sizes that it allocates for are validated first.

mod binders;
mod charge;
mod cyclotomic;
mod enclosed;
mod envelope;
mod evaluate;
mod file;
mod limits;
mod located;
mod logarithm;
mod margin;
mod matrix;
mod own;
mod polynomial;
mod predicate;
mod read_out;
mod spectral;
mod strict_json;
mod symbolic;
mod trace;
mod value;

pub use envelope::{
    Accepted, RecheckError, check_line, check_line_with, within_hypotheses, within_hypotheses_with,
};
pub use file::{FileError, LineError, LineReport, Summary, check_reader, check_reader_with};
pub use margin::check_line_and_margin;
pub use own::{OWN, OwnStatements, StatementsError};
pub use trace::{Shown, Trace};

/// The statement table: every theorem and its false neighbours, in the vocabulary of certificates.
///
/// Generated from the registry (`eigenclaim statements`), committed, and tested for staleness.
pub const STATEMENTS: &str = include_str!("../statements.json");
