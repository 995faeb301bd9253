//! # Gated DeltaNet
//!
//! $$S_t = \alpha_t (I - \beta_t k_t k_t^\top)\, S_{t-1} + \beta_t k_t v_t^\top, \qquad o_t = s\, S_t^\top q_t.$$
//!
//! $S \in \mathbb{R}^{K \times V}$; one $\alpha_t$ and one $\beta_t$ for each head; the state decays first and is erased after. Officially
//! $\ln\alpha = -e^{A}\,\mathrm{softplus}(a + b_{dt})$, $\beta = \sigma(x)$ (doubled where negative eigenvalues are allowed).
//!
//! Source: Yang, Kautz, Hatamizadeh, *Gated Delta Networks*; FLA `ops/gated_delta_rule`, `layers/gated_deltanet.py`.

use super::gates;
use crate::fields::Fields;
use crate::program::Token;
use crate::scalar::{Scalar, scaled};
use crate::spec::{Heads, Input, Range, Scale, Spec, Width};
use crate::step::Step;

/// The specification.
pub const SPEC: Spec = Spec {
    name: "gdn",
    aliases: &["gated_delta_rule", "gated_delta_net", "gated_deltanet"],
    title: "Gated DeltaNet",
    inputs: &[
        Input::new("q", Heads::Key, Width::K),
        Input::new("k", Heads::Key, Width::K),
        Input::new("v", Heads::Value, Width::V),
        Input::factor("alpha", "g", Heads::Value, Width::One),
        Input::new("beta", Heads::Value, Width::One),
    ],
    stacked: 1,
    scale: Scale::RootK,
    ranges: &[
        Range { parameter: "alpha", article: "(0, 1)", official: "(0, 1)" },
        Range { parameter: "beta", article: "[0, 1)", official: "(0, 1); (0, 2) with negative eigenvalues" },
    ],
};

/// One token.
pub fn token<S: Scalar>(x: &Fields<S>) -> Token<S> {
    let (k, v) = (x.row("k"), x.row("v").to_vec());
    let step = Step::erase_carried(gates::carry(x.row("alpha"), k.len()), scaled(x.one("beta"), k), k, v);
    Token::single(step, x.row("q").to_vec())
}
