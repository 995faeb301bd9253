//! Gate formulas that several official layers share.

use crate::scalar::{Real, Scalar, dot, scaled};
use crate::step::Carry;

/// The carry of a gate: a scalar for one factor, diagonal for one for each of `channels`.
///
/// # Panics
/// When there are neither 1 nor `channels` factors.
pub fn carry<S: Scalar>(alpha: &[S], channels: usize) -> Carry<S> {
    match alpha {
        [one] if channels != 1 => Carry::Scalar(one.clone()),
        _ => {
            assert_eq!(alpha.len(), channels, "gates do not match the key channels");
            Carry::Diagonal(alpha.to_vec())
        }
    }
}

/// $-e^{A}\,\mathrm{softplus}(x + b)$: the log-decay of Gated DeltaNet, KDA, Gated DeltaNet-2, CyFA and Momentum DeltaNet.
pub fn softplus_decay<S: Real>(raw: &S, bias: &S, a_log: &S) -> S {
    a_log.exp().times(&raw.plus(bias).softplus()).negate()
}

/// $\ell\,\sigma(e^{A}(x + b))$ with $\ell < 0$: KDA's "safe" log-decay, in $(\ell, 0)$. It is not a clamp.
pub fn bounded_decay<S: Real>(raw: &S, bias: &S, a_log: &S, lower_bound: &S) -> S {
    lower_bound.times(&a_log.exp().times(&raw.plus(bias)).sigmoid())
}

/// $\sigma(x)$, doubled where negative eigenvalues are allowed.
pub fn strength<S: Real>(raw: &S, negative_eigenvalues: bool) -> S {
    let factor = if negative_eigenvalues { S::from_int(2) } else { S::one() };
    factor.times(&raw.sigmoid())
}

/// $x / \sqrt{\lVert x \rVert^2 + \varepsilon}$ with $\varepsilon = 10^{-6}$: FLA's normalisation of keys and queries.
///
/// At $\lVert x \rVert = 10^{-3}$ the result has norm 0.707; of the zero vector it is zero.
pub fn l2_normalised<S: Real>(x: &[S]) -> Vec<S> {
    let Some(first) = x.first() else { return Vec::new() };
    let root = dot(x, x).plus(&first.fraction(1, 1_000_000)).sqrt();
    scaled(&S::one().over(&root), x)
}

/// $x / \max(\lVert x \rVert, \varepsilon)$ with $\varepsilon = 10^{-12}$: the form of `torch.nn.functional.normalize`.
pub fn l2_clamped<S: Real>(x: &[S]) -> Vec<S> {
    let Some(first) = x.first() else { return Vec::new() };
    let million = first.fraction(1, 1_000_000);
    let norm = dot(x, x).sqrt().maximum(&million.times(&million));
    scaled(&S::one().over(&norm), x)
}

/// $w \odot x / \sqrt{\lVert x \rVert^2 / n + \varepsilon}$: the root-mean-square normalisation with weights.
///
/// # Panics
/// When the lengths differ.
pub fn rms_normalised<S: Real>(x: &[S], weight: &[S], epsilon: &S) -> Vec<S> {
    assert_eq!(x.len(), weight.len(), "weights do not match the channels");
    let count = i32::try_from(x.len().max(1)).unwrap_or(i32::MAX);
    let root = dot(x, x).times(&epsilon.fraction(1, count)).plus(epsilon).sqrt();
    x.iter().zip(weight).map(|(x, w)| w.times(&x.over(&root))).collect()
}
