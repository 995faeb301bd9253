//! The rows of a chunk whose triangular system is solved with its explicit inverse.

use super::arithmetic::{Arithmetic, Roundings};
use super::head::{Written, absolute_carry, absolute_products};
use crate::program::Program;
use crate::step::{Carry, Step};

/// The triangular system of a chunk and its inverse, update by update; sizes by column.
pub(super) struct Inverse {
    /// $\Gamma x_j$ and $|\Gamma| |x_j|$.
    writes: Vec<(Vec<f64>, Vec<f64>)>,
    /// $(I + L)^{-1}$, row by row.
    inverse: Vec<Vec<f64>>,
    /// Errors in the place of $\hat u$: of $\hat u$ itself, and of $L$ times the solution.
    sources: Vec<Vec<f64>>,
    /// $|\hat u| = |u| + |y|^\top |\Gamma| |S_0|$.
    right: Vec<Vec<f64>>,
    /// $M = |(I + L)^{-1}| |\hat u|$.
    solution: Vec<Vec<f64>>,
    /// $|\Gamma| |S_0|$.
    start: Vec<f64>,
    /// The error of the state through the carries: sums of $|\Gamma| |x| |\Delta|^\top$, or of their squares.
    spread: Vec<f64>,
    roundings: Roundings,
}

impl Inverse {
    /// An empty chunk that begins with a state of the absolute values `start`.
    pub(super) fn begin(start: Vec<f64>, roundings: Roundings) -> Self {
        let spread = vec![0.0; start.len()];
        let (writes, inverse, sources) = (Vec::new(), Vec::new(), Vec::new());
        Self { writes, inverse, sources, right: Vec::new(), solution: Vec::new(), start, spread, roundings }
    }

    /// The size of the state's error through the carries, entry by entry.
    pub(super) fn spread(&self) -> Vec<f64> {
        match self.roundings {
            Roundings::Adversarial => self.spread.clone(),
            _ => self.spread.iter().map(|x| x.sqrt()).collect(),
        }
    }

    /// The size of $q^\top$ times that error, column by column.
    pub(super) fn read(&self, query: &[f64], columns: usize) -> Vec<f64> {
        let weights: Vec<f64> = query.iter().map(|q| self.power(q.abs())).collect();
        let sums = absolute_products(&weights, &self.spread, columns);
        if self.roundings == Roundings::Adversarial { sums } else { sums.iter().map(|x| x.sqrt()).collect() }
    }

    /// Independent errors are added up as squares.
    fn power(&self, x: f64) -> f64 {
        if self.roundings == Roundings::Adversarial { x } else { x * x }
    }

    /// Takes in the updates of a step; returns the size of $\Delta$ for each.
    pub(super) fn step(
        &mut self,
        step: &Step<f64>,
        updates: &[Written<'_>],
        eta: &[f64],
        arithmetic: &Arithmetic,
        program: &Program<f64>,
    ) -> Vec<Vec<f64>> {
        let (columns, known, roundings) = (program.columns, self.writes.len(), self.roundings);
        let terms = program.rows as f64 + 3.0 * (known as f64 + 1.0) + Arithmetic::VECTOR;
        let gamma = roundings.relative(arithmetic, terms) + roundings.certain(4.0 * arithmetic.operand);
        let (mut rows, mut deltas) = (Vec::new(), Vec::new());
        for Written { update, floor, .. } in updates {
            let mut row = vec![0.0; known];
            let value = |c: usize| update.value.get(c).map_or(0.0, |v| v.abs());
            let reads = absolute_products(&update.erase, &self.start, columns);
            let drift: Vec<f64> =
                update.erase.iter().zip(eta).map(|(y, e)| y * roundings.certain(*e)).collect();
            let drifts = absolute_products(&drift, &self.start, columns);
            let right: Vec<f64> = (0..columns).map(|c| value(c) + reads[c]).collect();
            let mut source: Vec<f64> = (0..columns)
                .map(|c| self.power(gamma * right[c] + drifts[c] + roundings.certain(floor[c])))
                .collect();
            for (j, (write, absolute)) in self.writes.iter().enumerate().filter(|_| !update.erase.is_empty())
            {
                let l: f64 = update.erase.iter().zip(write).map(|(y, x)| y * x).sum();
                let terms = update.erase.iter().zip(absolute).zip(eta);
                let off: f64 = terms.map(|((y, x), e)| y.abs() * x * (gamma + roundings.certain(*e))).sum();
                for (r, t) in row.iter_mut().zip(&self.inverse[j]) {
                    *r -= l * t;
                }
                for (s, m) in source.iter_mut().zip(&self.solution[j]) {
                    *s += self.power(off * m);
                }
            }
            let gather = |own: f64, all: &[Vec<f64>], c: usize, weight: &dyn Fn(f64) -> f64| {
                own + row.iter().zip(all).map(|(w, r)| weight(w.abs()) * r[c]).sum::<f64>()
            };
            let solution: Vec<f64> = (0..columns).map(|c| gather(right[c], &self.right, c, &|w| w)).collect();
            let delta = |c: usize| {
                let own = self.power(gamma * solution[c] + roundings.certain(floor[c]));
                gather(source[c], &self.sources, c, &|w| self.power(w)) + own
            };
            deltas.push((0..columns).map(delta).collect::<Vec<f64>>());
            rows.push((row, right, source, solution));
        }
        self.carry(&step.carry, columns);
        // Updates of one step do not read each other: in the row of each, the others have a 0.
        for ((written, (mut row, right, source, solution)), delta) in updates.iter().zip(rows).zip(&deltas) {
            let write = &written.update.write;
            for (i, x) in write.iter().enumerate() {
                let weight = self.power(x.abs());
                for (s, d) in self.spread[i * columns..].iter_mut().zip(delta) {
                    *s += weight * d;
                }
            }
            self.writes.push((write.clone(), write.iter().map(|x| x.abs()).collect()));
            row.resize(self.inverse.len(), 0.0);
            row.push(1.0);
            self.inverse.push(row);
            self.right.push(right);
            self.sources.push(source);
            self.solution.push(solution);
        }
        let root = |x: f64| if roundings == Roundings::Adversarial { x } else { x.sqrt() };
        deltas.into_iter().map(|d| d.into_iter().map(root).collect()).collect()
    }

    fn carry(&mut self, carry: &Carry<f64>, columns: usize) {
        let absolute = absolute_carry(carry);
        self.start = absolute.apply(&self.start, columns);
        self.spread = match (self.roundings, &absolute) {
            (Roundings::Adversarial, absolute) => absolute.apply(&self.spread, columns),
            // Rows that a block mixes may be correlated: standard deviations are added up, |a|σ₁ + |b|σ₂. (2a²σ₁² + 2b²σ₂² would be true as
            // well, and grow by √2 in every step.)
            (_, Carry::Blocks(_)) => {
                let deviations: Vec<f64> = self.spread.iter().map(|x| x.sqrt()).collect();
                absolute.apply(&deviations, columns).iter().map(|x| x * x).collect()
            }
            (_, absolute) => absolute.apply(&absolute.apply(&self.spread, columns), columns),
        };
        for (write, size) in &mut self.writes {
            *write = carry.apply(write, 1);
            *size = absolute.apply(size, 1);
        }
    }
}
