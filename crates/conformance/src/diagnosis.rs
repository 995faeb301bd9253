//! Which slip explains a difference, and what the difference looks like.
//!
//! A diagnosis never decides between rounding and bug; it names what makes the numbers come out.

use crate::compare::{Allowance, Compared, Shaped, ratio};
use crate::reference::Reference;
use crate::slips::{self, Context, Results};
use crate::{Case, Dump, Verdict};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// A slip, held against the kernel's numbers.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Explanation {
    /// The slip's key.
    pub slip: &'static str,
    /// What the kernel does, in words.
    pub what: &'static str,
    /// The root mean square of what is left unexplained, over that of the difference from the right run.
    pub unexplained: f64,
}

/// What is known of a run's differences.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Diagnosis {
    /// Slips whose run is within rounding of the kernel's numbers, the best first.
    pub explained_by: Vec<Explanation>,
    /// The slip that comes closest where none explains the numbers, when it takes away most of the difference.
    pub closest: Option<Explanation>,
    /// What the differences look like.
    pub looks: Vec<String>,
    /// Slips that would change these results, but by less than rounding may.
    pub not_separable: Vec<&'static str>,
    /// The number of first tokens that slips were tried on, where it is not all.
    pub tried_on: Option<usize>,
}

/// The share of a difference that the closest slip must take away to be worth a word.
const CLOSE: f64 = 0.25;

fn largest(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |m, v| m.max(v.abs()))
}

struct Fit {
    explanation: Explanation,
    explains: bool,
    separable: bool,
    changes: bool,
}

/// Entries of states that a slip may update before it is tried on the first tokens only.
const BUDGET: usize = 30_000_000;

/// How many tokens slips are tried on: all, unless that is much work and enough is broken before.
fn window(dump: &Dump, compared: &[Compared]) -> usize {
    let tokens = dump.inputs.dims.tokens;
    let entries = dump.inputs.all_heads().len() * dump.inputs.rows() * dump.inputs.dims.v;
    let affordable = BUDGET.checked_div(entries).unwrap_or(tokens).max(16);
    let first = compared.iter().filter_map(|c| c.first_broken).filter_map(|p| p.place.token).min();
    let only_state = first.is_none() && compared.iter().any(|c| c.verdict != Verdict::Rounding);
    if only_state { tokens } else { affordable.max(first.map_or(0, |t| t + 64)).min(tokens) }
}

/// Tries all slips on a run.
pub(crate) fn diagnose(
    dump: &Dump,
    case: usize,
    reference: &Reference,
    allowance: &Allowance,
    compared: &[Compared],
) -> Diagnosis {
    let tokens = window(dump, compared);
    let right = Results { outputs: reference.outputs.rounded(), state: reference.state.rounded() };
    let dims = dump.inputs.dims;
    match dump.prefix(tokens).filter(|_| tokens < dims.tokens) {
        None => diagnose_all(dump, &dump.cases[case], &right, allowance, compared),
        Some(short) => {
            let cut = |x: &[f64]| {
                let entry = dims.tokens * dims.value_heads * dims.v;
                x.chunks_exact(entry.max(1))
                    .flat_map(|b| b[..entry / dims.tokens * tokens].to_vec())
                    .collect()
            };
            let shaped = |s: &Shaped| Shaped { outputs: cut(&s.outputs), state: s.state.clone() };
            let right = Results { outputs: cut(&right.outputs), ..right };
            let allowance =
                Allowance { likely: shaped(&allowance.likely), possible: shaped(&allowance.possible) };
            let mut found = diagnose_all(&short, &short.cases[case], &right, &allowance, compared);
            found.tried_on = Some(tokens);
            found
        }
    }
}

fn diagnose_all(
    dump: &Dump,
    case: &Case,
    right: &Results,
    allowance: &Allowance,
    compared: &[Compared],
) -> Diagnosis {
    let context = Context::of(dump, case);
    // Slips are run in `f64`: whether one changes anything is seen against the right run in the same arithmetic.
    let plain = slips::results(&context.inputs);
    let fits: Vec<Fit> = slips::all()
        .par_iter()
        .filter_map(|slip| {
            let results = (slip.run)(&context)?;
            let (explains, unexplained) = fit(dump, case, right, &results, allowance);
            let over = |a: &[f64], b: &[f64], allowed: &[f64]| {
                a.iter().zip(b).zip(allowed).any(|((x, y), e)| ratio((x - y).abs(), *e) > 1.0)
            };
            let outputs =
                case.outputs.is_some() && over(&results.outputs, &right.outputs, &allowance.possible.outputs);
            let state = case.state.is_some() && over(&results.state, &right.state, &allowance.possible.state);
            let changes = (case.outputs.is_some()
                && differs(&results.outputs, &plain.outputs, &allowance.possible.outputs))
                || (case.state.is_some() && differs(&results.state, &plain.state, &allowance.possible.state));
            let explanation = Explanation { slip: slip.name, what: slip.what, unexplained };
            Some(Fit { explanation, explains, separable: outputs || state, changes })
        })
        .collect();
    let broken = compared.iter().any(|c| c.verdict != Verdict::Rounding);
    let not_separable =
        fits.iter().filter(|f| f.changes && !f.separable).map(|f| f.explanation.slip).collect();
    if !broken {
        return Diagnosis {
            explained_by: Vec::new(),
            closest: None,
            looks: Vec::new(),
            not_separable,
            tried_on: None,
        };
    }
    let mut tried: Vec<&Fit> = fits.iter().filter(|f| f.changes).collect();
    tried.sort_by(|a, b| a.explanation.unexplained.total_cmp(&b.explanation.unexplained));
    let explained_by: Vec<_> =
        tried.iter().filter(|f| f.explains && f.separable).map(|f| f.explanation.clone()).collect();
    let closest = tried.first().map(|f| f.explanation.clone()).filter(|e| e.unexplained < CLOSE);
    let closest = closest.filter(|_| explained_by.is_empty());
    Diagnosis {
        explained_by,
        closest,
        looks: looks(dump, case, right, allowance),
        not_separable,
        tried_on: None,
    }
}

/// The part of an allowance below which a change is that of another order of summation, and no effect of a slip.
const NOTHING: f64 = 1e-4;

/// Whether a difference is not within what is allowed.
fn beyond(difference: f64, allowed: f64) -> bool {
    difference.is_nan() || difference.abs() > allowed
}

fn differs(a: &[f64], b: &[f64], allowed: &[f64]) -> bool {
    a.iter().zip(b).zip(allowed).any(|((x, y), e)| beyond(x - y, NOTHING * e))
}

/// Whether a slip's results are within rounding of the kernel's, and the share of the difference that they leave.
fn fit(dump: &Dump, case: &Case, right: &Results, slip: &Results, allowance: &Allowance) -> (bool, f64) {
    let (mut explains, mut differs, mut left, mut all) = (true, false, 0.0, 0.0);
    let format = dump.arithmetic.output;
    let sides = [
        (&case.outputs, &right.outputs, &slip.outputs, &allowance.possible.outputs, format),
        (&case.state, &right.state, &slip.state, &allowance.possible.state, 0.0),
    ];
    for (computed, right, slip, allowed, format) in sides {
        let Some(computed) = computed else { continue };
        // The slipped run may be larger than the right one, and rounds as much more.
        let growth = (largest(slip) / largest(right).max(f64::MIN_POSITIVE)).max(1.0);
        for (((c, r), s), a) in computed.iter().zip(right).zip(slip).zip(allowed) {
            // Its outputs are rounded to their format as large as they are, not as large as the right ones.
            let tolerance = growth * a + format * s.abs();
            explains &= ratio((c - s).abs(), tolerance) <= 1.0;
            // A slip that grows so much that it would explain the right run as well explains nothing.
            differs |= ratio((r - s).abs(), tolerance) > 1.0;
            let size = a.max(f64::MIN_POSITIVE);
            left += ((c - s) / size).powi(2);
            all += ((c - r) / size).powi(2);
        }
    }
    (explains && differs, if left == 0.0 { 0.0 } else { (left / all).sqrt() })
}

/// What the differences of the outputs look like.
fn looks(dump: &Dump, case: &Case, right: &Results, allowance: &Allowance) -> Vec<String> {
    let mut out = Vec::new();
    let Some(outputs) = &case.outputs else { return out };
    let dims = dump.inputs.dims;
    let wrong: Vec<usize> = outputs
        .iter()
        .zip(&right.outputs)
        .zip(&allowance.possible.outputs)
        .enumerate()
        .filter(|(_, ((c, r), a))| beyond(*c - *r, **a))
        .map(|(i, _)| i)
        .collect();
    if wrong.is_empty() {
        out.push("no output is wrong, only the final state".into());
        return out;
    }
    let set = |f: &dyn Fn(usize) -> usize| wrong.iter().map(|i| f(*i)).collect::<BTreeSet<usize>>();
    let tokens = set(&|i| i / (dims.v * dims.value_heads) % dims.tokens);
    let heads = set(&|i| i / dims.v % dims.value_heads);
    let channels = set(&|i| i % dims.v);
    let batches = set(&|i| i / (dims.v * dims.value_heads * dims.tokens));
    out.push(format!("{} of {} outputs are wrong", wrong.len(), outputs.len()));
    let mut part = |name: &str, found: &BTreeSet<usize>, all: usize| {
        if let (Some(first), Some(last)) = (found.first(), found.last())
            && found.len() < all
        {
            out.push(format!("only {} of {all} {name}, from {first} to {last}", found.len()));
        }
    };
    part("tokens", &tokens, dims.tokens);
    part("heads", &heads, dims.value_heads);
    part("value channels", &channels, dims.v);
    part("batch entries", &batches, dims.batch);
    let first = tokens.first().copied().unwrap_or(0);
    if let Some(chunk) = [128, 64, 32, 16].into_iter().find(|c| first > 0 && first % c == 0) {
        out.push(format!("the first wrong token, {first}, begins a chunk of {chunk}"));
    }
    if outputs.iter().any(|x| !x.is_finite()) {
        let count = outputs.iter().filter(|x| !x.is_finite()).count();
        out.push(format!("{count} outputs are NaN or infinite"));
        return out;
    }
    if wrong.iter().all(|i| outputs[*i] == 0.0) {
        out.push("all wrong outputs are 0".into());
    }
    let (cr, rr) = wrong.iter().fold((0.0, 0.0), |(a, b), i| {
        (a + outputs[*i] * right.outputs[*i], b + right.outputs[*i] * right.outputs[*i])
    });
    let factor = cr / rr;
    let fits = wrong.iter().all(|i| {
        let error = (outputs[*i] - factor * right.outputs[*i]).abs();
        error <= allowance.possible.outputs[*i] * factor.abs().max(1.0)
    });
    if fits && factor != 0.0 {
        out.push(format!("all wrong outputs are {factor:.6} times what they should be"));
    }
    out
}
