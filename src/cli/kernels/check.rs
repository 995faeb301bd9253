//! `eigenclaim kernels check`.

use super::super::table::Table;
use super::super::{exit, ignore_broken_pipe, note};
use super::record::{self, choice, decimal};
use ::kernels::check::{Check, Mutation, Sentries, Verdict, Worst, exact, exact_ways, faults, named, suite};
use ::kernels::probe::Probe;
use ::kernels::{Device, KERNELS, Kernel, KernelError, Mode, Way};
use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use rayon::prelude::*;
use serde_json::{Value as Json, json};
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Tokens of the longest exact probe.
const PROBE_TOKENS: usize = 70;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Only this kernel; may be given several times
    #[arg(long, value_name = "KERNEL", value_parser = kernel)]
    kernel: Vec<&'static Kernel>,
    /// A part of the adapter's name, or `software`; the fastest kind where it is left out
    #[arg(long, value_name = "NAME")]
    adapter: Option<String>,
    /// Cases of each kernel, shape, type and mode, with usual gates and as many with strong ones
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    cases: u64,
    /// Seed of everything that is drawn
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Leave out the planted faults
    #[arg(long)]
    no_mutations: bool,
    /// Write the results as JSON (docs/kernels.md)
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the results as JUnit
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
}

pub(super) fn kernel(text: &str) -> Result<&'static Kernel, String> {
    let known = || KERNELS.iter().map(|k| k.name()).collect::<Vec<_>>().join(", ");
    ::kernels::systems::named(text).ok_or_else(|| format!("no kernel `{text}`; there are: {}", known()))
}

/// A line of the suite and what came of it; `None`: it was not reached.
struct Line {
    check: Check,
    result: Option<(Verdict, Option<Worst>)>,
}

struct Exact {
    kernel: &'static Kernel,
    way: Way,
    mode: Mode,
    /// The first probe that was not equal.
    failed: Option<Option<String>>,
}

struct Planted {
    kernel: &'static Kernel,
    way: Way,
    mutation: Mutation,
    caught: Option<bool>,
}

struct Outcome {
    lines: Vec<Line>,
    exact: Vec<Exact>,
    planted: Vec<Planted>,
    stopped: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let start = Instant::now();
    let device = match Device::open(&choice(arguments.adapter.as_deref())) {
        Ok(device) => device,
        // Nothing was tried, which is not a pass.
        Err(error @ KernelError::NoAdapter { .. }) => {
            note(format_args!(
                "nothing checked: {error}\n`sh scripts/setup-kernels.sh` installs Mesa's lavapipe"
            ));
            return Ok(exit::UNDECIDED);
        }
        Err(error) => return Err(error.into()),
    };
    let probe = Probe::of(&device).context("the probe of the device's arithmetic")?;
    let outcome = all(arguments, &device, &probe)?;
    if let Some(path) = &arguments.json {
        record::write(path, &format!("{:#}\n", outcome.json(arguments, &device, &probe)))?;
    }
    if let Some(path) = &arguments.junit {
        record::write(path, &outcome.junit(arguments.cases)?)?;
    }
    ignore_broken_pipe(outcome.print(&device, &probe, start))?;
    Ok(outcome.code())
}

fn all(arguments: &Arguments, device: &Device, probe: &Probe) -> anyhow::Result<Outcome> {
    static STOP: AtomicBool = AtomicBool::new(false);
    ctrlc::set_handler(|| STOP.store(true, Ordering::Relaxed)).context("cannot listen for interruptions")?;
    let kernels: &[&'static Kernel] = if arguments.kernel.is_empty() { KERNELS } else { &arguments.kernel };
    let checks = suite(kernels);
    let mutations = if arguments.no_mutations { Vec::new() } else { faults(kernels) };
    let mut modes = exact_ways(kernels);
    modes.retain(|(_, _, mode)| probe.mode(*mode).is_some());
    let bar = ProgressBar::new((checks.len() + modes.len() + mutations.len()) as u64);
    bar.set_style(ProgressStyle::with_template("{bar:40} {pos}/{len} {msg}")?);
    let tick = |name: String| {
        bar.set_message(name);
        bar.inc(1);
        !STOP.load(Ordering::Relaxed)
    };
    let lines: Result<Vec<Line>, KernelError> = checks
        .into_par_iter()
        .map(|check| {
            let going = tick(check.name());
            let result =
                going.then(|| check.run(device, probe, arguments.cases, arguments.seed)).transpose()?;
            Ok(Line { check, result })
        })
        .collect();
    let exact: Result<Vec<Exact>, KernelError> = modes
        .into_par_iter()
        .map(|(kernel, way, mode)| {
            let going = tick(format!("{} exact probes", named(kernel, way)));
            let run = || exact(device, kernel, way, mode, PROBE_TOKENS, arguments.seed);
            Ok(Exact { kernel, way, mode, failed: going.then(run).transpose()? })
        })
        .collect();
    let planted: Result<Vec<Planted>, KernelError> = mutations
        .into_par_iter()
        .map(|(kernel, way, mutation)| {
            let going = tick(format!("{} planted {}", named(kernel, way), mutation.name));
            let see = || Sentries::of(device, kernel, way, probe).see(device, &mutation).map(|s| s.is_some());
            let caught = going.then(see).transpose()?;
            Ok(Planted { kernel, way, mutation, caught })
        })
        .collect();
    bar.finish_and_clear();
    let stopped = STOP.load(Ordering::Relaxed);
    Ok(Outcome { lines: lines?, exact: exact?, planted: planted?, stopped })
}

impl Outcome {
    fn refuted(&self) -> usize {
        let lines = self.lines.iter().filter(|l| matches!(l.result, Some((Verdict::Refuted, _)))).count();
        lines + self.exact.iter().filter(|e| matches!(e.failed, Some(Some(_)))).count()
    }

    fn survivors(&self) -> impl Iterator<Item = &Planted> {
        self.planted.iter().filter(|p| p.caught == Some(false))
    }

    fn code(&self) -> u8 {
        if self.refuted() > 0 || self.survivors().next().is_some() {
            exit::REFUTED
        } else if self.stopped {
            exit::INTERRUPTED
        } else if self.lines.iter().any(|l| matches!(l.result, Some((Verdict::Holds, _)))) {
            exit::HOLDS
        } else {
            exit::UNDECIDED
        }
    }

    fn print(&self, device: &Device, probe: &Probe, start: Instant) -> anyhow::Result<()> {
        let mut out = std::io::stdout().lock();
        writeln!(out, "{} ({})", device.about().name, device.about().driver)?;
        for measured in &probe.modes {
            writeln!(out, "  {}: {}", measured.mode.name(), measured.model().reason)?;
        }
        writeln!(out)?;
        let mut table = Table::new(&[
            "kernel",
            "verdict",
            "checked",
            "worst error / bound",
            "exact probes",
            "planted faults",
        ]);
        let mut kernels: Vec<&'static Kernel> = self.lines.iter().map(|l| l.check.kernel).collect();
        kernels.dedup_by_key(|k| k.name());
        for kernel in kernels {
            table.row(self.row(kernel));
        }
        writeln!(out, "{table}")?;
        for line in &self.lines {
            if let Some((Verdict::Refuted, Some(worst))) = &line.result {
                writeln!(
                    out,
                    "REFUTED {}: {} of the bound, {}",
                    line.check.name(),
                    decimal(worst.ratio),
                    worst.place
                )?;
            }
        }
        for Exact { kernel, way, mode, failed } in &self.exact {
            if let Some(Some(probe)) = failed {
                let name = named(kernel, *way);
                writeln!(out, "REFUTED {name}: the exact probe {probe} in {} mode", mode.name())?;
            }
        }
        for planted in self.survivors() {
            writeln!(out, "SURVIVES {}: {}", named(planted.kernel, planted.way), planted.mutation.name)?;
        }
        let skipped =
            self.lines.iter().filter(|l| matches!(l.result, Some((Verdict::Skipped(_), _)))).count();
        write!(out, "{} checks, {} refuted, {skipped} skipped", self.lines.len(), self.refuted())?;
        let caught = self.planted.iter().filter(|p| p.caught == Some(true)).count();
        writeln!(
            out,
            "; {caught} of {} planted faults caught. {:.1} s",
            self.planted.len(),
            start.elapsed().as_secs_f64()
        )?;
        Ok(())
    }

    fn row(&self, kernel: &Kernel) -> Vec<String> {
        let own: Vec<&Line> = self.lines.iter().filter(|l| l.check.kernel.name() == kernel.name()).collect();
        let done =
            own.iter().filter(|l| matches!(l.result, Some((Verdict::Holds | Verdict::Refuted, _)))).count();
        let worst =
            own.iter().filter_map(|l| l.result.as_ref()?.1.as_ref()).map(|w| w.ratio).fold(0.0, f64::max);
        let probes: Vec<_> = self.exact.iter().filter(|e| e.kernel.name() == kernel.name()).collect();
        let unequal = probes.iter().any(|e| matches!(e.failed, Some(Some(_))));
        let verdict = if worst > 1.0 || unequal {
            "REFUTED"
        } else if done == 0 {
            "skipped"
        } else {
            "holds"
        };
        let planted: Vec<_> = self.planted.iter().filter(|p| p.kernel.name() == kernel.name()).collect();
        let caught = planted.iter().filter(|p| p.caught == Some(true)).count();
        vec![
            kernel.name().into(),
            verdict.into(),
            format!("{done} of {}", own.len()),
            decimal(worst),
            if unequal { "not equal" } else { "equal" }.into(),
            format!("{caught} of {} caught", planted.len()),
        ]
    }

    fn json(&self, arguments: &Arguments, device: &Device, probe: &Probe) -> Json {
        let line = |line: &Line| {
            let Line { check, result } = line;
            let (verdict, worst) = result.as_ref().map_or(("skipped", None), |(v, w)| (v.name(), w.as_ref()));
            let shape = &check.shape;
            json!({
                "kernel": named(check.kernel, check.way),
                "name": check.name(),
                "shape": {
                    "batch": shape.batch,
                    "time": shape.time,
                    "heads": shape.heads,
                    "keys": shape.keys,
                    "values": shape.values,
                },
                "dtype": check.dtype.name(),
                "mode": check.mode.name(),
                "cases": if worst.is_some() { 2 * arguments.cases } else { 0 },
                "worst": worst.map_or("0".into(), |w| decimal(w.ratio)),
                "sharpness": worst.map_or("0".into(), |w| format!("{:.3e}", w.sharpness)),
                "verdict": verdict,
            })
        };
        let exact = |e: &Exact| {
            let verdict = match &e.failed {
                None => "skipped",
                Some(None) => "holds",
                Some(Some(_)) => "refuted",
            };
            json!({"kernel": named(e.kernel, e.way), "mode": e.mode.name(), "verdict": verdict})
        };
        let planted = self.planted.iter().filter_map(|p| {
            Some(json!({"kernel": named(p.kernel, p.way), "name": p.mutation.name, "caught": p.caught?}))
        });
        json!({
            "schema": "eigenclaim-kernels/1",
            "version": env!("CARGO_PKG_VERSION"),
            "seed": arguments.seed,
            "adapter": record::adapter(device),
            "probe": record::probe(probe),
            "checks": self.lines.iter().map(line).collect::<Vec<_>>(),
            "exact": self.exact.iter().map(exact).collect::<Vec<_>>(),
            "mutations": planted.collect::<Vec<_>>(),
        })
    }

    fn junit(&self, cases: u64) -> anyhow::Result<String> {
        let mut report = Report::new("eigenclaim kernels");
        let mut suite = TestSuite::new("kernels");
        let mut add = |name: String, status: TestCaseStatus| {
            suite.add_test_case(TestCase::new(name, status));
        };
        let failure = |message: String| {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_message(message);
            status
        };
        let skipped = |message: &str| {
            let mut status = TestCaseStatus::skipped();
            status.set_message(message);
            status
        };
        for line in &self.lines {
            let status = match &line.result {
                None => skipped("interrupted"),
                Some((Verdict::Skipped(why), _)) => skipped(why),
                Some((Verdict::Holds, _)) => TestCaseStatus::success(),
                Some((Verdict::Refuted, worst)) => {
                    failure(format!("in {} cases: {}", 2 * cases, worst.as_ref().map_or("", |w| &w.place)))
                }
            };
            add(line.check.name(), status);
        }
        for Exact { kernel, way, mode, failed } in &self.exact {
            let status = match failed {
                None => skipped("interrupted"),
                Some(None) => TestCaseStatus::success(),
                Some(Some(probe)) => failure(format!("{probe} is not equal")),
            };
            add(format!("{}/exact-probes/{}", named(kernel, *way), mode.name()), status);
        }
        for planted in &self.planted {
            let status = match planted.caught {
                None => skipped("interrupted"),
                Some(true) => TestCaseStatus::success(),
                Some(false) => failure("survives the check".into()),
            };
            add(format!("{}/planted/{}", named(planted.kernel, planted.way), planted.mutation.name), status);
        }
        report.add_test_suite(suite);
        Ok(report.to_string()?)
    }
}
