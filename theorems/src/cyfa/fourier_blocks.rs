//! # Fourier coordinates split an odd cyclic shift into rotations
//!
//! **Statement.** Let $m = 2p + 1$ be odd and $\delta, \delta' \in \mathbb{Q}$. The Fourier fractional shift
//! $P(\delta) \in \mathbb{R}^{m \times m}$ has the entries $D(i - l - \delta)$ with
//! $D(x) = \frac{1}{m}\bigl(1 + 2\sum_{j=1}^{p} \cos(2\pi j x/m)\bigr)$. With $\omega_j = 2\pi j/m$ and the basis
//! $\Phi$ of columns $1, \cos(\omega_j l), \sin(\omega_j l)$ over the slots $l$:
//! $P(\delta)\Phi = \Phi\,(1 \oplus R(\omega_1\delta) \oplus \dots \oplus R(\omega_p\delta))$,
//! $\Phi^\top\Phi = m \oplus \frac{m}{2} I_{2p}$, $P(\delta)P(\delta') = P(\delta + \delta')$ and
//! $P(\delta)^\top P(\delta) = I$.
//!
//! **Why.** $D$ is the kernel of trigonometric interpolation: $P(\delta)$ delays every function of degree at most
//! $p$ on the circle by $\delta$ slots, and $\cos(\omega_j(l - \delta))$, $\sin(\omega_j(l - \delta))$ are rotations
//! of $\cos(\omega_j l)$, $\sin(\omega_j l)$. Delays compose.
//!
//! **What is checked.** All four identities, entry by entry, in the cyclotomic field of the instance: no angle is
//! ever rounded.
//!
//! **Sharpness.** For even $m$ a Nyquist mode $\cos(\pi l)$ is left over, which a real shift can only scale by
//! $\cos(\pi\delta)$: then $P$ is neither a group ($m = 2$, $\delta = \delta' = 1/2$) nor orthogonal.

use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::Rational;
use proptest::prelude::*;
use spectrum::fourier;

fn domain(p: usize) -> BoxedStrategy<Instance> {
    // One common denominator keeps the cyclotomic field small.
    (1_i64..=6, -9_i64..=9, -9_i64..=9)
        .prop_map(move |(q, a, b)| {
            let i = Instance::new().with("m", 2 * p as i64 + 1);
            i.with("delta", (a, q)).with("delta2", (b, q))
        })
        .boxed()
}

fn statement() -> Statement {
    let group = p("P") * p("P2");
    let norms = direct_sum(p("m") * eye(1), copies(p("m") - 1, p("m") / 2 * eye(1)));
    Statement {
        parameters: vec![("m", Shape::Scalar), ("delta", Shape::Scalar), ("delta2", Shape::Scalar)],
        hypotheses: vec![("odd-slots", odd("m"))],
        transition: vec![("P", shift("m", "delta")), ("P2", shift("m", "delta2"))],
        conclusion: vec![
            eq(p("P") * fourier_basis("m"), fourier_basis("m") * fourier_rotations("m", "delta")),
            eq(transpose(fourier_basis("m")) * fourier_basis("m"), norms),
            eq(group, shift("m", p("delta") + p("delta2"))),
            eq(transpose("P") * p("P"), eye("m")),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let (m, delta, delta2) = (i.scalar("m"), i.scalar("delta"), i.scalar("delta2"));
    let Some(m) = m.numer().to_u32() else {
        return Outcome::Undecided("the number of slots is too large".into());
    };
    let sum = Rational::from(delta + delta2);
    // The prover only bounds the identities with balls; the checker decides them exactly.
    for (conclusion, name, consistent) in [
        (0, "P Φ = Φ (1 ⊕ R ⊕ … ⊕ R)", fourier::has_fourier_eigenvectors(m, delta)),
        (2, "P(δ) P(δ′) = P(δ + δ′)", fourier::composes(m, delta, delta2, &sum)),
        (3, "Pᵀ P = 1", fourier::composes(m, &-delta.clone(), delta, &Rational::new())),
    ] {
        if !consistent {
            return Outcome::Refuted {
                conclusion,
                expected: name.into(),
                found: "the two sides differ".into(),
            };
        }
    }
    Outcome::Holds(vec![Evidence::Compute; 4])
}

fn two_slots() -> (Instance, Evidence) {
    (Instance::new().with("m", 2).with("delta", (1, 2)).with("delta2", (1, 2)), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "cyfa/fourier-blocks",
    title: "Fourier coordinates split an odd cyclic shift into rotations",
    system: "cyfa",
    source: "Transport in slot space, oscillation in Fourier space",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &["cyfa_fourier_blocks", "cyfa_integer_clock"],
    text: include_str!("fourier_blocks.rs"),
    dimensions: (0, 4),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "odd-slots", fails: 2, witness: two_slots },
        Sharp { drops: "odd-slots", fails: 3, witness: two_slots },
    ],
    traps: &[],
};
