//! # The characteristic polynomial of an erase step has explicit signs at the gates
//!
//! **Statement.** Let $d \ge 1$, $\alpha, k, l \in \mathbb{Q}^d$, without any condition, and let $\chi$ be the characteristic polynomial
//! of $T = (I - k l^\top)\,\mathrm{Diag}(\alpha)$. Then for every $j$
//! $$\chi(\alpha_j) = \alpha_j k_j l_j \prod_{i \ne j} (\alpha_j - \alpha_i), \qquad \chi(0) = (-1)^d (1 - k \cdot l) \prod_i \alpha_i.$$
//! $l = \beta k$ is KDA and CKDA, $l = b \odot k$ is Gated DeltaNet-2.
//!
//! **Why.** In $\chi(z) = \prod_i (z - \alpha_i) + \sum_i \alpha_i k_i l_i \prod_{j \ne i} (z - \alpha_j)$ only one term is left at a gate. At 0 every
//! term is $\prod_i (-\alpha_i)$ times 1 or $-k_i l_i$.
//!
//! **What it is for.** With distinct gates and $l_j k_j > 0$ the sign at $\alpha_j$ is that of $\alpha_j$ times $(-1)^m$, $m$ the number of larger
//! gates: signs alternate along the gates of one sign, which is interlacing, and the gap around zero is the only one that can
//! be without a root. This is the step from which `kda/spectrum-bounds` and `ckda/at-most-one-pair` follow.
//!
//! **What is checked.** Both sides at every gate, from the dense matrix; and as an identity of polynomials, for all values.
//!
//! **Sharpness.** There is no hypothesis. The factor $\alpha_j$ is there because the decayed state is erased (trap): for
//! $d = 1$, $\alpha = 1/2$, $k = l = 1$ the step is 0, and $\chi(1/2) = 1/2$, not 1.

use crate::oscillator::{free_key, signed_gates};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Statement, Trap};
use exact::strategies::{closed, vector_of};
use exact::{Rational, vector};
use proptest::prelude::*;
use spectrum::RankOne;

/// Erase vectors of their own, or a multiple of the key, whole or channel by channel.
fn domain(d: usize) -> BoxedStrategy<Instance> {
    let gated =
        (free_key(d), vector_of(closed(-1, 3), d)).prop_map(|(k, b)| (k.clone(), vector::hadamard(&b, &k)));
    let scaled = (free_key(d), closed(-1, 3)).prop_map(|(k, beta)| (k.clone(), vector::scale(&beta, &k)));
    let keys = prop_oneof![gated.boxed(), scaled.boxed(), (free_key(d), free_key(d)).boxed()];
    (signed_gates(d), keys)
        .prop_map(|(alpha, (k, l))| Instance::new().with("alpha", alpha).with("k", k).with("l", l))
        .boxed()
}

/// `factor_j k_j l_j ∏_{i ≠ j} (α_j − α_i)` for each `j`.
fn at_gates(factor: Expr) -> Expr {
    let difference = select(eq("i", "j"), 1, entry("alpha", "j") - entry("alpha", "i"));
    let product =
        iterate("x", factor * entry("k", "j") * entry("l", "j"), "i", 1, len("alpha"), p("x") * difference);
    entries("j", len("alpha"), product)
}

fn stated(factor: Expr) -> Statement {
    let at_zero = iterate("x", 1 - dot("k", "l"), "i", 1, len("alpha"), -(p("x") * entry("alpha", "i")));
    Statement {
        parameters: ["alpha", "k", "l"].map(|name| (name, Shape::Vector("d"))).to_vec(),
        hypotheses: vec![],
        transition: vec![
            ("T", (eye(len("alpha")) - outer("k", "l")) * diag("alpha")),
            ("chi", charpoly("T")),
        ],
        conclusion: vec![
            eq(entries("j", len("alpha"), at("chi", entry("alpha", "j"))), at_gates(factor)),
            eq(at("chi", 0), at_zero),
        ],
    }
}

fn statement() -> Statement {
    stated(entry("alpha", "j"))
}

fn check(i: &Instance) -> Outcome {
    let (alpha, k, l) = (i.vector("alpha"), i.vector("k"), i.vector("l"));
    let step = RankOne::erase(&Rational::from(1), k, l, alpha).matrix();
    let d = alpha.len();
    // det(zI − T): the constant term for the matrix zI − T itself, up to the sign, not the polynomial of T at z.
    let value = |z: &Rational| -> Rational {
        let shifted = exact::Matrix::from_fn(d, d, |r, c| {
            if r == c { Rational::from(z - &step[(r, c)]) } else { -step[(r, c)].clone() }
        });
        let polynomial = shifted.characteristic_polynomial();
        let constant =
            polynomial.eval(&Rational::new()) / Rational::from(polynomial.leading().unwrap_or(&1.into()));
        if d.is_multiple_of(2) { constant } else { -constant }
    };
    for j in 0..d {
        let others = (0..d).filter(|i| *i != j).map(|i| Rational::from(&alpha[j] - &alpha[i]));
        let expected = others.fold(Rational::from(&k[j] * &l[j]) * &alpha[j], |product, x| product * x);
        let found = value(&alpha[j]);
        if found != expected {
            let (expected, found) = (expected.to_string(), found.to_string());
            return Outcome::Refuted { conclusion: 0, expected, found };
        }
    }
    let expected = alpha.iter().fold(1 - vector::dot(k, l), |product: Rational, x| -product * x);
    let found = value(&Rational::new());
    if found != expected {
        return Outcome::Refuted { conclusion: 1, expected: expected.to_string(), found: found.to_string() };
    }
    Outcome::Holds(vec![Evidence::Compute; 2])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "ckda/values-at-gates",
    title: "The characteristic polynomial of an erase step has explicit signs at the gates",
    system: "ckda",
    source: "Complex KDA: Oscillation Through Signed Gates",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["ckda/characteristic-polynomial"],
    formal: &[],
    text: include_str!("values_at_gates.rs"),
    dimensions: (1, 8),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[Trap {
        name: "undecayed-state-is-erased",
        statement: || stated(int(1)),
        fails: 0,
        witness: || {
            let i = Instance::new().with("alpha", [(1, 2)]).with("k", [(1, 1)]).with("l", [(1, 1)]);
            (i, Evidence::Compute)
        },
    }],
};
