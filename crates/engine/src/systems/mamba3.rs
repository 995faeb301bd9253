//! # Mamba-3, single input and single output
//!
//! $$\Theta_t = \Theta_{t-1} + \pi \tanh(a_t)\,\Delta_t, \qquad
//! S_t = e^{A_t\Delta_t}\bigl(S_{t-1} + (1 - \lambda_t)\Delta_t\, k_{t-1} v_{t-1}^\top\bigr) + \lambda_t \Delta_t\, k_t v_t^\top, \qquad
//! o_t = S_t^\top q_t,$$
//!
//! where $q_t$, $k_t$ are the raw ones plus their bias, turned by $\Theta_t$ in neighbouring pairs $(2i, 2i+1)$; channels beyond the angles are not turned.
//! $\lambda = \sigma(\text{trap})$: the previous write enters as well (trapezoid rule), so "no new writes" means two zero writes.
//!
//! **Frames.** The stored state has a scalar transition; the rotation is in the moving frame $z_t = R(-\Theta_t) S_t$, where it is
//! $z_t = e^{A\Delta} R(-\theta_t) z_{t-1} + \dots$ with unturned keys. [`moving_frame`] is that form.
//!
//! The state is $N \times P$; the official layout is its transpose.
//!
//! Source: *Mamba-3*; state-spaces/mamba `tests/ops/triton/test_mamba3_siso.py`.

use crate::program::{Program, Token};
use crate::scalar::{Real, Scalar, scaled};
use crate::step::{Carry, Step, Update};

/// One token of one head, with its rotation as points of the unit circle.
#[derive(Clone, Debug, PartialEq)]
pub struct Inputs<S> {
    /// The factor $e^{A\Delta}$.
    pub factor: S,
    /// $\Delta$.
    pub dt: S,
    /// $\lambda$, the share of the present write.
    pub lambda: S,
    /// $(\cos\theta, \sin\theta)$ of this token's own turn, one for each turned pair.
    pub turn: Vec<(S, S)>,
    /// The query with its bias, unturned, `[N]`.
    pub q: Vec<S>,
    /// The key with its bias, unturned, `[N]`.
    pub k: Vec<S>,
    /// The value, `[P]`.
    pub v: Vec<S>,
}

/// What the previous token leaves behind besides the state.
#[derive(Clone, Debug, PartialEq)]
pub struct Memory<S> {
    /// $(\cos\Theta, \sin\Theta)$ of the accumulated angles.
    pub frame: Vec<(S, S)>,
    /// The previous key, turned.
    pub k: Vec<S>,
    /// The previous value.
    pub v: Vec<S>,
}

impl<S: Scalar> Memory<S> {
    /// Nothing written yet, no turn: for `pairs` turned pairs, `rows` key and `columns` value channels.
    pub fn empty(pairs: usize, rows: usize, columns: usize) -> Self {
        Self {
            frame: vec![(S::one(), S::zero()); pairs],
            k: vec![S::zero(); rows],
            v: vec![S::zero(); columns],
        }
    }
}

/// `x` with its pair `(2i, 2i+1)` turned by the angle of `turn[i]`, forwards or backwards.
pub fn turned<S: Scalar>(x: &[S], turn: &[(S, S)], backwards: bool) -> Vec<S> {
    let mut out = x.to_vec();
    for (i, (cos, sin)) in turn.iter().enumerate() {
        let sin = if backwards { sin.negate() } else { sin.clone() };
        let (a, b) = (&x[2 * i], &x[2 * i + 1]);
        out[2 * i] = cos.times(a).minus(&sin.times(b));
        out[2 * i + 1] = sin.times(a).plus(&cos.times(b));
    }
    out
}

fn composed<S: Scalar>(frame: &[(S, S)], turn: &[(S, S)]) -> Vec<(S, S)> {
    let product =
        |((c, s), (d, t)): (&(S, S), &(S, S))| (c.times(d).minus(&s.times(t)), s.times(d).plus(&c.times(t)));
    frame.iter().zip(turn).map(product).collect()
}

/// The program in stored coordinates, and the memory after it.
pub fn program<S: Scalar>(tokens: &[Inputs<S>], mut memory: Memory<S>) -> (Program<S>, Memory<S>) {
    let (rows, columns) = (memory.k.len(), memory.v.len());
    let mut out = Vec::with_capacity(tokens.len());
    for x in tokens {
        memory.frame = composed(&memory.frame, &x.turn);
        let (q, k) = (turned(&x.q, &memory.frame, false), turned(&x.k, &memory.frame, false));
        out.push(Token::single(step(x, Carry::Scalar(x.factor.clone()), &memory.k, &memory.v, &k), q));
        (memory.k, memory.v) = (k, x.v.clone());
    }
    (Program { rows, columns, scale: S::one(), tokens: out }, memory)
}

fn step<S: Scalar>(x: &Inputs<S>, carry: Carry<S>, last_k: &[S], last_v: &[S], k: &[S]) -> Step<S> {
    let earlier = S::one().minus(&x.lambda).times(&x.dt).times(&x.factor);
    let before = Update::write(scaled(&earlier, last_k), last_v.to_vec());
    let now = Update::write(scaled(&x.lambda.times(&x.dt), k), x.v.clone());
    Step::erase_before(carry, vec![before, now])
}

/// The program in the moving frame $z_t = R(-\Theta_t) S_t$: transition $e^{A\Delta} R(-\theta_t)$, unturned keys and queries.
///
/// The initial state of this program is $R(-\Theta_0) S_0$; the outputs are those of [`program`].
pub fn moving_frame<S: Scalar>(tokens: &[Inputs<S>], memory: &Memory<S>) -> Program<S> {
    let (rows, columns) = (memory.k.len(), memory.v.len());
    let (mut last_k, mut last_v) = (turned(&memory.k, &memory.frame, true), memory.v.clone());
    let mut out = Vec::with_capacity(tokens.len());
    for x in tokens {
        let mut matrix = vec![S::zero(); rows * rows];
        for i in 2 * x.turn.len()..rows {
            matrix[i * rows + i] = x.factor.clone();
        }
        for (i, (cos, sin)) in x.turn.iter().enumerate() {
            let (a, b, c) = (2 * i, 2 * i + 1, x.factor.times(cos));
            matrix[a * rows + a] = c.clone();
            matrix[a * rows + b] = x.factor.times(sin);
            matrix[b * rows + a] = x.factor.times(sin).negate();
            matrix[b * rows + b] = c;
        }
        let turned_last = turned(&last_k, &x.turn, true);
        out.push(Token::single(step(x, Carry::Dense(matrix), &turned_last, &last_v, &x.k), x.q.clone()));
        (last_k, last_v) = (x.k.clone(), x.v.clone());
    }
    Program { rows, columns, scale: S::one(), tokens: out }
}

/// $(\cos\theta, \sin\theta)$ for $\theta = \pi\tanh(a)\Delta$.
pub fn turn<S: Real>(angle: &S, dt: &S) -> (S, S) {
    let (sin, cos) = angle.pi().times(&angle.tanh()).times(dt).sin_cos();
    (cos, sin)
}
