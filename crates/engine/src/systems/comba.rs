//! # Comba
//!
//! The delta rule with a separate key $p$ to erase with, in the two orders that the public code has:
//!
//! * `comba`: $S_t = \alpha_t S_{t-1} + \beta_t k_t (v_t - S_{t-1}^\top p_t)^\top$, which erases from the state **before** the decay: the fused
//!   kernels and the chunkwise reference;
//! * `comba_decayed`: $\tilde S = \alpha_t S_{t-1}$, $S_t = \tilde S + \beta_t k_t (v_t - \tilde S^\top p_t)^\top$: the recurrent reference.
//!
//! They are different recurrences. $o_t = s\, S_t^\top q_t$ in both.
//!
//! Source: Hu et al., *Comba*; FLA `ops/comba`.

use super::gates;
use crate::fields::Fields;
use crate::program::Token;
use crate::scalar::{Scalar, scaled};
use crate::spec::{Heads, Input, Range, Scale, Spec, Width};
use crate::step::{Step, Update};

/// The order of the fused kernels: the erase reads the state before the decay.
pub const SPEC: Spec = Spec {
    name: "comba",
    aliases: &["comba_before_decay"],
    title: "Comba",
    inputs: &[
        Input::new("q", Heads::Key, Width::K),
        Input::new("k", Heads::Key, Width::K),
        Input::new("v", Heads::Value, Width::V),
        Input::new("p", Heads::Key, Width::K),
        Input::factor("alpha", "g", Heads::Value, Width::One),
        Input::new("beta", Heads::Value, Width::One),
    ],
    stacked: 1,
    scale: Scale::RootK,
    ranges: &[
        Range { parameter: "alpha", article: "(0, 1)", official: "(0, 1)" },
        Range { parameter: "beta", article: "(0, 1)", official: "(0, 1)" },
    ],
};

/// The order of the recurrent reference: the erase reads the decayed state.
pub const DECAYED: Spec = Spec {
    name: "comba_decayed",
    aliases: &["comba_after_decay"],
    title: "Comba, erase after decay",
    ..SPEC
};

/// One token, erased before the decay.
pub fn token<S: Scalar>(x: &Fields<S>) -> Token<S> {
    let (k, p) = (x.row("k"), x.row("p"));
    let update = Update { write: scaled(x.one("beta"), k), erase: p.to_vec(), value: x.row("v").to_vec() };
    let step = Step::erase_before(gates::carry(x.row("alpha"), k.len()), vec![update]);
    Token::single(step, x.row("q").to_vec())
}

/// One token, erased after the decay.
pub fn token_decayed<S: Scalar>(x: &Fields<S>) -> Token<S> {
    let (k, p) = (x.row("k"), x.row("p"));
    let carry = gates::carry(x.row("alpha"), k.len());
    let step = Step::erase_carried(carry, scaled(x.one("beta"), k), p, x.row("v").to_vec());
    Token::single(step, x.row("q").to_vec())
}
