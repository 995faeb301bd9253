//! The certified spectrum of one transition.
//!
//! * [`RankOne`]: diagonal plus rank one, `T = D − l rᵀ` (DeltaNet, Gated DeltaNet, KDA, GDN2, CKDA).
//! * [`dense`]: any rational matrix, through its exact characteristic polynomial.
//! * [`symmetrizer`]: real diagonalisability without square roots, `M T = Tᵀ M` with `M` positive definite.
//!
//! Results are [`Located`] eigenvalues: rational roots, open intervals with a change of sign, discs in the upper
//! half plane; [`RankOne::enclose`] and [`dense::enclose`] make them as narrow as asked. Floating point only suggests where to look.

pub mod dense;
mod enclose;
pub mod fourier;
mod hint;
mod located;
mod pair;
mod rank_one;
mod reduced;
mod secular;
pub mod symmetrizer;

pub use enclose::{Enclosed, Enclosure, Region};
pub use located::{Disc, Located};
pub use rank_one::{RankOne, Secular};
