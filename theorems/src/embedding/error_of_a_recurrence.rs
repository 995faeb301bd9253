//! # How far a read-out stays from given samples, by its characteristic polynomial
//!
//! **Statement.** Let $T \in \mathbb{Q}^{n \times n}$, $c, s \in \mathbb{Q}^n$, $y \in \mathbb{Q}^N$, and
//! $e_t = y_t - c^\top T^t s$ for $t = 0, \dots, N - 1$. With $\chi_T = z^n + a_{n-1}z^{n-1} + \dots + a_0$, $a_n = 1$, and
//! $(\chi y)_m = \sum_{k \le n} a_k y_{m+k}$ for $0 \le m < N - n$: $\chi y = \chi e$, so
//! $$\max_m \lvert(\chi y)_m\rvert \le \lVert\chi\rVert_1 \max_t \lvert e_t\rvert, \qquad
//! \sum_m (\chi y)_m^2 \le \lVert\chi\rVert_1^2 \sum_t e_t^2, \qquad \lVert\chi\rVert_1 = \sum_k \lvert a_k\rvert.$$
//! Whatever is read from whatever start, the spectrum of $T$ alone bounds the error on given samples from below.
//!
//! **Why.** $\sum_k a_k c^\top T^{m+k} s = c^\top \chi_T(T)\,T^m s = 0$ by Cayley and Hamilton. The first bound is the triangle
//! inequality, the second that of Young for a convolution. $T$ is any matrix; $N \le n$ says nothing.
//!
//! **What is checked.** The samples of the read-out, the filtered samples and errors, and both bounds. $\chi y = \chi e$ also as
//! an identity in all entries.
//!
//! **Sharpness.** There is no hypothesis. Neither bound is strict, and $\lVert\chi\rVert_1$ cannot be left out (traps).

use crate::readout::*;
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Statement, Trap};
use exact::strategies::small_fraction;
use exact::{Matrix, Rational, vector};
use proptest::prelude::*;

/// Any samples, or those of the read-out with an error at one place or everywhere.
fn domain(n: usize) -> BoxedStrategy<Instance> {
    let entries = |count| prop::collection::vec(small_fraction(4), count);
    (1..=n + 6, entries(n * n), entries(n), entries(n), entries(n + 6), 0..4_u8)
        .prop_map(move |(count, t, c, s, mut y, kind)| {
            let t = if kind == 1 {
                companion(&t[..n])
            } else {
                Matrix::from_fn(n, n, |i, j| t[i * n + j].clone())
            };
            y.truncate(count);
            let read = samples(&t, &c, &s, count);
            match kind {
                0 => {}
                1 => y = y.iter().zip(&read).map(|(small, x)| Rational::from(small >> 20_u32) + x).collect(),
                _ => {
                    let at = usize::from(kind) * count / 4;
                    let error = y[at].clone();
                    y = read;
                    y[at] += error;
                }
            }
            Instance::new().with("T", t).with("c", c).with("s", s).with("y", y)
        })
        .boxed()
}

fn stated(conclusion: Vec<claim::Expr>) -> Statement {
    Statement {
        parameters: vec![
            ("T", Shape::Matrix("n", "n")),
            ("c", Shape::Vector("n")),
            ("s", Shape::Vector("n")),
            ("y", Shape::Vector("m")),
        ],
        hypotheses: vec![],
        transition: vec![
            ("chi", coefficients(charpoly("T"))),
            ("e", p("y") - samples_formula("T", "c", "s", len("y"))),
            ("of_y", filtered_formula("chi", "y")),
            ("of_e", filtered_formula("chi", "e")),
        ],
        conclusion,
    }
}

fn statement() -> Statement {
    stated(vec![
        eq("of_y", "of_e"),
        le(max(moduli("of_y")), norm1("chi") * max(moduli("e"))),
        le(dot("of_y", "of_y"), square(norm1("chi")) * dot("e", "e")),
    ])
}

fn check(i: &Instance) -> Outcome {
    let (t, y) = (i.matrix("T"), i.vector("y"));
    let chi = monic(t);
    let read = samples(t, i.vector("c"), i.vector("s"), y.len());
    let e: Vec<Rational> = y.iter().zip(&read).map(|(y, x)| Rational::from(y - x)).collect();
    let [of_y, of_e] = [y, &e[..]].map(|v| filtered(&chi, v));
    let norm: Rational = chi.iter().map(|a| a.clone().abs()).sum();
    let refuted = |conclusion, expected: &str, found: String| Outcome::Refuted {
        conclusion,
        expected: expected.into(),
        found,
    };
    if of_y != of_e {
        return refuted(0, "filtered samples that are filtered errors", format!("{of_y:?}, {of_e:?}"));
    }
    if largest(&of_y) > Rational::from(&norm * &largest(&e)) {
        return refuted(1, "an error as large as the filter shows", format!("{}", largest(&e)));
    }
    if vector::norm2(&of_y) > norm.square() * vector::norm2(&e) {
        return refuted(2, "errors as large as the filter shows", format!("{e:?}"));
    }
    Outcome::Holds(vec![Evidence::Compute; 3])
}

/// One mode −1 and nothing read, beside two samples: `χy = y₁ + y₀`.
fn alternating(y: [(i64, i64); 2]) -> (Instance, Evidence) {
    let i = Instance::new().with("T", [[(-1, 1)]]).with("c", [(0, 1)]).with("s", [(1, 1)]);
    (i.with("y", y), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "embedding/error-of-a-recurrence",
    title: "How far a read-out stays from given samples, by its characteristic polynomial",
    system: "",
    source: "beyond the article: linear read-outs over a finite horizon",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("error_of_a_recurrence.rs"),
    dimensions: (1, 8),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[
        Trap {
            name: "the-bound-is-not-attained",
            statement: || stated(vec![lt(max(moduli("of_y")), norm1("chi") * max(moduli("e")))]),
            fails: 0,
            witness: || alternating([(1, 1), (1, 1)]),
        },
        Trap {
            name: "without-the-norm-of-the-filter",
            statement: || stated(vec![le(max(moduli("of_y")), max(moduli("e")))]),
            fails: 0,
            witness: || alternating([(1, 1), (1, 1)]),
        },
    ],
};
