//! # A KDA step leaves a residual on every rotating pair, in proportion to the sine
//!
//! **Statement.** Let $\alpha \in \mathbb{Q}^d$ with $\alpha_i > 0$, $k \in \mathbb{Q}^d$, $\beta, \rho, t \in \mathbb{Q}$,
//! $\varphi = 2\arctan t$, and $E \in \mathbb{Q}^{d \times 2}$ with $E^\top E = I$. With
//! $T = (I - \beta kk^\top)\,\mathrm{Diag}(\alpha)$ the residual $X = TE - E\,\rho R(\varphi)$ has
//! $\lVert X \rVert_F^2 \ge 2\rho^2\sin^2\varphi\;\alpha_{\min}/\alpha_{\max}$. So
//! $\lVert X \rVert_2 \ge \lvert\rho\sin\varphi\rvert\sqrt{\alpha_{\min}/\alpha_{\max}}$: an isometric encoding of a
//! rotation is off by that at every step.
//!
//! **Why.** $w = (1, -i)/\sqrt2$ has $\rho R(\varphi)w = \mu w$, $\operatorname{Im}\mu = \pm\rho\sin\varphi$, and for real $X$
//! $\lVert Xw \rVert^2 = \frac12\lVert X \rVert_F^2$. $Xw = (T - \mu)Ew$, and $D^{1/2}TD^{-1/2}$ is symmetric, so that
//! $\lVert (T - \mu)^{-1} \rVert \le \sqrt{\alpha_{\max}/\alpha_{\min}}/\lvert\operatorname{Im}\mu\rvert$. No bound on $\beta$ or $k$ is needed.
//!
//! **What is checked.** The inequality, with the engine's step.
//!
//! **Sharpness.** $E = 0$; gates $(-1, -\frac12)$. $T = \rho\cos\varphi\,I$ attains it (trap).

use crate::continuous::real_logarithm::rotated;
use crate::oscillator::free_key;
use crate::support::{erase_step, kda_step, positive_gates};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::{closed, open, small_fraction, unit_key};
use exact::{Matrix, Rational, vector};
use proptest::prelude::*;

/// The encoder is two columns of a reflection; in a third of the samples the step is nearly a multiple of the identity that attains the bound.
fn domain(d: usize) -> BoxedStrategy<Instance> {
    let step = (positive_gates(d), prop_oneof![2 => closed(0, 2), 1 => closed(-2, 3)], free_key(d));
    let angle = prop_oneof![2 => open(0, 1), 1 => small_fraction(4)];
    (step, unit_key(d), 0..d, (closed(0, 1), angle), 0..3_u8)
        .prop_map(move |((mut alpha, mut beta, k), u, first, (rho, t), kind)| {
            let reflection = &Matrix::identity(d) - &Matrix::outer(&u, &u).scale(&Rational::from(2));
            let columns = [first, (first + 1) % d];
            let e = Matrix::from_fn(d, 2, |i, j| reflection[(i, columns[j])].clone());
            let cosine = rotated(&t)[(0, 0)].clone() * &rho;
            if kind == 0 && cosine > 0 {
                alpha[..].fill(cosine);
                beta >>= 40;
            }
            let i = Instance::new().with("alpha", alpha).with("beta", beta).with("k", k);
            i.with("rho", rho).with("t", t).with("E", e)
        })
        .boxed()
}

fn stated(line: fn(Expr, Expr) -> Expr) -> Statement {
    let sine = 2 * p("t") / (1 + square("t"));
    let least = 2 * square("rho") * square(sine) * min("alpha") / max("alpha");
    let trace = |a: &'static str| entry(row(a, 1), 1) + entry(row(a, 2), 2);
    Statement {
        parameters: vec![
            ("alpha", Shape::Vector("d")),
            ("beta", Shape::Scalar),
            ("k", Shape::Vector("d")),
            ("rho", Shape::Scalar),
            ("t", Shape::Scalar),
            ("E", Shape::Matrix("d", "n")),
        ],
        hypotheses: vec![
            ("positive-gates", all_gt("alpha", 0)),
            ("isometric", eq(transpose("E") * "E", eye(2))),
        ],
        transition: vec![
            ("T", erase_step("beta", "k", "k", "alpha")),
            ("X", p("T") * "E" - p("E") * (p("rho") * rotation("t"))),
            ("G", transpose("X") * "X"),
        ],
        conclusion: vec![line(least, trace("G"))],
    }
}

fn statement() -> Statement {
    stated(le)
}

fn check(i: &Instance) -> Outcome {
    let (alpha, rho, e) = (i.vector("alpha"), i.scalar("rho"), i.matrix("E"));
    let target = rotated(i.scalar("t")).scale(rho);
    let residual = &(&kda_step(i).matrix() * e) - &(e * &target);
    let found = vector::norm2(residual.entries());
    let (Some(least), Some(most)) = (alpha.iter().min(), alpha.iter().max()) else {
        return Outcome::Undecided("there are no gates".into());
    };
    let ratio = Rational::from(least / most);
    let bound: Rational = 2 * target[(1, 0)].clone().square() * ratio;
    if found < bound {
        let (expected, found) = (format!("at least {bound}"), format!("{found}"));
        return Outcome::Refuted { conclusion: 0, expected, found };
    }
    Outcome::Holds(vec![Evidence::Compute])
}

fn at(alpha: [(i64, i64); 2], e: i64, rho: (i64, i64), t: (i64, i64)) -> (Instance, Evidence) {
    let i = Instance::new().with("alpha", alpha).with("beta", 0).with("k", [(1, 1), (0, 1)]);
    let e = Matrix::identity(2).scale(&Rational::from(e));
    (i.with("rho", rho).with("t", t).with("E", e), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "embedding/kda-residual",
    title: "A KDA step leaves a residual on every rotating pair, in proportion to the sine",
    system: "kda",
    source: "beyond the article: how near one oscillator comes to two",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["kda/real-spectrum"],
    formal: &[],
    text: include_str!("kda_residual.rs"),
    dimensions: (2, 8),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "positive-gates", fails: 0, witness: || at([(-1, 1), (-1, 2)], 1, (1, 1), (1, 1)) },
        Sharp { drops: "isometric", fails: 0, witness: || at([(1, 1), (1, 1)], 0, (1, 1), (1, 1)) },
    ],
    traps: &[Trap {
        name: "the-bound-is-not-attained",
        statement: || stated(lt),
        fails: 0,
        witness: || at([(3, 10), (3, 10)], 1, (1, 2), (1, 2)),
    }],
};
