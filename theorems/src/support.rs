//! What several theorem files share: domains, evidence, transitions.

use claim::{Disc, Evidence, Expr, Instance, Located, Outcome, Symmetrizer, expr};
use exact::Rational;
use proptest::prelude::*;
use spectrum::RankOne;

/// `p/q`.
pub(crate) fn rational(numerator: i64, denominator: i64) -> Rational {
    Rational::from((numerator, denominator))
}

/// The formula `(I − strength · write eraseᵀ) Diag(gates)` of an erase step: decay first, then erase.
pub(crate) fn erase_step(
    strength: impl Into<Expr>,
    write: impl Into<Expr>,
    erase: impl Into<Expr>,
    gates: &'static str,
) -> Expr {
    (expr::eye(expr::len(gates)) - strength.into() * expr::outer(write, erase)) * expr::diag(gates)
}

/// The KDA or CKDA step of an instance with `alpha`, `beta`, `k`.
pub(crate) fn kda_step(i: &Instance) -> RankOne {
    RankOne::erase(i.scalar("beta"), i.vector("k"), i.vector("k"), i.vector("alpha"))
}

/// Eigenvalue locations as evidence.
pub(crate) fn roots(located: spectrum::Located) -> Evidence {
    let discs = located.discs.into_iter().map(|disc| Disc { x: disc.x, y: disc.y, radius: disc.radius });
    Evidence::Roots(Located { exact: located.exact, intervals: located.intervals, discs: discs.collect() })
}

/// A diagonal symmetrizer as evidence.
pub(crate) fn diagonal(entries: Vec<Rational>) -> Evidence {
    Evidence::Symmetrizer(Symmetrizer::Diagonal(entries))
}

/// The outcome when a transition of dimension `d` has not `d` real eigenvalues, as the theorem says it has.
pub(crate) fn not_real(conclusion: usize, found: usize, d: usize) -> Outcome {
    Outcome::Refuted {
        conclusion,
        expected: format!("{d} real eigenvalues"),
        found: format!("signs of the characteristic polynomial show {found}"),
    }
}

/// A vector with entries in (0, 1), or up to 3 in a quarter of the samples, where the theorem allows any size.
pub(crate) fn positive_gates(d: usize) -> BoxedStrategy<Vec<Rational>> {
    use exact::strategies::{open, vector_of};
    prop_oneof![3 => vector_of(open(0, 1), d), 1 => vector_of(open(0, 3), d)].boxed()
}

/// A key of any length: a unit key, or one scaled by a rational from 0 to 2.
pub(crate) fn any_key(d: usize) -> BoxedStrategy<Vec<Rational>> {
    use exact::strategies::{closed, unit_key};
    let scaled = (unit_key(d), closed(0, 2)).prop_map(|(k, c)| exact::vector::scale(&c, &k));
    prop_oneof![2 => unit_key(d), 1 => scaled].boxed()
}

/// A clock increment `0 < δ < m/(m−1)` for `m = 2p + 1` slots (up to 3 for one slot), with a small denominator so
/// that the cyclotomic field of the step stays small.
pub(crate) fn clock(p: usize) -> BoxedStrategy<Rational> {
    let m = 2 * p as i64 + 1;
    (1_i64..=8)
        .prop_flat_map(move |q| {
            // n/q < m/(m−1) reads n (m−1) < m q.
            let most = if p == 0 { 3 * q } else { (m * q - 1) / (m - 1) };
            (Just(q), 1..=most)
        })
        .prop_map(|(q, n)| rational(n, q))
        .boxed()
}

/// The Fourier eigenvectors of `alpha P(delta)` on an odd number of slots as evidence, or a refutation of line 0.
pub(crate) fn common_step(m: u32, alpha: &Rational, delta: &Rational) -> Result<Evidence, Outcome> {
    if !spectrum::fourier::has_fourier_eigenvectors(m, delta) {
        return Err(Outcome::Refuted {
            conclusion: 0,
            expected: "Fourier vectors that are eigenvectors".into(),
            found: "enclosures that exclude it".into(),
        });
    }
    Ok(Evidence::Fourier { radius: alpha.clone(), turns: spectrum::fourier::turns(m, delta) })
}

/// Positive gates, or in a third of the samples gates from 0 to 1 with both end points.
pub(crate) fn nonnegative_gates(d: usize) -> BoxedStrategy<Vec<Rational>> {
    prop_oneof![2 => positive_gates(d), 1 => exact::strategies::gates(d, 0, 1)].boxed()
}

/// A key of norm at most 1: a unit key, or one that is shorter, down to 0.
pub(crate) fn short_key(d: usize) -> BoxedStrategy<Vec<Rational>> {
    use exact::strategies::{closed, unit_key};
    let shorter = (unit_key(d), closed(0, 1)).prop_map(|(k, c)| exact::vector::scale(&c, &k));
    prop_oneof![2 => unit_key(d), 1 => shorter].boxed()
}

/// The formula `(I − k (b ⊙ k)ᵀ) Diag(gates)` of a GDN2 step.
pub(crate) fn gdn2_formula(k: &'static str, b: &'static str, gates: &'static str) -> Expr {
    (expr::eye(expr::len(gates)) - expr::outer(k, expr::hadamard(b, k))) * expr::diag(gates)
}

/// The GDN2 step with key `k`, erase gates `b` and decay gates `alpha`.
pub(crate) fn gdn2_step(k: &[Rational], b: &[Rational], alpha: &[Rational]) -> RankOne {
    RankOne::erase(&Rational::from(1), k, &exact::vector::hadamard(b, k), alpha)
}

/// `rᵀr = Σ b_i k_i²`.
pub(crate) fn erase_norm(b: &[Rational], k: &[Rational]) -> Rational {
    exact::vector::dot(&exact::vector::hadamard(b, k), k)
}

/// Positive erase gates: in the default range, the extended range, or beyond.
pub(crate) fn erase_strengths(d: usize) -> BoxedStrategy<Vec<Rational>> {
    use exact::strategies::{open, vector_of};
    prop_oneof![2 => vector_of(open(0, 1), d), 2 => vector_of(open(0, 2), d), 1 => vector_of(open(0, 5), d)]
        .boxed()
}

/// Erase gates `b ≥ 0` and a unit key with `Σ b_i k_i²` exactly the drawn `norm ≥ 0`.
pub(crate) fn with_erase_norm(
    d: usize,
    norm: BoxedStrategy<Rational>,
) -> BoxedStrategy<(Vec<Rational>, Vec<Rational>)> {
    (norm, exact::strategies::gates(d, 0, 1), exact::strategies::unit_key(d))
        .prop_map(move |(norm, b, k)| {
            let drawn = erase_norm(&b, &k);
            let b = if drawn == 0 { vec![norm; d] } else { exact::vector::scale(&(norm / drawn), &b) };
            (b, k)
        })
        .boxed()
}

/// Evidence that an eigenvalue lies strictly between two numbers.
pub(crate) fn between(low: Rational, high: Rational) -> Evidence {
    Evidence::Roots(Located { intervals: vec![(low, high)], ..Located::default() })
}

/// Evidence that a number is an eigenvalue.
pub(crate) fn value(eigenvalue: Rational) -> Evidence {
    Evidence::Roots(Located { exact: vec![(eigenvalue, 1)], ..Located::default() })
}

/// Decides four lines for a step with gates `a ≥ 0`, eigenvalues and gates ascending: all eigenvalues are in
/// `[factor · min a, max a]`, `factor · a_(j) ≤ λ_(j)`, `λ_(j) ≤ a_(j)`, `a_(j−1) ≤ λ_(j)`.
pub(crate) fn compare_with_gates(step: &RankOne, factor: &Rational) -> Outcome {
    let d = step.dimension();
    let mut gates = step.gates().to_vec();
    gates.sort();
    let lowest = exact::vector::scale(factor, &gates);
    // The gates and these points are ends of the intervals, so none of them is inside one.
    let located = step.locate(&lowest);
    if located.real() < d {
        return not_real(0, located.real(), d);
    }
    let eigenvalues = located.ascending();
    let bounds = |line: usize, j: usize| match line {
        0 => (Some(&lowest[0]), Some(&gates[d - 1])),
        1 => (Some(&lowest[j]), None),
        2 => (None, Some(&gates[j])),
        _ => (j.checked_sub(1).map(|before| &gates[before]), None),
    };
    for line in 0..4 {
        for (j, (from, to)) in eigenvalues.iter().enumerate() {
            let (low, high) = bounds(line, j);
            if low.is_some_and(|low| from < low) || high.is_some_and(|high| to > high) {
                let text = |bound: Option<&Rational>| bound.map_or("any".into(), ToString::to_string);
                return Outcome::Refuted {
                    conclusion: line,
                    expected: format!("eigenvalue {} from {} to {}", j + 1, text(low), text(high)),
                    found: format!("it lies from {from} to {to}"),
                };
            }
        }
    }
    Outcome::Holds((0..4).map(|_| roots(located.clone())).collect())
}

/// Numbers at most `radius` from `centre`, often the centre itself.
pub(crate) fn near(centre: (i64, i64), radius: (i64, i64)) -> BoxedStrategy<Rational> {
    let (centre, radius) = (Rational::from(centre), Rational::from(radius));
    let around =
        exact::strategies::closed(Rational::from(&centre - &radius), Rational::from(&centre + &radius));
    prop_oneof![1 => Just(centre), 2 => around].boxed()
}

/// `d` entries: each of `centres` or near it, then `rest`.
///
/// # Panics
/// When there are more than `d` centres.
pub(crate) fn near_vector(
    d: usize,
    centres: &[(i64, i64)],
    radius: (i64, i64),
    rest: BoxedStrategy<Rational>,
) -> BoxedStrategy<Vec<Rational>> {
    let mut entries: Vec<_> = centres.iter().map(|centre| near(*centre, radius)).collect();
    assert!(entries.len() <= d, "{} centres for {d} entries", entries.len());
    entries.resize(d, rest);
    entries.boxed()
}

/// A unit key near the one in the first two coordinates that has stereographic parameter `t`.
///
/// # Panics
/// When `d < 2`.
pub(crate) fn near_key(d: usize, t: (i64, i64), radius: (i64, i64)) -> BoxedStrategy<Vec<Rational>> {
    near_vector(d - 1, &[t], radius, near((0, 1), radius))
        .prop_map(|t| exact::vector::unit_vector(&t))
        .boxed()
}

/// Any clock, of either sign, zero and whole numbers included: mostly as [`clock`] draws it.
pub(crate) fn any_clock(p: usize) -> BoxedStrategy<Rational> {
    let any = (-30_i64..=30, 1_i64..=8).prop_map(|(n, q)| rational(n, q));
    prop_oneof![2 => clock(p), 1 => any].boxed()
}

/// One piece of evidence for each bound of the number of pairs, or the first bound that is exceeded.
pub(crate) fn at_most(pairs: usize, bounds: &[usize]) -> Outcome {
    match bounds.iter().position(|bound| pairs > *bound) {
        None => Outcome::Holds(vec![Evidence::Sturm; bounds.len()]),
        Some(conclusion) => Outcome::Refuted {
            conclusion,
            expected: format!("at most {} pairs", bounds[conclusion]),
            found: format!("{pairs}"),
        },
    }
}
