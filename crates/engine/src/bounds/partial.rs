//! How large the partial sums of a sum can be, in any order.
//!
//! The sum of any of some terms is at most the sum $P$ of the positive ones and at least $-N$, that of the negative ones; so no partial sum, in
//! any order and however the terms are grouped, exceeds $M = \max(P, N)$. The sum of the absolute values, $A = P + N$, is twice that where a
//! sum cancels.

use crate::step::{Carry, column_products};

/// $P$ and $N$ for each entry of a state that is a sum of terms.
#[derive(Clone, Debug, Default)]
pub(super) struct Signed {
    positive: Vec<f64>,
    negative: Vec<f64>,
}

impl Signed {
    /// Entries that are known to within `slack`, one term each.
    pub(super) fn of(entries: impl Iterator<Item = (f64, f64)>) -> Self {
        let (positive, negative) =
            entries.map(|(x, slack)| (x.max(0.0) + slack, (-x).max(0.0) + slack)).unzip();
        Self { positive, negative }
    }

    /// Every term carried: by a positive factor, or by a negative one to the other side.
    pub(super) fn carry(&mut self, carry: &Carry<f64>, columns: usize) {
        let (plus, minus) = (part(carry, 1.0), part(carry, -1.0));
        let add = |kept: Vec<f64>, turned: Vec<f64>| kept.iter().zip(turned).map(|(a, b)| a + b).collect();
        let positive = add(plus.apply(&self.positive, columns), minus.apply(&self.negative, columns));
        self.negative = add(plus.apply(&self.negative, columns), minus.apply(&self.positive, columns));
        self.positive = positive;
    }

    /// One more term $x_i w_j$ for each entry, with `rows` known to within `slack`.
    pub(super) fn write(&mut self, x: &[f64], row: &[f64], slack: &[f64]) {
        let columns = row.len().max(1);
        let rows = self.positive.chunks_exact_mut(columns).zip(self.negative.chunks_exact_mut(columns));
        for ((positive, negative), x) in rows.zip(x) {
            let entries = positive.iter_mut().zip(negative).zip(row.iter().zip(slack));
            for ((p, n), (w, s)) in entries {
                let (term, off) = (x * w, x.abs() * s);
                *p += term.max(0.0) + off;
                *n += (-term).max(0.0) + off;
            }
        }
    }

    /// $M$ of $u - S^\top y$ by column, where $u$ may be empty.
    pub(super) fn largest(&self, y: &[f64], value: &[f64], columns: usize) -> Vec<f64> {
        let (up, down): (Vec<f64>, Vec<f64>) = y.iter().map(|y| (y.max(0.0), (-y).max(0.0))).unzip();
        let products = |x: &[f64], of: &[f64]| column_products(x, of, columns);
        // What is subtracted: positive terms of it make the sum smaller.
        let [less, more] = [(&up, &down), (&down, &up)].map(|(same, other)| {
            let (same, other) = (products(same, &self.positive), products(other, &self.negative));
            same.iter().zip(other).map(|(a, b)| a + b).collect::<Vec<f64>>()
        });
        let column = |(j, (less, more)): (usize, (f64, f64))| {
            let value = value.get(j).copied().unwrap_or_default();
            (more + value.max(0.0)).max(less + (-value).max(0.0))
        };
        less.into_iter().zip(more).enumerate().map(column).collect()
    }
}

/// The entries of one sign, as absolute values.
fn part(carry: &Carry<f64>, sign: f64) -> Carry<f64> {
    let of = |x: &f64| (sign * x).max(0.0);
    let all = |x: &[f64]| x.iter().map(of).collect();
    match carry {
        Carry::Identity => Carry::Scalar(sign.max(0.0)),
        Carry::Scalar(a) => Carry::Scalar(of(a)),
        Carry::Diagonal(a) => Carry::Diagonal(all(a)),
        Carry::Elementwise(a) => Carry::Elementwise(all(a)),
        Carry::Blocks(blocks) => Carry::Blocks(blocks.iter().map(|b| b.map(|x| of(&x))).collect()),
        Carry::Dense(a) => Carry::Dense(all(a)),
    }
}

#[cfg(test)]
mod tests {
    use super::Signed;
    use crate::step::Carry;

    /// Every partial sum of every order of the terms of a small sum is at most `largest`, and one of them is.
    #[test]
    fn no_partial_sum_of_any_terms_is_larger() {
        let mut seed = 1_u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            f64::from((seed >> 60) as u32) - 7.5
        };
        for _ in 0..100 {
            let mut some = |count: usize| (0..count).map(|_| next()).collect::<Vec<f64>>();
            let (state, y, value, gates) = (some(6), some(3), some(2), some(3));
            let (x, row) = (some(3), some(2));
            let mut signed = Signed::of(state.iter().map(|s| (*s, 0.0)));
            signed.carry(&Carry::Diagonal(gates.clone()), 2);
            signed.write(&x, &row, &[0.0, 0.0]);
            let largest = signed.largest(&y, &value, 2);
            for j in 0..2 {
                let mut terms = vec![value[j]];
                for i in 0..3 {
                    terms.extend([-y[i] * gates[i] * state[2 * i + j], -y[i] * x[i] * row[j]]);
                }
                let sums = (0_u32..1 << terms.len())
                    .map(|on| (0..terms.len()).filter(|t| on >> t & 1 == 1).map(|t| terms[t]).sum::<f64>());
                // Every number here is a small dyadic one: nothing is rounded.
                assert_eq!(sums.fold(0.0, |most: f64, sum| most.max(sum.abs())), largest[j]);
            }
        }
    }
}
