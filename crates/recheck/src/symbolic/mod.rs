//! Lines that speak of all parameter values at fixed sizes: every entry is an indeterminate, and a line of the
//! conclusion is an identity (`docs/certificate-v1.md`, section "Symbolic lines").

mod bernstein;
mod bounds;
mod fraction;
mod rules;
mod terms;
mod value;

use crate::RecheckError;
use crate::envelope::shown;
use crate::evaluate::{application, arguments};
use crate::located::number;
use exact::MultiPoly;
use fraction::{Budget, Fraction};
use rules::Rules;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;
use terms::Scope;
use value::{Grid, Value};

/// Largest size that a letter may have.
const MAX_LETTER: usize = 16;
/// Largest number of indeterminates.
const MAX_INDETERMINATES: usize = 512;

/// What a symbolic line shows.
pub(crate) struct Shown {
    /// The size of each letter.
    pub(crate) sizes: BTreeMap<String, usize>,
    /// The lines of the conclusion, from 0.
    pub(crate) lines: Vec<usize>,
}

/// Decides a symbolic line: `statement` is the theorem's, `sizes` gives each size letter its value, `fixed` some
/// parameters, and each piece of `evidence` is null or says that its line of the conclusion is an identity.
pub(crate) fn check(
    statement: &Map<String, Json>,
    sizes: &Json,
    fixed: &Map<String, Json>,
    evidence: &[Json],
) -> Result<Shown, RecheckError> {
    let envelope = |reason: String| RecheckError::Envelope(reason);
    let part = |name: &str| statement.get(name).and_then(Json::as_object).into_iter().flatten();
    let sizes = letters(part("parameters").map(|(_, shape)| shape), sizes).map_err(envelope)?;
    let mut scope = Scope::default();
    let mut ranks = Ranks::default();
    for (name, shape) in part("parameters") {
        let value = match fixed.get(name) {
            Some(json) => number(json).map(|x| Value::Scalar(x.into())).and_then(|value| {
                if shape.as_array().is_some_and(Vec::is_empty) {
                    Ok(value)
                } else {
                    Err("only a number is fixed".into())
                }
            }),
            None => ranks.parameter(name, shape, &sizes),
        };
        let value = value.map_err(|reason| RecheckError::Parameter { name: format!("`{name}`"), reason })?;
        scope.define(name, value);
    }
    if let Some(name) = fixed.keys().find(|name| !scope.names.contains_key(name.as_str())) {
        let reason = "the theorem has no such parameter".into();
        return Err(RecheckError::Parameter { name: shown(name), reason });
    }
    let conclusion = statement.get("conclusion").and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
    if evidence.len() != conclusion.len() {
        let (expected, found) = (conclusion.len(), evidence.len());
        return Err(envelope(format!("{expected} pieces of evidence or null are needed, found {found}")));
    }
    let hypotheses: Vec<(&String, &Json)> = part("hypotheses").collect();
    // A hypothesis may only use parameters, so the rules come before the transition is defined.
    let mut claimed = Vec::new();
    for (index, piece) in evidence.iter().enumerate().filter(|(_, piece)| !piece.is_null()) {
        let wrong = |reason: String| RecheckError::Evidence { index, reason };
        let how = match piece.get("kind").and_then(Json::as_str) {
            Some("bernstein") if piece.as_object().is_some_and(|fields| fields.len() == 1) => {
                How::Positive(bounds::sides(&scope, &hypotheses)?)
            }
            _ => {
                let order = ranks.order(&identity(piece).map_err(wrong)?).map_err(wrong)?;
                let equations = if order.is_empty() { vec![] } else { equations(&scope, &hypotheses)? };
                How::Identity(Rules::new(&equations, &order))
            }
        };
        claimed.push((index, how));
    }
    if claimed.is_empty() {
        return Err(envelope("the line shows nothing: every piece of evidence is null".into()));
    }
    for (name, term) in part("transition") {
        let value =
            scope.value(term).map_err(|reason| RecheckError::Evaluation { name: name.clone(), reason })?;
        scope.define(name, value);
    }
    for (index, how) in &claimed {
        let line = &conclusion[*index];
        let shown = match how {
            How::Identity(rules) => holds(&scope, rules, line),
            How::Positive(sides) => bounds::positive(&scope, sides, line),
        };
        shown.map_err(|reason| RecheckError::Evidence { index: *index, reason })?;
    }
    Ok(Shown { sizes, lines: claimed.into_iter().map(|(index, _)| index).collect() })
}

/// How a line is shown.
enum How {
    /// Differences are reduced to 0 by hypotheses.
    Identity(Rules),
    /// Differences are positive on the box of the hypotheses.
    Positive(bernstein::Sides),
}

/// The value of each size letter: those of the shapes, no other, each from 1 to the limit.
fn letters<'a>(
    shapes: impl Iterator<Item = &'a Json>,
    given: &Json,
) -> Result<BTreeMap<String, usize>, String> {
    let given = given.as_object().ok_or("`symbolic` should be an object")?;
    let mut sizes = BTreeMap::new();
    for letter in shapes.flat_map(|shape| shape.as_array().into_iter().flatten()).filter_map(Json::as_str) {
        let size = given.get(letter).and_then(Json::as_u64).and_then(|size| usize::try_from(size).ok());
        match size {
            Some(size) if (1..=MAX_LETTER).contains(&size) => drop(sizes.insert(letter.to_owned(), size)),
            _ => return Err(format!("`symbolic` should give size {letter} a value from 1 to {MAX_LETTER}")),
        }
    }
    match given.keys().find(|letter| !sizes.contains_key(letter.as_str())) {
        Some(letter) => Err(format!("{} is no size of the theorem", shown(letter))),
        None => Ok(sizes),
    }
}

/// The indeterminates of each parameter that is not fixed.
#[derive(Default)]
struct Ranks {
    of: BTreeMap<String, std::ops::Range<u32>>,
    next: u32,
}

impl Ranks {
    fn parameter(
        &mut self,
        name: &str,
        shape: &Json,
        sizes: &BTreeMap<String, usize>,
    ) -> Result<Value, String> {
        let shape = shape.as_array().map_or(&[][..], Vec::as_slice);
        let lengths: Option<Vec<usize>> = shape
            .iter()
            .map(|letter| letter.as_str().and_then(|letter| sizes.get(letter).copied()))
            .collect();
        let lengths = lengths.ok_or("the statement table gives it no shape")?;
        let count: usize = lengths.iter().product();
        let start = self.next;
        if start as usize + count > MAX_INDETERMINATES {
            return Err(format!("more than {MAX_INDETERMINATES} indeterminates"));
        }
        self.next += count as u32;
        self.of.insert(name.to_owned(), start..self.next);
        let mut entries = (start..self.next).map(|number| Fraction::from(MultiPoly::indeterminate(number)));
        Ok(match lengths[..] {
            [] => Value::Scalar(entries.next().unwrap_or_else(Fraction::zero)),
            [_] => Value::Vector(entries.collect()),
            [rows, cols] => Value::Matrix(Grid { rows, cols, entries: entries.collect() }),
            _ => return Err("the statement table gives it no shape".into()),
        })
    }

    /// The indeterminates of the named parameters, in the order in which they are eliminated: the parameters as named,
    /// of each the last entry first.
    fn order(&self, names: &[&str]) -> Result<Vec<u32>, String> {
        let mut order = Vec::new();
        for name in names {
            let range = self.of.get(*name).ok_or_else(|| format!("{} is no indeterminate", shown(name)))?;
            order.extend(range.clone().rev());
        }
        let distinct: std::collections::BTreeSet<_> = order.iter().collect();
        if distinct.len() == order.len() { Ok(order) } else { Err("a parameter is eliminated twice".into()) }
    }
}

/// The parameters that a piece of evidence of the kind `identity` eliminates.
fn identity(piece: &Json) -> Result<Vec<&str>, String> {
    let fields = piece.as_object().ok_or("the evidence should be an object or null")?;
    if fields.get("kind").and_then(Json::as_str) != Some("identity") {
        return Err("a symbolic line takes evidence of the kinds `identity` and `bernstein`, or null".into());
    }
    let names = fields
        .get("eliminate")
        .and_then(Json::as_array)
        .ok_or("`eliminate` should be a list of parameters")?;
    if fields.len() != 2 {
        return Err("unknown field in the evidence".into());
    }
    let name = |name: &'_ Json| name.as_str().map(str::len).is_some();
    if !names.iter().all(name) {
        return Err("`eliminate` should be a list of parameters".into());
    }
    Ok(names.iter().filter_map(Json::as_str).collect())
}

/// What the hypotheses of the form `eq`, and the parts of `all` of that form, say is zero.
fn equations(scope: &Scope, hypotheses: &[(&String, &Json)]) -> Result<Vec<MultiPoly>, RecheckError> {
    let mut equations = Vec::new();
    for (name, predicate) in hypotheses {
        let mut open = vec![*predicate];
        while let Some(predicate) = open.pop() {
            let Ok((operator, list)) = application(predicate) else { continue };
            match operator {
                "all" => open.extend(list),
                "eq" => {
                    let zero = arguments(operator, list).and_then(|[a, b]| differences(scope, a, b));
                    let zero =
                        zero.map_err(|reason| RecheckError::Evaluation { name: (*name).clone(), reason })?;
                    // A fraction is zero exactly when its numerator is, where it has a value.
                    equations.extend(zero.into_iter().map(|fraction| fraction.top));
                }
                _ => {}
            }
        }
    }
    Ok(equations)
}

fn differences(scope: &Scope, a: &Json, b: &Json) -> Result<Vec<Fraction>, String> {
    scope.value(a)?.differences(&scope.value(b)?, &scope.budget)
}

/// Shows that a line of the conclusion is true for all values of the parameters that satisfy the rules, wherever its
/// divisions have a value; or says why not.
fn holds(scope: &Scope, rules: &Rules, line: &Json) -> Result<(), String> {
    let (operator, list) = application(line)?;
    match operator {
        "eq" => {
            let [a, b] = arguments(operator, list)?;
            for (entry, difference) in differences(scope, a, b)?.into_iter().enumerate() {
                let rest = rules.reduce(difference.top, &scope.budget)?;
                if !rest.is_zero() {
                    return Err(format!("the sides differ in entry {entry} by {} terms", rest.len()));
                }
            }
            Ok(())
        }
        "all" => list.iter().try_for_each(|part| holds(scope, rules, part)),
        // One part that is an identity makes the line true whatever the other parts are.
        "any" => {
            let mut reasons = list.iter().map(|part| holds(scope, rules, part));
            if reasons.any(|shown| shown.is_ok()) {
                Ok(())
            } else {
                Err("no part of `any` is an identity".into())
            }
        }
        "divides" => {
            let [a, b] = arguments(operator, list)?;
            let rest = remainder(scope.polynomial(b)?, &scope.polynomial(a)?, &scope.budget)?;
            for coefficient in rest {
                if !rules.reduce(coefficient.top, &scope.budget)?.is_zero() {
                    return Err("the division leaves a remainder".into());
                }
            }
            Ok(())
        }
        _ => Err(format!("`{operator}` is not a line that can be an identity")),
    }
}

/// The remainder of the division of `b` by the monic `a`: exact for all values of the parameters.
fn remainder(mut b: Vec<Fraction>, a: &[Fraction], budget: &Budget) -> Result<Vec<Fraction>, String> {
    while b.len() >= a.len() {
        let Some(leading) = b.pop() else { break };
        let shift = b.len() + 1 - a.len();
        for (place, coefficient) in b[shift..].iter_mut().zip(a) {
            *place = place.minus(&leading.times(coefficient, budget)?, budget)?;
        }
    }
    Ok(b)
}

#[cfg(test)]
mod tests;
