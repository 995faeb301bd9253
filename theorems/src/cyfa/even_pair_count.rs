//! # An even number of slots gives one pair fewer, and a Nyquist mode that cannot rotate
//!
//! **Statement.** Let $m \ge 2$ be even, $\alpha \ne 0$, $\delta > 0$ and $\delta(m - 2) < m$. Then $T = \alpha P(\delta)$ has exactly
//! $(m - 2)/2$ non-real pairs, $\alpha e^{\pm i\omega_j\delta}$ with $\omega_j = 2\pi j/m$, $1 \le j < m/2$. The constant mode is kept with the
//! factor $\alpha$ and the Nyquist mode $(1, -1, 1, \dots)$ with the real factor $\alpha\cos\pi\delta$.
//!
//! **Why.** The Fourier vectors are eigenvectors of every circulant matrix. The vector of $j = m/2$ is real, so its eigenvalue is; the others
//! turn by $\omega_j\delta \in (0, \pi)$.
//!
//! **What is checked.** Every Fourier vector is verified to be an eigenvector in the cyclotomic field, that of Nyquist with whatever real
//! eigenvalue it has.
//!
//! **Sharpness.** Three slots have one pair, not $1/2$. At $\alpha = 0$ and at $\delta = 0$ nothing turns; at $\delta = m/(m - 2)$ the
//! last pair has reached the angle $\pi$. That Nyquist turns like the rest, as a pair of its own, is false (trap).

use crate::slots::{has_eigenvalue, shifted};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::Rational;
use exact::strategies::{closed, unit_interval_open};
use proptest::prelude::*;

fn domain(half: usize) -> BoxedStrategy<Instance> {
    let m = 2 * half as i64;
    let decay = prop_oneof![3 => unit_interval_open(), 1 => closed(1, 2), 1 => closed(-2, -1)];
    let clock = (1_i64..=8).prop_flat_map(move |q| {
        // n/q < m/(m−2) reads n (m−2) < m q.
        let most = if m == 2 { 3 * q } else { (m * q - 1) / (m - 2) };
        (1..=most).prop_map(move |n| Rational::from((n, q)))
    });
    (decay, clock)
        .prop_map(move |(alpha, delta)| {
            Instance::new().with("m", m).with("alpha", alpha).with("delta", delta)
        })
        .boxed()
}

fn stated(hypotheses: Vec<(&'static str, Expr)>, pairs: Expr) -> Statement {
    Statement {
        parameters: ["m", "alpha", "delta"].map(|name| (name, Shape::Scalar)).to_vec(),
        hypotheses,
        transition: vec![("T", p("alpha") * shift("m", "delta"))],
        conclusion: vec![pairs_equal("T", pairs)],
    }
}

fn statement() -> Statement {
    stated(
        vec![
            ("even-slots", not(odd("m"))),
            ("decay-not-zero", ne("alpha", 0)),
            ("positive-clock", lt(0, "delta")),
            ("clock-below-aliasing", lt((p("m") - 2) * "delta", "m")),
        ],
        (p("m") - 2) / 2,
    )
}

fn check(i: &Instance) -> Outcome {
    let (alpha, delta) = (i.scalar("alpha"), i.scalar("delta"));
    let Some(m) = i.scalar("m").numer().to_u32() else {
        return Outcome::Undecided("the number of slots is too large".into());
    };
    let column = shifted(m, delta);
    let mut turns = spectrum::fourier::turns(m, delta);
    let nyquist = turns.len() / 2;
    let others = turns.iter().enumerate().filter(|(j, _)| *j != nyquist);
    if !others.clone().all(|(j, turns)| has_eigenvalue(&column, j, turns)) {
        return Outcome::Refuted {
            conclusion: 0,
            expected: "Fourier vectors that are eigenvectors".into(),
            found: "enclosures that exclude it".into(),
        };
    }
    let pairs = others.filter(|(_, turn)| !Rational::from(*turn * 2u32).is_integer()).count() / 2;
    if 2 * pairs + 2 != m as usize {
        let (expected, found) = (format!("{} pairs", (m - 2) / 2), format!("{pairs} pairs"));
        return Outcome::Refuted { conclusion: 0, expected, found };
    }
    turns.remove(nyquist);
    Outcome::Holds(vec![Evidence::FourierNyquist { radius: alpha.clone(), turns }])
}

fn at(m: i64, alpha: (i64, i64), delta: (i64, i64)) -> Instance {
    Instance::new().with("m", m).with("alpha", alpha).with("delta", delta)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "cyfa/even-pair-count",
    title: "An even number of slots gives one pair fewer, and a Nyquist mode that cannot rotate",
    system: "cyfa",
    source: "Transport in slot space, oscillation in Fourier space: even m adds a real Nyquist mode",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["cyfa/fourier-blocks"],
    formal: &[],
    text: include_str!("even_pair_count.rs"),
    dimensions: (1, 5),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "even-slots", fails: 0, witness: || (at(3, (1, 2), (1, 1)), Evidence::Sturm) },
        Sharp { drops: "decay-not-zero", fails: 0, witness: || (at(4, (0, 1), (1, 2)), Evidence::Sturm) },
        Sharp { drops: "positive-clock", fails: 0, witness: || (at(4, (1, 2), (0, 1)), Evidence::Sturm) },
        Sharp {
            drops: "clock-below-aliasing",
            fails: 0,
            witness: || (at(4, (1, 2), (2, 1)), Evidence::Sturm),
        },
    ],
    traps: &[Trap {
        name: "nyquist-makes-a-pair",
        statement: || {
            let inside = all_of(vec![lt(0, "delta"), lt("delta", 1), lt(0, "alpha"), not(odd("m"))]);
            stated(vec![("official-range", inside)], p("m") / 2)
        },
        fails: 0,
        witness: || {
            let turns = [(0, 1), (-1, 8), (1, 8)].map(Rational::from).to_vec();
            let radius = Rational::from((1, 2));
            (at(4, (1, 2), (1, 2)), Evidence::FourierNyquist { radius, turns })
        },
    }],
};
