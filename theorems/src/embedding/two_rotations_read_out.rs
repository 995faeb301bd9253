//! # No number read from a CKDA or MDN step follows two cosines for d + 4 or 2d + 4 samples
//!
//! **Statement.** Let $f_t = \rho^t(\cos\varphi_A t + \cos\varphi_B t)$ with $\rho \ne 0$ and $t = \tan(\varphi/2) \in \mathbb{Q}$ for both angles,
//! $\varphi_A, \varphi_B \notin \pi\mathbb{Z}$ and $\varphi_A \ne \pm\varphi_B$. Let $T = (I - \beta kk^\top)\,\mathrm{Diag}(\alpha)$, with any
//! $\alpha, k \in \mathbb{Q}^d$ and $\beta \in \mathbb{Q}$ (CKDA), and $c, s \in \mathbb{Q}^d$: then $c^\top T^t s \ne f_t$ for some $t < d + 4$. Likewise
//! for the $2d \times 2d$ transition of MDN with any scalars and key, for some $t < 2d + 4$. There is no encoder here: one number is
//! read by a fixed linear map from any start.
//!
//! **Why.** `embedding/read-out-differs` with the target's four modes $\rho e^{\pm i\varphi_A}$, $\rho e^{\pm i\varphi_B}$, which are different and all
//! have the coefficient $\frac12$, so $f$ is minimal; either transition has at most one pair. How many samples can agree, at most one
//! fewer than $n + 4$, is in `embedding/read-out-agrees`.
//!
//! **What is checked.** The samples, one by one. In half of the instances the transition has one of the pairs exactly, and in
//! half the start makes as many samples agree as there are coordinates.
//!
//! **Sharpness.** $\rho = 0$ leaves one sample; a straight angle a real mode; equal angles one pair.

use crate::readout::{samples, samples_formula, start_of, two_cosines};
use crate::support::kda_step;
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::strategies::{closed, open, rational53, small_fraction, unit_key, vector_of};
use exact::{Matrix, Rational};
use proptest::prelude::*;

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let tangent = || prop_oneof![3 => open(0, 1), 1 => open(1, 3), 1 => rational53()];
    let entries = |n| prop::collection::vec(small_fraction(4), n);
    let free = (vector_of(closed(-1, 1), d), closed(0, 2), unit_key(d), entries(d), entries(d));
    let momentum = (closed(0, 1), closed(0, 1), closed(0, 2), closed(0, 1), entries(2 * d), entries(2 * d));
    let radius = prop_oneof![3 => open(0, 1), 1 => open(-2, 0)];
    let signs = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    (radius, tangent(), tangent(), free, momentum, signs)
        .prop_map(move |(rho, mut ta, mut tb, free, momentum, (near, matched, a_negative, b_negative))| {
            let (mut alpha, mut beta, mut k, c, s) = free;
            let (mut a, mut b, mut eta, mut mu, c2, s2) = momentum;
            if near && d >= 2 {
                let norm: Rational = 1 + Rational::from(ta.square_ref());
                let (cos, sin): (Rational, Rational) = ((2 - norm.clone()) / &norm, 2 * ta.clone() / norm);
                (alpha[0], alpha[1], beta) = (rho.clone(), -rho.clone(), Rational::from(2));
                k = vec![Rational::new(); d];
                (k[0], k[1]) = (-sin.clone(), cos.clone());
                // With ta = 1 the rotation is by a half turn, which has no tangent.
                ta = if cos == 0 { ta } else { Rational::from(&sin / &cos) };
                (a, mu, b) = (rho.clone(), rho.clone(), Rational::from(1));
                eta = Rational::from(sin.square_ref()) * 4;
            }
            if ta == tb || ta == -tb.clone() {
                tb = Rational::from(&tb / 2);
            }
            let signed = |x: Rational, negative: bool| if negative { -x } else { x };
            let i = Instance::new().with("rho", rho);
            let i = i.with("ta", signed(ta, a_negative)).with("tb", signed(tb, b_negative));
            let i = i.with("alpha", alpha).with("beta", beta).with("k", k).with("c", c).with("s", s);
            let i = i.with("a", a).with("b", b).with("eta", eta).with("mu", mu);
            let mut i = i.with("read", c2).with("start", s2);
            if matched {
                // As many samples agree as there are coordinates, where the read-out sees all of them.
                let f = two_cosines(i.scalar("rho"), [i.scalar("ta"), i.scalar("tb")], 2 * d);
                for (step, read, start) in
                    [(kda_step(&i).matrix(), "c", "s"), (momentum_step(&i), "read", "start")]
                {
                    if let Some(state) = start_of(&step, i.vector(read), &f) {
                        i = i.with(start, state);
                    }
                }
            }
            i
        })
        .boxed()
}

fn statement() -> Statement {
    let (unit, coupling) = (|| eye(len("k")), || p("a") * "eta" * outer("k", "k"));
    let mdn =
        block(p("a") * unit() - p("b") * coupling(), -(p("b") * "mu") * unit(), coupling(), p("mu") * unit());
    let scalars = ["rho", "ta", "tb", "beta", "a", "b", "eta", "mu"].map(|name| (name, Shape::Scalar));
    let vectors = ["alpha", "k", "c", "s"].map(|name| (name, Shape::Vector("d")));
    let long = ["read", "start"].map(|name| (name, Shape::Vector("n")));
    let firsts = || entries("i", 4, select(odd("i"), 1, 0));
    let target = |count: Expr| samples_formula("S", firsts(), firsts(), count);
    let differ = |t: &'static str, c: &'static str, s: &'static str| {
        ne(samples_formula(t, c, s, len(c) + 4), target(len(c) + 4))
    };
    Statement {
        parameters: scalars.into_iter().chain(vectors).chain(long).collect(),
        hypotheses: vec![
            ("radius-not-zero", ne("rho", 0)),
            ("first-angle-not-straight", ne("ta", 0)),
            ("second-angle-not-straight", ne("tb", 0)),
            ("two-frequencies", all_of(vec![ne("ta", "tb"), ne("ta", -p("tb"))])),
        ],
        transition: vec![
            ("S", p("rho") * direct_sum(rotation("ta"), rotation("tb"))),
            ("CKDA", crate::support::erase_step("beta", "k", "k", "alpha")),
            ("MDN", mdn),
        ],
        conclusion: vec![differ("CKDA", "c", "s"), differ("MDN", "read", "start")],
    }
}

/// The transition of MDN on state and momentum.
fn momentum_step(i: &Instance) -> Matrix {
    let [a, b, eta, mu] = ["a", "b", "eta", "mu"].map(|name| i.scalar(name));
    let k = i.vector("k");
    let d = k.len();
    let coupling = Matrix::outer(k, k).scale(&Rational::from(a * eta));
    let unit = Matrix::identity(d);
    let kept = &unit.scale(a) - &coupling.scale(b);
    let parts = [vec![kept, unit.scale(&-Rational::from(b * mu))], vec![coupling, unit.scale(mu)]];
    Matrix::blocks(&parts).unwrap_or_else(|| Matrix::zeros(0, 0))
}

fn check(i: &Instance) -> Outcome {
    let steps = [(kda_step(i).matrix(), "c", "s"), (momentum_step(i), "read", "start")];
    for (conclusion, (step, read, start)) in steps.iter().enumerate() {
        let count = step.rows() + 4;
        let f = two_cosines(i.scalar("rho"), [i.scalar("ta"), i.scalar("tb")], count);
        if samples(step, i.vector(read), i.vector(start), count) == f {
            let expected = format!("a difference within {count} samples");
            return Outcome::Refuted { conclusion, expected, found: format!("{f:?} twice") };
        }
    }
    Outcome::Holds(vec![Evidence::Compute; 2])
}

const QUARTER: (i64, i64) = (1, 4);
const ZERO: (i64, i64) = (0, 1);
const ONE: (i64, i64) = (1, 1);

/// In one channel, of a radius 0.
fn one_sample() -> Instance {
    let i = Instance::new().with("rho", 0).with("ta", (1, 2)).with("tb", (1, 3)).with("beta", 0);
    let i = i.with("alpha", [ZERO]).with("k", [ZERO]).with("c", [(2, 1)]).with("s", [ONE]);
    let i = i.with("a", 0).with("b", 0).with("eta", 0).with("mu", 0);
    i.with("read", [(2, 1), ZERO]).with("start", [ONE, ZERO])
}

/// Three channels, the last two of which rotate by `2 atan(4/3)` at the modulus 1/4, or do in MDN: there the key is the last one,
/// and the two coordinates `(x, y)` of its state and momentum are read as `x + w y` from `(u, v)`.
fn rotating(
    ta: (i64, i64),
    tb: (i64, i64),
    read: [(i64, i64); 3],
    by_momentum: Option<[(i64, i64); 3]>,
) -> Instance {
    let i = Instance::new().with("rho", QUARTER).with("ta", ta).with("tb", tb).with("beta", 2);
    let i = i.with("alpha", [QUARTER, QUARTER, (-1, 4)]);
    let i = i.with("c", read).with("s", read);
    let Some([wave, u, v]) = by_momentum else {
        let i = i.with("k", [ZERO, (-4, 5), (3, 5)]).with("a", 0).with("b", 0).with("eta", 0).with("mu", 0);
        return i.with("read", [ZERO; 6]).with("start", [ZERO; 6]);
    };
    let i = i
        .with("k", [ZERO, ZERO, ONE])
        .with("a", QUARTER)
        .with("b", 1)
        .with("eta", (64, 25))
        .with("mu", QUARTER);
    let i = i.with("read", [read[0], ZERO, wave, ZERO, ZERO, ZERO]);
    i.with("start", [read[0], ZERO, u, ZERO, ZERO, v])
}

const fn needed(drops: &'static str, fails: usize, witness: fn() -> (Instance, Evidence)) -> Sharp {
    Sharp { drops, fails, witness }
}

/// `2 atan(4/3)`, whose cosine is −7/25.
const TURN: (i64, i64) = (4, 3);
/// From the state 1 and this momentum the key block reads `cos`: its first step is `(1 − 64/25)/4 − v/4 = −7/100`.
const MOMENTUM: (i64, i64) = (-32, 25);

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "embedding/two-rotations-read-out",
    title: "No number read from a CKDA or MDN step follows two cosines for d + 4 or 2d + 4 samples",
    system: "ckda",
    source: "What Are the Limits of a Single Oscillator?",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["embedding/read-out-differs", "ckda/at-most-one-pair", "mdn/at-most-one-pair"],
    formal: &[],
    text: include_str!("two_rotations_read_out.rs"),
    dimensions: (1, 8),
    domain,
    statement,
    check,
    sharpness: &[
        needed("radius-not-zero", 0, || (one_sample(), Evidence::Compute)),
        needed("radius-not-zero", 1, || (one_sample(), Evidence::Compute)),
        needed("first-angle-not-straight", 0, || {
            (rotating(ZERO, TURN, [ONE, ONE, ZERO], None), Evidence::Compute)
        }),
        needed("first-angle-not-straight", 1, || {
            (rotating(ZERO, TURN, [ONE, ZERO, ZERO], Some([ONE, ONE, MOMENTUM])), Evidence::Compute)
        }),
        needed("second-angle-not-straight", 0, || {
            (rotating(TURN, ZERO, [ONE, ONE, ZERO], None), Evidence::Compute)
        }),
        needed("second-angle-not-straight", 1, || {
            (rotating(TURN, ZERO, [ONE, ZERO, ZERO], Some([ONE, ONE, MOMENTUM])), Evidence::Compute)
        }),
        needed("two-frequencies", 0, || (rotating(TURN, TURN, [ZERO, ONE, ONE], None), Evidence::Compute)),
        needed("two-frequencies", 1, || {
            (rotating(TURN, (-4, 3), [ZERO, ZERO, ZERO], Some([(2, 1), ONE, MOMENTUM])), Evidence::Compute)
        }),
    ],
    traps: &[],
};
