//! # Under the official coupling alternating momentum tokens still grow
//!
//! **Statement.** There is a head's $f > 0$ and a word of momentum tokens in one channel with key 1, $\eta_t \in (0, 2)$, $a_t, b_t \in (0, 1)$,
//! $\mu_t \in (\frac17, 1)$, $\tan\theta_t = \eta_t f$, $\alpha_t = a_t\cos^2\theta_t$, $\beta_t = b_t\sin^2\theta_t$, all rational, whose product of $n$ steps
//! has an eigenvalue beyond $\pm c^n$ with $c \ge 1$: the coupling of the official code does not make momentum stable when
//! tokens alternate. (The official $\mu$ is in $[e^{-2}, 1)$, $e^{-2} < \frac17$.) For the witness $f = 1/5$, $c = 1.055$.
//!
//! **Why.** A pendulum is driven by changing its restoring force: with $b$ near 1 the momentum acts on the state, with $b$ near 0 it
//! only fills. For $f = 1/5$ four tokens with $b \approx 1$ and eight with $b \approx 0$, all with $\eta$ and $\mu$ near the ends 2 and 1, have an
//! eigenvalue of about $-1.92$. Since $\cos^2\theta = 1/(1 + \eta^2f^2)$ every number is rational.
//!
//! **What is checked.** The product's characteristic polynomial by its sign at $\pm1$, or a located eigenvalue. The witness; then other
//! heads, each with a word that grows for it, at several distances from the ends: from $f = 1/10$ up to $f = 1, 2, 4$, where two driven
//! tokens and 14, 45, 168 filling ones with small $\eta$ will do. For these heads no rate below that of any gates is known from above.
//!
//! **Sharpness.** Each step decays alone (`mdn/real-modes-stable`). For $f = 1/5$ no word grows faster than 1.118 a token
//! (`switching/mdn-official-norm`).

use crate::support::rational;
use crate::words::{beyond_unit, not_beyond, power};
use claim::expr::*;
use claim::{Claim, Instance, Level, Outcome, Quantifier, Shape, Statement};
use exact::{Matrix, Rational};
use proptest::prelude::*;

/// A head with its word: `f`, how many tokens with `b` near 1 and their `η`, how many with `b` near 0 and theirs.
type Pumped = ((i64, i64), [(usize, (i64, i64)); 2]);
const HEADS: [Pumped; 10] = [
    ((1, 10), [(7, (2, 1)), (14, (2, 1))]),
    ((1, 5), [(4, (2, 1)), (8, (2, 1))]),
    ((3, 10), [(3, (2, 1)), (7, (5, 4))]),
    ((1, 3), [(3, (2, 1)), (7, (1, 1))]),
    ((359, 1000), [(3, (2, 1)), (7, (1, 1))]),
    ((387, 1000), [(2, (2, 1)), (7, (1, 1))]),
    ((1, 2), [(2, (2, 1)), (7, (3, 4))]),
    ((1, 1), [(2, (9, 5)), (14, (1, 4))]),
    ((2, 1), [(2, (9, 5)), (45, (2, 25))]),
    ((4, 1), [(2, (9, 5)), (168, (1, 47))]),
];

fn word((f, [(driven, pulse), (filling, eta)]): Pumped, inset: &Rational) -> Instance {
    let n = driven + filling;
    let near_top: Rational = 1 - inset.clone();
    let of = |first: &Rational, second: &Rational| -> Vec<Rational> {
        (0..n).map(|t| if t < filling { second.clone() } else { first.clone() }).collect()
    };
    let [pulse, eta] = [pulse, eta].map(|eta| Rational::from(eta) * &near_top);
    let i = Instance::new().with("f", f).with("a", of(&near_top, &near_top)).with("b", of(&near_top, inset));
    i.with("mu", of(&near_top, &near_top)).with("eta", of(&pulse, &eta))
}

fn witness() -> Instance {
    word(HEADS[1], &rational(1, 100_000)).with("c", (1055, 1000))
}

fn domain(_: usize) -> BoxedStrategy<Instance> {
    let pumped =
        (0..HEADS.len(), 6_i64..18).prop_map(|(head, bits)| word(HEADS[head], &rational(1, 1 << bits)));
    pumped.prop_map(|i| i.with("c", (1, 1))).boxed()
}

fn statement() -> Statement {
    let inside = |name: &'static str, low: claim::Expr, top: i64| vec![all_gt(name, low), all_lt(name, top)];
    let ranges = [
        inside("a", int(0), 1),
        inside("b", int(0), 1),
        inside("eta", int(0), 2),
        inside("mu", (1, 7).into(), 1),
    ];
    let cell = |value: claim::Expr| value * eye(1);
    let at = |name: &'static str| entry(name, "t");
    let tangent = || square(at("eta") * "f");
    let alpha = || at("a") / (1 + tangent());
    let beta = || at("b") * tangent() / (1 + tangent());
    let step = block(
        cell(alpha() * (1 - beta() * at("eta"))),
        cell(-(beta() * at("mu"))),
        cell(alpha() * at("eta")),
        cell(at("mu")),
    );
    let word = iterate("S", eye(2), "t", 1, len("a"), step * "S");
    let growth = iterate("power", 1, "t", 1, len("a"), p("power") * "c");
    let numbers = ["a", "b", "eta", "mu"].map(|name| (name, Shape::Vector("n")));
    Statement {
        parameters: [("c", Shape::Scalar), ("f", Shape::Scalar)].into_iter().chain(numbers).collect(),
        hypotheses: vec![
            ("in-range", all_of(ranges.concat())),
            ("head-and-rate", all_of(vec![lt(0, "f"), le(1, "c")])),
        ],
        transition: vec![("G", word / growth)],
        conclusion: vec![real_eigenvalue_beyond_unit("G")],
    }
}

fn check(i: &Instance) -> Outcome {
    let [a, b, eta, mu] = ["a", "b", "eta", "mu"].map(|name| i.vector(name));
    let product = (0..a.len()).fold(Matrix::identity(2), |product, t| {
        let tangent = Rational::from(&eta[t] * i.scalar("f")).square();
        let secant: Rational = 1 + tangent.clone();
        let cos = secant.recip();
        let (alpha, beta) = (Rational::from(&a[t] * &cos), &b[t] * tangent * &cos);
        let gates = (&[alpha][..], &mu[t..=t]);
        &crate::oscillator::momentum_step(gates, (&beta, &eta[t]), &Matrix::identity(1)) * &product
    });
    match beyond_unit(&product.scale(&power(i.scalar("c"), a.len()).recip())) {
        Some(evidence) => Outcome::Holds(vec![evidence]),
        None => not_beyond(0),
    }
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "switching/mdn-official-words",
    title: "Under the official coupling alternating momentum tokens still grow",
    system: "mdn",
    source: "beyond the article: stability when tokens alternate",
    level: Level::Exact,
    quantifier: Quantifier::Exists(witness),
    uses: &["mdn/real-modes-stable"],
    formal: &[],
    text: include_str!("mdn_official_words.rs"),
    dimensions: (1, 1),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[],
};
