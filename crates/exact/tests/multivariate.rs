//! Polynomials in several indeterminates: ring laws, values, division.

use exact::{MultiPoly, Rational};
use quickcheck::{Arbitrary, Gen, QuickCheck, Testable};

fn check(law: impl Testable) {
    QuickCheck::new().rng(Gen::from_size_and_seed(12, 0x5eed)).tests(300).quickcheck(law);
}

const INDETERMINATES: u32 = 4;

/// A polynomial with few terms, small exponents and small coefficients, so that terms often meet and cancel.
#[derive(Clone, Debug)]
struct Poly(MultiPoly);

impl Arbitrary for Poly {
    fn arbitrary(g: &mut Gen) -> Self {
        let mut sum = MultiPoly::default();
        for _ in 0..u8::arbitrary(g) % 5 {
            let mut term = MultiPoly::from(Rational::from((i8::arbitrary(g) % 4, u8::arbitrary(g) % 3 + 1)));
            for _ in 0..u8::arbitrary(g) % 4 {
                term = term.times(&MultiPoly::indeterminate(u32::from(u8::arbitrary(g)) % INDETERMINATES));
            }
            sum = sum.plus(&term);
        }
        Self(sum)
    }
}

fn negated(f: &MultiPoly) -> MultiPoly {
    f.scaled(&Rational::from(-1))
}

fn point(seed: [i8; INDETERMINATES as usize]) -> Vec<Rational> {
    seed.iter().map(|x| Rational::from((i32::from(*x), 7))).collect()
}

#[test]
fn polynomials_form_a_commutative_ring() {
    fn law(Poly(f): Poly, Poly(g): Poly, Poly(h): Poly) -> bool {
        let (zero, one) = (MultiPoly::default(), MultiPoly::from(Rational::from(1)));
        f.plus(&g) == g.plus(&f)
            && f.plus(&g).plus(&h) == f.plus(&g.plus(&h))
            && f.plus(&zero) == f
            && f.plus(&negated(&f)).is_zero()
            && f.times(&g) == g.times(&f)
            && f.times(&g).times(&h) == f.times(&g.times(&h))
            && f.times(&one) == f
            && f.times(&zero) == zero
            && f.times(&g.plus(&h)) == f.times(&g).plus(&f.times(&h))
            && f.scaled(&Rational::from((2, 3))) == f.times(&MultiPoly::from(Rational::from((2, 3))))
    }
    check(law as fn(Poly, Poly, Poly) -> bool);
}

#[test]
fn the_value_of_a_sum_or_product_is_that_of_the_values() {
    fn law(Poly(f): Poly, Poly(g): Poly, x: [i8; 4]) -> bool {
        let x = point(x);
        let (a, b) = (f.evaluate(&x), g.evaluate(&x));
        f.plus(&g).evaluate(&x) == Rational::from(&a + &b) && f.times(&g).evaluate(&x) == a * b
    }
    check(law as fn(Poly, Poly, [i8; 4]) -> bool);
}

/// A polynomial that is not zero has a value other than zero on every grid with more points in each direction than its
/// degree (Combinatorial Nullstellensatz, N. Alon, Combin. Probab. Comput. 8 (1999)); so `is_zero` is decided by values too.
#[test]
fn zero_is_the_only_polynomial_that_vanishes_on_a_large_grid() {
    fn law(Poly(f): Poly, Poly(g): Poly, cancel: bool) -> bool {
        let f = if cancel { f.times(&g).plus(&negated(&g.times(&f))) } else { f };
        let side = f.degree() as i32 + 1;
        let vanishes = (0..side.pow(INDETERMINATES)).all(|at| {
            let digit = |i: u32| Rational::from(at / side.pow(i) % side);
            f.evaluate(&(0..INDETERMINATES).map(digit).collect::<Vec<_>>()) == 0
        });
        vanishes == f.is_zero()
    }
    check(law as fn(Poly, Poly, bool) -> bool);
}

#[test]
fn a_polynomial_is_made_of_its_coefficients_in_an_indeterminate() {
    fn law(Poly(f): Poly, number: u8) -> bool {
        let number = u32::from(number) % INDETERMINATES;
        let x = MultiPoly::indeterminate(number);
        let (mut sum, mut power) = (MultiPoly::default(), MultiPoly::from(Rational::from(1)));
        for e in 0..=f.degree_in(number) {
            let coefficient = f.coefficient_of(number, e);
            if coefficient.indeterminates().contains(&number) {
                return false;
            }
            sum = sum.plus(&coefficient.times(&power));
            power = power.times(&x);
        }
        sum == f
    }
    check(law as fn(Poly, u8) -> bool);
}

#[test]
fn division_leaves_a_smaller_power_and_takes_multiples_to_zero() {
    fn law(Poly(f): Poly, Poly(g): Poly, Poly(lower): Poly, e: u8) -> bool {
        // A divisor that is monic in indeterminate 0.
        let e = u32::from(e) % 3 + 1;
        let x = MultiPoly::indeterminate(0);
        let divisor = (0..e).fold(MultiPoly::from(Rational::from(1)), |p, _| p.times(&x));
        let divisor = divisor.plus(&lower.coefficient_of(0, 0));
        let reduce = |f: &MultiPoly| {
            let mut rest = f.clone();
            while let Some(next) = rest.division_step(&divisor, 0) {
                rest = next;
            }
            rest
        };
        let (rest, multiple) = (reduce(&f), g.times(&divisor));
        rest.degree_in(0) < e && reduce(&multiple).is_zero() && reduce(&f.plus(&multiple)) == rest
    }
    check(law as fn(Poly, Poly, Poly, u8) -> bool);
}

#[test]
fn constants_are_told_apart_from_what_depends_on_an_indeterminate() {
    let half = MultiPoly::from(Rational::from((1, 2)));
    assert_eq!(half.as_constant(), Some(Rational::from((1, 2))));
    assert_eq!(MultiPoly::default().as_constant(), Some(Rational::new()));
    assert_eq!(MultiPoly::indeterminate(3).as_constant(), None);
    assert_eq!(MultiPoly::indeterminate(3).plus(&half).as_constant(), None);
    assert_eq!(
        MultiPoly::indeterminate(3).division_step(&half, 3),
        None,
        "a divisor without the indeterminate"
    );
}
