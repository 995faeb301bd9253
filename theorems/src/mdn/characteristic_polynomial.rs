//! # The characteristic polynomial of a momentum step with channel-wise gates
//!
//! **Statement.** Let $d \ge 1$, $\alpha, \mu, k, l \in \mathbb{Q}^d$ and $\beta, \eta, x \in \mathbb{Q}$, without any condition, $A = \mathrm{Diag}(\alpha)$,
//! $M = \mathrm{Diag}(\mu)$, and
//! $$T = \begin{pmatrix} A - \beta\eta\, k l^\top A & -\beta M \\ \eta\, k l^\top A & M \end{pmatrix}.$$
//! With $p_i(x) = (x - \alpha_i)(x - \mu_i)$,
//! $$\det(xI - T) = \prod_i p_i(x) + \beta\eta\, x \sum_i \alpha_i k_i l_i \prod_{j \ne i} p_j(x).$$
//! In particular $\det T = \prod_i \alpha_i \mu_i$, whatever is written, and at a gate
//! $\det(\alpha_m I - T) = \beta\eta\, \alpha_m^2 k_m l_m \prod_{j \ne m} p_j(\alpha_m)$. The key is $k$; $l = k$ is MDN.
//!
//! **Why.** Add $\beta$ times the second block row of $xI - T$ to the first: the first becomes $(xI - A,\ \beta x I)$. Eliminating it leaves
//! $(x - A)(x - M) + \beta\eta\, x\, k l^\top A$ up to commuting diagonal factors, and the matrix determinant lemma gives the sum.
//!
//! **What is checked.** The value at $x$ from the dense $2d \times 2d$ matrix; and both lines as identities of polynomials in all
//! parameters and in $x$, for all values.
//!
//! **Sharpness.** There is no hypothesis. The factor $x$ of the sum is the momentum's (trap): without it $\beta\eta$ would change the
//! determinant, as the erase of a delta rule does.

use crate::oscillator::{free_key, momentum_formula, scalar, signed_gates};
use crate::support::rational;
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Statement, Trap};
use exact::{Matrix, Rational};
use proptest::prelude::*;

/// The point is a gate in a third of the instances.
fn domain(d: usize) -> BoxedStrategy<Instance> {
    let keys =
        prop_oneof![(free_key(d), free_key(d)).boxed(), free_key(d).prop_map(|k| (k.clone(), k)).boxed(),];
    (signed_gates(d), signed_gates(d), keys, (scalar(), scalar(), scalar()), 0..3 * d)
        .prop_map(|(alpha, mu, (k, l), (beta, eta, x), at)| {
            let x = alpha.get(at).cloned().unwrap_or(x);
            let i = Instance::new().with("alpha", alpha).with("mu", mu).with("k", k).with("l", l);
            i.with("beta", beta).with("eta", eta).with("x", x)
        })
        .boxed()
}

/// `∏ p_j(x)` over all `j` but `skip`.
fn product(skip: Expr) -> Expr {
    let factor = (p("x") - entry("alpha", "j")) * (p("x") - entry("mu", "j"));
    iterate("y", 1, "j", 1, len("alpha"), p("y") * select(eq("j", skip), 1, factor))
}

fn stated(factor: Expr) -> Statement {
    let term = entry("alpha", "i") * entry("k", "i") * entry("l", "i") * product(p("i"));
    let sum = dot(entries("i", len("alpha"), term), constant(len("alpha"), 1));
    let vectors = ["alpha", "mu", "k", "l"].map(|name| (name, Shape::Vector("d")));
    let scalars = ["beta", "eta", "x"].map(|name| (name, Shape::Scalar));
    Statement {
        parameters: vectors.into_iter().chain(scalars).collect(),
        hypotheses: vec![],
        transition: vec![
            ("A", diag("alpha")),
            ("M", diag("mu")),
            ("P", outer("k", "l")),
            ("T", momentum_formula(&p("A"), &p("M"), &p("P"))),
        ],
        conclusion: vec![eq(at(charpoly("T"), "x"), product(int(0)) + p("beta") * "eta" * factor * sum)],
    }
}

fn check(i: &Instance) -> Outcome {
    let [alpha, mu, k, l] = ["alpha", "mu", "k", "l"].map(|name| i.vector(name));
    let [beta, eta, x] = ["beta", "eta", "x"].map(|name| i.scalar(name));
    let step = crate::oscillator::momentum_step((alpha, mu), (beta, eta), &Matrix::outer(k, l));
    let polynomial = step.characteristic_polynomial();
    let found = polynomial.eval(x) / Rational::from(polynomial.leading().unwrap_or(&1.into()));
    let p = |j: usize| Rational::from(x - &alpha[j]) * Rational::from(x - &mu[j]);
    let product = |skip: Option<usize>| {
        (0..alpha.len()).filter(|j| Some(*j) != skip).fold(rational(1, 1), |product, j| product * p(j))
    };
    let sum = (0..alpha.len())
        .fold(Rational::new(), |sum, m| sum + Rational::from(&k[m] * &l[m]) * &alpha[m] * product(Some(m)));
    let expected = product(None) + sum * x * beta * eta;
    if found == expected {
        return Outcome::Holds(vec![Evidence::Compute]);
    }
    Outcome::Refuted { conclusion: 0, expected: expected.to_string(), found: found.to_string() }
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "mdn/characteristic-polynomial",
    title: "The characteristic polynomial of a momentum step with channel-wise gates",
    system: "mdn",
    source: "Momentum: Another Route to Oscillation",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("characteristic_polynomial.rs"),
    dimensions: (1, 6),
    domain,
    statement: || stated(p("x")),
    check,
    sharpness: &[],
    traps: &[Trap {
        name: "erase-without-momentum",
        statement: || stated(int(1)),
        fails: 0,
        witness: || {
            let i = Instance::new().with("alpha", [(1, 2)]).with("mu", [(1, 2)]).with("k", [(1, 1)]);
            let i = i.with("l", [(1, 1)]).with("beta", 1).with("eta", 1);
            (i.with("x", 0), Evidence::Compute)
        },
    }],
};
