//! Kernels: what a run of them on a device, and a comparison of a dump, came to. Read from files beside the results.

use crate::{Inputs, ReportError};
use maud::{Markup, html};
use serde::Deserialize;
use std::collections::BTreeMap;

const KERNELS: &str = "eigenclaim-kernels/1";

#[derive(Debug, Deserialize)]
struct Kernels {
    schema: String,
    version: String,
    seed: u64,
    adapter: Adapter,
    #[serde(default)]
    probe: BTreeMap<String, String>,
    checks: Vec<Check>,
    #[serde(default)]
    mutations: Vec<Mutation>,
}

#[derive(Debug, Deserialize)]
struct Adapter {
    name: String,
    driver: String,
    kind: String,
}

#[derive(Debug, Deserialize)]
struct Check {
    kernel: String,
    shape: Shape,
    dtype: String,
    mode: String,
    cases: u64,
    /// Error over bound, a decimal number.
    worst: String,
    verdict: String,
}

#[derive(Debug, Deserialize)]
struct Shape {
    batch: u64,
    time: u64,
    heads: u64,
    keys: u64,
    values: u64,
}

#[derive(Debug, Deserialize)]
struct Mutation {
    kernel: String,
    name: String,
    caught: bool,
}

/// What `eigenclaim compare --json` writes, as far as it is shown.
#[derive(Debug, Deserialize)]
struct Comparison {
    system: String,
    arithmetic: String,
    shape: String,
    verdict: String,
    runs: Vec<ComparedRun>,
    #[serde(default)]
    notes: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct ComparedRun {
    name: String,
    verdict: String,
    tensors: Vec<Tensor>,
}

#[derive(Debug, Deserialize)]
struct Tensor {
    name: String,
    verdict: String,
    heads: Vec<Head>,
}

#[derive(Debug, Deserialize)]
struct Head {
    likely_ratio: Option<f64>,
    possible_ratio: Option<f64>,
}

/// The files beside the results, read.
#[derive(Debug)]
pub(crate) struct Extras {
    kernels: Option<Kernels>,
    comparison: Option<Comparison>,
}

impl Extras {
    pub(super) fn read(inputs: &Inputs<'_>) -> Result<Self, ReportError> {
        let kernels: Option<Kernels> =
            parse(inputs.kernels, "the kernels file", "what the kernels' checks write")?;
        if let Some(found) = kernels.as_ref().map(|it| &it.schema).filter(|schema| *schema != KERNELS) {
            let (name, found) = ("the kernels file".into(), found.clone());
            return Err(ReportError::Schema { name, found, expected: KERNELS });
        }
        let comparison =
            parse(inputs.comparison, "the comparison", "what `eigenclaim compare --json` writes")?;
        Ok(Self { kernels, comparison })
    }
}

fn parse<T: for<'a> Deserialize<'a>>(
    text: Option<&str>,
    name: &str,
    expected: &'static str,
) -> Result<Option<T>, ReportError> {
    let read = |text| {
        serde_json::from_str(text).map_err(|source| ReportError::NotJson {
            name: name.into(),
            expected,
            source,
        })
    };
    text.map(read).transpose()
}

pub(super) fn section(context: &super::Context<'_>) -> Result<Markup, ReportError> {
    let Extras { kernels, comparison } = &context.extras;
    Ok(html! {
        section #kernels {
            h2 { "Kernels against the reference" }
            @match kernels {
                Some(kernels) => (checks(kernels)),
                None => p { "No kernels were run for this report. " code { "eigenclaim report --kernels kernels.json" } " shows the results of a run on a device." },
            }
            @match comparison {
                Some(comparison) => (compared(comparison)),
                None => p {
                    "No kernel's dump was compared. " code { "eigenclaim compare DUMP --json > compare.json" } " holds a kernel's results against "
                    "derived rounding bounds, and " code { "eigenclaim report --compare compare.json" } " shows what came out."
                },
            }
        }
    })
}

fn word(verdict: &str) -> Markup {
    let (key, mark) = match verdict {
        "rounding" | "holds" | "ok" | "pass" => ("holds", "✓"),
        "undecided" => ("undecided", "?"),
        _ => ("refuted", "✗"),
    };
    html! { span class=(format!("verdict {key}")) { (mark) " " (verdict) } }
}

/// The checks of each kernel, in the order of the file.
fn by_kernel(checks: &[Check]) -> Vec<(&str, Vec<&Check>)> {
    let mut kernels: Vec<(&str, Vec<&Check>)> = Vec::new();
    for check in checks {
        match kernels.iter_mut().find(|(kernel, _)| *kernel == check.kernel) {
            Some((_, its)) => its.push(check),
            None => kernels.push((&check.kernel, vec![check])),
        }
    }
    kernels
}

/// The largest ratio, as it is written; what is no number goes before all numbers.
fn worst<'a>(checks: &[&'a Check]) -> &'a str {
    let size = |check: &&&Check| check.worst.parse::<f64>().unwrap_or(f64::INFINITY);
    let largest = checks.iter().max_by(|a, b| size(a).total_cmp(&size(b)));
    largest.map_or("–", |check| &check.worst)
}

fn checks(kernels: &Kernels) -> Markup {
    let Kernels { version, seed, adapter, probe, checks, mutations, .. } = kernels;
    let missed = mutations.iter().filter(|it| !it.caught).count();
    html! {
        p { "On " (adapter.name) " (" (adapter.kind) ", driver " (adapter.driver) "), version " (version) ", seed " (seed) ". The numbers are errors over the derived bound: up to 1 is explained by rounding." }
        div.scroll { table {
            thead { tr { th scope="col" { "kernel" } th.number scope="col" { "checks" } th.number scope="col" { "hold" } th.number scope="col" { "worst" } } }
            tbody { @for (kernel, its) in by_kernel(checks) { tr {
                th scope="row" { (kernel) }
                td.number { (its.len()) } td.number { (its.iter().filter(|it| it.verdict == "holds").count()) } td.number { (worst(&its)) }
            } } }
        } }
        details { summary { "All " (checks.len()) " checks" } div.scroll { table {
            thead { tr { th scope="col" { "kernel" } th scope="col" { "batch × time × heads, keys × values" } th scope="col" { "numbers" } th scope="col" { "mode" } th.number scope="col" { "cases" } th.number scope="col" { "worst" } th scope="col" { "verdict" } } }
            tbody { @for it in checks { tr {
                th scope="row" { (it.kernel) }
                td { (it.shape.batch) " × " (it.shape.time) " × " (it.shape.heads) ", " (it.shape.keys) " × " (it.shape.values) }
                td { (it.dtype) } td { (it.mode) } td.number { (it.cases) } td.number { (it.worst) } td { (word(&it.verdict)) }
            } } }
        } } }
        @if !probe.is_empty() {
            details { summary { "The device's arithmetic, as measured" } div.scroll { table {
                tbody { @for (what, value) in probe { tr { th scope="row" { (what) } td { (value) } } } }
            } } }
        }
        @if !mutations.is_empty() {
            p { (mutations.len() - missed) " of " (mutations.len()) " faults planted in the kernels were caught." }
            @if missed > 0 { ul { @for it in mutations.iter().filter(|it| !it.caught) { li { "not caught: " (it.kernel) ", " (it.name) } } } }
        }
    }
}

fn compared(comparison: &Comparison) -> Markup {
    let Comparison { system, arithmetic, shape, verdict, runs, notes } = comparison;
    let worst = |ratio: fn(&Head) -> Option<f64>, tensor: &Tensor| {
        tensor.heads.iter().filter_map(ratio).fold(0.0, f64::max)
    };
    html! {
        h3 { "A dump, compared: " (word(verdict)) }
        p { (system) ", " (arithmetic) ": " (shape) ". Errors over what independent roundings make likely, and over what roundings can possibly do:" }
        div.scroll { table {
            thead { tr { th scope="col" { "run" } th scope="col" { "tensor" } th.number scope="col" { "error / likely" } th.number scope="col" { "error / possible" } th scope="col" { "verdict" } } }
            tbody { @for run in runs { @for tensor in &run.tensors { tr {
                th scope="row" { (run.name) " (" (run.verdict) ")" } td { (tensor.name) }
                td.number { (format!("{:.3e}", worst(|head| head.likely_ratio, tensor))) } td.number { (format!("{:.3e}", worst(|head| head.possible_ratio, tensor))) }
                td { (word(&tensor.verdict)) }
            } } } }
        } }
        @for note in notes { p.small { (note) } }
    }
}
