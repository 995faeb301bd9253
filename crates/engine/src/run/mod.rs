//! Running a program.

mod contributions;
mod recurrent;

pub use contributions::{contribution, read_contributions};
pub use recurrent::{Run, Trace, recurrent, recurrent_all, trace};
