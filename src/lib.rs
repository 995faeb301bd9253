//! The front end: the command line's parts that the test harness uses as well.

mod audit;
pub mod campaign;
pub mod figures;
pub mod formal;
pub mod gate;
pub mod refutation;
pub mod results;
pub mod select;
pub mod vocabulary;

pub use audit::Recheck;

/// The statement table of the registry, as `recheck` embeds it.
///
/// # Errors
/// [`serde_json::Error`] when a statement cannot be written as JSON.
pub fn statement_table() -> Result<String, serde_json::Error> {
    let entries: Vec<_> = theorems::REGISTRY.iter().map(|claim| claim.table_entry()).collect();
    serde_json::to_string_pretty(&entries).map(|text| text + "\n")
}
