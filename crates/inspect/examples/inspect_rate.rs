//! How fast `inspect` goes through a layer, for so many threads: `inspect_rate FILE SECONDS THREADS WINDOW`.
//!
//! The whole of it: reading, transitions, all eigenvalues, norms, windows, and every row as a line of CSV with its eigenvalues, which
//! goes nowhere. The file is gone through again until the time is over; one line is printed: rows, windows, seconds on the wall,
//! seconds of the processors. `inspect_rate --machine SECONDS THREADS` does the same for sums and products that stay in registers:
//! what the machine gives to that many threads, whatever they do. Needs Linux.
#![expect(clippy::print_stdout, reason = "the measurements are the output of this program")]

use inspect::{Layer, Options, Reading, csv, inspect};
use std::error::Error;
use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

const USAGE: &str =
    "usage: inspect_rate FILE SECONDS THREADS WINDOW, or inspect_rate --machine SECONDS THREADS";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["--machine", seconds, threads] => machine(seconds.parse()?, threads.parse()?),
        [file, seconds, threads, window] => layer(file, seconds.parse()?, threads.parse()?, window.parse()?),
        _ => Err(USAGE.into()),
    }
}

fn layer(file: &str, budget: f64, threads: usize, window: usize) -> Result<(), Box<dyn Error>> {
    let layer = Layer::open(file, &Reading::default())?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let options = Options { window, windows: None };
    let (start, before) = (Instant::now(), processor_seconds()?);
    let (mut rows, mut windows) = (0, 0);
    while start.elapsed().as_secs_f64() < budget {
        let report = pool.install(|| {
            inspect(&layer, &options, &AtomicBool::new(false), &|_| (), &mut |row| {
                rows += 1;
                csv::write_row(&mut std::io::sink(), "layer", row, true)
                    .map_err(|source| inspect::InspectError::Write { what: "a row".into(), source })
            })
        })?;
        windows += report.heads.iter().flat_map(|head| &head.windows).map(|w| w.examined).sum::<u64>();
    }
    let wall = start.elapsed().as_secs_f64();
    println!("{rows} {windows} {wall:.4} {:.4}", processor_seconds()? - before);
    Ok(())
}

fn machine(budget: f64, threads: usize) -> Result<(), Box<dyn Error>> {
    let (start, before) = (Instant::now(), processor_seconds()?);
    let work = || {
        let mut rounds = 0_u64;
        let (mut floats, mut integers) = ([1.0_f64, 1.1, 1.2, 1.3], [1_u64, 3, 5, 7]);
        while start.elapsed().as_secs_f64() < budget {
            for _ in 0..20_000 {
                for x in &mut floats {
                    *x = *x * 0.999_999_9 + 1e-7;
                }
                for x in &mut integers {
                    *x = x.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(13);
                }
            }
            (floats, integers) = black_box((floats, integers));
            rounds += 1;
        }
        rounds
    };
    let rounds: u64 = std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        running.into_iter().map(|thread| thread.join().unwrap_or_default()).sum()
    });
    let wall = start.elapsed().as_secs_f64();
    println!("{rounds} 0 {wall:.4} {:.4}", processor_seconds()? - before);
    Ok(())
}

/// The time that all threads of this process have run.
fn processor_seconds() -> Result<f64, Box<dyn Error>> {
    // The 14th and 15th fields, user and system time in hundredths of a second; the second may contain blanks and ends with a bracket.
    let statistics = std::fs::read_to_string("/proc/self/stat")?;
    let fields: Vec<&str> =
        statistics.rsplit(')').next().ok_or("empty stat")?.split_ascii_whitespace().collect();
    let ticks =
        |at: usize| -> Result<f64, Box<dyn Error>> { Ok(fields.get(at).ok_or("short stat")?.parse()?) };
    Ok((ticks(11)? + ticks(12)?) / 100.0)
}
