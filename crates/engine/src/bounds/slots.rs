//! The bound of Cyclic Flow Attention, whose read-out is not linear.
//!
//! # What is computed
//! With $N = m + 1$ coordinates, $Q_t$ the turn of the coordinates by the clock $\lambda_t$ and $G = R B$ for the basis $B$,
//!
//! $$h_t = \alpha_t h_{t-1} + a_t (k_t, v_t)^\top,\quad c = s K_t q_t,\quad x = G Q_t c,\quad w = \mathrm{softmax}(x),\quad y = Q_t^\top G^\top w,\quad o = V_t^\top y,$$
//!
//! where $K_t$ and $V_t$ are the columns of $h_t$ and $a_t = \beta_t Q_t^\top B^\top e_0$. Covered are implementations that take $G$ as one matrix or as two, divide by
//! the sum of the exponentials before or after $G^\top$, sum in any order, and round products or contract them.
//!
//! # Derivation
//! All errors are absolute, certain and by entry; $\gamma_n$ as in the [module](super). A hat marks what is computed.
//!
//! *Phases.* Clocks are sums of $t$ shifts, angles $\pi \cdot (2n/m) \cdot \lambda$, in an arithmetic of unit $u_p$ with sines within four units: cosines and sines, rounded to the
//! unit $u$, are off by $\tau_t = (1 + u)(\gamma^p_{t+4}\,\pi \Lambda_t + 4 u_p) + u$ with $\Lambda_t = |\lambda_0| + \sum |\delta|$; those of the basis by $\tau_B$, the same with
//! angles below $2\pi$.
//!
//! *State.* The entries of $\hat a$ are off by $\epsilon_n = |\beta| \nu_n (\tau_t + \gamma_6 + \tau_t \gamma_6)$, $\nu_0 = m^{-1/2}$ (without $\tau_t$), $\nu_1 = 0$, $\nu_n = (2/m)^{1/2}$. As the decay is one
//! number, errors of entries do not mix: $E_t = |\alpha| E_{t-1} + \gamma_3 (|\alpha| |\hat h_{t-1}| + |\hat a| |x|) + \epsilon |x|$.
//!
//! *Scores.* $|\hat c - c| \le \varepsilon = |s| (E\,|q| + \gamma_{K+3} |\hat h| |q|)$. An entry of $x$ is a sum of products of $R$, a cosine or sine of the basis, one of the clock, and $c$; with $r_i =
//! \sum_j |R_{ij}|$, and as $|\cos\cos| + |\sin\sin| \le 1$, its terms of coordinate $n$ are together at most $r_i \nu_n |c_n|$, and perturbed phases and roundings change them by at most
//! $\kappa\, r_i \nu_n |c_n|$, $\kappa = (1 + P)(1 + \gamma_{2m+13}) - 1$, $P = \sqrt2\,(\tau_t + \tau_B) + 2 \tau_t \tau_B$, $P = 0$ for the constant. So
//! $$|\hat x_i - x_i| \le \rho_i = \sum_n (|GQ_t|_{in} + \kappa r_i \nu_n)\,\varepsilon_n + \kappa r_i \sum_n \nu_n |c_n|.$$
//!
//! *Weights.* The computed exponentials are $e^{x_i - M + d_i}$, for one $M$, with $|d_i| \le D_i = \rho_i + \gamma_{4 + 5 g_i}$, $g_i$ the gap to the largest: the difference to the maximum, the argument and the exponential
//! round. Exactly then $\hat w_i = w_i e^{d_i} / \sum_j w_j e^{d_j}$. By Jensen's inequality $|{\ln \sum_j w_j e^{d_j}}| \le \bar D = \ln \sum_j w_j e^{D_j}$, and so, without any expansion,
//! $$|\hat w_i - w_i| \le \min\Bigl(w_i (e^{D_i + \bar D} - 1),\ \textstyle\sum_{j \ne i} |\hat w_j - w_j|,\ 1\Bigr),$$
//! the second as both sum to 1: weights that are sure to be 1 stay so. Sum and quotient add a relative $\gamma_{m + 4 + \text{division}}$.
//!
//! *Outputs.* $|\hat y_n - y_n| \le \sum_i (|GQ_t|_{in} + \kappa r_i \nu_n) |\hat w_i - w_i| + \kappa \nu_n \sum_i r_i w_i$, and $|\hat o - o| \le \sum_n (|\hat y_n| E_n + |h_n| |\hat y_n - y_n| + \gamma_{N+3} |\hat h_n| |\hat y_n|)$.
//!
//! Exact values stand above; a reference in `f64` obeys the same bounds, so that $|x| + \text{bound}$ covers an exact value and $|x| + 2\,\text{bound}$ a computed one for the reference's $x$; a weight
//! of the reference is within a factor $e^{\rho_i + \max \rho}$ of the exact one. Operations that underflow are off by `tiny`, times what they are multiplied by.

use super::arithmetic::Arithmetic;
use super::head::HeadBound;
use crate::systems::cyfa::{self, Inputs, Sequence};
use std::f64::consts::{PI, SQRT_2};

/// The roundings that an implementation of Cyclic Flow Attention is allowed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlotArithmetic<'a> {
    /// Of everything but the phases. Its `operand` is not allowed for.
    pub arithmetic: &'a Arithmetic,
    /// The unit roundoff in which clocks and angles are computed.
    pub phases: f64,
    /// The relative error of a quotient, in units; 1 where it is rounded correctly.
    pub division: f64,
}

impl SlotArithmetic<'_> {
    /// Everything in one arithmetic, as the engine runs.
    pub fn of(arithmetic: &Arithmetic) -> SlotArithmetic<'_> {
        SlotArithmetic { arithmetic, phases: arithmetic.unit, division: 1.0 }
    }

    /// The error of a cosine or sine of an angle that is a product of four factors, one of them a sum of `terms` terms, the angle at most `angle`.
    fn phase(&self, terms: f64, angle: f64) -> f64 {
        let nu = (terms + 4.0) * self.phases;
        let relative = if nu < 1.0 { nu / (1.0 - nu) } else { f64::INFINITY };
        let unit = self.arithmetic.unit;
        (1.0 + unit) * (relative * angle + 4.0 * self.phases) + unit + self.arithmetic.tiny
    }
}

/// The certain bound of a sequence in clock coordinates: outputs `[tokens, V]`, final state `[m + 1, K + V]`. The inputs are exact.
///
/// # Panics
/// When a shape does not fit, or the number of slots is even.
pub fn slot_bound(sequence: &Sequence<f64>, given: SlotArithmetic<'_>) -> HeadBound {
    let mut run = Bounder::new(sequence, given);
    let outputs = sequence.tokens.iter().flat_map(|x| run.token(x)).collect();
    let slack = run.slack(0);
    HeadBound { outputs, state: run.errors.iter().map(|e| slack * e).collect() }
}

struct Bounder<'a> {
    sequence: &'a Sequence<f64>,
    given: SlotArithmetic<'a>,
    /// $G$, `[m, m + 1]`.
    matrix: Vec<f64>,
    /// $r$ by slot.
    sums: Vec<f64>,
    /// $\nu$ by coordinate.
    norms: Vec<f64>,
    columns: usize,
    tokens: usize,
    clock: f64,
    /// $\Lambda$.
    travelled: f64,
    state: Vec<f64>,
    /// $E$, by entry.
    errors: Vec<f64>,
}

/// The row of a token on its way through the read-out.
struct Weights {
    /// An upper bound of the exact ones.
    above: Vec<f64>,
    /// Those of the reference.
    reference: Vec<f64>,
    errors: Vec<f64>,
}

fn of_columns(token: &Inputs<f64>) -> Vec<f64> {
    [&token.k[..], &token.v[..]].concat()
}

fn largest(x: &[f64]) -> f64 {
    x.iter().fold(0.0_f64, |a, b| a.max(b.abs()))
}

impl<'a> Bounder<'a> {
    fn new(sequence: &'a Sequence<f64>, given: SlotArithmetic<'a>) -> Self {
        let (m, rows) = (sequence.slots, sequence.slots + 1);
        assert_eq!(sequence.readout.len(), m * m, "a read-out matrix of the wrong size");
        let basis = cyfa::basis(m, &sequence.clock);
        let entry = |i: usize, n: usize| -> f64 {
            (0..m).map(|j| sequence.readout[i * m + j] * basis[j * rows + n]).sum()
        };
        let matrix = (0..m * rows).map(|e| entry(e / rows, e % rows)).collect();
        let sums = sequence.readout.chunks_exact(m).map(|row| row.iter().map(|x| x.abs()).sum()).collect();
        let norm = |n: usize| match n {
            0 => (1.0 / m as f64).sqrt(),
            1 => 0.0,
            _ => (2.0 / m as f64).sqrt(),
        };
        Self {
            sequence,
            given,
            matrix,
            sums,
            norms: (0..rows).map(norm).collect(),
            columns: sequence.initial.len() / rows,
            tokens: 0,
            clock: sequence.clock,
            travelled: sequence.clock.abs(),
            state: sequence.initial.clone(),
            errors: vec![0.0; sequence.initial.len()],
        }
    }

    /// What the bound loses by its own roundings in `f64`: all of its terms are sums of products of non-negative numbers, at most so many operations deep.
    fn slack(&self, keys: usize) -> f64 {
        let depth = 16 * self.tokens + 8 * self.sequence.slots + 4 * keys + 128;
        1.0 + depth as f64 * f64::EPSILON
    }

    fn token(&mut self, x: &Inputs<f64>) -> Vec<f64> {
        self.tokens += 1;
        self.clock += x.delta;
        self.travelled += x.delta.abs();
        let phase = self.given.phase(self.tokens as f64, PI * self.travelled);
        self.write(x, phase);
        let turned = self.turned();
        let basis = self.given.phase(1.0, 2.0 * PI);
        let moved = SQRT_2 * (phase + basis) + 2.0 * phase * basis;
        let gamma = self.given.arithmetic.gamma(2.0 * self.sequence.slots as f64 + 13.0);
        // κν by coordinate; the constant has no phase.
        let kappa = |(n, v): (usize, &f64)| v * if n == 0 { gamma } else { moved + gamma + moved * gamma };
        let kappa: Vec<f64> = self.norms.iter().enumerate().map(kappa).collect();
        let weights = self.weights(x, &turned, &kappa);
        self.output(x, &turned, &kappa, &weights)
    }

    /// $h \leftarrow \alpha h + a x^\top$, with its errors.
    fn write(&mut self, x: &Inputs<f64>, phase: f64) {
        let arithmetic = self.given.arithmetic;
        let atom = cyfa::atom(self.sequence.slots, &self.clock);
        let (made, gamma, values) = (arithmetic.gamma(6.0), arithmetic.gamma(3.0), of_columns(x));
        for (n, a) in atom.iter().enumerate() {
            let a = x.beta * a;
            let phase = if n == 0 { 0.0 } else { phase };
            let off = x.beta.abs() * self.norms[n] * (phase + made + phase * made);
            for (c, value) in values.iter().enumerate() {
                let at = n * self.columns + c;
                let (h, e) = (self.state[at], self.errors[at]);
                let terms = x.alpha.abs() * (h.abs() + 2.0 * e) + (a.abs() + off) * value.abs();
                let floor = 8.0 * arithmetic.tiny * (1.0 + x.beta.abs()) * (1.0 + value.abs());
                self.errors[at] = x.alpha.abs() * e + gamma * terms + off * value.abs() + floor;
                self.state[at] = x.alpha * h + a * value;
            }
        }
    }

    /// $G Q_t$.
    fn turned(&self) -> Vec<f64> {
        let m = self.sequence.slots;
        // Rows of G, turned back: (G Q)ᵀ = Qᵀ Gᵀ.
        self.matrix.chunks_exact(m + 1).flat_map(|row| cyfa::turned(m, row, &-self.clock)).collect()
    }

    /// What an operation of the read-out that underflows may change in a sum of these.
    fn floor(&self, size: f64) -> f64 {
        let rows = self.norms.len() as f64;
        let factors: f64 = self.sums.iter().sum();
        4.0 * self.given.arithmetic.tiny * (rows + 2.0) * (rows + 2.0) * (1.0 + factors) * (1.0 + size)
    }

    fn weights(&self, x: &Inputs<f64>, turned: &[f64], kappa: &[f64]) -> Weights {
        let (m, rows, keys) = (self.sequence.slots, self.norms.len(), x.q.len());
        let (arithmetic, scale) = (self.given.arithmetic, self.sequence.scale);
        let gamma = arithmetic.gamma(keys as f64 + 3.0);
        let floor = 2.0 * arithmetic.tiny * (keys as f64 + 1.0) * (1.0 + scale.abs()) * (1.0 + largest(&x.q));
        let (mut scores, mut off) = (Vec::with_capacity(rows), Vec::with_capacity(rows));
        for n in 0..rows {
            let at = n * self.columns;
            let pairs = || self.state[at..at + keys].iter().zip(&self.errors[at..at + keys]).zip(&x.q);
            scores.push(scale * pairs().map(|((h, _), q)| h * q).sum::<f64>());
            let behind: f64 = pairs().map(|((h, e), q)| q.abs() * (e + gamma * (h.abs() + 2.0 * e))).sum();
            off.push(scale.abs() * behind + floor);
        }
        let sizes: Vec<f64> = scores.iter().zip(&off).map(|(c, e)| c.abs() + e).collect();
        let spread: f64 = kappa.iter().zip(&sizes).map(|(v, c)| v * c).sum();
        let floor = self.floor(largest(&sizes));
        let row = |i: usize| &turned[i * rows..(i + 1) * rows];
        let exponents: Vec<f64> =
            (0..m).map(|i| row(i).iter().zip(&scores).map(|(g, c)| g * c).sum()).collect();
        let slack = self.slack(keys);
        let rho = |i: usize| {
            let carried = row(i).iter().zip(kappa).zip(&off);
            let carried: f64 = carried.map(|((g, v), e)| (g.abs() + self.sums[i] * v) * e).sum();
            slack * (carried + self.sums[i] * spread + floor)
        };
        let radii: Vec<f64> = (0..m).map(rho).collect();
        let widest = largest(&radii);
        let top = exponents.iter().fold(f64::NEG_INFINITY, |a, b| a.max(*b));
        let total = |i: usize| {
            radii[i] + arithmetic.gamma(4.0 + 5.0 * (top - exponents[i] + 2.0 * (radii[i] + widest)))
        };
        let totals: Vec<f64> = (0..m).map(total).collect();
        let reference = cyfa::softmax(&exponents);
        let above: Vec<f64> =
            reference.iter().zip(&radii).map(|(w, r)| (w * (r + widest).exp()).min(1.0)).collect();
        let mean: f64 = above.iter().zip(&totals).map(|(w, d)| w * d.exp_m1()).sum();
        // A product of 0 and infinity says nothing, as does what is beyond 1: weights are between 0 and 1.
        let own: Vec<f64> =
            above.iter().zip(&totals).map(|(w, d)| (w * (d + mean.ln_1p()).exp_m1()).min(1.0)).collect();
        let quotient = arithmetic.gamma(m as f64 + 4.0 + self.given.division);
        let lost = 2.0 * (m as f64 + 3.0) * arithmetic.tiny;
        let errors = own.iter().zip(others(&own)).zip(&above).map(|((own, others), above)| {
            let moved = own.min(others);
            slack * (moved + (above + moved) * quotient + lost)
        });
        Weights { errors: errors.collect(), above, reference }
    }

    fn output(&self, x: &Inputs<f64>, turned: &[f64], kappa: &[f64], weights: &Weights) -> Vec<f64> {
        let (rows, columns, arithmetic) = (self.norms.len(), self.columns, self.given.arithmetic);
        let reach: f64 = self.sums.iter().zip(&weights.above).map(|(r, w)| r * w).sum();
        let (mut back, mut off) = (vec![0.0; rows], vec![0.0; rows]);
        for (i, row) in turned.chunks_exact(rows).enumerate() {
            for (n, g) in row.iter().enumerate() {
                back[n] += g * weights.reference[i];
                off[n] += (g.abs() + self.sums[i] * kappa[n]) * weights.errors[i];
            }
        }
        let floor = self.floor(1.0);
        off.iter_mut().zip(kappa).for_each(|(e, v)| *e += v * reach + floor);
        let gamma = arithmetic.gamma(rows as f64 + 3.0);
        let slack = self.slack(x.k.len());
        let column = |c: usize| {
            let (mut value, mut error) = (0.0_f64, 2.0 * arithmetic.tiny * (rows as f64 + 1.0));
            for (n, (y, off)) in back.iter().zip(&off).enumerate() {
                let (h, e) = (self.state[n * columns + c], self.errors[n * columns + c]);
                let (read, state) = (y.abs() + 2.0 * off, h.abs() + 2.0 * e);
                value += h * y;
                error += read * e + state * off + gamma * state * read;
            }
            slack * (error + arithmetic.rounded(value.abs() + 2.0 * error))
        };
        (x.k.len()..columns).map(column).collect()
    }
}

/// For each number the sum of all others, without a difference that would lose the small ones.
fn others(x: &[f64]) -> Vec<f64> {
    let sums = |x: &mut dyn Iterator<Item = &f64>| {
        let next = |sum: &mut f64, x: &f64| Some(std::mem::replace(sum, *sum + x));
        x.scan(0.0, next).collect::<Vec<f64>>()
    };
    let (before, after) = (sums(&mut x.iter()), sums(&mut x.iter().rev()));
    before.iter().zip(after.iter().rev()).map(|(a, b)| a + b).collect()
}
