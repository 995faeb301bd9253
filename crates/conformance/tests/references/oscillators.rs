//! LinOSS and D-LinOSS.
//!
//! The references of IM and IMEX are parallel scans, which multiply up the matrices $M$ themselves. Whatever the order, an entry is a sum of terms, each a
//! product of entries of $M$, of a write and of $B u$: it is off by at most $\gamma_k$ times the sum of their absolute values, $k$ the most roundings on the
//! way to one of them.

use crate::files::Golden;
use crate::running::far;
use enclosure::RealBall;
use engine::run::trace;
use engine::systems::linoss::{self, Oscillator, Scheme};
use engine::{Real, Scalar};

/// The sum of the absolute values of the terms of a number, where only divisors that are sums of positive terms are divided by.
#[derive(Clone, Copy, Debug)]
struct Size(f64);

impl Scalar for Size {
    fn from_int(value: i32) -> Self {
        Self(f64::from(value).abs())
    }
    fn plus(&self, other: &Self) -> Self {
        Self(self.0 + other.0)
    }
    fn minus(&self, other: &Self) -> Self {
        self.plus(other)
    }
    fn times(&self, other: &Self) -> Self {
        Self(self.0 * other.0)
    }
    fn negate(&self) -> Self {
        *self
    }
}

macro_rules! never {
    ($($name:ident($($argument:ident: $type:ty),*) -> $out:ty;)*) => {$(
        fn $name(&self, $($argument: $type),*) -> $out {
            unreachable!("an oscillator needs no such function")
        }
    )*};
}

impl Real for Size {
    fn over(&self, divisor: &Self) -> Self {
        Self(self.0 / divisor.0)
    }
    never! {
        exp() -> Self;
        sqrt() -> Self;
        softplus() -> Self;
        sigmoid() -> Self;
        tanh() -> Self;
        sin_cos() -> (Self, Self);
        pi() -> Self;
        sign() -> Self;
        maximum(_other: &Self) -> Self;
        fraction(_numerator: i32, _denominator: i32) -> Self;
    }
}

/// Outputs `[T, H]`, and the last $z$ and $x$ as `[real, imaginary]`.
struct Results<S> {
    outputs: Vec<S>,
    z: [Vec<S>; 2],
    x: [Vec<S>; 2],
}

fn run<S: Real>(file: &Golden, scheme: Scheme, damped: bool, number: impl Fn(f64) -> S) -> Results<S> {
    let read = |name: &str| file.numbers(name).into_iter().map(&number).collect::<Vec<S>>();
    let [a, g, dt, u, b_re, b_im, c_re, c_im] =
        ["A", "G", "dt", "u", "B_re", "B_im", "C_re", "C_im"].map(read);
    let channels: Vec<_> = (0..a.len())
        .map(|p| Oscillator {
            a: a[p].clone(),
            g: if damped { g[p].clone() } else { S::zero() },
            dt: dt[p].clone(),
        })
        .collect();
    let inputs = u.len() / file.shape("u")[0];
    let driven = |u: &[S]| -> Vec<(S, S)> {
        let rows = b_re.chunks_exact(inputs).zip(b_im.chunks_exact(inputs));
        rows.map(|(re, im)| (engine::scalar::dot(re, u), engine::scalar::dot(im, u))).collect()
    };
    let bu: Vec<_> = u.chunks_exact(inputs).map(driven).collect();
    let program = linoss::program(scheme, &channels, &bu);
    let states = trace(&program, &program.empty_state()).states;
    let outputs = states[1..].iter().flat_map(|s| linoss::read(s, &c_re, &c_im)).collect();
    let last = &states[states.len() - 1];
    let part = |offset: usize, column: usize| -> Vec<S> {
        (0..a.len()).map(|p| last[2 * (offset + p) + column].clone()).collect()
    };
    let both = |offset: usize| [part(offset, 0), part(offset, 1)];
    Results { outputs, z: both(0), x: both(a.len()) }
}

#[test]
fn every_scheme_is_that_of_the_reference() {
    let file = Golden::open("linoss_L17P5H3");
    let tokens = file.shape("u")[0] as f64;
    // For each token 2 to multiply and add, and 6 to make an entry of M (of at most 3 factors, 2 sums and a quotient); for the input and the
    // output 2 for each term of their sums, of 3 and of 10.
    let roundings = 8.0 * tokens + 6.0 + 20.0;
    let nu = roundings * f64::EPSILON / 2.0;
    let gamma = nu / (1.0 - nu);
    let schemes = [
        ("im", Scheme::Im, false),
        ("imex", Scheme::Imex, false),
        ("d_imex1", Scheme::DampedImex1, true),
        ("d_imex2", Scheme::DampedImex2, true),
    ];
    for (name, scheme, damped) in schemes {
        let exact = run(&file, scheme, damped, |x| RealBall::from_f64(192, x).expect("finite"));
        let size = run(&file, scheme, damped, |x| Size(x.abs()));
        let check = |tensor: String, exact: &[RealBall], size: &[Size]| {
            for ((number, ball), size) in file.numbers(&tensor).iter().zip(exact).zip(size) {
                let (error, allowed) = (far(*number, ball), gamma * size.0 * (1.0 + gamma));
                assert!(
                    error <= allowed,
                    "{tensor}: {number} is off by {error}, rounding explains {allowed}"
                );
            }
        };
        check(format!("{name}_y"), &exact.outputs, &size.outputs);
        for (column, part) in ["re", "im"].iter().enumerate() {
            check(format!("z_{name}_{part}"), &exact.z[column], &size.z[column]);
            check(format!("x_{name}_{part}"), &exact.x[column], &size.x[column]);
        }
    }
}
