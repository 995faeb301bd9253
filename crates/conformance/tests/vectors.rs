//! Conformance vectors: correct kernels pass whatever their order of summation, and each planted fault is caught by the case that is there for it.

#![expect(
    clippy::needless_range_loop,
    clippy::ptr_arg,
    reason = "kernels are written as kernels are, with indices"
)]
#![expect(clippy::print_stdout, reason = "which case catches which fault is worth reading")]

use conformance::vectors::{
    Comparison, Family, Format, MANIFEST, Plan, Request, Set, Vector, VectorError, plans, proof,
};
use conformance::{Dump, Settings, Verdict, compare};
use engine::bounds::Form;
use engine::run::{chunkwise, recurrent};
use engine::{Dims, Head, Inputs, System};
use exact::Rational;
use std::collections::BTreeMap;

fn request(system: System, format: Format, families: &[Family], max_tokens: usize) -> Request {
    Request { system, format, seed: 0, families: families.to_vec(), max_tokens }
}

fn vectors(system: System, format: Format, families: &[Family], max_tokens: usize) -> Vec<Vector> {
    let plans = plans(&request(system, format, families, max_tokens));
    plans.iter().map(|p| p.vector().expect("a vector")).collect()
}

type Results = (Vec<f64>, Vec<f64>);

/// Puts the runs of all heads together.
fn assembled(inputs: &Inputs<f64>, mut run: impl FnMut(Head) -> Results) -> Results {
    let Dims { batch, tokens, value_heads, v, .. } = inputs.dims;
    let mut outputs = vec![0.0; batch * tokens * value_heads * v];
    let mut state = Vec::new();
    for at in inputs.all_heads() {
        let (o, ht) = run(at);
        let (batch, range) = inputs.tokens_of(at.sequence);
        for (t, row) in range.zip(o.chunks_exact(v)) {
            let start = ((batch * tokens + t) * value_heads + at.head) * v;
            outputs[start..start + v].copy_from_slice(row);
        }
        state.extend(ht);
    }
    (outputs, state)
}

/// The engine in `f32`, token by token or in chunks; outputs rounded to the format.
fn engine_kernel(vector: &Vector, format: Format, chunk: Option<usize>) -> Results {
    let dump = vector.dump();
    let inputs = dump.prepared(|x| *x as f32).factors();
    let wide = |x: &f32| f64::from(*x);
    assembled(&dump.inputs, |at| {
        let (program, initial) = (inputs.program(at), inputs.initial(at));
        let run = match chunk {
            None => recurrent(&program, &initial),
            Some(n) => chunkwise(&program, &initial, n).expect("a chunkwise form"),
        };
        let outputs = run.outputs.iter().map(|x| format.nearest(wide(x))).collect();
        (outputs, run.state.iter().map(wide).collect())
    })
}

#[test]
fn correct_kernels_pass_for_every_system() {
    for &system in System::ALL {
        for format in [Format::F32, Format::Bf16] {
            for vector in vectors(system, format, &[], 70) {
                for chunk in [None, Some(16), Some(64)] {
                    let (o, ht) = engine_kernel(&vector, format, chunk);
                    let (id, name) = (&vector.plan().id, system.spec().name);
                    assert!(vector.accepts(&o, &ht), "{name} {id} {} in chunks of {chunk:?}", format.name());
                    if vector.comparison() == Comparison::Equal {
                        assert_eq!((o.as_slice(), ht.as_slice()), (vector.outputs(), vector.state()), "{id}");
                    }
                }
            }
        }
    }
}

#[test]
fn probes_are_not_trivial() {
    for &system in System::ALL {
        for format in Format::ALL {
            for vector in vectors(system, *format, &[Family::Exact], 70) {
                let id = &vector.plan().id;
                assert!(vector.needed_bits().expect("a proof") <= format.significant_bits(), "{id}");
                let busy = |x: &[f64]| x.iter().filter(|x| **x != 0.0).count() as f64 / x.len() as f64;
                // Of a sparse query's outputs and of a state with few writes, most may be zero, but not all.
                let share = busy(vector.outputs());
                let name = system.spec().name;
                assert!(
                    share > 0.1 || vector.plan().dims.tokens == 1,
                    "{name} {id} {}: {share}",
                    format.name()
                );
            }
        }
    }
}

#[test]
fn what_is_written_is_what_was_computed() {
    for system in [System::Kda, System::Mdn, System::Ckda, System::DeltaProduct, System::DeltaNet] {
        for format in [Format::F16, Format::F64] {
            let folder = tempfile::tempdir().unwrap();
            let request = request(system, format, &[], 40);
            let plans = plans(&request);
            let mut set = Set::begin(folder.path(), request, &plans, false).unwrap();
            for plan in &plans {
                let vector = plan.vector().unwrap();
                set.write(&vector).unwrap();
                let path = folder.path().join(plan.file());
                let dump = Dump::open(path, Settings::default()).unwrap();
                assert_eq!(dump.prepared(|x| *x), vector.dump().prepared(|x| *x), "{}", plan.id);
                assert_eq!(dump.cases[0].outputs.as_deref(), Some(vector.outputs()), "{}", plan.id);
                assert_eq!(dump.cases[0].state.as_deref(), Some(vector.state()), "{}", plan.id);
                let report = compare(&dump, Form::COMMON, &|_| {});
                assert_eq!(report.verdict, Verdict::Rounding, "{} of the reference itself", plan.id);
            }
            set.finish().unwrap();
        }
    }
}

/// The exact results of a probe, in rationals.
fn rational(vector: &Vector) -> (Vec<Rational>, Vec<Rational>) {
    let dump = vector.dump();
    let factors = dump.inputs.factors().map(|x| Rational::from_f64(*x).expect("a number"));
    let (mut o, mut ht) = (Vec::new(), Vec::new());
    for at in factors.all_heads() {
        let run = recurrent(&factors.program(at), &factors.initial(at));
        o.extend(run.outputs);
        ht.extend(run.state);
    }
    (o, ht)
}

#[test]
fn the_reference_of_a_probe_is_exact() {
    for system in [System::Kda, System::Mdn, System::Rwkv7] {
        for vector in vectors(system, Format::Bf16, &[Family::Exact], 16) {
            let (o, ht) = rational(&vector);
            let of = |x: &[f64]| x.iter().map(|x| Rational::from_f64(*x).unwrap()).collect::<Vec<_>>();
            assert_eq!((of(vector.outputs()), of(vector.state())), (o, ht), "{}", vector.plan().id);
        }
    }
}

#[test]
fn a_run_that_is_not_exact_has_no_proof() {
    let vector = &vectors(System::Kda, Format::F32, &[Family::Exact], 16)[1];
    let mut inputs = vector.dump().inputs.factors();
    assert!(proof::need(&inputs).within(24, -126));
    // A value with as many bits as the format has: its sums with others need more.
    inputs.replace("v", |e, x| if e == 7 { f64::from(1.0_f32 / 3.0) } else { *x });
    assert!(!proof::need(&inputs).within(24, -126), "{:?}", proof::need(&inputs));
    let random = &vectors(System::Kda, Format::F32, &[Family::Random], 7)[0];
    assert!(!proof::need(&random.dump().inputs.factors()).within(24, -126));
}

#[test]
fn rounding_is_that_of_the_machine() {
    let mut bits = 0x1234_5678_9abc_def1_u64;
    for _ in 0..20_000 {
        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Exponents around those of f16 and f32, down into their subnormal numbers and up beyond their largest.
        let exponent = 1023 - 160 + (bits >> 32) % 320;
        let x = f64::from_bits((bits & 0x800f_ffff_ffff_ffff) | (exponent << 52));
        let short = f64::from_bits(x.to_bits() & !0 << 32);
        for x in [x, short] {
            let exact = Rational::from_f64(x).unwrap();
            for format in Format::ALL {
                let machine = match format {
                    Format::F32 => f64::from(x as f32),
                    Format::F64 => x,
                    // `half` looks at the upper 32 bits alone.
                    _ if x != short => continue,
                    Format::Bf16 => f64::from(half::bf16::from_f64(x)),
                    Format::F16 => f64::from(half::f16::from_f64(x)),
                };
                assert_eq!(format.round(&exact).to_bits(), machine.to_bits(), "{x:e} in {}", format.name());
                assert_eq!(format.nearest(x).to_bits(), machine.to_bits(), "{x:e} in {}", format.name());
            }
        }
    }
    // A tie goes to even, and a number just beyond the middle does not.
    let tie = Rational::from_f64(1.0 + 0.5_f64.powi(24)).unwrap();
    assert_eq!(Format::F32.round(&tie), 1.0);
    let beyond = tie + Rational::from((1, 1u128 << 100));
    assert_eq!(Format::F32.round(&beyond), 1.0 + 0.5_f64.powi(23));
}

#[test]
fn a_set_depends_on_its_seed_alone() {
    let of = |seed| {
        let request = Request { seed, ..request(System::Gdn, Format::F32, &[], 20) };
        plans(&request).iter().map(|p| p.vector().unwrap().tensors()).collect::<Vec<_>>()
    };
    assert_eq!(of(3), of(3));
    assert_ne!(of(3), of(4));
}

#[test]
fn foreign_files_stay() {
    let folder = tempfile::tempdir().unwrap();
    let request = request(System::Kda, Format::F32, &[Family::Corners], 1);
    let plans = plans(&request);
    let write = |force| -> Result<(), VectorError> {
        let mut set = Set::begin(folder.path(), request.clone(), &plans, force)?;
        plans.iter().try_for_each(|p| set.write(&p.vector()?))?;
        set.finish().map(drop)
    };
    std::fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    write(false).unwrap();
    write(false).expect("an earlier set is replaced");
    assert_eq!(std::fs::read_to_string(folder.path().join("notes.txt")).unwrap(), "mine");
    for name in [plans[0].file(), MANIFEST.to_owned()] {
        std::fs::write(folder.path().join(&name), "{}").unwrap();
        assert!(matches!(write(false), Err(VectorError::Foreign { .. })), "{name}");
        assert_eq!(std::fs::read_to_string(folder.path().join(&name)).unwrap(), "{}");
        write(true).unwrap();
    }
}

/// How the test's own kernel of KDA runs.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Run {
    Recurrent,
    Chunk(usize),
    Inverse(usize),
}

/// KDA in `f32`, with sums in random order and grouping, operands of products rounded, and a fault.
struct Kernel {
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
    fn right(run: Run, operands: Format, outputs: Format, shuffle: u64) -> Self {
        Self { run, operands, outputs, shuffle, fault: "" }
    }

    fn faulty(fault: &'static str) -> Self {
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
    fn results(&mut self, dump: &Dump) -> Results {
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

#[test]
fn probes_are_bit_exact_in_every_order_and_form() {
    for system in [System::Kda, System::Ckda] {
        for format in [Format::Bf16, Format::F16, Format::F32] {
            for vector in vectors(system, format, &[Family::Exact], 70) {
                let dump = vector.dump();
                for run in [Run::Recurrent, Run::Chunk(5), Run::Chunk(64), Run::Inverse(16), Run::Inverse(70)]
                {
                    for shuffle in [0, 1, 2] {
                        let (o, ht) = Kernel::right(run, format, format, shuffle).results(&dump);
                        let id = &vector.plan().id;
                        assert_eq!(o, vector.outputs(), "{id} {} {run:?} {shuffle}", format.name());
                        assert_eq!(ht, vector.state(), "{id} {} {run:?} {shuffle}", format.name());
                    }
                }
            }
        }
    }
}

#[test]
fn corners_and_random_cases_accept_every_order_and_form() {
    for vector in vectors(System::Kda, Format::F32, &[Family::Corners, Family::Random], 130) {
        let dump = vector.dump();
        for run in [Run::Recurrent, Run::Chunk(16), Run::Inverse(64)] {
            for shuffle in [0, 1] {
                let (o, ht) = Kernel::right(run, Format::F32, Format::F32, shuffle).results(&dump);
                assert!(vector.accepts(&o, &ht), "{} {run:?} {shuffle}", vector.plan().id);
            }
        }
    }
}

/// Whether a kernel with a fault fails a case, or the pair that it belongs to.
fn fails(vector: &Vector, all: &[Vector], fault: &'static str) -> bool {
    let results = |v: &Vector| Kernel::faulty(fault).results(&v.dump());
    let (o, ht) = results(vector);
    let pair = vector.plan().pair.as_ref().is_some_and(|pair| {
        let other = all.iter().find(|v| v.plan().id == pair.with).expect("the other case of a pair");
        let d = vector.plan().dims;
        let same = pair.identical_tokens * d.value_heads * d.v;
        results(other).0[..same] != o[..same]
    });
    pair || !vector.accepts(&o, &ht)
}

fn every_fault_is_caught_by_its_case(vectors: &[Vector]) {
    for vector in vectors {
        let Plan { id, catches, .. } = vector.plan();
        assert!(!fails(vector, vectors, ""), "{id}: a right kernel fails");
        for fault in catches {
            assert!(fails(vector, vectors, fault.name), "{id} does not catch {}", fault.name);
        }
    }
    let mut caught: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for fault in vectors.iter().flat_map(|v| &v.plan().catches) {
        caught.entry(fault.name).or_insert_with(|| {
            let by = vectors.iter().filter(|v| fails(v, vectors, fault.name));
            by.map(|v| v.plan().id.as_str()).collect()
        });
    }
    for (fault, by) in caught {
        println!("{fault}: {} cases, {}", by.len(), by.join(" "));
    }
}

#[test]
fn every_case_of_kda_catches_its_faults() {
    every_fault_is_caught_by_its_case(&vectors(System::Kda, Format::F32, &[], 512));
}

#[test]
fn every_case_of_complex_kda_catches_its_faults() {
    every_fault_is_caught_by_its_case(&vectors(System::Ckda, Format::F32, &[Family::Corners], 70));
}

#[test]
fn long_probes_are_exact_and_catch_what_comes_late() {
    let all = vectors(System::Kda, Format::F32, &[Family::Exact], 4096);
    let long: Vec<Vector> = all.into_iter().filter(|v| v.plan().dims.tokens == 4096).collect();
    assert_eq!(long.len(), 2);
    every_fault_is_caught_by_its_case(&long);
}

#[test]
fn a_doubled_write_gate_is_caught() {
    let all = vectors(System::Gdn2, Format::F32, &[Family::Corners], 70);
    let vector = all.iter().find(|v| v.plan().catches[0].name == "write-doubled").expect("its corner");
    let mut inputs = vector.dump().inputs.map(|x| *x as f32).factors();
    inputs.replace("w", |_, w| 2.0 * w);
    let run = recurrent(
        &inputs.program(Head { sequence: 0, head: 0 }),
        &inputs.initial(Head { sequence: 0, head: 0 }),
    );
    let wide = |x: Vec<f32>| x.into_iter().map(f64::from).collect::<Vec<_>>();
    assert!(!vector.accepts(&wide(run.outputs), &wide(run.state)));
}

#[test]
fn a_gate_for_each_part_is_caught() {
    let all = vectors(System::DeltaProduct, Format::F32, &[Family::Corners], 70);
    let vector = all.iter().find(|v| v.plan().catches[0].name == "gate-for-each-part").expect("its corner");
    let inputs = vector.dump().inputs.map(|x| *x as f32).factors();
    let at = Head { sequence: 0, head: 0 };
    let mut program = inputs.program(at);
    for token in &mut program.tokens {
        let carry = token.steps[0].carry.clone();
        for step in &mut token.steps[1..] {
            *step = engine::Step::erase_carried(
                carry.clone(),
                step.updates[0].write.clone(),
                &step.updates[0].erase,
                step.updates[0].value.clone(),
            );
        }
    }
    let run = recurrent(&program, &inputs.initial(at));
    let wide = |x: Vec<f32>| x.into_iter().map(f64::from).collect::<Vec<_>>();
    assert!(!vector.accepts(&wide(run.outputs), &wide(run.state)));
}
