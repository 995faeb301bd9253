//! # To write nothing is not to skip the token
//!
//! **Statement.** There are a Gated DeltaNet token with $0 < \alpha < 1$, $0 < \beta < 1$, $\lVert k \rVert = 1$ and a state
//! $S \in \mathbb{Q}^{d \times e}$ for which the token with a zero write, $\alpha (I - \beta k k^\top)\, S$, leaves neither $S$, as
//! if it were skipped, nor $\alpha S$, as if it only let the state decay.
//!
//! **Why.** $\alpha = \beta = 1/2$, $k = (3/5, 4/5)$, $S = (1, 0)^\top$. The token erases along its key even where its value is 0: the
//! two differ from $\alpha S$ exactly when $k^\top S \ne 0$. So "block the write" and "remove the token" are two interventions.
//!
//! **What is checked.** The witness; then random tokens and states, with values 0, run by the engine.
//!
//! **Sharpness.** A state that is orthogonal to the key only decays: $k^\top S = 0$ gives $\alpha S$.

use crate::sequence::program;
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Statement};
use engine::{System, run};
use exact::strategies::{open, unit_key};
use exact::{Matrix, vector};
use proptest::prelude::*;

fn witness() -> Instance {
    let i = Instance::new().with("alpha", (1, 2)).with("beta", (1, 2)).with("k", [(3, 5), (4, 5)]);
    i.with("S", [[(1, 1)], [(0, 1)]])
}

fn domain(d: usize) -> BoxedStrategy<Instance> {
    (open(0, 1), open(0, 1), unit_key(d), prop::collection::vec(crate::sequence::number(), 2 * d))
        .prop_map(move |(alpha, beta, k, s)| {
            let i = Instance::new().with("alpha", alpha).with("beta", beta).with("k", k);
            i.with("S", Matrix::from_fn(d, 2, |r, c| s[2 * r + c].clone()))
        })
        .boxed()
}

fn statement() -> Statement {
    let inside = |gate: &'static str| all_of(vec![lt(0, gate), lt(gate, 1)]);
    let erased = p("alpha") * ((eye(len("k")) - p("beta") * outer("k", "k")) * "S");
    Statement {
        parameters: vec![
            ("alpha", Shape::Scalar),
            ("beta", Shape::Scalar),
            ("k", Shape::Vector("d")),
            ("S", Shape::Matrix("d", "e")),
        ],
        hypotheses: vec![
            ("decay-inside", inside("alpha")),
            ("strength-inside", inside("beta")),
            ("unit-key", eq(dot("k", "k"), 1)),
        ],
        transition: vec![("Z", erased)],
        conclusion: vec![ne("Z", "S"), ne("Z", p("alpha") * p("S"))],
    }
}

fn check(i: &Instance) -> Outcome {
    let (k, s) = (i.vector("k"), i.matrix("S"));
    let row = Matrix::from_fn(1, k.len(), |_, c| k[c].clone());
    let token = Instance::new().with("q", row.clone()).with("k", row).with("v", Matrix::zeros(1, s.cols()));
    let token =
        token.with("alpha", vec![i.scalar("alpha").clone()]).with("beta", vec![i.scalar("beta").clone()]);
    let state = run::recurrent(&program(System::Gdn, &token), s.entries()).state;
    let decayed = vector::scale(i.scalar("alpha"), s.entries());
    for (conclusion, (other, name)) in
        [(s.entries(), "skipped"), (&decayed, "one that only decays")].into_iter().enumerate()
    {
        if state == other {
            return Outcome::Refuted {
                conclusion,
                expected: "another state".into(),
                found: format!("the same as if the token were {name}"),
            };
        }
    }
    Outcome::Holds(vec![Evidence::Compute; 2])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "memory/zero-write-is-not-skip",
    title: "To write nothing is not to skip the token",
    system: "gdn",
    source: "beyond the article: interventions on a state",
    level: Level::Exact,
    quantifier: Quantifier::Exists(witness),
    uses: &[],
    formal: &[],
    text: include_str!("zero_write_is_not_skip.rs"),
    dimensions: (1, 12),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[],
};
