//! # No CKDA or MDN step encodes two rotations
//!
//! **Statement.** Let $\rho \ne 0$ and $\varphi_A, \varphi_B \notin \pi\mathbb{Z}$, given by
//! $t = \tan(\varphi/2) \in \mathbb{Q} \setminus \{0\}$. Then the target
//! $S = \rho\,(R(\varphi_A) \oplus R(\varphi_B))$ has no injective real linear encoding $E$ with $T E = E S$, neither
//! for $T = (I - \beta k k^\top)\mathrm{Diag}(\alpha)$ with any real $\alpha, \beta, k$ (CKDA), nor for the $2d \times
//! 2d$ transition of MDN with any real scalars $a, b, \eta, \mu$ and any $k$. Equal angles are included.
//!
//! **Why.** $S$ has two non-real pairs, counted with multiplicity; each of the transitions has at most one; and the
//! characteristic polynomial of $S$ would have to divide that of $T$.
//!
//! **What is checked.** That the one polynomial does not divide the other, whatever the number of pairs is. Half of
//! the instances have one of the two rotations exactly.
//!
//! **Sharpness.** With $\rho = 0$, or with one of the angles a multiple of $\pi$, $d = 4$ coordinates are enough for
//! CKDA to encode the target.

use crate::support::kda_step;
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::strategies::{closed, open, rational53, unit_key, vector_of};
use exact::{IntPoly, Matrix, Rational};
use proptest::prelude::*;

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let half_angle = || {
        let positive = prop_oneof![3 => open(0, 1), 1 => open(1, 3), 1 => rational53()];
        (positive, any::<bool>()).prop_map(|(t, negative)| if negative { -t } else { t })
    };
    let free = (vector_of(closed(-1, 1), d), closed(0, 2), unit_key(d));
    let momentum = (closed(0, 1), closed(0, 1), closed(0, 2), closed(0, 1));
    let radius = prop_oneof![3 => open(0, 1), 1 => open(-2, 0)];
    (radius, half_angle(), half_angle(), free, momentum, (any::<bool>(), 0..6))
        .prop_map(
            move |(
                rho,
                mut ta,
                mut tb,
                (mut alpha, mut beta, mut k),
                (mut a, mut b, mut eta, mut mu),
                (near, equal),
            )| {
                if near && d >= 2 {
                    // The first two coordinates of CKDA, and the key block of MDN, rotate by φ_A exactly; for that the
                    // half-angle φ_A/2 = 2 atan(ta as drawn) needs a rational cosine and sine.
                    let (cos, sin) = circle(&ta);
                    ta = Rational::from(&sin / &cos);
                    (alpha[0], alpha[1], beta) = (rho.clone(), -rho.clone(), Rational::from(2));
                    k = vec![Rational::new(); d];
                    (k[0], k[1]) = (-sin.clone(), cos);
                    (a, mu, b) = (rho.clone(), rho.clone(), Rational::from(1));
                    // 2 (1 − cos φ_A) = 4 sin²(φ_A/2)
                    eta = 4 * sin.square();
                }
                // Equal and opposite angles, where the multiplicity of the one pair is what is missing.
                match equal {
                    0 => tb = ta.clone(),
                    1 => tb = -ta.clone(),
                    _ => {}
                }
                let i = Instance::new().with("rho", rho).with("ta", ta).with("tb", tb);
                let i = i.with("alpha", alpha).with("beta", beta).with("k", k);
                i.with("a", a).with("b", b).with("eta", eta).with("mu", mu)
            },
        )
        .boxed()
}

/// `(cos θ, sin θ)` with `tan(θ/2) = t`.
fn circle(t: &Rational) -> (Rational, Rational) {
    let norm: Rational = 1 + Rational::from(t.square_ref());
    ((2 - norm.clone()) / &norm, 2 * t.clone() / norm)
}

fn statement() -> Statement {
    let (unit, coupling) = (|| eye(len("k")), || p("a") * "eta" * outer("k", "k"));
    let mdn =
        block(p("a") * unit() - p("b") * coupling(), -(p("b") * "mu") * unit(), coupling(), p("mu") * unit());
    let scalar = |name| (name, Shape::Scalar);
    Statement {
        parameters: vec![
            scalar("rho"),
            scalar("ta"),
            scalar("tb"),
            ("alpha", Shape::Vector("d")),
            scalar("beta"),
            ("k", Shape::Vector("d")),
            scalar("a"),
            scalar("b"),
            scalar("eta"),
            scalar("mu"),
        ],
        hypotheses: vec![
            ("radius-not-zero", ne("rho", 0)),
            ("first-angle-not-straight", ne("ta", 0)),
            ("second-angle-not-straight", ne("tb", 0)),
        ],
        transition: vec![
            ("S", p("rho") * direct_sum(rotation("ta"), rotation("tb"))),
            ("CKDA", crate::support::erase_step("beta", "k", "k", "alpha")),
            ("MDN", mdn),
        ],
        conclusion: vec![no_embedding("S", "CKDA"), no_embedding("S", "MDN")],
    }
}

/// `z² − 2ρ cos φ z + ρ²`.
fn rotation_polynomial(rho: &Rational, t: &Rational) -> IntPoly {
    let (cos, _) = circle(t);
    IntPoly::from_rationals(&[rho.clone().square(), -2 * cos * rho, Rational::from(1)])
}

/// The key block, times `(z − a)(z − μ)` for each perpendicular direction.
fn mdn_polynomial(i: &Instance) -> IntPoly {
    let (a, mu) = (i.scalar("a"), i.scalar("mu"));
    let coupling = exact::vector::norm2(i.vector("k")) * i.scalar("eta") * i.scalar("b");
    let trace: Rational = (1 - coupling) * a + mu;
    let determinant = Rational::from(a * mu);
    let sum = Rational::from(a + mu);
    let one = || Rational::from(1);
    let perpendicular = IntPoly::from_rationals(&[determinant.clone(), -sum, one()]);
    let key = IntPoly::from_rationals(&[determinant, -trace, one()]);
    (1..i.vector("k").len()).fold(key, |product, _| &product * &perpendicular)
}

fn check(i: &Instance) -> Outcome {
    let (rho, ta, tb) = (i.scalar("rho"), i.scalar("ta"), i.scalar("tb"));
    let target = &rotation_polynomial(rho, ta) * &rotation_polynomial(rho, tb);
    for (conclusion, transition) in
        [kda_step(i).characteristic_polynomial(), mdn_polynomial(i)].iter().enumerate()
    {
        if target.divides(transition) {
            let found = format!("{target:?} divides {transition:?}");
            return Outcome::Refuted {
                conclusion,
                expected: "a spectrum without both rotations".into(),
                found,
            };
        }
    }
    Outcome::Holds(vec![Evidence::Compute; 2])
}

/// CKDA on four coordinates with the gates `alpha` and a key `(0, 0, −s, c)`, `(c, s) = (3/5, 4/5)`.
fn encoded(
    rho: (i64, i64),
    [ta, tb]: [(i64, i64); 2],
    alpha: [(i64, i64); 4],
    e: Matrix,
) -> (Instance, Evidence) {
    let i =
        Instance::new().with("rho", rho).with("ta", ta).with("tb", tb).with("alpha", alpha).with("beta", 2);
    let i = i.with("k", [(0, 1), (0, 1), (-4, 5), (3, 5)]).with("a", 0).with("b", 0).with("eta", 0);
    (i.with("mu", 0), Evidence::Intertwiner(e))
}

const QUARTER: (i64, i64) = (1, 4);

/// The target's coordinates with its two planes exchanged.
fn exchanged() -> Matrix {
    Matrix::from_fn(4, 4, |i, j| Rational::from(u8::from(i == (j + 2) % 4)))
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "embedding/two-oscillators",
    title: "No CKDA or MDN step encodes two rotations",
    system: "ckda",
    source: "What Are the Limits of a Single Oscillator?",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["embedding/spectrum-inclusion", "ckda/at-most-one-pair", "mdn/at-most-one-pair"],
    text: include_str!("two_oscillators.rs"),
    dimensions: (1, 12),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp {
            drops: "radius-not-zero",
            fails: 0,
            witness: || encoded((0, 1), [(1, 2), (1, 3)], [(0, 1); 4], Matrix::identity(4)),
        },
        Sharp {
            drops: "first-angle-not-straight",
            fails: 0,
            witness: || {
                let gates = [QUARTER, QUARTER, QUARTER, (-1, 4)];
                encoded(QUARTER, [(0, 1), (4, 3)], gates, Matrix::identity(4))
            },
        },
        Sharp {
            drops: "second-angle-not-straight",
            fails: 0,
            witness: || encoded(QUARTER, [(4, 3), (0, 1)], [QUARTER, QUARTER, QUARTER, (-1, 4)], exchanged()),
        },
    ],
    traps: &[],
};
