//! # Orthonormal keys are recalled exactly
//!
//! **Statement.** Let $k_1, \dots, k_n \in \mathbb{Q}^d$ be orthonormal, $v_t \in \mathbb{Q}^e$, $\beta_t = 1$ and $S_0 = 0$. After the
//! DeltaNet steps $S_t = (I - \beta_t k_t k_t^\top)\, S_{t-1} + \beta_t k_t v_t^\top$ the state is $S_n = \sum_t k_t v_t^\top$, every value is
//! recalled, $S_n^\top k_t = v_t$, and the additive rule $S_t = S_{t-1} + k_t v_t^\top$ has the same state. So $n \le d$ facts fit.
//!
//! **Why.** What $k_t$ reads before its write is $\sum_{s<t} (k_s^\top k_t)\, v_s = 0$: nothing is erased, and the rules agree.
//!
//! **What is checked.** The engine runs DeltaNet and GLA with gates 1; sums and reads are compared.
//!
//! **Sharpness.** With equal keys the first value is lost. With $k = 2$ one write is read twice as large, with $\beta = 1/2$
//! half as large; what was there before stays where no key points ($S_0$).

use crate::sequence::{Inputs, agree, program, state_after, tokens};
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Sharp, Statement};
use engine::{System, run};
use exact::strategies::unit_key;
use exact::{Matrix, Rational};
use proptest::prelude::*;

const INPUTS: Inputs = Inputs { keys: &["k"], values: &["v"], numbers: &["beta"], states: &["S0"] };

/// The keys are rows of a reflection.
fn domain(d: usize) -> BoxedStrategy<Instance> {
    (1..=d, 0..d)
        .prop_flat_map(move |(n, turn)| (Just((n, turn)), unit_key(d), 1..=4_usize))
        .prop_flat_map(move |((n, turn), u, e)| {
            (Just((n, turn, u, e)), prop::collection::vec(crate::sequence::number(), n * e))
        })
        .prop_map(move |((n, turn, u, e), v)| {
            let reflection = &Matrix::identity(d) - &Matrix::outer(&u, &u).scale(&Rational::from(2));
            let i = Instance::new()
                .with("k", Matrix::from_fn(n, d, |t, c| reflection[((t + turn) % d, c)].clone()));
            let i = i.with("v", Matrix::from_fn(n, e, |t, c| v[t * e + c].clone()));
            i.with("beta", vec![Rational::from(1); n]).with("S0", Matrix::zeros(d, e))
        })
        .boxed()
}

fn statement() -> Statement {
    let key = || row("k", "t");
    let erase = eye(len(key())) - entry("beta", "t") * outer(key(), key());
    let step = erase * "S" + entry("beta", "t") * outer(key(), row("v", "t"));
    let additive = p("S") + outer(key(), row("v", "t"));
    let norms = || entries("t", tokens(), dot(key(), key()));
    Statement {
        parameters: INPUTS.parameters(),
        hypotheses: vec![
            ("orthogonal-keys", eq(p("k") * transpose("k"), diag(norms()))),
            ("unit-keys", eq(norms(), constant(tokens(), 1))),
            ("full-writes", eq("beta", constant(tokens(), 1))),
            ("empty-start", eq("S0", int(0) * p("S0"))),
        ],
        transition: vec![("R", state_after(tokens(), "S0", step))],
        conclusion: vec![
            eq("R", transpose("k") * "v"),
            eq(p("k") * "R", "v"),
            eq("R", state_after(tokens(), "S0", additive)),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let (k, v) = (i.matrix("k"), i.matrix("v"));
    let (ones, start) =
        (Matrix::from_fn(k.rows(), k.cols(), |_, _| Rational::from(1)), i.matrix("S0").entries());
    let i = i.clone().with("q", k.clone()).with("alpha", ones);
    let delta = run::recurrent(&program(System::DeltaNet, &i), start).state;
    let additive = run::recurrent(&program(System::Gla, &i), start).state;
    let read = k * &crate::sequence::matrix(&delta, v.cols());
    let sum = &k.transpose() * v;
    agree(&[
        ("states and sums of writes", &delta, sum.entries()),
        ("reads and values", read.entries(), v.entries()),
        ("states of both rules", &delta, &additive),
    ])
}

fn broken(name: &'static str, value: impl Into<claim::Value>) -> (Instance, Evidence) {
    (INPUTS.ones().with("S0", [[(0, 1)]]).with(name, value), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "delta-net/exact-recall",
    title: "Orthonormal keys are recalled exactly",
    system: "delta-net",
    source: "beyond the article: what a memory holds",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("exact_recall.rs"),
    dimensions: (1, 12),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp {
            drops: "orthogonal-keys",
            fails: 1,
            witness: || {
                let i = Instance::new().with("k", [[(1, 1)], [(1, 1)]]).with("v", [[(1, 1)], [(2, 1)]]);
                (i.with("beta", [(1, 1), (1, 1)]).with("S0", [[(0, 1)]]), Evidence::Compute)
            },
        },
        Sharp { drops: "unit-keys", fails: 1, witness: || broken("k", [[(2, 1)]]) },
        Sharp { drops: "full-writes", fails: 1, witness: || broken("beta", [(1, 2)]) },
        Sharp { drops: "full-writes", fails: 2, witness: || broken("beta", [(1, 2)]) },
        Sharp {
            drops: "empty-start",
            fails: 0,
            witness: || {
                let i = Instance::new().with("k", [[(1, 1), (0, 1)]]).with("v", [[(1, 1)]]);
                (i.with("beta", [(1, 1)]).with("S0", [[(0, 1)], [(1, 1)]]), Evidence::Compute)
            },
        },
    ],
    traps: &[],
};
