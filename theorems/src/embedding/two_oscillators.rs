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
//! CKDA to encode the target, and the same or fewer for MDN.

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
    let scalars = ["rho", "ta", "tb", "beta", "a", "b", "eta", "mu"].map(|name| (name, Shape::Scalar));
    let vectors = ["alpha", "k"].map(|name| (name, Shape::Vector("d")));
    Statement {
        parameters: scalars.into_iter().chain(vectors).collect(),
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

const fn needed(drops: &'static str, fails: usize, witness: fn() -> (Instance, Evidence)) -> Sharp {
    Sharp { drops, fails, witness }
}

/// The target 0, and transitions that are 0.
fn nothing(encoder: Matrix) -> (Instance, Evidence) {
    let i = Instance::new().with("rho", 0).with("ta", (1, 2)).with("tb", (1, 3)).with("alpha", [(0, 1); 4]);
    let i = i.with("beta", 0).with("k", [(0, 1); 4]).with("a", 0).with("b", 0).with("eta", 0).with("mu", 0);
    (i, Evidence::Intertwiner(encoder))
}

/// CKDA on four coordinates: the last two rotate by `2 atan(4/3)` at the modulus 1/4, the first two decay by 1/4.
fn encoded([ta, tb]: [(i64, i64); 2], columns: [usize; 4]) -> (Instance, Evidence) {
    let i = Instance::new().with("rho", QUARTER).with("ta", ta).with("tb", tb).with("beta", 2);
    let i = i.with("alpha", [QUARTER, QUARTER, QUARTER, (-1, 4)]);
    let i = i.with("k", [(0, 1), (0, 1), (-4, 5), (3, 5)]).with("a", 0).with("b", 0).with("eta", 0);
    let encoder = Matrix::from_fn(4, 4, |row, column| u8::from(row == columns[column]).into());
    (i.with("mu", 0), Evidence::Intertwiner(encoder))
}

const QUARTER: (i64, i64) = (1, 4);

/// MDN on three coordinates with a key block that rotates by `2 atan(4/3)` at the modulus 1/4, beside two perpendicular
/// directions that decay by 1/4; `columns` orders the encoder's columns: directions 0 and 1, plane 2 and 3.
fn encoded_by_momentum([ta, tb]: [(i64, i64); 2], columns: [usize; 4]) -> (Instance, Evidence) {
    let i = Instance::new().with("rho", QUARTER).with("ta", ta).with("tb", tb);
    let i = i.with("alpha", [(0, 1); 3]).with("beta", 0).with("k", [(0, 1), (0, 1), (1, 1)]);
    let i = i.with("a", QUARTER).with("b", 1).with("eta", (64, 25)).with("mu", QUARTER);
    let encoder = Matrix::from_fn(6, 4, |row, column| match (row, columns[column]) {
        (0, 0) | (1, 1) | (2, 2) => Rational::from(1),
        (2, 3) => Rational::from((-4, 3)),
        (5, 3) => Rational::from((8, 3)),
        _ => Rational::new(),
    });
    (i, Evidence::Intertwiner(encoder))
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
    formal: &["embedding_two_oscillators", "embedding_two_oscillators_ckda", "embedding_two_oscillators_mdn"],
    text: include_str!("two_oscillators.rs"),
    dimensions: (1, 12),
    domain,
    statement,
    check,
    sharpness: &[
        needed("radius-not-zero", 0, || nothing(Matrix::identity(4))),
        needed("radius-not-zero", 1, || nothing(Matrix::from_fn(8, 4, |i, j| u8::from(i == j).into()))),
        needed("first-angle-not-straight", 0, || encoded([(0, 1), (4, 3)], [0, 1, 2, 3])),
        needed("first-angle-not-straight", 1, || encoded_by_momentum([(0, 1), (4, 3)], [0, 1, 2, 3])),
        needed("second-angle-not-straight", 0, || encoded([(4, 3), (0, 1)], [2, 3, 0, 1])),
        needed("second-angle-not-straight", 1, || encoded_by_momentum([(4, 3), (0, 1)], [2, 3, 0, 1])),
    ],
    traps: &[],
};
