//! # Two CKDA steps with different tokens are exactly a block of two rotations
//!
//! **Statement.** There are unit keys $k, h \in \mathbb{Q}^4$, gates $\alpha, \gamma \in (-1, 1)^4$ and angles $\varphi_A, \varphi_B$ with
//! $\sin\varphi_A, \sin\varphi_B \ne 0$ and $\varphi_A \ne \pm\varphi_B$ such that
//! $$(I - 2 h h^\top)\,\mathrm{Diag}(\gamma)\,(I - 2 k k^\top)\,\mathrm{Diag}(\alpha) = \rho\,(R(\varphi_A) \oplus R(\varphi_B)), \qquad 0 < \rho < 1.$$
//! Each of the two steps has at most one pair, and no injective linear encoding carries the target in either of them
//! (`embedding/two-oscillators`). So "no step" must not be read as "no layer": what excludes two frequencies is that the
//! transition does not depend on the token.
//!
//! **Why.** $(I - 2 k k^\top)\,\mathrm{Diag}(1, -1)$ with $k = (-\sin\theta, \cos\theta)$ is the rotation by $2\theta$. The first step turns the first
//! plane and scales the second, the second step the other way round.
//!
//! **What is checked.** $k = (-3, 4, 0, 0)/5$, $h = (0, 0, -5, 12)/13$, $\alpha = \sigma (1, -1, 1, 1)$, $\gamma = \tau (1, 1, 1, -1)$, with $\sigma\tau = 49/50$;
//! then any two planes and scales. The pairs of the steps and of their product are counted.
//!
//! **Sharpness.** $\varphi_A = \pm\varphi_B$ and straight angles are excluded so that the target has two frequencies. One step cannot do it
//! for any gates, strength and key. $\beta = 2$ is the closed end of the article's range: below it the angles and moduli of
//! the two planes are still free, in a basis of their own.

use crate::support::{erase_step, rational};
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Statement};
use exact::strategies::open;
use exact::{Matrix, Rational};
use proptest::prelude::*;
use spectrum::RankOne;

/// `(cos, sin)` of the angle whose half has the tangent `t`.
fn circle(t: &Rational) -> [Rational; 2] {
    let square = Rational::from(t.square_ref());
    let norm = Rational::from(&square + 1);
    [(1 - square) / &norm, 2 * t.clone() / norm]
}

/// The planes turn by twice the angles whose halves have the tangents `a` and `b`; the scales are `s` and `t`.
fn planes(a: Rational, b: Rational, s: Rational, t: Rational) -> Instance {
    let zero = Rational::new;
    let ([cos_a, sin_a], [cos_b, sin_b]) = (circle(&a), circle(&b));
    let tangent = |cos: &Rational, sin: &Rational| Rational::from(sin / cos);
    let i = Instance::new().with("ta", tangent(&cos_a, &sin_a)).with("tb", tangent(&cos_b, &sin_b));
    let i = i.with("rho", Rational::from(&s * &t));
    let i = i.with("k", vec![-sin_a, cos_a, zero(), zero()]).with("h", vec![zero(), zero(), -sin_b, cos_b]);
    i.with("alpha", vec![s.clone(), -s.clone(), s.clone(), s])
        .with("gamma", vec![t.clone(), t.clone(), t.clone(), -t])
}

fn witness() -> Instance {
    planes(rational(1, 3), rational(1, 5), rational(99, 100), rational(98, 99))
}

/// Half-angle tangents for which the angles stay below a half turn and differ.
fn domain(_: usize) -> BoxedStrategy<Instance> {
    let a = open(0, (1, 5));
    let b = open((1, 5), (2, 5));
    (a, b, open(0, 1), open(0, 1), any::<bool>())
        .prop_map(|(a, b, s, t, swap)| if swap { planes(b, a, s, t) } else { planes(a, b, s, t) })
        .boxed()
}

fn statement() -> Statement {
    let scalars = ["rho", "ta", "tb"].map(|name| (name, Shape::Scalar));
    let vectors = ["k", "h", "alpha", "gamma"].map(|name| (name, Shape::Vector("d")));
    let inside = |v: &'static str| all_of(vec![all_gt(v, -1), all_lt(v, 1)]);
    let differ = |sign: i64| ne("ta", sign * p("tb"));
    Statement {
        parameters: scalars.into_iter().chain(vectors).collect(),
        hypotheses: vec![
            ("gates-inside", all_of(vec![inside("alpha"), inside("gamma")])),
            ("unit-keys", all_of(vec![eq(dot("k", "k"), 1), eq(dot("h", "h"), 1)])),
            ("radius-inside", all_of(vec![lt(0, "rho"), lt("rho", 1)])),
            ("not-straight", all_of(vec![ne("ta", 0), ne("tb", 0)])),
            ("two-frequencies", all_of(vec![differ(1), differ(-1)])),
        ],
        transition: vec![
            ("T1", erase_step(2, "k", "k", "alpha")),
            ("T2", erase_step(2, "h", "h", "gamma")),
            ("S", p("rho") * direct_sum(rotation("ta"), rotation("tb"))),
        ],
        conclusion: vec![
            eq(p("T2") * "T1", "S"),
            pairs_equal("S", 2),
            pairs_at_most("T1", 1),
            pairs_at_most("T2", 1),
            no_embedding("S", "T1"),
            no_embedding("S", "T2"),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let step = |key: &str, gates: &str| {
        RankOne::erase(&Rational::from(2), i.vector(key), i.vector(key), i.vector(gates)).matrix()
    };
    let steps = [step("k", "alpha"), step("h", "gamma")];
    let turn = |name: &str| {
        let [cos, sin] = circle(i.scalar(name));
        Matrix::from_fn(2, 2, |r, c| match (r, c) {
            (0, 1) => -sin.clone(),
            (1, 0) => sin.clone(),
            _ => cos.clone(),
        })
    };
    let target = turn("ta").direct_sum(&turn("tb")).scale(i.scalar("rho"));
    let refuted = |conclusion, expected: &str, found: String| Outcome::Refuted {
        conclusion,
        expected: expected.into(),
        found,
    };
    if &steps[1] * &steps[0] != target {
        return refuted(0, "two rotations", "another product".into());
    }
    let polynomial = target.characteristic_polynomial();
    let pairs = spectrum::dense::pairs(&polynomial);
    if pairs != 2 {
        return refuted(1, "two pairs", pairs.to_string());
    }
    for (n, step) in steps.iter().enumerate() {
        let of_step = step.characteristic_polynomial();
        let pairs = spectrum::dense::pairs(&of_step);
        if pairs > 1 {
            return refuted(2 + n, "at most one pair", pairs.to_string());
        }
        if polynomial.divides(&of_step) {
            return refuted(4 + n, "a step without both rotations", format!("{of_step:?}"));
        }
    }
    let sturm = [Evidence::Sturm, Evidence::Sturm, Evidence::Sturm];
    Outcome::Holds(
        [Evidence::Compute].into_iter().chain(sturm).chain([Evidence::Compute, Evidence::Compute]).collect(),
    )
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "embedding/two-steps-turn-two-planes",
    title: "Two CKDA steps with different tokens are exactly a block of two rotations",
    system: "ckda",
    source: "What Are the Limits of a Single Oscillator?",
    level: Level::Exact,
    quantifier: Quantifier::Exists(witness),
    uses: &["embedding/two-oscillators"],
    formal: &[],
    text: include_str!("two_steps_turn_two_planes.rs"),
    dimensions: (4, 4),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[],
};
