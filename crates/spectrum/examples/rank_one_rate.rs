//! How fast rank-one transitions are certified: `rank_one_rate FILE SECONDS`.
//!
//! A line of the file is `name what beta k_1 … k_d alpha_1 … alpha_d`, rationals in the text form of the crate `exact`.
//! `what` is `spectrum` (from the parameters to the location of every eigenvalue, all real) or `pairs` (the number of
//! pairs with its certificate, from the ready polynomial). For each line the program prints `name pairs seconds`, the
//! seconds being processor time for one run. Needs Linux, for the processor time of a thread. `bench/rank_one.py`
//! writes such files and sets the times beside FLINT's.
#![expect(clippy::print_stdout, reason = "the measurements are the output of this program")]

use exact::{Rational, text};
use spectrum::{Located, RankOne};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    const USAGE: &str = "usage: rank_one_rate FILE SECONDS";
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or(USAGE)?;
    let budget: f64 = arguments.next().ok_or(USAGE)?.parse()?;
    for line in std::fs::read_to_string(file)?.lines() {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let [name, what, numbers @ ..] = words.as_slice() else { return Err("a line is too short".into()) };
        let numbers = numbers.iter().map(|word| text::parse(word)).collect::<Result<Vec<Rational>, _>>()?;
        let (beta, vectors) = numbers.split_first().ok_or("a line has no numbers")?;
        let (key, gates) = vectors.split_at(vectors.len() / 2);
        let step = || RankOne::erase(beta, key, key, gates);
        let (located, seconds) = match *what {
            "spectrum" => timed(budget, || step().locate(&[]))?,
            "pairs" => {
                let secular = step().secular();
                timed(budget, || secular.locate_pair().unwrap_or_default())?
            }
            _ => return Err(format!("`{what}` is not something to measure").into()),
        };
        if located.real() + 2 * located.discs.len() != gates.len() {
            return Err(
                format!("{name}: {} eigenvalues are not located", gates.len() - located.real()).into()
            );
        }
        println!("{name} {} {seconds:.9}", located.discs.len());
    }
    Ok(())
}

/// The result of a run, and the processor seconds of one.
fn timed(budget: f64, mut run: impl FnMut() -> Located) -> Result<(Located, f64), Box<dyn Error>> {
    let start = processor_seconds()?;
    let (mut runs, mut spent, mut result) = (0_u32, 0.0, Located::default());
    while spent < budget || runs == 0 {
        // As many runs again as before, so that reading the clock does not count.
        for _ in 0..runs.max(1) {
            result = run();
        }
        runs += runs.max(1);
        spent = processor_seconds()? - start;
    }
    Ok((result, spent / f64::from(runs)))
}

/// The time that this thread has run.
fn processor_seconds() -> Result<f64, Box<dyn Error>> {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds: f64 = statistics.split_ascii_whitespace().next().ok_or("empty schedstat")?.parse()?;
    Ok(nanoseconds * 1e-9)
}
