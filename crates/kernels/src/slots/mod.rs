//! Cyclic Flow Attention on a device: its inputs, the tables that the host makes for it, and the run of its three kernels.
//!
//! The mathematics stands in [`systems::cyfa`](crate::systems::cyfa).

mod inputs;
mod run;
mod tables;

pub use inputs::SlotInputs;
pub use run::{Resident, SlotOutputs, Templates, run, run_with};
pub use tables::{Clock, Convention, Tables};
