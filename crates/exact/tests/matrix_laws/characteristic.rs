use exact::{IntPoly, Integer, Matrix, Rational};

use crate::support::{Congruence, Operands, Square, check, evaluate, integers, q};

#[test]
fn a_matrix_is_a_root_of_its_characteristic_polynomial() {
    check(|Square(a): Square| evaluate(a.characteristic_polynomial().coefficients(), &a).is_zero());
}

/// $\chi(z) = \det(zI - A)$ up to a positive factor, compared at more points than the degree.
#[test]
fn values_are_determinants() {
    check(|Square(a): Square| {
        let n = a.rows();
        let chi = a.characteristic_polynomial();
        let leading = Rational::from(chi.leading().unwrap());
        (0..=n as i64).all(|z| {
            let value = (&Matrix::identity(n).scale(&q(z, 1)) - &a).determinant() * &leading;
            chi.eval(&q(z, 1)) == value
        })
    });
}

#[test]
fn products_in_either_order_have_the_same_polynomial() {
    check(|Operands { a, b, .. }: Operands| {
        (&a * &b).characteristic_polynomial() == (&b * &a).characteristic_polynomial()
    });
}

#[test]
fn similar_matrices_have_the_same_polynomial() {
    check(|Congruence { a, s }: Congruence| {
        let similar = &(&s.inverse().unwrap() * &a) * &s;
        similar.characteristic_polynomial() == a.characteristic_polynomial()
    });
}

#[test]
fn a_block_triangular_matrix_has_the_product() {
    check(|Operands { a, b, c, .. }: Operands| {
        let n = a.rows();
        let triangular = Matrix::blocks(&[vec![a.clone(), c], vec![Matrix::zeros(n, n), b.clone()]]).unwrap();
        triangular.characteristic_polynomial()
            == &a.characteristic_polynomial() * &b.characteristic_polynomial()
    });
}

#[test]
fn a_diagonal_matrix_has_its_entries_as_roots() {
    check(|Operands { x, .. }: Operands| {
        let expected = x.iter().fold(IntPoly::from_i64(&[1]), |product, root| {
            &product * &IntPoly::from_rationals(&[Rational::from(-root), q(1, 1)])
        });
        Matrix::diagonal(&x).characteristic_polynomial() == expected
    });
}

#[test]
fn second_and_last_coefficient_are_trace_and_determinant() {
    check(|Square(a): Square| {
        let n = a.rows();
        let chi = a.characteristic_polynomial();
        let ratio = |k: usize| Rational::from((&chi.coefficients()[k], chi.leading().unwrap()));
        let determinant = if n % 2 == 0 { a.determinant() } else { -a.determinant() };
        chi.degree() == Some(n) && ratio(0) == determinant && (n == 0 || ratio(n - 1) == -a.trace())
    });
}

#[test]
fn the_result_is_primitive_with_positive_leading_coefficient() {
    check(|Square(a): Square| {
        let chi = a.characteristic_polynomial();
        chi.content() == 1 && chi.leading().is_some_and(Integer::is_positive)
    });
}

/// The companion matrix of a monic polynomial, at dimensions on both sides of the change of method.
#[test]
fn companion_matrices_have_the_given_polynomial() {
    for n in 1..=40usize {
        let coefficients: Vec<i64> = (0..n as i64).map(|k| (7 * k * k + 3 * k - 11) % 23 - 11).collect();
        let companion = Matrix::from_fn(n, n, |i, j| {
            if j + 1 == n { q(-coefficients[i], 1) } else { q(i64::from(i == j + 1), 1) }
        });
        let expected: Vec<i64> = coefficients.into_iter().chain([1]).collect();
        assert_eq!(companion.characteristic_polynomial(), IntPoly::from_i64(&expected));
    }
}

#[test]
fn small_cases() {
    assert_eq!(Matrix::zeros(0, 0).characteristic_polynomial(), IntPoly::from_i64(&[1]));
    assert_eq!(Matrix::diagonal(&[q(2, 3)]).characteristic_polynomial(), IntPoly::from_i64(&[-2, 3]));
    // A rotation by the angle with cosine 3/5: z² − 6z/5 + 1.
    let rotation = integers(&[&[3, -4], &[4, 3]]).scale(&q(1, 5));
    assert_eq!(rotation.characteristic_polynomial(), IntPoly::from_i64(&[5, -6, 5]));
}
