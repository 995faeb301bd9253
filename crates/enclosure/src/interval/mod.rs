//! Outward-rounded `f64` intervals: the type and its queries, arithmetic, the exponential.

mod arithmetic;
mod exponential;
mod span;

pub use span::F64Interval;
