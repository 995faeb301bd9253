//! No run in a rounding arithmetic is further from the exact one than its bound says.

#[path = "common/gates.rs"]
mod gates;

use enclosure::RealBall;
use engine::bounds::{Arithmetic, Form, HeadBound, Preparation, Roundings, bounds, gradient_bounds};
use engine::fast;
use engine::run::{self, Cotangents, Gradients, Run};
use engine::scalar::dot;
use engine::step::column_products;
use engine::{Carry, Dims, Head, Inputs, Program, Real, System};
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
        Rational::from(&x - &lo).abs().max(Rational::from(&hi - &x).abs())
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

fn hold(
    name: &str,
    runs: &BTreeMap<(usize, usize), Run<f32>>,
    exact: &BTreeMap<(usize, usize), Run<RealBall>>,
    bounds: &[(Head, HeadBound)],
) {
    for (at, bound) in bounds {
        let at = (at.sequence, at.head);
        let wide = |x: &[f32]| x.iter().map(|v| f64::from(*v)).collect::<Vec<f64>>();
        let outputs = worst(&wide(&runs[&at].outputs), &exact[&at].outputs, &bound.outputs);
        let state = worst(&wide(&runs[&at].state), &exact[&at].state, &bound.state);
        assert!(outputs <= 1.0, "{name}: an output is off by {outputs} times its bound");
        assert!(state <= 1.0, "{name}: the state is off by {state} times its bound");
    }
}

fn check<F: Real + Into<f64> + Copy>(
    name: &str,
    inputs: &Inputs<F>,
    exact: &BTreeMap<(usize, usize), Run<RealBall>>,
    bounds: &[(Head, HeadBound)],
    way: impl Fn(&Program<F>, &[F]) -> Run<F>,
) {
    let factors = inputs.factors();
    for (at, bound) in bounds {
        let (program, initial) = (factors.program(*at), factors.initial(*at));
        let run = way(&program, &initial);
        let wide = |x: &[F]| x.iter().map(|v| (*v).into()).collect::<Vec<f64>>();
        let exact = &exact[&(at.sequence, at.head)];
        let outputs = worst(&wide(&run.outputs), &exact.outputs, &bound.outputs);
        let state = worst(&wide(&run.state), &exact.state, &bound.state);
        assert!(outputs <= 1.0, "{name}: an output is off by {outputs} times its bound");
        assert!(state <= 1.0, "{name}: the state is off by {state} times its bound");
    }
}

/// The chunkwise form with the explicit inverse of its triangular system, as kernels with a WY representation run it.
fn with_inverse(program: &Program<f32>, initial: &[f32], size: usize) -> Run<f32> {
    let columns = program.columns;
    let (mut state, mut outputs) = (initial.to_vec(), Vec::new());
    for tokens in program.tokens.chunks(size) {
        let start = state.clone();
        let mut carried = Carry::Identity;
        let (mut writes, mut right): (Vec<Vec<f32>>, Vec<Vec<f32>>) = (Vec::new(), Vec::new());
        let (mut inverse, mut rows): (Vec<Vec<f32>>, Vec<Vec<f32>>) = (Vec::new(), Vec::new());
        for token in tokens {
            for step in &token.steps {
                let known = writes.len();
                for update in &step.updates {
                    let mut weights = vec![0.0_f32; known];
                    let mut hat =
                        if update.value.is_empty() { vec![0.0; columns] } else { update.value.clone() };
                    if !update.erase.is_empty() {
                        for (j, write) in writes[..known].iter().enumerate() {
                            let l = dot(&update.erase, write);
                            for (w, t) in weights.iter_mut().zip(&inverse[j]) {
                                *w -= l * t;
                            }
                        }
                        let back = carried.transposed().apply(&update.erase, 1);
                        for (h, r) in hat.iter_mut().zip(column_products(&back, &start, columns)) {
                            *h -= r;
                        }
                    }
                    weights.resize(right.len(), 0.0);
                    weights.push(1.0);
                    right.push(hat);
                    let row = |c: usize| weights.iter().zip(&right).map(|(w, r)| w * r[c]).sum::<f32>();
                    rows.push((0..columns).map(row).collect());
                    inverse.push(weights);
                }
                carried = step.carry.after(&carried);
                for write in &mut writes {
                    *write = step.carry.apply(write, 1);
                }
                writes.extend(step.updates.iter().map(|u| u.write.clone()));
            }
            let mut read = column_products(&carried.transposed().apply(&token.query, 1), &start, columns);
            for (write, row) in writes.iter().zip(&rows) {
                let weight = dot(&token.query, write);
                read.iter_mut().zip(row).for_each(|(o, r)| *o += weight * r);
            }
            outputs.extend(read.iter().map(|x| program.scale * x));
        }
        state = carried.apply(&start, columns);
        for (write, row) in writes.iter().zip(&rows) {
            for (i, x) in write.iter().enumerate() {
                state[i * columns..].iter_mut().zip(row).for_each(|(s, r)| *s += x * r);
            }
        }
    }
    Run { outputs, state }
}

/// Token by token, with the positive terms of every inner product first: the order with the largest partial sums.
fn positive_first(program: &Program<f32>, initial: &[f32]) -> Run<f32> {
    let columns = program.columns;
    let (mut state, mut outputs) = (initial.to_vec(), Vec::new());
    // u − Sᵀ y
    let read = |y: &[f32], value: &[f32], state: &[f32]| -> Vec<f32> {
        let column = |j: usize| {
            let products = y.iter().enumerate().map(|(i, y)| -y * state[i * columns + j]);
            let mut terms: Vec<f32> = value.get(j).copied().into_iter().chain(products).collect();
            terms.sort_by(|a, b| b.total_cmp(a));
            terms.into_iter().sum()
        };
        (0..columns).map(column).collect()
    };
    for token in &program.tokens {
        for step in &token.steps {
            let rows: Vec<Vec<f32>> = step.updates.iter().map(|u| read(&u.erase, &u.value, &state)).collect();
            state = step.carry.apply(&state, columns);
            for (update, row) in step.updates.iter().zip(rows) {
                let row = if row.is_empty() { update.value.clone() } else { row };
                for (entries, x) in state.chunks_exact_mut(columns).zip(&update.write) {
                    entries.iter_mut().zip(&row).for_each(|(s, r)| *s += x * r);
                }
            }
        }
        outputs.extend(read(&token.query, &[], &state).iter().map(|x| -program.scale * x));
    }
    Run { outputs, state }
}

#[test]
fn the_order_with_the_largest_partial_sums_is_within_the_likely_bound() {
    let dims = Dims { batch: 1, tokens: 96, key_heads: 1, value_heads: 1, k: 64, v: 8, parts: 1 };
    for system in
        [System::Gla, System::DeltaNet, System::Gdn, System::Kda, System::Gdn2, System::Ckda, System::Rwkv7]
    {
        let inputs = gates::random(system, dims, [11; 32]);
        let exact = exact_runs(&inputs);
        let single = inputs.map(|x| *x as f32).factors();
        let likely = Roundings::likely(dims.tokens * dims.v);
        let bound = bounds(&inputs, &Arithmetic::F32, likely, &[Form::Recurrent], &Preparation::default());
        let at = bound[0].0;
        let run = positive_first(&single.program(at), &single.initial(at));
        let wide: Vec<f64> = run.outputs.iter().map(|x| f64::from(*x)).collect();
        let ratio = worst(&wide, &exact[&(at.sequence, at.head)].outputs, &bound[0].1.outputs);
        // Within it, and not by so much that the bound would say nothing.
        assert!((0.02..=1.0).contains(&ratio), "{}: {ratio} times its bound", system.spec().name);
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
        let given = Preparation::default();
        let of = |arithmetic, roundings, form| bounds(&inputs, arithmetic, roundings, &[form], &given);
        for roundings in [Roundings::Adversarial, Roundings::possible(10_000), Roundings::likely(10_000)] {
            let name = |what: &str| format!("{what}, {roundings:?}");
            let (f32, f64) = (&Arithmetic::F32, &Arithmetic::F64);
            check(&name("f32"), &single, &exact, &of(f32, roundings, Form::Recurrent), run::recurrent);
            check(&name("f64"), &inputs, &exact, &of(f64, roundings, Form::Recurrent), run::recurrent);
            let bound = of(f32, roundings, Form::Chunk(chunk));
            check(&name("f32, chunks"), &single, &exact, &bound, |p, s| {
                run::chunkwise(p, s, chunk).expect("a chunkwise form")
            });
            let fast = |runs: Vec<(Head, Run<f32>)>| {
                let runs: BTreeMap<_, _> =
                    runs.into_iter().map(|(at, run)| ((at.sequence, at.head), run)).collect();
                runs
            };
            let recurrent = fast(fast::recurrent(&single));
            hold("fast recurrent", &recurrent, &exact, &of(f32, roundings, Form::Recurrent));
            let chunks = fast(fast::chunkwise(&single, chunk).expect("chunks of some tokens"));
            hold("fast chunks", &chunks, &exact, &bound, );
            let bound = of(f32, roundings, Form::Inverse(chunk));
            check(&name("f32, inverse"), &single, &exact, &bound, |p, s| with_inverse(p, s, chunk));
        }
    }

    #[test]
    fn no_gradient_exceeds_its_bound(Case { inputs, chunk } in proptest::sample::select(System::ALL).prop_flat_map(case)) {
        let weight = |i: usize| f64::from((i * 7 % 5) as i32 - 2) / 2.0;
        let size = inputs.rows() * inputs.dims.v;
        let cotangents: Vec<_> = inputs
            .all_heads()
            .iter()
            .map(|_| Cotangents {
                outputs: (0..inputs.dims.tokens * inputs.dims.v).map(weight).collect(),
                state: (0..size).map(weight).collect(),
            })
            .collect();
        let ball = |x: &f64| RealBall::from_f64(BITS, *x).expect("finite inputs");
        let exact = gradients(&inputs.map(ball), &cotangents, ball);
        let computed = gradients(&inputs.map(|x| *x as f32), &cotangents, |x| *x as f32);
        let wide = |x: &[f32]| x.iter().map(|v| f64::from(*v)).collect::<Vec<f64>>();
        for roundings in [Roundings::Adversarial, Roundings::possible(10_000), Roundings::likely(10_000)] {
            let forms = [Form::Recurrent, Form::Chunk(chunk)];
            for form in forms {
                let given = Preparation::default();
                let bound = gradient_bounds(&inputs, &cotangents, &Arithmetic::F32, roundings, &[form], &given);
                for (name, values) in &computed.tensors {
                    let ratio = worst(&wide(values), &exact.tensors[name], &bound.tensors[name]);
                    prop_assert!(ratio <= 1.0, "{name} is off by {ratio} times its bound, {roundings:?}");
                }
                let ratio = worst(&wide(&computed.initial), &exact.initial, &bound.initial);
                prop_assert!(ratio <= 1.0, "h0 is off by {ratio} times its bound, {roundings:?}");
            }
        }
    }
}

fn gradients<S: Real>(
    inputs: &Inputs<S>,
    bars: &[Cotangents<f64>],
    number: impl Fn(&f64) -> S,
) -> Gradients<S> {
    let map = |x: &[f64]| x.iter().map(&number).collect();
    let bars: Vec<_> =
        bars.iter().map(|b| Cotangents { outputs: map(&b.outputs), state: map(&b.state) }).collect();
    let factors = inputs.factors();
    run::gradient(&factors, &bars).by_logarithms(inputs, &factors)
}

/// A vector's entry that underflows before it meets a state of 2¹⁰⁰: off by up to 2⁻¹⁵⁰ × 2¹⁰⁰, whatever the size of the results.
#[test]
fn what_underflows_is_multiplied_by_the_state() {
    let power = |n: i32| 2.0_f32.powi(n);
    let (b, k, s) = ([1.3 * power(-78), 0.0], [1.25 * power(-70), 1.0], power(100));
    let dims = Dims { batch: 1, tokens: 1, key_heads: 1, value_heads: 1, k: 2, v: 1, parts: 1 };
    let mut inputs = Inputs::new(System::Gdn2, dims, 1.0).unwrap();
    let given = [("q", vec![0.0, 1.0]), ("k", k.to_vec()), ("v", vec![0.0]), ("w", vec![1.0])];
    for (name, data) in given.into_iter().chain([("b", b.to_vec()), ("alpha", vec![1.0, 1.0])]) {
        inputs = inputs.with(name, data).unwrap();
    }
    let inputs = inputs.with_initial(vec![s, 0.0]).unwrap();
    // The recurrent rule, each operation rounded to binary32: Sᵀ(b ⊙ k), of which the second term is 0, and what is written with k = 1.
    let output = -(std::hint::black_box(b[0]) * k[0] * s);
    let wide = inputs.map(|x| f64::from(*x));
    let at = wide.all_heads()[0];
    let exact = run::recurrent(&wide.program(at), &wide.initial(at)).outputs[0];
    let error = (f64::from(output) - exact).abs();
    assert!(error > 1e-2 * exact.abs() && exact != 0.0, "{output:e} for {exact:e}: nothing underflows");
    for form in Form::COMMON {
        let all = bounds(&wide, &Arithmetic::F32, Roundings::Adversarial, &[*form], &Preparation::default());
        let bound = all[0].1.outputs[0];
        assert!(error <= bound, "{form:?}: off by {error:e}, bound {bound:e}");
        // As large as the state asks for, and no more than the operations do.
        assert!(bound < 1e3 * f64::from(f32::MIN_POSITIVE) * f64::from(s), "{form:?}: {bound:e}");
    }
}
