//! # Gated DeltaProduct
//!
//! $$S \leftarrow \alpha_t S_{t-1}; \qquad S \leftarrow (I - \beta_{t,j} k_{t,j} k_{t,j}^\top)\, S + \beta_{t,j} k_{t,j} v_{t,j}^\top,\quad j = 1 \dots n; \qquad o_t = s\, S_t^\top q_t.$$
//!
//! One decay, $n$ delta steps and one read for each token. $k$, $v$, $\beta$ have $n$ rows a token, row $n t + j$ of the tensor.
//!
//! Source: Siems et al., *DeltaProduct*; FLA `ops/gated_delta_product`.

use super::gates;
use crate::fields::Fields;
use crate::program::Token;
use crate::scalar::{Scalar, scaled};
use crate::spec::{Heads, Input, Range, Scale, Spec, Width};
use crate::step::{Carry, Step};

/// The specification.
pub const SPEC: Spec = Spec {
    name: "delta_product",
    aliases: &["gated_delta_product"],
    title: "Gated DeltaProduct",
    inputs: &[
        Input::new("q", Heads::Key, Width::K),
        Input::new("k", Heads::Key, Width::K).in_parts(),
        Input::new("v", Heads::Value, Width::V).in_parts(),
        Input::factor("alpha", "g", Heads::Value, Width::One),
        Input::new("beta", Heads::Value, Width::One).in_parts(),
    ],
    stacked: 1,
    scale: Scale::RootK,
    ranges: &[
        Range { parameter: "alpha", article: "(0, 1)", official: "(0, 1)" },
        Range { parameter: "beta", article: "(0, 1)", official: "(0, 1); (0, 2) with negative eigenvalues" },
    ],
};

/// One token.
pub fn token<S: Scalar>(x: &Fields<S>) -> Token<S> {
    let mut carry = gates::carry(x.row("alpha"), x.row("q").len());
    let parts = x.rows("k").iter().zip(x.rows("v")).zip(x.rows("beta"));
    let steps = parts.map(|((k, v), beta)| {
        let gate = std::mem::replace(&mut carry, Carry::Identity);
        Step::erase_carried(gate, scaled(&beta[0], k), k, v.clone())
    });
    let steps = steps.collect();
    Token { steps, query: x.row("q").to_vec() }
}
