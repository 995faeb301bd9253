//! What the theorems about discretised oscillators share: the steps as formulas and as the engine runs them.
//!
//! The state is $(z, x)$ with $z = \dot x$, for $\ddot x = -A x - G \dot x$ and the step size $\Delta$.

use crate::logarithm::lines;
use claim::expr::*;
use claim::{Evidence, Expr, Instance, Outcome};
use engine::systems::linoss::{Oscillator, Scheme, scheme};
use exact::strategies::{closed, open, small_fraction};
use exact::{IntPoly, Matrix, Rational};
use proptest::prelude::*;

/// The 2 × 2 matrix of four scalars.
pub(crate) fn matrix(entries: [Expr; 4]) -> Expr {
    let [a, b, c, d] = entries.map(|entry| entry * eye(1));
    block(a, b, c, d)
}

/// `Δ² A`.
pub(crate) fn stiffness() -> Expr {
    square("dt") * "A"
}

/// The step of a scheme with the parameters `A`, `dt` and, where it has them, `G` and the inverse `s` of its divisor.
pub(crate) fn formula(kind: Scheme) -> Expr {
    let damped = || p("dt") * "G";
    let (minus_da, kept) = (-(p("dt") * "A"), || 1 - damped());
    match kind {
        Scheme::Im => p("s") * matrix([int(1), minus_da, p("dt"), int(1)]),
        Scheme::Imex => matrix([int(1), minus_da, p("dt"), 1 - stiffness()]),
        Scheme::DampedImex1 => p("s") * matrix([int(1), minus_da, p("dt"), 1 + damped() - stiffness()]),
        Scheme::DampedImex2 => matrix([kept(), minus_da, p("dt") * kept(), 1 - stiffness()]),
        Scheme::DampedIm => p("s") * matrix([int(1), minus_da, p("dt"), 1 + damped()]),
        Scheme::DampedEx => matrix([kept(), minus_da, p("dt"), int(1)]),
    }
}

/// The engine's step, if its divisor is not zero.
pub(crate) fn step(kind: Scheme, i: &Instance) -> Option<Matrix> {
    let g = match i.get("G") {
        Some(_) => i.scalar("G").clone(),
        None => Rational::new(),
    };
    let oscillator = Oscillator { a: i.scalar("A").clone(), g, dt: i.scalar("dt").clone() };
    let (entries, _, divisor) = scheme(kind, &oscillator);
    if divisor.is_zero() {
        return None;
    }
    Some(Matrix::from_fn(2, 2, |row, column| Rational::from(&entries[2 * row + column] / &divisor)))
}

/// `1 + ΔG + stiff · Δ²A` inverted, where it is not 0; then the damping is moved by 1/Δ first.
pub(crate) fn with_inverse(i: Instance, stiff: bool) -> Instance {
    let divisor = |i: &Instance| -> Rational {
        let (a, g, dt) = (i.scalar("A"), i.scalar("G"), i.scalar("dt"));
        let square = Rational::from(dt.square_ref());
        1 + Rational::from(dt * g) + if stiff { Rational::from(&square * a) } else { Rational::new() }
    };
    let i = if divisor(&i).is_zero() {
        let moved = Rational::from(i.scalar("dt").recip_ref()) + i.scalar("G");
        i.with("G", moved)
    } else {
        i
    };
    let inverse = divisor(&i).recip();
    i.with("s", inverse)
}

/// Any `A`, `G` and `Δ ≠ 0`: in the official ranges, of either sign, and on the edges of the windows.
pub(crate) fn damped_domain() -> BoxedStrategy<Instance> {
    let size = prop_oneof![4 => open(0, 1), 1 => open(1, 3), 1 => open(-1, 0)];
    let any = || prop_oneof![3 => closed(0, 4), 1 => closed(-3, 0), 1 => small_fraction(6)];
    (size, any(), any(), 0..6_u8)
        .prop_map(|(dt, a, g, kind)| {
            // Roots of unity apart, the edges are ΔG = ±2Δ√A and ΔG ± Δ²A = ±2Δ√A, hit here with a square A.
            let root = a.clone().abs();
            let a = if kind < 3 { root.clone().square() } else { a };
            let g = match kind {
                0 => 2 * root,
                1 => 2 * root - Rational::from(&dt * &a),
                2 => 2 * root + Rational::from(&dt * &a),
                3 => -Rational::from(&dt * &a),
                4 => Rational::from(&dt * &a),
                _ => g,
            };
            Instance::new().with("A", a).with("G", g).with("dt", dt)
        })
        .boxed()
}

/// `z² − trace · z + determinant`.
pub(crate) fn polynomial(trace: &Rational, determinant: &Rational) -> IntPoly {
    IntPoly::from_rationals(&[determinant.clone(), Rational::from(-trace), Rational::from(1)])
}

/// The lines of a damped scheme: characteristic polynomial; one pair inside the window and none outside; inside it, all
/// modes decay exactly when `decays`.
pub(crate) fn damped_lines(trace: Expr, determinant: Expr, window: Expr, decays: Expr) -> Vec<Expr> {
    vec![
        eq(charpoly("T"), quadratic(trace, determinant)),
        pairs_equal("T", select(window.clone(), 1, 0)),
        any_of(vec![not(window), equivalent(schur_stable("T"), decays)]),
    ]
}

/// Decides [`damped_lines`] for the engine's step, from its own characteristic polynomial.
pub(crate) fn decide(
    kind: Scheme,
    i: &Instance,
    (trace, determinant): (Rational, Rational),
    window: bool,
    decays: bool,
) -> Outcome {
    let Some(step) = step(kind, i) else {
        return Outcome::Undecided("the scheme divides by zero".into());
    };
    let found = step.characteristic_polynomial();
    let pairs = spectrum::dense::pairs(&found);
    lines(vec![
        ("the characteristic polynomial", found == polynomial(&trace, &determinant), Evidence::Compute),
        ("a pair exactly in the window", pairs == usize::from(window), Evidence::Sturm),
        ("decay exactly then", !window || found.schur_stable() == decays, Evidence::Compute),
    ])
}
