//! # Momentum with equal channel-wise gates turns every channel
//!
//! **Statement.** Let $d \ge 1$, $\alpha, k \in \mathbb{Q}^d$ and $\beta, \eta \in \mathbb{Q}$. If all $\alpha_i \ne 0$ are different, no $k_i$ is 0 and
//! $0 < \beta \eta \lVert k \rVert^2 < 4$, the momentum step with the gates $A = M = \mathrm{Diag}(\alpha)$,
//! $$T = \begin{pmatrix} A - \beta\eta kk^\top A & -\beta A \\ \eta kk^\top A & A \end{pmatrix},$$
//! has no real eigenvalue: $d$ non-real pairs, the most that there can be, with $\prod |\lambda|^2 = \prod_i \alpha_i^2$. For unit keys every
//! $\beta \in (0, 1)$, $\eta \in (0, 2)$ of the article qualifies. One scalar gate of the two leaves at most one pair
//! (`mdn/at-most-one-pair`): so it is the channel-wise momentum that adds frequencies.
//!
//! **Why.** With $w = \beta\eta$ the characteristic polynomial is $\prod_i (z - \alpha_i)^2$ times $f(z) = 1 + w z \sum_i \alpha_i k_i^2 / (z - \alpha_i)^2$, and
//! at a gate $w \alpha_i^2 k_i^2 \prod_{j \ne i} (\alpha_i - \alpha_j)^2 > 0$. At any other real $z$ a term is at least $-k_i^2/4$, since
//! $4 z \alpha_i + (z - \alpha_i)^2 = (z + \alpha_i)^2$; hence $f(z) \ge 1 - w \lVert k \rVert^2 / 4 > 0$.
//!
//! **What is checked.** The pairs of the dense $2d \times 2d$ step are counted; the polynomial is compared with the formula.
//!
//! **Sharpness.** Each hypothesis is needed: two equal gates leave a direction across the key, where $T$ is a Jordan block; a
//! channel that the key does not meet is real; a gate 0 has the eigenvalue 0; at $w \lVert k \rVert^2 = 4$ and $d = 1$ there is the double
//! eigenvalue $-\alpha$; and without a coupling nothing turns. The signs of the gates do not matter.

use crate::oscillator::{momentum_formula, momentum_step};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::strategies::{open, vector_of};
use exact::{IntPoly, Matrix, Rational, vector};
use proptest::prelude::*;

/// Different gates, from gaps, some of them negative; a key without zeros, and a coupling that is placed below 4.
fn domain(d: usize) -> BoxedStrategy<Instance> {
    let key = prop::collection::vec((open(0, 2), any::<bool>()), d);
    let place = prop_oneof![3 => open(0, 4), 1 => open(0, 2)];
    (vector_of(open(0, 1), d), key, place, open((1, 8), 1), 0..=d)
        .prop_map(move |(gaps, key, place, beta, negative)| {
            let scale = Rational::from((1, d as u64));
            let mut sum = Rational::new();
            let mut alpha: Vec<Rational> = Vec::new();
            for gap in gaps {
                sum += gap * &scale;
                alpha.push(sum.clone());
            }
            for (i, gate) in alpha.iter_mut().enumerate() {
                if i < negative {
                    *gate = -gate.clone();
                }
            }
            let k: Vec<Rational> = key.into_iter().map(|(x, minus)| if minus { -x } else { x }).collect();
            let eta = place / vector::norm2(&k) / &beta;
            Instance::new().with("alpha", alpha).with("beta", beta).with("eta", eta).with("k", k)
        })
        .boxed()
}

fn coupling() -> Expr {
    p("beta") * "eta"
}

fn statement() -> Statement {
    let difference = |other: Expr| entry("alpha", "i") - entry("alpha", other);
    let differences = iterate("y", "x", "j", p("i") + 1, len("alpha"), p("y") * difference(p("j")));
    let product = |body: Expr| iterate("x", 1, "i", 1, len("alpha"), body);
    Statement {
        parameters: vec![
            ("alpha", Shape::Vector("d")),
            ("beta", Shape::Scalar),
            ("eta", Shape::Scalar),
            ("k", Shape::Vector("d")),
        ],
        hypotheses: vec![
            ("gates-not-zero", ne(product(p("x") * entry("alpha", "i")), 0)),
            ("different-gates", ne(product(differences), 0)),
            ("key-meets-all", ne(product(p("x") * entry("k", "i")), 0)),
            ("coupling-positive", lt(0, coupling())),
            ("coupling-below-four", lt(coupling() * dot("k", "k"), 4)),
        ],
        transition: vec![
            ("A", diag("alpha")),
            ("P", outer("k", "k")),
            ("T", momentum_formula(&p("A"), &p("A"), &p("P"))),
        ],
        conclusion: vec![
            pairs_equal("T", len("alpha")),
            eq(at(charpoly("T"), 0), product(p("x") * square(entry("alpha", "i")))),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let (alpha, k, beta, eta) = (i.vector("alpha"), i.vector("k"), i.scalar("beta"), i.scalar("eta"));
    let polynomial =
        momentum_step((alpha, alpha), (beta, eta), &Matrix::outer(k, k)).characteristic_polynomial();
    let d = alpha.len();
    let pairs = spectrum::dense::pairs(&polynomial);
    if pairs != d {
        let (expected, found) = (format!("{d} non-real pairs"), pairs.to_string());
        return Outcome::Refuted { conclusion: 0, expected, found };
    }
    // ∏(z − α_i)² + w z Σ α_i k_i² ∏_{j ≠ i}(z − α_j)².
    let one = || Rational::from(1);
    let squared =
        |gate: &Rational| IntPoly::from_rationals(&[gate.clone().square(), -2 * gate.clone(), one()]);
    let scaled = |p: &IntPoly, factor: &Rational| -> Vec<Rational> {
        let leading = Rational::from(p.leading().unwrap_or(&1.into()));
        p.coefficients().iter().map(|c| Rational::from(c) / &leading * factor).collect()
    };
    let product = |skip: Option<usize>| {
        let factors = (0..d).filter(|i| Some(*i) != skip).map(|i| squared(&alpha[i]));
        factors.fold(IntPoly::from_i64(&[1]), |product, factor| &product * &factor)
    };
    let mut sum = scaled(&product(None), &one());
    for i in 0..d {
        let weight = Rational::from(beta * eta) * &alpha[i] * k[i].clone().square();
        for (power, c) in scaled(&product(Some(i)), &weight).into_iter().enumerate() {
            sum[power + 1] += c;
        }
    }
    let expected = IntPoly::from_rationals(&sum).primitive();
    if expected != polynomial {
        let (expected, found) = (format!("{expected:?}"), format!("{polynomial:?}"));
        return Outcome::Refuted { conclusion: 1, expected, found };
    }
    Outcome::Holds(vec![Evidence::Sturm, Evidence::Compute])
}

fn near<const D: usize>(alpha: [(i64, i64); D], eta: i64, k: [(i64, i64); D]) -> (Instance, Evidence) {
    let i = Instance::new().with("alpha", alpha).with("beta", (1, 1)).with("eta", (eta, 1)).with("k", k);
    (i, Evidence::Sturm)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "mdn/channel-wise-pairs",
    title: "Momentum with equal channel-wise gates turns every channel",
    system: "mdn",
    source: "beyond the article: momentum with channel-wise gates",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("channel_wise_pairs.rs"),
    dimensions: (1, 8),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "gates-not-zero", fails: 0, witness: || near([(0, 1)], 1, [(1, 1)]) },
        Sharp { drops: "different-gates", fails: 0, witness: || near([(1, 2), (1, 2)], 1, [(1, 1), (1, 1)]) },
        Sharp { drops: "key-meets-all", fails: 0, witness: || near([(1, 3), (1, 2)], 1, [(1, 1), (0, 1)]) },
        Sharp { drops: "coupling-positive", fails: 0, witness: || near([(1, 2)], 0, [(1, 1)]) },
        Sharp { drops: "coupling-below-four", fails: 0, witness: || near([(1, 2)], 4, [(1, 1)]) },
    ],
    traps: &[],
};
