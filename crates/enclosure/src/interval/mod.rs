//! Outward-rounded `f64` intervals: the type and its queries, arithmetic.

mod arithmetic;
mod span;

pub use span::F64Interval;
