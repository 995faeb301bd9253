use super::*;
use serde_json::json;

/// Real modes alternate at places 1, 5, 7; `q y_i − p y_{i+1} + y_{i+2} = q + 1` at place 1, and at place 5 in reverse order.
const Y: [i64; 7] = [1, 0, 1, 0, -1, 0, 1];

fn covered(n: usize, least: (i64, i64), evidence: &Json) -> Result<(), String> {
    verify_cover(&Y.map(Rational::from), n, &Rational::from(least), evidence)
}

fn evidence() -> Json {
    json!({"filters": [["1"]], "forward": [[1, 1]], "backward": [[1, 5]], "real": [1, 1, 5, 7]})
}

fn with(key: &str, value: Json) -> Json {
    let mut evidence = evidence();
    evidence[key] = value;
    evidence
}

fn refused(evidence: &Json, reason: &str) {
    let found = covered(2, (1, 3), evidence);
    assert!(found.as_ref().is_err_and(|found| found.contains(reason)), "{evidence}: {found:?}");
}

#[test]
fn the_distance_is_what_the_worst_corner_shows() {
    // At p = ±2, q = 0 the value is 1 and the norm 3.
    assert_eq!(covered(2, (1, 3), &evidence()), Ok(()));
    assert!(covered(2, (1001, 3000), &evidence()).is_err());
    assert!(covered(2, (0, 1), &evidence()).is_err(), "no distance is not shown by a cover");
    assert!(covered(1, (1, 3), &evidence()).is_err(), "one coordinate has no pair");
}

#[test]
fn a_filter_may_be_scaled_and_counts_in_the_norm() {
    assert_eq!(covered(2, (1, 3), &with("filters", json!([["-7"]]))), Ok(()));
    // (1 + z)(q − p z + z²) at place 1 is q + 1 − p, which is not positive at p = 2.
    let mut two = with("filters", json!([["1"], ["1", "1"]]));
    two["forward"] = json!([[2, 1]]);
    refused(&two, "do not alternate");
    for bad in [
        json!([[]]),
        json!([["0", "0"]]),
        json!([["1/2"]]),
        json!([[1]]),
        json!(["1"]),
        json!([vec!["1"; 8]]),
    ] {
        assert!(covered(2, (1, 3), &with("filters", bad.clone())).is_err(), "{bad}");
    }
}

#[test]
fn a_walk_covers_everything_once() {
    let forward = |cells: Json| with("forward", cells);
    assert_eq!(covered(2, (1, 3), &forward(json!([[], [1, 1], [1, 1]]))), Ok(()));
    // The cell [1, 2] × [0, 1/4] has no pair, not even at its corner.
    let path = |third: Json, fourth: Json| json!([[], [1, 1], [], [], [1, 1], [], third, fourth, [1, 1]]);
    assert_eq!(covered(2, (1, 3), &forward(path(json!([0]), json!([1, 1])))), Ok(()));
    refused(&forward(path(json!([1, 1]), json!([0]))), "holds pairs");
    refused(&forward(json!([[0]])), "holds pairs");
    refused(&forward(json!([[], [0], [1, 1]])), "holds pairs");
    refused(&forward(json!([])), "leaves cells open");
    refused(&forward(json!([[], [1, 1]])), "leaves cells open");
    refused(&forward(json!([[1, 1], [1, 1]])), "in excess");
    refused(&forward(json!([1, 1])), "should be a list");
    refused(&forward(json!(vec![json!([]); 42])), "halved more than");
}

#[test]
fn places_are_checked() {
    refused(&with("forward", json!([[1, 2]])), "do not alternate");
    refused(&with("backward", json!([[1, 1]])), "do not alternate");
    refused(&with("forward", json!([[1, 1, 3]])), "2 places, not 1");
    refused(&with("forward", json!([[2, 1]])), "no filter");
    refused(&with("forward", json!([[1, 0]])), "beyond the samples");
    refused(&with("forward", json!([[1, 6]])), "beyond the samples");
    refused(&with("forward", json!([[1, "1"]])), "something else");
    refused(&with("real", json!([1, 1, 3, 5])), "do not alternate");
    refused(&with("real", json!([1, 1, 4, 7])), "one parity");
    refused(&with("real", json!([1, 7, 5, 1])), "one parity");
    refused(&with("real", json!([1, 1, 5])), "2 places, not 3");
    refused(&with("real", json!([1, 1, 5, 9])), "beyond the samples");
    refused(&with("real", json!([0, 1, 5, 7])), "no filter");
}

#[test]
fn the_sign_is_the_same_at_all_corners() {
    // At place 1 the value is −p: of modulus 2 at all corners, with both signs.
    let y = [0, 1, 0, -1, 0, 1, 0, 1].map(Rational::from);
    let evidence =
        json!({"filters": [["1"]], "forward": [[1, 1]], "backward": [[1, 1]], "real": [1, 2, 4, 6]});
    let found = verify_cover(&y, 2, &Rational::from((1, 4)), &evidence);
    assert!(found.as_ref().is_err_and(|reason| reason.contains("filtered samples of a cell")), "{found:?}");
}

#[test]
fn the_norm_is_that_of_the_product_of_filters() {
    // (1 + z)(q − p z + z²) has at place 1 the value 2q + p + 8 and the norm 4 for p = 2, and 4 + 2(1 + q) for p = −2.
    let y = [2, 0, -1, 9, 0, -9, 0, 9, 0, 9].map(Rational::from);
    let evidence = json!({"filters": [["1"], ["1", "1"]], "forward": [[2, 1]], "backward": [[1, 1]], "real": [1, 4, 6, 8]});
    assert_eq!(verify_cover(&y, 2, &Rational::from(1), &evidence), Ok(()));
    assert!(verify_cover(&y, 2, &Rational::from((6, 5)), &evidence).is_err());
}

fn comes(t: &[&[i64]], read: &[i64], start: &[i64], y: &[i64], least: i64) -> Result<bool, String> {
    let rationals = |v: &[i64]| v.iter().map(|x| Rational::from(*x)).collect::<Vec<_>>();
    let t = Matrix::from_rows(t.iter().map(|row| rationals(row)).collect()).unwrap();
    comes_nearer(&rationals(y), read.len(), &Rational::from(least), (&t, &rationals(read), &rationals(start)))
}

#[test]
fn a_read_out_comes_nearer_when_every_error_is_smaller() {
    let double: &[&[i64]] = &[&[2, 0], &[0, 0]];
    assert_eq!(comes(double, &[1, 0], &[1, 0], &[1, 2, 4, 9], 2), Ok(true));
    assert_eq!(comes(double, &[1, 0], &[1, 0], &[1, 2, 4, 9], 1), Ok(false), "an error that is not smaller");
    assert_eq!(comes(double, &[1, 0], &[1, 0], &[1, 2, 4, 7], 1), Ok(false));
    assert!(comes(double, &[1], &[1], &[1], 1).is_err(), "another dimension");
}

#[test]
fn a_read_out_has_at_most_one_pair() {
    let quarter: &[&[i64]] = &[&[0, -1], &[1, 0]];
    assert_eq!(comes(quarter, &[1, 0], &[1, 0], &[1, 0, -1], 1), Ok(true));
    let twice: &[&[i64]] = &[&[0, -1, 0, 0], &[1, 0, 0, 0], &[0, 0, 0, -1], &[0, 0, 1, 0]];
    assert!(
        comes(twice, &[1; 4], &[0; 4], &[0], 1).is_err_and(|reason| reason.contains("more than one pair"))
    );
}
