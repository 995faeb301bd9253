//! Real balls: ring operations, division, powers, roots, against exact rationals.

use crate::check;
use crate::sample::{Bits, Number, Sample};
use enclosure::{EnclosureError, RealBall};
use rug::ops::Pow;
use rug::{Complete, Rational};

/// Every pair of members must map into the result, exactly and at four times the precision.
fn binary(
    x: &Sample,
    y: &Sample,
    ball: impl Fn(&RealBall, &RealBall) -> RealBall,
    exact: impl Fn(&Rational, &Rational) -> Rational,
) -> bool {
    let result = ball(&x.ball, &y.ball);
    let fine = 4 * result.precision();
    x.points.iter().all(|a| {
        y.points.iter().all(|b| {
            let (a_fine, b_fine) = (RealBall::from_rational(fine, a), RealBall::from_rational(fine, b));
            result.contains(&exact(a, b)) && result.contains_ball(&ball(&a_fine, &b_fine))
        })
    })
}

/// The same for a function of one argument.
fn unary(x: &Sample, ball: impl Fn(&RealBall) -> RealBall, exact: impl Fn(&Rational) -> Rational) -> bool {
    let result = ball(&x.ball);
    let fine = 4 * result.precision();
    x.points
        .iter()
        .all(|a| result.contains(&exact(a)) && result.contains_ball(&ball(&RealBall::from_rational(fine, a))))
}

#[test]
fn sum_contains_sums() {
    check((|x, y| binary(&x, &y, |a, b| a + b, |a, b| (a + b).complete())) as fn(Sample, Sample) -> bool);
}

#[test]
fn difference_contains_differences() {
    check((|x, y| binary(&x, &y, |a, b| a - b, |a, b| (a - b).complete())) as fn(Sample, Sample) -> bool);
}

#[test]
fn product_contains_products() {
    check((|x, y| binary(&x, &y, |a, b| a * b, |a, b| (a * b).complete())) as fn(Sample, Sample) -> bool);
}

#[test]
fn quotient_contains_quotients_or_the_divisor_contains_zero() {
    fn property(x: Sample, y: Sample) -> bool {
        match x.ball.checked_div(&y.ball) {
            Ok(_) => binary(&x, &y, |a, b| a.checked_div(b).expect("nonzero"), |a, b| (a / b).complete()),
            Err(error) => y.ball.contains_zero() && error.may_be_cured_by_precision() != y.ball.is_exact(),
        }
    }
    check(property as fn(Sample, Sample) -> bool);
}

#[test]
fn reciprocal_contains_reciprocals() {
    fn property(x: Sample) -> bool {
        match x.ball.recip() {
            Ok(_) => unary(&x, |a| a.recip().expect("nonzero"), |a| a.recip_ref().complete()),
            Err(_) => x.ball.contains_zero(),
        }
    }
    check(property as fn(Sample) -> bool);
}

#[test]
fn negation_and_absolute_value_are_exact() {
    fn property(x: Sample) -> bool {
        let negated = -&x.ball;
        unary(&x, |a| -a, |a| (-a).complete())
            && unary(&x, RealBall::abs, |a| a.abs_ref().complete())
            && negated.upper() == x.ball.lower().map(|a| -a)
            && negated.lower() == x.ball.upper().map(|a| -a)
            && x.ball.abs().is_nonnegative()
    }
    check(property as fn(Sample) -> bool);
}

#[test]
fn square_contains_squares_and_is_not_negative() {
    fn property(x: Sample) -> bool {
        unary(&x, RealBall::sqr, |a| (a * a).complete()) && x.ball.sqr().is_nonnegative()
    }
    check(property as fn(Sample) -> bool);
}

#[test]
fn power_contains_powers() {
    fn property(x: Sample, n: u8) -> bool {
        let n = u32::from(n % 12);
        unary(&x, |a| a.pow_u(n), |a| Rational::from(a.pow(n)))
    }
    check(property as fn(Sample, u8) -> bool);
}

/// Containment alone is met by the whole line: on single points the result must be the tightest there is.
#[test]
fn operations_on_points_round_once() {
    fn property(Bits(p): Bits, Number(a): Number, Number(b): Number) -> bool {
        let (x, y) = (RealBall::from_rational(4096, &a), RealBall::from_rational(4096, &b));
        let (Some(a), Some(b)) = (x.lower(), y.lower()) else { return false };
        let (x, y) = (RealBall::from_rational(4096, &a), RealBall::from_rational(4096, &b));
        let tight = |ball: RealBall, exact: Rational| {
            let (ball, exact) = (ball.with_precision(p), RealBall::from_rational(p, &exact));
            ball.contains_ball(&exact) && exact.contains_ball(&ball)
        };
        x.is_exact()
            && tight(&x + &y, (&a + &b).complete())
            && tight(&x - &y, (&a - &b).complete())
            && tight(&x * &y, (&a * &b).complete())
            && tight(x.pow_u(3), Rational::from((&a).pow(3u32)))
            && (b == 0 || tight(x.checked_div(&y).expect("nonzero"), (&a / &b).complete()))
    }
    check(property as fn(Bits, Number, Number) -> bool);
}

/// The tightest result on wide operands: each end of a product is the rounding of a product of ends.
#[test]
fn products_and_quotients_of_wide_balls_are_hulls_of_corners() {
    fn property(x: Sample, y: Sample) -> bool {
        let corners = |ball: &RealBall| Some([ball.lower()?, ball.upper()?]);
        let (Some(xs), Some(ys)) = (corners(&x.ball), corners(&y.ball)) else { return true };
        let p = x.ball.precision().max(y.ball.precision());
        let hull = |f: &dyn Fn(&Rational, &Rational) -> Rational| {
            let images = xs.iter().flat_map(|a| ys.iter().map(move |b| RealBall::from_rational(p, &f(a, b))));
            images.reduce(|a, b| a.hull(&b)).expect("four corners")
        };
        let same = |a: &RealBall, b: &RealBall| a.contains_ball(b) && b.contains_ball(a);
        same(&(&x.ball * &y.ball), &hull(&|a, b| (a * b).complete()))
            && x.ball.checked_div(&y.ball).is_ok_and(|q| same(&q, &hull(&|a, b| (a / b).complete())))
                != y.ball.contains_zero()
    }
    check(property as fn(Sample, Sample) -> bool);
}

/// A smaller operand gives a smaller result.
#[test]
fn operations_are_monotone_for_inclusion() {
    fn property(x: Sample, y: Sample) -> bool {
        let part = |s: &Sample| {
            let mut points = s.points.clone();
            points.sort();
            let middle = &points[points.len() / 3..];
            RealBall::from_bounds(4 * s.ball.precision(), &middle[0], &middle[middle.len() / 2])
                .expect("sorted")
        };
        let (a, b) = (part(&x), part(&y));
        let quotient = |a: &RealBall, b: &RealBall| a.checked_div(b).ok();
        x.ball.contains_ball(&a)
            && (&x.ball + &y.ball).contains_ball(&(&a + &b))
            && (&x.ball - &y.ball).contains_ball(&(&a - &b))
            && (&x.ball * &y.ball).contains_ball(&(&a * &b))
            && x.ball.sqr().contains_ball(&a.sqr())
            && x.ball.abs().contains_ball(&a.abs())
            && x.ball.exp().contains_ball(&a.exp())
            && x.ball.atan().contains_ball(&a.atan())
            && quotient(&x.ball, &y.ball)
                .is_none_or(|wide| quotient(&a, &b).is_some_and(|narrow| wide.contains_ball(&narrow)))
    }
    check(property as fn(Sample, Sample) -> bool);
}

#[test]
fn division_by_a_ball_with_zero_is_an_error_that_says_whether_bits_help() {
    let ball = |a: i32, b: i32| RealBall::from_bounds(64, &a.into(), &b.into()).expect("ordered");
    let one = RealBall::one(64);
    for (a, b) in [(-1, 1), (0, 1), (-1, 0)] {
        let error = one.checked_div(&ball(a, b)).expect_err("contains zero");
        assert!(matches!(error, EnclosureError::DomainUndecided { function: "division", .. }), "{error}");
    }
    let error = one.checked_div(&RealBall::zero(64)).expect_err("zero");
    assert!(matches!(error, EnclosureError::OutsideDomain { .. }), "{error}");
}

#[test]
fn compound_assignment_is_the_operation() {
    let (a, b) = (RealBall::from_rational(64, &(1, 3).into()), RealBall::from_rational(64, &(2, 7).into()));
    let same = |x: &RealBall, y: &RealBall| assert!(x.contains_ball(y) && y.contains_ball(x));
    let mut sum = a.clone();
    sum += &b;
    same(&sum, &(&a + &b));
    let mut difference = a.clone();
    difference -= b.clone();
    same(&difference, &(a.clone() - &b));
    let mut product = a.clone();
    product *= &b;
    same(&product, &(&a * b));
}
