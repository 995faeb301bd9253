//! # Slots that are shifted are Fourier coordinates that stand still
//!
//! **Statement.** Let $m$ be odd. For the tokens $t = 1, \dots, n$ let $\alpha_t, \beta_t, \delta_t \in \mathbb{Q}$ and $x_t \in \mathbb{Q}^e$; let
//! $K_0 \in \mathbb{Q}^{m \times e}$, $\lambda_0 \in \mathbb{Q}$ and $\lambda_t = \lambda_{t-1} + \delta_t$. With $P$, $\Phi$ and
//! $\mathcal{R}(\lambda) = 1 \oplus R(\omega_1 \lambda) \oplus \dots$ as in `cyfa/fourier-blocks`, and $g = \Phi^{-1} e_0$, let
//! $$K_t = \alpha_t P(\delta_t) K_{t-1} + \beta_t e_0 x_t^\top, \qquad h_t = \alpha_t h_{t-1} + \beta_t \mathcal{R}(\lambda_t)^\top g\, x_t^\top, \qquad
//! h_0 = \mathcal{R}(\lambda_0)^\top \Phi^{-1} K_0 .$$
//! Then $K_t = \Phi\, \mathcal{R}(\lambda_t)\, h_t$ for every $t$. The memory of keys and that of values are both of this form, so
//! whatever is read from the slots is read from the clock coordinates, the softmax readout included.
//!
//! **Why.** $P(\delta) \Phi = \Phi \mathcal{R}(\delta)$ and $\mathcal{R}(\delta)\mathcal{R}(\lambda) = \mathcal{R}(\delta + \lambda)$: the shift turns every frequency by an
//! angle that the clock takes back. Only a scalar decay commutes with the rotations; one for each slot does not.
//!
//! **What is checked.** The engine runs both forms in balls, which can refute; the checker decides the identity in the
//! cyclotomic field of $m$ and the denominators of the clock. Random instances have $m \le 7$, denominators up to 4.
//!
//! **Sharpness.** No number is restricted. (For even $m$ there is no such $\Phi$; see `cyfa/fourier-blocks`.) A write is turned
//! back by the clock after its own token's shift (trap `clock-before-the-shift`: $m = 3$, $\delta = 1$ leaves it one slot on).

use crate::sequence::{Inputs, state_after, tokens};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Statement, Trap};
use enclosure::RealBall;
use engine::{run, systems::cyfa};
use exact::Rational;
use proptest::prelude::*;

/// For what the tokens draw; `k` is $x$.
const INPUTS: Inputs = Inputs { keys: &[], values: &["k"], numbers: &["alpha", "beta"], states: &[] };
const PRECISION: u32 = 128;

fn domain(p: usize) -> BoxedStrategy<Instance> {
    let m = 2 * p + 1;
    (
        INPUTS.draw(2, 3),
        1_i64..=4,
        prop::collection::vec(-9_i64..=9, 4),
        prop::collection::vec(crate::sequence::number(), 2 * m),
    )
        .prop_map(move |(i, q, clocks, cells)| {
            let (n, e) = (i.matrix("k").rows(), i.matrix("k").cols());
            let clock = |c: &i64| Rational::from((*c, q));
            let i = i
                .with("delta", clocks[..n].iter().map(clock).collect::<Vec<_>>())
                .with("lambda0", clock(&clocks[3]));
            i.with("K0", exact::Matrix::from_fn(m, e, |r, c| cells[r * e + c].clone()))
        })
        .boxed()
}

/// The clock after token `to`.
fn clock(to: impl Into<Expr>) -> Expr {
    iterate("clock", "lambda0", "r", 1, to, p("clock") + entry("delta", "r"))
}

fn slots() -> Expr {
    height("K0")
}

/// `Φ⁻¹`, by the norms of the columns of `Φ`.
fn inverse_basis() -> Expr {
    let norms = entries("i", slots(), select(eq("i", 1), 1, 2) / slots());
    diag(norms) * transpose(fourier_basis(slots()))
}

/// The statement, with a write turned back by the clock after token `t − lag`.
fn stated(lag: i64) -> Statement {
    let write = |place: Expr| entry("beta", "t") * outer(place, row("k", "t"));
    let origin = entries("i", slots(), select(eq("i", 1), 1, 0));
    let shifted = entry("alpha", "t") * (shift(slots(), entry("delta", "t")) * "S") + write(origin);
    // e₀ in Fourier coordinates: the first row of Φ with the norms, so 1/m, then 2/m for cosines and 0 for sines.
    let coordinates = entries("i", slots(), select(eq("i", 1), 1, select(odd("i"), 0, 2)) / slots());
    let turned_back = |clock: Expr, x: Expr| transpose(fourier_rotations(slots(), clock)) * x;
    let still = entry("alpha", "t") * p("S") + turned_back(clock(p("t") - lag), write(coordinates));
    let start = turned_back(p("lambda0"), inverse_basis() * "K0");
    let mut parameters = INPUTS.parameters();
    parameters.extend([
        ("delta", Shape::Vector("n")),
        ("lambda0", Shape::Scalar),
        ("K0", Shape::Matrix("m", "e")),
    ]);
    let turned = fourier_rotations(slots(), clock(tokens())) * state_after(tokens(), start, still);
    Statement {
        parameters,
        hypotheses: vec![],
        transition: vec![],
        conclusion: vec![eq(state_after(tokens(), "K0", shifted), fourier_basis(slots()) * turned)],
    }
}

fn check(i: &Instance) -> Outcome {
    let ball = |x: &Rational| RealBall::from_rational(PRECISION, x);
    let balls = |x: &[Rational]| x.iter().map(ball).collect::<Vec<_>>();
    let number = |name: &str, t: usize| ball(&i.vector(name)[t]);
    let (start, m) = (i.matrix("K0"), i.matrix("K0").rows());
    let tokens: Vec<_> = (0..i.matrix("k").rows())
        .map(|t| cyfa::Inputs {
            alpha: number("alpha", t),
            beta: number("beta", t),
            delta: number("delta", t),
            q: Vec::new(),
            k: balls(i.matrix("k").row(t)),
            v: Vec::new(),
        })
        .collect();
    let begin = ball(i.scalar("lambda0"));
    let (clock, clocks) = cyfa::clock(m, &tokens, &begin);
    let (basis, columns) = (cyfa::basis(m, &begin), start.cols());
    let slots = run::recurrent(&cyfa::slots(m, &tokens), &balls(start.entries())).state;
    let column =
        |state: &[RealBall], c: usize| state.iter().skip(c).step_by(columns).cloned().collect::<Vec<_>>();
    // Columns beside each other become rows below each other, and back.
    let initial: Vec<Vec<RealBall>> = (0..columns)
        .map(|c| {
            let coordinates =
                engine::step::column_products(&column(&balls(start.entries()), c), &basis, m + 1);
            cyfa::turned(m, &coordinates, &-&begin)
        })
        .collect();
    let initial: Vec<RealBall> =
        (0..=m).flat_map(|r| initial.iter().map(move |column| column[r].clone())).collect();
    let still = run::recurrent(&clock, &initial).state;
    for c in 0..columns {
        let turned = cyfa::turned(m, &column(&still, c), &clocks[clocks.len() - 1]);
        let back = engine::step::row_products(&basis, &turned);
        for (slot, (direct, back)) in column(&slots, c).iter().zip(&back).enumerate() {
            if !direct.overlaps(back) {
                return Outcome::Refuted {
                    conclusion: 0,
                    expected: "equal slots".into(),
                    found: format!("slot {slot} of column {c}: {direct} and {back}"),
                };
            }
        }
    }
    Outcome::Holds(vec![Evidence::Compute])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "cyfa/slots-are-clock",
    title: "Slots that are shifted are Fourier coordinates that stand still",
    system: "cyfa",
    source: "CyFA, the official implementation",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["cyfa/fourier-blocks"],
    formal: &[],
    text: include_str!("slots_are_clock.rs"),
    dimensions: (0, 3),
    domain,
    statement: || stated(0),
    check,
    sharpness: &[],
    traps: &[Trap {
        name: "clock-before-the-shift",
        statement: || stated(1),
        fails: 0,
        witness: || {
            let i = INPUTS.ones().with("delta", [(1, 1)]).with("lambda0", (0, 1));
            (i.with("K0", [[(0, 1)], [(0, 1)], [(0, 1)]]), Evidence::Compute)
        },
    }],
};
