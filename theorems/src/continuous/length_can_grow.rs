//! # While a damped oscillator loses energy its state can more than double in length
//!
//! **Statement.** There are $0 < a < \omega_0$, $t > 0$ and a state $s = (x, \dot x) \ne 0$, all rational, with
//! $\lVert \exp(tC)s \rVert > 2\lVert s \rVert$ and $E(\exp(tC)s) < E(s)$, for
//! $C = \begin{pmatrix} 0 & 1 \\ -\omega_0^2 & -2a \end{pmatrix}$ and $E(s) = \frac12(\dot x^2 + \omega_0^2x^2)$.
//!
//! **Why.** $\omega_0 = 3$, $a = 1/10$, $s = (1, 0)$, $t = 3/10$: the length is about 2.37. Position becomes velocity, which counts
//! $\omega_0$ times as much; only the energy weighs the two alike.
//!
//! **What is checked.** The witness, its neighbourhood, and random oscillators: the checker by its own series for $\exp(tC)$,
//! `check` by the solution in closed form.
//!
//! **Sharpness.** By the energy the growth is at most by $\max(\omega_0, 1/\omega_0)$: at $\omega_0 = 1$ there is none.

use super::energy_decays::{enclosed_energy, energy, generator, initial, solution};
use crate::enclosed::{Real, below};
use claim::expr::*;
use claim::{Claim, Instance, Level, Outcome, Quantifier, Shape, Statement};
use enclosure::RealBall;
use exact::Rational;
use exact::strategies::open;
use proptest::prelude::*;

fn witness() -> Instance {
    Instance::new().with("a", (1, 10)).with("w", 3).with("t", (3, 10)).with("s", [(1, 1), (0, 1)])
}

fn domain(_: usize) -> BoxedStrategy<Instance> {
    use crate::support::near;
    let close = (near((1, 10), (1, 20)), near((3, 1), (1, 2)), near((3, 10), (1, 10)), near((0, 1), (1, 10)));
    let random = (open(0, 2), open(2, 4), open(0, 1), open(-1, 1));
    prop_oneof![1 => close.boxed(), 1 => random.boxed()]
        .prop_map(|(a, w, t, v)| {
            let i = Instance::new().with("a", a).with("w", w).with("t", t);
            i.with("s", vec![Rational::from(1), v])
        })
        .boxed()
}

fn statement() -> Statement {
    Statement {
        parameters: vec![
            ("a", Shape::Scalar),
            ("w", Shape::Scalar),
            ("t", Shape::Scalar),
            ("s", Shape::Vector("n")),
        ],
        hypotheses: vec![
            ("underdamped", all_of(vec![lt(0, "a"), lt("a", "w")])),
            ("later", lt(0, "t")),
            ("not-at-rest", lt(0, dot("s", "s"))),
        ],
        transition: vec![("C", generator()), ("later", exp(p("t") * "C") * "s")],
        conclusion: vec![lt(4 * dot("s", "s"), sum_of_squares("later")), lt(energy("later"), energy("s"))],
    }
}

fn length([x, v]: &[RealBall; 2]) -> RealBall {
    x.sqr() + v.sqr()
}

fn check(i: &Instance) -> Outcome {
    let four = |bits| RealBall::from_rational(bits, &Rational::from(4));
    let lines: [(Real<'_>, Real<'_>); 2] = [
        (
            Box::new(|bits| Some(four(bits) * length(&initial(i, bits)))),
            Box::new(|bits| Some(length(&solution(i, bits)?))),
        ),
        (
            Box::new(|bits| Some(enclosed_energy(i, &solution(i, bits)?, bits))),
            Box::new(|bits| Some(enclosed_energy(i, &initial(i, bits), bits))),
        ),
    ];
    below(&lines)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "continuous/length-can-grow",
    title: "While a damped oscillator loses energy its state can more than double in length",
    system: "linoss",
    source: "Starting from an oscillator: the state loses amplitude",
    level: Level::Enclosed,
    quantifier: Quantifier::Exists(witness),
    uses: &["continuous/energy-decays"],
    formal: &[],
    text: include_str!("length_can_grow.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[],
};
