//! # Mamba-1, the selective scan
//!
//! $$h_t = e^{\Delta_t A} \odot h_{t-1} + (\Delta_t \odot x_t) B_t^\top, \qquad y_t = h_t C_t + D \odot x_t.$$
//!
//! The state is kept here as $N \times D$ (channel $d$ is column $d$), so that it is written and read like every other; the official layout is its
//! transpose. The factor $e^{\Delta_{t,d} A_{d,n}}$ is one for each entry. Officially $A = -e^{A_{log}} < 0$, $\Delta = \mathrm{softplus} > 0$, so every
//! factor is in $(0, 1)$. The input term is Euler's, only $A$ is discretised exactly.
//!
//! Source: Gu, Dao, *Mamba*; state-spaces/mamba `ops/selective_scan_interface.py`.

use crate::program::{Program, Token};
use crate::scalar::{Real, Scalar, hadamard};
use crate::step::{Carry, Step, Update};

/// One token, all channels.
#[derive(Clone, Debug, PartialEq)]
pub struct Inputs<S> {
    /// $\Delta$, `[D]`, after softplus.
    pub dt: Vec<S>,
    /// $x$, `[D]`.
    pub x: Vec<S>,
    /// $B$, `[N]`.
    pub b: Vec<S>,
    /// $C$, `[N]`.
    pub c: Vec<S>,
}

/// One token from its factors, `[N × D]`.
pub fn token<S: Scalar>(factors: Vec<S>, inputs: &Inputs<S>) -> Token<S> {
    let write = Update::write(inputs.b.clone(), hadamard(&inputs.dt, &inputs.x));
    Token::single(Step::erase_before(Carry::Elementwise(factors), vec![write]), inputs.c.clone())
}

/// The program of a sequence; `a` is `[D × N]`, row-major, negative. The outputs lack [`skip`].
pub fn program<S: Real>(a: &[S], tokens: &[Inputs<S>]) -> Program<S> {
    let channels = tokens.first().map_or(0, |t| t.x.len());
    let rows = a.len().checked_div(channels).unwrap_or(0);
    let tokens = tokens.iter().map(|inputs| {
        let factor = |e: usize| inputs.dt[e % channels].times(&a[(e % channels) * rows + e / channels]).exp();
        token((0..rows * channels).map(factor).collect(), inputs)
    });
    Program { rows, columns: channels, scale: S::one(), tokens: tokens.collect() }
}

/// $D \odot x_t$, which is added to the output.
pub fn skip<S: Scalar>(d: &[S], inputs: &Inputs<S>) -> Vec<S> {
    hadamard(d, &inputs.x)
}
