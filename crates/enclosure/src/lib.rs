//! Rigorous enclosures: real and complex balls on MPFR, outward-rounded `f64` intervals, and the loop that raises
//! precision until a question is decided.
//!
//! **The one guarantee.** Every function here obeys the containment property: whenever `x ∈ X` and `y ∈ Y`, the
//! real number `f(x, y)` lies in the enclosure that `f(X, Y)` returns. The result may be wider than the exact
//! image, never narrower. Nothing is "nearly" contained, and no enclosure is ever NaN: a function that is not
//! defined on the whole of its argument returns an error instead.
//!
//! | type | endpoints | for |
//! |---|---|---|
//! | [`RealBall`] | two MPFR floats of one precision | the decision, at whatever precision it takes |
//! | [`ComplexBall`] | a rectangle of two [`RealBall`]s | complex eigenvalues and their functions |
//! | [`F64Interval`] | two `f64` | inner loops, as a first try that is often enough |
//!
//! An enclosure that does not answer a question (a sign, a comparison) says so with `None` or with
//! [`EnclosureError::DomainUndecided`]; [`decide`](decide()) then tries again with more bits.
//!
//! ```
//! use enclosure::{Decision, PrecisionLimit, RealBall, decide};
//! use std::cmp::Ordering;
//!
//! // Is exp(π √163) below the integer 640320³ + 744? Yes, by less than 1e-12.
//! let ramanujan = rug::Integer::from(262_537_412_640_768_744_u64);
//! let answer = decide(PrecisionLimit::default(), |bits| {
//!     let root = RealBall::from_integer(bits, &163.into()).sqrt().ok()?;
//!     let difference = (RealBall::pi(bits) * root).exp() - RealBall::from_integer(bits, &ramanujan);
//!     difference.sign()
//! });
//! assert!(matches!(answer, Decision::Decided { value: Ordering::Less, precision: 128 }));
//! ```

mod complex;
mod decide;
mod error;
mod interval;
mod real;

pub use complex::ComplexBall;
pub use decide::{Decision, PrecisionLimit, decide};
pub use error::EnclosureError;
pub use interval::F64Interval;
pub use real::RealBall;
