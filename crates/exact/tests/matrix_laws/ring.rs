use exact::vector::{dot, hadamard, norm2, scale};
use exact::{Matrix, Rational};

use crate::support::{Operands, Square, check, integers, q};

#[test]
fn addition_is_a_commutative_group() {
    check(|Operands { a, b, c, .. }: Operands| {
        let zero = Matrix::zeros(a.rows(), a.cols());
        &a + &b == &b + &a
            && &(&a + &b) + &c == &a + &(&b + &c)
            && &a + &zero == a
            && (&a + &-&a).is_zero()
            && &a - &b == &a + &-&b
    });
}

#[test]
fn multiplication_is_associative_distributive_and_unital() {
    check(|Operands { a, b, c, .. }: Operands| {
        let one = Matrix::identity(a.rows());
        &(&a * &b) * &c == &a * &(&b * &c)
            && &a * &(&b + &c) == &(&a * &b) + &(&a * &c)
            && &(&a + &b) * &c == &(&a * &c) + &(&b * &c)
            && &one * &a == a
            && &a * &one == a
    });
}

#[test]
fn entries_of_a_product_are_inner_products() {
    check(|Operands { a, b, .. }: Operands| {
        let columns = b.transpose();
        &a * &b == Matrix::from_fn(a.rows(), b.cols(), |i, j| dot(a.row(i), columns.row(j)))
    });
}

#[test]
fn scalars_commute_with_products() {
    check(|Operands { a, b, s, .. }: Operands| {
        let product = (&a * &b).scale(&s);
        &a.scale(&s) * &b == product && &a * &b.scale(&s) == product
    });
}

#[test]
fn transposition_reverses_products() {
    check(|Operands { a, b, .. }: Operands| {
        (&a * &b).transpose() == &b.transpose() * &a.transpose() && a.transpose().transpose() == a
    });
}

#[test]
fn a_product_acts_as_the_composition() {
    check(|Operands { a, b, x, .. }: Operands| {
        (&a * &b).mul_vec(&x) == a.mul_vec(&b.mul_vec(&x))
            && Matrix::column(&a.mul_vec(&x)) == &a * &Matrix::column(&x)
    });
}

#[test]
fn powers_are_repeated_products() {
    check(|Square(a): Square| {
        (0..6)
            .scan(Matrix::identity(a.rows()), |power, e| {
                let equal = a.pow(e) == *power;
                *power = &*power * &a;
                Some(equal)
            })
            .all(|equal| equal)
    });
}

#[test]
fn trace_is_linear_and_cyclic() {
    check(|Operands { a, b, c, s, .. }: Operands| {
        (&a.scale(&s) + &b).trace() == a.trace() * s + b.trace()
            && (&(&a * &b) * &c).trace() == (&(&b * &c) * &a).trace()
    });
}

#[test]
fn an_outer_product_projects_onto_its_left_factor() {
    check(|Operands { a, x, .. }: Operands| {
        let y: Vec<Rational> = a.mul_vec(&x);
        Matrix::outer(&y, &x).mul_vec(&x) == scale(&norm2(&x), &y)
    });
}

#[test]
fn a_diagonal_matrix_acts_entrywise() {
    check(|Operands { a, x, .. }: Operands| {
        let y = a.mul_vec(&x);
        Matrix::diagonal(&x).mul_vec(&y) == hadamard(&x, &y)
    });
}

#[test]
fn a_direct_sum_is_the_block_diagonal_matrix() {
    check(|Operands { a, x, .. }: Operands| {
        let row = Matrix::column(&x).transpose();
        let (n, m) = (a.rows(), row.cols());
        let blocks = vec![vec![a.clone(), Matrix::zeros(n, m)], vec![Matrix::zeros(1, n), row.clone()]];
        Matrix::blocks(&blocks) == Some(a.direct_sum(&row))
    });
}

#[test]
fn rows_and_blocks_of_different_shapes_are_refused() {
    assert_eq!(Matrix::from_rows(vec![vec![q(1, 1)], vec![]]), None);
    assert_eq!(Matrix::blocks(&[vec![Matrix::zeros(1, 1), Matrix::zeros(2, 1)]]), None);
    assert_eq!(Matrix::blocks(&[vec![Matrix::zeros(1, 1)], vec![Matrix::zeros(1, 2)]]), None);
    assert_eq!(Matrix::from_rows(vec![]), Some(Matrix::zeros(0, 0)));
}

#[test]
fn symmetry_sees_every_entry() {
    let symmetric = integers(&[&[1, 2, 3], &[2, 4, 5], &[3, 5, 6]]);
    assert!(symmetric.is_symmetric());
    for (i, j) in [(0, 1), (0, 2), (1, 2), (2, 0)] {
        let mut changed = symmetric.clone();
        *changed.get_mut(i, j) += 1;
        assert!(!changed.is_symmetric());
    }
    assert!(!Matrix::zeros(2, 3).is_symmetric());
}

#[test]
#[should_panic(expected = "product of a 2 × 3 and a 2 × 3 matrix")]
fn a_product_of_unfitting_shapes_panics() {
    let _ = &Matrix::zeros(2, 3) * &Matrix::zeros(2, 3);
}

#[test]
#[should_panic(expected = "sum or difference of matrices of shapes (2, 3) and (3, 2)")]
fn a_sum_of_different_shapes_panics() {
    let _ = &Matrix::zeros(2, 3) + &Matrix::zeros(3, 2);
}

#[test]
#[should_panic(expected = "entry (0, 3) of a 2 × 3 matrix")]
fn an_index_beyond_a_row_panics() {
    let _ = &Matrix::zeros(2, 3)[(0, 3)];
}
