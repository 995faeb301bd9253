//! Polynomials: square-free decomposition, resultant, discriminant.

use exact::{IntPoly, Integer, Rational};

use crate::support::{Factored, NonZero, Poly, check, linear, quadratic};

#[test]
fn the_decomposition_groups_known_factors_by_multiplicity() {
    fn law(instance: Factored) -> bool {
        let mut expected = vec![IntPoly::from_i64(&[1]); 4];
        for (root, multiplicity) in &instance.roots {
            expected[*multiplicity] = &expected[*multiplicity] * &linear(root);
        }
        for ((u, w), multiplicity) in &instance.pairs {
            expected[*multiplicity] = &expected[*multiplicity] * &quadratic(u, w);
        }
        let expected: Vec<_> =
            expected.into_iter().zip(0..).filter(|(factor, _)| factor.degree() > Some(0)).collect();
        instance.product().square_free_factorization() == expected
    }
    check(300, law as fn(Factored) -> bool);
}

#[test]
fn the_decomposition_multiplies_back() {
    fn law(NonZero(f): NonZero, NonZero(g): NonZero) -> bool {
        let h = &(&f * &f) * &g;
        let factors = h.square_free_factorization();
        let mut product = IntPoly::from_i64(&[1]);
        for (factor, multiplicity) in &factors {
            for _ in 0..*multiplicity {
                product = &product * factor;
            }
        }
        let ascending = factors.windows(2).all(|w| w[0].1 < w[1].1);
        let coprime = factors.iter().all(|(a, i)| {
            a.discriminant() != 0 && factors.iter().all(|(b, j)| i == j || a.resultant(b) != 0)
        });
        ascending && coprime && (product == h.primitive() || product == -&h.primitive())
    }
    check(200, law as fn(NonZero, NonZero) -> bool);
}

#[test]
fn the_square_free_part_has_the_same_sign_and_simple_roots() {
    fn law(NonZero(f): NonZero, NonZero(g): NonZero) -> bool {
        let h = &(&f * &f) * &g;
        let part = h.square_free_part();
        let sign = |p: &IntPoly| p.leading().map(Integer::cmp0);
        part.discriminant() != 0
            && part.divides(&h)
            && f.square_free_part().divides(&part)
            && g.square_free_part().divides(&part)
            && sign(&part) == sign(&h)
            && part.content() == 1
    }
    check(200, law as fn(NonZero, NonZero) -> bool);
    assert!(IntPoly::default().square_free_part().is_zero());
    assert_eq!(IntPoly::from_i64(&[-4]).square_free_part(), IntPoly::from_i64(&[-1]));
    assert_eq!(IntPoly::from_i64(&[-4]).square_free_factorization(), []);
    assert_eq!(IntPoly::default().square_free_factorization(), []);
}

#[test]
fn the_discriminant_vanishes_exactly_at_repeated_factors() {
    fn law(NonZero(f): NonZero, NonZero(g): NonZero) -> bool {
        let square_free = |p: &IntPoly| p.square_free_part().degree() == p.degree();
        let h = &(&f * &f) * &g;
        (f.discriminant() != 0) == square_free(&f)
            && (h.discriminant() == 0) == (f.degree() > Some(0) || g.discriminant() == 0)
    }
    check(300, law as fn(NonZero, NonZero) -> bool);
}

#[test]
fn discriminants_of_low_degree_are_the_known_ones() {
    fn law(a: i32, b: i32, c: i32, d: i32) -> bool {
        let [a, b, c, d] = [a, b, c, d].map(|x| i64::from(x % 1000));
        if a == 0 {
            return true;
        }
        let quadratic = IntPoly::from_i64(&[c, b, a]).discriminant();
        let cubic = IntPoly::from_i64(&[d, c, b, a]).discriminant();
        quadratic == b * b - 4 * a * c
            && cubic
                == b * b * c * c - 4 * a * c * c * c - 4 * b * b * b * d - 27 * a * a * d * d
                    + 18 * a * b * c * d
    }
    check(500, law as fn(i32, i32, i32, i32) -> bool);
    assert_eq!(IntPoly::from_i64(&[3, 2]).discriminant(), 1);
    assert_eq!(IntPoly::from_i64(&[3]).discriminant(), 1);
    assert_eq!(IntPoly::default().discriminant(), 0);
}

#[test]
fn the_resultant_is_the_product_over_the_roots() {
    fn law(roots: Vec<(i16, u8)>, Poly(g): Poly, scale: i8) -> bool {
        let roots: Vec<Rational> =
            roots.into_iter().take(5).map(|(p, q)| Rational::from((p, 1 + u32::from(q)))).collect();
        let constant = Integer::from(if scale == 0 { 1 } else { i32::from(scale) });
        let f = roots.iter().fold(IntPoly::new(vec![constant]), |f, root| &f * &linear(root));
        let Some(degree) = g.degree() else {
            return f.resultant(&g) == 0;
        };
        let mut expected = Rational::from(1);
        for root in &roots {
            expected *= g.eval(root);
        }
        for _ in 0..degree {
            expected *= f.coefficients().last().unwrap();
        }
        f.resultant(&g) == expected
    }
    check(500, law as fn(Vec<(i16, u8)>, Poly, i8) -> bool);
}

#[test]
fn the_resultant_is_multiplicative_and_antisymmetric() {
    fn law(NonZero(f): NonZero, NonZero(g): NonZero, NonZero(h): NonZero) -> bool {
        let odd = |p: &IntPoly| p.degree().is_some_and(|n| n % 2 == 1);
        let swapped = g.resultant(&f);
        (&f * &h).resultant(&g) == f.resultant(&g) * h.resultant(&g)
            && f.resultant(&g) == if odd(&f) && odd(&g) { -swapped } else { swapped }
    }
    check(200, law as fn(NonZero, NonZero, NonZero) -> bool);
}
