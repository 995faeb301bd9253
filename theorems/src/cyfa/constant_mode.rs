//! # What all slots have in common only decays
//!
//! **Statement.** Let $m \ge 1$, even or odd, and $\alpha, \delta \in \mathbb{Q}$. The constant vector is an eigenvector of
//! $T = \alpha P(\delta)$ and of its transpose, with the eigenvalue $\alpha$: the sum over all slots is multiplied by $\alpha$ and does not turn. So it
//! decays exactly when $\lvert\alpha\rvert < 1$.
//!
//! **Why.** $P(\delta)$ delays every trigonometric polynomial, and a constant is its own delay.
//!
//! **What is checked.** Row and column sums, exactly, in the cyclotomic field; `check` refutes with balls.
//!
//! **Sharpness.** There are no hypotheses. At $\alpha = 1$ it persists: that a gate up to 1 makes every mode decay is false (trap).

use crate::slots::{consistent, plus, product, shifted};
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Statement, Trap};
use exact::Rational;
use exact::strategies::{closed, small_fraction};
use proptest::prelude::*;

fn domain(m: usize) -> BoxedStrategy<Instance> {
    let decay = prop_oneof![3 => closed(0, 1), 1 => small_fraction(4)];
    (decay, 1_i64..=6, -9_i64..=9)
        .prop_map(move |(alpha, q, n)| {
            Instance::new().with("m", m as i64).with("alpha", alpha).with("delta", (n, q))
        })
        .boxed()
}

fn statement() -> Statement {
    let ones = || rows("i", "m", constant(1, 1));
    Statement {
        parameters: ["m", "alpha", "delta"].map(|name| (name, Shape::Scalar)).to_vec(),
        hypotheses: vec![],
        transition: vec![("T", p("alpha") * shift("m", "delta"))],
        conclusion: vec![
            eq(p("T") * ones(), p("alpha") * ones()),
            eq(transpose(ones()) * "T", p("alpha") * transpose(ones())),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let Some(m) = i.scalar("m").numer().to_u32() else {
        return Outcome::Undecided("the number of slots is too large".into());
    };
    // The mean over all slots, a circulant matrix that commutes with every other.
    let mean = (0..m).fold(shifted(m, &Rational::new()), |sum, l| match l {
        0 => sum,
        l => plus(&sum, (1, 1), &shifted(m, &Rational::from(l))),
    });
    let kept = consistent(&product(&shifted(m, i.scalar("delta")), &mean), &mean);
    crate::logarithm::lines(vec![
        ("the row sums", kept, Evidence::Compute),
        ("the column sums", kept, Evidence::Compute),
    ])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "cyfa/constant-mode",
    title: "What all slots have in common only decays",
    system: "cyfa",
    source: "Transport in slot space, oscillation in Fourier space: the constant mode only decays",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["cyfa/fourier-blocks"],
    formal: &[],
    text: include_str!("constant_mode.rs"),
    dimensions: (1, 9),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[Trap {
        name: "gates-up-to-one-decay",
        statement: || Statement {
            hypotheses: vec![("gate", all_of(vec![le(0, "alpha"), le("alpha", 1)]))],
            conclusion: vec![schur_stable("T")],
            ..statement()
        },
        fails: 0,
        witness: || {
            let i = Instance::new().with("m", 3).with("alpha", 1).with("delta", 1);
            (i, Evidence::Compute)
        },
    }],
};
