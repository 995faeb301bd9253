//! How near an accepted line came to failing: the slack of the inequalities between numbers in its conclusion.
//!
//! No decision is made here. The values are the checker's own, exact or enclosed by its own arithmetic, so a margin is the same on
//! every machine.

use crate::envelope::{Accepted, RecheckError, checked};
use crate::evaluate::{Scope, application};
use crate::own::OwnStatements;
use crate::value::Value;
use exact::Rational;
use serde_json::Value as Json;

/// Bits to which enclosed numbers are taken. More make the lower bound of a slack sharper, and decide nothing.
const BITS: u32 = 128;

/// What [`check_line_with`](crate::check_line_with) says of a line, and for a line that certifies a theorem's conclusion for an
/// instance: how near the instance came to failing.
///
/// The margin of `a < b` and of `a ≤ b` is `(b − a) / max(1, |a|, |b|)`, or a lower bound of it for enclosed numbers; of all of
/// several parts, the smallest; of any of several parts, the largest among those that are true. It is `None` when the conclusion
/// compares no numbers: an identity, a number of pairs, a shape of a spectrum has no such distance. Zero says that the bound is
/// attained or, for enclosed numbers, that 128 bits do not tell the two apart.
///
/// # Errors
/// [`RecheckError`] with the reason of a refusal.
pub fn check_line_and_margin(
    text: &str,
    own: Option<&OwnStatements>,
) -> Result<(Accepted, Option<Rational>), RecheckError> {
    let (accepted, scope, conclusion) = checked(text, own)?;
    let margin = match (&accepted, scope) {
        (Accepted::Holds { .. }, Some(scope)) => all(&scope, conclusion),
        _ => None,
    };
    Ok((accepted, margin))
}

/// The smallest margin of predicates that are all true.
fn all(scope: &Scope, predicates: &[Json]) -> Option<Rational> {
    predicates.iter().filter_map(|it| of(scope, it)).min()
}

/// The margin of a true predicate.
fn of(scope: &Scope, predicate: &Json) -> Option<Rational> {
    let (operator, list) = application(predicate).ok()?;
    match (operator, list) {
        ("lt" | "le", [a, b]) => slack(scope, a, b),
        ("all-lt" | "all-le", [v, bound]) => slack(scope, v, bound),
        ("all-gt" | "all-ge", [v, bound]) => slack(scope, bound, v),
        ("all", parts) => all(scope, parts),
        // What is true by evidence, and not by evaluation, has no distance that could be told.
        ("any", parts) => {
            let mut best = None;
            for part in parts {
                if scope.truth(part).ok()? {
                    best = best.max(Some(of(scope, part)?));
                }
            }
            best
        }
        ("not", [inner]) => match application(inner).ok()? {
            ("lt" | "le", [a, b]) => slack(scope, b, a),
            _ => None,
        },
        _ => None,
    }
}

/// The smallest `(b − a) / max(1, |a|, |b|)` over the entries of a vector, or of the one number, on either side.
fn slack(scope: &Scope, a: &Json, b: &Json) -> Option<Rational> {
    let (a, b) = (ends(scope.value(a).ok()?)?, ends(scope.value(b).ok()?)?);
    let slack = |(a, b): (&(Rational, Rational), &(Rational, Rational))| {
        let largest = [&a.0, &a.1, &b.0, &b.1].into_iter().map(|x| x.clone().abs()).max()?;
        let gap = Rational::from(&b.0 - &a.1).max(Rational::new());
        Some(gap / largest.max(Rational::from(1)))
    };
    let margins: Option<Vec<_>> = match (a.as_slice(), b.as_slice()) {
        ([a], many) => many.iter().map(|b| slack((a, b))).collect(),
        (many, [b]) => many.iter().map(|a| slack((a, b))).collect(),
        _ => None,
    };
    margins?.into_iter().min()
}

/// Each number of a value between two ends.
fn ends(value: Value) -> Option<Vec<(Rational, Rational)>> {
    match value {
        Value::Scalar(x) => Some(vec![(x.clone(), x)]),
        Value::Vector(v) => Some(v.into_iter().map(|x| (x.clone(), x)).collect()),
        Value::Enclosed(x) if x.columns().is_none() => x.ends(BITS),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn margin(predicate: Json) -> Option<Rational> {
        let mut scope = Scope { size: 2, ..Scope::default() };
        scope.define("v", Value::Vector([(1, 2), (2, 3), (4, 1)].map(Rational::from).to_vec()));
        all(&scope, &[predicate])
    }

    fn q(n: i32, d: i32) -> Option<Rational> {
        Some(Rational::from((n, d)))
    }

    #[test]
    fn small_numbers_are_compared_as_they_are_and_large_ones_relative_to_their_size() {
        assert_eq!(margin(json!(["lt", "0", "1/7"])), q(1, 7));
        assert_eq!(margin(json!(["le", "-1/2", "-1/3"])), q(1, 6));
        assert_eq!(margin(json!(["lt", "3", "4"])), q(1, 4));
        assert_eq!(margin(json!(["lt", "-4", "3"])), q(7, 4));
        assert_eq!(margin(json!(["le", "5", "5"])), q(0, 1), "attained");
        assert_eq!(margin(json!(["not", ["lt", "3/4", "1/2"]])), q(1, 4));
    }

    #[test]
    fn a_vector_is_as_near_as_its_nearest_entry() {
        assert_eq!(margin(json!(["all-gt", "v", "0"])), q(1, 2));
        assert_eq!(margin(json!(["all-ge", "v", "1/2"])), q(0, 1));
        assert_eq!(margin(json!(["all-lt", "v", "5"])), q(1, 5));
    }

    #[test]
    fn all_is_as_near_as_its_nearest_part_and_any_as_its_farthest_true_one() {
        let (near, far, wrong) =
            (json!(["lt", "0", "1/9"]), json!(["lt", "0", "1/2"]), json!(["lt", "9", "0"]));
        assert_eq!(margin(json!(["all", near, far])), q(1, 9));
        assert_eq!(margin(json!(["any", near, far, wrong])), q(1, 2));
        assert_eq!(
            margin(json!(["any", near, ["eq", "1", "1"]])),
            None,
            "what is true by an identity has no distance"
        );
        let by_evidence = json!(["real-spectrum", "T"]);
        assert_eq!(margin(json!(["any", by_evidence, wrong])), None, "no part is true by evaluation");
        assert_eq!(margin(json!(["any", by_evidence, near])), None, "the other part may be true, and far");
        assert_eq!(margin(json!(["all", near, ["eq", "1", "1"]])), q(1, 9));
        assert_eq!(margin(json!(["eq", "1", "1"])), None);
    }

    #[test]
    fn of_enclosed_numbers_it_is_a_lower_bound() {
        let root = margin(json!(["lt", ["sqrt", "2"], "3/2"])).unwrap() * Rational::from((3, 2));
        // 3/2 − √2 = 0.0857864376269049…
        assert!(root < Rational::from((857_864_376_269_050_i64, 10_000_000_000_000_000_i64)), "{root}");
        assert!(root > Rational::from((857_864_376_269_049_i64, 10_000_000_000_000_000_i64)), "{root}");
        assert_eq!(margin(json!(["le", ["sqrt", "9/4"], "3/2"])), q(0, 1));
    }
}
