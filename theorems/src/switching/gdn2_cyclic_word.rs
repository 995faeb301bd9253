//! # A cyclic GDN2 word grows at the root of a companion polynomial, and no key does better than one root
//!
//! **Statement.** Let $d \ge 2$, $g \in \mathbb{Q}$, $k \in \mathbb{Q}^d$ with $\lVert k \rVert = 1$, $b = (g, 0, \dots, 0)$, and let token $t = 1, \dots, d$ be
//! $I - k(b \odot k)^\top$ with its channels moved by $t - 1$ places; $P$ is the product of the $d$ tokens. Let $c > 0$ with
//! $$p(c) = c^d + g k_1 \sum_{j=2}^{d} k_j c^{d-j+1} - (1 - g k_1^2) < 0.$$
//! Then $P$ has a real eigenvalue of modulus above $c^d$: the word grows by more than $c$ a token. And then, with
//! $S = \sum_{i=1}^{d-1} c^{2i}$, $(2(c^d - 1) + g)^2 < g^2 (1 + S)$ or $2(c^d - 1) + g < 0$; so with the best key the rate is the largest
//! root $x$ of $(2(x^d - 1) + g)^2 = g^2 (1 + S)$. For $g = 1$: $4x^{2d} - 4x^d = S$, $\sqrt5/2$ for $d = 2$, $1.1458\dots$ for 3,
//! $1.1535\dots$ for 4, $1.15465\dots$ for 5. For $g = 2$: $x^2$ is the $d$-bonacci number, the golden ratio for $d = 2$.
//!
//! **Why.** With $R$ moving the channels by one place, token $t$ is $R^{-(t-1)} M R^{t-1}$ and $P = R^{-d} (RM)^d = (RM)^d$. $RM$ is a companion
//! matrix with characteristic polynomial $p$: a negative value at $c > 0$ means a root $x > c$, and $x^d$ is an eigenvalue of $P$. By the
//! inequality of Cauchy and Schwarz $\sum k_j c^{d-j+1} \ge -\sqrt{(1 - k_1^2)\,S}$, and the least value of
//! $g k_1^2 - g k_1 \sqrt{1 - k_1^2}\,\sqrt{S}$ is $\frac g2 - \frac{|g|}2 \sqrt{1 + S}$.
//!
//! **What is checked.** $P$ is built token by token and compared with $(RM)^d$; an eigenvalue of $RM$ beyond $c$ is shown by the sign of
//! the characteristic polynomial of $RM/c$ at 1. Keys near the best one, with $c$ just below the root, and random keys.
//!
//! **Sharpness.** For $g = 1$ the rate is largest at $d = 5$ and falls again, to $\sqrt5/2$: at $d = 6$ it is below $1.1534$ (trap
//! `longer-is-faster`). Groups of channels do better (`switching/gdn2-words`).

use crate::support::rational;
use crate::switching::gdn2_words::cyclic_key;
use crate::words::{beyond_unit, not_beyond, power};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::{open, unit_key};
use exact::{Matrix, Rational};
use proptest::prelude::*;

/// `p(c)`.
fn companion(k: &[Rational], g: &Rational, c: &Rational) -> Rational {
    let d = k.len();
    let tail = (1..d).fold(Rational::new(), |sum, j| sum + power(c, d - j) * &k[j]);
    let strength = Rational::from(g * &k[0]);
    power(c, d) + tail * &strength - 1 + strength * &k[0]
}

/// The rate is a little below the largest root that bisection meets, or the key is the second axis, for which `p(c) = c^d − 1`.
fn domain(d: usize) -> BoxedStrategy<Instance> {
    let range =
        prop_oneof![2 => Just(rational(1, 1)), 2 => Just(rational(2, 1)), 2 => open(0, 2), 1 => open(-1, 4)];
    (range, unit_key(d), 1..=20_u32, 0..2_u8)
        .prop_map(move |(g, random, digits, kind)| {
            let key = if kind == 0 && g > 0 { cyclic_key(d, 1, g.to_f64()) } else { random };
            let (mut low, mut high) = (rational(0, 1), rational(4, 1));
            for _ in 0..digits {
                let middle = Rational::from(&low + &high) / 2;
                if companion(&key, &g, &middle) < 0 { low = middle } else { high = middle }
            }
            let i = Instance::new().with("g", g);
            if low > 0 { i.with("k", key).with("c", low) } else { second_axis(i, d) }
        })
        .boxed()
}

fn second_axis(i: Instance, d: usize) -> Instance {
    let key: Vec<Rational> = (0..d).map(|j| rational(i64::from(j == 1), 1)).collect();
    i.with("k", key).with("c", (99, 100))
}

fn stated(extra: Vec<(&'static str, Expr)>, conclusion: Vec<Expr>) -> Statement {
    let d = || len("k");
    let first = |n: Expr| entries("j", n, select(eq("j", 1), 1, 0));
    let erase = eye(d()) - p("g") * entry("k", 1) * outer("k", first(d()));
    // Row i of R picks channel i + 1, the last row channel 1.
    let follows = any_of(vec![eq("j", p("i") + 1), eq("j", p("i") + 1 - d())]);
    let moved = rows("i", d(), entries("j", d(), select(follows, 1, 0)));
    let to = |power: Expr| iterate("turn", eye(d()), "s", 1, power, p("turn") * "R");
    let token = transpose(to(p("t") - 1)) * "M" * to(p("t") - 1);
    let power_sum = |term: Expr| iterate("sum", 0, "i", 1, d() - 1, p("sum") + term);
    let rate = |power: Expr| iterate("power", 1, "s", 1, power, p("power") * "c");
    let tail = iterate("sum", 0, "j", 2, d(), p("sum") + entry("k", "j") * rate(d() + 1 - p("j")));
    let value = rate(d()) + p("g") * entry("k", 1) * tail - (1 - p("g") * square(entry("k", 1)));
    Statement {
        parameters: vec![("c", Shape::Scalar), ("g", Shape::Scalar), ("k", Shape::Vector("d"))],
        hypotheses: [
            ("unit-key", eq(dot("k", "k"), 1)),
            ("positive-rate", lt(0, "c")),
            ("below-the-root", lt(value, 0)),
        ]
        .into_iter()
        .chain(extra)
        .collect(),
        transition: vec![
            ("R", moved),
            ("M", erase),
            ("P", iterate("S", eye(d()), "t", 1, d(), token * "S")),
            ("S2", power_sum(square(rate(p("i"))))),
            ("excess", 2 * (rate(d()) - 1) + "g"),
            ("C", p("R") * "M"),
        ],
        conclusion,
    }
}

fn statement() -> Statement {
    let best = any_of(vec![lt("excess", 0), lt(square("excess"), square("g") * (1 + p("S2")))]);
    stated(
        vec![],
        vec![
            real_eigenvalue_beyond_unit(p("C") / "c"),
            best,
            eq("P", iterate("power", eye(len("k")), "s", 1, len("k"), p("power") * "C")),
        ],
    )
}

fn check(i: &Instance) -> Outcome {
    let (c, g, k) = (i.scalar("c"), i.scalar("g"), i.vector("k"));
    let d = k.len();
    let product = (0..d).fold(Matrix::identity(d), |product, t| {
        // Channel c of token t is channel c − t of the first one.
        let key: Vec<Rational> = (0..d).map(|c| k[(c + d - t) % d].clone()).collect();
        let read: Vec<Rational> =
            (0..d).map(|c| if c == t { Rational::from(g * &key[c]) } else { Rational::new() }).collect();
        &(&Matrix::identity(d) - &Matrix::outer(&key, &read)) * &product
    });
    let turn = Matrix::from_fn(d, d, |i, j| Rational::from(u8::from(j == (i + 1) % d)));
    let read: Vec<Rational> =
        (0..d).map(|j| if j == 0 { Rational::from(g * &k[0]) } else { Rational::new() }).collect();
    let step = &turn * &(&Matrix::identity(d) - &Matrix::outer(k, &read));
    let Some(evidence) = beyond_unit(&step.scale(&c.clone().recip())) else { return not_beyond(0) };
    if product != step.pow(d as u32) {
        let (expected, found) = (format!("{:?}", step.pow(d as u32)), format!("{product:?}"));
        return Outcome::Refuted { conclusion: 2, expected, found };
    }
    let square = Rational::from(c.square_ref());
    let sum = (1..d).fold(Rational::new(), |sum, j| sum + power(&square, j));
    let excess: Rational = 2 * (power(c, d) - 1) + g;
    let bound: Rational = Rational::from(g.square_ref()) * (1 + sum);
    if excess >= 0 && Rational::from(excess.square_ref()) >= bound {
        let (expected, found) = ("a rate below the best key's".into(), format!("{c}"));
        return Outcome::Refuted { conclusion: 1, expected, found };
    }
    Outcome::Holds(vec![evidence, Evidence::Compute, Evidence::Compute])
}

fn at(c: (i64, i64), g: (i64, i64), k: Vec<Rational>) -> Instance {
    Instance::new().with("c", c).with("g", g).with("k", k)
}

fn axis(d: i64, j: i64) -> Vec<Rational> {
    (1..=d).map(|i| rational(i64::from(i == j), 1)).collect()
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "switching/gdn2-cyclic-word",
    title: "A cyclic GDN2 word grows at the root of a companion polynomial, and no key does better than one root",
    system: "gdn2",
    source: "beyond the article: stability when tokens alternate",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("gdn2_cyclic_word.rs"),
    dimensions: (2, 8),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp {
            drops: "unit-key",
            fails: 1,
            witness: || (at((3, 2), (1, 1), vec![rational(1, 1), rational(-2, 1)]), Evidence::Compute),
        },
        Sharp {
            drops: "positive-rate",
            fails: 0,
            witness: || (at((-2, 1), (1, 1), axis(3, 2)), Evidence::Compute),
        },
        Sharp {
            drops: "below-the-root",
            fails: 0,
            witness: || (at((2, 1), (1, 1), axis(2, 2)), Evidence::Compute),
        },
        Sharp {
            drops: "below-the-root",
            fails: 1,
            witness: || (at((2, 1), (1, 1), axis(2, 2)), Evidence::Compute),
        },
    ],
    traps: &[Trap {
        name: "longer-is-faster",
        statement: || {
            let six = vec![
                ("rate-of-five", le((11_546, 10_000), "c")),
                ("range", eq("g", 1)),
                ("six", eq(len("k"), 6)),
            ];
            let mut statement = stated(six, vec![]);
            // Whatever the key: the hypothesis on it goes, and what it would have to satisfy is the conclusion.
            statement.hypotheses.retain(|(name, _)| *name != "below-the-root");
            statement.conclusion = vec![lt(square("excess"), square("g") * (1 + p("S2")))];
            statement
        },
        fails: 0,
        witness: || (at((11_546, 10_000), (1, 1), axis(6, 2)), Evidence::Compute),
    }],
};
