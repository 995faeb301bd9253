//! # Gated DeltaNet-2
//!
//! $$S_t = (I - k_t (b_t \odot k_t)^\top)\,\mathrm{Diag}(\alpha_t)\, S_{t-1} + k_t (w_t \odot v_t)^\top, \qquad o_t = s\, S_t^\top q_t.$$
//!
//! An erase gate $b_t \in \mathbb{R}^K$ and a write gate $w_t \in \mathbb{R}^V$ in place of $\beta$; $b = \beta 1$, $w = \beta 1$ is KDA. Officially both are
//! sigmoids and $\ln\alpha$ is KDA's softplus form; allowing negative eigenvalues doubles $b$ **and not** $w$, so the official
//! models reduce to the official KDA only for $\beta < 1$.
//!
//! Source: *Gated DeltaNet-2*; FLA `ops/gdn2`, NVlabs/GatedDeltaNet-2 `lit_gpt/gdn2.py`.

use super::gates;
use crate::fields::Fields;
use crate::program::Token;
use crate::scalar::{Scalar, hadamard};
use crate::spec::{Heads, Input, Range, Scale, Spec, Width};
use crate::step::Step;

/// The specification.
pub const SPEC: Spec = Spec {
    name: "gdn2",
    aliases: &["gated_delta_net_2", "gated_deltanet2"],
    title: "Gated DeltaNet-2",
    inputs: &[
        Input::new("q", Heads::Key, Width::K),
        Input::new("k", Heads::Key, Width::K),
        Input::new("v", Heads::Value, Width::V),
        Input::factor("alpha", "g", Heads::Value, Width::K),
        Input::new("b", Heads::Value, Width::K),
        Input::new("w", Heads::Value, Width::V),
    ],
    stacked: 1,
    scale: Scale::RootK,
    ranges: &[
        Range { parameter: "alpha", article: "(0, 1)", official: "(0, 1)" },
        Range { parameter: "b", article: "(0, 1)", official: "(0, 1); (0, 2) with negative eigenvalues" },
        Range { parameter: "w", article: "(0, 1)", official: "(0, 1), never doubled" },
    ],
};

/// One token.
pub fn token<S: Scalar>(x: &Fields<S>) -> Token<S> {
    let k = x.row("k");
    let erase = hadamard(x.row("b"), k);
    let value = hadamard(x.row("w"), x.row("v"));
    let step = Step::erase_carried(gates::carry(x.row("alpha"), k.len()), k.to_vec(), &erase, value);
    Token::single(step, x.row("q").to_vec())
}
