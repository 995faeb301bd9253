//! # A momentum step has at most one non-real pair
//!
//! **Statement.** Let $d \ge 1$, $\alpha, \mu, k, h \in \mathbb{Q}^d$, $\beta, \eta \in \mathbb{Q}$, $A = \mathrm{Diag}(\alpha)$,
//! $M = \mathrm{Diag}(\mu)$, $P = kk^\top + hh^\top$. If all $\alpha_i$ are equal or all $\mu_i$ are equal, and $h = 0$, then
//! $$T = \begin{pmatrix} A - \beta\eta P A & -\beta M \\ \eta P A & M \end{pmatrix}$$
//! has at most one pair of non-real conjugate eigenvalues, counted with multiplicity. The article has both gates
//! scalar; one is enough. No number is restricted, nor the norm of $k$.
//!
//! **Why.** Let $w = \beta\eta$. For scalar $\alpha$ the characteristic polynomial is $(z-\alpha)^{d-1}$ times
//! $(z-\alpha) \prod_i (z-\mu_i) + w \alpha z \sum_i k_i^2 \prod_{j \ne i} (z-\mu_j)$, of degree $d + 1$. At distinct non-zero $\mu_i$ it is
//! $w \alpha \mu_i k_i^2 \prod_{j \ne i} (\mu_i-\mu_j)$, so every gap has a root but the one that holds zero: $d - 2$ real roots, which
//! leaves three, hence one pair. For scalar $\mu$ it is $(z-\mu)^{d-1}$ times $(z-\mu) \prod_i (z-\alpha_i) + w z \sum_i \alpha_i k_i^2 \prod_{j \ne i} (z-\alpha_j)$,
//! at $\alpha_i$ equal to $w \alpha_i^2 k_i^2 \prod_{j \ne i} (\alpha_i-\alpha_j)$: a root in every gap, which leaves two. The rest is closure.
//!
//! **What is checked.** The characteristic polynomial of the dense $2d \times 2d$ step: gates are divided out as often as they are
//! roots, the other real roots are located.
//!
//! **Sharpness.** With both gates diagonal there can be two pairs, with all numbers in the official ranges:
//! $\alpha = \mu = (1/4, 1/2)$, $\beta = 1$, $\eta = 1/2$, $k = (4/5, 3/5)$. So can a coupling of rank two: $P = I_2$ makes two copies
//! of one oscillator.

use crate::oscillator::{Pairs, free_key, momentum_formula, momentum_step, scalar, signed_gates};
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::strategies::{gates, vector_of};
use exact::{Matrix, Rational};
use proptest::prelude::*;

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let constant = move || scalar().prop_map(move |value| vec![value; d]);
    let any = move || prop_oneof![gates(d, 0, 1), signed_gates(d), vector_of(scalar(), d)];
    let (alpha_mu, mu_alpha) = ((constant(), any()), (any(), constant()));
    let scalars = prop_oneof![2 => (scalar(), scalar()), 1 => (Just(1.into()), scalar())];
    (prop_oneof![alpha_mu.boxed(), mu_alpha.boxed(), (constant(), constant()).boxed()], scalars, free_key(d))
        .prop_map(move |((alpha, mu), (beta, eta), k)| {
            let i = Instance::new().with("alpha", alpha).with("mu", mu).with("beta", beta);
            i.with("eta", eta).with("k", k).with("h", vec![Rational::new(); d])
        })
        .boxed()
}

fn statement() -> Statement {
    Statement {
        parameters: vec![
            ("alpha", Shape::Vector("d")),
            ("mu", Shape::Vector("d")),
            ("beta", Shape::Scalar),
            ("eta", Shape::Scalar),
            ("k", Shape::Vector("d")),
            ("h", Shape::Vector("d")),
        ],
        hypotheses: vec![
            ("one-scalar-gate", any_of(vec![all_equal("alpha"), all_equal("mu")])),
            ("rank-one-coupling", eq("h", constant(len("h"), 0))),
        ],
        transition: vec![
            ("A", diag("alpha")),
            ("M", diag("mu")),
            ("P", outer("k", "k") + outer("h", "h")),
            ("T", momentum_formula(&p("A"), &p("M"), &p("P"))),
        ],
        conclusion: vec![pairs_at_most("T", 1)],
    }
}

fn check(i: &Instance) -> Outcome {
    let (alpha, mu, k, h) = (i.vector("alpha"), i.vector("mu"), i.vector("k"), i.vector("h"));
    let coupling = &Matrix::outer(k, k) + &Matrix::outer(h, h);
    let step = momentum_step((alpha, mu), (i.scalar("beta"), i.scalar("eta")), &coupling);
    let mut known = [alpha, mu].concat();
    known.sort();
    known.dedup();
    Pairs::of_polynomial(&step.characteristic_polynomial(), &known).at_most_one()
}

fn at(alpha: [(i64, i64); 2], mu: [(i64, i64); 2], eta: (i64, i64), keys: [[(i64, i64); 2]; 2]) -> Instance {
    let i = Instance::new().with("alpha", alpha).with("mu", mu).with("beta", (1, 1)).with("eta", eta);
    i.with("k", keys[0]).with("h", keys[1])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "mdn/at-most-one-pair",
    title: "A momentum step has at most one non-real pair",
    system: "mdn",
    source: "Momentum: Another Route to Oscillation",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &["mdn_at_most_one_pair"],
    text: include_str!("at_most_one_pair.rs"),
    dimensions: (1, 6),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp {
            drops: "one-scalar-gate",
            fails: 0,
            witness: || {
                let gates = [(1, 4), (1, 2)];
                (at(gates, gates, (1, 2), [[(4, 5), (3, 5)], [(0, 1), (0, 1)]]), Evidence::Sturm)
            },
        },
        Sharp {
            drops: "rank-one-coupling",
            fails: 0,
            witness: || {
                let gates = [(9, 10), (9, 10)];
                (at(gates, gates, (1, 1), [[(1, 1), (0, 1)], [(0, 1), (1, 1)]]), Evidence::Sturm)
            },
        },
    ],
    traps: &[],
};
