//! Slips with the state: where a run starts, how it is stored, where it ends.

use super::{Context, Results, Slip, each_head, results};
use engine::run::{self, Run};
use engine::scalar::scaled;
use engine::step::column_products;
use engine::{Head, Inputs, Program};

pub(super) const SLIPS: &[Slip] = &[
    Slip { name: "initial-state-ignored", what: "ignores the initial state", run: ignored },
    Slip { name: "initial-state-transposed", what: "transposes the initial state", run: transposed_start },
    Slip {
        name: "initial-state-halves-swapped",
        what: "swaps S and M of the initial state",
        run: halves_swapped,
    },
    Slip { name: "final-state-transposed", what: "returns the final state transposed", run: transposed_end },
    Slip {
        name: "final-state-undecayed-last",
        what: "returns the state before the last token",
        run: one_short,
    },
    Slip { name: "final-state-is-initial", what: "returns the initial state", run: unchanged },
    Slip {
        name: "state-carried-over-sequences",
        what: "carries the state over from one packed sequence to the next",
        run: carried,
    },
    Slip {
        name: "state-carried-over-batch",
        what: "carries the state over from one batch entry to the next",
        run: carried_batch,
    },
    Slip {
        name: "initial-state-of-first",
        what: "starts every sequence from the first initial state",
        run: first_start,
    },
    Slip {
        name: "state-bf16",
        what: "rounds the state to bfloat16 after every token",
        run: |c| Some(rounded(c, 1, |x| half::bf16::from_f64(x).to_f64())),
    },
    Slip {
        name: "state-bf16-by-chunk",
        what: "rounds the state to bfloat16 after every chunk of 64 tokens",
        run: |c| Some(rounded(c, 64, |x| half::bf16::from_f64(x).to_f64())),
    },
    Slip {
        name: "state-f16",
        what: "rounds the state to half precision after every token",
        run: |c| Some(rounded(c, 1, |x| half::f16::from_f64(x).to_f64())),
    },
    Slip {
        name: "tail-dropped-16",
        what: "drops the tokens after the last full chunk of 16",
        run: |c| dropped(c, 16),
    },
    Slip {
        name: "tail-dropped-32",
        what: "drops the tokens after the last full chunk of 32",
        run: |c| dropped(c, 32),
    },
    Slip {
        name: "tail-dropped-64",
        what: "drops the tokens after the last full chunk of 64",
        run: |c| dropped(c, 64),
    },
    Slip {
        name: "tail-dropped-128",
        what: "drops the tokens after the last full chunk of 128",
        run: |c| dropped(c, 128),
    },
    Slip {
        name: "last-token-dropped",
        what: "leaves the last token out of the final state and the outputs",
        run: |c| dropped_to(c, |n| n.saturating_sub(1)),
    },
    Slip {
        name: "chunk-state-lost-16",
        what: "does not carry the state over a chunk of 16",
        run: |c| restarted(c, 16),
    },
    Slip {
        name: "chunk-state-lost-32",
        what: "does not carry the state over a chunk of 32",
        run: |c| restarted(c, 32),
    },
    Slip {
        name: "chunk-state-lost-64",
        what: "does not carry the state over a chunk of 64",
        run: |c| restarted(c, 64),
    },
    Slip {
        name: "outputs-bf16",
        what: "rounds the outputs to bfloat16",
        run: |c| outputs(c, |x| half::bf16::from_f64(x).to_f64()),
    },
    Slip { name: "outputs-zero", what: "returns zeros", run: |c| outputs(c, |_| 0.0) },
];

fn ignored(c: &Context<'_>) -> Option<Results> {
    if !c.inputs.has_initial() {
        return None;
    }
    let mut inputs = c.inputs.clone();
    inputs.set_initial(None);
    Some(results(&inputs))
}

fn starts(inputs: &Inputs<f64>) -> Vec<f64> {
    inputs.all_heads().into_iter().flat_map(|at| inputs.initial(at)).collect()
}

/// Each square matrix of a stack of states transposed.
fn transposed(states: &[f64], n: usize) -> Vec<f64> {
    let flip = |m: &[f64]| (0..n * n).map(|e| m[(e % n) * n + e / n]).collect::<Vec<_>>();
    states.chunks_exact((n * n).max(1)).flat_map(flip).collect()
}

fn square(c: &Context<'_>) -> bool {
    c.inputs.dims.k == c.inputs.dims.v && c.inputs.dims.k > 1
}

fn transposed_start(c: &Context<'_>) -> Option<Results> {
    (square(c) && c.inputs.has_initial()).then(|| {
        let mut inputs = c.inputs.clone();
        inputs.set_initial(Some(transposed(&starts(&c.inputs), c.inputs.dims.k)));
        results(&inputs)
    })
}

fn halves_swapped(c: &Context<'_>) -> Option<Results> {
    (c.system().spec().stacked == 2 && c.inputs.has_initial()).then(|| {
        let half = c.inputs.dims.k * c.inputs.dims.v;
        let states = starts(&c.inputs);
        let swap = |s: &[f64]| [&s[half..], &s[..half]].concat();
        let mut inputs = c.inputs.clone();
        inputs.set_initial(Some(states.chunks_exact((2 * half).max(1)).flat_map(swap).collect()));
        results(&inputs)
    })
}

fn transposed_end(c: &Context<'_>) -> Option<Results> {
    square(c).then(|| {
        let right = results(&c.inputs);
        Results { state: transposed(&right.state, c.inputs.dims.k), ..right }
    })
}

fn with_state(c: &Context<'_>, state: impl Fn(&Program<f64>, Vec<f64>) -> Vec<f64>) -> Results {
    each_head(&c.inputs, |inputs, at| {
        let program = inputs.program(at);
        let right = run::recurrent(&program, &inputs.initial(at));
        Run { state: state(&program, inputs.initial(at)), ..right }
    })
}

fn one_short(c: &Context<'_>) -> Option<Results> {
    Some(with_state(c, |program, initial| {
        let tokens = program.tokens.split_last().map_or(Vec::new(), |(_, rest)| rest.to_vec());
        run::recurrent(&Program { tokens, ..program.clone() }, &initial).state
    }))
}

fn unchanged(c: &Context<'_>) -> Option<Results> {
    Some(with_state(c, |_, initial| initial))
}

/// Every sequence after the first starts from the end of the one before it.
fn carried_over(c: &Context<'_>) -> Option<Results> {
    if c.inputs.sequences() < 2 {
        return None;
    }
    let heads = c.inputs.dims.value_heads;
    let mut last: Vec<Vec<f64>> =
        (0..heads).map(|head| c.inputs.initial(Head { sequence: 0, head })).collect();
    let mut runs = std::collections::VecDeque::new();
    for at in c.inputs.all_heads() {
        let run = run::recurrent(&c.inputs.program(at), &last[at.head]);
        last[at.head].clone_from(&run.state);
        runs.push_back(run);
    }
    let runs = std::cell::RefCell::new(runs);
    Some(each_head(&c.inputs, |_, _| {
        runs.borrow_mut().pop_front().unwrap_or(Run { outputs: Vec::new(), state: Vec::new() })
    }))
}

fn carried(c: &Context<'_>) -> Option<Results> {
    if c.inputs.dims.batch == 1 { carried_over(c) } else { None }
}

fn carried_batch(c: &Context<'_>) -> Option<Results> {
    if c.inputs.dims.batch > 1 { carried_over(c) } else { None }
}

fn first_start(c: &Context<'_>) -> Option<Results> {
    (c.inputs.has_initial() && c.inputs.sequences() > 1).then(|| {
        each_head(&c.inputs, |inputs, at| {
            run::recurrent(&inputs.program(at), &inputs.initial(Head { sequence: 0, ..at }))
        })
    })
}

fn rounded(c: &Context<'_>, every: usize, f: fn(f64) -> f64) -> Results {
    each_head(&c.inputs, |inputs, at| {
        let program = inputs.program(at);
        let (mut state, mut outputs) = (inputs.initial(at), Vec::new());
        for (t, token) in program.tokens.iter().enumerate() {
            state = token.steps.iter().fold(state, |state, step| step.apply(&state, program.columns));
            if (t + 1) % every == 0 {
                state.iter_mut().for_each(|x| *x = f(*x));
            }
            outputs.extend(scaled(&program.scale, &column_products(&token.query, &state, program.columns)));
        }
        Run { outputs, state }
    })
}

/// Only the tokens before `keep(tokens)` are run; the outputs of the others are 0.
fn dropped_to(c: &Context<'_>, keep: impl Fn(usize) -> usize) -> Option<Results> {
    let cut = |sequence: usize| {
        let tokens = c.inputs.tokens_of(sequence).1.len();
        (tokens, keep(tokens))
    };
    if (0..c.inputs.sequences()).all(|s| cut(s).0 == cut(s).1) {
        return None;
    }
    Some(each_head(&c.inputs, |inputs, at| {
        let mut program = inputs.program(at);
        let (tokens, kept) = cut(at.sequence);
        program.tokens.truncate(kept);
        let mut run = run::recurrent(&program, &inputs.initial(at));
        run.outputs.resize(tokens * program.columns, 0.0);
        run
    }))
}

fn dropped(c: &Context<'_>, chunk: usize) -> Option<Results> {
    dropped_to(c, |tokens| tokens / chunk * chunk)
}

fn restarted(c: &Context<'_>, chunk: usize) -> Option<Results> {
    if c.inputs.dims.tokens <= chunk {
        return None;
    }
    Some(each_head(&c.inputs, |inputs, at| {
        let program = inputs.program(at);
        let mut out = Run { outputs: Vec::new(), state: inputs.initial(at) };
        for (n, tokens) in program.tokens.chunks(chunk).enumerate() {
            let start = if n == 0 { inputs.initial(at) } else { program.empty_state() };
            let part = run::recurrent(&Program { tokens: tokens.to_vec(), ..program.clone() }, &start);
            out.outputs.extend(part.outputs);
            out.state = part.state;
        }
        out
    }))
}

fn outputs(c: &Context<'_>, f: fn(f64) -> f64) -> Option<Results> {
    let right = results(&c.inputs);
    Some(Results { outputs: right.outputs.iter().map(|x| f(*x)).collect(), ..right })
}
