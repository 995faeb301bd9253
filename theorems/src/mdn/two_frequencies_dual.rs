//! # A dual certificate against two frequencies of one modulus
//!
//! **Statement.** For $\lambda$ above the real axis and gates $a, m$ let $g_\lambda(a, m) = \lambda / ((\lambda - a)(\lambda - m))$. For all
//! $a, m \in [0, 1]$, all $\lambda_1$ in the box $[91/100, 93/100] + \mathrm{i}\,[33/100, 7/20]$ and all $\lambda_2$ in the box
//! $[31/50, 16/25] + \mathrm{i}\,[37/50, 19/25]$,
//! $$-9 \operatorname{Re} g_{\lambda_1} - \tfrac{188}{25} \operatorname{Im} g_{\lambda_1} + 10 \operatorname{Re} g_{\lambda_2} - 10 \operatorname{Im} g_{\lambda_2} > 0 \qquad\text{and}\qquad \operatorname{Re} g_{\lambda_2} + \operatorname{Im} g_{\lambda_2} < 0,$$
//! and the boxes contain $0.98\, e^{\mathrm{i}\pi/9}$ and $0.98\, e^{5\mathrm{i}\pi/18}$, the article's $20°$ and $50°$.
//!
//! **Why.** Multiplied by the squares of all $|\lambda - a|$ and $|\lambda - m|$ it is a polynomial in six variables, and a positive one on the
//! box, as its Bernstein coefficients on small boxes show. For the angles: $\cos 20°$ is a root of $8x^3 - 6x - 1$, $\sin 50° = \cos 40°$
//! of $8x^3 - 6x + 1$, since $4x^3 - 3x = \cos 3\varphi$; $\sin 20°$ and $\cos 50° = \sin 40°$ of $4(3x - 4x^3)^2 - 3$. These change their signs
//! between the ends of the sides, divided by $0.98$, each once.
//!
//! **What it is for.** Were both $\lambda$ eigenvalues of a momentum step with gates in $[0, 1]$, $\sum_i w_i g_\lambda(\alpha_i, \mu_i) = -1$ would hold for
//! both with weights $w_i$ of the sign of $\beta\eta$. For $w_i \ge 0$ the first left side, summed, would be $9 - 10 = -1$; for
//! $w_i \le 0$ the second one, with the weights $-w_i$, would be 1 (`mdn/two-frequencies-excluded`).
//!
//! **What is checked.** Points of the box, exactly; and all points at once, by the checker's Bernstein coefficients. So the claim is
//! decided for every value, the irrational ones of the article included.
//!
//! **Sharpness.** A gate or momentum of 2 beside a 1 makes the first expression negative, at $\lambda_1 = (92 + 34\mathrm{i})/100$,
//! $\lambda_2 = (63 + 75\mathrm{i})/100$. So do moduli of one half: $\lambda_1 = (46 + 17\mathrm{i})/100$, $\lambda_2 = (31 + 38\mathrm{i})/100$,
//! $a = m = 7/10$.

use crate::support::rational;
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::Rational;
use exact::strategies::closed;
use proptest::prelude::*;

/// Name, low end, high end.
pub(crate) type Side = (&'static str, (i64, i64), (i64, i64));

/// The boxes of both eigenvalues, by real and imaginary part.
pub(crate) const SIDES: [Side; 4] = [
    ("x1", (91, 100), (93, 100)),
    ("y1", (33, 100), (7, 20)),
    ("x2", (31, 50), (16, 25)),
    ("y2", (37, 50), (19, 25)),
];

/// The hypothesis that the eigenvalues are in their boxes.
pub(crate) fn in_boxes() -> Expr {
    all_of(SIDES.iter().flat_map(|(name, low, high)| [le(*low, *name), le(*name, *high)]).collect())
}

/// Numbers of the boxes, often at the ends.
pub(crate) fn eigenvalues() -> BoxedStrategy<Vec<Rational>> {
    let sides: Vec<_> =
        SIDES.iter().map(|(_, low, high)| closed(Rational::from(*low), Rational::from(*high))).collect();
    sides.boxed()
}

fn domain(_: usize) -> BoxedStrategy<Instance> {
    (closed(0, 1), closed(0, 1), eigenvalues())
        .prop_map(|(a, m, sides)| {
            let i = Instance::new().with("a", a).with("m", m);
            SIDES.iter().zip(sides).fold(i, |i, ((name, ..), x)| i.with(name, x))
        })
        .boxed()
}

/// `|λ|²`.
fn modulus(x: &'static str, y: &'static str) -> Expr {
    square(x) + square(y)
}

/// `|λ − a|² |λ − m|²`.
fn bottom(x: &'static str, y: &'static str) -> Expr {
    let distance = |gate: &'static str| square(p(x) - gate) + square(y);
    distance("a") * distance("m")
}

/// `r Re + s Im` of `λ (λ̄ − a)(λ̄ − m) = |λ|² λ̄ − (a + m) |λ|² + a m λ`.
fn top(x: &'static str, y: &'static str, r: (i64, i64), s: (i64, i64)) -> Expr {
    let product = || p("a") * "m";
    let re = (product() + modulus(x, y)) * x - (p("a") + "m") * modulus(x, y);
    let im = (product() - modulus(x, y)) * y;
    Expr::from(r) * re + Expr::from(s) * im
}

/// `8x³ − 6x + c` at a number.
fn cubic(x: &Rational, c: i64) -> Expr {
    let square = Rational::from(x.square_ref());
    Expr::Number((8 * square - 6) * x + c)
}

/// `4 (3x − 4x³)² − 3` at a number.
fn sextic(x: &Rational) -> Expr {
    let square = Rational::from(x.square_ref());
    let triple: Rational = (3 - 4 * square) * x;
    Expr::Number(4 * triple.square() - 3)
}

/// The polynomial of a side's cosine or sine is negative at one of the ends and positive at the other.
fn encloses(side: &Side) -> Expr {
    let at = |end: (i64, i64)| {
        let x = Rational::from(end) / Rational::from((49, 50));
        match side.0 {
            "x1" => cubic(&x, -1),
            "y2" => cubic(&x, 1),
            _ => sextic(&x),
        }
    };
    let (low, high) = (at(side.1), at(side.2));
    // Only the sine of 40° is past the maximum of 3x − 4x³.
    if side.0 == "x2" { all_of(vec![lt(0, low), lt(high, 0)]) } else { all_of(vec![lt(low, 0), lt(0, high)]) }
}

fn statement() -> Statement {
    let gate = |name: &'static str| all_of(vec![le(0, name), le(name, 1)]);
    let mut conclusion = vec![lt(0, "F"), lt(0, "G")];
    conclusion.extend(SIDES.iter().map(encloses));
    Statement {
        parameters: ["a", "m"]
            .into_iter()
            .chain(SIDES.map(|side| side.0))
            .map(|n| (n, Shape::Scalar))
            .collect(),
        hypotheses: vec![
            ("gate-in-range", gate("a")),
            ("momentum-in-range", gate("m")),
            ("eigenvalues-in-boxes", in_boxes()),
        ],
        transition: vec![
            (
                "F",
                top("x1", "y1", (-9, 1), (-188, 25)) * bottom("x2", "y2")
                    + top("x2", "y2", (10, 1), (-10, 1)) * bottom("x1", "y1"),
            ),
            ("G", top("x2", "y2", (-1, 1), (-1, 1))),
        ],
        conclusion,
    }
}

/// Real and imaginary part of `λ / ((λ − a)(λ − m))`, by complex division.
pub(crate) fn part(a: &Rational, m: &Rational, [x, y]: [&Rational; 2]) -> [Rational; 2] {
    // (λ − a)(λ − m) = u + iv.
    let (left, right) = (Rational::from(x - a), Rational::from(x - m));
    let square = Rational::from(y.square_ref());
    let u = Rational::from(&left * &right) - &square;
    let v = Rational::from(&left + &right) * y;
    let norm = Rational::from(u.square_ref()) + Rational::from(v.square_ref());
    let re = (Rational::from(x * &u) + Rational::from(y * &v)) / &norm;
    let im = (Rational::from(y * &u) - Rational::from(x * &v)) / &norm;
    [re, im]
}

fn check(i: &Instance) -> Outcome {
    let value = |name| i.scalar(name);
    let [first, second] =
        [["x1", "y1"], ["x2", "y2"]].map(|names| part(value("a"), value("m"), names.map(value)));
    let positive = rational(-9, 1) * &first[0] - rational(188, 25) * &first[1] + rational(10, 1) * &second[0]
        - rational(10, 1) * &second[1];
    let negative = -Rational::from(&second[0] + &second[1]);
    match [positive, negative].iter().position(|found| *found <= 0) {
        None => Outcome::Holds(vec![Evidence::Compute; 2 + SIDES.len()]),
        Some(conclusion) => Outcome::Refuted {
            conclusion,
            expected: "a positive number".into(),
            found: "one that is not".into(),
        },
    }
}

fn at(values: [(i64, i64); 6]) -> (Instance, Evidence) {
    let names = ["a", "m", "x1", "y1", "x2", "y2"];
    let i = names.iter().zip(values).fold(Instance::new(), |i, (name, value)| i.with(name, value));
    (i, Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "mdn/two-frequencies-dual",
    title: "A dual certificate against two frequencies of one modulus",
    system: "mdn",
    source: "beyond the article: momentum with channel-wise gates",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("two_frequencies_dual.rs"),
    dimensions: (1, 1),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp {
            drops: "gate-in-range",
            fails: 0,
            witness: || at([(2, 1), (1, 1), (92, 100), (34, 100), (63, 100), (75, 100)]),
        },
        Sharp {
            drops: "momentum-in-range",
            fails: 0,
            witness: || at([(1, 1), (2, 1), (92, 100), (34, 100), (63, 100), (75, 100)]),
        },
        Sharp {
            drops: "eigenvalues-in-boxes",
            fails: 0,
            witness: || at([(7, 10), (7, 10), (46, 100), (17, 100), (31, 100), (38, 100)]),
        },
    ],
    traps: &[],
};
