//! Files of every kind: known answers, layouts, raw activations, and what must be refused.

use inspect::{InspectError, Layer, Options, Reading, Row, Transition, csv, html, inspect};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use tensors::{Tensor, TensorFile, write_safetensors};

type Named<'a> = (&'a str, Vec<usize>, Vec<f32>);

fn file(tensors: &[Named<'_>], metadata: &[(&str, &str)]) -> TensorFile {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("layer.safetensors");
    let tensor = |(name, shape, data): &Named<'_>| {
        ((*name).to_owned(), Tensor::new(shape.clone(), data.clone()).expect("a tensor"))
    };
    let tensors: Vec<_> = tensors.iter().map(tensor).collect();
    let metadata: BTreeMap<String, String> =
        metadata.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    write_safetensors(&path, &tensors, &metadata).expect("written");
    TensorFile::from_bytes(std::fs::read(path).expect("read")).expect("a file")
}

fn open(tensors: &[Named<'_>], metadata: &[(&str, &str)]) -> Result<Layer, InspectError> {
    Layer::from_file(file(tensors, metadata), "layer", &Reading::default())
}

fn rows(layer: &Layer) -> Vec<Row> {
    let mut rows = Vec::new();
    inspect(layer, &Options::default(), &AtomicBool::new(false), &|_| (), &mut |row| {
        rows.push(row.clone());
        Ok(())
    })
    .expect("inspected");
    rows
}

/// The rows of one head of `d` channels, a token a row.
fn kda(d: usize, keys: &[f32], logs: &[f32], betas: &[f32]) -> Vec<Row> {
    let t = betas.len();
    let tensors = [
        ("k", vec![t, 1, d], keys.to_vec()),
        ("g", vec![t, 1, d], logs.to_vec()),
        ("beta", vec![t, 1], betas.to_vec()),
    ];
    rows(&open(&tensors, &[("system", "kda"), ("layout", "THD")]).expect("a layer"))
}

#[test]
fn corners_of_kda_have_their_known_spectra() {
    let found = kda(
        2,
        &[0.6, 0.8, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.6, 0.8],
        &[-0.5, -0.5, -0.5, -1.0, -0.5, -1.0, -0.5, -1.0, -0.5, -1.0, 0.0, 0.0],
        &[0.5, 1.0, 1.0, 2.0, 0.0, 2.0],
    );
    let e = |x: f64| x.exp();
    let near = |row: &Row, wanted: &[f64]| {
        for (x, y) in row.spectrum.real.iter().zip(wanted) {
            assert!((x.midpoint() - y).abs() < 1e-7, "{x} is not {y}");
        }
        assert_eq!(row.spectrum.pair_count(), Some(0));
    };
    // Equal gates, the key's norm 1 up to rounding.
    near(&found[0], &[e(-0.5) * 0.5, e(-0.5)]);
    // A zero key erases nothing.
    near(&found[1], &[e(-1.0), e(-0.5)]);
    // β = 1 along a channel: singular, exactly.
    near(&found[2], &[0.0, e(-1.0)]);
    assert_eq!((found[2].spectrum.zero, found[2].spectrum.negative), (Some(1), Some(0)));
    // β = 2: a reflection before the decay.
    near(&found[3], &[-e(-0.5), e(-1.0)]);
    assert_eq!(found[3].spectrum.negative, Some(1));
    // No erase at all.
    near(&found[4], &[e(-1.0), e(-0.5)]);
    // Gates exactly 1, β = 2, and a key of which 0.6² + 0.8² is not quite 1 in single precision: still one negative eigenvalue.
    near(&found[5], &[-1.0, 1.0]);
    assert_eq!(found[5].spectrum.negative, Some(1));
    assert!(found[5].norm.hi() < 1.000_001 && found[5].norm.lo() > 0.999_999);
}

#[test]
fn a_key_of_norm_slightly_above_one_makes_a_zero_into_a_negative_eigenvalue() {
    let up = 1.0_f32.next_up();
    let found = kda(1, &[1.0, up, 1.0_f32.next_down()], &[-0.1; 3], &[1.0; 3]);
    let signs: Vec<_> = found.iter().map(|row| (row.spectrum.negative, row.spectrum.zero)).collect();
    assert_eq!(signs, [(Some(0), Some(1)), (Some(1), Some(0)), (Some(0), Some(0))]);
}

#[test]
fn factors_of_zero_and_one_are_exact_and_signed_gates_at_the_edge_are_real() {
    // β = 2, gates 1 and −1/4, key (3/5, 4/5) rounded: whatever it is, it is decided. With k = (1, 0) the gates stay.
    let tensors = [
        ("k", vec![3, 1, 2], vec![1.0, 0.0, 0.6, 0.8, 0.6, 0.8]),
        ("alpha", vec![3, 1, 2], vec![0.0, 1.0, 1.0, -0.25, 0.0, -1.0]),
        ("beta", vec![3, 1], vec![2.0, 2.0, 1.5]),
    ];
    let metadata = [("system", "ckda"), ("layout", "THD"), ("gate", "signed")];
    let found = rows(&open(&tensors, &metadata).expect("a layer"));
    assert!(found.iter().all(Row::is_decided));
    assert_eq!(found[0].spectrum.zero, Some(1));
    assert_eq!(found[0].spectrum.real.iter().map(|x| x.midpoint()).collect::<Vec<_>>(), [0.0, 1.0]);
    assert_eq!(found[1].spectrum.pair_count(), Some(1));
    // trace = 1·(1 − 0.72) − 0.25·(1 − 1.28), determinant = −1/4·(1 − 2) = 1/4.
    let pair = found[1].spectrum.pairs[0];
    assert!((pair.modulus().midpoint() - 0.5).abs() < 1e-7 && pair.modulus().width() < 1e-9);
}

#[test]
fn every_layout_gives_the_same_rows() {
    let (t, h, d) = (5, 2, 3);
    let key = |t: usize, h: usize, i: usize| ((t * 7 + h * 3 + i * 5) % 11) as f32 * 0.1 - 0.4;
    let log = |t: usize, h: usize, i: usize| -(((t * 5 + h + i * 2) % 7) as f32) * 0.1 - 0.01;
    let beta = |t: usize, h: usize| ((t + h) % 4) as f32 * 0.5;
    let fill = |order: &dyn Fn(usize) -> (usize, usize, usize),
                value: &dyn Fn(usize, usize, usize) -> f32| {
        (0..t * h * d).map(order).map(|(t, h, i)| value(t, h, i)).collect::<Vec<f32>>()
    };
    let by_token = |e: usize| (e / (h * d), e / d % h, e % d);
    let by_head = |e: usize| (e / d % t, e / (t * d), e % d);
    let betas_by_token: Vec<f32> = (0..t * h).map(|e| beta(e / h, e % h)).collect();
    let betas_by_head: Vec<f32> = (0..t * h).map(|e| beta(e % t, e / t)).collect();
    let layer =
        |layout: &str, shape: Vec<usize>, order: &dyn Fn(usize) -> (usize, usize, usize), betas: Vec<f32>| {
            let mut scalar = shape.clone();
            scalar.pop();
            let tensors = [
                ("k", shape.clone(), fill(order, &key)),
                ("g", shape, fill(order, &log)),
                ("beta", scalar, betas),
            ];
            rows(&open(&tensors, &[("system", "kda"), ("layout", layout)]).expect("a layer"))
        };
    let first = layer("THD", vec![t, h, d], &by_token, betas_by_token.clone());
    let second = layer("BTHD", vec![1, t, h, d], &by_token, betas_by_token);
    let third = layer("BHTD", vec![1, h, t, d], &by_head, betas_by_head);
    assert_eq!(first.len(), t * h);
    for other in [second, third] {
        for (a, b) in first.iter().zip(&other) {
            assert_eq!((a.token, a.head), (b.token, b.head));
            assert_eq!(format!("{:?}", a.spectrum), format!("{:?}", b.spectrum));
        }
    }
}

#[test]
fn raw_activations_and_ready_gates_agree() {
    let (x, bias, a) = (0.3_f32, -0.2_f32, 0.1_f32);
    let softplus = |x: f64| (1.0 + x.exp()).ln();
    let g = -f64::from(a).exp() * softplus(f64::from(x) + f64::from(bias));
    let beta = 2.0 / (1.0 + (-0.7_f32 as f64).exp());
    let raw = [
        ("k", vec![1, 1, 2], vec![0.6, 0.8]),
        ("f_raw", vec![1, 1, 2], vec![x, x]),
        ("b_raw", vec![1, 1], vec![0.7]),
        ("param.A_log", vec![1], vec![a]),
        ("param.dt_bias", vec![1, 2], vec![bias, bias]),
    ];
    let metadata = [("system", "kda"), ("layout", "THD"), ("beta", "raw_doubled")];
    let found = rows(&open(&raw, &metadata).expect("a layer"));
    let wanted = [(1.0 - beta) * g.exp(), g.exp()];
    for (x, y) in found[0].spectrum.real.iter().zip(wanted) {
        assert!((x.midpoint() - y).abs() < 1e-6, "{x} is not {y}");
    }
    // Whether the sigmoid is doubled is asked for.
    let error = open(&raw, &[("system", "kda"), ("layout", "THD")]).expect_err("not certain").to_string();
    assert!(error.contains("`beta` is neither") && error.contains("raw_doubled"), "{error}");
}

#[test]
fn packed_sequences_and_batches_have_no_windows_across_their_ends() {
    let tensors = |t: usize| {
        [
            ("k", vec![t, 1, 2], [0.6_f32, 0.8].repeat(t)),
            ("g", vec![t, 1, 2], [-0.1_f32, -0.2].repeat(t)),
            ("beta", vec![t, 1], vec![0.5_f32; t]),
        ]
    };
    let all = |layer: &Layer| {
        let report = inspect(layer, &Options::default(), &AtomicBool::new(false), &|_| (), &mut |_| Ok(()));
        report.expect("a report").heads[0].windows.as_ref().map(|windows| windows.all)
    };
    let metadata = [("system", "kda"), ("layout", "THD")];
    assert_eq!(all(&open(&tensors(70), &metadata).expect("a layer")), Some(63));
    assert_eq!(all(&open(&tensors(7), &metadata).expect("a layer")), Some(0));
    // Packed: sequences of 30, 0, 5 and 35 tokens.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("packed.safetensors");
    let packed = |ends: Vec<i64>| {
        let mut all: Vec<(String, Tensor)> = tensors(70)
            .into_iter()
            .map(|(name, shape, data)| (name.to_owned(), Tensor::new(shape, data).expect("a tensor")))
            .collect();
        all.push(("cu_seqlens".to_owned(), Tensor::new(vec![ends.len()], ends).expect("a tensor")));
        let metadata = metadata.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        write_safetensors(&path, &all, &metadata).expect("written");
        Layer::open(&path, &Reading::default())
    };
    assert_eq!(all(&packed(vec![0, 30, 30, 35, 70]).expect("a layer")), Some(23 + 28));
    let error = packed(vec![0, 40, 30, 70]).expect_err("goes back").to_string();
    assert!(error.contains("cu_seqlens"), "{error}");
}

#[test]
fn grouped_heads_share_keys() {
    // Value heads 0, 1 use key head 0, which erases channel 0; value heads 2, 3 use key head 1 and channel 1.
    let tensors = [
        ("k", vec![1, 2, 2], vec![1.0, 0.0, 0.0, 1.0]),
        ("g", vec![1, 4, 2], vec![-0.1, -0.2, -0.3, -0.4, -0.5, -0.6, -0.7, -0.8]),
        ("beta", vec![1, 4], vec![1.0; 4]),
    ];
    let layer = open(&tensors, &[("system", "kda"), ("layout", "THD")]).expect("a layer");
    assert!(layer.notes.iter().any(|note| note.contains("share")), "{:?}", layer.notes);
    let found = rows(&layer);
    let kept: Vec<f64> = found.iter().map(|row| row.spectrum.real[1].midpoint().ln()).collect();
    for (kept, wanted) in kept.iter().zip([-0.2, -0.4, -0.5, -0.7]) {
        assert!((kept - wanted).abs() < 1e-6, "{kept} is not {wanted}");
    }
    assert!(found.iter().all(|row| row.spectrum.zero == Some(1)));
}

#[test]
fn gates_of_fewer_heads_than_keys_are_shared() {
    let tensors = [
        ("k", vec![1, 2, 2], vec![1.0, 0.0, 0.0, 1.0]),
        ("g", vec![1, 1, 2], vec![-0.1, -0.2]),
        ("b", vec![1, 1, 2], vec![1.0, 1.0]),
    ];
    let found = rows(&open(&tensors, &[("system", "gdn2"), ("layout", "THD")]).expect("a layer"));
    let kept: Vec<f64> = found.iter().map(|row| row.spectrum.real[1].midpoint().ln()).collect();
    assert!((kept[0] + 0.2).abs() < 1e-6 && (kept[1] + 0.1).abs() < 1e-6, "{kept:?}");
}

#[test]
fn a_momentum_rule_whose_kernel_normalises_the_key_is_that_of_the_normalised_key() {
    let look = |key: f32, norm: &str| {
        let tensors = [
            ("k", vec![2, 1, 2], vec![0.6 * key, 0.8 * key, 0.8 * key, -0.6 * key]),
            ("log_alpha", vec![2, 1], vec![-0.1, -0.2]),
            ("log_mu", vec![2, 1], vec![-0.15, -0.3]),
            ("beta", vec![2, 1], vec![0.9, 0.5]),
            ("eta", vec![2, 1], vec![1.8, 0.7]),
        ];
        let layer =
            open(&tensors, &[("system", "mdn"), ("layout", "THD"), ("qk_l2norm", norm)]).expect("a layer");
        let options = Options { window: 2, windows: None };
        let mut pairs = Vec::new();
        let report = inspect(&layer, &options, &AtomicBool::new(false), &|_| (), &mut |row| {
            pairs.push((row.spectrum.pair_count(), row.norm.midpoint(), row.spectrum.radius().midpoint()));
            Ok(())
        });
        let worst =
            report.expect("a report").heads[0].windows.as_ref().and_then(|w| w.worst).expect("a window");
        (pairs, worst.radius.midpoint(), worst.pairs)
    };
    let (raw, ready) = (look(1000.0, "x/sqrt(sum(x^2)+1e-6)"), look(1.0, "none"));
    for (a, b) in raw.0.iter().zip(&ready.0) {
        assert!(a.0 == b.0 && (a.1 - b.1).abs() < 1e-6 && (a.2 - b.2).abs() < 1e-6, "{a:?} {b:?}");
    }
    assert!(raw.0[0].0 == Some(1) && raw.2 == ready.2 && (raw.1 - ready.1).abs() < 1e-6, "{raw:?} {ready:?}");
}

#[test]
fn delta_product_and_low_rank_are_looked_at_as_dense_matrices() {
    // Two reflections along different keys make a rotation by twice the angle between them.
    let tensors = [
        ("k", vec![2, 1, 2], vec![1.0, 0.0, 0.6, 0.8]),
        ("alpha", vec![1, 1], vec![0.5]),
        ("beta", vec![2, 1], vec![2.0, 2.0]),
    ];
    let layer = open(&tensors, &[("system", "delta_product"), ("layout", "THD")]).expect("a layer");
    assert!(matches!(layer.read(0, 0, 1).expect("a token")[0][0], Transition::Product(_)));
    let found = rows(&layer);
    assert_eq!(found[0].spectrum.pair_count(), Some(1));
    let angle = found[0].spectrum.pairs[0].angle().midpoint();
    assert!((angle - 2.0 * (0.6_f64).acos()).abs() < 1e-6, "{angle}");
    // I + b aᵀ with a·b = −3: eigenvalues 1 and −2.
    let tensors = [("a", vec![1, 1, 2], vec![1.0, 2.0]), ("b", vec![1, 1, 2], vec![-1.0, -1.0])];
    let found = rows(&open(&tensors, &[("system", "iplr"), ("layout", "THD")]).expect("a layer"));
    assert_eq!(found[0].spectrum.negative, Some(1));
    assert!(found[0].spectrum.real[0].contains_f64(-2.0));
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let good = || -> Vec<Named<'static>> {
        vec![
            ("k", vec![2, 1, 2], vec![0.6, 0.8, 1.0, 0.0]),
            ("g", vec![2, 1, 2], vec![-0.1, -0.2, -0.3, -0.4]),
            ("beta", vec![2, 1], vec![0.5, 1.0]),
        ]
    };
    let metadata = [("system", "kda"), ("layout", "THD")];
    let said = |tensors: &[Named<'_>], metadata: &[(&str, &str)]| -> String {
        let read = open(tensors, metadata).and_then(|layer| layer.read(0, 0, 2).map(|_| ()));
        read.expect_err("refused").to_string()
    };
    assert!(open(&good(), &metadata).is_ok());
    let mut bad = good();
    bad[1].2[3] = f32::NAN;
    assert!(said(&bad, &metadata).contains("`g` has NaN at [1, 0, 1]"), "{}", said(&bad, &metadata));
    bad[1].2[3] = f32::INFINITY;
    assert!(said(&bad, &metadata).contains("inf at [1, 0, 1]"));
    bad[1].2[3] = 0.25;
    assert!(
        said(&bad, &metadata).contains("`g` has 0.25 at [1, 0, 1], outside of (-inf, 0]"),
        "{}",
        said(&bad, &metadata)
    );
    let mut bad = good();
    bad[2].2[1] = 2.5;
    assert!(said(&bad, &metadata).contains("`beta` has 2.5 at [1, 0], outside of [0, 2]"));
    let mut bad = good();
    bad[1] = ("g", vec![2, 1, 3], vec![-0.1; 6]);
    assert!(said(&bad, &metadata).contains("`k` has shape [2, 1, 2]"), "{}", said(&bad, &metadata));
    bad[1] = ("g", vec![4], vec![-0.1; 4]);
    assert!(said(&bad, &metadata).contains("axes"), "{}", said(&bad, &metadata));
    // One strength for each channel would be another system.
    let mut bad = good();
    bad[2] = ("beta", vec![2, 1, 2], vec![0.5; 4]);
    assert!(said(&bad, &metadata).contains("fit the other tensors"), "{}", said(&bad, &metadata));
    let rwkv = [
        ("kk", vec![2, 1, 2], vec![0.6, 0.8, 1.0, 0.0]),
        ("w", vec![2, 1, 2], vec![-0.1, -0.2, -0.3, -0.4]),
        ("a", vec![2, 1], vec![0.5, 1.0]),
    ];
    assert!(said(&rwkv, &[("system", "rwkv7"), ("layout", "THD")]).contains("fit the other tensors"));
    let mut bad = good();
    bad.remove(2);
    assert!(
        said(&bad, &metadata).contains("no tensor `beta`")
            && said(&bad, &metadata).contains("--map beta=NAME")
    );
    assert!(said(&good(), &[("layout", "THD")]).contains("--system"));
    assert!(said(&good(), &[("system", "mamba2"), ("layout", "THD")]).contains("mamba2"));
    assert!(said(&[], &metadata).contains("empty") || said(&[], &metadata).contains("no tensor"));
    let empty = [("k", vec![0, 1, 2], vec![]), ("g", vec![0, 1, 2], vec![]), ("beta", vec![0, 1], vec![])];
    assert!(said(&empty, &metadata).contains("there are no tokens"), "{}", said(&empty, &metadata));
}

#[test]
fn keys_beyond_the_square_root_of_the_largest_number_are_bounded_or_counted_as_undecided() {
    let look = |size: f64| {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("layer.safetensors");
        let tensor = |shape: Vec<usize>, data: Vec<f64>| Tensor::new(shape, data).expect("a tensor");
        let tensors = [
            ("k".to_owned(), tensor(vec![1, 1, 2], vec![0.6 * size, 0.8 * size])),
            ("g".to_owned(), tensor(vec![1, 1, 2], vec![-0.5, -0.25])),
            ("beta".to_owned(), tensor(vec![1, 1], vec![0.5])),
        ];
        let metadata = [("system", "kda"), ("layout", "THD")];
        let metadata = metadata.map(|(key, value)| (key.to_owned(), value.to_owned())).into();
        write_safetensors(&path, &tensors, &metadata).expect("written");
        let layer = Layer::open(&path, &Reading::default()).expect("a layer");
        let mut norm = None;
        let report = inspect(&layer, &Options::default(), &AtomicBool::new(false), &|_| (), &mut |row| {
            norm = Some(row.norm);
            Ok(())
        });
        (norm.expect("a row"), report.expect("a report"))
    };
    // ‖(I − β k kᵀ) D‖ is β ‖k‖ ‖D k‖ up to the size of D.
    let unit = 0.5 * (0.6_f64 * (-0.5_f64).exp()).hypot(0.8 * (-0.25_f64).exp());
    for size in [1.0e30, 1.0e100, 1.0e150] {
        let (norm, report) = look(size);
        assert!((norm.midpoint() / size / size / unit - 1.0).abs() < 1e-9 && norm.hi() < f64::MAX, "{norm}");
        assert!(norm.width() < 1e-9 * norm.hi(), "{norm}");
        assert_eq!(report.undecided(), 0, "{size}");
    }
    let (norm, report) = look(1.0e160);
    assert!(norm.hi() == f64::INFINITY && norm.lo() > 1.0e300, "10^320 is no binary64: {norm}");
    assert_eq!((report.undecided(), report.heads[0].unbounded, report.heads[0].undecided()), (1, 1, 1));
}

#[test]
fn rows_and_pages_can_be_read_back() {
    let found = kda(2, &[0.6, 0.8], &[-0.5, -1.0], &[0.5]);
    let mut out = Vec::new();
    csv::write_header(&mut out, true).expect("written");
    csv::write_row(&mut out, "a, b", &found[0], true).expect("written");
    let text = String::from_utf8(out).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[1].starts_with("\"a, b\",0,0,0,0,0,0,0,"), "{}", lines[1]);
    let cells = lines[1].replace("\"a, b\"", "x");
    assert_eq!(cells.split(',').count(), inspect::columns::COLUMNS.len() + 1);
    let layer = open(
        &[
            ("g", vec![3, 1], vec![-0.5, -0.1, -0.2]),
            ("k", vec![3, 1, 2], vec![0.0; 6]),
            ("beta", vec![3, 1], vec![1.0; 3]),
        ],
        &[("system", "gdn"), ("layout", "THD")],
    )
    .expect("a layer");
    let mut report =
        inspect(&layer, &Options { window: 2, windows: None }, &AtomicBool::new(false), &|_| (), &mut |_| {
            Ok(())
        })
        .expect("a report");
    report.name = "<script>alert(1)</script>".into();
    let page = html::page(&[report]);
    assert!(!page.contains("<script") && page.contains("&lt;script") && !page.contains("http"));
    assert!(page.contains("prefers-color-scheme:dark") && page.contains("<caption>"));
}

#[test]
fn an_interrupted_run_keeps_what_is_done() {
    let t = 300;
    let tensors = [
        ("k", vec![t, 1, 2], [0.6_f32, 0.8].repeat(t)),
        ("g", vec![t, 1, 2], [-0.1_f32, -0.2].repeat(t)),
        ("beta", vec![t, 1], vec![0.5_f32; t]),
    ];
    let layer = open(&tensors, &[("system", "kda"), ("layout", "THD")]).expect("a layer");
    let stop = AtomicBool::new(false);
    let mut rows = 0;
    let report = inspect(&layer, &Options::default(), &stop, &|_| (), &mut |_| {
        rows += 1;
        if rows == 10 {
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
        Ok(())
    })
    .expect("a report");
    assert!(!report.complete && rows > 9 && rows < t as u64);
    assert_eq!(report.heads[0].steps, rows);
}
