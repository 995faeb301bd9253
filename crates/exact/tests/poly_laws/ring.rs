//! Polynomials: ring laws, normal form, values and signs.

use std::cmp::Ordering;

use exact::{IntPoly, Integer, Rational};

use crate::support::{NonZero, Poly, Ratio, check, linear};

#[test]
fn polynomials_form_a_commutative_ring() {
    fn law(Poly(f): Poly, Poly(g): Poly, Poly(h): Poly) -> bool {
        let (zero, one) = (IntPoly::default(), IntPoly::from_i64(&[1]));
        &f + &g == &g + &f
            && &(&f + &g) + &h == &f + &(&g + &h)
            && &f + &zero == f
            && &f + &-&f == zero
            && &f - &g == &f + &-&g
            && &f * &g == &g * &f
            && &(&f * &g) * &h == &f * &(&g * &h)
            && &f * &one == f
            && &f * &zero == zero
            && &f * &(&g + &h) == &(&f * &g) + &(&f * &h)
    }
    check(500, law as fn(Poly, Poly, Poly) -> bool);
}

#[test]
fn no_result_has_a_trailing_zero() {
    fn law(Poly(f): Poly, Poly(g): Poly) -> bool {
        let results =
            [&f + &g, &f - &g, &f - &f, &f * &g, f.derivative(), f.primitive(), f.scale(&Integer::new())];
        results.iter().all(|r| r.coefficients().last().is_none_or(|c| !c.is_zero()))
    }
    check(500, law as fn(Poly, Poly) -> bool);
    assert!(IntPoly::from_i64(&[0, 0]).is_zero());
    assert_eq!(IntPoly::from_i64(&[0, 0]).degree(), None);
    assert_eq!(IntPoly::from_i64(&[7, 0]).degree(), Some(0));
}

#[test]
fn degrees_add_in_a_product() {
    fn law(NonZero(f): NonZero, NonZero(g): NonZero) -> bool {
        let degrees = f.degree().zip(g.degree()).map(|(m, n)| m + n);
        (&f * &g).degree() == degrees
    }
    check(500, law as fn(NonZero, NonZero) -> bool);
}

#[test]
fn derivation_is_linear_and_obeys_leibniz() {
    fn law(Poly(f): Poly, Poly(g): Poly) -> bool {
        (&f + &g).derivative() == &f.derivative() + &g.derivative()
            && (&f * &g).derivative() == &(&f.derivative() * &g) + &(&f * &g.derivative())
    }
    check(500, law as fn(Poly, Poly) -> bool);
    assert_eq!(IntPoly::from_i64(&[5, 4, 3, 2]).derivative(), IntPoly::from_i64(&[4, 6, 6]));
}

#[test]
fn evaluation_is_a_ring_homomorphism() {
    fn law(Poly(f): Poly, Poly(g): Poly, Ratio(x): Ratio) -> bool {
        (&f + &g).eval(&x) == f.eval(&x) + g.eval(&x) && (&f * &g).eval(&x) == f.eval(&x) * g.eval(&x)
    }
    check(500, law as fn(Poly, Poly, Ratio) -> bool);
}

#[test]
fn values_and_signs_are_those_of_the_power_sum() {
    fn law(Poly(f): Poly, Ratio(x): Ratio) -> bool {
        let mut power = Rational::from(1);
        let mut sum = Rational::new();
        for c in f.coefficients() {
            sum += Rational::from(&power * c);
            power *= &x;
        }
        let at_integer = f.eval(&Rational::from(x.numer())) == f.eval_integer(x.numer());
        f.eval(&x) == sum && f.sign_at(&x) == sum.cmp0() && at_integer
    }
    check(1000, law as fn(Poly, Ratio) -> bool);
}

#[test]
fn the_sign_at_a_root_is_zero() {
    fn law(Poly(f): Poly, Ratio(x): Ratio) -> bool {
        (&f * &linear(&x)).sign_at(&x) == Ordering::Equal
    }
    check(500, law as fn(Poly, Ratio) -> bool);
}

#[test]
fn the_primitive_multiple_keeps_every_sign() {
    fn law(coefficients: Vec<Ratio>, Ratio(x): Ratio) -> bool {
        let rationals: Vec<Rational> = coefficients.into_iter().take(8).map(|c| c.0).collect();
        let f = IntPoly::from_rationals(&rationals);
        let value = rationals.iter().rev().fold(Rational::new(), |value, c| value * &x + c);
        let content = f.content();
        f.sign_at(&x) == value.cmp0() && (content == 1 || (f.is_zero() && content == 0))
    }
    check(500, law as fn(Vec<Ratio>, Ratio) -> bool);
    let fractions = [Rational::from((-1, 6)), Rational::from((3, 4))];
    assert_eq!(IntPoly::from_rationals(&fractions), IntPoly::from_i64(&[-2, 9]));
}

#[test]
fn content_times_primitive_part_is_the_polynomial() {
    fn law(Poly(f): Poly) -> bool {
        let content = f.content();
        !content.is_negative() && f.primitive().scale(&content) == f
    }
    check(500, law as fn(Poly) -> bool);
    assert_eq!(IntPoly::from_i64(&[-6, 0, -10]).primitive(), IntPoly::from_i64(&[-3, 0, -5]));
}
