//! Conformance vectors: correct kernels pass whatever their order of summation, and each planted fault is caught by the case that is there for it.

#![expect(
    clippy::needless_range_loop,
    clippy::ptr_arg,
    reason = "kernels are written as kernels are, with indices"
)]
#![expect(clippy::print_stdout, reason = "which case catches which fault is worth reading")]

mod corners;
mod kernel;
mod probes;
mod sets;

use conformance::vectors::{Comparison, Family, Format, Plan, Request, Vector, plans};
use engine::run::{chunkwise, recurrent};
use engine::{Dims, Head, Inputs, System};
use kernel::Kernel;
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
