//! # RWKV-7
//!
//! $$S_t = (\mathrm{Diag}(w_t) - (a_t \odot \kappa_t)\, \kappa_t^\top)\, S_{t-1} + k_t v_t^\top, \qquad o_t = S_t^\top r_t.$$
//!
//! $\kappa$ (`kk`) is a normalised removal key, $a$ the in-context learning rate; $\kappa$ reads the state **before** the decay. Dumps hold
//! $\ln w$ under the name `w`. Officially $\ln w = -e^{-1/2}\sigma(x)$, so $w \in (0.5453, 1)$, and $a = \sigma(x)$.
//!
//! Source: Peng et al., *RWKV-7 "Goose"*; FLA `ops/rwkv7`, `layers/rwkv7.py`.

use super::{dplr, gates};
use crate::fields::Fields;
use crate::program::Token;
use crate::scalar::{Real, Scalar, hadamard};
use crate::spec::{Heads, Input, Range, Scale, Spec, Width};

/// The specification.
pub const SPEC: Spec = Spec {
    name: "rwkv7",
    aliases: &["rwkv-7", "rwkv_7"],
    title: "RWKV-7",
    inputs: &[
        Input::new("r", Heads::Key, Width::K),
        Input::factor("alpha", "w", Heads::Value, Width::K),
        Input::new("k", Heads::Key, Width::K),
        Input::new("v", Heads::Value, Width::V),
        Input::new("kk", Heads::Key, Width::K),
        Input::new("a", Heads::Value, Width::K),
    ],
    stacked: 1,
    scale: Scale::One,
    ranges: &[
        Range { parameter: "alpha", article: "(0, 1)", official: "(exp(-e^-1/2), 1) = (0.5453, 1)" },
        Range { parameter: "a", article: "(0, 1)", official: "(0, 1)" },
        Range { parameter: "kk", article: "norm 1", official: "norm 1, up to the ε of the normalisation" },
    ],
};

/// One token.
pub fn token<S: Scalar>(x: &Fields<S>) -> Token<S> {
    let kk = x.row("kk");
    let read: Vec<S> = kk.iter().map(Scalar::negate).collect();
    let carry = gates::carry(x.row("alpha"), kk.len());
    let step = dplr::step(carry, &read, &hadamard(kk, x.row("a")), x.row("k"), x.row("v"));
    Token::single(step, x.row("r").to_vec())
}

/// The official log-decay of a raw activation: $-e^{-1/2}\sigma(x)$.
pub fn log_decay<S: Real>(raw: &S) -> S {
    raw.fraction(-1, 2).exp().times(&raw.sigmoid()).negate()
}
