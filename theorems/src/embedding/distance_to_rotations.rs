//! # A step with a real mode stays away from a step that only rotates
//!
//! **Statement.** Let $\rho \in \mathbb{Q}$ and $S = \rho\,(R(\varphi_1) \oplus \dots \oplus R(\varphi_p))$ with the angles
//! $\varphi_j = 2\arctan t_j$, $t_j \in \mathbb{Q}$. Let $T \in \mathbb{Q}^{2p \times 2p}$ have a real eigenvalue:
//! $Tv = \lambda v$. Then $\lVert (T - S)v \rVert \ge \lvert\rho\rvert \min_j \lvert\sin\varphi_j\rvert\,\lVert v \rVert$, so
//! $\lVert T - S \rVert_2 \ge \lvert\rho\rvert\min_j\lvert\sin\varphi_j\rvert$ when $v \ne 0$. In particular no
//! $4 \times 4$ step with at most one pair, which always has a real eigenvalue, is nearer to
//! $\rho(R(\varphi_A) \oplus R(\varphi_B))$ than that.
//!
//! **Why.** $(T - S)v = (\lambda - S)v$, and $\lambda - S$ is normal with the eigenvalues $\lambda - \rho e^{\pm i\varphi_j}$, whose imaginary parts are
//! $\mp\rho\sin\varphi_j$. The argument is that of Bauer and Fike, and holds for irrational $\lambda$, $v$ and angles as well.
//!
//! **What is checked.** The inequality, for the mode of the instance. `embedding/nearest-with-one-pair` attains it.
//!
//! **Sharpness.** $T = S$, with any $v$ that is not a mode. For $p = 1$ the bound is attained: it is not strict (trap).

use crate::continuous::real_logarithm::rotated;
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::{closed, small_fraction};
use exact::{Matrix, Rational, vector};
use proptest::prelude::*;

/// `T = X + (λ − X) v vᵀ/vᵀv` for any `X`, often the target itself, so that `T` is near to it away from the mode.
fn domain(p: usize) -> BoxedStrategy<Instance> {
    let n = 2 * p;
    let angles = prop::collection::vec(small_fraction(4), p);
    let free = (prop::collection::vec(small_fraction(4), n), prop::collection::vec(small_fraction(4), n * n));
    (closed(-1, 1), angles, small_fraction(4), free, 0..3_u8)
        .prop_map(move |(rho, t, lambda, (mut v, entries), kind)| {
            if v.iter().all(Rational::is_zero) {
                v[0] = Rational::from(1);
            }
            let s = target(&rho, &t);
            let point = exact::vector::unit_vector(&t[..1])[0].clone();
            // In a third of the instances the mode is that of the nearest matrix, up to the last digit.
            let (x, lambda) = match kind {
                0 => (Matrix::from_fn(n, n, |i, j| entries[i * n + j].clone()), lambda),
                1 => (s, lambda),
                _ => (s, point * &rho),
            };
            let projector = Matrix::outer(&v, &v).scale(&vector::norm2(&v).recip());
            let rest = &Matrix::identity(n) - &projector;
            let t_matrix = &(&x * &rest) + &projector.scale(&lambda);
            let i = Instance::new().with("T", t_matrix).with("v", v).with("lambda", lambda);
            i.with("rho", rho).with("t", t)
        })
        .boxed()
}

fn target(rho: &Rational, t: &[Rational]) -> Matrix {
    t.iter().fold(Matrix::zeros(0, 0), |s, t| s.direct_sum(&rotated(t))).scale(rho)
}

fn stated(line: fn(Expr, Expr) -> Expr) -> Statement {
    let turned =
        iterate("S", copies(0, eye(1)), "j", 1, len("t"), direct_sum("S", rotation(entry("t", "j"))));
    let sine = || 2 * entry("t", "j") / (1 + square(entry("t", "j")));
    let squares = entries("j", len("t"), square(sine()));
    Statement {
        parameters: vec![
            ("T", Shape::Matrix("n", "n")),
            ("v", Shape::Vector("n")),
            ("lambda", Shape::Scalar),
            ("rho", Shape::Scalar),
            ("t", Shape::Vector("p")),
        ],
        hypotheses: vec![("real-mode", eq(p("T") * "v", p("lambda") * "v"))],
        transition: vec![("d", (p("T") - p("rho") * turned) * "v")],
        conclusion: vec![line(square("rho") * min(squares) * dot("v", "v"), dot("d", "d"))],
    }
}

fn statement() -> Statement {
    stated(le)
}

fn check(i: &Instance) -> Outcome {
    let (v, rho, t) = (i.vector("v"), i.scalar("rho"), i.vector("t"));
    let s = target(rho, t);
    let moved = (i.matrix("T") - &s).mul_vec(v);
    // The imaginary parts stand below the diagonal of the target.
    let sines = (0..t.len()).map(|j| s[(2 * j + 1, 2 * j)].clone().square());
    let least = sines.min().unwrap_or_default() * vector::norm2(v);
    let found = vector::norm2(&moved);
    if found < least {
        let (expected, found) = (format!("at least {least}"), format!("{found}"));
        return Outcome::Refuted { conclusion: 0, expected, found };
    }
    Outcome::Holds(vec![Evidence::Compute])
}

/// A matrix and `v = (1, 0)` beside the quarter turn.
fn quarter(t: [[(i64, i64); 2]; 2]) -> (Instance, Evidence) {
    let i = Instance::new().with("T", t).with("v", [(1, 1), (0, 1)]).with("lambda", 0);
    (i.with("rho", 1).with("t", [(1, 1)]), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "embedding/distance-to-rotations",
    title: "A step with a real mode stays away from a step that only rotates",
    system: "",
    source: "beyond the article: how near one oscillator comes to two",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("distance_to_rotations.rs"),
    dimensions: (1, 4),
    domain,
    statement,
    check,
    sharpness: &[Sharp {
        drops: "real-mode",
        fails: 0,
        witness: || quarter([[(0, 1), (-1, 1)], [(1, 1), (0, 1)]]),
    }],
    traps: &[Trap {
        name: "the-bound-is-not-attained",
        statement: || stated(lt),
        fails: 0,
        witness: || quarter([[(0, 1), (-1, 1)], [(0, 1), (0, 1)]]),
    }],
};
