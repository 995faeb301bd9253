//! # A shift by one slot has a real generator exactly when the slots are odd in number
//!
//! **Statement.** Let $m \ge 1$. The cyclic shift by one slot, $P(1)$ on $m$ slots, has a real logarithm exactly when $m$ is odd, and then
//! a principal one. So for even $m$ no family of real matrices $Q(\delta)$ with $Q(\delta)Q(\delta') = Q(\delta + \delta')$,
//! continuous in $\delta$, passes through it: an even number of slots has no continuous clock at all.
//!
//! **Why.** The eigenvalues of $P(1)$ are the $m$-th roots of unity, all simple. For even $m$ one of them is $-1$, a single block, and a
//! continuous one-parameter group is $\exp(\delta A)$. For odd $m$ none is negative.
//!
//! **What is checked.** Culver's condition for the permutation matrix, by invariant factors and by ranks.
//!
//! **Sharpness.** There are no hypotheses. That a permutation of an even number of slots cannot have a generator is false: two cycles of the same even
//! length have two eigenvalues $-1$ (trap).

use crate::logarithm::{self, agree};
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Statement, Trap};
use exact::Matrix;
use proptest::prelude::*;

fn domain(m: usize) -> BoxedStrategy<Instance> {
    Just(Instance::new().with("m", m as i64)).boxed()
}

fn statement() -> Statement {
    let cycle = || shift("m", 1);
    Statement {
        parameters: vec![("m", Shape::Scalar)],
        hypotheses: vec![],
        transition: vec![],
        conclusion: vec![
            equivalent(real_logarithm(cycle()), odd("m")),
            equivalent(principal_logarithm(cycle()), odd("m")),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let Some(m) = i.scalar("m").numer().to_usize() else {
        return Outcome::Undecided("the number of slots is too large".into());
    };
    let cycle = Matrix::from_fn(m, m, |i, j| u8::from(i == (j + 1) % m).into());
    let odd = !m.is_multiple_of(2);
    agree(&[
        ("a real logarithm", logarithm::real(&cycle), odd),
        ("a principal logarithm", Some(logarithm::principal(&cycle)), odd),
    ])
}

fn two_cycles() -> Statement {
    Statement {
        hypotheses: vec![("even-slots", not(odd("m")))],
        conclusion: vec![not(real_logarithm(direct_sum(shift("m", 1), shift("m", 1))))],
        ..statement()
    }
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "cyfa/whole-shift-generator",
    title: "A shift by one slot has a real generator exactly when the slots are odd in number",
    system: "cyfa",
    source: "Transport in slot space, oscillation in Fourier space: even m requires a separate count",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["continuous/real-logarithm"],
    formal: &[],
    text: include_str!("whole_shift_generator.rs"),
    dimensions: (1, 12),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[Trap {
        name: "even-permutations-have-no-generator",
        statement: two_cycles,
        fails: 0,
        witness: || (Instance::new().with("m", 2), Evidence::Compute),
    }],
};
