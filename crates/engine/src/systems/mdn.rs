//! # Momentum DeltaNet
//!
//! $$M_t = \mu_t M_{t-1} + \eta_t k_t (S_{t-1}^\top p_t - v_t)^\top, \qquad S_t = \alpha_t S_{t-1} - \beta_t M_t, \qquad o_t = s\, S_t^\top q_t.$$
//!
//! The state stacks $S$ over $M$, each $K \times V$; $\alpha, \mu, \beta, \eta$ are one number for each head; $p_t = \alpha_t k_t$, so that what is erased is
//! read from the decayed state. Officially $\eta = 1 + \tanh e$, $\theta = \arctan(\eta f)$ with a head's fixed $f > 0$,
//! $\beta = \sin^2\theta\,\sigma(b)$, $\alpha = \cos^2\theta\,e^{-e^A \mathrm{softplus}(a + b_{dt})}$, $\ln\mu = \max(-e^{m}\mathrm{softplus}(\cdot), -2)$.
//!
//! Source: *Momentum DeltaNet* (arXiv 2605.05838); HuuYuLong/MomentumDeltaNet `fla/ops/momentum_delta_rule`.

use crate::fields::Fields;
use crate::program::Token;
use crate::scalar::{Real, Scalar, scaled};
use crate::spec::{Heads, Input, Range, Scale, Spec, Width};
use crate::step::{Carry, Step, Update};

/// The specification.
pub const SPEC: Spec = Spec {
    name: "mdn",
    aliases: &["momentum_delta_rule", "momentum_deltanet"],
    title: "Momentum DeltaNet",
    inputs: &[
        Input::new("q", Heads::Key, Width::K),
        Input::new("k", Heads::Key, Width::K),
        Input::new("v", Heads::Value, Width::V),
        Input::new("p", Heads::Key, Width::K),
        Input::factor("alpha", "log_alpha", Heads::Value, Width::One),
        Input::factor("mu", "log_mu", Heads::Value, Width::One),
        Input::new("beta", Heads::Value, Width::One),
        Input::new("eta", Heads::Value, Width::One),
    ],
    stacked: 2,
    scale: Scale::RootK,
    ranges: &[
        Range { parameter: "alpha", article: "(0, 1)", official: "(0, cos²θ)" },
        Range {
            parameter: "beta",
            article: "(0, 1)",
            official: "(0, sin²θ); (0, 2 sin²θ) with negative eigenvalues",
        },
        Range { parameter: "mu", article: "(0, 1)", official: "[e^-2, 1)" },
        Range { parameter: "eta", article: "(0, 2)", official: "(0, 2)" },
    ],
};

/// One token.
pub fn token<S: Scalar>(x: &Fields<S>) -> Token<S> {
    let (k, v, p) = (x.row("k"), x.row("v"), x.row("p"));
    let (alpha, mu, beta, eta) = (x.one("alpha"), x.one("mu"), x.one("beta"), x.one("eta"));
    // M gains −ηk(v − Sᵀp)ᵀ, and S = αS − βM of the new M.
    let into_momentum = scaled(&eta.negate(), k);
    let into_state = scaled(&beta.negate(), &into_momentum);
    let block = [alpha.clone(), beta.times(mu).negate(), S::zero(), mu.clone()];
    let update = Update {
        write: [into_state, into_momentum].concat(),
        erase: [p.to_vec(), vec![S::zero(); k.len()]].concat(),
        value: v.to_vec(),
    };
    let step = Step::erase_before(Carry::Blocks(vec![block; k.len()]), vec![update]);
    Token::single(step, [x.row("q").to_vec(), vec![S::zero(); k.len()]].concat())
}

/// The gates of one head.
#[derive(Clone, Debug, PartialEq)]
pub struct Gates<S> {
    /// $\alpha$.
    pub alpha: S,
    /// $\mu$.
    pub mu: S,
    /// $\beta$.
    pub beta: S,
    /// $\eta$.
    pub eta: S,
}

/// Raw activations of one head, with the head's parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Raw<S> {
    /// Activation of the decay, without its bias.
    pub a: S,
    /// Activation of the write strength.
    pub b: S,
    /// Activation of the momentum decay, without its bias.
    pub m: S,
    /// Activation of the step size, already divided by the root of the model's width.
    pub e: S,
    /// `A_log`.
    pub a_log: S,
    /// `dt_bias`.
    pub dt_bias: S,
    /// `Mu_log`.
    pub mu_log: S,
    /// `mu_bias`.
    pub mu_bias: S,
    /// The logarithm of $f$.
    pub log_factor: S,
    /// Whether $\beta$ is doubled.
    pub negative_eigenvalues: bool,
}

/// The official gates: $\sin^2\theta = t^2/(1 + t^2)$ and $\cos^2\theta = 1/(1 + t^2)$ for $t = \eta f$.
pub fn gates<S: Real>(raw: &Raw<S>) -> Gates<S> {
    let eta = S::one().plus(&raw.e.tanh());
    let t = eta.times(&raw.log_factor.exp());
    let square = t.times(&t);
    let cos2 = S::one().over(&S::one().plus(&square));
    let sin2 = square.times(&cos2);
    let strength = if raw.negative_eigenvalues { S::from_int(2) } else { S::one() };
    let decay = super::gates::softplus_decay(&raw.a, &raw.dt_bias, &raw.a_log);
    let momentum = super::gates::softplus_decay(&raw.m, &raw.mu_bias, &raw.mu_log);
    Gates {
        alpha: cos2.times(&decay.exp()),
        mu: momentum.maximum(&raw.m.fraction(-2, 1)).exp(),
        beta: strength.times(&sin2).times(&raw.b.sigmoid()),
        eta,
    }
}
