//! # Diagonal plus low rank (DPLR)
//!
//! $$S_t = (\mathrm{Diag}(\alpha_t) + b_t a_t^\top)\, S_{t-1} + k_t v_t^\top, \qquad o_t = s\, S_t^\top q_t.$$
//!
//! $a_t$ reads the state **before** the decay. The generalised delta rule of FLA, and the form that RWKV-7 takes.
//!
//! Source: FLA `ops/generalized_delta_rule/dplr`.

use super::gates;
use crate::fields::Fields;
use crate::program::Token;
use crate::scalar::Scalar;
use crate::spec::{Heads, Input, Range, Scale, Spec, Width};
use crate::step::{Carry, Step, Update};

/// The specification.
pub const SPEC: Spec = Spec {
    name: "dplr",
    aliases: &["generalized_delta_rule"],
    title: "Diagonal plus low rank",
    inputs: &[
        Input::new("q", Heads::Key, Width::K),
        Input::new("k", Heads::Key, Width::K),
        Input::new("v", Heads::Value, Width::V),
        Input::new("a", Heads::Value, Width::K),
        Input::new("b", Heads::Value, Width::K),
        Input::factor("alpha", "g", Heads::Value, Width::K),
    ],
    stacked: 1,
    scale: Scale::RootK,
    ranges: &[Range { parameter: "alpha", article: "(0, 1)", official: "(0, 1)" }],
};

/// One token.
pub fn token<S: Scalar>(x: &Fields<S>) -> Token<S> {
    let carry = gates::carry(x.row("alpha"), x.row("k").len());
    Token::single(step(carry, x.row("a"), x.row("b"), x.row("k"), x.row("v")), x.row("q").to_vec())
}

/// $S \mapsto B S + b\,(a^\top S) + k v^\top$.
pub(super) fn step<S: Scalar>(carry: Carry<S>, a: &[S], b: &[S], k: &[S], v: &[S]) -> Step<S> {
    // w − Sᵀy with y = −a and no value is aᵀS.
    let erase =
        Update { write: b.to_vec(), erase: a.iter().map(Scalar::negate).collect(), value: Vec::new() };
    Step::erase_before(carry, vec![erase, Update::write(k.to_vec(), v.to_vec())])
}
