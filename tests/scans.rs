//! `compare` and `run` for the systems with tensors of their own.

use std::path::Path;
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

/// The exit code, and all that was said.
fn said(output: &Output) -> (i32, String) {
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&text).into_owned())
}

/// A file with some tensors replaced (or, without entries, left out) and some metadata added.
fn altered(
    path: &str,
    out: &Path,
    metadata: &[(&str, &str)],
    change: impl Fn(&str, &mut Vec<f64>),
) -> String {
    let file = TensorFile::open(path).expect("a file");
    let mut tensors = Vec::new();
    for name in file.names() {
        let tensor = file.read(name).expect("a tensor");
        let mut data = tensor.to_f64().expect("numbers");
        change(name, &mut data);
        if data.len() == tensor.len() {
            let tensor = Tensor::new(tensor.shape().to_vec(), data).expect("the same shape");
            tensors.push((name.to_owned(), tensor));
        }
    }
    let mut all = file.metadata().clone();
    all.extend(metadata.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())));
    write_safetensors(out, &tensors, &all).expect("a file is written");
    out.display().to_string()
}

#[test]
fn the_public_references_are_off_by_rounding_and_a_slip_has_a_name() {
    let folder = tempfile::tempdir().expect("a folder");
    for (file, system) in [
        ("mamba1_B2D3T11N4", "mamba1"),
        ("mamba2_B2T19H4P3G2N5", "mamba2"),
        ("mamba3_siso_B1T13H2P4N8R3", "mamba3"),
        ("cyfa_B1H2T7K4V3", "cyfa"),
    ] {
        let (code, text) = said(&eigenclaim(&["compare", &golden(file), "--system", system]));
        assert_eq!(code, 0, "{system}: {text}");
        assert!(text.contains("rounding: every difference is within"), "{text}");
    }
    // Without D, what is there is what a kernel gives that forgets it.
    let path = altered(&golden("mamba1_B2D3T11N4"), &folder.path().join("d"), &[], |name, data| {
        if name == "D" {
            data.iter_mut().for_each(|x| *x = 0.0);
        }
    });
    let results = folder.path().join("results").display().to_string();
    let (code, text) = said(&eigenclaim(&["run", &path, "--system", "mamba1", "--out", &results]));
    assert_eq!(code, 0, "{text}");
    let y = TensorFile::open(&results).and_then(|f| f.read("y")).expect("outputs").to_f64().expect("numbers");
    let path = altered(&golden("mamba1_B2D3T11N4"), &folder.path().join("y"), &[], |name, data| {
        if name == "y" {
            data.clone_from(&y);
        }
    });
    let (code, text) = said(&eigenclaim(&["compare", &path, "--system", "mamba1"]));
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("explained by skip-missing: the kernel does not add D times the input"), "{text}");
}

#[test]
fn generated_inputs_come_with_results_that_compare_accepts() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("case").display().to_string();
    for (system, sizes) in [
        ("mamba1", "T=9,D=3,N=4"),
        ("mamba2", "T=9,H=4,P=3,N=4,G=2"),
        ("mamba3", "T=9,H=2,P=3,N=5,R=2"),
        ("linoss_imex", "T=9,F=3,P=4"),
        ("d-linoss-ex", "T=9,F=3,P=4"),
        ("cyfa", "T=9,H=2,K=4,V=3,C=5"),
    ] {
        let run = ["run", "--system", system, "--generate", sizes, "--dtype", "f32", "--out", &file];
        let (code, text) = said(&eigenclaim(&run));
        assert_eq!(code, 0, "{system}: {text}");
        let (code, text) = said(&eigenclaim(&["compare", &file]));
        assert_eq!(code, 0, "{system}: {text}");
    }
    for (system, sizes, says) in [
        ("mamba2", "T=9,P=3,N=4,H=3,G=2", "G = 2 does not divide H = 3"),
        ("mamba2", "T=9,P=3,H=3", "N is missing"),
        ("cyfa", "T=9,K=4,V=3,C=4", "the number is odd"),
        ("mamba1", "T=9,D=3,N=4,Q=2", "has no axis Q"),
        ("mamba1", "T=99999999999,D=3,N=4", "2^26 entries"),
    ] {
        let run = ["run", "--system", system, "--generate", sizes, "--out", &file];
        let (code, text) = said(&eigenclaim(&run));
        assert!(code == 2 && text.contains(says), "{system} {sizes}: {text}");
    }
}

#[test]
fn states_after_every_token_end_in_the_final_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("states").display().to_string();
    for (file, system, names) in [
        ("mamba2_B2T19H4P3G2N5", "mamba2", &[("states", "ht", [2, 19, 4, 3, 5].as_slice())][..]),
        (
            "cyfa_B1H2T7K4V3",
            "cyfa",
            &[("states_hk", "hk", &[1, 7, 2, 4, 8]), ("states_lambda", "lambda", &[1, 7, 2])],
        ),
    ] {
        let (code, text) =
            said(&eigenclaim(&["run", &golden(file), "--system", system, "--states", "--out", &out]));
        assert!(code == 0 && text.contains(names[0].0), "{text}");
        let file = TensorFile::open(&out).expect("a file");
        for (states, end, shape) in names {
            let (states, end) = (file.read(states).expect("states"), file.read(end).expect("a state"));
            assert_eq!(states.shape(), *shape);
            let [batch, tokens] = [shape[0], shape[1]];
            let (all, end) = (states.to_f64().expect("numbers"), end.to_f64().expect("numbers"));
            let width = end.len() / batch;
            for b in 0..batch {
                let last = &all[((b * tokens) + tokens - 1) * width..][..width];
                for (a, e) in last.iter().zip(&end[b * width..]) {
                    // The final ones come from balls, and are rounded once.
                    assert!((a - e).abs() <= 64.0 * f64::EPSILON * e.abs().max(1.0), "{system}: {a}, {e}");
                }
            }
        }
    }
}

#[test]
fn what_does_not_fit_is_an_error_that_names_the_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("file");
    let golden = golden("mamba2_B2T19H4P3G2N5");
    let without = altered(&golden, &out, &[("system", "mamba2"), ("gates", "softplus")], |name, data| {
        if name == "C" {
            data.clear();
        }
    });
    let (code, text) = said(&eigenclaim(&["compare", &without]));
    assert!(code == 2 && text.contains("there is no tensor `C`"), "{text}");
    let spoilt = altered(&golden, &out, &[("system", "mamba2")], |name, data| {
        if name == "dt" {
            data[5] = f64::INFINITY;
        }
    });
    let (code, text) = said(&eigenclaim(&["compare", &spoilt]));
    assert!(code == 2 && text.contains("tensor `dt` has inf at [0, 1, 1]"), "{text}");
    let (code, text) = said(&eigenclaim(&["compare", &golden, "--system", "mamba2", "--map", "dt=x"]));
    assert!(
        code == 2 && text.contains("tensor `x` has shape [2, 19, 4, 3]; needed: [B = 2, T = 19, H = 4]"),
        "{text}"
    );
    let (code, text) =
        said(&eigenclaim(&["compare", &golden, "--system", "mamba2", "--arithmetic", "bf16_dot_f32_state"]));
    assert!(code == 0 && text.contains("mamba2, bf16_dot_f32_state"), "{text}");
    // A key that is nearly one of the format's is said to be ignored.
    let misspelt = altered(&golden, &out, &[("system", "mamba2"), ("gates", "softplus")], |_, _| {});
    let (code, text) = said(&eigenclaim(&["compare", &misspelt]));
    assert!(
        code == 0 && text.contains("note: the metadata's `gates` is ignored; is `gate` meant?"),
        "{text}"
    );
    let (_, text) = said(&eigenclaim(&["run", "--list"]));
    assert!(text.contains("mamba3\n") && text.contains("Angles [BTHR]"), "{text}");
}
