//! # Two steps with the same decay and erase gates rotate only if both overshoot
//!
//! **Statement.** Let $d \ge 1$ and $\alpha, b, k_i \in \mathbb{Q}^d$, $\beta_i \in \mathbb{Q}$ for $i = 1, 2$, with all $b_j \ge 0$, and
//! $\beta_1 \sum_j b_j k_{1j}^2 \le 1$ or $\beta_2 \sum_j b_j k_{2j}^2 \le 1$. Then the product $T_2 T_1$ of the steps
//! $T_i = (I - \beta_i k_i (b \odot k_i)^\top)\,\mathrm{Diag}(\alpha)$ has only real eigenvalues. The decay gates may have any sign: with $b = 1$ these
//! are two KDA or Complex KDA steps that decay alike, with $\beta_i = 1$ two GDN2 steps that share their gates; factors of the steps (a
//! further decay of the head) only scale the product.
//!
//! **Why.** For $b > 0$, $\mathrm{Diag}(b)^{1/2}$ takes both steps at once to $H_i D$ with $D = \mathrm{Diag}(\alpha)$ and
//! $H_i = I - \beta_i r_i r_i^\top$, $r_i = \mathrm{Diag}(b)^{1/2} k_i$; $H_i$ is positive semidefinite exactly when $\beta_i \lVert r_i \rVert^2 \le 1$. So
//! $T_2 T_1$ is similar to $H_2 (D H_1 D)$, two symmetric matrices. If $H_1$ is positive semidefinite, so is $Y = D H_1 D$, and $H_2 Y$ has the characteristic
//! polynomial of the symmetric $Y^{1/2} H_2 Y^{1/2}$; if $H_2$ is, that of $H_2^{1/2} Y H_2^{1/2}$. For $b \ge 0$ the coefficients depend continuously on $b$.
//!
//! **What is checked.** For each instance the dense product is formed, its exact characteristic polynomial computed, and every
//! real root isolated, or the pairs counted by Sturm where a multiple root is irrational.
//!
//! **Sharpness.** So what turns the state in two steps that do not overshoot is that the *gates* change: the decay (trap `own-decay`; the
//! witness of `products/real-steps-can-rotate`), or the erase gates alone, without any decay (trap `own-erase-gates`:
//! $b_1 = (1, 7)/10$, $k_1 = (4, 3)/5$, $b_2 = (7, 1)/10$, $k_2 = (12, -5)/13$). Two reflections rotate. Erase gates of both signs
//! can rotate in one step. Three steps can rotate even with equal gates (`products/three-delta-steps-can-rotate`).

use crate::support::{any_key, erase_norm, erase_step, erase_strengths, not_real, positive_gates, roots};
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::{closed, gates, vector_of};
use exact::{Rational, vector};
use proptest::prelude::*;
use spectrum::RankOne;

/// One step with `β Σ b k²` at most 1, often exactly 1, and one with any; in either order.
fn domain(d: usize) -> BoxedStrategy<Instance> {
    let decay = prop_oneof![1 => positive_gates(d), 1 => vector_of(closed(-1, 1), d), 1 => gates(d, -1, 1)];
    let erase =
        prop_oneof![2 => Just(vec![Rational::from(1); d]), 2 => erase_strengths(d), 1 => gates(d, 0, 1)];
    let bounded = prop_oneof![1 => Just(Rational::from(1)), 3 => closed(0, 1), 1 => closed(-3, 1)];
    let free = prop_oneof![3 => closed(0, 2), 1 => closed(-3, 5)];
    (decay, erase, (any_key(d), bounded), (any_key(d), free), any::<bool>())
        .prop_map(|(alpha, b, (k, bounded), (other, free), swap)| {
            let norm = erase_norm(&b, &k);
            let beta = if norm.is_zero() { bounded } else { bounded / norm };
            let ((beta1, k1), (beta2, k2)) =
                if swap { ((free, other), (beta, k)) } else { ((beta, k), (free, other)) };
            let gates = Instance::new().with("alpha", alpha).with("b", b);
            gates.with("beta1", beta1).with("k1", k1).with("beta2", beta2).with("k2", k2)
        })
        .boxed()
}

/// The statement with the names of the gates of each step.
fn stated(alpha: [&'static str; 2], b: [&'static str; 2]) -> Statement {
    let vector = |name: &'static str| (name, Shape::Vector("d"));
    let mut parameters = vec![vector(alpha[0]), vector(b[0])];
    if alpha[0] != alpha[1] {
        parameters.push(vector(alpha[1]));
    }
    if b[0] != b[1] {
        parameters.push(vector(b[1]));
    }
    for (beta, k) in [("beta1", "k1"), ("beta2", "k2")] {
        parameters.extend([(beta, Shape::Scalar), vector(k)]);
    }
    let fits = |beta: &'static str, b: &'static str, k: &'static str| le(p(beta) * dot(hadamard(b, k), k), 1);
    let erases = match b {
        [first, second] if first == second => all_ge(first, 0),
        [first, second] => all_of(vec![all_ge(first, 0), all_ge(second, 0)]),
    };
    let step = |beta: &'static str, k: &'static str, b: &'static str, alpha: &'static str| {
        erase_step(beta, k, hadamard(b, k), alpha)
    };
    Statement {
        parameters,
        hypotheses: vec![
            ("erase-not-negative", erases),
            ("one-does-not-overshoot", any_of(vec![fits("beta1", b[0], "k1"), fits("beta2", b[1], "k2")])),
        ],
        transition: vec![
            ("T1", step("beta1", "k1", b[0], alpha[0])),
            ("T2", step("beta2", "k2", b[1], alpha[1])),
            ("P", p("T2") * "T1"),
        ],
        conclusion: vec![real_spectrum("P")],
    }
}

fn statement() -> Statement {
    stated(["alpha", "alpha"], ["b", "b"])
}

fn check(i: &Instance) -> Outcome {
    let (alpha, b) = (i.vector("alpha"), i.vector("b"));
    let step = |beta, k| {
        RankOne::erase(i.scalar(beta), i.vector(k), &vector::hadamard(b, i.vector(k)), alpha).matrix()
    };
    let product = &step("beta2", "k2") * &step("beta1", "k1");
    let polynomial = product.characteristic_polynomial();
    match spectrum::dense::locate_all_real(&polynomial, &[]) {
        Some(located) => Outcome::Holds(vec![roots(located)]),
        None => match spectrum::dense::pairs(&polynomial) {
            // A multiple eigenvalue is irrational: counted, not located.
            0 => Outcome::Holds(vec![Evidence::Sturm]),
            pairs => not_real(0, product.rows() - 2 * pairs, product.rows()),
        },
    }
}

type Two = [(i64, i64); 2];

/// The gates of the witnesses by name, then strengths and keys.
fn at(gates: &[(&'static str, Two)], beta: Two, [k1, k2]: [Two; 2]) -> (Instance, Evidence) {
    let i = gates.iter().fold(Instance::new(), |i, (name, gates)| i.with(name, *gates));
    (i.with("beta1", beta[0]).with("k1", k1).with("beta2", beta[1]).with("k2", k2), Evidence::Sturm)
}

const ONE: Two = [(1, 1), (1, 1)];

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "products/shared-gates-never-rotate",
    title: "Two steps with the same decay and erase gates rotate only if both overshoot",
    system: "kda",
    source: "beyond the article: which products of delta steps keep the real spectrum of each step",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["kda/real-spectrum", "gdn2/real-spectrum", "products/two-delta-steps-never-rotate"],
    formal: &["products_shared_gates_never_rotate"],
    text: include_str!("shared_gates_never_rotate.rs"),
    dimensions: (1, 12),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp {
            drops: "erase-not-negative",
            fails: 0,
            witness: || {
                let b = [(9, 10), (-3, 10)];
                let key = [(-8, 17), (-15, 17)];
                at(&[("alpha", [(9, 10), (7, 10)]), ("b", b)], [(0, 1), (1, 1)], [key, key])
            },
        },
        Sharp {
            drops: "one-does-not-overshoot",
            fails: 0,
            witness: || {
                at(&[("alpha", ONE), ("b", ONE)], [(2, 1), (2, 1)], [[(1, 1), (0, 1)], [(3, 5), (4, 5)]])
            },
        },
    ],
    traps: &[
        Trap {
            name: "own-decay",
            statement: || stated(["alpha1", "alpha2"], ["b", "b"]),
            fails: 0,
            witness: || {
                let gates = [("alpha1", [(2, 5), (1, 10)]), ("alpha2", [(1, 5), (9, 10)]), ("b", ONE)];
                at(&gates, [(1, 2), (4, 5)], [[(4, 5), (3, 5)], [(4, 5), (-3, 5)]])
            },
        },
        Trap {
            name: "own-erase-gates",
            statement: || stated(["alpha", "alpha"], ["b1", "b2"]),
            fails: 0,
            witness: || {
                let gates = [("alpha", ONE), ("b1", [(1, 10), (7, 10)]), ("b2", [(7, 10), (1, 10)])];
                at(&gates, [(1, 1), (1, 1)], [[(4, 5), (3, 5)], [(12, 13), (-5, 13)]])
            },
        },
    ],
};
