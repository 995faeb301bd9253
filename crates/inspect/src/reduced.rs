//! Windows whose steps have one gate for all channels, in the coordinates of their keys.
//!
//! Let every step be `T_t = a_t (I − β_t k_t k_tᵀ)` and `K` the matrix of the `r` different keys of the window. With `k_t = K e_j` and the Gram
//! matrix `G = KᵀK`, `T_t K = K T̂_t` for `T̂_t = a_t (I − β_t e_j (G e_j)ᵀ)`, of dimension `r`. Both products are the scalar `c = ∏ a_t` plus
//! a matrix that factors through the keys, `P = cI + K N` and `P̂ = cI + N K`, so that by Sylvester's determinant identity
//! `det(zI − P) = (z − c)^(d−r) det(zI − P̂)`, whether the keys are independent or not. A momentum rule goes the same way on both
//! halves of its state, with `∏ α_t` and `∏ μ_t` as the scalars.

use crate::Transition;
use enclosure::F64Interval;
use spectrum::{IntervalMatrix, Number};

/// The product in the coordinates of the keys, and the eigenvalues that it lacks; `None` where that is no smaller, or the steps are
/// not of this kind.
pub(crate) fn reduced(transitions: &[&Transition]) -> Option<(IntervalMatrix, Vec<F64Interval>)> {
    let mut keys: Vec<Vec<f64>> = Vec::new();
    let mut places = Vec::with_capacity(transitions.len());
    for transition in transitions {
        let key = key(transition)?;
        let place = keys.iter().position(|known| *known == key).unwrap_or_else(|| {
            keys.push(key);
            keys.len() - 1
        });
        places.push(place);
    }
    let (r, d) = (keys.len(), keys.first()?.len());
    if r >= d {
        return None;
    }
    let point = |x: f64| F64Interval::point(x).unwrap_or(F64Interval::ENTIRE);
    let dot = |a: &[f64], b: &[f64]| {
        a.iter().zip(b).fold(F64Interval::ZERO, |sum, (x, y)| sum + point(*x) * point(*y))
    };
    let gram: Vec<Vec<F64Interval>> = keys.iter().map(|a| keys.iter().map(|b| dot(a, b)).collect()).collect();
    let unit = |at: usize| -> Vec<F64Interval> {
        (0..r).map(|i| if i == at { F64Interval::ONE } else { F64Interval::ZERO }).collect()
    };
    let momentum = matches!(transitions.first()?, Transition::Momentum { .. });
    let mut product = IntervalMatrix::identity(if momentum { 2 * r } else { r });
    let mut scalars = [F64Interval::ONE; 2];
    for (transition, at) in transitions.iter().zip(places) {
        product = match transition {
            Transition::RankOne(step) if !momentum => {
                let (gate, scale) = (step.gates[0].interval(), step.scale.interval());
                scalars[0] *= gate;
                let left: Vec<F64Interval> = unit(at).into_iter().map(|x| x * scale).collect();
                let right: Vec<F64Interval> = gram[at].iter().map(|x| *x * gate).collect();
                product.then_rank_one(&vec![gate; r], &left, &right)
            }
            Transition::Momentum { step, factor, .. } if momentum => {
                let gates = [&step.alpha, &step.mu, &step.beta, &step.eta].map(Number::interval);
                scalars[0] *= gates[0];
                scalars[1] *= gates[1];
                let read: Vec<F64Interval> =
                    gram[at].iter().map(|x| gates[0] * factor.interval() * *x).collect();
                product.then_momentum(gates, &unit(at), &read)
            }
            _ => return None,
        };
    }
    let kinds = if momentum { 2 } else { 1 };
    let rest = scalars[..kinds].iter().flat_map(|scalar| std::iter::repeat_n(*scalar, d - r)).collect();
    Some((product, rest))
}

/// The key of a step with one gate for all channels that writes and erases along it.
fn key(transition: &Transition) -> Option<Vec<f64>> {
    match transition {
        Transition::RankOne(step) => {
            let first = step.gates.first()?;
            let scalar = step.decayed && step.gates.iter().all(|gate| gate.is_same(first));
            let along = step.left.iter().zip(&step.right).map(|(left, right)| match (left, right) {
                (Number::Exact(a), Number::Exact(b)) if a == b => Some(*a),
                _ => None,
            });
            if scalar { along.collect() } else { None }
        }
        Transition::Momentum { key, p: None, .. } => Some(key.clone()),
        _ => None,
    }
}
