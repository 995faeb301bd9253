//! Vectors, and unit vectors from stereographic parameters.

use exact::Rational;
use exact::vector::{dot, hadamard, norm2, scale, unit_vector};
use quickcheck::{Gen, QuickCheck, Testable};

fn check(law: impl Testable) {
    QuickCheck::new().rng(Gen::from_size_and_seed(12, 0x5eed)).tests(200).quickcheck(law);
}

fn rationals(parts: &[(i16, u8)]) -> Vec<Rational> {
    parts
        .iter()
        .map(|&(numerator, denominator)| Rational::from((numerator, u16::from(denominator) + 1)))
        .collect()
}

#[test]
fn unit_vectors_have_norm_exactly_one() {
    fn law(parts: Vec<(i16, u8)>) -> bool {
        let key = unit_vector(&rationals(&parts));
        key.len() == parts.len() + 1 && norm2(&key) == 1
    }
    check(law as fn(Vec<(i16, u8)>) -> bool);
}

#[test]
fn parameters_are_recovered_from_the_unit_vector() {
    fn law(parts: Vec<(i16, u8)>) -> bool {
        let parameters = rationals(&parts);
        let key = unit_vector(&parameters);
        let factor = (Rational::from(1) + &key[0]).recip();
        scale(&factor, &key[1..]) == parameters
    }
    check(law as fn(Vec<(i16, u8)>) -> bool);
}

#[test]
fn simple_parameters_give_simple_keys() {
    let half = Rational::from((1, 2));
    assert_eq!(unit_vector(&[]), [1]);
    assert_eq!(unit_vector(&[Rational::new()]), [1, 0]);
    assert_eq!(unit_vector(std::slice::from_ref(&half)), [(3, 5), (4, 5)].map(Rational::from));
    assert_eq!(unit_vector(&[half.clone(), half]), [(1, 3), (2, 3), (2, 3)].map(Rational::from));
}

#[test]
fn the_inner_product_is_bilinear_and_polarises_the_norm() {
    fn law(parts: Vec<((i16, u8), (i16, u8))>, c: (i16, u8)) -> bool {
        let (a, b): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
        let (a, b, c) = (rationals(&a), rationals(&b), rationals(&[c]).remove(0));
        let sum: Vec<Rational> = a.iter().zip(&b).map(|(x, y)| Rational::from(x + y)).collect();
        let twice = dot(&a, &b) * 2u32;
        norm2(&sum) == norm2(&a) + norm2(&b) + twice
            && dot(&scale(&c, &a), &b) == dot(&a, &b) * c
            && dot(&a, &b) == hadamard(&a, &b).iter().sum::<Rational>()
    }
    check(law as fn(Vec<((i16, u8), (i16, u8))>, (i16, u8)) -> bool);
}

#[test]
#[should_panic(expected = "vectors of lengths 1 and 2 do not match")]
fn inner_products_of_different_lengths_panic() {
    let _ = dot(&[Rational::new()], &[Rational::new(), Rational::new()]);
}

#[test]
#[should_panic(expected = "vectors of lengths 1 and 0 do not match")]
fn entrywise_products_of_different_lengths_panic() {
    let _ = hadamard(&[Rational::new()], &[]);
}
