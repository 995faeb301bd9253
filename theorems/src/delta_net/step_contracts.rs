//! # A delta step expands no state exactly when its strength is at most 2
//!
//! **Statement.** Let $d \ge 1$, $k \in \mathbb{Q}^d$, $\beta \in \mathbb{Q}$, $T = I - \beta k k^\top$ and $s = \beta \lVert k \rVert^2$. Then
//! $\lVert T \rVert_2 \le 1$ if and only if $0 \le s \le 2$; always $\lVert T \rVert_2 \le \max(1, |1 - s|)$. The second value is attained,
//! $T k = (1 - s)\, k$, and so is the first when $d \ge 2$: $T z = z$ for every $z \in \mathbb{Q}^d$ with $k \cdot z = 0$.
//!
//! **Why.** $T$ is symmetric with the eigenvalue $1 - s$ along $k$ and 1 across. $\lVert T \rVert_2 \le c$ says that
//! $c^2 I - T^\top T$ has no negative eigenvalue.
//!
//! **What is checked.** Signs of the eigenvalues of $c^2 I - T^\top T$, by exact symmetric elimination, for strengths within
//! the range, at its ends and beyond.
//!
//! **Sharpness.** A $z$ that is not orthogonal to $k$ is changed. Strengths up to 2 are not contracting (trap
//! `below-two-shrinks`): across the key the norm stays 1, so $I - T^\top T$ is singular for $d \ge 2$.

use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::{closed, unit_key};
use exact::{Matrix, Rational, vector};
use proptest::prelude::*;

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let strength = prop_oneof![3 => closed(0, 2), 1 => closed(-1, 0), 1 => closed(2, 3)];
    let length = prop_oneof![2 => Just(Rational::from(1)), 2 => closed(0, 2)];
    let across = prop::collection::vec(crate::sequence::number(), d);
    (unit_key(d), length, strength, across)
        .prop_map(|(u, length, strength, z)| {
            let along = vector::dot(&u, &z);
            let z: Vec<Rational> = z.iter().zip(&u).map(|(z, u)| z - Rational::from(&along * u)).collect();
            let norm = Rational::from(length.square_ref());
            let beta = if norm == 0 { strength } else { strength / norm };
            Instance::new().with("k", vector::scale(&length, &u)).with("beta", beta).with("z", z)
        })
        .boxed()
}

fn strength() -> Expr {
    p("beta") * dot("k", "k")
}

/// `‖T‖² ≤ square`.
fn bounded(square: Expr) -> Expr {
    positive_semidefinite(square * eye(len("k")) - transpose("T") * "T")
}

fn stated(hypothesis: (&'static str, Expr), conclusion: Vec<Expr>) -> Statement {
    Statement {
        parameters: vec![("k", Shape::Vector("d")), ("beta", Shape::Scalar), ("z", Shape::Vector("d"))],
        hypotheses: vec![hypothesis],
        transition: vec![("T", eye(len("k")) - p("beta") * outer("k", "k"))],
        conclusion,
    }
}

fn statement() -> Statement {
    let inside = || all_of(vec![le(0, strength()), le(strength(), 2)]);
    let iff = any_of(vec![
        all_of(vec![inside(), bounded(int(1))]),
        all_of(vec![not(inside()), not(bounded(int(1)))]),
    ]);
    let along = || square(1 - strength());
    let conclusion = vec![
        iff,
        bounded(select(le(along(), 1), 1, along())),
        eq(p("T") * "k", (1 - strength()) * "k"),
        eq(p("T") * "z", "z"),
    ];
    stated(("z-across", eq(dot("k", "z"), 0)), conclusion)
}

fn shrinking() -> Statement {
    let inside = all_of(vec![lt(0, strength()), lt(strength(), 2)]);
    stated(("strength-inside", inside), vec![full_column_rank(eye(len("k")) - transpose("T") * "T")])
}

fn check(i: &Instance) -> Outcome {
    let (k, z) = (i.vector("k"), i.vector("z"));
    let (s, d) = (i.scalar("beta") * vector::norm2(k), k.len());
    let t = &Matrix::identity(d) - &Matrix::outer(k, k).scale(i.scalar("beta"));
    let negative =
        |square: &Rational| (&Matrix::identity(d).scale(square) - &(&t.transpose() * &t)).inertia().negative;
    let refuted = |conclusion, expected: &str, found: String| Outcome::Refuted {
        conclusion,
        expected: expected.into(),
        found,
    };
    let (inside, expanding) = ((0..=2).contains(&s), negative(&Rational::from(1)));
    if inside != (expanding == 0) {
        return refuted(
            0,
            "norm at most 1 exactly for strengths from 0 to 2",
            format!("strength {s}, {expanding} directions that grow"),
        );
    }
    let along: Rational = 1 - s.clone();
    let along = along.square();
    let bound = along.max(Rational::from(1));
    if negative(&bound) > 0 {
        return refuted(1, "a squared norm of at most the bound", format!("more than {bound}"));
    }
    if t.mul_vec(k) != vector::scale(&(1 - s), k) {
        return refuted(2, "T k = (1 − s) k", format!("T k = {:?}", t.mul_vec(k)));
    }
    if t.mul_vec(z) != z {
        return refuted(3, "T z = z", format!("T z = {:?}", t.mul_vec(z)));
    }
    Outcome::Holds(vec![Evidence::Compute; 4])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "delta-net/step-contracts",
    title: "A delta step expands no state exactly when its strength is at most 2",
    system: "delta-net",
    source: "beyond the article: stability of a step",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("step_contracts.rs"),
    dimensions: (1, 16),
    domain,
    statement,
    check,
    sharpness: &[Sharp {
        drops: "z-across",
        fails: 3,
        witness: || {
            (Instance::new().with("k", [(1, 1)]).with("beta", (1, 1)).with("z", [(1, 1)]), Evidence::Compute)
        },
    }],
    traps: &[Trap {
        name: "below-two-shrinks",
        statement: shrinking,
        fails: 0,
        witness: || {
            let i = Instance::new().with("k", [(1, 1), (0, 1)]).with("beta", (1, 1));
            (i.with("z", [(0, 1), (1, 1)]), Evidence::Compute)
        },
    }],
};
