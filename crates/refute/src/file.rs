//! Reads a claim file: TOML, with every fault at its place.

use crate::claim::{Claim, Constraint, Definition};
use crate::fault::Fault;
use crate::parameter::{Parameter, Range};
use crate::syntax::{self, Relation};
use crate::term::{self, Named};
use exact::Rational;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Largest claim file, in bytes.
const MAX_FILE: usize = 1 << 20;
/// Most parameters, definitions and constraints together.
const MAX_NAMES: usize = 100;
/// Largest dimension, and largest size of a matrix at it.
pub(crate) const MAX_DIMENSION: usize = 16;
const MAX_SIZE: usize = 48;
/// Longest word.
const MAX_WORD: usize = 64;
const RESERVED: &[&str] = &["I", "zeros", "NaN", "nan", "inf", "infinity"];

pub(crate) type Value<'a> = Spanned<DeValue<'a>>;
type Key<'a> = Spanned<std::borrow::Cow<'a, str>>;

pub(crate) struct Reader<'a> {
    pub(crate) text: &'a str,
}

/// Reads a claim.
pub(crate) fn read(text: &str) -> Result<Claim, Fault> {
    if text.len() > MAX_FILE {
        return Err(Fault::new(format!("a claim file of {} bytes is longer than {MAX_FILE}", text.len())));
    }
    let table = DeTable::parse(text).map_err(|error| match error.span() {
        Some(span) => Fault::at(text, span, error.message()),
        None => Fault::new(error.message()),
    })?;
    Reader { text }.claim(table.get_ref())
}

impl Reader<'_> {
    pub(crate) fn fault<T>(&self, at: &Spanned<T>, message: impl Into<String>) -> Fault {
        Fault::at(self.text, at.span(), message)
    }

    /// The fields of a table, none unknown.
    pub(crate) fn fields<'a, 'b, const N: usize>(
        &self,
        table: &'a DeTable<'b>,
        what: &str,
        names: [&str; N],
    ) -> Result<[Option<&'a Value<'b>>; N], Fault> {
        for key in table.keys() {
            if !names.contains(&&**key.get_ref()) {
                let known = names.join(", ");
                return Err(
                    self.fault(key, format!("unknown key `{}` in {what} (known: {known})", key.get_ref()))
                );
            }
        }
        Ok(names.map(|name| table.get(name)))
    }

    pub(crate) fn table<'a, 'b>(&self, value: &'a Value<'b>, what: &str) -> Result<&'a DeTable<'b>, Fault> {
        value.get_ref().as_table().ok_or_else(|| self.fault(value, format!("{what} should be a table")))
    }

    pub(crate) fn string<'a>(&self, value: &'a Value<'_>, what: &str) -> Result<&'a str, Fault> {
        value
            .get_ref()
            .as_str()
            .ok_or_else(|| self.fault(value, format!("{what} should be a text in quotes")))
    }

    /// Where the text of a string begins in the file, so that places in it can be shown.
    pub(crate) fn inside(&self, value: &Value<'_>, text: &str) -> usize {
        let span = value.span();
        let raw = self.text.get(span.clone()).unwrap_or_default();
        span.start + raw.find(text).unwrap_or(0).max(usize::from(text.is_empty()))
    }

    fn claim(&self, table: &DeTable<'_>) -> Result<Claim, Fault> {
        let [parameters, constraints, transition, claim] =
            self.fields(table, "the file", ["parameters", "constraints", "transition", "claim"])?;
        let missing = |what: &str| Fault::new(format!("the claim file has no table `[{what}]`"));
        let mut names: Vec<Named> = Vec::new();
        let mut read = Vec::new();
        let mut derived: Vec<(&Key<'_>, &Value<'_>)> = Vec::new();
        if let Some(table) = parameters {
            for (key, entry) in self.table(table, "`parameters`")? {
                self.new_name(key, &names, derived.iter().map(|(key, _)| &**key.get_ref()))?;
                let fields = self.table(entry, "a parameter")?;
                if fields.contains_key("value") {
                    derived.push((key, entry));
                    continue;
                }
                let parameter = self.parameter(key.get_ref(), entry)?;
                let (rows, cols) = parameter.shape();
                names.push(Named { name: parameter.name.clone(), rows, cols });
                read.push(parameter);
            }
        }
        let mut definitions = Vec::new();
        let mut limits = Vec::new();
        for (key, entry) in derived {
            let [value, range] = self.fields(
                self.table(entry, "a parameter")?,
                "a parameter with a value",
                ["value", "range"],
            )?;
            let value = value.ok_or_else(|| self.fault(entry, "`value` is missing"))?;
            self.define(key, value, &mut names, &mut definitions)?;
            if let Some(range) = range {
                let range = self.range(range)?;
                limits.push((key, names.len() - 1, range));
            }
        }
        let transition = transition.ok_or_else(|| missing("transition"))?;
        for (key, value) in self.table(transition, "`transition`")? {
            self.new_name(key, &names, std::iter::empty())?;
            self.define(key, value, &mut names, &mut definitions)?;
        }
        let mut read_constraints = Vec::new();
        for (key, at, range) in limits {
            read_constraints.extend(self.limits(key, at, &names, range)?);
        }
        if let Some(constraints) = constraints {
            for (key, value) in self.table(constraints, "`constraints`")? {
                read_constraints.push(self.constraint(key, value, &names)?);
            }
        }
        if names.len() + read_constraints.len() > MAX_NAMES {
            return Err(Fault::new(format!("more than {MAX_NAMES} parameters, definitions and constraints")));
        }
        let claim = claim.ok_or_else(|| missing("claim"))?;
        self.conclude(claim, transition, (read, names), definitions, read_constraints)
    }

    fn new_name<'a>(
        &self,
        key: &Key<'_>,
        names: &[Named],
        mut others: impl Iterator<Item = &'a str>,
    ) -> Result<(), Fault> {
        let name = &**key.get_ref();
        let letters = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if name.is_empty() || name.len() > 40 || !letters || name.starts_with(|c: char| !c.is_alphabetic()) {
            return Err(self.fault(key, "a name is a letter, then letters, digits and `_`, at most 40 bytes"));
        }
        if RESERVED.contains(&name) {
            return Err(self.fault(key, format!("`{name}` has a meaning of its own")));
        }
        if names.iter().any(|known| known.name == name) || others.any(|other| other == name) {
            return Err(self.fault(key, format!("`{name}` is defined twice")));
        }
        Ok(())
    }

    fn define(
        &self,
        key: &Key<'_>,
        value: &Value<'_>,
        names: &mut Vec<Named>,
        definitions: &mut Vec<Definition>,
    ) -> Result<(), Fault> {
        let text = self.string(value, "a definition")?;
        let base = self.inside(value, text);
        let ast = syntax::expression(text, self.text, base)?;
        let term = term::check(&ast, names, self.text, base)?;
        let name = key.get_ref().to_string();
        names.push(Named { name: name.clone(), rows: term.rows.clone(), cols: term.cols.clone() });
        definitions.push(Definition { name, term, text: text.to_owned() });
        Ok(())
    }

    fn constraint(&self, key: &Key<'_>, value: &Value<'_>, names: &[Named]) -> Result<Constraint, Fault> {
        let text = self.string(value, "a constraint")?;
        let base = self.inside(value, text);
        let (left, relation, right) = syntax::comparison(text, self.text, base)?;
        let sides = [&left, &right].map(|ast| {
            let term = term::check(ast, names, self.text, base)?;
            if term.scalar {
                Ok(term)
            } else {
                let place = base + ast.span.start..base + ast.span.end;
                Err(Fault::at(self.text, place, "only scalars are compared"))
            }
        });
        let [left, right] = sides;
        let (left, right) = (left?, right?);
        if left.is_enclosed() || right.is_enclosed() {
            return Err(self.fault(value, "a constraint must be rational; functions are not allowed in it"));
        }
        Ok(Constraint { name: key.get_ref().to_string(), left, relation, right })
    }

    /// The range of a parameter that is defined by a value, as constraints.
    fn limits(
        &self,
        key: &Key<'_>,
        at: usize,
        names: &[Named],
        range: Range,
    ) -> Result<Vec<Constraint>, Fault> {
        let named = syntax::expression(&names[at].name, &names[at].name, 0)?;
        let left = term::check(&named, names, self.text, 0)?;
        if !left.scalar {
            return Err(self.fault(key, "only a scalar that is defined by a value can have a range"));
        }
        let side = |relation, bound: Rational, end: &str| -> Result<Constraint, Fault> {
            let zero = syntax::expression("0", "0", 0)?;
            let mut right = term::check(&zero, names, self.text, 0)?;
            right.op = term::Op::Number(bound.into());
            Ok(Constraint { name: format!("{}_{end}", names[at].name), left: left.clone(), relation, right })
        };
        let low = if range.low_closed { Relation::AtLeast } else { Relation::Greater };
        let high = if range.high_closed { Relation::AtMost } else { Relation::Less };
        Ok(vec![side(low, range.low, "low")?, side(high, range.high, "high")?])
    }

    fn conclude(
        &self,
        value: &Value<'_>,
        transition: &Value<'_>,
        (parameters, names): (Vec<Parameter>, Vec<Named>),
        definitions: Vec<Definition>,
        constraints: Vec<Constraint>,
    ) -> Result<Claim, Fault> {
        let table = self.table(value, "`claim`")?;
        let [name, property, word, dimension, of] =
            self.fields(table, "`claim`", ["name", "property", "word-length", "dimension", "of"])?;
        let property_at = property.ok_or_else(|| self.fault(value, "`property` is missing"))?;
        let property = self.property(property_at)?;
        let dimensions = match dimension {
            None => 1..=4,
            Some(dimension) => self.dimensions(dimension)?,
        };
        let subject = match of {
            None => definitions.len().checked_sub(1),
            Some(of) => {
                let name = self.string(of, "`of`")?;
                let at = definitions.iter().position(|definition| definition.name == name);
                Some(at.ok_or_else(|| self.fault(of, format!("`{name}` is not defined under `transition`")))?)
            }
        };
        let subject = subject.ok_or_else(|| self.fault(transition, "`transition` defines nothing"))?;
        let definition = &definitions[subject];
        if definition.term.rows != definition.term.cols {
            let (rows, cols) = (&definition.term.rows, &definition.term.cols);
            let at = self.table(transition, "`transition`")?.get(&*definition.name).unwrap_or(transition);
            let message = format!("the transition `{}` is {rows} × {cols}, not square", definition.name);
            return Err(self.fault(at, message));
        }
        for d in dimensions.clone() {
            let sizes = names.iter().flat_map(|name| [&name.rows, &name.cols]);
            if let Some(size) = sizes.map(|size| size.at(d)).find(|size| !(1..=MAX_SIZE).contains(size)) {
                let at = dimension.unwrap_or(value);
                return Err(self.fault(at, format!("at d = {d} a size is {size}, not from 1 to {MAX_SIZE}")));
            }
        }
        let word_length = match word {
            None => 1,
            Some(at) => {
                let number =
                    at.get_ref().as_integer().and_then(|number| number.as_str().parse::<usize>().ok());
                number.filter(|number| (1..=MAX_WORD).contains(number)).ok_or_else(|| {
                    self.fault(at, format!("`word-length` is a whole number from 1 to {MAX_WORD}"))
                })?
            }
        };
        let word_length = if property.is_of_two_steps() { 2 } else { word_length };
        let named = match name {
            None => "claim",
            Some(at) => {
                let name = self.string(at, "`name`")?;
                let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
                if name.is_empty() || name.len() > 60 || !name.chars().all(kebab) {
                    return Err(self.fault(at, "a name is in kebab-case: a-z, 0-9 and -, at most 60"));
                }
                name
            }
        };
        let enclosed = definitions.iter().any(|definition| definition.term.is_enclosed());
        Ok(Claim {
            name: named.to_owned(),
            parameters,
            property,
            word_length,
            dimensions,
            definitions,
            constraints,
            subject,
            enclosed,
        })
    }
}
