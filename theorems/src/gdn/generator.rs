//! # A Gated DeltaNet step splits into two factors, and its generator exists in three regimes
//!
//! **Statement.** Let $k \in \mathbb{Q}^d$ with $\lVert k \rVert = 1$, $P = kk^\top$, and $T(\alpha, \beta) = \alpha(I - \beta P)$ for
//! $\alpha, \beta, \alpha', \beta' \in \mathbb{Q}$. Then
//! 1. $T k = \alpha(1 - \beta)k$ and $T(I - P) = \alpha(I - P)$;
//! 2. $T(\alpha, \beta)T(\alpha', \beta') = T(\alpha\alpha', 1 - (1 - \beta)(1 - \beta'))$;
//! 3. $T$ has a principal logarithm exactly when $\alpha > 0$ and $\beta < 1$, or $d = 1$, $\alpha < 0$ and $\beta > 1$;
//! 4. $T$ has a real logarithm exactly when $\alpha > 0$ and $\beta < 1$, or when $\alpha < 0$, $\beta = 0$ and $d$ is even, or when $\alpha < 0$, $\beta > 1$ and
//!    $d$ is odd.
//!
//! **Why.** $T = \alpha(1 - \beta)P + \alpha(I - P)$, and $(c, e) \mapsto cP + e(I - P)$ is multiplicative: with
//! $c = \alpha(1 - \beta)$, $e = \alpha$ positive, the generator is $\frac{\log\alpha}{\Delta}I + \frac{\log(1 - \beta)}{\Delta}P$. For $\alpha < 0$ the
//! $d - 1$ (for $\beta = 0$: $d$) negative eigenvalues $\alpha$ are in blocks of size 1, which pair off when they are even in number, and
//! $\alpha(1 - \beta)$ must not be negative beside them.
//!
//! **What is checked.** The identities, and the logarithms by Culver's condition.
//!
//! **Sharpness.** With $\lVert k \rVert^2 = 2$ the factor along $k$ is another, and at $\beta = 9/10$ negative. That a negative gate
//! excludes a generator is false (trap): $\alpha = -1$, $\beta = 3/2$, $k = (2, 2, 1)/3$ has the spectrum $\frac12, -1, -1$.

use crate::delta_net::generator::strength;
use crate::logarithm::{self, agree};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::{closed, unit_key};
use exact::{Matrix, Rational, vector};
use proptest::prelude::*;

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let gate = || prop_oneof![2 => closed(0, 1), 1 => closed(-1, 0)];
    (unit_key(d), [gate(), gate()], [strength(), strength()])
        .prop_map(|(k, [alpha, decay], [beta, other])| {
            let i = Instance::new().with("k", k).with("alpha", alpha).with("beta", beta);
            i.with("decay", decay).with("other", other)
        })
        .boxed()
}

fn step(alpha: Expr, beta: Expr) -> Expr {
    alpha * (eye(len("k")) - beta * "P")
}

fn statement() -> Statement {
    let decays = || all_of(vec![lt(0, "alpha"), lt("beta", 1)]);
    let pairs = |strength: Expr, parity: Expr| all_of(vec![lt("alpha", 0), strength, parity]);
    let exists =
        any_of(vec![decays(), pairs(eq("beta", 0), not(odd(len("k")))), pairs(lt(1, "beta"), odd(len("k")))]);
    let single = pairs(lt(1, "beta"), eq(len("k"), 1));
    let across = || eye(len("k")) - "P";
    let product = step(p("alpha") * "decay", 1 - (1 - p("beta")) * (1 - p("other")));
    let scalars = ["alpha", "beta", "decay", "other"].map(|name| (name, Shape::Scalar));
    Statement {
        parameters: [("k", Shape::Vector("d"))].into_iter().chain(scalars).collect(),
        hypotheses: vec![("unit-key", eq(dot("k", "k"), 1))],
        transition: vec![("P", outer("k", "k")), ("T", step(p("alpha"), p("beta")))],
        conclusion: vec![
            eq(p("T") * "k", p("alpha") * (1 - p("beta")) * "k"),
            eq(p("T") * across(), p("alpha") * across()),
            eq(p("T") * step(p("decay"), p("other")), product),
            equivalent(principal_logarithm("T"), any_of(vec![decays(), single])),
            equivalent(real_logarithm("T"), exists),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let [alpha, beta, decay, other] = ["alpha", "beta", "decay", "other"].map(|name| i.scalar(name));
    let k = i.vector("k");
    let d = k.len();
    let projector = Matrix::outer(k, k);
    let across = &Matrix::identity(d) - &projector;
    let step =
        |alpha: &Rational, beta: &Rational| (&Matrix::identity(d) - &projector.scale(beta)).scale(alpha);
    let t = step(alpha, beta);
    let along = (1 - beta.clone()) * alpha;
    let both: Rational = 1 - (1 - beta.clone()) * (1 - other.clone());
    let product = step(&Rational::from(alpha * decay), &both);
    let decays = *alpha > 0 && *beta < 1;
    let pairs_off = *alpha < 0 && if d.is_multiple_of(2) { beta.is_zero() } else { *beta > 1 };
    agree(&[
        ("T k", Some(t.mul_vec(k) == vector::scale(&along, k)), true),
        ("T (1 − P)", Some(&t * &across == across.scale(alpha)), true),
        ("the product", Some(&t * &step(decay, other) == product), true),
        ("a principal logarithm", Some(logarithm::principal(&t)), decays || (d == 1 && pairs_off)),
        ("a real logarithm", logarithm::real(&t), decays || pairs_off),
    ])
}

fn long() -> (Instance, Evidence) {
    let i = Instance::new().with("k", [(1, 1), (1, 1)]).with("alpha", (1, 2)).with("beta", (9, 10));
    (i.with("decay", (1, 2)).with("other", (1, 2)), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "gdn/generator",
    title: "A Gated DeltaNet step splits into two factors, and its generator exists in three regimes",
    system: "gdn",
    source: "Gated DeltaNet: adding a common forgetting rate",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["continuous/real-logarithm"],
    formal: &[],
    text: include_str!("generator.rs"),
    dimensions: (1, 8),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "unit-key", fails: 0, witness: long },
        Sharp { drops: "unit-key", fails: 2, witness: long },
        Sharp { drops: "unit-key", fails: 4, witness: long },
    ],
    traps: &[Trap {
        name: "a-negative-gate-has-no-generator",
        statement: || Statement {
            hypotheses: vec![
                ("unit-key", eq(dot("k", "k"), 1)),
                ("negative-gate", lt("alpha", 0)),
                ("strength-not-zero", ne("beta", 0)),
            ],
            conclusion: vec![not(real_logarithm("T"))],
            ..statement()
        },
        fails: 0,
        witness: || {
            let i = Instance::new().with("k", [(2, 3), (2, 3), (1, 3)]).with("alpha", -1);
            (i.with("beta", (3, 2)).with("decay", 1).with("other", 0), Evidence::Compute)
        },
    }],
};
