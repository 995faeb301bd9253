//! Slips in what goes into the recurrence: scale, gates, strengths, keys.

use super::{Context, Results, Slip, results};
use engine::System;
use engine::systems::gates;

pub(super) const SLIPS: &[Slip] = &[
    Slip { name: "scale-missing", what: "does not scale the query", run: |c| scaled(c, 1.0) },
    Slip {
        name: "scale-squared",
        what: "scales the query twice",
        run: |c| scaled(c, c.inputs.scale * c.inputs.scale),
    },
    Slip {
        name: "scale-root-k",
        what: "scales by K^-1/2, not by the stated factor",
        run: |c| scaled(c, root(c)),
    },
    Slip { name: "scale-one-over-k", what: "scales by 1/K", run: |c| scaled(c, root(c) * root(c)) },
    Slip {
        name: "gate-base-2",
        what: "takes natural-log gates as powers of 2",
        run: |c| powers(c, std::f64::consts::LN_2),
    },
    Slip {
        name: "gate-base-2-twice",
        what: "divides the gates by ln 2 and then takes e to them",
        run: |c| powers(c, std::f64::consts::LOG2_E),
    },
    Slip { name: "gate-squared", what: "applies the gate twice", run: |c| powers(c, 2.0) },
    Slip { name: "gate-missing", what: "does not apply the gate", run: |c| powers(c, 0.0) },
    Slip {
        name: "gate-raw",
        what: "multiplies by the logarithm of the gate, not by the gate",
        run: raw_logarithm,
    },
    Slip {
        name: "gate-sign-lost",
        what: "loses the sign of the gate",
        run: |c| c.with("alpha", |_, x| x.abs()),
    },
    Slip { name: "gate-late", what: "uses the gate of the token before", run: |c| shifted(c, "alpha", 1) },
    Slip { name: "gate-early", what: "uses the gate of the token after", run: |c| shifted(c, "alpha", -1) },
    Slip {
        name: "softplus-for-safe-gate",
        what: "uses the softplus gate in place of the bounded one",
        run: |c| other_gate(c, None),
    },
    Slip {
        name: "safe-gate-for-softplus",
        what: "uses the bounded gate in place of the softplus one",
        run: |c| other_gate(c, Some(-5.0)),
    },
    Slip { name: "beta-doubled", what: "doubles beta", run: |c| c.with("beta", |_, x| 2.0 * x) },
    Slip { name: "beta-halved", what: "does not double beta", run: |c| c.with("beta", |_, x| 0.5 * x) },
    Slip { name: "beta-missing", what: "takes beta as 1", run: |c| c.with("beta", |_, _| 1.0) },
    Slip {
        name: "beta-sigmoid-twice",
        what: "applies the sigmoid to beta once more",
        run: |c| c.with("beta", |_, x| 1.0 / (1.0 + (-x).exp())),
    },
    Slip { name: "beta-clamped", what: "clamps beta to 1", run: |c| c.with("beta", |_, x| x.min(1.0)) },
    Slip { name: "beta-late", what: "uses the beta of the token before", run: |c| shifted(c, "beta", 1) },
    Slip {
        name: "beta-offset",
        what: "adds 1e-6 to beta, as the chunkwise reference of Momentum DeltaNet does",
        run: |c| c.with("beta", |_, x| x + 1e-6),
    },
    Slip { name: "erase-doubled", what: "doubles the erase gate b", run: |c| gdn2(c, "b", 2.0) },
    Slip { name: "erase-halved", what: "does not double the erase gate b", run: |c| gdn2(c, "b", 0.5) },
    Slip { name: "write-doubled", what: "doubles the write gate w", run: |c| gdn2(c, "w", 2.0) },
    Slip { name: "write-halved", what: "halves the write gate w", run: |c| gdn2(c, "w", 0.5) },
    Slip { name: "write-missing", what: "does not apply the write gate w", run: |c| gdn2(c, "w", 0.0) },
    Slip {
        name: "norm-missing",
        what: "does not normalise q and k",
        run: |c| renormalised(c, &["q", "k"], |x| x.to_vec()),
    },
    Slip {
        name: "norm-missing-q",
        what: "does not normalise q",
        run: |c| renormalised(c, &["q"], |x| x.to_vec()),
    },
    Slip {
        name: "norm-missing-k",
        what: "does not normalise k",
        run: |c| renormalised(c, &["k"], |x| x.to_vec()),
    },
    Slip {
        name: "norm-other-epsilon",
        what: "normalises by max(|x|, 1e-12), not by the root of |x|² + 1e-6",
        run: |c| renormalised(c, &["q", "k"], gates::l2_clamped),
    },
    Slip {
        name: "norm-epsilon-outside",
        what: "normalises by |x| + 1e-6, not by the root of |x|² + 1e-6",
        run: |c| renormalised(c, &["q", "k"], outside),
    },
    Slip {
        name: "norm-extra",
        what: "normalises q and k, which are not to be normalised",
        run: |c| extra(c, &["q", "k"], gates::l2_normalised),
    },
    Slip {
        name: "norm-extra-k",
        what: "normalises k, which is not to be normalised",
        run: |c| extra(c, &["k"], gates::l2_normalised),
    },
    Slip {
        name: "norm-extra-q",
        what: "normalises q, which is not to be normalised",
        run: |c| extra(c, &["q"], gates::l2_normalised),
    },
    Slip {
        name: "momentum-key-undecayed",
        what: "erases with k in place of p = alpha k",
        run: undecayed_momentum,
    },
    Slip { name: "momentum-gates-swapped", what: "swaps alpha and mu", run: |c| swapped(c, "alpha", "mu") },
    Slip { name: "query-key-swapped", what: "swaps q and k", run: |c| swapped(c, "q", "k") },
    Slip { name: "keys-swapped", what: "swaps a and b", run: |c| swapped(c, "a", "b") },
    Slip { name: "removal-key-for-key", what: "writes with the removal key", run: |c| copied(c, "kk", "k") },
    Slip { name: "key-for-removal-key", what: "erases with the key", run: |c| copied(c, "k", "kk") },
    Slip {
        name: "erase-key-is-key",
        what: "erases with k in place of p",
        run: |c| if c.system() == System::Mdn { None } else { copied(c, "k", "p") },
    },
    Slip {
        name: "rate-missing",
        what: "takes the in-context rate a as 1",
        run: |c| if c.system() == System::Rwkv7 { c.with("a", |_, _| 1.0) } else { None },
    },
    Slip {
        name: "inputs-bf16",
        what: "rounds q, k and v to bfloat16",
        run: |c| rounded(c, |x| half::bf16::from_f64(x).to_f64()),
    },
    Slip {
        name: "inputs-f16",
        what: "rounds q, k and v to half precision",
        run: |c| rounded(c, |x| half::f16::from_f64(x).to_f64()),
    },
];

fn root(c: &Context<'_>) -> f64 {
    1.0 / (c.inputs.dims.k as f64).sqrt()
}

fn scaled(c: &Context<'_>, scale: f64) -> Option<Results> {
    let mut inputs = c.inputs.clone();
    inputs.scale = scale;
    Some(results(&inputs))
}

/// Every factor to the power `exponent`.
fn powers(c: &Context<'_>, exponent: f64) -> Option<Results> {
    let mut inputs = c.inputs.clone();
    let mut changed = false;
    for input in c.system().spec().inputs.iter().filter(|i| i.log.is_some()) {
        inputs.replace(input.name, |_, x| if *x < 0.0 { -(-x).powf(exponent) } else { x.powf(exponent) });
        changed = true;
    }
    changed.then(|| results(&inputs))
}

fn raw_logarithm(c: &Context<'_>) -> Option<Results> {
    let input = c.system().spec().inputs.iter().find(|i| i.log.is_some())?;
    let logarithms = c.given.tensor(input.log?)?.to_vec();
    c.with(input.name, |i, _| logarithms[i])
}

fn other_gate(c: &Context<'_>, lower: Option<f64>) -> Option<Results> {
    let mut gate = c.dump.raw_gate.clone()?;
    if gate.lower_bound.is_some() == lower.is_some() {
        return None;
    }
    gate.lower_bound = lower;
    let logarithms = gate.logarithms(|x| *x);
    c.with("alpha", |i, _| logarithms[i].exp())
}

/// The entries of a neighbouring token; at the ends, of the token itself.
fn shifted(c: &Context<'_>, name: &str, by: i64) -> Option<Results> {
    let tensor = c.inputs.tensor(name)?.to_vec();
    let dims = c.inputs.dims;
    let row = tensor.len().checked_div(dims.batch * dims.tokens)?;
    c.with(name, |i, x| {
        let t = i / row.max(1) % dims.tokens;
        let from = t as i64 - by;
        if from < 0 || from >= dims.tokens as i64 {
            *x
        } else {
            tensor[(i as i64 - by * row as i64) as usize]
        }
    })
}

fn gdn2(c: &Context<'_>, name: &str, factor: f64) -> Option<Results> {
    if c.system() != System::Gdn2 {
        return None;
    }
    c.with(name, |_, x| if factor == 0.0 { 1.0 } else { factor * x })
}

fn outside(x: &[f64]) -> Vec<f64> {
    let norm = x.iter().map(|v| v * v).sum::<f64>().sqrt();
    x.iter().map(|v| v / (norm + 1e-6)).collect()
}

/// Other normalisations of the given queries and keys, where the kernel is to normalise them.
fn renormalised(c: &Context<'_>, names: &[&str], f: fn(&[f64]) -> Vec<f64>) -> Option<Results> {
    if !c.dump.normalise {
        return None;
    }
    let mut inputs = c.inputs.clone();
    for name in names {
        let given = c.dump.inputs.tensor(name)?;
        let rows: Vec<f64> = given.chunks_exact(c.inputs.dims.k.max(1)).flat_map(f).collect();
        inputs.replace(name, |i, _| rows[i]);
    }
    Some(results(&inputs))
}

fn extra(c: &Context<'_>, names: &[&str], f: fn(&[f64]) -> Vec<f64>) -> Option<Results> {
    if c.dump.normalise {
        return None;
    }
    let mut inputs = c.inputs.clone();
    for name in names {
        let rows: Vec<f64> = inputs.tensor(name)?.chunks_exact(c.inputs.dims.k.max(1)).flat_map(f).collect();
        inputs.replace(name, |i, _| rows[i]);
    }
    Some(results(&inputs))
}

fn undecayed_momentum(c: &Context<'_>) -> Option<Results> {
    if c.system() == System::Mdn { copied(c, "k", "p") } else { None }
}

fn swapped(c: &Context<'_>, a: &str, b: &str) -> Option<Results> {
    let (x, y) = (c.inputs.tensor(a)?.to_vec(), c.inputs.tensor(b)?.to_vec());
    if x.len() != y.len() {
        return None;
    }
    let mut inputs = c.inputs.clone();
    inputs.replace(a, |i, _| y[i]);
    inputs.replace(b, |i, _| x[i]);
    Some(results(&inputs))
}

fn copied(c: &Context<'_>, from: &str, to: &str) -> Option<Results> {
    let source = c.inputs.tensor(from)?.to_vec();
    let target = c.inputs.tensor(to)?;
    if source.len() != target.len() {
        return None;
    }
    c.with(to, |i, _| source[i])
}

fn rounded(c: &Context<'_>, f: fn(f64) -> f64) -> Option<Results> {
    let mut inputs = c.inputs.clone();
    for name in ["q", "r", "k", "v"] {
        inputs.replace(name, |_, x| f(*x));
    }
    Some(results(&inputs))
}
