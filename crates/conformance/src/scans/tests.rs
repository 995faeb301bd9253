//! Right runs in `f32` are rounding, slips are bugs with a name, and the golden files are right.

use super::compare::apart;
use super::given::{Given, Margin};
use super::read::ScanCase;
use super::slips;
use super::vectors::{self, ScanRequest, ScanVector};
use super::{Results, Scan, ScanDump, Twist, compare_scan, probe};
use crate::vectors::{Comparison, Family, Format};
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

/// A run in `f32` whose matrix products have operands in bfloat16.
fn with_narrow_operands(dump: &ScanDump) -> Results<f64> {
    let margin = Margin { operand: &|x: f32, _| Format::Bf16.nearest(f64::from(x)) as f32, ..Margin::NONE };
    let run = dump.scan.run(&dump.given.map(|x| *x as f32), Twist::None, &margin);
    run.into_iter().map(|(name, x)| (name, x.iter().map(|x| f64::from(*x)).collect())).collect()
}

/// Narrow operands are rounding where they are stated, and a bug where they are not; slips are found all the same, or said to be hidden.
#[test]
fn narrow_operands_are_rounding_where_they_are_stated() {
    for scan in Scan::ALL {
        let tokens = if *scan == Scan::Cyfa { 9 } else { 70 };
        // Inputs in binary32, so that their rounding as operands shows.
        let mut dump =
            ScanDump::generated(*scan, &sizes(*scan, tokens), Format::F32, 3).expect("sizes that fit");
        dump.arithmetic = &Arithmetic::BF16_DOT;
        let right = with_narrow_operands(&dump);
        dump.cases = vec![case(*scan, &right, Format::Bf16)];
        for forms in [Form::COMMON, &[Form::Recurrent]] {
            let report = compare_scan(&dump, forms).expect("a bound");
            let tensors = &report.runs[0].tensors;
            assert_eq!(report.verdict, Verdict::Rounding, "{scan:?}: {tensors:?}");
        }
        dump.arithmetic = &Arithmetic::BF16_IO;
        let verdict = compare_scan(&dump, Form::COMMON).expect("a bound").verdict;
        assert_ne!(verdict, Verdict::Rounding, "{scan:?}: operands are rounded that should not be");
        dump.arithmetic = &Arithmetic::BF16_DOT;
        let (mut named, mut hidden) = (0, Vec::new());
        for (slip, results) in slips::tried(*scan, &dump.given) {
            dump.cases = vec![case(*scan, &results, Format::Bf16)];
            let report = compare_scan(&dump, Form::COMMON).expect("a bound");
            let found = &report.runs[0].diagnosis;
            if report.verdict == Verdict::Bug && found.explained_by.iter().any(|e| e.slip == slip.name) {
                named += 1;
            } else {
                assert!(found.not_separable.contains(&slip.name), "{scan:?} {}", slip.name);
                hidden.push(slip.name);
            }
        }
        assert!(named >= 4 && named > hidden.len(), "{scan:?}: {named} named, {hidden:?} hidden");
    }
}

/// Powers whose entries are large and cancel: the computed norms are below the bound of the exact ones.
#[test]
fn norms_of_powers_are_bounded_from_above() {
    use exact::Rational;
    let exact = |x: f64| Rational::from_f64(x).expect("finite");
    let matrices =
        [[0.7, -0.3, 0.9, 0.7], [1.0, -1e3, 1e-3, 0.1], [0.999, 0.01, -0.01, 0.999], [1.0, 1.0, 0.0, 1.0]];
    for matrix in matrices {
        let absolute = matrix.iter().map(|x: &f64| x * x).sum::<f64>().sqrt();
        let bounds = super::linoss::power_norms(&matrix, absolute, 60).expect("a bound");
        let m = matrix.map(exact);
        let mut power = [1.0, 0.0, 0.0, 1.0].map(exact);
        for (k, bound) in bounds.iter().enumerate() {
            let square: Rational = power.iter().map(|x| x.clone().square()).sum();
            let above = exact(*bound).square();
            assert!(above >= square, "{matrix:?}, power {k}");
            assert!(above <= square * Rational::from(2), "{matrix:?}, power {k}: {bound} is loose");
            let entry = |i: usize, j: usize| {
                Rational::from(&m[2 * i] * &power[j]) + Rational::from(&m[2 * i + 1] * &power[2 + j])
            };
            power = [entry(0, 0), entry(0, 1), entry(1, 0), entry(1, 1)];
        }
    }
    assert!(super::linoss::power_norms(&[3.0, 1.0, 1.0, 3.0], 5.0, 3000).is_none(), "powers that overflow");
}

/// The states after the last token are the final ones, of packed sequences too; and a run from a state in the middle goes on as the whole one.
#[test]
fn states_after_every_token_lead_to_the_final_ones() {
    for scan in Scan::ALL {
        let mut dump = ScanDump::generated(*scan, &sizes(*scan, 7), Format::F64, 11).expect("sizes that fit");
        if *scan == Scan::Mamba2 {
            let one: BTreeMap<char, usize> = sizes(*scan, 7).into_iter().chain([('B', 1)]).collect();
            dump = ScanDump::generated(*scan, &one, Format::F64, 11).expect("sizes that fit");
            dump.given.sequences = vec![(0, 0..3), (0, 3..3), (0, 3..7)];
            let start = dump.given.tensor("h0").to_vec();
            dump.given.tensors.insert("h0", start.iter().chain(&start).chain(&start).copied().collect());
        }
        let whole = dump.scan.run(&dump.given, Twist::None, &Margin::NONE);
        let states = dump.states();
        assert_eq!(states.len(), scan.spec().results.len() - 1, "{scan:?}");
        for (result, states) in scan.spec().results[1..].iter().zip(&states) {
            assert!(states.name == "states" || states.name == format!("states_{}", result.name));
            let width: usize = states.shape[2..].iter().product();
            assert_eq!(states.values.len(), states.shape.iter().product::<usize>(), "{scan:?}");
            for ((batch, range), end) in
                dump.given.sequences.iter().zip(whole[result.name].chunks_exact(width))
            {
                let Some(last) = range.clone().last() else { continue };
                let row = &states.values[(batch * 7 + last) * width..][..width];
                assert_eq!(row, end, "{scan:?} {}", states.name);
                // Each token changes what it should.
                if range.len() > 1 && result.name != "v_state" {
                    let before = &states.values[(batch * 7 + last - 1) * width..][..width];
                    assert!(before != row, "{scan:?} {}", states.name);
                }
            }
        }
    }
}

fn accepted(vector: &ScanVector, results: &Results<f64>, format: Format) -> bool {
    let case = case(vector.dump().scan, results, format);
    case.tensors.iter().all(|(name, computed)| {
        let (values, bounds) = vector.result(name);
        // An angle is one of many, and 2π is itself rounded.
        let distance = |c: f64, v: f64| match *name {
            "angle_state" if c != v => apart(c, v) - f64::EPSILON * (2.0 + v.abs()),
            _ => (c - v).abs(),
        };
        computed.len() == values.len()
            && computed.iter().zip(values).zip(bounds).all(|((c, v), b)| distance(*c, *v) <= *b)
    })
}

/// Right runs pass every vector, a probe with all bits; and what a vector is there to catch, it catches.
#[test]
fn vectors_accept_right_runs_and_catch_what_they_say() {
    for scan in Scan::ALL {
        for format in Format::ALL {
            let (families, max_tokens) = (Vec::new(), if *scan == Scan::Cyfa { 9 } else { 70 });
            let request = ScanRequest { scan: *scan, format: *format, seed: 1, families, max_tokens };
            let plans = vectors::plans(&request);
            let probes = plans.iter().filter(|p| p.family == Family::Exact).count();
            // Eight or eleven bits are few for sums of the absolute values of an oscillator.
            let least = match (scan, format) {
                (Scan::Cyfa, _) => 0,
                (Scan::Oscillators(_), Format::Bf16 | Format::F16) => 1,
                _ => 2,
            };
            assert!(probes >= least && (least > 0 || probes == 0), "{scan:?} {format:?}: {probes} probes");
            for plan in &plans {
                let vector = plan.vector().expect("a vector");
                let dump = vector.dump();
                let what = format!("{scan:?} {format:?} {}", plan.id);
                let right = match format {
                    Format::F64 => dump.scan.run(&dump.given, Twist::None, &Margin::NONE),
                    _ => in_single(dump),
                };
                // Angles are reduced in the reference, and never turned far here.
                assert!(accepted(&vector, &right, *format), "{what}");
                if plan.family == Family::Exact {
                    assert!(
                        vector.comparison() == Comparison::Equal && vector.largest_bound() == 0.0,
                        "{what}"
                    );
                    if *format == Format::Bf16 {
                        assert!(accepted(&vector, &with_narrow_operands(dump), *format), "{what}: operands");
                    }
                }
                for (slip, results) in slips::tried(*scan, &dump.given) {
                    let named = plan.catches.iter().any(|f| f.name == slip.name);
                    assert!(!named || !accepted(&vector, &results, *format), "{what} misses {}", slip.name);
                }
            }
        }
    }
}

/// An intermediate that needs more bits than there are, or that may be anything, is no probe.
#[test]
fn what_rounds_is_no_probe() {
    let dump = ScanDump::generated(Scan::Mamba2, &sizes(Scan::Mamba2, 4), Format::F32, 3).expect("sizes");
    assert_eq!(probe::need(Scan::Mamba2, &dump.given), None, "exponentials of any number");
    let request = ScanRequest {
        scan: Scan::Mamba2,
        format: Format::F32,
        seed: 1,
        families: vec![Family::Exact],
        max_tokens: 16,
    };
    let plans = vectors::plans(&request);
    let mut given = plans[1].vector().expect("a vector").dump().given.clone();
    let need = |given: &Given<f64>| probe::need(Scan::Mamba2, given).expect("a probe");
    let before = need(&given).bits();
    if let Some(x) = given.tensors.get_mut("x") {
        x[0] = 1.0 + 1.0 / 4_194_304.0;
    }
    given.tensors.insert("A", vec![0.0; given.size('H')]);
    assert!(before <= 24 && need(&given).bits() > 24, "{before}, {}", need(&given).bits());
    if let Some(x) = given.tensors.get_mut("C") {
        x.fill(0.0);
    }
    assert!(need(&given).bits() > 22, "states count that no output reads");
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
