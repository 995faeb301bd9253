//! Conformance vectors: inputs with reference results that a kernel author runs in their own tests.
//!
//! A set has three families ([`Family`]). *Exact probes* have dyadic inputs for which **every** intermediate number, of every order of summation and
//! every form of the run, is representable in the target format: every correct kernel is bit-exact on them, and nothing is tolerated. [`proof`] says
//! why, and no probe is made without it. *Corners* are one case for each fault that kernels have been seen to have. *Random* cases have the sizes of
//! real runs. Corners and random cases come with the reference, correctly rounded, and the derived bound of each number ([`engine::bounds`]).
//!
//! [`plans`] says which cases a set has, [`Plan::vector`] computes one, [`Set`] writes them with a manifest. `docs/vectors.md` specifies the files.

mod corners;
mod draft;
pub(crate) mod draw;
mod error;
mod format;
mod plan;
mod probes;
pub mod proof;
mod random;
pub(crate) mod reference;
pub(crate) mod set;
mod vector;

pub use error::VectorError;
pub use format::Format;
pub use plan::{Family, Fault, Pair, Plan, Request, plans};
pub use set::{MANIFEST, Set};
pub use vector::{Comparison, Vector};
