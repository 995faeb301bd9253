//! # Momentum words with any keys grow by less than 1.957 a token
//!
//! **Statement.** For the tokens $t = 1, \dots, n$ let $\alpha_t, \mu_t, \beta_t \in [0, 1]$, $\eta_t \in [0, 2]$ and $k_t \in \mathbb{Q}^d$ with
//! $\lVert k_t \rVert \le 1$, $T_t$ the momentum step on $(s, m) \in \mathbb{R}^{2d}$, $P = T_n \cdots T_1$,
//! $Q = \begin{pmatrix} 2 & \frac{41}{140} \\ \frac{41}{140} & 1 \end{pmatrix}$ and $c^2 = 3.829$. Then $P^\top (Q \otimes I) P \preceq c^{2n}\, Q \otimes I$: no word
//! grows faster than $c < 1.957$ a token, whatever $d$ and the keys. Each of the 16 corners $\alpha, \mu, \beta \in \{0, 1\}$, $\eta \in \{0, 2\}$ of one
//! channel satisfies $B^\top Q B \preceq c^2 Q$.
//!
//! **Why.** With $\kappa = \lVert k \rVert^2$ the step is $B(\eta\kappa)$ on the plane of $(k, 0)$, $(0, k)$ and $B(0)$ across, both in the range of one
//! channel, and $Q \otimes I$ is the same on both. $B$ is affine in each of its four numbers and the norm of $Q$ convex, so the 16
//! corners decide; they are all in every certificate. (With $1 - 1/\sqrt2$ for $\frac{41}{140}$ the least $c^2$ of this kind is
//! $1 + 2\sqrt2$.)
//!
//! **What is checked.** $c^{2n} (Q \otimes I) - P^\top (Q \otimes I) P$ has no negative eigenvalue, by exact symmetric elimination, and the same
//! for the 16 corners.
//!
//! **Sharpness.** In one channel the rate is $7^{1/3} = 1.9129\dots$ (`switching/mdn-rate`, `switching/mdn-words`), so the exact
//! rate for more channels is between 1.9129 and 1.957. Each range is needed: witnesses.

use crate::oscillator::momentum_step;
use crate::support::{rational, short_key};
use crate::words::power;
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::strategies::closed;
use exact::{Matrix, Rational};
use proptest::prelude::*;

const NUMBERS: [&str; 4] = ["alpha", "beta", "eta", "mu"];
const CROSS: (i64, i64) = (41, 140);
const SQUARED_RATE: (i64, i64) = (3829, 1000);

fn domain(d: usize) -> BoxedStrategy<Instance> {
    (1_usize..=5)
        .prop_flat_map(move |n| {
            let gate = || prop::collection::vec(closed(0, 1), n);
            (
                gate(),
                gate(),
                gate(),
                prop::collection::vec(closed(0, 2), n),
                prop::collection::vec(short_key(d), n),
            )
        })
        .prop_map(move |(alpha, beta, mu, eta, keys)| {
            let k = Matrix::from_fn(keys.len(), d, |t, c| keys[t][c].clone());
            let i = Instance::new().with("alpha", alpha).with("beta", beta);
            i.with("mu", mu).with("eta", eta).with("k", k)
        })
        .boxed()
}

fn cell(value: impl Into<Expr>, size: &Expr) -> Expr {
    value.into() * eye(size.clone())
}

/// `Q ⊗ I`.
fn form(size: &Expr) -> Expr {
    block(cell(2, size), cell(CROSS, size), cell(CROSS, size), cell(1, size))
}

/// The step with `coupling` for `kkᵀ`.
fn step([alpha, beta, eta, mu]: [Expr; 4], coupling: &Expr, size: &Expr) -> Expr {
    let write = alpha.clone() * eta * coupling.clone();
    let kept = cell(alpha, size) - beta.clone() * write.clone();
    block(kept, cell(-(beta * mu.clone()), size), write, cell(mu, size))
}

fn slack(growth: Expr, of: Expr, size: &Expr) -> Expr {
    positive_semidefinite(growth * form(size) - transpose(of.clone()) * form(size) * of)
}

fn statement() -> Statement {
    let (one, d) = (int(1), len(row("k", 1)));
    let corners = (0..16_i64).map(|bits| {
        let bit = |place: i64| int(bits >> place & 1);
        let corner = step([bit(0), bit(1), 2 * bit(2), bit(3)], &eye(1), &one);
        slack(SQUARED_RATE.into(), corner, &one)
    });
    let within = |name: &'static str, top: i64| all_of(vec![all_ge(name, 0), all_le(name, top)]);
    let token = step(NUMBERS.map(|name| entry(name, "t")), &outer(row("k", "t"), row("k", "t")), &d);
    let word = iterate("S", eye(2 * d.clone()), "t", 1, height("k"), token * "S");
    let growth = iterate("power", 1, "t", 1, height("k"), p("power") * Expr::from(SQUARED_RATE));
    let numbers = NUMBERS.map(|name| (name, Shape::Vector("n")));
    Statement {
        parameters: numbers.into_iter().chain([("k", Shape::Matrix("n", "d"))]).collect(),
        hypotheses: vec![
            ("gates-in-range", within("alpha", 1)),
            ("momentum-in-range", within("mu", 1)),
            ("strengths-in-range", within("beta", 1)),
            ("rates-in-range", within("eta", 2)),
            ("short-keys", crate::words::short_keys()),
        ],
        transition: vec![("P", word)],
        conclusion: vec![all_of(corners.collect()), slack(growth, p("P"), &d)],
    }
}

fn exceeds(growth: &Rational, step: &Matrix) -> bool {
    let d = step.rows() / 2;
    let entry = |i: usize, j: usize| match (i % d == j % d, i < d, j < d) {
        (false, _, _) => Rational::new(),
        (_, true, true) => rational(2, 1),
        (_, false, false) => rational(1, 1),
        _ => Rational::from(CROSS),
    };
    let form = Matrix::from_fn(2 * d, 2 * d, entry);
    (&form.scale(growth) - &(&(&step.transpose() * &form) * step)).inertia().negative > 0
}

fn check(i: &Instance) -> Outcome {
    let [alpha, beta, eta, mu] = NUMBERS.map(|name| i.vector(name));
    let (k, squared) = (i.matrix("k"), Rational::from(SQUARED_RATE));
    let refuted = |conclusion, found: String| Outcome::Refuted {
        conclusion,
        expected: "growth within the rate".into(),
        found,
    };
    for bits in 0..16_u8 {
        let bit = |place: u8| Rational::from(bits >> place & 1);
        let numbers = (&bit(1), &(bit(2) * 2));
        if exceeds(&squared, &momentum_step((&[bit(0)], &[bit(3)]), numbers, &Matrix::identity(1))) {
            return refuted(0, format!("corner {bits} grows more"));
        }
    }
    let d = k.cols();
    let word = (0..k.rows()).fold(Matrix::identity(2 * d), |product, t| {
        let gates = (&*vec![alpha[t].clone(); d], &*vec![mu[t].clone(); d]);
        &momentum_step(gates, (&beta[t], &eta[t]), &Matrix::outer(k.row(t), k.row(t))) * &product
    });
    if exceeds(&power(&squared, k.rows()), &word) {
        return refuted(1, "a direction that grows more".into());
    }
    Outcome::Holds(vec![Evidence::Compute; 2])
}

/// One token of one channel.
fn token([alpha, beta, eta, mu]: [i64; 4], k: i64) -> (Instance, Evidence) {
    let i = Instance::new().with("alpha", [(alpha, 1)]).with("beta", [(beta, 1)]);
    (i.with("eta", [(eta, 1)]).with("mu", [(mu, 1)]).with("k", [[(k, 1)]]), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "switching/mdn-any-keys",
    title: "Momentum words with any keys grow by less than 1.957 a token",
    system: "mdn",
    source: "beyond the article: stability when tokens alternate",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["mdn/blocks"],
    formal: &[],
    text: include_str!("mdn_any_keys.rs"),
    dimensions: (1, 4),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "gates-in-range", fails: 1, witness: || token([3, 0, 0, 0], 1) },
        Sharp { drops: "momentum-in-range", fails: 1, witness: || token([0, 0, 0, 3], 1) },
        Sharp { drops: "strengths-in-range", fails: 1, witness: || token([0, 3, 0, 1], 1) },
        Sharp { drops: "rates-in-range", fails: 1, witness: || token([1, 0, 4, 0], 1) },
        Sharp { drops: "short-keys", fails: 1, witness: || token([1, 0, 2, 0], 2) },
    ],
    traps: &[],
};
