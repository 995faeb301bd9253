//! # Complex KDA
//!
//! KDA with signed gates, $\alpha_t \in [-1, 1]^K$ and $\beta_t \in [0, 2]$:
//!
//! $$S_t = (I - \beta_t k_t k_t^\top)\,\mathrm{Diag}(\alpha_t)\, S_{t-1} + \beta_t k_t v_t^\top, \qquad o_t = s\, S_t^\top q_t.$$
//!
//! **Sign gauge.** With $P_t = \prod_{u \le t} \operatorname{sign}\alpha_u$ (entrywise) and $\tilde S_t = \mathrm{Diag}(P_t) S_t$, the same outputs come
//! from KDA on the gates $|\alpha_t|$ with $P_t \odot q_t$ and $P_t \odot k_t$; the official code runs it so. See [`in_gauge`].
//!
//! Officially $u = e^{A}(z + b_{dt})$, $a = \tanh(u/2)$ (or $\tanh u$), $|\alpha| = \varepsilon + (1 - \varepsilon)|a|$ with $\varepsilon = e^{-5}$, and the sign is
//! $-1$ for $a < 0$, else $+1$.
//!
//! Source: *Complex KDA* (arXiv 2609.24797); OpenEuroLLM/ComplexKDA `fla/layers/complex_kda_layer.py`.

use super::kda;
use crate::fields::Fields;
use crate::program::Token;
use crate::scalar::{Real, Scalar, hadamard};
use crate::spec::{Range, Spec};

/// The specification.
pub const SPEC: Spec = Spec {
    name: "ckda",
    aliases: &["complex_kda"],
    title: "Complex KDA",
    ranges: &[
        Range { parameter: "alpha", article: "[-1, 1]", official: "(-1, -e^-5) or [e^-5, 1)" },
        Range { parameter: "beta", article: "[0, 2]", official: "(0, 1); (0, 2) with negative eigenvalues" },
    ],
    ..kda::SPEC
};

/// One token, directly.
pub fn token<S: Scalar>(x: &Fields<S>) -> Token<S> {
    kda::token(x)
}

/// The tokens in the sign gauge, and the final $P$ that turns the gauge's state into the direct one, entrywise by row.
///
/// `signs` holds ±1 for each token and channel, with `signs ⊙ magnitudes = alpha`.
///
/// # Panics
/// When a token's lengths differ from those of its signs.
pub fn in_gauge<S: Scalar>(tokens: &[Fields<S>], signs: &[Vec<S>]) -> (Vec<Token<S>>, Vec<S>) {
    let channels = signs.first().map_or(0, Vec::len);
    let mut gauge = vec![S::one(); channels];
    let mut out = Vec::with_capacity(tokens.len());
    for (x, sign) in tokens.iter().zip(signs) {
        gauge = hadamard(&gauge, sign);
        let turned = Fields::new()
            .with("q", hadamard(&gauge, x.row("q")))
            .with("k", hadamard(&gauge, x.row("k")))
            .with("v", x.row("v").to_vec())
            .with("alpha", hadamard(sign, x.row("alpha")))
            .with("beta", x.row("beta").to_vec());
        out.push(kda::token(&turned));
    }
    (out, gauge)
}

/// The official signed gate of $u = e^{A}(z + b_{dt})$: `(sign, |alpha|)`, with $a = \tanh(u/2)$.
///
/// $\tanh(u/2)$ and not $2\sigma(u) - 1$: in f32 the latter is 0 at $u = -10^{-9}$, and the sign is lost.
pub fn signed_gate<S: Real>(u: &S) -> (S, S) {
    let a = u.times(&u.fraction(1, 2)).tanh();
    let sign = a.sign();
    let floor = u.fraction(-5, 1).exp();
    let magnitude = floor.plus(&S::one().minus(&floor).times(&a.times(&sign)));
    (sign, magnitude)
}
