//! Windows whose steps have one gate for all channels, in the coordinates of their keys.
//!
//! Let every step be `T_t = a_t I − s_t k_t p_tᵀ` (with `p_t = a_t k_t` for an erase along one key) and `K` the matrix of the `r` different
//! `k_t` of the window. With `k_t = K e_j`, `T_t K = K T̂_t` for `T̂_t = a_t I − s_t e_j (Kᵀp_t)ᵀ`, of dimension `r`. Both products are the scalar `c = ∏ a_t` plus
//! a matrix that factors through the keys, `P = cI + K N` and `P̂ = cI + N K`, so that by Sylvester's determinant identity
//! `det(zI − P) = (z − c)^(d−r) det(zI − P̂)`, whether the keys are independent or not. A momentum rule goes the same way on both
//! halves of its state, with `∏ α_t` and `∏ μ_t` as the scalars.

use crate::Transition;
use enclosure::F64Interval;
use spectrum::{IntervalMatrix, Number, RankOneStep, Spectrum};
use std::cmp::Ordering;

/// The product in the coordinates of the keys, and the eigenvalues that it lacks; `None` where that is no smaller, or the steps are
/// not of this kind.
pub(crate) fn reduced(transitions: &[&Transition]) -> Option<(IntervalMatrix, Vec<F64Interval>)> {
    let steps: Vec<Part<'_>> = transitions.iter().flat_map(|transition| parts(transition)).collect();
    let mut keys: Vec<Vec<f64>> = Vec::new();
    let mut places = Vec::with_capacity(steps.len());
    for step in &steps {
        let (key, read) = vectors(step)?;
        let place = keys.iter().position(|known| *known == key).unwrap_or_else(|| {
            keys.push(key);
            keys.len() - 1
        });
        places.push((place, read));
    }
    let (r, d) = (keys.len(), keys.first()?.len());
    if r >= d {
        return None;
    }
    let point = |x: f64| F64Interval::point(x).unwrap_or(F64Interval::ENTIRE);
    let dot = |a: &[f64], b: &[f64]| {
        a.iter().zip(b).fold(F64Interval::ZERO, |sum, (x, y)| sum + point(*x) * point(*y))
    };
    let unit = |at: usize| -> Vec<F64Interval> {
        (0..r).map(|i| if i == at { F64Interval::ONE } else { F64Interval::ZERO }).collect()
    };
    let momentum = matches!(steps.first()?, Part::Momentum(_));
    let mut product = IntervalMatrix::identity(if momentum { 2 * r } else { r });
    let mut scalars = [F64Interval::ONE; 2];
    for (step, (at, read)) in steps.iter().zip(places) {
        let read = keys.iter().map(|key| dot(&read, key));
        product = match step {
            Part::RankOne(step) if !momentum => {
                let (gate, scale) = (step.gates[0].interval(), step.scale.interval());
                scalars[0] *= gate;
                let left: Vec<F64Interval> = unit(at).into_iter().map(|x| x * scale).collect();
                let decay = if step.decayed { gate } else { F64Interval::ONE };
                let right: Vec<F64Interval> = read.map(|x| x * decay).collect();
                product.then_rank_one(&vec![gate; r], &left, &right)
            }
            Part::Momentum(Transition::Momentum { step, factor, .. }) if momentum => {
                let gates = [&step.alpha, &step.mu, &step.beta, &step.eta].map(Number::interval);
                scalars[0] *= gates[0];
                scalars[1] *= gates[1];
                let read: Vec<F64Interval> = read.map(|x| gates[0] * factor.interval() * x).collect();
                product.then_momentum(gates, &unit(at), &read)
            }
            _ => return None,
        };
    }
    let kinds = if momentum { 2 } else { 1 };
    let rest = scalars[..kinds].iter().flat_map(|scalar| std::iter::repeat_n(*scalar, d - r)).collect();
    Some((product, rest))
}

/// One factor of the product.
enum Part<'a> {
    RankOne(&'a RankOneStep),
    Momentum(&'a Transition),
}

/// The factors, the first one first.
fn parts(transition: &Transition) -> Vec<Part<'_>> {
    match transition {
        Transition::RankOne(step) => vec![Part::RankOne(step)],
        Transition::Product(steps) => steps.iter().map(Part::RankOne).collect(),
        Transition::Momentum { .. } => vec![Part::Momentum(transition)],
    }
}

/// What a step with one gate for all channels writes along, and what it reads.
fn vectors(part: &Part<'_>) -> Option<(Vec<f64>, Vec<f64>)> {
    match part {
        Part::RankOne(step) => {
            let first = step.gates.first()?;
            let exact = |vector: &[Number]| {
                let entry = |x: &Number| if let Number::Exact(x) = x { Some(*x) } else { None };
                vector.iter().map(entry).collect::<Option<Vec<f64>>>()
            };
            let scalar = step.gates.iter().all(|gate| gate.is_same(first));
            if scalar { exact(&step.left).zip(exact(&step.right)) } else { None }
        }
        Part::Momentum(Transition::Momentum { key, p: None, .. }) => Some((key.clone(), key.clone())),
        Part::Momentum(_) => None,
    }
}

/// The spectrum of a product of several steps of this kind.
pub(crate) fn spectrum(transition: &Transition) -> Option<Spectrum> {
    let (product, scalars) = reduced(&[transition])?;
    let mut found = product.spectrum();
    found.dimension += scalars.len();
    for scalar in scalars {
        let sign = scalar.sign();
        let count = |so_far: Option<usize>, wanted| Some(so_far? + usize::from(sign? == wanted));
        found.negative = count(found.negative, Ordering::Less);
        found.zero = count(found.zero, Ordering::Equal);
        found.real.push(scalar);
    }
    found.real.sort_by(|a, b| a.midpoint().total_cmp(&b.midpoint()));
    Some(found)
}
