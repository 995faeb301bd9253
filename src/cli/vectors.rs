//! `eigenclaim vectors --system S --out DIR`.

use super::table::Table;
use super::{exit, note};
use anyhow::Context;
use conformance::scans::Scan;
use conformance::scans::vectors::{ScanPlan, ScanRequest, plans as scan_plans};
use conformance::vectors::{Comparison, Family, Format, Plan, Request, Set, Vector, plans};
use engine::System;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The system
    #[arg(long, value_name = "S", value_parser = system)]
    system: Kind,
    /// Where the files are written; nothing there is deleted
    #[arg(long, value_name = "DIR", required_unless_present = "list")]
    out: Option<PathBuf>,
    /// The type of inputs and outputs: f32, bf16, f16 or f64; gates and states are f32, or f64
    #[arg(long, value_name = "TYPE", default_value = "f32", value_parser = format)]
    dtype: Format,
    /// Only this family: exact, corners or random; may be given several times
    #[arg(long, value_name = "FAMILY", value_parser = family)]
    family: Vec<Family>,
    /// The longest case, in tokens
    #[arg(long, value_name = "T", default_value_t = 4096)]
    max_tokens: usize,
    /// Seed of everything that is drawn
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// List the cases and write nothing
    #[arg(long)]
    list: bool,
    /// Replace files of the same name that are not of a set of vectors
    #[arg(long)]
    force: bool,
}

/// A system of keys and values, or one with tensors of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Keys(System),
    Own(Scan),
}

fn known<T>(text: &str, found: Option<T>, names: Vec<&str>) -> Result<T, String> {
    found.ok_or_else(|| format!("{text:?} is not known; known: {}", names.join(", ")))
}

fn system(text: &str) -> Result<Kind, String> {
    let found = Scan::named(text).map(Kind::Own).or_else(|| System::named(text).map(Kind::Keys));
    let names = System::ALL.iter().map(|s| s.spec().name).chain(Scan::ALL.iter().map(|s| s.spec().name));
    known(text, found, names.collect())
}

fn format(text: &str) -> Result<Format, String> {
    known(text, Format::named(text), Format::ALL.iter().map(|f| f.name()).collect())
}

fn family(text: &str) -> Result<Family, String> {
    known(text, Family::named(text), Family::ALL.iter().map(|f| f.name()).collect())
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let system = match arguments.system {
        Kind::Keys(system) => system,
        Kind::Own(scan) => return run_own(arguments, scan),
    };
    let request = Request {
        system,
        format: arguments.dtype,
        seed: arguments.seed,
        families: arguments.family.clone(),
        max_tokens: arguments.max_tokens,
    };
    let plans = plans(&request);
    if plans.is_empty() {
        anyhow::bail!("no case has at most {} tokens", arguments.max_tokens);
    }
    let (false, Some(folder)) = (arguments.list, &arguments.out) else {
        super::ignore_broken_pipe(list(&plans))?;
        return Ok(exit::HOLDS);
    };
    let mut set = Set::begin(folder, &request, &plans, arguments.force)?;
    let speak = std::io::stderr().is_terminal();
    let mut table = Table::new(&["case", "tokens", "compared", "largest bound", "catches"]);
    for (number, plan) in plans.iter().enumerate() {
        if speak {
            let tokens = plan.dims.tokens;
            note(format_args!("{} of {}: {} ({tokens} tokens) …", number + 1, plans.len(), plan.id));
        }
        let vector = plan.vector()?;
        set.write(&vector).with_context(|| format!("case {}", plan.id))?;
        table.row(row(&vector));
    }
    let manifest = set.finish()?;
    super::ignore_broken_pipe(report(&table, plans.len(), &manifest))?;
    Ok(exit::HOLDS)
}

/// The set of a system with tensors of its own.
fn run_own(arguments: &Arguments, scan: Scan) -> anyhow::Result<u8> {
    let request = ScanRequest {
        scan,
        format: arguments.dtype,
        seed: arguments.seed,
        families: arguments.family.clone(),
        max_tokens: arguments.max_tokens,
    };
    let plans = scan_plans(&request);
    if plans.is_empty() {
        let longest = arguments.max_tokens;
        anyhow::bail!("no such case has at most {longest} tokens; exact probes: {}", scan.probes());
    }
    let faults = |plan: &ScanPlan| plan.catches.iter().map(|f| f.name).collect::<Vec<_>>().join(", ");
    let (false, Some(folder)) = (arguments.list, &arguments.out) else {
        let mut table = Table::new(&["case", "family", "tokens", "sizes", "catches"]);
        for plan in &plans {
            let (family, tokens) = (plan.family.name().into(), plan.tokens().to_string());
            table.row(vec![plan.id.clone(), family, tokens, plan.sizes(), faults(plan)]);
        }
        let said = writeln!(std::io::stdout().lock(), "{table}\nexact probes: {}", scan.probes());
        super::ignore_broken_pipe(said.map_err(Into::into))?;
        return Ok(exit::HOLDS);
    };
    let mut set = Set::begin_scan(folder, &request, &plans, arguments.force)?;
    let speak = std::io::stderr().is_terminal();
    let mut table = Table::new(&["case", "tokens", "compared", "largest bound", "catches"]);
    for (number, plan) in plans.iter().enumerate() {
        if speak {
            note(format_args!("{} of {}: {} ({} tokens) …", number + 1, plans.len(), plan.id, plan.tokens()));
        }
        let vector = plan.vector()?;
        set.write_scan(&vector).with_context(|| format!("case {}", plan.id))?;
        let (compared, bound) = compared(vector.comparison(), vector.largest_bound());
        table.row(vec![plan.id.clone(), plan.tokens().to_string(), compared, bound, faults(plan)]);
    }
    let manifest = set.finish()?;
    super::ignore_broken_pipe(report(&table, plans.len(), &manifest))?;
    Ok(exit::HOLDS)
}

fn compared(comparison: Comparison, bound: f64) -> (String, String) {
    match comparison {
        Comparison::Equal => ("equal".into(), "0".into()),
        Comparison::WithinBound => ("within bound".into(), format!("{bound:.1e}")),
    }
}

fn report(table: &Table, cases: usize, manifest: &std::path::Path) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{table}")?;
    writeln!(out, "{cases} cases. What each is and how to run them: {}", manifest.display())?;
    Ok(())
}

fn faults(plan: &Plan) -> String {
    plan.catches.iter().map(|f| f.name).collect::<Vec<_>>().join(", ")
}

fn row(vector: &Vector) -> Vec<String> {
    let plan = vector.plan();
    let (compared, bound) = compared(vector.comparison(), vector.largest_bound());
    vec![plan.id.clone(), plan.dims.tokens.to_string(), compared, bound, faults(plan)]
}

fn list(plans: &[Plan]) -> anyhow::Result<()> {
    let mut table = Table::new(&["case", "family", "tokens", "heads", "K × V", "catches"]);
    for plan in plans {
        let d = plan.dims;
        let heads = if d.key_heads == d.value_heads {
            d.value_heads.to_string()
        } else {
            format!("{} under {}", d.value_heads, d.key_heads)
        };
        table.row(vec![
            plan.id.clone(),
            plan.family.name().into(),
            d.tokens.to_string(),
            heads,
            format!("{} × {}", d.k, d.v),
            faults(plan),
        ]);
    }
    writeln!(std::io::stdout().lock(), "{table}")?;
    Ok(())
}
