//! # As many real modes as samples match any samples exactly
//!
//! **Statement.** Let $\lambda_1, \dots, \lambda_N \in \mathbb{Q}$ be different and $y_0, \dots, y_{N-1} \in \mathbb{Q}$. With
//! $\ell_j(z) = \prod_{i \ne j}(z - \lambda_i) = \sum_k \ell_{jk} z^k$ let $c_j\,\ell_j(\lambda_j) = \sum_k \ell_{jk}\,y_k$. Then
//! $T = \mathrm{Diag}(\lambda)$ read by $c$ from $s = (1, \dots, 1)$ has $c^\top T^t s = y_t$ for all $t = 0, \dots, N - 1$, and no other $c$ does.
//! So a frozen gated linear attention with $N$ different gates in $(0, 1)$, and no pair at all, reproduces any $N$ samples, of
//! two oscillators as well: over a finite horizon it is the dimension that excludes, not the spectrum.
//!
//! **Why.** The samples are $Vc$ with the Vandermonde matrix $V_{tj} = \lambda_j^t$, and $\sum_t \ell_{jt} V_{ti} = \ell_j(\lambda_i)$, which is 0 for
//! $i \ne j$: the rows $\ell_j/\ell_j(\lambda_j)$ are the inverse of $V$.
//!
//! **What is checked.** The samples, by running the recurrence, and that $V$ is invertible. A mode 0 is allowed, with $0^0 = 1$.
//!
//! **Sharpness.** Two equal modes; other coefficients. The coefficients are large where modes are near to each other (trap).

use crate::readout::{abs, samples, samples_formula};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::{closed, open, small_fraction};
use exact::{Matrix, Rational};
use proptest::prelude::*;

/// Ascending modes between −1 and 1, gates in (0, 1) in half of the samples; `c` solves the Vandermonde system by elimination.
fn domain(n: usize) -> BoxedStrategy<Instance> {
    let steps = prop::collection::vec(open(0, 1), n);
    let y = prop::collection::vec(prop_oneof![closed(-1, 1), small_fraction(4)], n);
    (steps, y, any::<bool>(), any::<bool>())
        .prop_map(move |(steps, y, signed, ascending)| {
            let total: Rational = Rational::from(1) + steps.iter().sum::<Rational>();
            let mut sum = Rational::new();
            let mut lambda: Vec<Rational> = steps
                .iter()
                .map(|step| {
                    sum += step;
                    let inside = Rational::from(&sum / &total);
                    if signed { 2 * inside - 1 } else { inside }
                })
                .collect();
            if !ascending {
                lambda.reverse();
            }
            let Some(c) = vandermonde(&lambda).solve(&y) else { panic!("different modes are independent") };
            Instance::new().with("lambda", lambda).with("y", y).with("c", c)
        })
        .boxed()
}

fn vandermonde(lambda: &[Rational]) -> Matrix {
    let mut row = vec![Rational::from(1); lambda.len()];
    let mut rows = Vec::new();
    for _ in lambda {
        let next = exact::vector::hadamard(&row, lambda);
        rows.push(std::mem::replace(&mut row, next));
    }
    Matrix::from_rows(rows).unwrap_or_else(|| Matrix::zeros(0, 0))
}

/// Unit vector `j`.
fn unit_formula() -> Expr {
    entries("i", len("lambda"), select(eq("i", "j"), 1, 0))
}

fn stated(more: Vec<Expr>) -> Statement {
    let n = || len("lambda");
    let vertex = || at(secular("lambda", unit_formula()), entry("lambda", "j"));
    // `secular` with the weights `e_j` is the whole product and ℓ_j.
    let lagrange =
        coefficients(secular("lambda", unit_formula())) - coefficients(secular("lambda", constant(n(), 0)));
    let sum = iterate("sum", 0, "k", 1, n(), p("sum") + entry(lagrange, "k") * entry("y", "k"));
    let product = iterate("product", 1, "j", 1, n(), p("product") * vertex());
    let coefficients = eq(entries("j", n(), entry("c", "j") * vertex()), entries("j", n(), sum));
    let power = iterate("x", constant(n(), 1), "v", 1, p("u") - 1, hadamard("x", "lambda"));
    let mut conclusion = vec![
        eq(samples_formula("T", "c", constant(n(), 1), n()), "y"),
        full_column_rank(rows("u", n(), power)),
    ];
    conclusion.extend(more);
    Statement {
        parameters: vec![
            ("lambda", Shape::Vector("n")),
            ("y", Shape::Vector("n")),
            ("c", Shape::Vector("n")),
        ],
        hypotheses: vec![("different-modes", ne(product, 0)), ("coefficients", coefficients)],
        transition: vec![("T", diag("lambda"))],
        conclusion,
    }
}

fn statement() -> Statement {
    stated(vec![])
}

fn check(i: &Instance) -> Outcome {
    let (lambda, y, c) = (i.vector("lambda"), i.vector("y"), i.vector("c"));
    let n = lambda.len();
    let read = samples(&Matrix::diagonal(lambda), c, &vec![Rational::from(1); n], n);
    if read != y {
        let (expected, found) = (format!("{y:?}"), format!("{read:?}"));
        return Outcome::Refuted { conclusion: 0, expected, found };
    }
    let rank = vandermonde(lambda).rank();
    if rank < n {
        let (expected, found) = (format!("rank {n}"), format!("rank {rank}"));
        return Outcome::Refuted { conclusion: 1, expected, found };
    }
    Outcome::Holds(vec![Evidence::Compute; 2])
}

fn two(lambda: [(i64, i64); 2], y: [(i64, i64); 2], c: [(i64, i64); 2]) -> (Instance, Evidence) {
    (Instance::new().with("lambda", lambda).with("y", y).with("c", c), Evidence::Compute)
}

const ZERO: (i64, i64) = (0, 1);
const ONE: (i64, i64) = (1, 1);

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "embedding/real-modes-interpolate",
    title: "As many real modes as samples match any samples exactly",
    system: "gla",
    source: "beyond the article: linear read-outs over a finite horizon",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("real_modes_interpolate.rs"),
    dimensions: (1, 16),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "different-modes", fails: 0, witness: || two([ONE, ONE], [ONE, ONE], [ZERO, ZERO]) },
        Sharp { drops: "different-modes", fails: 1, witness: || two([ONE, ONE], [ONE, ONE], [ONE, ZERO]) },
        Sharp {
            drops: "coefficients",
            fails: 0,
            witness: || two([(1, 2), (1, 3)], [ONE, ONE], [ZERO, ZERO]),
        },
    ],
    traps: &[Trap {
        name: "coefficients-no-larger-than-samples",
        statement: || {
            let largest = |v: &'static str| max(entries("j", len(v), abs(entry(v, "j"))));
            stated(vec![le(largest("c"), largest("y"))])
        },
        fails: 2,
        witness: || two([(1, 2), (1, 3)], [ZERO, ONE], [(6, 1), (-6, 1)]),
    }],
};
