//! # In the plane the growth of GDN2 words has an exact rate
//!
//! **Statement.** Let $0 \le g \le 2$, $h = g/2$, and $c \ge 1$ with $z = c^2 - 1$ and $z^2 + (2h - h^2) z \ge h^2$. For the tokens
//! $t = 1, \dots, n$ let $k_t, b_t, \alpha_t \in \mathbb{Q}^2$ with $\lVert k_t \rVert \le 1$, $0 \le b_{t,i} \le g$, $|\alpha_{t,i}| \le 1$,
//! $T_t = (I - k_t (b_t \odot k_t)^\top)\,\mathrm{Diag}(\alpha_t)$ and $P = T_n \cdots T_1$. Then $\lVert P \rVert_2^2 \le \frac32 c^{2n}$.
//! So no word grows faster than $\rho^n$, $\rho$ the least such $c$: $\rho = \sqrt5/2$ for $g = 1$, $\rho^2 = (1 + \sqrt5)/2$ for $g = 2$. Two
//! alternating tokens have that rate in the limit (`switching/gdn2-cyclic-word`): the joint spectral radius for $d = 2$ is exactly $\rho$.
//!
//! **Why.** Let $m = \sqrt{1 + \rho^2}$, $a = \sqrt{(m + 1)/(m - 1)} \ge 2$ and $N(x, y)^2 = a (x^2 + y^2) + 2|xy|$. $N$ is a norm, depends on
//! $|x|, |y|$ alone and grows in both, so gates $|\alpha_i| \le 1$ do not enlarge it and it is enough to take the corners $b \in \{0, g\}^2$.
//! (It is $\rho^2 = 1 - h + hm$.) Write $(x', y')$ for $(|x|, |y|)$ after the step.
//! *One gate*, $b = (g, 0)$, $k = (\cos\varphi, \sin\varphi)$, $\cos 2\varphi = -\cos\psi$: $x' = x (1 - h + h\cos\psi)$ and
//! $y' \le y + hx |\sin\psi|$. $\rho^2 N(x, y)^2 - N(x', y')^2$ is a quadratic form in $x, y$; with $\sigma = a\tan(\psi/2) \ge 0$
//! its mixed coefficient has the sign of $1 - 2\sigma/(m - 1) + \sigma^2$, and the discriminant condition is
//! $(1 - \sigma)^2 (1 + 2\sigma + (3 - 2m)\sigma^2) \ge 0$, which is so wherever the mixed coefficient is negative.
//! *Both gates*: $(1 - h)$ times the state and $h$ times a reflection of it; $N$ of the latter is at most $\sqrt{1 + 1/a}\,N(x, y)$, and
//! $1 - h + h\sqrt{1 + 1/a} \le \rho$. Finally $a\lVert\cdot\rVert^2 \le N^2 \le (a + 1)\lVert\cdot\rVert^2$ and $1 + 1/a \le \frac32$.
//!
//! **What is checked.** $\frac32 c^{2n} I - P^\top P$ has no negative eigenvalue. The words are random, or alternate the tokens that grow
//! most; $c$ is the exact rate wherever that is rational.
//!
//! **Sharpness.** The rate is exact: for $g = 1$ and $c = 1.11$, less than one per cent below it, 80 alternating tokens exceed the bound. With
//! three channels words grow by up to $1.1458\dots$ a token and exceed the bound for $c = 9/8$: the plane is essential. For $g > 2$ a
//! token can reverse and enlarge a channel: $g = b = 4$, $k = (1, 0)$.

use crate::support::{rational, short_key};
use crate::switching::gdn2_words::cyclic_word;
use crate::words::{gdn2_product, gdn2_token, is_within, norm_within, per_token, power, product_of};
use crate::words::{rows_from_zero, rows_within, short_keys, too_large};
use claim::expr::*;
use claim::{Claim, Evidence, Expr, Instance, Level, Outcome, Quantifier, Shape, Sharp, Statement};
use exact::strategies::{closed, vector_of};
use exact::{Matrix, Rational};
use proptest::prelude::*;

/// A rational rate from just above the least one for `g`, never below it.
fn rate(g: &Rational) -> Rational {
    let h = Rational::from(g / 2);
    let suffices = |c: &Rational| {
        let z: Rational = Rational::from(c.square_ref()) - 1;
        let shift: Rational = 2 * h.clone() - Rational::from(h.square_ref());
        (z.clone() + shift) * z >= Rational::from(h.square_ref())
    };
    let f = h.to_f64();
    let shift = 2.0 * f - f * f;
    let z = (-shift + (shift * shift + 4.0 * f * f).sqrt()) / 2.0;
    let mut c = Rational::from((((1.0 + z).sqrt() * 1e9).floor() as i64, 1_000_000_000));
    while !suffices(&c) {
        c += rational(1, 1_000_000_000);
    }
    c.max(rational(1, 1))
}

fn domain(_: usize) -> BoxedStrategy<Instance> {
    let range = prop_oneof![2 => Just(rational(1, 1)), 2 => Just(rational(2, 1)), 2 => closed(0, 2)];
    let looser = prop_oneof![3 => Just(rational(0, 1)), 1 => closed(0, 1)];
    (range, 1_usize..=8, looser)
        .prop_flat_map(|(g, n, looser)| {
            let keys = prop::collection::vec(short_key(2), n);
            let erase = prop::collection::vec(vector_of(closed(0, 1), 2), n);
            let gates = prop::collection::vec(vector_of(closed(-1, 1), 2), n);
            (Just((g, looser)), keys, erase, gates, 0..3_u8)
        })
        .prop_map(|((g, looser), keys, erase, gates, kind)| {
            let n = keys.len();
            let best = cyclic_word(2, 1, &g, &Rational::new(), &rational(1, 1));
            let pick = |name: &str, rows: &[Vec<Rational>], scale: &Rational| match kind {
                0 => Matrix::from_fn(n, 2, |t, c| best.matrix(name)[(t % 2, c)].clone()),
                _ => Matrix::from_fn(n, 2, |t, c| Rational::from(scale * &rows[t][c])),
            };
            let one = rational(1, 1);
            let c = rate(&g) + looser;
            let i = Instance::new().with("k", pick("k", &keys, &one)).with("b", pick("b", &erase, &g));
            i.with("alpha", pick("alpha", &gates, &one)).with("g", g).with("c", c)
        })
        .boxed()
}

fn stated(rate: (&'static str, Expr), dimension: Option<i64>) -> Statement {
    let tokens = ["alpha", "b", "k"].map(|name| (name, Shape::Matrix("n", "d")));
    let plane = dimension.map(|d| ("plane", eq(len(row("k", 1)), d)));
    Statement {
        parameters: tokens.into_iter().chain([("c", Shape::Scalar), ("g", Shape::Scalar)]).collect(),
        hypotheses: [
            ("short-keys", short_keys()),
            ("erase-gates-in-range", rows_from_zero("b", "g")),
            ("range-to-two", le("g", 2)),
            ("gates-to-one", rows_within("alpha", int(1))),
            rate,
        ]
        .into_iter()
        .chain(plane)
        .collect(),
        transition: vec![("P", product_of(gdn2_token()))],
        conclusion: vec![norm_within(Expr::from((3, 2)) * per_token(square("c")))],
    }
}

fn statement() -> Statement {
    let z = || square("c") - 1;
    let h = || p("g") / 2;
    let enough = le(square(h()), z() * (z() + 2 * h() - square(h())));
    stated(("rate-large-enough", all_of(vec![le(1, "c"), enough])), Some(2))
}

fn check(i: &Instance) -> Outcome {
    let square = Rational::from(i.scalar("c").square_ref());
    let bound = power(&square, i.matrix("k").rows()) * rational(3, 2);
    if is_within(&bound, &gdn2_product(i)) {
        return Outcome::Holds(vec![Evidence::Compute]);
    }
    too_large(0, &bound)
}

/// `n` tokens of the cyclic word of `d` channels that grows most.
fn word(n: usize, d: usize, g: (i64, i64), c: (i64, i64)) -> (Instance, Evidence) {
    let best = cyclic_word(d, 1, &Rational::from(g), &Rational::new(), &rational(1, 1));
    let i = ["k", "b", "alpha"].into_iter().fold(Instance::new(), |i, name| {
        i.with(name, Matrix::from_fn(n, d, |t, c| best.matrix(name)[(t % d, c)].clone()))
    });
    (i.with("g", g).with("c", c), Evidence::Compute)
}

/// One token, with one gate, key coordinate and decay.
fn token(
    k: (i64, i64),
    b: (i64, i64),
    alpha: (i64, i64),
    g: (i64, i64),
    c: (i64, i64),
) -> (Instance, Evidence) {
    let i =
        Instance::new().with("k", [[k, (0, 1)]]).with("b", [[b, (0, 1)]]).with("alpha", [[alpha, (1, 1)]]);
    (i.with("g", g).with("c", c), Evidence::Compute)
}

/// The theorem.
pub static CLAIM: Claim = Claim {
    id: "switching/gdn2-plane",
    title: "In the plane the growth of GDN2 words has an exact rate",
    system: "gdn2",
    source: "beyond the article: stability when tokens alternate",
    level: Level::Exact,
    quantifier: Quantifier::ForAll,
    uses: &["gdn2/step-norm"],
    formal: &[],
    text: include_str!("gdn2_plane.rs"),
    dimensions: (2, 2),
    domain,
    statement,
    check,
    sharpness: &[
        Sharp { drops: "short-keys", fails: 0, witness: || token((2, 1), (1, 1), (1, 1), (1, 1), (9, 8)) },
        Sharp {
            drops: "erase-gates-in-range",
            fails: 0,
            witness: || token((1, 1), (3, 1), (1, 1), (1, 1), (9, 8)),
        },
        Sharp {
            drops: "erase-gates-in-range",
            fails: 0,
            witness: || token((1, 1), (-1, 1), (1, 1), (1, 1), (9, 8)),
        },
        Sharp { drops: "range-to-two", fails: 0, witness: || token((1, 1), (4, 1), (1, 1), (4, 1), (2, 1)) },
        Sharp { drops: "gates-to-one", fails: 0, witness: || token((1, 1), (0, 1), (2, 1), (1, 1), (9, 8)) },
        Sharp { drops: "rate-large-enough", fails: 0, witness: || word(80, 2, (1, 1), (111, 100)) },
        Sharp { drops: "plane", fails: 0, witness: || word(48, 3, (1, 1), (9, 8)) },
    ],
    traps: &[],
};
