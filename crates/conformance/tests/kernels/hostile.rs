//! Dumps that do not fit together: each is an error that says where.

use crate::dumps::{case, dims, metadata, opened, random, tensors};
use crate::machine::{self, Order, plain};
use conformance::{Dump, DumpError, Verdict, compare};
use engine::bounds::{Arithmetic, Form};
use engine::{Inputs, System};
use std::collections::BTreeMap;
use tensors::Tensor;

struct Parts {
    tensors: BTreeMap<String, Tensor>,
    metadata: BTreeMap<String, String>,
}

impl Parts {
    fn of(inputs: &Inputs<f64>) -> Self {
        let factors = inputs.map(|x| *x as f32).factors();
        let run = |at| machine::recurrent(&factors.program(at), &factors.initial(at), Order::Forward, plain);
        let runs: Vec<_> = inputs.all_heads().into_iter().map(run).collect();
        let arithmetic = &Arithmetic::F32;
        let tensors = tensors(inputs, &case(inputs, &runs, arithmetic), arithmetic);
        Self { tensors, metadata: metadata(inputs, arithmetic) }
    }

    fn kda(k: usize, v: usize, packed: Option<&[i64]>) -> Self {
        Self::of(&random(System::Kda, dims(System::Kda, 1, 6, (1, 1), k, v), packed, &Arithmetic::F32, 9))
    }

    fn put(mut self, name: &str, tensor: Tensor) -> Self {
        self.tensors.insert(name.into(), tensor);
        self
    }

    fn without(mut self, name: &str) -> Self {
        self.tensors.remove(name);
        self.metadata.remove(name);
        self
    }

    fn set(mut self, key: &str, value: &str) -> Self {
        self.metadata.insert(key.into(), value.into());
        self
    }

    fn numbers(&self, name: &str) -> (Vec<usize>, Vec<f32>) {
        let tensor = &self.tensors[name];
        (tensor.shape().to_vec(), tensor.to_f64().expect("numbers").iter().map(|x| *x as f32).collect())
    }

    fn changed(self, name: &str, at: usize, value: f32) -> Self {
        let (shape, mut numbers) = self.numbers(name);
        numbers[at] = value;
        self.put(name, Tensor::new(shape, numbers).expect("a tensor"))
    }

    fn open(self) -> Result<Dump, DumpError> {
        opened(self.tensors, &self.metadata)
    }

    fn refused(self) -> String {
        match self.open() {
            Ok(_) => panic!("the dump was accepted"),
            Err(error) => error.to_string(),
        }
    }
}

fn says(message: &str, parts: &[&str]) {
    for part in parts {
        assert!(message.contains(part), "{message:?} does not say {part:?}");
    }
}

#[test]
fn an_input_that_is_no_number_is_named_with_its_place() {
    for bad in [f32::NAN, f32::INFINITY] {
        // Token 2, channel 1 of [1, 6, 1, 4].
        let message = Parts::kda(4, 3, None).changed("k", 9, bad).refused();
        says(&message, &["`k`", "[0, 2, 0, 1]", &bad.to_string()]);
        says(&Parts::kda(4, 3, None).changed("h0", 3, bad).refused(), &["`h0`", "[0, 0, 1, 0]"]);
    }
}

#[test]
fn an_output_that_is_no_number_is_a_bug_and_not_an_error() {
    for bad in [f32::NAN, f32::NEG_INFINITY] {
        for name in ["o", "ht"] {
            let dump = Parts::kda(4, 3, None).changed(name, 5, bad).open().expect("a dump");
            let report = compare(&dump, &[Form::Recurrent], &|_| {});
            assert_eq!(report.verdict, Verdict::Bug, "{name} {bad}");
            assert!(report.runs[0].diagnosis.explained_by.is_empty());
        }
    }
}

#[test]
fn a_tensor_of_another_shape_is_named_with_both() {
    let short = |shape: Vec<usize>| {
        Tensor::new(shape.clone(), vec![0.5_f32; shape.iter().product()]).expect("a tensor")
    };
    says(
        &Parts::kda(4, 3, None).put("k", short(vec![1, 6, 1, 5])).refused(),
        &["`k`", "[1, 6, 1, 5]", "(1, 6, 1, 4)"],
    );
    says(&Parts::kda(4, 3, None).put("o", short(vec![1, 5, 1, 3])).refused(), &["`o`", "[1, 5, 1, 3]"]);
    says(
        &Parts::kda(4, 3, None).put("h0", short(vec![1, 1, 3, 4])).refused(),
        &["`h0`", "[1, 1, 3, 4]", "[1, 1, 4, 3]"],
    );
    says(&Parts::kda(4, 3, None).put("q", short(vec![6])).refused(), &["`q`", "[6]"]);
    says(&Parts::kda(4, 3, None).put("beta", short(vec![6, 1])).refused(), &["`beta`", "[6, 1]"]);
    // A gate of one number where the system has one for each channel.
    says(&Parts::kda(4, 3, None).put("g", short(vec![1, 6, 1])).refused(), &["`g`", "[1, 6, 1]"]);
    // Value heads that are no multiple of the key heads.
    says(
        &Parts::kda(4, 3, None).put("q", short(vec![1, 6, 2, 4])).refused(),
        &["1 value heads", "2 key heads"],
    );
}

#[test]
fn an_unknown_system_or_setting_is_named() {
    says(&Parts::kda(4, 3, None).set("system", "mamba9").refused(), &["`system`", "mamba9"]);
    says(&Parts::kda(4, 3, None).without("system").refused(), &["`system`", "--system"]);
    for key in ["dtype_of_arithmetic", "layout", "state_layout", "gate", "beta", "qk_l2norm", "scale"] {
        says(&Parts::kda(4, 3, None).set(key, "sideways").refused(), &[&format!("`{key}`"), "sideways"]);
    }
}

#[test]
fn a_missing_tensor_is_named() {
    for name in ["q", "k", "v", "g", "beta"] {
        says(&Parts::kda(4, 3, None).without(name).refused(), &[&format!("`{name}`")]);
    }
}

#[test]
fn boundaries_that_go_back_or_do_not_fit_are_refused() {
    let ends = |ends: &[i64]| Tensor::new(vec![ends.len()], ends.to_vec()).expect("a tensor");
    let packed = || Parts::kda(4, 3, Some(&[0, 2, 6]));
    packed().open().expect("a dump");
    says(&packed().put("cu_seqlens", ends(&[0, 4, 2, 6])).refused(), &["cu_seqlens", "goes back"]);
    says(&packed().put("cu_seqlens", ends(&[0, 2, 5])).refused(), &["cu_seqlens", "6"]);
    says(&packed().put("cu_seqlens", ends(&[1, 6])).refused(), &["cu_seqlens", "0"]);
    says(&packed().put("cu_seqlens", ends(&[0, -2, 6])).refused(), &["cu_seqlens"]);
    says(&packed().put("cu_seqlens", ends(&[])).refused(), &["cu_seqlens"]);
    // Two states for three sequences.
    says(
        &packed().put("cu_seqlens", ends(&[0, 2, 4, 6])).refused(),
        &["`h0`", "[2, 1, 4, 3]", "[3, 1, 4, 3]"],
    );
    let floats = Tensor::new(vec![3], vec![0.0_f32, 2.0, 6.0]).expect("a tensor");
    says(&packed().put("cu_seqlens", floats).refused(), &["`cu_seqlens`"]);
}

#[test]
fn integers_are_no_queries() {
    let integers = Tensor::new(vec![1, 6, 1, 4], vec![1_i64; 24]).expect("a tensor");
    says(&Parts::kda(4, 3, None).put("q", integers).refused(), &["`q`"]);
}

#[test]
fn square_states_need_their_layout() {
    says(
        &Parts::kda(4, 4, None).without("state_layout").refused(),
        &["`state_layout`", "4 × 4", "--state-layout"],
    );
    Parts::kda(4, 3, None).without("state_layout").open().expect("4 × 3 tells the axes apart");
}

#[test]
fn extents_of_zero_are_an_error_or_an_empty_run() {
    let open = |b: usize, t: usize, h: usize, k: usize, v: usize| {
        let put = |shape: Vec<usize>| {
            Tensor::new(shape.clone(), vec![0.5_f32; shape.iter().product()]).expect("a tensor")
        };
        let mut parts = Parts::kda(4, 3, None).without("h0");
        for name in ["q", "k", "g"] {
            parts = parts.put(name, put(vec![b, t, h, k]));
        }
        for name in ["v", "o"] {
            parts = parts.put(name, put(vec![b, t, h, v]));
        }
        parts.put("beta", put(vec![b, t, h])).put("ht", put(vec![b, h, k, v]))
    };
    says(&open(1, 3, 0, 4, 3).refused(), &["0 value heads"]);
    says(&open(1, 3, 1, 0, 3).refused(), &["`q`", "at least one channel"]);
    says(&open(1, 3, 1, 4, 0).refused(), &["`v`", "at least one channel"]);
    let verdict = |parts: Parts| compare(&parts.open().expect("a dump"), Form::COMMON, &|_| {}).verdict;
    assert_eq!(verdict(open(0, 3, 1, 4, 3)), Verdict::Rounding, "no batch entry, no difference");
    // Without a token the final state is the initial one, 0, and not 1/2.
    assert_eq!(verdict(open(1, 0, 1, 4, 3)), Verdict::Bug);
}

#[test]
fn a_system_without_gates_needs_none_and_one_with_gates_can_go_without() {
    // gate = none: every factor is 1, for one number a head as for one each channel.
    for system in [System::Gla, System::Gdn, System::Kda] {
        let inputs = random(system, dims(system, 1, 6, (1, 2), 4, 3), None, &Arithmetic::F32, 9);
        let log = system.spec().inputs.iter().find_map(|i| i.log).expect("gated");
        let mut ungated = inputs;
        ungated.replace(log, |_, _| 0.0);
        let dump = Parts::of(&ungated).without(log).set("gate", "none").open().expect("a dump");
        assert_eq!(compare(&dump, &[Form::Recurrent], &|_| {}).verdict, Verdict::Rounding, "{system:?}");
    }
}
