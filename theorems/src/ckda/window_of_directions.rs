//! # The keys that rotate two CKDA channels are near one of two lines and not near the other
//!
//! **Statement.** Let $p, q, \beta, x, y \in \mathbb{Q}$. The CKDA step $T = (I - \beta k k^\top)\,\mathrm{Diag}(p^2, -q^2)$ with the key $k = (x, y)$ has
//! exactly one non-real pair if
//! $$\beta (px + qy)^2 - (p^2 + q^2) \quad\text{and}\quad \beta (px - qy)^2 - (p^2 + q^2)$$
//! have different signs, and none otherwise; their product is the discriminant of $\chi_T$. For $p, q > 0$ and a key of norm 1 and angle $\varphi$ that is
//! $$\beta \cos^2(\varphi + \theta) < 1 < \beta \cos^2(\varphi - \theta) \quad\text{or with } \theta \text{ and } {-\theta} \text{ exchanged}, \qquad \tan\theta = q/p.$$
//! Nothing is assumed: a zero gate, a key of any length and a negative strength are included.
//!
//! **Why.** With $a = p^2$, $b = q^2$, $u = \beta x^2$, $v = \beta y^2$ the trace is $a(1 - u) - b(1 - v)$ and the determinant $ab(u + v - 1)$, so
//! the discriminant is $(a(1 - u) + b(1 - v))^2 - 4ab\,uv = (a + b - au - bv)^2 - 4ab\,uv$: a difference of two squares, with
//! $2\sqrt{ab\,uv} = \pm 2\beta pq\,xy$. It is the window of `ckda/window` again, seen from the key: there the place $w = \beta(a + b)k_1^2$
//! has two edges that depend on the strength, here the gates give one angle $\theta$ and the strength one width.
//!
//! A designer reads from it: a pair needs $\beta > 1$ (as $\cos^2 \le 1$); for $\beta > 1$ the rotating keys are those within
//! $\delta = \arccos(1/\sqrt\beta)$ of one of the lines at $\theta$ and $-\theta$ but not of the other. While these arcs do not meet, that is
//! for $\delta \le \theta \le 90° - \delta$, they are the share $4\delta/\pi$ of all directions: with equal gates ($\theta = 45°$) 28 % at $\beta = 1.05$, and all but the axes
//! at $\beta = 2$.
//!
//! **What is checked.** The pairs are counted from the dense step by Sturm's theorem; its characteristic polynomial, and the factors.
//! Directions on an edge are among the instances.
//!
//! **Sharpness.** On an edge there is no pair (trap `closed-window`): $p = q = 1$, $\beta = 50/49$, $k = (3, 4)/5$, where the step is
//! defective. Strength above 1 alone is not enough (trap `strength-is-enough`): $\beta = 21/20$, $k = (-5, 12)/13$.

use crate::support::{erase_step, rational};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Statement, Trap};
use exact::strategies::{closed, small_fraction, unit_key};
use exact::{IntPoly, Matrix, Rational};
use proptest::prelude::*;

/// The official ranges, any small fractions, and strengths for which the key is exactly on an edge.
fn domain(_: usize) -> BoxedStrategy<Instance> {
    let build = |p: Rational, q: Rational, beta: Rational, k: Vec<Rational>| {
        let i = Instance::new().with("p", p).with("q", q).with("beta", beta);
        i.with("x", k[0].clone()).with("y", k[1].clone())
    };
    let official =
        (closed(0, 1), closed(0, 1), prop_oneof![3 => closed(1, 2), 1 => closed(0, 1)], unit_key(2))
            .prop_map(move |(p, q, beta, k)| build(p, q, beta, k));
    let small = || small_fraction(4);
    let any = (small(), small(), small(), small(), small())
        .prop_map(move |(p, q, beta, x, y)| build(p, q, beta, vec![x, y]));
    let edge = (closed(0, 1), closed(0, 1), unit_key(2)).prop_map(move |(p, q, k)| {
        let read = Rational::from(&p * &k[0]) + Rational::from(&q * &k[1]);
        let size = p.clone().square() + q.clone().square();
        let beta = if read.is_zero() { rational(3, 2) } else { size / read.square() };
        build(p, q, beta, k)
    });
    prop_oneof![3 => official, 1 => any, 1 => edge].boxed()
}

/// `β (p x ± q y)² − (p² + q²)`.
fn beyond(along: Expr) -> Expr {
    p("beta") * square(along) - (square("p") + square("q"))
}

/// The two factors of the discriminant.
fn factors() -> [Expr; 2] {
    [beyond(p("p") * "x" + p("q") * "y"), beyond(p("p") * "x" - p("q") * "y")]
}

fn product() -> Expr {
    let [first, second] = factors();
    first * second
}

/// Of the step.
fn trace() -> Expr {
    square("p") * (int(1) - p("beta") * square("x")) - square("q") * (int(1) - p("beta") * square("y"))
}

/// Of the step.
fn det() -> Expr {
    square("p") * square("q") * (p("beta") * (square("x") + square("y")) - 1)
}

fn pair_in(window: Expr) -> Statement {
    let two = |first: Expr, second: Expr| entries("i", 2, select(eq("i", 1), first, second));
    Statement {
        parameters: ["p", "q", "beta", "x", "y"].map(|name| (name, Shape::Scalar)).to_vec(),
        hypotheses: vec![],
        transition: vec![
            ("alpha", two(square("p"), -square("q"))),
            ("k", two(p("x"), p("y"))),
            ("T", erase_step("beta", "k", "k", "alpha")),
        ],
        conclusion: vec![
            pairs_equal("T", select(window, 1, 0)),
            eq(charpoly("T"), quadratic(trace(), det())),
            eq(square(trace()) - 4 * det(), product()),
        ],
    }
}

fn statement() -> Statement {
    pair_in(lt(product(), 0))
}

fn check(i: &Instance) -> Outcome {
    let [p, q, beta, x, y] = ["p", "q", "beta", "x", "y"].map(|name| i.scalar(name));
    let (k, gates) = ([x.clone(), y.clone()], [p.clone().square(), -q.clone().square()]);
    let erase = &Matrix::identity(2) - &Matrix::outer(&k, &k).scale(beta);
    let step = &erase * &Matrix::diagonal(&gates);
    let size = p.clone().square() + q.clone().square();
    let [first, second] = [1, -1].map(|sign| {
        let along = Rational::from(p * x) + Rational::from(q * y) * Rational::from(sign);
        along.square() * beta - &size
    });
    let product = first * second;
    let (expected, found) =
        (usize::from(product < 0), spectrum::dense::pairs(&step.characteristic_polynomial()));
    if expected != found {
        let [expected, found] = [expected, found].map(|pairs| format!("{pairs} non-real pairs"));
        return Outcome::Refuted { conclusion: 0, expected, found };
    }
    let [x2, y2] = [x, y].map(|x| x.clone().square() * beta);
    let [p2, q2] = [p, q].map(|p| p.clone().square());
    let trace: Rational = &p2 * (1 - x2.clone()) - &q2 * (1 - y2.clone());
    let determinant: Rational = p2 * q2 * (x2 + y2 - 1);
    let quadratic =
        IntPoly::from_rationals(&[determinant.clone(), -trace.clone(), Rational::from(1)]).primitive();
    let polynomial = step.characteristic_polynomial();
    if quadratic != polynomial {
        let (expected, found) = (format!("{quadratic:?}"), format!("{polynomial:?}"));
        return Outcome::Refuted { conclusion: 1, expected, found };
    }
    let discriminant = trace.square() - determinant * 4;
    if discriminant != product {
        let (expected, found) = (format!("{product}"), format!("{discriminant}"));
        return Outcome::Refuted { conclusion: 2, expected, found };
    }
    Outcome::Holds(vec![Evidence::Sturm, Evidence::Compute, Evidence::Compute])
}

fn at(beta: (i64, i64), [x, y]: [(i64, i64); 2]) -> (Instance, Evidence) {
    let i = Instance::new().with("p", 1).with("q", 1).with("beta", beta).with("x", x).with("y", y);
    (i, Evidence::Sturm)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "ckda/window-of-directions",
    title: "The keys that rotate two CKDA channels are near one of two lines and not near the other",
    system: "ckda",
    source: "beyond the article: the exact region of rotation of two channels",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["ckda/window"],
    formal: &[],
    text: include_str!("window_of_directions.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[
        Trap {
            name: "closed-window",
            statement: || pair_in(le(product(), 0)),
            fails: 0,
            witness: || at((50, 49), [(3, 5), (4, 5)]),
        },
        Trap {
            name: "strength-is-enough",
            statement: || pair_in(lt(1, p("beta") * dot("k", "k"))),
            fails: 0,
            witness: || at((21, 20), [(-5, 13), (12, 13)]),
        },
    ],
};
