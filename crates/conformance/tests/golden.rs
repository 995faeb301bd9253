//! The public references, exact inputs and `f64` results: every difference is rounding.

use conformance::{Dump, Layout, Settings, StateLayout, Verdict, compare};
use engine::System;
use engine::bounds::{Arithmetic, Form};
use std::path::PathBuf;

fn golden(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/data/golden")
        .join(format!("{name}.safetensors"))
}

fn settings(system: System) -> Settings {
    Settings {
        system: Some(system),
        arithmetic: Some(&Arithmetic::F64),
        layout: Some(Layout::Bthd),
        state_layout: StateLayout::named("BHKV"),
        ..Settings::default()
    }
}

/// The chunk sizes of the references, which the files' metadata name.
const FORMS: &[Form] =
    &[Form::Recurrent, Form::Chunk(7), Form::Chunk(16), Form::Chunk(64), Form::Chunk(65), Form::Inverse(64)];

fn agrees(name: &str, system: System) {
    let dump = Dump::open(golden(name), settings(system)).expect("a golden file is a dump");
    assert!(!dump.cases.is_empty(), "{name} holds results");
    let report = compare(&dump, FORMS, &|_| {});
    for tensor in &report.gradients {
        let worst = tensor.worst.expect("gradients");
        assert_eq!(tensor.verdict, Verdict::Rounding, "{name} {}: {worst:?}", tensor.name);
    }
    let has_gradients = dump.backward.as_ref().is_some_and(|b| !b.gradients.is_empty());
    assert_eq!(report.gradients.is_empty(), !has_gradients, "{name}: {:?}", report.notes);
    for run in &report.runs {
        for tensor in &run.tensors {
            let worst = tensor.worst.expect("results");
            assert_eq!(
                tensor.verdict,
                Verdict::Rounding,
                "{name} {}: {worst:?} {:?}",
                tensor.name,
                run.diagnosis
            );
        }
    }
}

macro_rules! golden {
    ($($test:ident: $system:ident, $($name:literal),+;)*) => {$(
        #[test]
        fn $test() {
            for name in [$($name),+] {
                agrees(name, System::$system);
            }
        }
    )*};
}

golden! {
    gated_linear_attention: Gla, "gla_B1H2T7K4V3", "gla_B1H1T130K32V24", "simple_gla_B1H2T7K4V3", "simple_gla_B1H1T130K32V24";
    delta_net: DeltaNet, "delta_rule_B1H2T7K4V3", "delta_rule_B1H1T130K32V24", "delta_rule_neg_B1H2T7K4V3", "delta_rule_neg_B1H1T130K32V24";
    gated_delta_net: Gdn, "gdn_B1H2T7K4V3", "gdn_B1H1T130K32V24", "gdn_neg_B1H2T7K4V3", "gdn_neg_B1H1T130K32V24";
    kda: Kda, "kda_B1H2T7K4V3", "kda_B1H1T130K32V24", "kda_neg_B1H2T7K4V3", "kda_neg_B1H1T130K32V24", "kda_stronggate_B1H2T7K4V3", "kda_stronggate_B1H1T130K32V24", "kda_gva_B1H2T7K4V3", "kda_varlen_H2T25K8V6";
    gated_delta_net_2: Gdn2, "gdn2_B1H2T7K4V3", "gdn2_B1H1T130K32V24", "gdn2_neg_B1H2T7K4V3", "gdn2_neg_B1H1T130K32V24";
    complex_kda: Ckda, "ckda_B1H2T7K4V3", "ckda_B1H1T130K32V24";
    momentum_delta_net: Mdn, "mdn_B1H2T7K4V3", "mdn_B1H1T130K32V24";
    rwkv7: Rwkv7, "rwkv7_B1H2T7K4V3", "rwkv7_B1H1T130K32V24";
    dplr: Dplr, "dplr_B1H2T7K4V3", "dplr_B1H1T130K32V24";
    iplr: Iplr, "iplr_B1H2T7K4V3", "iplr_B1H1T130K32V24";
    delta_product: DeltaProduct, "gated_delta_product_n2_B1H2T7K4V3", "gated_delta_product_n2_B1H1T130K32V24";
    comba_erases_after_the_decay_in_its_recurrent_reference: CombaDecayed, "comba_B1H2T7K4V3";
}
