//! From rationals to integers: common denominators, so that the inner loops run without a single gcd.

use rug::{Complete, Integer, Rational};

use super::Matrix;

/// The least common multiple of the denominators; 1 when there are no values.
pub(super) fn common_denominator<'a>(values: impl IntoIterator<Item = &'a Rational>) -> Integer {
    values.into_iter().fold(Integer::ONE.clone(), |lcm, value| lcm.lcm(value.denom()))
}

/// The integers $q v$ for the given values $v$, where $q$ is a multiple of every denominator.
pub(super) fn numerators<'a>(
    values: impl IntoIterator<Item = &'a Rational>,
    q: &Integer,
) -> impl Iterator<Item = Integer> {
    values.into_iter().map(move |value| q.div_exact_ref(value.denom()).complete() * value.numer())
}

/// A matrix over the integers, stored by rows.
pub(super) struct IntegerMatrix {
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) entries: Vec<Integer>,
}

impl IntegerMatrix {
    /// $N = QA$ with the factors $q_i$ of the diagonal matrix $Q$: row $i$ of $A$ is multiplied by the least
    /// common multiple $q_i > 0$ of its denominators.
    pub(super) fn by_rows(matrix: &Matrix) -> (IntegerMatrix, Vec<Integer>) {
        let factors: Vec<Integer> = (0..matrix.rows).map(|i| common_denominator(matrix.row(i))).collect();
        let entries = factors.iter().enumerate().flat_map(|(i, q)| numerators(matrix.row(i), q)).collect();
        (IntegerMatrix { rows: matrix.rows, cols: matrix.cols, entries }, factors)
    }

    /// $N = qA$ with the least common multiple $q > 0$ of all denominators.
    pub(super) fn by_common_factor(matrix: &Matrix) -> (IntegerMatrix, Integer) {
        let q = common_denominator(&matrix.entries);
        let entries = numerators(&matrix.entries, &q).collect();
        (IntegerMatrix { rows: matrix.rows, cols: matrix.cols, entries }, q)
    }

    pub(super) fn row(&self, i: usize) -> &[Integer] {
        &self.entries[i * self.cols..(i + 1) * self.cols]
    }

    pub(super) fn at(&self, i: usize, j: usize) -> &Integer {
        &self.entries[i * self.cols + j]
    }

    pub(super) fn swap_rows(&mut self, i: usize, j: usize) {
        for column in 0..self.cols {
            self.entries.swap(i * self.cols + column, j * self.cols + column);
        }
    }

    pub(super) fn swap_cols(&mut self, i: usize, j: usize) {
        for row in 0..self.rows {
            self.entries.swap(row * self.cols + i, row * self.cols + j);
        }
    }

    /// One step of fraction-free elimination with the pivot $p$ at (`pivot_row`, `col`): row $i$ becomes
    /// $(p\, n_i - n_{i,\mathrm{col}}\, n_{\mathrm{pivot}}) / \mathrm{previous}$, from column `col` on. The
    /// caller guarantees that `previous` divides, which holds for the preceding pivot (Sylvester's identity).
    pub(super) fn eliminate(&mut self, i: usize, pivot_row: usize, col: usize, previous: &Integer) {
        debug_assert_ne!(i, pivot_row);
        let pivot = self.at(pivot_row, col).clone();
        let factor = std::mem::take(&mut self.entries[i * self.cols + col]);
        for j in col + 1..self.cols {
            let subtrahend = (&factor * self.at(pivot_row, j)).complete();
            let entry = &mut self.entries[i * self.cols + j];
            *entry *= &pivot;
            *entry -= subtrahend;
            entry.div_exact_mut(previous);
        }
    }
}
