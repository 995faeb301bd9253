//! # A CKDA step can have a non-real pair that grows
//!
//! **Statement.** There are gates $\alpha \in (-1, 1)^d$, a unit key $k$ and a strength $\beta$, all rational, such that
//! $T = (I - \beta kk^\top)\,\mathrm{Diag}(\alpha)$ has exactly one non-real conjugate pair and is not stable: some eigenvalue has modulus at
//! least 1.
//!
//! **Why.** $\beta = 4$, $\alpha = (9, -9)/10$, $k = (3, 4)/5$: the characteristic polynomial is $z^2 - \frac{126}{125} z + \frac{243}{100}$, so the
//! pair has modulus $\sqrt{2.43}$. In general $|\lambda|^2 = (\beta - 1)|\alpha_1\alpha_2|$ for $d = 2$.
//!
//! **What is checked.** The witness, its neighbourhood and embeddings, and random steps with strengths up to 6: pairs by Sturm's theorem,
//! stability by Schur's criterion.
//!
//! **Sharpness.** The strength is what is beyond the model: with $0 \le \beta \le 2$ every eigenvalue is at most $\max|\alpha|$ in modulus
//! (`ckda/steps-contract`).

use crate::support::{kda_step, near, near_key, near_vector};
use claim::expr::*;
use claim::{Claim, Evidence, Instance, Level, Outcome, Quantifier, Shape, Statement};
use exact::strategies::{closed, open, unit_key, vector_of};
use proptest::prelude::*;

fn witness() -> Instance {
    let i = Instance::new().with("alpha", [(9, 10), (-9, 10)]).with("beta", (4, 1));
    i.with("k", [(3, 5), (4, 5)])
}

fn domain(d: usize) -> BoxedStrategy<Instance> {
    let close = (
        near_vector(d, &[(9, 10), (-9, 10)], (1, 50), open(-1, 1)),
        near((4, 1), (1, 2)),
        near_key(d, (1, 2), (1, 10)),
    );
    let random = (vector_of(open(-1, 1), d), closed(1, 6), unit_key(d));
    prop_oneof![close, random]
        .prop_map(|(alpha, beta, k)| Instance::new().with("alpha", alpha).with("beta", beta).with("k", k))
        .boxed()
}

fn statement() -> Statement {
    Statement {
        parameters: vec![("alpha", Shape::Vector("d")), ("beta", Shape::Scalar), ("k", Shape::Vector("d"))],
        hypotheses: vec![
            ("gates-inside", all_of(vec![all_gt("alpha", -1), all_lt("alpha", 1)])),
            ("unit-key", eq(dot("k", "k"), 1)),
        ],
        transition: vec![("T", crate::support::erase_step("beta", "k", "k", "alpha"))],
        conclusion: vec![pairs_equal("T", 1), not(schur_stable("T"))],
    }
}

fn check(i: &Instance) -> Outcome {
    let polynomial = kda_step(i).matrix().characteristic_polynomial();
    let pairs = spectrum::dense::pairs(&polynomial);
    let refuted = |conclusion, expected: &str, found: String| Outcome::Refuted {
        conclusion,
        expected: expected.into(),
        found,
    };
    if pairs != 1 {
        return refuted(0, "one non-real pair", format!("{pairs}"));
    }
    if polynomial.schur_stable() {
        return refuted(1, "an eigenvalue of modulus at least 1", "none".into());
    }
    Outcome::Holds(vec![Evidence::Sturm, Evidence::Compute])
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "ckda/growing-pair",
    title: "A CKDA step can have a non-real pair that grows",
    system: "ckda",
    source: "Complex KDA: a pair implies oscillation, not stability",
    level: Level::Exact,
    quantifier: Quantifier::Exists(witness),
    uses: &[],
    formal: &[],
    text: include_str!("growing_pair.rs"),
    dimensions: (2, 8),
    domain,
    statement,
    check,
    sharpness: &[],
    traps: &[],
};
