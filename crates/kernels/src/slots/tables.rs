//! What the host computes: no cosine of a device is in a kernel's path.

use super::SlotInputs;
use engine::systems::cyfa::basis;
use std::f64::consts::PI;

/// The clock of a sequence at its start, before and after a token's shift.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    /// At the start of the sequence.
    pub start: f64,
    /// Before the token's shift.
    pub before: f64,
    /// After it.
    pub now: f64,
}

/// By which angle the frequency `n` of `m` slots is turned; others than the right ones are planted faults.
#[derive(Clone, Copy, Debug)]
pub struct Convention {
    /// Of the read-out.
    pub turn: fn(m: usize, n: usize, clock: Clock) -> f64,
    /// Of the written atom.
    pub atom: fn(m: usize, n: usize, clock: Clock) -> f64,
}

impl Convention {
    /// The right one: $\pi \cdot (2n / m) \cdot \lambda_t$ for both.
    pub const RIGHT: Self = Self { turn: angle, atom: angle };
}

/// $\pi \cdot (2n / m) \cdot \lambda_t$.
pub(crate) fn angle(m: usize, n: usize, clock: Clock) -> f64 {
    PI * ((2 * n) as f64 / m as f64) * clock.now
}

/// Tables for a run, computed in binary64 and rounded once. $N$ is [the number of coordinates on the device](SlotInputs::padded), of which the last ones may be 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Tables {
    /// Cosine and sine by pair of coordinates, `[tokens, heads, N]`; 1 and 0 for the constant.
    pub turns: Vec<f32>,
    /// $a$, without the strength, `[tokens, heads, N]`.
    pub atoms: Vec<f32>,
    /// $G^\top$ and $G$, `[heads, 2, N m]`.
    pub matrix: Vec<f32>,
    /// The clocks of the final states, `[sequences, heads]`.
    pub clocks: Vec<f64>,
}

impl Tables {
    /// The tables of a run.
    pub fn of(inputs: &SlotInputs) -> Self {
        Self::with(inputs, Convention::RIGHT)
    }

    /// The same with other angles.
    pub fn with(inputs: &SlotInputs, convention: Convention) -> Self {
        let (m, rows, heads) = (inputs.slots, inputs.padded(), inputs.heads);
        let [one, norm] = [1.0, 2.0].map(|x: f64| (x / m as f64).sqrt());
        let size = inputs.tokens() * heads * rows;
        let (mut turns, mut atoms) = (vec![0.0_f32; size], vec![0.0_f32; size]);
        let mut clocks = inputs.clocks.clone();
        for sequence in 0..inputs.sequences() {
            for head in 0..heads {
                let now = &mut clocks[sequence * heads + head];
                let start = *now;
                for token in inputs.tokens_of(sequence) {
                    let at = token * heads + head;
                    let before = *now;
                    *now += f64::from(inputs.delta[at]);
                    let clock = Clock { start, before, now: *now };
                    let (turns, atoms) = (&mut turns[at * rows..][..rows], &mut atoms[at * rows..][..rows]);
                    (turns[0], atoms[0]) = (1.0, one as f32);
                    for n in 1..=m / 2 {
                        let (sin, cos) = (convention.turn)(m, n, clock).sin_cos();
                        (turns[2 * n], turns[2 * n + 1]) = (cos as f32, sin as f32);
                        let (sin, cos) = (convention.atom)(m, n, clock).sin_cos();
                        (atoms[2 * n], atoms[2 * n + 1]) = ((norm * cos) as f32, (-norm * sin) as f32);
                    }
                }
            }
        }
        Self { turns, atoms, matrix: matrix(inputs), clocks }
    }
}

fn matrix(inputs: &SlotInputs) -> Vec<f32> {
    let (m, own, rows) = (inputs.slots, inputs.coordinates(), inputs.padded());
    let basis = basis(m, &0.0);
    let mut out = Vec::with_capacity(inputs.heads * 2 * m * rows);
    for readout in inputs.readout.chunks_exact(m * m) {
        let mut by_slot = vec![0.0_f32; m * rows];
        for (e, entry) in by_slot.iter_mut().enumerate().filter(|(e, _)| e % rows < own) {
            let (i, n) = (e / rows, e % rows);
            *entry = (0..m).map(|j| f64::from(readout[i * m + j]) * basis[j * own + n]).sum::<f64>() as f32;
        }
        out.extend((0..m * rows).map(|e| by_slot[e % m * rows + e / m]));
        out.extend(by_slot);
    }
    out
}
