//! # What a later write does to an earlier key is the overlap of the keys
//!
//! **Statement.** Let $k, k' \in \mathbb{Q}^d$, $c = k \cdot k'$, $g, \beta \in \mathbb{Q}$, $v, v' \in \mathbb{Q}^e$ and
//! $S \in \mathbb{Q}^{d \times e}$. After the Gated DeltaNet step $S' = (I - \beta k' k'^\top)\, g S + \beta k' v'^\top$ the earlier key reads
//! $$k^\top S' = g\,(k^\top S - \beta c\, k'^\top S) + \beta c\, v'^\top .$$
//! For $c = 0$ this is $g\, k^\top S$. When the state is the one fact $S = k v^\top$ with $\lVert k \rVert = 1$, it is
//! $g (1 - \beta c^2)\, v^\top + \beta c\, v'^\top$. The additive rule $S' = g S + k' v'^\top$ gives $g\, k^\top S + c\, v'^\top$.
//!
//! **Why.** $k^\top (I - \beta k' k'^\top) = k^\top - \beta c\, k'^\top$, and $k'^\top k v^\top = c\, v^\top$.
//!
//! **What is checked.** The engine takes the steps, Gated DeltaNet and linear attention with one gate; pairs of keys with
//! $c = 0$ are a third of the samples.
//!
//! **Sharpness.** A stored key of length 2 is read as $4 v$. With a gate for each channel orthogonal keys do not stay
//! apart: $k^\top \mathrm{Diag}(a)\, k' \ne 0$ (trap `channel-gates-keep-keys-apart`: $a = (1, 1/2)$, $k = (3, 4)/5$,
//! $k' = (4, -3)/5$ reads $6/25$ of the other value).

use crate::sequence::{agree, matrix, number, program};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use engine::{System, run};
use exact::strategies::unit_key;
use exact::{Matrix, Rational, vector};
use proptest::prelude::*;

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let numbers = |count| prop::collection::vec(number(), count);
    (1..=4_usize, any::<u8>(), unit_key(d))
        .prop_flat_map(move |(e, kind, k)| {
            (Just((e, kind, k)), numbers(d), numbers(2), numbers(2 * e), numbers(d * e))
        })
        .prop_map(move |((e, kind, k), later, gates, values, state)| {
            let along = if kind % 3 == 0 { vector::dot(&k, &later) } else { Rational::new() };
            let later: Vec<Rational> =
                later.iter().zip(&k).map(|(x, y)| x - Rational::from(&along * y)).collect();
            let i =
                Instance::new().with("k", k).with("k2", later).with("g", &gates[0]).with("beta", &gates[1]);
            let i = i.with("v", values[..e].to_vec()).with("v2", values[e..].to_vec());
            i.with("S", matrix(&state, e))
        })
        .boxed()
}

fn parameters() -> Vec<claim::Parameter> {
    vec![
        ("k", Shape::Vector("d")),
        ("k2", Shape::Vector("d")),
        ("g", Shape::Scalar),
        ("beta", Shape::Scalar),
        ("v", Shape::Vector("e")),
        ("v2", Shape::Vector("e")),
        ("S", Shape::Matrix("d", "e")),
    ]
}

fn read(key: &'static str, state: Expr) -> Expr {
    transpose(state) * key
}

fn statement() -> Statement {
    let after = |state: Expr| {
        let erase = eye(len("k")) - p("beta") * outer("k2", "k2");
        erase * (p("g") * state) + p("beta") * outer("k2", "v2")
    };
    let overlap = || p("beta") * "c";
    let kept = p("g") * (read("k", p("S")) - overlap() * read("k2", p("S")));
    let fact = p("g") * (1 - overlap() * "c") * "v";
    let untouched = eq(read("k", after(p("S"))), p("g") * read("k", p("S")));
    Statement {
        parameters: parameters(),
        hypotheses: vec![("unit-key", eq(dot("k", "k"), 1))],
        transition: vec![("c", dot("k", "k2"))],
        conclusion: vec![
            eq(read("k", after(p("S"))), kept + overlap() * "v2"),
            any_of(vec![ne("c", 0), untouched]),
            eq(read("k", after(outer("k", "v"))), fact + overlap() * "v2"),
            eq(read("k", p("g") * p("S") + outer("k2", "v2")), p("g") * read("k", p("S")) + p("c") * "v2"),
        ],
    }
}

/// A later orthogonal key's fact is not read, through gates for each channel.
fn channel_gates() -> Statement {
    let mut parameters = parameters();
    parameters[2] = ("g", Shape::Vector("d"));
    Statement {
        parameters,
        hypotheses: vec![
            ("unit-keys", all_of(vec![eq(dot("k", "k"), 1), eq(dot("k2", "k2"), 1)])),
            ("orthogonal-keys", eq(dot("k", "k2"), 0)),
        ],
        transition: vec![],
        conclusion: vec![eq(read("k", diag("g") * outer("k2", "v2")), int(0) * p("v2"))],
    }
}

fn check(i: &Instance) -> Outcome {
    let (k, k2, v, v2) = (i.vector("k"), i.vector("k2"), i.vector("v"), i.vector("v2"));
    let (g, beta, s) = (i.scalar("g"), i.scalar("beta"), i.matrix("S"));
    let (c, row) = (vector::dot(k, k2), |x: &[Rational]| Matrix::from_fn(1, x.len(), |_, c| x[c].clone()));
    let read = |system, state: &Matrix| {
        let token = Instance::new().with("q", row(k)).with("k", row(k2)).with("v", row(v2));
        let alpha: claim::Value = if system == System::Gla {
            row(&vec![g.clone(); k.len()]).into()
        } else {
            vec![g.clone()].into()
        };
        let token = token.with("alpha", alpha).with("beta", vec![beta.clone()]);
        run::recurrent(&program(system, &token), state.entries()).outputs
    };
    let (old, through) = (s.transpose().mul_vec(k), s.transpose().mul_vec(k2));
    let share = Rational::from(beta * &c);
    let mix = |f: &dyn Fn(usize) -> Rational| (0..v2.len()).map(f).collect::<Vec<_>>();
    let general =
        mix(&|j| (&old[j] - Rational::from(&share * &through[j])) * g + Rational::from(&share * &v2[j]));
    let orthogonal = if c == 0 { vector::scale(g, &old) } else { general.clone() };
    let fact = mix(&|j| (1 - Rational::from(&share * &c)) * g * &v[j] + Rational::from(&share * &v2[j]));
    let additive = mix(&|j| Rational::from(g * &old[j]) + Rational::from(&c * &v2[j]));
    let (run, stored) = (read(System::Gdn, s), read(System::Gdn, &Matrix::outer(k, v)));
    agree(&[
        ("reads", &run, &general),
        ("reads through orthogonal keys", &run, &orthogonal),
        ("reads of one fact", &stored, &fact),
        ("reads of the additive rule", &read(System::Gla, s), &additive),
    ])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "delta-net/interference",
    title: "What a later write does to an earlier key is the overlap of the keys",
    system: "gdn",
    source: "beyond the article: what a memory holds",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("interference.rs"),
    dimensions: (1, 16),
    domain,
    statement,
    check,
    sharpness: &[Sharp {
        drops: "unit-key",
        fails: 2,
        witness: || {
            let i = Instance::new()
                .with("k", [(2, 1)])
                .with("k2", [(0, 1)])
                .with("g", (1, 1))
                .with("beta", (1, 1));
            (i.with("v", [(1, 1)]).with("v2", [(1, 1)]).with("S", [[(1, 1)]]), Evidence::Compute)
        },
    }],
    traps: &[Trap {
        name: "channel-gates-keep-keys-apart",
        statement: channel_gates,
        fails: 0,
        witness: || {
            let i = Instance::new().with("k", [(3, 5), (4, 5)]).with("k2", [(4, 5), (-3, 5)]);
            let i = i.with("g", [(1, 1), (1, 2)]).with("beta", (1, 1)).with("v", [(1, 1)]);
            (i.with("v2", [(1, 1)]).with("S", [[(0, 1)], [(0, 1)]]), Evidence::Compute)
        },
    }],
};
