use exact::{Inertia, Matrix, Rational};

use crate::support::{Congruence, Operands, Square, check, integers};

fn inertia(positive: usize, negative: usize, zero: usize) -> Inertia {
    Inertia { positive, negative, zero }
}

#[test]
fn inertia_of_a_diagonal_counts_signs() {
    check(|Operands { x, .. }: Operands| {
        let count = |predicate: fn(&Rational) -> bool| x.iter().filter(|&entry| predicate(entry)).count();
        let expected =
            inertia(count(Rational::is_positive), count(Rational::is_negative), count(Rational::is_zero));
        Matrix::diagonal(&x).inertia() == expected
    });
}

#[test]
fn inertia_is_invariant_under_congruence() {
    check(|Congruence { a, s }: Congruence| (&(&s.transpose() * &a) * &s).inertia() == a.inertia());
}

#[test]
fn inertia_of_a_congruent_diagonal_counts_its_signs() {
    check(|Congruence { a, s }: Congruence| {
        let diagonal: Vec<Rational> = (0..a.rows()).map(|i| a[(i, i)].clone()).collect();
        let d = Matrix::diagonal(&diagonal);
        (&(&s * &d) * &s.transpose()).inertia() == d.inertia()
    });
}

#[test]
fn inertia_counts_the_signs_of_the_eigenvalues() {
    check(|Congruence { a, .. }: Congruence| {
        // All roots are real, so Descartes' rule of signs is an equality.
        let chi = a.characteristic_polynomial();
        let coefficients = chi.coefficients();
        let zero = coefficients.iter().take_while(|c| c.is_zero()).count();
        let signs: Vec<bool> =
            coefficients.iter().filter(|c| !c.is_zero()).map(|c| c.is_positive()).collect();
        let positive = signs.windows(2).filter(|pair| pair[0] != pair[1]).count();
        a.inertia() == inertia(positive, a.rows() - zero - positive, zero)
    });
}

#[test]
fn negation_exchanges_the_signs() {
    check(|Congruence { a, .. }: Congruence| {
        let Inertia { positive, negative, zero } = a.inertia();
        (-&a).inertia() == inertia(negative, positive, zero) && a.rank() == positive + negative
    });
}

#[test]
fn inertia_of_a_direct_sum_is_the_sum() {
    check(|Congruence { a, s }: Congruence| {
        let b = &s + &s.transpose();
        let (x, y) = (a.inertia(), b.inertia());
        a.direct_sum(&b).inertia()
            == inertia(x.positive + y.positive, x.negative + y.negative, x.zero + y.zero)
    });
}

#[test]
fn a_block_without_diagonal_has_one_eigenvalue_of_each_sign() {
    assert_eq!(integers(&[&[0, 1], &[1, 0]]).inertia(), inertia(1, 1, 0));
    assert_eq!(integers(&[&[0, 0, 2], &[0, 0, 0], &[2, 0, 0]]).inertia(), inertia(1, 1, 1));
    // A zero row in front, and two blocks that are neither neighbours nor in order.
    let planes = Matrix::from_fn(5, 5, |i, j| {
        Rational::from(u32::from(matches!((i, j), (1, 3) | (3, 1) | (2, 4) | (4, 2))))
    });
    assert_eq!(planes.inertia(), inertia(2, 2, 1));
    // Hyperbolic planes only, and a complement that needs both terms of the update.
    assert_eq!(integers(&[&[0, 1, 1], &[1, 0, 1], &[1, 1, 0]]).inertia(), inertia(1, 2, 0));
    let complete = Matrix::from_fn(6, 6, |i, j| Rational::from(u32::from(i != j)));
    assert_eq!(complete.inertia(), inertia(1, 5, 0));
}

#[test]
fn zero_matrices_are_all_kernel() {
    assert_eq!(Matrix::zeros(3, 3).inertia(), inertia(0, 0, 3));
    assert_eq!(Matrix::zeros(0, 0).inertia(), inertia(0, 0, 0));
}

#[test]
fn positive_definite_is_positive_leading_minors() {
    check(|Congruence { a, .. }: Congruence| {
        a.is_positive_definite() == a.leading_minors().iter().all(Rational::is_positive)
    });
}

#[test]
fn gram_matrices_are_positive_definite_exactly_for_independent_columns() {
    check(|Square(a): Square| (&a.transpose() * &a).is_positive_definite() == (a.rank() == a.cols()));
}

#[test]
fn a_matrix_that_is_not_symmetric_is_not_positive_definite() {
    assert!(!integers(&[&[1, 1], &[0, 1]]).is_positive_definite());
    assert!(!Matrix::zeros(1, 2).is_positive_definite());
}

#[test]
#[should_panic(expected = "the inertia needs a symmetric matrix")]
fn inertia_of_a_matrix_that_is_not_symmetric_panics() {
    let _ = integers(&[&[1, 1], &[0, 1]]).inertia();
}
