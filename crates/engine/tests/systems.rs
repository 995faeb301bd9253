//! Forms of the systems that must be the same recurrence, in rationals.

use engine::run::{Run, recurrent};
use engine::scalar::hadamard;
use engine::systems::{ckda, linoss, mamba3};
use engine::{Fields, Program, Scalar, System, Token};
use exact::Rational;
use proptest::prelude::*;

fn number() -> impl Strategy<Value = Rational> {
    (-6i32..=6).prop_map(|n| Rational::from((n, 4)))
}

fn numbers(n: usize) -> impl Strategy<Value = Vec<Rational>> {
    proptest::collection::vec(number(), n)
}

/// $(\cos, \sin)$ of a rational point of the circle.
fn turn() -> impl Strategy<Value = (Rational, Rational)> {
    number().prop_map(|t| {
        let square = t.times(&t);
        let norm = Rational::from(&square + 1);
        (Rational::from(1 - &square) / &norm, Rational::from(2 * &t) / &norm)
    })
}

fn run(tokens: Vec<Token<Rational>>, columns: usize, initial: &[Rational]) -> Run<Rational> {
    let rows = initial.len() / columns;
    recurrent(&Program { rows, columns, scale: Rational::from(1), tokens }, initial)
}

const N: usize = 5;
const P: usize = 2;

fn token() -> impl Strategy<Value = mamba3::Inputs<Rational>> {
    let vectors = (numbers(N), numbers(N), numbers(P));
    (number(), number(), number(), proptest::collection::vec(turn(), 2), vectors).prop_map(
        |(factor, dt, lambda, turn, (q, k, v))| mamba3::Inputs { factor, dt, lambda, turn, q, k, v },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mamba_3_is_the_same_in_its_moving_frame(
        tokens in proptest::collection::vec(token(), 0..5),
        memory in (proptest::collection::vec(turn(), 2), numbers(N), numbers(P)),
        state in numbers(N * P),
    ) {
        let (frame, k, v) = memory;
        let memory = mamba3::Memory { frame, k, v };
        let column = |state: &[Rational], turn: &[(Rational, Rational)], backwards: bool| -> Vec<Rational> {
            let columns = (0..P).map(|c| state.iter().skip(c).step_by(P).cloned().collect::<Vec<_>>());
            let turned: Vec<Vec<Rational>> = columns.map(|x| mamba3::turned(&x, turn, backwards)).collect();
            (0..N * P).map(|e| turned[e % P][e / P].clone()).collect()
        };
        let moving = mamba3::moving_frame(&tokens, &memory);
        let start = column(&state, &memory.frame, true);
        let (stored, end) = mamba3::program(&tokens, memory);
        let (stored, moving) = (recurrent(&stored, &state), recurrent(&moving, &start));
        prop_assert_eq!(&stored.outputs, &moving.outputs);
        prop_assert_eq!(stored.state, column(&moving.state, &end.frame, false));
    }

    #[test]
    fn complex_kda_is_kda_in_its_sign_gauge(
        tokens in proptest::collection::vec((numbers(3), numbers(3), numbers(2), numbers(3), number()), 1..5),
        state in numbers(6),
    ) {
        let fields: Vec<Fields<Rational>> = tokens
            .into_iter()
            .map(|(q, k, v, alpha, beta)| {
                Fields::new().with("q", q).with("k", k).with("v", v).with("alpha", alpha).with("beta", vec![beta])
            })
            .collect();
        let sign = |x: &Rational| Rational::from(if *x < 0 { -1 } else { 1 });
        let signs: Vec<Vec<Rational>> = fields.iter().map(|f| f.row("alpha").iter().map(sign).collect()).collect();
        let (turned, gauge) = ckda::in_gauge(&fields, &signs);
        let direct = run(fields.iter().map(ckda::token).collect(), 2, &state);
        let in_gauge = run(turned, 2, &state);
        prop_assert_eq!(&in_gauge.outputs, &direct.outputs);
        let spread: Vec<Rational> = gauge.iter().flat_map(|p| [p.clone(), p.clone()]).collect();
        prop_assert_eq!(hadamard(&spread, &in_gauge.state), direct.state);
    }

    #[test]
    fn the_orders_of_comba_differ_by_the_gate_in_the_erase_key(
        (q, k, v, p) in (numbers(3), numbers(3), numbers(2), numbers(3)),
        (alpha, beta) in (number(), number()),
        state in numbers(6),
    ) {
        let with = |p: Vec<Rational>| {
            let fields = Fields::new().with("q", q.clone()).with("k", k.clone()).with("v", v.clone());
            fields.with("p", p).with("alpha", vec![alpha.clone()]).with("beta", vec![beta.clone()])
        };
        let decayed = System::CombaDecayed.token(&with(p.clone()));
        let before = System::Comba.token(&with(engine::scalar::scaled(&alpha, &p)));
        prop_assert_eq!(run(vec![decayed], 2, &state), run(vec![before], 2, &state));
    }

    /// Each scheme against the equations that it discretises, with the old or the new values where the scheme takes them.
    #[test]
    fn every_oscillator_scheme_solves_its_equations(
        (a, g, dt) in (number(), number(), number()),
        (z, x, u) in (number(), number(), number()),
    ) {
        use linoss::Scheme;
        let o = linoss::Oscillator { a: a.clone(), g: g.clone(), dt: dt.clone() };
        for scheme in [Scheme::Im, Scheme::Imex, Scheme::DampedImex1, Scheme::DampedImex2, Scheme::DampedIm, Scheme::DampedEx] {
            let (m, w, s) = linoss::scheme(scheme, &o);
            if s == 0 {
                continue;
            }
            let entry = |i: usize| (m[2 * i].times(&z).plus(&m[2 * i + 1].times(&x)).plus(&w[i].times(&u))) / &s;
            let (new_z, new_x) = (entry(0), entry(1));
            let damping = match scheme {
                Scheme::Im | Scheme::Imex => Rational::new(),
                Scheme::DampedImex1 | Scheme::DampedIm => g.times(&new_z),
                _ => g.times(&z),
            };
            let position = if matches!(scheme, Scheme::Im | Scheme::DampedIm) { &new_x } else { &x };
            let force = u.minus(&a.times(position)).minus(&damping);
            prop_assert_eq!(&new_z, &z.plus(&dt.times(&force)), "{:?}", scheme);
            let velocity = if scheme == Scheme::DampedEx { &z } else { &new_z };
            prop_assert_eq!(&new_x, &x.plus(&dt.times(velocity)), "{:?}", scheme);
        }
    }
}
