//! One column of KDA as a machine computes it: the engine's own rounded runs, and what the model of rounding allows a step.
//!
//! In a statement token `t` has `k`, `alpha` (rows), `beta`, `v` (entries); `C` holds what was computed after each token.

use claim::expr::*;
use claim::{Expr, Instance};
use engine::{Fields, Program, Scalar, System, run};
use exact::{Integer, Matrix, Rational, vector};
use proptest::prelude::*;

/// A run in the arithmetic of `F`; whole numbers over a power of two are exact in it.
pub(crate) fn computed<F: Scalar>(
    i: &Instance,
    from: impl Fn(&Rational) -> F,
    to: impl Fn(&F) -> Rational,
) -> Vec<Vec<Rational>> {
    let d = i.vector("s0").len();
    let map = |x: &[Rational]| x.iter().map(&from).collect::<Vec<F>>();
    let token = |t: usize| {
        let fields = Fields::new()
            .with("q", vec![F::zero(); d])
            .with("k", map(i.matrix("k").row(t)))
            .with("v", map(&i.vector("v")[t..=t]))
            .with("alpha", map(i.matrix("alpha").row(t)))
            .with("beta", map(&i.vector("beta")[t..=t]));
        System::Kda.token(&fields)
    };
    let tokens = (0..i.matrix("k").rows()).map(token).collect();
    let program = Program { rows: d, columns: 1, scale: F::one(), tokens };
    let states = run::trace(&program, &map(i.vector("s0"))).states;
    states[1..].iter().map(|state| state.iter().map(&to).collect()).collect()
}

/// The norm of $m_t$, squared.
fn square_of_sizes(i: &Instance, t: usize, before: &[Rational]) -> Rational {
    let (k, beta) = (i.matrix("k").row(t), &i.vector("beta")[t]);
    let kept = vector::hadamard(i.matrix("alpha").row(t), before);
    let read: Rational = kept.iter().zip(k).map(|(c, k)| Rational::from(c * k).abs()).sum();
    let row = read + Rational::from(i.vector("v")[t].abs_ref());
    let size =
        |(c, k): (&Rational, &Rational)| Rational::from(c.abs_ref()) + Rational::from(beta * k).abs() * &row;
    vector::norm2(&kept.iter().zip(k).map(size).collect::<Vec<_>>())
}

/// A number of at most 100 bits that is at least $\sqrt x$.
fn root_from_above(x: &Rational) -> Rational {
    let scaled = Rational::from(x << 192u32);
    let whole = Integer::from(scaled.ceil_ref());
    Rational::from(whole.sqrt() + 1u32) >> 96u32
}

/// Runs of the engine in binary32 and binary64 on numbers that both represent, with the bound's sizes along the run.
pub(crate) fn domain(d: usize) -> BoxedStrategy<Instance> {
    (1usize..=6, any::<bool>())
        .prop_flat_map(move |(n, double)| {
            let whole = |bits: u32| -(1i32 << bits)..=(1i32 << bits);
            let key = prop_oneof![
                4 => prop::collection::vec(whole(18).prop_map(|x| Rational::from((x, 1 << 20))), d),
                1 => (0..d).prop_map(move |at| (0..d).map(|j| Rational::from(i32::from(j == at))).collect()),
            ];
            let gate = prop_oneof![4 => whole(10), 1 => Just(0), 1 => Just(1 << 10)];
            let strength = prop_oneof![4 => 0i32..=1 << 17, 1 => Just(1 << 17), 1 => Just(1 << 16)];
            let number = || whole(20).prop_map(|x| Rational::from((x, 1 << 16)));
            (
                prop::collection::vec(key, n),
                prop::collection::vec(gate.prop_map(|x| Rational::from((x, 1 << 10))), n * d),
                prop::collection::vec(strength.prop_map(|x| Rational::from((x, 1 << 16))), n),
                prop::collection::vec(number(), n),
                prop::collection::vec(number(), d),
                Just((n, double)),
            )
        })
        .prop_map(move |(k, alpha, beta, v, s0, (n, double))| {
            let rows = |x: &[Vec<Rational>]| Matrix::from_fn(x.len(), d, |t, i| x[t][i].clone());
            let gates: Vec<Vec<Rational>> = alpha.chunks(d).map(<[_]>::to_vec).collect();
            let i = Instance::new().with("k", rows(&k)).with("alpha", rows(&gates));
            let i = i.with("beta", beta).with("v", v).with("s0", s0);
            let states = if double {
                computed(&i, Rational::to_f64, |x| Rational::from_f64(*x).unwrap_or_default())
            } else {
                computed(&i, Rational::to_f32, |x| Rational::from_f32(*x).unwrap_or_default())
            };
            let unit = Rational::from((d as u32 + 8, 1)) >> if double { 53u32 } else { 24 };
            let gamma = unit.clone() / (1u32 - unit);
            let before = |t: usize| if t == 0 { i.vector("s0") } else { &states[t - 1][..] };
            let size = |t| root_from_above(&(square_of_sizes(&i, t, before(t)) * &gamma * &gamma));
            let sizes: Vec<Rational> = (0..n).map(size).collect();
            i.with("C", rows(&states)).with("gamma", gamma).with("f", sizes)
        })
        .boxed()
}

/// The number of tokens.
pub(crate) fn tokens() -> Expr {
    height("k")
}

/// The number of channels.
pub(crate) fn channels() -> Expr {
    len("s0")
}

/// The absolute value of a scalar.
pub(crate) fn abs(x: Expr) -> Expr {
    iterate("x", x, "once", 1, 1, select(lt("x", 0), -p("x"), p("x")))
}

/// The sum of the squares of a vector's entries.
pub(crate) fn norm2(x: Expr) -> Expr {
    iterate("y", x, "again", 1, 1, dot("y", "y"))
}

fn sum(v: Expr) -> Expr {
    dot(v, constant(channels(), 1))
}

/// What token `t` begins with.
pub(crate) fn before() -> Expr {
    select(lt("t", 2), "s0", row("C", p("t") - 1))
}

/// The exact step of token `t`.
pub(crate) fn step(from: Expr) -> Expr {
    let erase = eye(channels()) - entry("beta", "t") * outer(row("k", "t"), row("k", "t"));
    erase * hadamard(row("alpha", "t"), from) + (entry("beta", "t") * entry("v", "t")) * row("k", "t")
}

/// $\gamma m_t$.
pub(crate) fn allowed() -> Expr {
    let kept = || hadamard(row("alpha", "t"), before());
    let reads = sum(entries("l", channels(), abs(entry(kept(), "l") * entry(row("k", "t"), "l"))));
    let written = abs(entry("beta", "t") * entry(row("k", "t"), "i")) * (abs(entry("v", "t")) + reads);
    p("gamma") * entries("i", channels(), abs(entry(kept(), "i")) + written)
}
