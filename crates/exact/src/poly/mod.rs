//! Univariate polynomials with integer coefficients, and exact questions about their roots.
//!
//! Questions about roots do not change when a polynomial is multiplied by a positive rational, so one over
//! $\mathbb{Q}$ is represented by its primitive integer multiple ([`IntPoly::from_rationals`]). How many
//! roots are real is decided in two independent ways, by Sturm chains and by Descartes' rule of signs with
//! bisection; whether all roots lie in the open unit disc is decided by the Schur–Cohn recursion. No
//! floating-point number takes part in any answer.

mod bernstein;
mod dense;
mod descartes;
mod division;
mod evaluate;
mod fixed;
mod gcd;
mod isolate;
mod modular;
mod remainders;
mod resultant;
mod ring;
mod schur;
mod square_free;
mod sturm;

pub use dense::IntPoly;
pub use isolate::RootInterval;
