//! # Words of CyFA tokens scale every state by the product of their decays
//!
//! **Statement.** Let $m$ be odd, $\alpha_t, \delta_t \in \mathbb{Q}$ for $t = 1, 2, 3$, and $T = \alpha_3 P(\delta_3)\,\alpha_2 P(\delta_2)\,\alpha_1 P(\delta_1)$ with the Fourier
//! fractional shift $P$ on $m$ slots. Then $T^\top T = (\alpha_1\alpha_2\alpha_3)^2 I$ and $T = \alpha_1\alpha_2\alpha_3\, P(\delta_1 + \delta_2 + \delta_3)$. So any
//! order of tokens scales each state by exactly the product of the decays: nothing grows for $|\alpha| \le 1$, and the rate of a word is the
//! geometric mean of its decays.
//!
//! **Why.** $P(\delta)^\top P(\delta) = I$ and $P(\delta)P(\delta') = P(\delta + \delta')$ (`cyfa/fourier-blocks`).
//!
//! **What is checked.** Both identities, entry by entry, in the cyclotomic field of the instance.
//!
//! **Sharpness.** With an even number of slots the Nyquist mode is scaled by $\cos(\pi\delta)$ as well: $m = 2$, $\delta = 1/2$ is singular.

use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::Rational;
use exact::strategies::{closed, small_fraction};
use proptest::prelude::*;
use spectrum::fourier;

fn domain(p: usize) -> BoxedStrategy<Instance> {
    // One common denominator keeps the cyclotomic field small.
    let clocks = (1_i64..=4, prop::collection::vec(-9_i64..=9, 3));
    let decay = prop_oneof![3 => closed(0, 1), 1 => small_fraction(3)];
    (clocks, prop::collection::vec(decay, 3))
        .prop_map(move |((q, clocks), decays)| {
            let delta: Vec<Rational> = clocks.into_iter().map(|n| Rational::from((n, q))).collect();
            Instance::new().with("m", 2 * p as i64 + 1).with("alpha", decays).with("delta", delta)
        })
        .boxed()
}

fn statement() -> Statement {
    let step = |t: i64| entry("alpha", t) * shift("m", entry("delta", t));
    let scale = || entry("alpha", 1) * entry("alpha", 2) * entry("alpha", 3);
    let clock = entry("delta", 1) + entry("delta", 2) + entry("delta", 3);
    Statement {
        parameters: vec![("alpha", Shape::Vector("n")), ("delta", Shape::Vector("n")), ("m", Shape::Scalar)],
        hypotheses: vec![("odd-slots", odd("m"))],
        transition: vec![("T", step(3) * step(2) * step(1))],
        conclusion: vec![
            eq(transpose("T") * "T", square(scale()) * eye("m")),
            eq("T", scale() * shift("m", clock)),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let (m, delta) = (i.scalar("m"), i.vector("delta"));
    let Some(m) = m.numer().to_u32() else {
        return Outcome::Undecided("the number of slots is too large".into());
    };
    // The prover only bounds the identities with balls; the checker decides them exactly.
    let first = Rational::from(&delta[0] + &delta[1]);
    let whole = Rational::from(&first + &delta[2]);
    let back = Rational::from(-&whole);
    let consistent = [
        (0, fourier::composes(m, &whole, &back, &Rational::new())),
        (
            1,
            fourier::composes(m, &delta[0], &delta[1], &first)
                && fourier::composes(m, &first, &delta[2], &whole),
        ),
    ];
    match consistent.into_iter().find(|(_, consistent)| !consistent) {
        Some((conclusion, _)) => Outcome::Refuted {
            conclusion,
            expected: "shifts that compose".into(),
            found: "enclosures that exclude it".into(),
        },
        None => Outcome::Holds(vec![Evidence::Compute; 2]),
    }
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "cyfa/isometry",
    title: "Words of CyFA tokens scale every state by the product of their decays",
    system: "cyfa",
    source: "beyond the article: stability when tokens alternate",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["cyfa/fourier-blocks"],
    formal: &[],
    text: include_str!("isometry.rs"),
    dimensions: (0, 3),
    domain,
    statement,
    check,
    sharpness: &[Sharp {
        drops: "odd-slots",
        fails: 0,
        witness: || {
            let i = Instance::new().with("m", 2).with("alpha", [(1, 1), (1, 1), (1, 1)]);
            (i.with("delta", [(1, 2), (0, 1), (0, 1)]), Evidence::Compute)
        },
    }],
    traps: &[],
};
