//! An ellipsoid that holds the error of every column of the state, $e e^\top \preceq P$; or, for roundings at random, a bound $P$ of its covariance.
//!
//! **Slack.** $P$ is computed in `f64`. An entry of $T P T^\top$ is a sum of four terms, each at most $\lambda (b + |x||y|)^2$ for
//! $\lambda \ge \lVert P \rVert$ and $b \ge \lVert B \rVert$, made with at most $2 n + 8$ roundings; the matrix of errors has a spectral norm of at most
//! $n$ times the largest, which is added to the diagonal, with $\lambda = \operatorname{tr} P$.

use super::arithmetic::Roundings;
use crate::step::{Carry, Step};

const UNIT: f64 = f64::EPSILON;

/// The matrix $P$, `rows × rows`, symmetric.
#[derive(Clone, Debug)]
pub(super) struct Ellipsoid {
    rows: usize,
    matrix: Vec<f64>,
}

impl Ellipsoid {
    /// No error.
    pub(super) fn point(rows: usize) -> Self {
        Self { rows, matrix: vec![0.0; rows * rows] }
    }

    fn trace(&self) -> f64 {
        (0..self.rows).map(|i| self.matrix[i * self.rows + i]).sum()
    }

    /// A bound of each entry of a column: $\sqrt{P_{ii}}$.
    pub(super) fn widths(&self) -> Vec<f64> {
        (0..self.rows).map(|i| self.matrix[i * self.rows + i].max(0.0).sqrt() * (1.0 + 4.0 * UNIT)).collect()
    }

    /// A bound of $|q^\top e|$: $\sqrt{q^\top P q}$.
    pub(super) fn support(&self, q: &[f64]) -> f64 {
        let n = self.rows;
        let mut sum = 0.0;
        for (row, a) in self.matrix.chunks_exact(n.max(1)).zip(q) {
            sum += a * row.iter().zip(q).map(|(p, b)| p * b).sum::<f64>();
        }
        let norm: f64 = q.iter().map(|x| x * x).sum();
        let slack = UNIT * (n as f64 + 4.0) * n as f64 * norm * self.trace();
        (sum.max(0.0) + slack).sqrt()
    }

    /// Carries the ellipsoid through the transition of a step.
    pub(super) fn carry(&mut self, step: &Step<f64>) {
        let (n, trace) = (self.rows, self.trace());
        if trace == 0.0 {
            return;
        }
        let mut reach = carry_norm(&step.carry);
        let mut product = two_sided(&step.carry, &self.matrix, n);
        let erasing: Vec<_> = step.updates.iter().filter(|u| !u.erase.is_empty()).collect();
        // B P yᵤ for each update, then T P Tᵀ = B P Bᵀ − Σ (xᵤ pᵤᵀ + pᵤ xᵤᵀ) + Σ (yᵤᵀ P yᵥ) xᵤ xᵥᵀ.
        let read: Vec<Vec<f64>> = erasing.iter().map(|u| matrix_vector(&self.matrix, &u.erase, n)).collect();
        for (u, p) in erasing.iter().zip(&read) {
            let carried = step.carry.apply(p, 1);
            for i in 0..n {
                for j in 0..n {
                    product[i * n + j] -= u.write[i] * carried[j] + carried[i] * u.write[j];
                }
            }
            for v in &erasing {
                let weight: f64 = v.erase.iter().zip(p).map(|(y, p)| y * p).sum();
                for i in 0..n {
                    for j in 0..n {
                        product[i * n + j] += weight * u.write[i] * v.write[j];
                    }
                }
            }
            reach += norm(&u.write) * norm(&u.erase);
        }
        let terms = 4.0 * (erasing.len() as f64 + 1.0);
        let slack = UNIT * terms * (2.0 * n as f64 + 8.0) * n as f64 * trace * reach * reach;
        for i in 0..n {
            for j in 0..i {
                let mean = 0.5 * (product[i * n + j] + product[j * n + i]);
                product[i * n + j] = mean;
                product[j * n + i] = mean;
            }
            product[i * n + i] += slack;
        }
        self.matrix = product;
    }

    /// Adds errors $x \varepsilon$ with $\varepsilon$ of the given size.
    pub(super) fn add_along(&mut self, x: &[f64], size: f64, roundings: Roundings) {
        let square: f64 = x.iter().map(|v| v * v).sum::<f64>() * size * size;
        let Some((keep, gain)) = self.weights(square, roundings) else { return };
        let n = self.rows;
        for i in 0..n {
            let left = gain * size * size * x[i];
            for (entry, right) in self.matrix[i * n..(i + 1) * n].iter_mut().zip(x) {
                *entry = *entry * keep + left * right;
            }
        }
        self.pad();
    }

    /// Adds errors whose entries have the sizes `widths`. Adversarial ones fill a box, which lies in the ellipsoid
    /// $\mathrm{Diag}(w_i \sum_k w_k)$; independent ones have the covariance $\mathrm{Diag}(w_i^2)$.
    pub(super) fn add_entries(&mut self, widths: &[f64], roundings: Roundings) {
        let sum: f64 = widths.iter().sum();
        let spread = |w: f64| if roundings == Roundings::Adversarial { w * sum } else { w * w };
        let added = widths.iter().map(|w| spread(*w)).sum();
        let Some((keep, gain)) = self.weights(added, roundings) else { return };
        let n = self.rows;
        for x in &mut self.matrix {
            *x *= keep;
        }
        for (i, w) in widths.iter().enumerate() {
            self.matrix[i * n + i] += gain * spread(*w);
        }
        self.pad();
    }

    /// $(1 + 1/c,\ 1 + c)$ with $c^2$ the ratio of the traces, or $(1, 1)$ where errors of different steps are independent; `None` when nothing is
    /// added.
    fn weights(&self, added: f64, roundings: Roundings) -> Option<(f64, f64)> {
        if added == 0.0 {
            return None;
        }
        let trace = self.trace();
        if trace == 0.0 || matches!(roundings, Roundings::Independent { .. }) {
            return Some((1.0, 1.0));
        }
        let c = (trace / added).sqrt().clamp(1e-150, 1e150);
        Some((1.0 + 1.0 / c, 1.0 + c))
    }

    /// Three roundings of each entry, as a multiple of the identity.
    fn pad(&mut self) {
        let slack = UNIT * 4.0 * self.rows as f64 * self.trace();
        for i in 0..self.rows {
            self.matrix[i * self.rows + i] += slack;
        }
    }
}

fn norm(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum::<f64>().sqrt()
}

fn matrix_vector(matrix: &[f64], x: &[f64], n: usize) -> Vec<f64> {
    matrix.chunks_exact(n.max(1)).map(|row| row.iter().zip(x).map(|(a, b)| a * b).sum()).collect()
}

/// $B P B^\top$.
fn two_sided(carry: &Carry<f64>, matrix: &[f64], n: usize) -> Vec<f64> {
    match carry {
        Carry::Identity => matrix.to_vec(),
        Carry::Scalar(a) => matrix.iter().map(|x| a * a * x).collect(),
        Carry::Diagonal(a) => matrix.iter().enumerate().map(|(e, x)| a[e / n] * a[e % n] * x).collect(),
        _ => {
            let half = transposed(&carry.apply(matrix, n), n);
            carry.apply(&half, n)
        }
    }
}

fn transposed(matrix: &[f64], n: usize) -> Vec<f64> {
    (0..n * n).map(|e| matrix[(e % n) * n + e / n]).collect()
}

/// A bound of the spectral norm of a carry.
fn carry_norm(carry: &Carry<f64>) -> f64 {
    let largest = |x: &[f64]| x.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    match carry {
        Carry::Identity => 1.0,
        Carry::Scalar(a) => a.abs(),
        Carry::Diagonal(a) => largest(a),
        Carry::Blocks(blocks) => blocks.iter().fold(0.0, |m, b| m.max(norm(b))),
        Carry::Elementwise(a) | Carry::Dense(a) => norm(a),
    }
}
