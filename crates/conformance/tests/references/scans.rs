//! Mamba-1, Mamba-2, Mamba-3.

use crate::files::{Golden, beyond};
use crate::running::Running;
use engine::run::{Run, recurrent};
use engine::systems::{mamba1, mamba2, mamba3};
use engine::{Real, Scalar};

fn transposed<S: Clone>(matrix: &[S], columns: usize) -> Vec<S> {
    let rows = matrix.len() / columns;
    (0..matrix.len()).map(|e| matrix[(e % rows) * columns + e / rows].clone()).collect()
}

fn sum(a: &[Running], b: &[Running]) -> Vec<Running> {
    a.iter().zip(b).map(|(x, y)| x.plus(y)).collect()
}

#[test]
fn mamba_1_is_the_selective_scan() {
    let file = Golden::open("mamba1_B2D3T11N4");
    let [a, b, c, d, dt, x] = ["A", "B", "C", "D", "dt", "x"].map(|n| file.exact(n));
    let shape = file.shape("B");
    let (batch, n, tokens, channels) = (shape[0], shape[1], shape[2], d.len());
    let (mut outputs, mut states) = (Vec::new(), Vec::new());
    for entry in 0..batch {
        let at = |tensor: &[Running], width: usize, t: usize| -> Vec<Running> {
            (0..width).map(|i| tensor[(entry * width + i) * tokens + t].clone()).collect()
        };
        let inputs: Vec<_> = (0..tokens)
            .map(|t| mamba1::Inputs {
                dt: at(&dt, channels, t),
                x: at(&x, channels, t),
                b: at(&b, n, t),
                c: at(&c, n, t),
            })
            .collect();
        let program = mamba1::program(&a, &inputs);
        let run = recurrent(&program, &program.empty_state());
        let skips: Vec<Running> = inputs.iter().flat_map(|i| mamba1::skip(&d, i)).collect();
        outputs.extend(transposed(&sum(&run.outputs, &skips), channels));
        states.extend(transposed(&run.state, channels));
    }
    file.agrees("y", &outputs);
    file.agrees("ht", &states);
}

/// Outputs `[B, T, H, P]` and states `[B, H, P, N]` of the file with head `h` in group `group(h)`.
fn mamba_2(file: &Golden, group: impl Fn(usize) -> usize) -> (Vec<Running>, Vec<Running>) {
    let [a, b, c, d, dt, x, h0] = ["A", "B", "C", "D", "dt", "x", "h0"].map(|n| file.exact(n));
    let (sx, sb) = (file.shape("x"), file.shape("B"));
    let (batch, tokens, heads, p, groups, n) = (sx[0], sx[1], sx[2], sx[3], sb[2], sb[3]);
    let mut outputs = vec![Running::zero(); x.len()];
    let mut states = Vec::new();
    for entry in 0..batch {
        for head in 0..heads {
            let row = |tensor: &[Running], all: usize, one: usize, width: usize, t: usize| {
                let start = ((entry * tokens + t) * all + one) * width;
                tensor[start..start + width].to_vec()
            };
            let inputs: Vec<_> = (0..tokens)
                .map(|t| mamba2::Inputs {
                    dt: row(&dt, heads, head, 1, t).remove(0),
                    x: row(&x, heads, head, p, t),
                    b: row(&b, groups, group(head), n, t),
                    c: row(&c, groups, group(head), n, t),
                })
                .collect();
            // The reference runs in chunks of 8 and takes a product of factors as the exponential of a difference of cumulative sums: within a
            // chunk (7 additions each), and of the chunks' ends (at most 3 each). With the difference that is fewer than 24 roundings of numbers
            // of at most the sum of all |ΔA|, for every product of factors and so, generously, for each factor.
            let total: f64 = inputs.iter().map(|i| i.dt.times(&a[head]).size()).sum();
            let drift = (24.0 * f64::EPSILON * total).exp_m1();
            let mut program = mamba2::program(&a[head], &inputs);
            for token in &mut program.tokens {
                if let engine::Carry::Scalar(factor) = &mut token.steps[0].carry {
                    *factor = factor.widened(drift * factor.size());
                }
            }
            let size = n * p;
            let start = (entry * heads + head) * size;
            let Run { outputs: out, state } = recurrent(&program, &transposed(&h0[start..start + size], n));
            for (t, input) in inputs.iter().enumerate() {
                for i in 0..p {
                    let skip = d[head].times(&input.x[i]);
                    outputs[((entry * tokens + t) * heads + head) * p + i] = out[t * p + i].plus(&skip);
                }
            }
            states.extend(transposed(&state, p));
        }
    }
    (outputs, states)
}

#[test]
fn mamba_2_groups_are_contiguous_and_not_tiled() {
    let file = Golden::open("mamba2_B2T19H4P3G2N5");
    let (outputs, states) = mamba_2(&file, |head| mamba2::group(head, 4, 2));
    file.agrees("y_h0", &outputs);
    file.agrees("ht_h0", &states);
    let (outputs, states) = mamba_2(&file, |head| head % 2);
    assert!(beyond(&file.numbers("y_h0"), &outputs), "tiled groups are seen in the outputs");
    assert!(beyond(&file.numbers("ht_h0"), &states), "tiled groups are seen in the state");
}

#[test]
fn mamba_3_is_the_reference_in_both_frames() {
    let file = Golden::open("mamba3_siso_B1T13H2P4N8R3");
    let names = ["ADT", "DT", "Trap", "Angles", "Q", "K", "Q_bias", "K_bias", "V", "Z", "D"];
    let [adt, dts, trap, angles, q, k, q_bias, k_bias, v, z, d] = names.map(|n| file.exact(n));
    let (sv, pairs, n) = (file.shape("V"), file.shape("Angles")[3], file.shape("Q")[3]);
    let (tokens, heads, p) = (sv[1], sv[2], sv[3]);
    let mut out = vec![vec![Running::zero(); v.len()]; 2];
    let (mut states, mut keys, mut values, mut frames) = ([Vec::new(), Vec::new()], vec![], vec![], vec![]);
    for head in 0..heads {
        let value = |tensor: &[Running], t: usize| {
            let start = (t * heads + head) * p;
            tensor[start..start + p].to_vec()
        };
        let inputs: Vec<_> = (0..tokens)
            .map(|t| {
                let one = |tensor: &[Running]| tensor[head * tokens + t].clone();
                let dt = one(&dts);
                let turn = |r: usize| {
                    let (cos, sin) = mamba3::turn(&angles[(t * heads + head) * pairs + r], &dt);
                    // The reference adds up the angle and reduces it modulo 2π: two roundings of at most 4π, and that of 2π itself.
                    let drift = 10.0 * std::f64::consts::PI * f64::EPSILON;
                    (cos.widened(drift), sin.widened(drift))
                };
                let biased = |raw: &[Running], bias: &[Running]| {
                    sum(&raw[t * n..(t + 1) * n], &bias[head * n..(head + 1) * n])
                };
                mamba3::Inputs {
                    factor: one(&adt).exp(),
                    lambda: one(&trap).sigmoid(),
                    turn: (0..pairs).map(turn).collect(),
                    q: biased(&q, &q_bias),
                    k: biased(&k, &k_bias),
                    v: value(&v, t),
                    dt,
                }
            })
            .collect();
        let memory = mamba3::Memory::empty(pairs, n, p);
        let moving = mamba3::moving_frame(&inputs, &memory);
        let (stored, memory) = mamba3::program(&inputs, memory);
        for (frame, program) in [stored, moving].into_iter().enumerate() {
            let run = recurrent(&program, &program.empty_state());
            for t in 0..tokens {
                let (v, z) = (value(&v, t), value(&z, t));
                for i in 0..p {
                    let read = run.outputs[t * p + i].plus(&d[head].times(&v[i]));
                    let gated = read.times(&z[i].times(&z[i].sigmoid()));
                    out[frame][(t * heads + head) * p + i] = gated;
                }
            }
            let columns = transposed(&run.state, p);
            let state: Vec<Running> = if frame == 0 {
                columns
            } else {
                let turned = |column: &[Running]| mamba3::turned(column, &memory.frame, false);
                columns.chunks_exact(n).flat_map(turned).collect()
            };
            states[frame].extend(state);
        }
        keys.extend(memory.k);
        values.extend(memory.v);
        frames.extend(memory.frame);
    }
    for frame in 0..2 {
        file.agrees("out", &out[frame]);
        file.agrees("ssm_state", &states[frame]);
    }
    file.agrees("k_state", &keys);
    file.agrees("v_state", &values);
    let (cos, sin): (Vec<f64>, Vec<f64>) =
        file.numbers("angle_state").iter().map(|a| (a.cos(), a.sin())).unzip();
    // One more rounding here: the cosine of the stored angle.
    let (c, s): (Vec<_>, Vec<_>) =
        frames.iter().map(|(c, s)| (c.widened(f64::EPSILON), s.widened(f64::EPSILON))).unzip();
    crate::files::within("cosine of angle_state", &cos, &c);
    crate::files::within("sine of angle_state", &sin, &s);
}
