//! Complex balls.

use crate::sample::{Moderate, ModerateSample, Sample, single};
use crate::{check, series};
use enclosure::{ComplexBall, EnclosureError, RealBall};
use quickcheck::{Arbitrary, Gen};
use rug::Rational;

/// An exact complex number.
type Point = (Rational, Rational);

/// A rectangle and some of its members.
#[derive(Clone, Debug)]
struct Rectangle {
    ball: ComplexBall,
    points: Vec<Point>,
}

fn rectangle(re: Sample, im: Sample) -> Rectangle {
    let corner = |x: &Sample| [0, 1, 2, 7].map(|i| x.points[i.min(x.points.len() - 1)].clone());
    let points = corner(&re).iter().flat_map(|a| corner(&im).map(|b| (a.clone(), b))).collect();
    Rectangle { ball: ComplexBall::new(re.ball, im.ball), points }
}

impl Arbitrary for Rectangle {
    fn arbitrary(g: &mut Gen) -> Self {
        rectangle(Sample::arbitrary(g), Sample::arbitrary(g))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let ball = self.ball.clone();
        Box::new(single(&self.points).into_iter().map(move |points| Self { ball: ball.clone(), points }))
    }
}

fn mul((a, b): &Point, (c, d): &Point) -> Point {
    (Rational::from(a * c) - Rational::from(b * d), Rational::from(a * d) + Rational::from(b * c))
}

fn norm2((a, b): &Point) -> Rational {
    Rational::from(a * a) + Rational::from(b * b)
}

fn div(x: &Point, (c, d): &Point) -> Point {
    let (re, im) = mul(x, &(c.clone(), Rational::from(-d)));
    let norm2 = norm2(&(c.clone(), d.clone()));
    (re / &norm2, im / norm2)
}

fn binary(
    x: &Rectangle,
    y: &Rectangle,
    ball: impl Fn(&ComplexBall, &ComplexBall) -> ComplexBall,
    exact: impl Fn(&Point, &Point) -> Point,
) -> bool {
    let result = ball(&x.ball, &y.ball);
    let fine = |(a, b): &Point| ComplexBall::from_rationals(4 * result.precision(), a, b);
    x.points.iter().all(|a| {
        y.points.iter().all(|b| {
            let (re, im) = exact(a, b);
            result.contains(&re, &im) && result.contains_ball(&ball(&fine(a), &fine(b)))
        })
    })
}

/// Containment of the same function of members at four times the precision.
fn contains_finer(x: &Rectangle, f: impl Fn(&ComplexBall) -> ComplexBall) -> bool {
    let result = f(&x.ball);
    let fine = 4 * x.ball.precision();
    x.points.iter().all(|(a, b)| result.contains_ball(&f(&ComplexBall::from_rationals(fine, a, b))))
}

#[test]
fn sum_and_difference_contain_those_of_members() {
    fn property(x: Rectangle, y: Rectangle) -> bool {
        let part = |f: fn(Rational, &Rational) -> Rational| {
            move |(a, b): &Point, (c, d): &Point| (f(a.clone(), c), f(b.clone(), d))
        };
        binary(&x, &y, |a, b| a + b, part(|a, b| a + b)) && binary(&x, &y, |a, b| a - b, part(|a, b| a - b))
    }
    check(property as fn(Rectangle, Rectangle) -> bool);
}

#[test]
fn product_contains_products() {
    check((|x, y| binary(&x, &y, |a, b| a * b, mul)) as fn(Rectangle, Rectangle) -> bool);
}

#[test]
fn quotient_contains_quotients_or_the_divisor_contains_zero() {
    fn property(x: Rectangle, y: Rectangle) -> bool {
        match x.ball.checked_div(&y.ball) {
            Ok(_) => binary(&x, &y, |a, b| a.checked_div(b).expect("nonzero"), div),
            Err(_) => y.ball.contains_zero(),
        }
    }
    check(property as fn(Rectangle, Rectangle) -> bool);
    let one = ComplexBall::from_real(RealBall::one(64));
    let error = one.checked_div(&(&one - &one)).expect_err("zero");
    assert!(matches!(error, EnclosureError::OutsideDomain { .. }), "{error}");
}

#[test]
fn powers_conjugate_and_norm_contain_those_of_members() {
    fn property(x: Rectangle, n: u8) -> bool {
        let n = u32::from(n % 8);
        let (square, power, norm, conj) = (x.ball.sqr(), x.ball.pow_u(n), x.ball.norm2(), x.ball.conj());
        let doubled = x.ball.scale(&RealBall::from_integer(64, &2.into()));
        let negated = -&x.ball;
        norm.is_nonnegative()
            && x.points.iter().all(|z| {
                let one = (Rational::from(1), Rational::new());
                let exact = (0..n).fold(one, |product, _| mul(&product, z));
                let squared = mul(z, z);
                square.contains(&squared.0, &squared.1)
                    && power.contains(&exact.0, &exact.1)
                    && norm.contains(&norm2(z))
                    && conj.contains(&z.0, &Rational::from(-&z.1))
                    && doubled.contains(&Rational::from(&z.0 * 2), &Rational::from(&z.1 * 2))
                    && negated.contains(&Rational::from(-&z.0), &Rational::from(-&z.1))
            })
    }
    check(property as fn(Rectangle, u8) -> bool);
}

#[test]
fn modulus_and_angle_contain_those_of_members() {
    fn property(x: Rectangle) -> bool {
        let modulus = x.ball.abs();
        let brackets = |z: &Point| {
            modulus.lower().is_some_and(|l| l >= 0 && l.square() <= norm2(z))
                && modulus.upper().is_none_or(|u| u.square() >= norm2(z))
        };
        let fine = |(a, b): &Point| ComplexBall::from_rationals(4 * x.ball.precision(), a, b).arg();
        let angle = x.ball.arg();
        x.points.iter().all(|z| {
            let same = |angle: &RealBall| fine(z).is_ok_and(|fine| angle.contains_ball(&fine));
            brackets(z) && angle.as_ref().map_or(true, same)
        })
    }
    check(property as fn(Rectangle) -> bool);
}

#[test]
fn exponential_contains_the_series() {
    fn property(ModerateSample(a): ModerateSample, ModerateSample(b): ModerateSample) -> bool {
        let x = rectangle(a, b);
        let image = x.ball.exp();
        let bits = x.ball.precision() + 100;
        let meets = |part: &RealBall, value: &RealBall| part.overlaps(value);
        x.points.iter().all(|(a, b)| {
            let ball = |v: series::Bounds| RealBall::from_bounds(1024, &v.lower, &v.upper).expect("ordered");
            let modulus = ball(series::exp(a, bits));
            meets(&image.re, &(&modulus * ball(series::cos(b, bits))))
                && meets(&image.im, &(&modulus * ball(series::sin(b, bits))))
        })
    }
    check(property as fn(ModerateSample, ModerateSample) -> bool);
    check((|x| contains_finer(&x, ComplexBall::exp)) as fn(Rectangle) -> bool);
}

/// The principal root of an exact square is the base with the right sign.
#[test]
fn root_of_a_square_contains_the_principal_base() {
    fn property(Moderate(a): Moderate, Moderate(b): Moderate) -> bool {
        let (a, b) = if a < 0 || (a == 0 && b < 0) { (-a, -b) } else { (a, b) };
        let (re, im) = mul(&(a.clone(), b.clone()), &(a.clone(), b.clone()));
        [64, 1024].into_iter().all(|p| {
            let z = ComplexBall::from_rationals(p, &re, &im);
            match z.sqrt() {
                Ok(root) => root.contains(&a, &b),
                // A number on the cut whose enclosure reaches below it.
                Err(_) => !z.im.is_exact() && z.im.contains_zero() || z.contains_zero(),
            }
        })
    }
    check(property as fn(Moderate, Moderate) -> bool);
}

#[test]
fn root_contains_roots_of_members() {
    fn property(x: Rectangle) -> bool {
        let Ok(root) = x.ball.sqrt() else { return x.ball.im.contains_zero() && !is_positive(&x.ball.re) };
        let fine = |(a, b): &Point| ComplexBall::from_rationals(4 * x.ball.precision(), a, b).sqrt();
        x.points.iter().all(|z| {
            // By another formula than the whole, so it meets the true root but need not lie inside.
            // A member at the tip of the plane's slit may itself be undecidable.
            fine(z).map_or(z.1 == 0 || z.0 == 0, |fine| root.overlaps(&fine))
        }) && root.re.is_nonnegative()
    }
    check(property as fn(Rectangle) -> bool);
}

fn is_positive(x: &RealBall) -> bool {
    x.sign().is_some_and(std::cmp::Ordering::is_gt)
}

#[test]
fn root_at_the_cut() {
    let at = |re: i32, im: i32| ComplexBall::from_rationals(64, &re.into(), &im.into());
    assert!(at(-4, 0).sqrt().unwrap().contains(&0.into(), &2.into()));
    assert!(at(0, 2).sqrt().unwrap().contains(&1.into(), &1.into()));
    assert!(at(0, -2).sqrt().unwrap().contains(&1.into(), &(-1).into()));
    assert!(at(0, 0).sqrt().unwrap().contains(&0.into(), &0.into()));
    let across = at(-4, 1).hull(&at(-4, -1));
    assert!(matches!(across.sqrt(), Err(EnclosureError::DomainUndecided { .. })));
    assert!(at(-1, -1).hull(&at(1, 1)).sqrt().is_err());
    assert!(at(-1, -1).hull(&at(1, 1)).arg().is_err());
}

#[test]
fn set_operations_work_on_both_parts() {
    let at = |re: i32, im: i32| ComplexBall::from_rationals(64, &re.into(), &im.into());
    let square = at(0, 0).hull(&at(2, 2));
    assert!(square.contains(&1.into(), &1.into()) && !square.contains(&1.into(), &3.into()));
    assert!(square.contains_zero() && !at(0, 1).contains_zero());
    let other = at(1, 1).hull(&at(3, 3));
    let common = square.intersect(&other).unwrap();
    assert!(common.contains_ball(&at(1, 2)) && !common.contains_ball(&at(0, 1)));
    assert!(square.overlaps(&other) && !square.overlaps(&at(1, 3)));
    assert!(square.intersect(&at(3, 0)).is_none());
    assert_eq!(at(1, -2).to_string(), "[1, 1] + [-2, -2]i");
}
