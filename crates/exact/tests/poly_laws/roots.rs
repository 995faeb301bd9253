//! Real roots: Sturm against Descartes, both against known roots.

use exact::poly::RootInterval;
use exact::{IntPoly, Integer, Rational};

use crate::support::{Factored, NonZero, Ratio, check, linear, quadratic};

fn q(numerator: i64, denominator: i64) -> Rational {
    Rational::from((numerator, denominator))
}

/// Everything that the documentation promises about the isolating intervals.
fn isolates(f: &IntPoly) -> bool {
    let roots = f.isolate_real_roots();
    let part = f.square_free_part();
    let proper = roots.iter().all(|root| match root {
        RootInterval::Exact(x) => f.sign_at(x).is_eq(),
        RootInterval::Open { lo, hi } => {
            let sign = part.sign_at(lo);
            lo < hi && sign.is_ne() && part.sign_at(hi) == sign.reverse() && f.sturm_count(lo, hi) == 1
        }
    });
    let ascending = roots.windows(2).all(|pair| match pair {
        [RootInterval::Exact(x), RootInterval::Exact(y)] => x < y,
        [left, right] => left.hi() <= right.lo(),
        _ => false,
    });
    proper && ascending && roots.len() == f.sturm_count_real() && roots.len() == f.real_root_count()
}

fn holds(interval: &RootInterval, root: &Rational) -> bool {
    match interval {
        RootInterval::Exact(x) => x == root,
        RootInterval::Open { lo, hi } => lo < root && root < hi,
    }
}

#[test]
fn both_counts_agree_and_the_intervals_isolate() {
    check(1500, (|NonZero(f)| isolates(&f)) as fn(NonZero) -> bool);
}

#[test]
fn known_roots_are_found() {
    fn law(instance: Factored) -> bool {
        let f = instance.product();
        let intervals = f.isolate_real_roots();
        isolates(&f)
            && intervals.len() == instance.roots.len()
            && intervals.iter().zip(&instance.roots).all(|(interval, (root, _))| holds(interval, root))
    }
    check(500, law as fn(Factored) -> bool);
}

#[test]
fn multiplicities_are_counted() {
    fn law(instance: Factored) -> bool {
        let f = instance.product();
        f.real_roots_with_multiplicity() == instance.roots.iter().map(|(_, m)| m).sum::<usize>()
            && f.non_real_pairs() == instance.pairs.iter().map(|(_, m)| m).sum::<usize>()
            && f.real_root_count() == instance.roots.len()
            && f.sturm_count_real() == instance.roots.len()
    }
    check(300, law as fn(Factored) -> bool);
}

#[test]
fn sturm_counts_in_half_open_intervals() {
    fn law(instance: Factored, Ratio(a): Ratio, Ratio(b): Ratio) -> bool {
        let f = instance.product();
        let mut points: Vec<Rational> = instance.roots.iter().map(|(root, _)| root.clone()).collect();
        points.extend([a, b]);
        points.iter().all(|lo| {
            points.iter().all(|hi| {
                let expected = instance.roots.iter().filter(|(root, _)| lo < root && root <= hi).count();
                f.sturm_count(lo, hi) == expected
            })
        })
    }
    check(200, law as fn(Factored, Ratio, Ratio) -> bool);
}

#[test]
fn refinement_keeps_the_root_and_reaches_the_width() {
    fn law(instance: Factored, bits: u8) -> bool {
        let f = instance.product();
        let width = Rational::from(1) >> u32::from(bits % 100);
        f.isolate_real_roots().iter().zip(&instance.roots).all(|(interval, (root, _))| {
            let refined = f.refine(interval, &width);
            holds(&refined, root) && Rational::from(refined.hi() - refined.lo()) <= width
        })
    }
    check(200, law as fn(Factored, u8) -> bool);
}

#[test]
#[should_panic(expected = "no change of sign between 2 and 3")]
fn an_interval_without_a_root_is_not_refined() {
    let interval = RootInterval::Open { lo: q(2, 1), hi: q(3, 1) };
    let _ = IntPoly::from_i64(&[-2, 0, 1]).refine(&interval, &q(1, 8));
}

#[test]
#[should_panic(expected = "cannot have the width 0")]
fn an_interval_is_not_refined_to_a_point() {
    let interval = RootInterval::Open { lo: q(1, 1), hi: q(2, 1) };
    let _ = IntPoly::from_i64(&[-2, 0, 1]).refine(&interval, &q(0, 1));
}

#[test]
fn the_zero_polynomial_is_not_counted() {
    let zero = IntPoly::default();
    let counts: [fn(&IntPoly) -> usize; 4] = [
        IntPoly::sturm_count_real,
        IntPoly::real_root_count,
        IntPoly::non_real_pairs,
        IntPoly::real_roots_with_multiplicity,
    ];
    for count in counts {
        assert!(std::panic::catch_unwind(|| count(&zero)).is_err());
    }
    for constant in [1, -5] {
        for count in counts {
            assert_eq!(count(&IntPoly::from_i64(&[constant])), 0);
        }
    }
}

#[test]
fn roots_on_the_grid_of_bisection_are_exact() {
    let f = (-4..=4).fold(IntPoly::from_i64(&[1]), |f, i| &f * &linear(&q(i, 4)));
    assert!(isolates(&f));
    let roots = f.isolate_real_roots();
    assert_eq!(roots.len(), 9);
    // Zero and one in the middle of others, and a root whose neighbours are irrational.
    assert!(roots.contains(&RootInterval::Exact(q(0, 1))));
    let f = &linear(&q(1, 1)) * &IntPoly::from_i64(&[-2, 0, 1]);
    assert!(isolates(&f));
    assert!(isolates(&(&f * &linear(&q(1, 2)))));
}

#[test]
fn wilkinson_has_twenty_roots() {
    let f = (1..=20).fold(IntPoly::from_i64(&[1]), |f, i| &f * &linear(&q(i, 1)));
    assert!(isolates(&f));
    assert_eq!(f.real_root_count(), 20);
    // Wilkinson's perturbation by 2^-23 of the second coefficient makes five pairs.
    let mut coefficients = f.scale(&(Integer::from(1) << 23)).into_coefficients();
    coefficients[19] -= 1;
    let perturbed = IntPoly::new(coefficients);
    assert!(isolates(&perturbed));
    assert_eq!(perturbed.non_real_pairs(), 5);
}

#[test]
fn chebyshev_polynomials_have_all_roots_in_the_unit_interval() {
    let two_x = IntPoly::from_i64(&[0, 2]);
    let (mut before, mut current) = (IntPoly::from_i64(&[1]), IntPoly::from_i64(&[0, 1]));
    for degree in 2..=48 {
        let next = &(&two_x * &current) - &before;
        before = std::mem::replace(&mut current, next);
        assert_eq!(current.real_root_count(), degree);
    }
    assert!(isolates(&current));
    assert_eq!(current.sturm_count(&q(-1, 1), &q(1, 1)), 48);
}

#[test]
fn close_roots_are_separated() {
    // Mignotte: x^n - 2 (a x - 1)² has two roots near 1/a at a distance of about 2 a^(-n/2 - 1).
    for (degree, a) in [(5, 10), (11, 1000), (20, 1_000_000)] {
        let mut coefficients = vec![0; degree + 1];
        coefficients[degree] = 1;
        coefficients[..3].copy_from_slice(&[-2, 4 * a, -2 * a * a]);
        let f = IntPoly::from_i64(&coefficients);
        assert!(isolates(&f), "degree {degree}");
        assert_eq!(f.real_root_count(), if degree % 2 == 1 { 3 } else { 4 });
    }
    // Two roots or none, at a distance of 2^-100 from a double root.
    let tiny = Rational::from(1) >> 200;
    let none = quadratic(&q(1, 3), &tiny);
    let two = quadratic(&q(1, 3), &Rational::from(-&tiny));
    assert_eq!((none.real_root_count(), two.real_root_count()), (0, 2));
    assert!(isolates(&(&none * &two)));
}

#[test]
fn very_large_and_very_small_roots_are_found() {
    let huge = Rational::from(1) << 300;
    let tiny = Rational::from(3) >> 300;
    let f = [&huge, &tiny, &Rational::from(-&huge), &Rational::from(-&tiny)]
        .into_iter()
        .fold(IntPoly::from_i64(&[-2, 0, 1]), |f, root| &f * &linear(root));
    assert!(isolates(&f));
    assert_eq!(f.real_root_count(), 6);
}

#[test]
fn an_interlacing_spectrum_of_forty_is_real() {
    // ∏(x - a_i) + Σ c_i ∏_{j≠i}(x - a_j) with c_i > 0: one root below each a_i.
    let poles: Vec<Rational> = (1..=40).map(|i| q(i * i + 3 * i + 1, 2048)).collect();
    let product = |skip: Option<usize>| {
        let kept = poles.iter().enumerate().filter(|(j, _)| Some(*j) != skip);
        kept.fold(IntPoly::from_i64(&[1]), |f, (_, a)| {
            &f * &IntPoly::new(vec![Integer::from(-a.numer()), a.denom().clone()])
        })
    };
    let mut f = product(None);
    for i in 0..40 {
        f = &f + &product(Some(i));
    }
    assert_eq!(f.real_root_count(), 40);
    assert_eq!(f.sturm_count_real(), 40);
    assert_eq!(f.non_real_pairs(), 0);
}

#[test]
fn quartics_without_middle_terms_follow_their_discriminant() {
    // The remainders of x⁴ + a x + b skip a degree. It has no real root if 256 b³ > 27 a⁴ and two if 256 b³ < 27 a⁴.
    for a in -12_i64..=12 {
        for b in -12_i64..=12 {
            let discriminant = 256 * b.pow(3) - 27 * a.pow(4);
            if discriminant != 0 {
                let f = IntPoly::from_i64(&[b, a, 0, 0, 1]);
                let expected = if discriminant > 0 { 0 } else { 2 };
                assert_eq!((f.sturm_count_real(), f.real_root_count()), (expected, expected), "{f:?}");
            }
        }
    }
}
