//! # Mamba-2
//!
//! $$h_t = e^{\Delta_t A} h_{t-1} + \Delta_t x_t B_t^\top, \qquad y_t = h_t C_t + D x_t,$$
//!
//! one scalar $A < 0$ and one $\Delta_t > 0$ for each head; head $h$ of $H$ uses group $\lfloor h / (H/G) \rfloor$ of $B$ and $C$. The state is kept as
//! $N \times P$ ($B$ is the key, $x$ the value); the official layout is its transpose.
//!
//! Source: Dao, Gu, *Transformers are SSMs*; state-spaces/mamba `modules/mamba2.py`.

use crate::program::{Program, Token};
use crate::scalar::{Real, Scalar, scaled};
use crate::step::{Carry, Step, Update};

/// One token of one head.
#[derive(Clone, Debug, PartialEq)]
pub struct Inputs<S> {
    /// $\Delta$, after softplus and clamping.
    pub dt: S,
    /// $x$, `[P]`.
    pub x: Vec<S>,
    /// $B$ of the head's group, `[N]`.
    pub b: Vec<S>,
    /// $C$ of the head's group, `[N]`.
    pub c: Vec<S>,
}

/// One token from its factor $e^{\Delta A}$.
pub fn token<S: Scalar>(factor: S, inputs: &Inputs<S>) -> Token<S> {
    let write = Update::write(inputs.b.clone(), scaled(&inputs.dt, &inputs.x));
    Token::single(Step::erase_before(Carry::Scalar(factor), vec![write]), inputs.c.clone())
}

/// The program of a sequence of one head. The outputs lack the skip $D x_t$.
pub fn program<S: Real>(a: &S, tokens: &[Inputs<S>]) -> Program<S> {
    let (rows, columns) = tokens.first().map_or((0, 0), |t| (t.b.len(), t.x.len()));
    let tokens = tokens.iter().map(|inputs| token(inputs.dt.times(a).exp(), inputs)).collect();
    Program { rows, columns, scale: S::one(), tokens }
}

/// The group of a head, for `heads` heads in `groups` groups: contiguous, not tiled.
///
/// # Panics
/// When the groups do not divide the heads.
pub fn group(head: usize, heads: usize, groups: usize) -> usize {
    assert!(groups > 0 && heads.is_multiple_of(groups), "{groups} groups do not divide {heads} heads");
    head / (heads / groups)
}
