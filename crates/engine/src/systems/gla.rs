//! # Gated linear attention
//!
//! $$S_t = \mathrm{Diag}(\alpha_t)\, S_{t-1} + k_t v_t^\top, \qquad o_t = s\, S_t^\top q_t.$$
//!
//! $S \in \mathbb{R}^{K \times V}$, $\alpha_t \in \mathbb{R}^K$ or one number for each head (simple GLA), $s = K^{-1/2}$ unless
//! given. The official layer has $\ln \alpha = \ln \sigma(x) / 16$.
//!
//! Source: Yang et al., *Gated Linear Attention Transformers with Hardware-Efficient Training*; FLA `ops/gla`, `layers/gla.py`.

use super::gates;
use crate::fields::Fields;
use crate::program::Token;
use crate::scalar::{Real, Scalar};
use crate::spec::{Heads, Input, Range, Scale, Spec, Width};
use crate::step::{Step, Update};

/// The specification.
pub const SPEC: Spec = Spec {
    name: "gla",
    aliases: &["simple_gla"],
    title: "Gated linear attention",
    inputs: &[
        Input::new("q", Heads::Key, Width::K),
        Input::new("k", Heads::Key, Width::K),
        Input::new("v", Heads::Value, Width::V),
        Input::factor("alpha", "g", Heads::Value, Width::OneOrK),
    ],
    stacked: 1,
    scale: Scale::RootK,
    ranges: &[Range {
        parameter: "alpha",
        article: "(0, 1)",
        official: "(0, 1), the 16th root of a sigmoid",
    }],
};

/// One token.
pub fn token<S: Scalar>(x: &Fields<S>) -> Token<S> {
    let write = Update::write(x.row("k").to_vec(), x.row("v").to_vec());
    let step = Step::erase_before(gates::carry(x.row("alpha"), x.row("k").len()), vec![write]);
    Token::single(step, x.row("q").to_vec())
}

/// The official log-decay of a raw activation: $\ln\sigma(x) / 16$.
pub fn log_decay<S: Real>(raw: &S) -> S {
    raw.negate().softplus().negate().times(&raw.fraction(1, 16))
}
