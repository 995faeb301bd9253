//! Every matrix-state file in `f32`: the inputs are exact in it, and what the engine's two forms give is rounding.

use crate::files::path;
use conformance::{Case, Dump, Layout, Settings, Verdict, compare};
use engine::bounds::{Arithmetic, Form};
use engine::run::{self, Run};
use engine::{Inputs, System};

/// The golden run of each chunk size, or token by token, in `f32`.
fn cases(inputs: &Inputs<f64>) -> Vec<Case> {
    let single = inputs.map(|x| *x as f32).factors();
    let dims = inputs.dims;
    let form = |name: &str, size: Option<usize>| {
        let mut outputs = vec![0.0; dims.batch * dims.tokens * dims.value_heads * dims.v];
        let mut state = Vec::new();
        for at in single.all_heads() {
            let (program, initial) = (single.program(at), single.initial(at));
            let Run { outputs: out, state: end } = match size {
                None => run::recurrent(&program, &initial),
                Some(size) => run::chunkwise(&program, &initial, size).expect("matrix states have chunks"),
            };
            let (batch, tokens) = single.tokens_of(at.sequence);
            for (t, row) in tokens.zip(out.chunks_exact(dims.v)) {
                let start = ((batch * dims.tokens + t) * dims.value_heads + at.head) * dims.v;
                for (o, x) in outputs[start..].iter_mut().zip(row) {
                    *o = f64::from(*x);
                }
            }
            state.extend(end.into_iter().map(f64::from));
        }
        Case { name: name.into(), outputs: Some(outputs), state: Some(state), from_initial: true }
    };
    vec![form("o", None), form("o_16", Some(16)), form("o_64", Some(64))]
}

fn agrees(name: &str, system: System) {
    let settings = Settings { system: Some(system), layout: Some(Layout::Bthd), ..Settings::default() };
    let mut dump = Dump::open(path(name), settings).expect("a golden file is a dump");
    dump.arithmetic = &Arithmetic::F32;
    for x in dump.inputs.names().flat_map(|n| dump.inputs.tensor(n).unwrap_or_default()) {
        assert_eq!(f64::from(*x as f32), *x, "{name}: the inputs are exact in f32");
    }
    dump.cases = cases(&dump.inputs);
    let forms = [Form::Recurrent, Form::Chunk(16), Form::Chunk(64)];
    for run in compare(&dump, &forms, &|_| {}).runs {
        assert_eq!(run.verdict, Verdict::Rounding, "{name}, {}: {:?}", run.name, run.diagnosis);
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
    comba: CombaDecayed, "comba_B1H2T7K4V3";
}
