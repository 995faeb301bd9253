//! The evaluation over polynomials against the evaluation at points, and rules that must not prove too much.

use super::*;
use crate::STATEMENTS;
use crate::evaluate::Scope as PointScope;
use crate::matrix::Mat;
use crate::value::Value as PointValue;
use exact::{Matrix, Rational};
use serde_json::json;

/// Parameters of a statement as indeterminates, and at a point; the last is the point.
fn scopes(statement: &Json, size: usize) -> Result<(Scope, PointScope, Vec<Rational>), String> {
    let (mut scope, mut ranks) = (Scope::default(), Ranks::default());
    let mut at_point = PointScope { size, ..PointScope::default() };
    let mut point = Vec::new();
    for (name, shape) in statement["parameters"].as_object().into_iter().flatten() {
        let shapes = [shape].into_iter().flat_map(|s| s.as_array().into_iter().flatten());
        let sizes = shapes.filter_map(Json::as_str).map(|letter| (letter.to_owned(), size)).collect();
        let value = ranks.parameter(name, shape, &sizes)?;
        let count = value.entries().len();
        // Neither small nor zero, all different.
        let numbers: Vec<Rational> =
            (0..count).map(|i| Rational::from(((point.len() + i) as i64 * 37 % 101 - 45, 7))).collect();
        at_point.define(
            name,
            match &value {
                Value::Scalar(_) => PointValue::Scalar(numbers[0].clone()),
                Value::Vector(_) => PointValue::Vector(numbers.clone()),
                _ => PointValue::Matrix(Mat::Dense(Matrix::from_fn(size, size, |i, j| {
                    numbers[i * size + j].clone()
                }))),
            },
        );
        point.extend(numbers);
        scope.define(name, value);
    }
    Ok((scope, at_point, point))
}

fn numbers(value: &PointValue) -> Option<Vec<Rational>> {
    Some(match value {
        PointValue::Scalar(x) => vec![x.clone()],
        PointValue::Vector(v) => v.clone(),
        PointValue::Matrix(a) => a.dense().entries().to_vec(),
        PointValue::Polynomial(p) => {
            let leading = Rational::from(p.leading()?);
            p.coefficients().iter().map(|c| Rational::from(c) / &leading).collect()
        }
        PointValue::Field(_) | PointValue::Enclosed(_) => return None,
    })
}

fn at(fraction: &Fraction, point: &[Rational]) -> Rational {
    let top = fraction.top.evaluate(point);
    fraction.bottom.as_ref().map_or(top.clone(), |bottom| top / bottom.evaluate(point))
}

#[test]
fn values_over_polynomials_are_those_at_every_point() -> Result<(), String> {
    let table: Vec<Json> = serde_json::from_str(STATEMENTS).map_err(|error| error.to_string())?;
    let mut compared = 0;
    for entry in &table {
        let statement = &entry["statement"];
        for size in [1, 2] {
            let (mut scope, mut at_point, point) = scopes(statement, size)?;
            let mut terms: Vec<(String, Json)> = Vec::new();
            for (name, term) in statement["transition"].as_object().into_iter().flatten() {
                terms.push((name.clone(), term.clone()));
            }
            let lines = statement["conclusion"].as_array().into_iter().flatten();
            for line in lines.filter(|line| ["eq", "divides"].contains(&line[0].as_str().unwrap_or(""))) {
                terms.extend([line[1].clone(), line[2].clone()].map(|term| (String::new(), term)));
            }
            for (name, term) in terms {
                // Many terms have a value at instances alone.
                let (Ok(symbolic), Ok(value)) = (scope.value(&term), at_point.value(&term)) else { continue };
                if let Some(expected) = numbers(&value) {
                    let found: Vec<_> = symbolic.entries().iter().map(|entry| at(entry, &point)).collect();
                    assert_eq!(found, expected, "{} {term}", entry["theorem"]);
                    compared += 1;
                }
                if !name.is_empty() {
                    scope.define(&name, symbolic);
                    at_point.define(&name, value);
                }
            }
        }
    }
    assert!(compared > 100, "only {compared} terms have a value in both");
    Ok(())
}

/// Parameters `x`, `y` and `k` of three entries.
fn three() -> Result<(Scope, Ranks), String> {
    let (mut scope, mut ranks) = (Scope::default(), Ranks::default());
    let sizes = BTreeMap::from([("d".to_owned(), 3)]);
    for (name, shape) in [("x", json!([])), ("y", json!([])), ("k", json!(["d"]))] {
        scope.define(name, ranks.parameter(name, &shape, &sizes)?);
    }
    Ok((scope, ranks))
}

/// Whether `line` follows from `hypotheses` by eliminating `eliminate`.
fn follows(hypotheses: &[Json], eliminate: &[&str], line: &Json) -> Result<bool, String> {
    let (scope, ranks) = three()?;
    let name = "h".to_owned();
    let named: Vec<_> = hypotheses.iter().map(|predicate| (&name, predicate)).collect();
    let equations = equations(&scope, &named).map_err(|error| error.to_string())?;
    let rules = Rules::new(&equations, &ranks.order(eliminate)?);
    Ok(holds(&scope, &rules, line).is_ok())
}

#[test]
fn a_hypothesis_proves_what_is_in_its_ideal_and_no_more() -> Result<(), String> {
    let unit = json!(["eq", ["dot", "k", "k"], "1"]);
    let scaled = json!(["eq", ["mul", "x", ["dot", "k", "k"]], "x"]);
    assert!(follows(std::slice::from_ref(&unit), &["k"], &scaled)?);
    assert!(!follows(&[], &["k"], &scaled)?, "without the hypothesis");
    assert!(!follows(std::slice::from_ref(&unit), &[], &scaled)?, "without elimination");
    assert!(!follows(std::slice::from_ref(&unit), &["x"], &scaled)?, "the wrong parameter");
    assert!(!follows(&[unit], &["k"], &json!(["eq", ["entry", "k", "3"], "1"]))?, "k_3 is no constant");
    // x = y² and y = 2 give x = 4, whichever is named first; an equation that is not monic gives nothing.
    let chain = [json!(["eq", "x", ["square", "y"]]), json!(["eq", "y", "2"])];
    assert!(follows(&chain, &["x", "y"], &json!(["eq", "x", "4"]))?);
    assert!(follows(&[json!(["all", chain[0], chain[1]])], &["x", "y"], &json!(["eq", "x", "4"]))?);
    assert!(!follows(&[json!(["any", chain[0], chain[1]])], &["x", "y"], &json!(["eq", "x", "4"]))?);
    assert!(!follows(&[json!(["eq", ["mul", "x", "y"], "0"])], &["x", "y"], &json!(["eq", "x", "0"]))?);
    // It does not stand in the way of another one either.
    let product = json!(["eq", ["mul", "x", "y"], ["mul", "2", "x"]]);
    assert!(follows(&[json!(["eq", ["mul", "x", "y"], "0"]), chain[1].clone()], &["x", "y"], &product)?);
    // x² = 1 does not make x one.
    assert!(!follows(&[json!(["eq", ["square", "x"], "1"])], &["x"], &json!(["eq", "x", "1"]))?);
    assert!(!follows(&[json!(["lt", "x", "1"])], &["x"], &json!(["eq", "x", "1"]))?, "no equation");
    Ok(())
}

#[test]
fn a_division_leaves_nothing_or_is_refused() -> Result<(), String> {
    let cell = |x: &str| json!(["mul", x, ["eye", "1"]]);
    let companion = json!(["block", cell("0"), ["neg", cell("y")], cell("1"), cell("x")]);
    let beside = json!(["charpoly", ["direct-sum", companion, ["diag", "k"]]]);
    assert!(follows(&[], &[], &json!(["divides", ["quadratic", "x", "y"], beside]))?);
    assert!(!follows(&[], &[], &json!(["divides", ["quadratic", "y", "x"], beside]))?);
    assert!(!follows(&[], &[], &json!(["divides", beside, ["quadratic", "x", "y"]]))?, "of a higher degree");
    let equal = [json!(["eq", "x", "y"])];
    assert!(follows(&equal, &["x"], &json!(["divides", ["quadratic", "y", "x"], beside]))?);
    Ok(())
}

#[test]
fn a_fraction_is_not_cancelled_and_its_divisor_is_not_zero() -> Result<(), String> {
    assert!(follows(&[], &[], &json!(["eq", ["div", ["mul", "x", "y"], "y"], "x"]))?);
    assert!(!follows(&[], &[], &json!(["eq", ["div", "x", ["sub", "y", "y"]], "x"]))?);
    assert!(follows(
        &[],
        &[],
        &json!(["eq", ["div", "x", "y"], ["div", ["mul", "2", "x"], ["add", "y", "y"]]])
    )?);
    assert!(!follows(&[], &[], &json!(["eq", ["div", "x", "y"], ["div", "y", "x"]]))?);
    let rotation = json!([
        "eq",
        ["charpoly", ["rotation", "x"]],
        [
            "quadratic",
            ["div", ["mul", "2", ["sub", "1", ["square", "x"]]], ["add", "1", ["square", "x"]]],
            "1"
        ]
    ]);
    assert!(follows(&[], &[], &rotation)?);
    Ok(())
}

#[test]
fn what_depends_on_a_parameter_is_not_decided() -> Result<(), String> {
    let chosen = json!(["eq", ["if", ["lt", "x", "1"], "x", "x"], "x"]);
    assert!(!follows(&[], &[], &chosen)?, "a comparison of indeterminates");
    assert!(follows(&[], &[], &json!(["eq", ["if", ["lt", "0", "1"], "x", "y"], "x"]))?);
    assert!(!follows(&[], &[], &json!(["real-spectrum", ["diag", "k"]]))?, "no identity");
    assert!(!follows(&[], &[], &json!(["eq", "x", "k"]))?, "kinds differ");
    Ok(())
}

#[test]
fn polynomials_that_explode_end_at_the_limit_and_not_in_memory() -> Result<(), String> {
    let (scope, _) = three()?;
    let sum = json!(["add", ["dot", "k", ["constant", "3", "1"]], ["add", "x", "y"]]);
    let powers = json!(["iterate", "p", sum, "i", "1", "64", ["square", "p"]]);
    assert!(scope.value(&powers).is_err_and(|reason| reason.contains("more than this checker works on")));
    let numbers = json!(["iterate", "p", "3", "i", "1", "64", ["square", "p"]]);
    assert!(scope.value(&numbers).is_err_and(|reason| reason.contains("more than this checker works on")));
    let loops = json!([
        "iterate",
        "p",
        "0",
        "i",
        "1",
        "64",
        [
            "iterate",
            "q",
            "p",
            "j",
            "1",
            "64",
            ["iterate", "r", "q", "m", "1", "64", ["iterate", "s", "r", "l", "1", "64", "s"]]
        ]
    ]);
    assert!(scope.value(&loops).is_err_and(|reason| reason.contains("more than this checker works on")));
    assert!(scope.value(&json!(["eye", "65"])).is_err());
    Ok(())
}

#[test]
fn no_false_statement_of_the_table_is_an_identity() -> Result<(), String> {
    let table: Vec<Json> = serde_json::from_str(STATEMENTS).map_err(|error| error.to_string())?;
    let mut refused = 0;
    for entry in &table {
        for (name, trap) in entry["traps"].as_object().into_iter().flatten() {
            let lines = trap["conclusion"].as_array().map_or(&[][..], Vec::as_slice);
            let letters =
                trap["parameters"].as_object().into_iter().flatten().flat_map(|(_, shape)| shape.as_array());
            let sizes: Map<String, Json> = letters
                .flatten()
                .filter_map(Json::as_str)
                .map(|letter| (letter.to_owned(), 2.into()))
                .collect();
            let Some(statement) = trap.as_object() else { continue };
            // The hypotheses may be what makes other lines true; a false line stays false without them.
            let evidence = vec![json!({"kind": "identity", "eliminate": []}); lines.len()];
            let shown = check(statement, &Json::Object(sizes), &Map::new(), &evidence);
            assert!(shown.is_err(), "trap {name} of {}", entry["theorem"]);
            refused += usize::from(lines.iter().all(|line| line[0] == "eq"));
        }
    }
    assert!(refused > 5, "only {refused} traps consist of equations");
    Ok(())
}

/// Whether `line` is shown on the box of `hypotheses`.
fn on_box(hypotheses: &[Json], line: &Json) -> Result<bool, String> {
    let (scope, _) = three()?;
    let name = "h".to_owned();
    let named: Vec<_> = hypotheses.iter().map(|predicate| (&name, predicate)).collect();
    let sides = bounds::sides(&scope, &named).map_err(|error| error.to_string())?;
    Ok(bounds::positive(&scope, &sides, line).is_ok())
}

#[test]
fn a_box_is_what_the_hypotheses_say_with_its_ends() -> Result<(), String> {
    let x = [json!(["all", ["le", "0", "x"], ["le", "x", "1"]])];
    assert!(on_box(&x, &json!(["lt", "-1/100", "x"]))?);
    assert!(on_box(&x, &json!(["lt", "x", "101/100"]))?);
    assert!(!on_box(&x, &json!(["lt", "0", "x"]))?, "the low end belongs to it");
    assert!(!on_box(&x, &json!(["lt", "x", "1"]))?, "the high end belongs to it");
    assert!(!on_box(&x, &json!(["le", "-1", "x"]))?, "only `lt` is shown");
    // A strict bound counts as the closed one; scaled and moved bounds are those of x; the tighter one counts.
    let strict = [
        json!(["lt", "0", "x"]),
        json!(["lt", ["mul", "-2", "x"], "3"]),
        json!(["le", ["sub", "x", "1"], "1"]),
    ];
    assert!(!on_box(&strict, &json!(["lt", "0", "x"]))?);
    assert!(on_box(&strict, &json!(["lt", "-1/100", "x"]))?);
    assert!(on_box(&strict, &json!(["lt", "x", "201/100"]))?);
    assert!(!on_box(&strict, &json!(["lt", "x", "2"]))?);
    // One end, none, or one that depends on another parameter, is no box.
    assert!(!on_box(&[json!(["le", "0", "x"])], &json!(["lt", "-1", "x"]))?);
    assert!(!on_box(&[json!(["any", x[0]])], &json!(["lt", "-1", "x"]))?);
    assert!(!on_box(&[json!(["all", ["le", "y", "x"], ["le", "x", "1"]])], &json!(["lt", "x", "2"]))?);
    // Vectors, and a quotient with a denominator that changes its sign.
    let k = [json!(["all-ge", "k", "0"]), json!(["all-lt", "k", "1"])];
    assert!(on_box(&k, &json!(["lt", ["dot", "k", "k"], "4"]))?);
    assert!(!on_box(&k, &json!(["lt", ["dot", "k", "k"], "3"]))?);
    assert!(on_box(&x, &json!(["lt", "0", ["div", "1", ["add", "x", "1"]]]))?);
    assert!(!on_box(&x, &json!(["lt", "0", ["div", "1", ["sub", "x", "1/2"]]]))?);
    Ok(())
}
