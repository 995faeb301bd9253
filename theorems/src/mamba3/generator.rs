//! # In rotary coordinates the length itself decays, and the state turns the way of its frequency
//!
//! **Statement.** Let $a, \nu, t \in \mathbb{Q}$ with $a > 0$, $t > 0$, $0 < \nu t < 3$, and $G = -aI + \nu J$,
//! $J = \begin{pmatrix} 0 & -1 \\ 1 & 0 \end{pmatrix}$. For $z \in \mathbb{Q}^2$, $z \ne 0$, and $w = \exp(tG)z$ it is
//! $\lVert w \rVert < \lVert z \rVert$ and $z_1w_2 - z_2w_1 > 0$: the state comes nearer to the origin at once, on its way around it against the
//! clock.
//!
//! **Why.** $I$ and $J$ commute, so $\exp(tG) = e^{-at}R(\nu t)$: the length is multiplied by $e^{-at}$, and the area is
//! $e^{-at}\sin(\nu t)\lVert z \rVert^2$. The same oscillator in position and velocity can double its length first (`continuous/length-can-grow`).
//!
//! **What is checked.** The checker encloses $\exp(tG)$ by its series for matrices; `check` encloses exponential, sine and cosine.
//!
//! **Sharpness.** $a < 0$ and $t < 0$ grow; there is nothing to turn at $z = 0$; at $\nu t = -1$ it turns the other way, and at
//! $\nu t = 4 > \pi$ it has come around by more than half a turn. A slower decay than the turn is no matter; that the first coordinate alone decays
//! at once is false (trap).

use crate::enclosed::{Real, below};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use enclosure::RealBall;
use exact::strategies::{open, small_fraction};
use exact::{Rational, vector};
use proptest::prelude::*;

fn domain(_: usize) -> BoxedStrategy<Instance> {
    (open(0, 4), open(0, 3), open(0, 2), [small_fraction(4), small_fraction(4)])
        .prop_map(|(a, angle, t, [x, y])| {
            let x = if x.is_zero() && y.is_zero() { Rational::from(1) } else { x };
            // A short time would need a fast turn: the time is at least what keeps the frequency below 12.
            let t = t.max(Rational::from(&angle / 12u32));
            let i = Instance::new().with("a", a).with("nu", angle / &t);
            i.with("t", t).with("z", vec![x, y])
        })
        .boxed()
}

fn stated(mut more: Vec<(&'static str, Expr)>, conclusion: Vec<Expr>) -> Statement {
    let unit = |x: Expr| x * eye(1);
    let generator = block(unit(-p("a")), unit(-p("nu")), unit(p("nu")), unit(-p("a")));
    let mut hypotheses = vec![
        ("damped", lt(0, "a")),
        ("later", lt(0, "t")),
        ("less-than-half-a-turn", all_of(vec![lt(0, p("nu") * "t"), lt(p("nu") * "t", 3)])),
        ("state-not-zero", lt(0, dot("z", "z"))),
    ];
    hypotheses.append(&mut more);
    Statement {
        parameters: vec![
            ("a", Shape::Scalar),
            ("nu", Shape::Scalar),
            ("t", Shape::Scalar),
            ("z", Shape::Vector("n")),
        ],
        hypotheses,
        transition: vec![("w", exp(p("t") * generator) * "z")],
        conclusion,
    }
}

fn statement() -> Statement {
    let area = rows("i", 1, block(int(0) * eye(1), -eye(1), eye(1), int(0) * eye(1)) * "z") * "w";
    stated(vec![], vec![lt(sum_of_squares("w"), dot("z", "z")), all_gt(area, 0)])
}

fn check(i: &Instance) -> Outcome {
    let (z, t) = (i.vector("z"), i.scalar("t"));
    let ball = |bits, x: &Rational| RealBall::from_rational(bits, x);
    let (decay, angle) = (-Rational::from(t * i.scalar("a")), Rational::from(t * i.scalar("nu")));
    let norm = vector::norm2(z);
    let factor = |bits| ball(bits, &decay).exp();
    let lines: [(Real<'_>, Real<'_>); 2] = [
        (
            Box::new(|bits| Some(factor(bits).sqr() * ball(bits, &norm))),
            Box::new(|bits| Some(ball(bits, &norm))),
        ),
        (
            Box::new(|bits| Some(RealBall::zero(bits))),
            Box::new(|bits| Some(factor(bits) * ball(bits, &angle).sin() * ball(bits, &norm))),
        ),
    ];
    below(&lines)
}

fn at(a: i64, nu: i64, t: i64, x: i64) -> (Instance, Evidence) {
    let i = Instance::new().with("a", a).with("nu", nu).with("t", t).with("z", [(x, 1), (0, 1)]);
    (i, Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "mamba3/generator",
    title: "In rotary coordinates the length itself decays, and the state turns the way of its frequency",
    system: "mamba3",
    source: "Starting from selective decay: in suitable coordinates decay plus rotation",
    level: Level::Enclosed,
    quantifier: Quantifier::ForAll,
    uses: &["mamba3/rotary-pair"],
    formal: &[],
    text: include_str!("generator.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "damped", fails: 0, witness: || at(-1, 1, 1, 1) },
        Sharp { drops: "later", fails: 0, witness: || at(1, -1, -1, 1) },
        Sharp { drops: "less-than-half-a-turn", fails: 1, witness: || at(1, 4, 1, 1) },
        Sharp { drops: "less-than-half-a-turn", fails: 1, witness: || at(1, -1, 1, 1) },
        Sharp { drops: "state-not-zero", fails: 0, witness: || at(1, 1, 1, 0) },
    ],
    traps: &[Trap {
        name: "each-coordinate-decays-at-once",
        statement: || {
            let read = rows("i", 1, entries("j", 2, 2 - p("j"))) * "w";
            let least = ("position-positive", lt(0, entry("z", 1)));
            stated(vec![least], vec![all_lt(read, entry("z", 1))])
        },
        fails: 0,
        witness: || {
            let i = Instance::new().with("a", 1).with("nu", 1).with("t", 1);
            (i.with("z", [(1, 1), (-9, 1)]), Evidence::Compute)
        },
    }],
};
