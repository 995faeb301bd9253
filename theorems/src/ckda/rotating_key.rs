//! # Gates of both signs and a strength above one have a key that rotates
//!
//! **Statement.** Let $d \ge 2$, $\alpha \in \mathbb{Q}^d$, $\beta \in \mathbb{Q}$, and let $i, j$ be such that $a = \alpha_i > 0$ and $-b = \alpha_j < 0$, and
//! $\beta > 1$. Then the real key $k$ with
//! $$k_i^2 = \frac{a + (\beta - 1) b}{\beta (a + b)}, \qquad k_j^2 = \frac{(\beta - 1) a + b}{\beta (a + b)}, \qquad k_m = 0 \text{ otherwise},$$
//! has norm 1, and $T = (I - \beta k k^\top)\,\mathrm{Diag}(\alpha)$ has exactly one non-real pair, $\pm \mathrm{i} \sqrt{(\beta - 1) a b}$.
//! With `ckda/necessary-signs`: for given gates and strength a unit key with a pair exists if and only if $\beta > 1$ and the gates
//! have both signs. A pair is kept under small changes and rational unit vectors are dense, so there is a rational such key as well.
//!
//! **Why.** The key is the middle of the window of `ckda/window`: there the two channels have trace 0. The other channels
//! are left alone, with their gates as eigenvalues. The two numbers add up to 1 and are positive.
//!
//! **What is checked.** Only $k \odot k$ is rational. The characteristic polynomial depends on it alone
//! (`ckda/characteristic-polynomial`), and $(I - \beta\, (k \odot k)\, 1^\top)\,\mathrm{Diag}(\alpha)$ has it: that matrix is built, its
//! polynomial compared with the formula, its pairs counted.
//!
//! **Sharpness.** At $\beta = 1$, at $a = 0$ and at $b = 0$ the same key gives a double eigenvalue 0 and no pair.

use crate::support::rational;
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::strategies::open;
use exact::{IntPoly, Matrix, Rational};
use proptest::prelude::*;

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let strength = prop_oneof![3 => open(1, 2), 1 => Just(rational(2, 1)), 1 => open(1, 5)];
    (crate::oscillator::signed_gates(d), open(0, 1), open(0, 1), strength, 0..d, 1..d)
        .prop_map(move |(mut alpha, a, b, beta, i, ahead)| {
            let j = (i + ahead) % d;
            (alpha[i], alpha[j]) = (a, -b);
            let at = |place: usize| Rational::from(place + 1);
            Instance::new().with("alpha", alpha).with("beta", beta).with("i", at(i)).with("j", at(j))
        })
        .boxed()
}

fn statement() -> Statement {
    let (a, b) = (|| entry("alpha", "i"), || -entry("alpha", "j"));
    let less = || p("beta") - 1;
    let whole = || p("beta") * (a() + b());
    let other = select(eq("m", "j"), (less() * a() + b()) / whole(), 0);
    let squares = entries("m", len("alpha"), select(eq("m", "i"), (a() + less() * b()) / whole(), other));
    let ones = || constant(len("alpha"), 1);
    Statement {
        parameters: vec![
            ("alpha", Shape::Vector("d")),
            ("beta", Shape::Scalar),
            ("i", Shape::Scalar),
            ("j", Shape::Scalar),
        ],
        hypotheses: vec![
            ("strong", lt(1, "beta")),
            ("one-positive", lt(0, entry("alpha", "i"))),
            ("one-negative", lt(entry("alpha", "j"), 0)),
        ],
        transition: vec![
            ("q", squares),
            ("T", (eye(len("alpha")) - p("beta") * outer("q", ones())) * diag("alpha")),
        ],
        conclusion: vec![
            all_ge("q", 0),
            eq(dot("q", ones()), 1),
            eq(charpoly("T"), secular("alpha", p("beta") * hadamard("alpha", "q"))),
            divides(quadratic(0, less() * a() * b()), charpoly("T")),
            pairs_equal("T", 1),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let (alpha, beta) = (i.vector("alpha"), i.scalar("beta"));
    let place = |name| i.scalar(name).numer().to_usize().unwrap_or(1) - 1;
    let (first, second) = (place("i"), place("j"));
    let (a, b) = (alpha[first].clone(), -alpha[second].clone());
    let whole = Rational::from(&a + &b) * beta;
    let s = Rational::from(beta - 1);
    let mut squares = vec![Rational::new(); alpha.len()];
    squares[first] = (Rational::from(&s * &b) + &a) / &whole;
    squares[second] = (Rational::from(&s * &a) + &b) / &whole;
    let refuted = |conclusion, expected: &str, found: String| Outcome::Refuted {
        conclusion,
        expected: expected.into(),
        found,
    };
    if squares.iter().any(|q| *q < 0) {
        return refuted(0, "squares of real numbers", format!("{squares:?}"));
    }
    let norm: Rational = squares.iter().sum();
    if norm != 1 {
        return refuted(1, "a key of norm 1", norm.to_string());
    }
    let d = alpha.len();
    let erase = |r: usize, c: usize| Rational::from(u8::from(r == c)) - Rational::from(beta * &squares[r]);
    let step = &Matrix::from_fn(d, d, erase) * &Matrix::diagonal(alpha);
    let polynomial = step.characteristic_polynomial();
    // The two channels as they are for any key, beside the other gates.
    let determinant = s * &a * &b;
    let linear = |gate: &Rational| IntPoly::from_rationals(&[-gate.clone(), Rational::from(1)]);
    let others = (0..d).filter(|m| *m != first && *m != second).map(|m| linear(&alpha[m]));
    let pair = IntPoly::from_rationals(&[determinant, Rational::new(), Rational::from(1)]);
    let expected = others.fold(pair.clone(), |product, factor| &product * &factor).primitive();
    if expected != polynomial {
        return refuted(2, &format!("{expected:?}"), format!("{polynomial:?}"));
    }
    if !pair.divides(&polynomial) {
        return refuted(3, &format!("a multiple of {pair:?}"), format!("{polynomial:?}"));
    }
    match spectrum::dense::pairs(&polynomial) {
        1 => {
            let mut evidence = vec![Evidence::Compute; 4];
            evidence.push(Evidence::Sturm);
            Outcome::Holds(evidence)
        }
        pairs => refuted(4, "one pair", pairs.to_string()),
    }
}

fn without_pair(beta: (i64, i64), gates: [(i64, i64); 2]) -> (Instance, Evidence) {
    let i = Instance::new().with("alpha", gates).with("beta", beta).with("i", 1).with("j", 2);
    (i, Evidence::Sturm)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "ckda/rotating-key",
    title: "Gates of both signs and a strength above one have a key that rotates",
    system: "ckda",
    source: "beyond the article: when a key that rotates exists",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["ckda/window", "ckda/characteristic-polynomial", "ckda/necessary-signs"],
    formal: &[],
    text: include_str!("rotating_key.rs"),
    dimensions: (2, 10),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "strong", fails: 4, witness: || without_pair((1, 1), [(1, 2), (-1, 2)]) },
        Sharp { drops: "one-positive", fails: 4, witness: || without_pair((2, 1), [(0, 1), (-1, 2)]) },
        Sharp { drops: "one-negative", fails: 4, witness: || without_pair((2, 1), [(1, 2), (0, 1)]) },
    ],
    traps: &[],
};
