//! Formulas: from the vocabulary of certificates and from numbers to TeX, and from TeX to MathML.

mod mathml;
mod names;
mod number;
mod predicate;
mod term;

pub(crate) use mathml::{display, inline, scrolled};
pub(crate) use names::Names;
pub(crate) use number::{approximate, instance_value, polynomial, rational, shown, vector};
pub(crate) use predicate::{Said, said};
pub(crate) use term::{name, term};
