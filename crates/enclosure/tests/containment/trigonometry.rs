//! Real balls: π, sine and cosine.

use crate::sample::{Bits, Moderate, ModerateSample, Number, Sample, power_of_two};
use crate::{check, series};
use enclosure::RealBall;
use rug::{Integer, Rational};

fn ends(ball: &RealBall) -> (Rational, Rational) {
    (ball.lower().expect("bounded"), ball.upper().expect("bounded"))
}

/// A ball of radius `radius` around `quarters·π/2`.
fn near_quarter_turn(bits: u32, quarters: i32, radius: &Rational) -> RealBall {
    let radius = RealBall::from_bounds(bits, &Rational::from(-radius), radius).expect("ordered");
    let quarter = RealBall::pi(bits).checked_div(&RealBall::from_integer(bits, &2.into())).expect("nonzero");
    quarter * RealBall::from_integer(bits, &quarters.into()) + radius
}

#[test]
fn pi_is_machins_and_the_books() {
    fn property(Bits(p): Bits) -> bool {
        let (lower, upper) = ends(&RealBall::pi(p));
        let width = Rational::from(&upper - &lower);
        series::may_contain(&lower, &upper, &series::pi(p + 50)) && width <= power_of_two(3 - p.cast_signed())
    }
    check(property as fn(Bits) -> bool);
    let digits: Integer = "31415926535897932384626433832795028841971693993751".parse().unwrap();
    let unit = Integer::from(Integer::u_pow_u(10, 49));
    let next = Rational::from((Integer::from(&digits + 1u32), unit.clone()));
    let book = RealBall::from_bounds(512, &(digits, unit).into(), &next).unwrap();
    assert!(book.contains_ball(&RealBall::pi(512)));
}

#[test]
fn sine_and_cosine_contain_those_of_members() {
    fn property(x: Sample) -> bool {
        let (sin, cos) = x.ball.sin_cos();
        x.points.iter().all(|a| {
            // The integer part is needed to its last bit.
            let integer_bits = if x.ball.is_bounded() { a.numer().significant_bits() } else { 0 };
            let fine = RealBall::from_rational(4 * x.ball.precision() + integer_bits, a);
            sin.contains_ball(&fine.sin()) && cos.contains_ball(&fine.cos())
        })
    }
    check(property as fn(Sample) -> bool);
}

#[test]
fn sine_and_cosine_contain_the_series() {
    fn property(ModerateSample(x): ModerateSample) -> bool {
        let bits = x.ball.precision() + 60;
        let ((s, t), (c, d)) = (ends(&x.ball.sin()), ends(&x.ball.cos()));
        x.points.iter().all(|a| {
            series::may_contain(&s, &t, &series::sin(a, bits))
                && series::may_contain(&c, &d, &series::cos(a, bits))
        })
    }
    check(property as fn(ModerateSample) -> bool);
}

#[test]
fn sine_and_cosine_of_a_point_are_tight() {
    fn property(Bits(p): Bits, Moderate(a): Moderate) -> bool {
        let x = RealBall::from_rational(2048, &a);
        let tight = |ball: RealBall| {
            let (lower, upper) = ends(&ball.with_precision(p));
            Rational::from(&upper - &lower)
                <= lower.abs().max(upper.abs()) * power_of_two(2 - p.cast_signed())
        };
        tight(x.sin()) && tight(x.cos())
    }
    check(property as fn(Bits, Moderate) -> bool);
}

/// At every quarter turn one function has an extremum inside the ball and the other changes sign there.
#[test]
fn quarter_turns_are_extrema_and_zeros() {
    fn property(Bits(p): Bits, quarters: i16, shift: u8) -> bool {
        let quarters = i32::from(quarters);
        let radius = power_of_two(-i32::from(shift % 20) - 1);
        let x = near_quarter_turn(p + 60, quarters, &radius);
        let (sin, cos) = x.sin_cos();
        let (extremal, crossing, positive) = match quarters.rem_euclid(4) {
            0 => (cos, sin, true),
            1 => (sin, cos, true),
            2 => (cos, sin, false),
            _ => (sin, cos, false),
        };
        let extremal = if positive { extremal } else { -extremal };
        let (lower, upper) = ends(&extremal);
        // cos r ≥ 1 − r²/2, and the extremum is attained but not exceeded.
        upper == 1 && lower < 1 && lower >= 1 - Rational::from(&radius * &radius) && crossing.contains_zero()
    }
    check(property as fn(Bits, i16, u8) -> bool);
}

/// Beside an extremum, where none is inside, the bound must not reach ±1.
#[test]
fn no_extremum_is_invented() {
    fn property(quarters: i16) -> bool {
        let quarters = i32::from(quarters);
        let eighth = near_quarter_turn(128, quarters, &Rational::new())
            + RealBall::pi(128).checked_div(&RealBall::from_integer(128, &4.into())).expect("nonzero");
        let radius = RealBall::from_bounds(128, &(-3, 4).into(), &(3, 4).into()).expect("ordered");
        let x = eighth + radius;
        let inside = |ball: RealBall| ball.abs().compare(&RealBall::one(128)).is_some_and(|o| o.is_lt());
        inside(x.sin()) && inside(x.cos())
    }
    check(property as fn(i16) -> bool);
}

#[test]
fn wide_intervals_give_the_whole_range_and_no_more() {
    fn property(Bits(p): Bits, Number(start): Number, extra: u16) -> bool {
        let end = &start + Rational::from(710) / 113 + u32::from(extra);
        let x = RealBall::from_bounds(p, &start, &end).expect("ordered");
        let (minus, plus) = (Rational::from(-1), Rational::from(1));
        ends(&x.sin()) == (minus.clone(), plus.clone()) && ends(&x.cos()) == (minus, plus)
    }
    check(property as fn(Bits, Number, u16) -> bool);
}

/// [3, 4] holds the minimum of the cosine only, and so on: the one-sided cases.
#[test]
fn half_waves_have_one_extremum() {
    let ball = |a: i32, b: i32| RealBall::from_bounds(64, &a.into(), &b.into()).expect("ordered");
    let (lower, upper) = ends(&ball(3, 4).cos());
    assert!(lower == -1 && upper < Rational::from((-65, 100)) && upper > Rational::from((-66, 100)));
    let (lower, upper) = ends(&ball(1, 2).sin());
    assert!(upper == 1 && lower > Rational::from((84, 100)) && lower < Rational::from((85, 100)));
    let (lower, upper) = ends(&ball(-1, 2).cos());
    assert!(upper == 1 && lower < Rational::from((-41, 100)) && lower > Rational::from((-42, 100)));
    let (lower, upper) = ends(&ball(4, 5).sin());
    assert!(lower == -1 && upper < Rational::from((-75, 100)) && upper > Rational::from((-76, 100)));
    let zero = RealBall::zero(64);
    assert!(zero.sin().is_exact() && zero.sin().contains_zero());
    assert_eq!(ends(&zero.cos()), (1.into(), 1.into()));
}

/// sin(10²²) = −0.8522008497671888… is the classical test of argument reduction.
#[test]
fn huge_arguments_are_reduced_or_give_the_whole_range() {
    let huge = RealBall::from_rational(80, &Integer::from(Integer::u_pow_u(10, 22)).into()).sin();
    let (lower, upper) = ends(&huge);
    let digits =
        Rational::from((Integer::from(-8_522_008_497_671_888_i64), Integer::from(Integer::u_pow_u(10, 16))));
    assert!(
        Rational::from(&upper - &digits).abs() < power_of_two(-50) && (upper - lower) < power_of_two(-70)
    );
    let at_the_limit = RealBall::from_rational(64, &power_of_two(65_000)).cos();
    assert!(at_the_limit.width().unwrap() < power_of_two(-50));
    let beyond = RealBall::from_rational(64, &power_of_two(70_000)).cos();
    assert_eq!(ends(&beyond), (Rational::from(-1), Rational::from(1)));
    let unbounded = RealBall::from_rational(64, &power_of_two(60)).exp();
    assert_eq!(ends(&unbounded.sin()), (Rational::from(-1), Rational::from(1)));
    assert_eq!(ends(&(-unbounded).cos()), (Rational::from(-1), Rational::from(1)));
}
