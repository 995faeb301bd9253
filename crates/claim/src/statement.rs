//! A statement: parameters, hypotheses, transition, conclusion.

use crate::Expr;
use serde::Serialize;
use serde::ser::{SerializeMap, SerializeSeq, Serializer};

/// The shape of a parameter. Letters stand for sizes; one letter means one size throughout the statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A rational number.
    Scalar,
    /// A vector of the named length.
    Vector(&'static str),
    /// A matrix of the named numbers of rows and columns.
    Matrix(&'static str, &'static str),
}

impl Serialize for Shape {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let sizes: &[&str] = match self {
            Self::Scalar => &[],
            Self::Vector(n) => &[n],
            Self::Matrix(n, m) => &[n, m],
        };
        let mut seq = serializer.serialize_seq(Some(sizes.len()))?;
        for size in sizes {
            seq.serialize_element(size)?;
        }
        seq.end()
    }
}

/// A parameter's name and shape.
pub type Parameter = (&'static str, Shape);

/// What a theorem says, in the closed vocabulary that a checker evaluates without the theorem's code.
///
/// For all parameters of the given shapes that satisfy every hypothesis, every line of the conclusion is true.
/// (For an existence theorem: there are such parameters.)
#[derive(Clone, Debug, Serialize)]
pub struct Statement {
    /// Parameters, in reading order.
    #[serde(serialize_with = "pairs")]
    pub parameters: Vec<Parameter>,
    /// Named hypotheses.
    #[serde(serialize_with = "pairs")]
    pub hypotheses: Vec<(&'static str, Expr)>,
    /// Named formulas of the transition (and what else the conclusion names); later ones may use earlier ones.
    #[serde(serialize_with = "pairs")]
    pub transition: Vec<(&'static str, Expr)>,
    /// Predicates that are all claimed.
    pub conclusion: Vec<Expr>,
}

fn pairs<S: Serializer, V: Serialize>(
    entries: &[(&'static str, V)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(entries.len()))?;
    for (name, value) in entries {
        map.serialize_entry(name, value)?;
    }
    map.end()
}
