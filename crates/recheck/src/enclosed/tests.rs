use super::*;
use crate::matrix::Mat;
use exact::{Complete, Integer};
use serde_json::json;

fn truth(predicate: Json) -> Result<bool, EvalError> {
    let mut scope = Scope::default();
    let matrix =
        |rows: [[i64; 2]; 2]| Value::Matrix(Mat::Dense(Matrix::from_fn(2, 2, |i, j| rows[i][j].into())));
    scope.define("J", matrix([[0, -1], [1, 0]]));
    scope.define("N", matrix([[0, 1], [0, 0]]));
    scope.truth(&predicate)
}

/// 50 digits after the point, cut off.
fn between(term: Json, digits: &str) {
    let digits = digits.replace('.', "");
    let tenth = |add: i64| {
        let integer: Integer = digits.parse().unwrap_or_else(|error| panic!("{digits}: {error}"));
        let value = Rational::from((integer + add, Integer::u_pow_u(10, 50).complete()));
        exact::text::format(&value)
    };
    assert_eq!(truth(json!(["lt", tenth(0), term])), Ok(true), "{term} from below");
    assert_eq!(truth(json!(["lt", term, tenth(1)])), Ok(true), "{term} from above");
    assert_eq!(truth(json!(["le", tenth(1), term])), Ok(false), "{term} from above");
}

#[test]
fn values_agree_with_published_digits() {
    // Abramowitz, Stegun, *Handbook of Mathematical Functions*, table 1.1, and the same constants to 50 digits.
    between(json!(["pi"]), "3.14159265358979323846264338327950288419716939937510");
    between(json!(["exp", "1"]), "2.71828182845904523536028747135266249775724709369995");
    between(json!(["log", "2"]), "0.69314718055994530941723212145817656807550013436025");
    between(json!(["log", "10"]), "2.30258509299404568401799145468436420760110148862877");
    between(json!(["sqrt", "2"]), "1.41421356237309504880168872420969807856967187537694");
    between(json!(["sin", "1"]), "0.84147098480789650665250232163029899962256306079837");
    between(json!(["cos", "1"]), "0.54030230586813971740093660744297660373231042061792");
}

#[test]
fn identities_hold_to_a_thousand_bits_and_are_never_decided_as_equalities() {
    let tiny = format!("1/{}", Integer::from(1) << 1000);
    let opposite = format!("-{tiny}");
    for (a, b) in [
        (json!(["log", ["exp", "20"]]), json!("20")),
        (json!(["exp", ["log", "1000000007/3"]]), json!("1000000007/3")),
        (json!(["mul", ["exp", "-700"], ["exp", "700"]]), json!("1")),
        (json!(["mul", ["sqrt", "7"], ["sqrt", "7"]]), json!("7")),
        (json!(["sin", ["div", ["pi"], "6"]]), json!("1/2")),
        (json!(["cos", ["mul", ["pi"], "61/3"]]), json!("1/2")),
        (
            json!(["add", ["mul", ["sin", "63"], ["sin", "63"]], ["mul", ["cos", "-63"], ["cos", "63"]]]),
            json!("1"),
        ),
        (json!(["log", "1/1024"]), json!(["mul", "-10", ["log", "2"]])),
    ] {
        let gap = json!(["sub", a, b]);
        assert_eq!(truth(json!(["lt", gap, tiny])), Ok(true), "{gap}");
        assert_eq!(truth(json!(["lt", opposite, gap])), Ok(true), "{gap}");
        for operator in ["lt", "le", "eq", "ne"] {
            assert!(truth(json!([operator, a, b])).is_err(), "{operator} {gap}");
        }
    }
}

#[test]
fn matrix_exponentials_are_rotations_and_shears() {
    // exp(tJ) turns by t; exp(N) = 1 + N; a whole turn by eighths of π is not told from the identity.
    let first = |matrix: Json| json!(["sum-of-squares", ["mul", ["exp", matrix], ["row", "J", "2"]]]);
    let turned = first(json!(["mul", "40", "J"]));
    assert_eq!(truth(json!(["lt", turned, "1000000000001/1000000000000"])), Ok(true));
    assert_eq!(truth(json!(["lt", "999999999999/1000000000000", turned])), Ok(true));
    let entry = |matrix: Json, at: &str| {
        json!(["sum-of-squares", ["mul", ["exp", matrix], ["row", ["eye", "2"], at]]])
    };
    // exp(N) (0, 1) = (1, 1)
    assert_eq!(truth(json!(["lt", entry(json!("N"), "2"), "2000001/1000000"])), Ok(true));
    assert_eq!(truth(json!(["lt", "1999999/1000000", entry(json!("N"), "2")])), Ok(true));
    assert!(truth(json!(["lt", entry(json!(["mul", "65", "J"]), "1"), "2"])).is_err());
}

#[test]
fn turns_are_rotations_by_fractions_of_a_whole_turn() {
    let image = json!(["mul", ["turns", ["constant", "2", "1/12"]], ["constant", "4", "1"]]);
    // R(30°) (1, 1) = ((√3 − 1)/2, (√3 + 1)/2)
    let entry = json!(["div", ["add", ["sqrt", "3"], "1"], "2"]);
    assert_eq!(truth(json!(["all-lt", image, ["add", entry, "1/1000000"]])), Ok(true));
    assert_eq!(truth(json!(["all-lt", image, ["sub", entry, "1/1000000"]])), Ok(false));
    assert!(truth(json!(["all-lt", image, entry])).is_err(), "two entries are the bound");
    assert_eq!(truth(json!(["all-gt", image, "183/500"])), Ok(true));
    assert_eq!(truth(json!(["all-ge", image, "367/1000"])), Ok(false));
}

#[test]
fn entries_may_be_enclosed() {
    // cos(πi/3) for i = 1, 2, 3 is 1/2, −1/2, −1; the third is rational here.
    let cosine = json!(["cos", ["mul", ["pi"], ["div", "i", "3"]]]);
    let term = json!(["entries", "i", "3", ["if", ["lt", "i", "3"], cosine, "-1"]]);
    assert_eq!(truth(json!(["all-lt", term, "500001/1000000"])), Ok(true));
    assert_eq!(truth(json!(["all-lt", term, "499999/1000000"])), Ok(false));
    assert_eq!(truth(json!(["all-ge", term, "-1"])), Ok(true));
    assert_eq!(truth(json!(["all-gt", term, "-1"])), Ok(false));
    let vectors = json!(["entries", "i", "2", ["if", ["lt", "i", "2"], ["pi"], ["constant", "1", "1"]]]);
    assert!(truth(json!(["all-lt", vectors, "4"])).is_err(), "a vector is no entry");
}

#[test]
fn exact_values_are_decided_where_no_rounding_comes_in() {
    for (a, b) in [("exp", "0"), ("cos", "0")] {
        assert_eq!(truth(json!(["le", [a, b], "1"])), Ok(true));
        assert_eq!(truth(json!(["lt", [a, b], "1"])), Ok(false));
    }
    assert_eq!(truth(json!(["lt", ["log", "1"], "0"])), Ok(false));
    assert_eq!(truth(json!(["le", ["sqrt", "9/4"], "3/2"])), Ok(true));
}

#[test]
fn what_does_not_exist_or_is_too_large_is_refused() {
    for term in [
        json!(["log", "0"]),
        json!(["log", "-1"]),
        json!(["sqrt", "-1"]),
        json!(["log", ["sub", ["sqrt", "2"], ["sqrt", "2"]]]),
        json!(["div", "1", ["sub", ["sqrt", "2"], ["sqrt", "2"]]]),
        json!(["exp", "1025"]),
        json!(["sin", "65"]),
        json!(["exp", ["eye", "9"]]),
        json!(["pi", "1"]),
        json!(["exp", ["constant", "2", "1"]]),
        json!(["iterate", "x", ["sqrt", "2"], "i", "1", "20", ["add", "x", "x"]]),
    ] {
        assert!(truth(json!(["lt", "0", term])).is_err(), "{term}");
    }
}

#[test]
fn products_and_quotients_round_outwards_for_every_sign() {
    let numbers = [(-7, 3), (-1, 5), (0, 1), (1, 7), (22, 9)].map(Rational::from);
    for a in &numbers {
        for b in &numbers {
            let [x, y] = [a, b].map(|x| Interval::around(x, 5).widened(&Integer::from(1)));
            let contains = |interval: &Interval, exact: Rational| {
                let scaled = exact << 5;
                assert!(
                    interval.low <= scaled && scaled <= interval.high,
                    "{a}, {b}: {scaled} in {interval:?}"
                );
            };
            contains(&x.times(&y), Rational::from(a * b));
            contains(&x.plus(&y), Rational::from(a + b));
            contains(&x.minus(&y), Rational::from(a - b));
            contains(&x.over_whole(3), Rational::from(a / 3u32));
            contains(&x.at(2).at(5), a.clone());
            match y.over(&x) {
                Some(quotient) => contains(&quotient, Rational::from(b / a)),
                None => assert!(a.clone().abs() <= Rational::from((1, 5)), "{a} is far from 0"),
            }
        }
    }
}
