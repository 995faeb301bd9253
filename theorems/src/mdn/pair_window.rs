//! # A momentum step oscillates exactly inside a window
//!
//! **Statement.** Let $\alpha, \mu, \beta, \eta \in \mathbb{Q}$ with $\alpha \ge 0$ and $\mu \ge 0$, $d \ge 1$, and $k \in \mathbb{Q}^d$ with
//! $\lVert k \rVert = 1$. The momentum step $T$ of $m' = \mu m + \alpha\eta kk^\top s$, $s' = \alpha s - \beta m'$ has exactly one non-real
//! conjugate pair if $(\sqrt\alpha - \sqrt\mu)^2 < \alpha\beta\eta < (\sqrt\alpha + \sqrt\mu)^2$, and none otherwise. The polynomial
//! $z^2 - cz + \alpha\mu$ with $c = \alpha(1 - \beta\eta) + \mu$ divides $\det(zI - T)$; a pair consists of its roots, so
//! $|\lambda|^2 = \alpha\mu$.
//!
//! **Why.** By `mdn/blocks` the eigenvalues are those of $B$, whose trace is $c$ and determinant $\alpha\mu$, and $\alpha$, $\mu$. A pair
//! means $c^2 < 4\alpha\mu$, that is $|\alpha + \mu - \alpha\beta\eta| < 2\sqrt{\alpha\mu}$.
//!
//! **What is checked.** The pairs of the dense $2d \times 2d$ step are counted by Descartes' rule, and by Sturm's theorem in the
//! certificate; the division is carried out. Both edges of the window are drawn exactly.
//!
//! **Sharpness.** If one of $\alpha$, $\mu$ is negative, $\alpha\mu < 0$ and there is no pair, whatever $\alpha\beta\eta$; if both are, the window is
//! mirrored: $\alpha = \mu = -1/2$, $\beta\eta = 1$ has a pair (trap). For $\lVert k \rVert \ne 1$ the window is that of $\eta \lVert k \rVert^2$. A pair
//! decays only for $\alpha\mu < 1$ (trap), and without a pair gates below one are not enough: $\alpha = \mu = 9/10$,
//! $\beta\eta = 8$ has an eigenvalue below $-5$ (trap).

use crate::oscillator::{momentum_formula, momentum_step, scalar};
use crate::support::rational;
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::{closed, open, unit_key};
use exact::{IntPoly, Matrix, Rational};
use proptest::prelude::*;

/// Places `αβη` before, on, inside, on or beyond the window between `(√α ∓ √μ)²`, where the roots are rational.
fn domain(d: usize) -> BoxedStrategy<Instance> {
    let root = || prop_oneof![3 => closed(0, 1), 1 => closed(0, 2)];
    // From (√α − √μ)² at 0 to (√α + √μ)² at 1.
    let place = prop_oneof![
        1 => Just(rational(0, 1)),
        1 => Just(rational(1, 1)),
        2 => open(0, 1),
        1 => open(1, 3),
        1 => open(-2, 0),
    ];
    let beta = || prop_oneof![closed((1, 4), 1), Just(rational(-1, 2))];
    let placed = (root(), root(), place, beta()).prop_map(|(a, u, place, beta)| {
        let low = Rational::from(&a - &u).square();
        let w = low + place * 4 * &a * &u;
        let (alpha, mu) = (a.square(), u.square());
        let eta = if alpha == 0 { w } else { w / &alpha / &beta };
        (alpha, mu, beta, eta)
    });
    let free = (closed(0, 2), closed(0, 2), scalar(), scalar());
    (prop_oneof![4 => placed, 1 => free], unit_key(d))
        .prop_map(|((alpha, mu, beta, eta), k)| {
            let i = Instance::new().with("alpha", alpha).with("mu", mu);
            i.with("beta", beta).with("eta", eta).with("k", k)
        })
        .boxed()
}

fn statement() -> Statement {
    let scalars = ["alpha", "mu", "beta", "eta"].map(|name| (name, Shape::Scalar));
    Statement {
        parameters: scalars.into_iter().chain([("k", Shape::Vector("d"))]).collect(),
        hypotheses: vec![
            ("nonnegative-gate", le(0, "alpha")),
            ("nonnegative-momentum", le(0, "mu")),
            ("unit-key", eq(dot("k", "k"), 1)),
        ],
        transition: vec![
            ("A", p("alpha") * eye(len("k"))),
            ("M", p("mu") * eye(len("k"))),
            ("P", outer("k", "k")),
            ("T", momentum_formula(&p("A"), &p("M"), &p("P"))),
            ("c", p("alpha") * (1 - p("beta") * "eta") + "mu"),
        ],
        conclusion: vec![
            pairs_equal("T", select(in_window(), 1, 0)),
            divides(quadratic("c", p("alpha") * "mu"), charpoly("T")),
        ],
    }
}

fn in_window() -> Expr {
    in_root_window(p("alpha") * "beta" * "eta", "alpha", "mu")
}

fn check(i: &Instance) -> Outcome {
    let (alpha, mu, k) = (i.scalar("alpha"), i.scalar("mu"), i.vector("k"));
    let (beta, eta, d) = (i.scalar("beta"), i.scalar("eta"), k.len());
    let gates = (&*vec![alpha.clone(); d], &*vec![mu.clone(); d]);
    let step = momentum_step(gates, (beta, eta), &Matrix::outer(k, k));
    let polynomial = step.characteristic_polynomial();
    // w is between the squares of √α ∓ √μ, the roots of w² − 2 (α + μ) w + (α − μ)², when this is negative.
    let w = Rational::from(alpha * beta) * eta;
    let (sum, difference) = (Rational::from(alpha + mu), Rational::from(alpha - mu));
    let inside = w.clone().square() - sum * 2 * &w + difference.square() < 0;
    let (expected, found) = (usize::from(inside), spectrum::dense::pairs(&polynomial));
    if found != expected {
        let [expected, found] = [expected, found].map(|pairs| format!("{pairs} non-real pairs"));
        return Outcome::Refuted { conclusion: 0, expected, found };
    }
    let c = Rational::from(alpha - &w) + mu;
    let quadratic = IntPoly::from_rationals(&[Rational::from(alpha * mu), -c, rational(1, 1)]);
    if !quadratic.divides(&polynomial) {
        let (expected, found) = (format!("a multiple of {quadratic:?}"), format!("{polynomial:?}"));
        return Outcome::Refuted { conclusion: 1, expected, found };
    }
    Outcome::Holds(vec![Evidence::Sturm, Evidence::Compute])
}

/// One coordinate with `β = 1`.
fn at(alpha: (i64, i64), mu: (i64, i64), eta: (i64, i64), k: (i64, i64)) -> Instance {
    let i = Instance::new().with("alpha", alpha).with("mu", mu).with("beta", (1, 1));
    i.with("eta", eta).with("k", [k])
}

fn positive() -> Vec<(&'static str, Expr)> {
    vec![
        ("positive-gate", lt(0, "alpha")),
        ("positive-momentum", lt(0, "mu")),
        ("unit-key", eq(dot("k", "k"), 1)),
    ]
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "mdn/pair-window",
    title: "A momentum step oscillates exactly inside a window",
    system: "mdn",
    source: "Momentum: Another Route to Oscillation",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["mdn/blocks"],
    formal: &["mdn_pair_window"],
    text: include_str!("pair_window.rs"),
    dimensions: (1, 6),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp {
            drops: "nonnegative-gate",
            fails: 0,
            witness: || (at((-1, 2), (1, 2), (-1, 1), (1, 1)), Evidence::Sturm),
        },
        Sharp {
            drops: "nonnegative-momentum",
            fails: 0,
            witness: || (at((1, 2), (-1, 2), (1, 1), (1, 1)), Evidence::Sturm),
        },
        Sharp {
            drops: "unit-key",
            fails: 0,
            witness: || (at((1, 2), (1, 2), (2, 1), (2, 1)), Evidence::Sturm),
        },
        Sharp {
            drops: "unit-key",
            fails: 1,
            witness: || (at((1, 2), (1, 2), (2, 1), (2, 1)), Evidence::Compute),
        },
    ],
    traps: &[
        Trap {
            name: "window-for-gates-of-one-sign",
            statement: || Statement {
                hypotheses: vec![("one-sign", lt(0, p("alpha") * "mu")), ("unit-key", eq(dot("k", "k"), 1))],
                ..statement()
            },
            fails: 0,
            witness: || (at((-1, 2), (-1, 2), (1, 1), (1, 1)), Evidence::Sturm),
        },
        Trap {
            name: "a-pair-decays",
            statement: || Statement {
                hypotheses: positive().into_iter().chain([("in-window", in_window())]).collect(),
                conclusion: vec![schur_stable("T")],
                ..statement()
            },
            fails: 0,
            witness: || (at((6, 5), (11, 10), (1, 1), (1, 1)), Evidence::Compute),
        },
        Trap {
            name: "gates-below-one-are-stable",
            statement: || Statement {
                hypotheses: positive()
                    .into_iter()
                    .chain([("gate-below-one", lt("alpha", 1)), ("momentum-below-one", lt("mu", 1))])
                    .collect(),
                conclusion: vec![schur_stable("T")],
                ..statement()
            },
            fails: 0,
            witness: || (at((9, 10), (9, 10), (8, 1), (1, 1)), Evidence::Compute),
        },
    ],
};
