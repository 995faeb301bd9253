//! # The official projection of D-LinOSS ends on steps that do not oscillate
//!
//! **Statement.** Let $r, q, \Delta, A, G \in \mathbb{Q}$ with $qr = 1$, $\Delta \ne 0$, $\Delta G = q^2 - 1$ and
//! $\Delta^2 A = (q + 1)^2$. For $q^2 \ge 1$, $\Delta > 0$ that is an end of the interval
//! $\bigl[(\sqrt{1 + \Delta G} - 1)^2, (\sqrt{1 + \Delta G} + 1)^2\bigr] / \Delta^2$ to which the official code clamps $A$: the upper end for
//! $q > 0$, the lower one for $q < 0$. Then the step of D-LinOSS IMEX1 is $T = -rI + M$ with $M^2 = 0 \ne M$: a real
//! double eigenvalue $-r$ in one Jordan block, no pair. It decays exactly when $r^2 < 1$.
//!
//! **Why.** $\operatorname{tr} T = r^2\,(2 + (q^2 - 1) - (q + 1)^2) = -2r$, $\det T = r^2$, and $\Delta r^2 \ne 0$ stands below the
//! diagonal. A clamp reaches the ends of its interval, so for a whole range of parameters the layer is on the edge, where it does not
//! rotate: at $-1/\sqrt{1 + \Delta G}$ it alternates, at $+1/\sqrt{1 + \Delta G}$ it only decays, both times with a factor that grows like $n$.
//!
//! **What is checked.** The engine's step. For $q^2 \ge 1$ and $\Delta > 0$ also that the engine's own projection of a frequency beyond
//! the end, in balls, encloses $A$.
//!
//! **Sharpness.** Off the edge, $A = \Delta = 1$, $G = 0$, the step rotates. For $\Delta = 0$ it is a multiple of the identity, and
//! so it is for $r = 0$. That the projected step rotates is false (trap).

use crate::discretised::{formula, polynomial, step, stiffness};
use crate::logarithm::lines;
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use enclosure::RealBall;
use engine::systems::linoss::{Oscillator, Scheme, projected};
use exact::strategies::open;
use exact::{Matrix, Rational};
use proptest::prelude::*;

fn domain(_: usize) -> BoxedStrategy<Instance> {
    let size = prop_oneof![4 => open(0, 1), 1 => open(1, 9), 1 => open(-1, 0)];
    let root = prop_oneof![3 => open(1, 2), 1 => open(0, 1), 1 => open(2, 9), 1 => Just(Rational::from(1))];
    (size, root, any::<bool>())
        .prop_map(|(dt, q, lower)| {
            let q = if lower { -q } else { q };
            let inverse = Rational::from(dt.recip_ref());
            let g = (Rational::from(q.square_ref()) - 1u32) * &inverse;
            let a = ((q.clone() + 1u32) * inverse).square();
            let i = Instance::new().with("A", a).with("G", g).with("dt", dt);
            i.with("r", Rational::from(q.recip_ref())).with("q", q)
        })
        .boxed()
}

fn stated(edge: Expr, conclusion: Vec<Expr>) -> Statement {
    Statement {
        parameters: ["A", "G", "dt", "q", "r"].map(|name| (name, Shape::Scalar)).to_vec(),
        hypotheses: vec![("edge", edge), ("step-not-zero", ne("dt", 0)), ("inverse", eq(p("q") * "r", 1))],
        transition: vec![
            ("s", square("r")),
            ("T", formula(Scheme::DampedImex1)),
            ("M", p("T") + p("r") * eye(2)),
        ],
        conclusion,
    }
}

fn edge() -> Expr {
    all_of(vec![eq(p("dt") * "G", square("q") - 1), eq(stiffness(), square(p("q") + 1))])
}

fn statement() -> Statement {
    stated(
        edge(),
        vec![
            eq(charpoly("T"), quadratic(-2 * p("r"), square("r"))),
            real_spectrum("T"),
            eq(p("M") * "M", int(0) * p("M")),
            ne("M", int(0) * p("M")),
            equivalent(schur_stable("T"), lt(square("r"), 1)),
        ],
    )
}

/// Whether the engine's projection of a frequency far beyond the end of the interval may be `A`.
fn is_projected(i: &Instance) -> bool {
    let ball = |x: &Rational| RealBall::from_rational(256, x);
    let (a, q) = (i.scalar("A"), i.scalar("q"));
    let beyond = if *q > 0 { Rational::from(a * 2u32) + 1u32 } else { Rational::from(-1) };
    let oscillator = Oscillator { a: ball(&beyond), g: ball(i.scalar("G")), dt: ball(i.scalar("dt")) };
    projected(&oscillator).contains(a)
}

fn check(i: &Instance) -> Outcome {
    let (q, r, dt) = (i.scalar("q"), i.scalar("r"), i.scalar("dt"));
    let Some(step) = step(Scheme::DampedImex1, i) else {
        return Outcome::Undecided("the scheme divides by zero".into());
    };
    let square = Rational::from(r.square_ref());
    let found = step.characteristic_polynomial();
    let m = &step + &Matrix::identity(2).scale(r);
    let official = *dt > 0 && Rational::from(q.square_ref()) >= 1;
    lines(vec![
        (
            "a double eigenvalue, at the end of the official interval",
            found == polynomial(&Rational::from(-2 * r), &square) && (!official || is_projected(i)),
            Evidence::Compute,
        ),
        ("no pair", spectrum::dense::pairs(&found) == 0, Evidence::Sturm),
        ("M² = 0", (&m * &m).is_zero(), Evidence::Compute),
        ("M ≠ 0", !m.is_zero(), Evidence::Compute),
        ("decay exactly for r² < 1", found.schur_stable() == (square < 1), Evidence::Compute),
    ])
}

fn at(a: i64, g: i64, dt: i64, q: i64, r: i64) -> Instance {
    Instance::new().with("A", a).with("G", g).with("dt", dt).with("q", q).with("r", r)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "linoss/projection-edges",
    title: "The official projection of D-LinOSS ends on steps that do not oscillate",
    system: "linoss",
    source: "D-LinOSS adds damping to an oscillator; beyond the article: the projection of the official code",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["linoss/damped-imex1"],
    formal: &[],
    text: include_str!("projection_edges.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "edge", fails: 1, witness: || (at(1, 0, 1, 1, 1), Evidence::Sturm) },
        Sharp { drops: "step-not-zero", fails: 3, witness: || (at(0, 0, 0, -1, -1), Evidence::Compute) },
        Sharp { drops: "inverse", fails: 3, witness: || (at(4, 0, 1, 1, 0), Evidence::Compute) },
    ],
    traps: &[Trap {
        name: "projected-steps-rotate",
        statement: || stated(edge(), vec![pairs_equal("T", 1)]),
        fails: 0,
        witness: || (at(9, 3, 1, 2, 0).with("r", (1, 2)), Evidence::Sturm),
    }],
};
