//! Real balls: roots, exponential, logarithm, arc tangents, against exact arithmetic and power series.

use crate::sample::{Bits, Moderate, ModerateSample, Number, Sample, power_of_two};
use crate::{check, series};
use enclosure::{EnclosureError, RealBall};
use rug::{Complete, Rational};

/// The images of members at four times the precision.
fn contains_finer(x: &Sample, f: impl Fn(&RealBall) -> RealBall) -> bool {
    let result = f(&x.ball);
    x.points.iter().all(|a| result.contains_ball(&f(&RealBall::from_rational(4 * x.ball.precision(), a))))
}

/// The width of the image of a point is at most two units in the last place.
fn is_tight(ball: &RealBall) -> bool {
    let (Some(width), Some(lower), Some(upper)) = (ball.width(), ball.lower(), ball.upper()) else {
        return false;
    };
    width <= lower.abs().max(upper.abs()) * power_of_two(1 - ball.precision().cast_signed())
}

#[test]
fn root_contains_roots_or_the_argument_has_negative_members() {
    fn property(x: Sample) -> bool {
        let Ok(root) = x.ball.sqrt() else { return !x.ball.is_nonnegative() };
        let brackets = |a: &Rational| {
            let (lower, upper) = (root.lower(), root.upper());
            lower.is_some_and(|l| l >= 0 && l.square() <= *a) && upper.is_none_or(|u| u.square() >= *a)
        };
        x.ball.is_nonnegative()
            && x.points.iter().all(brackets)
            && contains_finer(&x, |a| a.sqrt().expect("nonnegative"))
    }
    check(property as fn(Sample) -> bool);
}

#[test]
fn root_of_a_square_contains_the_base_and_is_tight() {
    fn property(Bits(p): Bits, Number(a): Number) -> bool {
        let exact = RealBall::from_rational(4096, &a.clone().abs());
        let root = exact.sqr().sqrt().expect("nonnegative").with_precision(p);
        root.contains_ball(&exact) && is_tight(&root)
    }
    check(property as fn(Bits, Number) -> bool);
}

#[test]
fn root_at_and_across_zero() {
    let ball = |a: i32, b: i32| RealBall::from_bounds(64, &a.into(), &b.into()).expect("ordered");
    let touching = ball(0, 4).sqrt().unwrap();
    assert_eq!((touching.lower(), touching.upper()), (Some(0.into()), Some(2.into())));
    assert!(matches!(ball(-1, 4).sqrt(), Err(EnclosureError::DomainUndecided { .. })));
    assert!(matches!(ball(-2, -1).sqrt(), Err(EnclosureError::OutsideDomain { .. })));
    let part = ball(-1, 4).sqrt_of_nonnegative().unwrap();
    assert_eq!((part.lower(), part.upper()), (Some(0.into()), Some(2.into())));
    assert_eq!(ball(-1, 0).sqrt_of_nonnegative().unwrap().upper(), Some(0.into()));
    assert!(ball(-2, -1).sqrt_of_nonnegative().is_err());
}

#[test]
fn exponential_contains_exponentials() {
    check((|x| contains_finer(&x, RealBall::exp)) as fn(Sample) -> bool);
    fn property(ModerateSample(x): ModerateSample) -> bool {
        let image = x.ball.exp();
        let (Some(lower), Some(upper)) = (image.lower(), image.upper()) else { return false };
        let reference = |a| series::exp(a, x.ball.precision() + 100);
        x.points.iter().all(|a| series::may_contain(&lower, &upper, &reference(a)))
    }
    check(property as fn(ModerateSample) -> bool);
}

#[test]
fn exponential_of_a_point_is_tight() {
    check(
        (|Bits(p), Moderate(a)| is_tight(&RealBall::from_rational(8192, &a).exp().with_precision(p)))
            as fn(Bits, Moderate) -> bool,
    );
}

#[test]
fn exponential_beyond_the_range_is_unbounded_or_touches_zero() {
    let huge = RealBall::from_rational(64, &power_of_two(40));
    let overflow = huge.exp();
    assert!(overflow.upper().is_none() && !overflow.is_bounded());
    assert!(overflow.contains(&power_of_two(100_000_000)) || overflow.compare(&RealBall::one(64)).is_some());
    assert!(overflow.sign().is_some_and(std::cmp::Ordering::is_gt));
    let underflow = (-&huge).exp();
    assert_eq!(underflow.lower(), Some(0.into()));
    assert_eq!(underflow.sign(), None, "a number that underflows is positive, but its ball cannot show it");
    assert!(!underflow.is_exact());
    let everything = overflow.hull(&-&overflow);
    assert_eq!(everything.exp().lower(), Some(0.into()));
    assert!(everything.exp().upper().is_none());
    let product = &RealBall::zero(64) * &everything;
    assert_eq!((product.lower(), product.upper()), (Some(0.into()), Some(0.into())));
    let difference = &overflow - &overflow;
    assert!(difference.lower().is_none() && difference.upper().is_none());
}

#[test]
fn logarithm_contains_logarithms_or_the_argument_reaches_zero() {
    fn property(x: Sample) -> bool {
        match x.ball.log() {
            Ok(_) => contains_finer(&x, |a| a.log().expect("positive")),
            Err(error) => {
                let positive = x.ball.upper().is_none_or(|u| u > 0);
                x.ball.lower().is_none_or(|l| l <= 0) && error.may_be_cured_by_precision() == positive
            }
        }
    }
    check(property as fn(Sample) -> bool);
}

/// `log` is the inverse of the series for `exp`.
#[test]
fn logarithm_inverts_the_exponential_series() {
    fn property(ModerateSample(x): ModerateSample) -> bool {
        let Ok(image) = x.ball.log() else { return true };
        let (Some(lower), Some(upper)) = (image.lower(), image.upper()) else { return false };
        if lower < -32 || upper > 32 {
            return true;
        }
        let bits = x.ball.precision() + 100;
        let (low, high) = (series::exp(&lower, bits), series::exp(&upper, bits));
        x.points.iter().all(|a| low.lower <= *a && high.upper >= *a)
    }
    check(property as fn(ModerateSample) -> bool);
}

#[test]
fn logarithm_at_zero_is_an_error_and_is_tight_near_it() {
    let ball = |a: i32, b: i32| RealBall::from_bounds(64, &a.into(), &b.into()).expect("ordered");
    assert!(matches!(ball(0, 1).log(), Err(EnclosureError::DomainUndecided { .. })));
    assert!(matches!(ball(-1, 1).log(), Err(EnclosureError::DomainUndecided { .. })));
    assert!(matches!(ball(0, 0).log(), Err(EnclosureError::OutsideDomain { .. })));
    assert!(matches!(ball(-1, 0).log(), Err(EnclosureError::OutsideDomain { .. })));
    let tiny = RealBall::from_rational(64, &power_of_two(-1000)).log().unwrap();
    assert!(
        is_tight(&tiny)
            && tiny.contains_ball(&RealBall::from_rational(512, &power_of_two(-1000)).log().unwrap())
    );
    let one = RealBall::one(64).log().unwrap();
    assert!(one.is_exact() && one.contains_zero());
}

/// `tan l ≤ x ≤ tan u` with the tangent as a quotient of series.
#[test]
fn arc_tangent_contains_arc_tangents() {
    check((|x| contains_finer(&x, RealBall::atan)) as fn(Sample) -> bool);
    fn property(ModerateSample(x): ModerateSample) -> bool {
        let image = x.ball.atan();
        let (Some(lower), Some(upper)) = (image.lower(), image.upper()) else { return false };
        let bits = x.ball.precision() + 100;
        // The sign of sin θ − a cos θ, from below (or above) for the lower (or upper) end.
        let below = |a: &Rational| {
            let (sin, cos) = (series::sin(&lower, bits), series::cos(&lower, bits));
            let product = Rational::from(a * &cos.lower).max(Rational::from(a * &cos.upper));
            sin.lower <= product
        };
        let above = |a: &Rational| {
            let (sin, cos) = (series::sin(&upper, bits), series::cos(&upper, bits));
            let product = Rational::from(a * &cos.lower).min(Rational::from(a * &cos.upper));
            cos.lower <= 0 || sin.upper >= product
        };
        x.points.iter().all(|a| below(a) && above(a))
    }
    check(property as fn(ModerateSample) -> bool);
}

#[test]
fn angle_contains_angles_of_points() {
    fn property(y: Sample, x: Sample) -> bool {
        let Ok(angle) = y.ball.atan2(&x.ball) else {
            let cut = y.ball.contains_zero() && x.ball.lower().is_none_or(|l| l <= 0);
            return cut && (x.ball.contains_zero() || !y.ball.is_nonnegative());
        };
        let fine = 4 * angle.precision();
        y.points.iter().all(|b| {
            x.points.iter().all(|a| {
                let (a, b) = (RealBall::from_rational(fine, a), RealBall::from_rational(fine, b));
                b.atan2(&a).is_ok_and(|point| angle.contains_ball(&point))
            })
        })
    }
    check(property as fn(Sample, Sample) -> bool);
}

/// A rotation by `−l` turns every point of the rectangle into the upper half-plane, one by `−u` into the lower.
#[test]
fn angle_brackets_points_by_the_series() {
    fn property(ModerateSample(y): ModerateSample, ModerateSample(x): ModerateSample) -> bool {
        let Ok(angle) = y.ball.atan2(&x.ball) else { return true };
        let (Some(lower), Some(upper)) = (angle.lower(), angle.upper()) else { return false };
        // A few bits may round a span just below π to one above it, where the rotation says nothing.
        if Rational::from(&upper - &lower) > 3 {
            return true;
        }
        let bits = angle.precision() + 100;
        let slack = power_of_two(8 - bits.cast_signed());
        let turned = |by: &Rational, a: &Rational, b: &Rational| {
            let (sin, cos) = (series::sin(by, bits).lower, series::cos(by, bits).lower);
            (b * &cos).complete() - (a * &sin).complete()
        };
        x.points.iter().all(|a| {
            y.points.iter().all(|b| turned(&lower, a, b) >= -slack.clone() && turned(&upper, a, b) <= slack)
        })
    }
    check(property as fn(ModerateSample, ModerateSample) -> bool);
}

#[test]
fn angle_on_the_axes_and_across_the_cut() {
    let at = |a: i32| RealBall::from_integer(64, &a.into());
    let ball = |a: i32, b: i32| RealBall::from_bounds(64, &a.into(), &b.into()).expect("ordered");
    let pi = RealBall::pi(64);
    let same =
        |a: RealBall, b: &RealBall| assert!(a.contains_ball(b) && b.contains_ball(&a), "{a} is not {b}");
    same(at(0).atan2(&at(-1)).unwrap(), &pi);
    same((at(0) - at(0)).atan2(&at(-1)).unwrap(), &pi);
    same((-at(0)).atan2(&at(-1)).unwrap(), &pi);
    same(at(1).atan2(&at(0)).unwrap(), &pi.checked_div(&at(2)).unwrap());
    assert!(at(0).atan2(&at(1)).unwrap().is_exact());
    assert!(ball(0, 1).atan2(&ball(-2, -1)).unwrap().contains_ball(&pi), "the cut belongs to the upper side");
    assert!(matches!(ball(-1, 1).atan2(&at(-1)), Err(EnclosureError::DomainUndecided { .. })));
    assert!(matches!(ball(-1, 0).atan2(&at(-1)), Err(EnclosureError::DomainUndecided { .. })));
    assert!(matches!(ball(-1, 1).atan2(&ball(-1, 1)), Err(EnclosureError::DomainUndecided { .. })));
    assert!(matches!(at(0).atan2(&at(0)), Err(EnclosureError::OutsideDomain { .. })));
}
