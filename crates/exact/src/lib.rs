//! Exact arithmetic on GMP: rationals with a canonical text form, rational unit vectors, dense rational
//! matrices, integer polynomials.
//!
//! Everything here is exact; nothing rounds. The crate is the common ground of the code that proves and of the
//! code that checks, so it holds only plain, separately tested arithmetic and no knowledge of any theorem.

pub mod matrix;
pub mod multivariate;
pub mod poly;
#[cfg(feature = "strategies")]
pub mod strategies;
pub mod text;
pub mod vector;

pub use matrix::{Inertia, Matrix};
pub use multivariate::MultiPoly;
pub use poly::IntPoly;
pub use rug::ops::{NegAssign, SubFrom};
pub use rug::{Complete, Integer, Rational};
