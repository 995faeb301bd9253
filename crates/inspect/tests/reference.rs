//! Layers of ten kinds, from raw activations or kernel arguments as public reference layers have them, against spectra that mpmath found
//! at 60 digits in the dense matrices (`tests/data/inspect/reference.py`). What is compared is what a reader gets: the rows of the CSV
//! file by the names of their columns, and the summary.

use ::inspect::{Layer, LayerReport, Options, Reading, csv, inspect};
use enclosure::RealBall;
use exact::Rational;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

type Row = BTreeMap<String, String>;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/inspect")
}

fn look(name: &str, window: usize) -> (Vec<Row>, LayerReport) {
    let layer =
        Layer::open(folder().join(format!("{name}.safetensors")), &Reading::default()).expect("a layer");
    let mut text = Vec::new();
    csv::write_header(&mut text, true).expect("written");
    let options = Options { window, windows: None };
    let report = inspect(&layer, &options, &AtomicBool::new(false), &|_| (), &mut |row| {
        csv::write_row(&mut text, "layer", row, true).expect("written");
        Ok(())
    });
    let text = String::from_utf8(text).expect("text");
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let names = lines.next().expect("names");
    let row = |cells: Vec<String>| names.iter().cloned().zip(cells).collect();
    (lines.map(row).collect(), report.expect("a report"))
}

/// A decimal number exactly.
fn decimal(text: &str) -> Rational {
    let (digits, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let number: exact::Integer = format!("{whole}{part}").parse().expect("digits");
    let exponent = exponent.parse::<i32>().expect("an exponent") - part.len() as i32;
    let ten = Rational::from(10);
    (0..exponent.unsigned_abs())
        .fold(Rational::from(number), |x, _| if exponent < 0 { x / ten.clone() } else { x * ten.clone() })
}

fn number(json: &Json) -> Rational {
    decimal(json.as_str().expect("a number"))
}

/// What the reference's digits say, which are right to 10^-25.
fn known(x: &Rational) -> RealBall {
    let slack = Rational::from((1, 10_u64.pow(9))).square() / Rational::from(10_u32.pow(7));
    RealBall::from_bounds(160, &Rational::from(x - &slack), &Rational::from(x + &slack)).expect("in order")
}

/// Whether `x` may be between two binary64, and certainly is when they are not as close as it is known.
fn within(low: f64, x: &Rational, high: f64) -> bool {
    may_lie(low, &known(x), high)
}

fn may_lie(low: f64, x: &RealBall, high: f64) -> bool {
    let (least, most) = (x.lower().expect("bounded"), x.upper().expect("bounded"));
    let above = low == f64::NEG_INFINITY || Rational::from_f64(low).is_some_and(|low| low <= most);
    above && (high == f64::INFINITY || Rational::from_f64(high).is_some_and(|high| high >= least))
}

struct Checked<'a> {
    row: &'a Row,
    place: String,
}

impl Checked<'_> {
    fn cell(&self, name: &str) -> &str {
        self.row.get(name).map(String::as_str).unwrap_or_else(|| panic!("no column {name}"))
    }

    fn count(&self, name: &str) -> usize {
        self.cell(name).parse().unwrap_or_else(|_| panic!("{}: {name} is not decided", self.place))
    }

    fn bounds(&self, name: &str) -> (f64, f64) {
        let bound = |end: &str| self.cell(&format!("{name}_{end}")).parse::<f64>();
        (bound("low").expect("a bound"), bound("high").expect("a bound"))
    }

    /// The bounds `name_low`, `name_high` hold `x`, with nothing added to them, and are not far apart.
    fn holds(&self, name: &str, x: &RealBall) {
        let (low, high) = self.bounds(name);
        let size = x.midpoint().expect("a number").to_f64().abs().max(1e-3);
        assert!(
            may_lie(low, x, high) && high - low <= 1e-7 * size,
            "{}: {name} is {x}, not in [{low}, {high}]",
            self.place
        );
    }
}

/// `low:high` as they stand in the column of eigenvalues.
fn ends(text: &str) -> (f64, f64) {
    let (low, high) = text.split_once(':').expect("two ends");
    (low.parse().expect("a number"), high.parse().expect("a number"))
}

fn check_row(row: &Row, expected: &Json, place: String) {
    let checked = Checked { row, place: place.clone() };
    let real: Vec<Rational> = expected["real"].as_array().expect("a list").iter().map(number).collect();
    let pairs: Vec<[Rational; 2]> = expected["pairs"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|pair| [number(&pair[0]), number(&pair[1])])
        .collect();
    assert_eq!((checked.count("pairs"), checked.count("undecided")), (pairs.len(), 0), "{place}");
    assert_eq!(checked.count("negative"), real.iter().filter(|x| **x < 0).count(), "{place}");
    assert_eq!(checked.count("zero"), 0, "{place}");
    let (mut found_real, mut found_pairs) = (Vec::new(), Vec::new());
    for item in checked.cell("eigenvalues").split_ascii_whitespace() {
        match item.strip_suffix('i').and_then(|pair| pair.split_once('±')) {
            Some((re, im)) => found_pairs.push((ends(re), ends(im))),
            None => found_real.push(ends(item)),
        }
    }
    // Both ascend, so the k-th enclosure holds the k-th eigenvalue: by its ends, as neighbours may overlap.
    assert_eq!((found_real.len(), found_pairs.len()), (real.len(), pairs.len()), "{place}");
    let sorted = |end: fn(&(f64, f64)) -> f64| {
        let mut all: Vec<f64> = found_real.iter().map(end).collect();
        all.sort_by(f64::total_cmp);
        all
    };
    for ((low, high), x) in sorted(|x| x.0).into_iter().zip(sorted(|x| x.1)).zip(&real) {
        assert!(within(low, x, high), "{place}: {} is not in [{low}, {high}]", x.to_f64());
        assert!(high - low < 1e-9, "{place}: [{low}, {high}] is wide");
    }
    for [re, im] in &pairs {
        let holds = |(x, y): &((f64, f64), (f64, f64))| within(x.0, re, x.1) && within(y.0, im, y.1);
        assert!(found_pairs.iter().any(holds), "{place}: no enclosure of a pair");
    }
    // What follows from them, enclosed.
    let square = |[re, im]: &[Rational; 2]| re.clone().square() + im.clone().square();
    let size = |[re, im]: &[Rational; 2]| (&known(re).sqr() + &known(im).sqr()).sqrt().expect("a size");
    let mut moduli: Vec<Rational> = real.iter().map(|x| x.clone().abs()).collect();
    moduli.sort();
    let strongest = pairs.iter().max_by_key(|pair| square(pair));
    let largest = match (strongest, moduli.last()) {
        (Some(pair), Some(modulus)) if square(pair) < modulus.clone().square() => known(modulus),
        (Some(pair), _) => size(pair),
        (None, modulus) => known(modulus.expect("an eigenvalue")),
    };
    checked.holds("radius", &largest);
    checked.holds("norm", &known(&number(&expected["norm"])));
    match strongest {
        Some(pair) => {
            checked.holds("modulus", &size(pair));
            checked.holds("angle", &known(&pair[1]).atan2(&known(&pair[0])).expect("an angle"));
            if pairs.len() == 1 && !checked.cell("edge_low").is_empty() {
                let gap = &size(pair) - &known(&pair[0].clone().abs());
                checked.holds("edge", &(&gap + &gap));
            }
        }
        None => assert_eq!((checked.cell("modulus_low"), checked.cell("angle_high")), ("", ""), "{place}"),
    }
    if let (Some(fastest), Some(slowest)) = (moduli.first(), moduli.last()) {
        let two = known(&Rational::from(2)).log().expect("a logarithm");
        for (name, modulus) in
            [("fastest", fastest), ("middle", &moduli[moduli.len() / 2]), ("slowest", slowest)]
        {
            // The half-life of a modulus next to 1 has wide bounds.
            let near = Rational::from(modulus - 1).abs() <= Rational::from((1, 10_000));
            if *modulus >= 1 && !near {
                assert_eq!(checked.bounds(name).1, f64::INFINITY, "{place}: {name}");
            } else if !near {
                let decay = -&known(modulus).log().expect("a logarithm");
                checked.holds(name, &two.checked_div(&decay).expect("a half-life"));
            }
        }
    }
}

#[test]
fn every_kind_of_layer_agrees_with_a_general_solver_at_sixty_digits() {
    let text = std::fs::read_to_string(folder().join("reference.json")).expect("the reference");
    let reference: Json = serde_json::from_str(&text).expect("JSON");
    let (heads, window) = (reference["heads"].as_u64(), reference["window"].as_u64());
    let (heads, window) = (heads.expect("a count") as usize, window.expect("a count") as usize);
    let (mut rotating, mut layers) = (0, 0);
    for (name, expected) in reference["layers"].as_object().expect("layers") {
        let (rows, report) = look(name, window);
        let expected_rows = expected["rows"].as_array().expect("rows");
        assert_eq!(rows.len(), expected_rows.len(), "{name}");
        for (at, (row, expected)) in rows.iter().zip(expected_rows).enumerate() {
            let place = format!("{name}, token {}, head {}", at / heads, at % heads);
            let found: Vec<usize> =
                ["batch", "token", "head"].iter().map(|n| row[*n].parse().expect("a number")).collect();
            assert_eq!(found, [0, at / heads, at % heads], "{place}");
            rotating += usize::from(expected["pairs"].as_array().is_some_and(|pairs| !pairs.is_empty()));
            check_row(row, expected, place);
        }
        for (head, expected) in report.heads.iter().zip(expected["windows"].as_array().expect("heads")) {
            check_windows(head, expected, name);
        }
        layers += 1;
    }
    assert!(layers == 10 && rotating > 10, "{rotating} of the steps of {layers} layers rotate");
}

fn check_windows(head: &::inspect::HeadSummary, expected: &Json, name: &str) {
    let found = head.windows.as_ref().expect("windows");
    let expected = expected.as_array().expect("windows");
    let radii: Vec<Rational> = expected.iter().map(|window| number(&window["radius"])).collect();
    let place = format!("{name}, head {}", head.head);
    assert_eq!((found.all, found.examined), (radii.len() as u64, radii.len() as u64), "{place}");
    assert_eq!((found.expansion_undecided, found.rotation_undecided), (0, 0), "{place}");
    let rotating = expected.iter().filter(|window| window["pairs"] != 0).count() as u64;
    assert_eq!(found.rotating, rotating, "{place}");
    assert_eq!(found.expanding, radii.iter().filter(|radius| **radius > 1).count() as u64, "{place}");
    let worst = found.worst.expect("a window");
    assert!(within(worst.radius.lo(), &radii[worst.from], worst.radius.hi()), "{place}: {}", worst.radius);
    assert!(worst.radius.width() < 1e-6, "{place}: {}", worst.radius);
    let largest = radii.iter().max().expect("a window");
    assert!(within(f64::NEG_INFINITY, largest, worst.radius.hi()), "{place}: {} is larger", largest.to_f64());
}
