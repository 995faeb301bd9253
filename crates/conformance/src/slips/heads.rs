//! Slips in the mapping of heads and channels.

use super::{Context, Results, Slip, each_head, results};
use engine::run;
use engine::spec::Heads;
use engine::{Head, Inputs};

pub(super) const SLIPS: &[Slip] = &[
    Slip { name: "heads-tiled", what: "gives value head h the key head h mod H, not h / (HV/H)", run: tiled },
    Slip {
        name: "shared-heads-tiled",
        what: "gives value head h the key head h mod H of the gates and strengths that come once for each key head",
        run: shared_tiled,
    },
    Slip { name: "heads-reversed", what: "uses the heads in the opposite order for q and k", run: reversed },
    Slip { name: "first-head-for-all", what: "uses the first key head for all value heads", run: first },
    Slip {
        name: "first-gate-for-all",
        what: "uses the gate of the first key channel for all",
        run: first_gate,
    },
    Slip {
        name: "channels-dropped-16",
        what: "drops the key channels after the last full tile of 16",
        run: |c| channels(c, 16),
    },
    Slip {
        name: "channels-dropped-32",
        what: "drops the key channels after the last full tile of 32",
        run: |c| channels(c, 32),
    },
    Slip {
        name: "channels-dropped-64",
        what: "drops the key channels after the last full tile of 64",
        run: |c| channels(c, 64),
    },
    Slip {
        name: "values-dropped-16",
        what: "drops the value channels after the last full tile of 16",
        run: |c| values(c, 16),
    },
    Slip {
        name: "values-dropped-32",
        what: "drops the value channels after the last full tile of 32",
        run: |c| values(c, 32),
    },
    Slip {
        name: "values-dropped-64",
        what: "drops the value channels after the last full tile of 64",
        run: |c| values(c, 64),
    },
];

/// Runs with another key head for each value head, also of what is stored once for each key head.
fn mapped(c: &Context<'_>, key_head: impl Fn(usize) -> usize) -> Results {
    let dims = c.inputs.dims;
    let mut inputs: Inputs<f64> = shared_mapped(c, &key_head);
    inputs.dims.key_heads = dims.value_heads;
    for input in c.system().spec().inputs.iter().filter(|i| i.heads == Heads::Key) {
        let Some(tensor) = c.inputs.tensor(input.name) else { continue };
        let width = c.inputs.width(input);
        let rows = tensor.len() / (dims.key_heads * width).max(1);
        let mut data = Vec::with_capacity(rows * dims.value_heads * width);
        for row in 0..rows {
            for head in 0..dims.value_heads {
                let at = (row * dims.key_heads + key_head(head)) * width;
                data.extend_from_slice(&tensor[at..at + width]);
            }
        }
        inputs = inputs.with(input.name, data).unwrap_or_else(|_| c.inputs.clone());
    }
    results(&inputs)
}

/// Inputs whose shared rows come from another key head.
fn shared_mapped(c: &Context<'_>, key_head: impl Fn(usize) -> usize) -> Inputs<f64> {
    let dims = c.inputs.dims;
    let mut inputs = c.inputs.clone();
    for input in c.system().spec().inputs.iter().filter(|i| c.dump.shared.contains(&i.name)) {
        let Some(tensor) = c.inputs.tensor(input.name) else { continue };
        let (width, heads) = (c.inputs.width(input), dims.value_heads);
        inputs.replace(input.name, |i, _| {
            let head = key_head(i / width % heads) * (heads / dims.key_heads);
            tensor[(i / (width * heads) * heads + head) * width + i % width]
        });
    }
    inputs
}

fn shared_tiled(c: &Context<'_>) -> Option<Results> {
    let dims = c.inputs.dims;
    let can = !c.dump.shared.is_empty() && dims.key_heads > 1;
    can.then(|| results(&shared_mapped(c, |h| h % dims.key_heads)))
}

fn tiled(c: &Context<'_>) -> Option<Results> {
    let dims = c.inputs.dims;
    (dims.key_heads > 1 && dims.key_heads < dims.value_heads).then(|| mapped(c, |h| h % dims.key_heads))
}

fn reversed(c: &Context<'_>) -> Option<Results> {
    let dims = c.inputs.dims;
    (dims.key_heads > 1).then(|| mapped(c, |h| dims.key_heads - 1 - dims.key_head(h)))
}

fn first(c: &Context<'_>) -> Option<Results> {
    (c.inputs.dims.key_heads > 1).then(|| mapped(c, |_| 0))
}

fn first_gate(c: &Context<'_>) -> Option<Results> {
    let input = c.system().spec().inputs.iter().find(|i| i.name == "alpha")?;
    let width = c.inputs.width(input);
    let tensor = c.inputs.tensor("alpha")?.to_vec();
    if width > 1 { c.with("alpha", |i, _| tensor[i / width * width]) } else { None }
}

fn channels(c: &Context<'_>, tile: usize) -> Option<Results> {
    let k = c.inputs.dims.k;
    let kept = k / tile * tile;
    if kept == 0 || kept == k {
        return None;
    }
    let mut inputs = c.inputs.clone();
    for name in ["q", "r", "k", "kk", "p", "a", "b"] {
        let wide = c.system().spec().inputs.iter().any(|i| i.name == name && c.inputs.width(i) == k);
        if wide {
            inputs.replace(name, |i, x| if i % k < kept { *x } else { 0.0 });
        }
    }
    Some(results(&inputs))
}

fn values(c: &Context<'_>, tile: usize) -> Option<Results> {
    let v = c.inputs.dims.v;
    let kept = v / tile * tile;
    if kept == 0 || kept == v {
        return None;
    }
    Some(each_head(&c.inputs, |inputs, at: Head| {
        let mut run = run::recurrent(&inputs.program(at), &inputs.initial(at));
        for data in [&mut run.outputs, &mut run.state] {
            data.iter_mut().enumerate().filter(|(i, _)| i % v >= kept).for_each(|(_, x)| *x = 0.0);
        }
        run
    }))
}
