//! Real balls: construction, membership, order, set operations, printing.

use crate::check;
use crate::sample::{Bits, Finite, Number, Sample, power_of_two};
use enclosure::{EnclosureError, RealBall};
use rug::{Complete, Integer, Rational};
use std::cmp::Ordering;

#[test]
fn rationals_and_integers_are_enclosed_as_tightly_as_possible() {
    fn property(Bits(p): Bits, Number(a): Number) -> bool {
        let ball = RealBall::from_rational(p, &a);
        let integer: Integer = a.clone().trunc().into_numer_denom().0;
        let whole = RealBall::from_integer(p, &integer);
        let ulp = a.clone().abs() * power_of_two(1 - p.cast_signed());
        ball.contains(&a)
            && ball.width().is_some_and(|w| w <= ulp)
            && whole.contains(&integer.into())
            && ball.is_exact() == (ball.width() == Some(Rational::new()))
    }
    check(property as fn(Bits, Number) -> bool);
}

#[test]
fn floats_are_enclosed_exactly_from_53_bits_on() {
    fn property(Bits(p): Bits, Finite(a): Finite) -> bool {
        let ball = RealBall::from_f64(p, a).expect("finite");
        let exact = Rational::from_f64(a).expect("finite");
        ball.contains(&exact) && (p < 53 || ball.is_exact())
    }
    check(property as fn(Bits, Finite) -> bool);
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(matches!(RealBall::from_f64(64, value), Err(EnclosureError::NotFinite { .. })));
    }
}

#[test]
fn bounds_are_rounded_outward_and_refused_when_reversed() {
    fn property(Bits(p): Bits, Number(a): Number, Number(b): Number) -> bool {
        match RealBall::from_bounds(p, &a, &b) {
            Ok(ball) => a <= b && ball.contains(&a) && ball.contains(&b),
            Err(error) => a > b && matches!(error, EnclosureError::Reversed { .. }),
        }
    }
    check(property as fn(Bits, Number, Number) -> bool);
}

#[test]
fn precision_out_of_range_is_moved_into_it_and_change_of_precision_widens() {
    assert!(RealBall::from_rational(0, &(1, 3).into()).contains(&(1, 3).into()));
    fn property(x: Sample, Bits(p): Bits) -> bool {
        let other = x.ball.with_precision(p);
        other.contains_ball(&x.ball) && (p < x.ball.precision() || x.ball.contains_ball(&other))
    }
    check(property as fn(Sample, Bits) -> bool);
}

#[test]
fn membership_is_exact() {
    fn property(x: Sample) -> bool {
        let nudge = power_of_two(-5000);
        let just_outside = x.ball.lower().is_none_or(|l| !x.ball.contains(&(l - &nudge)))
            && x.ball.upper().is_none_or(|u| !x.ball.contains(&(u + &nudge)));
        x.points.iter().all(|a| x.ball.contains(a)) && just_outside
    }
    check(property as fn(Sample) -> bool);
}

#[test]
fn sign_and_order_hold_for_all_members_or_are_not_claimed() {
    fn property(x: Sample, y: Sample) -> bool {
        let order = x.ball.compare(&y.ball);
        let agreed = x.points.iter().all(|a| y.points.iter().all(|b| order == Some(a.cmp(b))));
        let sign = x.ball.sign();
        let signs_agree = x.points.iter().all(|a| sign == Some(a.cmp0()));
        (order.is_some() == agreed)
            && (order != Some(Ordering::Equal) || x.ball.is_exact())
            && order.is_none_or(|o| o == Ordering::Equal || !x.ball.overlaps(&y.ball))
            && (sign.is_some() == signs_agree)
            && sign == x.ball.compare(&RealBall::zero(2))
            && x.ball.contains_zero() == x.ball.contains(&Rational::new())
            && x.ball.is_nonnegative() == x.ball.lower().is_some_and(|l| l >= 0)
    }
    check(property as fn(Sample, Sample) -> bool);
}

#[test]
fn hull_and_intersection_are_the_set_operations() {
    fn property(x: Sample, y: Sample) -> bool {
        let hull = x.ball.hull(&y.ball);
        let common = x.ball.intersect(&y.ball);
        let points = x.points.iter().chain(&y.points);
        hull.contains_ball(&x.ball)
            && hull.contains_ball(&y.ball)
            && common.is_some() == x.ball.overlaps(&y.ball)
            && points.clone().all(|a| {
                let both = x.ball.contains(a) && y.ball.contains(a);
                both == common.as_ref().is_some_and(|c| c.contains(a))
            })
            && [hull.lower(), hull.upper()].iter().flatten().all(|e| x.ball.contains(e) || y.ball.contains(e))
    }
    check(property as fn(Sample, Sample) -> bool);
}

#[test]
fn width_and_midpoint_are_exact_and_absent_for_half_lines() {
    let ball = RealBall::from_bounds(64, &(-1).into(), &2.into()).unwrap();
    assert_eq!((ball.width(), ball.midpoint()), (Some(3.into()), Some((1, 2).into())));
    let half_line = RealBall::from_rational(64, &power_of_two(60)).exp();
    assert_eq!((half_line.width(), half_line.midpoint(), half_line.upper()), (None, None, None));
}

/// The value of a decimal such as `-1.25e-3`.
fn parse(text: &str) -> Rational {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: Integer = format!("{whole}{fraction}").parse().expect("digits");
    let exponent =
        exponent.parse::<i32>().expect("an exponent") - i32::try_from(fraction.len()).expect("short");
    let power = Integer::u_pow_u(10, exponent.unsigned_abs()).complete();
    if exponent < 0 { Rational::from((digits, power)) } else { Rational::from(digits * power) }
}

#[test]
fn printed_decimals_enclose_the_ball() {
    fn property(x: Sample, digits: u8) -> bool {
        let text = format!("{:.*}", usize::from(digits % 30), x.ball);
        let (lower, upper) = text.trim_matches(['[', ']']).split_once(", ").expect("two endpoints");
        let below = x.ball.lower().map_or(lower == "-inf", |l| parse(lower) <= l);
        let above = x.ball.upper().map_or(upper == "inf", |u| parse(upper) >= u);
        below && above
    }
    check(property as fn(Sample, u8) -> bool);
}

#[test]
fn printing_is_short() {
    let third = RealBall::from_rational(64, &(1, 3).into());
    assert_eq!(format!("{third:.3}"), "[3.33e-1, 3.34e-1]");
    assert_eq!(RealBall::from_rational(64, &(-5, 2).into()).to_string(), "[-2.5, -2.5]");
    assert_eq!(RealBall::zero(64).to_string(), "[0, 0]");
    assert_eq!((-RealBall::zero(64)).to_string(), "[0, 0]");
    assert_eq!(RealBall::from_integer(64, &1000.into()).to_string(), "[1000, 1000]");
}
