//! The certified spectrum of one transition.
//!
//! * [`RankOne`]: diagonal plus rank one, `T = D − l rᵀ` (DeltaNet, Gated DeltaNet, KDA, GDN2, CKDA).
//! * [`dense`]: any rational matrix, through its exact characteristic polynomial.
//! * [`symmetrizer`]: real diagonalisability without square roots, `M T = Tᵀ M` with `M` positive definite.
//!
//! * [`of`]: the spectrum of a step from the numbers of a model, known exactly or enclosed (a gate `e^g`): pair count, enclosures
//!   of all eigenvalues, negative ones, in `f64` intervals first.
//!
//! Results are [`Located`] eigenvalues: rational roots, open intervals with a change of sign, discs in the upper
//! half plane; [`RankOne::enclose`] and [`dense::enclose`] make them as narrow as asked. Floating point only suggests where to look.

mod certify;
pub mod dense;
mod enclose;
pub mod fourier;
mod hint;
mod interval_matrix;
mod located;
mod momentum;
mod norm;
mod number;
mod pair;
mod rank_one;
mod reduced;
mod secular;
mod step;
pub mod symmetrizer;

pub use certify::{Pair, Spectrum, edge, of};
pub use enclose::{Enclosed, Enclosure, Region};
pub use interval_matrix::IntervalMatrix;
pub use located::{Disc, Located};
pub use momentum::Momentum;
pub use norm::operator_norm;
pub use number::Number;
pub use rank_one::{RankOne, Secular};
pub use step::RankOneStep;
