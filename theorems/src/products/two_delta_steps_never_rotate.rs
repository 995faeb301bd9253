//! # Two delta steps rotate only if both overshoot
//!
//! **Statement.** Let $d \ge 1$, $\alpha_i, \beta_i \in \mathbb{Q}$ and $k_i \in \mathbb{Q}^d$ for $i = 1, 2$, with
//! $\beta_1 \lVert k_1 \rVert^2 \le 1$ or $\beta_2 \lVert k_2 \rVert^2 \le 1$. Then the product $T_2 T_1$ of the Gated
//! DeltaNet steps $T_i = \alpha_i (I - \beta_i k_i k_i^\top)$ has only real eigenvalues. The gates may have any sign;
//! $\alpha_i = 1$ is DeltaNet.
//!
//! **Why.** Let $H_i = I - \beta_i k_i k_i^\top$; its eigenvalues are $1$ and once $1 - \beta_i \lVert k_i \rVert^2$. If
//! $H_1 \succeq 0$, then $H_2 H_1$ has the characteristic polynomial of the symmetric $H_1^{1/2} H_2 H_1^{1/2}$; if
//! $H_2 \succeq 0$, that of $H_2^{1/2} H_1 H_2^{1/2}$. The scalar gates only scale it. When both are positive
//! semidefinite so is that matrix, and the eigenvalues have the sign of $\alpha_1 \alpha_2$.
//!
//! **What is checked.** For each instance the dense product is formed, its exact characteristic polynomial computed,
//! and every real root isolated; as many as the dimension are found.
//!
//! **Sharpness.** Two reflections, $\beta_1 = \beta_2 = 2$ with unit keys $(1, 0)$ and $(3/5, 4/5)$, multiply to a
//! rotation. With channel-wise gates two steps that do not overshoot can rotate
//! (`products/real-steps-can-rotate`), and so can three with $\alpha = 1$ (`products/three-delta-steps-can-rotate`).

use crate::support::{any_key, not_real, roots};
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::strategies::{closed, unit_key};
use exact::{Rational, vector};
use proptest::prelude::*;
use spectrum::RankOne;

/// A strength and a key with `β‖k‖²` at most 1, often exactly 1.
fn without_overshoot(d: usize) -> BoxedStrategy<(Rational, Vec<Rational>)> {
    let erased = prop_oneof![3 => closed(0, 1), 1 => closed(-3, 1)];
    let length = prop_oneof![3 => Just(Rational::from(1)), 1 => closed((1, 4), 2)];
    let scaled = (erased, length, unit_key(d)).prop_map(|(erased, length, k)| {
        let beta = erased / Rational::from(length.square_ref());
        (beta, vector::scale(&length, &k))
    });
    let no_key = closed(-3, 5).prop_map(move |beta| (beta, vec![Rational::new(); d]));
    prop_oneof![9 => scaled, 1 => no_key].boxed()
}

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let gate = || prop_oneof![2 => Just(Rational::from(1)), 2 => closed(0, 1), 1 => closed(-2, 2)];
    let strength = prop_oneof![3 => closed(0, 2), 1 => closed(-3, 5)];
    (without_overshoot(d), (strength, any_key(d)), any::<bool>(), gate(), gate())
        .prop_map(|(bounded, other, swap, alpha1, alpha2)| {
            let ((beta1, k1), (beta2, k2)) = if swap { (other, bounded) } else { (bounded, other) };
            let first = Instance::new().with("alpha1", alpha1).with("beta1", beta1).with("k1", k1);
            first.with("alpha2", alpha2).with("beta2", beta2).with("k2", k2)
        })
        .boxed()
}

fn statement() -> Statement {
    let (vector, scalar) = (|| Shape::Vector("d"), || Shape::Scalar);
    let fits = |beta: &'static str, k: &'static str| le(p(beta) * dot(k, k), 1);
    let step = |alpha: &'static str, beta: &'static str, k: &'static str| {
        p(alpha) * (eye(len(k)) - p(beta) * outer(k, k))
    };
    Statement {
        parameters: vec![
            ("alpha1", scalar()),
            ("beta1", scalar()),
            ("k1", vector()),
            ("alpha2", scalar()),
            ("beta2", scalar()),
            ("k2", vector()),
        ],
        hypotheses: vec![("one-does-not-overshoot", any_of(vec![fits("beta1", "k1"), fits("beta2", "k2")]))],
        transition: vec![
            ("T1", step("alpha1", "beta1", "k1")),
            ("T2", step("alpha2", "beta2", "k2")),
            ("P", p("T2") * "T1"),
        ],
        conclusion: vec![real_spectrum("P")],
    }
}

fn check(i: &Instance) -> Outcome {
    let step = |alpha, beta, k| {
        let gates = vec![i.scalar(alpha).clone(); i.vector(k).len()];
        RankOne::erase(i.scalar(beta), i.vector(k), i.vector(k), &gates).matrix()
    };
    let product = &step("alpha2", "beta2", "k2") * &step("alpha1", "beta1", "k1");
    let polynomial = product.characteristic_polynomial();
    match spectrum::dense::locate_all_real(&polynomial, &[]) {
        Some(located) => Outcome::Holds(vec![roots(located)]),
        None => match spectrum::dense::pairs(&polynomial) {
            0 => Outcome::Undecided("a multiple eigenvalue is irrational".into()),
            pairs => not_real(0, product.rows() - 2 * pairs, product.rows()),
        },
    }
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "products/two-delta-steps-never-rotate",
    title: "Two delta steps rotate only if both overshoot",
    system: "gdn",
    source: "beyond the article: which products of delta steps keep the real spectrum of each step",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &["products_two_delta_steps_never_rotate"],
    text: include_str!("two_delta_steps_never_rotate.rs"),
    dimensions: (1, 16),
    domain,
    statement,
    check,
    sharpness: &[Sharp {
        drops: "one-does-not-overshoot",
        fails: 0,
        witness: || {
            let first = Instance::new().with("alpha1", 1).with("beta1", 2).with("k1", [(1, 1), (0, 1)]);
            let both = first.with("alpha2", 1).with("beta2", 2).with("k2", [(3, 5), (4, 5)]);
            (both, Evidence::Sturm)
        },
    }],
    traps: &[],
};
