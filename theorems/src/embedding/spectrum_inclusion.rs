//! # What a transition can encode, it has in its spectrum, with multiplicity
//!
//! **Statement.** Let $T \in \mathbb{Q}^{d \times d}$, $S \in \mathbb{Q}^{n \times n}$ and
//! $E \in \mathbb{Q}^{d \times n}$ with $T E = E S$ and $E$ of full column rank. Then the characteristic polynomial
//! of $S$ divides that of $T$: every eigenvalue of $S$ is one of $T$, with at least its multiplicity.
//!
//! **Why.** The range of $E$ is invariant under $T$, and in a basis that starts with the columns of $E$ the matrix
//! $T$ is block triangular with the first diagonal block $S$. A fixed linear encoding $s = E z$ of a state
//! $z_{n+1} = S z_n$ needs exactly this $E$.
//!
//! **Sharpness.** $E = 0$ intertwines everything. An injective $E$ that does not intertwine says nothing.

use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::strategies::small_fraction;
use exact::{Matrix, Rational};
use proptest::prelude::*;

/// `T = E₀ S₀ L + X (1 − E₀ L)` with `E₀ = Π [1; R]` and its left inverse `L = [1 0] Πᵀ`, for any `R`, `X`, `S₀`,
/// rotation `Π` of the rows; then `E = E₀ C`, `S = C⁻¹ S₀ C` with unit upper triangular `C`.
fn domain(d: usize) -> BoxedStrategy<Instance> {
    let entries = |count| prop::collection::vec(small_fraction(4), count);
    (1..=d)
        .prop_flat_map(move |n| {
            let free = (entries(d * n), entries(d * d), entries(n * n));
            (Just(n), 0..d, free, spectrum_of(n))
        })
        .prop_map(move |(n, turn, (r, x, c), s0)| {
            let e0 = Matrix::from_fn(d, n, |i, j| match (i + turn) % d {
                row if row < n => Rational::from(u8::from(row == j)),
                row => r[row * n + j].clone(),
            });
            let left = Matrix::from_fn(n, d, |i, j| Rational::from(u8::from((j + turn) % d == i)));
            let x = Matrix::from_fn(d, d, |i, j| x[i * d + j].clone());
            let rest = &Matrix::identity(d) - &(&e0 * &left);
            let t = &(&(&e0 * &s0) * &left) + &(&x * &rest);
            let c = Matrix::from_fn(n, n, |i, j| match i.cmp(&j) {
                std::cmp::Ordering::Less => c[i * n + j].clone(),
                std::cmp::Ordering::Equal => Rational::from(1),
                std::cmp::Ordering::Greater => Rational::new(),
            });
            let Some(inverse) = c.inverse() else { panic!("a unit triangular matrix has an inverse") };
            Instance::new().with("T", t).with("E", &e0 * &c).with("S", &(&inverse * &s0) * &c)
        })
        .boxed()
}

/// Any matrix, or a Jordan block: multiplicities are the point of the theorem.
fn spectrum_of(n: usize) -> BoxedStrategy<Matrix> {
    let jordan = small_fraction(4).prop_map(move |eigenvalue| {
        Matrix::from_fn(n, n, |i, j| match j.checked_sub(i) {
            Some(0) => eigenvalue.clone(),
            Some(1) => Rational::from(1),
            _ => Rational::new(),
        })
    });
    let any = prop::collection::vec(small_fraction(4), n * n)
        .prop_map(move |entries| Matrix::from_fn(n, n, |i, j| entries[i * n + j].clone()));
    prop_oneof![1 => jordan, 3 => any].boxed()
}

fn statement() -> Statement {
    Statement {
        parameters: vec![
            ("T", Shape::Matrix("d", "d")),
            ("S", Shape::Matrix("n", "n")),
            ("E", Shape::Matrix("d", "n")),
        ],
        hypotheses: vec![
            ("intertwines", eq(p("T") * "E", p("E") * "S")),
            ("injective", full_column_rank("E")),
        ],
        transition: vec![],
        conclusion: vec![divides(charpoly("S"), charpoly("T"))],
    }
}

fn check(i: &Instance) -> Outcome {
    let (whole, part) =
        (i.matrix("T").characteristic_polynomial(), i.matrix("S").characteristic_polynomial());
    match whole.exact_quotient(&part) {
        Some(quotient) if &quotient * &part == whole => Outcome::Holds(vec![Evidence::Compute]),
        _ => Outcome::Refuted {
            conclusion: 0,
            expected: "the characteristic polynomial of S divides that of T".into(),
            found: format!("{part:?} does not divide {whole:?}"),
        },
    }
}

fn scalars(t: i64, e: i64, s: i64) -> (Instance, Evidence) {
    (Instance::new().with("T", [[(t, 1)]]).with("E", [[(e, 1)]]).with("S", [[(s, 1)]]), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "embedding/spectrum-inclusion",
    title: "What a transition can encode, it has in its spectrum, with multiplicity",
    system: "",
    source: "What Are the Limits of a Single Oscillator?",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &["embedding_spectrum_inclusion"],
    text: include_str!("spectrum_inclusion.rs"),
    dimensions: (1, 8),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "injective", fails: 0, witness: || scalars(0, 0, 1) },
        Sharp { drops: "intertwines", fails: 0, witness: || scalars(0, 1, 1) },
    ],
    traps: &[],
};
