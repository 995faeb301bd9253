//! # The nearest step with one pair changes a single entry
//!
//! **Statement.** Let $\rho, t_A, t_B \in \mathbb{Q}$, $\varphi = 2\arctan t$, and
//! $S = \rho\,(R(\varphi_A) \oplus R(\varphi_B))$. The matrix $N$ that differs from $S$ in the one entry above the diagonal of the first block, where it has
//! $0$ for $-\rho\sin\varphi_A$, satisfies $(N - S)^\top(N - S) = \rho^2\sin^2\varphi_A\,\mathrm{Diag}(0, 1, 0, 0)$, so that
//! $\lVert N - S \rVert_2 = \lvert\rho\sin\varphi_A\rvert$ exactly. It has the real double eigenvalue $\rho\cos\varphi_A$ and at most one
//! pair. With `embedding/distance-to-rotations`: among all real $4 \times 4$ matrices with at most one pair the distance to $S$ is
//! exactly $\lvert\rho\rvert\min(\lvert\sin\varphi_A\rvert, \lvert\sin\varphi_B\rvert)$.
//!
//! **Why.** $\begin{pmatrix} c & 0 \\ s & c \end{pmatrix}$ is triangular; the other block is left alone.
//!
//! **What is checked.** The product; the factor of the characteristic polynomial; the pairs by Sturm's theorem.
//!
//! **Sharpness.** There are no hypotheses: angles 0 and $\rho = 0$ are included. That the nearest step has no pair at all is false
//! (trap).

use crate::continuous::real_logarithm::rotated;
use crate::discretised::{matrix, polynomial};
use crate::logarithm::lines;
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Statement, Trap};
use exact::strategies::{closed, open, small_fraction};
use exact::{Matrix, Rational};
use proptest::prelude::*;

fn domain(_: usize) -> BoxedStrategy<Instance> {
    let angle = || prop_oneof![2 => open(0, 1), 1 => open(-3, 3), 1 => small_fraction(4)];
    (closed(-1, 1), angle(), angle())
        .prop_map(|(rho, ta, tb)| Instance::new().with("rho", rho).with("ta", ta).with("tb", tb))
        .boxed()
}

fn stated(pairs: Expr) -> Statement {
    let norm = || 1 + square("ta");
    let (sine, cosine) = (|| 2 * p("rho") * "ta" / norm(), || p("rho") * (1 - square("ta")) / norm());
    let block_b = p("rho") * rotation("tb");
    let zero = || int(0) * eye(1);
    let changed = direct_sum(direct_sum(zero(), square(sine()) * eye(1)), direct_sum(zero(), zero()));
    Statement {
        parameters: ["rho", "ta", "tb"].map(|name| (name, Shape::Scalar)).to_vec(),
        hypotheses: vec![],
        transition: vec![
            ("S", p("rho") * direct_sum(rotation("ta"), rotation("tb"))),
            ("N", direct_sum(matrix([cosine(), int(0), sine(), cosine()]), block_b)),
            ("D", p("N") - "S"),
        ],
        conclusion: vec![
            eq(transpose("D") * "D", changed),
            divides(quadratic(2 * cosine(), square(cosine())), charpoly("N")),
            pairs,
        ],
    }
}

fn statement() -> Statement {
    stated(pairs_at_most("N", 1))
}

fn check(i: &Instance) -> Outcome {
    let (rho, ta, tb) = (i.scalar("rho"), i.scalar("ta"), i.scalar("tb"));
    let s = rotated(ta).direct_sum(&rotated(tb)).scale(rho);
    let mut n = s.clone();
    *n.get_mut(0, 1) = Rational::new();
    let d = &n - &s;
    let mut changed = Matrix::zeros(4, 4);
    *changed.get_mut(1, 1) = s[(0, 1)].clone().square();
    let found = n.characteristic_polynomial();
    let cosine = s[(0, 0)].clone();
    let double = polynomial(&Rational::from(2 * &cosine), &cosine.square());
    lines(vec![
        ("one changed entry", &d.transpose() * &d == changed, Evidence::Compute),
        ("a real double eigenvalue", double.divides(&found), Evidence::Compute),
        ("at most one pair", spectrum::dense::pairs(&found) <= 1, Evidence::Sturm),
    ])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "embedding/nearest-with-one-pair",
    title: "The nearest step with one pair changes a single entry",
    system: "",
    source: "beyond the article: how near one oscillator comes to two",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["embedding/distance-to-rotations"],
    formal: &[],
    text: include_str!("nearest_with_one_pair.rs"),
    dimensions: (4, 4),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[Trap {
        name: "the-nearest-has-no-pair",
        statement: || stated(real_spectrum("N")),
        fails: 2,
        witness: || (Instance::new().with("rho", 1).with("ta", (1, 2)).with("tb", (1, 3)), Evidence::Sturm),
    }],
};
