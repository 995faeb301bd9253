//! # A frozen KDA step is relaxation in fixed real directions
//!
//! **Statement.** Let $\alpha \in \mathbb{Q}^d$ with $0 < \alpha_i < 1$, $k \in \mathbb{Q}^d$ and $\beta \ge 0$ with
//! $\beta\lVert k \rVert^2 < 1$. Then $T = (I - \beta kk^\top)\,\mathrm{Diag}(\alpha)$ has a basis of real eigenvectors, all its
//! eigenvalues are in $(0, 1)$, and it has a principal logarithm. So over an interval $\Delta$ the frozen dynamics are
//! $\dot y_j = -\gamma_j y_j$ with $\gamma_j = -\log\lambda_j/\Delta > 0$, in coordinates $y = U^\top D^{1/2} s$ with an orthogonal
//! $U$. A gate that is there $r$ times is an eigenvalue at least $r - 1$ times.
//!
//! **Why.** $D^{1/2} T D^{-1/2} = D^{1/2}(I - \beta kk^\top)D^{1/2} \preceq D$ is symmetric and positive definite; diagonalise it. The
//! logarithm has the same eigenvectors, with the real eigenvalues $\log\lambda_j < 0$, which need not be
//! rational for anything here. Vectors of equal gates across the key are left alone.
//!
//! **What is checked.** The symmetrizer, the signs of the eigenvalues with 0 among the points, the Schur–Cohn test (with real positive eigenvalues:
//! all below 1), the negative real axis, and that $(z - \alpha_1)^{r - 1}$ divides the characteristic polynomial for the first gate.
//!
//! **Sharpness.** All in dimension 1: $\alpha = -1/2$; $\alpha = 1$; $\beta = -3$; $\beta = 2$. At $\beta = 1$ and $\lVert k \rVert = 1$ the erased mode
//! has no rate (trap).

use crate::logarithm;
use crate::support::{diagonal, erase_step, kda_step, not_real, roots, short_key, value};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::{open, vector_of};
use exact::{IntPoly, Rational, vector};
use proptest::prelude::*;

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let strength = prop_oneof![4 => open(0, 1), 1 => Just(Rational::new())];
    (vector_of(open(0, 1), d), short_key(d), strength)
        .prop_map(|(alpha, k, strength)| {
            let norm = vector::norm2(&k);
            let beta = if norm.is_zero() { strength } else { strength / norm };
            Instance::new().with("alpha", alpha).with("beta", beta).with("k", k)
        })
        .boxed()
}

fn stated(erase: (&'static str, Expr)) -> Statement {
    let repeated = iterate(
        "count",
        -1,
        "i",
        1,
        len("alpha"),
        p("count") + select(eq(entry("alpha", "i"), entry("alpha", 1)), 1, 0),
    );
    let gate = entry("alpha", 1) * eye(1);
    Statement {
        parameters: vec![("alpha", Shape::Vector("d")), ("beta", Shape::Scalar), ("k", Shape::Vector("d"))],
        hypotheses: vec![
            ("positive-gates", all_gt("alpha", 0)),
            ("gates-below-one", all_lt("alpha", 1)),
            ("erase-not-negative", le(0, "beta")),
            erase,
        ],
        transition: vec![("T", erase_step("beta", "k", "k", "alpha"))],
        conclusion: vec![
            real_diagonalizable("T"),
            eigenvalue_signs("T", 0, 0),
            schur_stable("T"),
            principal_logarithm("T"),
            divides(charpoly(copies(repeated, gate)), charpoly("T")),
        ],
    }
}

fn statement() -> Statement {
    stated(("erase-below-one", lt(p("beta") * dot("k", "k"), 1)))
}

fn check(i: &Instance) -> Outcome {
    let (step, alpha) = (kda_step(i), i.vector("alpha"));
    let d = step.dimension();
    let located = step.locate(&[Rational::new()]);
    if located.real() < d {
        return not_real(0, located.real(), d);
    }
    let positive = located.signs() == [0, 0, d];
    let polynomial = step.characteristic_polynomial();
    let count = alpha.iter().filter(|gate| **gate == alpha[0]).count();
    let factor = IntPoly::from_rationals(&[-alpha[0].clone(), Rational::from(1)]);
    let power = (1..count).fold(IntPoly::from_i64(&[1]), |power, _| &power * &factor);
    logarithm::lines(vec![
        ("a basis of real eigenvectors", true, diagonal(alpha.to_vec())),
        ("positive eigenvalues", positive, roots(located)),
        ("moduli below 1", polynomial.schur_stable(), Evidence::Compute),
        ("a principal logarithm", logarithm::principal(&step.matrix()), Evidence::Compute),
        ("a repeated gate", power.divides(&polynomial), Evidence::Compute),
    ])
}

fn scalar(alpha: (i64, i64), beta: i64) -> Instance {
    Instance::new().with("alpha", [alpha]).with("beta", beta).with("k", [(1, 1)])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "kda/frozen-dynamics",
    title: "A frozen KDA step is relaxation in fixed real directions",
    system: "kda",
    source: "KDA: different decay rates across coordinates",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["kda/real-spectrum", "kda/spectrum-bounds"],
    formal: &[],
    text: include_str!("frozen_dynamics.rs"),
    dimensions: (1, 8),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp {
            drops: "positive-gates",
            fails: 1,
            witness: || (scalar((-1, 2), 0), value(Rational::from((-1, 2)))),
        },
        Sharp { drops: "gates-below-one", fails: 2, witness: || (scalar((1, 1), 0), Evidence::Compute) },
        Sharp { drops: "erase-not-negative", fails: 2, witness: || (scalar((1, 2), -3), Evidence::Compute) },
        Sharp {
            drops: "erase-below-one",
            fails: 1,
            witness: || (scalar((1, 2), 2), value(Rational::from((-1, 2)))),
        },
    ],
    traps: &[Trap {
        name: "erase-up-to-one-has-rates",
        statement: || stated(("erase-at-most-one", le(p("beta") * dot("k", "k"), 1))),
        fails: 3,
        witness: || (scalar((1, 2), 1), Evidence::Compute),
    }],
};
