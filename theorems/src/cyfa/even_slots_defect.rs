//! # On an even number of slots shifts do not add up, by an amount that more slots do not mend
//!
//! **Statement.** Let $m$ be even and $\delta, \delta' \in \mathbb{Q}$, and let $N = nn^\top/m$, $n = (1, -1, 1, \dots)$, be the projector on the
//! Nyquist mode. The real Fourier shift has
//! $$P(\delta)P(\delta') - P(\delta + \delta') = \tfrac12 N\bigl(P(\delta - \delta') - P(\delta + \delta')\bigr), \qquad
//! P(\delta)^\top P(\delta) = I - \tfrac12 N\bigl(I - P(2\delta)\bigr), \qquad (NP(\delta))^2 = \tfrac12N\bigl(I + P(2\delta)\bigr).$$
//! Since $NP(\delta) = \cos(\pi\delta)N$ this is $\sin(\pi\delta)\sin(\pi\delta')\,N$ for the first: neither a group nor orthogonal, with an operator norm
//! $\lvert\sin\pi\delta\,\sin\pi\delta'\rvert$ of the defect that does not depend on $m$.
//!
//! **Why.** On the modes below Nyquist the shift is a rotation, which adds up. The Nyquist mode has one real dimension, where a real shift can only
//! scale, by $\cos\pi\delta$; and $\cos x\cos y - \cos(x + y) = \sin x \sin y = \frac12(\cos(x - y) - \cos(x + y))$.
//!
//! **What is checked.** The three identities, entry by entry, in the cyclotomic field. `check` refutes with balls.
//!
//! **Sharpness.** For odd $m$ shifts do add up ($m = 3$). The defect at $\delta = \delta' = 1/2$ is $N$ itself, of norm 1; that it is at most $1/2$
//! on eight slots or more is false (trap), although its entries are $1/m$.

use crate::slots::{alternating, alternating_formula, consistent, plus, product, shifted};
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::Rational;
use proptest::prelude::*;

fn domain(half: usize) -> BoxedStrategy<Instance> {
    // One common denominator keeps the cyclotomic field small.
    (1_i64..=5, -9_i64..=9, -9_i64..=9)
        .prop_map(move |(q, a, b)| {
            let i = Instance::new().with("m", 2 * half as i64);
            i.with("delta", (a, q)).with("delta2", (b, q))
        })
        .boxed()
}

fn statement() -> Statement {
    let at = |delta: claim::Expr| shift("m", delta);
    let unit = || eye("m");
    Statement {
        parameters: vec![("m", Shape::Scalar), ("delta", Shape::Scalar), ("delta2", Shape::Scalar)],
        hypotheses: vec![("even-slots", not(odd("m")))],
        transition: vec![
            ("N", alternating_formula("m")),
            ("P", shift("m", "delta")),
            ("P2", shift("m", "delta2")),
            ("both", at(p("delta") + "delta2")),
            ("twice", at(2 * p("delta"))),
            ("defect", p("P") * "P2" - "both"),
        ],
        conclusion: vec![
            eq("defect", p("N") * (at(p("delta") - "delta2") - "both") / 2),
            eq(transpose("P") * "P", unit() - p("N") * (unit() - "twice") / 2),
            eq(p("N") * "P" * (p("N") * "P"), p("N") * (unit() + "twice") / 2),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let (delta, other) = (i.scalar("delta"), i.scalar("delta2"));
    let Some(m) = i.scalar("m").numer().to_u32() else {
        return Outcome::Undecided("the number of slots is too large".into());
    };
    let (n, step) = (alternating(m), shifted(m, delta));
    let at = |delta: Rational| shifted(m, &delta);
    let (both, apart) = (at(Rational::from(delta + other)), at(Rational::from(delta - other)));
    let (twice, back, unit) =
        (at(Rational::from(delta * 2)), at(Rational::from(-delta)), at(Rational::new()));
    let of = |x: &_, factor| product(&n, &plus(x, factor, &twice));
    let scaled = product(&n, &step);
    crate::logarithm::lines(vec![
        (
            "the defect of the sum",
            consistent(
                &plus(&product(&step, &shifted(m, other)), (-1, 1), &both),
                &plus(&plus(&n, (-1, 1), &n), (1, 2), &product(&n, &plus(&apart, (-1, 1), &both))),
            ),
            Evidence::Compute,
        ),
        (
            "the defect of orthogonality",
            consistent(&product(&back, &step), &plus(&unit, (-1, 2), &of(&unit, (-1, 1)))),
            Evidence::Compute,
        ),
        (
            "the double angle",
            consistent(
                &plus(&product(&scaled, &scaled), (-1, 2), &of(&unit, (1, 1))),
                &plus(&n, (-1, 1), &n),
            ),
            Evidence::Compute,
        ),
    ])
}

fn halves(m: i64) -> (Instance, Evidence) {
    (Instance::new().with("m", m).with("delta", (1, 2)).with("delta2", (1, 2)), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "cyfa/even-slots-defect",
    title: "On an even number of slots shifts do not add up, by an amount that more slots do not mend",
    system: "cyfa",
    source: "Transport in slot space, oscillation in Fourier space: even m adds a real Nyquist mode",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["cyfa/fourier-blocks"],
    formal: &[],
    text: include_str!("even_slots_defect.rs"),
    dimensions: (1, 3),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "even-slots", fails: 0, witness: || halves(3) },
        Sharp { drops: "even-slots", fails: 1, witness: || halves(3) },
    ],
    traps: &[Trap {
        name: "many-slots-mend-the-defect",
        statement: || Statement {
            hypotheses: vec![("many-even-slots", all_of(vec![not(odd("m")), le(8, "m")]))],
            conclusion: vec![positive_semidefinite(eye("m") / 4 - transpose("defect") * "defect")],
            ..statement()
        },
        fails: 0,
        witness: || halves(8),
    }],
};
