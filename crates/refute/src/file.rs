//! Reads a claim file: TOML, with every fault at its place.

use crate::claim::{Claim, Constraint, Definition};
use crate::fault::Fault;
use crate::grid::value as evaluate;
use crate::parameter::{Kind, Parameter, Range};
use crate::property::{COMPARED, Property, SIMPLE};
use crate::size::Size;
use crate::syntax::{self, Relation};
use crate::term::{self, Named};
use exact::Rational;
use std::ops::RangeInclusive;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Largest claim file, in bytes.
const MAX_FILE: usize = 1 << 20;
/// Most parameters, definitions and constraints together.
const MAX_NAMES: usize = 100;
/// Largest dimension, and largest size of a matrix at it.
const MAX_DIMENSION: usize = 16;
const MAX_SIZE: usize = 48;
/// Longest word.
const MAX_WORD: usize = 64;
const RESERVED: &[&str] = &["I", "zeros", "NaN", "nan", "inf", "infinity"];

type Value<'a> = Spanned<DeValue<'a>>;
type Key<'a> = Spanned<std::borrow::Cow<'a, str>>;

struct Reader<'a> {
    text: &'a str,
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
    fn fault<T>(&self, at: &Spanned<T>, message: impl Into<String>) -> Fault {
        Fault::at(self.text, at.span(), message)
    }

    /// The fields of a table, none unknown.
    fn fields<'a, 'b, const N: usize>(
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

    fn table<'a, 'b>(&self, value: &'a Value<'b>, what: &str) -> Result<&'a DeTable<'b>, Fault> {
        value.get_ref().as_table().ok_or_else(|| self.fault(value, format!("{what} should be a table")))
    }

    fn string<'a>(&self, value: &'a Value<'_>, what: &str) -> Result<&'a str, Fault> {
        value
            .get_ref()
            .as_str()
            .ok_or_else(|| self.fault(value, format!("{what} should be a text in quotes")))
    }

    /// Where the text of a string begins in the file, so that places in it can be shown.
    fn inside(&self, value: &Value<'_>, text: &str) -> usize {
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

    fn parameter(&self, name: &str, entry: &Value<'_>) -> Result<Parameter, Fault> {
        let fields = self.table(entry, "a parameter")?;
        let [kind, range, shared, size, rows, cols] =
            self.fields(fields, "a parameter", ["kind", "range", "shared", "size", "rows", "cols"])?;
        let kind_at = kind.ok_or_else(|| self.fault(entry, "`kind` (or `value`) is missing"))?;
        let word = self.string(kind_at, "`kind`")?;
        let kind = Kind::NAMES.iter().find(|(known, _)| *known == word).map(|(_, kind)| *kind);
        let kind = kind.ok_or_else(|| {
            let known: Vec<_> = Kind::NAMES.iter().map(|(name, _)| *name).collect();
            self.fault(kind_at, format!("`{word}` is not a kind (known: {})", known.join(", ")))
        })?;
        let range = match (range, kind.has_range()) {
            (Some(range), true) => Some(self.range(range)?),
            (None, false) => None,
            (None, true) => {
                let message = "a range is missing: the search needs bounds, such as range = \"(0, 1)\"";
                return Err(self.fault(kind_at, message));
            }
            (Some(range), false) => return Err(self.fault(range, format!("a `{word}` has no range"))),
        };
        let shared = match shared {
            None => false,
            Some(shared) => shared
                .get_ref()
                .as_bool()
                .ok_or_else(|| self.fault(shared, "`shared` should be true or false"))?,
        };
        let of = |value: Option<&Value<'_>>| value.map_or(Ok(Size::affine(1, 0)), |value| self.size(value));
        let misplaced = match (kind, size, rows, cols) {
            (Kind::Scalar, Some(at), _, _)
            | (Kind::Scalar, _, Some(at), _)
            | (Kind::Scalar, _, _, Some(at)) => Some(at),
            (Kind::Matrix, Some(at), _, _) => Some(at),
            (Kind::Matrix, None, _, _) => None,
            (_, _, Some(at), _) | (_, _, _, Some(at)) => Some(at),
            _ => None,
        };
        if let Some(at) = misplaced {
            let message = "a `matrix` has `rows` and `cols`, a scalar has no size, all others have a `size`";
            return Err(self.fault(at, message));
        }
        let (rows, cols) = match kind {
            Kind::Scalar => (Size::constant(1), Size::constant(1)),
            Kind::Matrix => (of(rows)?, of(cols)?),
            _ if kind.is_dense() => (of(size)?, of(size)?),
            _ => (of(size)?, Size::constant(1)),
        };
        Ok(Parameter { name: name.to_owned(), kind, range, shared, rows, cols })
    }

    /// `3`, `"d"`, `"2d"`, `"d+1"`.
    fn size(&self, value: &Value<'_>) -> Result<Size, Fault> {
        let wrong =
            || self.fault(value, "a size is a whole number, or a text such as \"d\", \"2d\" or \"d+1\"");
        if let Some(number) = value.get_ref().as_integer() {
            let number: i64 = number.as_str().parse().map_err(|_| wrong())?;
            return if number >= 1 { Ok(Size::constant(number)) } else { Err(wrong()) };
        }
        let text = value.get_ref().as_str().ok_or_else(wrong)?;
        let (slope, constant) = match text.split_once('d') {
            None => ("0", text),
            Some((slope, rest)) => (slope, rest.trim_start()),
        };
        let slope = if slope.is_empty() { 1 } else { slope.trim().parse::<u8>().map_err(|_| wrong())? };
        let constant = if constant.is_empty() {
            0
        } else {
            constant.replace(' ', "").parse::<i8>().map_err(|_| wrong())?
        };
        Ok(Size::affine(slope.into(), constant.into()))
    }

    /// `"(0, 1]"`, with ends that are constant expressions.
    fn range(&self, value: &Value<'_>) -> Result<Range, Fault> {
        let text = self.string(value, "`range`")?;
        let form = || {
            self.fault(value, "a range is written \"(low, high]\", with ( ) for open and [ ] for closed ends")
        };
        let trimmed = text.trim();
        let low_closed = trimmed.starts_with('[');
        let high_closed = trimmed.ends_with(']');
        let inner = trimmed
            .strip_prefix(['[', '('])
            .and_then(|rest| rest.strip_suffix([']', ')']))
            .ok_or_else(form)?;
        let (low, high) = inner.split_once(',').ok_or_else(form)?;
        let range = Range {
            low: self.constant(value, low)?,
            high: self.constant(value, high)?,
            low_closed,
            high_closed,
        };
        if range.is_empty() {
            return Err(self.fault(value, format!("the range {range} is empty: no parameter satisfies it")));
        }
        Ok(range)
    }

    /// A rational constant written as an expression, a part of the string `value`.
    fn constant(&self, value: &Value<'_>, text: &str) -> Result<Rational, Fault> {
        let base = self.inside(value, text);
        if text.contains("inf") {
            let message = "a range must be bounded: the search samples it";
            return Err(Fault::at(self.text, base..base + text.len(), message));
        }
        let ast = syntax::expression(text, self.text, base)?;
        let checked = term::check(&ast, &[], self.text, base)?;
        let place = base + ast.span.start..base + ast.span.end;
        if !checked.scalar {
            return Err(Fault::at(self.text, place, "a number is expected"));
        }
        let number = evaluate::<Rational>(&checked, &[], 1, 0).map_err(|_| {
            Fault::at(self.text, place, "this is not a rational number (functions and division by 0 are not)")
        })?;
        Ok(number.data.into_iter().next().unwrap_or_default())
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

    fn property(&self, value: &Value<'_>) -> Result<Property, Fault> {
        let text = self.string(value, "`property`")?;
        let trimmed = text.trim();
        if let Some((_, property)) = SIMPLE.iter().find(|(name, _)| *name == trimmed) {
            return Ok(property.clone());
        }
        if trimmed == "products-contract" {
            return Ok(Property::SpectralRadius { bound: Rational::from(1), strict: false });
        }
        let split = trimmed.find(['<', '>']);
        let unknown = || {
            let simple: Vec<_> = SIMPLE.iter().map(|(name, _)| *name).collect();
            let compared = COMPARED.join(", ");
            let simple = simple.join(", ");
            self.fault(
                value,
                format!("`{trimmed}` is not a property (known: products-contract, {simple}; compared with a number: {compared})"),
            )
        };
        let (name, rest) = trimmed.split_at(split.ok_or_else(unknown)?);
        let (relation, bound) = if let Some(rest) = rest.strip_prefix("<=") {
            (Relation::AtMost, rest)
        } else if let Some(rest) = rest.strip_prefix(">=") {
            (Relation::AtLeast, rest)
        } else if let Some(rest) = rest.strip_prefix('<') {
            (Relation::Less, rest)
        } else {
            (Relation::Greater, rest.get(1..).unwrap_or_default())
        };
        let name = name.trim();
        if !COMPARED.contains(&name) {
            return Err(unknown());
        }
        let bound = self.constant(value, bound)?;
        let strict = relation == Relation::Less;
        if name != "determinant" && !matches!(relation, Relation::Less | Relation::AtMost) {
            return Err(self.fault(value, format!("`{name}` can only be bounded above, by <= or <")));
        }
        if name != "determinant" && (bound < 0 || (strict && bound == 0)) {
            return Err(self
                .fault(value, format!("`{name}` is never below 0: the claim is false for every parameter")));
        }
        match name {
            "spectral-radius" => Ok(Property::SpectralRadius { bound, strict }),
            "norm" => Ok(Property::NormSquared { bound: bound.square(), strict }),
            "norm-squared" => Ok(Property::NormSquared { bound, strict }),
            "determinant" => Ok(Property::Determinant(relation, bound)),
            _ => {
                let most = if strict { bound - 1 } else { bound };
                let count = most.is_integer().then(|| most.numer().to_usize()).flatten();
                count
                    .map(Property::PairsAtMost)
                    .ok_or_else(|| self.fault(value, "a number of pairs is whole"))
            }
        }
    }

    /// `3`, `"3"`, `"1..8"`: both ends included.
    fn dimensions(&self, value: &Value<'_>) -> Result<RangeInclusive<usize>, Fault> {
        let wrong = || {
            self.fault(
                value,
                format!("a dimension is a whole number from 1 to {MAX_DIMENSION}, or \"low..high\""),
            )
        };
        let number = |text: &str| {
            let number =
                text.trim().parse::<usize>().ok().filter(|number| (1..=MAX_DIMENSION).contains(number));
            number.ok_or_else(wrong)
        };
        let range = match (value.get_ref().as_integer(), value.get_ref().as_str()) {
            (Some(d), _) => number(d.as_str()).map(|d| d..=d)?,
            (_, Some(text)) => match text.split_once("..") {
                Some((low, high)) => number(low)?..=number(high.strip_prefix('=').unwrap_or(high))?,
                None => number(text).map(|d| d..=d)?,
            },
            _ => return Err(wrong()),
        };
        if range.is_empty() {
            return Err(self.fault(value, "the range of dimensions is empty"));
        }
        Ok(range)
    }
}
