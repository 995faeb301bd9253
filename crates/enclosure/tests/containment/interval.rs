//! Intervals of `f64`, against exact rationals.

use crate::check;
use crate::sample::{Finite, Number, Span, power_of_two};
use enclosure::{EnclosureError, F64Interval, RealBall};
use rug::{Complete, Rational};

fn valid(x: F64Interval) -> bool {
    x.lo() <= x.hi() && x.lo() < f64::INFINITY && x.hi() > f64::NEG_INFINITY
}

fn binary(x: &Span, y: &Span, result: F64Interval, exact: impl Fn(&Rational, &Rational) -> Rational) -> bool {
    valid(result) && x.points.iter().all(|a| y.points.iter().all(|b| result.contains(&exact(a, b))))
}

fn unary(x: &Span, result: F64Interval, exact: impl Fn(&Rational) -> Rational) -> bool {
    valid(result) && x.points.iter().all(|a| result.contains(&exact(a)))
}

#[test]
fn sum_contains_sums() {
    check(
        (|x, y| binary(&x, &y, x.interval + y.interval, |a, b| (a + b).complete())) as fn(Span, Span) -> bool,
    );
}

#[test]
fn difference_contains_differences() {
    check(
        (|x, y| binary(&x, &y, x.interval - y.interval, |a, b| (a - b).complete())) as fn(Span, Span) -> bool,
    );
}

#[test]
fn product_contains_products() {
    check(
        (|x, y| binary(&x, &y, x.interval * y.interval, |a, b| (a * b).complete())) as fn(Span, Span) -> bool,
    );
}

#[test]
fn quotient_contains_quotients_or_the_divisor_contains_zero() {
    fn property(x: Span, y: Span) -> bool {
        match x.interval.checked_div(y.interval) {
            Some(result) => !y.interval.contains_zero() && binary(&x, &y, result, |a, b| (a / b).complete()),
            None => y.interval.contains_zero(),
        }
    }
    check(property as fn(Span, Span) -> bool);
}

#[test]
fn reciprocal_contains_reciprocals() {
    fn property(x: Span) -> bool {
        match x.interval.recip() {
            Some(result) => !x.interval.contains_zero() && unary(&x, result, |a| a.recip_ref().complete()),
            None => x.interval.contains_zero(),
        }
    }
    check(property as fn(Span) -> bool);
}

#[test]
fn negation_and_absolute_value_are_exact() {
    fn property(x: Span) -> bool {
        let (negated, absolute) = (-x.interval, x.interval.abs());
        let corners = [x.interval.lo().abs(), x.interval.hi().abs()];
        unary(&x, negated, |a| (-a).complete())
            && unary(&x, absolute, |a| a.abs_ref().complete())
            && (negated.lo() == -x.interval.hi() && negated.hi() == -x.interval.lo())
            && corners.contains(&absolute.hi())
            && (absolute.lo() == 0.0 || corners.contains(&absolute.lo()))
    }
    check(property as fn(Span) -> bool);
}

#[test]
fn square_contains_squares_and_is_not_negative() {
    fn property(x: Span) -> bool {
        let square = x.interval.sqr();
        unary(&x, square, |a| (a * a).complete()) && square.lo() >= 0.0
    }
    check(property as fn(Span) -> bool);
}

#[test]
fn root_contains_roots_or_the_argument_has_negative_members() {
    fn property(x: Span) -> bool {
        let negative = x.interval.lo() < 0.0;
        let Some(root) = x.interval.sqrt() else { return negative };
        let brackets = |a: &Rational| {
            root.lower().is_some_and(|l| l >= 0 && l.square() <= *a)
                && root.upper().is_none_or(|u| u.square() >= *a)
        };
        !negative && valid(root) && x.points.iter().all(brackets)
    }
    check(property as fn(Span) -> bool);
}

#[test]
fn rationals_are_enclosed_by_neighbours() {
    fn property(Number(a): Number, Finite(scale): Finite) -> bool {
        let scaled = Rational::from_f64(scale).expect("finite") * &a;
        [a, scaled].into_iter().all(|q| {
            let x = F64Interval::from_rational(&q);
            valid(x) && x.contains(&q) && (x.hi() == x.lo() || x.hi() == x.lo().next_up())
        })
    }
    check(property as fn(Number, Finite) -> bool);
    let largest = F64Interval::from_rational(&power_of_two(1024));
    assert_eq!((largest.lo(), largest.hi()), (f64::MAX, f64::INFINITY));
    let smallest = F64Interval::from_rational(&-power_of_two(-5000));
    assert_eq!((smallest.lo(), smallest.hi()), (-5e-324, 0.0));
}

#[test]
fn results_on_points_are_at_most_two_steps_wide() {
    fn property(Finite(a): Finite, Finite(b): Finite) -> bool {
        let (x, y) = (F64Interval::point(a).expect("finite"), F64Interval::point(b).expect("finite"));
        let narrow = |z: F64Interval| z.hi() <= z.lo().next_up().next_up();
        narrow(x + y)
            && narrow(x - y)
            && narrow(x * y)
            && narrow(x.sqr())
            && x.sqrt().is_none_or(narrow)
            && x.checked_div(y).is_none_or(narrow)
            && y.recip().is_none_or(narrow)
    }
    check(property as fn(Finite, Finite) -> bool);
}

#[test]
fn operations_are_monotone_for_inclusion() {
    fn property(x: Span, y: Span) -> bool {
        let inner = |s: &Span| F64Interval::point(s.interval.midpoint()).expect("a finite member");
        let (a, b) = (inner(&x), inner(&y));
        let (x, y) = (x.interval, y.interval);
        x.contains_interval(a)
            && (x + y).contains_interval(a + b)
            && (x - y).contains_interval(a - b)
            && (x * y).contains_interval(a * b)
            && x.sqr().contains_interval(a.sqr())
            && x.abs().contains_interval(a.abs())
            && x.sqrt().is_none_or(|wide| a.sqrt().is_some_and(|narrow| wide.contains_interval(narrow)))
            && x.checked_div(y)
                .is_none_or(|wide| a.checked_div(b).is_some_and(|narrow| wide.contains_interval(narrow)))
    }
    check(property as fn(Span, Span) -> bool);
}

#[test]
fn membership_sign_and_order_are_those_of_the_members() {
    fn property(x: Span, y: Span) -> bool {
        let (order, sign) = (x.interval.compare(y.interval), x.interval.sign());
        let agreed = x.points.iter().all(|a| y.points.iter().all(|b| order == Some(a.cmp(b))));
        let signs_agree = x.points.iter().all(|a| sign == Some(a.cmp0()));
        let nudge = power_of_two(-5000);
        x.points.iter().all(|a| x.interval.contains(a))
            && x.interval.lower().is_none_or(|l| !x.interval.contains(&(l - &nudge)))
            && x.interval.upper().is_none_or(|u| !x.interval.contains(&(u + &nudge)))
            && order.is_some() == agreed
            && sign.is_some() == signs_agree
            && x.interval.contains_zero() == x.interval.contains(&Rational::new())
            && x.interval.contains_f64(x.interval.midpoint())
            && x.interval.lower().zip(x.interval.upper()).is_none_or(|(l, u)| {
                let width = x.interval.width();
                width == f64::INFINITY || Rational::from_f64(width).is_some_and(|w| w >= u - l)
            })
    }
    check(property as fn(Span, Span) -> bool);
}

#[test]
fn hull_and_intersection_are_the_set_operations() {
    fn property(x: Span, y: Span) -> bool {
        let hull = x.interval.hull(y.interval);
        let common = x.interval.intersect(y.interval);
        let mut points = x.points.iter().chain(&y.points);
        hull.contains_interval(x.interval)
            && hull.contains_interval(y.interval)
            && [x.interval.lo(), y.interval.lo()].contains(&hull.lo())
            && [x.interval.hi(), y.interval.hi()].contains(&hull.hi())
            && common.is_some() == x.interval.overlaps(y.interval)
            && points.all(|a| {
                let both = x.interval.contains(a) && y.interval.contains(a);
                both == common.is_some_and(|c| c.contains(a))
            })
    }
    check(property as fn(Span, Span) -> bool);
}

#[test]
fn conversion_to_a_ball_and_back_keeps_the_members() {
    fn property(x: Span) -> bool {
        let same = F64Interval::from_ball(&x.interval.to_ball(53));
        let coarse = x.interval.to_ball(10);
        same.contains_interval(x.interval)
            && x.interval.contains_interval(same)
            && coarse.contains_ball(&x.interval.to_ball(53))
    }
    check(property as fn(Span) -> bool);
    let third = RealBall::from_rational(200, &(1, 3).into());
    assert!(F64Interval::from_ball(&third).contains(&(1, 3).into()));
}

/// Zero times an unbounded interval is zero; the floating-point product of the endpoints is NaN.
#[test]
fn corners_of_the_range() {
    let (zero, entire) = (F64Interval::ZERO, F64Interval::ENTIRE);
    let product = zero * entire;
    assert_eq!((product.lo(), product.hi()), (0.0, 0.0));
    let largest = F64Interval::point(f64::MAX).unwrap();
    let overflow = largest * largest;
    assert_eq!((overflow.lo(), overflow.hi()), (f64::MAX, f64::INFINITY));
    let below = -largest - largest;
    assert_eq!((below.lo(), below.hi()), (f64::NEG_INFINITY, f64::MIN));
    let tiny = F64Interval::point(5e-324).unwrap();
    let underflow = tiny * tiny;
    assert!(underflow.lo() <= 0.0 && underflow.hi() >= 5e-324);
    assert_eq!(underflow.sign(), None);
    let negative_zero = F64Interval::point(-0.0).unwrap();
    assert_eq!(negative_zero.sign(), Some(std::cmp::Ordering::Equal));
    assert!(F64Interval::ONE.checked_div(negative_zero).is_none());
    assert!(negative_zero.sqrt().unwrap().contains_zero());
    let half_line = largest.hull(overflow);
    let ratio = half_line.checked_div(half_line).unwrap();
    assert!(ratio.contains_f64(1e-300) && ratio.contains_f64(1.0) && ratio.contains_f64(1e300));
}

#[test]
fn bad_endpoints_are_refused() {
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(matches!(F64Interval::point(value), Err(EnclosureError::NotFinite { .. })));
        assert!(F64Interval::new(0.0, value).is_err() && F64Interval::new(value, 0.0).is_err());
    }
    assert!(matches!(F64Interval::new(1.0, 0.0), Err(EnclosureError::Reversed { .. })));
}

#[test]
fn compound_assignment_is_the_operation() {
    let (a, b) = (F64Interval::new(1.0, 3.0).unwrap(), F64Interval::new(-0.5, 0.25).unwrap());
    let same = |x: F64Interval, y: F64Interval| assert!(x.contains_interval(y) && y.contains_interval(x));
    let (mut sum, mut difference, mut product) = (a, a, a);
    sum += b;
    difference -= b;
    product *= b;
    same(sum, a + b);
    same(difference, a - b);
    same(product, a * b);
    assert_eq!(a.to_string(), "[1, 3]");
}

/// A ball that is far narrower than any interval of floats around the exponential.
fn exp_of(x: f64) -> RealBall {
    RealBall::from_f64(160, x).expect("finite").exp()
}

fn contains_exponential(result: F64Interval, x: f64) -> bool {
    // Far out of range the exact value, as a rational, would fill the memory.
    if x.abs() > 800.0 {
        return if x > 0.0 { result.hi() == f64::INFINITY } else { result.lo() == 0.0 && result.hi() > 0.0 };
    }
    let exact = exp_of(x);
    result.lower().is_none_or(|lo| exact.lower().is_some_and(|e| lo <= e))
        && result.upper().is_none_or(|hi| exact.upper().is_some_and(|e| e <= hi))
}

#[test]
fn exponential_contains_exponentials_and_is_narrow() {
    let corners = [
        0.0, -0.0, 1e-300, -1e-300, 5e-324, 1e-17, -1e-17, 0.34657, 0.34658, -0.34657, -0.34658, 1.0, -1.0,
        -20.0, 709.0, 709.7819, 709.7827, 709.79, -708.0, -708.4, -744.0, -745.1, -745.13, -745.14, -746.0,
        1e300, -1e300,
    ];
    let grid = (0..20_000).map(|n| f64::from(n - 10_000) * 0.070_123 + f64::from(n % 7) * 1e-9);
    let single = (0..4_000).map(|n| f64::from((n as f32) * -0.005_3));
    for x in corners.into_iter().chain(grid).chain(single) {
        let (exact, result) = (exp_of(x), F64Interval::point(x).expect("finite").exp());
        assert!(valid(result), "{x}: {result}");
        let contained = contains_exponential(result, x);
        assert!(contained, "{x}: {result} does not contain {exact}");
        if (-708.0..709.0).contains(&x) {
            assert!(result.width() <= 12.0 * f64::EPSILON * result.hi(), "{x}: {result} is wide");
        }
    }
    assert!(F64Interval::ZERO.exp().is_exact());
}

#[test]
fn exponential_of_an_interval_contains_those_of_its_ends() {
    fn property(Finite(a): Finite, Finite(b): Finite) -> bool {
        let result = F64Interval::new(a.min(b), a.max(b)).expect("finite").exp();
        [a, b].into_iter().all(|x| contains_exponential(result, x))
    }
    check(property as fn(Finite, Finite) -> bool);
}
