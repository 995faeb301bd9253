//! Polynomials: stability in discrete time.

use exact::{IntPoly, Integer, Rational};

use crate::support::{Factored, NonZero, check};

fn reversed(f: &IntPoly) -> IntPoly {
    let mut coefficients = f.coefficients().to_vec();
    coefficients.reverse();
    IntPoly::new(coefficients)
}

#[test]
fn known_roots_decide() {
    fn law(instance: Factored) -> bool {
        let roots = instance.roots.iter().all(|(root, _)| Rational::from(root.abs_ref()) < 1);
        let pairs = instance.pairs.iter().all(|((u, w), _)| Rational::from(u * u) + w < 1);
        instance.product().schur_stable() == (roots && pairs)
    }
    check(1000, law as fn(Factored) -> bool);
}

/// All roots moved inside the circle by a scaling with the largest modulus, and then just out of it.
#[test]
fn roots_at_a_known_largest_modulus_decide() {
    fn law(instance: Factored, tiny: u8) -> bool {
        let roots = instance.roots.iter().map(|(root, _)| Rational::from(root * root));
        let pairs = instance.pairs.iter().map(|((u, w), _)| Rational::from(u * u) + w);
        let Some(largest) = roots.chain(pairs).max() else { return true };
        if largest.is_zero() {
            return instance.product().schur_stable();
        }
        // P(s z) has the largest modulus r/s. Bounds of r to within a tiny factor decide in which direction
        // it leaves.
        let bits = 20 + u32::from(tiny % 40);
        let shifted: Rational = largest << (2 * bits);
        let floor = shifted.floor().numer().clone().sqrt();
        let inside = Rational::from((&floor + Integer::from(1), Integer::from(1) << bits));
        let outside = Rational::from((floor, Integer::from(1) << bits));
        let scaled = |s: &Rational| {
            let mut power = Rational::from(1);
            let coefficients = instance.product().into_coefficients().into_iter().map(|c| {
                let scaled = Rational::from(&power * c);
                power *= s;
                scaled
            });
            IntPoly::from_rationals(&coefficients.collect::<Vec<_>>())
        };
        scaled(&inside).schur_stable() && (outside.is_zero() || !scaled(&outside).schur_stable())
    }
    check(300, law as fn(Factored, u8) -> bool);
}

#[test]
fn a_product_is_stable_when_its_factors_are() {
    fn law(NonZero(f): NonZero, NonZero(g): NonZero) -> bool {
        (&f * &g).schur_stable() == (f.schur_stable() && g.schur_stable())
    }
    check(500, law as fn(NonZero, NonZero) -> bool);
}

#[test]
fn reversal_takes_the_roots_of_a_stable_polynomial_outside() {
    fn law(NonZero(f): NonZero) -> bool {
        let reversed = reversed(&f);
        // A polynomial equal to its own reversal is the case in which the leading and the last coefficient
        // never differ.
        let palindrome = &f * &reversed;
        (f.degree() == Some(0)
            || f.coefficients()[0].is_zero()
            || !f.schur_stable()
            || !reversed.schur_stable())
            && (reversed.degree() == Some(0) || !palindrome.schur_stable())
    }
    check(500, law as fn(NonZero) -> bool);
}

#[test]
fn roots_on_the_circle_are_not_stable() {
    let on_the_circle: [&[i64]; 8] = [
        &[-1, 1],
        &[1, 1],
        &[1, 0, 1],
        &[5, -6, 5],
        &[1, 1, 1],
        &[-1, 0, 0, 0, 0, 1],
        &[1, 1, 1, 1, 1],
        &[25, -60, 86, -60, 25],
    ];
    for coefficients in on_the_circle {
        let f = IntPoly::from_i64(coefficients);
        assert!(!f.schur_stable(), "{f:?}");
        // Next to roots inside, and at zero.
        let inside = IntPoly::from_i64(&[0, 1, -3, 6]);
        assert!(inside.schur_stable());
        assert!(!(&f * &inside).schur_stable(), "{f:?}");
    }
}

#[test]
fn reciprocal_polynomials_without_roots_on_the_circle_are_not_stable() {
    // (z - 2)(2z - 1), (z² - 2z + 2)(2z² - 2z + 1): one root in, its mirror image out.
    for coefficients in [&[2, -5, 2][..], &[2, -6, 9, -6, 2]] {
        assert!(!IntPoly::from_i64(coefficients).schur_stable());
    }
}

#[test]
fn constants_follow_the_convention() {
    assert!(IntPoly::from_i64(&[-3]).schur_stable());
    assert!(!IntPoly::default().schur_stable());
    assert!(IntPoly::from_i64(&[0, 0, 4]).schur_stable());
}

#[test]
fn a_high_degree_is_decided() {
    // z^60 - c has all its roots at the modulus c^(1/60).
    for (c, stable) in [(99, true), (100, false), (101, false)] {
        let mut coefficients = vec![0; 61];
        coefficients[0] = -c;
        coefficients[60] = 100;
        assert_eq!(IntPoly::from_i64(&coefficients).schur_stable(), stable);
    }
    // (2z - 1)^40 is stable; with one factor 2z - 2 it is not.
    let mut f = IntPoly::from_i64(&[1]);
    for _ in 0..40 {
        f = &f * &IntPoly::from_i64(&[-1, 2]);
    }
    assert!(f.schur_stable());
    assert!(!(&f * &IntPoly::from_i64(&[-2, 2])).schur_stable());
}

#[test]
fn an_exact_tie_inside_the_recursion_is_decided() {
    // No root is on the circle, but after one step the first and the last coefficient are -7 and 7, which no
    // number of bits can tell apart.
    for coefficients in [&[-3, -1, -1, 4][..], &[-3, -4, -4, 3, 4]] {
        assert!(!IntPoly::from_i64(coefficients).schur_stable());
    }
}
