//! # Under the official coupling momentum words have a certified rate for each head
//!
//! **Statement.** For the head $f = 1/5$ and one channel with key 1 there are a positive definite
//! $Q = \begin{pmatrix} q_1 & q_2 \\ q_2 & 1 \end{pmatrix}$, a number $N$ of arcs and $c \le 1.118$ such that for every arc of $x = \eta f$
//! between $2f (i - 1)/N$ and $2f\,i/N$, every one of its five control points and all $a, b \in \{0, 1\}$, $\mu \in \{\frac18, 1\}$ the matrix there satisfies
//! $B^\top Q B \preceq c^2 Q$. Hence momentum words with $\tan\theta = \eta f$, $\alpha = a\cos^2\theta$, $\beta = b\sin^2\theta$,
//! $\eta \in [0, 2]$, $a, b \in [0, 1]$ and $\mu \in [\frac18, 1]$ (officially $\mu \ge e^{-2} > \frac18$) grow by at most $c$ a token. For any number of channels and any keys of norm at most 1
//! ($\kappa \in \{0, 1\}$ below) the same is so with another $Q$ and $c \le 1.204$.
//!
//! **Why.** On the key's plane the step is
//! $B = \begin{pmatrix} a\cos^2\theta\,(1 - \kappa\eta b\sin^2\theta) & -b\mu\sin^2\theta \\ \kappa\eta a\cos^2\theta & \mu \end{pmatrix}$ with
//! $\kappa = \lVert k \rVert^2$, and across it the same with $\kappa = 0$. It is affine in each of $a$, $b$, $\mu$, $\kappa$ (from `least`, 1 or 0, to 1); in $x$ it is a polynomial of
//! degree 4 over $(1 + x^2)^2$. On an arc both have Bernstein form, with positive coefficients $w_0, \dots, w_4$ below: $B$ is a convex
//! combination of the five control points $B_j/w_j$. The norm of $Q$ is convex, so the control points and corners, all in the one
//! certificate, decide all tokens; $Q \otimes I$ carries it to any number of channels.
//!
//! **What is checked.** For the witness all $48 \cdot 5 \cdot 16$ matrices $c^2Q - B^\top QB$. Then any keys, and heads with smaller $f$:
//! $q_1 = 1/f^2$, $q_2 = 2 (1 + 2f^2)/(1 + 4f^2)$ for one channel, $q_1 = 1/2f^2$, $q_2 = 1$ for any keys.
//!
//! **Sharpness.** Words that grow by more than $1.055$ a token exist for the same $f$ (`switching/mdn-official-words`): the exact
//! rate of this head in one channel is between 1.055 and 1.118, and not known.

use crate::support::rational;
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Statement};
use exact::{Matrix, Rational};
use proptest::prelude::*;

/// The head `f`, one channel (`least` 1) or any keys (0), with a `Q` that is good for small `f`, a rate and a number of arcs.
fn instance(f: Rational, least: i64, arcs: i64) -> Instance {
    let square = Rational::from(f.square_ref());
    let (q1, q2, c) = if least == 1 {
        let cross = 2 * (1 + 2 * square.clone()) / (1 + 4 * square.clone());
        (square.recip(), cross, (1118, 1000))
    } else {
        (square.recip() / 2, rational(1, 1), (1204, 1000))
    };
    let i = Instance::new().with("f", f).with("least", least).with("q1", q1).with("q2", q2);
    i.with("c", c).with("arcs", arcs)
}

fn witness() -> Instance {
    instance(rational(1, 5), 1, 48)
}

fn domain(_: usize) -> BoxedStrategy<Instance> {
    (2_i64..=8, 3_i64..=5, 0..2_i64)
        .prop_map(|(fortieths, arcs, least)| {
            instance(rational(fortieths, 40), least, if fortieths == 8 { 2 * arcs } else { arcs })
        })
        .boxed()
}

/// The term `body` with `name` for the value of `value`.
fn given(name: &'static str, value: Expr, index: &'static str, body: Expr) -> Expr {
    iterate(name, value, index, 1, 1, body)
}

/// The `i`-th of the terms, by the value of the name `i`.
fn chosen(i: &'static str, terms: &[Expr]) -> Expr {
    let last = terms.len() - 1;
    (0..last)
        .rev()
        .fold(terms[last].clone(), |rest, at| select(eq(i, at as i64 + 1), terms[at].clone(), rest))
}

/// Of the products of `size` of the four numbers `x`, the mean: the Bernstein coefficient of `x^size`.
fn mean_product(size: usize) -> Expr {
    let subsets: Vec<Expr> = (0..16_u8)
        .filter(|set| set.count_ones() as usize == size)
        .map(|set| {
            let members = (0..4).filter(|l| set >> l & 1 == 1).map(|l| entry("x", l + 1));
            members.reduce(|product, x| product * x).unwrap_or(int(1))
        })
        .collect();
    let count = subsets.len() as i64;
    subsets.into_iter().reduce(|sum, term| sum + term).unwrap_or(int(0)) / count
}

fn statement() -> Statement {
    let (e1, e2, e3, e4) = (mean_product(1), mean_product(2), mean_product(3), mean_product(4));
    // Over (1 + x²)²: the weight, cos², sin², η cos², η sin² cos².
    let parts = [1 + 2 * e2.clone() + e4.clone(), 1 + e2.clone(), e2 + e4, (e1 + e3.clone()) / "f", e3 / "f"];
    let part = |l: i64| entry("y", l);
    let bit = |name: &'static str| p(name) - 1;
    let cell = |value: Expr| value * eye(1);
    let key = select(eq("g", 2), 1, "least");
    let momentum = || Expr::from((1, 8)) + Expr::from((7, 8)) * bit("u");
    let coupling = || bit("a") * key.clone();
    let step = block(
        cell(bit("a") * part(2) - coupling() * bit("b") * part(5)),
        cell(-(bit("b") * momentum() * part(3))),
        cell(coupling() * part(4)),
        cell(momentum() * part(1)),
    );
    let slack = square(p("c") * part(1)) * p("Q") - transpose("B") * "Q" * "B";
    let within = given("B", step, "z3", select(positive_semidefinite(slack), 1, 0));
    let corners = ["a", "b", "g", "u"].into_iter().fold(within, |body, name| min(entries(name, 2, body)));
    let control = given("y", entries("l", 5, chosen("l", &parts)), "z2", corners);
    let end = |i: Expr| 2 * p("f") * i / "arcs";
    let from = select(le("l", 5 - p("j")), end(p("i") - 1), end(p("i")));
    let point = given("x", entries("l", 4, from), "z", control);
    let arc = min(entries("j", 5, point));
    let scalars = ["arcs", "c", "f", "least", "q1", "q2"].map(|name| (name, Shape::Scalar));
    Statement {
        parameters: scalars.to_vec(),
        hypotheses: vec![
            ("head", all_of(vec![lt(0, "f"), le("f", (1, 5))])),
            ("keys", any_of(vec![eq("least", 0), eq("least", 1)])),
            ("rate", all_of(vec![lt(0, "c"), le("c", select(eq("least", 1), (1118, 1000), (1204, 1000)))])),
        ],
        transition: vec![("Q", block(cell(p("q1")), cell(p("q2")), cell(p("q2")), cell(int(1))))],
        conclusion: vec![
            all_of(vec![positive_semidefinite("Q"), full_column_rank("Q")]),
            eq(entries("i", "arcs", arc), constant("arcs", 1)),
        ],
    }
}

/// The control point `j` (how often the arc's second end counts) of `x^power` between `t` and `u`, by Vandermonde's convolution.
fn bernstein(power: usize, j: usize, t: &Rational, u: &Rational) -> Rational {
    let choose = |n: usize, k: usize| (0..k).fold(1_i64, |c, i| c * (n - i) as i64 / (i as i64 + 1));
    let raised = |x: &Rational, e: usize| crate::words::power(x, e);
    let sum =
        (0..=power.min(j)).filter(|second| power - second <= 4 - j).fold(Rational::new(), |sum, second| {
            let count = choose(j, second) * choose(4 - j, power - second);
            sum + raised(u, second) * raised(t, power - second) * count
        });
    sum / choose(4, power)
}

fn check(i: &Instance) -> Outcome {
    let [f, c, q1, q2] = ["f", "c", "q1", "q2"].map(|name| i.scalar(name));
    let arcs = i.scalar("arcs");
    let square =
        |a: &Rational, b: &Rational, d: &Rational| Matrix::from_fn(2, 2, |i, j| [a, b, d][i + j].clone());
    let form = square(q1, q2, &rational(1, 1));
    let refuted = |conclusion, expected: &str, found: String| Outcome::Refuted {
        conclusion,
        expected: expected.into(),
        found,
    };
    if !form.is_positive_definite() {
        return refuted(0, "a positive definite form", format!("{form:?}"));
    }
    let mut arc = 0;
    while arc < *arcs {
        let [t, u] = [arc, arc + 1].map(|at| Rational::from(2 * at) * f / arcs);
        for j in 0..5 {
            let x = |power| bernstein(power, j, &t, &u);
            let weight = 1 + 2 * x(2) + x(4);
            let [cos, sin]: [Rational; 2] = [(1 + x(2)) / &weight, (x(2) + x(4)) / &weight];
            let [written, both]: [Rational; 2] = [(x(1) + x(3)) / f / &weight, x(3) / f / &weight];
            for corner in 0..16_u8 {
                let [a, b, g, m] = [0, 1, 2, 3].map(|place| Rational::from(corner >> place & 1));
                let m: Rational = (m * 7 + 1) / 8;
                let g = if g == 1 { g } else { i.scalar("least").clone() };
                let along = Rational::from(&a * &g);
                let entries = [
                    Rational::from(&a * &cos) - Rational::from(&along * &b) * &both,
                    -(Rational::from(&b * &m) * &sin),
                    Rational::from(&along * &written),
                    m,
                ];
                let step = Matrix::from_fn(2, 2, |i, j| entries[2 * i + j].clone());
                let growth = &(&step.transpose() * &form) * &step;
                if (&form.scale(&Rational::from(c.square_ref())) - &growth).inertia().negative > 0 {
                    let found = format!("more at control point {j} of arc {}, corner {corner}", arc + 1);
                    return refuted(1, "growth within the rate", found);
                }
            }
        }
        arc += 1;
    }
    Outcome::Holds(vec![Evidence::Compute; 2])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "switching/mdn-official-norm",
    title: "Under the official coupling momentum words have a certified rate for each head",
    system: "mdn",
    source: "beyond the article: stability when tokens alternate",
    level: Level::Exact,
    quantifier: Quantifier::Exists(witness),
    uses: &["mdn/blocks"],
    formal: &[],
    text: include_str!("mdn_official_norm.rs"),
    dimensions: (1, 1),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[],
};
