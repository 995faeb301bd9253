//! Inputs for a check of Cyclic Flow Attention.

use crate::check::{Content, Shape};
use crate::draw::Draw;
use crate::gates::factor;
use crate::kernel::Dtype;
use crate::slots::SlotInputs;
use half::f16;

/// Draws a case: a read-out matrix near 1, clocks that have gone on for a while; of strong content also gates of 0, strengths of 0, 1 and 2, whole shifts and none, and scores
/// that leave few weights above 0, and whose exponentials overflow without their maximum.
pub fn draw(shape: &Shape, slots: usize, content: Content, dtype: Dtype, seed: u64) -> SlotInputs {
    let Shape { batch, time, key_heads, heads, keys, values, .. } = *shape;
    let name = format!("cyfa {} {slots} {} {}", shape.name(), content.name(), dtype.name());
    let mut draw = Draw::new(seed, &name);
    let strong = content == Content::Strong;
    let boundaries: Vec<usize> = match &shape.packed {
        Some(packed) => packed.iter().map(|b| usize::try_from(*b).unwrap_or(0)).collect(),
        None => (0..=batch).map(|n| n * time).collect(),
    };
    let (rows, sequences) = (batch * time, boundaries.len() - 1);
    let mut narrow = |n: usize| -> Vec<f32> {
        let round = |x: f64| if dtype == Dtype::F16 { f16::from_f64(x).to_f32() } else { x as f32 };
        (0..n).map(|_| round(draw.normal())).collect()
    };
    let (q, k, v) =
        (narrow(rows * key_heads * keys), narrow(rows * key_heads * keys), narrow(rows * heads * values));
    let mut each = |n: usize, of: &mut dyn FnMut(&mut Draw) -> f64| -> Vec<f32> {
        (0..n).map(|_| of(&mut draw) as f32).collect()
    };
    let logs = each(rows * heads, &mut |d| match (d.uniform() * 12.0) as u32 {
        0 if strong => -40.0,
        1 if strong => -1000.0,
        2 | 3 if strong => 0.0,
        _ => -0.3 * d.uniform(),
    });
    let beta = each(rows * heads, &mut |d| if strong { d.one_of(&[0.0, 1.0, 2.0]) } else { d.uniform() });
    let delta = each(rows * heads, &mut |d| match (d.uniform() * 4.0) as u32 {
        0 if strong => 0.0,
        1 if strong => 1.0,
        _ => d.uniform(),
    });
    let mut readout = each(heads * slots * slots, &mut |d| 0.2 * d.normal() / (slots as f64).sqrt());
    for (e, x) in readout.iter_mut().enumerate() {
        let at = e % (slots * slots);
        *x += if at / slots == at % slots { 1.0 } else { 0.0 };
    }
    let initial = each(sequences * heads * (slots + 1) * (keys + values), &mut Draw::normal);
    let clocks = each(sequences * heads, &mut |d| 40.0 * d.uniform());
    // Never the usual factor, so that a kernel that leaves it out or makes its own is seen.
    let scale =
        (0.5 + 0.25 * draw.uniform() as f32) / (keys as f32).sqrt() * if strong { 300.0 } else { 1.0 };
    SlotInputs {
        slots,
        key_heads,
        heads,
        keys,
        values,
        boundaries,
        scale,
        q,
        k,
        v,
        alpha: logs.into_iter().map(factor).collect(),
        beta,
        delta,
        readout,
        initial,
        clocks: clocks.into_iter().map(f64::from).collect(),
    }
}

/// An exact probe of one slot.
///
/// Values are integers up to 3, strengths at most 2, decays 1 but for every eighth, 1/2, and the tenth, 0; after 70 tokens a state is a multiple of $2^{-10}$ and at most 70 · 6 + 3, and an output is twice it.
pub fn probe(time: usize, seed: u64) -> SlotInputs {
    let mut draw = Draw::new(seed, "cyfa one slot");
    let (keys, values) = (3, 5);
    let mut integers = |n: usize| {
        (0..n).map(|_| draw.one_of(&[-3.0, -2.0, -1.0, 1.0, 2.0, 3.0]) as f32).collect::<Vec<f32>>()
    };
    let (q, k, v, initial) = (
        integers(time * keys),
        integers(time * keys),
        integers(time * values),
        integers(2 * (keys + values)),
    );
    let beta = (0..time).map(|_| draw.one_of(&[0.0, 0.5, 1.0, 2.0]) as f32).collect();
    let delta = (0..time).map(|_| draw.uniform() as f32).collect();
    let decay = |t: usize| match t {
        10 => 0.0,
        t if t % 8 == 3 => 0.5,
        _ => 1.0,
    };
    SlotInputs {
        slots: 1,
        key_heads: 1,
        heads: 1,
        keys,
        values,
        boundaries: vec![0, time],
        scale: 0.5,
        q,
        k,
        v,
        alpha: (0..time).map(decay).collect(),
        beta,
        delta,
        readout: vec![2.0],
        initial,
        clocks: vec![0.25],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probes_fit_into_binary32_on_the_way() {
        let inputs = probe(70, 1);
        for time in 1..=70 {
            let sequence = engine::systems::cyfa::Sequence {
                tokens: inputs.sequence(0, 0).tokens[..time].to_vec(),
                ..inputs.sequence(0, 0)
            };
            let (run, _) = sequence.run();
            let fits = |x: &f64| x.abs() < 1024.0 && (x * 1024.0).fract() == 0.0;
            assert!(run.state.iter().chain(&run.outputs).all(fits), "{time}");
        }
    }
}
