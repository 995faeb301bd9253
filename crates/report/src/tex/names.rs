//! What the names of a statement stand for.

use claim::{Expr, Shape, Statement};
use std::collections::BTreeMap;

/// The size letters of the parameters, so that a length is written as its letter.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    length: BTreeMap<&'static str, String>,
    height: BTreeMap<&'static str, &'static str>,
    width: BTreeMap<&'static str, &'static str>,
}

impl Names {
    pub(crate) fn of(statement: &Statement) -> Self {
        let mut names = Self::default();
        for (name, shape) in &statement.parameters {
            match shape {
                Shape::Scalar => {}
                Shape::Vector(n) => drop(names.length.insert(name, (*n).into())),
                Shape::Matrix(n, d) => {
                    names.height.insert(name, n);
                    names.width.insert(name, d);
                }
            }
        }
        // `entries` of a stated number of entries.
        for (name, term) in &statement.transition {
            if let Expr::Apply("entries", parts) = term
                && let [_, Expr::Number(n), _] = parts.as_slice()
            {
                names.length.insert(name, n.to_string());
            }
        }
        names
    }

    /// The letter of a vector's length.
    pub(crate) fn length(&self, name: &str) -> Option<&str> {
        self.length.get(name).map(String::as_str)
    }

    /// The letter of a matrix's number of rows.
    pub(crate) fn height(&self, name: &str) -> Option<&'static str> {
        self.height.get(name).copied()
    }

    /// The letter of a matrix's number of columns.
    pub(crate) fn width(&self, name: &str) -> Option<&'static str> {
        self.width.get(name).copied()
    }
}
