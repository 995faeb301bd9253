//! # DeltaNet
//!
//! $$S_t = (I - \beta_t k_t k_t^\top)\, S_{t-1} + \beta_t k_t v_t^\top, \qquad o_t = s\, S_t^\top q_t.$$
//!
//! $S \in \mathbb{R}^{K \times V}$, one $\beta_t$ for each head, $s = K^{-1/2}$ unless given. Officially $\beta = \sigma(x)$, doubled
//! where negative eigenvalues are allowed, or 1; $q$ and $k$ are SiLU, then $x / \sqrt{\lVert x \rVert^2 + 10^{-6}}$.
//!
//! Source: Yang et al., *Parallelizing Linear Transformers with the Delta Rule*; FLA `ops/delta_rule`, `layers/delta_net.py`.

use crate::fields::Fields;
use crate::program::Token;
use crate::scalar::{Scalar, scaled};
use crate::spec::{Heads, Input, Range, Scale, Spec, Width};
use crate::step::{Carry, Step};

/// The specification.
pub const SPEC: Spec = Spec {
    name: "delta_net",
    aliases: &["delta_rule", "deltanet"],
    title: "DeltaNet",
    inputs: &[
        Input::new("q", Heads::Key, Width::K),
        Input::new("k", Heads::Key, Width::K),
        Input::new("v", Heads::Value, Width::V),
        Input::new("beta", Heads::Value, Width::One),
    ],
    stacked: 1,
    scale: Scale::RootK,
    ranges: &[
        Range {
            parameter: "beta",
            article: "[0, 1)",
            official: "(0, 1); (0, 2) with negative eigenvalues; or 1",
        },
        Range { parameter: "k", article: "norm 1", official: "norm below 1, by the 10⁻⁶ under the root" },
    ],
};

/// One token.
pub fn token<S: Scalar>(x: &Fields<S>) -> Token<S> {
    let (k, v) = (x.row("k"), x.row("v").to_vec());
    let step = Step::erase_carried(Carry::Identity, scaled(x.one("beta"), k), k, v);
    Token::single(step, x.row("q").to_vec())
}
