//! # With a decay for each channel two delta steps reach all pairs
//!
//! **Statement.** For every even $d$ from 2 to 16 there are decays $\alpha \in (0, 1)^d$, strengths $\beta_1, \beta_2 \in (0, 1)$ and unit keys
//! $k_1, k_2$, all rational, such that $T = (I - \beta_2 k_2 k_2^\top)(I - \beta_1 k_1 k_1^\top)\,\mathrm{Diag}(\alpha)$ has $d/2$ non-real pairs, while
//! one step, $(I - \beta_1 k_1 k_1^\top)\,\mathrm{Diag}(\alpha)$, and the erase of both keys at once,
//! $(I - \beta_1 k_1 k_1^\top - \beta_2 k_2 k_2^\top)\,\mathrm{Diag}(\alpha)$, have none. For odd $d$ a channel that no key reads is added:
//! $\lfloor d/2 \rfloor$ pairs. (The construction works for every $d$; the instances are certified.)
//!
//! **Why.** $T$ has the spectrum of $\mathrm{Diag}(\alpha) - v_1v_1^\top - v_2v_2^\top + \gamma v_2v_1^\top$, $v_i = \sqrt{\beta_i}\,\mathrm{Diag}(\alpha)^{1/2} k_i$ and
//! $\gamma = v_1 \cdot \mathrm{Diag}(\alpha)^{-1} v_2$. Let $v_{1,2} = (u_1 \pm u_2)/\sqrt2$ with $u_1$, $u_2$ on disjoint halves of the channels. The
//! symmetric part becomes a direct sum, $D_1 - (1 - \frac\gamma2)u_1u_1^\top$ and $D_2 - (1 + \frac\gamma2)u_2u_2^\top$; choose $D_1$, $u_1$ and $D_2$, $u_2$ so
//! that in suitable bases both are one diagonal $M$ with different entries and $u_i = l_i p$ with a $p$ without zeros. What is left couples the
//! halves by $\pm c\,pp^\top$, $c = \gamma l_1 l_2/2 \ne 0$: the spectrum is that of $M \pm ic\,pp^\top$, and an eigenvector $v$ has
//! $\operatorname{Im}\lambda = \pm c\,|p \cdot v|^2/|v|^2 \ne 0$. All this is stable under small changes, so rational ones exist.
//!
//! **What is checked.** The construction in floating point with $M_i = q^i$, $p_i^2 = M_i$, rounded to fractions; then the exact pairs of the
//! three dense matrices, counted by Sturm's theorem in the certificate.
//!
//! **Sharpness.** More than $\lfloor d/2 \rfloor$ pairs do not exist. One scalar decay allows no pair for two such steps
//! (`products/two-delta-steps-never-rotate`), positive decays none for erases at once (`products/simultaneous-erase`): only the
//! sequence of two erases and decays of different channels together do it.

use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Statement};
use exact::{Matrix, Rational, vector};
use proptest::prelude::*;

/// Eigenvalues of `Diag(m) + x p pᵀ`, `m` descending and `x > 0`, with the components of `p` along the unit eigenvectors.
fn updated(m: &[f64], p: &[f64], x: f64) -> Vec<(f64, f64)> {
    let secular = |z: f64| 1.0 + x * m.iter().zip(p).map(|(m, p)| p * p / (m - z)).sum::<f64>();
    let top = m[0] + x * p.iter().map(|p| p * p).sum::<f64>();
    (0..m.len())
        .map(|i| {
            let (mut low, mut high) = (m[i], if i == 0 { top } else { m[i - 1] });
            for _ in 0..200 {
                let middle = (low + high) / 2.0;
                if secular(middle) < 0.0 { low = middle } else { high = middle }
            }
            let z = (low + high) / 2.0;
            let slope = m.iter().zip(p).map(|(m, p)| (p / (m - z)).powi(2)).sum::<f64>();
            (z, 1.0 / (x * slope.sqrt()))
        })
        .collect()
}

/// A unit key near `k`, with stereographic parameters of denominator `precision`.
fn rational_key(k: &[f64], precision: i64) -> Vec<Rational> {
    let largest = (0..k.len()).max_by(|a, b| k[*a].abs().total_cmp(&k[*b].abs())).unwrap_or(0);
    let sign = k[largest].signum();
    let mut turned: Vec<f64> = k.iter().map(|x| x * sign).collect();
    turned.rotate_left(largest);
    let parameter =
        |x: &f64| Rational::from(((x / (1.0 + turned[0]) * precision as f64).round() as i64, precision));
    let mut key = vector::unit_vector(&turned[1..].iter().map(parameter).collect::<Vec<_>>());
    key.rotate_right(largest);
    key
}

/// The construction for `d` channels, with `β = beta` for both keys and `γ = gamma`, both below 1 together.
fn construct(d: usize, q: f64, beta: (i64, i64), gamma: f64, precision: i64) -> Instance {
    let (half, b) = (d / 2, beta.0 as f64 / beta.1 as f64);
    let m: Vec<f64> = (0..half).map(|i| q.powi(i as i32)).collect();
    let p: Vec<f64> = m.iter().map(|m| m.sqrt()).collect();
    let part = |erased: f64, weight: f64| {
        // p · M⁻¹ p = half.
        let l = (1.0 / (1.0 / erased - weight) / half as f64).sqrt();
        let values = updated(&m, &p, weight * l * l);
        values.into_iter().map(|(z, c)| (z, l * c / z.sqrt())).collect::<Vec<_>>()
    };
    let (first, second) = (part(b + gamma, 1.0 - gamma / 2.0), part(b - gamma, 1.0 + gamma / 2.0));
    let scale = first.iter().chain(&second).map(|(z, _)| *z).fold(0.0, f64::max) / 0.95;
    let mut alpha: Vec<Rational> = first
        .iter()
        .chain(&second)
        .map(|(z, _)| Rational::from(((z / scale * precision as f64).round() as i64, precision)))
        .collect();
    let key = |sign: f64| -> Vec<f64> {
        let along = |x: f64| x / (2.0 * b).sqrt();
        let head = first.iter().map(|(_, x)| along(*x));
        head.chain(second.iter().map(|(_, x)| sign * along(*x))).collect()
    };
    let (mut k1, mut k2) = (rational_key(&key(1.0), precision), rational_key(&key(-1.0), precision));
    if d % 2 == 1 {
        alpha.push(Rational::from((1, 2)));
        k1.push(Rational::new());
        k2.push(Rational::new());
    }
    let i = Instance::new().with("alpha", alpha).with("k1", k1).with("k2", k2);
    i.with("beta1", beta).with("beta2", beta)
}

fn witness() -> Instance {
    construct(16, 0.6, (3, 4), 0.25, 1000)
}

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let shape = prop_oneof![Just(0.6), Just(0.5), Just(0.7)];
    let strength = prop_oneof![Just(((3_i64, 4_i64), 0.24)), Just(((7, 10), 0.25)), Just(((4, 5), 0.19))];
    (shape, strength, prop_oneof![Just(1000_i64), Just(4096), Just(720)])
        .prop_map(move |(q, (beta, gamma), precision)| construct(d, q, beta, gamma, precision))
        .boxed()
}

fn statement() -> Statement {
    let inside = |name: &'static str| all_of(vec![lt(0, name), lt(name, 1)]);
    let erased = |beta: &'static str, k: &'static str| p(beta) * outer(k, k);
    let d = || eye(len("alpha"));
    let half = iterate("half", 0, "t", 1, len("alpha"), select(le(2 * p("t"), len("alpha")), "t", "half"));
    Statement {
        parameters: vec![
            ("alpha", Shape::Vector("d")),
            ("beta1", Shape::Scalar),
            ("beta2", Shape::Scalar),
            ("k1", Shape::Vector("d")),
            ("k2", Shape::Vector("d")),
        ],
        hypotheses: vec![
            ("gates-inside", all_of(vec![all_gt("alpha", 0), all_lt("alpha", 1)])),
            ("strengths-inside", all_of(vec![inside("beta1"), inside("beta2")])),
            ("unit-keys", all_of(vec![eq(dot("k1", "k1"), 1), eq(dot("k2", "k2"), 1)])),
        ],
        transition: vec![
            ("D", diag("alpha")),
            ("T", (d() - erased("beta2", "k2")) * (d() - erased("beta1", "k1")) * "D"),
            ("T1", (d() - erased("beta1", "k1")) * "D"),
            ("E", (d() - erased("beta1", "k1") - erased("beta2", "k2")) * "D"),
        ],
        conclusion: vec![pairs_equal("T", half), real_spectrum("T1"), real_spectrum("E")],
    }
}

fn check(i: &Instance) -> Outcome {
    let d = i.vector("alpha").len();
    let erased = |beta, k| Matrix::outer(i.vector(k), i.vector(k)).scale(i.scalar(beta));
    let (first, second) = (erased("beta1", "k1"), erased("beta2", "k2"));
    let (identity, decays) = (Matrix::identity(d), Matrix::diagonal(i.vector("alpha")));
    let one = &identity - &first;
    let steps = [&(&identity - &second) * &one, one.clone(), &one - &second];
    for (conclusion, (step, expected)) in steps.iter().zip([d / 2, 0, 0]).enumerate() {
        let found = spectrum::dense::pairs(&(step * &decays).characteristic_polynomial());
        if found != expected {
            let [expected, found] = [expected, found].map(|pairs| format!("{pairs} non-real pairs"));
            return Outcome::Refuted { conclusion, expected, found };
        }
    }
    Outcome::Holds(vec![Evidence::Sturm; 3])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "delta-product/all-pairs-from-two-steps",
    title: "With a decay for each channel two delta steps reach all pairs",
    system: "delta_product",
    source: "beyond the article: how many frequencies one step can have",
    level: Level::Exact,
    quantifier: Quantifier::Exists(witness),
    uses: &[],
    formal: &[],
    text: include_str!("all_pairs_from_two_steps.rs"),
    dimensions: (2, 16),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[],
};
