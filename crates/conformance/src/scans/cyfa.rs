//! Cyclic Flow Attention from its tensors, in the coordinates of its clock.

use super::given::{Given, Margin, Results};
use super::slips::Twist;
use super::{Spec, needed, optional};
use engine::Real;
use engine::run::trace;
use engine::systems::cyfa::{self, Inputs};

pub(super) const SPEC: Spec = Spec {
    name: "cyfa",
    title: "Cyclic Flow Attention",
    inputs: &[
        needed("q", "BTHK"),
        needed("k", "BTHK"),
        needed("v", "BTHV"),
        needed("g", "BTH"),
        needed("beta", "BTH"),
        needed("delta", "BTH"),
        needed("readout", "HCC"),
        needed("q_norm_weight", "K"),
        needed("k_norm_weight", "K"),
    ],
    initial: &[optional("hk_in", "BHKM"), optional("hv_in", "BHMV"), optional("lambda_in", "BH")],
    results: &[needed("o", "BTHV"), needed("hk", "BHKM"), needed("hv", "BHMV"), needed("lambda", "BH")],
    packed: false,
};

/// Runs it; the root-mean-square normalisation has an epsilon of $10^{-5}$, the scale is $K^{-1/2}$.
///
/// Where operands of matrix products are rounded first, a term of the state has met two such roundings (of the key or value, and of the atom of the
/// clock), one of a score six more (of two in each of the products with the query, the Fourier basis and the read-out), and one of an output six on
/// its way back through the read-out and the basis to the values.
pub(super) fn run<S: Real>(given: &Given<S>, twist: Twist, margin: &Margin<'_, S>) -> Results<S> {
    let [tokens, heads, width, columns, m] = ['T', 'H', 'K', 'V', 'C'].map(|axis| given.size(axis));
    let rows = m + 1;
    let all = width + columns;
    let [q, k, v, g, beta, delta] = ["q", "k", "v", "g", "beta", "delta"].map(|name| given.tensor(name));
    let [wq, wk, readout] = ["q_norm_weight", "k_norm_weight", "readout"].map(|name| given.tensor(name));
    let mut outputs = vec![S::zero(); v.len()];
    let (mut keys, mut values, mut clocks) = (vec![], vec![], vec![]);
    for (batch, range) in &given.sequences {
        for head in 0..heads {
            let entry = batch * heads + head;
            let place = |t: usize| (batch * tokens + t) * heads + head;
            let row = |tensor: &[S], width: usize, t: usize| tensor[place(t) * width..][..width].to_vec();
            let normalised = |x: Vec<S>, weight: &[S]| match (twist, x.first()) {
                (Twist::NotNormalised, _) | (_, None) => x,
                (_, Some(first)) => cyfa::normalised(&x, weight, &first.fraction(1, 100_000)),
            };
            let token = |t: usize| Inputs {
                alpha: g[place(t)].exp(),
                beta: beta[place(t)].clone(),
                delta: if twist == Twist::NoStep { S::zero() } else { delta[place(t)].clone() },
                q: margin.operands(normalised(row(q, width, t), wq), 6.0),
                k: margin.operands(normalised(row(k, width, t), wk), 2.0),
                v: margin.operands(row(v, columns, t), 2.0),
            };
            let inputs: Vec<_> = range.clone().map(token).collect();
            let start = given.maybe("lambda_in").map_or_else(S::zero, |x| x[entry].clone());
            let state = |e: usize| match (e / all, e % all) {
                (row, c) if c < width => {
                    given.maybe("hk_in").map_or_else(S::zero, |h| h[(entry * width + c) * rows + row].clone())
                }
                (row, c) => given
                    .maybe("hv_in")
                    .map_or_else(S::zero, |h| h[(entry * rows + row) * columns + c - width].clone()),
            };
            let initial: Vec<S> = (0..rows * all).map(state).collect();
            let (program, now) = cyfa::clock(m, &inputs, &start);
            let states = trace(&program, &initial).states;
            let read = &readout[head * m * m..][..m * m];
            let read = if twist == Twist::ReadoutTransposed {
                super::given::transposed(read, m)
            } else {
                read.to_vec()
            };
            for (n, t) in range.clone().enumerate() {
                let scale = match twist {
                    Twist::Unscaled => S::one(),
                    _ => S::one().over(&g[place(t)].fraction(i32::try_from(width).unwrap_or(1), 1).sqrt()),
                };
                let state = &states[if twist == Twist::ReadEarly { n } else { n + 1 }];
                let clock = if twist == Twist::ClockLate && n > 0 { &now[n - 1] } else { &now[n] };
                let out = cyfa::read_clock(m, state, &inputs[n].q, &read, &scale, clock);
                let out = margin.operands(out, 6.0);
                outputs[place(t) * columns..][..columns].clone_from_slice(&out);
            }
            let last = &states[inputs.len()];
            keys.extend((0..width * rows).map(|e| last[e % rows * all + e / rows].clone()));
            values.extend((0..rows * columns).map(|e| last[e / columns * all + width + e % columns].clone()));
            clocks.push(now.last().cloned().unwrap_or(start));
        }
    }
    Results::from([("o", outputs), ("hk", keys), ("hv", values), ("lambda", clocks)])
}
