//! Does a kernel compute what it should?
//!
//! A [`Dump`] holds what a kernel was given and what it gave back.

mod compare;
mod diagnosis;
mod dump;
mod gradients;
mod oracle;
mod raw_gradients;
mod reference;
mod report;
pub mod scans;
mod slips;
pub mod vectors;
mod verdict;

pub use compare::{Allowance, Compared, HeadRow, Place, Point, Shaped};
pub use diagnosis::{Diagnosis, Explanation};
pub use dump::{Backward, Beta, Case, Dump, DumpError, Gate, Layout, RawGate, Settings, StateLayout};
pub use oracle::{Oracle, oracle};
pub use reference::{Reference, Values};
pub use report::{Report, RunReport, compare};
pub use slips::{Context, Results, Slip, all as all_slips};
pub use verdict::Verdict;
