//! Right runs in `f32` are rounding, slips are bugs with a name, and the golden files are right.

use super::given::Margin;
use super::read::ScanCase;
use super::slips;
use super::{Results, Scan, ScanDump, Twist, compare_scan};
use crate::vectors::Format;
use crate::{Settings, Verdict};
use engine::bounds::{Arithmetic, Form};
use std::collections::BTreeMap;
use std::path::PathBuf;

fn sizes(scan: Scan, tokens: usize) -> BTreeMap<char, usize> {
    let all: &[(char, usize)] = match scan {
        Scan::Mamba1 => &[('B', 2), ('D', 3), ('N', 5)],
        Scan::Mamba2 => &[('B', 2), ('H', 4), ('P', 3), ('G', 2), ('N', 6)],
        Scan::Mamba3 => &[('B', 1), ('H', 2), ('P', 3), ('N', 6), ('R', 2)],
        Scan::Oscillators(_) => &[('B', 1), ('F', 3), ('P', 4)],
        Scan::Cyfa => &[('B', 1), ('H', 2), ('K', 4), ('V', 3), ('C', 5)],
    };
    all.iter().copied().chain([('T', tokens)]).collect()
}

/// Results as a kernel's: their first tensor in the format of outputs.
fn case(scan: Scan, results: &Results<f64>, format: Format) -> ScanCase {
    let first = scan.spec().results[0].name;
    let states = format.of_states();
    let rounded = |(name, x): (&&'static str, &Vec<f64>)| {
        let format = if *name == first { format } else { states };
        (*name, x.iter().map(|x| format.nearest(*x)).collect())
    };
    ScanCase { name: first.into(), tensors: results.iter().map(rounded).collect(), from_initial: true }
}

fn in_single(dump: &ScanDump) -> Results<f64> {
    let run = dump.scan.run(&dump.given.map(|x| *x as f32), Twist::None, &Margin::NONE);
    run.into_iter().map(|(name, x)| (name, x.iter().map(|x| f64::from(*x)).collect())).collect()
}

#[test]
fn right_runs_are_rounding_and_slips_are_bugs() {
    for scan in Scan::ALL {
        // The clock's phase loses a unit of its size in every token.
        let tokens = if *scan == Scan::Cyfa { 9 } else { 70 };
        for format in [Format::F32, Format::Bf16] {
            let mut dump =
                ScanDump::generated(*scan, &sizes(*scan, tokens), format, 3).expect("sizes that fit");
            dump.cases = vec![case(*scan, &in_single(&dump), format)];
            for forms in [Form::COMMON, &[Form::Recurrent]] {
                let report = compare_scan(&dump, forms).expect("a bound");
                let tensors = &report.runs[0].tensors;
                assert_eq!(report.verdict, Verdict::Rounding, "{scan:?} {format:?}: {tensors:?}");
                assert_eq!(tensors.len(), scan.spec().results.len());
            }
            let all = slips::tried(*scan, &dump.given);
            assert!(all.len() >= 4, "{scan:?} has slips");
            for (slip, results) in all {
                dump.cases = vec![case(*scan, &results, format)];
                let report = compare_scan(&dump, Form::COMMON).expect("a bound");
                let found: Vec<_> = report.runs[0].diagnosis.explained_by.iter().map(|e| e.slip).collect();
                assert_eq!(report.verdict, Verdict::Bug, "{scan:?} {format:?} {}", slip.name);
                assert!(found.contains(&slip.name), "{scan:?} {format:?} {}: {found:?}", slip.name);
            }
        }
    }
}

/// A chunkwise run in `f32` with cumulative logarithms: a strong gate at the start of a chunk costs digits, which is rounding.
#[test]
fn cumulative_logarithms_are_rounding() {
    let mut dump =
        ScanDump::generated(Scan::Mamba2, &sizes(Scan::Mamba2, 64), Format::F32, 5).expect("sizes");
    let heads = dump.given.size('H');
    if let Some(dt) = dump.given.tensors.get_mut("dt") {
        dt[2 * heads..3 * heads].fill(600.0);
    }
    dump.given.tensors.insert("A", vec![-1.0; heads]);
    let mut results = in_single(&dump);
    // Of the first batch entry alone, where the gate is.
    let factor = |t: usize| if (3..64).contains(&t) { 1.0 + 4e-5 } else { 1.0 };
    let width = heads * dump.given.size('P');
    let y = results.get_mut("y").expect("outputs");
    let skip = dump.given.tensor("D").to_vec();
    let x = dump.given.tensor("x").to_vec();
    for (i, y) in y.iter_mut().enumerate() {
        let skip = skip[i / 3 % heads] * x[i];
        *y = (*y - skip) * factor(i / width) + skip;
    }
    dump.cases = vec![case(Scan::Mamba2, &results, Format::F32)];
    let verdict = |forms: &[Form]| compare_scan(&dump, forms).expect("a bound").verdict;
    assert_eq!(verdict(Form::COMMON), Verdict::Rounding);
    assert_eq!(verdict(&[Form::Recurrent]), Verdict::Bug, "token by token nothing is summed");
}

fn golden(name: &str, system: &str, names: &[(&str, &str)], cases: usize) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/data/golden")
        .join(format!("{name}.safetensors"));
    let names = names.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
    let mut settings = Settings { arithmetic: Some(&Arithmetic::F64), names, ..Settings::default() };
    settings.set("system", system).expect("a known system");
    let dump = ScanDump::open(path, settings).expect("a golden file").expect("a system of this kind");
    assert_eq!(dump.cases.len(), cases, "{name}");
    let report = compare_scan(&dump, Form::COMMON).expect("a bound");
    for run in &report.runs {
        for tensor in &run.tensors {
            let worst = tensor.worst.expect("results");
            assert_eq!(tensor.verdict, Verdict::Rounding, "{name} {}: {worst:?}", tensor.name);
            assert!(worst.allowed < 1e-9, "{name} {}: {worst:?}", tensor.name);
        }
    }
}

#[test]
fn the_golden_files_are_right() {
    golden("mamba1_B2D3T11N4", "mamba1", &[], 1);
    golden("mamba2_B2T19H4P3G2N5", "mamba2", &[], 1);
    golden("mamba3_siso_B1T13H2P4N8R3", "mamba3", &[], 1);
    golden("cyfa_B1H2T7K4V3", "cyfa", &[], 2);
    golden("cyfa_B1H1T130K32V24", "cyfa", &[], 2);
    for (system, prefix) in [
        ("linoss_im", "im"),
        ("linoss_imex", "imex"),
        ("d_linoss_imex1", "d_imex1"),
        ("d-linoss-imex2", "d_imex2"),
    ] {
        let own: Vec<(&str, String)> = [("y", format!("{prefix}_y"))]
            .into_iter()
            .chain(["z_re", "z_im", "x_re", "x_im"].map(|n| (n, format!("{}_{prefix}_{}", &n[..1], &n[2..]))))
            .collect();
        let names: Vec<(&str, &str)> = own.iter().map(|(a, b)| (*a, b.as_str())).collect();
        golden("linoss_L17P5H3", system, &names, 1);
    }
}
