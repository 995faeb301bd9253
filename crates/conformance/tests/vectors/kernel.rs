//! A kernel of KDA, right or with a fault.

use crate::{Results, assembled};
use conformance::Dump;
use conformance::vectors::Format;
use engine::{Dims, Head, Inputs};
use std::collections::BTreeMap;

/// How the test's own kernel of KDA runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Run {
    Recurrent,
    Chunk(usize),
    Inverse(usize),
}

/// KDA in `f32`, with sums in random order and grouping, operands of products rounded, and a fault.
pub(crate) struct Kernel {
    run: Run,
    operands: Format,
    outputs: Format,
    shuffle: u64,
    fault: &'static str,
}

/// The inputs of one token of one head.
struct Row {
    q: Vec<f32>,
    k: Vec<f32>,
    v: Vec<f32>,
    alpha: Vec<f32>,
    log: Vec<f32>,
    beta: f32,
}

fn narrowed(format: Format, x: f32) -> f32 {
    match format {
        Format::Bf16 => half::bf16::from_f32(x).to_f32(),
        Format::F16 => half::f16::from_f32(x).to_f32(),
        _ => x,
    }
}

impl Kernel {
    pub(crate) fn right(run: Run, operands: Format, outputs: Format, shuffle: u64) -> Self {
        Self { run, operands, outputs, shuffle, fault: "" }
    }

    pub(crate) fn faulty(fault: &'static str) -> Self {
        let run = match fault {
            "inverse-decay-overflows" | "tail-padding-decays" | "chunk-carry" => Run::Chunk(64),
            _ => Run::Recurrent,
        };
        Self { run, operands: Format::F32, outputs: Format::F32, shuffle: 0, fault }
    }

    fn has(&self, fault: &str) -> bool {
        self.fault == fault
    }

    fn next(&mut self) -> usize {
        self.shuffle = self.shuffle.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.shuffle >> 33) as usize
    }

    /// The sum in a random order and grouping; left to right without a shuffle.
    fn sum(&mut self, mut terms: Vec<f32>) -> f32 {
        if self.shuffle == 0 {
            return terms.iter().sum();
        }
        while terms.len() > 1 {
            let i = self.next() % terms.len();
            let a = terms.swap_remove(i);
            let j = self.next() % terms.len();
            terms[j] += a;
        }
        terms.pop().unwrap_or(0.0)
    }

    fn dot(&mut self, a: &[f32], b: &[f32]) -> f32 {
        let operand = |x: f32| narrowed(self.operands, x);
        let terms = a.iter().zip(b).map(|(x, y)| operand(*x) * operand(*y)).collect();
        self.sum(terms)
    }

    fn rows(&self, dump: &Dump, at: Head) -> Vec<Row> {
        let mut dump = dump.clone();
        if let Some(raw) = &mut dump.raw_gate {
            match self.fault {
                "softplus-for-safe-gate" | "safe-gate-for-softplus" => {
                    raw.lower_bound = if raw.lower_bound.is_some() { None } else { Some(-5.0) };
                }
                "bias-ignored" => raw.bias.iter_mut().for_each(|b| *b = 0.0),
                _ => {}
            }
        }
        let given = dump.prepared(|x| *x);
        let factors = dump.prepared(|x| *x as f32).factors();
        let (batch, tokens) = given.tokens_of(at.sequence);
        let heads = given.dims.key_heads;
        let key_head = match self.fault {
            "heads-tiled" => at.head % heads,
            "first-head-for-all" => 0,
            _ => given.dims.key_head(at.head),
        };
        let normalised = |x: Vec<f32>| {
            let norm = x.iter().map(|x| x * x).sum::<f32>().sqrt();
            x.iter().map(|x| x / norm).collect::<Vec<_>>()
        };
        let row = |t: usize| {
            let own = factors.fields(batch, t, at.head);
            let keys = factors.fields(batch, t, key_head * given.dims.value_heads / heads);
            let (mut q, mut k) = (keys.row("q").to_vec(), keys.row("k").to_vec());
            if self.has("key-normalised") {
                k = normalised(k);
            }
            if self.has("query-normalised") {
                q = normalised(q);
            }
            if self.has("zero-key-divides") {
                let norm = k.iter().map(|x| x * x).sum::<f32>().sqrt();
                k = normalised(k).iter().map(|x| x * norm).collect();
            }
            let width = given.dims.k;
            let start = ((batch * given.dims.tokens + t) * given.dims.value_heads + at.head) * width;
            let log: Vec<f32> = match given.tensor("g") {
                Some(g) => g[start..start + width].iter().map(|x| *x as f32).collect(),
                None => own.row("alpha").iter().map(|x| x.ln()).collect(),
            };
            let mut alpha = own.row("alpha").to_vec();
            if self.has("gate-not-one") {
                alpha.clone_from(&log);
            }
            if self.has("gate-sign-lost") {
                alpha.iter_mut().for_each(|x| *x = x.abs());
            }
            let beta = match (self.fault, own.one("beta")) {
                ("beta-clamped", beta) => beta.min(1.0),
                ("beta-offset", beta) => beta + 1e-6,
                (_, beta) => *beta,
            };
            Row { q, k, v: own.row("v").to_vec(), alpha, log, beta }
        };
        tokens.map(row).collect()
    }

    fn scale(&self, inputs: &Inputs<f64>) -> f32 {
        match self.fault {
            "scale-missing" => 1.0,
            "scale-of-padding" => 1.0 / (inputs.dims.k.next_power_of_two() as f32).sqrt(),
            _ => inputs.scale as f32,
        }
    }

    /// The whole run of a dump.
    pub(crate) fn results(&mut self, dump: &Dump) -> Results {
        let inputs = dump.inputs.clone();
        let Dims { k, v, value_heads, .. } = inputs.dims;
        let scale = self.scale(&inputs);
        let mut before: BTreeMap<usize, Vec<f32>> = BTreeMap::new();
        let mut finals = Vec::new();
        let packed = inputs.tokens_of(0).1.len() < inputs.dims.tokens;
        let (outputs, mut state) = assembled(&inputs, |at| {
            let mut initial: Vec<f32> = inputs.initial(at).iter().map(|x| *x as f32).collect();
            let transposed = |s: &[f32]| match k == v {
                true => (0..k * v).map(|e| s[e % v * v + e / v]).collect(),
                false => s.to_vec(),
            };
            match self.fault {
                "initial-state-transposed" | "state-transposed" => initial = transposed(&initial),
                "initial-state-ignored" => initial.fill(0.0),
                "stale-packed-state" | "batch-mixed" if packed == self.has("stale-packed-state") => {
                    initial = before.get(&at.head).cloned().unwrap_or(initial);
                }
                _ => {}
            }
            let rows = self.rows(dump, at);
            let kept = if self.has("tail-chunk-dropped") { rows.len() / 64 * 64 } else { rows.len() };
            let mut outputs = vec![0.0_f32; rows.len() * v];
            let mut state = initial;
            match self.run {
                Run::Recurrent => self.recurrent(&rows[..kept], &mut state, &mut outputs, v),
                Run::Chunk(n) | Run::Inverse(n) => {
                    for (c, chunk) in rows.chunks(n).enumerate() {
                        if self.has("chunk-carry") && c > 0 {
                            state.fill(0.0);
                        }
                        self.chunk(chunk, &mut state, &mut outputs[c * n * v..], v);
                        if let (true, Some(last)) = (self.has("tail-padding-decays"), chunk.last())
                            && chunk.len() < n
                        {
                            state.iter_mut().enumerate().for_each(|(e, s)| *s *= last.alpha[e / v]);
                        }
                    }
                }
            }
            before.insert(at.head, state.clone());
            if self.has("final-state-transposed") {
                state = transposed(&state);
            }
            if self.has("empty-sequence") && rows.is_empty() {
                state.fill(0.0);
            }
            finals.push(state.clone());
            if self.has("one-value-channel") && v == 1 {
                outputs.fill(0.0);
            }
            let given = outputs.iter().map(|x| f64::from(narrowed(self.outputs, x * scale))).collect();
            (given, state.iter().map(|x| f64::from(*x)).collect())
        });
        if self.has("one-final-state") {
            let last: Vec<f64> =
                finals[finals.len() - value_heads..].concat().iter().map(|x| f64::from(*x)).collect();
            state = last.iter().cycle().take(state.len()).copied().collect();
        }
        (outputs, state)
    }

    fn recurrent(&mut self, rows: &[Row], state: &mut Vec<f32>, outputs: &mut [f32], v: usize) {
        let ahead: f32 = rows.last().map_or(1.0, |r| r.log[0].exp());
        for (t, row) in rows.iter().enumerate() {
            let old = state.clone();
            for (e, s) in state.iter_mut().enumerate() {
                *s *= row.alpha[e / v];
            }
            let early = state.clone();
            let erased = if self.has("erase-order") || self.has("update-order") { &old } else { &early };
            for j in 0..v {
                let column = |s: &[f32]| s.iter().skip(j).step_by(v).copied().collect::<Vec<_>>();
                let read = self.dot(&row.k, &column(erased));
                let written = row.beta * (row.v[j] - read);
                for (c, key) in row.k.iter().enumerate() {
                    if !(self.has("long-run") && t >= 2048) {
                        state[c * v + j] += key * written;
                    }
                }
                if self.has("state-narrow") || self.has("more-than-rounding") {
                    for c in 0..row.k.len() {
                        state[c * v + j] = half::bf16::from_f32(state[c * v + j]).to_f32();
                    }
                }
                let read = if self.has("read-before-update") { &old } else { &*state };
                let kept = if self.has("channels-dropped") { 1 << row.q.len().ilog2() } else { row.q.len() };
                let mut o = self.dot(&row.q[..kept], &column(read)[..kept]);
                if self.has("look-ahead-gate") && t + 1 < rows.len() {
                    o = o * ahead / ahead;
                }
                outputs[t * v + j] = o;
            }
        }
    }

    fn chunk(&mut self, rows: &[Row], state: &mut Vec<f32>, outputs: &mut [f32], v: usize) {
        let (n, k) = (rows.len(), rows[0].k.len());
        let column = |s: &[f32], j: usize| s.iter().skip(j).step_by(v).copied().collect::<Vec<_>>();
        // The decay after token i, or from the start, up to and with token j.
        let overflow = self.has("inverse-decay-overflows");
        let decay = |from: usize, to: usize, c: usize| -> f32 {
            if overflow {
                let sum = |end: usize| rows[..end].iter().map(|r| r.log[c]).sum::<f32>();
                return sum(to).exp() * (-sum(from)).exp();
            }
            rows[from..to].iter().map(|r| r.alpha[c]).product()
        };
        let decayed = |x: &[f32], from, to| -> Vec<f32> {
            x.iter().enumerate().map(|(c, x)| x * decay(from, to, c)).collect()
        };
        let lower: Vec<Vec<f32>> = (0..n)
            .map(|j| {
                (0..j)
                    .map(|i| rows[j].beta * self.dot(&rows[j].k, &decayed(&rows[i].k, i + 1, j + 1)))
                    .collect()
            })
            .collect();
        let mut written = vec![vec![0.0_f32; v]; n];
        if matches!(self.run, Run::Inverse(_)) {
            let mut inverse = vec![vec![0.0_f32; n]; n];
            for j in 0..n {
                for i in 0..j {
                    let below: Vec<f32> = (0..j).map(|m| inverse[m][i]).collect();
                    inverse[j][i] = -self.dot(&lower[j], &below);
                }
                inverse[j][j] = 1.0;
            }
            for j in 0..n {
                let keys: Vec<f32> = (0..k)
                    .map(|c| {
                        let start: Vec<f32> =
                            (0..n).map(|i| rows[i].beta * rows[i].k[c] * decay(0, i + 1, c)).collect();
                        self.dot(&inverse[j], &start)
                    })
                    .collect();
                for e in 0..v {
                    let values: Vec<f32> = (0..n).map(|i| rows[i].beta * rows[i].v[e]).collect();
                    written[j][e] = self.dot(&inverse[j], &values) - self.dot(&keys, &column(state, e));
                }
            }
        } else {
            for j in 0..n {
                for e in 0..v {
                    let read = self.dot(&decayed(&rows[j].k, 0, j + 1), &column(state, e));
                    let earlier: Vec<f32> = (0..j).map(|i| written[i][e]).collect();
                    written[j][e] = rows[j].beta * (rows[j].v[e] - read) - self.dot(&lower[j], &earlier);
                }
            }
        }
        for j in 0..n {
            let weights: Vec<f32> =
                (0..=j).map(|i| self.dot(&rows[j].q, &decayed(&rows[i].k, i + 1, j + 1))).collect();
            for e in 0..v {
                let rows_of: Vec<f32> = (0..=j).map(|i| written[i][e]).collect();
                let start = self.dot(&decayed(&rows[j].q, 0, j + 1), &column(state, e));
                outputs[j * v + e] = start + self.dot(&weights, &rows_of);
            }
        }
        let old = state.clone();
        for c in 0..k {
            let left: Vec<f32> = (0..n).map(|i| rows[i].k[c] * decay(i + 1, n, c)).collect();
            for e in 0..v {
                let rows_of: Vec<f32> = (0..n).map(|i| written[i][e]).collect();
                state[c * v + e] = decay(0, n, c) * old[c * v + e] + self.dot(&left, &rows_of);
            }
        }
    }
}
