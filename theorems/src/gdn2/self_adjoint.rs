//! # An erase step is self-adjoint in a form that its own gates give
//!
//! **Statement.** Let $d \ge 1$, $\alpha, b, k \in \mathbb{Q}^d$ and $\beta \in \mathbb{Q}$, without any condition. With $B = \mathrm{Diag}(b)$,
//! $D = \mathrm{Diag}(\alpha)$, $T = (I - k (b \odot k)^\top) D$, $H = I - \beta k k^\top$, $s = 1 - \beta \lVert k \rVert^2$ and $M = s I + \beta k k^\top$:
//! $$(BD)\, T = T^\top (BD), \qquad M H = s I, \qquad M (H D) = s D.$$
//!
//! **Why.** $BDT = BD - (b \odot \alpha \odot k)\,(b \odot \alpha \odot k)^\top$ is symmetric as it stands. The second line is the formula of Sherman and
//! Morrison multiplied out: $k k^\top k k^\top = \lVert k \rVert^2 k k^\top$.
//!
//! **What it is for.** With $b > 0$, $\alpha > 0$ the form $BD$ is an inner product: a real basis of modes (`gdn2/real-spectrum`, and
//! `kda/real-spectrum` with $b = \beta 1$). With $\beta \lVert k \rVert^2 < 1$, $M$ is one in which a step with any signs of $\alpha$ is self-adjoint
//! (`ckda/real-modes`). Without positivity the form is indefinite, and its signs bound the number of pairs (`gdn2/pair-bounds`).
//!
//! **What is checked.** The three equations of dense matrices; and as identities of polynomials, for all values.
//!
//! **Sharpness.** There is no hypothesis. $D$ alone is not the form for unequal erase gates (trap): $b = (1, 0)$, $\alpha = (1, 1)$.

use crate::oscillator::{free_key, scalar, signed_gates};
use crate::support::gdn2_formula;
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Statement, Trap};
use exact::strategies::{closed, vector_of};
use exact::{Matrix, Rational, vector};
use proptest::prelude::*;

fn domain(d: usize) -> BoxedStrategy<Instance> {
    (signed_gates(d), vector_of(closed(-1, 2), d), free_key(d), scalar())
        .prop_map(|(alpha, b, k, beta)| {
            Instance::new().with("alpha", alpha).with("b", b).with("k", k).with("beta", beta)
        })
        .boxed()
}

fn stated(form: Expr) -> Statement {
    let kept = || 1 - p("beta") * dot("k", "k");
    let vectors = ["alpha", "b", "k"].map(|name| (name, Shape::Vector("d")));
    Statement {
        parameters: vectors.into_iter().chain([("beta", Shape::Scalar)]).collect(),
        hypotheses: vec![],
        transition: vec![
            ("T", gdn2_formula("k", "b", "alpha")),
            ("W", form),
            ("H", eye(len("k")) - p("beta") * outer("k", "k")),
            ("M", kept() * eye(len("k")) + p("beta") * outer("k", "k")),
        ],
        conclusion: vec![
            eq(p("W") * "T", transpose("T") * "W"),
            eq(p("M") * "H", kept() * eye(len("k"))),
            eq(p("M") * (p("H") * diag("alpha")), kept() * diag("alpha")),
        ],
    }
}

fn statement() -> Statement {
    stated(diag(hadamard("b", "alpha")))
}

fn check(i: &Instance) -> Outcome {
    let (alpha, b, k, beta) = (i.vector("alpha"), i.vector("b"), i.vector("k"), i.scalar("beta"));
    let (gates, unit) = (Matrix::diagonal(alpha), Matrix::identity(k.len()));
    let step = &(&unit - &Matrix::outer(k, &vector::hadamard(b, k))) * &gates;
    let form = Matrix::diagonal(&vector::hadamard(b, alpha));
    let product = &form * &step;
    let kept: Rational = 1 - vector::norm2(k) * beta;
    let erase = &unit - &Matrix::outer(k, k).scale(beta);
    let inverse = &unit.scale(&kept) + &Matrix::outer(k, k).scale(beta);
    let holds = [
        product == product.transpose(),
        &inverse * &erase == unit.scale(&kept),
        &inverse * &(&erase * &gates) == gates.scale(&kept),
    ];
    match holds.iter().position(|holds| !holds) {
        None => Outcome::Holds(vec![Evidence::Compute; 3]),
        Some(conclusion) => Outcome::Refuted {
            conclusion,
            expected: "two equal matrices".into(),
            found: "they differ".into(),
        },
    }
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "gdn2/self-adjoint",
    title: "An erase step is self-adjoint in a form that its own gates give",
    system: "gdn2",
    source: "Gated DeltaNet-2: channel-wise erase",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("self_adjoint.rs"),
    dimensions: (1, 16),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[Trap {
        name: "decay-alone",
        statement: || stated(diag("alpha")),
        fails: 0,
        witness: || {
            let i = Instance::new().with("alpha", [(1, 1), (1, 1)]).with("b", [(1, 1), (0, 1)]);
            (i.with("k", [(3, 5), (4, 5)]).with("beta", 1), Evidence::Compute)
        },
    }],
};
