//! The gradients of every file that has some.
//!
//! The engine's reverse mode runs in [`Running`] numbers: its own operations, each allowed to round twice, in any order of summation. Autograd of the
//! recurrent references computes the same derivatives step by step from the same intermediate results.

use crate::files::{path, within};
use crate::running::Running;
use conformance::{Dump, Layout, Settings};
use engine::System;
use engine::run::{Cotangents, gradient};

fn agrees(name: &str, system: System) {
    let settings = Settings { system: Some(system), layout: Some(Layout::Bthd), ..Settings::default() };
    let dump = Dump::open(path(name), settings).expect("a golden file is a dump");
    let backward = dump.backward.as_ref().expect("a file with gradients");
    let given = dump.inputs.map(|x| Running::input(*x));
    let factors = given.factors();
    let (dims, rows) = (given.dims, given.rows());
    let cotangents: Vec<_> = given
        .all_heads()
        .iter()
        .enumerate()
        .map(|(n, at)| {
            let (batch, tokens) = given.tokens_of(at.sequence);
            let row = |t: usize| ((batch * dims.tokens + t) * dims.value_heads + at.head) * dims.v;
            let size = rows * dims.v;
            let outputs = tokens.flat_map(|t| &backward.outputs[row(t)..row(t) + dims.v]);
            Cotangents {
                outputs: outputs.map(|x| Running::input(*x)).collect(),
                state: backward.state[n * size..(n + 1) * size].iter().map(|x| Running::input(*x)).collect(),
            }
        })
        .collect();
    let gradients = gradient(&factors, &cotangents).by_logarithms(&given, &factors);
    assert!(
        backward.gradients.len() > given.names().count(),
        "{name}: a gradient by every input and the state"
    );
    for (input, golden) in &backward.gradients {
        let values = if input == "h0" { &gradients.initial } else { &gradients.tensors[input.as_str()] };
        within(&format!("{name} grad_{input}"), golden, values);
    }
}

macro_rules! gradients {
    ($($test:ident: $system:ident, $($name:literal),+;)*) => {$(
        #[test]
        fn $test() {
            for name in [$($name),+] {
                agrees(&small(name), System::$system);
            }
        }
    )*};
}

fn small(prefix: &str) -> String {
    format!("{prefix}_B1H2T7K4V3")
}

gradients! {
    gated_linear_attention: Gla, "gla", "simple_gla";
    delta_net: DeltaNet, "delta_rule", "delta_rule_neg";
    gated_delta_net: Gdn, "gdn", "gdn_neg";
    kda: Kda, "kda", "kda_neg", "kda_stronggate", "kda_gva";
    gated_delta_net_2: Gdn2, "gdn2", "gdn2_neg";
    momentum_delta_net: Mdn, "mdn";
    rwkv7: Rwkv7, "rwkv7";
    dplr: Dplr, "dplr";
    iplr: Iplr, "iplr";
    delta_product: DeltaProduct, "gated_delta_product_n2";
    comba_erases_after_the_decay_in_its_recurrent_reference: CombaDecayed, "comba";
}
