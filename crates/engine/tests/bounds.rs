//! No run in a rounding arithmetic is further from the exact one than its bound says.

#[path = "common/gates.rs"]
mod gates;

use enclosure::RealBall;
use engine::bounds::{Arithmetic, Form, HeadBound, Preparation, Roundings, bounds};
use engine::run::{self, Run};
use engine::{Head, Inputs, Real, System};
use exact::Rational;
use gates::{Case, case};
use proptest::prelude::*;
use std::collections::BTreeMap;

const BITS: u32 = 256;

/// The largest ratio of error and bound, in a way that cannot hide an excess: the error is taken to the far end of the ball.
fn worst(computed: &[f64], exact: &[RealBall], bound: &[f64]) -> f64 {
    let far = |x: &f64, ball: &RealBall| {
        let x = Rational::from_f64(*x).expect("a finite result");
        let (lo, hi) = (ball.lower().expect("bounded"), ball.upper().expect("bounded"));
        let error = Rational::from(&x - &lo).abs().max(Rational::from(&hi - &x).abs());
        error
    };
    let ratio = |((x, ball), bound): ((&f64, &RealBall), &f64)| {
        let error = far(x, ball);
        if error == 0 {
            return 0.0;
        }
        match Rational::from_f64(*bound) {
            Some(b) if b > 0 => (error / b).to_f64(),
            Some(_) => f64::INFINITY,
            None => 0.0,
        }
    };
    computed.iter().zip(exact).zip(bound).map(ratio).fold(0.0, f64::max)
}

fn exact_runs(inputs: &Inputs<f64>) -> BTreeMap<(usize, usize), Run<RealBall>> {
    let balls = inputs.map(|x| RealBall::from_f64(BITS, *x).expect("finite inputs")).factors();
    run::recurrent_all(&balls).into_iter().map(|(at, run)| ((at.sequence, at.head), run)).collect()
}

fn check<F: Real + Into<f64> + Copy>(
    name: &str,
    inputs: &Inputs<F>,
    exact: &BTreeMap<(usize, usize), Run<RealBall>>,
    bounds: &[(Head, HeadBound)],
    chunk: Option<usize>,
) {
    let factors = inputs.factors();
    for (at, bound) in bounds {
        let (program, initial) = (factors.program(*at), factors.initial(*at));
        let run = match chunk {
            None => run::recurrent(&program, &initial),
            Some(size) => run::chunkwise(&program, &initial, size).expect("a chunkwise form"),
        };
        let wide = |x: &[F]| x.iter().map(|v| (*v).into()).collect::<Vec<f64>>();
        let exact = &exact[&(at.sequence, at.head)];
        let outputs = worst(&wide(&run.outputs), &exact.outputs, &bound.outputs);
        let state = worst(&wide(&run.state), &exact.state, &bound.state);
        assert!(outputs <= 1.0, "{name}: an output is off by {outputs} times its bound");
        assert!(state <= 1.0, "{name}: the state is off by {state} times its bound");
    }
}

fn config() -> ProptestConfig {
    ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn no_run_exceeds_its_bound(Case { inputs, chunk } in proptest::sample::select(System::ALL).prop_flat_map(case)) {
        let exact = exact_runs(&inputs);
        let single = inputs.map(|x| *x as f32);
        for (form, size) in [(Form::Recurrent, None), (Form::Chunk(chunk), Some(chunk))] {
            for roundings in [Roundings::Adversarial, Roundings::possible(10_000), Roundings::likely(10_000)] {
                let bound = bounds(&inputs, &Arithmetic::F32, roundings, &[form], &Preparation::default());
                check(&format!("{form:?} in f32, {roundings:?}"), &single, &exact, &bound, size);
                let bound = bounds(&inputs, &Arithmetic::F64, roundings, &[form], &Preparation::default());
                check(&format!("{form:?} in f64, {roundings:?}"), &inputs, &exact, &bound, size);
            }
        }
    }
}
