//! # With at most one pair and n modes, two cosines are read out on n + 3 samples
//!
//! **Statement.** Let $f_t = \rho^t(\cos\varphi_A t + \cos\varphi_B t)$ with half-angle tangents in $\mathbb{Q}$, $n \ge 4$, and let
//! $a_0, \dots, a_{n-1} \in \mathbb{Q}$ be such that $\sum_{k<n} a_k f_{m+k} + f_{m+n} = 0$ for $m = 0, 1, 2$, that $a_0 = \dots = a_{n-5} = 0$, and that
//! $x^4 + a_{n-1}x^3 + a_{n-2}x^2 + a_{n-3}x + a_{n-4} \le 0$ for some $x \in \mathbb{Q}$. Then the companion matrix $T$ of
//! $z^n + a_{n-1}z^{n-1} + \dots + a_0$ has at most one pair, and $e_1^\top T^t s = f_t$ for all $t < n + 3$ with $s = (f_0, \dots, f_{n-1})$. Such $a$ and
//! $x$ exist for every $\rho \ne 0$ and $\varphi_A, \varphi_B \notin \pi\mathbb{Z}$, $\varphi_A \ne \pm\varphi_B$, and every $n \ge 4$. So $n + 4$ in `embedding/read-out-differs`, at
//! $m = 4$, is the sharp number of samples: one fewer does not tell two oscillators from one and $n - 2$ real modes.
//!
//! **Why.** The recurrence continues $f_0, \dots, f_{n-1}$, and reproduces $f$ as long as $f$ satisfies it. The quartic has a real root by the
//! intermediate value theorem, so at most one pair; the other modes are 0. Existence: the quartic $\chi_S$ of $f$ itself satisfies the
//! three equations, and so does $\chi_S + \kappa p$, where the cubic $p \ne 0$ is in the kernel of $(f_{n-4+m+k})_{m<3,\,k<4}$; with
//! $p(x) \ne 0$ choose $\kappa = -(\chi_S(x) + \varepsilon)/p(x)$, $\varepsilon \ge 0$. For $n = 3$ and six samples $p$ itself will do when its degree is 3.
//!
//! **What is checked.** The instances are made in this way, for drawn targets, $n$, $x$ and $\varepsilon$. The samples are run, and
//! the pairs of $T$ are counted.
//!
//! **Sharpness.** $\chi_S$ itself has no real root: two pairs. Without zeros in front there can be two pairs, and with
//! another recurrence the samples differ.

use crate::readout::*;
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::strategies::{closed, open, small_fraction};
use exact::{Matrix, Rational};
use proptest::prelude::*;

fn domain(n: usize) -> BoxedStrategy<Instance> {
    let tangents = (open(0, 1), open(1, 3), any::<bool>());
    let radius = prop_oneof![3 => open(0, 1), 1 => open(-2, 0)];
    (radius, tangents, small_fraction(4), closed(0, 2))
        .prop_map(move |(rho, (ta, tb, swap), x, beyond)| {
            let (ta, tb) = if swap { (tb, -ta) } else { (ta, tb) };
            let f = two_cosines(&rho, [&ta, &tb], n + 3);
            // (z² − 2ρ cos φ_A z + ρ²)(z² − 2ρ cos φ_B z + ρ²)
            let q = Rational::from(rho.square_ref());
            let [u, v] = [&ta, &tb].map(|t| two_cosines(&rho, [t, t], 2)[1].clone());
            let own = [
                Rational::from(q.square_ref()),
                -Rational::from(&u + &v) * &q,
                Rational::from(&u * &v) + Rational::from(&q * 2),
                -Rational::from(&u + &v),
                Rational::from(1),
            ];
            let cubic = kernel(&f[n - 4..]);
            let value =
                |p: &[Rational], x: &Rational| p.iter().rev().fold(Rational::new(), |sum, c| sum * x + c);
            let mut x = x;
            while value(&cubic, &x) == 0 {
                x += 1;
            }
            let kappa = -(value(&own, &x) + beyond) / value(&cubic, &x);
            let mut a = vec![Rational::new(); n];
            for k in 0..4 {
                a[n - 4 + k] = Rational::from(&kappa * &cubic[k]) + &own[k];
            }
            let i = Instance::new().with("rho", rho).with("ta", ta).with("tb", tb).with("f", f);
            i.with("a", a).with("x", x)
        })
        .boxed()
}

/// A vector that the 3 × 4 matrix `f_{m+k}` annihilates: its 3 × 3 minors with signs.
fn kernel(f: &[Rational]) -> Vec<Rational> {
    let minor = |left_out: usize| {
        Matrix::from_fn(3, 3, |m, k| f[m + k + usize::from(k >= left_out)].clone()).determinant()
    };
    (0..4).map(|k| if k % 2 == 0 { minor(k) } else { -minor(k) }).collect()
}

fn statement() -> Statement {
    let n = || len("a");
    let target = || p("rho") * direct_sum(rotation("ta"), rotation("tb"));
    let firsts = || entries("i", 4, select(odd("i"), 1, 0));
    let recurrence = entry("f", p("m") + n())
        + iterate("sum", 0, "k", 1, n(), p("sum") + entry("a", "k") * entry("f", p("m") + "k" - 1));
    let first_zeros = iterate("sum", 0, "k", 1, n() - 4, p("sum") + square(entry("a", "k")));
    let quartic = iterate("value", 1, "k", 1, 4, p("value") * "x" + entry("a", n() + 1 - p("k")));
    let last: Expr = -entry("a", "j");
    let row = entries("j", n(), select(eq("i", n()), last, select(eq("j", p("i") + 1), 1, 0)));
    let unit = || entries("i", n(), select(eq("i", 1), 1, 0));
    Statement {
        parameters: vec![
            ("rho", Shape::Scalar),
            ("ta", Shape::Scalar),
            ("tb", Shape::Scalar),
            ("f", Shape::Vector("m")),
            ("a", Shape::Vector("n")),
            ("x", Shape::Scalar),
        ],
        hypotheses: vec![
            ("target", eq("f", samples_formula(target(), firsts(), firsts(), n() + 3))),
            ("fits", eq(entries("m", 3, recurrence), constant(3, 0))),
            ("zero-modes", eq(first_zeros, 0)),
            ("crosses", le(quartic, 0)),
        ],
        transition: vec![
            ("S", target()),
            ("T", rows("i", n(), row)),
            ("s", entries("i", n(), entry("f", "i"))),
        ],
        conclusion: vec![
            eq(samples_formula("T", unit(), "s", n() + 3), samples_formula("S", firsts(), firsts(), n() + 3)),
            pairs_at_most("T", 1),
        ],
    }
}

fn check(i: &Instance) -> Outcome {
    let a = i.vector("a");
    let n = a.len();
    let f = two_cosines(i.scalar("rho"), [i.scalar("ta"), i.scalar("tb")], n + 3);
    let t = companion(a);
    let read = samples(&t, &unit(n, 0), &f[..n], n + 3);
    if read != f {
        let (expected, found) = (format!("{f:?}"), format!("{read:?}"));
        return Outcome::Refuted { conclusion: 0, expected, found };
    }
    let pairs = spectrum::dense::pairs(&t.characteristic_polynomial());
    if pairs > 1 {
        let found = format!("{pairs} pairs");
        return Outcome::Refuted { conclusion: 1, expected: "at most one pair".into(), found };
    }
    Outcome::Holds(vec![Evidence::Compute, Evidence::Sturm])
}

/// The target of a quarter turn and of `2 atan 3` at the modulus 1, so of the quartic `(z² + 1)(z² + 8z/5 + 1)`.
fn quarter(a: Vec<Rational>, x: i64) -> Instance {
    let (ta, tb) = (Rational::from(1), Rational::from(3));
    let f = two_cosines(&Rational::from(1), [&ta, &tb], a.len() + 3);
    let i = Instance::new().with("rho", 1).with("ta", ta).with("tb", tb);
    i.with("f", f).with("a", a).with("x", x)
}

const OWN: [(i64, i64); 4] = [(1, 1), (8, 5), (2, 1), (8, 5)];

/// The own quartic times `z² − 9`: the recurrence holds, and the last four coefficients are negative enough at 1.
fn two_pairs_in_front() -> (Instance, Evidence) {
    let own: Vec<Rational> = OWN.iter().map(|c| Rational::from(*c)).chain([Rational::from(1)]).collect();
    let factor = [Rational::from(-9), Rational::new(), Rational::from(1)];
    let mut product = vec![Rational::new(); 7];
    for (i, a) in own.iter().enumerate() {
        for (j, b) in factor.iter().enumerate() {
            product[i + j] += Rational::from(a * b);
        }
    }
    product.truncate(6);
    (quarter(product, 1), Evidence::Sturm)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "embedding/read-out-agrees",
    title: "With at most one pair and n modes, two cosines are read out on n + 3 samples",
    system: "",
    source: "beyond the article: linear read-outs over a finite horizon",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("read_out_agrees.rs"),
    dimensions: (4, 10),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp {
            drops: "target",
            fails: 0,
            witness: || {
                let zeros = vec![Rational::new(); 4];
                let i = quarter(zeros, 0);
                (i.with("f", vec![Rational::new(); 7]), Evidence::Compute)
            },
        },
        Sharp {
            drops: "fits",
            fails: 0,
            witness: || (quarter(vec![Rational::new(); 4], 0), Evidence::Compute),
        },
        Sharp { drops: "zero-modes", fails: 1, witness: two_pairs_in_front },
        Sharp {
            drops: "crosses",
            fails: 1,
            witness: || (quarter(OWN.iter().map(|c| Rational::from(*c)).collect(), 0), Evidence::Sturm),
        },
    ],
    traps: &[],
};
