//! The engine against the public references, in files of exact inputs and `f64` results; every allowance is derived.
//!
//! What has a dump's shape is held under the engine's own bound in `golden.rs`; here is the rest.

mod disagreements;
mod files;
mod gates;
mod gradients;
mod oscillators;
mod running;
mod scans;
mod signed;
mod single;
mod slots;
