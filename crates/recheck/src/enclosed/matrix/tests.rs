use super::*;
use crate::matrix::Mat;
use crate::spectral::decide;
use exact::Matrix;
use serde_json::json;

/// `u` and `v` rational, `e = (e^(1/2), e^-1, e^0)` enclosed, `R` the rotation by an eighth of a turn, `M` a rational matrix.
fn scope() -> Scope {
    let mut scope = Scope { size: 3, ..Scope::default() };
    let vector = |entries: [i64; 3]| Value::Vector(entries.map(Rational::from).to_vec());
    scope.define("u", vector([1, 2, 3]));
    scope.define("v", vector([5, 7, 11]));
    scope.define("x", Value::Vector([(1, 2), (-1, 1), (0, 1)].map(Rational::from).to_vec()));
    scope.define(
        "M",
        Value::Matrix(Mat::Dense(Matrix::from_fn(3, 3, |i, j| Rational::from((i * 3 + j * j + 1) as i64)))),
    );
    let e = scope.value(&json!(["entries", "i", ["len", "x"], ["exp", ["entry", "x", "i"]]]));
    scope.define("e", e.expect("enclosed"));
    let turns = scope.value(&json!(["turns", ["constant", "1", "1/8"]]));
    scope.define("R", turns.expect("enclosed"));
    scope
}

fn truth(predicate: Json) -> Result<bool, EvalError> {
    scope().truth(&predicate)
}

/// Whether the term is within 10^-15 of the rational one.
fn near(term: Json, expected: Json) {
    let gap = json!(["sub", term, expected]);
    for (low, high) in [("-1/1000000000000000", gap.clone()), ("-1/1000000000000000", json!(["neg", gap]))] {
        assert_eq!(truth(json!(["lt", low, high])), Ok(true), "{high}");
    }
}

#[test]
fn what_is_put_together_of_enclosed_numbers_is_what_is_put_together_of_rational_ones() {
    // Times e^0 = 1 every rational value becomes an enclosed one.
    let one = json!(["entry", "e", "3"]);
    let enclosed = |term: &str| json!(["mul", one, term]);
    let (u, v, m) = (enclosed("u"), enclosed("v"), enclosed("M"));
    near(json!(["dot", u, v]), json!(["dot", "u", "v"]));
    near(json!(["dot", "u", v]), json!(["dot", "u", "v"]));
    near(json!(["entry", ["hadamard", u, "v"], "2"]), json!("14"));
    near(json!(["entry", ["row", ["diag", u], "3"], "3"]), json!("3"));
    near(json!(["entry", ["row", ["diag", u], "3"], "1"]), json!("0"));
    near(json!(["entry", ["row", ["outer", u, ["row", m, "1"]], "2"], "3"]), json!("10"));
    for (i, j) in [("1", "2"), ("2", "1"), ("3", "2")] {
        let at = |matrix: &Json, i: &str, j: &str| json!(["entry", ["row", matrix, i], j]);
        near(at(&json!(["transpose", m]), i, j), at(&json!("M"), j, i));
        let tall = json!(["transpose", ["stack", ["transpose", m], ["outer", ["constant", "1", "4"], "u"]]]);
        near(at(&tall, i, j), at(&json!("M"), i, j));
        near(at(&tall, i, "4"), json!(["mul", "4", ["entry", "u", i]]));
        // Of [[M, u], [vᵀ, 9]], each part in its place.
        let column = |term: Json| json!(["outer", term, ["constant", "1", "1"]]);
        let corner = json!(["outer", ["constant", "1", "9"], ["constant", "1", "1"]]);
        let block = json!(["block", m, column(u.clone()), ["transpose", column(v.clone())], corner]);
        near(at(&block, i, j), at(&json!("M"), i, j));
        near(at(&block, i, "4"), json!(["entry", "u", i]));
        near(at(&block, "4", j), json!(["entry", "v", j]));
        near(at(&block, "4", "4"), json!("9"));
    }
    assert_eq!(scope().scalar(&json!(["height", ["stack", m, m]])), Ok(Rational::from(6)));
    assert_eq!(scope().scalar(&json!(["len", v])), Ok(Rational::from(3)));
    for wrong in [
        json!(["dot", u, ["constant", "2", "1"]]),
        json!(["entry", u, "4"]),
        json!(["entry", u, "0"]),
        json!(["row", u, "1"]),
        json!(["stack", m, ["diag", ["constant", "2", "1"]]]),
        json!(["block", m, m, m, ["diag", ["constant", "2", "1"]]]),
        json!(["determinant", u]),
        json!(["determinant", ["stack", m, m]]),
        json!(["diag", m]),
        json!(["len", u, u]),
        json!(["transpose", u]),
    ] {
        assert!(scope().value(&wrong).is_err(), "{wrong}");
    }
}

#[test]
fn rational_values_stay_rational_where_something_enclosed_is_only_asked_about() {
    let chosen = json!(["if", ["lt", ["exp", "1"], "3"], "u", "v"]);
    assert_eq!(truth(json!(["eq", ["diag", chosen], ["diag", "u"]])), Ok(true));
}

#[test]
fn determinants_are_enclosed_with_their_sign() {
    let shifted = json!(["sub", "M", ["diag", "u"]]);
    let one = json!(["entry", "e", "3"]);
    near(json!(["determinant", ["mul", one, shifted]]), json!(["determinant", shifted]));
    // e^(1/2) e^-1 e^0 = e^(-1/2) = 0.60653…
    let product = json!(["determinant", ["diag", "e"]]);
    assert_eq!(truth(json!(["lt", "60653/100000", product])), Ok(true));
    assert_eq!(truth(json!(["lt", product, "30327/50000"])), Ok(true));
    assert!(
        truth(json!(["lt", "0", ["determinant", ["sub", ["diag", "e"], ["eye", "3"]]]])).is_err(),
        "it is 0"
    );
    assert_eq!(truth(json!(["lt", "0", ["determinant", ["neg", ["diag", "e"]]]])), Ok(false));
}

#[test]
fn schur_stability_of_enclosed_matrices() {
    let stable = |term: Json| truth(json!(["schur-stable", term]));
    assert_eq!(stable(json!(["mul", "999/1000", "R"])), Ok(true));
    assert_eq!(stable(json!(["mul", "1001/1000", "R"])), Ok(false));
    assert!(stable(json!("R")).is_err(), "eigenvalues on the circle are settled by no precision");
    // A triangular matrix whose diagonal alone counts.
    let triangular = |a: &str, b: &str| {
        json!([
            "block",
            ["mul", ["entry", "e", "3"], ["mul", a, ["eye", "1"]]],
            ["mul", "100", ["eye", "1"]],
            ["mul", "0", ["eye", "1"]],
            ["mul", b, ["eye", "1"]]
        ])
    };
    assert_eq!(stable(triangular("9/10", "-9/10")), Ok(true));
    assert_eq!(stable(triangular("9/10", "-11/10")), Ok(false));
    assert_eq!(stable(triangular("-11/10", "1/10")), Ok(false));
    assert!(stable(triangular("11/10", "10/11")).is_err(), "the constant term has modulus 1");
    // Four eigenvalues, two of them beyond the circle.
    let four = |size: &str| {
        let small = json!(["mul", "1/2", "R"]);
        json!(["block", small, ["mul", "3", "R"], ["mul", "0", "R"], ["mul", size, ["transpose", "R"]]])
    };
    assert_eq!(stable(four("99/100")), Ok(true));
    assert_eq!(stable(four("101/100")), Ok(false));
}

/// Whether the evidence shows the line (or, for `false`, its opposite).
fn shows(line: Json, intervals: Json, discs: Json, want: bool) -> Result<(), String> {
    let evidence = json!({"kind": "roots", "exact": [], "intervals": intervals, "discs": discs});
    decide(&scope(), &line, &evidence, want)
}

#[test]
fn pairs_of_enclosed_matrices_are_shown_by_discs_and_their_absence_by_intervals() {
    let real = json!(["real-spectrum", "R"]);
    // e^(iπ/4) = (1 + i)/√2.
    let disc = |x: &str, y: &str, r: &str| json!([[x, y, r]]);
    let good = disc("7/10", "7/10", "1/10");
    assert_eq!(shows(real.clone(), json!([]), good.clone(), false), Ok(()));
    assert_eq!(shows(json!(["pairs-at-least", "R", "1"]), json!([]), good.clone(), true), Ok(()));
    assert_eq!(shows(json!(["pairs-at-most", "R", "0"]), json!([]), good.clone(), false), Ok(()));
    assert_eq!(shows(json!(["real-diagonalizable", "R"]), json!([]), good.clone(), false), Ok(()));
    for (discs, why) in [
        (disc("7/10", "-7/10", "1/10"), "below the axis"),
        (disc("7/10", "7/10", "7/10"), "touches the axis"),
        (disc("7/10", "7/10", "1/1000"), "too small"),
        (disc("-7/10", "7/10", "1/10"), "no root there"),
        (json!([["7/10", "7/10", "1/10"], ["7/10", "7/10", "1/10"]]), "twice the same"),
        (json!([]), "nothing is shown"),
    ] {
        assert!(shows(real.clone(), json!([]), discs, false).is_err(), "{why}");
    }
    assert!(shows(real.clone(), json!([]), good.clone(), true).is_err(), "a pair is there");
    let with = |kind: &str| decide(&scope(), &real, &json!({"kind": kind}), false);
    assert!(with("sturm").is_err() && with("compute").is_err(), "no other evidence");
    let exact = json!({"kind": "roots", "exact": [["1", 1]], "intervals": [], "discs": []});
    assert!(decide(&scope(), &json!(["real-spectrum", ["diag", "e"]]), &exact, true).is_err());
    // e^-1, 1 and e^(1/2), for which it is not settled which sign is at 1.
    let line = json!(["real-spectrum", ["diag", "e"]]);
    let all = json!([["0", "1/2"], ["1/2", "3/2"], ["3/2", "2"]]);
    assert_eq!(shows(line.clone(), all, json!([]), true), Ok(()));
    for (intervals, why) in [
        (json!([["0", "1/2"]]), "two roots are missing"),
        (json!([["0", "1/2"], ["1/2", "3/2"], ["2", "3"]]), "no change of sign"),
        (json!([["0", "1/2"], ["1/4", "3/2"], ["3/2", "2"]]), "an overlap"),
        (json!([["0", "1/2"], ["1/2", "1"], ["3/2", "2"]]), "an end that may be a root"),
        (json!([["0", "1/2"], ["1/2", "3/2"], ["3/2", "2"], ["2", "3"]]), "four of three"),
    ] {
        assert!(shows(line.clone(), intervals, json!([]), true).is_err(), "{why}");
    }
    // A pair and a real one, in a matrix of four rows with a pair more.
    let four = json!(["block", "R", ["mul", "3", "R"], ["mul", "0", "R"], ["mul", "-1/2", "R"]]);
    let both = json!([["7/10", "7/10", "1/10"], ["-7/20", "7/20", "1/10"]]);
    assert_eq!(shows(json!(["pairs-at-least", four, "2"]), json!([]), both, true), Ok(()));
}

#[test]
fn large_matrices_and_long_formulas_are_refused() {
    let wide = json!(["mul", ["exp", "1"], ["eye", "17"]]);
    assert!(truth(json!(["schur-stable", wide])).is_err_and(|reason| reason.contains("up to 16")));
    assert!(scope().value(&json!(["determinant", wide])).is_err());
    // The determinant is longer than a formula may be: it can be compared, and not gone on with.
    let e = json!(["mul", ["exp", "1"], ["eye", "8"]]);
    let powers = (0..3).fold(e, |power, _| json!(["mul", power, power]));
    let determinant = json!(["determinant", powers]);
    assert!(scope().value(&determinant).is_err(), "too many operations altogether");
    let determinant = json!(["determinant", ["mul", ["exp", "1"], ["eye", "9"]]]);
    assert_eq!(truth(json!(["lt", "8103", determinant])), Ok(true));
    assert!(scope().value(&json!(["add", determinant, "1"])).is_err());
}
