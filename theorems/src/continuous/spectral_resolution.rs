//! # In a fixed eigenbasis steps multiply like their factors, so the generator is the logarithm of each factor
//!
//! **Statement.** Let $E, V \in \mathbb{Q}^{n \times n}$ with $EV = I$, and $M(x) = E\,\mathrm{Diag}(x)\,V = \sum_i x_i P_i$ for
//! $x \in \mathbb{Q}^n$, with the projectors $P_i = E e_i e_i^\top V$. Then for $x, y \in \mathbb{Q}^n$
//! 1. $M(x)M(y) = M(x \odot y)$;
//! 2. $M(x)$ has a principal logarithm exactly when all $x_i > 0$;
//! 3. its real logarithm is unique exactly when moreover all $x_i$ are different;
//! 4. it has a real logarithm exactly when all $x_i \ne 0$ and each negative factor occurs an even number of times.
//!
//! So for $x > 0$ the steps $t \mapsto M(x^t)$ are a group through $M(x)$, with the generator $M(\log x)/\Delta = \frac1\Delta\sum_i \log(x_i) P_i$, which
//! has the same eigenbasis. The frozen dynamics of `kda/frozen-dynamics` are of this form.
//!
//! **Why.** $VE = I$ as well, so $P_iP_j = \delta_{ij}P_i$ and $\sum_i P_i = I$. The blocks are of size 1: `continuous/real-logarithm`.
//!
//! **What is checked.** The product, and Culver's conditions by invariant factors and by ranks. No logarithm is computed: what is said of it
//! follows from the algebra that is.
//!
//! **Sharpness.** Without $EV = I$ nothing multiplies: $E = V = 2$ in dimension 1. A generator with the same eigenbasis need not be the only one:
//! equal factors leave a plane free to turn (trap).

use super::real_logarithm::basis;
use crate::logarithm::{self, agree};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::{closed, open, small_fraction, vector_of};
use exact::{Matrix, Rational, vector};
use proptest::prelude::*;

fn domain(n: usize) -> BoxedStrategy<Instance> {
    let factor = prop_oneof![3 => open(0, 1), 1 => closed(-1, 0), 1 => small_fraction(2)].boxed();
    let positive = vector_of(open(0, 1), n);
    let any = vector_of(factor.clone(), n);
    (prop_oneof![1 => positive, 2 => any], vector_of(factor, n), prop::collection::vec(-2_i64..=2, n * n))
        .prop_map(move |(x, y, entries)| {
            let e = basis(n, &entries);
            let Some(v) = e.inverse() else { panic!("a product of unit triangular matrices has an inverse") };
            Instance::new().with("E", e).with("V", v).with("x", x).with("y", y)
        })
        .boxed()
}

fn step(factors: impl Into<Expr>) -> Expr {
    p("E") * diag(factors) * "V"
}

fn statement() -> Statement {
    let alike = iterate(
        "count",
        0,
        "j",
        1,
        len("x"),
        p("count") + select(eq(entry("x", "j"), entry("x", "i")), 1, 0),
    );
    let for_each = |predicate: Expr| all_gt(entries("i", len("x"), select(predicate, 1, 0)), 0);
    let positive = || all_gt("x", 0);
    let different = for_each(eq(alike.clone(), 1));
    let paired =
        for_each(any_of(vec![lt(0, entry("x", "i")), all_of(vec![ne(entry("x", "i"), 0), not(odd(alike))])]));
    Statement {
        parameters: vec![
            ("E", Shape::Matrix("n", "n")),
            ("V", Shape::Matrix("n", "n")),
            ("x", Shape::Vector("n")),
            ("y", Shape::Vector("n")),
        ],
        hypotheses: vec![("inverse", eq(p("E") * "V", eye(len("x"))))],
        transition: vec![("T", step("x"))],
        conclusion: vec![
            eq(p("T") * step("y"), step(hadamard("x", "y"))),
            equivalent(principal_logarithm("T"), positive()),
            equivalent(unique_logarithm("T"), all_of(vec![positive(), different])),
            equivalent(real_logarithm("T"), paired),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let (e, v, x, y) = (i.matrix("E"), i.matrix("V"), i.vector("x"), i.vector("y"));
    let step = |factors: &[Rational]| &(e * &Matrix::diagonal(factors)) * v;
    let t = step(x);
    let alike = |i: usize| x.iter().filter(|other| **other == x[i]).count();
    let positive = x.iter().all(|x| *x > 0);
    let each = |predicate: &dyn Fn(usize) -> bool| (0..x.len()).all(predicate);
    let paired = each(&|i| x[i] > 0 || (x[i] < 0 && alike(i).is_multiple_of(2)));
    agree(&[
        ("the product", Some(&t * &step(y) == step(&vector::hadamard(x, y))), true),
        ("a principal logarithm", Some(logarithm::principal(&t)), positive),
        ("a unique logarithm", logarithm::unique(&t), positive && each(&|i| alike(i) == 1)),
        ("a real logarithm", logarithm::real(&t), paired),
    ])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "continuous/spectral-resolution",
    title: "In a fixed eigenbasis steps multiply like their factors, so the generator is the logarithm of each factor",
    system: "",
    source: "KDA: different decay rates across coordinates; from recurrences to differential equations",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["continuous/real-logarithm"],
    formal: &[],
    text: include_str!("spectral_resolution.rs"),
    dimensions: (1, 8),
    domain,
    statement,
    check,
    sharpness: &[Sharp {
        drops: "inverse",
        fails: 0,
        witness: || {
            let i = Instance::new().with("E", [[(2, 1)]]).with("V", [[(2, 1)]]);
            (i.with("x", [(1, 1)]).with("y", [(1, 1)]), Evidence::Compute)
        },
    }],
    traps: &[Trap {
        name: "positive-factors-have-one-generator",
        statement: || Statement {
            hypotheses: vec![
                ("inverse", eq(p("E") * "V", eye(len("x")))),
                ("positive-factors", all_gt("x", 0)),
            ],
            conclusion: vec![unique_logarithm("T")],
            ..statement()
        },
        fails: 0,
        witness: || {
            let unit = [[(1, 1), (0, 1)], [(0, 1), (1, 1)]];
            let i = Instance::new().with("E", unit).with("V", unit).with("x", [(1, 2), (1, 2)]);
            (i.with("y", [(1, 1), (1, 1)]), Evidence::Compute)
        },
    }],
};
