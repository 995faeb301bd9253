//! # No momentum step with gates between 0 and 1 turns by 20° and 50° at the modulus 0.98
//!
//! **Statement.** Let $d \ge 1$, $\alpha, \mu \in [0, 1]^d$, $\beta, \eta \in \mathbb{Q}$ and $k \in \mathbb{R}^d$. Let $\lambda_1$, $\lambda_2$ be in the boxes of
//! `mdn/two-frequencies-dual`, which contain $0.98\, e^{\mathrm{i}\pi/9}$ and $0.98\, e^{5\mathrm{i}\pi/18}$. Then not both are eigenvalues of the
//! momentum step with channel-wise gates
//! $$T = \begin{pmatrix} A - \beta\eta kk^\top A & -\beta M \\ \eta kk^\top A & M \end{pmatrix}, \qquad A = \mathrm{Diag}(\alpha),\ M = \mathrm{Diag}(\mu),$$
//! although $T$ can have $d$ pairs (`mdn/channel-wise-pairs`). The sign of $\beta\eta$ is free, as is the norm of the key.
//!
//! **Why.** A non-real $\lambda$ is an eigenvalue exactly when $\sum_i w_i\, \lambda / ((\lambda - \alpha_i)(\lambda - \mu_i)) = -1$, $w_i = \beta\eta\, \alpha_i k_i^2$. These four real
//! equations for $\lambda_1$, $\lambda_2$ ask for weights of one sign; a dual certificate for either sign excludes them, and it holds for
//! every pair of gates, so for every $d$.
//!
//! **What is checked.** The polynomial depends on $q = k \odot k$ alone, and $q 1^\top$ in place of $kk^\top$ has it. That
//! matrix is built, and its exact polynomial is divided by the two quadratics. In half of the instances the first channel makes
//! $\lambda_1$ an eigenvalue exactly. The dual certificate's own theorem covers the whole box.
//!
//! **Sharpness.** Four channels reach both eigenvalues as soon as a hypothesis goes: with a gate of 4 or $-1$, with a momentum of 4 or
//! $-1$, with a negative $q_i$ (an erase that does not read along its key); and at moduli of one half, with all gates in range.

use super::two_frequencies_dual::{SIDES, eigenvalues, in_boxes, part};
use crate::oscillator::{momentum_formula, momentum_step};
use crate::support::rational;
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::strategies::{closed, gates, small_fraction};
use exact::{IntPoly, Matrix, Rational};
use proptest::prelude::*;

fn instance(
    gates: [Vec<Rational>; 2],
    q: Vec<Rational>,
    product: [Rational; 2],
    at: &[Rational],
) -> Instance {
    let ([alpha, mu], [beta, eta]) = (gates, product);
    let i =
        Instance::new().with("alpha", alpha).with("mu", mu).with("q", q).with("beta", beta).with("eta", eta);
    SIDES.iter().zip(at).fold(i, |i, ((name, ..), x)| i.with(name, x))
}

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let coupling = prop_oneof![3 => closed(0, 2), 1 => small_fraction(4)];
    let squares = prop::collection::vec(closed(0, 2), d);
    (gates(d, 0, 1), gates(d, 0, 1), squares, coupling, eigenvalues(), (any::<bool>(), closed(0, 1)))
        .prop_map(move |(mut alpha, mut mu, mut q, mut eta, at, (exact, place))| {
            if exact {
                // A channel on its own has λ₁ when αμ = |λ₁|² and α (1 − w) + μ = 2 Re λ₁.
                let modulus = Rational::from(at[0].square_ref()) + Rational::from(at[1].square_ref());
                let momentum = (1 - modulus.clone()) * place + &modulus;
                let gate = modulus / &momentum;
                q = vec![Rational::new(); d];
                q[0] = (Rational::from(&gate + &momentum) - 2 * at[0].clone()) / &gate;
                (alpha[0], mu[0], eta) = (gate, momentum, rational(1, 1));
            }
            instance([alpha, mu], q, [rational(1, 1), eta], &at)
        })
        .boxed()
}

/// `z² − 2 x z + x² + y²`.
fn pair_of(x: &'static str, y: &'static str) -> Expr {
    quadratic(2 * p(x), square(x) + square(y))
}

fn statement() -> Statement {
    let within = |gates: &'static str| all_of(vec![all_ge(gates, 0), all_le(gates, 1)]);
    let vectors = ["alpha", "mu", "q"].map(|name| (name, Shape::Vector("d")));
    let scalars =
        ["beta", "eta"].into_iter().chain(SIDES.map(|side| side.0)).map(|name| (name, Shape::Scalar));
    let absent = |pair: Expr| not(divides(pair, charpoly("T")));
    Statement {
        parameters: vectors.into_iter().chain(scalars).collect(),
        hypotheses: vec![
            ("gates-in-range", within("alpha")),
            ("momenta-in-range", within("mu")),
            ("squares", all_ge("q", 0)),
            ("eigenvalues-in-boxes", in_boxes()),
        ],
        transition: vec![
            ("A", diag("alpha")),
            ("M", diag("mu")),
            ("P", outer("q", constant(len("q"), 1))),
            ("T", momentum_formula(&p("A"), &p("M"), &p("P"))),
        ],
        conclusion: vec![any_of(vec![absent(pair_of("x1", "y1")), absent(pair_of("x2", "y2"))])],
    }
}

fn check(i: &Instance) -> Outcome {
    let (alpha, mu, q) = (i.vector("alpha"), i.vector("mu"), i.vector("q"));
    let coupling = Matrix::outer(q, &vec![rational(1, 1); q.len()]);
    let step = momentum_step((alpha, mu), (i.scalar("beta"), i.scalar("eta")), &coupling);
    let polynomial = step.characteristic_polynomial();
    let has = |[x, y]: [&str; 2]| {
        let (x, y) = (i.scalar(x), i.scalar(y));
        let modulus = Rational::from(x.square_ref()) + Rational::from(y.square_ref());
        IntPoly::from_rationals(&[modulus, -2 * x.clone(), rational(1, 1)]).divides(&polynomial)
    };
    if has(["x1", "y1"]) && has(["x2", "y2"]) {
        let (expected, found) = ("at most one of the two pairs".into(), "both".into());
        return Outcome::Refuted { conclusion: 0, expected, found };
    }
    Outcome::Holds(vec![Evidence::Compute])
}

/// Four channels with these gates and momenta, coupled so that both numbers are eigenvalues: the four real equations
/// $\sum_i w_i g_\lambda(\alpha_i, \mu_i) = -1$, solved by Gauss and Jordan.
fn coupled(gates: [[(i64, i64); 2]; 4], at: [(i64, i64); 4]) -> (Instance, Evidence) {
    let at = at.map(Rational::from);
    let [alpha, mu] = [0, 1].map(|n| gates.iter().map(|pair| Rational::from(pair[n])).collect::<Vec<_>>());
    let columns: Vec<[Rational; 4]> = (0..4)
        .map(|i| {
            let [re1, im1] = part(&alpha[i], &mu[i], [&at[0], &at[1]]);
            let [re2, im2] = part(&alpha[i], &mu[i], [&at[2], &at[3]]);
            [re1, im1, re2, im2]
        })
        .collect();
    let mut rows: Vec<Vec<Rational>> = (0..4)
        .map(|r| {
            let right = rational(if r % 2 == 0 { -1 } else { 0 }, 1);
            columns.iter().map(|column| column[r].clone()).chain([right]).collect()
        })
        .collect();
    for pivot in 0..4 {
        let at = (pivot..4).find(|r| rows[*r][pivot] != 0).unwrap_or(pivot);
        rows.swap(pivot, at);
        let inverse = rows[pivot][pivot].clone().recip();
        rows[pivot].iter_mut().for_each(|x| *x *= &inverse);
        let row = rows[pivot].clone();
        for (_, other) in rows.iter_mut().enumerate().filter(|(r, _)| *r != pivot) {
            let factor = other[pivot].clone();
            other.iter_mut().zip(&row).for_each(|(x, y)| *x -= Rational::from(&factor * y));
        }
    }
    let q = (0..4).map(|i| Rational::from(&rows[i][4] / &alpha[i])).collect();
    (instance([alpha, mu], q, [rational(1, 1), rational(1, 1)], &at), Evidence::Compute)
}

/// The two eigenvalues, near the article's.
const ARTICLE: [(i64, i64); 4] = [(92, 100), (34, 100), (63, 100), (75, 100)];

const ONE: (i64, i64) = (1, 1);
const HALF: (i64, i64) = (1, 2);

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "mdn/two-frequencies-excluded",
    title: "No momentum step with gates between 0 and 1 turns by 20° and 50° at the modulus 0.98",
    system: "mdn",
    source: "What Are the Limits of a Single Oscillator?",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["mdn/two-frequencies-dual"],
    formal: &[],
    text: include_str!("two_frequencies_excluded.rs"),
    dimensions: (1, 6),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp {
            drops: "gates-in-range",
            fails: 0,
            witness: || coupled([[HALF, HALF], [(4, 1), (1, 4)], [(5, 2), ONE], [(-1, 1), HALF]], ARTICLE),
        },
        Sharp {
            drops: "momenta-in-range",
            fails: 0,
            witness: || coupled([[(1, 4), (-1, 1)], [ONE, (4, 1)], [ONE, HALF], [HALF, HALF]], ARTICLE),
        },
        Sharp {
            drops: "squares",
            fails: 0,
            witness: || coupled([[HALF, HALF], [ONE, ONE], [ONE, HALF], [(1, 4), (3, 4)]], ARTICLE),
        },
        Sharp {
            drops: "eigenvalues-in-boxes",
            fails: 0,
            witness: || {
                let gates = [[(2, 5), (2, 5)], [(2, 5), ONE], [(3, 5), ONE], [(1, 5), (2, 5)]];
                coupled(gates, [(47, 100), (17, 100), (32, 100), (38, 100)])
            },
        },
    ],
    traps: &[],
};
