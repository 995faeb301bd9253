//! What the theorems about defective steps share: two channels, one double eigenvalue, no basis of eigenvectors.

use claim::expr::*;
use claim::{Evidence, Expr, Instance, Outcome, Parameter, Shape, Statement};
use exact::{Matrix, Rational};

/// The statement that $N = T - \lambda I$ has $N^2 = 0$ and $N \ne 0$, for the step that `alpha`, `k`, `lambda` and the
/// other parameters give.
pub(crate) fn stated(strength: Parameter, step: Expr, hypotheses: Vec<(&'static str, Expr)>) -> Statement {
    let zero = || diag(constant(len("alpha"), 0));
    Statement {
        parameters: vec![
            ("alpha", Shape::Vector("d")),
            strength,
            ("k", Shape::Vector("d")),
            ("lambda", Shape::Scalar),
        ],
        hypotheses,
        transition: vec![("T", step), ("N", p("T") - p("lambda") * eye(len("alpha")))],
        conclusion: vec![eq(p("N") * "N", zero()), ne("N", zero())],
    }
}

/// A unit key.
pub(crate) fn unit_key() -> (&'static str, Expr) {
    ("unit-key", eq(dot("k", "k"), 1))
}

/// Every entry strictly between the bounds.
pub(crate) fn inside(vector: &'static str, low: i64, high: i64) -> Expr {
    all_of(vec![all_gt(vector, low), all_lt(vector, high)])
}

/// Every entry between the bounds.
pub(crate) fn within(vector: &'static str, low: i64, high: i64) -> Expr {
    all_of(vec![all_ge(vector, low), all_le(vector, high)])
}

/// Decides both lines: the two columns of $N$ are parallel to a vector that $N$ takes to zero.
pub(crate) fn decide(step: &Matrix, eigenvalue: &Rational) -> Outcome {
    let n = step.rows();
    let nilpotent = step - &Matrix::identity(n).scale(eigenvalue);
    let refuted = |conclusion, expected: &str, found: String| Outcome::Refuted {
        conclusion,
        expected: expected.into(),
        found,
    };
    // A matrix of rank r and defect at least n − r whose only eigenvalue is 0.
    let polynomial = nilpotent.characteristic_polynomial();
    let powers = polynomial.coefficients().iter().take(n).filter(|c| !c.is_zero()).count();
    match nilpotent.rank() {
        0 => refuted(1, "a step that is no multiple of the identity", "a multiple of it".into()),
        1 if powers == 0 => Outcome::Holds(vec![Evidence::Compute; 2]),
        rank => refuted(0, "N² = 0", format!("N of rank {rank} with the polynomial {polynomial:?}")),
    }
}

/// An instance.
pub(crate) fn instance(
    alpha: Vec<Rational>,
    strength: (&'static str, claim::Value),
    k: Vec<Rational>,
    lambda: Rational,
) -> Instance {
    let i = Instance::new().with("alpha", alpha).with(strength.0, strength.1);
    i.with("k", k).with("lambda", lambda)
}
