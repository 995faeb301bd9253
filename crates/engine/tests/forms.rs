//! The forms of a run agree exactly, in rationals, for every system.

#[path = "common/rationals.rs"]
mod rationals;

use engine::run::{self, Cotangents};
use engine::{Dual, Inputs, Scalar};
use exact::Rational;
use proptest::prelude::*;
use rationals::any_inputs;

fn config() -> ProptestConfig {
    ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn chunks_of_any_size_give_the_recurrence(inputs in any_inputs(), size in 1usize..=6) {
        for at in inputs.all_heads() {
            let (program, initial) = (inputs.program(at), inputs.initial(at));
            let chunked = run::chunkwise(&program, &initial, size).expect("matrix states have a chunkwise form");
            prop_assert_eq!(chunked, run::recurrent(&program, &initial));
        }
    }

    #[test]
    fn the_transition_that_spectrum_takes_is_the_one_that_runs(inputs in any_inputs()) {
        for at in inputs.all_heads() {
            let program = inputs.program(at);
            for step in program.tokens.iter().flat_map(|t| &t.steps) {
                let Some(shape) = step.rank_one(program.rows) else { continue };
                let dense = step.transition(program.rows).expect("a matrix");
                let matrix = shape.matrix();
                for (e, entry) in dense.iter().enumerate() {
                    prop_assert_eq!(&matrix[(e / program.rows, e % program.rows)], entry);
                }
            }
        }
    }

    #[test]
    fn an_output_is_the_sum_of_what_every_token_contributed(inputs in any_inputs()) {
        for at in inputs.all_heads() {
            let (program, initial) = (inputs.program(at), inputs.initial(at));
            let run = run::recurrent(&program, &initial);
            for t in 0..program.tokens.len() {
                let (mut sum, shares) = run::read_contributions(&program, &initial, t);
                for share in &shares {
                    sum = sum.iter().zip(share).map(|(a, b)| a.plus(b)).collect();
                }
                prop_assert_eq!(&sum[..], &run.outputs[t * program.columns..(t + 1) * program.columns]);
            }
        }
    }

    #[test]
    fn a_contribution_is_what_remains_of_one_write(inputs in any_inputs()) {
        for at in inputs.all_heads() {
            let program = inputs.program(at);
            let Some(last) = program.tokens.len().checked_sub(1) else { continue };
            let zero = program.empty_state();
            let mut sum = zero.clone();
            for i in 0..=last {
                let part = run::contribution(&program, i, last);
                sum = sum.iter().zip(&part).map(|(a, b)| a.plus(b)).collect();
            }
            prop_assert_eq!(sum, run::recurrent(&program, &zero).state);
        }
    }

    #[test]
    fn the_gradient_is_the_derivative(inputs in any_inputs(), seed in 0usize..1000) {
        let weights = |n: usize| (0..n).map(|i| Rational::from(((i * 7 + seed) % 5) as i32 - 2)).collect::<Vec<_>>();
        let size = inputs.rows() * inputs.dims.v;
        let cotangents: Vec<_> = inputs
            .all_heads()
            .iter()
            .map(|_| Cotangents { outputs: weights(inputs.dims.tokens * inputs.dims.v), state: weights(size) })
            .collect();
        let gradients = run::gradient(&inputs, &cotangents);
        for name in inputs.names().chain(["h0"]) {
            let length = if name == "h0" { gradients.initial.len() } else { gradients.tensors[name].len() };
            if length == 0 { continue; }
            let entry = seed % length;
            let expected = derivative(&inputs, name, entry, &cotangents);
            let got = if name == "h0" { &gradients.initial[entry] } else { &gradients.tensors[name][entry] };
            prop_assert_eq!(got, &expected, "{} entry {}", name, entry);
        }
    }
}

/// The derivative of the weighted sum by one entry, by running the whole recurrence in dual numbers.
fn derivative(
    inputs: &Inputs<Rational>,
    name: &str,
    entry: usize,
    weights: &[Cotangents<Rational>],
) -> Rational {
    let mut duals = inputs.map(|x| Dual::constant(x.clone()));
    if name == "h0" {
        let mut state: Vec<_> = duals.all_heads().into_iter().flat_map(|at| duals.initial(at)).collect();
        state[entry] = Dual::input(state[entry].value.clone(), 0);
        duals.set_initial(Some(state));
    } else {
        duals.replace(name, |i, x| if i == entry { Dual::input(x.value.clone(), 0) } else { x.clone() });
    }
    let mut sum = Dual::<Rational>::zero();
    for (at, weight) in duals.all_heads().into_iter().zip(weights) {
        let run = run::recurrent(&duals.program(at), &duals.initial(at));
        for (x, w) in run.outputs.iter().chain(&run.state).zip(weight.outputs.iter().chain(&weight.state)) {
            sum.add_product(x, &Dual::constant(w.clone()));
        }
    }
    sum.partials.first().map_or_else(Rational::new, |(_, d)| d.clone())
}
