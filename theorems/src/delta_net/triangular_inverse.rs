//! # The inverse of a unit triangular matrix is a product of a few matrices
//!
//! **Statement.** Let $L \in \mathbb{Q}^{n \times n}$ be strictly lower triangular and $2^r \ge n$. Then
//! $$(I + L)^{-1} = \prod_{m=0}^{r-1} \bigl(I + (-L)^{2^m}\bigr).$$
//! So the triangular system of a chunk of $n$ tokens is solved by $2 \lceil \log_2 n \rceil - 2$ products of matrices.
//!
//! **Why.** $(1 - x) \prod_{m < r} (1 + x^{2^m}) = 1 - x^{2^r}$ telescopes; with $x = -L$ the last power is 0, since $L^n = 0$.
//!
//! **In floating point it is no solver.** The powers of $L$ can be large where the inverse is not. With every entry of $L$
//! equal to 1 (equal unit keys, $\beta = 1$) the inverse has the entries 0 and ±1, but $L^{2^m}$ has binomial coefficients:
//! at $n = 64$ the factor with $L^{32}$ reaches $\binom{62}{31} > 4 \cdot 10^{17}$, beyond the 53 bits of double precision, and
//! all that cancels. Forward substitution is backward stable for every $L$.
//!
//! **What is checked.** Forward substitution on the unit vectors, against the product.
//!
//! **Sharpness.** One factor fewer than $\log_2 n$ leaves $L^{n/2}$ over ($n = 2$, $r = 0$). A diagonal entry of $L$ is not
//! nilpotent: $n = 1$, $L = 1$, whose inverse is $1/2$.

use crate::sequence::{agree, number};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::{Matrix, Rational};
use proptest::prelude::*;

fn domain(n: usize) -> BoxedStrategy<Instance> {
    let entry = prop_oneof![4 => number(), 1 => Just(Rational::from(1))];
    let least = n.next_power_of_two().trailing_zeros() as i64;
    (prop::collection::vec(entry, n * n), least..=least + 1)
        .prop_map(move |(entries, r)| {
            let below = |i: usize, j: usize| if j < i { entries[i * n + j].clone() } else { Rational::new() };
            Instance::new().with("L", Matrix::from_fn(n, n, below)).with("r", r)
        })
        .boxed()
}

fn size() -> Expr {
    height("L")
}

fn statement() -> Statement {
    let below = select(lt("j", "i"), entry(row("L", "i"), "j"), 0);
    let power = iterate("power", -p("L"), "z", 2, "m", p("power") * "power");
    Statement {
        parameters: vec![("L", Shape::Matrix("n", "n")), ("r", Shape::Scalar)],
        hypotheses: vec![
            ("strictly-lower", eq("L", rows("i", size(), entries("j", size(), below)))),
            ("enough-factors", le(size(), iterate("x", 1, "z", 1, "r", 2 * p("x")))),
        ],
        transition: vec![("X", iterate("x", eye(size()), "m", 1, "r", p("x") * (eye(size()) + power)))],
        conclusion: vec![eq((eye(size()) + "L") * "X", eye(size()))],
    }
}

fn check(i: &Instance) -> Outcome {
    let (l, n) = (i.matrix("L"), i.matrix("L").rows());
    let Some(r) = i.scalar("r").numer().to_u32() else {
        return Outcome::Undecided("the number of factors is no small number".into());
    };
    let mut inverse = Matrix::identity(n);
    for row in 0..n {
        for col in 0..n {
            for before in 0..row {
                let share = Rational::from(&l[(row, before)] * &inverse[(before, col)]);
                *inverse.get_mut(row, col) -= share;
            }
        }
    }
    let (mut product, mut power) = (Matrix::identity(n), -l);
    for _ in 0..r {
        product = &product * &(&Matrix::identity(n) + &power);
        power = &power * &power;
    }
    agree(&[("inverses", inverse.entries(), product.entries())])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "delta-net/triangular-inverse",
    title: "The inverse of a unit triangular matrix is a product of a few matrices",
    system: "delta-net",
    source: "beyond the article: the triangular system of a chunk",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("triangular_inverse.rs"),
    dimensions: (1, 16),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp {
            drops: "strictly-lower",
            fails: 0,
            witness: || (Instance::new().with("L", [[(1, 1)]]).with("r", 0), Evidence::Compute),
        },
        Sharp {
            drops: "enough-factors",
            fails: 0,
            witness: || {
                let l = [[(0, 1), (0, 1)], [(1, 1), (0, 1)]];
                (Instance::new().with("L", l).with("r", 0), Evidence::Compute)
            },
        },
    ],
    traps: &[],
};
