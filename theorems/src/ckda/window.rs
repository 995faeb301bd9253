//! # Two CKDA channels oscillate exactly inside a window
//!
//! **Statement.** Let $a \ge 0$, $b \ge 0$, $\beta \in \mathbb{Q}$ and $k \in \mathbb{Q}^2$. The CKDA step
//! $T = (I - \beta k k^\top)\,\mathrm{Diag}(a, -b)$ has exactly one non-real pair if $\beta \lVert k \rVert^2 > 1$ and
//! $$\bigl(\sqrt a - \sqrt{s b}\bigr)^2 < \beta (a + b) k_1^2 < \bigl(\sqrt a + \sqrt{s b}\bigr)^2, \qquad s = \beta \lVert k \rVert^2 - 1,$$
//! and none otherwise. Its characteristic polynomial is $z^2 - (a + s b - w) z + s a b$ with $w = \beta (a + b) k_1^2$, so a pair has
//! $|\lambda|^2 = s a b$. The norm of the key is free; for $\lVert k \rVert = 1$ it is $s = \beta - 1$ and $k_1 = \cos\varphi$.
//!
//! **Why.** Trace and determinant, and $(a + sb - w)^2 < 4 sab$. With $s \le 0$ the determinant is not positive. It is the window of
//! momentum (`mdn/pair-window`), with $sb$ in place of the momentum: the reflected channel is the second state. Its right end is at
//! most $\beta \lVert k \rVert^2 (a + b)$ by Cauchy and Schwarz, so for $s, a, b > 0$ some direction of the key is always inside
//! (`ckda/rotating-key`).
//!
//! **What is checked.** The pairs are counted from the dense step; the parameter $w$ is drawn before, on, inside and beyond both
//! edges.
//!
//! **Sharpness.** Gates of one sign have no pair although the formula has a window: $a = -1/4$, $b = 1$, and $a = 1$, $b = -1/4$,
//! with $\beta = 2$ and keys in it. On an edge there is no pair: $a = b = 1$, $\beta = 50/49$, $k = (3, 4)/5$ (trap `closed-window`; the step
//! is defective there). And for $\beta \lVert k \rVert^2 < 1$ the window of $|s|$ means nothing (trap `window-without-strength`).

use crate::support::{erase_step, rational};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::{closed, open, small_fraction, unit_key};
use exact::{Matrix, Rational};
use proptest::prelude::*;

/// The article's ranges; any small fractions; for equal gates keys on an edge of the window, and at `s = 1` any place of it.
fn domain(_: usize) -> BoxedStrategy<Instance> {
    let build = |a: Rational, b: Rational, beta: Rational, k: Vec<Rational>| {
        let i = Instance::new().with("a", a).with("b", b).with("beta", beta);
        i.with("x", k[0].clone()).with("y", k[1].clone())
    };
    let free = (closed(0, 1), closed(0, 1), prop_oneof![3 => closed(1, 2), 1 => closed(-2, 4)], unit_key(2))
        .prop_map(move |(a, b, beta, k)| build(a, b, beta, k));
    let small = || small_fraction(4);
    let any = (closed(0, 2), closed(0, 2), small(), small(), small())
        .prop_map(move |(a, b, beta, x, y)| build(a, b, beta, vec![x, y]));
    // a = b and s = u²: the edges 2 (1 + u²) k₁² = (1 ∓ u)² are at u = ±(1 ± 2 k₁ k₂) / (1 − 2 k₁²).
    let edge = (closed(0, 1), unit_key(2)).prop_map(move |(a, k)| {
        let across = Rational::from(&k[0] * &k[1]) * 2;
        let low = 1 - 2 * k[0].clone().square();
        let u = if low == 0 { Rational::new() } else { (1 - across) / low };
        build(a.clone(), a, 1 + u.square(), k)
    });
    // s = 1, a = b: the window is 0 < w < 4a.
    let place = prop_oneof![1 => Just(rational(0, 1)), 1 => Just(rational(1, 1)), 2 => open(0, 1), 1 => closed(-1, 2)];
    let full = (closed(0, 1), place, closed((1, 4), 2)).prop_map(move |(a, x, y)| {
        let norm = Rational::from(x.square_ref()) + Rational::from(y.square_ref());
        build(a.clone(), a, 2 / norm, vec![x, y])
    });
    prop_oneof![2 => free, 1 => any, 2 => edge, 2 => full].boxed()
}

/// `s`.
fn excess() -> Expr {
    p("beta") * dot("k", "k") - 1
}

/// `w`.
fn weight() -> Expr {
    p("beta") * (p("a") + "b") * square("x")
}

fn window() -> Expr {
    in_root_window(weight(), "a", excess() * "b")
}

fn pair_in(window: Expr) -> Statement {
    let two = |first: Expr, second: Expr| entries("i", 2, select(eq("i", 1), first, second));
    Statement {
        parameters: ["a", "b", "beta", "x", "y"].map(|name| (name, Shape::Scalar)).to_vec(),
        hypotheses: vec![("first-not-negative", le(0, "a")), ("second-not-positive", le(0, "b"))],
        transition: vec![
            ("alpha", two(p("a"), -p("b"))),
            ("k", two(p("x"), p("y"))),
            ("T", erase_step("beta", "k", "k", "alpha")),
        ],
        conclusion: vec![
            pairs_equal("T", select(window, 1, 0)),
            eq(charpoly("T"), quadratic(p("a") + excess() * "b" - weight(), excess() * "a" * "b")),
        ],
    }
}

fn statement() -> Statement {
    pair_in(all_of(vec![lt(0, excess()), window()]))
}

fn check(i: &Instance) -> Outcome {
    let [a, b, beta, x, y] = ["a", "b", "beta", "x", "y"].map(|name| i.scalar(name));
    let (k, gates) = ([x.clone(), y.clone()], [a.clone(), -b.clone()]);
    let erase = &Matrix::identity(2) - &Matrix::outer(&k, &k).scale(beta);
    let polynomial = (&erase * &Matrix::diagonal(&gates)).characteristic_polynomial();
    let s = exact::vector::norm2(&k) * beta - 1;
    let w = Rational::from(a + b) * beta * x * x;
    // The window is between the roots of w² − 2 (a + sb) w + (a − sb)²; for s ≤ 0 it is empty.
    let sb = Rational::from(&s * b);
    let (sum, difference) = (Rational::from(a + &sb), Rational::from(a - &sb));
    let inside = s > 0 && w.clone().square() - sum * 2 * &w + difference.square() < 0;
    let (expected, found) = (usize::from(inside), spectrum::dense::pairs(&polynomial));
    if expected != found {
        let [expected, found] = [expected, found].map(|pairs| format!("{pairs} non-real pairs"));
        return Outcome::Refuted { conclusion: 0, expected, found };
    }
    let coefficients = [sb.clone() * a, w - a - sb, Rational::from(1)];
    let quadratic = exact::IntPoly::from_rationals(&coefficients).primitive();
    if quadratic != polynomial {
        let (expected, found) = (format!("{quadratic:?}"), format!("{polynomial:?}"));
        return Outcome::Refuted { conclusion: 1, expected, found };
    }
    Outcome::Holds(vec![Evidence::Sturm, Evidence::Compute])
}

fn at(a: (i64, i64), b: (i64, i64), beta: (i64, i64), [x, y]: [(i64, i64); 2]) -> (Instance, Evidence) {
    let i = Instance::new().with("a", a).with("b", b).with("beta", beta).with("x", x).with("y", y);
    (i, Evidence::Sturm)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "ckda/window",
    title: "Two CKDA channels oscillate exactly inside a window",
    system: "ckda",
    source: "beyond the article: the exact region of rotation of two channels",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("window.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp {
            drops: "first-not-negative",
            fails: 0,
            witness: || at((-1, 4), (1, 1), (2, 1), [(3, 5), (4, 5)]),
        },
        Sharp {
            drops: "second-not-positive",
            fails: 0,
            witness: || at((1, 1), (-1, 4), (2, 1), [(3, 5), (4, 5)]),
        },
    ],
    traps: &[
        Trap {
            name: "window-without-strength",
            statement: || pair_in(window()),
            fails: 0,
            witness: || at((1, 4), (1, 4), (1, 2), [(4, 5), (3, 5)]),
        },
        Trap {
            name: "closed-window",
            statement: || {
                let closed = le(square(weight() - "a" - excess() * "b"), 4 * (excess() * "a" * "b"));
                pair_in(all_of(vec![lt(0, excess()), closed]))
            },
            fails: 0,
            witness: || at((1, 1), (1, 1), (50, 49), [(3, 5), (4, 5)]),
        },
    ],
};
