//! Laws of integer polynomials.

mod division;
mod ring;
mod roots;
mod schur;
mod square_free;
mod support;
