//! `eigenclaim verify`.

use super::table::Table;
use super::{exit, note};
use anyhow::Context;
use claim::{Claim, Options, Progress, Quantifier, TheoremResult, Verdict};
use eigenclaim::Recheck;
use eigenclaim::formal::{Formal, Proofs};
use eigenclaim::results::{self, Request};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const DEFAULT_CASES: u64 = 256;
const DEFAULT_MAX_DIM: usize = 64;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Ids, globs such as 'kda/*', or systems; all theorems when none is given
    theorems: Vec<String>,
    /// Instances a theorem
    #[arg(long, default_value_t = DEFAULT_CASES, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    cases: u64,
    /// Seed of the random instances
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Largest dimension, within each theorem's own range
    #[arg(long, value_name = "D", default_value_t = DEFAULT_MAX_DIM, value_parser = at_least_one)]
    max_dim: usize,
    /// Run only instance I of each theorem (as a failure names it)
    #[arg(long, value_name = "I", value_parser = clap::value_parser!(u64).range(..10_000_000))]
    case: Option<u64>,
    /// Threads; as many as there are cores by default. Results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    jobs: Option<u16>,
    /// Begin no instance after this many seconds; such a run is marked partial
    #[arg(long, value_name = "SECONDS")]
    time_limit: Option<f64>,
    /// Exit with 0 although something stayed undecided
    #[arg(long)]
    allow_undecided: bool,
    /// Which certificates of instances to write; those of witnesses are always written
    #[arg(long, value_enum, default_value_t = Certificates::Sample)]
    certificates: Certificates,
    /// Where results are written
    #[arg(long, value_name = "DIR", default_value = "target/eigenclaim")]
    out: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Certificates {
    /// One for every instance
    All,
    /// The first eight instances of each theorem
    Sample,
}

const SAMPLE: usize = 8;

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("a dimension is at least 1".into()),
        Ok(dimension) => Ok(dimension),
        Err(error) => Err(format!("{error}")),
    }
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let claims = eigenclaim::select::select(&arguments.theorems)?;
    std::fs::create_dir_all(&arguments.out)
        .with_context(|| format!("cannot create the folder {}", arguments.out.display()))?;
    let limit = arguments.time_limit.map(Duration::try_from_secs_f64).transpose().context("--time-limit")?;
    let options = Options {
        cases: arguments.cases,
        seed: arguments.seed,
        max_dimension: arguments.max_dim,
        only_case: arguments.case,
        // A limit beyond what the clock can express is none.
        deadline: limit.and_then(|limit| Instant::now().checked_add(limit)),
        keep: if arguments.certificates == Certificates::All { usize::MAX } else { SAMPLE },
    };
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed)).context("cannot watch for Ctrl-C")?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.jobs.unwrap_or(0).into()).build()?;
    let start = Instant::now();
    let done = pool.install(|| decide(&claims, &options, &stop));
    let interrupted = stop.load(Ordering::Relaxed);
    let partial = done.len() < claims.len() || done.iter().any(|(_, result)| result.partial);
    let proofs = Proofs::load();
    save(arguments, partial, &done, &proofs)?;
    super::ignore_broken_pipe(report(arguments, &done, start.elapsed(), claims.len(), &proofs))?;
    Ok(exit_code(arguments, &done, partial, interrupted))
}

/// Runs the theorems in order. An interrupted theorem is dropped, so that what is kept is finished.
fn decide(
    claims: &[&'static Claim],
    options: &Options,
    stop: &AtomicBool,
) -> Vec<(&'static Claim, TheoremResult)> {
    let cases = if options.only_case.is_some() { 1 } else { options.cases };
    let bar = ProgressBar::new(cases * claims.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} instances  {msg}  {eta} left") {
        bar.set_style(style);
    }
    let mut done = Vec::new();
    for claim in claims {
        bar.set_message(claim.id);
        let result = claim::run(claim, options, &Recheck, &Progress { tick: &|| bar.inc(1), stop });
        if stop.load(Ordering::Relaxed) && result.partial {
            break;
        }
        done.push((*claim, result));
    }
    bar.finish_and_clear();
    done
}

fn save(
    arguments: &Arguments,
    partial: bool,
    done: &[(&Claim, TheoremResult)],
    proofs: &Proofs,
) -> anyhow::Result<()> {
    let request = Request {
        seed: arguments.seed,
        cases: arguments.cases,
        max_dimension: arguments.max_dim,
        only_case: arguments.case,
    };
    let json = |name: &str, value: serde_json::Value| {
        results::replace(&arguments.out, name, |out| writeln!(out, "{value:#}"))
            .with_context(|| format!("cannot write {}", arguments.out.join(name).display()))
    };
    results::replace(&arguments.out, "certificates.jsonl", |out| {
        done.iter().flat_map(|(_, result)| &result.certificates).try_for_each(|line| writeln!(out, "{line}"))
    })
    .with_context(|| format!("cannot write certificates to {}", arguments.out.display()))?;
    json("timings.json", results::timings(done))?;
    json("results.json", results::results(request, partial, done, proofs))
}

fn report(
    arguments: &Arguments,
    done: &[(&Claim, TheoremResult)],
    elapsed: Duration,
    asked: usize,
    proofs: &Proofs,
) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let mut table = Table::new(&["theorem", "verdict", "instances", "dimensions", "needed", "time"]);
    done.iter().for_each(|(claim, result)| table.row(row(claim, result, proofs)));
    writeln!(out, "{table}")?;
    for (claim, result) in done {
        explain_failure(&mut out, arguments, claim, result)?;
    }
    let count = |verdict| done.iter().filter(|(_, result)| result.verdict == verdict).count();
    let of_theorems = || done.iter().filter(|(claim, _)| !conjecture(claim));
    let instances: u64 = of_theorems().map(|(_, result)| result.holds).sum();
    let holding = of_theorems().filter(|(_, result)| result.verdict == Verdict::Holds).count();
    let open = done.len() - of_theorems().count();
    let theorems = asked - open;
    write!(out, "{holding} of {theorems} theorems hold on {instances} instances")?;
    for (verdict, name) in
        [(Verdict::Refuted, "refuted"), (Verdict::Undecided, "undecided"), (Verdict::Broken, "broken")]
    {
        if count(verdict) > 0 {
            write!(out, ", {} {name}", count(verdict))?;
        }
    }
    let any_failed = count(Verdict::Refuted) + count(Verdict::Broken) > 0;
    if done.len() < asked {
        write!(out, ", {} not run", asked - done.len())?;
    }
    let accepted = if any_failed || instances == 0 {
        ""
    } else {
        "; the independent checker accepted every certificate"
    };
    writeln!(out, "{accepted}. {:.1} s", elapsed.as_secs_f64())?;
    if open > 0 {
        let searched: u64 =
            done.iter().filter(|(claim, _)| conjecture(claim)).map(|(_, result)| result.holds).sum();
        let noun = if open == 1 { "conjecture" } else { "conjectures" };
        writeln!(out, "Open: {open} {noun}, no proof; {searched} instances agree and do not count")?;
    }
    let proved = |state| done.iter().filter(|(claim, _)| proofs.of(claim) == Some(state)).count();
    let (checked, not_run) = (proved(Formal::Checked), proved(Formal::NotRun));
    if checked > 0 {
        writeln!(out, "Proofs: Coq accepted those of {checked} theorems, on these sources")?;
    }
    if not_run > 0 {
        writeln!(
            out,
            "Proofs: {not_run} theorems have one in Coq, not checked on these sources: make prove"
        )?;
    }
    let file = arguments.out.join("certificates.jsonl");
    writeln!(out, "Results: {}", arguments.out.join("results.json").display())?;
    writeln!(out, "Check them yourself: eigenclaim recheck {}", file.display())?;
    Ok(())
}

fn conjecture(claim: &Claim) -> bool {
    matches!(claim.quantifier, Quantifier::Conjecture)
}

fn row(claim: &Claim, result: &TheoremResult, proofs: &Proofs) -> Vec<String> {
    let mut verdict = match result.verdict {
        Verdict::Holds if conjecture(claim) => "open",
        Verdict::Holds => "holds",
        Verdict::Refuted => "REFUTED",
        Verdict::Undecided => "undecided",
        Verdict::Broken => "BROKEN",
    }
    .to_owned();
    if result.partial {
        verdict.push_str(" (partial)");
    }
    let mut instances = format!("{} {}", result.holds, super::level(claim, proofs));
    if conjecture(claim) {
        instances = format!("{} agree", result.holds);
    }
    if matches!(claim.quantifier, Quantifier::Exists(_)) {
        instances = format!("witness + {} of {}", result.holds, result.holds + result.passed_over);
        if proofs.of(claim) == Some(Formal::Checked) {
            instances.push_str(", formal");
        }
    }
    if result.undecided.0 > 0 {
        instances.push_str(&format!(", {} undecided", result.undecided.0));
    }
    let dimensions = match (result.dimensions.keys().next(), result.dimensions.keys().next_back()) {
        (Some(low), Some(high)) if low == high => low.to_string(),
        (Some(low), Some(high)) => format!("{low}–{high}"),
        _ => "–".into(),
    };
    let shown = |prefix: &str| {
        let mut names: Vec<_> = result
            .witnesses
            .iter()
            .filter(|w| w.shown && w.name.starts_with(prefix))
            .map(|w| &w.name)
            .collect();
        names.dedup();
        names.len()
    };
    let hypotheses = (claim.statement)().hypotheses.len();
    let mut needed = match (claim.quantifier, hypotheses) {
        (Quantifier::Exists(_), _) => "exists".into(),
        (_, 0) => "no hypothesis".into(),
        (_, n) => format!("{} of {n}", shown("drops ")),
    };
    if !claim.traps.is_empty() {
        needed.push_str(&format!(
            ", {} trap{}",
            shown("trap "),
            if claim.traps.len() == 1 { "" } else { "s" }
        ));
    }
    let time = format!("{:.2} s", result.elapsed.as_secs_f64());
    vec![claim.id.into(), verdict, instances, dimensions, needed, time]
}

fn explain_failure(
    out: &mut impl Write,
    arguments: &Arguments,
    claim: &Claim,
    result: &TheoremResult,
) -> std::io::Result<()> {
    if let (count @ 1.., Some(reason)) = (result.undecided.0, &result.undecided.1) {
        writeln!(out, "{}: {count} undecided, the first because {reason}\n", claim.id)?;
    }
    let Some(failure) = &result.failure else { return Ok(()) };
    let what = if result.verdict == Verdict::Refuted { "is refuted" } else { "could not be verified" };
    writeln!(out, "{} {what}, case {}, shrunk to", claim.id, failure.case)?;
    writeln!(out, "    {}", failure.instance.replace('\n', "\n    "))?;
    writeln!(out, "  expected: {}\n  found:    {}", failure.expected, failure.found)?;
    if result.verdict == Verdict::Refuted {
        let confirmed = match failure.certificate {
            Some(_) => "the independent checker confirms it",
            None => "the independent checker could not decide it from the instance alone",
        };
        writeln!(out, "  checker:  {confirmed}")?;
    }
    let mut replay = format!("eigenclaim verify {} --seed {}", claim.id, arguments.seed);
    if arguments.max_dim != DEFAULT_MAX_DIM {
        replay.push_str(&format!(" --max-dim {}", arguments.max_dim));
    }
    if failure.case.parse::<u64>().is_ok() {
        replay.push_str(&format!(" --case {}", failure.case));
    }
    writeln!(out, "  replay:   {replay}\n")
}

fn exit_code(
    arguments: &Arguments,
    done: &[(&Claim, TheoremResult)],
    partial: bool,
    interrupted: bool,
) -> u8 {
    let any = |wanted: &[Verdict]| done.iter().any(|(_, result)| wanted.contains(&result.verdict));
    if interrupted {
        note(format_args!("interrupted; the results of {} finished theorems are saved", done.len()));
        return exit::INTERRUPTED;
    }
    if any(&[Verdict::Refuted, Verdict::Broken]) {
        exit::REFUTED
    } else if (any(&[Verdict::Undecided]) || partial) && !arguments.allow_undecided {
        exit::UNDECIDED
    } else {
        exit::HOLDS
    }
}
