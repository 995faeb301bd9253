//! Layers of small trained models, against the dense characteristic polynomial over the rationals.

use exact::{Matrix, Rational};
use inspect::{Layer, LayerReport, Options, Reading, Row, Transition, inspect};
use spectrum::{Number, RankOneStep, dense};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

fn layer(name: &str) -> Layer {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/dumps");
    Layer::open(folder.join(format!("{name}.safetensors")), &Reading::default()).expect("a layer")
}

fn look(layer: &Layer, options: &Options) -> (Vec<Row>, LayerReport) {
    let mut rows = Vec::new();
    let report = inspect(layer, options, &AtomicBool::new(false), &|_| (), &mut |row| {
        rows.push(row.clone());
        Ok(())
    });
    (rows, report.expect("a report"))
}

/// The matrix with each gate replaced by a rational next to it, at a distance of about 1e-60.
fn near(step: &RankOneStep) -> Matrix {
    let middle = |x: &Number| x.exact().unwrap_or_else(|| x.ball(200).midpoint().expect("bounded"));
    let gates: Vec<Rational> = step.gates.iter().map(middle).collect();
    let d = step.dimension();
    Matrix::from_fn(d, d, |i, j| {
        let erased = middle(&step.scale) * middle(&step.left[i]) * middle(&step.right[j]);
        let erased = if step.decayed { erased * &gates[j] } else { erased };
        if i == j { gates[i].clone() - erased } else { -erased }
    })
}

fn check_row(row: &Row, step: &RankOneStep) {
    let matrix = near(step);
    let exact = dense::enclose(&matrix.characteristic_polynomial(), &(Rational::from(1) >> 120_u32))
        .expect("a polynomial");
    let place = (row.token, row.head);
    assert_eq!(row.spectrum.pair_count(), Some(exact.pairs), "{place:?}");
    let real = exact.real.iter().flat_map(|root| {
        let (low, high) = root.region.ends().expect("real");
        std::iter::repeat_n(Rational::from(low + high) / 2, root.multiplicity as usize)
    });
    // The matrix is within 1e-50 of the true one, and the enclosures are wider than what that moves simple eigenvalues.
    let real: Vec<Rational> = real.collect();
    assert_eq!(real.len(), row.spectrum.real.len(), "{place:?}");
    for (enclosure, root) in row.spectrum.real.iter().zip(&real) {
        assert!(enclosure.contains(root), "{place:?}: {enclosure} does not contain {}", root.to_f64());
        assert!(enclosure.width() < 1e-12, "{place:?}: {enclosure} is wide");
    }
    let negative = real.iter().filter(|root| **root < 0).count();
    assert_eq!(row.spectrum.negative, Some(negative), "{place:?}");
}

fn sample(name: &str, every: usize) -> LayerReport {
    let layer = layer(name);
    let (rows, report) = look(&layer, &Options::default());
    assert_eq!(rows.len(), layer.rows());
    for row in rows.iter().step_by(every) {
        let transitions = layer.read(row.batch, row.token, row.token + 1).expect("a token");
        let Transition::RankOne(step) = &transitions[0][row.head] else { panic!("not of rank one") };
        check_row(row, step);
    }
    report
}

#[test]
fn kda_layers_are_real_and_positive_or_negative_in_half_of_their_steps() {
    let report = sample("kda_mod3_s0_L0", 7);
    assert!(report.heads.iter().all(|h| h.rotating == 0 && h.negative == 0 && h.undecided() == 0));
    assert!(
        report
            .heads
            .iter()
            .all(|h| h.windows.as_ref().is_some_and(|w| w.expanding == 0 && w.expansion_undecided == 0))
    );
    let report = sample("kda_neg_parity_s1_L0", 7);
    let negative: u64 = report.heads.iter().map(|h| h.negative).sum();
    assert!((200..300).contains(&negative), "{negative}");
    let report = sample("gdn_mod3_s0_L0", 7);
    assert!(report.heads.iter().all(|h| h.rotating == 0 && h.negative == 0));
}

#[test]
fn complex_kda_rotates_near_120_degrees() {
    let report = sample("ckda_mod3_s0_L0", 5);
    assert!(report.heads.iter().any(|head| {
        let strong = head.strongest_pair.expect("pairs").value;
        strong.lo() > 0.99 && head.angle.quantile(0.5).is_some_and(|angle| (119.0..120.0).contains(&angle))
    }));
    let report = sample("ckda_lm_s0_L0", 61);
    let rotating: u64 = report.heads.iter().map(|h| h.rotating).sum();
    assert!((5..30).contains(&rotating), "{rotating} of 512");
    assert!(report.heads.iter().filter_map(|h| h.strongest_pair).all(|pair| pair.value.hi() < 0.9));
}

#[test]
fn the_expanding_window_of_gdn2_is_found_and_certified() {
    let report = sample("gdn2_mod5_s0_L0", 5);
    assert!(
        report.heads.iter().all(|h| h.rotating == 0 && h.worst_radius.is_some_and(|r| r.value.hi() < 1.0))
    );
    let worst = report
        .heads
        .iter()
        .filter_map(|h| h.windows.as_ref()?.worst)
        .max_by(|a, b| a.radius.lo().total_cmp(&b.radius.lo()));
    let worst = worst.expect("windows");
    assert_eq!(worst.expands(), Some(true));
    assert!(worst.radius.lo() > 1.013 && worst.radius.hi() < 1.0132, "{}", worst.radius);
    // By another road: over the rationals, det(I − P) < 0 says that P has an eigenvalue above 1.
    let layer = layer("gdn2_mod5_s0_L0");
    let head = report
        .heads
        .iter()
        .position(|h| {
            h.windows.as_ref().is_some_and(|w| {
                w.worst.is_some_and(|w| w.from == worst.from && w.radius.lo() == worst.radius.lo())
            })
        })
        .expect("a head");
    let tokens = layer.read(0, worst.from, worst.to).expect("tokens");
    let product = tokens.iter().fold(Matrix::identity(8), |product, token| {
        let Transition::RankOne(step) = &token[head] else { panic!("not of rank one") };
        &near(step) * &product
    });
    let at = |x: Rational| (&Matrix::identity(8).scale(&x) - &product).determinant().cmp0();
    assert_eq!(at(Rational::from(1)), std::cmp::Ordering::Less);
    let above = Rational::from_f64(worst.radius.hi()).expect("finite");
    let below = Rational::from_f64(worst.radius.lo()).expect("finite");
    assert_ne!(at(above), at(below), "the enclosure of the radius holds an eigenvalue");
}

#[test]
fn gdn2_of_a_language_model_has_no_expanding_window_although_steps_have_norms_above_one() {
    let report = sample("gdn2_lm_s0_L1", 97);
    assert!(
        report.heads.iter().any(|h| h.worst_norm.is_some_and(|n| n.value.lo() > 1.0 && n.value.hi() < 1.03))
    );
    assert!(report.heads.iter().all(|h| h.windows.as_ref().is_some_and(|w| w.expanding == 0)));
}

#[test]
fn momentum_deltanet_has_no_pair_and_large_norms() {
    let layer = layer("mdn_mod3_s0_L0");
    let (rows, report) = look(&layer, &Options { window: 0, windows: None });
    assert!(report.heads.iter().all(|h| h.rotating == 0 && h.undecided() == 0));
    assert!(
        report.heads.iter().any(|h| h.worst_norm.is_some_and(|n| n.value.lo() > 1.19 && n.value.hi() < 1.21))
    );
    // Against the dense polynomial of the stacked state.
    for row in rows.iter().step_by(37) {
        let transitions = layer.read(0, row.token, row.token + 1).expect("a token");
        let Transition::Momentum { step, key, .. } = &transitions[0][row.head] else { panic!("no momentum") };
        let middle = |x: &Number| x.exact().unwrap_or_else(|| x.ball(200).midpoint().expect("bounded"));
        let [alpha, mu, beta, eta] = [&step.alpha, &step.mu, &step.beta, &step.eta].map(middle);
        let d = step.channels;
        let k = |i: usize| Rational::from_f64(key[i]).expect("finite");
        let matrix = Matrix::from_fn(2 * d, 2 * d, |i, j| {
            let along = Rational::from(&alpha * &eta) * k(i % d) * k(j % d);
            let one = Rational::from(i32::from(i % d == j % d));
            match (i < d, j < d) {
                (true, true) => one * &alpha - along * &beta,
                (true, false) => -one * &beta * &mu,
                (false, true) => along,
                (false, false) => one * &mu,
            }
        });
        let exact = dense::enclose(&matrix.characteristic_polynomial(), &(Rational::from(1) >> 120_u32))
            .expect("a polynomial");
        assert_eq!(row.spectrum.pair_count(), Some(exact.pairs));
        let count: u32 = exact.real.iter().map(|root| root.multiplicity).sum();
        assert_eq!(row.spectrum.real.len(), count as usize);
        for root in &exact.real {
            let (low, high) = root.region.ends().expect("real");
            let root = Rational::from(low + high) / 2;
            assert!(row.spectrum.real.iter().any(|x| x.contains(&root)), "{}", root.to_f64());
        }
    }
}

#[test]
fn windows_of_every_layer_are_decided() {
    let names = [
        "kda_mod3_s0_L0",
        "kda_neg_parity_s1_L0",
        "gdn_mod3_s0_L0",
        "ckda_mod3_s0_L0",
        "gdn2_mod5_s0_L0",
        "mdn_mod3_s0_L0",
    ];
    for name in names {
        let (_, report) = look(&layer(name), &Options::default());
        for head in &report.heads {
            let w = head.windows.as_ref().expect("windows");
            assert_eq!((w.expansion_undecided, w.rotation_undecided), (0, 0), "{name}");
        }
    }
}

#[test]
fn windows_in_the_coordinates_of_their_keys_have_the_same_polynomial() {
    // Gated DeltaNet: over the rationals, the whole product against what the window says of it.
    let layer = layer("gdn_mod3_s0_L0");
    for from in (0..200).step_by(23) {
        let tokens = layer.read(0, from, from + 5).expect("tokens");
        for head in 0..layer.heads {
            let steps: Vec<&Transition> = tokens.iter().map(|token| &token[head]).collect();
            let window = inspect::Window::new(0, from, &steps);
            let product = steps.iter().fold(Matrix::identity(8), |product, step| {
                let Transition::RankOne(step) = step else { panic!("not of rank one") };
                &near(step) * &product
            });
            let exact = dense::enclose(&product.characteristic_polynomial(), &(Rational::from(1) >> 100_u32))
                .expect("a polynomial");
            assert_eq!(window.rotates(), Some(exact.pairs > 0), "{from} {head}");
            let largest = exact.real.iter().map(|root| {
                let (low, high) = root.region.ends().expect("real");
                Rational::from(low + high).abs() / 2
            });
            if exact.pairs == 0 {
                let largest = largest.max().expect("not empty");
                assert!(window.radius.contains(&largest), "{} is not in {}", largest.to_f64(), window.radius);
            }
        }
    }
}
