//! # A momentum step is one key block beside equal perpendicular blocks
//!
//! **Statement.** Let $\alpha, \mu, \beta, \eta \in \mathbb{Q}$, $d \ge 1$, $k \in \mathbb{Q}^d$ with $\lVert k \rVert = 1$ and $P = kk^\top$. In the
//! order $(s, m)$ the momentum step $m' = \mu m + \alpha\eta P s$, $s' = \alpha s - \beta m'$ is
//! $$T = \begin{pmatrix} \alpha I - \beta\alpha\eta P & -\beta\mu I \\ \alpha\eta P & \mu I \end{pmatrix}, \qquad
//! B = \begin{pmatrix} \alpha (1 - \beta\eta) & -\beta\mu \\ \alpha\eta & \mu \end{pmatrix}, \qquad
//! B_\perp = \begin{pmatrix} \alpha & -\beta\mu \\ 0 & \mu \end{pmatrix},$$
//! and $T$ is similar over $\mathbb{Q}$ to $B \oplus B_\perp^{\oplus (d-1)}$. No scalar is restricted.
//!
//! **Why.** $Pk = k$ and $Pe = 0$ for $e \perp k$. Let $Q$ be the reflection that takes the first axis to $k$; it is rational.
//! The columns $(q_1, 0), (0, q_1), (q_2, 0), (0, q_2), \dots$ form an orthogonal $E$ with $TE = ES$.
//!
//! **What is checked.** The step is built by applying the recurrence to the axis vectors; $E$ is built from the key, and
//! $TE = ES$, $E^\top E = I$ are verified.
//!
//! **Sharpness.** For $\lVert k \rVert^2 \ne 1$ the key block has $\eta \lVert k \rVert^2$ for $\eta$: $d = 1$, $k = 2$ changes the trace.

use crate::oscillator::{momentum_formula, momentum_step, scalar};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::strategies::unit_key;
use exact::{Matrix, Rational, vector};
use proptest::prelude::*;

fn domain(d: usize) -> BoxedStrategy<Instance> {
    (scalar(), scalar(), scalar(), scalar(), unit_key(d))
        .prop_map(|(alpha, mu, beta, eta, k)| {
            let i = Instance::new().with("alpha", alpha).with("mu", mu);
            i.with("beta", beta).with("eta", eta).with("k", k)
        })
        .boxed()
}

fn statement() -> Statement {
    let cell = |value: Expr| value * eye(1);
    let kept = || p("alpha") * (1 - p("beta") * "eta");
    let leak = || cell(-(p("beta") * "mu"));
    Statement {
        parameters: vec![
            ("alpha", Shape::Scalar),
            ("mu", Shape::Scalar),
            ("beta", Shape::Scalar),
            ("eta", Shape::Scalar),
            ("k", Shape::Vector("d")),
        ],
        hypotheses: vec![("unit-key", eq(dot("k", "k"), 1))],
        transition: vec![
            ("A", p("alpha") * eye(len("k"))),
            ("M", p("mu") * eye(len("k"))),
            ("P", outer("k", "k")),
            ("T", momentum_formula(&p("A"), &p("M"), &p("P"))),
            ("B", block(cell(kept()), leak(), cell(p("alpha") * "eta"), cell(p("mu")))),
            ("C", block(cell(p("alpha")), leak(), cell(int(0)), cell(p("mu")))),
        ],
        conclusion: vec![similar("T", direct_sum("B", copies(len("k") - 1, "C")))],
    }
}

/// The reflection that takes the first axis to a unit key; the identity when the key is that axis.
fn reflection(key: &[Rational]) -> Matrix {
    let d = key.len();
    let mut v = key.to_vec();
    v[0] -= 1;
    let norm = vector::norm2(&v);
    if norm == 0 {
        return Matrix::identity(d);
    }
    &Matrix::identity(d) - &Matrix::outer(&v, &v).scale(&(2 / norm))
}

fn check(i: &Instance) -> Outcome {
    let (alpha, mu, k) = (i.scalar("alpha"), i.scalar("mu"), i.vector("k"));
    let (beta, eta, d) = (i.scalar("beta"), i.scalar("eta"), k.len());
    let gates = (&*vec![alpha.clone(); d], &*vec![mu.clone(); d]);
    let step = momentum_step(gates, (beta, eta), &Matrix::outer(k, k));
    let leak = -Rational::from(beta * mu);
    let block = |kept: Rational, write: Rational| {
        Matrix::from_fn(2, 2, |i, j| [[&kept, &leak], [&write, mu]][i][j].clone())
    };
    let write = Rational::from(alpha * eta);
    let key_block = block(alpha - Rational::from(beta * &write), write);
    let perpendicular = block(alpha.clone(), Rational::new());
    let blocks = (1..d).fold(key_block, |sum, _| sum.direct_sum(&perpendicular));
    let q = reflection(k);
    // Column 2j is (q_j, 0), column 2j + 1 is (0, q_j).
    let e = Matrix::from_fn(2 * d, 2 * d, |i, j| {
        if i / d == j % 2 { q[(i % d, j / 2)].clone() } else { Rational::new() }
    });
    let orthogonal = &e.transpose() * &e == Matrix::identity(2 * d);
    if orthogonal && &step * &e == &e * &blocks {
        return Outcome::Holds(vec![Evidence::Intertwiner(e)]);
    }
    let (whole, parts) = (step.characteristic_polynomial(), blocks.characteristic_polynomial());
    if whole == parts {
        return Outcome::Undecided("this reflection does not show the similarity".into());
    }
    Outcome::Refuted { conclusion: 0, expected: format!("{parts:?}"), found: format!("{whole:?}") }
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "mdn/blocks",
    title: "A momentum step is one key block beside equal perpendicular blocks",
    system: "mdn",
    source: "Momentum: Another Route to Oscillation",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &["mdn_blocks", "mdn_blocks_polynomial", "key_block_trace", "key_block_det"],
    text: include_str!("blocks.rs"),
    dimensions: (1, 6),
    domain,
    statement,
    check,
    sharpness: &[Sharp {
        drops: "unit-key",
        fails: 0,
        witness: || {
            let i = Instance::new().with("alpha", (1, 2)).with("mu", (1, 2)).with("beta", (1, 1));
            (i.with("eta", (1, 1)).with("k", [(2, 1)]), Evidence::CharpolysDiffer)
        },
    }],
    traps: &[],
};
