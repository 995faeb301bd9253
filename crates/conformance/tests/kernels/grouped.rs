//! Gates and strengths that a file has once for each key head.

use crate::dumps::{Random, case, dims, metadata, opened, random, tensors};
use crate::machine::{self, Order, plain};
use conformance::{Dump, DumpError, Verdict, compare};
use engine::bounds::{Arithmetic, Form};
use engine::run::{Cotangents, Run, gradient};
use engine::{Head, Inputs, System};
use std::collections::BTreeMap;
use tensors::Tensor;

const GROUP: usize = 2;
const KEY_HEADS: usize = 2;
const HEADS: usize = KEY_HEADS * GROUP;
const TOKENS: usize = 12;

/// The systems, with what their files have once for each key head.
const SHARED: &[(System, &[&str])] = &[
    (System::Gdn2, &["b"]),
    (System::Rwkv7, &["a"]),
    (System::Dplr, &["a", "b"]),
    (System::Iplr, &["a", "b"]),
    (System::Kda, &["beta"]),
    (System::Gdn, &["g", "beta"]),
];

/// Each row of `tensor` is that of the value head `from` of its own; tensors of `HEADS` rows for each token.
fn rows(tensor: &[f64], from: impl Fn(usize) -> usize) -> Vec<f64> {
    let width = tensor.len() / (TOKENS * HEADS);
    let row = |r: usize| (r / HEADS * HEADS + from(r % HEADS)) * width;
    (0..TOKENS * HEADS).flat_map(|r| tensor[row(r)..row(r) + width].to_vec()).collect()
}

fn with_rows(inputs: &Inputs<f64>, names: &[&str], from: impl Fn(usize) -> usize) -> Inputs<f64> {
    let mut out = inputs.clone();
    for name in names {
        let data = rows(inputs.tensor(name).expect("given"), &from);
        out.replace(name, |i, _| data[i]);
    }
    out
}

fn by_token(inputs: &Inputs<f64>) -> Vec<Run<f32>> {
    let factors = inputs.map(|x| *x as f32).factors();
    let run =
        |at: Head| machine::recurrent(&factors.program(at), &factors.initial(at), Order::Forward, plain);
    inputs.all_heads().into_iter().map(run).collect()
}

/// The file's tensors, those of `names` with `heads` rows for each token.
fn narrowed(all: &mut BTreeMap<String, Tensor>, names: &[&str], heads: usize) {
    for name in names {
        let (shape, data) = {
            let tensor = &all[*name];
            (tensor.shape().to_vec(), tensor.to_f64().expect("numbers"))
        };
        let width = data.len() / (TOKENS * HEADS);
        let kept = |r: usize| r / heads * HEADS + r % heads * GROUP;
        let data: Vec<f32> = (0..TOKENS * heads)
            .flat_map(|r| data[kept(r) * width..(kept(r) + 1) * width].to_vec())
            .map(|x| x as f32)
            .collect();
        let mut shape = shape;
        shape[2] = heads;
        all.insert((*name).into(), Tensor::new(shape, data).expect("a shape"));
    }
}

fn shared_inputs(system: System, names: &[&str]) -> Inputs<f64> {
    let sizes = dims(system, 1, TOKENS, (KEY_HEADS, HEADS), 4, 3);
    let inputs = random(system, sizes, None, &Arithmetic::F32, 17);
    with_rows(&inputs, names, |h| h / GROUP * GROUP)
}

fn read(inputs: &Inputs<f64>, runs: &[Run<f32>], names: &[&str]) -> Dump {
    let mut all = tensors(inputs, &case(inputs, runs, &Arithmetic::F32), &Arithmetic::F32);
    narrowed(&mut all, names, KEY_HEADS);
    opened(all, &metadata(inputs, &Arithmetic::F32)).expect("a dump")
}

#[test]
fn what_comes_once_for_each_key_head_is_used_by_its_group() {
    for (system, names) in SHARED {
        let inputs = shared_inputs(*system, names);
        let judged = |kernel: &Inputs<f64>| {
            let dump = read(&inputs, &by_token(kernel), names);
            assert_eq!(dump.inputs, inputs, "{system:?}: every value head has the row of its key head");
            assert_eq!(dump.shared.len(), names.len(), "{system:?}");
            compare(&dump, Form::COMMON, &|_| {})
        };
        let right = judged(&inputs);
        assert_eq!(right.verdict, Verdict::Rounding, "{system:?}: {:?}", right.runs[0].tensors);
        assert!(
            right.notes.iter().any(|n| n.contains("one row for each of the 2 key heads")),
            "{:?}",
            right.notes
        );
        // Value heads 0, 1, 2, 3 use key heads 0, 1, 0, 1 where they should use 0, 0, 1, 1.
        let tiled = judged(&with_rows(&inputs, names, |h| h % KEY_HEADS * GROUP));
        assert_eq!(tiled.verdict, Verdict::Bug, "{system:?}");
        let found: Vec<_> = tiled.runs[0].diagnosis.explained_by.iter().map(|e| e.slip).collect();
        assert_eq!(found, ["shared-heads-tiled"], "{system:?}");
    }
}

#[test]
fn another_number_of_heads_is_refused() {
    for (system, names) in SHARED {
        let inputs = shared_inputs(*system, names);
        let mut all =
            tensors(&inputs, &case(&inputs, &by_token(&inputs), &Arithmetic::F32), &Arithmetic::F32);
        narrowed(&mut all, &names[..1], 1);
        let error = opened(all, &metadata(&inputs, &Arithmetic::F32)).expect_err("one head of two");
        assert!(matches!(&error, DumpError::Shape { name, .. } if name == names[0]), "{error}");
        let mut all =
            tensors(&inputs, &case(&inputs, &by_token(&inputs), &Arithmetic::F32), &Arithmetic::F32);
        narrowed(&mut all, &["v"], KEY_HEADS);
        opened(all, &metadata(&inputs, &Arithmetic::F32)).expect_err("values make the value heads");
    }
}

/// The gradient by what several heads use is the sum of theirs.
#[test]
fn gradients_by_shared_inputs_are_sums_over_the_group() {
    for (system, names) in SHARED.iter().filter(|(s, _)| *s != System::Gdn) {
        let inputs = shared_inputs(*system, names);
        let (factors, dims) = (inputs.factors(), inputs.dims);
        let mut rng = Random(5);
        let outputs: Vec<f32> = (0..TOKENS * HEADS * dims.v).map(|_| rng.normal() as f32).collect();
        let bars: Vec<Cotangents<f64>> = (0..HEADS)
            .map(|head| Cotangents {
                outputs: (0..TOKENS)
                    .flat_map(|t| outputs[(t * HEADS + head) * dims.v..][..dims.v].to_vec())
                    .map(f64::from)
                    .collect(),
                state: vec![0.0; inputs.rows() * dims.v],
            })
            .collect();
        let found = gradient(&factors, &bars);
        let name = names[0];
        let each = &found.tensors[name];
        let width = each.len() / (TOKENS * HEADS);
        let summed = |heads: usize| -> Vec<f32> {
            let entry = |e: usize| {
                let (row, c) = (e / width, e % width);
                let first = row / KEY_HEADS * HEADS + row % KEY_HEADS * GROUP;
                (0..heads).map(|h| each[(first + h) * width + c]).sum::<f64>() as f32
            };
            (0..TOKENS * KEY_HEADS * width).map(entry).collect()
        };
        let judged = |gradient: Vec<f32>| {
            let mut all =
                tensors(&inputs, &case(&inputs, &by_token(&inputs), &Arithmetic::F32), &Arithmetic::F32);
            narrowed(&mut all, names, KEY_HEADS);
            let shape = all[name].shape().to_vec();
            all.insert(format!("grad_{name}"), Tensor::new(shape, gradient).expect("a shape"));
            let shape = vec![1, TOKENS, HEADS, dims.v];
            all.insert("do".into(), Tensor::new(shape, outputs.clone()).expect("a shape"));
            let dump = opened(all, &metadata(&inputs, &Arithmetic::F32)).expect("a dump");
            let report = compare(&dump, &[Form::Recurrent], &|_| {});
            assert_eq!(report.gradients.len(), 1, "{:?}", report.notes);
            report.gradients[0].verdict
        };
        assert_eq!(judged(summed(GROUP)), Verdict::Rounding, "{system:?}");
        assert_eq!(judged(summed(1)), Verdict::Bug, "{system:?}: that of the first head alone");
    }
}
