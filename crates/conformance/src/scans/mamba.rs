//! Mamba-1 and Mamba-2 from their tensors.
//!
//! **Operands of matrix products.** Where they are rounded first, a term of the state has met two such roundings: of the key $B$ and of what is written with it,
//! $\Delta x$ (decayed or not). A term of an output meets two more: of the query $C$, and of the copy of the state that it is multiplied with; or, within
//! a chunk, of the scores $C B^\top$ before they meet the values. The state itself is carried on in its own format.

use super::given::{Given, Margin, Results, Sum, transposed};
use super::slips::Twist;
use super::{Spec, TensorSpec, needed, optional};
use engine::run::recurrent;
use engine::systems::{mamba1, mamba2};
use engine::{Carry, Program, Real, Token};

const GATE: TensorSpec = optional("z", "BDT");

/// Mamba-1: `[batch, channels, tokens]`, as the selective scan takes them.
pub(super) const FIRST: Spec = Spec {
    name: "mamba1",
    title: "Mamba-1, the selective scan",
    inputs: &[
        needed("x", "BDT"),
        needed("dt", "BDT"),
        needed("A", "DN"),
        needed("B", "BNT"),
        needed("C", "BNT"),
        optional("D", "D"),
        GATE,
        optional("dt_bias", "D"),
    ],
    initial: &[optional("h0", "BDN")],
    results: &[needed("y", "BDT"), needed("ht", "BDN")],
    packed: false,
};

/// Mamba-2: `[batch, tokens, heads, channels]`.
pub(super) const SECOND: Spec = Spec {
    name: "mamba2",
    title: "Mamba-2, state-space duality",
    inputs: &[
        needed("x", "BTHP"),
        needed("dt", "BTH"),
        needed("A", "H"),
        needed("B", "BTGN"),
        needed("C", "BTGN"),
        optional("D", "H"),
        optional("dt_bias", "H"),
    ],
    initial: &[optional("h0", "SHPN")],
    results: &[needed("y", "BTHP"), needed("ht", "SHPN")],
    packed: true,
};

fn step_size<S: Real>(given: &Given<S>, raw: &S, channel: usize) -> S {
    let biased = given.maybe("dt_bias").map_or_else(|| raw.clone(), |bias| raw.plus(&bias[channel]));
    if given.softplus { biased.softplus() } else { biased }
}

/// A slip of the order of a step: where the state is read, and when it decays.
fn twisted<S: Real>(mut program: Program<S>, initial: &[S], twist: Twist) -> engine::run::Run<S> {
    let columns = program.columns;
    match twist {
        Twist::ReadEarly => {
            let states = engine::run::trace(&program, initial).states;
            let read = |(token, state): (&Token<S>, &Vec<S>)| {
                engine::step::column_products(&token.query, state, columns)
            };
            let outputs = program.tokens.iter().zip(&states).flat_map(read).collect();
            engine::run::Run { outputs, state: states[program.tokens.len()].clone() }
        }
        Twist::DecayLate => {
            for token in &mut program.tokens {
                let Some(step) = token.steps.first_mut() else { continue };
                let carry = std::mem::replace(&mut step.carry, Carry::Identity);
                token.steps.push(engine::Step::erase_before(carry, Vec::new()));
            }
            recurrent(&program, initial)
        }
        _ => recurrent(&program, initial),
    }
}

/// The selective scan.
pub(super) fn first<S: Real>(given: &Given<S>, twist: Twist, margin: &Margin<'_, S>) -> Results<S> {
    let [tokens, channels, n] = ['T', 'D', 'N'].map(|axis| given.size(axis));
    let [a, b, c, dt, x] = ["A", "B", "C", "dt", "x"].map(|name| given.tensor(name));
    let mut outputs = vec![S::zero(); x.len()];
    let mut states = Vec::new();
    for (sequence, (batch, range)) in given.sequences.iter().enumerate() {
        // Channel by channel: a column of the state has a diagonal transition.
        for d in 0..channels {
            let at = |tensor: &[S], t: usize| tensor[(batch * channels + d) * tokens + t].clone();
            let mut sums = vec![Sum::default(); n];
            let mut program = Program { rows: n, columns: 1, scale: S::one(), tokens: Vec::new() };
            for t in range.clone() {
                let row = |tensor: &[S]| -> Vec<S> {
                    (0..n).map(|i| tensor[(batch * n + i) * tokens + t].clone()).collect()
                };
                let step = step_size(given, &at(dt, t), d);
                let logs: Vec<S> = (0..n).map(|i| step.times(&a[d * n + i])).collect();
                let factors: Vec<S> = logs.iter().map(Real::exp).collect();
                let held = |i: usize| factors[i].minus(&S::one()).over(&a[d * n + i]);
                let (mut key, mut query) = (row(b), row(c));
                let weight = match twist {
                    Twist::NoStep => S::one(),
                    Twist::HeldWrite => {
                        key = key.iter().enumerate().map(|(i, b)| b.times(&held(i))).collect();
                        S::one()
                    }
                    _ => step.clone(),
                };
                for i in 0..n {
                    let sum = sums[i].after(margin, t - range.start, &logs[i]);
                    key[i] = margin.chunked(key[i].clone(), t - range.start, sum);
                    query[i] = margin.chunked(query[i].clone(), t - range.start, sum);
                }
                let (b, c) = (margin.operands(key, 2.0), margin.operands(query, 2.0));
                let inputs = mamba1::Inputs { dt: vec![weight], x: vec![at(x, t)], b, c };
                program.tokens.push(mamba1::token(factors, &inputs));
            }
            let initial = given
                .maybe("h0")
                .map_or_else(|| program.empty_state(), |h| h[(sequence * channels + d) * n..][..n].to_vec());
            (margin.seen)(&program, &initial);
            let run = twisted(program, &initial, twist);
            for (t, y) in range.clone().zip(run.outputs) {
                let mut y = y;
                if let Some(skip) = given.maybe("D") {
                    y = y.plus(&skip[d].times(&at(x, t)));
                }
                if let Some(z) = given.maybe("z") {
                    let z = at(z, t);
                    y = y.times(&z.times(&z.sigmoid()));
                }
                outputs[(batch * channels + d) * tokens + t] = y;
            }
            states.extend(run.state);
        }
    }
    Results::from([("y", outputs), ("ht", states)])
}

/// State-space duality.
pub(super) fn second<S: Real>(given: &Given<S>, twist: Twist, margin: &Margin<'_, S>) -> Results<S> {
    let [tokens, heads, p, groups, n] = ['T', 'H', 'P', 'G', 'N'].map(|axis| given.size(axis));
    let [a, b, c, dt, x] = ["A", "B", "C", "dt", "x"].map(|name| given.tensor(name));
    let mut outputs = vec![S::zero(); x.len()];
    let mut states = Vec::new();
    let mut last: Vec<Vec<S>> = Vec::new();
    for (sequence, (batch, range)) in given.sequences.iter().enumerate() {
        let mut ends = Vec::new();
        for head in 0..heads {
            let group =
                if twist == Twist::Tiled { head % groups } else { mamba2::group(head, heads, groups) };
            let mut sum = Sum::default();
            let mut program = Program { rows: n, columns: p, scale: S::one(), tokens: Vec::new() };
            for t in range.clone() {
                let place = batch * tokens + t;
                let row = |tensor: &[S]| tensor[(place * groups + group) * n..][..n].to_vec();
                let step = step_size(given, &dt[place * heads + head], head);
                let log = step.times(&a[head]);
                let logs = sum.after(margin, t - range.start, &log);
                let wide = |row: Vec<S>| -> Vec<S> {
                    let wide = row.into_iter().map(|e| margin.chunked(e, t - range.start, logs)).collect();
                    margin.operands(wide, 2.0)
                };
                let inputs = mamba2::Inputs {
                    dt: if twist == Twist::NoStep { S::one() } else { step },
                    x: x[(place * heads + head) * p..][..p].to_vec(),
                    b: wide(row(b)),
                    c: wide(row(c)),
                };
                program.tokens.push(mamba2::token(log.exp(), &inputs));
            }
            let size = n * p;
            let initial = match (given.maybe("h0"), twist) {
                (_, Twist::CarriedOver) if sequence > 0 => last[head].clone(),
                (Some(h), _) => transposed(&h[(sequence * heads + head) * size..][..size], n),
                (None, _) => program.empty_state(),
            };
            (margin.seen)(&program, &initial);
            let run = twisted(program, &initial, twist);
            for (t, row) in range.clone().zip(run.outputs.chunks_exact(p.max(1))) {
                let place = ((batch * tokens + t) * heads + head) * p;
                for (i, y) in row.iter().enumerate() {
                    let skip = given.maybe("D").map(|d| d[head].times(&x[place + i]));
                    outputs[place + i] = skip.map_or_else(|| y.clone(), |s| y.plus(&s));
                }
            }
            states.extend(transposed(&run.state, p));
            ends.push(run.state);
        }
        last = ends;
    }
    Results::from([("y", outputs), ("ht", states)])
}
