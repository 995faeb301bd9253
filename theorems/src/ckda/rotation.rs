//! # Signed gates and a full reflection rotate
//!
//! **Statement.** Let $\rho, t \in \mathbb{Q}$ with $0 < \rho < 1$ and $0 < t < 1$, and $\theta = 2 \arctan t$, so that
//! $\cos\theta = (1-t^2)/(1+t^2)$, $\sin\theta = 2t/(1+t^2)$ and $0 < \theta < \pi/2$. With $D = \rho\,\mathrm{Diag}(1, -1)$,
//! $k = (-\sin\theta, \cos\theta)$ and $\beta = 2$ the step $T = (I - \beta k k^\top) D$ is exactly $\rho R(2\theta)$. It has
//! one non-real conjugate pair, $\rho e^{\pm 2i\theta}$, and is stable.
//!
//! **Why.** $I - 2kk^\top$ is the reflection that fixes $(\cos\theta, \sin\theta)$, and $\mathrm{Diag}(1, -1)$ the one that fixes the
//! first axis. Two reflections in lines at angle $\theta$ make a rotation by $2\theta$, here strictly between $0$ and $\pi$.
//!
//! **What is checked.** The step, computed as written, is compared entry by entry with $\rho R(2\theta)$; its spectrum is
//! located, and the Schur–Cohn test applied, without use of that form.
//!
//! **Sharpness.** $\rho = 0$ has no pair and $\rho = 1$ does not decay; at $t = 0$ the step is $\rho I$, at $t = 1$ it is
//! $-\rho I$. The order matters: $\mathrm{Diag}(-1, 1)$ with $k = (\sin\theta, \cos\theta)$ turns by $\pi - 2\theta$ (trap). And
//! $\beta > 1$ with gates of both signs need not rotate: $\beta = 21/20$, $\alpha = (1/2, -1/2)$, $k = (-5, 12)/13$ (trap).

use crate::oscillator::Pairs;
use crate::support::erase_step;
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::open;
use exact::{Matrix, Rational};
use proptest::prelude::*;
use spectrum::RankOne;

fn domain(_: usize) -> BoxedStrategy<Instance> {
    (open(0, 1), open(0, 1)).prop_map(|(rho, t)| Instance::new().with("rho", rho).with("t", t)).boxed()
}

/// `ρ R(2θ)`; the half-angle of `2θ` has the tangent `tan θ = 2t / (1 − t²)`.
fn double_rotation() -> Expr {
    p("rho") * rotation(2 * p("t") / (1 - square("t")))
}

fn statement() -> Statement {
    Statement {
        parameters: vec![("rho", Shape::Scalar), ("t", Shape::Scalar)],
        hypotheses: vec![
            ("positive-radius", lt(0, "rho")),
            ("damped", lt("rho", 1)),
            ("positive-angle", lt(0, "t")),
            ("acute-angle", lt("t", 1)),
        ],
        transition: vec![
            ("D", p("rho") * direct_sum(eye(1), -eye(1))),
            ("k", row(transpose(rotation("t")), 2)),
            ("T", (eye(2) - 2 * outer("k", "k")) * "D"),
        ],
        conclusion: vec![eq("T", double_rotation()), pairs_equal("T", 1), schur_stable("T")],
    }
}

fn check(i: &Instance) -> Outcome {
    let (rho, t) = (i.scalar("rho"), i.scalar("t"));
    let square = Rational::from(t.square_ref());
    let norm = Rational::from(1 + &square);
    let (cos, sin) = (Rational::from(1 - &square) / &norm, Rational::from(2 * t) / &norm);
    let key = [-sin.clone(), cos.clone()];
    let step = RankOne::erase(&Rational::from(2), &key, &key, &[rho.clone(), -rho.clone()]);
    let twice_sin: Rational = Rational::from(&cos * &sin) * 2 * rho;
    let twice_cos: Rational = (cos.square() - sin.square()) * rho;
    let expected = Matrix::from_fn(2, 2, |i, j| match (i, j) {
        (0, 1) => -twice_sin.clone(),
        (1, 0) => twice_sin.clone(),
        _ => twice_cos.clone(),
    });
    if step.matrix() != expected {
        let (expected, found) = (format!("{expected:?}"), format!("{:?}", step.matrix()));
        return Outcome::Refuted { conclusion: 0, expected, found };
    }
    let pairs = Pairs::of_step(&step);
    if (pairs.least, pairs.most) != (1, 1) {
        let found = format!("from {} to {}", pairs.least, pairs.most);
        return Outcome::Refuted { conclusion: 1, expected: "one non-real pair".into(), found };
    }
    if !step.characteristic_polynomial().schur_stable() {
        let found = "an eigenvalue of modulus at least 1".into();
        return Outcome::Refuted { conclusion: 2, expected: "a stable step".into(), found };
    }
    Outcome::Holds(vec![Evidence::Compute, pairs.evidence, Evidence::Compute])
}

fn swapped() -> Statement {
    Statement {
        transition: vec![
            ("D", p("rho") * direct_sum(-eye(1), eye(1))),
            ("k", row(rotation("t"), 2)),
            ("T", (eye(2) - 2 * outer("k", "k")) * "D"),
        ],
        conclusion: vec![eq("T", double_rotation())],
        ..statement()
    }
}

fn both_signs() -> Statement {
    Statement {
        parameters: vec![("alpha", Shape::Vector("d")), ("beta", Shape::Scalar), ("k", Shape::Vector("d"))],
        hypotheses: vec![
            ("unit-key", eq(dot("k", "k"), 1)),
            ("strength-above-one", lt(1, "beta")),
            ("some-negative-gate", not(all_ge("alpha", 0))),
            ("some-positive-gate", not(all_le("alpha", 0))),
        ],
        transition: vec![("T", erase_step("beta", "k", "k", "alpha"))],
        conclusion: vec![pairs_equal("T", 1)],
    }
}

fn at(rho: (i64, i64), t: (i64, i64)) -> Instance {
    Instance::new().with("rho", rho).with("t", t)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "ckda/rotation",
    title: "Signed gates and a full reflection rotate",
    system: "ckda",
    source: "Complex KDA: Oscillation Through Signed Gates",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &["ckda_rotation"],
    text: include_str!("rotation.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "positive-radius", fails: 1, witness: || (at((0, 1), (1, 2)), Evidence::Sturm) },
        Sharp { drops: "damped", fails: 2, witness: || (at((1, 1), (1, 2)), Evidence::Compute) },
        Sharp { drops: "positive-angle", fails: 1, witness: || (at((1, 2), (0, 1)), Evidence::Sturm) },
        Sharp { drops: "acute-angle", fails: 1, witness: || (at((1, 2), (1, 1)), Evidence::Sturm) },
    ],
    traps: &[
        Trap {
            name: "coordinates-may-be-swapped",
            statement: swapped,
            fails: 0,
            witness: || (at((1, 2), (1, 3)), Evidence::Compute),
        },
        Trap {
            name: "strength-above-one-and-both-signs-rotate",
            statement: both_signs,
            fails: 0,
            witness: || {
                let i = Instance::new().with("alpha", [(1, 2), (-1, 2)]).with("beta", (21, 20));
                (i.with("k", [(-5, 13), (12, 13)]), Evidence::Sturm)
            },
        },
    ],
};
