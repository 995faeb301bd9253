//! The box that hypotheses confine the indeterminates to, and lines that are inequalities on it.

use super::bernstein::{self, Sides};
use super::terms::Scope;
use crate::RecheckError;
use crate::evaluate::{application, arguments};
use exact::{MultiPoly, Rational};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// The closed sides from the hypotheses `lt`, `le`, `all-lt`, `all-le`, `all-gt`, `all-ge`, also as parts of `all`, of which one
/// side is a number and the other an indeterminate. A strict bound counts as the closed one: the box is never too small.
pub(super) fn sides(scope: &Scope, hypotheses: &[(&String, &Json)]) -> Result<Sides, RecheckError> {
    let mut ends: BTreeMap<u32, [Option<Rational>; 2]> = BTreeMap::new();
    for (name, predicate) in hypotheses {
        let mut open = vec![*predicate];
        while let Some(predicate) = open.pop() {
            let Ok((operator, list)) = application(predicate) else { continue };
            if operator == "all" {
                open.extend(list);
                continue;
            }
            let wrong = |reason| RecheckError::Evaluation { name: (*name).clone(), reason };
            for difference in not_negative(scope, operator, list).map_err(wrong)? {
                bound(&difference, &mut ends);
            }
        }
    }
    let both = |(number, ends): (u32, [Option<Rational>; 2])| match ends {
        [Some(low), Some(high)] if low <= high => Some((number, low, high)),
        _ => None,
    };
    Ok(ends.into_iter().filter_map(both).collect())
}

/// What an inequality says is not negative.
fn not_negative(scope: &Scope, operator: &str, list: &[Json]) -> Result<Vec<MultiPoly>, String> {
    let polynomial = |fraction: super::Fraction| match fraction.bottom {
        None => Some(fraction.top),
        Some(_) => None,
    };
    match operator {
        "lt" | "le" => {
            let [a, b] = arguments(operator, list)?;
            let difference = scope.scalar(b)?.minus(&scope.scalar(a)?, &scope.budget)?;
            Ok(polynomial(difference).into_iter().collect())
        }
        "all-lt" | "all-le" | "all-gt" | "all-ge" => {
            let [v, s] = arguments(operator, list)?;
            let (v, s) = (scope.value(v)?, scope.scalar(s)?);
            // At an instance the predicate has a value for a vector alone.
            if !matches!(v, super::Value::Vector(_)) {
                return Ok(vec![]);
            }
            let from_above = operator == "all-lt" || operator == "all-le";
            let difference = |x: &super::Fraction| {
                if from_above { s.minus(x, &scope.budget) } else { x.minus(&s, &scope.budget) }
            };
            let differences = v.entries().iter().map(difference).collect::<Result<Vec<_>, _>>()?;
            Ok(differences.into_iter().filter_map(polynomial).collect())
        }
        _ => Ok(vec![]),
    }
}

/// Takes `c + f x ≥ 0` as a bound of the indeterminate `x`; anything else says nothing about a box.
fn bound(not_negative: &MultiPoly, ends: &mut BTreeMap<u32, [Option<Rational>; 2]>) {
    let [number] = not_negative.indeterminates()[..] else { return };
    if not_negative.degree() != 1 {
        return;
    }
    let constant = |power| not_negative.coefficient_of(number, power).as_constant().unwrap_or_default();
    let factor = constant(1);
    let end = -constant(0) / &factor;
    let [low, high] = ends.entry(number).or_default();
    let (place, tighter) = if factor > 0 {
        let tighter = low.as_ref().is_none_or(|low| *low < end);
        (low, tighter)
    } else {
        let tighter = high.as_ref().is_none_or(|high| *high > end);
        (high, tighter)
    };
    if tighter {
        *place = Some(end);
    }
}

/// Shows that a line `lt`, or `all` of such, is true on the whole box.
pub(super) fn positive(scope: &Scope, sides: &Sides, line: &Json) -> Result<(), String> {
    let (operator, list) = application(line)?;
    match operator {
        "lt" => {
            let [a, b] = arguments(operator, list)?;
            let difference = scope.scalar(b)?.minus(&scope.scalar(a)?, &scope.budget)?;
            if let Some(bottom) = &difference.bottom {
                bernstein::positive(bottom, sides, &scope.budget)?;
            }
            bernstein::positive(&difference.top, sides, &scope.budget)
        }
        "all" => list.iter().try_for_each(|part| positive(scope, sides, part)),
        _ => Err(format!("`{operator}` is not a line that is shown by `bernstein`")),
    }
}
