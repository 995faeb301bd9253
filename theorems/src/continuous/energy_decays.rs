//! # A damped oscillator that has any energy loses some in any time
//!
//! **Statement.** Let $a, \omega_0, t \in \mathbb{Q}$ with $a > 0$, $t > 0$, and $C = \begin{pmatrix} 0 & 1 \\ -\omega_0^2 & -2a \end{pmatrix}$. For
//! a state $s = (x, \dot x) \in \mathbb{Q}^2$ with the energy $E(s) = \frac12(\dot x^2 + \omega_0^2x^2) > 0$ it is
//! $E(\exp(tC)s) < E(s)$.
//!
//! **Why.** $\dot E = -2a\dot x^2 \le 0$, and $\dot x$ vanishes for no stretch of time: where it did, $\omega_0^2x = -\ddot x = 0$, so $E = 0$. All
//! cases are included, under-, over- and critically damped, and $\omega_0 = 0$ with $\dot x \ne 0$.
//!
//! **What is checked.** The checker encloses $\exp(tC)$ by its own series; `check` encloses the solution in closed form, with
//! cosine, hyperbolic or polynomial coefficients by the sign of $\omega_0^2 - a^2$.
//!
//! **Sharpness.** $a < 0$ and $t < 0$ gain energy; there is nothing to lose at rest. The length of $(x, \dot x)$ is no energy:
//! `continuous/length-can-grow`.

use crate::enclosed::{Real, below};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use enclosure::RealBall;
use exact::Rational;
use exact::strategies::{closed, open, small_fraction};
use proptest::prelude::*;

fn domain(_: usize) -> BoxedStrategy<Instance> {
    let frequency = prop_oneof![3 => closed(0, 4), 1 => small_fraction(4)];
    let (rate, time) = (prop_oneof![3 => open(0, 1), 1 => open(1, 3)], open(0, 2));
    (rate, frequency, time, [small_fraction(4), small_fraction(4)], 0..6_u8)
        .prop_map(|(a, w, t, [x, v], kind)| {
            let w = if kind == 0 { a.clone() } else { w };
            let rest = v.is_zero() && (x.is_zero() || w.is_zero());
            let v = if rest { Rational::from(1) } else { v };
            Instance::new().with("a", a).with("w", w).with("t", t).with("s", vec![x, v])
        })
        .boxed()
}

/// The generator on (position, velocity).
pub(super) fn generator() -> Expr {
    crate::discretised::matrix([int(0), int(1), -square("w"), -2 * p("a")])
}

/// `ẋ² + ω₀² x²`, twice the energy.
pub(super) fn energy(state: impl Into<Expr>) -> Expr {
    sum_of_squares(direct_sum(p("w") * eye(1), eye(1)) * state.into())
}

fn statement() -> Statement {
    Statement {
        parameters: vec![
            ("a", Shape::Scalar),
            ("w", Shape::Scalar),
            ("t", Shape::Scalar),
            ("s", Shape::Vector("n")),
        ],
        hypotheses: vec![("damped", lt(0, "a")), ("later", lt(0, "t")), ("energy", lt(0, energy("s")))],
        transition: vec![("C", generator())],
        conclusion: vec![lt(energy(exp(p("t") * "C") * "s"), energy("s"))],
    }
}

/// Position and velocity at the time `t`, in closed form.
pub(super) fn solution(i: &Instance, bits: u32) -> Option<[RealBall; 2]> {
    let ball = |x: &Rational| RealBall::from_rational(bits, x);
    let (a, w, t, s) = (i.scalar("a"), i.scalar("w"), i.scalar("t"), i.vector("s"));
    let square = Rational::from(w.square_ref());
    let gap = square.clone() - Rational::from(a.square_ref());
    let root = ball(&gap.clone().abs()).sqrt().ok()?;
    let angle = &root * &ball(t);
    // c and d = (sine)/q of the angle qt, circular, hyperbolic or in the limit.
    let (c, d) = if gap.is_zero() {
        (RealBall::one(bits), ball(t))
    } else if gap > 0 {
        let (sin, cos) = angle.sin_cos();
        (cos, sin.checked_div(&root).ok()?)
    } else {
        let (up, down) = (angle.exp(), (-&angle).exp());
        let half = ball(&Rational::from((1, 2)));
        ((&up + &down) * half.clone(), ((&up - &down) * half).checked_div(&root).ok()?)
    };
    let decay = (-ball(&Rational::from(a * t))).exp();
    let slope = Rational::from(a * &s[0]) + &s[1];
    let force = square * &s[0] + Rational::from(a * &s[1]);
    let position = &(&c * &ball(&s[0])) + &(&d * &ball(&slope));
    let velocity = &(&c * &ball(&s[1])) - &(&d * &ball(&force));
    Some([&decay * &position, &decay * &velocity])
}

/// Twice the energy of a state.
pub(super) fn enclosed_energy(i: &Instance, [x, v]: &[RealBall; 2], bits: u32) -> RealBall {
    v.sqr() + (x * &RealBall::from_rational(bits, i.scalar("w"))).sqr()
}

/// The state of the instance.
pub(super) fn initial(i: &Instance, bits: u32) -> [RealBall; 2] {
    [0, 1].map(|e| RealBall::from_rational(bits, &i.vector("s")[e]))
}

fn check(i: &Instance) -> Outcome {
    let lines: [(Real<'_>, Real<'_>); 1] = [(
        Box::new(|bits| Some(enclosed_energy(i, &solution(i, bits)?, bits))),
        Box::new(|bits| Some(enclosed_energy(i, &initial(i, bits), bits))),
    )];
    below(&lines)
}

fn at(a: i64, t: i64, x: i64) -> (Instance, Evidence) {
    let i = Instance::new().with("a", a).with("w", 1).with("t", t).with("s", [(x, 1), (0, 1)]);
    (i, Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "continuous/energy-decays",
    title: "A damped oscillator that has any energy loses some in any time",
    system: "linoss",
    source: "Starting from an oscillator: the state loses amplitude",
    level: Level::Enclosed,
    quantifier: Quantifier::ForAll,
    uses: &["continuous/damped-oscillator"],
    formal: &[],
    text: include_str!("energy_decays.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "damped", fails: 0, witness: || at(-1, 1, 1) },
        Sharp { drops: "later", fails: 0, witness: || at(1, -1, 1) },
        Sharp { drops: "energy", fails: 0, witness: || at(1, 1, 0) },
    ],
    traps: &[],
};
