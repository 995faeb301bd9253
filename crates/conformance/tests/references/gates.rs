//! Gate formulas and normalisations.

use crate::files::Golden;
use crate::running::Running;
use engine::systems::gates::{bounded_decay, l2_clamped, l2_normalised, softplus_decay};
use engine::{Real, Scalar};

/// The softplus decay of the references, which take $\mathrm{softplus}(x)$ as $x$ above 20: what they leave out is $\ln(1 + e^{-x}) \le e^{-x}$.
fn decay(raw: &Running, bias: &Running, a_log: &Running) -> Running {
    let exact = softplus_decay(raw, bias, a_log);
    let x = raw.plus(bias);
    let left_out = a_log.exp().times(&x.negate().exp());
    if x.size() > 20.0 && x.sign().exact().is_nonnegative() { exact.widened(left_out.size()) } else { exact }
}

/// `formula(raw, entry of dt_bias, A_log of the head)` for a tensor of raw activations `[1, T, 2, …]`.
fn gate(
    file: &Golden,
    raw: &str,
    bias: &str,
    formula: impl Fn(&Running, &Running, &Running) -> Running,
) -> Vec<Running> {
    let (raw, bias, a) = (file.exact(raw), file.exact(bias), file.exact("A_log"));
    let width = bias.len() / a.len();
    let entry = |(i, x): (usize, &Running)| formula(x, &bias[i % bias.len()], &a[i / width % a.len()]);
    raw.iter().enumerate().map(entry).collect()
}

#[test]
fn every_gate_formula_is_that_of_the_layers() {
    let file = Golden::open("gates_l2norm");
    let (zero, lower) = (Running::zero(), Running::from_int(-5));
    file.agrees("kda_gate", &gate(&file, "raw", "dt_bias", decay));
    file.agrees("kda_gate_nobias", &gate(&file, "raw", "dt_bias", |x, _, a| decay(x, &zero, a)));
    file.agrees("kda_lb_gate_m5", &gate(&file, "raw", "dt_bias", |x, b, a| bounded_decay(x, b, a, &lower)));
    file.agrees(
        "kda_lb_gate_noA_m5",
        &gate(&file, "raw", "dt_bias", |x, b, _| bounded_decay(x, b, &zero, &lower)),
    );
    file.agrees("gdn_gate", &gate(&file, "raw_scalar", "dt_bias_scalar", decay));
    // GLA: ln σ(x) / 16 = −softplus(−x) / 16.
    let gla = |x: &Running| x.negate().softplus().negate().times(&x.fraction(1, 16));
    file.agrees("gla_gate_norm16", &file.exact("gla_raw").iter().map(gla).collect::<Vec<_>>());
}

#[test]
fn both_normalisations_hold_for_zero_and_tiny_rows() {
    let file = Golden::open("gates_l2norm");
    let rows = |f: fn(&[Running]) -> Vec<Running>| -> Vec<Running> {
        file.exact("l2_in").chunks_exact(8).flat_map(f).collect()
    };
    let (root, clamped) = (rows(l2_normalised), rows(l2_clamped));
    file.agrees("l2_fla_eps1e-6", &root);
    file.agrees("l2_fnormalize_1e-12", &clamped);
    let zero = file.numbers("l2_in").chunks_exact(8).position(|row| row.iter().all(|x| *x == 0.0));
    let zero = zero.expect("a zero row");
    for x in [&root, &clamped].into_iter().flat_map(|all| &all[8 * zero..8 * zero + 8]) {
        assert_eq!(x.size(), 0.0, "a zero key stays exactly zero");
    }
    assert!(crate::files::beyond(&file.numbers("l2_fla_eps1e-6"), &clamped), "the two differ on tiny rows");
}
