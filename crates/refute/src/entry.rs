//! The parts of a claim file that are not expressions: parameters, ranges, sizes, properties, dimensions.

use crate::fault::Fault;
use crate::file::{MAX_DIMENSION, Reader, Value};
use crate::grid::value as evaluate;
use crate::parameter::{Kind, Parameter, Range};
use crate::property::{COMPARED, Property, SIMPLE};
use crate::size::Size;
use crate::syntax::{self, Relation};
use crate::term;
use exact::Rational;
use std::ops::RangeInclusive;

impl Reader<'_> {
    pub(crate) fn parameter(&self, name: &str, entry: &Value<'_>) -> Result<Parameter, Fault> {
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
    pub(crate) fn range(&self, value: &Value<'_>) -> Result<Range, Fault> {
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
    pub(crate) fn constant(&self, value: &Value<'_>, text: &str) -> Result<Rational, Fault> {
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

    pub(crate) fn property(&self, value: &Value<'_>) -> Result<Property, Fault> {
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
    pub(crate) fn dimensions(&self, value: &Value<'_>) -> Result<RangeInclusive<usize>, Fault> {
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
