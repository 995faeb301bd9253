//! `compare` and `run`, as a kernel author meets them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tensors::{Tensor, TensorFile, write_safetensors};

fn golden(name: &str) -> String {
    format!("{}/tests/data/golden/{name}.safetensors", env!("CARGO_MANIFEST_DIR"))
}

fn eigenclaim(arguments: &[&str]) -> Output {
    match Command::new(env!("CARGO_BIN_EXE_eigenclaim")).args(arguments).output() {
        Ok(output) => output,
        Err(error) => panic!("the command line cannot be run: {error}"),
    }
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or(-1)
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A golden file with some tensors replaced, under a new name in `folder`.
fn altered(folder: &Path, name: &str, change: impl Fn(&str, &[usize], &mut Vec<f64>)) -> PathBuf {
    let file = TensorFile::open(golden(name)).expect("a golden file");
    let tensors: Vec<(String, Tensor)> = file
        .names()
        .into_iter()
        .map(|n| {
            let tensor = file.read(n).expect("a tensor");
            let mut data = tensor.to_f64().expect("numbers");
            change(n, tensor.shape(), &mut data);
            (n.to_owned(), Tensor::new(tensor.shape().to_vec(), data).expect("the same shape"))
        })
        .collect();
    let path = folder.join("altered.safetensors");
    write_safetensors(&path, &tensors, file.metadata()).expect("a file is written");
    path
}

#[test]
fn the_public_reference_is_off_by_rounding() {
    let output = eigenclaim(&["compare", &golden("kda_B1H2T7K4V3"), "--system", "kda"]);
    assert_eq!(code(&output), 0, "{}{}", out(&output), err(&output));
    assert!(out(&output).contains("rounding: every difference is within"), "{}", out(&output));
    assert!(out(&output).contains("grad_beta"), "{}", out(&output));
}

#[test]
fn a_slip_is_a_bug_with_a_name_and_a_place() {
    let output =
        eigenclaim(&["compare", &golden("comba_B1H2T7K4V3"), "--system", "comba", "--layout", "BTHD"]);
    assert_eq!(code(&output), 1);
    assert!(out(&output).contains("explained by erase-after-decay"), "{}", out(&output));
    assert!(out(&output).contains("o first wrong: token 1, head 0"), "{}", out(&output));
}

#[test]
fn the_report_is_json_on_request() {
    let output = eigenclaim(&["compare", &golden("gdn_B1H2T7K4V3"), "--system", "gdn", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["verdict"], "rounding");
    assert_eq!(report["runs"][0]["tensors"][0]["name"], "o");
    assert!(report["runs"][0]["tensors"][0]["worst"]["allowed"].as_f64().is_some_and(|x| x > 0.0));
}

#[test]
fn one_wrong_entry_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = altered(folder.path(), "gdn2_B1H2T7K4V3", |name, _, data| {
        if name == "ht" {
            data[5] += 1e-9;
        }
    });
    let output = eigenclaim(&["compare", &path.display().to_string(), "--system", "gdn2"]);
    assert_eq!(code(&output), 1);
    assert!(
        out(&output).contains("ht first wrong: final state, head 0, row 1, channel 2"),
        "{}",
        out(&output)
    );
    assert!(out(&output).contains("none of the known slips explains the numbers"), "{}", out(&output));
}

#[test]
fn a_gradient_that_lacks_a_factor_is_a_bug() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = altered(folder.path(), "kda_B1H2T7K4V3", |name, _, data| {
        if name == "grad_g" {
            data.iter_mut().for_each(|x| *x *= std::f64::consts::LN_2);
        }
    });
    let output = eigenclaim(&["compare", &path.display().to_string(), "--system", "kda"]);
    assert_eq!(code(&output), 1);
    assert!(out(&output).contains("grad_g first wrong"), "{}", out(&output));
}

#[test]
fn a_result_that_is_not_a_number_is_a_bug_and_an_input_that_is_not_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let spoil = |tensor: &'static str| {
        altered(folder.path(), "gla_B1H2T7K4V3", move |name, _, data| {
            if name == tensor {
                data[4] = f64::NAN;
            }
        })
    };
    let path = spoil("o").display().to_string();
    let output = eigenclaim(&["compare", &path, "--system", "gla"]);
    assert_eq!(code(&output), 1, "{}{}", out(&output), err(&output));
    assert!(out(&output).contains("1 outputs are NaN or infinite"), "{}", out(&output));
    let path = spoil("k").display().to_string();
    let output = eigenclaim(&["compare", &path, "--system", "gla"]);
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("tensor `k` has NaN at [0, 0, 1, 0]"), "{}", err(&output));
}

#[test]
fn what_is_not_certain_is_asked_for() {
    let output = eigenclaim(&["compare", &golden("kda_B1H2T7K4V3")]);
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("give --system"), "{}", err(&output));
    let output = eigenclaim(&["compare", &golden("kda_B1H2T7K4V3"), "--system", "kada"]);
    assert_eq!(code(&output), 2);
    let output = eigenclaim(&["compare", &golden("kda_B1H2T7K4V3"), "--system", "mdn"]);
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("--map"), "{}", err(&output));
    let output = eigenclaim(&["compare", "no-such-file.safetensors", "--system", "kda"]);
    assert_eq!(code(&output), 2);
}

#[test]
fn the_engines_own_results_compare_as_rounding() {
    let folder = tempfile::tempdir().expect("a folder");
    let results = folder.path().join("results.safetensors").display().to_string();
    let inputs = golden("rwkv7_B1H2T7K4V3");
    let output = eigenclaim(&["run", &inputs, "--system", "rwkv7", "--out", &results, "--states"]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    let own = TensorFile::open(&results).expect("the results");
    assert_eq!(own.shape("states").expect("states"), [1, 7, 2, 4, 3]);
    let own = own.read("o").and_then(|o| Ok((o, own.read("ht")?))).expect("results");
    let (o, ht) = (own.0.to_f64().expect("numbers"), own.1.to_f64().expect("numbers"));
    let path = altered(folder.path(), "rwkv7_B1H2T7K4V3", |name, _, data| match name {
        "o_h0" => data.clone_from(&o),
        "ht_h0" => data.clone_from(&ht),
        _ => {}
    });
    let output = eigenclaim(&["compare", &path.display().to_string(), "--system", "rwkv7"]);
    assert_eq!(code(&output), 0, "{}", out(&output));
}

#[test]
fn generated_inputs_come_with_results_that_compare_accepts() {
    let folder = tempfile::tempdir().expect("a folder");
    let case = |name: &str| folder.path().join(name).display().to_string();
    let run = |system: &str, sizes: &str, seed: &str, out: &str| {
        eigenclaim(&[
            "run",
            "--system",
            system,
            "--generate",
            sizes,
            "--seed",
            seed,
            "--dtype",
            "f32",
            "--out",
            out,
        ])
    };
    for system in ["kda", "gdn2", "mdn", "delta_product", "rwkv7"] {
        let file = case(&format!("{system}.safetensors"));
        let output = run(system, "T=9,H=1,HV=2,K=5,V=3", "1", &file);
        assert_eq!(code(&output), 0, "{system}: {}", err(&output));
        let output = eigenclaim(&["compare", &file]);
        assert_eq!(code(&output), 0, "{system}: {}", out(&output));
    }
    let (again, other) = (case("again.safetensors"), case("other.safetensors"));
    for (seed, file) in [("1", &again), ("2", &other)] {
        assert_eq!(code(&run("kda", "T=9,H=1,HV=2,K=5,V=3", seed, file)), 0);
    }
    let bytes = |file: &str| std::fs::read(file).expect("a file");
    assert_eq!(bytes(&again), bytes(&case("kda.safetensors")), "the seed fixes the file");
    assert_ne!(bytes(&again), bytes(&other));
    for (sizes, says) in [
        ("T=9,K=5", "V is missing"),
        ("T=9,K=5,V=3,Q=1", "\"Q\" is not one of"),
        ("T=0,K=5,V=3", "sizes are at least 1"),
        ("T=4,K=5,V=3,H=2,HV=3", "a multiple of key heads"),
        ("T=99999999999,K=5,V=3", "2^26 entries"),
        ("T=4,K=5,V=3,T=5", "comes twice"),
    ] {
        let output = run("kda", sizes, "0", &other);
        assert_eq!(code(&output), 2, "{sizes}");
        assert!(err(&output).contains(says), "{sizes}: {}", err(&output));
    }
}

#[test]
fn the_systems_are_listed_with_their_ranges() {
    let output = eigenclaim(&["run", "--list"]);
    assert_eq!(code(&output), 0);
    assert!(out(&output).contains("kda, kimi_delta_attention"), "{}", out(&output));
    assert!(out(&output).contains("b: article (0, 1); official code (0, 1); (0, 2)"), "{}", out(&output));
}
