//! # With the article's angles, every step with a real mode is at least 0.33517 away from the target
//!
//! **Statement.** Let $S = \frac{98}{100}\,(R(20°) \oplus R(50°))$, $T \in \mathbb{Q}^{4 \times 4}$, and $Tv = \lambda v$ with
//! $v \ne 0$. Then $\lVert (T - S)v \rVert > 0.33517\,\lVert v \rVert$, so $\lVert T - S \rVert_2 > 0.33517$. And
//! $0.335179 < \frac{98}{100}\sin 20° < 0.33518$, which is the exact distance of $S$ from the real $4 \times 4$ matrices with at most one
//! pair: it is attained by $S$ with the entry $-\frac{98}{100}\sin 20°$ set to 0.
//!
//! **Why.** `embedding/distance-to-rotations` and `embedding/nearest-with-one-pair` at $\rho = 98/100$, $\varphi_A = \pi/9$,
//! $\varphi_B = 5\pi/18$: identities in $\cos\varphi$ and $\sin\varphi$ with $\cos^2\varphi + \sin^2\varphi = 1$ alone. The angles have irrational sines.
//!
//! **What is checked.** Enclosures of the sines and of $(T - S)v$, until they settle the inequalities; the checker with its own series.
//!
//! **Sharpness.** $v = 0$. And a rational $T$ that is nearly $S$, with a $v$ that is not a mode of it.

use crate::enclosed::{Real, below};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use enclosure::RealBall;
use exact::strategies::small_fraction;
use exact::{Matrix, Rational, vector};
use proptest::prelude::*;

/// Half-angle tangents near tan 10° and tan 25°.
const NEAR: [(i64, i64); 2] = [(17_633, 100_000), (46_631, 100_000)];

fn near_target() -> Matrix {
    let [a, b] = NEAR.map(|t| crate::continuous::real_logarithm::rotated(&Rational::from(t)));
    a.direct_sum(&b).scale(&Rational::from((98, 100)))
}

/// `T = X + (λ − X) v vᵀ/vᵀv` with any `X`, or one that is nearly the target.
fn domain(_: usize) -> BoxedStrategy<Instance> {
    let entries = |n| prop::collection::vec(small_fraction(4), n);
    (entries(4), entries(16), small_fraction(4), 0..3_u8)
        .prop_map(|(mut v, entries, lambda, kind)| {
            if v.iter().all(Rational::is_zero) {
                v[0] = Rational::from(1);
            }
            let (x, lambda) = match kind {
                0 => (Matrix::from_fn(4, 4, |i, j| entries[i * 4 + j].clone()), lambda),
                1 => (near_target(), lambda),
                _ => (near_target(), near_target()[(0, 0)].clone()),
            };
            let projector = Matrix::outer(&v, &v).scale(&vector::norm2(&v).recip());
            let t = &(&x * &(&Matrix::identity(4) - &projector)) + &projector.scale(&lambda);
            Instance::new().with("T", t).with("v", v).with("lambda", lambda)
        })
        .boxed()
}

fn statement() -> Statement {
    let distance = || Expr::from((49, 50)) * sin(pi() / 9);
    let angles = entries("j", 2, select(eq("j", 1), (1, 18), (5, 36)));
    let target = Expr::from((49, 50)) * turns(angles);
    Statement {
        parameters: vec![
            ("T", Shape::Matrix("n", "n")),
            ("v", Shape::Vector("n")),
            ("lambda", Shape::Scalar),
        ],
        hypotheses: vec![
            ("real-mode", eq(p("T") * "v", p("lambda") * "v")),
            ("vector-not-zero", lt(0, dot("v", "v"))),
        ],
        transition: vec![],
        conclusion: vec![
            lt(square((33_517, 100_000)) * dot("v", "v"), sum_of_squares((p("T") - target) * "v")),
            lt((335_179, 1_000_000), distance()),
            lt(distance(), (33_518, 100_000)),
        ],
    }
}

/// The squared length of `(T − S) v`.
fn squared_distance(i: &Instance, bits: u32) -> RealBall {
    let (t, v) = (i.matrix("T"), i.vector("v"));
    let ball = |x: &Rational| RealBall::from_rational(bits, x);
    let radius = ball(&Rational::from((98, 100)));
    let images = [(1, 9), (5, 18)].into_iter().enumerate().map(|(block, angle)| {
        let (sin, cos) = (RealBall::pi(bits) * ball(&Rational::from(angle))).sin_cos();
        let (x, y) = (ball(&v[2 * block]), ball(&v[2 * block + 1]));
        let turned = [&radius * &(&(&cos * &x) - &(&sin * &y)), &radius * &(&(&sin * &x) + &(&cos * &y))];
        let kept = t.mul_vec(v);
        let part = |e: usize| (ball(&kept[2 * block + e]) - turned[e].clone()).sqr();
        part(0) + part(1)
    });
    images.fold(RealBall::zero(bits), |sum, part| sum + part)
}

fn check(i: &Instance) -> Outcome {
    let least = Rational::from((33_517, 100_000)).square() * vector::norm2(i.vector("v"));
    let exact = |x: Rational| move |bits| Some(RealBall::from_rational(bits, &x));
    let distance = |bits: u32| {
        let ninth = RealBall::from_rational(bits, &Rational::from((1, 9)));
        Some((RealBall::pi(bits) * ninth).sin() * RealBall::from_rational(bits, &Rational::from((98, 100))))
    };
    let lines: [(Real<'_>, Real<'_>); 3] = [
        (Box::new(exact(least)), Box::new(|bits| Some(squared_distance(i, bits)))),
        (Box::new(exact(Rational::from((335_179, 1_000_000)))), Box::new(distance)),
        (Box::new(distance), Box::new(exact(Rational::from((33_518, 100_000))))),
    ];
    below(&lines)
}

fn at(t: Matrix, v: (i64, i64)) -> (Instance, Evidence) {
    let i = Instance::new().with("T", t).with("v", [v, (0, 1), (0, 1), (0, 1)]);
    (i.with("lambda", 0), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "embedding/distance-of-the-example",
    title: "With the article's angles, every step with a real mode is at least 0.33517 away from the target",
    system: "ckda",
    source: "beyond the article: how near one oscillator comes to two",
    level: Level::Enclosed,
    quantifier: Quantifier::ForAll,
    uses: &["embedding/distance-to-rotations", "embedding/nearest-with-one-pair"],
    formal: &[],
    text: include_str!("distance_of_the_example.rs"),
    dimensions: (4, 4),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "real-mode", fails: 0, witness: || at(near_target(), (1, 1)) },
        Sharp { drops: "vector-not-zero", fails: 0, witness: || at(near_target(), (0, 1)) },
    ],
    traps: &[],
};
