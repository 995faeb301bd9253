//! # Kimi Delta Attention (KDA)
//!
//! $$S_t = (I - \beta_t k_t k_t^\top)\,\mathrm{Diag}(\alpha_t)\, S_{t-1} + \beta_t k_t v_t^\top, \qquad o_t = s\, S_t^\top q_t.$$
//!
//! Gated DeltaNet with one gate for each key channel. Officially $\ln\alpha = -e^{A}\,\mathrm{softplus}(f + b_{dt})$, or, with a lower bound
//! $\ell < 0$, $\ln\alpha = \ell\,\sigma(e^{A}(f + b_{dt}))$; $\beta = \sigma(x)$ (doubled where negative eigenvalues are allowed, for the erase
//! and for the write).
//!
//! Source: Kimi Team, *Kimi Linear*; FLA `ops/kda`, `layers/kda.py`.

use super::gates;
use crate::fields::Fields;
use crate::program::Token;
use crate::scalar::{Scalar, scaled};
use crate::spec::{Heads, Input, Range, Scale, Spec, Width};
use crate::step::Step;

/// The specification.
pub const SPEC: Spec = Spec {
    name: "kda",
    aliases: &["kimi_delta_attention"],
    title: "KDA",
    inputs: &[
        Input::new("q", Heads::Key, Width::K),
        Input::new("k", Heads::Key, Width::K),
        Input::new("v", Heads::Value, Width::V),
        Input::factor("alpha", "g", Heads::Value, Width::K),
        Input::new("beta", Heads::Value, Width::One),
    ],
    stacked: 1,
    scale: Scale::RootK,
    ranges: &[
        Range {
            parameter: "alpha",
            article: "(0, 1)",
            official: "(0, 1); (e^lower_bound, 1) with a lower bound",
        },
        Range { parameter: "beta", article: "[0, 1]", official: "(0, 1); (0, 2) with negative eigenvalues" },
    ],
};

/// One token.
pub fn token<S: Scalar>(x: &Fields<S>) -> Token<S> {
    let (k, v) = (x.row("k"), x.row("v").to_vec());
    let step = Step::erase_carried(gates::carry(x.row("alpha"), k.len()), scaled(x.one("beta"), k), k, v);
    Token::single(step, x.row("q").to_vec())
}
