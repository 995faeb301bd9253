//! A claim: parameters, a transition, and what is said of its products.

use crate::fault::Fault;
use crate::grid::{Grid, value};
use crate::number::{NoValue, Number};
use crate::parameter::{Parameter, Range};
use crate::property::Property;
use crate::syntax::Relation;
use crate::term::Term;
use exact::Rational;
use std::ops::RangeInclusive;

/// A claim about every word of at most [`word_length`](Self::word_length) steps of a transition.
///
/// For every dimension in [`dimensions`](Self::dimensions), every number of steps up to the word length, and all
/// parameters within their ranges and constraints (each step with its own values of those that are not shared), the
/// product of the steps has the [`property`](Self::property).
///
/// It is read from a claim file with [`str::parse`]; `docs/refute.md` describes the format.
#[derive(Debug, Clone)]
pub struct Claim {
    /// Its name, in kebab-case: `claim` unless the file says otherwise.
    pub name: String,
    /// The parameters, in the order of the file.
    pub parameters: Vec<Parameter>,
    /// What is claimed of the products.
    pub property: Property,
    /// Most steps of a product.
    pub word_length: usize,
    /// Values of `d`.
    pub dimensions: RangeInclusive<usize>,
    pub(crate) definitions: Vec<Definition>,
    pub(crate) constraints: Vec<Constraint>,
    /// Number of the definition that is the transition.
    pub(crate) subject: usize,
    /// Whether some value is enclosed instead of exact.
    pub(crate) enclosed: bool,
}

/// A named term; it may use the parameters and earlier definitions.
#[derive(Debug, Clone)]
pub(crate) struct Definition {
    pub(crate) name: String,
    pub(crate) term: Term,
    /// As it was written, for people.
    pub(crate) text: String,
}

/// A comparison of two scalars that the parameters of each step must satisfy.
#[derive(Debug, Clone)]
pub(crate) struct Constraint {
    pub(crate) name: String,
    pub(crate) left: Term,
    pub(crate) relation: Relation,
    pub(crate) right: Term,
}

impl std::str::FromStr for Claim {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Self, Fault> {
        crate::file::read(text)
    }
}

impl Claim {
    /// The same claim with another range of a parameter.
    ///
    /// # Errors
    /// [`Fault`] when there is no such parameter, it has no range, or the range is empty.
    pub fn with_range(&self, name: &str, range: Range) -> Result<Self, Fault> {
        if range.is_empty() {
            return Err(Fault::new(format!("the range {range} is empty")));
        }
        let mut claim = self.clone();
        let parameter = claim.parameters.iter_mut().find(|parameter| parameter.name == name);
        match parameter {
            Some(parameter) if parameter.range.is_some() => parameter.range = Some(range),
            _ => return Err(Fault::new(format!("`{name}` is not a parameter with a range"))),
        }
        Ok(claim)
    }

    /// The claim in one line: the transition, the property, the words.
    pub fn summary(&self) -> String {
        let definition = &self.definitions[self.subject];
        let (low, high) = (self.dimensions.start(), self.dimensions.end());
        let dimension = if low == high { format!("d = {low}") } else { format!("d = {low}..{high}") };
        let words = match (self.property.is_of_two_steps(), self.word_length) {
            (true, _) | (false, 1) => String::new(),
            (false, length) => format!(" of every product of at most {length} steps"),
        };
        format!("{} = {}; {}{words}, {dimension}", definition.name, definition.text, self.property)
    }

    /// Every definition's value for one step's parameters, after those parameters.
    pub(crate) fn names<S: Number>(
        &self,
        mut parameters: Vec<Grid<S>>,
        d: usize,
        precision: u32,
    ) -> Result<Vec<Grid<S>>, NoValue> {
        for definition in &self.definitions {
            let value = value(&definition.term, &parameters, d, precision)?;
            parameters.push(value);
        }
        Ok(parameters)
    }

    /// The transition among the values of [`names`](Self::names).
    pub(crate) fn step<'a, S>(&self, names: &'a [Grid<S>]) -> &'a Grid<S> {
        &names[self.parameters.len() + self.subject]
    }

    /// Whether one step's exact values satisfy the constraints.
    pub(crate) fn admits(&self, names: &[Grid<Rational>], d: usize) -> bool {
        self.constraints.iter().all(|constraint| {
            let sides = value(&constraint.left, names, d, 0).and_then(|left| {
                let right = value(&constraint.right, names, d, 0)?;
                Ok(constraint.relation.holds(&left.data[0], &right.data[0]))
            });
            sides == Ok(true)
        })
    }
}
