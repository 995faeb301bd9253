//! Cyclic Flow Attention in both coordinate systems.

use crate::files::Golden;
use crate::running::Running;
use engine::run::trace;
use engine::systems::cyfa::{self, Inputs};
use engine::{Real, Scalar};

/// Outputs `[1, T, H, V]` of the file; `[1, H, K, M]`, `[1, H, M, V]` and `[1, H]` of the end.
struct Results {
    outputs: Vec<Running>,
    keys: Vec<Running>,
    values: Vec<Running>,
    clocks: Vec<Running>,
}

/// Whether the outputs are read from the slots themselves, and whether the run starts from the file's initial state.
fn run(file: &Golden, in_slots: bool, from_initial: bool) -> Results {
    let [q, k, v, g, beta, delta] = ["q", "k", "v", "g", "beta", "delta"].map(|n| file.exact(n));
    let [wq, wk, readout, hk, hv, start] =
        ["q_norm_weight", "k_norm_weight", "readout", "hk_in", "hv_in", "lambda_in"].map(|n| file.exact(n));
    let (sk, sv, rows) = (file.shape("k"), file.shape("v"), file.shape("hk_in")[3]);
    let (tokens, heads, width, columns, m) = (sk[1], sk[2], sk[3], sv[3], rows - 1);
    let epsilon = q[0].fraction(1, 100_000);
    let scale = Running::one().over(&Running::from_int(i32::try_from(width).expect("few channels")).sqrt());
    let mut out =
        Results { outputs: vec![Running::zero(); v.len()], keys: vec![], values: vec![], clocks: vec![] };
    for head in 0..heads {
        let row = |tensor: &[Running], width: usize, t: usize| {
            let at = (t * heads + head) * width;
            tensor[at..at + width].to_vec()
        };
        let token = |t: usize| Inputs {
            alpha: g[t * heads + head].exp(),
            beta: beta[t * heads + head].clone(),
            delta: delta[t * heads + head].clone(),
            q: cyfa::normalised(&row(&q, width, t), &wq, &epsilon),
            k: cyfa::normalised(&row(&k, width, t), &wk, &epsilon),
            v: row(&v, columns, t),
        };
        let inputs: Vec<_> = (0..tokens).map(token).collect();
        let all = width + columns;
        let (initial, clock) = if from_initial {
            let state = |e: usize| match (e / all, e % all) {
                (row, c) if c < width => hk[(head * width + c) * rows + row].clone(),
                (row, c) => hv[(head * rows + row) * columns + c - width].clone(),
            };
            ((0..rows * all).map(state).collect(), start[head].clone())
        } else {
            (vec![Running::zero(); rows * all], Running::zero())
        };
        let read = &readout[head * m * m..(head + 1) * m * m];
        let (program, clocks) = cyfa::clock(m, &inputs, &clock);
        let mut put = |t: usize, row: Vec<Running>| {
            let at = (t * heads + head) * columns;
            out.outputs[at..at + columns].clone_from_slice(&row);
        };
        if in_slots {
            // Slot r is the sum over the coordinates, turned forward to the present clock, of the basis.
            let basis = cyfa::basis(m, &epsilon);
            let column = |c: usize| {
                let coordinates: Vec<_> = (0..rows).map(|r| initial[r * all + c].clone()).collect();
                let turned = cyfa::turned(m, &coordinates, &clock);
                basis.chunks_exact(rows).map(|b| engine::scalar::dot(b, &turned)).collect::<Vec<_>>()
            };
            let slots: Vec<Vec<Running>> = (0..all).map(column).collect();
            let initial: Vec<_> = (0..m * all).map(|e| slots[e % all][e / all].clone()).collect();
            let states = trace(&cyfa::slots(m, &inputs), &initial).states;
            for (t, input) in inputs.iter().enumerate() {
                put(t, cyfa::read_slots(m, &states[t + 1], &input.q, read, &scale));
            }
            continue;
        }
        let states = trace(&program, &initial).states;
        for (t, input) in inputs.iter().enumerate() {
            put(t, cyfa::read_clock(m, &states[t + 1], &input.q, read, &scale, &clocks[t]));
        }
        let last = &states[tokens];
        out.keys.extend((0..width * rows).map(|e| last[e % rows * all + e / rows].clone()));
        out.values.extend((0..rows * columns).map(|e| last[e / columns * all + width + e % columns].clone()));
        out.clocks.push(clocks[tokens - 1].clone());
    }
    out
}

#[test]
fn cyfa_on_its_clock_is_the_reference() {
    let file = Golden::open("cyfa_B1H2T7K4V3");
    for (from_initial, suffix) in [(false, ""), (true, "_h0")] {
        let run = run(&file, false, from_initial);
        file.agrees(&format!("o{suffix}"), &run.outputs);
        file.agrees(&format!("hk{suffix}"), &run.keys);
        file.agrees(&format!("hv{suffix}"), &run.values);
        file.agrees(&format!("lambda{suffix}"), &run.clocks);
    }
}

#[test]
fn cyfa_in_slots_reads_the_same_outputs() {
    let file = Golden::open("cyfa_B1H2T7K4V3");
    for (from_initial, suffix) in [(false, ""), (true, "_h0")] {
        file.agrees(&format!("o{suffix}"), &run(&file, true, from_initial).outputs);
    }
}
