//! # Identity plus low rank (IPLR)
//!
//! $$S_t = (I + b_t a_t^\top)\, S_{t-1} + k_t v_t^\top, \qquad o_t = s\, S_t^\top q_t.$$
//!
//! [DPLR](super::dplr) without decay.
//!
//! Source: FLA `ops/generalized_delta_rule/iplr`.

use super::dplr;
use crate::fields::Fields;
use crate::program::Token;
use crate::scalar::Scalar;
use crate::spec::{Heads, Input, Spec, Width};
use crate::step::Carry;

/// The specification.
pub const SPEC: Spec = Spec {
    name: "iplr",
    aliases: &[],
    title: "Identity plus low rank",
    inputs: &[
        Input::new("q", Heads::Key, Width::K),
        Input::new("k", Heads::Key, Width::K),
        Input::new("v", Heads::Value, Width::V),
        Input::new("a", Heads::Value, Width::K),
        Input::new("b", Heads::Value, Width::K),
    ],
    ranges: &[],
    ..dplr::SPEC
};

/// One token.
pub fn token<S: Scalar>(x: &Fields<S>) -> Token<S> {
    let step = dplr::step(Carry::Identity, x.row("a"), x.row("b"), x.row("k"), x.row("v"));
    Token::single(step, x.row("q").to_vec())
}
