//! Polynomials: exact division and greatest common divisors.

use exact::{IntPoly, Rational};

use crate::support::{NonZero, Poly, Ratio, check, linear};

/// The same roots with the same multiplicities, and the same sign of the leading coefficient.
fn positive_multiples(f: &IntPoly, g: &IntPoly) -> bool {
    f.primitive() == g.primitive()
}

#[test]
fn a_quotient_undoes_a_product() {
    fn law(Poly(f): Poly, NonZero(g): NonZero) -> bool {
        let product = &f * &g;
        g.divides(&product)
            && product
                .exact_quotient(&g)
                .is_some_and(|q| positive_multiples(&q, &f) && (f.is_zero() || q.content() == 1))
    }
    check(500, law as fn(Poly, NonZero) -> bool);
}

#[test]
fn division_with_a_remainder_is_refused() {
    fn law(Poly(f): Poly, NonZero(g): NonZero, NonZero(r): NonZero) -> bool {
        r.degree() >= g.degree() || {
            let sum = &(&f * &g) + &r;
            !g.divides(&sum) && sum.exact_quotient(&g).is_none()
        }
    }
    check(1000, law as fn(Poly, NonZero, NonZero) -> bool);
}

#[test]
fn only_zero_is_divisible_by_zero() {
    let (zero, one) = (IntPoly::default(), IntPoly::from_i64(&[1]));
    assert!(zero.divides(&zero));
    assert!(!zero.divides(&one));
    assert!(one.divides(&zero));
    assert_eq!(one.exact_quotient(&zero), None);
    assert_eq!(zero.exact_quotient(&one), Some(zero));
}

#[test]
fn division_is_over_the_rationals() {
    let f = IntPoly::from_i64(&[1, 1]);
    assert!(f.scale(&3.into()).divides(&f));
    assert_eq!(f.exact_quotient(&f.scale(&(-3).into())), Some(IntPoly::from_i64(&[-1])));
}

#[test]
fn a_linear_factor_is_removed_once() {
    fn law(NonZero(f): NonZero, Ratio(x): Ratio) -> bool {
        let mut product = &f * &linear(&x);
        product.divide_linear(&x) && product == f
    }
    check(500, law as fn(NonZero, Ratio) -> bool);
}

#[test]
fn a_point_that_is_no_root_leaves_the_polynomial_alone() {
    fn law(Poly(f): Poly, Ratio(x): Ratio) -> bool {
        let mut divided = f.clone();
        f.is_zero() || f.eval(&x).is_zero() || (!divided.divide_linear(&x) && divided == f)
    }
    check(500, law as fn(Poly, Ratio) -> bool);
    // The division only fails at the constant term.
    let mut f = IntPoly::from_i64(&[1, 1, 1]);
    assert!(!f.divide_linear(&Rational::from(1)));
    assert_eq!(f, IntPoly::from_i64(&[1, 1, 1]));
    assert!(!IntPoly::default().divide_linear(&Rational::from(1)));
}

#[test]
fn a_common_divisor_divides_and_is_the_greatest() {
    fn law(NonZero(f): NonZero, NonZero(g): NonZero, NonZero(h): NonZero) -> bool {
        let (a, b) = (&f * &h, &g * &h);
        let d = a.gcd(&b);
        // f/d and g/d are coprime exactly when their resultant does not vanish.
        let cofactors = a.exact_quotient(&d).zip(b.exact_quotient(&d));
        h.divides(&d)
            && d.content() == 1
            && d.leading().is_some_and(|l| l.is_positive())
            && cofactors.is_some_and(|(a, b)| a.resultant(&b) != 0)
            && d == b.gcd(&a)
    }
    check(300, law as fn(NonZero, NonZero, NonZero) -> bool);
}

#[test]
fn zero_is_neutral_for_the_common_divisor() {
    let zero = IntPoly::default();
    let f = IntPoly::from_i64(&[-4, 2, -6]);
    assert_eq!(zero.gcd(&zero), zero);
    assert_eq!(f.gcd(&zero), IntPoly::from_i64(&[2, -1, 3]));
    assert_eq!(zero.gcd(&f), IntPoly::from_i64(&[2, -1, 3]));
    assert_eq!(f.gcd(&IntPoly::from_i64(&[5])), IntPoly::from_i64(&[1]));
}

#[test]
fn primes_that_spoil_the_common_divisor_are_survived() {
    // Modulo the first prime that is tried, x + p equals x, and the leading coefficient p vanishes.
    let p = (1 << 31) - 1;
    let h = IntPoly::from_i64(&[3, -7, 5]);
    let f = &h * &IntPoly::from_i64(&[p, 1]);
    let g = &h * &IntPoly::from_i64(&[0, 1]);
    assert_eq!(f.gcd(&g), h);
    let f = &h * &IntPoly::from_i64(&[1, p]);
    assert_eq!(f.gcd(&g), h);
    assert_eq!(IntPoly::from_i64(&[p, 1]).gcd(&IntPoly::from_i64(&[0, 1])), IntPoly::from_i64(&[1]));
}

#[test]
fn a_leading_coefficient_that_does_not_divide_is_a_remainder() {
    let f = IntPoly::from_i64(&[0, 1]);
    assert!(!IntPoly::from_i64(&[1, 2]).divides(&f));
    assert!(!IntPoly::from_i64(&[0, 1, 2]).divides(&IntPoly::from_i64(&[0, 0, 1])));
    assert!(!IntPoly::from_i64(&[1, 0, 2]).divides(&f));
}

#[test]
fn an_image_confirmed_by_two_spoiling_primes_is_not_believed() {
    // x + pq and x agree modulo the first two primes, p and q.
    let product = ((1_i64 << 31) - 1) * ((1 << 31) - 19);
    let (f, x) = (IntPoly::from_i64(&[product, 1]), IntPoly::from_i64(&[0, 1]));
    assert_eq!(f.gcd(&x), IntPoly::from_i64(&[1]));
}

#[test]
fn a_prime_that_divides_the_leading_coefficient_of_the_common_divisor_is_passed_over() {
    let h = IntPoly::from_i64(&[1, (1 << 31) - 1]);
    let (f, g) = (&h * &IntPoly::from_i64(&[1, 1]), &h * &IntPoly::from_i64(&[2, 1]));
    assert_eq!(f.gcd(&g), h);
}

#[test]
fn a_spoiling_prime_after_a_good_one_is_passed_over() {
    // Modulo the second prime the image is h x instead of h, whose coefficients need more than one prime.
    let h = IntPoly::from_i64(&[1 << 45, -7, 5]);
    let (f, g) = (&h * &IntPoly::from_i64(&[(1 << 31) - 19, 1]), &h * &IntPoly::from_i64(&[0, 1]));
    assert_eq!(f.gcd(&g), h);
}
