//! Running a program: one token after the other, in chunks, contribution by contribution, and backwards.

mod chunkwise;
mod contributions;
pub(crate) mod gradient;
mod recurrent;

pub use chunkwise::{ChunkError, chunkwise};
pub use contributions::{contribution, read_contributions};
pub use gradient::{Cotangents, Gradients, backward, gradient};
pub use recurrent::{Run, Trace, recurrent, recurrent_all, trace};
