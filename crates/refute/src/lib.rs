//! Claims about one's own transition, and the search for exact counterexamples to them.
//!
//! A [`Claim`] says what parameters a transition has, how it is made of them, and what is true of every product of its
//! steps. [`search`] tries to break it: it samples words that are biased to corners, climbs from them in double precision,
//! rounds what it finds to simple fractions that stay in their ranges and on their constraints, decides exactly, and makes
//! the counterexample smaller. What comes out can be checked by `recheck`, which shares no code with this crate.
//!
//! The language and every property are described in `docs/refute.md`.

mod claim;
mod climb;
mod clock;
mod counterexample;
mod decide;
mod defect;
mod enclosed;
mod entry;
mod explain;
mod fault;
mod file;
mod fraction;
mod grid;
mod number;
mod objective;
mod parameter;
mod point;
mod property;
mod random;
mod search;
mod shrink;
mod size;
mod skeleton;
mod snippet;
mod speak;
mod spectral;
mod statement;
mod syntax;
mod term;
mod word;

pub use claim::Claim;
pub use counterexample::{Certificate, Counterexample};
pub use explain::{Boundary, explain};
pub use fault::{Fault, Place as FaultPlace};
pub use parameter::{Kind, Parameter, Range};
pub use property::Property;
pub use search::{Options, Outcome, Place, Progress, Report, search, search_with};
pub use skeleton::theorem;
pub use snippet::numpy;
pub use syntax::Relation;
