//! Algebraic laws of the matrix type.

mod characteristic;
mod elimination;
mod inertia;
mod ring;
mod support;
