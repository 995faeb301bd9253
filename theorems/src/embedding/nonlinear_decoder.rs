//! # One oscillator gives two frequencies to a decoder that is not linear
//!
//! **Statement.** There are $0 < \rho < 1$, an angle $\varphi$ and $z_0 \in \mathbb{C} = \mathbb{R}^2$, not 0, such that the state
//! $z_n = (\rho\, e^{\mathrm{i}\varphi})^n z_0$ of one oscillator satisfies for every $n \ge 0$
//! $$D_2(z_n) = (\rho\, e^{2\mathrm{i}\varphi})^n D_2(z_0), \qquad D_5(z_n) = (\rho\, e^{5\mathrm{i}\varphi})^n D_5(z_0), \qquad D_m(z) = z^m / |z|^{m-1},$$
//! although $S = \rho\,(R(2\varphi) \oplus R(5\varphi))$ has two non-real pairs and no injective linear encoding into the oscillator's step, a
//! CKDA step of two channels. Near $\varphi = 10°$ these are the article's $20°$ and $50°$ at one modulus. So the decoder's linearity is essential
//! in `embedding/two-oscillators`.
//!
//! **Why.** $D_m(z w) = D_m(z) D_m(w)$, and $D_m(\rho\, e^{\mathrm{i}\varphi}) = \rho\, e^{\mathrm{i} m \varphi}$. The identity in $n$ follows from one step.
//!
//! **What is checked.** The step $n = 1$ from $z_0$, and $n$ steps for a whole number $n$, with numbers $z = x + \mathrm{i} y$ as matrices
//! $\begin{pmatrix} x & -y \\ y & x \end{pmatrix}$; $|z_0|$ is rational, so $|z_n| = \rho^n |z_0|$ is. The witness has
//! $\tan(\varphi/4) = 7/160$ ($\varphi$ is about $10.02°$), $\rho = 49/50$, $z_0 = 3 + 4\mathrm{i}$, $n = 12$.
//!
//! **Sharpness.** $\varphi$ must not make the two target rotations equal or real, else one oscillator is enough linearly.

use crate::support::{erase_step, rational};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Statement};
use exact::strategies::{open, unit_key};
use exact::{Matrix, Rational, vector};
use proptest::prelude::*;

/// An oscillator with the angle whose fourth has the tangent `quarter`, so that a CKDA step turns by it.
fn oscillator(quarter: Rational, rho: Rational, z0: [Rational; 2], radius: Rational, n: u32) -> Instance {
    let square = Rational::from(quarter.square_ref());
    let norm = Rational::from(&square + 1);
    let (cos, sin): (Rational, Rational) = ((1 - square) / &norm, 2 * quarter / norm);
    let t = Rational::from(&sin / &cos);
    let [x, y] = z0;
    let i = Instance::new().with("t", t).with("rho", rho.clone()).with("x", x).with("y", y);
    let i = i.with("radius", radius).with("n", i64::from(n)).with("alpha", vec![rho.clone(), -rho]);
    i.with("k", vec![-sin, cos])
}

/// `tan(φ/4) = 7/160` is near `tan(2.5°)`.
fn witness() -> Instance {
    let z0 = [rational(3, 1), rational(4, 1)];
    oscillator(rational(7, 160), rational(49, 50), z0, rational(5, 1), 12)
}

fn domain(_: usize) -> BoxedStrategy<Instance> {
    (open(0, (1, 8)), open(0, 1), unit_key(2), open(0, 3), 0..=8_u32)
        .prop_map(|(quarter, rho, unit, radius, n)| {
            let z0 = vector::scale(&radius, &unit);
            oscillator(quarter, rho, [z0[0].clone(), z0[1].clone()], radius, n)
        })
        .boxed()
}

/// The `m`-th power of a matrix.
fn power(of: Expr, m: i64) -> Expr {
    (1..m).fold(of.clone(), |product, _| product * of.clone())
}

/// `D_m` of a matrix of the modulus `radius`.
fn decoded(z: &Expr, m: i64, radius: &Expr) -> Expr {
    let scale = (1..m - 1).fold(radius.clone(), |product, _| product * radius.clone());
    power(z.clone(), m) / scale
}

fn statement() -> Statement {
    let cell = |x: Expr| x * eye(1);
    let start = block(cell(p("x")), cell(-p("y")), cell(p("y")), cell(p("x")));
    let run = |step: Expr, start: Expr, n: Expr| iterate("Z", start, "r", 1, n, step * "Z");
    let radius_after = iterate("s", "radius", "r", 1, "n", p("rho") * "s");
    let scalars = ["t", "rho", "x", "y", "radius", "n"].map(|name| (name, Shape::Scalar));
    let vectors = ["alpha", "k"].map(|name| (name, Shape::Vector("d")));
    let follows = |m: i64, turn: &'static str| {
        let target = run(p("rho") * turn, decoded(&p("Z0"), m, &p("radius")), p("n"));
        eq(decoded(&p("Zn"), m, &p("last")), target)
    };
    Statement {
        parameters: scalars.into_iter().chain(vectors).collect(),
        hypotheses: vec![
            ("radius-inside", all_of(vec![lt(0, "rho"), lt("rho", 1)])),
            ("modulus", all_of(vec![lt(0, "radius"), eq(square("x") + square("y"), square("radius"))])),
        ],
        transition: vec![
            ("T", erase_step(2, "k", "k", "alpha")),
            ("R", rotation("t")),
            ("R2", power(p("R"), 2)),
            ("R5", power(p("R"), 5)),
            ("S", p("rho") * direct_sum("R2", "R5")),
            ("Z0", start),
            ("Zn", run(p("rho") * "R", p("Z0"), p("n"))),
            ("last", radius_after),
        ],
        conclusion: vec![
            eq("T", p("rho") * "R"),
            follows(2, "R2"),
            follows(5, "R5"),
            pairs_equal("S", 2),
            no_embedding("S", "T"),
        ],
    }
}

/// Complex multiplication.
fn times([a, b]: &[Rational; 2], [x, y]: &[Rational; 2]) -> [Rational; 2] {
    [Rational::from(a * x) - Rational::from(b * y), Rational::from(a * y) + Rational::from(b * x)]
}

fn raised(z: &[Rational; 2], m: u32) -> [Rational; 2] {
    (0..m).fold([Rational::from(1), Rational::new()], |product, _| times(&product, z))
}

fn scaled(z: [Rational; 2], factor: &Rational) -> [Rational; 2] {
    z.map(|x| x * factor)
}

fn check(i: &Instance) -> Outcome {
    let (t, rho, radius) = (i.scalar("t"), i.scalar("rho"), i.scalar("radius"));
    let n = i.scalar("n").numer().to_u32().unwrap_or(0);
    let square = Rational::from(t.square_ref());
    let norm = Rational::from(&square + 1);
    let turn = [(1 - square) / &norm, 2 * t.clone() / norm];
    let matrix = |[x, y]: &[Rational; 2]| {
        Matrix::from_fn(2, 2, |r, c| [[x.clone(), -y.clone()], [y.clone(), x.clone()]][r][c].clone())
    };
    let refuted = |conclusion, expected: &str, found: String| Outcome::Refuted {
        conclusion,
        expected: expected.into(),
        found,
    };
    let k = i.vector("k");
    let erase = &Matrix::identity(2) - &Matrix::outer(k, k).scale(&Rational::from(2));
    let step = &erase * &Matrix::diagonal(i.vector("alpha"));
    if step != matrix(&turn).scale(rho) {
        return refuted(0, "a rotation", format!("{step:?}"));
    }
    let z0 = [i.scalar("x").clone(), i.scalar("y").clone()];
    let one_step = scaled(turn.clone(), rho);
    let zn = times(&raised(&one_step, n), &z0);
    let shrunk = (0..n).fold(Rational::from(1), |product, _| product * rho);
    let last = Rational::from(&shrunk * radius);
    let decoded = |z: &[Rational; 2], m: u32, modulus: &Rational| {
        (1..m).fold(raised(z, m), |z, _| z.map(|x| x / modulus))
    };
    for (line, m) in [(1, 2), (2, 5)] {
        let target = times(&scaled(raised(&raised(&turn, m), n), &shrunk), &decoded(&z0, m, radius));
        if decoded(&zn, m, &last) != target {
            return refuted(line, &format!("{target:?}"), format!("{:?}", decoded(&zn, m, &last)));
        }
    }
    let target = matrix(&raised(&turn, 2)).direct_sum(&matrix(&raised(&turn, 5))).scale(rho);
    let polynomial = target.characteristic_polynomial();
    match spectrum::dense::pairs(&polynomial) {
        2 if !polynomial.divides(&step.characteristic_polynomial()) => {
            let compute = || Evidence::Compute;
            Outcome::Holds(vec![compute(), compute(), compute(), Evidence::Sturm, compute()])
        }
        pairs => refuted(3, "two pairs that the step has not", format!("{pairs} pairs")),
    }
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "embedding/nonlinear-decoder",
    title: "One oscillator gives two frequencies to a decoder that is not linear",
    system: "ckda",
    source: "What Are the Limits of a Single Oscillator?",
    level: Level::Exact,
    quantifier: Quantifier::Exists(witness),
    uses: &["embedding/two-oscillators"],
    formal: &[],
    text: include_str!("nonlinear_decoder.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[],
};
