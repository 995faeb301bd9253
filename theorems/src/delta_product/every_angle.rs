//! # Two delta steps with positive gates turn by every angle, up to two negative modes
//!
//! **Statement.** There are gates $\alpha \in (0, 1)^d$, strengths $\beta_1, \beta_2 \in (0, 1)$ and rational unit keys $k_1, k_2$ such that
//! $T = (I - \beta_2 k_2 k_2^\top)(I - \beta_1 k_1 k_1^\top)\,\mathrm{Diag}(\alpha)$ has two different negative eigenvalues, all others positive, and so no real
//! logarithm; with $k_1$ in the place of $k_2$ all eigenvalues are positive. For $d = 2$ it follows that every angle occurs: at these
//! gates and strengths there are, for every $\varphi \in (0, \pi)$, keys with the pair $re^{\pm i\varphi}$, $r^2 = \alpha_1\alpha_2(1 - \beta_1)(1 - \beta_2)$.
//! Modulus and angle have controls of their own: gates and strengths the one, keys the other.
//!
//! **Why.** $d = 2$, $\alpha = (9/10, 1/100)$, $\beta = 19/20$, $k_1 = (4, 3)/5$, $k_2 = (4, -3)/5$. The trace is negative, since both erases turn the
//! first axis, one to either side, by more than an eighth of a turn; and its square exceeds four times the determinant,
//! which no key changes (`delta-product/product-of-modes`). Turn $k_2$ to $k_1$: the trace moves from below $-2r$ to above $2r$, and takes $2r\cos\varphi$
//! on the way. With one key $T$ is a positive definite matrix times a positive diagonal one.
//!
//! **What is checked.** The witness, its neighbourhood, and the same with further channels that the keys do not reach.
//!
//! **Sharpness.** Negative eigenvalues come in even number (`delta-product/product-of-modes`). One delta step has none for $\beta < 1$
//! (`kda/spectrum-bounds`).

use crate::support::{near, near_key, roots};
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Statement};
use exact::strategies::open;
use exact::{Matrix, Rational};
use proptest::prelude::*;

fn witness() -> Instance {
    let i =
        Instance::new().with("alpha", [(9, 10), (1, 100)]).with("beta1", (19, 20)).with("beta2", (19, 20));
    i.with("k1", [(4, 5), (3, 5)]).with("k2", [(4, 5), (-3, 5)])
}

/// The witness's neighbourhood; further channels have a zero key.
fn domain(d: usize) -> BoxedStrategy<Instance> {
    let further = prop::collection::vec(open(0, 1), d - 2);
    let strength = || near((19, 20), (1, 100));
    // The keys (4/5, ±3/5) have the stereographic parameters ±1/3.
    let keys = (near_key(2, (1, 3), (1, 50)), near_key(2, (-1, 3), (1, 50)));
    (further, open((4, 5), 1), open(0, (1, 50)), (strength(), strength()), keys)
        .prop_map(move |(further, first, second, (beta1, beta2), (k1, k2))| {
            let alpha: Vec<Rational> = [first, second].into_iter().chain(further).collect();
            let long = |mut k: Vec<Rational>| {
                k.resize(d, Rational::new());
                k
            };
            let i = Instance::new().with("alpha", alpha).with("beta1", beta1).with("beta2", beta2);
            i.with("k1", long(k1)).with("k2", long(k2))
        })
        .boxed()
}

fn statement() -> Statement {
    let inside = |name: &'static str| all_of(vec![lt(0, name), lt(name, 1)]);
    let erase = |beta: &'static str, k: &'static str| eye(len("alpha")) - p(beta) * outer(k, k);
    let vectors = ["alpha", "k1", "k2"].map(|name| (name, Shape::Vector("d")));
    Statement {
        parameters: vectors.into_iter().chain(["beta1", "beta2"].map(|name| (name, Shape::Scalar))).collect(),
        hypotheses: vec![
            ("gates-inside", all_of(vec![all_gt("alpha", 0), all_lt("alpha", 1)])),
            ("strengths-inside", all_of(vec![inside("beta1"), inside("beta2")])),
            ("unit-keys", all_of(vec![eq(dot("k1", "k1"), 1), eq(dot("k2", "k2"), 1)])),
        ],
        transition: vec![
            ("T", erase("beta2", "k2") * erase("beta1", "k1") * diag("alpha")),
            ("R", erase("beta2", "k1") * erase("beta1", "k1") * diag("alpha")),
        ],
        conclusion: vec![
            eigenvalue_signs("T", 2, 0),
            eigenvalue_signs("R", 0, 0),
            simple_spectrum("T"),
            not(real_logarithm("T")),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let d = i.vector("alpha").len();
    let erase = |beta: &str, k: &str| {
        &Matrix::identity(d) - &Matrix::outer(i.vector(k), i.vector(k)).scale(i.scalar(beta))
    };
    let decays = Matrix::diagonal(i.vector("alpha"));
    let mut evidence = Vec::new();
    for (conclusion, (key, negative)) in [("k2", 2), ("k1", 0)].into_iter().enumerate() {
        let step = &(&erase("beta2", key) * &erase("beta1", "k1")) * &decays;
        let polynomial = step.characteristic_polynomial();
        let expected = format!("{negative} negative and {} positive eigenvalues", d - negative);
        let Some(located) = spectrum::dense::locate(&polynomial, &[Rational::new()]) else {
            return Outcome::Undecided("a multiple eigenvalue is not located".into());
        };
        if located.real() < d || located.signs() != [negative, 0, d - negative] {
            let found = format!("signs {:?} among {} real ones", located.signs(), located.real());
            return Outcome::Refuted { conclusion, expected, found };
        }
        if conclusion == 0 {
            if polynomial.discriminant() == 0 {
                let found = "a multiple one".into();
                return Outcome::Refuted { conclusion: 2, expected: "different eigenvalues".into(), found };
            }
            if crate::logarithm::real(&step) != Some(false) {
                let found = "one, or none that ranks exclude".into();
                return Outcome::Refuted { conclusion: 3, expected: "no real logarithm".into(), found };
            }
        }
        evidence.push(roots(located));
    }
    evidence.extend([Evidence::Compute, Evidence::Compute]);
    Outcome::Holds(evidence)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "delta-product/every-angle",
    title: "Two delta steps with positive gates turn by every angle, up to two negative modes",
    system: "delta_product",
    source: "beyond the article: how many frequencies one step can have",
    level: Level::Exact,
    quantifier: Quantifier::Exists(witness),
    uses: &["delta-product/product-of-modes"],
    formal: &[],
    text: include_str!("every_angle.rs"),
    dimensions: (2, 5),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[],
};
