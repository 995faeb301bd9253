//! Mamba-3 from its tensors, under the names of the public step reference.

use super::given::{Given, Margin, Results, Sum, transposed};
use super::slips::Twist;
use super::{Spec, needed, optional};
use engine::run::recurrent;
use engine::systems::mamba3::{self, Memory};
use engine::{Program, Real};

pub(super) const SPEC: Spec = Spec {
    name: "mamba3",
    title: "Mamba-3, single input and single output",
    inputs: &[
        needed("ADT", "BHT"),
        needed("DT", "BHT"),
        needed("Trap", "BHT"),
        needed("Angles", "BTHR"),
        needed("Q", "BTGN"),
        needed("K", "BTGN"),
        needed("V", "BTHP"),
        optional("Q_bias", "HN"),
        optional("K_bias", "HN"),
        optional("D", "H"),
        optional("Z", "BTHP"),
    ],
    initial: &[
        optional("ssm_state_in", "BHPN"),
        optional("angle_state_in", "BHR"),
        optional("k_state_in", "BHN"),
        optional("v_state_in", "BHP"),
    ],
    results: &[
        needed("out", "BTHP"),
        needed("ssm_state", "BHPN"),
        needed("k_state", "BHN"),
        needed("v_state", "BHP"),
        needed("angle_state", "BHR"),
    ],
    packed: false,
};

/// The row with the pairs `(i, i + N/2)` beside each other, or back.
fn halves<S: Clone>(x: &[S], back: bool) -> Vec<S> {
    let half = x.len() / 2;
    let place = |i: usize| match (back, i) {
        (_, i) if i >= 2 * half => i,
        (false, i) => i / 2 + i % 2 * half,
        (true, i) => i % half * 2 + i / half,
    };
    (0..x.len()).map(|i| x[place(i)].clone()).collect()
}

/// Angles are added up and then turned by, not composed turn by turn: as the reference does. Operands of matrix products are rounded as those of Mamba-2.
pub(super) fn run<S: Real>(given: &Given<S>, twist: Twist, margin: &Margin<'_, S>) -> Results<S> {
    let [tokens, heads, p, n, groups, pairs] = ['T', 'H', 'P', 'N', 'G', 'R'].map(|axis| given.size(axis));
    let [adt, dts, trap, angles, q, k, v] =
        ["ADT", "DT", "Trap", "Angles", "Q", "K", "V"].map(|name| given.tensor(name));
    let mut outputs = vec![S::zero(); v.len()];
    let (mut states, mut keys, mut values, mut clocks) = (vec![], vec![], vec![], vec![]);
    for (batch, range) in &given.sequences {
        for head in 0..heads {
            let entry = batch * heads + head;
            let start = |name: &str, width: usize| {
                let zero = || vec![S::zero(); width];
                given.maybe(name).map_or_else(zero, |x| x[entry * width..][..width].to_vec())
            };
            let group = if twist == Twist::Tiled { head % groups } else { head / (heads / groups) };
            let mut angle = start("angle_state_in", pairs);
            // The key that is left behind is no product; what is written with it is.
            let mut last_key = start("k_state_in", n);
            let mut memory = Memory {
                k: margin.operands(last_key.clone(), 2.0),
                v: start("v_state_in", p),
                frame: Vec::new(),
            };
            let mut sum = Sum::default();
            let mut program = Program { rows: n, columns: p, scale: S::one(), tokens: Vec::new() };
            for t in range.clone() {
                let place = batch * tokens + t;
                let one = |tensor: &[S]| tensor[entry * tokens + t].clone();
                let dt = one(dts);
                for (r, total) in angle.iter_mut().enumerate() {
                    let raw = &angles[(place * heads + head) * pairs + r];
                    let rate = if twist == Twist::NoTanh { raw.clone() } else { raw.tanh() };
                    let turn = raw.pi().times(&rate);
                    *total = total.plus(&if twist == Twist::NoAngleStep { turn } else { turn.times(&dt) });
                }
                let turned = twist != Twist::NotTurned;
                let frame = |a: &S| {
                    // The reference reduces the angle modulo 2π: two roundings of at most 4π in each token.
                    let (sin, cos) = a.sin_cos();
                    let drift = 26.0 * (t - range.start + 1) as f64;
                    ((margin.widen)(cos, drift), (margin.widen)(sin, drift))
                };
                let turns: Vec<(S, S)> = angle.iter().filter(|_| turned).map(frame).collect();
                let biased = |raw: &[S], bias: &str| -> Vec<S> {
                    let row = &raw[(place * groups + group) * n..][..n];
                    let Some(bias) = given.maybe(bias) else { return row.to_vec() };
                    row.iter().zip(&bias[head * n..]).map(|(x, b)| x.plus(b)).collect()
                };
                let (mut query, mut key) = (biased(q, "Q_bias"), biased(k, "K_bias"));
                if twist == Twist::Halves {
                    (query, key) = (halves(&query, false), halves(&key, false));
                }
                let lambda = match twist {
                    Twist::OnlyNow => S::one(),
                    Twist::LambdaSwapped => S::one().minus(&one(trap).sigmoid()),
                    _ => one(trap).sigmoid(),
                };
                let log = one(adt);
                let logs = sum.after(margin, t - range.start, &log);
                let wide = |row: Vec<S>| -> Vec<S> {
                    let wide = row.into_iter().map(|e| margin.chunked(e, t - range.start, logs)).collect();
                    margin.operands(wide, 2.0)
                };
                last_key = mamba3::turned(&key, &turns, false);
                let inputs = mamba3::Inputs {
                    factor: log.exp(),
                    dt: if twist == Twist::NoStep { S::one() } else { dt },
                    lambda,
                    turn: turns.clone(),
                    q: wide(query),
                    k: wide(key),
                    v: v[(place * heads + head) * p..][..p].to_vec(),
                };
                // From no turn at all: the turn is that of the whole angle.
                memory.frame = vec![(S::one(), S::zero()); turns.len()];
                let (one, after) = mamba3::program(std::slice::from_ref(&inputs), memory);
                memory = after;
                program.tokens.extend(one.tokens);
            }
            let size = n * p;
            let initial = start("ssm_state_in", size);
            let initial = transposed(&initial, n);
            (margin.seen)(&program, &initial);
            let run = recurrent(&program, &initial);
            for (t, row) in range.clone().zip(run.outputs.chunks_exact(p.max(1))) {
                let place = ((batch * tokens + t) * heads + head) * p;
                for (i, y) in row.iter().enumerate() {
                    let mut y = y.clone();
                    if let Some(d) = given.maybe("D") {
                        y = y.plus(&d[head].times(&v[place + i]));
                    }
                    if let Some(z) = given.maybe("Z") {
                        let z = &z[place + i];
                        y = y.times(&z.times(&z.sigmoid()));
                    }
                    outputs[place + i] = y;
                }
            }
            let halved = twist == Twist::Halves;
            states.extend(
                transposed(&run.state, p)
                    .chunks_exact(n.max(1))
                    .flat_map(|row| if halved { halves(row, true) } else { row.to_vec() }),
            );
            keys.extend(if halved { halves(&last_key, true) } else { last_key });
            values.extend(memory.v);
            clocks.extend(angle);
        }
    }
    Results::from([
        ("out", outputs),
        ("ssm_state", states),
        ("k_state", keys),
        ("v_state", values),
        ("angle_state", clocks),
    ])
}
