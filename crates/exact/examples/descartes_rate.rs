//! How fast real roots are counted: `descartes_rate FILE SECONDS`.
//!
//! A line of the file is `name c0 c1 … cn`, a polynomial from its constant term upward. For each line the program
//! prints `name count seconds`, the seconds being processor time for one count, averaged over repetitions that take at
//! least SECONDS. Needs Linux, for the processor time of a thread. `bench/descartes.py` writes such files and sets the times beside FLINT's.
#![expect(clippy::print_stdout, reason = "the measurements are the output of this program")]

use std::error::Error;

use exact::{IntPoly, Integer};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("usage: descartes_rate FILE SECONDS")?;
    let budget: f64 = arguments.next().ok_or("usage: descartes_rate FILE SECONDS")?.parse()?;
    for line in std::fs::read_to_string(file)?.lines() {
        let mut words = line.split_ascii_whitespace();
        let Some(name) = words.next() else { continue };
        let coefficients: Vec<Integer> = words.map(str::parse).collect::<Result<_, _>>()?;
        let polynomial = IntPoly::new(coefficients);
        let start = processor_seconds()?;
        let mut spent = 0.0;
        let mut count = 0;
        let mut runs = 0_u32;
        while spent < budget || runs == 0 {
            // As many runs again as before, so that reading the clock does not count.
            for _ in 0..runs.max(1) {
                count = polynomial.real_root_count();
            }
            runs += runs.max(1);
            spent = processor_seconds()? - start;
        }
        println!("{name} {count} {:.9}", spent / f64::from(runs));
    }
    Ok(())
}

/// The time that this thread has run.
fn processor_seconds() -> Result<f64, Box<dyn Error>> {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds: f64 = statistics.split_ascii_whitespace().next().ok_or("empty schedstat")?.parse()?;
    Ok(nanoseconds * 1e-9)
}
