//! # A momentum step with one momentum and a coupling that is not positive never oscillates
//!
//! **Statement.** Let $d \ge 1$, $\alpha, \mu, k, h \in \mathbb{Q}^d$, $\beta, \eta \in \mathbb{Q}$, $A = \mathrm{Diag}(\alpha)$, $M = \mathrm{Diag}(\mu)$,
//! $P = kk^\top + hh^\top$. If $\beta\eta \le 0$ and all $\mu_i$ are equal, the momentum step
//! $$T = \begin{pmatrix} A - \beta\eta P A & -\beta M \\ \eta P A & M \end{pmatrix}$$
//! has only real eigenvalues. The gates $\alpha_i$ may have any signs, and the coupling may have rank two. For $\beta\eta > 0$ and
//! $h = 0$ there is at most one pair (`mdn/at-most-one-pair`).
//!
//! **Why.** Let $\mu_i = \mu$, $w = -\beta\eta \ge 0$ and let the $\alpha_i$ be different from 0 and from $\mu$, the rest is closure. Eliminating the
//! momentum, $\lambda$ is an eigenvalue when $(\lambda - \mu)(\lambda - A) - w \lambda P A$ is singular. Since
//! $\lambda A (\lambda - A)^{-1} = A + A^2 (\lambda - A)^{-1}$, that is when $(\lambda - \mu) I - w V^\top \bigl(A + A^2 (\lambda - A)^{-1}\bigr) V$ is, with
//! $P = V V^\top$: the Schur complement of a symmetric matrix with the blocks $\mu + w V^\top A V$ and $A$ and the border
//! $\sqrt w\, A V$. Its eigenvalues are those of $T$, with $d - 2$ more copies of $\mu$ for $V$ of two columns.
//!
//! **What is checked.** The real roots of the exact characteristic polynomial of the dense step are counted.
//!
//! **Sharpness.** For $\beta\eta > 0$ one channel is enough: $\alpha = \mu = 1/2$, $\beta = \eta = 1$. Two momenta with
//! $\beta\eta < 0$ can have one: $\alpha = (3/2, 1/2)$, $\mu = (1, 1/2)$, $\beta\eta = -1/2$, $k = (4, 3)/5$.

use crate::oscillator::{Pairs, free_key, momentum_formula, momentum_step, scalar, signed_gates};
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::strategies::{closed, vector_of};
use exact::{Matrix, Rational};
use proptest::prelude::*;

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let gates = prop_oneof![2 => signed_gates(d), 1 => vector_of(scalar(), d)];
    let size = || prop_oneof![3 => closed(0, 2), 1 => closed(0, 9), 1 => Just(Rational::new())];
    let second = prop_oneof![2 => Just(vec![Rational::new(); d]), 1 => free_key(d)];
    (gates, scalar(), (size(), size(), any::<bool>()), free_key(d), second)
        .prop_map(move |(alpha, mu, (beta, eta, negative), k, h)| {
            let (beta, eta) = if negative { (-beta, eta) } else { (beta, -eta) };
            let i = Instance::new().with("alpha", alpha).with("mu", vec![mu; d]).with("beta", beta);
            i.with("eta", eta).with("k", k).with("h", h)
        })
        .boxed()
}

fn statement() -> Statement {
    let vectors = ["alpha", "mu", "k", "h"].map(|name| (name, Shape::Vector("d")));
    let scalars = ["beta", "eta"].map(|name| (name, Shape::Scalar));
    Statement {
        parameters: vectors.into_iter().chain(scalars).collect(),
        hypotheses: vec![
            ("coupling-not-positive", le(p("beta") * "eta", 0)),
            ("one-momentum", all_equal("mu")),
        ],
        transition: vec![
            ("A", diag("alpha")),
            ("M", diag("mu")),
            ("P", outer("k", "k") + outer("h", "h")),
            ("T", momentum_formula(&p("A"), &p("M"), &p("P"))),
        ],
        conclusion: vec![real_spectrum("T")],
    }
}

fn check(i: &Instance) -> Outcome {
    let (alpha, mu, k, h) = (i.vector("alpha"), i.vector("mu"), i.vector("k"), i.vector("h"));
    let coupling = &Matrix::outer(k, k) + &Matrix::outer(h, h);
    let step = momentum_step((alpha, mu), (i.scalar("beta"), i.scalar("eta")), &coupling);
    let mut known = [alpha, mu].concat();
    known.sort();
    known.dedup();
    let pairs = Pairs::of_polynomial(&step.characteristic_polynomial(), &known);
    match (pairs.least, pairs.most) {
        (_, 0) => Outcome::Holds(vec![pairs.evidence]),
        (0, most) => Outcome::Undecided(format!("up to {most} non-real pairs")),
        (least, _) => Outcome::Refuted {
            conclusion: 0,
            expected: "a real spectrum".into(),
            found: format!("at least {least} non-real pairs"),
        },
    }
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "mdn/negative-coupling",
    title: "A momentum step with one momentum and a coupling that is not positive never oscillates",
    system: "mdn",
    source: "beyond the article: momentum with channel-wise gates",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("negative_coupling.rs"),
    dimensions: (1, 6),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp {
            drops: "coupling-not-positive",
            fails: 0,
            witness: || {
                let i = Instance::new().with("alpha", [(1, 2)]).with("mu", [(1, 2)]).with("beta", (1, 1));
                (i.with("eta", (1, 1)).with("k", [(1, 1)]).with("h", [(0, 1)]), Evidence::Sturm)
            },
        },
        Sharp {
            drops: "one-momentum",
            fails: 0,
            witness: || {
                let i = Instance::new().with("alpha", [(3, 2), (1, 2)]).with("mu", [(1, 1), (1, 2)]);
                let i = i.with("beta", (-1, 1)).with("eta", (1, 2)).with("k", [(4, 5), (3, 5)]);
                (i.with("h", [(0, 1), (0, 1)]), Evidence::Sturm)
            },
        },
    ],
    traps: &[],
};
