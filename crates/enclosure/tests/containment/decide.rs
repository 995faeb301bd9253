//! The loop that raises precision.

use enclosure::{Decision, PrecisionLimit, RealBall, decide};
use rug::Rational;
use std::cmp::Ordering;

fn attempts(limit: u32) -> Vec<u32> {
    let mut seen = Vec::new();
    let outcome: Decision<()> = decide(PrecisionLimit::new(limit), |bits| {
        seen.push(bits);
        assert!(seen.len() < 100, "the search does not end");
        None
    });
    assert_eq!(outcome, Decision::Undecided { limit: PrecisionLimit::new(limit) });
    seen
}

#[test]
fn precision_doubles_from_64_bits_and_ends_at_the_limit() {
    assert_eq!(attempts(512), [64, 128, 256, 512]);
    assert_eq!(attempts(300), [64, 128, 256, 300]);
    assert_eq!(attempts(64), [64]);
    assert_eq!(attempts(0), [64]);
    assert_eq!(attempts(u32::MAX).last(), Some(&u32::MAX));
    assert_eq!(PrecisionLimit::new(0).bits(), PrecisionLimit::FIRST);
    assert_eq!(PrecisionLimit::default().bits(), 8192);
}

#[test]
fn the_first_answer_ends_the_search() {
    let mut calls = 0;
    let outcome = decide(PrecisionLimit::default(), |bits| {
        calls += 1;
        (bits >= 200).then_some(bits)
    });
    assert_eq!(outcome, Decision::Decided { value: 256, precision: 256 });
    assert_eq!(calls, 3);
    assert!(outcome.is_decided());
    assert_eq!(outcome.map(|bits| bits / 2).value(), Some(128));
}

/// Two numbers that differ by 2⁻⁵⁰⁰ need 512 bits, and equal ones are never told apart.
#[test]
fn a_close_comparison_is_decided_and_an_equality_is_not() {
    let shift = Rational::from(1) >> 500u32;
    let sign = |offset: &Rational, bits| {
        let third = RealBall::from_rational(bits, &(1, 3).into()).exp();
        let moved = third.clone() + RealBall::from_rational(bits, offset);
        moved.compare(&third)
    };
    let outcome = decide(PrecisionLimit::new(4096), |bits| sign(&shift, bits));
    assert_eq!(outcome, Decision::Decided { value: Ordering::Greater, precision: 512 });
    let outcome = decide(PrecisionLimit::new(1024), |bits| sign(&Rational::new(), bits));
    assert!(!outcome.is_decided());
    assert_eq!(outcome.map(|_| ()).value(), None);
}
