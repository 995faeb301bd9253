//! # A real logarithm exists exactly when the Jordan blocks of negative eigenvalues pair off
//!
//! **Statement.** Let $T \in \mathbb{Q}^{n \times n}$ be similar to the direct sum $J$ of Jordan blocks
//! $J_{s_1}(\lambda_1), \dots, J_{s_b}(\lambda_b)$ with $\lambda_r \in \mathbb{Q}$, and of one rotation by an angle in
//! $(-\pi, \pi)$ other than $0$ or of none. Then
//! 1. some real $A$ has $\exp A = T$ exactly when all $\lambda_r \ne 0$ and for each $\lambda_r < 0$ the number of blocks
//!    with the eigenvalue and the size of block $r$ is even;
//! 2. there is a principal logarithm, with all eigenvalues in the strip $\lvert\operatorname{Im} z\rvert < \pi$, exactly when all
//!    $\lambda_r > 0$; it is the only one of this kind;
//! 3. the real logarithm is unique exactly when there is no rotation, all $\lambda_r > 0$, and no two blocks agree in
//!    eigenvalue and size.
//!
//! **Why.** W. J. Culver, Proc. AMS 17 (1966), 1146–1151. A real $A$ has its non-real eigenvalues in pairs with equal blocks, and
//! $\exp$ keeps the sizes of blocks: what is negative comes from numbers with imaginary part $\pi$ modulo $2\pi$, so twice. Two equal
//! blocks of $\mu$ give room for one of $\log\mu + 2\pi i$ and one of its conjugate.
//!
//! **What is checked.** The checker decides the three lines by the invariant factors of $T$ alone, and counts blocks in the
//! parameters; `check` finds the blocks of $T$ by ranks of powers. Nothing is concluded from an enclosure of
//! $\lVert \exp A - T \rVert$, which shows nothing: see `continuous/limits-without-logarithm`.
//!
//! **Sharpness.** $T = -1$ has no real logarithm, whatever a matrix $J = 1$ that is not its Jordan form says. An even determinant
//! count is not enough: $J_2(-1)$ has a positive determinant and no real logarithm (trap).

use crate::logarithm::{self, agree};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::small_fraction;
use exact::{Matrix, Rational};
use proptest::prelude::*;

/// Blocks that fill `n`, often several alike; a rotation in a third of the samples.
fn domain(n: usize) -> BoxedStrategy<Instance> {
    let eigenvalue = prop_oneof![
        4 => prop::sample::select(vec![(-1, 1), (-1, 2), (-2, 1), (1, 1), (1, 2)]).prop_map(Rational::from),
        1 => small_fraction(5),
    ];
    let block = (eigenvalue, 1..=3_usize, 1..=3_usize);
    let turn = prop_oneof![2 => Just(Rational::new()), 1 => small_fraction(4)];
    (prop::collection::vec(block, n), turn, prop::collection::vec(-2_i64..=2, (n + 2) * (n + 2)))
        .prop_map(move |(drawn, turn, entries)| {
            let (mut lambda, mut sizes) = (Vec::new(), Vec::<usize>::new());
            for (eigenvalue, size, copies) in drawn {
                for _ in 0..copies {
                    let size = size.min(n - sizes.iter().sum::<usize>());
                    if size > 0 {
                        lambda.push(eigenvalue.clone());
                        sizes.push(size);
                    }
                }
            }
            let j = jordan(&lambda, &sizes, &turn);
            let e = basis(j.rows(), &entries);
            let Some(inverse) = e.inverse() else {
                panic!("a product of unit triangular matrices has an inverse")
            };
            let i = Instance::new().with("T", &(&e * &j) * &inverse).with("E", e).with("turn", turn);
            i.with("lambda", lambda).with("size", sizes.into_iter().map(Rational::from).collect::<Vec<_>>())
        })
        .boxed()
}

/// A unit lower triangular matrix times a unit upper triangular one.
pub(crate) fn basis(n: usize, entries: &[i64]) -> Matrix {
    let part = |lower: bool| {
        Matrix::from_fn(n, n, |i, j| match i.cmp(&j) {
            std::cmp::Ordering::Equal => Rational::from(1),
            order if order.is_gt() == lower => Rational::from(entries[i * n + j]),
            _ => Rational::new(),
        })
    };
    &part(true) * &part(false)
}

fn jordan(lambda: &[Rational], sizes: &[usize], turn: &Rational) -> Matrix {
    let mut j = Matrix::zeros(0, 0);
    for (eigenvalue, size) in lambda.iter().zip(sizes) {
        j = j.direct_sum(&Matrix::from_fn(*size, *size, |row, column| match column.checked_sub(row) {
            Some(0) => eigenvalue.clone(),
            Some(1) => Rational::from(1),
            _ => Rational::new(),
        }));
    }
    if turn.is_zero() { j } else { j.direct_sum(&rotated(turn)) }
}

/// The rotation whose half-angle has the tangent `t`.
pub(crate) fn rotated(t: &Rational) -> Matrix {
    let point = exact::vector::unit_vector(std::slice::from_ref(t));
    Matrix::from_fn(2, 2, |i, j| match (i, j) {
        (0, 1) => -point[1].clone(),
        (1, 0) => point[1].clone(),
        _ => point[0].clone(),
    })
}

/// How many blocks are like block `r`.
fn alike() -> Expr {
    let same = all_of(vec![
        eq(entry("lambda", "s"), entry("lambda", "r")),
        eq(entry("size", "s"), entry("size", "r")),
    ]);
    iterate("count", 0, "s", 1, len("lambda"), p("count") + select(same, 1, 0))
}

/// `predicate` holds for each block `r`.
fn for_each_block(predicate: Expr) -> Expr {
    all_gt(entries("r", len("lambda"), select(predicate, 1, 0)), 0)
}

fn statement() -> Statement {
    let nilpotent =
        rows("i", entry("size", "b"), entries("j", entry("size", "b"), select(eq(p("i") + 1, "j"), 1, 0)));
    let block = entry("lambda", "b") * eye(entry("size", "b")) + nilpotent;
    let blocks = iterate("J", copies(0, eye(1)), "b", 1, len("lambda"), direct_sum("J", block));
    let form = select(eq("turn", 0), blocks.clone(), direct_sum(blocks, rotation("turn")));
    let positive = || all_gt("lambda", 0);
    let pairs_off = all_of(vec![
        for_each_block(ne(entry("lambda", "r"), 0)),
        for_each_block(any_of(vec![lt(0, entry("lambda", "r")), not(odd(alike()))])),
    ]);
    let only = all_of(vec![eq("turn", 0), positive(), for_each_block(eq(alike(), 1))]);
    Statement {
        parameters: vec![
            ("T", Shape::Matrix("n", "n")),
            ("E", Shape::Matrix("n", "n")),
            ("lambda", Shape::Vector("b")),
            ("size", Shape::Vector("b")),
            ("turn", Shape::Scalar),
        ],
        hypotheses: vec![("jordan-form", eq(p("T") * "E", p("E") * form)), ("basis", full_column_rank("E"))],
        transition: vec![],
        conclusion: vec![
            equivalent(real_logarithm("T"), pairs_off),
            equivalent(principal_logarithm("T"), positive()),
            equivalent(unique_logarithm("T"), only),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let (t, lambda, size) = (i.matrix("T"), i.vector("lambda"), i.vector("size"));
    let alike = |r: usize| {
        let same = lambda.iter().zip(size).filter(|block| *block == (&lambda[r], &size[r]));
        same.count()
    };
    let positive = lambda.iter().all(|x| *x > 0);
    let real = (0..lambda.len()).all(|r| lambda[r] > 0 || (lambda[r] < 0 && alike(r).is_multiple_of(2)));
    let only = i.scalar("turn").is_zero() && positive && (0..lambda.len()).all(|r| alike(r) == 1);
    agree(&[
        ("a real logarithm", logarithm::real(t), real),
        ("a principal logarithm", Some(logarithm::principal(t)), positive),
        ("a unique logarithm", logarithm::unique(t), only),
    ])
}

fn scalars(t: i64, e: i64) -> (Instance, Evidence) {
    let i = Instance::new().with("T", [[(t, 1)]]).with("E", [[(e, 1)]]).with("turn", 0);
    (i.with("lambda", [(1, 1)]).with("size", [(1, 1)]), Evidence::Compute)
}

fn positive_determinant() -> Statement {
    let at = |i: i64, j: i64| entry(row("T", i), j);
    Statement {
        parameters: vec![("T", Shape::Matrix("n", "n"))],
        hypotheses: vec![
            ("two-by-two", eq(height("T"), 2)),
            ("positive-determinant", lt(0, at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1))),
        ],
        transition: vec![],
        conclusion: vec![real_logarithm("T")],
    }
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "continuous/real-logarithm",
    title: "A real logarithm exists exactly when the Jordan blocks of negative eigenvalues pair off",
    system: "",
    source: "From Recurrences to Differential Equations",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("real_logarithm.rs"),
    dimensions: (1, 8),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "jordan-form", fails: 0, witness: || scalars(-1, 1) },
        Sharp { drops: "basis", fails: 0, witness: || scalars(-1, 0) },
    ],
    traps: &[Trap {
        name: "a-positive-determinant-suffices",
        statement: positive_determinant,
        fails: 0,
        witness: || (Instance::new().with("T", [[(-1, 1), (1, 1)], [(0, 1), (-1, 1)]]), Evidence::Compute),
    }],
};
