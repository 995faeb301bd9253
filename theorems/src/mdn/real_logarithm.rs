//! # A momentum step has a generator exactly up to the upper end of its window
//!
//! **Statement.** Let $\alpha, \mu > 0$, $\beta, \eta \in \mathbb{Q}$, $k \in \mathbb{Q}^d$, $T$ the momentum step on $2d$ coordinates, and
//! $c = \alpha + \mu - \alpha\beta\eta\lVert k \rVert^2$. Then $T$ has a real logarithm exactly when $c > -2\sqrt{\alpha\mu}$: when $c \ge 0$ or $c^2 < 4\alpha\mu$. That is
//! $\alpha\beta\eta\lVert k \rVert^2 < (\sqrt\alpha + \sqrt\mu)^2$: real modes below the window, and the whole window, but nothing at its upper end or beyond.
//!
//! **Why.** Up to similarity $T$ is a key block with trace $c$ and determinant $\alpha\mu$ beside blocks with the eigenvalues $\alpha$ and $\mu$
//! (`mdn/blocks`). For $c > -2\sqrt{\alpha\mu}$ the key block has a pair or two positive eigenvalues. Below, it has two different negative ones. At
//! equality the negative one is double in one Jordan block, as the block's entry $-\beta\mu$ is not 0. $\beta$ and $\eta$ are any numbers.
//!
//! **What is checked.** Culver's condition, by invariant factors and by ranks; the end of the window exactly, and near to it.
//!
//! **Sharpness.** $\alpha = 0$ and $\mu = 0$ make $T$ singular. In the article's ranges there is not always one (trap).

use crate::logarithm::{self, agree};
use crate::oscillator::{free_key, momentum_formula, momentum_step};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::{closed, open, small_fraction};
use exact::{Matrix, Rational, vector};
use proptest::prelude::*;

/// Gates `x²`, `y²`; the coupling is free, or is the end of the window `(x + y)²`, or near to it.
fn domain(d: usize) -> BoxedStrategy<Instance> {
    let root = || prop_oneof![3 => open(0, 1), 1 => small_fraction(3).prop_map(|x| if x == 0 { 1.into() } else { x })];
    let near = prop_oneof![1 => Just(Rational::from(1)), 1 => open((9, 10), (11, 10)), 1 => closed(-1, 3)];
    let strength = prop_oneof![2 => closed(0, 1), 1 => small_fraction(3)];
    (root(), root(), strength, closed(0, 2), free_key(d), near, any::<bool>())
        .prop_map(|(x, y, beta, eta, k, near, scaled)| {
            let alpha = Rational::from(x.square_ref());
            let unit = Rational::from(&alpha * &beta) * vector::norm2(&k);
            let end = near * (x.abs() + y.clone().abs()).square();
            let eta = if scaled && unit != 0 { end / unit } else { eta };
            let i = Instance::new().with("alpha", alpha).with("mu", y.square()).with("beta", beta);
            i.with("eta", eta).with("k", k)
        })
        .boxed()
}

fn stated(hypotheses: Vec<(&'static str, Expr)>, conclusion: Expr) -> Statement {
    let scalars = ["alpha", "mu", "beta", "eta"].map(|name| (name, Shape::Scalar));
    Statement {
        parameters: scalars.into_iter().chain([("k", Shape::Vector("d"))]).collect(),
        hypotheses,
        transition: vec![
            ("A", p("alpha") * eye(len("k"))),
            ("M", p("mu") * eye(len("k"))),
            ("P", outer("k", "k")),
            ("T", momentum_formula(&p("A"), &p("M"), &p("P"))),
            ("c", p("alpha") + "mu" - p("alpha") * "beta" * "eta" * dot("k", "k")),
        ],
        conclusion: vec![conclusion],
    }
}

fn statement() -> Statement {
    let above = any_of(vec![le(0, "c"), lt(square("c"), 4 * p("alpha") * "mu")]);
    stated(
        vec![("decay-positive", lt(0, "alpha")), ("momentum-positive", lt(0, "mu"))],
        equivalent(real_logarithm("T"), above),
    )
}

fn check(i: &Instance) -> Outcome {
    let [alpha, mu, beta, eta] = ["alpha", "mu", "beta", "eta"].map(|name| i.scalar(name));
    let k = i.vector("k");
    let gates = |x: &Rational| vec![x.clone(); k.len()];
    let step = momentum_step((&gates(alpha), &gates(mu)), (beta, eta), &Matrix::outer(k, k));
    let coupling = Rational::from(alpha * beta) * eta * vector::norm2(k);
    let product = Rational::from(alpha * mu);
    let c = Rational::from(alpha + mu) - coupling;
    let above = c >= 0 || c.square() < product * 4;
    agree(&[("a real logarithm", logarithm::real(&step), above)])
}

fn numbers(alpha: (i64, i64), mu: (i64, i64), beta: (i64, i64), eta: (i64, i64)) -> (Instance, Evidence) {
    let i = Instance::new().with("alpha", alpha).with("mu", mu).with("beta", beta).with("eta", eta);
    (i.with("k", [(1, 1)]), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "mdn/real-logarithm",
    title: "A momentum step has a generator exactly up to the upper end of its window",
    system: "mdn",
    source: "From Recurrences to Differential Equations: when the transition admits a real matrix logarithm",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["mdn/blocks", "continuous/real-logarithm"],
    formal: &[],
    text: include_str!("real_logarithm.rs"),
    dimensions: (1, 3),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "decay-positive", fails: 0, witness: || numbers((0, 1), (1, 2), (1, 1), (1, 1)) },
        Sharp { drops: "momentum-positive", fails: 0, witness: || numbers((1, 2), (0, 1), (1, 1), (1, 1)) },
    ],
    traps: &[Trap {
        name: "always-in-the-article-ranges",
        statement: || {
            let inside = |x: &'static str, top: i64| all_of(vec![lt(0, x), lt(x, top)]);
            stated(
                vec![
                    ("gates-inside", all_of(vec![inside("alpha", 1), inside("mu", 1)])),
                    ("strengths-inside", all_of(vec![inside("beta", 1), inside("eta", 2)])),
                    ("unit-key", eq(dot("k", "k"), 1)),
                ],
                real_logarithm("T"),
            )
        },
        fails: 0,
        witness: || numbers((9, 10), (1, 100), (9, 10), (19, 10)),
    }],
};
