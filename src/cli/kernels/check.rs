//! `eigenclaim kernels check`.

use super::super::table::Table;
use super::super::{exit, ignore_broken_pipe, note};
use super::record::{self, choice, decimal};
use ::kernels::check::registry::{self, Named};
use ::kernels::check::{Line, Verdict, Worst};
use ::kernels::probe::Probe;
use ::kernels::{Device, Devices, KernelError, Mode};
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
    kernel: Vec<Named>,
    /// A part of the adapter's name, or `software`; the fastest kind where it is left out
    #[arg(long, value_name = "NAME")]
    adapter: Option<String>,
    /// Cases of each kernel, shape, type and mode, with usual gates and as many with strong ones
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    cases: u64,
    /// Seed of everything that is drawn
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The faults to plant: some, drawn by the seed so that each is planted in up to three kernels, or all
    #[arg(long, value_enum, default_value_t = Faults::Drawn, conflicts_with = "no_mutations")]
    faults: Faults,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Faults {
    Drawn,
    All,
}

pub(super) fn kernel(text: &str) -> Result<Named, String> {
    let known = || Named::all().iter().map(|k| k.name()).collect::<Vec<_>>().join(", ");
    Named::of(text).ok_or_else(|| format!("no kernel `{text}`; there are: {}", known()))
}

/// A line of the suite and what came of it; `None`: it was not reached.
struct Done {
    check: Box<dyn Line>,
    result: Option<(Verdict, Option<Worst>)>,
}

struct Exact {
    /// The kernel, without the way.
    kernel: &'static str,
    /// The kernel in its way.
    way: String,
    mode: Mode,
    /// The first probe that was not equal.
    failed: Option<Option<String>>,
}

struct Planted {
    fault: registry::Fault,
    caught: Option<bool>,
}

struct Outcome {
    lines: Vec<Done>,
    exact: Vec<Exact>,
    planted: Vec<Planted>,
    /// How many faults there are.
    faults: usize,
    stopped: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let start = Instant::now();
    let devices = match Devices::open(&choice(arguments.adapter.as_deref())) {
        Ok(devices) => devices,
        // Nothing was tried, which is not a pass.
        Err(error @ KernelError::NoAdapter { .. }) => {
            note(format_args!(
                "nothing checked: {error}\n`sh scripts/setup-kernels.sh` installs Mesa's lavapipe"
            ));
            return Ok(exit::UNDECIDED);
        }
        Err(error) => return Err(error.into()),
    };
    let device = devices.first();
    let probe = Probe::of(device).context("the probe of the device's arithmetic")?;
    let outcome = all(arguments, &devices, &probe)?;
    if let Some(path) = &arguments.json {
        record::write(path, &format!("{:#}\n", outcome.json(arguments, device, &probe)))?;
    }
    if let Some(path) = &arguments.junit {
        record::write(path, &outcome.junit(arguments.cases)?)?;
    }
    ignore_broken_pipe(outcome.print(device, &probe, start))?;
    Ok(outcome.code())
}

fn all(arguments: &Arguments, devices: &Devices, probe: &Probe) -> anyhow::Result<Outcome> {
    static STOP: AtomicBool = AtomicBool::new(false);
    ctrlc::set_handler(|| STOP.store(true, Ordering::Relaxed)).context("cannot listen for interruptions")?;
    let kernels = if arguments.kernel.is_empty() { Named::all() } else { arguments.kernel.clone() };
    let checks = registry::lines(&kernels);
    let faults = registry::planted(&kernels);
    let there = faults.len();
    let faults = match arguments.faults {
        _ if arguments.no_mutations => Vec::new(),
        Faults::Drawn => registry::drawn(faults, arguments.seed),
        Faults::All => faults,
    };
    let modes: Vec<Mode> = probe.modes.iter().map(|m| m.mode).collect();
    let exacts = registry::exacts(&kernels, &modes, PROBE_TOKENS);
    let bar = ProgressBar::new((checks.len() + exacts.len() + faults.len()) as u64);
    bar.set_style(ProgressStyle::with_template("{bar:40} {pos}/{len} {msg}")?);
    let tick = |name: String| {
        bar.set_message(name);
        bar.inc(1);
        !STOP.load(Ordering::Relaxed)
    };
    let lines: Result<Vec<Done>, KernelError> = checks
        .into_par_iter()
        .map(|check| {
            let run = |device: &Device| check.run(device, probe, arguments.cases, arguments.seed);
            let result = tick(check.name()).then(|| devices.with(&check.shader(), run)).transpose()?;
            Ok(Done { check, result })
        })
        .collect();
    let exact: Result<Vec<Exact>, KernelError> = exacts
        .into_par_iter()
        .map(|exact| {
            let run = |device: &Device| exact.run(device, probe, arguments.seed);
            let failed = tick(exact.name()).then(|| devices.with(&exact.name(), run)).transpose()?;
            Ok(Exact { kernel: exact.kernel, way: exact.way, mode: exact.mode, failed })
        })
        .collect();
    let planted: Result<Vec<Planted>, KernelError> = faults
        .into_par_iter()
        .map(|fault| {
            let name = fault.full_name();
            let see = |device: &Device| fault.see(device, probe).map(|seen| seen.is_some());
            let caught = tick(name.clone()).then(|| devices.with(&name, see)).transpose()?;
            Ok(Planted { fault, caught })
        })
        .collect();
    bar.finish_and_clear();
    let stopped = STOP.load(Ordering::Relaxed);
    Ok(Outcome { lines: lines?, exact: exact?, planted: planted?, faults: there, stopped })
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
        let mut kernels: Vec<&'static str> = self.lines.iter().map(|l| l.check.kernel()).collect();
        kernels.dedup();
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
        for Exact { way, mode, failed, .. } in &self.exact {
            if let Some(Some(probe)) = failed {
                writeln!(out, "REFUTED {way}: the exact probe {probe} in {} mode", mode.name())?;
            }
        }
        for planted in self.survivors() {
            writeln!(out, "SURVIVES {}: {}", planted.fault.way, planted.fault.name)?;
        }
        let skipped =
            self.lines.iter().filter(|l| matches!(l.result, Some((Verdict::Skipped(_), _)))).count();
        write!(out, "{} checks, {} refuted, {skipped} skipped", self.lines.len(), self.refuted())?;
        let caught = self.planted.iter().filter(|p| p.caught == Some(true)).count();
        writeln!(
            out,
            "; {caught} of {} planted faults caught, of {} that there are. {:.1} s",
            self.planted.len(),
            self.faults,
            start.elapsed().as_secs_f64()
        )?;
        Ok(())
    }

    fn row(&self, kernel: &str) -> Vec<String> {
        let own: Vec<&Done> = self.lines.iter().filter(|l| l.check.kernel() == kernel).collect();
        let done =
            own.iter().filter(|l| matches!(l.result, Some((Verdict::Holds | Verdict::Refuted, _)))).count();
        let worst =
            own.iter().filter_map(|l| l.result.as_ref()?.1.as_ref()).map(|w| w.ratio).fold(0.0, f64::max);
        let probes: Vec<_> = self.exact.iter().filter(|e| e.kernel == kernel).collect();
        let unequal = probes.iter().any(|e| matches!(e.failed, Some(Some(_))));
        let verdict = if worst > 1.0 || unequal {
            "REFUTED"
        } else if done == 0 {
            "skipped"
        } else {
            "holds"
        };
        let planted: Vec<_> = self.planted.iter().filter(|p| p.fault.kernel == kernel).collect();
        let caught = planted.iter().filter(|p| p.caught == Some(true)).count();
        vec![
            kernel.into(),
            verdict.into(),
            format!("{done} of {}", own.len()),
            decimal(worst),
            if unequal { "not equal" } else { "equal" }.into(),
            format!("{caught} of {} caught", planted.len()),
        ]
    }

    fn json(&self, arguments: &Arguments, device: &Device, probe: &Probe) -> Json {
        let line = |line: &Done| {
            let Done { check, result } = line;
            let (verdict, worst) = result.as_ref().map_or(("skipped", None), |(v, w)| (v.name(), w.as_ref()));
            let shape = check.shape();
            json!({
                "kernel": check.way(),
                "name": check.name(),
                "shape": {
                    "batch": shape.batch,
                    "time": shape.time,
                    "heads": shape.heads,
                    "keys": shape.keys,
                    "values": shape.values,
                },
                "dtype": check.dtype().name(),
                "mode": check.mode().name(),
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
            json!({"kernel": e.way, "mode": e.mode.name(), "verdict": verdict})
        };
        let planted = self
            .planted
            .iter()
            .filter_map(|p| Some(json!({"kernel": p.fault.way, "name": p.fault.name, "caught": p.caught?})));
        json!({
            "schema": "eigenclaim-kernels/1",
            "version": env!("CARGO_PKG_VERSION"),
            "seed": arguments.seed,
            "adapter": record::adapter(device),
            "probe": record::probe(probe),
            "checks": self.lines.iter().map(line).collect::<Vec<_>>(),
            "exact": self.exact.iter().map(exact).collect::<Vec<_>>(),
            "faults": self.faults,
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
        for Exact { way, mode, failed, .. } in &self.exact {
            let status = match failed {
                None => skipped("interrupted"),
                Some(None) => TestCaseStatus::success(),
                Some(Some(probe)) => failure(format!("{probe} is not equal")),
            };
            add(format!("{way}/exact-probes/{}", mode.name()), status);
        }
        for planted in &self.planted {
            let status = match planted.caught {
                None => skipped("interrupted"),
                Some(true) => TestCaseStatus::success(),
                Some(false) => failure("survives the check".into()),
            };
            add(planted.fault.full_name(), status);
        }
        report.add_test_suite(suite);
        Ok(report.to_string()?)
    }
}
