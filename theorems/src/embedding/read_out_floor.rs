//! # One pair and a few real modes stay away from two oscillators, over every horizon
//!
//! **Statement.** Let $f_t = 0.98^t(\cos 20°t + \cos 50°t)$, and $(N, n, \varepsilon)$ a row of the table below. Then for *every* real
//! $n \times n$ matrix $T$ with at most one pair, stable or not, diagonalizable or not, and all real $c$, $s$,
//! $$\max_{0 \le t < N}\, \lvert f_t - c^\top T^t s\rvert \ge \varepsilon, \qquad \max_t \lvert f_t\rvert = f_0 = 2.$$
//! It is stated for samples $y$ with $\lvert y_t - f_t\rvert \le 10^{-6}$ and $\varepsilon + 10^{-6}$. Each CKDA step with $n$ channels is such a $T$, and
//! MDN with $n/2$. No encoder is asked for: this is the impossibility of `embedding/two-oscillators` for one read-out number, and in numbers.
//!
//! | samples $N$ | dimension $n$ | certified floor | best read-out known |
//! |---|---|---|---|
//! | 8 | 2 | 0.050 | 0.060 |
//! | 16 | 2 | 0.680 | 0.721 |
//! | 16 | 3 | 0.380 | 0.642 |
//! | 16 | 4 | 0.013 | 0.423 |
//! | 32 | 4 | 0.510 | 0.639 |
//! | 32 | 5 | 0.250 | 0.590 |
//! | 64 | 4 | 0.520 | 0.673 |
//! | 64 | 6 | 0.350 | 0.587 |
//! | 64 | 8 | 0.250 | 0.570 |
//! | 128 | 4 | 0.520 | 0.675 |
//! | 128 | 10 | 0.170 | 0.505 |
//!
//! **Why.** A filter $u = h\,(z^2 - pz + q)$ annihilates the pair with trace $p$ and modulus $\sqrt q$. What is left has $r = n - 2$ real modes, so
//! along the samples of one parity at most $r - 1$ changes of sign (sums of $r$ exponentials with positive bases). If $uf$ alternates at
//! $r + 1$ places of one parity with moduli of at least $\varepsilon\lVert u \rVert_1$, no such read-out is nearer than $\varepsilon$. Finitely many cells and
//! filters $h$ cover all $(p, q)$ with $\lvert p \rvert \le 2$, $0 \le q \le 1$; a pair outside the unit circle is one inside it for $f$ in reverse order;
//! $n$ real modes alone have at most $n - 1$ changes. All details: `docs/certificate-v1.md`, 7.10.
//!
//! **What is checked.** The cover is searched in floating point, and verified in whole numbers for the instance's samples. Its size
//! grows with $\varepsilon$: these floors are what some 60 filters and 200 cells in each direction show.
//!
//! **Sharpness.** The samples 0; a larger $\varepsilon$. The traps are read-outs that come as near as the last column says. $\varepsilon$ depends on the
//! horizon: with $n = N$ real modes the error is 0 (`embedding/real-modes-interpolate`), and it is 0 for $N \le n + 3$ (`embedding/read-out-agrees`).

use crate::readout::samples;
use crate::readout_cover::Cover;
use crate::readout_nearest::{FLOORS, Floor};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use enclosure::RealBall;
use exact::Rational;
use proptest::prelude::*;
use std::sync::OnceLock;

/// How far samples may be from `f`.
const NEAR: (i64, i64) = (1, 1_000_000);

/// `f_t` as multiples of `2^−40`, off by less than `2^−40`.
fn target(count: usize) -> Vec<Rational> {
    static LONGEST: OnceLock<Vec<Rational>> = OnceLock::new();
    let value = |t: usize| {
        let ball = |x: Rational| RealBall::from_rational(128, &x);
        let cosine = |part: (i64, i64)| (RealBall::pi(128) * ball(Rational::from(part) * t as u64)).cos();
        let value = ball(Rational::from((49, 50))).pow_u(t as u32) * (cosine((1, 9)) + cosine((5, 18)));
        let Some(middle) = value.midpoint() else { panic!("a cosine is bounded") };
        (middle << 40_u32).round() >> 40_u32
    };
    LONGEST.get_or_init(|| (0..128).map(value).collect())[..count].to_vec()
}

/// Dimension `d` is row `d` of the table; the samples are off by less than [`NEAR`].
fn domain(d: usize) -> BoxedStrategy<Instance> {
    let row = &FLOORS[d - 1];
    let floor = Rational::from(row.floor);
    let errors = prop::collection::vec(-1_000_000..=1_000_000_i64, row.samples);
    (errors, prop_oneof![3 => Just(floor.clone()), 1 => exact::strategies::open(0, floor)])
        .prop_map(move |(errors, least)| {
            let y: Vec<Rational> = target(row.samples)
                .iter()
                .zip(errors)
                .map(|(f, e)| Rational::from(e) / (1_u64 << 40) + f)
                .collect();
            Instance::new().with("y", y).with("n", row.dimension as i64).with("least", least)
        })
        .boxed()
}

fn stated(rows: &[Floor], bound: fn(&Floor) -> (i64, i64)) -> Statement {
    // 20° and 50° are π/18 times 2 and 5, of 36 in a whole turn.
    let cosine = |step: i64| {
        let turned = iterate("x", step * (p("u") - 1), "v", 1, 18, select(lt("x", 36), "x", p("x") - 36));
        cos(pi() * turned / 18)
    };
    let radius = iterate("x", 1, "v", 1, p("u") - 1, p("x") * (49, 50));
    let off = || p("y") - entries("u", len("y"), radius.clone() * (cosine(2) + cosine(5)));
    let is = |row: &Floor| {
        let [samples, dimension] = [row.samples, row.dimension].map(|x| Expr::from(x as i64));
        all_of(vec![eq(len("y"), samples), eq("n", dimension), le("least", bound(row))])
    };
    Statement {
        parameters: vec![("y", Shape::Vector("m")), ("n", Shape::Scalar), ("least", Shape::Scalar)],
        hypotheses: vec![
            ("near", all_of(vec![all_le(off(), NEAR), all_ge(off(), (-NEAR.0, NEAR.1))])),
            ("row", any_of(rows.iter().map(is).collect())),
        ],
        transition: vec![],
        conclusion: vec![read_out_misses("y", "n", p("least") + NEAR)],
    }
}

fn statement() -> Statement {
    stated(&FLOORS, |row| row.floor)
}

/// The cover for a row, made once for samples that are `f`.
fn cover(at: usize) -> Option<&'static Cover> {
    static COVERS: [OnceLock<Option<Cover>>; FLOORS.len()] = [const { OnceLock::new() }; FLOORS.len()];
    COVERS[at]
        .get_or_init(|| {
            let row = &FLOORS[at];
            let y: Vec<f64> = target(row.samples).iter().map(Rational::to_f64).collect();
            let margin: Rational = Rational::from(row.floor) + Rational::from(NEAR) * 3;
            Cover::search(&y, row.dimension, margin.to_f64())
        })
        .as_ref()
}

fn check(i: &Instance) -> Outcome {
    let (y, n) = (i.vector("y"), i.scalar("n"));
    let least = i.scalar("least") + Rational::from(NEAR);
    let at = FLOORS.iter().position(|row| row.samples == y.len() && *n == row.dimension as u64);
    let Some(at) = at else { return Outcome::Undecided("no row of the table".into()) };
    let row = &FLOORS[at];
    if let Some(cover) = cover(at).filter(|cover| cover.verified(y, row.dimension, &least)) {
        return Outcome::Holds(vec![cover.evidence()]);
    }
    let (t, read, start) = row.read_out();
    let near = samples(&t, &read, &start, y.len());
    let error = y.iter().zip(&near).map(|(y, x)| Rational::from(y - x).abs()).max().unwrap_or_default();
    if error < least {
        let (expected, found) = (format!("an error of at least {least}"), format!("{error}"));
        return Outcome::Refuted { conclusion: 0, expected, found };
    }
    Outcome::Undecided("no cover of the pairs was found".into())
}

/// The row's best read-out against the bound that it comes nearer than.
fn nearest(at: usize) -> (Instance, Evidence) {
    let row = &FLOORS[at];
    let (matrix, read, start) = row.read_out();
    let i = Instance::new().with("y", target(row.samples)).with("n", row.dimension as i64);
    (i.with("least", Rational::from(row.ceiling)), Evidence::ReadOut { matrix, read, start })
}

/// Eight samples that are 0, read from two coordinates that are 0.
fn nothing() -> (Instance, Evidence) {
    let zeros = || vec![Rational::new(); 2];
    let i = Instance::new().with("y", vec![Rational::new(); FLOORS[0].samples]).with("n", 2);
    let i = i.with("least", Rational::from(FLOORS[0].floor));
    (i, Evidence::ReadOut { matrix: exact::Matrix::zeros(2, 2), read: zeros(), start: zeros() })
}

/// The trap that nothing comes nearer than the ceiling of a row.
macro_rules! ceiling {
    ($name:literal, $row:literal) => {
        Trap {
            name: $name,
            statement: || stated(&FLOORS[$row..=$row], |row| row.ceiling),
            fails: 0,
            witness: || nearest($row),
        }
    };
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "embedding/read-out-floor",
    title: "One pair and a few real modes stay away from two oscillators, over every horizon",
    system: "ckda",
    source: "beyond the article: linear read-outs over a finite horizon",
    level: Level::Enclosed,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("read_out_floor.rs"),
    dimensions: (1, FLOORS.len()),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "near", fails: 0, witness: nothing },
        Sharp { drops: "row", fails: 0, witness: || nearest(0) },
    ],
    traps: &[
        ceiling!("nothing-nearer-8-2", 0),
        ceiling!("nothing-nearer-16-2", 1),
        ceiling!("nothing-nearer-16-3", 2),
        ceiling!("nothing-nearer-16-4", 3),
        ceiling!("nothing-nearer-32-4", 4),
        ceiling!("nothing-nearer-32-5", 5),
        ceiling!("nothing-nearer-64-4", 6),
        ceiling!("nothing-nearer-64-6", 7),
        ceiling!("nothing-nearer-64-8", 8),
        ceiling!("nothing-nearer-128-4", 9),
        ceiling!("nothing-nearer-128-10", 10),
    ],
};
