//! # A read-out that lacks a mode of its target differs from it within the first n + m samples
//!
//! **Statement.** Let $T \in \mathbb{Q}^{n \times n}$, $c, s \in \mathbb{Q}^n$, and let the target $f_t = r^\top S^t z$ with
//! $S \in \mathbb{Q}^{m \times m}$ be *minimal*: the matrix $(f_{i+j})_{0 \le i, j < m}$ is invertible. If $\chi_S$ does not divide $\chi_T$, then
//! $c^\top T^t s \ne f_t$ for some $t < n + m$. No encoder is asked for, only one number a step, from any start. So a real
//! transition with at most one pair never reads out two oscillators on $n + 4$ samples in a row.
//!
//! **Why.** Suppose the sequences agree for $t < n + m$. $h = \chi_T f$, $h_t = \sum_k a_k f_{t+k}$, is 0 for $t < m$, as $\chi_T$ annihilates the
//! read-out. $h_t = r^\top S^t \chi_T(S) z$, and the rows $r^\top S^t$, $t < m$, are independent, since $f$ is minimal: so
//! $\chi_T(S)z = 0$. As $z, Sz, \dots, S^{m-1}z$ are a basis, $\chi_T(S) = 0$, and $\chi_S$ is the minimal polynomial of $S$: it divides $\chi_T$.
//!
//! **What is checked.** The samples, one by one. A third of the instances agree for all $t < n + m - 1$: with the impulse
//! response $f$ of $1/\chi_S$ and $\chi_T = \chi_S u + \kappa$ the filtered samples are $\kappa$ at $t = m - 1$ and 0 before.
//!
//! **Sharpness.** $T = S$; a target that reads nothing. One sample fewer is not enough (trap).

use crate::readout::*;
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::small_fraction;
use exact::{IntPoly, Matrix, Rational};
use proptest::prelude::*;

/// `S` is the companion matrix of any polynomial, read at the first and started at the last coordinate, in another basis.
fn domain(n: usize) -> BoxedStrategy<Instance> {
    let entries = |count| prop::collection::vec(small_fraction(3), count);
    (1..=4_usize)
        .prop_flat_map(move |m| {
            (entries(m), entries(m * m), entries(n), entries(n * n), entries(n), small_fraction(4), 0..3_u8)
        })
        .prop_map(move |(of_s, basis, of_t, t, c, kappa, kind)| {
            let m = of_s.len();
            let s_matrix = companion(&of_s);
            let change = Matrix::from_fn(m, m, |i, j| match i.cmp(&j) {
                std::cmp::Ordering::Less => basis[i * m + j].clone(),
                std::cmp::Ordering::Equal => Rational::from(1),
                std::cmp::Ordering::Greater => Rational::new(),
            });
            let Some(inverse) = change.inverse() else { panic!("a unit triangular matrix has an inverse") };
            let f = samples(&s_matrix, &unit(m, 0), &unit(m, m - 1), n);
            let read = change.transpose().mul_vec(&unit(m, 0));
            let start = inverse.mul_vec(&unit(m, m - 1));
            let s_matrix = &(&inverse * &s_matrix) * &change;
            let (t, c, s) = match kind {
                0 if n >= m => (companion(&shifted(&of_s, &of_t[..n - m], kappa)), unit(n, 0), f),
                0 | 1 => (companion(&of_t), unit(n, 0), f),
                _ => (Matrix::from_fn(n, n, |i, j| t[i * n + j].clone()), c, of_t),
            };
            let polynomial = s_matrix.characteristic_polynomial();
            let t = if polynomial.divides(&t.characteristic_polynomial()) {
                companion(&vec![Rational::new(); n])
            } else {
                t
            };
            // The nilpotent step has all modes of S only where S has the mode 0 alone.
            let t = if polynomial.divides(&t.characteristic_polynomial()) { Matrix::identity(n) } else { t };
            let i = Instance::new().with("T", t).with("c", c).with("s", s);
            i.with("S", s_matrix).with("r", read).with("z", start)
        })
        .boxed()
}

/// The lower coefficients of `χ_S u + κ`, `κ` not 0, for the monic `u` with the given lower coefficients.
fn shifted(of_s: &[Rational], of_u: &[Rational], kappa: Rational) -> Vec<Rational> {
    let monic = |lower: &[Rational]| {
        let one = [Rational::from(1)];
        IntPoly::from_rationals(&lower.iter().chain(&one).cloned().collect::<Vec<_>>())
    };
    let product = &monic(of_s) * &monic(of_u);
    let Some(leading) = product.leading() else { panic!("a product of monic polynomials is not 0") };
    let n = of_s.len() + of_u.len();
    let mut lower: Vec<Rational> =
        product.coefficients()[..n].iter().map(|c| Rational::from((c, leading))).collect();
    lower[0] += if kappa == 0 { Rational::from(1) } else { kappa };
    lower
}

fn stated(fewer: i64) -> Statement {
    let count = || len("c") + len("r") - fewer;
    let power = iterate("x", "z", "v", 1, p("i") + "j" - 2, p("S") * "x");
    let hankel = rows("i", len("r"), entries("j", len("r"), dot("r", power)));
    Statement {
        parameters: vec![
            ("T", Shape::Matrix("n", "n")),
            ("c", Shape::Vector("n")),
            ("s", Shape::Vector("n")),
            ("S", Shape::Matrix("m", "m")),
            ("r", Shape::Vector("m")),
            ("z", Shape::Vector("m")),
        ],
        hypotheses: vec![
            ("minimal", full_column_rank(hankel)),
            ("mode-missing", not(divides(charpoly("S"), charpoly("T")))),
        ],
        transition: vec![],
        conclusion: vec![differ(count())],
    }
}

fn differ(count: Expr) -> Expr {
    ne(samples_formula("T", "c", "s", count.clone()), samples_formula("S", "r", "z", count))
}

fn statement() -> Statement {
    stated(0)
}

fn check(i: &Instance) -> Outcome {
    let count = i.vector("c").len() + i.vector("r").len();
    let read = samples(i.matrix("T"), i.vector("c"), i.vector("s"), count);
    if read == samples(i.matrix("S"), i.vector("r"), i.vector("z"), count) {
        let expected = format!("a difference within {count} samples");
        return Outcome::Refuted { conclusion: 0, expected, found: format!("{read:?} twice") };
    }
    Outcome::Holds(vec![Evidence::Compute])
}

fn scalars(t: i64, c: i64, s: i64, r: i64) -> (Instance, Evidence) {
    let i = Instance::new().with("T", [[(t, 1)]]).with("c", [(c, 1)]).with("s", [(1, 1)]);
    (i.with("S", [[(s, 1)]]).with("r", [(r, 1)]).with("z", [(1, 1)]), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "embedding/read-out-differs",
    title: "A read-out that lacks a mode of its target differs from it within the first n + m samples",
    system: "",
    source: "beyond the article: linear read-outs over a finite horizon",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["embedding/error-of-a-recurrence"],
    formal: &[],
    text: include_str!("read_out_differs.rs"),
    dimensions: (1, 8),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "minimal", fails: 0, witness: || scalars(0, 0, 1, 0) },
        Sharp { drops: "mode-missing", fails: 0, witness: || scalars(1, 1, 1, 1) },
    ],
    traps: &[Trap {
        name: "one-sample-fewer",
        statement: || stated(1),
        fails: 0,
        witness: || scalars(0, 1, 1, 1),
    }],
};
