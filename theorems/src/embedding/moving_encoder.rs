//! # With an encoder that moves, every invertible step carries every invertible target
//!
//! **Statement.** Let $d \ge m \ge 1$, $T = (I - \beta k k^\top)\,\mathrm{Diag}(\alpha)$ with $\alpha, k \in \mathbb{Q}^d$, all $\alpha_i \ne 0$ and
//! $\beta \lVert k \rVert^2 \ne 1$; $S \in \mathbb{Q}^{m \times m}$ with the inverse $R$; and $E_0 \in \mathbb{Q}^{d \times m}$ of full column rank. Then
//! $E_{t+1} = T E_t R$ has full column rank and $T E_t = E_{t+1} S$ for every $t \ge 0$, and $T^n E_0 = E_n S^n$: the state
//! $E_t x_t$ runs along any trajectory $x_{t+1} = S x_t$. A CKDA step of four channels thus carries two rotations, as does KDA
//! without any. So `embedding/two-oscillators` needs an encoder that does not depend on the time.
//!
//! **Why.** $E_{t+1} S = T E_t R S = T E_t$; and $T$ and $R$ are invertible, $\det T = (1 - \beta \lVert k \rVert^2) \prod_i \alpha_i$.
//!
//! **What is checked.** $E_n$ is run up to $n = 6$, for targets of rotations and real modes; its rank is computed.
//!
//! **Sharpness.** A step that forgets a direction can forget the encoder: $\alpha = 0$, or $\beta = k = 1$. For a target without inverse
//! there is no $R$; with $R = 0$ nothing is left. With $E_0 = 0$ nothing ever was encoded. And the encoder has to move
//! (trap): $T = 1/2$ is not $S = 1/3$.

use crate::oscillator::free_key;
use crate::support::{erase_step, kda_step, rational};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement, Trap};
use exact::strategies::{closed, open, small_fraction};
use exact::{Matrix, Rational, vector};
use proptest::prelude::*;

/// A target of rotations by the half-angle tangents, and of a real mode when the size is odd; and its inverse.
fn targets(m: usize, rho: &Rational, t: &[Rational]) -> [Matrix; 2] {
    let turn = |t: &Rational| {
        let square = Rational::from(t.square_ref());
        let norm = Rational::from(&square + 1);
        let (cos, sin): (Rational, Rational) = ((1 - square) / &norm, 2 * t.clone() / norm);
        Matrix::from_fn(2, 2, |r, c| match (r, c) {
            (0, 1) => -sin.clone(),
            (1, 0) => sin.clone(),
            _ => cos.clone(),
        })
    };
    let blocks = |sign: i32| {
        let real = if m.is_multiple_of(2) { Matrix::identity(0) } else { Matrix::identity(1) };
        t[..m / 2].iter().fold(real, |sum, t| sum.direct_sum(&turn(&(t.clone() * sign))))
    };
    [blocks(1).scale(rho), blocks(-1).scale(&Rational::from(rho.recip_ref()))]
}

fn domain(m: usize) -> BoxedStrategy<Instance> {
    let nonzero = || (open(0, 1), any::<bool>()).prop_map(|(x, minus)| if minus { -x } else { x });
    (m..=m + 2)
        .prop_flat_map(move |d| {
            let gates = prop::collection::vec(nonzero(), d);
            let strength = prop_oneof![2 => closed(0, 2), 1 => Just(rational(2, 1))];
            let encoder = prop::collection::vec(small_fraction(3), d * m);
            let tangents = prop::collection::vec(small_fraction(4), 2);
            (gates, strength, free_key(d), encoder, (open(0, 1), tangents), 0..=6_i64)
        })
        .prop_map(move |(alpha, beta, k, entries, (rho, t), n)| {
            let d = alpha.len();
            // Half the strength where it would erase a direction: then what is left of it is one half.
            let erases = vector::norm2(&k) * &beta == 1;
            let beta = if erases { beta / 2 } else { beta };
            let encoder = Matrix::from_fn(d, m, |r, c| match r.cmp(&c) {
                std::cmp::Ordering::Less => Rational::new(),
                std::cmp::Ordering::Equal => Rational::from(1),
                std::cmp::Ordering::Greater => entries[r * m + c].clone(),
            });
            let [target, inverse] = targets(m, &rho, &t);
            let i = Instance::new().with("alpha", alpha).with("beta", beta).with("k", k).with("n", n);
            i.with("E0", encoder).with("S", target).with("R", inverse)
        })
        .boxed()
}

fn encoder(last: Expr) -> Expr {
    iterate("E", "E0", "t", 1, last, p("T") * "E" * "R")
}

fn stated(conclusion: Vec<Expr>) -> Statement {
    let gates = iterate("x", 1, "i", 1, len("alpha"), p("x") * entry("alpha", "i"));
    Statement {
        parameters: vec![
            ("alpha", Shape::Vector("d")),
            ("beta", Shape::Scalar),
            ("k", Shape::Vector("d")),
            ("S", Shape::Matrix("m", "m")),
            ("R", Shape::Matrix("m", "m")),
            ("E0", Shape::Matrix("d", "m")),
            ("n", Shape::Scalar),
        ],
        hypotheses: vec![
            ("gates-not-zero", ne(gates, 0)),
            ("nothing-erased", ne(p("beta") * dot("k", "k"), 1)),
            ("target-has-inverse", eq(p("R") * "S", eye(height("S")))),
            ("starts-injective", full_column_rank("E0")),
        ],
        transition: vec![
            ("T", erase_step("beta", "k", "k", "alpha")),
            ("En", encoder(p("n"))),
            ("next", encoder(p("n") + 1)),
        ],
        conclusion,
    }
}

fn statement() -> Statement {
    let power = |of: &'static str, start: Expr, body: Expr| iterate(of, start, "t", 1, "n", body);
    let run = power("state", p("E0"), p("T") * "state");
    let target = power("power", eye(height("S")), p("S") * "power");
    stated(vec![eq(p("T") * "En", p("next") * "S"), eq(run, p("En") * target), full_column_rank("En")])
}

fn check(i: &Instance) -> Outcome {
    let (step, s, r) = (kda_step(i).matrix(), i.matrix("S"), i.matrix("R"));
    let n = i.scalar("n").numer().to_usize().unwrap_or(0);
    let refuted = |conclusion, expected: &str, found: String| Outcome::Refuted {
        conclusion,
        expected: expected.into(),
        found,
    };
    let (mut state, mut encoder, mut power) =
        (i.matrix("E0").clone(), i.matrix("E0").clone(), Matrix::identity(s.rows()));
    for _ in 0..n {
        state = &step * &state;
        encoder = &(&step * &encoder) * r;
        power = s * &power;
    }
    let next = &(&step * &encoder) * r;
    if &step * &encoder != &next * s {
        return refuted(0, "T E = E' S", format!("{next:?}"));
    }
    if state != &encoder * &power {
        return refuted(1, "the state along the target", format!("{state:?}"));
    }
    match encoder.rank() {
        rank if rank == s.rows() => Outcome::Holds(vec![Evidence::Compute; 3]),
        rank => refuted(2, &format!("rank {}", s.rows()), rank.to_string()),
    }
}

/// One channel, one step with the strength 2; all other numbers that are not given are 1.
fn one(changed: &'static [(&'static str, (i64, i64))]) -> (Instance, Evidence) {
    let start = Instance::new().with("alpha", [(1, 1)]).with("beta", 2).with("k", [(1, 1)]).with("n", 1);
    let start = start.with("E0", [[(1, 1)]]).with("S", [[(1, 1)]]).with("R", [[(1, 1)]]);
    let set = |i: Instance, (name, value): &(&'static str, (i64, i64))| match *name {
        "alpha" => i.with(name, [*value]),
        "beta" | "n" => i.with(name, *value),
        _ => i.with(name, [[*value]]),
    };
    (changed.iter().fold(start, set), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "embedding/moving-encoder",
    title: "With an encoder that moves, every invertible step carries every invertible target",
    system: "ckda",
    source: "What Are the Limits of a Single Oscillator?",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &[],
    formal: &[],
    text: include_str!("moving_encoder.rs"),
    dimensions: (1, 4),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "gates-not-zero", fails: 2, witness: || one(&[("alpha", (0, 1))]) },
        Sharp { drops: "nothing-erased", fails: 2, witness: || one(&[("beta", (1, 1))]) },
        Sharp { drops: "target-has-inverse", fails: 0, witness: || one(&[("R", (0, 1)), ("n", (0, 1))]) },
        Sharp { drops: "target-has-inverse", fails: 2, witness: || one(&[("R", (0, 1))]) },
        Sharp { drops: "starts-injective", fails: 2, witness: || one(&[("E0", (0, 1))]) },
    ],
    traps: &[Trap {
        name: "encoder-that-stays",
        statement: || stated(vec![eq(p("T") * "E0", p("E0") * "S")]),
        fails: 0,
        witness: || one(&[("alpha", (-1, 2)), ("S", (1, 3)), ("R", (3, 1))]),
    }],
};
