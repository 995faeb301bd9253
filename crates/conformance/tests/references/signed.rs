//! The signed gate of Complex KDA, and its sign gauge.

use crate::files::{Golden, path};
use crate::running::{Running, far};
use conformance::{Dump, Layout, Settings};
use engine::run::recurrent;
use engine::scalar::hadamard;
use engine::systems::ckda;
use engine::{Fields, Program, System};

#[test]
fn the_signed_gate_of_a_raw_activation_is_the_sign_and_the_logarithm_of_the_file() {
    // In the large file the first 8 tokens are set to ±1, whatever their activation.
    for (name, skipped) in [("ckda_B1H2T7K4V3", 0), ("ckda_B1H1T130K32V24", 8)] {
        let file = Golden::open(name);
        let shape = file.shape("u");
        let skip = skipped * shape[2] * shape[3];
        let [u, sign, g] = ["u", "sign", "g"].map(|n| file.numbers(n));
        for i in skip..u.len() {
            let (s, magnitude) = ckda::signed_gate(&Running::input(u[i]));
            assert_eq!(far(sign[i], s.exact()), 0.0, "{name}: the sign of u = {}", u[i]);
            let exact = magnitude.exact().log().expect("a magnitude is positive");
            // |ln a − ln b| ≤ |a − b| / min(a, b); a logarithm; and `g` was rounded to f32.
            let smallest = magnitude.size() - 2.0 * magnitude.error();
            let before = magnitude.error() / smallest + f64::EPSILON * far(0.0, &exact);
            let allowed = before + f64::from(f32::EPSILON) / 2.0 * (far(0.0, &exact) + before);
            let error = far(g[i], &exact);
            assert!(
                error <= allowed,
                "{name}: g is off by {error} at u = {}, rounding explains {allowed}",
                u[i]
            );
        }
    }
}

#[test]
fn the_sign_gauge_gives_the_same_numbers_to_the_bit() {
    for name in ["ckda_B1H2T7K4V3", "ckda_B1H1T130K32V24"] {
        let dump = Dump::open(
            path(name),
            Settings { system: Some(System::Ckda), layout: Some(Layout::Bthd), ..Settings::default() },
        );
        let inputs = dump.expect("a dump").inputs.factors();
        let signs = Golden::open(name).numbers("sign");
        for at in inputs.all_heads() {
            let (batch, tokens) = inputs.tokens_of(at.sequence);
            let k = inputs.dims.k;
            let fields: Vec<Fields<f64>> = tokens.clone().map(|t| inputs.fields(batch, t, at.head)).collect();
            let sign = |t: usize| {
                let start = (t * inputs.dims.value_heads + at.head) * k;
                signs[start..start + k].to_vec()
            };
            let (turned, gauge) = ckda::in_gauge(&fields, &tokens.map(sign).collect::<Vec<_>>());
            let direct = inputs.program(at);
            let in_gauge = recurrent(&Program { tokens: turned, ..direct.clone() }, &inputs.initial(at));
            let direct = recurrent(&direct, &inputs.initial(at));
            assert_eq!(in_gauge.outputs, direct.outputs, "{name}");
            // Signs are exact: what the gauge turns is turned back.
            let spread: Vec<f64> = gauge.iter().flat_map(|p| vec![*p; inputs.dims.v]).collect();
            assert_eq!(hadamard(&spread, &in_gauge.state), direct.state, "{name}");
        }
    }
}
