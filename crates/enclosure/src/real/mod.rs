//! Real balls: the type and its queries, arithmetic, elementary functions, trigonometry, printing.

mod arithmetic;
mod ball;
mod display;
mod elementary;
mod trigonometry;

pub(crate) use arithmetic::operator;
pub use ball::RealBall;
