//! # Cyclic Flow Attention (CyFA)
//!
//! $$K_t = \alpha_t P(\delta_t) K_{t-1} + \beta_t e_0 k_t^\top, \qquad V_t = \alpha_t P(\delta_t) V_{t-1} + \beta_t e_0 v_t^\top, \qquad
//! o_t = (R V_t)^\top \mathrm{softmax}(s R K_t q_t),$$
//!
//! with $m$ slots (odd), $P(\delta)$ the shift by $\delta$ slots in the Fourier sense, and a learned $R \in \mathbb{R}^{m \times m}$: the read-out is not linear.
//!
//! **Two coordinate systems.** [`slots`] is the formula above. [`clock`] keeps Fourier coordinates turned back to the time 0: with the clock
//! $\lambda_t = \lambda_0 + \sum \delta$, $h_t = \alpha_t h_{t-1} + \beta_t a(\lambda_t) k_t^\top$, where $a(\lambda)$ are the Fourier coordinates of $e_0$ turned back by $\lambda$; the official code
//! runs this. Coordinates: row 0 the constant, row 1 unused, then rows $2n$ (cosine) and $2n+1$ (sine) of frequency $n = 1 \dots p$.
//!
//! Official ranges: $\alpha = \exp(-e^{A}\mathrm{softplus})$, $\beta = \sigma$, $\delta = \sigma \in (0, 1)$; keys and queries are RMS-normalised.
//!
//! Source: *Cyclic Flow Attention* (arXiv 2609.36259); Chyxx/CyclicFlowAttention `cyclic_flow_attention/ops`.

use super::gates;
use crate::program::{Program, Token};
use crate::run::Run;
use crate::scalar::{Real, Scalar, dot, scaled};
use crate::step::{Carry, Step, Update, row_products};

/// One token of one head; key and query already normalised.
#[derive(Clone, Debug, PartialEq)]
pub struct Inputs<S> {
    /// The decay $\alpha$.
    pub alpha: S,
    /// The write strength $\beta$.
    pub beta: S,
    /// The shift $\delta$, in slots.
    pub delta: S,
    /// The query, `[K]`.
    pub q: Vec<S>,
    /// The key, `[K]`.
    pub k: Vec<S>,
    /// The value, `[V]`.
    pub v: Vec<S>,
}

/// One sequence of one head in clock coordinates, with everything that its run needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Sequence<S> {
    /// The number $m$ of slots, odd.
    pub slots: usize,
    /// The tokens in order.
    pub tokens: Vec<Inputs<S>>,
    /// $R$, `[m, m]` row-major.
    pub readout: Vec<S>,
    /// The factor $s$ of the scores.
    pub scale: S,
    /// The state before the first token, `[m + 1, K + V]` row-major.
    pub initial: Vec<S>,
    /// The clock $\lambda_0$ of that state.
    pub clock: S,
}

impl<S: Real> Sequence<S> {
    /// Outputs `[tokens, V]`, the final state `[m + 1, K + V]` and its clock.
    ///
    /// # Panics
    /// When a shape does not fit, or the number of slots is even.
    pub fn run(&self) -> (Run<S>, S) {
        let (program, clocks) = clock(self.slots, &self.tokens, &self.clock);
        let (mut state, mut outputs) = (self.initial.clone(), Vec::new());
        for ((x, token), now) in self.tokens.iter().zip(&program.tokens).zip(&clocks) {
            for step in &token.steps {
                state = step.apply(&state, program.columns);
            }
            outputs.extend(read_clock(self.slots, &state, &x.q, &self.readout, &self.scale, now));
        }
        (Run { outputs, state }, clocks.last().unwrap_or(&self.clock).clone())
    }

    /// The same sequence with every number replaced.
    pub fn map<R>(&self, f: impl Fn(&S) -> R) -> Sequence<R> {
        let all = |x: &[S]| x.iter().map(&f).collect::<Vec<R>>();
        let token = |x: &Inputs<S>| Inputs {
            alpha: f(&x.alpha),
            beta: f(&x.beta),
            delta: f(&x.delta),
            q: all(&x.q),
            k: all(&x.k),
            v: all(&x.v),
        };
        Sequence {
            slots: self.slots,
            tokens: self.tokens.iter().map(token).collect(),
            readout: all(&self.readout),
            scale: f(&self.scale),
            initial: all(&self.initial),
            clock: f(&self.clock),
        }
    }
}

fn angle<S: Real>(m: usize, frequency: usize, clock: &S) -> (S, S) {
    let turns = clock.fraction(2 * small(frequency), small(m));
    clock.pi().times(&turns).times(clock).sin_cos()
}

fn small(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// The Fourier coordinates of slot 0 turned back by `clock` slots: $\sqrt{1/m}$, 0, then $\sqrt{2/m}(\cos\varphi_n, -\sin\varphi_n)$ with
/// $\varphi_n = 2\pi n \lambda / m$.
///
/// # Panics
/// When `m` is even.
pub fn atom<S: Real>(m: usize, clock: &S) -> Vec<S> {
    assert!(m % 2 == 1, "{m} slots: CyFA has an odd number");
    let mut out = vec![clock.fraction(1, small(m)).sqrt(), S::zero()];
    let norm = clock.fraction(2, small(m)).sqrt();
    for n in 1..=m / 2 {
        let (sin, cos) = angle(m, n, clock);
        out.extend([norm.times(&cos), norm.times(&sin).negate()]);
    }
    out
}

/// The slots as combinations of the coordinates, $m \times (m + 1)$ row-major: $m^{-1/2}$, 0, $\sqrt{2/m}\cos(2\pi n r/m)$, $\sqrt{2/m}\sin(2\pi n r/m)$.
pub fn basis<S: Real>(m: usize, like: &S) -> Vec<S> {
    let norm = like.fraction(2, small(m)).sqrt();
    let mut out = Vec::with_capacity(m * (m + 1));
    for slot in 0..m {
        out.extend([like.fraction(1, small(m)).sqrt(), S::zero()]);
        for n in 1..=m / 2 {
            let place = like.fraction(small((n * slot) % m), 1);
            let (sin, cos) = angle(m, 1, &place);
            out.extend([norm.times(&cos), norm.times(&sin)]);
        }
    }
    out
}

/// Coordinates turned forward by `clock` slots: rows $(2n, 2n+1)$ by the angle $\varphi_n$; backwards for a negative clock.
pub fn turned<S: Real>(m: usize, coordinates: &[S], clock: &S) -> Vec<S> {
    let mut out = coordinates.to_vec();
    for n in 1..=m / 2 {
        let (sin, cos) = angle(m, n, clock);
        let (a, b) = (&coordinates[2 * n], &coordinates[2 * n + 1]);
        out[2 * n] = cos.times(a).minus(&sin.times(b));
        out[2 * n + 1] = sin.times(a).plus(&cos.times(b));
    }
    out
}

/// The shift $P(\delta)$, $m \times m$ row-major: entry $(r, s)$ is $\frac1m (1 + 2\sum_n \cos\frac{2\pi n (r - s - \delta)}{m})$.
pub fn shift<S: Real>(m: usize, delta: &S) -> Vec<S> {
    let kernel: Vec<S> = (0..m)
        .map(|offset| {
            let place = delta.fraction(small(offset), 1).minus(delta);
            let waves = (1..=m / 2).fold(S::zero(), |sum, n| sum.plus(&angle(m, n, &place).1));
            S::one().plus(&waves.plus(&waves)).times(&delta.fraction(1, small(m)))
        })
        .collect();
    (0..m * m).map(|e| kernel[(e / m + m - e % m) % m].clone()).collect()
}

fn both<S: Scalar>(x: &Inputs<S>) -> Vec<S> {
    [x.k.clone(), x.v.clone()].concat()
}

/// The program in slot coordinates; the columns are those of $K$ and then those of $V$.
pub fn slots<S: Real>(m: usize, tokens: &[Inputs<S>]) -> Program<S> {
    let columns = tokens.first().map_or(0, |x| x.k.len() + x.v.len());
    let tokens = tokens.iter().map(|x| {
        let mut origin = vec![S::zero(); m];
        origin[0] = x.beta.clone();
        let carry = Carry::Dense(scaled(&x.alpha, &shift(m, &x.delta)));
        Token::single(Step::erase_before(carry, vec![Update::write(origin, both(x))]), vec![S::zero(); m])
    });
    Program { rows: m, columns, scale: S::one(), tokens: tokens.collect() }
}

/// The program in clock coordinates from the clock `start`, and the clock at each token; columns as for [`slots`].
pub fn clock<S: Real>(m: usize, tokens: &[Inputs<S>], start: &S) -> (Program<S>, Vec<S>) {
    let columns = tokens.first().map_or(0, |x| x.k.len() + x.v.len());
    let (mut now, mut clocks, mut out) = (start.clone(), Vec::new(), Vec::new());
    for x in tokens {
        now = now.plus(&x.delta);
        let write = Update::write(scaled(&x.beta, &atom(m, &now)), both(x));
        let step = Step::erase_before(Carry::Scalar(x.alpha.clone()), vec![write]);
        out.push(Token::single(step, vec![S::zero(); m + 1]));
        clocks.push(now.clone());
    }
    (Program { rows: m + 1, columns, scale: S::one(), tokens: out }, clocks)
}

/// The read-out in slot coordinates: $(R V)^\top \mathrm{softmax}(s R K q)$ for a state `[m × (K + V)]`.
pub fn read_slots<S: Real>(m: usize, state: &[S], q: &[S], readout: &[S], scale: &S) -> Vec<S> {
    let (keys, values) = split(state, m, q.len());
    let scores = scaled(scale, &row_products(&keys, q));
    let weights = softmax(&matrix_vector(readout, &scores));
    let back = transposed_vector(readout, &weights);
    transposed_vector(&values, &back)
}

/// The read-out in clock coordinates at the clock `now`, for a state `[(m + 1) × (K + V)]`.
pub fn read_clock<S: Real>(m: usize, state: &[S], q: &[S], readout: &[S], scale: &S, now: &S) -> Vec<S> {
    let (keys, values) = split(state, m + 1, q.len());
    let coordinates = turned(m, &scaled(scale, &row_products(&keys, q)), now);
    let basis = basis(m, now);
    let weights = softmax(&matrix_vector(readout, &matrix_vector(&basis, &coordinates)));
    let back = transposed_vector(&basis, &transposed_vector(readout, &weights));
    transposed_vector(&values, &turned(m, &back, &now.negate()))
}

fn split<S: Scalar>(state: &[S], rows: usize, keys: usize) -> (Vec<S>, Vec<S>) {
    let columns = state.len() / rows;
    let part = |from: usize, to: usize| {
        state.chunks_exact(columns).flat_map(move |row| row[from..to].to_vec()).collect::<Vec<S>>()
    };
    (part(0, keys), part(keys, columns))
}

fn matrix_vector<S: Scalar>(matrix: &[S], x: &[S]) -> Vec<S> {
    matrix.chunks_exact(x.len()).map(|row| dot(row, x)).collect()
}

fn transposed_vector<S: Scalar>(matrix: &[S], x: &[S]) -> Vec<S> {
    crate::step::column_products(x, matrix, matrix.len() / x.len())
}

/// $e^{x_i} / \sum_j e^{x_j}$, with the maximum taken out first.
pub fn softmax<S: Real>(x: &[S]) -> Vec<S> {
    let Some(first) = x.first() else { return Vec::new() };
    let largest = x.iter().fold(first.clone(), |a, b| a.maximum(b));
    let powers: Vec<S> = x.iter().map(|v| v.minus(&largest).exp()).collect();
    let sum = powers.iter().fold(S::zero(), |a, b| a.plus(b));
    powers.iter().map(|p| p.over(&sum)).collect()
}

/// The normalised key or query of the official layer.
pub fn normalised<S: Real>(x: &[S], weight: &[S], epsilon: &S) -> Vec<S> {
    gates::rms_normalised(x, weight, epsilon)
}
