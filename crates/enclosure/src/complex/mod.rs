//! Complex balls: the type and its field operations, elementary functions.

mod ball;
mod functions;

pub use ball::ComplexBall;
