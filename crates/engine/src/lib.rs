//! The sequence models as recurrences: one definition each, run in rationals, balls, `f64` and `f32`.
//!
//! A [`System`] turns the inputs of a token ([`Fields`]) into a [`Token`]: steps $S \mapsto B S + \sum_u x_u (w_u - S^\top y_u)^\top$ of one shape,
//! [`Step`], and a query. Everything else (the recurrent and the chunkwise run, contributions, gradients, rounding bounds) is written once for that
//! shape. [`Inputs`] holds the tensors of a run, with packed sequences and grouped heads, and makes a [`Program`] for each head.
//!
//! ```
//! use engine::{Fields, System, run, Program};
//! use exact::Rational;
//!
//! let row = |x: &[(i32, i32)]| x.iter().map(|v| Rational::from(*v)).collect::<Vec<_>>();
//! let token = System::Gdn.token(
//!     &Fields::new()
//!         .with("q", row(&[(1, 1)]))
//!         .with("k", row(&[(1, 1)]))
//!         .with("v", row(&[(0, 1)]))
//!         .with("alpha", row(&[(1, 2)]))
//!         .with("beta", row(&[(1, 1)])),
//! );
//! // Decay first, then erase: a state of 4 is gone. Erasing from the state before the decay would leave −2.
//! let program = Program { rows: 1, columns: 1, scale: Rational::from(1), tokens: vec![token] };
//! assert_eq!(run::recurrent(&program, &row(&[(4, 1)])).state, row(&[(0, 1)]));
//! ```

pub mod bounds;
pub mod fast;
mod fields;
mod inputs;
mod program;
pub mod run;
pub mod scalar;
pub mod spec;
pub mod step;
pub mod systems;

pub use fields::Fields;
pub use inputs::{Dims, Head, InputError, Inputs};
pub use program::{Program, Token, identity};
pub use scalar::{Dual, Real, Scalar};
pub use step::{Carry, Step, Update};
pub use systems::System;
