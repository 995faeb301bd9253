//! How fast the spectrum of a step is certified from a model's numbers: `spectrum_rate FILE SECONDS [THREADS]`.
//!
//! A line of the file is `name system beta`, then the key, the logarithms of the gates, their signs and the erase gates, `d` numbers
//! each; `system` is `kda`, `gdn2` or `ckda`. For each line the program prints `name pairs width seconds`: the number of pairs, the width of the
//! widest enclosure, and the processor time of one certification, from the numbers of the line to all eigenvalues. With more than one
//! thread it is the mean over threads that run at the same time. Needs Linux.
#![expect(clippy::print_stdout, reason = "the measurements are the output of this program")]

use spectrum::{Number, RankOneStep, Spectrum, of};
use std::error::Error;

/// The numbers of one line.
struct Line {
    system: String,
    beta: f64,
    parts: [Vec<f64>; 4],
}

impl Line {
    fn certify(&self) -> Spectrum {
        let [key, logs, signs, rates] = &self.parts;
        let gates = logs.iter().zip(signs);
        let gates = gates.map(|(log, sign)| Number::Exp { log: *log, negative: *sign < 0.0 }).collect();
        let mut step = RankOneStep::erase(gates, Number::Exact(self.beta), key);
        if self.system == "gdn2" {
            step.scale = Number::ONE;
            // A product of two single-precision numbers is exact.
            step.right = key.iter().zip(rates).map(|(k, b)| Number::Exact(k * b)).collect();
        }
        of(&step)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    const USAGE: &str = "usage: spectrum_rate FILE SECONDS [THREADS]";
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or(USAGE)?;
    let budget: f64 = arguments.next().ok_or(USAGE)?.parse()?;
    let threads: u64 = arguments.next().map_or(Ok(1), |text| text.parse())?;
    for text in std::fs::read_to_string(file)?.lines() {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let [name, system, beta, numbers @ ..] = words.as_slice() else {
            return Err("a line is too short".into());
        };
        let numbers = numbers.iter().map(|word| word.parse()).collect::<Result<Vec<f64>, _>>()?;
        let d = numbers.len() / 4;
        let line = Line {
            system: (*system).to_owned(),
            beta: beta.parse()?,
            parts: std::array::from_fn(|i| numbers[i * d..(i + 1) * d].to_vec()),
        };
        let found = line.certify();
        let pairs = found.pair_count().ok_or_else(|| format!("{name} is undecided"))?;
        let width = found.real.iter().map(|x| x.width()).fold(0.0, f64::max);
        let seconds = if threads > 1 { together(budget, threads, &line)? } else { alone(budget, &line)? };
        println!("{name} {pairs} {width:e} {seconds:.9}");
    }
    Ok(())
}

/// Processor seconds of one certification.
fn alone(budget: f64, line: &Line) -> Result<f64, Box<dyn Error>> {
    let start = processor_seconds()?;
    let (mut runs, mut spent) = (0_u32, 0.0);
    while spent < budget {
        for _ in 0..runs.clamp(1, 64) {
            std::hint::black_box(line.certify());
        }
        runs += runs.clamp(1, 64);
        spent = processor_seconds()? - start;
    }
    Ok(spent / f64::from(runs))
}

/// Processor seconds of one certification while so many threads are at it: how much they are in each other's way.
fn together(budget: f64, threads: u64, line: &Line) -> Result<f64, Box<dyn Error>> {
    let work = || alone(budget, line).map_err(|error| error.to_string());
    let results: Vec<Result<f64, String>> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        running
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|_| Err("a thread died".into())))
            .collect()
    });
    let mut sum = 0.0;
    for result in results {
        sum += result?;
    }
    Ok(sum / threads as f64)
}

/// The time that this thread has run.
fn processor_seconds() -> Result<f64, Box<dyn Error>> {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds: f64 = statistics.split_ascii_whitespace().next().ok_or("empty schedstat")?.parse()?;
    Ok(nanoseconds * 1e-9)
}
