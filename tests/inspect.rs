//! `inspect`, as somebody with a trained model meets it.

use std::path::Path;
use std::process::{Command, Output};

fn dump(name: &str) -> String {
    format!("{}/tests/data/dumps/{name}.safetensors", env!("CARGO_MANIFEST_DIR"))
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

#[test]
fn the_word_that_blows_the_state_up_is_named() {
    let output = eigenclaim(&["inspect", &dump("gdn2_mod5_s0_L0")]);
    let text = out(&output);
    assert!(text.contains("worst word: tokens 13–20, spectral radius in [1.0130503"), "{text}");
    assert!(text.contains("EXPANDS, repeating this word blows the state up"), "{text}");
    assert!(text.contains("0 of 512 steps rotate"), "{text}");
}

#[test]
fn several_layers_make_one_report_in_every_form() {
    let folder = tempfile::tempdir().expect("a folder");
    let layers = folder.path().join("layers");
    std::fs::create_dir(&layers).expect("a folder");
    for name in ["ckda_mod3_s0_L0", "kda_neg_parity_s1_L0"] {
        std::fs::copy(dump(name), layers.join(format!("{name}.safetensors"))).expect("copied");
    }
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (rows, page) = (path("rows.csv"), path("page.html"));
    let layers = layers.display().to_string();
    let output =
        eigenclaim(&["inspect", &layers, "--csv", &rows, "--eigenvalues", "--html", &page, "--json"]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        (&report["version"], &report["complete"], &report["undecided"]),
        (&1.into(), &true.into(), &0.into())
    );
    let names: Vec<_> =
        report["layers"].as_array().expect("layers").iter().map(|layer| &layer["name"]).collect();
    assert_eq!(names, ["ckda_mod3_s0_L0", "kda_neg_parity_s1_L0"]);
    assert_eq!(report["layers"][0]["heads"][1]["rotating"], 256);
    let rows = std::fs::read_to_string(rows).expect("rows");
    assert_eq!(rows.lines().count(), 1 + 2 * 512);
    let columns = rows.lines().next().expect("names").split(',').count();
    assert!(rows.lines().all(|line| line.split(',').count() == columns));
    let page = std::fs::read_to_string(page).expect("a page");
    assert!(page.contains("<svg") && page.contains("kda_neg_parity_s1_L0") && !page.contains("<script"));
}

#[test]
fn a_layer_is_never_overwritten_and_a_link_is_written_through() {
    let folder = tempfile::tempdir().expect("a folder");
    let layer = folder.path().join("layer.safetensors");
    std::fs::copy(dump("kda_neg_parity_s1_L0"), &layer).expect("copied");
    let before = std::fs::read(&layer).expect("a layer");
    let name = layer.display().to_string();
    for option in ["--csv", "--html"] {
        let other_spelling = folder.path().join(".").join("layer.safetensors").display().to_string();
        let output = eigenclaim(&["inspect", &name, option, &other_spelling]);
        assert_eq!(code(&output), 2, "{}", out(&output));
        assert!(err(&output).contains("would overwrite"), "{}", err(&output));
        assert!(std::fs::read(&layer).expect("a layer") == before, "the layer is as it was");
    }
    #[cfg(unix)]
    {
        let (link, page) = (folder.path().join("link.html"), folder.path().join("page.html"));
        std::fs::write(&page, "").expect("written");
        std::os::unix::fs::symlink(&page, &link).expect("a link");
        assert_eq!(code(&eigenclaim(&["inspect", &name, "--html", &link.display().to_string()])), 0);
        assert!(link.symlink_metadata().expect("a link").is_symlink());
        assert!(std::fs::read_to_string(&page).expect("a page").contains("<svg"));
    }
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let run = |jobs: &str| out(&eigenclaim(&["inspect", &dump("kda_mod3_s0_L0"), "--json", "--jobs", jobs]));
    assert_eq!(run("1"), run("2"));
}

#[test]
fn raw_activations_give_what_the_ready_gates_give() {
    let counts = |extra: &[&str]| {
        let file = dump("kda_neg_parity_s1_L0");
        let output = eigenclaim(&[&["inspect", &file, "--json", "--window", "0"], extra].concat());
        assert_eq!(code(&output), 0, "{}", err(&output));
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let heads = report["layers"][0]["heads"].as_array().expect("heads").clone();
        heads.iter().map(|head| (head["rotating"].clone(), head["negative"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(counts(&[]), counts(&["--raw", "--beta", "raw_doubled"]));
}

#[test]
fn unusable_files_are_refused_with_exit_code_2() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        path.display().to_string()
    };
    let whole = std::fs::read(dump("kda_mod3_s0_L0")).expect("a dump");
    let bad = [
        write("empty.safetensors", b""),
        write("short.safetensors", &whole[..whole.len() - 1]),
        write("noise.safetensors", b"not a tensor file at all"),
        folder.path().join("absent.safetensors").display().to_string(),
    ];
    for path in &bad {
        let output = eigenclaim(&["inspect", path]);
        assert_eq!(code(&output), 2, "{path}: {}", out(&output));
        let name = Path::new(path).file_name().and_then(|name| name.to_str()).expect("a name");
        assert!(err(&output).contains(name) && !err(&output).contains("panicked"), "{}", err(&output));
    }
    let output = eigenclaim(&["inspect", &dump("kda_mod3_s0_L0"), "--system", "mdn"]);
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("no tensor `log_alpha`"), "{}", err(&output));
    let output = eigenclaim(&["inspect", &dump("kda_mod3_s0_L0"), "--system", "mamba2"]);
    assert_eq!(code(&output), 2, "{}", err(&output));
    let output = eigenclaim(&["inspect"]);
    assert_eq!(code(&output), 2);
    let raw = ["--raw", "--gate", "safe_gate", "--beta", "raw", "--lower-bound"];
    let output = eigenclaim(&[&["inspect", &dump("kda_mod3_s0_L0")], raw.as_slice(), &["5"]].concat());
    assert_eq!(code(&output), 2, "a bound of logarithms above 0: {}", out(&output));
    assert!(err(&output).contains("a negative number"), "{}", err(&output));
}

#[test]
fn a_run_that_fails_leaves_the_rows_of_an_earlier_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = folder.path().join("rows.csv");
    std::fs::write(&rows, "earlier\n").expect("written");
    // The last number of the keys is none; that is met when the tokens before it are done.
    let mut bytes = std::fs::read(dump("kda_mod3_s0_L0")).expect("a dump");
    let header = usize::try_from(u64::from_le_bytes(bytes[..8].try_into().expect("8 bytes"))).expect("small");
    let json: serde_json::Value = serde_json::from_slice(&bytes[8..8 + header]).expect("a header");
    let end =
        json["k"]["data_offsets"][1].as_u64().and_then(|end| usize::try_from(end).ok()).expect("an end");
    bytes[8 + header + end - 4..8 + header + end].copy_from_slice(&f32::NAN.to_le_bytes());
    let layer = folder.path().join("layer.safetensors");
    std::fs::write(&layer, bytes).expect("written");
    let (layer, csv) = (layer.display().to_string(), rows.display().to_string());
    let output = eigenclaim(&["inspect", &layer, "--csv", &csv]);
    assert_eq!(code(&output), 2, "{}", out(&output));
    assert!(err(&output).contains("`k` has NaN at [255, 1, 7]"), "{}", err(&output));
    assert_eq!(std::fs::read_to_string(&rows).expect("rows"), "earlier\n");
    let part = std::fs::read_to_string(folder.path().join("rows.csv.part")).expect("finished rows");
    assert!(part.lines().count() > 100, "what was finished is beside it: {} lines", part.lines().count());
}

#[test]
fn what_is_assumed_or_left_out_is_noted() {
    let output = eigenclaim(&["inspect", &dump("kda_mod3_s0_L0"), "--window", "500"]);
    let said = out(&output);
    assert!(said.contains("note: assumed, since neither flags nor metadata say: qk_l2norm none\n"), "{said}");
    assert!(said.contains("note: no sequence has 500 tokens, so no window was looked at"), "{said}");
    let output = eigenclaim(&["inspect", &dump("kda_mod3_s0_L0"), "--qk-l2norm", "none"]);
    assert!(!out(&output).contains("assumed"), "{}", out(&output));
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_finished_rows() {
    use std::time::Duration;
    let folder = tempfile::tempdir().expect("a folder");
    let rows = folder.path().join("rows.csv");
    // The same layer many times over, so that it takes long enough to be interrupted.
    let files = vec![dump("gdn2_lm_s0_L1"); 60];
    let child = Command::new(env!("CARGO_BIN_EXE_eigenclaim"))
        .arg("inspect")
        .args(&files)
        .arg("--csv")
        .arg(&rows)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("started");
    let unfinished = folder.path().join("rows.csv.part");
    let lines = || std::fs::read_to_string(&unfinished).map_or(0, |text| text.lines().count());
    for _ in 0..600 {
        if lines() > 1 {
            break;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().expect("kill is there");
    assert!(sent.success());
    let output = child.wait_with_output().expect("ended");
    assert_eq!(code(&output), 130, "{}", err(&output));
    assert!(err(&output).contains("interrupted"), "{}", err(&output));
    let text = std::fs::read_to_string(&rows).expect("rows");
    assert!(text.ends_with('\n') && text.lines().count() > 1);
    let columns = text.lines().next().expect("names").split(',').count();
    assert!(text.lines().all(|line| line.split(',').count() == columns));
}

#[test]
fn parquet_is_written_where_it_is_built_in_and_else_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = folder.path().join("rows.parquet");
    let path = rows.display().to_string();
    let output = eigenclaim(&["inspect", &dump("kda_mod3_s0_L0"), "--parquet", &path, "--eigenvalues"]);
    if cfg!(feature = "parquet") {
        assert_eq!(code(&output), 0, "{}", err(&output));
        let bytes = std::fs::read(&rows).expect("rows");
        assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
        assert!(!folder.path().join("rows.parquet.part").exists());
    } else {
        assert_eq!(code(&output), 2, "{}", out(&output));
        assert!(err(&output).contains("--features parquet"), "{}", err(&output));
        assert!(!rows.exists());
    }
}
