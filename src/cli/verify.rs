//! `eigenclaim verify`.

use super::verdicts::Verdicts;
use super::{exit, note};
use anyhow::Context;
use claim::{Claim, Options, Progress, TheoremResult};
use eigenclaim::Recheck;
use eigenclaim::campaign::{CampaignError, Collection, Header, Journal, KEPT, Shard};
use eigenclaim::results::DEFAULT_MAX_DIMENSION;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::iter::{ParallelBridge, ParallelIterator};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

const DEFAULT_CASES: u64 = 256;

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
    #[arg(long, value_name = "D", default_value_t = DEFAULT_MAX_DIMENSION, value_parser = at_least_one)]
    max_dim: usize,
    /// Run only instance I of each theorem (as a failure names it)
    #[arg(long, value_name = "I", value_parser = clap::value_parser!(u64).range(..10_000_000))]
    case: Option<u64>,
    /// Threads; as many as there are cores by default. Results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    jobs: Option<u16>,
    /// Begin no instance after this many seconds; what is finished is kept, and the run is marked partial
    #[arg(long, value_name = "SECONDS")]
    time_limit: Option<f64>,
    /// Exit with 0 although something stayed undecided
    #[arg(long)]
    allow_undecided: bool,
    /// Which certificates of instances to write; those of witnesses are always written
    #[arg(long, value_enum, default_value_t = Certificates::Sample)]
    certificates: Certificates,
    /// Go on with the run that was stopped in the same folder
    #[arg(long)]
    resume: bool,
    /// Do only the I-th of N shares, to be put together by `eigenclaim merge`
    #[arg(long, value_name = "I/N", default_value = "1/1", hide_default_value = true)]
    shard: Shard,
    /// Also write the report of the results, to the folder `report` below them
    #[arg(long)]
    report: bool,
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
    let header = Header::new(&claims, &options, arguments.shard);
    let (journal, finished) = if arguments.resume {
        Journal::resume(&arguments.out, &header)?
    } else {
        let (journal, kept) = Journal::begin(&arguments.out, &header)?;
        if kept {
            let kept = arguments.out.join(KEPT);
            note(format_args!(
                "an unfinished run was here (--resume goes on with one); it is now {}",
                kept.display()
            ));
        }
        (journal, BTreeSet::new())
    };
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed)).context("cannot watch for Ctrl-C")?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.jobs.unwrap_or(0).into()).build()?;
    let start = Instant::now();
    let work = Work { claims, options, header, finished, journal, stop };
    pool.install(|| work.run())?;
    let all = work.header.parts().len();
    let interrupted = work.stop.load(Ordering::Relaxed);
    // The journal is read again, and its lock given up, before results are written.
    drop(work);
    let share = Share::read(arguments, all)?;
    let code = if arguments.shard == Shard::WHOLE {
        let verdicts = Verdicts::write(std::slice::from_ref(&arguments.out), &arguments.out)?;
        super::ignore_broken_pipe(verdicts.print(&arguments.out, Some(start.elapsed())))?;
        if arguments.report {
            super::report::beside(&arguments.out)?;
        }
        verdicts.exit_code(arguments.allow_undecided)
    } else {
        super::ignore_broken_pipe(share.print(arguments))?;
        share.exit_code(arguments.allow_undecided)
    };
    if interrupted {
        note(format_args!(
            "interrupted; {} of {all} parts are finished and kept: the same command with --resume goes on",
            share.finished
        ));
        return Ok(exit::INTERRUPTED);
    }
    Ok(code)
}

/// A run: what is asked for, what is finished, and where the rest is written down.
struct Work {
    claims: Vec<&'static Claim>,
    options: Options,
    header: Header,
    finished: BTreeSet<(usize, u64)>,
    journal: Journal,
    stop: Arc<AtomicBool>,
}

impl Work {
    /// Does the parts that are not finished, in order, and writes each down.
    fn run(&self) -> Result<(), CampaignError> {
        let parts = self.header.parts();
        let cases = |&(_, part): &(usize, u64)| {
            let cases = self.options.cases_of(part);
            cases.end - cases.start
        };
        let bar = ProgressBar::new(parts.iter().map(cases).sum());
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} instances  {msg}  {eta} left") {
            bar.set_style(style);
        }
        bar.inc(self.finished.iter().map(cases).sum());
        bar.reset_eta();
        let failed = Mutex::new(None);
        let left = parts.iter().filter(|part| !self.finished.contains(part));
        left.par_bridge().for_each(|&(theorem, number)| {
            let claim = self.claims[theorem];
            bar.set_message(claim.id);
            let progress = Progress { tick: &|| bar.inc(1), stop: &self.stop };
            let Some(mut part) = claim::run_part(claim, &self.options, &Recheck, &progress, number) else {
                return;
            };
            if number == 0 && self.options.only_case.is_none() {
                let symbolic: Vec<_> = theorems::symbolic::of(claim.id).collect();
                claim::run_symbolic(claim, &symbolic, &Recheck, &mut part);
            }
            if let Err(error) = self.journal.add(&part) {
                self.stop.store(true, Ordering::Relaxed);
                failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            }
        });
        bar.finish_and_clear();
        failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }
}

/// What a share came to; its results are written when it is put together with the others.
struct Share {
    done: Vec<(&'static Claim, TheoremResult)>,
    finished: usize,
    all: usize,
}

impl Share {
    fn read(arguments: &Arguments, all: usize) -> Result<Self, CampaignError> {
        let mut collection = Collection::read(std::slice::from_ref(&arguments.out))?;
        let finished = collection.finished();
        Ok(Self { done: collection.results(&mut |_| Ok(()))?, finished, all })
    }

    fn print(&self, arguments: &Arguments) -> anyhow::Result<()> {
        let mut out = std::io::stdout().lock();
        for (claim, result) in &self.done {
            if let Some(failure) = &result.failure {
                writeln!(out, "{}, case {}: {}", claim.id, failure.case, failure.found)?;
            }
        }
        let sum = |count: fn(&TheoremResult) -> u64| self.done.iter().map(|(_, it)| count(it)).sum::<u64>();
        let (holds, undecided) = (sum(|it| it.holds), sum(|it| it.undecided.0));
        let parts = format!("{} of {} parts", self.finished, self.all);
        writeln!(
            out,
            "Shard {}: {parts}, {holds} instances hold, {undecided} are undecided",
            arguments.shard
        )?;
        let folder = arguments.out.display();
        writeln!(out, "Put it together with the other shards: eigenclaim merge {folder} … --out DIR")?;
        Ok(())
    }

    fn exit_code(&self, allow_undecided: bool) -> u8 {
        let undecided = self.finished < self.all || self.done.iter().any(|(_, it)| it.undecided.0 > 0);
        if self.done.iter().any(|(_, it)| it.failure.is_some()) {
            exit::REFUTED
        } else if undecided && !allow_undecided {
            exit::UNDECIDED
        } else {
            exit::HOLDS
        }
    }
}
