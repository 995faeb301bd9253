//! The proptest strategies keep to their domain, also while they shrink, and reach its corners.

#![cfg(feature = "strategies")]

use std::collections::BTreeSet;
use std::fmt::Debug;

use exact::Rational;
use exact::strategies::*;
use exact::vector::norm2;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

fn q(numerator: i64, denominator: i64) -> Rational {
    Rational::from((numerator, denominator))
}

fn draw<T: Debug>(
    strategy: &BoxedStrategy<T>,
    runner: &mut TestRunner,
) -> impl ValueTree<Value = T> + use<T> {
    strategy.new_tree(runner).expect("no strategy here rejects a value")
}

/// Draws 300 values and walks from each along two paths of the shrink tree: one on which every simplification
/// is accepted, one on which the answers alternate.
fn walk<T: Debug>(strategy: &BoxedStrategy<T>, inside: impl Fn(&T) -> bool) {
    let mut runner = TestRunner::deterministic();
    for _ in 0..300 {
        for refuse in [false, true] {
            let mut tree = draw(strategy, &mut runner);
            let mut accepted = true;
            for step in 0..500 {
                let value = tree.current();
                assert!(inside(&value), "outside the domain after {step} steps: {value:?}");
                if !(if accepted { tree.simplify() } else { tree.complicate() }) {
                    break;
                }
                accepted = !refuse || step % 2 == 0;
            }
        }
    }
}

/// Whether some of 500 values has the property.
fn reaches<T: Debug>(strategy: &BoxedStrategy<T>, property: impl Fn(&T) -> bool) -> bool {
    let mut runner = TestRunner::deterministic();
    (0..500).any(|_| property(&draw(strategy, &mut runner).current()))
}

/// What the first 30 counterexamples to `law` shrink to.
fn shrunk<T: Debug>(strategy: &BoxedStrategy<T>, law: impl Fn(&T) -> bool) -> Vec<T> {
    let mut runner = TestRunner::deterministic();
    let mut results = Vec::new();
    while results.len() < 30 {
        let mut tree = draw(strategy, &mut runner);
        let mut smallest = tree.current();
        if law(&smallest) {
            continue;
        }
        let mut more = tree.simplify();
        while more {
            let value = tree.current();
            more = if law(&value) {
                tree.complicate()
            } else {
                smallest = value;
                tree.simplify()
            };
        }
        results.push(smallest);
    }
    results
}

#[test]
fn small_fractions_are_small() {
    walk(&small_fraction(12), |x| x.numer().clone().abs() <= 12 && *x.denom() <= 12);
    assert!(reaches(&small_fraction(12), |x| *x < 0) && reaches(&small_fraction(12), |x| x.is_zero()));
}

#[test]
fn rationals_of_every_size_shrink_to_zero_or_small_integers() {
    let strategy = rational();
    let huge = q(i64::MAX / 4, 1);
    assert!(
        reaches(&strategy, |x| x.clone().abs() > huge) && reaches(&strategy, |x| *x.denom() > i64::MAX / 4)
    );
    assert!(shrunk(&strategy, |_| false).iter().all(|x| *x == 0));
    assert!(shrunk(&strategy, |x| *x < q(5, 2)).iter().all(|x| x.is_integer() || *x < 3));
}

#[test]
fn dyadic_numbers_have_at_most_53_bits() {
    walk(&rational53(), |x| *x > 0 && *x < 1 && (Rational::from(x << 53)).is_integer());
    assert!(reaches(&rational53(), |x| *x.denom() == 1u64 << 53));
    assert!(shrunk(&rational53(), |_| false).iter().all(|x| *x == q(1, 2)));
}

#[test]
fn open_intervals_come_close_to_their_ends_without_reaching_them() {
    for (low, high) in [(q(0, 1), q(1, 1)), (q(-1, 1), q(1, 1)), (q(2, 7), q(1, 3))] {
        let strategy = open(low.clone(), high.clone());
        walk(&strategy, |x| low < *x && *x < high);
        let near = Rational::from(&high - &low) >> 40;
        assert!(reaches(&strategy, |x| Rational::from(x - &low) < near));
        assert!(reaches(&strategy, |x| Rational::from(&high - x) < near));
    }
}

#[test]
fn closed_intervals_reach_their_ends() {
    for (low, high) in [(q(0, 1), q(2, 1)), (q(-1, 1), q(1, 2))] {
        let strategy = closed(low.clone(), high.clone());
        walk(&strategy, |x| low <= *x && *x <= high);
        assert!(reaches(&strategy, |x| *x == low) && reaches(&strategy, |x| *x == high));
        assert!(shrunk(&strategy, |x| *x != high).iter().all(|x| *x == high));
    }
}

#[test]
fn failures_in_an_interval_shrink_to_simple_fractions() {
    assert!(shrunk(&unit_interval_open(), |_| false).iter().all(|x| *x == q(1, 2)));
    assert!(shrunk(&unit_interval_closed(), |_| false).iter().all(|x| x.is_zero()));
    assert!(shrunk(&open(-1, 1), |x| *x >= 0).iter().all(|x| *x == q(-1, 2)));
    let simple = [q(2, 3), q(3, 4), q(4, 5), q(5, 6), q(7, 8)];
    assert!(shrunk(&unit_interval_open(), |x| *x < q(3, 5)).iter().all(|x| simple.contains(x)));
    assert!(shrunk(&open((2, 7), (1, 3)), |_| false).iter().all(|x| *x.denom() <= 50));
}

#[test]
#[should_panic(expected = "no numbers between 1 and 1")]
fn an_empty_interval_panics() {
    let _ = open(1, 1);
}

#[test]
fn gates_keep_to_their_range_and_reach_its_ends() {
    for d in 0..5 {
        walk(&gates(d, 0, 1), |gates| gates.len() == d && gates.iter().all(|x| *x >= 0 && *x <= 1));
    }
    let four = gates(4, 0, 1);
    assert!(reaches(&four, |gates| gates.iter().any(|x| *x == 0)));
    assert!(reaches(&four, |gates| gates.iter().any(|x| *x == 1)));
}

/// Entries of 53 bits do not coincide by chance.
#[test]
fn vectors_have_every_number_of_distinct_entries() {
    let four = vector_of(rational53(), 4);
    let distinct = |entries: &Vec<Rational>| entries.iter().collect::<BTreeSet<_>>().len();
    for count in 1..=4 {
        assert!(reaches(&four, |entries| distinct(entries) == count), "never {count} distinct entries");
    }
}

#[test]
fn unit_keys_have_norm_exactly_one() {
    for d in [1, 2, 3, 4, 7] {
        walk(&unit_key(d), |key| key.len() == d && norm2(key) == 1);
    }
}

#[test]
fn unit_keys_reach_the_corners() {
    let four = unit_key(4);
    for axis in 0..4 {
        for sign in [1, -1] {
            assert!(reaches(&four, |key| key[axis] == sign), "never {sign} on axis {axis}");
        }
    }
    let zeros = |key: &Vec<Rational>| key.iter().filter(|x| x.is_zero()).count();
    for count in 0..=3 {
        assert!(reaches(&four, |key| zeros(key) == count), "never {count} zero coordinates");
    }
    assert!(reaches(&four, |key| key.iter().all(|x| *x == q(1, 2))));
    assert!(reaches(&unit_key(100), |key| key.iter().all(|x| *x == q(1, 10))));
    assert!(reaches(&four, |key| key.iter().any(|x| x.denom().significant_bits() > 100)));
    assert!(reaches(&unit_key(2), |key| key[..] == [q(3, 5), q(4, 5)]));
    for position in 0..3 {
        let expected = |i: usize| if i == position { q(1, 3) } else { q(2, 3) };
        assert!(reaches(&unit_key(3), |key| key.iter().enumerate().all(|(i, x)| *x == expected(i))));
    }
    assert!(reaches(&unit_key(1), |key| key[0] == 1) && reaches(&unit_key(1), |key| key[0] == -1));
}

#[test]
fn failing_keys_shrink_to_ones_that_are_easy_to_read() {
    let is_axis = |key: &Vec<Rational>| key.iter().any(|x| x.clone().abs() == 1);
    for key in shrunk(&unit_key(2), is_axis) {
        let mut magnitudes: Vec<Rational> = key.into_iter().map(Rational::abs).collect();
        magnitudes.sort();
        assert_eq!(magnitudes, [q(3, 5), q(4, 5)]);
    }
    let has_zero = |key: &Vec<Rational>| key.iter().any(Rational::is_zero);
    assert!(shrunk(&unit_key(4), has_zero).iter().flatten().all(|x| *x.denom() <= 200));
}
